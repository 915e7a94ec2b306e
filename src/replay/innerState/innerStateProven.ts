/** What lines prove about a moment, without the model: which relist was the last listed one, the reasons of the runtime state, and what the loop did. */
import { oncePer } from '../../kubelet/oncePer.ts';
import { firstAfter } from '../../kubelet/ordered.ts';
import type { LineReference, Relist } from '../../inference/history.ts';
import type { Naming } from '../../inference/relists/namings.ts';
import type { SkipReasonKind } from '../../kubelet/skipReason.ts';
import { type Duration, type Instant, milliseconds, seconds, type TimeBounds } from '../../kubelet/time.ts';
import { type ProcessFacts, thresholdAt } from './innerStateFacts.ts';
import type { PlacedSkip } from './placedSkips.ts';
import { SAME_RELIST } from '../../inference/relists/namedRelist.ts';
import { BASE_RUNTIME_SYNC_THRESHOLD } from '../../kubelet/constants.ts';
import { lineOf } from '../../inference/store/lines.ts';

/** `L` at a moment. `start` is missing when no relist was listed yet. */
export interface ProvenListed {
  readonly start?: TimeBounds;
  readonly at: LineReference;
}

export interface ProvenLoop {
  readonly state: 'skipping' | 'blocked';
  /** Of a turn that does not end this is only known where lines of turns come regularly, and the end not before it has come. */
  readonly since?: Instant;
  readonly until?: Instant;
  readonly at: LineReference;
  readonly skip?: PlacedSkip;
  readonly by?: 'housekeeping';
}

export interface ProvenReason {
  readonly kind: SkipReasonKind;
  readonly text: string;
  readonly at: LineReference;
}

/** The begin of a stall is told where it is known so well. */
const BOUNDED: Duration = seconds(2);

/** Two stamps of one moment can differ by this. */
const STAMP: Duration = milliseconds(1);

/** `L(t)` where it follows from lines: `L` never goes back, so it is the same from the listing of the relist to the last line that names it. */
export function provenListed(facts: ProcessFacts, time: Instant): ProvenListed | undefined {
  const naming = facts.namings[firstAfter(facts.namings, time - 1, (one) => one.last)];
  if (naming === undefined) return undefined;
  if (naming.start === undefined) return time >= facts.begin ? { at: naming.at } : undefined;
  const { start } = naming;
  if (time < provenSince(facts, { ...naming, start })) return undefined;
  const relist = relistOf(facts, start);
  return { start: { min: Math.min(relist?.start.min ?? start, start) as Instant, max: start }, at: naming.at };
}

/** From when on lines prove that a named relist was the last listed one. */
export function provenSince(facts: ProcessFacts, { start, first }: Naming & { readonly start: Instant }): Instant {
  return Math.min(first, relistOf(facts, start)?.listed?.max ?? first) as Instant;
}

/** The first of the process' relists that began then. */
function relistOf({ relists }: ProcessFacts, start: Instant): Relist | undefined {
  const inOrder = byStart(relists);
  let found: PlacedRelist | undefined;
  for (
    let at = firstAfter(inOrder, start - SAME_RELIST, ({ relist }) => relist.start.max);
    at < inOrder.length;
    at += 1
  ) {
    const placed = inOrder[at];
    if (placed === undefined || placed.relist.start.max >= start + SAME_RELIST) break;
    if (found === undefined || placed.index < found.index) found = placed;
  }
  return found?.relist;
}

interface PlacedRelist {
  readonly relist: Relist;
  readonly index: number;
}

/** The relists of each process by their begin, made when somebody asks first. */
const byStart = oncePer((relists: readonly Relist[]): readonly PlacedRelist[] =>
  relists.map((relist, index) => ({ relist, index })).sort((a, b) => a.relist.start.max - b.relist.start.max),
);

