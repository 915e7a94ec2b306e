/** Recognises records that stand in two sources: a journal exported twice, a log copied while it was rotated, a packed file beside the plain one. */
import { appendTo } from '../../kubelet/groups.ts';
import type { LogRecord } from '../record.ts';

/** What two sources have in common. */
export interface Overlap {
  /** The source that was announced first, and the other one. */
  readonly source: number;
  readonly other: number;
  readonly count: number;
  /** First and last line of the common records in the other one. */
  readonly firstLine: number;
  readonly lastLine: number;
}

interface Seen {
  readonly record: LogRecord;
  readonly node: string | undefined;
  /** Sources in which the record was found. */
  readonly sources: number[];
}

/** Records remembered before the oldest half is forgotten. */
const HALF = 8192;

/**
 * Remembers the records that went by lately. A record that stands n times in one source and m times in another counts max(n, m) times,
 * so that what a kubelet wrote twice is not lost.
 */
export class OverlapWindow {
  #young = new Map<number, Seen[]>();
  #old = new Map<number, Seen[]>();
  #size = 0;
  readonly #overlaps = new Map<
    string,
    { source: number; other: number; count: number; firstLine: number; lastLine: number }
  >();

  /** Whether another source has delivered this record; if not, it is remembered, and must not read in a chunk that may be overwritten. Records without a time are never repeats. */
  isRepeat(record: LogRecord, node: string | undefined): boolean {
    const key = keyOf(record);
    if (Number.isNaN(key)) return false;
    const seen = this.#find(this.#young.get(key), record, node) ?? this.#find(this.#old.get(key), record, node);
    if (seen !== undefined) {
      this.#note(record, seen);
      seen.sources.push(record.source);
      return true;
    }
    this.#remember(key, { record, node, sources: [record.source] });
    return false;
  }

  overlaps(): readonly Overlap[] {
    return [...this.#overlaps.values()];
  }

  #find(candidates: readonly Seen[] | undefined, record: LogRecord, node: string | undefined): Seen | undefined {
    return candidates?.find(
      (seen) =>
        !seen.sources.includes(record.source) &&
        (node === undefined || seen.node === undefined || node === seen.node) &&
        isSame(seen.record, record),
    );
  }

  #remember(key: number, seen: Seen): void {
    if (this.#size >= HALF) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    this.#size += 1;
    appendTo(this.#young, key, seen);
  }

  #note(record: LogRecord, seen: Seen): void {
    const [first, second] = record.source < seen.record.source ? [record, seen.record] : [seen.record, record];
    const key = `${first.source} ${second.source}`;
    const known = this.#overlaps.get(key);
    if (known === undefined) {
      this.#overlaps.set(key, {
        source: first.source,
        other: second.source,
        count: 1,
        firstLine: second.line,
        lastLine: second.line,
      });
      return;
    }
    known.count += 1;
    known.firstLine = Math.min(known.firstLine, second.line);
    known.lastLine = Math.max(known.lastLine, second.line);
  }
}

/** klog stamps are exact in every format; stamps of others are cut to the second by some. */
function keyOf({ time, klog }: LogRecord): number {
  if (time === undefined) return Number.NaN;
  return klog === undefined ? -1 - Math.floor(time / 1_000_000) : time;
}

function isSame(a: LogRecord, b: LogRecord): boolean {
  const [one, two] = [a.klog, b.klog];
  if ((one === undefined) !== (two === undefined)) return false;
  if (
    one !== undefined &&
    two !== undefined &&
    (one.file !== two.file || one.fileLine !== two.fileLine || differ(one.pid, two.pid))
  )
    return false;
  const [left, right] = [a.journal, b.journal];
  if (
    differ(left?.host, right?.host) ||
    (one === undefined && (differ(left?.identifier, right?.identifier) || differ(left?.pid, right?.pid)))
  )
    return false;
  if (a.message !== b.message || a.pairs.length !== b.pairs.length) return false;
  return a.pairs.every((pair, index) => pair.key === b.pairs[index]?.key && sameText(pair.value, b.pairs[index].value));
}

/** Both known and not the same. */
function differ<T>(a: T | undefined, b: T | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

/** journalctl prints a tab as blanks. */
function sameText(a: string, b: string): boolean {
  return (
    a === b ||
    (a.includes('\t') !== b.includes('\t') && a.replaceAll('\t', '        ') === b.replaceAll('\t', '        '))
  );
}
