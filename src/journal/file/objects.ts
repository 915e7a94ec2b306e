/**
 * How objects lie in a journal file. Source: systemd, src/libsystemd/sd-journal/journal-def.h (v252 and v257) and docs/JOURNAL_FILE_FORMAT.md; all numbers are little-endian.
 */
import type { FilePages } from './filePages.ts';

/** `LPKSHHRH`: so a journal file begins. */
const SIGNATURE: readonly number[] = [0x4c, 0x50, 0x4b, 0x53, 0x48, 0x48, 0x52, 0x48];
/** Fields of the header up to the count of entries, which all versions have. */
const LEAST_HEADER = 208;

/** `incompatible_flags` that are understood: XZ, LZ4, keyed hash, ZSTD, compact. */
const KNOWN_FLAGS = 0b1_1111;
const COMPACT = 16;

export const DATA = 1;
export const FIELD = 2;
export const ENTRY = 3;
const ENTRY_ARRAY = 6;

export const OBJECT_HEADER = 16;

export type FieldPacking = 'xz' | 'lz4' | 'zstd';

/** What the header says. */
interface JournalHeader {
  readonly isCompact: boolean;
  /** Bytes of the header: the first object lies behind it. */
  readonly headerBytes: number;
  /** Where the table of field names begins, and its bytes; 0 where there is none. */
  readonly fieldTable: number;
  readonly fieldTableBytes: number;
  /** The first array of all entries; 0 where there is none. */
  readonly entryArray: number;
  readonly entries: number;
}

/** Whether bytes begin a journal file. */
export function isJournalFile(head: Uint8Array): boolean {
  return head.length >= SIGNATURE.length && SIGNATURE.every((byte, index) => head[index] === byte);
}

/** Reads the header; a text says why the file cannot be read. */
export function readHeader(file: FilePages): JournalHeader | { readonly why: string } {
  if (!file.has(0, LEAST_HEADER)) return { why: 'it is cut within its header' };
  const flags = file.u32(12);
  if ((flags & ~KNOWN_FLAGS) !== 0)
    return { why: `it is of a newer form of systemd's journal than is known here (flags ${flags})` };
  return {
    isCompact: (flags & COMPACT) !== 0,
    headerBytes: file.u64(88),
    fieldTable: file.u64(120),
    fieldTableBytes: file.u64(128),
    entryArray: file.u64(176),
    entries: file.u64(152),
  };
}

/** Reads objects of one file; places that are none give what `isObject` refuses. */
export class Objects {
  readonly file: FilePages;
  readonly header: JournalHeader;
  /** Where a data object's text begins, and how many bytes an item of an entry or an array takes. */
  readonly #payload: number;
  readonly itemBytes: number;
  readonly #placeBytes: number;

  constructor(file: FilePages, header: JournalHeader) {
    this.file = file;
    this.header = header;
    this.#payload = header.isCompact ? 72 : 64;
    this.itemBytes = header.isCompact ? 4 : 16;
    this.#placeBytes = header.isCompact ? 4 : 8;
  }

  sizeOf(at: number): number {
    return this.file.u64(at + 8);
  }

  /** Whether a whole object of this type lies there. */
  isObject(at: number, type: number): boolean {
    if (at < OBJECT_HEADER || at % 8 !== 0 || !this.file.has(at, OBJECT_HEADER) || this.file.u8(at) !== type)
      return false;
    const size = this.sizeOf(at);
    return size >= OBJECT_HEADER && this.file.has(at, size);
  }

  /** How a data object is packed; `undefined`: as it is. */
  packingOf(at: number): FieldPacking | undefined {
    const flags = this.file.u8(at + 1);
    return (flags & 4) !== 0 ? 'zstd' : (flags & 2) !== 0 ? 'lz4' : (flags & 1) !== 0 ? 'xz' : undefined;
  }

  /** Place and length of the bytes of a data object: `NAME=value`, perhaps packed. */
  payloadOf(at: number): { readonly at: number; readonly length: number } {
    return { at: at + this.#payload, length: Math.max(0, this.sizeOf(at) - this.#payload) };
  }

  /** The first entry that has a data object, and the array of the others. */
  entriesOf(data: number): { readonly first: number; readonly array: number; readonly count: number } {
    return { first: this.file.u64(data + 40), array: this.file.u64(data + 48), count: this.file.u64(data + 56) };
  }

  /** The next data object with the same field name. */
  nextOfField(data: number): number {
    return this.file.u64(data + 32);
  }

  /** Data objects of an entry. */
  itemCount(entry: number): number {
    return Math.floor(Math.max(0, this.sizeOf(entry) - 64) / this.itemBytes);
  }

  item(entry: number, index: number): number {
    const at = entry + 64 + index * this.itemBytes;
    return this.header.isCompact ? this.file.u32(at) : this.file.u64(at);
  }

  /** Microseconds since the epoch. */
  realtime(entry: number): number {
    return this.file.u64(entry + 24);
  }

  /** The four words of the boot's id. */
  bootWord(entry: number, index: number): number {
    return this.file.u32(entry + 40 + index * 4);
  }

  /** The places in a chain of arrays, until one that is not set. Each array lies behind the one before. */
  *placesIn(array: number): Generator<number> {
    for (let at = array, before = 0; at > before && this.isObject(at, ENTRY_ARRAY);) {
      const count = Math.floor((this.sizeOf(at) - 24) / this.#placeBytes);
      for (let index = 0; index < count; index += 1) {
        const place = at + 24 + index * this.#placeBytes;
        const entry = this.#placeBytes === 4 ? this.file.u32(place) : this.file.u64(place);
        if (entry === 0) return;
        yield entry;
      }
      before = at;
      at = this.file.u64(at + 16);
    }
  }
}
