import { RELIST_PERIOD } from '../kubelet/constants.ts';
import { formatGoDuration, goDurationToMicroseconds } from '../kubelet/goDuration.ts';
import { DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../kubelet/settings.ts';
import { profileFor } from '../kubelet/profile.ts';
import { type Duration, milliseconds, seconds } from '../kubelet/time.ts';
import { type KubeletVersion, NEWEST_KNOWN_VERSION } from '../kubelet/version.ts';
import type { RelistFailedFact } from '../messages/fact.ts';
import type { Setting } from './history.ts';
import type { ProcessLedger } from './ledger.ts';
import { lineOf } from './lines.ts';
import { usesEvented } from './usesEvented.ts';

const FLAG = 'runtime-request-timeout';
/** Waits of one time-out differ by no more. */
const ALIKE: Duration = milliseconds(500);
/** A call that fails faster was not given up by the kubelet. */
const SHORTEST: Duration = seconds(1);

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
  if (shortest.wait < DEFAULT_RUNTIME_REQUEST_TIMEOUT) return isOfHousekeeping || waits.some((one) => one !== shortest && like(one.wait)) ? shortest : undefined;
  // In 1.36 the relist of a single pod can lie between two global ones and wait as long.
  return isOfHousekeeping && !profileFor(version ?? NEWEST_KNOWN_VERSION).onDemandRelist ? shortest : undefined;
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
