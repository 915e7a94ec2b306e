/** Events that waited in PLEG's channel: PLEG saw a container exit, but the sync loop took the event only after it had stopped skipping. */
import { appendTo } from '../../kubelet/groups.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { TimelineContext } from '../context.ts';

export interface HeldBackEvent {
  /** The `container finished` line: PLEG has seen the exit. */
  readonly seen: Instant;
  /** The `event for pod` line: the loop has taken it. */
  readonly handled: Instant;
  readonly source: number;
  readonly line: number;
}

/** A loop that is free takes an event within a few milliseconds; less than this is no wait. */
const LEAST_WAIT = 200_000;

/** By container id. Only where both lines are there: what is never handled proves nothing by itself. */
export function heldBackEvents(context: TimelineContext): ReadonlyMap<string, readonly HeldBackEvent[]> {
  const handled = new Map<string, Instant[]>();
  for (const event of context.history.plegEvents) {
    if (event.type !== 'ContainerDied' || event.containerId === undefined) continue;
    appendTo(handled, event.containerId, event.time);
  }
  const out = new Map<string, HeldBackEvent[]>();
  for (const { fact } of context.history.facts) {
    if (fact.kind !== 'container-finished' || fact.containerId === undefined) continue;
    const time = handled.get(fact.containerId)?.find((candidate) => candidate >= fact.time);
    if (time === undefined || time - fact.time < LEAST_WAIT) continue;
    const event = { seen: fact.time, handled: time, source: fact.source, line: fact.line };
    appendTo(out, fact.containerId, event);
  }
  return out;
}
