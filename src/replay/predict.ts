/**
 * Runs the embedded kubelet on the inputs of one segment and gives the skips that it prints. The model begins at the segment's first skip with the state that the
 * inputs say; relists, Status calls, the health check, the back-off and the threshold are the model's own.
 */
import { countLeading } from '../kubelet/ordered.ts';
import type { KubeletInputs } from '../model/inputs.ts';
import { fromDuration, nanoseconds, type Nanoseconds, NEVER, toDuration } from '../model/nanoseconds.ts';
import type { Observation } from '../model/observation.ts';
import type { RuntimeAnswer, RuntimeBehaviour, RuntimeCall } from '../model/runtimeBehaviour.ts';
import { runKubelet } from '../model/runKubelet.ts';
import {
  BASE_RUNTIME_SYNC_THRESHOLD,
  EVENTED_RELIST_THRESHOLD,
  RELIST_PERIOD,
  RELIST_THRESHOLD,
} from '../kubelet/constants.ts';
import type { KubeletProfile } from '../kubelet/profile.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../kubelet/time.ts';
import { type ModelledKind, modelledKinds } from './modelledKinds.ts';
import type { SegmentInputs } from './segments.ts';

/** A skip of the model. */
export interface PredictedSkip {
  /** Since the model's beginning at the first skip. */
  readonly after: Duration;
  readonly kinds: ReadonlySet<ModelledKind>;
  /** The sleep after it. */
  readonly sleep: Duration;
}

/** The inputs of a segment as the model takes them: times count from its first skip. */
interface RelativeInputs {
  readonly relists: SegmentInputs['relists'];
  /** How long before the first skip the last listed relist began; negative: after it. */
  readonly listedBefore?: Duration;
  readonly status: SegmentInputs['status'];
  readonly runtimeReady: boolean;
  readonly onlyOthers: boolean;
  /** The threshold of Evented PLEG tells that it is in use. */
  readonly evented: boolean;
  readonly nextSleep: Duration;
}

/** What the model did, up to a time after the first skip. */
interface Prediction {
  readonly length: Duration;
  readonly skips: readonly PredictedSkip[];
}

/** The model begins this much before the first skip, so that the Status answer that the inputs say is there when the loop checks. */
const LEAD: Duration = milliseconds(10);
const A_MICROSECOND = 1;
/** So many predictions are kept; a log of odd times has a new one for each segment. */
const MOST_KEPT = 64;

const ONLY_SKIPS: ReadonlySet<Observation['kind']> = new Set(['skipped']);
const AT_ONCE: RuntimeAnswer = { after: nanoseconds(0) };
const NO_ANSWER: RuntimeAnswer = { after: Number.POSITIVE_INFINITY as Nanoseconds };
const FAILED: RuntimeAnswer = { after: nanoseconds(0), error: 'rpc error: code = Unknown desc = no answer' };

/** Runs the model for the segments of one process. The same inputs give the same run, so that a fault that comes again and again is run once. */
export class Predictor {
  readonly #profile: KubeletProfile;
  readonly #kept = new Map<string, Prediction>();

  constructor(profile: KubeletProfile) {
    this.#profile = profile;
  }

