/** What PLEG, its cache and its channel hold of pods and containers. */
import { firstAfter } from '../../kubelet/ordered.ts';
import { toPlegState } from '../../kubelet/containerState.ts';
import type { PlegPod } from '../../replay/innerState/innerState.ts';
import {
  type ContainerMomentState,
  MOST_CONTAINERS_SHOWN,
  MOST_PODS_SHOWN,
  MOST_WAITING_SHOWN,
  type MomentCache,
  type MomentChannel,
  type MomentContainer,
  type MomentEvent,
  type MomentLoop,
  type MomentPodRecord,
} from './moment.ts';
import type { MomentContext } from './momentContext.ts';

/** The events that wait for the loop. */
export function channelAt(moment: MomentContext, loop: MomentLoop): MomentChannel {
  const waiting = moment.state.run.channel.waiting(moment.time);
  const capacity = moment.state.model.channelCapacity;
  if (moment.podsKnown === 'unknown')
    return { capacity, count: 0, waiting: [], known: 'unknown', min: 0, max: capacity };
  const events = waiting.map((event): MomentEvent => ({
    type: event.type,
    pod: moment.pod(event.uid),
    sent: event.sent,
    known: event.line !== undefined && event.sentProven ? 'proven' : moment.podsKnown,
    ...(event.id === undefined ? {} : { container: event.id }),
    ...(Number.isFinite(event.handled) ? { handled: event.handled } : {}),
    ...(event.line === undefined ? {} : { source: event.line.source, line: event.line.line }),
  }));
  const count = Math.min(events.length, capacity);
  // No line tells of ContainerRemoved: while the loop takes nothing, each dead container may have sent one.
  const held = loop.state === 'blocked' || loop.state === 'skipping';
  const dead = held
    ? moment.state.model.records.reduce(
        (sum, { old }) => sum + (old === undefined ? 0 : old.containers.filter((one) => one.state === 'exited').length),
        0,
      )
    : 0;
  const later = held ? moment.state.run.channel.maybeWaiting(moment.time, moment.state.plan.busy) : 0;
  return {
    capacity,
    count,
    waiting: events.slice(0, MOST_WAITING_SHOWN),
    known: moment.podsKnown,
    min: Math.min(count, events.filter((event) => event.known === 'proven').length),
    max: Math.min(capacity, count + dead + later),
  };
}

/** What the pod cache holds: entries with an error first, then the newest. */
export function cacheAt(moment: MomentContext): MomentCache {
  const { cache, cacheTime } = moment.state.model;
  if (moment.held === 'unknown') return { known: 'unknown', entries: [] };
  const entries = cache.map(([uid, entry]) => ({
    uid,
    pod: moment.pod(uid),
    age: Math.max(0, moment.since(moment.state.real(entry.modified))),
    ...(entry.error === undefined ? {} : { error: entry.error, ...moment.failurePlace(uid) }),
    known: moment.podsKnown,
  }));
  entries.sort((a, b) => Number(b.error !== undefined) - Number(a.error !== undefined) || a.age - b.age);
  return {
    ...(cacheTime === undefined ? {} : { globalAge: moment.since(moment.state.real(cacheTime)) }),
    known: moment.podsKnown,
    entries: entries.slice(0, MOST_PODS_SHOWN),
  };
}

/** What PLEG holds of each pod, those that are about to change first; counts the containers that are not listed. */
export function podRecordsAt(moment: MomentContext): readonly MomentPodRecord[] {
  if (moment.held === 'unknown') return [];
  const { records, relist } = moment.state.model;
  const records_ = records.map(({ uid, old, current }): MomentPodRecord => {
    // Between relists the newest listing is what it was at the last one: nothing has changed since, or it is not reported yet.
    const newest = current ?? (relist === undefined ? old : undefined);
    const containers = containersOf(moment, old, newest);
    return { uid, pod: moment.pod(uid), containers, pending: containers.some((one) => one.old !== one.current) };
  });
  return records_.sort((a, b) => Number(b.pending) - Number(a.pending));
}

function containersOf(
  moment: MomentContext,
  old: PlegPod | undefined,
  current: PlegPod | undefined,
): readonly MomentContainer[] {
  const ids = new Map<string, 'container' | 'sandbox'>();
  for (const pod of [old, current]) {
    for (const one of pod?.containers ?? []) ids.set(one.id, 'container');
    for (const one of pod?.sandboxes ?? []) ids.set(one.id, 'sandbox');
  }
  // A record that was advanced in this very relist has no newest listing any more.
  const newest = current ?? old;
  const containers = [...ids].map(([id, kind]): MomentContainer => {
    const named = moment.names.containers.get(id);
    return {
      id,
      kind: named?.kind === 'unknown' || named === undefined ? kind : named.kind,
      old: stateIn(old, id),
      current: stateIn(newest, id),
      known: moment.podsKnown,
      ...(named?.name === undefined ? {} : { name: named.name }),
      ...handledPlace(moment, id),
    };
  });
  if (containers.length <= MOST_CONTAINERS_SHOWN) return containers;
  moment.unlisted += containers.length - MOST_CONTAINERS_SHOWN;
  return containers
    .sort(
      (a, b) =>
        Number(b.old !== b.current) - Number(a.old !== a.current) ||
        Number(b.current === 'running') - Number(a.current === 'running'),
    )
    .slice(0, MOST_CONTAINERS_SHOWN);
}

/** The last line of the loop about a container. */
function handledPlace(moment: MomentContext, id: string): { source?: number; line?: number } {
  const events = moment.facts.handledOf(id);
  const event = events[firstAfter(events, moment.time, (one) => one.time) - 1];
  return event === undefined ? {} : { source: event.source, line: event.line };
}

function stateIn(pod: PlegPod | undefined, id: string): ContainerMomentState {
  const found = pod?.containers.find((one) => one.id === id) ?? pod?.sandboxes.find((one) => one.id === id);
  return found === undefined ? 'non-existent' : (toPlegState(found.state) ?? 'unknown');
}
