import type { SourceReader, SourceSummary } from '../../journal/record.ts';

/** What is kept of a reader that has ended, for its tables are large. Bytes after the end are dropped. */
export class EndedReader implements SourceReader {
  readonly room = undefined;
  readonly newlines: number;
  readonly #summary: SourceSummary;

  constructor(reader: SourceReader) {
    this.newlines = reader.newlines;
    this.#summary = reader.summary();
  }

  push(): void {
    // Nobody reads them.
  }

  end(): void {
    // It has ended.
  }

  summary(): SourceSummary {
    return this.#summary;
  }
}
