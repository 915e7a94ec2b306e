/** The skips of one process as the replay compares them: when, with which kinds of reason, and which relist they name. */
import { appendTo } from '../kubelet/groups.ts';
import type { KubeletProcess, ProvenHistory, Skip } from '../inference/history.ts';
import { RELIST_THRESHOLD } from '../kubelet/constants.ts';
import { type KubeletProfile, profileFor } from '../kubelet/profile.ts';
import type { SkipReasonKind } from '../kubelet/skipReason.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../kubelet/time.ts';
import { NEWEST_KNOWN_VERSION } from '../kubelet/version.ts';
import { modelled, type ModelledKind, modelledKinds } from './modelledKinds.ts';
import { Predictor } from './predict.ts';

export interface LoggedSkip {
  readonly skip: Skip;
  readonly time: Instant;
  readonly kinds: ReadonlySet<ModelledKind>;
  /** Kinds that no input of the model stands for (an error of the initialisation, say): carried along, compared for change. */
  readonly others: string;
  /** Start of the last listed relist that it names. */
  readonly named?: Instant;
  /** The threshold that it names. */
  readonly threshold?: Duration;
  /** Skips of the same process between the one before and this one are not kept. */
  readonly isAfterFolded?: true;
}

/** How exact the stamps of a log are, and what the comparison may allow: all from measurement on real runs, none from the log at hand. */
interface Precision {
  /** A skip can stand this much before its time: stamps of klog step back by less. */
  readonly early: Duration;
  /** A loaded loop is late by up to this after a sleep (193 ms was the most in 1,100 sleeps of real runs). */
  readonly late: Duration;
  /** Two skips that name the same relist differ by less. */
  readonly elapsed: Duration;
}

/** A relist that ended with an error: it began by `start`, and its line stands at `end`. */
interface FailedRelist {
  readonly start: Instant;
  readonly end: Instant;
}

/** Everything that is the same for all runs of a process. */
export interface ReplayProcess {
  readonly process: KubeletProcess;
  readonly profile: KubeletProfile;
  readonly skips: readonly LoggedSkip[];
  /** Skips whose time could not be read. */
  readonly withoutTime: readonly Skip[];
  readonly precision: Precision;
  /** The first one that a skip names: no later one is above it, because Evented PLEG that gave up does not come back. */
  readonly threshold: Duration;
  readonly predictor: Predictor;
  /** Relists of all pods that failed, in order of their end: no relist was under way beside them. */
  readonly failed: readonly FailedRelist[];
  /** How much time in holes of the log the model may still look over, all runs together. */
  readonly holes: { left: number };
}

const HOLE_BUDGET: Duration = seconds(24 * 3600);

/** Collects the skips by process, in the order of the log (time decides only in a log that runs backwards, or whose parts stand in another order). */
export function replayProcesses(history: ProvenHistory): readonly ReplayProcess[] {
  const byProcess = skipsByProcess(history);
  const failed = failedByProcess(history);
  const isSetBack = history.gaps.some(({ why }) => why === 'clock-step');
  return history.processes.map((process) => {
    const skips = inOrder(
      (byProcess.get(process.id) ?? []).filter((skip) => Number.isFinite(skip.time)),
      isSetBack,
    ).map(read);
    const profile = profileOf(process, skips);
    const threshold = thresholdOf(skips);
    return {
      process,
      skips,
      withoutTime: (byProcess.get(process.id) ?? []).filter((skip) => !Number.isFinite(skip.time)),
      profile,
      precision: precisionOf(skips),
      threshold,
      predictor: new Predictor(profile),
      failed: failed.get(process.id) ?? [],
      holes: { left: HOLE_BUDGET },
    };
  });
}

function skipsByProcess({ skips }: ProvenHistory): ReadonlyMap<string, readonly Skip[]> {
  const byProcess = new Map<string, Skip[]>();
  let last: Skip[] | undefined;
  for (const skip of skips) {
    if (last?.[0]?.process !== skip.process) {
      last = byProcess.get(skip.process);
      if (last === undefined) byProcess.set(skip.process, (last = []));
    }
    last.push(skip);
  }
  return byProcess;
}

function failedByProcess(history: ProvenHistory): ReadonlyMap<string, readonly FailedRelist[]> {
  const byProcess = new Map<string, FailedRelist[]>();
  for (const { process, scope, outcome, start, end } of history.relists) {
    if (scope !== 'all' || outcome !== 'list-failed' || end === undefined) continue;
    appendTo(byProcess, process, { start: start.max, end: end.max });
  }
  for (const list of byProcess.values()) list.sort((a, b) => a.end - b.end);
  return byProcess;
}

function read(skip: Skip): LoggedSkip {
  return skip.foldedBefore === undefined ? readKept(skip) : { ...readKept(skip), isAfterFolded: true };
}

function readKept(skip: Skip): LoggedSkip {
  const { time, lastRelist } = skip;
  const kinds = modelledKinds(skip.reasons);
  const others = othersOf(skip);
  if (lastRelist === undefined || !Number.isFinite(lastRelist)) return { skip, time, kinds, others };
  const threshold = namedThreshold(skip);
  return { skip, time, kinds, others, named: lastRelist, ...(threshold === undefined ? {} : { threshold }) };
}

function othersOf({ reasons }: Skip): string {
  const others: SkipReasonKind[] = [];
  for (const { kind } of reasons) if (modelled(kind) === undefined) others.push(kind);
  return others.length === 0 ? '' : others.sort().join(' ');
}

function inOrder(skips: Skip[], isSetBack: boolean): readonly Skip[] {
  let back = 0;
  for (let at = 1; at < skips.length; at += 1) if ((skips[at]?.time ?? 0) < (skips[at - 1]?.time ?? 0)) back += 1;
  return back > (isSetBack ? skips.length / 2 : 0) ? [...skips].sort((a, b) => a.time - b.time) : skips;
}

/** The version that is known, else the best guess, else the oldest it can be, else the newest; a start that sleeps 5 s at once belongs to 1.9 or older. */
function profileOf(process: KubeletProcess, skips: readonly LoggedSkip[]): KubeletProfile {
  const version = process.version ?? process.assumedVersion ?? process.versionRange?.min ?? process.versionRange?.max;
  if (version !== undefined) return profileFor(version);
  const [first, second] = skips;
  const fixed =
    process.startedInLog &&
    first !== undefined &&
    second !== undefined &&
    second.time - first.time >= seconds(4.9) &&
    second.time - first.time <= seconds(5.5);
  return profileFor(fixed ? { major: 1, minor: 9 } : NEWEST_KNOWN_VERSION);
}

/** A log without klog headers can have stamps of whole seconds only; then nothing finer can be compared. */
function precisionOf(skips: readonly LoggedSkip[]): Precision {
  const whole = skips.length >= 3 && skips.every((skip) => skip.time % 1_000_000 === 0);
  const grain = whole ? seconds(1) : seconds(0);
  return {
    early: (milliseconds(5) + grain) as Duration,
    late: (milliseconds(250) + grain) as Duration,
    elapsed: (milliseconds(300) + grain) as Duration,
  };
}

function thresholdOf(skips: readonly LoggedSkip[]): Duration {
  for (const { skip } of skips) {
    const threshold = namedThreshold(skip);
    if (threshold !== undefined) return threshold;
  }
  return RELIST_THRESHOLD;
}

function namedThreshold({ reasons }: Skip): Duration | undefined {
  for (const { threshold } of reasons) if (threshold !== undefined && threshold > 0) return threshold;
  return undefined;
}