  /** Skips of the model from `start` (the first one is there, at 0) until `length` later. `nextSleep`: the sleep after the first. */
  predict(inputs: SegmentInputs, start: Instant, nextSleep: Duration, length: Duration): readonly PredictedSkip[] {
    const relative = this.#relative(inputs, start, nextSleep);
    const key = `${relative.relists} ${relative.listedBefore} ${relative.status} ${relative.runtimeReady} ${relative.onlyOthers} ${relative.evented} ${nextSleep}`;
    let prediction = this.#kept.get(key);
    if (prediction === undefined || prediction.length < length) {
      prediction = { length, skips: this.#run(relative, length) };
      if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
      this.#kept.set(key, prediction);
    }
    const { skips } = prediction;
    return prediction.length === length
      ? skips
      : skips.slice(
          0,
          countLeading(skips, ({ after }) => after <= length),
        );
  }

  #relative(inputs: SegmentInputs, start: Instant, nextSleep: Duration): RelativeInputs {
    const { relists, lastListed, status, runtimeReady, onlyOthers } = inputs;
    const evented = inputs.threshold >= EVENTED_RELIST_THRESHOLD && this.#profile.eventedPleg;
    const threshold = evented ? EVENTED_RELIST_THRESHOLD : RELIST_THRESHOLD;
    const before = lastListed === undefined ? undefined : start - lastListed;
    // Too old already and nothing new comes: how much too old changes no skip.
    const listedBefore =
      before !== undefined && relists === 'hangs' && before > threshold ? threshold + A_MICROSECOND : before;
    return {
      relists,
      status,
      runtimeReady,
      onlyOthers,
      evented,
      nextSleep,
      ...(listedBefore === undefined ? {} : { listedBefore: listedBefore as Duration }),
    };
  }

  #run(inputs: RelativeInputs, length: Duration): readonly PredictedSkip[] {
    const skips: PredictedSkip[] = [];
    runKubelet(modelInputs(this.#profile, inputs), {
      until: fromDuration((length + LEAD) as Duration),
      only: ONLY_SKIPS,
      observe: (observation) => {
        if (observation.kind === 'skipped')
          skips.push({
            after: (toDuration(observation.at) - LEAD) as Duration,
            kinds: modelledKinds(observation.reasons),
            sleep: toDuration(observation.sleep),
          });
      },
    });
    return skips;
  }
}

function modelInputs(profile: KubeletProfile, inputs: RelativeInputs): KubeletInputs {
  const { relists, listedBefore, status, evented } = inputs;
  const listedAt = listedBefore === undefined ? undefined : fromDuration((LEAD - listedBefore) as Duration);
  const ahead = relists === 'works' && listedBefore !== undefined && listedBefore < 0 ? listedAt : undefined;
  const hangsFrom: Nanoseconds =
    relists === 'works'
      ? ahead === undefined
        ? (Number.POSITIVE_INFINITY as Nanoseconds)
        : nanoseconds(ahead + 1)
      : nanoseconds(Number.NEGATIVE_INFINITY);
  const period = fromDuration(RELIST_PERIOD);
  return {
    profile,
    runtime: behaviour(inputs, hangsFrom),
    settings: { eventedPleg: evented, onDemandRelist: false },
    warm: {
      firstCheck: fromDuration(LEAD),
      nextSleep: fromDuration(inputs.nextSleep),
      // The node's condition changes no skip.
      nextNodeStatus: NEVER,
      ...(relists === 'never'
        ? {}
        : { lastListed: relists === 'hangs' && listedAt !== undefined ? listedAt : nanoseconds(-1) }),
      // Relists that work come every second, so that one begins at the last one known.
      ...(ahead === undefined ? {} : { nextRelist: nanoseconds(ahead % period) }),
      ...(status === 'never' || inputs.onlyOthers
        ? {}
        : {
            lastRuntimeSync:
              status === 'fails'
                ? nanoseconds(-fromDuration((BASE_RUNTIME_SYNC_THRESHOLD + seconds(1)) as Duration))
                : nanoseconds(0),
          }),
    },
  };
}

function behaviour(inputs: RelativeInputs, hangsFrom: Nanoseconds): RuntimeBehaviour {
  return {
    call(call: RuntimeCall): RuntimeAnswer {
      if (call.caller === 'relist' || call.caller === 'pod-relist') return call.at >= hangsFrom ? NO_ANSWER : AT_ONCE;
      if (call.method === 'StreamEvents') return NO_ANSWER;
      if (call.method === 'Status')
        return (inputs.status === 'works' && !inputs.onlyOthers) || !inputs.runtimeReady ? AT_ONCE : FAILED;
      return AT_ONCE;
    },
    conditions: () => ({
      runtimeReady: inputs.runtimeReady ? { ready: true } : { ready: false, reason: 'RuntimeNotReady', message: '' },
      networkReady: { ready: true },
    }),
  };
}
