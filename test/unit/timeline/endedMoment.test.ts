/** What the sync loop does at the last words of a kubelet. */
import { expect, it } from 'vitest';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';

const lastMoment = (lines: readonly string[]) => {
  const { reconstruction } = analysisOf(sessionOf(`${lines.join('\n')}\n`));
  const { history } = reconstruction;
  const [process] = history.processes;
  return process === undefined ? undefined : createMoments(reconstruction).at(process.to);
};

const PANIC = [
  'Jan 02 10:31:41 node-a kubelet[22966]: panic: runtime error: invalid memory address or nil pointer dereference',
  'Jan 02 10:31:41 node-a kubelet[22966]: goroutine 1 [running]:',
];
const EVENT =
  'Jan 02 10:31:30 node-a kubelet[22966]: I0102 10:31:30.100417   22966 kubelet.go:2281] SyncLoop (ADD, "api"): "web-1_default(2f0c5a4f-7a61-4d3c-8f3a-2b8f0a6a1c11)"';
const LEADER =
  'Jan 02 10:31:41 node-a k3s[22966]: F0102 10:31:41.561667   22966 controllermanager.go:210] leaderelection lost';
const EXIT = 'Jan 02 10:31:48 node-a systemd[1]: k3s.service: Main process exited, code=exited, status=255/EXCEPTION';

it.each([
  ['a panic in the start', PANIC],
  ['a panic of one that worked', [EVENT, ...PANIC]],
  ['a lost leadership', [EVENT.replace('kubelet[', 'k3s['), LEADER, EXIT]],
])('has ended at its last words: %s', (_, lines) => {
  const moment = lastMoment(lines);
  expect(moment?.loop.state).toBe('ended');
  expect(moment?.headline).toBe('The sync loop has ended.');
});

it('knows nothing of PLEG in a kubelet that panicked in its start', () => {
  expect(lastMoment(PANIC)?.staleness.known).toBe('unknown');
});

it('does not end by a panic that was caught', () => {
  const caught = EVENT.replace(/ kubelet\.go.*/, ' util.go:82] Recovered from panic: "index out of range"');
  expect(lastMoment([EVENT, caught])?.loop.state).not.toBe('ended');
});
