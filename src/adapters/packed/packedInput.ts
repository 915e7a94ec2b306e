/** Packed bytes as decoders take them: as many at once as they ask for, with their place in the file. */
export class PackedInput {
  /** Bytes from `start` to `end` have come and were not taken. */
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #before = 0;
  #ended = false;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Bytes of the file before the next one. */
  get at(): number {
    return this.#before + this.start;
  }

  get available(): number {
    return this.end - this.start;
  }

  /** Nothing comes behind the bytes that are there. */
  get isLast(): boolean {
    return this.#ended;
  }

  /** Waits until so many bytes are there; `false` when the file ends before. */
  async fill(count: number): Promise<boolean> {
    while (this.end - this.start < count && !this.#ended) {
      const next = await this.#chunks.next();
      if (next.done === true) this.#ended = true;
      else this.#append(next.value);
    }
    return this.end - this.start >= count;
  }

  /** Whether all that is left are zeros, with which tapes and blocks are filled up; it takes them. */
  async endsInZeros(): Promise<boolean> {
    while (await this.fill(1)) {
      for (; this.start < this.end; this.start += 1) if (this.bytes[this.start] !== 0) return false;
    }
    return true;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.(undefined);
  }

  #append(chunk: Uint8Array): void {
    const left = this.end - this.start;
    this.#before += this.start;
    if (left === 0) {
      this.bytes = chunk;
      this.start = 0;
      this.end = chunk.length;
      return;
    }
    // Bytes that wait are moved to the front of room that grows by doubling: small chunks are not copied again and again.
    const own = this.#own;
    const room =
      own !== undefined && own.length >= left + chunk.length
        ? own
        : new Uint8Array(Math.max(2 * left, left + chunk.length));
    if (this.bytes === room) {
      if (this.start > 0) room.copyWithin(0, this.start, this.end);
    } else room.set(this.bytes.subarray(this.start, this.end), 0);
    room.set(chunk, left);
    this.#own = room;
    this.bytes = room;
    this.start = 0;
    this.end = left + chunk.length;
  }

  #own: Uint8Array | undefined;
}
