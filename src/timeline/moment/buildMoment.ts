/**
 * The inner state of the kubelet at one moment as a document: the embedded kubelet's state, with what lines prove put in its place. Where model and log contradict each other
 * the model's parts are unknown. Nothing is computed before the first question.
 */
import { absencesOf } from '../../inference/episodes/absences.ts';
import { podsLeftOut, withShownPods } from '../../inference/containers/shownPods.ts';
import type { ProvenHistory } from '../../inference/history.ts';
import { BASE_RUNTIME_SYNC_THRESHOLD } from '../../kubelet/constants.ts';
import { toPlegState } from '../../kubelet/containerState.ts';
import { formatSkipReason } from '../../kubelet/skipReason.ts';
import { goesOn, type StopCheck } from '../../kubelet/stopCheck.ts';
import { type Duration, inSeconds, type Instant, seconds } from '../../kubelet/time.ts';
import { formatVersion } from '../../kubelet/version.ts';
import type { Reconstruction } from '../../replay/reconstruction.ts';
import { MOST_OF_POD } from '../../replay/innerState/followedPods.ts';
import { doubtAt, neverStarted } from '../../replay/belief.ts';
import { innerStatesOf, type InnerState, type PlegPod } from '../../replay/innerState/innerState.ts';
import { firstAfter, type ProcessFacts, thresholdAt } from '../../replay/innerState/innerStateFacts.ts';
import { relistAt } from '../../replay/innerState/innerStatePlan.ts';
import {
  provenListed,
  provenLoop,
  provenReasons,
  provenRelist,
  provenUnhealthy,
} from '../../replay/innerState/innerStateProven.ts';
import { clockParts } from '../format.ts';
import {
  type ContainerMomentState,
  type Known,
  MOST_CONTAINERS_SHOWN,
  MOST_PODS_SHOWN,
  MOST_WAITING_SHOWN,
  type MomentCache,
  type MomentChannel,
  type MomentContainer,
  type MomentDocument,
  type MomentEvent,
  type MomentLoop,
  type MomentHealth,
  type MomentPlace,
  type MomentPodRecord,
  type MomentReason,
  type MomentReinspect,
  type MomentRelist,
  type MomentStaleness,
  type MomentSummary,
} from './moment.ts';
import { callPathAt } from './momentCallPath.ts';
import { MomentChanges } from './momentChanges.ts';
import { momentFields, momentHeadline } from './momentFields.ts';
import { podLabel } from '../lanes/podNames.ts';

/** Answers what the kubelet's inner state was, moment by moment. */
export interface Moments {
  /** The state of a process at a time: of the one that is named, else of the one that lives then. `undefined` when no process is known at all. Given up by `stopCheck` it can be asked again. */
  at(time: Instant, process?: string, stopCheck?: StopCheck): MomentDocument | undefined;
  /** The same in short. Times that go forward cost one run of the model over them all. */
  summary(time: Instant, process: string): MomentSummary | undefined;
}

const LONG_HOUSEKEEPING: Duration = seconds(1);

/** Makes the answerer of one analysis; it costs nothing until it is asked. */
export function createMoments(reconstruction: Reconstruction): Moments {
  let made: Parts | undefined;
  const parts = (): Parts => (made ??= partsOf(withShownPods(reconstruction.history)));
  return {
    at(time, process, stopCheck = goesOn) {
      const { history, states, changes, names } = parts();
      stopCheck();
      const facts = states.factsAround(time, process);
      if (facts === undefined) return undefined;
      stopCheck();
      const state = states.at(facts, time, true, stopCheck);
      stopCheck();
      return new MomentBuilder(history, state, time, names()).build(changes);
    },
    summary(time, process) {
      const { history, states, names } = parts();
      const facts = states.factsAt(time, process);
      if (facts === undefined) return undefined;
      return new MomentBuilder(history, states.at(facts, time, false), time, names()).summary();
    },
  };
}

/** What all moments of an analysis share. */
interface Parts {
  readonly history: ProvenHistory;
  readonly states: ReturnType<typeof innerStatesOf>;
  readonly changes: MomentChanges;
  readonly names: () => Names;
}

