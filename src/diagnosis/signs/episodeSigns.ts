/**
 * The signs of one episode: which calls failed and how, in which skips which reasons stand, what the changes of the last listed relist say about
 * the list phase. No judgement here; the causes judge.
 */
import type { Episode, LineReference, Skip } from '../../inference/history.ts';
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type {
  ChannelFullFact,
  ContainerFinishedFact,
  Fact,
  HousekeepingSlowFact,
  InspectFailedFact,
  NeighbourFact,
  NodeTroubleFact,
  RelistFailedFact,
  RuntimeCallFailedFact,
  RuntimeNotReadyFact,
  StatusFailedFact,
} from '../../messages/fact.ts';
import { codeOf } from '../../messages/texts/runtimeError.ts';
import type { ClockJump } from './clockJumps.ts';
import { type FactIndex } from '../factIndex.ts';
import {
  classifyRuntimeError,
  hasNoFileLeft,
  isInspectMethod,
  isListMethod,
  type RuntimeErrorClass,
} from './runtimeErrors.ts';
import { canBeOfInspection } from './whoInspected.ts';

/** A failed call together with its class. */
export interface FailedCall<
  Kind extends Fact = RuntimeCallFailedFact | RelistFailedFact | InspectFailedFact | StatusFailedFact,
> {
  readonly fact: Kind;
  readonly error: RuntimeErrorClass;
}

export interface EpisodeSigns {
  /** `ListPodSandbox`, `ListContainers` and ends of failed relists. */
  readonly list: readonly FailedCall[];
  /** `PodSandboxStatus`, `ContainerStatus` and failed inspections, from one time-out before the last listed relist on. */
  readonly inspect: readonly FailedCall[];
  /** The runtime check. */
  readonly status: readonly FailedCall[];
  /** All other calls: sandboxes and containers made and removed, images, version. */
  readonly other: readonly FailedCall[];
  readonly runtimeNotReady: readonly RuntimeNotReadyFact[];
  /** Lines of those who asked the runtime for something else (measurements, garbage collection) and got no answer. */
  readonly askedInVain: readonly NodeTroubleFact[];
  readonly channelFull: readonly ChannelFullFact[];
  readonly housekeepingSlow: readonly HousekeepingSlowFact[];
  readonly finished: readonly ContainerFinishedFact[];
  /** Lines of kernel, runtime and systemd, from five minutes before. */
  readonly neighbours: readonly NeighbourFact[];
  /** Skips that hold a reason of this kind. */
  readonly skipsWith: Readonly<
    Record<'stale' | 'never' | 'down' | 'statusUnknown' | 'notReady' | 'containerManager' | 'network', number>
  >;
  /** The list phase of some relist took at least this long, proven by a skip that still named the relist before it. */
  readonly listPhaseAtLeast: Duration;
  /** Only the first skips say that PLEG has yet to be successful: it listed soon after the start, and something else kept the kubelet unhealthy. */
  readonly listedAfterStart: boolean;
}

/** Classes by which a call had no answer of the runtime. */
const NO_ANSWER: ReadonlySet<RuntimeErrorClass> = new Set<RuntimeErrorClass>(['timed-out', 'unreachable']);

/** pkg/kubelet/stats, cri_stats_provider.go: what of a measurement failed. */
const LISTS = /failed to list (?:all )?(?:containers|pod sandbox(?:es)?)\b/;

export interface SignWindow {
  readonly episode: Episode;
  readonly process: string;
  readonly skips: readonly Skip[];
  readonly jumps: readonly ClockJump[];
  readonly from: Instant;
  readonly to: Instant;
  readonly inspectFrom: Instant;
  readonly statusFrom: Instant;
  /** True for lines of kernel, runtime and systemd that can be of the episode's node. */
  isOwn(at: LineReference): boolean;
}

const NEIGHBOURS_BEFORE: Duration = seconds(300);
/** The line of a slow housekeeping comes at its end; a few calls that each take their time-out are the longest seen (3m50s). */
const LONGEST_HOUSEKEEPING: Duration = seconds(300);

