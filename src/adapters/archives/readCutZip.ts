/**
 * The files of a zip whose list is missing: the list stands at the end, so a zip that was cut has none. Before each file there is a header of its own; from one to the next goes this walk, as far as
 * there is something. Described in PKWARE's APPNOTE, sections 4.3.7 and 4.3.9.
 */
import { Inflate, INFLATE_NEEDS } from '../packed/inflate.ts';
import { PackedInput } from '../packed/packedInput.ts';
import { type ByteRange, readRange } from './byteRange.ts';
import { type ZipEntry, DEFLATED } from './readZip.ts';

const HEADER_BYTES = 30;
const HEADER = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
/** What stands behind the last file: the list of all. */
const LIST = 0x02014b50;
const ENCRYPTED = 1;
/** Its sizes stand behind the file: it was written as it came. */
const SIZES_BEHIND = 8;
const BIG = 0xffff_ffff;
const BIG_SIZES = 1;

interface Header {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly modified: Date | undefined;
  readonly size: number;
  readonly packedSize: number;
  /** Where its bytes begin in the file. */
  readonly data: number;
}

/**
 * Walks from file to file; ends where there is no further one. Of the last the rest may be missing: what is there comes.
 * @param counted what a file unpacks to goes through it, also where it is unpacked only to find its end
 */
export async function* readCutZip(
  range: ByteRange,
  counted: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): AsyncGenerator<ZipEntry> {
  for (let at: number | undefined = range.from; at !== undefined;) {
    const header = await readHeader({ ...range, from: at });
    if (header === undefined) return;
    const isKnown = (header.flags & SIZES_BEHIND) === 0 || header.packedSize > 0;
    if (!isKnown && header.method !== DEFLATED) return; // nothing says where it ends
    const to = isKnown ? Math.min(range.to, header.data + header.packedSize) : range.to;
    const part = { ...range, from: header.data, to };
    if (!header.name.endsWith('/'))
      yield {
        name: header.name,
        size: header.size,
        modified: header.modified,
        isEncrypted: (header.flags & ENCRYPTED) !== 0,
        open: () => (header.method === DEFLATED ? inflated(part) : readRange(part)),
      };
    at = isKnown ? to : await endOf(part, counted);
    if (at !== undefined && (header.flags & SIZES_BEHIND) !== 0) at = await behindDescriptor({ ...range, from: at });
  }
}

async function readHeader(range: ByteRange): Promise<Header | undefined> {
  const input = new PackedInput(readRange(range));
  try {
    if (!(await input.fill(HEADER_BYTES))) return undefined;
    const fixed = viewOf(input, HEADER_BYTES);
    if (fixed.getUint32(0, true) !== HEADER) return undefined;
    const nameBytes = fixed.getUint16(26, true);
    const extraBytes = fixed.getUint16(28, true);
    const flags = fixed.getUint16(6, true);
    const method = fixed.getUint16(8, true);
    const modified = dateOf(fixed.getUint16(12, true), fixed.getUint16(10, true));
    let [packedSize, size] = [fixed.getUint32(18, true), fixed.getUint32(22, true)];
    input.start += HEADER_BYTES;
    if (!(await input.fill(nameBytes + extraBytes))) return undefined;
    const name = new TextDecoder()
      .decode(input.bytes.subarray(input.start, input.start + nameBytes))
      .replaceAll('\\', '/');
    input.start += nameBytes;
    if (size === BIG || packedSize === BIG)
      [size = size, packedSize = packedSize] = bigSizes(viewOf(input, extraBytes)) ?? [];
    return {
      name,
      flags,
      method,
      modified,
      size,
      packedSize,
      data: range.from + HEADER_BYTES + nameBytes + extraBytes,
    };
  } finally {
    await input.close();
  }
}

/** The sizes of more than four gigabytes: of the file, and packed. */
function bigSizes(extra: DataView): [number, number] | undefined {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true))
    if (extra.getUint16(at, true) === BIG_SIZES && extra.getUint16(at + 2, true) >= 16 && at + 20 <= extra.byteLength)
      return [Number(extra.getBigUint64(at + 4, true)), Number(extra.getBigUint64(at + 12, true))];
  return undefined;
}

/** What deflate gives up to its end, to where it is cut, or to damage. */
async function* inflated(range: ByteRange, onEnd?: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const input = new PackedInput(readRange(range));
  const inflate = new Inflate();
  try {
    for (;;) {
      await input.fill(INFLATE_NEEDS);
      const status = inflate.run(input);
      const piece = inflate.take();
      if (piece.length > 0) yield piece;
      if (status === 'end') onEnd?.(input.at);
      if (status === 'end' || status === 'cut' || status === 'broken') return;
    }
  } finally {
    await input.close();
  }
}

/** Where a deflated file ends; `undefined` when it does not. */
async function endOf(
  range: ByteRange,
  counted: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): Promise<number | undefined> {
  let end: number | undefined;
  const pieces = counted(inflated(range, (bytes) => (end = range.from + bytes)));
  for await (const piece of pieces) void piece;
  return end;
}

/** Behind the sizes of a file: with or without a mark before them, of four or of eight bytes. */
async function behindDescriptor(range: ByteRange): Promise<number | undefined> {
  const input = new PackedInput(readRange(range));
  try {
    await input.fill(28);
    const view = viewOf(input, Math.min(28, input.available));
    const isMark = (at: number): boolean =>
      at + 4 <= view.byteLength && [HEADER, LIST].includes(view.getUint32(at, true));
    const marked = view.byteLength >= 4 && view.getUint32(0, true) === DESCRIPTOR ? 4 : 0;
    const length = [marked + 12, marked + 20].find(isMark);
    return length === undefined ? undefined : range.from + length;
  } finally {
    await input.close();
  }
}

function viewOf({ bytes, start }: PackedInput, length: number): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset + start, length);
}

/** As MS-DOS wrote it, in an unknown zone. */
function dateOf(date: number, time: number): Date | undefined {
  return date === 0
    ? undefined
    : new Date((date >> 9) + 1980, ((date >> 5) & 15) - 1, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2);
}
