/** What is read, and how: logs that can be opened, and the options of reading them. */
import type { ReaderOptions } from '../../journal/record.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { OpenedSource } from './openedSource.ts';
import type { WindowWishes } from './timeWindow.ts';

/** A log that can be opened. */
export interface LogInput {
  /** As it is shown in the output. */
  readonly name: string;
  /** The name that the user gave to its node. */
  readonly node?: string;
  /** Its path below the folder in which it was found, for the names of nodes. */
  readonly place?: string;
  /**
   * Opens it, from an offset in the unpacked bytes. With `into` a chunk is done with when the next is asked for, and may be overwritten; it tells where the next
   * is best put (`AnalysisSession.room`).
   */
  open(from?: number, into?: () => Uint8Array | undefined): Promise<OpenedSource>;
}

export interface ReadingOptions extends WindowWishes {
  readonly year?: number;
  readonly timeZone?: string;
  /** The present, for the year of inputs without a date. */
  readonly now?: Instant;
}

export interface ReadingHooks {
  /** After every chunk: bytes of the sources read so far, as they come unpacked; ends the reading by `false`. */
  readonly onChunk?: (bytes: number) => Promise<boolean> | boolean;
}

/** What is wrong with the options, once the log is known. */
export interface ReadingProblem {
  readonly why: string;
}

/** What the session must know to give a source up. */
export function readingOf({ once, packedBytes }: OpenedSource): {
  readonly once: boolean;
  readonly packedBytes: number | undefined;
} {
  return { once: once === true, packedBytes: packedBytes?.() };
}

/** The options of one input, by those of the reading; `modified`: when the file was last written to. */
export function readerOptions({ year, timeZone, now }: ReadingOptions, modified: Instant | undefined): ReaderOptions {
  const fallback =
    modified === undefined
      ? now === undefined
        ? {}
        : { fallbackYearFrom: now, fallbackIs: 'now' as const }
      : { fallbackYearFrom: modified };
  return { ...(year === undefined ? {} : { year }), ...(timeZone === undefined ? {} : { timeZone }), ...fallback };
}
