import { countPlaces } from '../../kubelet/ordered.ts';
import type { Duration, Instant } from '../../kubelet/time.ts';
import { BLOCK, BLOCK_BITS, IN_BLOCK } from './columns.ts';
import type { LineReference } from '../history.ts';
import { LINES_PER_SOURCE, packLine, packPlace, unpackLine } from './lines.ts';

/** One entry of a column: a time and the line that proves it. */
export interface TimedLine {
  readonly time: Instant;
  readonly at: LineReference;
  /** What distinguishes the column's entries (a pod's uid), if anything. */
  readonly label?: string;
}

/** Most columns stay short: a kubelet that crash-loops has tens of thousands of process runs, each with columns of its own. */
const FIRST_ROOM = 4;

/** Some times with their lines. */
class Block {
  readonly times: Float64Array;
  readonly lines: Uint32Array;
  /** Made with the first line of a source that is not the first. */
  #sources: Uint32Array | undefined;

  constructor(room: number) {
    this.times = new Float64Array(room);
    this.lines = new Uint32Array(room);
  }

  /** `line` is packed. */
  set(at: number, time: number, line: number): void {
    this.times[at] = time;
    // Sources stand above the 32 bits.
    this.lines[at] = line;
    if (line >= LINES_PER_SOURCE) this.#sources ??= new Uint32Array(this.times.length);
    if (this.#sources !== undefined) this.#sources[at] = line / LINES_PER_SOURCE;
  }

  /** Packed. */
  lineAt(at: number): number {
    return packPlace(this.#sources?.[at] ?? 0, this.lines[at] ?? 0);
  }

  /** The same with twice the room. */
  larger(): Block {
    const larger = new Block(this.times.length * 2);
    larger.times.set(this.times);
    larger.lines.set(this.lines);
    if (this.#sources !== undefined) {
      larger.#sources = new Uint32Array(larger.times.length);
      larger.#sources.set(this.#sources);
    }
    return larger;
  }
}

/** Where nothing stands yet. */
const NO_ROOM = new Block(0);

/**
 * Times with their lines, in order, for facts that come in masses. Entries nearer to the one before than the grain (and with the same label)
 * are left out, so that a column never holds more than the length of the log divided by the grain. Leaving out makes bounds wider by a grain
 * at most, never wrong.
 */
export class TimeColumn {
  readonly #grain: number;
  #blocks: Block[] = [];
  #last = NO_ROOM;
  #lastTime = Number.NEGATIVE_INFINITY;
  #count = 0;
  /** Made with the first label. */
  #labels: (string | undefined)[] | undefined;
  #sorted = true;
  /** What the last search found: questions follow one another in time. */
  #found = 0;

  /** `grain` in microseconds. */
  constructor(grain: number) {
    this.#grain = grain;
  }

  get size(): number {
    return this.#count;
  }

  /** Adds an entry; entries may come slightly out of order. */
  push(time: Instant, at: LineReference, label?: string): void {
    this.pushPacked(time, packLine(at), label);
  }

  /** The same, with a line that was packed by `packLine`. */
  pushPacked(time: Instant, line: number, label?: string): void {
    const count = this.#count;
    if (count > 0) {
      const before = this.#lastTime;
      if (Math.abs(time - before) < this.#grain && this.#labels?.[count - 1] === label) return;
      if (time < before) this.#sorted = false;
    }
    const at = count & IN_BLOCK;
    if (at === 0 || at === this.#last.times.length) this.#makeRoom(at);
    this.#last.set(at, time, line);
    this.#lastTime = time;
    if (label !== undefined) this.#labels ??= [];
    if (this.#labels !== undefined) this.#labels[count] = label;
    this.#count = count + 1;
  }

  /** Adds those times `[start, end)` of a run of lines whose kind has one of these bits, without labels; `firstLine` (packed) is the line of the run's first time. */
  pushMarked(
    times: Float64Array,
    kinds: Uint8Array,
    bits: number,
    firstLine: number,
    start: number,
    end: number,
  ): void {
    const labels = this.#labels;
    let before = this.#lastTime;
    for (let index = start; index < end; index += 1) {
      if (((kinds[index] ?? 0) & bits) === 0) continue;
      const time = times[index] ?? 0;
      const count = this.#count;
      if (Math.abs(time - before) < this.#grain && labels?.[count - 1] === undefined) continue;
      if (time < before) this.#sorted = false;
      const at = count & IN_BLOCK;
      if (at === 0 || at === this.#last.times.length) this.#makeRoom(at);
      this.#last.set(at, time, firstLine + index);
      if (labels !== undefined) labels[count] = undefined;
      this.#count = count + 1;
      before = time;
    }
    this.#lastTime = before;
  }

  /** The first block grows, the others have their full length. */
  #makeRoom(used: number): void {
    if (used === 0) this.#last = new Block(this.#blocks.length === 0 ? FIRST_ROOM : BLOCK);
    else {
      this.#blocks.pop();
      this.#last = this.#last.larger();
    }
    this.#blocks.push(this.#last);
  }

  /** The last entry strictly before `time`. */
  lastBefore(time: Instant): TimedLine | undefined {
    return this.#entry(this.#firstIndexFrom(time) - 1);
  }

  /** The first entry strictly after `time`. */
  firstAfter(time: Instant): TimedLine | undefined {
    return this.#entry(this.#firstIndexAfter(time));
  }

  /** Whether there is an entry strictly between two times. */
  hasBetween(from: Instant, to: Instant): boolean {
    const found = this.#found;
    // Mostly both lie between the same two entries as the times that were asked for before.
    if (
      this.#sorted &&
      (found === 0 || this.#timeAt(found - 1) <= from) &&
      (found === this.#count || this.#timeAt(found) >= to)
    )
      return false;
    const index = this.#firstIndexAfter(from);
    return index < this.#count && this.#timeAt(index) < to;
  }

  #firstIndexAfter(time: Instant): number {
    let index = this.#firstIndexFrom(time);
    while (index < this.#count && this.#timeAt(index) === time) index += 1;
    return index;
  }

  /** Entries strictly after `from` and up to `to`, in order; at most `limit`. */
  between(from: Instant, to: Instant, limit: number): readonly TimedLine[] {
    this.#sort();
    const found: TimedLine[] = [];
    for (let index = this.#firstIndexFrom(from); index < this.#count && found.length < limit; index += 1) {
      const time = this.#timeAt(index);
      if (time > to) break;
      const entry = time > from ? this.#entry(index) : undefined;
      if (entry !== undefined) found.push(entry);
    }
    return found;
  }

  /** Where no entry stands for so long: from one to the next, and from the last one to `end`. */
  gaps(
    length: Duration,
    end: Instant,
  ): readonly { readonly from: Instant; readonly to: Instant; readonly at: LineReference }[] {
    this.#sort();
    const found: { readonly from: Instant; readonly to: Instant; readonly at: LineReference }[] = [];
    for (let index = 0; index < this.#count; index += 1) {
      const from = this.#timeAt(index) as Instant;
      const to = (index + 1 < this.#count ? this.#timeAt(index + 1) : end) as Instant;
      if (to - from >= length) found.push({ from, to, at: unpackLine(this.#lineAt(index)) });
    }
    return found;
  }

  #entry(index: number): TimedLine | undefined {
    if (index < 0 || index >= this.#count) return undefined;
    const label = this.#labels?.[index];
    return {
      time: this.#timeAt(index) as Instant,
      at: unpackLine(this.#lineAt(index)),
      ...(label === undefined ? {} : { label }),
    };
  }

  #firstIndexFrom(time: Instant): number {
    this.#sort();
    const found = this.#found;
    if ((found === 0 || this.#timeAt(found - 1) < time) && (found === this.#count || this.#timeAt(found) >= time))
      return found;
    this.#found = countPlaces(this.#count, (index) => this.#timeAt(index) < time);
    return this.#found;
  }

  #timeAt(index: number): number {
    return this.#blocks[index >>> BLOCK_BITS]?.times[index & IN_BLOCK] ?? 0;
  }

  #lineAt(index: number): number {
    return this.#blocks[index >>> BLOCK_BITS]?.lineAt(index & IN_BLOCK) ?? 0;
  }

  #sort(): void {
    if (this.#sorted) return;
    const labels = this.#labels;
    const order = Array.from({ length: this.#count }, (_, index) => index).sort(
      (a, b) => this.#timeAt(a) - this.#timeAt(b),
    );
    const blocks: Block[] = [];
    for (let from = 0; from < order.length; from += BLOCK) {
      const part = order.slice(from, from + BLOCK);
      const block = new Block(BLOCK);
      part.forEach((index, at) => block.set(at, this.#timeAt(index), this.#lineAt(index)));
      blocks.push(block);
    }
    if (labels !== undefined) this.#labels = order.map((index) => labels[index]);
    this.#blocks = blocks;
    this.#last = blocks.at(-1) ?? this.#last;
    this.#lastTime = this.#timeAt(this.#count - 1);
    this.#sorted = true;
  }
}
