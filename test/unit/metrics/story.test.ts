import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beyondBuckets, quantileBounds } from '../../../src/metrics/distribution.ts';
import { ScrapeReader } from '../../../src/metrics/readScrapes.ts';
import type { Scrape } from '../../../src/metrics/scrape.ts';
import { MetricsBook, type MetricsStory } from '../../../src/metrics/story.ts';
import type { Instant } from '../../../src/kubelet/time.ts';

const T = Date.UTC(2026, 10, 21, 10) / 1000;

function scrapesIn(text: string, cuts: readonly number[] = [], fileDate?: Instant): Scrape[] {
  const found: Scrape[] = [];
  const reader = new ScrapeReader(0, fileDate, { scrape: (scrape) => found.push(scrape) });
  const bytes = new TextEncoder().encode(text);
  let from = 0;
  for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
    const chunk = bytes.slice(from, cut);
    reader.push(chunk);
    // A chunk may be overwritten after it was taken.
    chunk.fill(0);
    from = Math.max(from, cut);
  }
  reader.end();
  return found;
}

function storyOf(text: string): MetricsStory {
  const book = new MetricsBook();
  for (const scrape of scrapesIn(text)) book.take(scrape);
  const story = book.story();
  if (story === undefined) throw new Error('no scrape');
  return story;
}

/** A scrape: relists by the bucket of 0.1 s and of 10 s, all, and their sum. */
const scrape = (
  at: number,
  [quick, some, all, sum]: readonly [number, number, number, number],
  more: readonly string[] = [],
): string =>
  [
    new Date(at * 1000).toISOString(),
    '# HELP kubelet_pleg_relist_duration_seconds [ALPHA] Duration in seconds for relisting pods in PLEG.',
    '# TYPE kubelet_pleg_relist_duration_seconds histogram',
    `kubelet_pleg_relist_duration_seconds_bucket{le="0.1"} ${quick}`,
    `kubelet_pleg_relist_duration_seconds_bucket{le="10"} ${some}`,
    `kubelet_pleg_relist_duration_seconds_bucket{le="+Inf"} ${all}`,
    `kubelet_pleg_relist_duration_seconds_sum ${sum}`,
    `kubelet_pleg_relist_duration_seconds_count ${all}`,
    ...more,
    '',
  ].join('\n');

