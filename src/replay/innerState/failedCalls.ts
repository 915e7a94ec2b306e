/** The failed calls of a process: inspections, Status and the stream of events; several lines of one failure are one entry. */
import type { Duration, Instant } from '../../kubelet/time.ts';
import type { LineReference } from '../../inference/history.ts';
import type { InnerStateFact } from '../../messages/factTraits.ts';
import type { HistoryIndex } from './historyIndex.ts';
import { latestBegin } from '../../messages/texts/timedOut.ts';
import { lineOf } from '../../inference/store/lines.ts';
import { EVENT_STREAM } from '../../inference/streams/usesEvented.ts';
import type { InspectFailedFact, RuntimeCallFailedFact, StatusFailedFact } from '../../messages/fact.ts';
import type { ProcessFacts } from './innerStateFacts.ts';

/** A failed inspection of a pod; several lines of one failure are one entry. */
export interface FailedInspection {
  readonly time: Instant;
  readonly began: Instant;
  readonly uid: string;
  readonly method: 'PodSandboxStatus' | 'ContainerStatus';
  readonly containerId?: string;
  readonly error: string;
  readonly at: LineReference;
}

/** A Status call that failed. */
export interface FailedStatus {
  readonly began: Instant;
  readonly end: Instant;
  readonly error: string;
  readonly at: LineReference;
}

const ONE_FAILURE = 100_000;
/** A failure of the stream has two lines, one of the call and one of Evented PLEG. */
const ONE_STREAM_FAILURE = 1_000;

export function failuresOf(
  facts: readonly InnerStateFact[],
  callTimeout: Duration,
  index: HistoryIndex,
): Pick<ProcessFacts, 'inspections' | 'statuses' | 'streamFailures' | 'finished' | 'removals'> {
  const inspections: FailedInspection[] = [];
  const statuses: FailedStatus[] = [];
  const streamFailures: Instant[] = [];
  const finished: { time: Instant; at: LineReference; id: string }[] = [];
  const removals = new Map<string, Instant>();
  let call: RuntimeCallFailedFact | undefined;
  for (const fact of facts) {
    switch (fact.kind) {
      case 'inspect-failed': {
        const uid = index.uidOf(fact.pod);
        const last = inspections.at(-1);
        if (last !== undefined && fact.time - last.time < ONE_FAILURE && (uid === undefined || uid === last.uid))
          inspections[inspections.length - 1] = { ...last, ...namesCall(fact) };
        else if (uid !== undefined)
          inspections.push({
            time: fact.time,
            began: latestBegin(fact.time, fact.error, callTimeout),
            uid,
            // The client of the CRI writes a line for a failed ContainerStatus, and none for PodSandboxStatus (remote_runtime.go, 1.8–1.36).
            method:
              call?.method === 'ContainerStatus' && fact.time - call.time < ONE_FAILURE
                ? call.method
                : 'PodSandboxStatus',
            ...namesCall(fact),
            error: fact.error.text,
            at: lineOf(fact),
          });
        break;
      }
      case 'runtime-call-failed':
        call = fact;
        if (fact.method === EVENT_STREAM && fact.time - (streamFailures.at(-1) ?? 0) > ONE_STREAM_FAILURE)
          streamFailures.push(fact.time);
        if (fact.method === 'Status') statuses.push(failedStatus(fact, callTimeout));
        break;
      case 'status-failed': {
        const last = statuses.at(-1);
        if (last === undefined || fact.time - last.end > ONE_FAILURE) statuses.push(failedStatus(fact, callTimeout));
        break;
      }
      case 'container-finished':
        finished.push({ time: fact.time, at: lineOf(fact), id: fact.containerId });
        break;
      case 'container-named':
        if (fact.what === 'removing' && fact.containerId !== undefined) removals.set(fact.containerId, fact.time);
        break;
      default:
        fact satisfies never;
    }
  }
  return {
    inspections,
    statuses,
    streamFailures,
    finished,
    removals: [...removals].map(([id, time]) => ({ id, time })),
  };
}

function failedStatus(fact: RuntimeCallFailedFact | StatusFailedFact, callTimeout: Duration): FailedStatus {
  return {
    end: fact.time,
    began: latestBegin(fact.time, fact.error, callTimeout),
    error: fact.error.text,
    at: lineOf(fact),
  };
}

function namesCall(fact: InspectFailedFact): Partial<Pick<FailedInspection, 'method' | 'containerId'>> {
  if (fact.containerId !== undefined) return { method: 'ContainerStatus', containerId: fact.containerId };
  return fact.sandboxId === undefined ? {} : { method: 'PodSandboxStatus', containerId: fact.sandboxId };
}
