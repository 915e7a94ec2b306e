import { BASE_RUNTIME_SYNC_THRESHOLD, RELIST_PERIOD, RUNTIME_STATUS_PERIOD } from '../kubelet/constants.ts';
import { formatGoDuration, goDurationToMicroseconds } from '../kubelet/goDuration.ts';
import { DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../kubelet/settings.ts';
import { profileFor } from '../kubelet/profile.ts';
import { type Duration, milliseconds, seconds } from '../kubelet/time.ts';
import { type KubeletVersion, NEWEST_KNOWN_VERSION } from '../kubelet/version.ts';
import type { InspectFailedFact, RelistFailedFact } from '../messages/fact.ts';
import type { Setting } from './history.ts';
import type { ProcessLedger } from './ledger.ts';
import { BEFORE_ALL, inOrder, lineOf } from './lines.ts';
import { inspectionsOfPleg, ONE_FAILURE } from './ownInspections.ts';
import { CHECK_TO_LINE } from './rules/waits.ts';
import { type FruitlessStatus, timedOut } from './statusCalls.ts';
import { usesEvented } from './usesEvented.ts';

const FLAG = 'runtime-request-timeout';
/** Waits of one time-out differ by no more. */
const ALIKE: Duration = milliseconds(500);
/** A call that fails faster was not given up by the kubelet. */
const SHORTEST: Duration = seconds(1);
const CHOSEN_STEP: Duration = seconds(5);

/**
 * The time-out of calls to the runtime: what the flag says where it was given; else what the lines show, where they contradict the default; `undefined` where
 * only the default is left. The flags that a kubelet prints do not show what its configuration file says, so the default among them proves nothing.
 * Global relists never overlap and stand a second apart (pkg/kubelet/pleg/generic.go), so of two that timed out one after the other the second waited no longer
 * than from a second after the first. A shorter time-out is shown by a wait that came twice, a longer one only together with a slow housekeeping, which makes
 * the same call: a line between could be missing.
 */
export function timeoutSettingOf(ledger: ProcessLedger, version: KubeletVersion | undefined): Setting | undefined {
  const flag = ledger.settings.get(FLAG);
  const said = flag === undefined ? undefined : goDurationToMicroseconds(flag.value);
  if (said !== undefined && said !== DEFAULT_RUNTIME_REQUEST_TIMEOUT) return flag;
  const shown = usesEvented(ledger) ? undefined : shownWait(ledger, version);
  if (shown === undefined) return flag;
  return { value: formatGoDuration(BigInt(Math.round(shown.wait / 1_000_000)) * 1_000_000_000n), known: 'logged', evidence: lineOf(shown.fact) };
}

/** How long a call to the runtime that timed out had run, as far as lines tell; both bounds are equal where the setting is known or only assumed. */
export interface CallTimeout {
  readonly min: Duration;
  readonly max: Duration;
  /** False where the default is assumed, and no wait shows it. */
  readonly shown: boolean;
}

/**
 * Bounds of the time that a call to the runtime had run when it timed out. A setting that lines say or show is exact, and so is the default as long as nothing
 * contradicts it. A call that timed out and cannot have run that long contradicts it: the setting is shorter, or the runtime gave up itself, so that nothing
 * tells more of any call than that it was shorter. `setting` is what `timeoutSettingOf` gave.
 */
export function callTimeoutOf(ledger: ProcessLedger, version: KubeletVersion | undefined, setting: Setting | undefined): CallTimeout {
  const said = setting === undefined ? undefined : goDurationToMicroseconds(setting.value);
  if (said !== undefined && said !== DEFAULT_RUNTIME_REQUEST_TIMEOUT) return { min: said, max: said, shown: true };
  const holds = longestWait(ledger, version) > DEFAULT_RUNTIME_REQUEST_TIMEOUT - ALIKE;
  return { min: holds ? DEFAULT_RUNTIME_REQUEST_TIMEOUT : (0 as Duration), max: DEFAULT_RUNTIME_REQUEST_TIMEOUT, shown: holds && showsDefault(ledger) };
}

/** Whether some wait was as long as the default: of a relist or a Status call that follows one, or of a housekeeping with one or two calls. */
function showsDefault(ledger: ProcessLedger): boolean {
  const like = (wait: number): boolean => Math.abs(wait - DEFAULT_RUNTIME_REQUEST_TIMEOUT) <= ALIKE;
  if (waitsOf(ledger.relistFailures).some(({ wait }) => like(wait)) || ledger.slowHousekeeping.some(({ took }) => like(took) || like(took / 2))) return true;
  const statuses = inOrder(ledger.statusFailures);
  return statuses.some((fact, index) => timedOut(fact) && like(fact.time - (statuses[index - 1]?.time ?? fact.time) - RUNTIME_STATUS_PERIOD));
}

/** What the shortest of the calls that timed out can have run at most. PLEG makes one call at a time, of any kind, and begins no earlier than its life. */
function longestWait(ledger: ProcessLedger, version: KubeletVersion | undefined): number {
  const began = ledger.startedInLog ? ledger.from : undefined;
  const statuses = inOrder(ledger.statusFailures);
  let longest = Number.POSITIVE_INFINITY;
  statuses.forEach((fact, index) => {
    if (timedOut(fact)) longest = Math.min(longest, fact.time - statusBeganAfter(ledger, fact, statuses[index - 1]));
  });
  if (usesEvented(ledger)) return longest;
  let before = began;
  const inspections = inspectionsOfPleg(inOrder(ledger.inspectFailures), version ?? NEWEST_KNOWN_VERSION);
  for (const { time, error } of inOrder<RelistFailedFact | InspectFailedFact>([...ledger.relistFailures, ...inspections])) {
    if (before !== undefined && time - before < ONE_FAILURE) continue;
    if (error.code === 'DeadlineExceeded' && before !== undefined) longest = Math.min(longest, time - before);
    before = time;
  }
  return longest;
}

/**
 * Before this time no failed Status call began, the lines say. The kubelet makes one at a time (updateRuntimeUp holds a lock), so not before the end of the
 * failed one `before`; and the first that fails after a healthy check comes after a good one less than 30 s before that check.
 */
export function statusBeganAfter(ledger: ProcessLedger, failed: FruitlessStatus, before: FruitlessStatus | undefined): number {
  const began = ledger.startedInLog ? ledger.from : undefined;
  const turn = ledger.turns.lastBefore(failed.time);
  return Math.max(began ?? BEFORE_ALL, before?.time ?? BEFORE_ALL, turn === undefined ? BEFORE_ALL : turn.time - CHECK_TO_LINE - BASE_RUNTIME_SYNC_THRESHOLD);
}

interface Wait {
  readonly wait: Duration;
  readonly fact: RelistFailedFact;
}

function shownWait(ledger: ProcessLedger, version: KubeletVersion | undefined): Wait | undefined {
  const waits = waitsOf(ledger.relistFailures);
  const shortest = waits.reduce<Wait | undefined>((least, one) => (least === undefined || one.wait < least.wait ? one : least), undefined);
  if (shortest === undefined || shortest.wait < SHORTEST || Math.abs(shortest.wait - DEFAULT_RUNTIME_REQUEST_TIMEOUT) <= 2 * SHORTEST) return undefined;
  const like = (wait: number): boolean => Math.abs(wait - shortest.wait) <= ALIKE;
  const isOfHousekeeping = ledger.slowHousekeeping.some(({ took }) => like(took));
  // Evented PLEG makes no pause, at -v=0 without a line: a second less than the setting is no setting that anybody chose.
  if (!isOfHousekeeping && !isChosen(shortest.wait) && isChosen(shortest.wait + RELIST_PERIOD)) return undefined;
  if (shortest.wait < DEFAULT_RUNTIME_REQUEST_TIMEOUT) return isOfHousekeeping || waits.some((one) => one !== shortest && like(one.wait)) ? shortest : undefined;
  // In 1.36 the relist of a single pod can lie between two global ones and wait as long.
  return isOfHousekeeping && !profileFor(version ?? NEWEST_KNOWN_VERSION).onDemandRelist ? shortest : undefined;
}

/** A setting that somebody wrote: whole steps of five seconds. */
function isChosen(wait: number): boolean {
  const rest = wait % CHOSEN_STEP;
  return Math.min(rest, CHOSEN_STEP - rest) <= ALIKE / 2;
}

/** From a second after a relist that timed out to the end of the next one, where that timed out too. */
function waitsOf(failures: readonly RelistFailedFact[]): readonly Wait[] {
  const waits: Wait[] = [];
  let before: RelistFailedFact | undefined;
  for (const fact of failures) {
    if (fact.scope !== 'all') continue;
    const timedOut = fact.error.code === 'DeadlineExceeded';
    if (timedOut && before !== undefined) waits.push({ wait: (fact.time - before.time - RELIST_PERIOD) as Duration, fact });
    before = timedOut ? fact : undefined;
  }
  return waits;
}
