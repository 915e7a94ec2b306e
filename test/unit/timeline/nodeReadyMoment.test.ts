/** What "State at this moment" says of the node after an unhealthy time whose end no line of the node's own tells. */
import { expect, it } from 'vitest';
import type { Instant } from '../../../src/kubelet/time.ts';
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
