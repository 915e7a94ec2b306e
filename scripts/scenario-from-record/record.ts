/** The record of a kubelet as the measurements need it: its relists, turns, skips and runtime calls, in nanoseconds since the start of the scenario. */
import { goDurationToMicroseconds } from '../../src/kubelet/goDuration.ts';
import { nanosecondsOf, type RawEntry } from '../compare-runs/truth.ts';

/** A call as the runtime saw it: from its arrival to its answer. */
export interface Call {
  readonly method: string;
  /** An id, or the filter of a list call. */
  readonly id: string;
  /** `namespace/name`, of calls about one pod. */
  readonly pod: string;
  readonly start: number;
  readonly end: number;
  readonly ok: boolean;
  /** By how much it was slowed on purpose. */
  readonly delay?: number;
}

/** A relist of all pods. Where it was listed but no end was recorded (old kubelets), `ended` is its return. */
export interface Relist {
  readonly pid: number;
  readonly start: number;
  readonly listed?: number;
  readonly ended?: number;
  readonly returned?: number;
  /** When the relist of the same process before this one returned. */
  readonly pauseFrom?: number;
}

/** A finished turn of the sync loop with the wait before its work. */
export interface Turn {
  readonly start: number;
  readonly end: number;
}

export interface LifeChange {
  readonly at: number;
  readonly id: string;
  readonly pod: string;
  /** Empty for a sandbox. */
  readonly name: string;
  readonly state: string;
}

export interface PodEvent {
  readonly at: number;
  readonly podUid: string;
  readonly type: string;
  readonly data: string;
}

export interface Record {
  /** In the order of their starts, as everything here. */
  readonly calls: readonly Call[];
  readonly relists: readonly Relist[];
  readonly podRelists: readonly { readonly start: number; readonly podUid: string }[];
  readonly turns: readonly Turn[];
  /** When the loop checked and skipped, and how long it then slept. */
  readonly skips: readonly { readonly at: number; readonly sleep: number }[];
  readonly life: readonly LifeChange[];
  readonly sent: readonly PodEvent[];
  readonly consumed: readonly PodEvent[];
  readonly starts: readonly number[];
  readonly podNames: ReadonlyMap<string, string>;
}

export function recordOf(entries: readonly RawEntry[], scenarioStart: string): Record {
  const zero = nanosecondsOf(scenarioStart);
  const since = (t: string): number => Number(nanosecondsOf(t) - zero);
  const relists = new Map<string, { -readonly [Name in keyof Relist]: Relist[Name] }>();
  const record = {
    calls: [] as Call[],
    podRelists: [] as { start: number; podUid: string }[],
    turns: [] as Turn[],
    skips: [] as { at: number; sleep: number }[],
    life: [] as LifeChange[],
    sent: [] as PodEvent[],
    consumed: [] as PodEvent[],
    starts: [] as number[],
  };
  const podNames = new Map<string, string>();
  for (const entry of entries) {
    const { ev, t, pid = 0, id = '', pod = '' } = entry;
    const at = since(t);
    switch (ev) {
      case 'cri':
        record.calls.push({
          method: entry.method ?? '',
          id,
          pod,
          start: since(entry.start ?? t),
          end: since(entry.end ?? t),
          ok: entry.code === 'OK',
          ...delayOf(entry.injected),
        });
        break;
      case 'kubelet_start':
        record.starts.push(at);
        break;
      case 'relist_start':
      case 'relist_time_set':
      case 'relist_end':
      case 'relist_error':
      case 'relist_return': {
        const key = `${pid} ${entry.relist_ts ?? ''}`;
        const relist = relists.get(key) ?? { pid, start: since(entry.relist_ts ?? t) };
        if (ev === 'relist_time_set') relist.listed = at;
        if (ev === 'relist_end') relist.ended = at;
        if (ev === 'relist_return' || ev === 'relist_error') relist.returned = at;
        relists.set(key, relist);
        break;
      }
      case 'podrelist_start':
        record.podRelists.push({ start: at, podUid: entry.podUID ?? '' });
        break;
      case 'sync_iter':
        record.turns.push({ start: since(entry.start ?? t), end: at });
        break;
      case 'sync_skip':
        record.skips.push({ at, sleep: (entry.sleep_ms ?? 0) * 1e6 });
        break;
      case 'container_state':
      case 'sandbox_state':
        if (entry.podUID !== undefined) podNames.set(entry.podUID, pod);
        record.life.push({
          at,
          id,
          pod,
          name: ev === 'sandbox_state' ? '' : (entry.name ?? ''),
          state: entry.what === 'remove' ? 'REMOVED' : (entry.state ?? ''),
        });
        break;
      case 'pleg_event_sent':
      case 'pleg_event_consumed':
        (ev === 'pleg_event_sent' ? record.sent : record.consumed).push({
          at,
          podUid: entry.podUID ?? '',
          type: entry.type ?? '',
          data: entry.data ?? '',
        });
        break;
      default:
    }
  }
  record.calls.sort((a, b) => a.start - b.start);
  record.turns.sort((a, b) => a.start - b.start);
  const sorted = [...relists.values()].sort((a, b) => a.start - b.start);
  sorted.forEach((relist, index) => {
    const before = sorted[index - 1];
    if (relist.listed !== undefined && relist.ended === undefined && relist.returned !== undefined)
      relist.ended = relist.returned;
    if (before?.pid === relist.pid && before.returned !== undefined) relist.pauseFrom = before.returned;
  });
  return { ...record, relists: sorted, podNames };
}

function delayOf(injected: string | undefined): { readonly delay?: number } {
  const delay =
    injected?.startsWith('delay ') === true ? goDurationToMicroseconds(injected.slice('delay '.length)) : undefined;
  return delay === undefined ? {} : { delay: delay * 1000 };
}

/** Those that began from one time to another. */
export function callsBetween(calls: readonly Call[], from: number, to: number): readonly Call[] {
  let low = 0;
  let high = calls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((calls[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while ((calls[end]?.start ?? Number.POSITIVE_INFINITY) <= to) end += 1;
  return calls.slice(low, end);
}
