/** A clock that is set in the middle of an unhealthy time: the stamps lie about its length, the elapsed of the skips does not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/shared.ts';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const { log } = simulated({
  version: '1.31.2',
  start: '2026-03-14T09:00:00Z',
  duration: '1500s',
  node: 'worker-1',
  pods: [
    { name: 'web', count: 2, added: '5s', containers: [{ name: 'nginx' }] },
    { name: 'late', added: '1300s' },
  ],
  faults: [{ from: '200s', to: '900s', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
});

/** A log of a node whose clock is set at a time of day. */
function setAt(from: string, by: number, of: string): string {
  const moved = (clock: string): string =>
    new Date(Date.parse(`2026-03-14T${clock}Z`) + by * 1000).toISOString().slice(11, 19);
  return of
    .split('\n')
    .map((line) => {
      const clock = / [IWEF]\d{4} (\d\d:\d\d:\d\d)\./.exec(line)?.[1];
      return clock === undefined || clock < from
        ? line
        : line.replaceAll(/\b\d\d:\d\d:\d\d\b/g, (found) => (found >= from ? moved(found) : found));
    })
    .join('\n');
}

const setAt10 = (by: number): string => setAt('09:10:00', by, log);

const truth = /^PLEG unhealthy for (about 8m4\d?s?), recovered$/;

describe.each([
  [90, '1m30s forward'],
  [3600, '1h forward'],
  [-90, '1m30s back'],
] as const)('a clock that is set by %i s', (by, words) => {
  const { answer, findings } = diagnoseText(setAt10(by));

  it('leaves the length as it was', () => {
    const [, length = ''] = truth.exec(diagnoseText(log).answer.headline) ?? [];
    expect(length).not.toBe('');
    expect(answer.headline).toBe(`PLEG unhealthy for ${length}, recovered`);
    expect(plain(answer)).toContain(
      `Meanwhile the clock of the node jumped ${words}; the length is the time that really passed`,
    );
  });

  it('is told with its own length', () => {
    expect(findings.find(({ id }) => id === 'clock-step')?.title).toBe(`The clock of the node jumped ${words}`);
  });
});

it('does not say that an unhealthy time goes on after which the clock was set back by more than it lasted', () => {
  const { answer, findings } = diagnoseText(setAt10(-3600));
  expect(answer.state).toBe('unknown');
  expect(answer.headline).toBe('PLEG unhealthy twice at most, end unknown');
  expect(`${answer.headline} ${plain(answer)}`).not.toContain('not recovered');
  expect(plain(answer)).toContain('The clock of the node was set back in the middle of one of them');
  // The parts are told with what both have of the time before the step.
  expect(plain(answer)).toMatch(/ was unhealthy twice at most, the first from /);
  expect(findings.map(({ explanation }) => explanation).join(' ')).not.toContain('in total');
  expect(findings.map(({ id }) => id)).toContain('clock-step');
});

it('does not say that no kubelet ran until the latest time, where that is of before the clock was set back', () => {
  const hang = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
  const lines = hang.split('\n');
  const step = lines.findIndex((line) => line.includes(' 00:33:'));
  // Twenty minutes, the line of systemd by which the kubelet ends too.
  const back = lines.map((line, at) =>
    at < step ? line : line.replaceAll(/ 00:(3\d):(?=\d\d)/g, (_, minute: string) => ` 00:${Number(minute) - 20}:`),
  );
  const { answer, findings } = diagnoseText(back.join('\n'));
  expect(plain(answer)).toContain('The kubelet was stopped by systemd at about 00:15:03');
  expect(findings.map(({ id }) => id)).not.toContain('kubelet-gone');
  // The log goes on in the time that the clock has now.
  const later = [...back.filter((line) => line !== ''), 'Nov 21 00:45:03 worker-2 cron[812]: (root) CMD (true)', ''];
  expect(diagnoseText(later.join('\n')).findings.find(({ id }) => id === 'kubelet-gone')?.title).toBe(
    'No kubelet ran in the last 29m59s of the log',
  );
});

it('takes no turn of before the clock was set back for one with a relist that is too old', () => {
  const hang = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
  expect(plain(diagnoseText(setAt('00:33:06', -90, hang)).answer)).not.toContain('Evented PLEG');
});

it('does not say how late exits were handled over which the clock was set', () => {
  const hang = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
  expect(plain(diagnoseText(hang).answer)).toMatch(/exited in the meantime \(after \S+\) and were handled up to 5m13/);
  const told = plain(diagnoseText(setAt('00:33:00', 3600, hang)).answer);
  expect(told).toContain('Meanwhile the clock of the node jumped 1h forward');
  expect(told).toContain('containers exited in the meantime');
  expect(told).not.toMatch(/ late\b/);
});

it('says nothing of a clock that was not set', () => {
  expect(plain(diagnoseText(log).answer)).not.toContain('clock of the node');
});