/** What the loop did, where a skip or the line of a slow housekeeping says it. */
export function provenLoop(facts: ProcessFacts, time: Instant): ProvenLoop | undefined {
  const index = firstAfter(facts.skips, time, ({ skip }) => skip.time) - 1;
  const placed = facts.skips[index];
  if (placed !== undefined) {
    const next = placed.isLast ? undefined : facts.skips[index + 1];
    const until = (placed.skip.time + placed.sleep) as Instant;
    // Late by some milliseconds the loop still sleeps; with missing skips between, nothing is proven.
    if (
      time < until ||
      (next !== undefined && time < next.skip.time && placed.sleepKnown && next.skip.time - until < seconds(0.5))
    )
      return {
        state: 'skipping',
        since: placed.skip.time,
        until: Math.max(until, time) as Instant,
        at: lineOf(placed.skip),
        skip: placed,
      };
  }
  const stall = facts.stalls[firstAfter(facts.stalls, time, (one) => one.to.min)];
  const [at] = stall?.evidence ?? [];
  if (stall === undefined || at === undefined || stall.from.max > time) return undefined;
  const { from, to, by } = stall;
  const since = ((from.min + from.max) / 2) as Instant;
  if (by === 'housekeeping') return { state: 'blocked', by, since, until: to.max, at };
  // By what a first skip comes late the model tells, mostly.
  const next = facts.skips[firstAfter(facts.skips, to.max - 1, ({ skip }) => skip.time)]?.skip;
  if (next?.line === at.line && next.source === at.source) return undefined;
  return { state: 'blocked', at, ...(from.max - from.min < BOUNDED ? { since } : {}) };
}

/** Reasons that were there for sure: those of a skip at its own time, and between two skips those that cannot have gone in between. */
export function provenReasons(
  facts: ProcessFacts,
  time: Instant,
): { readonly reasons: readonly ProvenReason[]; readonly complete: boolean } {
  const reasons: ProvenReason[] = [];
  const listed = provenListed(facts, time);
  if (listed !== undefined) {
    if (listed.start === undefined)
      reasons.push({ kind: 'pleg-never', text: 'PLEG is not healthy: pleg has yet to be successful', at: listed.at });
    else if (time - listed.start.max > thresholdAt(facts, time))
      reasons.push({ kind: 'pleg-stale', text: 'PLEG is not healthy', at: listed.at });
  }
  const index = firstAfter(facts.skips, time + STAMP, ({ skip }) => skip.time) - 1;
  const before = facts.skips[index];
  const after = before?.isLast === false ? facts.skips[index + 1] : undefined;
  const now = before !== undefined && time - before.skip.time <= STAMP;
  if (before === undefined || (!now && (after === undefined || after.run !== before.run)))
    return { reasons, complete: false };
  for (const reason of before.skip.reasons) {
    if (reason.kind === 'pleg-stale' || reason.kind === 'pleg-never') {
      if (now && !reasons.some((one) => one.kind === reason.kind))
        reasons.push({ kind: reason.kind, text: reason.text, at: lineOf(before.skip) });
      continue;
    }
    const stays =
      now ||
      (after?.skip.reasons.some((one) => one.kind === reason.kind) === true &&
        (reason.kind !== 'runtime-down' || after.skip.time - before.skip.time < BASE_RUNTIME_SYNC_THRESHOLD));
    if (stays) reasons.push({ kind: reason.kind, text: reason.text, at: lineOf(before.skip) });
  }
  return { reasons, complete: now };
}

/** Whether lines prove that a check would fail: at a skip, and between two of one run. */
export function provenUnhealthy(facts: ProcessFacts, time: Instant): boolean {
  const before = facts.skips[firstAfter(facts.skips, time + STAMP, ({ skip }) => skip.time) - 1];
  if (before === undefined || (time - before.skip.time > STAMP && before.isLast)) return false;
  return provenReasons(facts, time).reasons.length > 0;
}

/** Whether lines prove that a relist of all pods runs: between its latest begin and the earliest end of what they prove of it. */
export function provenRelist({ relists }: ProcessFacts, time: Instant): boolean {
  return relists.some(
    ({ start, listed, end }) => time >= start.max && (time < finite(end?.min) || time < finite(listed?.min)),
  );
}

function finite(time: Instant | undefined): number {
  return time !== undefined && Number.isFinite(time) ? time : Number.NEGATIVE_INFINITY;
}