function partsOf(history: ProvenHistory): Parts {
  let names: Names | undefined;
  return {
    history,
    states: innerStatesOf(history),
    changes: new MomentChanges(history),
    names: () => (names ??= namesOf(history)),
  };
}

/** What is said of each doubt. */
const DOUBTS: { readonly [kind: string]: string } = {
  gap: 'Lines are missing from the log here.',
  'never-started': 'This kubelet ended before its sync loop started: there is no inner state to show.',
  'before-first-skip':
    'The log begins in an unhealthy period: nothing is known about the kubelet before the first skip.',
};

interface Names {
  readonly pods: ReadonlyMap<string, string>;
  readonly containers: ReadonlyMap<
    string,
    { readonly name?: string; readonly kind: 'container' | 'sandbox' | 'unknown' }
  >;
}

function namesOf(history: ProvenHistory): Names {
  const pods = new Map<string, string>();
  const containers = new Map<string, { name?: string; kind: 'container' | 'sandbox' | 'unknown' }>();
  for (const pod of history.pods) {
    pods.set(pod.uid, podLabel(pod) ?? pod.uid);
    for (const container of pod.containers)
      containers.set(container.id, {
        kind: container.kind,
        ...(container.name === undefined ? {} : { name: container.name }),
      });
  }
  return { pods, containers };
}

class MomentBuilder {
  readonly #history: ProvenHistory;
  readonly #state: InnerState;
  readonly #facts: ProcessFacts;
  readonly #time: Instant;
  readonly #names: Names;
  readonly #caveats: string[] = [];
  /** Containers of pods that have more than are listed. */
  #unlisted = 0;
  /** What stands for the headline where no kubelet ran at the moment that was asked for. */
  #instead: string | undefined;
  /** How far the model is believed here. */
  readonly #believed: Known;
  /** Events and containers need `-v=2`. */
  readonly #pods: Known;
  /** What PLEG holds of pods: where the log begins inside a run of skips nothing, until a relist has ended. */
  readonly #held: Known;

