/** What "State at this moment" says of the node after an unhealthy time whose end no line of the node's own tells. */
import { expect, it } from 'vitest';
import type { Instant } from '../../../src/kubelet/time.ts';
import { MARK_STYLES } from '../../../src/timeline/timelineDocument.ts';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';
import { simulated } from '../simulator/scenarios.ts';

const { log } = simulated({
  version: '1.24.14',
  start: '2026-03-14T09:00:00Z',
  duration: '900s',
  node: 'worker-1',
  pods: [
    { name: 'web', count: 4, added: '5s', every: '200ms', containers: [{ name: 'nginx' }] },
    { name: 'job', count: 40, added: '450s', every: '10s', containers: [{ name: 'job' }] },
  ],
  faults: [{ from: '100s', to: '400s', effect: 'refuse' }],
});

function nodeAt(text: string, clock: string): string | undefined {
  const moments = createMoments(analysisOf(sessionOf(text)).reconstruction);
  const field = moments
    .at((Date.parse(`2026-03-14T${clock}Z`) * 1000) as Instant)
    ?.fields.find(({ id }) => id === 'node-ready');
  return field === undefined ? undefined : `${field.known}: ${field.value}`;
}

it('takes the last report for old once the unhealthy time is over, where no line says Ready', () => {
  const quiet = log
    .split('\n')
    .filter((line) => !/NodeReady|became ready/i.test(line))
    .join('\n');
  expect(quiet).toContain('Node became not ready');
  expect(nodeAt(quiet, '09:05:00')).toMatch(/^proven: NotReady: /);
  expect(nodeAt(quiet, '09:12:00')).toMatch(/^likely: Ready again, most likely; NotReady was reported at 09:0\d:/);
});

it('takes a report of Ready for old once the kubelet is unhealthy, where no line says NotReady', () => {
  const quiet = log
    .split('\n')
    .filter((line) => !/NodeNotReady|became not ready/i.test(line))
    .join('\n');
  expect(nodeAt(quiet, '09:01:00')).toMatch(/^proven: Ready$/);
  expect(nodeAt(quiet, '09:05:00')).toMatch(/^likely: NotReady, most likely; Ready was reported at 09:0\d:/);
  expect(nodeAt(quiet, '09:12:00')).toMatch(/^proven: Ready$/);
  const { lanes } = buildTimeline(analysisOf(sessionOf(quiet)), 'log');
  const lane = lanes.find(({ kind }) => kind === 'node-ready');
  const styles = [...(lane?.style ?? [])].map((style) => MARK_STYLES[style]);
  expect(styles).toContain('not-ready');
  expect([...(lane?.proven ?? [])].every((proven, index) => proven === 0 || styles[index] === 'ready')).toBe(true);
});

it('takes a node for NotReady until a line says that it is Ready, however long the kubelet was healthy before', () => {
  const back = /\n[^\n]*event="NodeReady"[^\n]*/.exec(log.slice(log.indexOf('NodeNotReady')))?.[0] ?? '';
  expect(back).not.toBe('');
  const late = log.split('\n').filter((line) => line !== back.trim());
  const place = late.findIndex((line) => / 09:12:3/.test(line));
  late.splice(place, 0, back.trim().replace(/ \d\d:\d\d:\d\d\.\d+/, ' 09:12:30.000000'));
  expect(nodeAt(late.join('\n'), '09:12:00')).toMatch(/^proven: NotReady: /);
  expect(nodeAt(late.join('\n'), '09:12:45')).toMatch(/^proven: Ready/);
});

it('draws what is likely as likely, and ends what was reported where the unhealthy time is over', () => {
  const quiet = log
    .split('\n')
    .filter((line) => !/NodeReady|became ready/i.test(line))
    .join('\n');
  const document = buildTimeline(analysisOf(sessionOf(quiet)), 'log');
  const lane = document.lanes.find(({ kind }) => kind === 'node-ready');
  const items = [...(lane?.start ?? [])].map((start, index) => ({
    style: MARK_STYLES[lane?.style[index] ?? 0],
    minutes: Math.floor(start / 60e6),
    isProven: lane?.proven[index] === 1,
  }));
  expect(items).toEqual([
    { style: 'not-ready', minutes: 2, isProven: true },
    { style: 'ready', minutes: 8, isProven: false },
  ]);
  const [reported, again] = [...(lane?.end ?? [])];
  expect(reported).toBe(lane?.start[1]);
  expect(again).toBeGreaterThan(14 * 60e6);
});
