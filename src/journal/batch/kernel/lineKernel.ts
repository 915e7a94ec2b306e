import { FRACTIONS, type LearnedBeginning, SECONDS } from '../commonLine.ts';
import { type CompiledModule, compileModule, exportsOf } from './engine.ts';
import { KERNEL_BYTES } from './kernelBytes.ts';
import * as layout from './layout.ts';
import { AGAIN, type LinePattern } from './linePattern.ts';
import { RunSpan } from './runSpan.ts';

/** What the compiled half exports. All positions are in the input. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  setBeginning(
    stampBytes: number,
    second: number,
    fraction: number,
    afterBytes: number,
    pidBytes: number,
    stampBase: number,
    klogBase: number,
  ): void;
  setEntry(): void;
  site(callerStart: number, callerEnd: number): number;
  pattern(site: number, length: number): number;
  intern(row: number, epoch: number): number;
  run(start: number, end: number, newlines: number, epoch: number, ownFirst: boolean): void;
  odd(end: number): number;
}

/** Compiled once for all readers; `null`: the engine cannot run it, and the reader does without. */
let compiled: CompiledModule | null | undefined;

/**
 * The reader's hand on the compiled loop (tools/line-kernel): gives it bytes, fills its tables, and reads what it took. It only takes lines
 * that repeat byte by byte what stands in these. Positions are those of the chunk that was loaded.
 */
export class LineKernel {
  readonly #exports: Exports;
  readonly #bytes: Uint8Array;
  readonly #numbers: Int32Array;
  readonly #floats: Float64Array;
  readonly #words: Int32Array;
  /** How many words it has. */
  #wordCount = 0;
  #chunk: Uint8Array | undefined;
  /** The part of the chunk that lies in the input. */
  #from = 0;
  #to = 0;
  /** What the lines taken have in common. */
  readonly span: RunSpan;
  /** Columns of the lines taken: klog times and stamps (local microseconds), and severity (0 information, 1 warning, 2 error) + 4 for a flag, or `KIND_OTHER`. */
  readonly times: Float64Array;
  readonly stamps: Float64Array;
  readonly kinds: Uint8Array;
  /** What was loaded of the chunk; positions in rows are in here. */
  readonly input: Uint8Array;
  readonly inputView: DataView;
  /** Where chunks are loaded: one that was read into its begin need not be copied. */
  readonly room: Uint8Array;
  /** Lines of the last run that were read by a pattern: `ROW_WORDS` each, see the layout. */
  readonly rows: Int32Array;

  /** `undefined` where the engine cannot run it. */
  static create(): LineKernel | undefined {
    if (compiled === undefined) compiled = compileModule(KERNEL_BYTES) ?? null;
    return compiled === null ? undefined : new LineKernel(exportsOf(compiled) as Exports);
  }

  private constructor(exports: Exports) {
    this.#exports = exports;
    const { buffer } = exports.memory;
    this.#bytes = new Uint8Array(buffer);
    this.#numbers = new Int32Array(buffer, 0, 20);
    this.#floats = new Float64Array(buffer, 0, 8);
    this.span = new RunSpan(new Float64Array(buffer, layout.SPAN, 12));
    this.times = new Float64Array(buffer, layout.TIMES, layout.BATCH);
    this.stamps = new Float64Array(buffer, layout.STAMPS, layout.BATCH);
    this.kinds = new Uint8Array(buffer, layout.KINDS, layout.BATCH);
    this.input = new Uint8Array(buffer, layout.INPUT);
    this.inputView = new DataView(buffer, layout.INPUT);
    this.room = new Uint8Array(buffer, layout.INPUT, layout.INPUT_SIZE);
    this.rows = new Int32Array(buffer, layout.ROWS, layout.BATCH * layout.ROW_WORDS);
    this.#words = new Int32Array(buffer);
  }

