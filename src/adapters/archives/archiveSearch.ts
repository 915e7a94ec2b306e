/** Finds the kubelet logs in an archive, and in archives in it, as they are found in a folder. */
import type { WarningKind } from '../../analysis/sources/openedSource.ts';
import { basename } from 'node:path';
import { type Instant, instant } from '../../kubelet/time.ts';
import { InputError } from '../inputError.ts';
import { HEAD_BYTES, headOf, holdsKubeletLine } from '../kubeletHead.ts';
import { nameKindOf } from '../logNames.ts';
import { type OpenedInput, type OpenOptions, openStream } from '../openBytes.ts';
import { MAGIC_BYTES, packingOf } from '../packed/packing.ts';
import { peek } from '../peek.ts';
import { ARCHIVE_LIMITS, ArchiveCount, type ArchiveLimits, BoundReached } from './archiveBounds.ts';
import { ARCHIVE_HEAD_BYTES, archiveKindOf } from './archiveKind.ts';
import { type ByteRange, openRange } from './byteRange.ts';
import { readTar } from './readTar.ts';
import { readCutZip } from './readCutZip.ts';
import { readZip, type ZipEntry } from './readZip.ts';
import { Spool } from './spool.ts';

/** A kubelet log in an archive. `inside`: its path in there, a name that opens nothing. */
export interface ArchivedLog {
  readonly inside: string;
  /** Opens it, as often as it is wanted, as long as the search is not closed. */
  readonly open: (options: OpenOptions) => OpenedInput;
}

export interface ArchiveFindings {
  readonly logs: readonly ArchivedLog[];
  readonly lookedAt: number;
  readonly warnings: readonly { readonly text: string; readonly kind?: WarningKind }[];
  /** Gives back what the logs are kept in. */
  readonly close: () => void;
}

/** The bytes of an archive: where they lie in a file, or as they come. */
export type ArchiveBytes =
  | { readonly range: ByteRange }
  | { readonly chunks: AsyncIterable<Uint8Array>; readonly packedBytes: () => number };

export interface ArchiveSearchOptions {
  readonly limits?: ArchiveLimits;
  /** Asked now and then; throws to end the search. */
  readonly onEntry?: () => void;
}

/** Searches an archive. Rejects with an `InputError` when it cannot be read at all, or there is no room for what is in it. */
export async function searchArchive(
  name: string,
  bytes: ArchiveBytes,
  options: ArchiveSearchOptions = {},
): Promise<ArchiveFindings> {
  const search = new ArchiveSearch(name, bytes, options);
  try {
    return await search.run(bytes);
  } catch (error) {
    search.close();
    throw error;
  }
}

interface FoundEntry {
  readonly place: string;
  readonly modified: Instant | undefined;
  /** Where it can be had as often as it is wanted; else its bytes, once. */
  readonly held?: Held;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** What can be opened again and again, as it lies there. */
interface Held {
  readonly range?: ByteRange;
  readonly open: (options: OpenOptions) => OpenedInput;
}

class ArchiveSearch {
  readonly #name: string;
  readonly #limits: ArchiveLimits;
  readonly #onEntry: () => void;
  readonly #count: ArchiveCount;
  readonly #spool = new Spool();
  readonly #found: { readonly log: ArchivedLog; readonly isNamed: boolean }[] = [];
  readonly #warnings: { readonly text: string; readonly kind?: WarningKind }[] = [];
  #hasNamed = false;

  constructor(name: string, bytes: ArchiveBytes, { limits = ARCHIVE_LIMITS, onEntry }: ArchiveSearchOptions) {
    this.#name = name;
    this.#limits = limits;
    this.#onEntry = onEntry ?? (() => undefined);
    const size = 'range' in bytes ? bytes.range.to - bytes.range.from : 0;
    this.#count = new ArchiveCount(limits, 'range' in bytes ? () => size : bytes.packedBytes);
  }

  async run(bytes: ArchiveBytes): Promise<ArchiveFindings> {
    try {
      if ('range' in bytes) await this.#openHeld(this.#heldRange(bytes.range, this.#name, undefined), '', 1);
      else await this.#openStreamed(bytes.chunks, '', 1);
    } catch (error) {
      if (!(error instanceof BoundReached)) throw error;
      this.#warn(`${this.#name} ${error.message}; it was read no further, and logs behind that are missing.`);
    }
    const logs = this.#found.filter(({ isNamed }) => isNamed || !this.#hasNamed).map(({ log }) => log);
    logs.sort((a, b) => (a.inside < b.inside ? -1 : a.inside > b.inside ? 1 : 0));
    return {
      logs,
      lookedAt: this.#count.lookedAt,
      warnings: this.#warnings,
      close: () => this.close(),
    };
  }

