/** How much of an archive is looked at. The figures are those of docs/limits.md. */
import { MOST_BYTES, MOST_TIMES_UNPACKED, READ_IN_ANY_CASE } from '../../analysis/sources/hopeless.ts';

export interface ArchiveLimits {
  /** Entries of the archive and of those in it. */
  readonly entries: number;
  /** Archives in each other, the outer one counted. */
  readonly depth: number;
  /** Bytes that come out, of all of them. */
  readonly bytes: number;
  /** Times its packed size that it may unpack to, once `inAnyCase` came out. */
  readonly times: number;
  readonly inAnyCase: number;
  readonly logs: number;
  /** Files with names that say nothing, of which the beginning is looked at. */
  readonly guesses: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 200_000,
  depth: 3,
  bytes: MOST_BYTES,
  times: MOST_TIMES_UNPACKED,
  inAnyCase: READ_IN_ANY_CASE,
  logs: 500,
  guesses: 3000,
};

/** Thrown where a bound is reached: what was found before is kept. `message` says which, without the archive's name. */
export class BoundReached extends Error {}

/** Counts what comes out of an archive. */
export class ArchiveCount {
  entries = 0;
  guesses = 0;
  lookedAt = 0;
  #bytes = 0;
  readonly #limits: ArchiveLimits;
  readonly #packedBytes: () => number;

  /** `packedBytes`: bytes on disk that were taken so far. */
  constructor(limits: ArchiveLimits, packedBytes: () => number) {
    this.#limits = limits;
    this.#packedBytes = packedBytes;
  }

  /** Throws `BoundReached`. */
  entry(): void {
    this.entries += 1;
    if (this.entries > this.#limits.entries)
      throw new BoundReached(`has more than ${this.#limits.entries.toLocaleString('en')} entries`);
  }

  /** Throws `BoundReached`. */
  bytes(count: number): void {
    this.#bytes += count;
    const { bytes, times, inAnyCase } = this.#limits;
    if (this.#bytes > bytes) throw new BoundReached(`unpacks to more than ${(bytes / 1e9).toLocaleString('en')} GB`);
    const packed = this.#packedBytes();
    if (this.#bytes > inAnyCase && this.#bytes > packed * times)
      throw new BoundReached(
        `unpacks to more than ${times.toLocaleString('en')} times its size (${Math.round(this.#bytes / 1e6).toLocaleString('en')} MB out of ${packed.toLocaleString('en')} bytes so far)`,
      );
  }

  /** Counts the chunks that go by; throws `BoundReached`. */
  async *counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.bytes(chunk.length);
      yield chunk;
    }
  }
}
