/** State at this moment as rows for other programs: one object a moment of a process, from the same summary that the page shows. */
import { nodeNameOf } from '../../inference/nodeName.ts';
import type { ProvenHistory } from '../../inference/history.ts';
import { livedUntil } from '../../inference/streams/livedUntil.ts';
import { type Duration, type Instant } from '../../kubelet/time.ts';
import type { Moments } from './buildMoment.ts';
import type { Known, MomentLoop, MomentSummary } from './moment.ts';

/** A part that is true, false or unknown (null); `proven`: lines prove it. */
interface StateFlag {
  readonly likely: boolean | null;
  readonly proven: boolean;
}

/** One row. `time` is written by the caller: texts are made at the edge. */
export interface StateRow {
  readonly process: string;
  readonly pid?: number;
  readonly node?: string;
  /** Seconds since the last listed relist began; null: none yet, or nothing is known; `max` null: nothing bounds it. */
  readonly staleness: { readonly likely: number | null; readonly min: number | null; readonly max: number | null };
  /** Seconds. */
  readonly threshold: number;
  readonly relistRunning: StateFlag;
  readonly healthy: StateFlag;
  readonly loop: { readonly likely: 'working' | 'blocked' | 'skipping' | 'waiting' | null; readonly proven: boolean };
}

/** The summary as a row. */
export function stateRow(
  history: ProvenHistory,
  { process: id, staleness, relist, health, loop }: MomentSummary,
): StateRow {
  const process = history.processes.find((one) => one.id === id);
  const node = nodeNameOf(history, process?.node);
  return {
    process: id,
    ...(process?.pid === undefined ? {} : { pid: process.pid }),
    ...(node === undefined ? {} : { node }),
    staleness: {
      likely: known(staleness.seconds),
      min: staleness.never === true ? null : known(staleness.min),
      max: staleness.never === true ? null : known(staleness.max),
    },
    threshold: staleness.threshold,
    relistRunning: flag(relist.running, relist.known),
    healthy: flag(health.healthy, health.known),
    loop: { likely: loopState(loop), proven: loop.known === 'proven' },
  };
}

/** Each moment of a process within a window, `every` apart on whole steps; one after another, so that the model runs once over them all. */
export function* summariesEvery(
  history: ProvenHistory,
  moments: Moments,
  every: Duration,
  window: { readonly from?: Instant; readonly to?: Instant },
): Generator<MomentSummary, void, undefined> {
  for (const process of history.processes) {
    const end = livedUntil(process);
    if (!Number.isFinite(process.from) || !Number.isFinite(end)) continue;
    const to = Math.min(end, window.to ?? end);
    for (
      let step = Math.ceil(Math.max(process.from, window.from ?? process.from) / every);
      step * every <= to;
      step += 1
    ) {
      const summary = moments.summary((step * every) as Instant, process.id);
      if (summary === undefined) continue;
      // Before the sync loop starts the nearest moment is another one, in which the first relist runs already.
      const isBefore = summary.time > step * every;
      yield { ...summary, time: step * every, ...(isBefore ? { relist: { known: 'unknown' } } : {}) };
    }
  }
}

/** The processes that live at a time; where none does, the one that is nearest. */
export function processesAt(history: ProvenHistory, time: Instant): readonly string[] {
  const living = history.processes.filter((process) => process.from <= time && time <= livedUntil(process));
  if (living.length > 0) return living.map(({ id }) => id);
  const away = (process: ProvenHistory['processes'][number]): number =>
    Math.max(0, process.from - time, time - livedUntil(process));
  return [...history.processes]
    .sort((a, b) => away(a) - away(b))
    .slice(0, 1)
    .map(({ id }) => id);
}

function known(value: number | undefined): number | null {
  return value === undefined || !Number.isFinite(value) ? null : Math.round(value * 1e6) / 1e6;
}

function flag(value: boolean | undefined, by: Known): StateFlag {
  return { likely: value ?? null, proven: value !== undefined && by === 'proven' };
}

function loopState({ state }: MomentLoop): StateRow['loop']['likely'] {
  switch (state) {
    case 'working':
    case 'housekeeping':
      return 'working';
    case 'blocked':
    case 'skipping':
    case 'waiting':
      return state;
    case 'not-started':
    case 'ended':
    case 'unknown':
      return null;
  }
}
