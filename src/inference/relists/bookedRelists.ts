import { SAME_RELIST } from './namedRelist.ts';
import { countLeading } from '../../kubelet/ordered.ts';
import type { Duration, Instant } from '../../kubelet/time.ts';
import type { PodReference, RelistFailedFact } from '../../messages/fact.ts';
import type { LineReference } from '../history.ts';
import { STAMP_NOISE } from '../rules/margins.ts';

/** A relist whose listing succeeded and whose start a skip or a node condition names. */
export interface NamedRelist {
  /** Smallest `time − elapsed` of the lines that name it. */
  readonly start: Instant;
  readonly threshold: Duration;
  /** First line that names it: it was listed before. */
  readonly firstNamed: Instant;
  readonly lastNamed: Instant;
  /** Last line before that named an older relist, or said that there was none yet: it was not listed yet. */
  readonly notListedAt?: Instant;
  readonly lines: readonly LineReference[];
  readonly byCondition: boolean;
}

/** A relist that ended with an error line. */
export interface FailedRelist {
  readonly fact: RelistFailedFact;
  readonly end: Instant;
  readonly startMin: Instant;
  readonly startMax: Instant;
  readonly call?: string;
  readonly pod: PodReference;
  /** Nothing can have been listed between the failed relist before and this one. */
  readonly followsDirectly: boolean;
  readonly lines: readonly LineReference[];
  /** The id of the rule that bounds its start. */
  readonly startRule: string;
}

/** What the lines of one process tell about its relists. */
export interface RelistBook {
  readonly named: readonly NamedRelist[];
  readonly failed: readonly FailedRelist[];
}

/** A listing makes two calls, of sandboxes and of containers; neither can take longer than its time-out. */
export const LISTING_CALLS = 2;

/** The first named relist that started after a time. */
export function nextNamed(book: RelistBook, time: Instant): NamedRelist | undefined {
  return book.named[countLeading(book.named, (relist) => relist.start <= time)];
}

/** The first failed relist that ended after a time, by more than stamps differ: the line of one that ended in the moment in which another began can be later than that. */
export function nextFailed(book: RelistBook, time: Instant): FailedRelist | undefined {
  return book.failed[countLeading(book.failed, (relist) => relist.end <= time + STAMP_NOISE)];
}

/** The last named relist that started at or before a time. */
export function lastNamedUpTo(book: RelistBook, time: Instant): NamedRelist | undefined {
  return book.named[countLeading(book.named, (relist) => relist.start <= time) - 1];
}

/** The last failed relist that ended at or before a time. */
export function lastFailedUpTo(book: RelistBook, time: Instant): FailedRelist | undefined {
  return book.failed[countLeading(book.failed, (relist) => relist.end <= time) - 1];
}

/** The named relist whose start this is, as far as a line tells it. */
export function namedAt(book: RelistBook, start: Instant): NamedRelist | undefined {
  const relist = book.named[countLeading(book.named, (other) => other.start <= start + SAME_RELIST) - 1];
  return relist !== undefined && Math.abs(relist.start - start) < SAME_RELIST ? relist : undefined;
}
