/**
 * Where lines lie in the bytes, and which record (and time) a line belongs to, so that nobody reads a file again to find line 180 042.
 * Offsets are kept for every 256th line only; records take twelve bytes each.
 */
import { type Instant, instant } from '../kubelet/time.ts';

/** Lines between two kept offsets. */
export const CHECKPOINT_LINES = 256;

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

/** The index of one source. Grows with it; lookups take logarithmic time. */
export class LineIndex {
  private offsets = new Float64Array(64);
  private checkpoints = 1;
  private recordLines = new Uint32Array(1024);
  private recordTimes = new Float64Array(1024);
  private records = 0;
  private newlines = 0;
  private size = 0;

  /** Bytes seen so far. */
  get bytes(): number {
    return this.size;
  }

  /** Newlines seen so far. */
  get completeLines(): number {
    return this.newlines;
  }

  /** Takes the next bytes of the source. */
  see(chunk: Uint8Array): void {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) {
      this.newlines += 1;
      if (this.newlines % CHECKPOINT_LINES === 0) this.keep(this.size + at + 1);
    }
    this.size += chunk.length;
  }

  /** Takes a record; records come in order of lines. */
  addRecord(line: number, time: Instant | undefined): void {
    if (this.records === this.recordLines.length) {
      this.recordLines = grown(this.recordLines, new Uint32Array(this.records * 2));
      this.recordTimes = grown(this.recordTimes, new Float64Array(this.records * 2));
    }
    this.recordLines[this.records] = line;
    this.recordTimes[this.records] = time ?? Number.NaN;
    this.records += 1;
  }

  /** The nearest kept offset at or before a line. */
  checkpoint(line: number): Checkpoint {
    const index = Math.max(0, Math.min(this.checkpoints - 1, Math.floor((line - 1) / CHECKPOINT_LINES)));
    return { line: index * CHECKPOINT_LINES + 1, offset: this.offsets[index] ?? 0 };
  }

  /** The record that a line belongs to: the last one that begins at or before it. */
  recordAt(line: number): IndexedRecord | undefined {
    let low = 0;
    let high = this.records;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.recordLines[middle] ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    const first = this.recordLines[low - 1];
    if (low === 0 || first === undefined) return undefined;
    const time = this.recordTimes[low - 1];
    return time === undefined || Number.isNaN(time) ? { line: first } : { line: first, time: instant(time) };
  }

  /** The time of a line: its record's, else that of the nearest record before it that has one. */
  timeAt(line: number): Instant | undefined {
    for (let record = this.recordAt(line); record !== undefined; record = this.recordAt(record.line - 1)) {
      if (record.time !== undefined) return record.time;
    }
    return undefined;
  }

  private keep(offset: number): void {
    if (this.checkpoints === this.offsets.length) this.offsets = grown(this.offsets, new Float64Array(this.checkpoints * 2));
    this.offsets[this.checkpoints] = offset;
    this.checkpoints += 1;
  }
}

function grown<Numbers extends Float64Array | Uint32Array>(from: Numbers, into: Numbers): Numbers {
  into.set(from);
  return into;
}
