/** The channel between PLEG and the sync loop over time: what the model sent, when, and when the log (else the model) says that the loop took it. */
import type { Stretch } from '../../kubelet/stretches.ts';
import { appendTo } from '../../kubelet/groups.ts';
import { firstAfter } from '../../kubelet/ordered.ts';
import type { PlegEvent as HandledEvent } from '../../inference/history.ts';
import { type Duration, type Instant, milliseconds } from '../../kubelet/time.ts';

/** An event as the model sent it, and when the model's loop took it. */
export interface ModelEvent {
  readonly type: string;
  readonly uid: string;
  readonly id?: string;
  readonly sent: Instant;
  readonly taken?: Instant;
}

/** One event on its way through the channel. */
export interface ChannelEvent {
  readonly type: string;
  readonly uid: string;
  readonly id?: string;
  readonly sent: Instant;
  readonly handled: Instant;
  /** The loop's line. */
  readonly line?: HandledEvent;
  /** PLEG's own line proves that it was sent by then. */
  readonly sentProven: boolean;
}

const EARLY: Duration = milliseconds(60);
const AT_ONCE: Duration = milliseconds(0.3);
/** The loop takes an event within this, once it is free. */
const PROMPT: Duration = milliseconds(3_000);

export class ChannelHistory {
  /** First in, first out: both times rise. */
  readonly events: readonly ChannelEvent[];

  constructor(
    sent: readonly ModelEvent[],
    handled: readonly HandledEvent[],
    reported: ReadonlyMap<string, Instant>,
    busy: readonly Stretch[],
    from: Instant,
  ) {
    this.events = merged(sent, handled, reported, busy, from);
  }

  /** Events that wait at a time, the oldest first. */
  waiting(time: Instant): readonly ChannelEvent[] {
    const sent = firstAfter(this.events, time, (event) => event.sent);
    const handled = firstAfter(this.events, time, (event) => event.handled);
    return this.events.slice(Math.min(handled, sent), sent);
  }

  /** Number of events that may have been sent by a time although they are thought to have been sent later, while the loop took none. */
  maybeWaiting(time: Instant, busy: readonly Stretch[]): number {
    const stop = busy[firstAfter(busy, time, (one) => one.from) - 1];
    if (stop === undefined || stop.to < time) return 0;
    const first = firstAfter(this.events, time, (event) => event.sent);
    let count = 0;
    for (let index = first; index < this.events.length; index += 1) {
      const event = this.events[index];
      if (event === undefined || event.sent > stop.to || event.sentProven) break;
      count += 1;
    }
    return count;
  }
}

interface DraftEvent {
  type: string;
  uid: string;
  id?: string;
  sent: Instant;
  handled: Instant;
  line?: HandledEvent;
  sentProven: boolean;
  /** No line says when it left the channel. */
  loose: boolean;
}

function merged(
  sent: readonly ModelEvent[],
  handled: readonly HandledEvent[],
  reported: ReadonlyMap<string, Instant>,
  busy: readonly Stretch[],
  from: Instant,
): readonly ChannelEvent[] {
  const lines = new HandledLines(handled.filter(({ time }) => time >= from));
  const events: DraftEvent[] = [];
  for (const event of sent) {
    if (event.sent < from) continue;
    const held = busy[firstAfter(busy, event.sent + EARLY, (one) => one.from) - 1];
    const line = lines.take(event, Math.max(event.sent, held?.to ?? event.sent) + PROMPT);
    const exact = event.type === 'ContainerDied' && event.id !== undefined ? reported.get(event.id) : undefined;
    events.push({
      type: event.type,
      uid: event.uid,
      ...(event.id === undefined ? {} : { id: event.id }),
      sent: Math.min(event.sent, line?.time ?? event.sent) as Instant,
      handled: line?.time ?? event.taken ?? (Number.POSITIVE_INFINITY as Instant),
      ...(line === undefined ? {} : { line }),
      sentProven: exact !== undefined && Math.abs(exact - event.sent) < 2000,
      loose: line === undefined,
    });
  }
  for (const line of lines.left()) {
    events.push({
      type: line.type,
      uid: line.pod.uid ?? '',
      ...(line.containerId === undefined ? {} : { id: line.containerId }),
      sent: (line.time - AT_ONCE) as Instant,
      handled: line.time,
      line,
      sentProven: false,
      loose: false,
    });
  }
  return inChannelOrder(events);
}

/** Lines of handled events, each for one event of the model at most. */
class HandledLines {
  readonly #all: readonly HandledEvent[];
  readonly #waiting = new Map<string, HandledEvent[]>();
  readonly #used = new Set<HandledEvent>();

  constructor(lines: readonly HandledEvent[]) {
    this.#all = lines;
    for (const line of lines) appendTo(this.#waiting, keyOf(line.type, line.pod.uid ?? '', line.containerId), line);
  }

  /** The line of an event that was handled at the latest then. */
  take(event: ModelEvent, latest: number): HandledEvent | undefined {
    const list = this.#waiting.get(keyOf(event.type, event.uid, event.id));
    // Lines from before this event belong to none of the later ones either.
    while (list?.[0] !== undefined && list[0].time < event.sent - EARLY) list.shift();
    const line = list?.[0];
    if (line === undefined || line.time > latest) return undefined;
    list?.shift();
    this.#used.add(line);
    return line;
  }

  /** Those that no event took. */
  left(): readonly HandledEvent[] {
    return this.#all.filter((line) => !this.#used.has(line));
  }
}

/** Sorts events by when they were sent. One without a line of its own leaves the channel between its neighbours. */
function inChannelOrder(events: DraftEvent[]): readonly ChannelEvent[] {
  events.sort((a, b) => a.sent - b.sent || a.handled - b.handled);
  let next = Number.POSITIVE_INFINITY;
  for (const event of events.toReversed()) {
    if (event.loose) event.handled = Math.min(event.handled, next) as Instant;
    next = Math.min(next, event.handled);
  }
  let last = Number.NEGATIVE_INFINITY;
  for (const event of events) {
    event.handled = Math.max(event.handled, last, event.sent) as Instant;
    last = event.handled;
  }
  return events;
}

function keyOf(type: string, uid: string, id: string | undefined): string {
  return `${type}|${id ?? uid}`;
}
