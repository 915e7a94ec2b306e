/** The embedded kubelet runs over one stretch of a process: what it did there, and what it is like at a moment. */
import { firstAfter } from '../../kubelet/ordered.ts';
import type { StopCheck } from '../../kubelet/stopCheck.ts';
import { type Instant, seconds } from '../../kubelet/time.ts';
import type { OpenKubelet } from '../../model/inputs.ts';
import type { KubeletState } from '../../model/kubeletState.ts';
import { fromDuration, nanoseconds, type Nanoseconds } from '../../model/nanoseconds.ts';
import type { Observation } from '../../model/observation.ts';
import { openKubelet } from '../../model/runKubelet.ts';
import { type Contradiction, contradictionsOf } from './contradictions.ts';
import type { NotFollowed } from './followedPods.ts';
import { ChannelHistory, type ModelEvent } from './innerStateEvents.ts';
import type { ProcessFacts } from './innerStateFacts.ts';
import type { StretchInputs } from './innerStateInputs.ts';
import type { Stretch } from './innerStateStretch.ts';
import type { Plan } from './innerStatePlan.ts';
import { ModelClock } from './modelClock.ts';

/** A relist of the model. */
export interface ModelRelist {
  readonly scope: 'all' | 'pod';
  readonly podUid?: string;
  readonly start: Instant;
  listed?: Instant;
  end?: Instant;
  failed: boolean;
  /** Pods that it inspected, in order. */
  readonly inspected: {
    readonly uid: string;
    readonly began: Instant;
    readonly end: Instant;
    readonly error?: string;
  }[];
  /** Events that it sent. */
  sent: number;
}

/** A run of the model over one stretch. */
export interface StretchRun {
  readonly stretch: Stretch;
  readonly channel: ChannelHistory;
  readonly relists: readonly ModelRelist[];
  /** Times in which housekeeping held the loop up for longer than it should take; an end that is not reached is missing. */
  readonly blocked: readonly { readonly from: Instant; readonly to?: Instant }[];
  readonly contradictions: readonly Contradiction[];
  /** Pods and containers of the log that are too many for the model. */
  readonly notFollowed: NotFollowed;
}

/** Housekeeping that takes longer is logged as an error (kubelet.go, housekeepingWarningDuration, 1.22–1.36). */
const LONG_HOUSEKEEPING = 1_000_000;

/** A kubelet at the begin of a stretch. */
export function open(inputs: StretchInputs, observe?: (observation: Observation) => void): OpenKubelet {
  const kubelet = openKubelet(inputs.inputs, { ...inputs.options, ...(observe === undefined ? {} : { observe }) });
  inputs.attach(kubelet);
  return kubelet;
}

/** So much of the model's time is run between two looks whether somebody waits for it. */
const STEP = fromDuration(seconds(60));

/** Runs the model up to a time; given up in the middle it can be run on from there. */
export function advance(kubelet: OpenKubelet, until: Nanoseconds, stopCheck: StopCheck): void {
  for (let now = kubelet.now() + STEP; now < until; now += STEP) {
    stopCheck();
    kubelet.advance(nanoseconds(now));
  }
  stopCheck();
  kubelet.advance(until);
}

/** What the model did, by the clock of the log. */
class Observed {
  readonly relists: ModelRelist[] = [];
  readonly skips: Instant[] = [];
  readonly blocked: { from: Instant; to?: Instant }[] = [];
  readonly sent: (ModelEvent & { taken?: Instant })[] = [];
  readonly #clock: ModelClock;
  #taken = 0;
  #housekeeping: Instant | undefined;
  #relist: ModelRelist | undefined;

  constructor(clock: ModelClock) {
    this.#clock = clock;
  }

  take(observation: Observation): void {
    const time = this.#clock.real(observation.at);
    switch (observation.kind) {
      case 'event-sent':
        this.sent.push({
          type: observation.event.type,
          uid: observation.event.podUid,
          sent: time,
          ...(observation.event.data === undefined ? {} : { id: observation.event.data }),
        });
        if (this.#relist !== undefined) this.#relist.sent += 1;
        break;
      case 'event-consumed': {
        const event = this.sent[this.#taken];
        if (event !== undefined) event.taken = time;
        this.#taken += 1;
        break;
      }
      case 'relist-started':
        this.#relist = {
          scope: observation.scope,
          start: time,
          failed: false,
          inspected: [],
          sent: 0,
          ...(observation.podUid === undefined ? {} : { podUid: observation.podUid }),
        };
        this.relists.push(this.#relist);
        break;
      case 'relist-listed':
        if (this.#relist !== undefined) this.#relist.listed = time;
        break;
      case 'relist-failed':
      case 'relist-ended':
        if (this.#relist !== undefined) {
          this.#relist.end = time;
          this.#relist.failed = observation.kind === 'relist-failed';
        }
        this.#relist = undefined;
        break;
      case 'pod-inspected':
        this.#relist?.inspected.push({
          uid: observation.podUid,
          began: this.#clock.real(observation.began),
          end: time,
          ...(observation.error === undefined ? {} : { error: observation.error }),
        });
        break;
      case 'skipped':
        this.skips.push(time);
        break;
      case 'housekeeping-started':
        this.#housekeeping = time;
        break;
      case 'housekeeping-ended':
        if (this.#housekeeping !== undefined && time - this.#housekeeping > LONG_HOUSEKEEPING)
          this.blocked.push({ from: this.#housekeeping, to: time });
        this.#housekeeping = undefined;
        break;
      default:
        break;
    }
  }

  /** The stretch is over: a housekeeping that has not ended holds the loop up. */
  end(at: Instant): void {
    if (this.#housekeeping !== undefined && at - this.#housekeeping > LONG_HOUSEKEEPING)
      this.blocked.push({ from: this.#housekeeping });
  }
}

/** `complete`: the log has no hole, so that a skip that it does not have was not written. `look`: the moment at which the kubelet is looked into on the way. */
export interface StretchToRun {
  readonly stretch: Stretch;
  readonly complete: boolean;
  readonly look?: { readonly time: Instant; readonly withPods: boolean } | undefined;
}

/** Runs over a stretch, and looks into the kubelet on the way, if asked to: the first question costs one run. */
export function runStretch(
  facts: ProcessFacts,
  plan: Plan,
  inputs: StretchInputs,
  { stretch, complete, look }: StretchToRun,
  stopCheck: StopCheck,
): { readonly run: StretchRun; readonly seen: KubeletState | undefined } {
  const clock = new ModelClock(inputs.origin);
  const observed = new Observed(clock);
  const kubelet = open(inputs, (observation) => observed.take(observation));
  let seen: KubeletState | undefined;
  if (look !== undefined) {
    advance(kubelet, clock.model(look.time), stopCheck);
    seen = kubelet.inspect(look.withPods);
  }
  advance(kubelet, clock.model(stretch.to), stopCheck);
  observed.end(stretch.to);
  const { relists, skips, blocked, sent } = observed;
  const exits = new Map(facts.finished.map(({ id, time }) => [id, time] as const));
  const handled = facts.handled.slice(
    firstAfter(facts.handled, stretch.from - 1, (event) => event.time),
    firstAfter(facts.handled, stretch.to + 600_000_000, (event) => event.time),
  );
  const run: StretchRun = {
    stretch,
    relists,
    blocked,
    channel: new ChannelHistory(sent, handled, exits, plan.busy, stretch.from),
    contradictions: contradictionsOf(facts, stretch, skips, complete),
    notFollowed: inputs.notFollowed,
  };
  return { run, seen };
}
