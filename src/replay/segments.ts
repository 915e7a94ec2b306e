/**
 * Fits the model's inputs on a part of the facts. A run of skips is cut into segments within which nothing changes from outside: the same last listed relist, the
 * same answers of Status. The first skip of each segment is what the inputs are fitted on; the others are for the model to predict.
 *
 * A change must be believable, else it is no input but a skip that the replay cannot explain: a relist never goes back and is named by the next skip too; a good
 * Status holds for 30 s; the reasons of a start never come back.
 */
import { countLeading } from '../kubelet/ordered.ts';
import { BASE_RUNTIME_SYNC_THRESHOLD } from '../kubelet/constants.ts';
import { type Duration, type Instant, seconds } from '../kubelet/time.ts';
import type { LoggedSkip, ReplayProcess } from './loggedSkips.ts';
import type { ModelledKind } from './modelledKinds.ts';
import type { Run } from './runs.ts';

/** What the kubelet's calls get from the segment's first skip on. */
export interface SegmentInputs {
  /** `never`: nothing was listed yet; `hangs`: no relist was listed since `lastListed`; `works`: listed every second, until `lastListed` if that lies ahead. */
  readonly relists: 'never' | 'hangs' | 'works';
  /** Start of the last listed relist; missing when no skip tells of one. */
  readonly lastListed?: Instant;
  /** How old that one may be, as the skip that names it says: ten minutes with Evented PLEG, three from when it gave up. */
  readonly threshold: Duration;
  /** `never`: no good answer yet; `fails`: the last good one is older than 30 s; `works`. */
  readonly status: 'never' | 'fails' | 'works';
  readonly runtimeReady: boolean;
  /** Reasons without an input of the model; when there are no others, the model is made to skip by a Status that never answers. */
  readonly others: string;
  readonly onlyOthers: boolean;
}

export interface Segment {
  /** Index of its first skip in the run. */
  readonly from: number;
  /** Index behind its last skip. */
  readonly to: number;
  readonly inputs: SegmentInputs;
  /** Skips on which the inputs were fitted. */
  readonly fitted: readonly LoggedSkip[];
}

/** A new relist raises the named start by at least its period. */
const NEW_RELIST: Duration = seconds(0.99);

/** Cuts a run into segments; at least one. */
export function segmentsOf(run: Run, of: ReplayProcess): readonly Segment[] {
  const { skips } = run;
  const segments: Segment[] = [];
  let from = 0;
  let inputs = fit(skips, 0, of);
  let fitted: LoggedSkip[] = skips.slice(0, 1);
  let named = skips[0]?.named;
  for (let at = 1; at < skips.length; at += 1) {
    const skip = skips[at];
    if (skip === undefined) continue;
    if (
      named === undefined &&
      skip.named !== undefined &&
      inputs.lastListed !== undefined &&
      Math.abs(skip.named - inputs.lastListed) <= of.precision.elapsed
    ) {
      // The first skip that names the relist gave it; that the threshold passed just now is for the model to say.
      named = skip.named;
      fitted.push(skip);
    }
    if (!changes(run, at, inputs, of)) continue;
    segments.push({ from, to: at, inputs, fitted });
    from = at;
    inputs = fit(skips, at, of);
    fitted = [skip];
    named = skip.named;
  }
  if (skips.length > 0) segments.push({ from, to: skips.length, inputs, fitted });
  return segments;
}