describe('scrapes of a file', () => {
  const two = scrape(T, [90, 100, 100, 5]) + scrape(T + 60, [90, 100, 103, 65]);

  it('are told apart by their dates, and by metrics that come again', () => {
    expect(scrapesIn(two).map(({ time, line, lastLine }) => [time / 1e6 - T, line, lastLine])).toStrictEqual([
      [0, 1, 8],
      [60, 9, 17],
    ]);
    const undated = two.replaceAll(/^2026.*\n/gm, 'go_memstats_last_gc_time_seconds 1.795255e+09\n');
    expect(scrapesIn(undated).map(({ timeFrom }) => timeFrom)).toStrictEqual(['floor', 'floor']);
  });

  it('are the same in any chunking', () => {
    const whole = scrapesIn(two);
    fc.assert(
      fc.property(fc.array(fc.nat(two.length), { maxLength: 12 }), (cuts) => {
        expect(scrapesIn(two, cuts)).toStrictEqual(whole);
      }),
    );
  });

  it('may hold anything: nothing is thrown, and no number is one that is none', () => {
    const word = fc.constantFrom(
      'kubelet_pleg_relist_duration_seconds_bucket{le="0.1"}',
      'kubelet_pleg_relist_duration_seconds_sum',
      'kubelet_pleg_relist_duration_seconds_count',
      'kubelet_runtime_operations_total{operation_type="x"}',
      'kubelet_pleg_last_seen_seconds',
      'process_start_time_seconds',
      '1',
      '-5',
      'NaN',
      '+Inf',
      '1e300',
      '\n',
      ' ',
      '# EOF\n',
      '2026-11-21T10:00:00Z\n',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ maxLength: 5 })), { maxLength: 60 }), (words) => {
        const book = new MetricsBook();
        for (const found of scrapesIn(words.join(''))) book.take(found);
        for (const { relists, operations } of book.story()?.stretches ?? []) {
          expect(relists?.count ?? 0).toBeGreaterThanOrEqual(0);
          expect(relists?.sum ?? 0).toBeGreaterThanOrEqual(0);
          for (const { calls, errors } of operations) expect(Math.min(calls, errors)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('have the date of the file where nothing else tells their time', () => {
    const [found] = scrapesIn(two.split('\n').slice(1, 8).join('\n'), [], (T * 1e6) as Instant);
    expect([found?.timeFrom, found?.time]).toStrictEqual(['file-date', T * 1e6]);
    expect(scrapesIn(two.split('\n').slice(1, 8).join('\n'))).toStrictEqual([]);
  });
});

describe('from one scrape to the next', () => {
  it('counts what was added, with bounds of what no bucket holds', () => {
    const [stretch] = storyOf(scrape(T, [90, 100, 100, 5]) + scrape(T + 60, [95, 106, 109, 65])).stretches;
    expect(stretch?.relists).toMatchObject({ count: 9, sum: 60 });
    expect(quantileBounds(stretch?.relists ?? none, 0.5)).toStrictEqual({ min: 0, max: 0.1 });
    expect(quantileBounds(stretch?.relists ?? none, 0.6)).toStrictEqual({ min: 0.1, max: 10 });
    expect(quantileBounds(stretch?.relists ?? none, 0.99)?.max).toBe(Number.POSITIVE_INFINITY);
    // Five took at most 0.1 s, one 0.1 to 10: 49.5 to 59.9 s are left for three.
    const beyond = beyondBuckets(stretch?.relists ?? none);
    expect(beyond).toMatchObject({ count: 3, bound: 10 });
    expect(beyond?.meanMin).toBeCloseTo(16.5, 6);
    expect(beyond?.meanMax).toBeCloseTo(59.9 / 3, 6);
  });

  it('begins anew where the kubelet was started again', () => {
    const started = (at: number): readonly string[] => [`process_start_time_seconds ${at}`];
    const { stretches } = storyOf(
      scrape(T, [90, 100, 100, 5], started(T - 300)) + scrape(T + 60, [110, 120, 120, 6], started(T + 10)),
    );
    expect(stretches.map(({ sinceStart, relists }) => [sinceStart, relists?.count])).toStrictEqual([
      [true, 100],
      [true, 120],
    ]);
    expect(storyOf(scrape(T, [9, 9, 9, 5]) + scrape(T + 60, [1, 1, 1, 1])).stretches).toHaveLength(0);
  });

  it('takes seconds before microseconds, which kubelets of 1.14 to 1.17 write, too', () => {
    const { scrapes } = storyOf(
      scrape(
        T,
        [90, 100, 100, 5],
        [
          'kubelet_pleg_relist_latency_microseconds{quantile="0.5"} 5000',
          'kubelet_pleg_relist_latency_microseconds_sum 7000000',
          'kubelet_pleg_relist_latency_microseconds_count 77',
        ],
      ),
    );
    expect(scrapes[0]?.distributions.get('relist')).toMatchObject({ count: 100, sum: 5, quantiles: [] });
  });

  it('knows how old the last relist was', () => {
    const { staleness } = storyOf(scrape(T, [1, 1, 1, 1], [`kubelet_pleg_last_seen_seconds ${T - 42}`]));
    expect(staleness.map(({ seconds, isExact }) => [seconds, isExact])).toStrictEqual([[42, true]]);
    const floor = scrape(
      T,
      [1, 1, 1, 1],
      [`kubelet_pleg_last_seen_seconds ${T - 42}`, `go_memstats_last_gc_time_seconds ${T - 12}`],
    ).replace(/^.*\n/, '');
    expect(storyOf(floor).staleness.map(({ seconds, isExact }) => [seconds, isExact])).toStrictEqual([[30, false]]);
  });
});

const none = { count: 0, sum: 0, buckets: [], quantiles: [], line: 0 };
