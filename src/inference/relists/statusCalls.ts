import { RUNTIME_STATUS_PERIOD } from '../../kubelet/constants.ts';
import { type Duration, milliseconds } from '../../kubelet/time.ts';
import type { RuntimeCallFailedFact, RuntimeNotReadyFact, StatusFailedFact } from '../../messages/fact.ts';
import { inOrder } from '../store/lines.ts';
import { ranIntoTimeout } from '../../messages/texts/timedOut.ts';

/**
 * A Status call that did not renew the runtime's last good one: it failed, or was answered with RuntimeReady=false (pkg/kubelet/kubelet.go, updateRuntimeUp:
 * both return before the time is stored, 1.8–1.36). A failed one has two lines, of the runtime client and of the check; either shows it.
 */
export type FruitlessStatus = StatusCheck | RuntimeCallFailedFact;

/** What the runtime check writes of such a call. */
export type StatusCheck = StatusFailedFact | RuntimeNotReadyFact;

/** The two lines of a failed call stand this near to each other. */
const SAME_CALL = milliseconds(100);

/** The calls of a process, in order of time, and those of which a line is missing. */
export interface StatusCalls {
  readonly statusFailures: readonly FruitlessStatus[];
  /** Failed calls with only one of their two lines: lines were left out of the log. */
  readonly halfLogged: ReadonlySet<FruitlessStatus>;
}

/** Puts the two lines of each failed Status call together: `checks` are of the runtime check, `calls` of the runtime client. */
export function statusCallsOf(checks: readonly StatusCheck[], calls: readonly RuntimeCallFailedFact[]): StatusCalls {
  const statusFailures: FruitlessStatus[] = [];
  const halfLogged = new Set<FruitlessStatus>();
  let open: RuntimeCallFailedFact | undefined;
  const leaveOpen = (): void => {
    if (open === undefined) return;
    statusFailures.push(open);
    halfLogged.add(open);
    open = undefined;
  };
  for (const fact of inOrder<FruitlessStatus>([...calls.filter(({ method }) => method === 'Status'), ...checks])) {
    if (fact.kind === 'runtime-call-failed') {
      leaveOpen();
      open = fact;
      continue;
    }
    if (fact.kind === 'status-failed') {
      if (open !== undefined && fact.time - open.time <= SAME_CALL) open = undefined;
      else halfLogged.add(fact);
    }
    leaveOpen();
    statusFailures.push(fact);
  }
  leaveOpen();
  return { statusFailures, halfLogged };
}

/** A call that fails at once may take this long on a loaded node. */
export const QUICK_FAILURE: Duration = milliseconds(600);

/** What Go's dialer says where nobody listens on the runtime's socket. */
const NOBODY_LISTENS = ['connection refused', 'no such file or directory'];

/**
 * True if the call failed in the moment in which it was made: there was no connection, or the next one failed in the same way and had no time for more. Any
 * other error can have taken up to the time-out to come, as that of a runtime that is killed while it hangs.
 */
export function failedAtOnce(fact: FruitlessStatus, next: FruitlessStatus | undefined): boolean {
  if (fact.kind !== 'runtime-not-ready' && NOBODY_LISTENS.some((part) => fact.error.text.includes(part))) return true;
  return (
    next !== undefined &&
    !timedOut(fact) &&
    wordsOf(next) === wordsOf(fact) &&
    next.time - fact.time <= RUNTIME_STATUS_PERIOD + QUICK_FAILURE
  );
}

function wordsOf(fact: FruitlessStatus): string {
  return fact.kind === 'runtime-not-ready' ? fact.text : fact.error.text;
}

/** True if the call ran into its time-out. */
export function timedOut(fact: FruitlessStatus): boolean {
  return fact.kind !== 'runtime-not-ready' && ranIntoTimeout(fact.error);
}
