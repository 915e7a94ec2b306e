/** Writes binary journal files for tests, as systemd's published description says: in each form, with the index that readers use, but without hashes that nobody here asks for. */

export interface JournalFields {
  /** Microseconds since the epoch. */
  readonly time: number;
  readonly boot?: number;
  readonly fields: Readonly<Record<string, string>>;
}

export interface JournalForm {
  readonly compact?: boolean;
  /** Packs a field; `undefined` leaves it as it is. */
  readonly pack?: (text: Uint8Array) => Uint8Array | undefined;
  readonly packing?: 'xz' | 'lz4' | 'zstd';
  /** Writes a tag object between the entries, as a sealed file has them. */
  readonly sealed?: boolean;
  /** Written by a program that was killed: the header counts more than the list of entries holds. */
  readonly unclean?: boolean;
}

const FLAG_OF = { xz: 1, lz4: 2, zstd: 8 } as const;
const OBJECT_FLAG_OF = { xz: 1, lz4: 2, zstd: 4 } as const;
const [DATA, FIELD, ENTRY, FIELD_TABLE, ARRAY, TAG] = [1, 2, 3, 5, 6, 7] as const;
const HEADER_BYTES = 272;
const BUCKETS = 7;

/** The bytes of a journal with these entries. */
export function journalOf(entries: readonly JournalFields[], form: JournalForm = {}): Buffer {
  const writer = new JournalWriter(form);
  for (const entry of entries) writer.add(entry);
  return writer.end();
}

interface DataObject {
  readonly at: number;
  readonly entries: number[];
}

class JournalWriter {
  readonly #form: JournalForm;
  #bytes = Buffer.alloc(1 << 16);
  #end = HEADER_BYTES;
  readonly #data = new Map<string, DataObject>();
  readonly #fields = new Map<string, number>();
  readonly #entries: number[] = [];
  readonly #table: number;

  constructor(form: JournalForm) {
    this.#form = form;
    this.#table = this.#object(FIELD_TABLE, 16 + BUCKETS * 16) + 16;
  }