  /** The beginning that lines repeat from now on. */
  setBeginning(beginning: LearnedBeginning): void {
    const { bytes, stampLength, afterStart, headerStart } = beginning;
    this.#bytes.set(bytes.subarray(0, stampLength), layout.STAMP_TEXT);
    this.#bytes.set(bytes.subarray(afterStart, headerStart), layout.AFTER_TEXT);
    this.#bytes.set(bytes.subarray(headerStart + 1, headerStart + 6), layout.DATE_TEXT);
    this.#bytes.set(bytes.subarray(headerStart + 21), layout.PID_TEXT);
    for (let number = 0; number < layout.MOST_NEIGHBOURS; number++)
      this.#words[(layout.NEIGHBOURS + number * layout.NEIGHBOUR_SIZE) >> 2] = 0;
    this.#exports.setBeginning(
      stampLength,
      SECONDS.indexOf(beginning.second),
      FRACTIONS.indexOf(beginning.fraction),
      headerStart - afterStart,
      bytes.length - headerStart - 21,
      beginning.stampBase,
      beginning.klogBase,
    );
  }

  /**
   * What stands between stamp and message of lines of somebody else; the one of this number before is forgotten. They count until the next beginning. Those without a word
   * of one of these groups (bits), `anywhere` or at the beginning, tell nothing and are taken; without groups none is. `anyPid`: behind it stand a pid, whichever, and `]: `.
   */
  setNeighbour(
    number: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    groups: number,
    anywhere: boolean,
    anyPid: boolean,
  ): void {
    if (end - start > layout.NEIGHBOUR_SIZE - layout.NEIGHBOUR_BYTES) return;
    const at = layout.NEIGHBOURS + (number % layout.MOST_NEIGHBOURS) * layout.NEIGHBOUR_SIZE;
    this.#bytes.set(bytes.subarray(start, end), at + layout.NEIGHBOUR_BYTES);
    this.#words[at >> 2] = end - start;
    this.#words[(at + layout.NEIGHBOUR_WORDS) >> 2] = groups;
    this.#bytes[at + layout.NEIGHBOUR_ANYWHERE] = Number(anywhere);
    this.#bytes[at + layout.NEIGHBOUR_ANY_PID] = Number(anyPid);
  }

  /** Adds words of at least four bytes of a group (a bit). `false`: there is no room for all of them, and the group must not be used. */
  addKeywords(words: readonly Uint8Array[], group: number): boolean {
    if (this.#wordCount + words.length > layout.MOST_KEYWORDS) return false;
    for (const word of words) {
      // Of a long one the beginning is enough: a line that goes on in another way is only read for nothing.
      const kept = word.subarray(0, layout.KEYWORD_SIZE - layout.KEYWORD_BYTES);
      const at = layout.KEYWORDS + this.#wordCount * layout.KEYWORD_SIZE;
      this.#bytes.set(kept, at + layout.KEYWORD_BYTES);
      const slot = this.#keywordSlot(this.#words[(at + layout.KEYWORD_BYTES) >> 2] ?? 0);
      this.#words[at >> 2] = kept.length;
      this.#words[(at + layout.KEYWORD_GROUP) >> 2] = group;
      this.#words[(at + layout.KEYWORD_FURTHER) >> 2] = this.#words[slot + 1] ?? 0;
      this.#wordCount++;
      this.#words[slot + 1] = this.#wordCount;
    }
    return true;
  }

  /** The place in the table of words for these first four bytes. */
  #keywordSlot(four: number): number {
    const places = 1 << layout.KEYWORD_SLOT_BITS;
    let place = Math.imul(four, 0x9e37_79b1) >>> (32 - layout.KEYWORD_SLOT_BITS);
    const slotOf = (index: number): number => (layout.KEYWORD_SLOTS >> 2) + index * 2;
    while (this.#words[slotOf(place) + 1] !== 0 && this.#words[slotOf(place)] !== four)
      place = (place + 1) & (places - 1);
    this.#words[slotOf(place)] = four;
    return slotOf(place);
  }

  /** Behind `setBeginning`: lines are entries of the journal with these fields (`encodeEntry`), and that is the beginning of their messages. */
  setEntry(fields: Uint8Array): void {
    this.#bytes.set(fields, layout.ENTRY);
    this.#exports.setEntry();
  }

  /** Takes what lines it can from `start` on, where a line begins. `newlines`: how many came before; `epoch`: only patterns that were confirmed in it count; `ownFirst`: the first one must not be of others. */
  run(chunk: Uint8Array, start: number, end: number, newlines: number, epoch: number, ownFirst: boolean): void {
    if (chunk !== this.#chunk || start < this.#from || start >= this.#to) this.#load(chunk, start, end);
    this.#exports.run(start - this.#from, this.#to - this.#from, newlines, epoch, ownFirst);
    if (this.count > 0 || this.#to === end || this.#number(layout.STOP) !== 0) return;
    // The rest of the input holds no whole line, but the chunk may.
    this.#load(chunk, start, end);
    this.#exports.run(0, this.#to - this.#from, newlines, epoch, ownFirst);
  }

  /** Whether a chunk holds NUL bytes or escape sequences; `undefined` for one that is too long. */
  isOdd(chunk: Uint8Array): boolean | undefined {
    if (chunk.length > layout.INPUT_SIZE) return undefined;
    if (chunk !== this.#chunk) this.#load(chunk, 0, chunk.length);
    return this.#exports.odd(chunk.length) !== 0;
  }

  /** The chunk may be overwritten: its bytes are loaded anew when it comes again. */
  forgetChunk(): void {
    this.#chunk = undefined;
  }

  /** Lines taken by the last run. */
  get count(): number {
    return this.#number(layout.COUNT);
  }

  /** How many of them were read by a pattern. */
  get rowCount(): number {
    return this.#number(layout.ROW_COUNT);
  }

  /** How many lines follow the last of them that belong to it: those of a value that it opens with `=<`. */
  get blockLines(): number {
    return this.#number(layout.BLOCK_LINES);
  }

  /** How many of them have a structured message. */
  get structured(): number {
    return this.#number(layout.STRUCTURED);
  }

  /** Where the line after them, and after those that belong to the last, begins. */
  get at(): number {
    return this.#number(layout.AT) + this.#from;
  }

  /** Newlines up to the last 256th among them; −1: there was none. `markAt` is where the line after it begins. */
  get markCount(): number {
    return this.#number(layout.MARK_COUNT);
  }

  get markAt(): number {
    return this.#number(layout.MARK_AT) + this.#from;
  }

  /** Whether the last run ended because it could tell of no more lines. */
  get isFull(): boolean {
    return this.#number(layout.STOP) === layout.STOP_FULL;
  }

  /** Whether header and caller of the next line were read; then the rest says what they are. */
  get readNext(): boolean {
    return this.#number(layout.STOP) === layout.STOP_KNOWN;
  }

  get site(): number {
    return this.#number(layout.SITE);
  }

  get newlineAt(): number {
    return this.#number(layout.NEWLINE_AT) + this.#from;
  }

  get bodyStart(): number {
    return this.#number(layout.BODY_START) + this.#from;
  }

  /** 0 information, 1 warning, 2 error. */
  get severity(): number {
    return this.#number(layout.SEVERITY);
  }

  get time(): number {
    return this.#floats[layout.TIME >> 3] ?? Number.NaN;
  }

  get stamp(): number {
    return this.#floats[layout.STAMP >> 3] ?? Number.NaN;
  }

  /** The number of a caller with this text; −1: it cannot be kept. */
  siteOf(bytes: Uint8Array, callerStart: number, callerEnd: number): number {
    const start = this.#place(bytes, callerStart, callerEnd);
    return start < 0 ? -1 : this.#exports.site(start, start + callerEnd - callerStart);
  }

  /** Where bytes stand in the input, or were copied to beside it; −1: they are too many. */
  #place(bytes: Uint8Array, start: number, end: number): number {
    if (bytes === this.#chunk && start >= this.#from && end <= this.#to) return start - this.#from;
    if (bytes === this.input) return start;
    if (end - start > layout.ASIDE_SIZE - 16) return -1;
    this.#bytes.set(bytes.subarray(start, end), layout.ASIDE);
    return layout.ASIDE - layout.INPUT;
  }

  /** Where a pattern of lines of this site is kept; 0: there is no room. A line of it holds no word of these groups (bits). It counts in each epoch as yet. */
  addPattern(site: number, { number, severityNumber, valueCount, texts, stated }: LinePattern, groups: number): number {
    const at = this.#exports.pattern(site, texts.length);
    if (at === 0) return 0;
    this.#bytes[at + layout.PATTERN_SEVERITY] = severityNumber;
    this.#bytes[at + layout.PATTERN_KEYS] = valueCount;
    this.#words[(at + layout.PATTERN_NUMBER) >> 2] = number;
    this.#words[(at + layout.PATTERN_WORDS) >> 2] = groups;
    this.#bytes.set(texts, at + layout.PATTERN_TEXTS);
    if (stated !== undefined) {
      const { by, again } = stated;
      this.#bytes[at + layout.PATTERN_STATED] = by === undefined ? layout.STATED_ALWAYS : by.first + 1;
      this.#bytes[at + layout.PATTERN_STATED_LAST] = by?.last ?? valueCount;
      this.#bytes[at + layout.PATTERN_LEFT_OUT] = by === undefined ? 0 : by.leftOut + 1;
      this.#bytes[at + layout.PATTERN_AGAIN] = AGAIN[again];
    }
    return at;
  }

  /** Keeps what the line of a row of the last run states as known in this epoch. Gives the number that lines with the same values come with; −1: they cannot be kept. */
  intern(row: number, epoch: number): number {
    return this.#exports.intern(row, epoch);
  }

  /** Lets a kept pattern count in this epoch only. */
  confirmPattern(at: number, epoch: number): void {
    this.#words[(at + layout.PATTERN_EPOCH) >> 2] = epoch;
  }

  #load(chunk: Uint8Array, start: number, end: number): void {
    this.#chunk = chunk;
    if (chunk.buffer === this.room.buffer && chunk.byteOffset === layout.INPUT) {
      // It was read into its place.
      this.#from = 0;
      this.#to = chunk.length;
      return;
    }
    this.#from = start;
    this.#to = Math.min(end, start + layout.INPUT_SIZE);
    this.#bytes.set(start === 0 && this.#to === chunk.length ? chunk : chunk.subarray(start, this.#to), layout.INPUT);
  }

  #number(at: number): number {
    return this.#numbers[at >> 2] ?? 0;
  }
}
