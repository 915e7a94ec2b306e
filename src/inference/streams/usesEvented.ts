import { EVENTED_RELIST_THRESHOLD, RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { profileFor } from '../../kubelet/profile.ts';
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { NodeConditionFact, SkipFact } from '../../messages/fact.ts';
import type { Setting } from '../history.ts';
import type { ProcessLedger } from './ledger.ts';
import { setBackBetween } from './stepsBack.ts';
import { inOrder } from '../store/lines.ts';
import { CHECK_TO_LINE } from '../rules/margins.ts';

/** A feature gate out of a flag's value such as `EventedPLEG=true,Other=false`, or of the line that tells all: `&{map[EventedPLEG:true]}`, `{"EventedPLEG":true}`; `undefined` where it is not named. */
export function gateOf(flag: Setting | undefined, name: string): Setting | undefined {
  if (flag === undefined) return undefined;
  const words = flag.value.split(/[\s,{}[\]":=]+/);
  const at = words.findIndex((word) => word.toLowerCase() === name.toLowerCase());
  const value = at < 0 ? undefined : words[at + 1];
  return value === undefined ? undefined : { ...flag, value };
}

/** True if a process run has Evented PLEG: its lines or its feature gates say so, or PLEG was healthy with a relist that is too old for the generic one. */
export function usesEvented(ledger: ProcessLedger): boolean {
  return (
    ledger.evented.length > 0 ||
    ledger.runtimeCallFailures.some(({ method }) => method === EVENT_STREAM) ||
    gateOf(ledger.settings.get('feature-gates'), 'EventedPLEG')?.value.toLowerCase() === 'true' ||
    showsEvented(ledger)
  );
}

/** The call by which Evented PLEG alone hears of events; its failures are logged at every verbosity. */
export const EVENT_STREAM = 'GetContainerEvents';

/** A loaded node can be so late. */
const MARGIN: Duration = seconds(1);

/**
 * At -v=0 no line is of Evented PLEG. But the start of the last listed relist never goes back: where a line names one that was more than three minutes old
 * when the loop still worked, or when a skip gave other reasons only, ten minutes were allowed then (pkg/kubelet/pleg/evented.go, 1.26–1.36).
 * A turn right after a long silence proves nothing: a process that stood still had passed its check before that. Nor does one after more than these ten minutes, or where the clock was set back meanwhile.
 */
function showsEvented(ledger: ProcessLedger): boolean {
  const { conditions, silences, skips, turns, version } = ledger;
  if (version !== undefined && !profileFor(version.value).eventedPleg) return false;
  let named: number | undefined;
  let otherReasons = Number.NEGATIVE_INFINITY;
  for (const { time, reasons } of inOrder<SkipFact | NodeConditionFact>([...skips, ...conditions])) {
    const elapsed = reasons.find(({ kind }) => kind === 'pleg-stale')?.elapsed;
    if (elapsed === undefined) {
      if (
        reasons.some(({ kind }) => kind === 'runtime-down') &&
        !reasons.some(({ kind }) => kind === 'pleg-stale' || kind === 'pleg-never')
      )
        otherReasons = time;
      continue;
    }
    const start = time - elapsed;
    if (named !== undefined && Math.abs(start - named) < MARGIN) continue;
    named = start;
    const turn = turns.lastBefore(time);
    const checked = turn === undefined || silences.endsBy(turn.time) ? otherReasons : turn.time - CHECK_TO_LINE;
    const healthy = Math.max(otherReasons, checked);
    if (
      healthy > start + RELIST_THRESHOLD + MARGIN &&
      healthy < start + EVENTED_RELIST_THRESHOLD + MARGIN &&
      !setBackBetween(ledger, start as Instant, time)
    )
      return true;
  }
  return false;
}