/** The inputs that a skip and what follows it show. */
function fit(skips: readonly LoggedSkip[], at: number, of: ReplayProcess): SegmentInputs {
  const skip = skips[at];
  const kinds: ReadonlySet<ModelledKind> = skip?.kinds ?? new Set();
  const time = skip?.time ?? (0 as Instant);
  const witness = witnessed(skips, at, of);
  const threshold = witness?.threshold ?? of.threshold;
  // Evented PLEG allowed ten minutes, until it gave up.
  const allowed =
    of.profile.eventedPleg && !kinds.has('stale') && witness?.named !== undefined && time - witness.named > threshold;
  // Lines that are cut before they name their relist: one that is just too old.
  const unnamed = kinds.has('stale') ? ((time - threshold - NEW_RELIST) as Instant) : undefined;
  const lastListed = allowed ? undefined : (witness?.named ?? unnamed);
  const oldStart = of.profile.beforeFirstStatus === 'runtime-down' && kinds.has('never') && kinds.has('down');
  return {
    relists: kinds.has('never') ? 'never' : lastListed !== undefined && lastListed <= time ? 'hangs' : 'works',
    ...(kinds.has('never') || lastListed === undefined ? {} : { lastListed }),
    threshold,
    status: kinds.has('statusUnknown') || oldStart ? 'never' : kinds.has('down') ? 'fails' : 'works',
    runtimeReady: !kinds.has('notReady'),
    others: skip?.others ?? '',
    onlyOthers: kinds.size === 0,
  };
}

/**
 * The skip itself if it names a relist, or the next one that does. The two skips after that one can overrule it: where both name one and the same relist that cannot have
 * followed (an older one, a newer one by less than a period, or one that was over before, because a later relist had failed by then), the first of the three is
 * the odd one out and the second one is given.
 */
function witnessed(skips: readonly LoggedSkip[], at: number, of: ReplayProcess): LoggedSkip | undefined {
  let index = at;
  while (index < skips.length && skips[index]?.named === undefined) index += 1;
  const first = skips[index];
  if (first?.named === undefined) return undefined;
  const second = skips[index + 1];
  const third = skips[index + 2]?.named;
  const { elapsed } = of.precision;
  if (second?.named === undefined || third === undefined || Math.abs(third - second.named) > elapsed) return first;
  const followed =
    Math.abs(second.named - first.named) <= elapsed ||
    (second.named - first.named >= NEW_RELIST && !wasOver(of, second.named, first.time));
  return followed ? first : second;
}

/** A relist that began after the listed one of `start` failed, and had begun by `time`: relists never overlap, so that one was over. */
function wasOver({ failed }: ReplayProcess, start: Instant, time: Instant): boolean {
  const next = failed[countLeading(failed, (relist) => relist.end <= start + NEW_RELIST)];
  return next !== undefined && next.start >= start && next.start < time;
}

/** A skip from `at` on that names a relist. */
function nextNamed(skips: readonly LoggedSkip[], at: number): LoggedSkip | undefined {
  for (let index = at; index < skips.length; index += 1) if (skips[index]?.named !== undefined) return skips[index];
  return undefined;
}

/** True if the skip shows a believable change of what its calls get. */
function changes(run: Run, at: number, inputs: SegmentInputs, of: ReplayProcess): boolean {
  const { skips } = run;
  return (
    newRelist(run, at, inputs, of) ||
    eventedGivesUp(skips[at], inputs, of) ||
    relistsResume(skips, at, inputs, of) ||
    statusChanges(skips, at, inputs) ||
    readinessChanges(skips, at, inputs) ||
    startEnds(skips, at, inputs) ||
    othersChange(skips, at, inputs)
  );
}

/** A newer relist: named later by a second or more, and the next skip that names one agrees (the last one of a run has no witness). */
function newRelist(run: Run, at: number, inputs: SegmentInputs, of: ReplayProcess): boolean {
  const { skips } = run;
  const named = skips[at]?.named;
  if (named === undefined || inputs.lastListed === undefined || named - inputs.lastListed < NEW_RELIST) return false;
  // All times shift together when the wall clock steps; that is no relist.
  const before = skips[at - 1]?.named;
  const missed = run.missed[at] ?? 0;
  if (
    before !== undefined &&
    Math.abs(missed) > of.precision.elapsed &&
    Math.abs(named - before - missed) <= of.precision.elapsed
  )
    return false;
  const witness = nextNamed(skips, at + 1)?.named;
  return witness === undefined || witness >= named - of.precision.elapsed;
}

