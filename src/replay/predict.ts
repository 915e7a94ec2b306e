/**
 * Runs the embedded kubelet on the inputs of one segment and gives the skips that it prints. The model begins at the segment's first skip with the state that the
 * inputs say; relists, Status calls, the health check, the back-off and the threshold are the model's own.
 */
import type { KubeletInputs } from '../model/inputs.ts';
import { fromDuration, nanoseconds, type Nanoseconds, NEVER, toDuration } from '../model/nanoseconds.ts';
import type { Observation } from '../model/observation.ts';
import type { RuntimeAnswer, RuntimeBehaviour, RuntimeCall } from '../model/runtimeBehaviour.ts';
import { runKubelet } from '../model/runKubelet.ts';
import { BASE_RUNTIME_SYNC_THRESHOLD, EVENTED_RELIST_THRESHOLD, RELIST_PERIOD } from '../kubelet/constants.ts';
import type { SkipReason } from '../kubelet/skipReason.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../kubelet/time.ts';
import type { ReplayProcess } from './loggedSkips.ts';
import type { SegmentInputs } from './segments.ts';

/** A skip of the model. */
export interface PredictedSkip {
  /** Since the model's beginning at the first skip. */
  readonly after: Duration;
  readonly reasons: readonly SkipReason[];
  /** The sleep after it. */
  readonly sleep: Duration;
}

/** The model begins this much before the first skip, so that the Status answer that the inputs say is there when the loop checks. */
const LEAD: Duration = milliseconds(10);

const ONLY_SKIPS: ReadonlySet<Observation['kind']> = new Set(['skipped']);
const AT_ONCE: RuntimeAnswer = { after: nanoseconds(0) };
const NO_ANSWER: RuntimeAnswer = { after: Number.POSITIVE_INFINITY as Nanoseconds };
const FAILED: RuntimeAnswer = { after: nanoseconds(0), error: 'rpc error: code = Unknown desc = no answer' };

/** Skips of the model from `start` (the first one is there, at 0) until `length` later. `nextSleep`: the sleep after the first. */
export function predict(of: ReplayProcess, inputs: SegmentInputs, start: Instant, nextSleep: Duration, length: Duration): readonly PredictedSkip[] {
  const skips: PredictedSkip[] = [];
  runKubelet(modelInputs(of, inputs, start, nextSleep), {
    until: fromDuration((length + LEAD) as Duration),
    only: ONLY_SKIPS,
    observe: (observation) => {
      if (observation.kind === 'skipped') skips.push({ after: (toDuration(observation.at) - LEAD) as Duration, reasons: observation.reasons, sleep: toDuration(observation.sleep) });
    },
  });
  return skips;
}

function modelInputs(of: ReplayProcess, inputs: SegmentInputs, start: Instant, nextSleep: Duration): KubeletInputs {
  const evented = of.threshold >= EVENTED_RELIST_THRESHOLD && of.profile.eventedPleg;
  const at = (time: Instant): Nanoseconds => fromDuration((time - start + LEAD) as Duration);
  const ahead = inputs.relists === 'works' && inputs.lastListed !== undefined && inputs.lastListed > start ? at(inputs.lastListed) : undefined;
  const hangsFrom: Nanoseconds = inputs.relists === 'works' ? (ahead === undefined ? (Number.POSITIVE_INFINITY as Nanoseconds) : nanoseconds(ahead + 1)) : nanoseconds(Number.NEGATIVE_INFINITY);
  const period = fromDuration(RELIST_PERIOD);
  return {
    profile: of.profile,
    runtime: behaviour(inputs, hangsFrom),
    settings: { eventedPleg: evented, onDemandRelist: false },
    warm: {
      firstCheck: fromDuration(LEAD),
      nextSleep: fromDuration(nextSleep),
      // The node's condition changes no skip.
      nextNodeStatus: NEVER,
      ...(inputs.relists === 'never' ? {} : { lastListed: inputs.relists === 'hangs' && inputs.lastListed !== undefined ? at(inputs.lastListed) : nanoseconds(-1) }),
      // Relists that work come every second, so that one begins at the last one known.
      ...(ahead === undefined ? {} : { nextRelist: nanoseconds(ahead % period) }),
      ...(inputs.status === 'never' || inputs.onlyOthers ? {} : { lastRuntimeSync: inputs.status === 'fails' ? nanoseconds(-fromDuration((BASE_RUNTIME_SYNC_THRESHOLD + seconds(1)) as Duration)) : nanoseconds(0) }),
    },
  };
}

function behaviour(inputs: SegmentInputs, hangsFrom: Nanoseconds): RuntimeBehaviour {
  return {
    call(call: RuntimeCall): RuntimeAnswer {
      if (call.caller === 'relist' || call.caller === 'pod-relist') return call.at >= hangsFrom ? NO_ANSWER : AT_ONCE;
      if (call.method === 'StreamEvents') return NO_ANSWER;
      if (call.method === 'Status') return (inputs.status === 'works' && !inputs.onlyOthers) || !inputs.runtimeReady ? AT_ONCE : FAILED;
      return AT_ONCE;
    },
    conditions: () => ({ runtimeReady: inputs.runtimeReady ? { ready: true } : { ready: false, reason: 'RuntimeNotReady', message: '' }, networkReady: { ready: true } }),
  };
}
