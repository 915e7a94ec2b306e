/** What the unhealthy times that a log tells are worth, beside the truth of the recorded run that it is of. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ProvenHistory } from '../../../src/inference/history.ts';
import { type ProcessTruth, readTruth } from '../timeline/momentTruth.ts';

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

export interface Run {
  readonly name: string;
  readonly lines: readonly string[];
  /** Of the unhealthy times of each kubelet, by its pid. */
  readonly windows: ReadonlyMap<number, readonly Window[]>;
  /** Of all kubelets, also of those that ended before their sync loop began. */
  readonly pids: ReadonlySet<number>;
}

export function readRuns(folder: string): readonly Run[] {
  const read = (path: string): string =>
    new TextDecoder().decode(existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`)));
  return ['v1.15.5', 'v1.20.0', 'v1.36.2'].flatMap((version) =>
    readdirSync(join(folder, version))
      .filter((name) => !LEFT_OUT.has(name))
      .map((name) => {
        const path = join(folder, version, name);
        const text = read(join(path, 'truth.jsonl'));
        const truth = readTruth(text);
        return {
          name: `${version}/${name}`,
          lines: read(join(path, 'kubelet.raw.log')).trimEnd().split('\n'),
          windows: new Map([...truth].map(([pid, of]) => [pid, unhealthyWindows(of)])),
          pids: new Set(Array.from(text.matchAll(/"pid": ?(\d+)/g), ([, pid]) => Number(pid))),
        };
      }),
  );
}

/** What may have been done to the times of a log on its way. */
export interface Changed {
  /** Where a true time went. */
  readonly shift?: (time: number) => number;
  /** How much of their exactness the stamps lost, in microseconds. */
  readonly slack?: number;
}

/** What a history says of unhealthy times that was not so, and how many of them the truth knows. */
export function untruths(
  { name, windows: ofPid }: Run,
  history: ProvenHistory,
  { shift = (time) => time, slack = 0 }: Changed = {},
): { readonly wrong: readonly string[]; readonly judged: number } {
  const stamp = STAMP + slack;
  const wrong: string[] = [];
  let judged = 0;
  for (const episode of history.episodes) {
    const process = history.processes.find(({ id }) => id === episode.process);
    const windows = ofPid.get(process?.pid ?? Number.NaN);
    if (process === undefined || windows === undefined || episode.startup) continue;
    judged += 1;
    const { begin, end } = episode;
    const shifted = windows.map(([from, to]): Window => [from === FROM_THE_START ? from : shift(from), shift(to)]);
    // By the latest time that its begin can have had it was unhealthy.
    const found = shifted.find(([from, to]) => from - stamp <= begin.max && begin.max <= to + stamp);
    if (found === undefined) {
      wrong.push(`${episode.id} of ${name} was not`);
      continue;
    }
    const [from, to] = found;
    if (from < begin.min - stamp && from !== FROM_THE_START && !episode.beginsBeforeLog && episode.beginOpen !== true)
      wrong.push(`${episode.id} of ${name} began otherwise`);
    if (end !== undefined && (to < end.min - stamp || to > end.max + stamp))
      wrong.push(`${episode.id} of ${name} ended otherwise`);
    if (end === undefined && episode.endedBy === 'end-of-log' && to < process.to - 12 * SECOND - slack)
      wrong.push(`${episode.id} of ${name} was over before the piece ends`);
  }
  return { wrong, judged };
}
