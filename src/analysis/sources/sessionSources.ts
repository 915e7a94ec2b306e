/** The sources of a session: bytes go into them, one after the other or as a merge by time wants them. */
import { RecordMerge } from '../../journal/order/merge.ts';
import type { Overlap } from '../../journal/order/mergeOverlap.ts';
import type { LogRecord, ReaderOptions, SourceSummary } from '../../journal/record.ts';
import type { Instant } from '../../kubelet/time.ts';
import { LineIndex } from '../insight/lineIndex.ts';
import { ALL_PASS, type LineIntake } from '../intake/lineIntake.ts';
import { EndedReader } from './endedReader.ts';
import { type OpenSource, openSource, type SourceSinks } from './openSource.ts';

/** A source that is merged with others by time. */
export interface MergedSource {
  readonly name: string;
  readonly options: ReaderOptions;
  /** The name that the user gave to its node. */
  readonly node?: string;
  /** Time of its first record, where it is known: until then the source is not asked for. */
  readonly begins?: Instant;
}

/** Bytes of several sources, in the order in which the merge needs them. Sources are named by their index, as given. */
export interface MergedFeed {
  /** The source whose next bytes are needed; `undefined` when all have ended. */
  wanted(): number | undefined;
  /** The next bytes of a source. The chunk may be overwritten afterwards. */
  push(source: number, chunk: Uint8Array): void;
  /** Memory that the next bytes of a source are best put into, as of a session (`AnalysisSession.room`). */
  room(source: number): Uint8Array | undefined;
  end(source: number): void;
}

interface SessionSourcesOptions extends Pick<SourceSinks, 'scrape' | 'warning' | 'note'> {
  readonly intake: LineIntake;
  /** Whether each source gets a line index. */
  readonly hasLineIndex: boolean;
  /** Whether lines may be taken without a record. */
  readonly isQuick: boolean;
  /** Filled with the names that the user gave to nodes, by source. */
  readonly nodeNames: Map<number, string>;
  /** Called before a source takes bytes or ends. */
  readonly changes: () => void;
  /** Nobody waits any more: bytes are dropped. */
  readonly isCancelled: () => boolean;
}

export class SessionSources {
  readonly all: OpenSource[] = [];
  readonly #options: SessionSourcesOptions;
  readonly #renamed = new Map<number, string>();
  #merge: RecordMerge | undefined;

  constructor(options: SessionSourcesOptions) {
    this.#options = options;
  }

  get last(): OpenSource | undefined {
    return this.all.at(-1);
  }

  open(name: string, options: ReaderOptions, merging?: RecordMerge): void {
    const { intake, hasLineIndex, isQuick, scrape, warning, note } = this.#options;
    const number = this.all.length;
    const index = hasLineIndex ? new LineIndex() : undefined;
    this.all.push(
      openSource(number, name, options, {
        take: merging === undefined ? takerOf(intake) : (record) => merging.take(record),
        isMerged: merging !== undefined,
        index,
        sinkFor: isQuick ? (order) => intake.sinkOf(number, index, order, merging ?? ALL_PASS) : undefined,
        scrape,
        warning,
        note,
      }),
    );
  }

  openMerged(given: readonly MergedSource[]): MergedFeed {
    const merging = new RecordMerge(takerOf(this.#options.intake));
    this.#merge = merging;
    const first = this.all.length;
    given.forEach(({ name, options, node, begins }, index) => {
      merging.add(first + index, begins, node);
      if (node !== undefined) this.#options.nodeNames.set(first + index, node);
      this.open(name, options, merging);
    });
    return this.#feedOf(merging, first);
  }

  #feedOf(merging: RecordMerge, first: number): MergedFeed {
    const { isCancelled } = this.#options;
    return {
      wanted: () => {
        const source = isCancelled() ? undefined : merging.advance();
        return source === undefined ? undefined : source - first;
      },
      push: (index, chunk) => {
        const source = this.all[first + index];
        if (source === undefined || isCancelled()) return;
        merging.opened(first + index);
        if (chunk.length > 0) this.push(source, chunk);
        merging.detach(first + index);
      },
      room: (index) => this.all[first + index]?.reader.room,
      end: (index) => {
        const source = this.all[first + index];
        if (source !== undefined) this.end(source);
        this.#options.intake.ended(first + index);
        merging.end(first + index);
      },
    };
  }

  push(source: OpenSource, chunk: Uint8Array): void {
    this.#options.changes();
    source.sniffer.see(chunk);
    source.bytes += chunk.length;
    source.reader.push(chunk);
  }

  end(source: OpenSource): void {
    this.#options.changes();
    source.reader.end();
    source.order.end();
  }

  /** Lets go of what reads the sources, which have ended: no bytes come any more. */
  close(): void {
    for (const source of this.all) source.reader = new EndedReader(source.reader);
    this.#options.intake.close();
  }

  rename(source: number, name: string): void {
    this.#renamed.set(source, name);
  }

  summaries(): readonly SourceSummary[] {
    return this.all.map((source, index) => this.#summaryOf(source, index));
  }

  #summaryOf(source: OpenSource, index: number): SourceSummary {
    const summary = source.reader.summary();
    const name = this.#renamed.get(index);
    return name === undefined ? summary : { ...summary, name };
  }

  nameOf(index: number): string {
    const source = this.all[index];
    return source === undefined ? 'another source' : this.#summaryOf(source, index).name;
  }

  /** Records that stand in two sources. */
  overlaps(): readonly Overlap[] {
    return this.#merge?.overlaps() ?? [];
  }

  /** How much came so far, of all sources. */
  amount(): { readonly bytes: number; readonly lines: number } {
    let bytes = 0;
    let lines = 0;
    for (const { bytes: own, reader } of this.all) {
      bytes += own;
      lines += reader.newlines;
    }
    return { bytes, lines };
  }
}

function takerOf(intake: LineIntake): (record: LogRecord) => void {
  return (record) => intake.record(record);
}
