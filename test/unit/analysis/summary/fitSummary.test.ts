import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitSummary, kept, shortened } from '../../../../src/analysis/outputs/summary/fitSummary.ts';
import {
  MOST_BUCKETS,
  MOST_EPISODES,
  MOST_FINDINGS,
  MOST_LABELS,
  MOST_NAMES,
  MOST_READY,
  MOST_VERSIONS,
  MOST_WARNINGS,
  type NodeSummary,
  SUMMARY_BYTES,
} from '../../../../src/analysis/outputs/summary/summaryJson.ts';
import { schemaProblems } from '../../../support/summarySchema.ts';
import { isQuick } from '../../../support/effort.ts';

const TIME = '2026-11-21T00:31:42.387030Z';
const bytes = (text: string): number => new TextEncoder().encode(text).length;
const times = <T>(count: number, one: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => one(at));

/** As much of everything as a log can give, all texts made of `text`. */
function fullest(text: string): NodeSummary {
  const bounds = { min: TIME, max: TIME };
  const counts = { skips: 1, relistErrors: 1, statusErrors: 1, runtimeCallErrors: 1 };
  return {
    schema: 'kubelet-timeline/summary@1',
    program: text,
    node: { names: times(MOST_NAMES, () => text) },
    labels: times(MOST_LABELS, (at) => ({ name: `a${at}`.padEnd(63, 'x'), value: '漢'.repeat(253) })),
    timeZone: 'known',
    yearFrom: 'log',
    span: { from: TIME, to: TIME },
    log: { sources: 1, bytes: 2 ** 52, lines: 2 ** 52, records: 2 ** 52 },
    kubelet: { versions: times(MOST_VERSIONS, () => ({ from: TIME, version: text })), processes: 1 },
    runtimes: times(MOST_VERSIONS, () => ({ from: TIME, name: text, version: text })),
    kernels: times(MOST_VERSIONS, () => ({ from: TIME, version: text })),
    state: 'unknown',
    headline: text,
    answer: text,
    counts,
    episodes: times(MOST_EPISODES, (at) => ({
      id: `episode-${at}`,
      begin: bounds,
      beginOpen: true as const,
      beginsBeforeLog: true as const,
      end: bounds,
      endedBy: 'recovered',
      reasons: ['pleg-stale', 'runtime-down', 'network'],
      startup: false,
      skips: { observed: 1, missing: 1 },
      longestElapsedSeconds: 1.123456789,
    })),
    ready: times(MOST_READY, () => ({ time: TIME, ready: true, reason: text })),
    findings: times(MOST_FINDINGS, () => ({
      id: 'list-calls-hang',
      episode: 'episode-1',
      confidence: 'high' as const,
      title: text,
      from: TIME,
      lines: times(3, () => ({ line: 1, source: text, time: TIME, text })),
    })),
    relists: {
      bucketSeconds: 60,
      buckets: times(MOST_BUCKETS, (at) => ({ from: TIME, count: 1, longest: { min: at, max: at } })),
    },
    warnings: times(MOST_WARNINGS, () => text),
    leftOut: { episodes: 5, findings: 0, ready: 0, warnings: 0 },
  };
}

describe('a summary', () => {
  it.each([
    ['plain text', 'x'.repeat(100_000)],
    ['quotes', '"\\'.repeat(50_000)],
    ['escapes of a terminal', '\u001b[2J'.repeat(30_000)],
    ['marks of direction', '\u202e'.repeat(100_000)],
    ['letters of four bytes', '😀'.repeat(50_000)],
    ['halves of letters', '\ud83d'.repeat(50_000)],
    ['nothing', ''],
  ])('fits however full it is, of %s', (_, text) => {
    const line = fitSummary(fullest(text));
    expect(bytes(line)).toBeLessThan(SUMMARY_BYTES);
    const read: unknown = JSON.parse(line);
    expect(schemaProblems(read)).toEqual([]);
    const { episodes, findings, leftOut } = read as NodeSummary;
    expect(leftOut.episodes).toBe(5 + MOST_EPISODES - episodes.length);
    expect(leftOut.findings).toBe(MOST_FINDINGS - findings.length);
    expect(findings.length).toBeGreaterThan(0);
  });

  it('keeps the slowest relists where not all have room', () => {
    const { relists } = JSON.parse(fitSummary(fullest('"'.repeat(5000)))) as NodeSummary;
    expect(relists.buckets.length).toBeLessThan(MOST_BUCKETS);
    expect(relists.buckets.at(-1)?.longest.min).toBe(MOST_BUCKETS - 1);
  });
});

describe('a text that is cut', () => {
  it.skipIf(isQuick)('has no more bytes of JSON than it may, and begins as it did', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 24, max: 300 }), (text, most) => {
        const cut = shortened(text, most);
        expect(bytes(JSON.stringify(cut)) - 2).toBeLessThanOrEqual(most);
        expect(cut === text || (cut.endsWith('…') && text.startsWith(cut.slice(0, -1)))).toBe(true);
      }),
    );
  });
});

it('of many the first and the last are kept', () => {
  expect(kept([1, 2, 3, 4, 5], 3)).toEqual([1, 2, 5]);
  expect(kept([1, 2], 3)).toEqual([1, 2]);
  expect(kept([1, 2, 3], 1)).toEqual([1]);
});
