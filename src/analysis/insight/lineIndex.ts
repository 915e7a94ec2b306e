/**
 * Where lines lie in the bytes, and which record (and time) a line belongs to, so that nobody reads a file again to find line 180 042.
 * Offsets are kept for every 256th line only; records take six bytes each.
 */
import { countPlaces } from '../../kubelet/ordered.ts';
import { MARKED_LINES } from '../../journal/bytes/lines.ts';
import { type Instant, instant } from '../../kubelet/time.ts';

/** Lines between two kept offsets. */
export const CHECKPOINT_LINES = MARKED_LINES;

const BLOCK = 4096;
const SMALL_BLOCK = 64;
/** Differences that fit into a column of a block. */
const MOST_LINES = 0xffff;
const MOST_MICROSECONDS = 0x7fff_fffe;
/** Stands for a record without a time. */
const NO_TIME = -0x8000_0000;

/** A line whose offset is known. Reading from there and counting newlines finds the lines after it. */
export interface Checkpoint {
  /** 1-based. */
  readonly line: number;
  /** Bytes from the start of the source (gzip undone). */
  readonly offset: number;
}

/** A record as the index knows it. */
export interface IndexedRecord {
  /** First physical line, 1-based. */
  readonly line: number;
  /** Absent for a record whose time could not be read. */
  readonly time?: Instant;
}

/** Records in a row: first line and time, and what the others differ from them. */
interface Block {
  readonly line: number;
  readonly time: number;
  lines: Uint16Array;
  /** Whole microseconds. */
  times: Int32Array;
  count: number;
}

/** The index of one source. Grows with it; lookups take logarithmic time. */
export class LineIndex {
  private offsets = new Float64Array(64);
  private checkpoints = 1;
  private readonly blocks: Block[] = [];

  /** Notes where the line after so many newlines begins; called for every 256th. */
  mark(newlines: number, offset: number): void {
    if (newlines === this.checkpoints * CHECKPOINT_LINES) this.keep(offset);
  }

  /** Takes a record; records come in order of lines. */
  addRecord(line: number, time: Instant | undefined): void {
    let block = this.blocks.at(-1);
    const at = time === undefined || Number.isNaN(time) ? undefined : time;
    if (block === undefined || block.count === BLOCK || !fits(block, line, at)) {
      block = {
        line,
        time: at ?? Number.NaN,
        lines: new Uint16Array(SMALL_BLOCK),
        times: new Int32Array(SMALL_BLOCK),
        count: 0,
      };
      this.blocks.push(block);
    } else if (block.count === block.lines.length) grow(block);
    block.lines[block.count] = line - block.line;
    block.times[block.count] = at === undefined ? NO_TIME : Math.round(at - block.time);
    block.count += 1;
  }

  /** Takes records of one line each, one after the other. */
  addLines(firstLine: number, times: Float64Array, count: number): void {
    let taken = 0;
    while (taken < count) {
      this.addRecord(firstLine + taken, times[taken] as Instant);
      taken = this.extend(firstLine, times, taken + 1, count);
    }
  }

  /** Takes records from the one of an index on into the last block, as far as they fit and it need not grow: a loop with no call for each. Gives the next index. */
  private extend(firstLine: number, times: Float64Array, from: number, end: number): number {
    const block = this.blocks.at(-1) as Block;
    const { lines, times: ownTimes, line: blockLine, time: blockTime } = block;
    const last = Math.min(end, from + lines.length - block.count, blockLine + MOST_LINES + 1 - firstLine);
    const shift = block.count - from;
    let at = from;
    for (; at < last; at += 1) {
      const after = (times[at] ?? Number.NaN) - blockTime;
      if (!(Math.abs(after) <= MOST_MICROSECONDS)) break;
      lines[at + shift] = firstLine + at - blockLine;
      ownTimes[at + shift] = Math.round(after);
    }
    block.count += at - from;
    return at;
  }

  /** The nearest kept offset at or before a line. */
  checkpoint(line: number): Checkpoint {
    const index = Math.max(0, Math.min(this.checkpoints - 1, Math.floor((line - 1) / CHECKPOINT_LINES)));
    return { line: index * CHECKPOINT_LINES + 1, offset: this.offsets[index] ?? 0 };
  }

  /** The record that a line belongs to: the last one that begins at or before it. */
  recordAt(line: number): IndexedRecord | undefined {
    const block = this.blocks[countPlaces(this.blocks.length, (index) => (this.blocks[index]?.line ?? 0) <= line) - 1];
    if (block === undefined) return undefined;
    const at = countPlaces(block.count, (index) => block.line + (block.lines[index] ?? 0) <= line) - 1;
    const first = block.line + (block.lines[at] ?? 0);
    const time = block.times[at] ?? NO_TIME;
    return time === NO_TIME ? { line: first } : { line: first, time: instant(block.time + time) };
  }

  /** The time of a line: its record's, else that of the nearest record before it that has one. */
  timeAt(line: number): Instant | undefined {
    for (let record = this.recordAt(line); record !== undefined; record = this.recordAt(record.line - 1)) {
      if (record.time !== undefined) return record.time;
    }
    return undefined;
  }

  /** The first line of the first record at or after a time, in a source whose times ascend; `undefined` where all are before it. */
  lineFrom(time: Instant): number | undefined {
    for (const { line, time: blockTime, lines, times, count } of this.blocks) {
      if (!(blockTime + (times[count - 1] ?? NO_TIME) >= time)) continue;
      for (let at = 0; at < count; at += 1) {
        const after = times[at] ?? NO_TIME;
        if (after !== NO_TIME && blockTime + after >= time) return line + (lines[at] ?? 0);
      }
    }
    return undefined;
  }

  /** Records of several lines that another record follows: first and last lines in turn, of at most so many records. */
  longRecords(most: number): readonly number[] {
    const found: number[] = [];
    let before = Number.POSITIVE_INFINITY;
    for (const { line: blockLine, lines, count } of this.blocks) {
      for (let at = 0; at < count && found.length < 2 * most; at += 1) {
        const line = blockLine + (lines[at] ?? 0);
        if (line > before + 1) found.push(before, line - 1);
        before = line;
      }
    }
    return found;
  }

  private keep(offset: number): void {
    if (this.checkpoints === this.offsets.length) {
      const offsets = new Float64Array(this.checkpoints * 2);
      offsets.set(this.offsets);
      this.offsets = offsets;
    }
    this.offsets[this.checkpoints] = offset;
    this.checkpoints += 1;
  }
}

function grow(block: Block): void {
  const { lines, times } = block;
  const size = Math.min(lines.length * 4, BLOCK);
  block.lines = new Uint16Array(size);
  block.lines.set(lines);
  block.times = new Int32Array(size);
  block.times.set(times);
}

/** Whether a record can join a block. A block that began with a record without a time takes none with. */
function fits(block: Block, line: number, time: number | undefined): boolean {
  const lines = line - block.line;
  if (lines < 0 || lines > MOST_LINES) return false;
  if (time === undefined) return true;
  return Math.abs(time - block.time) <= MOST_MICROSECONDS;
}
