/** Evented PLEG allows ten minutes between relists; when it gives up, three count at once. */
import { describe, expect, it } from 'vitest';
import type { Instant } from '../../../src/kubelet/time.ts';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';
import { historyOf } from '../replay/readLog.ts';

const PODS = [
  { name: 'kube-proxy', namespace: 'kube-system', source: 'file' },
  { name: 'web', count: 2, added: '5s', containers: [{ name: 'nginx' }] },
];
const refused = (verbosity: number): string =>
  simulated({
    version: '1.27.16',
    start: '2026-03-14T09:00:00Z',
    duration: '1200s',
    node: 'worker-1',
    verbosity,
    pods: PODS,
    kubelet: { eventedPLEG: true },
    faults: [{ from: '300s', to: '900s', effect: 'refuse' }],
  }).log;
/** The connection is refused from here on, and five attempts in a row make the stream give up. */
const GAVE_UP = (Date.UTC(2026, 2, 14, 9, 5, 0) * 1000) as Instant;

describe.each([2, 4])('a runtime that goes away under Evented PLEG (-v=%i)', (verbosity) => {
  const log = refused(verbosity);
  const episode = historyOf(log).episodes.find(({ startup }) => !startup);

  it('makes PLEG unhealthy when it gives up, not three minutes after a relist that was allowed ten', () => {
    expect(episode?.begin.min).toBeLessThanOrEqual(GAVE_UP + 1_000_000);
    expect(episode?.begin.max).toBeGreaterThanOrEqual(GAVE_UP);
    expect(episode?.begin.max).toBeLessThanOrEqual(GAVE_UP + 1_000_000);
    expect(historyOf(log).stalls).toEqual([]);
  });

  it('is told so', () => {
    const text = plain(diagnoseText(log).answer);
    expect(text).toContain("(PLEG's pass over all containers, every five minutes while Evented PLEG is in use)");
    expect(text).toContain(
      'PLEG was unhealthy once Evented PLEG gave up: from then on only 3m are allowed, not ten minutes, and these had passed',
    );
    expect(text).not.toContain('came only at');
  });
});