  constructor(history: ProvenHistory, state: InnerState, asked: Instant, names: Names) {
    this.#history = history;
    this.#state = state;
    this.#facts = state.facts;
    this.#time = state.time;
    this.#names = names;
    this.#believed = this.#belief(asked);
    const { verbosity } = state.facts.process;
    const quiet = verbosity !== undefined && verbosity < 2;
    if (quiet)
      this.#caveats.push(
        'At this verbosity the kubelet writes no lines about containers: records, cache and channel are unknown.',
      );
    this.#pods = quiet ? 'unknown' : this.#believed;
    this.#held = this.#facts.inside !== undefined && state.model.cacheTime === undefined ? 'unknown' : this.#pods;
  }

  summary(): MomentSummary {
    const staleness = this.#staleness();
    return {
      time: this.#time,
      process: this.#facts.process.id,
      staleness,
      relist: this.#relist(),
      health: this.#health(this.#reasons(staleness)),
      loop: this.#loop(),
    };
  }

  build(changes: MomentChanges): MomentDocument {
    const { process } = this.#facts;
    const label = this.#label(this.#facts);
    const staleness = this.#staleness();
    const { reasons, known: reasonsKnown } = this.#reasons(staleness);
    const loop = this.#loop();
    this.#tellNotFollowed();
    const channel = this.#channel(loop);
    const reinspect = this.#state.model.reinspect.map((uid): MomentReinspect => ({
      pod: this.#pod(uid),
      known: this.#held,
      ...this.#failurePlace(uid),
    }));
    const records = this.#records();
    if (this.#unlisted > 0)
      this.#caveats.push(
        `Of each pod ${MOST_CONTAINERS_SHOWN} containers are listed, and ${this.#unlisted.toLocaleString('en')} are not.`,
      );
    const callPath = callPathAt(this.#state, (uid) => this.#pod(uid), this.#believed);
    const parts = {
      time: this.#time,
      process: process.id,
      processLabel: label,
      otherProcesses: this.#history.processes
        .filter((other) => other.id !== process.id && other.from <= this.#time && other.to >= this.#time)
        .map((other) => ({ id: other.id, label: this.#nameOf(other) })),
      loop,
      reasons,
      reasonsKnown,
      staleness,
      relist: this.#relist(),
      health: this.#health({ reasons, known: reasonsKnown }),
      channel,
      reinspect,
      reinspectKnown: this.#held,
      cache: this.#cache(),
      podRecords: records.slice(0, MOST_PODS_SHOWN),
      podRecordsKnown: this.#held,
      pods: records.length,
      ...(callPath === undefined ? {} : { callPath }),
      ...changes.around(this.#state, (uid) => this.#pod(uid)),
      caveats: this.#caveats,
    };
    const more = {
      clock: (time: number) => this.#clock(time),
      runtimeSync: this.#runtimeSync(),
      threshold: this.#thresholdKnown(),
      ...this.#nodeReady(),
    };
    return { ...parts, headline: this.#instead ?? momentHeadline(parts, more), fields: momentFields(parts, more) };
  }

  /** Unknown outside the process, in gaps of the log, and where the model contradicts the log. */
  #belief(asked: Instant): Known {
    const { process } = this.#facts;
    if (asked !== this.#time && this.#isAbsent(asked))
      this.#instead = `No kubelet ran at ${this.#clock(asked)}; the nearest moment of one is shown.`;
    else if (asked < this.#time && process.loopStarted === this.#time)
      this.#caveats.push(
        `The sync loop starts at ${this.#clock(this.#time)} and has no inner state before that, so the nearest moment is shown.`,
      );
    else if (asked !== this.#time)
      this.#caveats.push(
        `The kubelet's process is in the log from ${this.#clock(process.from)} to ${this.#clock(process.to)}; its nearest moment is shown.`,
      );
    const doubt = doubtAt(this.#history, this.#facts, this.#state.run.contradictions, this.#time);
    if (doubt === undefined) return 'likely';
    this.#caveats.push(
      DOUBTS[doubt.kind] ??
        (doubt.kind === 'contradiction'
          ? `Run without interruption, the embedded kubelet cannot reproduce this stretch: ${doubt.contradiction.why}. Only what the lines prove is shown.`
          : ''),
    );
    return 'unknown';
  }

  #isAbsent(time: Instant): boolean {
    const { node } = this.#facts.process;
    return absencesOf(this.#history).some(
      (absence) => absence.node === node && absence.from.max < time && time < absence.to,
    );
  }

  #tellNotFollowed(): void {
    const { pods, containers } = this.#state.run.notFollowed;
    const count = pods + podsLeftOut(this.#history);
    if (count > 0)
      this.#caveats.push(
        `Of the pods that the log names, ${count.toLocaleString('en')} are too many for this view: the model does not follow them.`,
      );
    if (containers > 0)
      this.#caveats.push(
        `Of pods with very many containers it follows ${MOST_OF_POD} of each, and leaves out ${containers.toLocaleString('en')}.`,
      );
  }

  #staleness(): MomentStaleness {
    const threshold = inSeconds(thresholdAt(this.#facts, this.#time));
    const proven = provenListed(this.#facts, this.#time);
    if (proven !== undefined) {
      const place = { source: proven.at.source, line: proven.at.line };
      if (proven.start === undefined) return { never: true, threshold, known: 'proven', ...place };
      const { min, max } = proven.start;
      return {
        seconds: this.#since(max),
        min: this.#since(max),
        max: this.#since(min),
        lastListed: max,
        threshold,
        known: 'proven',
        ...place,
      };
    }
    const bounds = this.#state.plan.proven.at(this.#time);
    const [min, max] = [
      inSeconds(bounds.min),
      bounds.max === undefined ? Number.POSITIVE_INFINITY : inSeconds(bounds.max),
    ];
    const within = { min, ...(Number.isFinite(max) ? { max } : {}), threshold };
    if (this.#believed === 'unknown') return { ...within, known: 'unknown' };
    const { lastListed } = this.#state.model;
    if (lastListed === undefined) return { never: true, threshold, known: this.#believed };
    // What the model says is likely within what lines prove.
    const likely = Math.min(Math.max(this.#since(this.#state.real(lastListed)), min), max);
    return { ...within, seconds: likely, lastListed: this.#time - Math.round(likely * 1e6), known: this.#believed };
  }

  /** Evented PLEG is known by its lines; else only a skip that prints the threshold excludes it. */
  #thresholdKnown(): { readonly known: Known } & MomentPlace {
    const { process, thresholdAt: printed } = this.#facts;
    if (process.evented !== undefined) return { known: 'proven' };
    return printed === undefined
      ? { known: 'likely' }
      : { known: 'proven', source: printed.source, line: printed.line };
  }

  #relist(): MomentRelist {
    if (provenRelist(this.#facts, this.#time)) return { running: true, known: 'proven' };
    if (this.#believed === 'unknown') return { known: 'unknown' };
    return {
      running:
        this.#state.model.relist?.scope === 'all' || relistAt(this.#state.plan.relists, this.#time) !== undefined,
      known: this.#believed,
    };
  }

  #health({ reasons, known }: { readonly reasons: readonly MomentReason[]; readonly known: Known }): MomentHealth {
    if (provenUnhealthy(this.#facts, this.#time)) return { healthy: false, known: 'proven' };
    return known === 'unknown'
      ? { known }
      : {
          healthy: reasons.length === 0,
          known: known === 'proven' ? 'proven' : this.#believed === 'unknown' ? 'likely' : this.#believed,
        };
  }

  #reasons(staleness: MomentStaleness): { readonly reasons: readonly MomentReason[]; readonly known: Known } {
    const proven = provenReasons(this.#facts, this.#time);
    const reasons: MomentReason[] = proven.reasons.map((reason) => ({
      kind: reason.kind,
      known: 'proven',
      source: reason.at.source,
      line: reason.at.line,
      text:
        reason.kind === 'pleg-stale' && staleness.seconds !== undefined
          ? formatSkipReason(
              {
                kind: 'pleg-stale',
                text: reason.text,
                elapsed: seconds(staleness.seconds),
                threshold: thresholdAt(this.#facts, this.#time),
              },
              this.#facts.profile,
            )
          : reason.text,
    }));
    if (proven.complete) return { reasons, known: 'proven' };
    const healthyPleg =
      staleness.known === 'proven' && staleness.seconds !== undefined && staleness.seconds <= staleness.threshold;
    if (this.#believed !== 'unknown') {
      for (const reason of this.#state.model.reasons) {
        const isPleg = reason.kind === 'pleg-stale' || reason.kind === 'pleg-never';
        if (
          reasons.some((one) => one.kind === reason.kind) ||
          (isPleg && (healthyPleg || staleness.known === 'proven'))
        )
          continue;
        reasons.push({ kind: reason.kind, text: formatSkipReason(reason, this.#facts.profile), known: this.#believed });
      }
    }
    return {
      reasons,
      known:
        reasons.some((reason) => reason.known === 'proven') && this.#believed === 'unknown' ? 'likely' : this.#believed,
    };
  }

  #loop(): MomentLoop {
    const proven = provenLoop(this.#facts, this.#time);
    if (proven !== undefined) {
      const { state, since, until, at, skip } = proven;
      return {
        state,
        known: 'proven',
        since,
        until,
        source: at.source,
        line: at.line,
        ...(state === 'blocked' ? { by: 'housekeeping' } : {}),
        ...(skip?.sleepKnown === true ? { sleep: inSeconds(skip.sleep) } : {}),
        ...(skip === undefined || skip.beganEarlier ? {} : { backoffStep: skip.count }),
      };
    }
    if (neverStarted(this.#facts)) return { state: 'not-started', known: 'likely' };
    if (this.#believed === 'unknown') return { state: 'unknown', known: 'unknown' };
    const { loop, calls } = this.#state.model;
    const known = this.#believed;
    const since = 'since' in loop ? this.#state.real(loop.since) : undefined;
    switch (loop.kind) {
      case 'not-started':
        return {
          state: loop.kind,
          known,
          ...(this.#facts.process.loopStarted === undefined ? {} : { since: this.#facts.process.loopStarted }),
        };
      case 'ended':
        return { state: loop.kind, known, ...(since === undefined ? {} : { since }) };
      case 'skipping':
        return {
          state: 'skipping',
          known,
          since: this.#state.real(loop.since),
          until: this.#state.real(loop.until),
          sleep: inSeconds((loop.sleep / 1000) as Duration),
          backoffStep: loop.skips,
        };
      case 'waiting':
        return { state: 'waiting', known, ...(since === undefined ? {} : { since }) };
      case 'working': {
        const listing = calls.some((call) => call.caller === 'housekeeping');
        if (loop.work !== 'housekeeping' || !listing)
          return { state: 'working', known, ...(since === undefined ? {} : { since }) };
        const long = since !== undefined && this.#time - since > LONG_HOUSEKEEPING;
        return {
          state: long ? 'blocked' : 'housekeeping',
          known,
          ...(since === undefined ? {} : { since }),
          by: 'housekeeping',
        };
      }
    }
  }

  #channel(loop: MomentLoop): MomentChannel {
    const waiting = this.#state.run.channel.waiting(this.#time);
    const capacity = this.#state.model.channelCapacity;
    if (this.#pods === 'unknown') return { capacity, count: 0, waiting: [], known: 'unknown', min: 0, max: capacity };
    const events = waiting.map((event): MomentEvent => ({
      type: event.type,
      pod: this.#pod(event.uid),
      sent: event.sent,
      known: event.line !== undefined && event.sentProven ? 'proven' : this.#pods,
      ...(event.id === undefined ? {} : { container: event.id }),
      ...(Number.isFinite(event.handled) ? { handled: event.handled } : {}),
      ...(event.line === undefined ? {} : { source: event.line.source, line: event.line.line }),
    }));
    const count = Math.min(events.length, capacity);
    // No line tells of ContainerRemoved: while the loop takes nothing, each dead container may have sent one.
    const held = loop.state === 'blocked' || loop.state === 'skipping';
    const dead = held
      ? this.#state.model.records.reduce(
          (sum, { old }) =>
            sum + (old === undefined ? 0 : old.containers.filter((one) => one.state === 'exited').length),
          0,
        )
      : 0;
    const later = held ? this.#state.run.channel.maybeWaiting(this.#time, this.#state.plan.busy) : 0;
    return {
      capacity,
      count,
      waiting: events.slice(0, MOST_WAITING_SHOWN),
      known: this.#pods,
      min: Math.min(count, events.filter((event) => event.known === 'proven').length),
      max: Math.min(capacity, count + dead + later),
    };
  }

  #cache(): MomentCache {
    const { cache, cacheTime } = this.#state.model;
    if (this.#held === 'unknown') return { known: 'unknown', entries: [] };
    const entries = cache.map(([uid, entry]) => ({
      uid,
      pod: this.#pod(uid),
      age: Math.max(0, this.#since(this.#state.real(entry.modified))),
      ...(entry.error === undefined ? {} : { error: entry.error, ...this.#failurePlace(uid) }),
      known: this.#pods,
    }));
    entries.sort((a, b) => Number(b.error !== undefined) - Number(a.error !== undefined) || a.age - b.age);
    return {
      ...(cacheTime === undefined ? {} : { globalAge: this.#since(this.#state.real(cacheTime)) }),
      known: this.#pods,
      entries: entries.slice(0, MOST_PODS_SHOWN),
    };
  }

  #records(): readonly MomentPodRecord[] {
    if (this.#held === 'unknown') return [];
    const { records, relist } = this.#state.model;
    const records_ = records.map(({ uid, old, current }): MomentPodRecord => {
      // Between relists the newest listing is what it was at the last one: nothing has changed since, or it is not told yet.
      const newest = current ?? (relist === undefined ? old : undefined);
      const containers = this.#containers(old, newest);
      return { uid, pod: this.#pod(uid), containers, pending: containers.some((one) => one.old !== one.current) };
    });
    return records_.sort((a, b) => Number(b.pending) - Number(a.pending));
  }

  #containers(old: PlegPod | undefined, current: PlegPod | undefined): readonly MomentContainer[] {
    const ids = new Map<string, 'container' | 'sandbox'>();
    for (const pod of [old, current]) {
      for (const one of pod?.containers ?? []) ids.set(one.id, 'container');
      for (const one of pod?.sandboxes ?? []) ids.set(one.id, 'sandbox');
    }
    // A record that was advanced in this very relist has no newest listing any more.
    const newest = current ?? old;
    const containers = [...ids].map(([id, kind]): MomentContainer => {
      const named = this.#names.containers.get(id);
      return {
        id,
        kind: named?.kind === 'unknown' || named === undefined ? kind : named.kind,
        old: stateIn(old, id),
        current: stateIn(newest, id),
        known: this.#pods,
        ...(named?.name === undefined ? {} : { name: named.name }),
        ...this.#handledPlace(id),
      };
    });
    if (containers.length <= MOST_CONTAINERS_SHOWN) return containers;
    this.#unlisted += containers.length - MOST_CONTAINERS_SHOWN;
    return containers
      .sort(
        (a, b) =>
          Number(b.old !== b.current) - Number(a.old !== a.current) ||
          Number(b.current === 'running') - Number(a.current === 'running'),
      )
      .slice(0, MOST_CONTAINERS_SHOWN);
  }

  /** The last line of the loop about a container. */
  #handledPlace(id: string): { source?: number; line?: number } {
    const events = this.#facts.handledOf(id);
    const event = events[firstAfter(events, this.#time, (one) => one.time) - 1];
    return event === undefined ? {} : { source: event.source, line: event.line };
  }

  #failurePlace(uid: string): { source?: number; line?: number } {
    const failure = this.#facts.inspections.findLast((one) => one.uid === uid && one.time <= this.#time);
    return failure === undefined ? {} : { source: failure.at.source, line: failure.at.line };
  }

  #runtimeSync(): {
    readonly seconds?: number;
    readonly known: Known;
    readonly source?: number;
    readonly line?: number;
  } {
    const { lastRuntimeSync } = this.#state.model;
    const index = firstAfter(this.#facts.skips, this.#time, ({ skip }) => skip.time) - 1;
    const before = this.#facts.skips[index];
    const isDown =
      before !== undefined &&
      this.#time - before.skip.time < before.sleep &&
      before.skip.reasons.some((reason) => reason.kind === 'runtime-down');
    const place = isDown ? { source: before.skip.source, line: before.skip.line } : {};
    if (this.#believed === 'unknown') return { known: 'unknown' };
    if (lastRuntimeSync === undefined) return { known: this.#believed, ...place };
    const age = Math.max(0, this.#since(this.#state.real(lastRuntimeSync)));
    return {
      seconds: isDown ? Math.max(age, inSeconds(BASE_RUNTIME_SYNC_THRESHOLD)) : age,
      known: this.#believed,
      ...place,
    };
  }

  #nodeReady(): { readonly nodeReady?: { readonly text: string; readonly source: number; readonly line: number } } {
    const last = this.#history.nodeReady.findLast(
      (change) => change.process === this.#facts.process.id && change.time <= this.#time,
    );
    return last === undefined
      ? {}
      : {
          nodeReady: {
            text: last.ready ? 'Ready' : `NotReady${last.text === undefined ? '' : `: ${last.text}`}`,
            source: last.source,
            line: last.line,
          },
        };
  }

  #pod(uid: string): string {
    return this.#names.pods.get(uid) ?? uid;
  }

  #since(start: Instant): number {
    return inSeconds((this.#time - start) as Duration);
  }

  #label(facts: ProcessFacts): string {
    const version = facts.process.version === undefined ? '' : ` ${formatVersion(facts.process.version)}`;
    return `${this.#nameOf(facts.process)}${version}`;
  }

  #nameOf(process: ProcessFacts['process']): string {
    const node = this.#history.nodes.find((one) => one.id === process.node);
    return `kubelet${process.pid === undefined ? '' : ` ${process.pid}`}${node?.names[0] === undefined ? '' : ` on ${node.names[0]}`}`;
  }

  #clock(time: number): string {
    const { time: clock, microseconds } = clockParts(time);
    return `${clock}.${microseconds.slice(0, 3)}`;
  }
}

function stateIn(pod: PlegPod | undefined, id: string): ContainerMomentState {
  const found = pod?.containers.find((one) => one.id === id) ?? pod?.sandboxes.find((one) => one.id === id);
  return found === undefined ? 'non-existent' : (toPlegState(found.state) ?? 'unknown');
}
