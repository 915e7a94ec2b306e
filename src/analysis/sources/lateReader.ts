import type { SourceReader, SourceSummary } from '../../journal/record.ts';
import { EndedReader } from './endedReader.ts';

/**
 * A reader of one of very many sources: it is made when the first bytes come, and nothing but its summary is kept when the source has ended. Each reader has tables of its own
 * (50 KB), and of thousands of files that are merged a few are read at a time.
 */
export class LateReader implements SourceReader {
  readonly #make: () => SourceReader;
  #reader: SourceReader | undefined;

  constructor(make: () => SourceReader) {
    this.#make = make;
  }

  get room(): Uint8Array | undefined {
    return this.#reader?.room;
  }

  get newlines(): number {
    return this.#reader?.newlines ?? 0;
  }

  push(chunk: Uint8Array): void {
    (this.#reader ??= this.#make()).push(chunk);
  }

  end(): void {
    const reader = this.#reader ?? this.#make();
    reader.end();
    this.#reader = new EndedReader(reader);
  }

  summary(): SourceSummary {
    return (this.#reader ?? this.#make()).summary();
  }
}
