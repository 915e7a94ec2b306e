/**
 * What a relist does with the pods after the listing: compute events, inspect changed pods one after another, write the cache, send.
 * pleg/generic.go: `relist` with its two passes (1.8–1.31), the single pass (1.32–1.35), `reconcilePodRecord` (1.36), `updateCache` (all).
 */
import type { GenericPleg } from './genericPleg.ts';
import type { PlegEvent } from './observation.ts';
import { eventsOfPod } from './plegEvents.ts';
import { type ContainerStatus, KubeletPanic, type PlegPod, type PodStatus } from './plegPod.ts';
import { withPreservedIps } from './preservedIps.ts';
import { type Activity, waitForSignal } from './scheduler.ts';

/** A condition on a pod's inspected status (1.32–1.35, in-place resize). The status is missing when the pod is gone. */
export type WatchCondition = (status: PodStatus | undefined) => boolean;

export interface WatchedCondition {
  readonly key: string;
  readonly condition: WatchCondition;
  /** Counts how often the key was set, so that a condition met is only removed if it was not set anew meanwhile. */
  readonly version: number;
}

interface Inspected {
  readonly error?: string;
  readonly updated: boolean;
  readonly status?: PodStatus;
}

/** First pass of 1.8–1.31: all events are computed, then every pod with events is inspected. True if something was withheld. */
export function* workThroughEvents(pleg: GenericPleg, left: Map<string, PlegPod | undefined>): Activity<boolean> {
  const eventsByPod = new Map<string, PlegEvent[]>();
  for (const uid of pleg.records.uids()) {
    const events = computed(pleg, uid);
    if (events.length > 0) eventsByPod.set(uid, events);
  }
  let withheld = false;
  const uids = [...eventsByPod.keys()];
  for (const uid of pleg.options.order?.(uids, 'events') ?? uids) {
    const pod = pleg.records.current(uid);
    const inspected = yield* inspect(pleg, uid, pod);
    if (inspected.error !== undefined) {
      ignored(pleg, uid, inspected.error);
      left.set(uid, pod);
      withheld = true;
      continue;
    }
    pleg.toReinspect.delete(uid);
    if (pleg.options.eventedGate === true && !inspected.updated) {
      withheld = true;
      continue;
    }
    yield* deliver(pleg, uid, pod, eventsByPod.get(uid) ?? [], inspected.status);
  }
  return withheld;
}

/** Second pass of 1.8–1.31: pods left over from the relist before are inspected again, with the pod as it was listed then. No events. */
export function* reinspectLeftPods(pleg: GenericPleg, left: Map<string, PlegPod | undefined>): Activity {
  const uids = [...pleg.toReinspect.keys()];
  if (uids.length === 0) return;
  const { clock, observe } = pleg.options;
  observe?.({ kind: 'reinspection-started', at: clock.now(), podUids: uids });
  for (const uid of pleg.options.order?.(uids, 'reinspection') ?? uids) {
    const pod = pleg.toReinspect.get(uid);
    const inspected = yield* inspect(pleg, uid, pod);
    if (inspected.error === undefined) continue;
    observe?.({ kind: 'reinspection-failed', at: clock.now(), podUid: uid, error: inspected.error });
    left.set(uid, pod);
  }
}

/** The single pass from 1.32: events, reinspection and (to 1.35) watch conditions of one pod. True if its events were withheld. */
export function* reconcilePod(pleg: GenericPleg, uid: string): Activity<boolean> {
  const { profile, eventedGate } = pleg.options;
  const events = computed(pleg, uid);
  const conditions = [...(pleg.watchConditions.get(uid)?.values() ?? [])];
  const reinspect = pleg.toReinspect.delete(uid);
  if (events.length === 0 && conditions.length === 0 && !reinspect) return false;
  const pod = pleg.records.current(uid);
  const inspected = yield* inspect(pleg, uid, pod);
  if (inspected.error !== undefined) {
    ignored(pleg, uid, inspected.error);
    pleg.toReinspect.set(uid, pod);
    return true;
  }
  if (eventedGate === true && !inspected.updated) return true;
  if (completeConditions(pleg, uid, conditions, inspected.status)) events.push({ podUid: uid, type: 'ConditionMet' });
  if (events.length === 0 && profile.podSyncEvents) events.push({ podUid: uid, type: 'PodSync' });
  yield* deliver(pleg, uid, pod, events, inspected.status);
  return false;
}

function computed(pleg: GenericPleg, uid: string): PlegEvent[] {
  const { clock, observe } = pleg.options;
  return eventsOfPod(
    pleg.records.old(uid),
    pleg.records.current(uid),
    observe === undefined
      ? undefined
      : (podUid, id, from, to) => observe({ kind: 'container-state-changed', at: clock.now(), podUid, id, from, to }),
  );
}

