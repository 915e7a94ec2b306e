import type { SourceReader, SourceSummary } from '../../journal/record.ts';

/**
 * A reader of one of very many sources: it is made when the first bytes come, and nothing but its summary is kept when the source has ended. Each reader has tables of its own
 * (50 KB), and of thousands of files that are merged a few are read at a time.
 */
export class LateReader implements SourceReader {
  readonly #make: () => SourceReader;
  #reader: SourceReader | undefined;
  #ended: { readonly summary: SourceSummary; readonly newlines: number } | undefined;

  constructor(make: () => SourceReader) {
    this.#make = make;
  }

  /** Records of merged sources keep reading in their chunks, which nobody may overwrite. */
  get room(): undefined {
    return undefined;
  }

  get newlines(): number {
    return this.#ended?.newlines ?? this.#reader?.newlines ?? 0;
  }

  /** Bytes after the end are dropped. */
  push(chunk: Uint8Array): void {
    if (this.#ended === undefined) (this.#reader ??= this.#make()).push(chunk);
  }

  end(): void {
    if (this.#ended !== undefined) return;
    const reader = this.#reader ?? this.#make();
    reader.end();
    this.#ended = { summary: reader.summary(), newlines: reader.newlines };
    this.#reader = undefined;
  }

  summary(): SourceSummary {
    return this.#ended?.summary ?? (this.#reader ?? this.#make()).summary();
  }
}
