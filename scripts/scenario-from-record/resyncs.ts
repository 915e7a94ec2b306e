/**
 * By which part of itself the wait for the next regular sync of a pod was longer (60 to 90 s). The kubelet draws it, nothing writes it down, and a sync that finds nothing to do calls nobody. But where a slow
 * relist finds a death, it shows whether the worker had synced since that relist listed: if not, the container starts at once; if so, the worker waits for a newer status, until a relist has ended.
 * So waits are looked for, pod by pod, with which its starts come when they were recorded. Many would do; the first that is found counts.
 */
import { firstFrom } from './numbers.ts';
import { podRelistsOf, SECOND } from './ownWork.ts';
import type { Record } from './record.ts';
import type { Failure, KnownJitter } from './retries.ts';

/** A death that PLEG found: when it was listed, when the event was sent, and when the container ran again. */
interface Death {
  readonly listed: number;
  readonly sent: number;
  readonly runs: number;
}

/** From this time on the pod's worker gets a status of this age. */
interface Status {
  readonly from: number;
  readonly of: number;
}

interface PodHistory {
  readonly statuses: readonly Status[];
  /** Events of the pod that the loop took. */
  readonly events: readonly number[];
  readonly deaths: readonly Death[];
}

const RESYNC = 60 * SECOND;
const TRIED = [0.25, 0.05, 0.45, 0.15, 0.35, 0, 0.5];
const MOST_TRIES = 3_000;
/** A start may be so far from the recorded one. */
const NEAR = 1.5 * SECOND;
/** A turn of the loop that is handed a tick may end so long before the tick that is reckoned. */
const SOON = 0.05 * SECOND;
/** No sync of the waits that are looked for is nearer to what decides than this, as long as there are others: first this, then less. */
const MARGINS = [5 * SECOND, 2 * SECOND, 0];
/** A relist that found a death so soon after its begin shows nothing. */
const SLOW = SECOND;

/** A wait counts from so long before its begin, because a simulated sync is not there to the second, but not from before the middle since the pod's last one. */
const BEFORE = 2 * SECOND;

export function resyncsOf(record: Record, failures: readonly Failure[]): KnownJitter[] {
  const look = looksOf(record);
  return [...record.podNames].flatMap(([uid, pod]) => {
    const history = historyOf(record, failures, uid, pod);
    if (history.deaths.length === 0) return [];
    const found = MARGINS.reduce<Draw[] | undefined>(
      (before, margin) => before ?? search(history, look, margin),
      undefined,
    );
    // A wait that another sync overtakes within the minute is over by then, however it was drawn.
    const waited = (found ?? []).filter(
      ({ at }, index) => (found?.[index + 1]?.at ?? Number.POSITIVE_INFINITY) - at >= RESYNC,
    );
    return waited.map(({ at, jitter }, index) => ({
      from: Math.max(at - BEFORE, (at + (waited[index - 1]?.at ?? 0)) / 2),
      pod,
      jitter,
    }));
  });
}

/** When the loop looks for pods whose wait is over: each second, or when it is free again. */
function looksOf({ turns, relists }: Record): (due: number) => number {
  const began = relists[0]?.start ?? 0;
  const ends = turns.map(({ end }) => end).sort((a, b) => a - b);
  return (due) => {
    const tick = began + Math.ceil((due - began) / SECOND) * SECOND;
    return ends[firstFrom(ends, tick - SOON)] ?? Number.POSITIVE_INFINITY;
  };
}

