import { leastBy } from '../../kubelet/most.ts';
import { countLeading } from '../../kubelet/ordered.ts';
import { BASE_RUNTIME_SYNC_THRESHOLD, RELIST_PERIOD, RUNTIME_STATUS_PERIOD } from '../../kubelet/constants.ts';
import { formatGoDuration, goDurationToMicroseconds } from '../../kubelet/goDuration.ts';
import { DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../../kubelet/settings.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import type {
  Fact,
  HousekeepingFailedFact,
  HousekeepingSlowFact,
  InspectFailedFact,
  RelistFailedFact,
} from '../../messages/fact.ts';
import type { Setting } from '../history.ts';
import type { ProcessLedger } from '../streams/ledger.ts';
import { BEFORE_ALL, inOrder, lineOf } from '../store/lines.ts';
import { inspectionsOfPleg, isSamePod, ONE_FAILURE } from './ownInspections.ts';
import type { PossibleTraits } from '../episodes/possibleTraits.ts';
import { ranIntoTimeout } from '../../messages/texts/timedOut.ts';
import { CHECK_TO_LINE, STAMP_NOISE, TIMEOUT_LAG, TIMEOUT_LEAD } from '../rules/margins.ts';
import { type FruitlessStatus, timedOut } from './statusCalls.ts';
import { usesEvented } from '../streams/usesEvented.ts';
import { type CallKind, SAME_HANG_WITHIN, namedStarts, type WaitedOut, waitedOutIn } from './waitedOut.ts';

const FLAG = 'runtime-request-timeout';
/** Waits of one time-out differ by no more. */
const ALIKE: Duration = milliseconds(500);
/** A call that fails faster was not given up by the kubelet. */
const SHORTEST: Duration = seconds(1);
const CHOSEN_STEP: Duration = seconds(5);
/** So many waits or distances that are one time-out are none of several with lines missing between. */
const IN_A_ROW = 3;
/** The lines of one moment stand this near to each other. */
const SAME_TURN: Duration = milliseconds(50);

/**
 * The time-out of calls to the runtime: what the flag says where it was given; else what the lines show; `undefined` where only the default is left. The flags
 * that a kubelet prints do not show what its configuration file says, so the default among them proves nothing where there is such a file.
 * Global relists never overlap and stand a second apart (pkg/kubelet/pleg/generic.go), so of two that timed out one after the other the second waited no longer
 * than from a second after the first. A shorter time-out is shown by a wait that came three times, or twice and a slow housekeeping as long, which
 * makes the same call; a longer one only with such a housekeeping: lines between could be missing, also of a runtime that gives up sooner itself.
 */
export function timeoutSettingOf(ledger: ProcessLedger, traits: PossibleTraits): Setting | undefined {
  const flag = ledger.settings.get(FLAG);
  const said = flag === undefined ? undefined : goDurationToMicroseconds(flag.value);
  if (said !== undefined && (said !== DEFAULT_RUNTIME_REQUEST_TIMEOUT || hasNoFile(ledger))) return flag;
  const shown = usesEvented(ledger) ? undefined : shownWait(ledger, traits);
  if (
    shown !== undefined &&
    isWholeSetting(shown.wait) &&
    longestWait(ledger, traits) >= settingOf(shown.wait) - TIMEOUT_LEAD - STAMP_NOISE
  )
    return settingShownBy(settingOf(shown.wait), shown.fact);
  const ofDefault = waitOfDefault(ledger, traits);
  return ofDefault === undefined || longestWait(ledger, traits) <= DEFAULT_RUNTIME_REQUEST_TIMEOUT - ALIKE
    ? undefined
    : settingShownBy(DEFAULT_RUNTIME_REQUEST_TIMEOUT, ofDefault);
}

function settingShownBy(timeout: Duration, fact: Fact): Setting {
  return { value: formatGoDuration(BigInt(timeout) * 1000n), known: 'shown', evidence: lineOf(fact) };
}

/** What lines tell of the time-out of calls to the runtime. */
export interface CallTimeout {
  /** No call runs longer; infinite where nothing says or shows it. */
  readonly max: Duration;
  /** How long a call ran that timed out in one of the stretches `waitedOut`; `leastWait` asks them. */
  readonly wait: Duration;
  readonly waitedOut: WaitedOut;
}

/**
 * The time-out of a process's calls. The default is no more than likely where nothing shows it, because the configuration file writes no line. A runtime can give
 * up by itself, before the time-out and with the same words: so a failed call ran so long only where lines show such a wait, and a wait other than the default
 * can be the runtime's own, so that other calls may run longer.
 */
export function callTimeoutOf(ledger: ProcessLedger, traits: PossibleTraits): CallTimeout {
  const setting = timeoutSettingOf(ledger, traits);
  const wait = setting === undefined ? undefined : goDurationToMicroseconds(setting.value);
  if (setting === undefined || wait === undefined)
    return {
      max: Number.POSITIVE_INFINITY as Duration,
      wait: 0 as Duration,
      waitedOut: { list: [], inspect: [], status: [] },
    };
  const isSaid = setting === ledger.settings.get(FLAG) || wait === DEFAULT_RUNTIME_REQUEST_TIMEOUT;
  return {
    max: isSaid ? wait : (Number.POSITIVE_INFINITY as Duration),
    wait,
    waitedOut: waitedOutIn(ledger, traits, wait),
  };
}

/** How long a call that timed out, and failed at a time, had run at least. */
export function leastWait({ wait, waitedOut }: CallTimeout, kind: CallKind, time: Instant): Duration {
  const stretches = waitedOut[kind];
  const stretch = stretches[countLeading(stretches, ({ from }) => from <= time) - 1];
  return stretch !== undefined && time <= stretch.to ? wait : (0 as Duration);
}

/** When a call that timed out, and failed at a time, had begun at the latest. */
export function latestBegin(timeout: CallTimeout, kind: CallKind, time: Instant): Instant {
  return Math.min(time, time - leastWait(timeout, kind, time) + TIMEOUT_LEAD) as Instant;
}

/** True if the kubelet was started without a configuration file: then its flags are all there is. */
function hasNoFile(ledger: ProcessLedger): boolean {
  return ledger.settings.get('config')?.value === '';
}

/** True if a wait is as long as the default. A time-out never fires early; what is shorter by more than stamps differ is something else. */
function isDefault(wait: number): boolean {
  return wait - DEFAULT_RUNTIME_REQUEST_TIMEOUT >= -STAMP_NOISE && wait - DEFAULT_RUNTIME_REQUEST_TIMEOUT <= ALIKE;
}

/** The end of some wait that was as long as the default: of a relist or a Status call that follows one, of a housekeeping, or of a pod's inspections. */
function waitOfDefault(ledger: ProcessLedger, traits: PossibleTraits): Fact | undefined {
  const statuses = inOrder(ledger.statusFailures);
  const hungAgain = (fact: FruitlessStatus, before: FruitlessStatus | undefined): boolean =>
    before !== undefined &&
    timedOut(fact) &&
    timedOut(before) &&
    isDefault(fact.time - before.time - RUNTIME_STATUS_PERIOD);
  return (
    waitsOf(ledger.relistFailures).find(({ wait }) => isDefault(wait))?.fact ??
    hungHousekeepings(
      ledger,
      [...ledger.failedHousekeeping, ...ledger.relistFailures.filter(({ scope }) => scope === 'all')],
      SAME_HANG_WITHIN,
    ).find(({ took }) => isDefault(took)) ??
    statuses.find((fact, index) => hungAgain(fact, statuses[index - 1])) ??
    inspectionOfDefault(ledger, traits)
  );
}

/** The slow housekeepings in order of time near whose end one of these failures is of a call that timed out. Others were answered in the end. */
function hungHousekeepings(
  ledger: ProcessLedger,
  failures: readonly (HousekeepingFailedFact | RelistFailedFact)[],
  near: Duration,
): readonly HousekeepingSlowFact[] {
  const failed = inOrder<HousekeepingFailedFact | RelistFailedFact>(failures).filter(({ error }) =>
    ranIntoTimeout(error),
  );
  return inOrder(ledger.slowHousekeeping).filter(({ time }) => {
    const own = failed[countLeading(failed, (one) => one.time < time - near)];
    return own !== undefined && own.time <= time + near;
  });
}

/** What the shortest of the calls that timed out can have run at most. A housekeeping made its call after it began. PLEG makes one call at a time, of any kind, and begins no earlier than its process. */
function longestWait(ledger: ProcessLedger, traits: PossibleTraits): number {
  const began = ledger.startedInLog ? ledger.from : undefined;
  const statuses = inOrder(ledger.statusFailures);
  let longest = Number.POSITIVE_INFINITY;
  statuses.forEach((fact, index) => {
    if (timedOut(fact)) longest = Math.min(longest, fact.time - statusBeganAfter(ledger, fact, statuses[index - 1]));
  });
  for (const { took } of hungHousekeepings(ledger, ledger.failedHousekeeping, SAME_TURN))
    longest = Math.min(longest, took);
  if (usesEvented(ledger)) return longest;
  let before: number = began ?? BEFORE_ALL;
  const inspections = inspectionsOfPleg(inOrder(ledger.inspectFailures), traits);
  const named = namedStarts(ledger);
  for (const fact of inOrder<RelistFailedFact | InspectFailedFact>([...ledger.relistFailures, ...inspections])) {
    const { time, error } = fact;
    if (time - before < ONE_FAILURE) continue;
    // The listing of a relist is over before PLEG writes of a pod, and a relist that lists is not one that failed.
    const listed =
      fact.kind === 'relist-failed'
        ? Math.max(
            named[countLeading(named, (start) => start < time) - 1] ?? BEFORE_ALL,
            ledger.listings.lastBefore(time)?.time ?? BEFORE_ALL,
          )
        : BEFORE_ALL;
    if (ranIntoTimeout(error)) longest = Math.min(longest, time - Math.max(before, listed));
    before = time;
  }
  return longest;
}

/**
 * Before this time no failed Status call began, the lines say. The kubelet makes one at a time (updateRuntimeUp holds a lock), so not before the end of the
 * failed one `before`; and the first that fails after a healthy check comes after a good one less than 30 s before that check.
 */
export function statusBeganAfter(
  ledger: ProcessLedger,
  failed: FruitlessStatus,
  before: FruitlessStatus | undefined,
): number {
  const began = ledger.startedInLog ? ledger.from : undefined;
  const turn = ledger.turns.lastBefore(failed.time);
  return Math.max(
    began ?? BEFORE_ALL,
    before?.time ?? BEFORE_ALL,
    turn === undefined ? BEFORE_ALL : turn.time - CHECK_TO_LINE - BASE_RUNTIME_SYNC_THRESHOLD,
  );
}

/** The setting that a wait shows: whole seconds. */
function settingOf(wait: number): Duration {
  return seconds(Math.round(wait / 1_000_000));
}

/** True if a wait can be that of a time-out in whole seconds, which never fires early. */
function isWholeSetting(wait: number): boolean {
  const over = wait - settingOf(wait);
  return over >= -STAMP_NOISE && over <= TIMEOUT_LAG;
}

interface Wait {
  readonly wait: Duration;
  readonly fact: RelistFailedFact;
}

function shownWait(ledger: ProcessLedger, traits: PossibleTraits): Wait | undefined {
  const waits = waitsOf(ledger.relistFailures);
  const shortest = leastBy(waits, ({ wait }) => wait);
  if (
    shortest === undefined ||
    shortest.wait < SHORTEST ||
    Math.abs(shortest.wait - DEFAULT_RUNTIME_REQUEST_TIMEOUT) <= 2 * SHORTEST
  )
    return undefined;
  const like = (wait: number): boolean => Math.abs(wait - shortest.wait) <= ALIKE;
  const isOfHousekeeping = ledger.slowHousekeeping.some(({ took }) => like(took));
  const times = waits.filter((one) => like(one.wait)).length;
  const isAgain = times >= (isOfHousekeeping ? 2 : IN_A_ROW);
  // Calls that are answered late make waits of any length, and one of them can be like a housekeeping by chance.
  if (isChosen(shortest.wait) ? !isOfHousekeeping && isOfSeveral(shortest.wait) : !isOfHousekeeping || !isAgain)
    return undefined;
  if (shortest.wait < DEFAULT_RUNTIME_REQUEST_TIMEOUT) return isOfHousekeeping || isAgain ? shortest : undefined;
  // In 1.36 the relist of a single pod can lie between two global ones and wait as long.
  return isOfHousekeeping && !traits.podRelists ? shortest : undefined;
}

/** A setting that somebody wrote: whole steps of five seconds. */
function isChosen(wait: number): boolean {
  const rest = wait % CHOSEN_STEP;
  return Math.min(rest, CHOSEN_STEP - rest) <= ALIKE / 2;
}

/** Whether it can be a chosen time-out several times over: where lines of relists between two are missing, each adds its time-out and the pause after it. */
function isOfSeveral(wait: number): boolean {
  for (let times = 2; times * (CHOSEN_STEP + RELIST_PERIOD) <= wait + RELIST_PERIOD + ALIKE; times += 1) {
    const each = (wait + RELIST_PERIOD) / times - RELIST_PERIOD;
    const chosen = Math.round(each / CHOSEN_STEP) * CHOSEN_STEP;
    if (chosen > 0 && Math.abs(times * (chosen + RELIST_PERIOD) - RELIST_PERIOD - wait) <= ALIKE) return true;
  }
  return false;
}

/** From a second after a relist that timed out to the end of the next one, where that timed out too. */
function waitsOf(failures: readonly RelistFailedFact[]): readonly Wait[] {
  const waits: Wait[] = [];
  let before: RelistFailedFact | undefined;
  for (const fact of failures) {
    if (fact.scope !== 'all') continue;
    const timedOut = ranIntoTimeout(fact.error);
    if (timedOut && before !== undefined)
      waits.push({ wait: (fact.time - before.time - RELIST_PERIOD) as Duration, fact });
    before = timedOut ? fact : undefined;
  }
  return waits;
}

/**
 * The end of an inspection that hung and shows the default, by its distance. The same pod again, no other in between: from 1.32 on once in each relist, so that the
 * pause of a second lies between; up to 1.31 twice, so that some distances are without. Else, also in 1.36 where a relist of the pod alone may lie between,
 * only several distances in a row tell.
 */
function inspectionOfDefault(ledger: ProcessLedger, traits: PossibleTraits): Fact | undefined {
  const pause = traits.podRelists
    ? undefined
    : traits.inspectsOnce
      ? RELIST_PERIOD
      : traits.inspectsTwice
        ? 0
        : undefined;
  let before: InspectFailedFact | undefined;
  let inARow = 0;
  for (const fact of inspectionsOfPleg(inOrder(ledger.inspectFailures), traits)) {
    const distance = before === undefined ? undefined : fact.time - before.time;
    if (distance !== undefined && distance < ONE_FAILURE) continue;
    const isAgain =
      ranIntoTimeout(fact.error) && before !== undefined && ranIntoTimeout(before.error) && distance !== undefined;
    inARow = isAgain && (isDefault(distance) || isDefault(distance - RELIST_PERIOD)) ? inARow + 1 : 0;
    if (
      inARow >= IN_A_ROW ||
      (isAgain &&
        pause !== undefined &&
        before !== undefined &&
        isSamePod(before.pod, fact.pod) &&
        isDefault(distance - pause))
    )
      return fact;
    before = fact;
  }
  return undefined;
}
