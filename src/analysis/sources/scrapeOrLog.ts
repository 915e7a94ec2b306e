/** A source that is a log or a file of scrapes: its first lines tell, and until then its bytes wait. */
import { joinedBytes } from '../../journal/bytes/bytes.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { SourceReader, SourceSummary } from '../../journal/record.ts';
import { looksLikeMetrics, MOST_LOOKED_AT } from '../../metrics/looksLikeMetrics.ts';
import { ScrapeReader, type ScrapeSink } from '../../metrics/readScrapes.ts';

export interface ScrapeOrLogOptions {
  readonly source: number;
  readonly name: string;
  /** Date of the file. */
  readonly fileDate: Instant | undefined;
  readonly scrapes: ScrapeSink;
  /** `isRead`: bytes will come, it is not only asked what it would say without. */
  readonly makeLogReader: (isRead: boolean) => SourceReader;
}

/** Reads either; which one is known once a line says it, mostly the first. */
export class ScrapeOrLog implements SourceReader {
  readonly #options: ScrapeOrLogOptions;
  #log: SourceReader | undefined;
  #metrics: ScrapeReader | undefined;
  #waiting = new Uint8Array(0);

  constructor(options: ScrapeOrLogOptions) {
    this.#options = options;
  }

  get room(): Uint8Array | undefined {
    return this.#log?.room;
  }

  get newlines(): number {
    return (this.#log ?? this.#metrics)?.newlines ?? 0;
  }

  push(chunk: Uint8Array): void {
    const known = this.#log ?? this.#metrics;
    if (known !== undefined) {
      known.push(chunk);
      return;
    }
    const bytes = this.#waiting.length === 0 ? chunk : joinedBytes(this.#waiting, chunk);
    const head = new TextDecoder().decode(bytes.subarray(0, MOST_LOOKED_AT));
    const isMetrics = looksLikeMetrics(head, bytes.length >= MOST_LOOKED_AT);
    if (isMetrics === undefined) this.#waiting = bytes.slice();
    else this.#decide(isMetrics, bytes);
  }

  end(): void {
    if (this.#log === undefined && this.#metrics === undefined)
      this.#decide(looksLikeMetrics(new TextDecoder().decode(this.#waiting), true) ?? false, this.#waiting);
    (this.#log ?? this.#metrics)?.end();
  }

  summary(): SourceSummary {
    const metrics = this.#metrics;
    // Who asks before it is known gets what a log without a line would say; nothing is decided by it.
    if (metrics === undefined) return (this.#log ?? this.#options.makeLogReader(false)).summary();
    return {
      name: this.#options.name,
      bytes: metrics.bytes,
      lines: metrics.lines,
      records: 0,
      unparsedLines: metrics.unread,
      journal: 'none',
      klog: 'none',
      timeZone: 'known',
      yearFrom: 'log',
      metrics: true,
    };
  }

  #decide(isMetrics: boolean, bytes: Uint8Array): void {
    const { source, fileDate, scrapes, makeLogReader } = this.#options;
    this.#waiting = new Uint8Array(0);
    if (isMetrics) this.#metrics = new ScrapeReader(source, fileDate, scrapes);
    else this.#log = makeLogReader(true);
    if (bytes.length > 0) (this.#log ?? this.#metrics)?.push(bytes);
  }
}
