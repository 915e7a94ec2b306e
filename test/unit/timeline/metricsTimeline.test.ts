import { describe, expect, it } from 'vitest';
import { chartText } from '../../../src/report/picture/chartText.ts';
import { timelineOf } from '../../../src/timeline/timelineOf.ts';
import { isHostToPage } from '../../../src/protocol/protocol.ts';
import { stateOutput } from '../../../src/cli/state.ts';
import { seconds } from '../../../src/kubelet/time.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import { analysisOf, fixture, HANG, sessionOf } from '../analysis/analyse.ts';

/** Scrapes every fifteen seconds; in the third and the fourth the same relist is the last one. */
const BEGIN = Date.parse('2026-11-21T10:00:00Z') / 1000;
const scrape = (at: number, lastSeen: number): string =>
  `# ${new Date((BEGIN + at) * 1000).toISOString()}
# TYPE kubelet_pleg_last_seen_seconds gauge
kubelet_pleg_last_seen_seconds ${BEGIN + lastSeen}
# TYPE kubelet_pleg_relist_duration_seconds histogram
kubelet_pleg_relist_duration_seconds_bucket{le="10"} ${at}
kubelet_pleg_relist_duration_seconds_bucket{le="+Inf"} ${at}
kubelet_pleg_relist_duration_seconds_sum ${at / 10}
kubelet_pleg_relist_duration_seconds_count ${at}
`;
const text = [scrape(15, 14), scrape(30, 29), scrape(100, 40), scrape(160, 40)].join('');
const bytes = new TextEncoder().encode(text);

describe('the timeline of metrics without a log', () => {
  const timeline = timelineOf(analysisOf(sessionOf(bytes, undefined, 'metrics.txt')), 'metrics.txt');
  const [series] = timeline.staleness;

  it('has the staleness from the start of the last relist up to each scrape, and nothing in between', () => {
    const points = [...(series?.time ?? [])].map((time, index) => [
      Math.round((timeline.origin + time) / 1e6 - BEGIN),
      Math.round(series?.seconds[index] ?? 0),
    ]);
    expect(points.slice(-8)).toEqual([
      [15, 1],
      [15, Number.NaN],
      [29, 0],
      [30, 1],
      [30, Number.NaN],
      [40, 0],
      [100, 60],
      [160, 120],
    ]);
    expect(timeline.staleness).toHaveLength(1);
    expect(isHostToPage({ type: 'document', document: structuredClone(timeline) })).toBe(true);
  });

  it('has its picture where the staleness is high', () => {
    expect(chartText(timeline)[0]).toMatch(/highest 2m, threshold 3m/);
  });
});

it('has the metrics beside the relists of the log, above the pods', () => {
  const session = createAnalysisSession({});
  for (const [name, content] of [
    ['kubelet.log', fixture(HANG)],
    ['metrics.txt', bytes],
  ] as const) {
    session.open(name, { year: 2026 });
    session.push(content);
    session.end();
  }
  const analysis = analysisOf(session);
  const labels = timelineOf(analysis, 'node').lanes.map(({ label }) => label);
  expect(labels.slice(0, 4)).toEqual(['sync loop', 'relists', 'relists (metrics)', 'last relist (metrics)']);
  const { staleness } = timelineOf(analysis, 'node');
  expect(staleness.map(({ process, node }) => [process, node])).toEqual([
    ['process-1', staleness[0]?.node],
    ['metrics', 'metrics'],
  ]);
  expect(staleness[0]?.node).not.toBe('metrics');
});

it('tell no inner state, which is said', () => {
  const alone = analysisOf(sessionOf(bytes, undefined, 'metrics.txt'));
  const command = { kind: 'state', files: ['metrics.txt'], format: 'text', every: seconds(60) } as const;
  expect(stateOutput(alone, command)).toMatchObject({
    cannot: expect.stringContaining('give its log with them') as string,
  });
});
