/** What rotated files beside a followed one hold, packed ones too: how each begins, and which of them is a copy of what was read. */
import { headOf } from '../kubeletHead.ts';
import { openBytes } from '../openBytes.ts';
import type { FileMark } from './fileMark.ts';
import { OpenPart } from './openPart.ts';
import { type BesideFile, filesBeside, keyOf, statsOf } from './rotatedFiles.ts';

/** As much of a file tells when its log begins. */
export const HEAD_BYTES = 64 * 1024;
/** Names can go on between the look at one and its opening: so often is tried. */
const MOST_ROUNDS = 20;

export class RotatedParts {
  readonly #path: string;
  readonly #packedHeads = new Map<string, Uint8Array>();

  /** Of the followed file at this path. */
  constructor(path: string) {
    this.#path = path;
  }

  /** How a file begins; `undefined`: it is gone. */
  async headOf(file: BesideFile): Promise<Uint8Array | undefined> {
    if (file.packed) return partOf(file.path);
    const part = this.open(file);
    const head = part?.begin(HEAD_BYTES);
    part?.close();
    return head;
  }

  /** Opens a file by what it is: its name may have gone on to the next number meanwhile, and another file have it. */
  open(file: BesideFile): OpenPart | undefined {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const path = this.#pathOf(file);
      if (path === undefined) return undefined;
      const part = opened(path);
      if (part?.key === file.key) return part;
      part?.close();
    }
    return undefined;
  }

  /** Where a file is now: names go from one to the next while rotated files are read. */
  #pathOf({ path, key }: BesideFile): string | undefined {
    const named = statsOf(path);
    if (named !== undefined && keyOf(named) === key) return path;
    return filesBeside(this.#path).find((file) => file.key === key)?.path;
  }

  /** The file that holds all that the mark is of, the longest of them. */
  async copyOf(mark: FileMark, beside: readonly BesideFile[]): Promise<BesideFile | undefined> {
    if (mark.head.length === 0) return undefined;
    let best: BesideFile | undefined;
    for (const file of beside) {
      if (file.packed || (best !== undefined && file.size <= best.size)) continue;
      if (holds(file.path, mark)) best = file;
    }
    return best ?? (await this.#packedCopyOf(mark, beside));
  }

  async #packedCopyOf(
    { head, tail, offset }: FileMark,
    beside: readonly BesideFile[],
  ): Promise<BesideFile | undefined> {
    for (const file of beside.filter(({ packed }) => packed)) {
      const first = await this.#headOfPacked(file);
      if (first === undefined || Buffer.compare(first.subarray(0, head.length), head) !== 0) continue;
      const before = await partOf(file.path, offset - tail.length, tail.length);
      if (before !== undefined && Buffer.compare(before, tail) === 0) return file;
    }
    return undefined;
  }

  /** Where the packed file lies that begins so. */
  async packedPlace(head: Uint8Array, beside: readonly BesideFile[]): Promise<string | undefined> {
    if (head.length === 0) return undefined;
    for (const file of beside) {
      if (!file.packed) continue;
      const first = await this.#headOfPacked(file);
      if (first !== undefined && Buffer.compare(first.subarray(0, head.length), head) === 0) return file.path;
    }
    return undefined;
  }

  async #headOfPacked({ path, key }: BesideFile): Promise<Uint8Array | undefined> {
    const known = this.#packedHeads.get(key);
    if (known !== undefined) return known;
    const head = await partOf(path, 0, 512);
    if (head !== undefined) this.#packedHeads.set(key, head);
    return head;
  }
}

/** Opens a file; `undefined`: it is gone. */
export function opened(path: string): OpenPart | undefined {
  try {
    return new OpenPart(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function holds(path: string, mark: FileMark): boolean {
  try {
    const part = new OpenPart(path);
    try {
      return part.holds(mark);
    } finally {
      part.close();
    }
  } catch {
    return false; // gone meanwhile, or not ours to read
  }
}

/** Bytes of a file as it reads unpacked; `undefined` where it cannot be read. */
async function partOf(path: string, from = 0, count = HEAD_BYTES): Promise<Uint8Array | undefined> {
  try {
    return await headOf((await openBytes(path, { from })).chunks, count);
  } catch {
    return undefined;
  }
}
