/** Any piece of a real log tells nothing of PLEG and the runtime that was not so: each unhealthy time of it lies where the recorded run really had one, with its begin and its end within their bounds. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atLeast, rounds } from '../../support/effort.ts';
import { sharedFolder } from '../../support/shared.ts';
import { replayOf } from '../replay/readLog.ts';
import { type ProcessTruth, readTruth } from '../timeline/momentTruth.ts';

const shared = sharedFolder();
/** With its own threshold, and with more lines than can be cut again and again. */
const LEFT_OUT = new Set(['g-evented', 'h-many-pods']);
const SECOND = 1_000_000;
/** Stamps of log and truth differ by this at most, under load. */
const STAMP = 60_000;

const FROM_THE_START = Number.NEGATIVE_INFINITY;

type Window = readonly [from: number, to: number];

/** When the last good relist was older than three minutes, or the last good Status than thirty seconds. */
function unhealthyWindows({ channel, listed, syncs, skips, turns, relists }: ProcessTruth): readonly Window[] {
  const times = [channel, listed, skips, turns, relists].flatMap((steps) => steps.map(([time]) => time)).concat(syncs);
  const to = Math.max(...times);
  const windows: [number, number][] = [];
  const add = (steps: readonly Window[], threshold: number): void => {
    // Before the first good one it was never healthy: that begins with the process, at no threshold.
    let good = FROM_THE_START;
    for (const [time, since] of steps) {
      if (time > good) windows.push([good, time]);
      good = Math.max(good, since + threshold);
    }
    if (to > good) windows.push([good, to]);
  };
  add(listed, 180 * SECOND);
  add(
    syncs.map((time) => [time, time] as const),
    30 * SECOND,
  );
  const merged: [number, number][] = [];
  for (const [begin, end] of windows.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && begin <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([begin, end]);
  }
  return merged;
}

interface Run {
  readonly name: string;
  readonly lines: readonly string[];
  readonly windows: ReadonlyMap<number, readonly Window[]>;
}

