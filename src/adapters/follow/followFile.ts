/** Follows a log file: gives out what is appended, goes from file to file when it is rotated, and says where bytes are missing. Whoever follows asks from time to time (`poll`). */
import { setImmediate as turn } from 'node:timers/promises';
import { inputErrorOf } from '../inputError.ts';
import { openBytes, TURN_BYTES } from '../openBytes.ts';
import { MARK_BYTES } from './fileMark.ts';
import { OpenPart } from './openPart.ts';
import { type BesideFile, filesBeside, keyOf, statsOf } from './rotatedFiles.ts';
import { HEAD_BYTES, opened, RotatedParts } from './rotatedParts.ts';

/** Takes what a followed file gives. */
export interface FollowSink {
  /** The next bytes, which are overwritten afterwards; `more`: others follow at once. */
  bytes(chunk: Uint8Array, more: boolean): void;
  /** What comes next stands in another file, or in the same one after it was emptied, and begins so. `false`: it is no continuation, and is not to be read. */
  nextFile(head: Uint8Array): boolean;
  /** Whether a log that begins so was written after all that was read; `undefined`: its times cannot be read. */
  isLater(head: Uint8Array): boolean | undefined;
  /** Lines are missing here, in words. */
  gap(text: string): void;
}

/** What a look gave: new bytes, nothing, no file of this name, or another log in its place. */
export type FollowState = 'grown' | 'quiet' | 'gone' | 'replaced';

const NO_HEAD = new Uint8Array(0);

/** A file that was read, or is. */
interface KnownPart {
  key: string;
  head: Uint8Array;
}

export class FileFollower {
  readonly #path: string;
  readonly #sink: FollowSink;
  #offset: number;
  readonly #parts: KnownPart[] = [];
  readonly #beside: RotatedParts;
  #part: OpenPart | undefined;
  /** Files beside it that were there before. */
  #known = new Set<string>();
  /** Nothing was given out yet of the file that is open. */
  #isFresh = false;
  #grown = false;
  #replaced = false;
  #sinceTurn = 0;

  /** `offset`: so many bytes of the file were read before. Nothing is opened before `open` or the first `poll`. */
  constructor(path: string, sink: FollowSink, offset = 0) {
    this.#path = path;
    this.#beside = new RotatedParts(path);
    this.#sink = sink;
    this.#offset = offset;
  }