  close(): void {
    this.#spool.close();
  }

  /** An archive, packed or not, of which the bytes lie there. */
  async #openHeld(held: Held, place: string, depth: number): Promise<void> {
    const head = await headOf(held.open({}).chunks, ARCHIVE_HEAD_BYTES);
    const kind = archiveKindOf(head);
    if (kind === undefined) return;
    const plain = held.range !== undefined && held.open({}).packed !== true ? held.range : undefined;
    if (kind === 'zip') {
      const before = { spool: this.#spool.length, found: this.#found.length };
      const range = plain ?? (await this.#spooled(held.open({}).chunks));
      await this.#readZip(range, place, depth);
      if (plain === undefined && this.#found.length === before.found) this.#spool.takeBack(before.spool);
    } else await this.#readTar(held.open(this.#damages()).chunks, plain, place, depth);
  }

  /** An archive, packed or not, of which the bytes come once. */
  async #openStreamed(chunks: AsyncIterable<Uint8Array>, place: string, depth: number): Promise<void> {
    const unpacked = openStream(chunks, this.#pathOf(place), this.#damages()).chunks;
    const peeked = await peek(unpacked, ARCHIVE_HEAD_BYTES);
    const kind = archiveKindOf(peeked.head);
    if (kind === 'zip') await this.#readZip(await this.#spooled(peeked.chunks), place, depth);
    else if (kind === 'tar') await this.#readTar(peeked.chunks, undefined, place, depth);
  }

  async #readTar(
    chunks: AsyncIterable<Uint8Array>,
    held: ByteRange | undefined,
    place: string,
    depth: number,
  ): Promise<void> {
    const damages = this.#warnings.length;
    try {
      for await (const entry of readTar(this.#count.counted(chunks), held)) {
        this.#count.entry();
        this.#onEntry();
        const at = joined(place, entry.name);
        const modified = dateOf(entry.modified);
        await this.#take(
          {
            place: at,
            modified,
            chunks: entry.chunks,
            ...(entry.range === undefined ? {} : { held: this.#heldRange(entry.range, this.#pathOf(at), modified) }),
          },
          depth,
        );
      }
    } catch (error) {
      this.#damaged(error, place, damages);
    }
  }

  async #readZip(range: ByteRange, place: string, depth: number): Promise<void> {
    const damages = this.#warnings.length;
    let encrypted = 0;
    let listed = 0;
    const take = async (entry: ZipEntry): Promise<void> => {
      this.#count.entry();
      this.#onEntry();
      if (entry.isEncrypted) {
        encrypted += 1;
        return;
      }
      const at = joined(place, entry.name);
      const modified = dateOf(entry.modified);
      const open = (): AsyncIterable<Uint8Array> => this.#count.counted(entry.open());
      await this.#take({ place: at, modified, chunks: open(), held: this.#heldEntry(entry.open, at, modified) }, depth);
    };
    try {
      for await (const entry of readZip(range)) {
        listed += 1;
        await take(entry);
      }
    } catch (error) {
      const isWithoutList = listed === 0 && error instanceof Error && !isOurs(error);
      this.#damaged(isWithoutList ? new Error('the list of its files is missing') : error, place, damages);
      if (isWithoutList)
        for await (const entry of readCutZip(range, (chunks) => this.#count.counted(chunks))) await take(entry);
    }
    if (encrypted > 0)
      this.#warn(
        `${this.#pathOf(place)} has ${encrypted} encrypted ${encrypted === 1 ? 'file' : 'files'}, which cannot be read here; unpack it first.`,
      );
  }

  /** Keeps an entry if it is a kubelet's log, and looks into it if it is an archive. */
  async #take(entry: FoundEntry, depth: number): Promise<void> {
    const kind = nameKindOf(basename(entry.place));
    if (kind === 'none' || (kind === 'other' && this.#hasNamed)) return;
    if (kind === 'archive' && entry.held === undefined) {
      if (this.#mayGoDown(entry.place, depth)) await this.#openStreamed(entry.chunks, entry.place, depth + 1);
      return;
    }
    if (kind === 'other' && (this.#count.guesses += 1) > this.#limits.guesses) return;
    const before = this.#spool.length;
    const held = entry.held ?? (await this.#spooledIfLog(entry));
    const isKept = held !== undefined && (await this.#judge(held, entry, kind === 'kubelet', depth));
    if (!isKept && entry.held === undefined) this.#spool.takeBack(before);
  }

  /** Whether its bytes must stay where they are. */
  async #judge(held: Held, { place }: FoundEntry, isNamed: boolean, depth: number): Promise<boolean> {
    this.#count.lookedAt += 1;
    let head: Uint8Array;
    try {
      head = await headOf(this.#count.counted(held.open({}).chunks));
    } catch (error) {
      if (isOurs(error)) throw error;
      this.#warn(`${this.#pathOf(place)} is damaged and was left out.`, 'damage');
      return false;
    }
    if (archiveKindOf(head) !== undefined) {
      const before = this.#found.length;
      if (this.#mayGoDown(place, depth)) await this.#openHeld(held, place, depth + 1);
      return this.#found.length > before;
    }
    if (!holdsKubeletLine(head)) return false;
    if (this.#found.length >= this.#limits.logs)
      throw new BoundReached(`holds more than ${this.#limits.logs.toLocaleString('en')} kubelet logs`);
    this.#found.push({ log: { inside: place, open: held.open }, isNamed });
    this.#hasNamed ||= isNamed;
    return true;
  }

  #mayGoDown(place: string, depth: number): boolean {
    if (depth < this.#limits.depth) return true;
    this.#warn(
      `${this.#pathOf(place)} was not opened: archives are opened in each other ${this.#limits.depth} deep. Unpack it first.`,
    );
    return false;
  }

  /** Puts an entry beside the archive, unless its beginning shows that it is no kubelet's log. What was read before damage is kept. */
  async #spooledIfLog({ place, modified, chunks }: FoundEntry): Promise<Held | undefined> {
    const from = this.#spool.length;
    const head: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of chunks) {
        this.#spool.append(chunk);
        if (size < HEAD_BYTES) {
          head.push(chunk.slice(0, HEAD_BYTES - size));
          if (size + chunk.length >= HEAD_BYTES && isSurelyNone(Buffer.concat(head))) return undefined;
        }
        size += chunk.length;
      }
    } catch (error) {
      if (isOurs(error)) throw error;
      // The archive ends here: whoever reads it says so.
    }
    return this.#heldRange(this.#spool.since(from), this.#pathOf(place), modified);
  }

  async #spooled(chunks: AsyncIterable<Uint8Array>): Promise<ByteRange> {
    const from = this.#spool.length;
    for await (const chunk of this.#count.counted(chunks)) this.#spool.append(chunk);
    return this.#spool.since(from);
  }

  #heldRange(range: ByteRange, name: string, modified: Instant | undefined): Held {
    return { range, open: (options) => openRange(range, name, modified, options) };
  }

  #heldEntry(open: () => AsyncIterable<Uint8Array>, place: string, modified: Instant | undefined): Held {
    const name = this.#pathOf(place);
    return {
      open: (options) => ({
        ...openStream(open(), name, options, open),
        once: false,
        packed: true,
        ...(modified === undefined ? {} : { modified }),
      }),
    };
  }

  #damages(): OpenOptions {
    return { onWarning: (text, kind) => this.#warn(text, kind) };
  }

  /** Tells of a damaged archive, unless its packing told already. Errors that are none of it go on. */
  #damaged(error: unknown, place: string, before: number): void {
    if (isOurs(error) || !(error instanceof Error)) throw error;
    if (this.#warnings.length === before)
      this.#warn(
        `${this.#pathOf(place)} is cut or damaged (${error.message}); the files in it before that were looked at.`,
        'damage',
      );
  }

  #pathOf(place: string): string {
    return place === '' ? this.#name : joined(this.#name, place);
  }

  #warn(text: string, kind?: WarningKind): void {
    this.#warnings.push(kind === undefined ? { text } : { text, kind });
  }
}

/** It says why the search ends, and nothing of the archive's damage. */
function isOurs(error: unknown): boolean {
  return error instanceof BoundReached || error instanceof InputError;
}

/** The path of an entry is a name: of `..` and roots nothing is left. */
function joined(place: string, name: string): string {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  return [...(place === '' ? [] : [place]), ...parts].join('/');
}

function dateOf(date: Date | undefined): Instant | undefined {
  const time = date?.getTime() ?? Number.NaN;
  return Number.isFinite(time) && time > 0 ? instant(time * 1000) : undefined;
}

function isSurelyNone(head: Uint8Array): boolean {
  return (
    packingOf(head.subarray(0, MAGIC_BYTES)) === undefined &&
    archiveKindOf(head) === undefined &&
    !holdsKubeletLine(head)
  );
}
