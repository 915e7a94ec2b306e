/**
 * The text of lines that may be named as evidence, taken while they go by: a pipe cannot be read twice. Lines of which a log has most
 * (events, pod configuration, probes, …) are not kept, of the errors of pods only the first, and the number of kept lines is bounded; what is missing can be read from the file.
 */
import { upperBound } from '../../kubelet/ordered.ts';
import { decodeText } from '../../journal/bytes/bytes.ts';
import type { PlainLine } from '../../journal/batch/plainLine.ts';
import { ReadRecord } from '../../journal/klog/readRecord.ts';
import type { LogRecord } from '../../journal/record.ts';
import type { LineReference } from '../../inference/history.ts';
import type { Printable } from '../../kubelet/printable.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { Fact, FactKind } from '../../messages/fact.ts';
import { traitsOf } from '../../messages/factTraits.ts';
import { type Folded, FoldedCount, HISTORY_BOUNDS } from '../../inference/store/folded.ts';
import { EXCERPT_LENGTH, excerptOf } from './excerpt.ts';

/** Longer lines are shortened at once, others when somebody asks. */
const LONGEST_RAW = 4000;
/** When so many bytes are kept, long lines are shortened at once, too. */
const MOST_RAW = 16 * 1024 * 1024;
const BLOCK_BYTES = 1 << 18;

/** The kept lines of a source in the order in which they came, and where their texts are: in the blocks, or (negative) among the shortened ones. */
class KeptLines {
  readonly lines: number[] = [];
  readonly places: number[] = [];
  private sorted = true;

  add(line: number, place: number): void {
    if (line < (this.lines.at(-1) ?? 0)) this.sorted = false;
    this.lines.push(line);
    this.places.push(place);
  }

  /** Where the text of a line is that was kept last. */
  placeOf(line: number): number | undefined {
    if (!this.sorted) return this.places[this.lines.lastIndexOf(line)];
    const at = upperBound(this.lines, line) - 1;
    return this.lines[at] === line ? this.places[at] : undefined;
  }
}

export class EvidenceText {
  private readonly sources: KeptLines[] = [];
  private readonly shortened: Printable[] = [];
  private readonly blocks: Uint8Array[] = [];
  private used = BLOCK_BYTES;
  private kept = 0;
  private readonly crowd = new Map<FactKind, number>();
  private readonly leftOut = new FoldedCount();
  private readonly most: number;

  /** `most`: so many lines are kept; of 50,000 about 20 MB at worst. */
  constructor(most = HISTORY_BOUNDS.texts) {
    this.most = most;
  }

  /** Lines that would have been kept, but for the bound. */
  get folded(): Folded | undefined {
    return this.leftOut.folded('texts');
  }

  /** Whether a line with these facts should be kept. */
  wants(facts: readonly Fact[]): boolean {
    for (const { kind, time } of facts) if (this.wantsKind(kind, time)) return true;
    return false;
  }

  /** The same for a line with one fact of a kind. */
  wantsKind(kind: FactKind, time: Instant): boolean {
    const most = traitsOf(kind).evidence;
    if (most === 0) return false;
    if (most !== Number.POSITIVE_INFINITY) {
      const count = this.crowd.get(kind) ?? 0;
      if (count >= most) return false;
      this.crowd.set(kind, count + 1);
    }
    if (this.kept < this.most) return true;
    this.leftOut.add(time);
    return false;
  }

  /** Keeps the first line of a record. */
  keep(record: LogRecord): void {
    if (record instanceof ReadRecord)
      this.keepBytes(record.source, record.line, record.bytes, record.lineStart, record.bodyEnd);
    else this.keepText(record.source, record.line, record.firstLineText ?? record.message);
  }

  /** The same for a line without a record. */
  keepLine(line: PlainLine): void {
    this.keepBytes(line.source, line.line, line.bytes, line.lineStart, line.bodyEnd);
  }

  /** The shortened text of a kept line. */
  textOf(at: LineReference): Printable | undefined {
    const kept = this.sources[at.source]?.placeOf(at.line);
    if (kept === undefined) return undefined;
    if (kept < 0) return this.shortened[-kept - 1];
    const block = this.blocks[Math.floor(kept / BLOCK_BYTES)] ?? new Uint8Array(0);
    const start = kept % BLOCK_BYTES;
    const length = ((block[start] ?? 0) << 8) | (block[start + 1] ?? 0);
    return excerptOf(decodeText(block, start + 2, start + 2 + length));
  }

  private keepBytes(source: number, line: number, bytes: Uint8Array, start: number, end: number): void {
    if (end - start > (this.blocks.length * BLOCK_BYTES < MOST_RAW ? LONGEST_RAW : EXCERPT_LENGTH))
      this.keepText(source, line, decodeText(bytes, start, end));
    else this.linesOf(source).add(line, this.copy(bytes, start, end));
  }

  private keepText(source: number, line: number, text: string): void {
    this.shortened.push(excerptOf(text));
    this.linesOf(source).add(line, -this.shortened.length);
  }

  private linesOf(source: number): KeptLines {
    this.kept += 1;
    return (this.sources[source] ??= new KeptLines());
  }

  /** Copies a line behind its length in two bytes; the chunk that it stands in need not be kept. */
  private copy(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (this.used + length + 2 > BLOCK_BYTES) {
      this.blocks.push(new Uint8Array(BLOCK_BYTES));
      this.used = 0;
    }
    const index = this.blocks.length - 1;
    const block = this.blocks[index] as Uint8Array;
    const at = this.used;
    block[at] = length >> 8;
    block[at + 1] = length & 0xff;
    block.set(bytes.subarray(start, end), at + 2);
    this.used = at + 2 + length;
    return index * BLOCK_BYTES + at;
  }
}