  /** Opens the file before the first look: whatever it is called then. Where that cannot be done, the first look says why. */
  open(): void {
    try {
      if (this.#part === undefined) this.#open();
    } catch {
      // The same again at the first look, whose errors are told.
    }
  }

  /** So many bytes of the file were read by somebody else. To be called once, before the first look. */
  goOnAt(offset: number): void {
    if (this.#part === undefined) {
      this.#offset = offset;
      return;
    }
    this.#part.goTo(offset);
    const known = this.#parts.at(-1);
    if (known !== undefined) known.head = this.#part.mark.head;
  }

  /** Gives out what was written since the last look. Rejects with an `InputError` where the file is there and cannot be read. */
  async poll(): Promise<FollowState> {
    this.#grown = false;
    if (this.#replaced) return 'replaced';
    try {
      const isThere = await this.#look();
      if (this.#replaced) return 'replaced';
      return this.#grown ? 'grown' : isThere ? 'quiet' : 'gone';
    } catch (error) {
      throw inputErrorOf(error, this.#path, true);
    }
  }

  /** When the file that is read was written last, milliseconds since the epoch. */
  get written(): number | undefined {
    return this.#part?.written;
  }

  /** Where the files lie now that were read, in their order, the followed one last; `undefined` for those that are gone. */
  async places(): Promise<readonly (string | undefined)[]> {
    const beside = filesBeside(this.#path);
    const places: (string | undefined)[] = [];
    for (const part of this.#parts.slice(0, -1))
      places.push(
        beside.find(({ key }) => key === part.key)?.path ?? (await this.#beside.packedPlace(part.head, beside)),
      );
    return this.#parts.length === 0 ? [] : [...places, this.#path];
  }

  close(): void {
    this.#part?.close();
    this.#part = undefined;
    this.#replaced = true;
  }

  /** @returns whether there is a file of this name */
  async #look(): Promise<boolean> {
    const part = this.#part ?? this.#open();
    if (part === undefined) return false;
    await this.#drain(part);
    if (!this.#replaced && part.isCut) await this.#goOnInPlace(part);
    if (this.#replaced) return true;
    const named = statsOf(this.#path);
    // The one that writes goes over to the new file with its first line; until then its lines go into the old one.
    if (named !== undefined && keyOf(named) !== part.key && named.size > 0n) await this.#goOver(part);
    return named !== undefined;
  }

  #open(): OpenPart | undefined {
    if (statsOf(this.#path) === undefined) return undefined;
    const part = new OpenPart(this.#path, this.#offset);
    this.#part = part;
    this.#parts.push({ key: part.key, head: part.mark.head });
    this.#known = keysOf(filesBeside(this.#path));
    return part;
  }

  /** What was written so far; what comes meanwhile is read the next time. */
  async #drain(part: OpenPart): Promise<void> {
    const until = part.size;
    if (part.mark.offset < until && this.#isFresh && !(await this.#begin(part))) return;
    while (part.mark.offset < until) {
      const chunk = part.read();
      if (chunk === undefined) return;
      this.#give(chunk, part.mark.offset < until);
      const known = this.#parts.at(-1);
      if (known !== undefined) known.head = part.mark.head;
      await this.#turn(chunk.length);
    }
  }

  /** Announces a file, once its first line is there. */
  async #begin(part: OpenPart): Promise<boolean> {
    for (;;) {
      if (part.head(1)[0] === 0) part.skipHole();
      part.sawBegin();
      const head = part.head(HEAD_BYTES);
      if (!head.includes(10) && head.length < HEAD_BYTES) return false;
      // It may have been copied and emptied once more before anything of it was seen.
      const older = olderThan(part.key, filesBeside(this.#path));
      await this.#feedMissed(older, 0n, head);
      if (this.#replaced) return false;
      if (!part.isCut) {
        this.#known = keysOf(older);
        this.#isFresh = false;
        return this.#announce(head, part.key);
      }
      part.goTo(0); // or once more while those were read: now it is one of them
    }
  }

  #announce(head: Uint8Array, key: string): boolean {
    if (!this.#sink.nextFile(head)) {
      this.#replaced = true;
      return false;
    }
    this.#parts.push({ key, head: head.slice(0, 512) });
    return true;
  }

  #give(chunk: Uint8Array, more: boolean): void {
    this.#grown = true;
    this.#sink.bytes(chunk, more);
  }

  async #turn(bytes: number): Promise<void> {
    this.#sinceTurn += bytes;
    if (this.#sinceTurn < TURN_BYTES) return;
    this.#sinceTurn = 0;
    await turn();
  }

  /** The file was emptied in its place. What it held and was not read is in a copy, if one was made. */
  async #goOnInPlace(part: OpenPart): Promise<void> {
    const { mark } = part;
    const beside = filesBeside(this.#path);
    const copy = await this.#beside.copyOf(mark, beside);
    if (copy !== undefined) {
      await this.#feed(copy, mark.offset);
      const known = this.#parts.at(-1);
      if (known !== undefined) known.key = copy.key;
      // Seen after the copies: one that is not finished yet is of what stands in the file now.
      await this.#feedMissed(beside, copy.written, part.begin(MARK_BYTES), copy.key);
    } else if (mark.head.length > 0)
      this.#sink.gap(
        `${this.#path} was emptied while it was followed, and no copy of what it held was found beside it: lines written just before are missing.`,
      );
    this.#known = keysOf(beside);
    if (this.#replaced) return;
    part.goTo(0);
    this.#isFresh ||= mark.head.length > 0;
    await this.#drain(part);
  }

  /** Another file has the name. */
  async #goOver(old: OpenPart): Promise<void> {
    const next = opened(this.#path);
    if (next === undefined) return; // renamed just now, too: it is found beside
    const { mark } = old;
    this.#part = next;
    if (mark.offset > 0 && next.holds(mark)) {
      // The same log: somebody saved it, or copied it back.
      old.close();
      next.goTo(mark.offset);
      const known = this.#parts.at(-1);
      if (known !== undefined) known.key = next.key;
      return this.#drain(next);
    }
    await this.#drain(old);
    const { written, key } = old;
    old.close();
    const beside = filesBeside(this.#path);
    const older = olderThan(next.key, beside);
    await this.#feedMissed(older, BigInt(Math.floor(written)) * 1_000_000n, NO_HEAD, key);
    this.#known = keysOf(older);
    this.#isFresh = true;
    if (!this.#replaced) await this.#drain(next);
  }

  /** Files that were the log between two looks. */
  async #feedMissed(
    beside: readonly BesideFile[],
    since: bigint,
    current: Uint8Array,
    ...others: readonly string[]
  ): Promise<void> {
    for (const file of beside) {
      if (this.#replaced || this.#known.has(restingKey(file)) || others.includes(file.key) || file.written < since)
        continue;
      const head = await this.#beside.headOf(file);
      if (head === undefined) {
        this.#tellGone(file);
        continue;
      }
      if (beginsLike(head, current)) continue; // a copy of what is read next
      const isLater = this.#sink.isLater(head);
      if (file.packed ? isLater !== true : isLater === false) continue;
      this.#known.add(restingKey(file));
      if (this.#announce(head, file.key)) await this.#feed(file, 0);
    }
  }

  async #feed(file: BesideFile, from: number): Promise<void> {
    if (file.packed) {
      const { chunks } = await openBytes(file.path, { from });
      for await (const chunk of chunks) {
        this.#give(chunk, true);
        await this.#turn(chunk.length);
      }
      return;
    }
    const part = this.#beside.open(file);
    if (part === undefined) return this.#tellGone(file);
    try {
      part.goTo(from);
      for (let chunk = part.read(); chunk !== undefined; chunk = part.read()) {
        this.#give(chunk, true);
        await this.#turn(chunk.length);
      }
    } finally {
      part.close();
    }
  }

  #tellGone({ path }: BesideFile): void {
    this.#sink.gap(`${path} was gone before it could be read: its lines are missing.`);
  }
}

/** A rotated file rests; where a file system gives its number to another one at once, that one was written at another time. */
function keysOf(files: readonly BesideFile[]): Set<string> {
  return new Set(files.map(restingKey));
}

function restingKey({ key, written }: BesideFile): string {
  return `${key}@${written}`;
}

/** A file may have been rotated away itself meanwhile: what is younger follows it. */
function olderThan(key: string, beside: readonly BesideFile[]): readonly BesideFile[] {
  const own = beside.findIndex((file) => file.key === key);
  return own < 0 ? beside : beside.slice(0, own);
}

function beginsLike(head: Uint8Array, other: Uint8Array): boolean {
  const size = Math.min(512, head.length, other.length);
  return size > 0 && Buffer.compare(head.subarray(0, size), other.subarray(0, size)) === 0;
}