function historyOf(record: Record, failures: readonly Failure[], uid: string, pod: string): PodHistory {
  const singles = podRelistsOf(record, uid);
  const statuses: Status[] = [
    ...record.relists.flatMap(({ start, ended }) => (ended === undefined ? [] : [{ from: ended, of: start }])),
    ...singles.map(({ start, end }) => ({ from: end, of: start })),
  ];
  const deaths: Death[] = [];
  for (const { at, podUid, type, data } of record.sent) {
    if (podUid !== uid) continue;
    const relist =
      record.relists.findLast(({ start, ended }) => start <= at && at <= (ended ?? 0)) ??
      singles.findLast(({ start, end }) => start <= at && at <= end);
    if (relist === undefined) continue;
    statuses.push({ from: at, of: relist.start });
    const name = record.life.find(({ id }) => id === data)?.name ?? '';
    const runs = record.life.find(
      (one) => one.pod === pod && one.name === name && one.state === 'RUNNING' && one.at > at,
    )?.at;
    if (
      type === 'ContainerDied' &&
      name !== '' &&
      runs !== undefined &&
      at - relist.start > SLOW &&
      !isHeld(failures, pod, at, runs)
    )
      deaths.push({ listed: relist.start, sent: at, runs });
  }
  return {
    statuses: statuses.sort((a, b) => a.from - b.from),
    events: record.consumed.filter((one) => one.podUid === uid && one.type !== 'ContainerRemoved').map(({ at }) => at),
    deaths,
  };
}

/** The back-off of a crashing container held it. */
function isHeld(failures: readonly Failure[], pod: string, from: number, to: number): boolean {
  return failures.some((failure) => failure.pod === pod && failure.at >= from && failure.at <= to + SECOND);
}

interface Draw {
  readonly at: number;
  readonly jitter: number;
}

function search(history: PodHistory, look: (due: number) => number, margin: number): Draw[] | undefined {
  const chosen: number[] = [];
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { draws, fits, open } = follow(
      history,
      look,
      chosen.map((index) => TRIED[index] ?? 0),
      margin,
    );
    if (fits && !open) return draws;
    if (fits) chosen.push(0);
    else {
      while (chosen.length > 0 && (chosen.at(-1) ?? 0) >= TRIED.length - 1) chosen.pop();
      const last = chosen.pop();
      if (last === undefined) return undefined;
      chosen.push(last + 1);
    }
  }
  return undefined;
}

/** Follows the worker with these jitters up to the last death. `fits`: every start so far came when it was recorded; `open`: a further jitter is needed. */
function follow(
  { statuses, events, deaths }: PodHistory,
  look: (due: number) => number,
  jitters: readonly number[],
  margin: number,
): { readonly draws: Draw[]; readonly fits: boolean; readonly open: boolean } {
  const draws: Draw[] = [];
  let lastSync = Number.NEGATIVE_INFINITY;
  let due = Number.POSITIVE_INFINITY;
  let from = Number.NEGATIVE_INFINITY;
  let again = false;
  const left = [...deaths];
  while (left.length > 0) {
    const event = events.find((at) => at > from) ?? Number.POSITIVE_INFINITY;
    const regular = due === Number.POSITIVE_INFINITY ? due : Math.max(look(due), from);
    const trigger = again ? from : Math.min(event, regular);
    if (trigger === Number.POSITIVE_INFINITY) return { draws, fits: false, open: false };
    const sync = statusNewerThan(statuses, lastSync, trigger);
    if (sync === undefined) return { draws, fits: false, open: false };
    again = events.some((at) => at > trigger && at <= sync);
    let end = sync;
    const death = left[0];
    if (death !== undefined && death.sent <= sync) {
      if (Math.abs(death.runs - sync) > NEAR) return { draws, fits: false, open: false };
      end = Math.max(sync, death.runs);
      left.shift();
    } else if (death !== undefined && death.runs < sync) return { draws, fits: false, open: false };
    if (
      trigger === regular &&
      sync === trigger &&
      deaths.some(({ listed, sent }) => Math.abs(sync - listed) < margin || Math.abs(sync - sent) < margin)
    )
      return { draws, fits: false, open: false };
    lastSync = end;
    from = end;
    if (draws.length >= jitters.length) return { draws, fits: true, open: left.length > 0 };
    const jitter = jitters[draws.length] ?? 0;
    draws.push({ at: end, jitter });
    due = end + RESYNC * (1 + jitter);
  }
  return { draws, fits: true, open: false };
}

/** When a worker that asks at this time gets a status newer than its last sync. */
function statusNewerThan(statuses: readonly Status[], than: number, at: number): number | undefined {
  for (const { from, of } of statuses) if (of > than) return Math.max(from, at);
  return undefined;
}