function readRuns(folder: string): readonly Run[] {
  const read = (path: string): string =>
    new TextDecoder().decode(existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`)));
  return ['v1.15.5', 'v1.20.0', 'v1.36.2'].flatMap((version) =>
    readdirSync(join(folder, version))
      .filter((name) => !LEFT_OUT.has(name))
      .map((name) => {
        const path = join(folder, version, name);
        const truth = readTruth(read(join(path, 'truth.jsonl')));
        return {
          name: `${version}/${name}`,
          lines: read(join(path, 'kubelet.raw.log')).trimEnd().split('\n'),
          windows: new Map([...truth].map(([pid, of]) => [pid, unhealthyWindows(of)])),
        };
      }),
  );
}

/** What a piece says that was not so. */
function untruths(run: Run, piece: readonly string[]): { readonly wrong: readonly string[]; readonly judged: number } {
  const { history } = replayOf(piece.join('\n'));
  const wrong: string[] = [];
  let judged = 0;
  for (const episode of history.episodes) {
    const process = history.processes.find(({ id }) => id === episode.process);
    const windows = run.windows.get(process?.pid ?? Number.NaN);
    if (process === undefined || windows === undefined || episode.startup) continue;
    judged += 1;
    const { begin, end } = episode;
    // By the latest time that its begin can have had it was unhealthy.
    const found = windows.find(([from, to]) => from - STAMP <= begin.max && begin.max <= to + STAMP);
    if (found === undefined) {
      wrong.push(`${episode.id} of ${run.name} was not`);
      continue;
    }
    const [from, to] = found;
    if (from < begin.min - STAMP && from !== FROM_THE_START && !episode.beginsBeforeLog && episode.beginOpen !== true)
      wrong.push(`${episode.id} of ${run.name} began otherwise`);
    if (end !== undefined && (to < end.min - STAMP || to > end.max + STAMP))
      wrong.push(`${episode.id} of ${run.name} ended otherwise`);
    if (end === undefined && episode.endedBy === 'end-of-log' && to < process.to - 12 * SECOND)
      wrong.push(`${episode.id} of ${run.name} was over before the piece ends`);
  }
  return { wrong, judged };
}

/**
 * How people pick lines out of a journal. Not by a word that only some reasons of a skip have ("runtime", "container"): it takes skips out of the middle or the end of a run, and no line
 * that is left tells such a run from one that was over.
 */
const SIEVES: readonly (readonly [name: string, keeps: (line: string) => boolean])[] = [
  ['grep -i pleg', (line) => /pleg/i.test(line)],
  ['grep -i skipping', (line) => /skipping/i.test(line)],
  ['grep -i "not ready"', (line) => /not ready|notready/i.test(line)],
  ['grep NodeReady and NodeNotReady', (line) => /NodeReady|NodeNotReady|became not ready/.test(line)],
  ['errors alone', (line) => /^E\d{4} /.test(line)],
  ['errors and warnings', (line) => /^[EW]\d{4} /.test(line)],
  ['grep -v SyncLoop', (line) => !line.includes('SyncLoop')],
  ['grep -v skipping', (line) => !/skipping/i.test(line)],
  ['grep -iE "pleg|ready"', (line) => /pleg|ready/i.test(line)],
  ['grep -iE "error|fail"', (line) => /error|fail/i.test(line)],
  ['grep -iE "runtime|pleg"', (line) => /runtime|pleg/i.test(line)],
  ['grep -iE "deadline|healthy"', (line) => /deadline|healthy/i.test(line)],
  ['grep kubelet.go', (line) => line.includes(' kubelet.go:')],
  ['grep -vi network', (line) => !/network/i.test(line)],
  ['grep -viE "runtime service failed"', (line) => !/runtime service failed/i.test(line)],
];

describe.skipIf(shared === undefined)('pieces of recorded runs', () => {
  it('say of unhealthy times nothing that was not so', { timeout: 120_000 }, () => {
    const runs = readRuns(join(shared ?? '', 'runs'));
    expect(runs.length).toBeGreaterThan(20);
    let judged = 0;
    fc.assert(
      fc.property(
        fc.nat(runs.length - 1),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 1.3, max: 3.5, noNaN: true }),
        (index, place, length) => {
          const run = runs[index] as Run;
          const from = Math.floor(place * run.lines.length);
          const found = untruths(run, run.lines.slice(from, from + Math.round(10 ** length)));
          judged += found.judged;
          expect(found.wrong).toEqual([]);
        },
      ),
      { numRuns: rounds(2500) },
    );
    expect(judged).toBeGreaterThan(atLeast(300));
  });

  it('say nothing that was not so where they were searched for a word', { timeout: 120_000 }, () => {
    const runs = readRuns(join(shared ?? '', 'runs'));
    const wrong: string[] = [];
    let judged = 0;
    for (const run of runs)
      for (const [name, keeps] of SIEVES) {
        const found = untruths(run, run.lines.filter(keeps));
        judged += found.judged;
        wrong.push(...found.wrong.map((what) => `${name}: ${what}`));
      }
    expect(wrong).toEqual([]);
    expect(judged).toBeGreaterThan(200);
  });

  it('say nothing that was not so where a piece of them was searched for a word', { timeout: 120_000 }, () => {
    const runs = readRuns(join(shared ?? '', 'runs'));
    let judged = 0;
    fc.assert(
      fc.property(
        fc.nat(runs.length - 1),
        fc.nat(SIEVES.length - 1),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 1.3, max: 3.5, noNaN: true }),
        (index, sieve, place, length) => {
          const run = runs[index] as Run;
          const lines = run.lines.filter((SIEVES[sieve] as (typeof SIEVES)[number])[1]);
          const from = Math.floor(place * lines.length);
          const found = untruths(run, lines.slice(from, from + Math.round(10 ** length)));
          judged += found.judged;
          expect(found.wrong).toEqual([]);
        },
      ),
      { numRuns: rounds(2500) },
    );
    expect(judged).toBeGreaterThan(atLeast(300));
  });
});
