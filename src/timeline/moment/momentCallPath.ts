/** The call path of a relist at a moment: GetPods with its two lists, then pod by pod the inspection, the cache and the events. */
import { firstAfter } from '../../kubelet/ordered.ts';
import type { LineReference } from '../../inference/history.ts';
import { SAME_RELIST } from '../../inference/relists/namedRelist.ts';
import { inSeconds, type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { InnerState } from '../../replay/innerState/innerState.ts';
import type { ModelRelist } from '../../replay/innerState/runStretch.ts';
import type { FailedInspection } from '../../replay/innerState/failedCalls.ts';
import { type PlannedRelist, relistAt } from '../../replay/innerState/plannedRelists.ts';
import type { CallName, CallState, Known, MomentCall, MomentCallPath } from './moment.ts';

/** A call that has run for this long hangs: such calls take milliseconds. */
const HUNG: Duration = seconds(10);
/** Pods of a relist that are drawn one by one. */
const MOST_PODS = 40;

/** The relist that runs, else the last one that ended. `podName` gives a pod's name for its uid; `known` is how far the model is believed at all. */
export function callPathAt(
  state: InnerState,
  podName: (uid: string) => string,
  known: Known,
): MomentCallPath | undefined {
  const { run, time, plan } = state;
  const relist = run.relists[firstAfter(run.relists, time, (one) => one.start) - 1] ?? relistBeforeLog(state);
  if (relist === undefined) return undefined;
  const running = relist.end === undefined || relist.end > time;
  const planned =
    relist.scope === 'all'
      ? (relistAt(plan.relists, Math.min(time, relist.end ?? time) - (running ? 0 : 1)) ?? openAt(plan.relists, relist))
      : undefined;
  const underWay = relistAt(plan.relists, time);
  if (!beganUnseen(state, relist)) {
    // Lines show one under way that has ended in the model: of it only the inspection is told that was given up later.
    if (!running && underWay !== undefined) {
      const { start } = underWay;
      const given = state.facts.inspections.filter(({ began, time: end }) => began <= time && end > time);
      const inspected = given.map((one) => ({ ...one, end: one.time }));
      const path = { scope: 'all', start, listed: start, failed: false, inspected, sent: 0 } as const;
      const isTold = given.length > 0;
      return new CallPath(
        state,
        path,
        true,
        isTold ? underWay : undefined,
        podName,
        isTold ? known : 'unknown',
      ).build();
    }
    const believed = planned === undefined && running && isUntold(state, relist) ? 'unknown' : known;
    return new CallPath(state, relist, running, planned, podName, believed).build();
  }
  // The model's own begin says nothing of when it began, only the line at its end does.
  return underWay === undefined
    ? new CallPath(state, relist, running, undefined, podName, 'unknown').build()
    : new CallPath(state, { ...relist, start: underWay.start }, running, underWay, podName, known).build();
}

/** A relist that was under way when the log began, and whose end a line tells: the model waits for that. */
function relistBeforeLog({ plan, time }: InnerState): ModelRelist | undefined {
  const underWay = relistAt(plan.relists, time);
  return underWay === undefined
    ? undefined
    : { scope: 'all', start: underWay.start, failed: false, inspected: [], sent: 0 };
}

/** A relist that was under way when the log began, inside a run of skips. */
function beganUnseen({ facts }: InnerState, { start }: ModelRelist): boolean {
  return facts.inside !== undefined && start < facts.begin;
}

/**
 * Lines prove that none was listed since an older one, and no error says which call hangs: that older one can still inspect, or wait for the loop, and then there is none after it.
 * Source: pkg/kubelet/pleg/generic.go, Relist, 1.8–1.36.
 */
function isUntold({ plan, time }: InnerState, { scope, start }: ModelRelist): boolean {
  return (
    scope === 'all' &&
    plan.noListing.some(
      ({ from, release }) =>
        from > 0 &&
        start > from + SAME_RELIST &&
        time < release &&
        !plan.relists.some((one) => one.failed && one.start > from && one.start <= time),
    )
  );
}

/** The planned relist that one of the model is, where its end is not known: its line says nothing of those that come later. */
function openAt(relists: readonly PlannedRelist[], { start }: ModelRelist): PlannedRelist | undefined {
  return relists.find((one) => one.end === undefined && Math.abs(one.start - start) < SAME_RELIST);
}

/** How far the log proves a step, and its line. */
interface Proof {
  readonly known?: Known;
  readonly at?: LineReference;
}

/** A pod that a relist inspects, or did. */
interface InspectedPod {
  readonly uid: string;
  readonly began: Instant;
  readonly end: Instant | undefined;
  readonly error?: string;
}

class CallPath {
  readonly #steps: MomentCall[] = [];
  readonly #state: InnerState;
  readonly #relist: ModelRelist;
  readonly #running: boolean;
  readonly #planned: PlannedRelist | undefined;
  readonly #podName: (uid: string) => string;
  readonly #known: Known;

  constructor(
    state: InnerState,
    relist: ModelRelist,
    running: boolean,
    planned: PlannedRelist | undefined,
    podName: (uid: string) => string,
    known: Known,
  ) {
    this.#state = state;
    this.#relist = relist;
    this.#running = running;
    this.#planned = planned;
    this.#podName = podName;
    this.#known = known;
  }

  build(): MomentCallPath {
    const { start, end, scope } = this.#relist;
    const { time } = this.#state;
    const listing = this.#relist.listed === undefined || this.#relist.listed > time;
    const proof = this.#proof();
    this.#add(
      'relist',
      0,
      this.#running ? this.#stateSince(start) : this.#relist.failed ? 'failed' : 'done',
      { began: start, ...(end === undefined ? {} : { end }) },
      { ...proof, ...(this.#relist.podUid === undefined ? {} : { pod: this.#podName(this.#relist.podUid) }) },
    );
    this.#listing(listing, proof);
    const morePods = this.#inspections(listing);
    this.#add(
      'update-cache-time',
      1,
      this.#running || this.#relist.failed ? 'pending' : scope === 'pod' ? 'unknown' : 'done',
      {},
      scope === 'pod'
        ? { text: 'a relist of one pod moves the time of its own entry only' }
        : this.#relist.failed
          ? { text: 'not come to' }
          : {},
    );
    return { running: this.#running, scope, steps: this.#steps, known: proof.known ?? this.#known, morePods };
  }

  /** Lines that prove that this relist ran, where it was at this moment. */
  #proof(): Proof {
    const planned = this.#planned;
    if (planned === undefined || planned.guessed === true) return {};
    const { relist } = planned;
    const { time } = this.#state;
    const [at] = relist.evidence;
    const proven =
      time >= relist.start.max &&
      relist.end !== undefined &&
      time <= relist.end.min &&
      (relist.outcome === 'list-failed' || relist.phase === 'inspecting');
    return at === undefined ? {} : { at, ...(proven ? { known: 'proven' as const } : {}) };
  }

  #listing(listing: boolean, proof: Proof): void {
    const { start, listed, end, failed } = this.#relist;
    const { model, real } = this.#state;
    const until = listed ?? (failed ? end : undefined);
    const isNow = this.#running && listing;
    const began = { began: start, ...(until === undefined ? {} : { end: until }) };
    const call = model.calls.find(
      (one) =>
        (one.caller === 'relist' || one.caller === 'pod-relist') &&
        (one.method === 'ListPodSandbox' || one.method === 'ListContainers'),
    );
    const second = isNow
      ? call?.method === 'ListContainers'
      : failed && this.#planned?.relist.call === 'ListContainers';
    const state = isNow ? this.#stateSince(start) : failed ? 'failed' : 'done';
    this.#add('GetPods', 1, state, began, isNow || failed ? proof : {});
    const where =
      isNow && call !== undefined && !beganUnseen(this.#state, { ...this.#relist, start: real(call.began) })
        ? real(call.began)
        : start;
    // Which of the two lists hangs is known when the error line has come, or the line names it.
    const named = this.#planned?.relist.call !== undefined;
    const mark =
      isNow || failed ? { ...proof, ...(proof.known === 'proven' && !named ? { known: 'likely' as const } : {}) } : {};
    const hung = isNow ? this.#stateSince(where) : state;
    const times = { began: where, ...(until === undefined ? {} : { end: until }) };
    if (second) {
      this.#add('ListPodSandbox', 2, 'done', {}, {});
      this.#add('ListContainers', 2, hung, times, mark);
    } else {
      this.#add('ListPodSandbox', 2, hung, times, mark);
      this.#add(
        'ListContainers',
        2,
        isNow ? 'pending' : !failed ? 'done' : named ? 'pending' : 'unknown',
        {},
        failed && named && !isNow ? { text: 'not come to' } : {},
      );
    }
  }

  /** Steps of each pod that this relist inspects; gives the number of those left out. */
  #inspections(listing: boolean): number {
    const { inspected, failed } = this.#relist;
    if (listing) {
      this.#add(
        'inspect',
        1,
        'pending',
        {},
        { text: failed && !this.#running ? 'not reached: the listing failed' : 'comes after the listing' },
      );
      return 0;
    }
    const { time } = this.#state;
    const active = this.#running ? this.#state.model.relist?.inspects : undefined;
    this.#add(
      'inspect',
      1,
      !this.#running ? 'done' : active === undefined ? 'running' : this.#stateSince(this.#state.real(active.since)),
      {},
      inspected.length === 0 && active === undefined ? { text: 'no pod has changed' } : {},
    );
    const shown = [...inspected]
      .sort(
        (a, b) =>
          Number(b.end - b.began > HUNG) - Number(a.end - a.began > HUNG) ||
          Math.abs(a.end - time) - Math.abs(b.end - time),
      )
      .slice(0, MOST_PODS);
    const order = new Set(shown);
    for (const pod of inspected) if (order.has(pod)) this.#pod(pod);
    if (active !== undefined && !inspected.some((pod) => pod.uid === active.podUid && pod.end > time))
      this.#pod({ uid: active.podUid, began: this.#state.real(active.since), end: undefined });
    return inspected.length - shown.length;
  }

  #pod(pod: InspectedPod): void {
    const name = this.#podName(pod.uid);
    if (pod.began > this.#state.time) {
      this.#add('inspect', 2, 'pending', {}, { pod: name });
      return;
    }
    const isNow = pod.end === undefined || pod.end > this.#state.time;
    const outcome: CallState = isNow ? this.#stateSince(pod.began) : pod.error === undefined ? 'done' : 'failed';
    const failure = this.#failureOf(pod);
    const proof = failure === undefined ? {} : this.#proofOf(failure, isNow);
    const times = { began: pod.began, ...(pod.end === undefined ? {} : { end: pod.end }) };
    this.#add('inspect', 2, outcome, times, { pod: name, ...proof });
    this.#statusCalls(pod, isNow, outcome, failure, { pod: name, ...proof });
    this.#afterInspection(isNow, outcome, name, proof);
  }

  /** The failed inspection of the log that is this one. */
  #failureOf({ uid, end }: InspectedPod): FailedInspection | undefined {
    const { time, facts } = this.#state;
    return facts.inspections.find(
      (one) =>
        one.uid === uid &&
        (end === undefined ? one.time > time && one.began <= time : Math.abs(one.time - end) < seconds(0.2)),
    );
  }

  #proofOf({ at, began, time: failed }: FailedInspection, isNow: boolean): Proof {
    const { time } = this.#state;
    return { at, known: !isNow || (time >= began && time <= failed) ? 'proven' : 'likely' };
  }

  /** The two calls of an inspection: the one that hangs or failed, and the other. */
  #statusCalls(
    pod: InspectedPod,
    isNow: boolean,
    outcome: CallState,
    failure: FailedInspection | undefined,
    mark: Proof & { readonly pod: string },
  ): void {
    const { time, model, real } = this.#state;
    const call = isNow
      ? model.calls.find((one) => one.podUid === pod.uid && (one.caller === 'relist' || one.caller === 'pod-relist'))
      : undefined;
    const method = failure?.method ?? (call?.method === 'ContainerStatus' ? 'ContainerStatus' : 'PodSandboxStatus');
    const began =
      failure !== undefined && failure.began <= time
        ? failure.began
        : call === undefined
          ? pod.began
          : real(call.began);
    const times = { began, ...(pod.end === undefined ? {} : { end: pod.end }) };
    const container = failure?.method === 'ContainerStatus' ? failure.containerId : undefined;
    const own = {
      ...mark,
      ...(container === undefined ? {} : { container }),
      ...(failure === undefined || isNow ? {} : { text: failure.error }),
    };
    const state: CallState = isNow ? this.#stateSince(began) : outcome;
    const other = { pod: mark.pod };
    if (method === 'PodSandboxStatus') {
      this.#add('PodSandboxStatus', 3, state, times, own);
      this.#add('ContainerStatus', 3, isNow ? 'pending' : outcome === 'failed' ? 'unknown' : 'done', {}, other);
    } else {
      this.#add('PodSandboxStatus', 3, 'done', {}, other);
      this.#add('ContainerStatus', 3, state, times, own);
    }
  }

  #afterInspection(isNow: boolean, outcome: CallState, pod: string, proof: Proof): void {
    const failed = outcome === 'failed';
    this.#add(
      'write-cache',
      3,
      isNow ? 'pending' : 'done',
      {},
      { pod, ...(failed ? { text: 'the error is written: workers of this pod have to wait', ...proof } : {}) },
    );
    this.#add(
      'send-events',
      3,
      isNow ? 'pending' : failed ? 'unknown' : 'done',
      {},
      { pod, ...(failed ? { text: 'held back: the pod is inspected again by the next relist' } : {}) },
    );
  }

  #stateSince(began: Instant): CallState {
    return this.#state.time - began >= HUNG ? 'hung' : 'running';
  }

  #add(
    call: CallName,
    depth: number,
    state: CallState,
    times: { readonly began?: Instant; readonly end?: Instant },
    more: Proof & { readonly pod?: string; readonly container?: string; readonly text?: string },
  ): void {
    const { at, known, ...rest } = more;
    const { began, end } = times;
    const { time } = this.#state;
    const over = end !== undefined && end <= time;
    // Where model and log differ the model's times are as wrong as its states.
    const isUnknown = this.#known === 'unknown' && known === undefined;
    this.#steps.push({
      call,
      depth,
      state: isUnknown ? 'unknown' : state,
      known: known ?? this.#known,
      ...rest,
      ...(isUnknown || began === undefined || began > time
        ? {}
        : { began, took: inSeconds(((over ? end : time) - began) as Duration) }),
      ...(isUnknown || end === undefined || over || !Number.isFinite(end) ? {} : { ends: end }),
      ...(at === undefined ? {} : { source: at.source, line: at.line }),
    });
  }
}
