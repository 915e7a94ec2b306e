/** What the truth of a simulated log says: windows in which the runtime state was unhealthy, runs of skips, relists. Times in microseconds since the epoch. */
import type { TruthRecord } from '../../../src/simulator/wording/truth.ts';

export interface Window {
  readonly pid: number;
  readonly from: number;
  readonly to: number;
}

export interface SkipRun {
  readonly pid: number;
  readonly first: number;
  last: number;
  /** Start of the next working turn. */
  next: number | undefined;
}

export interface TrueRelist {
  readonly pid: number;
  readonly start: number;
  listed: number | undefined;
  end: number | undefined;
}

export function timeOf(text: unknown): number {
  const [head = '', fraction = '0'] = String(text).replace('Z', '').split('.');
  return Date.parse(`${head}Z`) * 1000 + Number(`0.${fraction}`) * 1e6;
}

export function pidOf(record: TruthRecord): number {
  return Number(record['pid'] ?? 0);
}

/** Unhealthy: no listed relist that began within the threshold (ten minutes while Evented PLEG is in use), no good Status for 30 s, or the last one said that the runtime is not ready (from 1.16). */
export function unhealthyWindows(truth: readonly TruthRecord[]): Window[] {
  const windows: Window[] = [];
  for (const pid of new Set(truth.filter(({ ev }) => ev === 'relist_start').map(pidOf))) {
    const mine = truth.filter((record) => pidOf(record) === pid);
    const [begin, end] = [timeOf(mine[0]?.t), timeOf(mine.at(-1)?.t)];
    const isEvented = mine.some(({ ev, eventedPLEG }) => ev === 'kubelet_start' && eventedPLEG === true);
    const fallBack = isEvented ? timeOf(mine.find(({ ev }) => ev === 'evented_fallback')?.t ?? mine.at(-1)?.t) : begin;
    const plegUntil = (relist: number): number => Math.min(relist + 600e6, Math.max(relist + 180e6, fallBack));
    for (const [ev, key, until] of [
      ['relist_time_set', 'relist_ts', plegUntil],
      ['runtime_sync_set', 't', (status: number) => status + 30e6],
    ] as const) {
      let good = begin;
      for (const record of mine) {
        if (record.ev !== ev) continue;
        const at = timeOf(record.t);
        if (at > good) windows.push({ pid, from: good, to: at });
        good = Math.max(good, until(timeOf(record[key])));
      }
      if (end > good) windows.push({ pid, from: good, to: end });
    }
    let notReady: number | undefined;
    for (const { ev, t } of mine) {
      if (ev === 'runtime_not_ready') notReady ??= timeOf(t);
      else if (ev === 'runtime_sync_set' && notReady !== undefined) {
        windows.push({ pid, from: notReady, to: timeOf(t) });
        notReady = undefined;
      }
    }
    if (notReady !== undefined) windows.push({ pid, from: notReady, to: end });
  }
  return merged(windows);
}

function merged(windows: readonly Window[]): Window[] {
  const result: Window[] = [];
  for (const window of windows.toSorted((a, b) => a.pid - b.pid || a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && last.pid === window.pid && window.from <= last.to)
      result[result.length - 1] = { ...last, to: Math.max(last.to, window.to) };
    else result.push(window);
  }
  return result;
}

export function skipRuns(truth: readonly TruthRecord[]): SkipRun[] {
  const runs: SkipRun[] = [];
  let open: SkipRun | undefined;
  for (const record of truth) {
    const pid = pidOf(record);
    if (record.ev === 'sync_skip') {
      const at = timeOf(record.t);
      if (open?.pid === pid) open.last = at;
      else runs.push((open = { pid, first: at, last: at, next: undefined }));
    } else if (record.ev === 'sync_iter' && open?.pid === pid) {
      open.next = timeOf(record['start']);
      open = undefined;
    } else if (record.ev === 'kubelet_start') open = undefined;
  }
  return runs;
}

export function relists(truth: readonly TruthRecord[]): TrueRelist[] {
  const found: TrueRelist[] = [];
  const open = new Map<number, TrueRelist>();
  for (const record of truth) {
    const pid = pidOf(record);
    if (record.ev === 'relist_start') {
      const relist: TrueRelist = { pid, start: timeOf(record['relist_ts']), listed: undefined, end: undefined };
      found.push(relist);
      open.set(pid, relist);
      continue;
    }
    const relist = open.get(pid);
    if (relist === undefined) continue;
    if (record.ev === 'relist_time_set') relist.listed = timeOf(record.t);
    else if (record.ev === 'relist_end' || record.ev === 'relist_error') relist.end = timeOf(record.t);
  }
  return found;
}
