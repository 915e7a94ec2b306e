/**
 * The ordinary pace of a recorded kubelet, and the times in which its host was busy. One rule for all records: a relist is busy if the own work on its listing and its inspections and the lateness of its
 * timer together (of a relist of a single pod the work on its calls, of a slowed inspection the wait before a call) are more than BUSY times the lower quartile of the record's relists, which are those that
 * nothing disturbed. The ordinary pace is the mean of the others (a mean, so that their sum is kept); a busy relist gets its own measures.
 */
import { mean, quantile } from './numbers.ts';
import { type Gap, type PodRelistWork, type RelistWork, SECOND } from './ownWork.ts';

/** How many times what an undisturbed relist costs is busy. */
export const BUSY = 2;
/** Relists up to this part of all were undisturbed. */
const QUIET = 0.25;

/** A busy time begins so long before the end of the pause and ends so long behind its relist, because a simulated relist is not there to the millisecond. */
const BEFORE = 0.45 * SECOND;
const BEHIND = 0.2 * SECOND;

export interface Pace {
  readonly callWork?: number;
  readonly inspectionWork?: number;
  readonly listWork?: number;
  readonly timerLateness?: number;
}

export interface BusyTime extends Pace {
  readonly from: number;
  readonly to: number;
}

export interface HostPace {
  readonly ordinary: Pace;
  readonly busy: readonly BusyTime[];
}

export function hostPaceOf(
  works: readonly RelistWork[],
  podWorks: readonly PodRelistWork[],
  gaps: readonly Gap[],
): HostPace {
  const costs = works.map(costOf);
  const limit =
    BUSY *
    quantile(
      costs.filter((cost) => cost !== undefined),
      QUIET,
    );
  const isBusy = costs.map((cost) => (cost ?? 0) > limit);
  const ordinary = works.filter((_, index) => isBusy[index] !== true);
  const calls = ordinary.flatMap(({ before, between }) =>
    before === undefined || between === undefined ? [] : [before, between],
  );
  const cores = [
    ...works.flatMap((work, index) => coresOf(work).map((core) => ({ ...core, busy: isBusy[index] === true }))),
    ...gaps.map(({ from, to }): Core => ({ from, to, busy: to - from > limit, pace: { inspectionWork: to - from } })),
    ...podWorks.map(({ start, end, cost, perCall }): Core => ({
      from: start,
      to: end,
      busy: cost > limit,
      pace: { inspectionWork: perCall, listWork: 0 },
    })),
  ];
  return {
    ordinary: {
      callWork: mean(calls),
      inspectionWork: mean(ordinary.flatMap(({ perInspection }) => perInspection ?? [])),
      listWork: mean(ordinary.flatMap(({ after }) => after ?? [])),
      timerLateness: mean(ordinary.flatMap(({ lateness }) => lateness ?? [])),
    },
    busy: withMargins(cores),
  };
}

/** A time of which the record says what it cost. */
interface Core {
  readonly from: number;
  readonly to: number;
  readonly busy: boolean;
  readonly pace: Pace;
}

/** What a relist costs beside the answers; `undefined` where it was not listed. */
function costOf({ before, between, after, inspections, lateness }: RelistWork): number | undefined {
  if (before === undefined || between === undefined || after === undefined) return lateness;
  return before + between + after + (inspections ?? 0) + (lateness ?? 0);
}

function coresOf(work: RelistWork): Omit<Core, 'busy'>[] {
  const {
    relist,
    before,
    between,
    after,
    firstAnswer,
    secondAnswer,
    perInspection,
    lateness,
    due = relist.start,
  } = work;
  const timer = lateness === undefined ? {} : { timerLateness: lateness };
  if (
    before === undefined ||
    between === undefined ||
    after === undefined ||
    firstAnswer === undefined ||
    secondAnswer === undefined
  )
    return [{ from: due, to: relist.start, pace: timer }];
  const listed = relist.listed ?? relist.start;
  const inspection = perInspection === undefined ? {} : { inspectionWork: perInspection };
  const end = perInspection === undefined ? listed : (relist.ended ?? listed);
  // A call that the runtime held up: what comes behind it has a time of its own.
  const held = [firstAnswer - relist.start - before >= SECOND, secondAnswer - firstAnswer - between >= SECOND];
  if (held[0] === true) {
    const first = { from: due, to: relist.start + before, pace: { callWork: before, ...timer } };
    if (held[1] !== true)
      return [first, { from: firstAnswer, to: end, pace: { callWork: between, listWork: after, ...inspection } }];
    return [
      first,
      { from: firstAnswer, to: firstAnswer + between, pace: { callWork: between } },
      { from: secondAnswer, to: end, pace: { listWork: after, ...inspection } },
    ];
  }
  const callWork = (before + between) / 2;
  if (held[1] === true)
    return [
      { from: due, to: firstAnswer + between, pace: { callWork, ...timer } },
      { from: secondAnswer, to: end, pace: { listWork: after, ...inspection } },
    ];
  return [{ from: due, to: end, pace: { callWork, listWork: after, ...inspection, ...timer } }];
}

/** A busy time reaches beyond its core, as far as the margins go, but not more than half way to the next core. */
function withMargins(cores: readonly Core[]): BusyTime[] {
  const sorted = cores.toSorted((a, b) => a.from - b.from);
  let end = 0;
  return sorted.flatMap(({ from, to, busy, pace }, index) => {
    if (!busy || Object.keys(pace).length === 0) return [];
    const [before, next] = [sorted[index - 1]?.to ?? 0, sorted[index + 1]?.from ?? Number.POSITIVE_INFINITY];
    const [first, last] = [Math.max(from - BEFORE, (before + from) / 2, end), Math.min(to + BEHIND, (to + next) / 2)];
    if (last <= first) return [];
    end = last;
    return [{ from: first, to: last, ...pace }];
  });
}