/** Reads the signs of a window. */
export function readSigns(window: SignWindow, facts: FactIndex): EpisodeSigns {
  const { process, from, to } = window;
  const calls = facts.between(process, 'runtime-call-failed', window.inspectFrom, to);
  const list: FailedCall[] = [];
  const inspect: FailedCall[] = [];
  const status: FailedCall[] = [];
  const other: FailedCall[] = [];
  for (const fact of calls) {
    const call = { fact, error: classifyRuntimeError(fact.error) };
    if (canBeOfInspection(facts, fact) || isInspectedWithin(call)) inspect.push(call);
    else if (fact.time < from) continue;
    else if (isListMethod(fact.method)) list.push(call);
    else if (fact.method === 'Status') status.push(call);
    else other.push(call);
  }
  for (const fact of facts.between(process, 'inspect-failed', window.inspectFrom, to))
    inspect.push({ fact, error: classifyRuntimeError(fact.error) });
  for (const fact of facts.between(process, 'relist-failed', from, to))
    list.push({ fact, error: classifyRuntimeError(fact.error) });
  const vain = facts
    .between(process, 'node-trouble', from, to)
    .filter(
      (fact) =>
        fact.what === 'docker' ||
        ((fact.what === 'container-gc' || fact.what === 'image-gc') &&
          NO_ANSWER.has(classifyRuntimeError({ text: fact.text }))),
    );
  // Who measures pods lists them by the same calls; the client's own lines may have been left out of what was saved.
  if (list.length === 0) list.push(...vain.filter(({ text }) => LISTS.test(text)).map(callBehind));
  for (const fact of facts.between(process, 'status-failed', window.statusFrom, to))
    status.push({ fact, error: classifyRuntimeError(fact.error) });
  for (const calls of [list, inspect, status]) calls.sort((a, b) => a.fact.time - b.fact.time);
  return {
    list,
    inspect,
    status,
    other,
    runtimeNotReady: facts.between(process, 'runtime-not-ready', from, to),
    askedInVain: vain,
    channelFull: facts.between(process, 'event-channel-full', from, (to + seconds(120)) as Instant),
    housekeepingSlow: facts
      .between(process, 'housekeeping-slow', from, (to + LONGEST_HOUSEKEEPING) as Instant)
      .filter((fact) => fact.time - fact.took <= to),
    finished: facts.between(process, 'container-finished', from, (to + seconds(5)) as Instant),
    neighbours: facts
      .between(undefined, 'neighbour', (from - NEIGHBOURS_BEFORE) as Instant, to)
      .filter((fact) => window.isOwn(fact)),
    skipsWith: countReasons(window.skips),
    listPhaseAtLeast: listPhaseAtLeast(window),
    listedAfterStart: listedAfterStart(window.skips),
  };
}

/** docker is asked to inspect a container for other calls, too (dockershim and cri-dockerd, docker_container.go): one that gives no answer to that gives none to PLEG. */
export function isInspectedWithin({ fact, error }: FailedCall): boolean {
  return (
    fact.kind === 'runtime-call-failed' &&
    !isInspectMethod(fact.method) &&
    error === 'timed-out' &&
    fact.error.text.includes('failed to inspect container')
  );
}

/** The call to the runtime that a measurement says to have failed. */
function callBehind({ source, line, time, message, text }: NodeTroubleFact): FailedCall {
  const error = { text, code: codeOf(text) };
  return {
    fact: {
      source,
      line,
      time,
      message,
      kind: 'runtime-call-failed',
      method: text.includes('sandbox') ? 'ListPodSandbox' : 'ListContainers',
      error,
      pod: {},
    },
    error: classifyRuntimeError(error),
  };
}

/** Calls of one class. */
export function ofClass(calls: readonly FailedCall[], error: RuntimeErrorClass): readonly FailedCall[] {
  return calls.filter((call) => call.error === error);
}

/** Calls did not reach the runtime, and each of them because the kubelet had no file left to connect with. */
export function lackFiles(calls: readonly FailedCall[]): boolean {
  const failed = ofClass(calls, 'unreachable');
  return failed.length > 0 && failed.every(({ fact }) => hasNoFileLeft(fact.error.text));
}

function countReasons(skips: readonly Skip[]): EpisodeSigns['skipsWith'] {
  const counts = { stale: 0, never: 0, down: 0, statusUnknown: 0, notReady: 0, containerManager: 0, network: 0 };
  for (const skip of skips) {
    for (const reason of skip.reasons) {
      if (reason.kind === 'pleg-stale') counts.stale += 1;
      else if (reason.kind === 'pleg-never') counts.never += 1;
      else if (reason.kind === 'runtime-down') counts.down += 1;
      else if (reason.kind === 'runtime-status-unknown') counts.statusUnknown += 1;
      else if (reason.kind === 'runtime-not-ready') counts.notReady += 1;
      else if (reason.kind === 'container-manager') counts.containerManager += 1;
      else if (reason.kind === 'network') counts.network += 1;
    }
  }
  return counts;
}

/** A skip without any PLEG reason after one that says "yet to be successful", and none with one behind it. */
export function listedAfterStart(skips: readonly Skip[]): boolean {
  const ofPleg = (skip: Skip): boolean =>
    skip.reasons.some(({ kind }) => kind === 'pleg-never' || kind === 'pleg-stale');
  const last = skips.findLastIndex(ofPleg);
  return (
    last >= 0 &&
    last < skips.length - 1 &&
    skips.slice(0, last + 1).every((skip) => skip.reasons.some(({ kind }) => kind === 'pleg-never'))
  );
}

/**
 * A skip at t names the relist of L2 while the skip before it, at t0 > L2, still named an older one, or none that was ever listed: the list calls of L2 took
 * longer than t0 − L2. Where the clock jumped between them, both name the same relist by different times.
 */
function listPhaseAtLeast({ skips, jumps }: SignWindow): Duration {
  let atLeast = 0;
  let before: Skip | undefined;
  for (const skip of skips) {
    if (skip.lastRelist === undefined) {
      if (skip.reasons.some(({ kind }) => kind === 'pleg-never')) before = skip;
      continue;
    }
    const changed = before?.lastRelist === undefined || skip.lastRelist - before.lastRelist >= seconds(1);
    const jumped = jumps.some(({ at }) => at.line === skip.line && at.source === skip.source);
    if (changed && !jumped && before !== undefined) atLeast = Math.max(atLeast, before.time - skip.lastRelist);
    before = skip;
  }
  return atLeast as Duration;
}
