/**
 * The text of lines that may be named as evidence, taken while they go by: a pipe cannot be read twice. Lines of the mass
 * (events, pod configuration, probes, …) are not kept, and the number of kept lines is bounded; what is missing can be read from the file.
 */
import { decodeText } from '../journal/bytes.ts';
import type { PlainLine } from '../journal/plainLine.ts';
import { ReadRecord } from '../journal/readRecord.ts';
import type { LogRecord } from '../journal/record.ts';
import type { LineReference } from '../inference/history.ts';
import type { Fact, FactKind } from '../messages/fact.ts';
import { excerptOf } from './excerpt.ts';

/** Kinds of which a long log has one on every other line. */
const MASS: ReadonlySet<FactKind> = new Set<FactKind>([
  'pleg-event', 'pleg-event-ignored', 'pod-config', 'pods-sync', 'probe', 'container-named', 'housekeeping', 'state-change', 'relist-started',
]);

/** About 20 MB at worst. */
export const MOST_KEPT_LINES = 50_000;
/** Longer lines are shortened at once, others when somebody asks. */
const LONGEST_RAW = 400;
const BLOCK_BYTES = 1 << 18;

export class EvidenceText {
  /** By source and line: the text, or where its bytes stand in the blocks. */
  private readonly texts: Map<number, string | number>[] = [];
  private readonly blocks: Uint8Array[] = [];
  private used = BLOCK_BYTES;
  private kept = 0;

  /** Whether a record with these facts should be kept. */
  wants(facts: readonly Fact[]): boolean {
    return this.kept < MOST_KEPT_LINES && facts.some((fact) => !MASS.has(fact.kind));
  }

  /** Keeps the first line of a record. */
  keep(record: LogRecord): void {
    const texts = (this.texts[record.source] ??= new Map<number, string | number>());
    const { line } = record;
    if (!texts.has(line)) this.kept += 1;
    if (record instanceof ReadRecord && record.bodyEnd - record.lineStart <= LONGEST_RAW) texts.set(line, this.copy(record.bytes, record.lineStart, record.bodyEnd));
    else texts.set(line, excerptOf(record.firstLineText ?? record.message));
  }

  /** The same for a line without a record. */
  keepLine({ source, line, bytes, lineStart, bodyEnd }: PlainLine): void {
    const texts = (this.texts[source] ??= new Map<number, string | number>());
    if (!texts.has(line)) this.kept += 1;
    texts.set(line, bodyEnd - lineStart <= LONGEST_RAW ? this.copy(bytes, lineStart, bodyEnd) : excerptOf(decodeText(bytes, lineStart, bodyEnd)));
  }

  /** The shortened text of a kept line. */
  textOf(at: LineReference): string | undefined {
    const kept = this.texts[at.source]?.get(at.line);
    if (typeof kept !== 'number') return kept;
    const block = this.blocks[Math.floor(kept / BLOCK_BYTES)] ?? new Uint8Array(0);
    const start = kept % BLOCK_BYTES;
    const length = ((block[start] ?? 0) << 8) | (block[start + 1] ?? 0);
    return excerptOf(decodeText(block, start + 2, start + 2 + length));
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