  add({ time, boot = 1, fields }: JournalFields): void {
    const items = Object.entries(fields).map(([name, value]) => this.#dataOf(name, value));
    const itemBytes = this.#form.compact === true ? 4 : 16;
    const at = this.#object(ENTRY, 64 + items.length * itemBytes);
    this.#entries.push(at);
    this.#u64(at + 16, this.#entries.length);
    this.#u64(at + 24, time);
    this.#bytes[at + 40] = boot;
    for (const [index, item] of [...items].sort((a, b) => a.at - b.at).entries()) {
      if (this.#form.compact === true) this.#bytes.writeUInt32LE(item.at, at + 64 + index * 4);
      else this.#u64(at + 64 + index * 16, item.at);
      item.entries.push(at);
    }
    if (this.#form.sealed === true) this.#object(TAG, 16 + 48);
  }

  end(): Buffer {
    for (const { at, entries } of this.#data.values()) {
      this.#u64(at + 40, entries[0] ?? 0);
      this.#u64(at + 48, this.#arrays(entries.slice(1)));
      this.#u64(at + 56, entries.length);
    }
    const listed = this.#form.unclean === true ? this.#entries.slice(0, -3) : this.#entries;
    const list = this.#arrays(listed);
    this.#bytes.write('LPKSHHRH', 0, 'latin1');
    const packing = this.#form.packing;
    const flags = (this.#form.compact === true ? 16 : 0) + (packing === undefined ? 0 : FLAG_OF[packing]);
    this.#bytes.writeUInt32LE(this.#form.sealed === true ? 1 : 0, 8);
    this.#bytes.writeUInt32LE(flags, 12);
    this.#bytes[16] = this.#form.unclean === true ? 1 : 0;
    this.#u64(88, HEADER_BYTES);
    this.#u64(96, this.#end - HEADER_BYTES);
    this.#u64(120, this.#table);
    this.#u64(128, BUCKETS * 16);
    this.#u64(152, this.#entries.length);
    this.#u64(176, list);
    return this.#bytes.subarray(0, this.#end);
  }

  #dataOf(name: string, value: string): DataObject {
    const text = `${name}=${value}`;
    const known = this.#data.get(text);
    if (known !== undefined) return known;
    const plain = Buffer.from(text);
    const packed = this.#form.pack?.(plain);
    const bytes = packed ?? plain;
    const payload = this.#form.compact === true ? 72 : 64;
    const at = this.#object(DATA, payload + bytes.length);
    this.#bytes.set(bytes, at + payload);
    if (packed !== undefined && this.#form.packing !== undefined)
      this.#bytes[at + 1] = OBJECT_FLAG_OF[this.#form.packing];
    const field = this.#fieldOf(name);
    this.#u64(at + 32, Number(this.#bytes.readBigUInt64LE(field + 32)));
    this.#u64(field + 32, at);
    const made = { at, entries: [] };
    this.#data.set(text, made);
    return made;
  }

  #fieldOf(name: string): number {
    const known = this.#fields.get(name);
    if (known !== undefined) return known;
    const at = this.#object(FIELD, 40 + name.length);
    this.#bytes.write(name, at + 40, 'latin1');
    const bucket = this.#table + (this.#fields.size % BUCKETS) * 16;
    const tail = Number(this.#bytes.readBigUInt64LE(bucket + 8));
    if (tail === 0) this.#u64(bucket, at);
    else this.#u64(tail + 16, at);
    this.#u64(bucket + 8, at);
    this.#fields.set(name, at);
    return at;
  }

  /** A chain of arrays, each twice as long as the one before, the last filled up with zeros. */
  #arrays(places: readonly number[]): number {
    const bytes = this.#form.compact === true ? 4 : 8;
    let first = 0;
    let before = 0;
    for (let at = 0, room = 4; at < places.length; at += room / 2) {
      const array = this.#object(ARRAY, 24 + room * bytes);
      for (const [index, place] of places.slice(at, at + room).entries())
        if (bytes === 4) this.#bytes.writeUInt32LE(place, array + 24 + index * 4);
        else this.#u64(array + 24 + index * 8, place);
      if (before === 0) first = array;
      else this.#u64(before + 16, array);
      before = array;
      room *= 2;
    }
    return first;
  }

  #object(type: number, size: number): number {
    const at = this.#end;
    this.#end = Math.ceil((at + size) / 8) * 8;
    while (this.#end > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)]);
    this.#bytes[at] = type;
    this.#u64(at + 8, size);
    return at;
  }

  #u64(at: number, value: number): void {
    this.#bytes.writeBigUInt64LE(BigInt(value), at);
  }
}

/** A block of LZ4 of literals alone but for one match at the begin of what repeats, with the size before it, as systemd writes it. */
export function lz4Field(text: Uint8Array): Uint8Array {
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(text.length));
  const half = text.length >> 1;
  const repeats = half >= 20 && Buffer.from(text.subarray(0, half)).equals(text.subarray(half, 2 * half));
  const literals = repeats ? text.subarray(0, half) : text;
  const parts = [size, Buffer.from(lengthsOf(literals.length, repeats ? half - 4 : 0)), Buffer.from(literals)];
  if (repeats) {
    const distance = Buffer.alloc(2);
    distance.writeUInt16LE(half);
    const rest = text.subarray(2 * half);
    parts.push(distance, Buffer.from(longer(half - 4)), Buffer.from(lengthsOf(rest.length, 0)), Buffer.from(rest));
  }
  return Buffer.concat(parts);
}

function lengthsOf(literals: number, match: number): readonly number[] {
  return [(Math.min(15, literals) << 4) | Math.min(15, match), ...longer(literals)];
}

function longer(length: number): readonly number[] {
  if (length < 15) return [];
  const bytes = [];
  let rest = length - 15;
  for (; rest >= 255; rest -= 255) bytes.push(255);
  return [...bytes, rest];
}