/** The relist is no longer too old, while other reasons go on: then the next one named is newer. */
function relistsResume(skips: readonly LoggedSkip[], at: number, inputs: SegmentInputs, of: ReplayProcess): boolean {
  const skip = skips[at];
  if (
    skip === undefined ||
    inputs.relists === 'never' ||
    inputs.lastListed === undefined ||
    skip.kinds.has('stale') ||
    skip.kinds.has('never')
  )
    return false;
  if (skip.time - inputs.lastListed <= inputs.threshold) return false;
  const next = nextNamed(skips, at + 1)?.named;
  if (next === undefined || next - inputs.lastListed >= NEW_RELIST) return true;
  // Of Evented PLEG the threshold is another until it gives up.
  return of.profile.eventedPleg && skips[at - 1]?.kinds.has('stale') === false;
}

/** Evented PLEG gave up: a relist that ten minutes were allowed for is too old at once. */
function eventedGivesUp(skip: LoggedSkip | undefined, inputs: SegmentInputs, of: ReplayProcess): boolean {
  return (
    of.profile.eventedPleg && inputs.relists === 'works' && inputs.lastListed === undefined && skip?.named !== undefined
  );
}

/** `container runtime is down` comes 30 s after the last good Status and goes with a good one, which then holds for 30 s. */
function statusChanges(skips: readonly LoggedSkip[], at: number, inputs: SegmentInputs): boolean {
  const skip = skips[at];
  const before = skips[at - 1];
  if (skip === undefined || before === undefined || inputs.status === 'never') return false;
  const down = skip.kinds.has('down');
  if (down === (inputs.status === 'fails')) return false;
  if (down) {
    for (let index = at - 1; index >= 0; index -= 1) {
      const earlier = skips[index];
      if (earlier === undefined || skip.time - earlier.time >= BASE_RUNTIME_SYNC_THRESHOLD) break;
      // It was down less than 30 s ago and good since: the good Status still holds.
      if (earlier.kinds.has('down')) return false;
    }
    return true;
  }
  for (let index = at + 1; index < skips.length; index += 1) {
    const later = skips[index];
    if (later === undefined || later.time - before.time >= BASE_RUNTIME_SYNC_THRESHOLD) break;
    if (later.kinds.has('down')) return false;
  }
  return true;
}

/** RuntimeReady changes with a Status answer; a single skip that differs from both neighbours is not believed. */
function readinessChanges(skips: readonly LoggedSkip[], at: number, inputs: SegmentInputs): boolean {
  const ready = !(skips[at]?.kinds.has('notReady') ?? false);
  if (ready === inputs.runtimeReady) return false;
  const next = skips[at + 1];
  return next === undefined || ready === !next.kinds.has('notReady');
}

/** The reasons of a start end, each once. */
function startEnds(skips: readonly LoggedSkip[], at: number, inputs: SegmentInputs): boolean {
  const skip = skips[at];
  const next = skips[at + 1];
  if (skip === undefined) return false;
  const plegEnds = inputs.relists === 'never' && !skip.kinds.has('never') && next?.kinds.has('never') !== true;
  const statusEnds =
    inputs.status === 'never' &&
    !skip.kinds.has('statusUnknown') &&
    !(skip.kinds.has('down') && skip.kinds.has('never')) &&
    next?.kinds.has('statusUnknown') !== true;
  return plegEnds || statusEnds;
}

/** Reasons without an input of the model: believed when the next skip has the same, or none follows. */
function othersChange(skips: readonly LoggedSkip[], at: number, inputs: SegmentInputs): boolean {
  const others = skips[at]?.others ?? '';
  const onlyOthers = skips[at]?.kinds.size === 0;
  if (others === inputs.others && onlyOthers === inputs.onlyOthers) return false;
  const next = skips[at + 1];
  return next === undefined || (next.others === others && (next.kinds.size === 0) === onlyOthers);
}