/** `updateCache`: a pod that is gone leaves the cache; any other is inspected, and its status or error is written. */
function* inspect(pleg: GenericPleg, uid: string, pod: PlegPod | undefined): Activity<Inspected> {
  const { cache, clock, observe, profile, runtime } = pleg.options;
  if (pod === undefined) {
    observe?.({ kind: 'status-deleted', at: clock.now(), podUid: uid });
    cache.delete(uid);
    return { updated: true };
  }
  const began = clock.now();
  // Pods of a whole listing carry no time of their own: theirs is the time at which the listing began, which is the relist's start.
  let time = profile.cacheTime === 'pod-timestamp' ? (pod.timestamp ?? pleg.activity?.start ?? began) : began;
  if (pleg.activity !== undefined) pleg.activity = { ...pleg.activity, inspects: { podUid: uid, since: began } };
  const answer = yield* runtime.getPodStatus(pod, pleg.activity?.scope ?? 'all');
  if (pleg.activity !== undefined) {
    const { inspects: _, ...rest } = pleg.activity;
    pleg.activity = rest;
  }
  const at = clock.now();
  observe?.(
    answer.ok
      ? { kind: 'pod-inspected', at, podUid: uid, began }
      : { kind: 'pod-inspected', at, podUid: uid, began, error: answer.error },
  );
  const status = answer.ok ? withPreservedIps(answer.value, cache, profile.preservedIps) : undefined;
  if (pleg.options.eventedGate === true && pleg.options.eventedInUse?.() === true) {
    if (status === undefined && profile.eventedNilStatusPanics)
      throw new KubeletPanic('runtime error: invalid memory address or nil pointer dereference');
    time = status === undefined ? time : (status.timestamp ?? time);
  }
  if (!answer.ok) return { error: answer.error, updated: cache.set(uid, { error: answer.error, modified: time }) };
  return {
    updated: cache.set(uid, status === undefined ? { modified: time } : { status, modified: time }),
    ...(status === undefined ? {} : { status }),
  };
}

function ignored(pleg: GenericPleg, podUid: string, error: string): void {
  pleg.options.observe?.({ kind: 'events-ignored', at: pleg.options.clock.now(), podUid, error });
}

function completeConditions(
  pleg: GenericPleg,
  uid: string,
  conditions: readonly WatchedCondition[],
  status: PodStatus | undefined,
): boolean {
  const met = conditions.filter((condition) => condition.condition(status));
  const ofPod = pleg.watchConditions.get(uid);
  for (const { key, version } of met) if (ofPod?.get(key)?.version === version) ofPod.delete(key);
  if (ofPod?.size === 0) pleg.watchConditions.delete(uid);
  return met.length > 0;
}

/** Advances the record first, then sends: an event that finds the channel full is lost for good (from 1.14), or blocks the relist (before). */
function* deliver(
  pleg: GenericPleg,
  uid: string,
  pod: PlegPod | undefined,
  events: readonly PlegEvent[],
  status: PodStatus | undefined,
): Activity {
  pleg.records.advance(uid);
  for (const event of events) {
    if (event.type === 'ContainerChanged') continue;
    yield* send(pleg, event);
    if (event.type === 'ContainerDied' && pod !== undefined) finished(pleg, uid, event, status);
  }
}

function* send(pleg: GenericPleg, event: PlegEvent): Activity {
  const { clock, events: channel, observe, profile } = pleg.options;
  if (profile.eventChannel === 'blocking' && channel.isFull) {
    observe?.({ kind: 'send-blocked', at: clock.now(), event });
    while (channel.isFull) yield waitForSignal([channel.drained]);
  }
  const isSent = channel.trySend(event);
  if (!isSent) pleg.discarded += 1;
  observe?.({ kind: isSent ? 'event-sent' : 'event-discarded', at: clock.now(), event });
}

/** `Generic (PLEG): container finished` (from 1.22): the exit code from the cache, later from the status just read. */
function finished(pleg: GenericPleg, podUid: string, event: PlegEvent, status: PodStatus | undefined): void {
  const { cache, clock, observe, profile } = pleg.options;
  if (observe === undefined || profile.containerFinished === 'none') return;
  const cached = profile.containerFinished === 'from-cache' ? cache.get(podUid) : undefined;
  const containers: readonly ContainerStatus[] =
    profile.containerFinished === 'from-cache'
      ? cached?.error === undefined
        ? (cached?.status?.containers ?? [])
        : []
      : (status?.containers ?? []);
  const container = containers.findLast((one) => one.id === event.data);
  if (container !== undefined)
    observe({ kind: 'container-finished', at: clock.now(), podUid, id: container.id, exitCode: container.exitCode });
}
