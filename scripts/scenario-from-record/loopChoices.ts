/**
 * What the recorded loop took first after it had been blocked for two seconds and more, when all its channels are ready and Go's `select` takes any of them. A turn's work shows in what happened in it:
 * an event was consumed, or housekeeping listed the running pods; any other turn counts as one of the sync ticker.
 */
import { SECOND } from './ownWork.ts';
import type { Call, Record, Turn } from './record.ts';

export interface KnownChoice {
  readonly from: number;
  /** Empty: not known from here on. */
  readonly prefers: readonly LoopWork[];
}

type LoopWork = 'pleg' | 'sync' | 'housekeeping';

const BLOCKED = 2 * SECOND;
/** So long the channels that were ready at once are worked off. */
const BACKLOG = 1 * SECOND;
/** A choice counts from so long before the end of the block. */
const BEFORE = 1.5 * SECOND;

export function loopChoices(record: Record): KnownChoice[] {
  const choices: KnownChoice[] = [];
  const { turns } = record;
  turns.forEach((turn, index) => {
    const before = turns[index - 1];
    const free = blockedUntil(before, turn);
    if (free === undefined) return;
    const first = free === turn.start ? index : index + 1;
    const backlog = turns.slice(first).filter(({ start }) => start >= free && start < free + BACKLOG);
    const prefers = [
      ...new Set([
        ...backlog.map((one) => workOf(record, one)),
        ...unfinished(record, backlog.at(-1)?.end ?? free, free + BACKLOG),
      ]),
    ];
    choices.push({ from: free - BEFORE, prefers }, { from: free + BACKLOG + SECOND, prefers: [] });
  });
  return choices
    .filter(
      ({ from, prefers }, index) => prefers.length > 0 || (choices[index + 1]?.from ?? Number.POSITIVE_INFINITY) > from,
    )
    .toSorted((a, b) => a.from - b.from);
}

/** When the loop was free again: a turn lasted too long, or none ended for too long before it. */
function blockedUntil(before: Turn | undefined, turn: Turn): number | undefined {
  if (turn.end - turn.start >= BLOCKED) return turn.end;
  return before !== undefined && turn.start - before.end >= BLOCKED ? turn.start : undefined;
}

/** A turn that began and never ended, because the kubelet was killed in it, shows only in the calls of housekeeping. */
function unfinished({ turns, calls }: Record, from: number, to: number): LoopWork[] {
  const ended = turns.some(({ start, end }) => start <= to && end > from);
  return !ended && calls.some((call) => call.start >= from && call.start <= to && isHousekeeping(call))
    ? ['housekeeping']
    : [];
}

function isHousekeeping({ id }: Call): boolean {
  return id.startsWith('filter={"state"');
}

function workOf({ consumed, calls }: Record, { start, end }: Turn): LoopWork {
  if (consumed.some(({ at }) => at >= start && at <= end)) return 'pleg';
  return calls.some((call) => call.start >= start && call.start <= end && isHousekeeping(call))
    ? 'housekeeping'
    : 'sync';
}
