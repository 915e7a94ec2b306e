/** A source of a session while its bytes come: what reads it, puts its records in order, notes its lines and looks at its bytes. */
import type { LogRecord, ReaderOptions, ReaderWarning, SourceReader } from '../../journal/record.ts';
import { RecordOrder } from '../../journal/order/reversed.ts';
import { createSourceReader } from '../../journal/sourceReader.ts';
import type { RunSink } from '../../journal/batch/plainLine.ts';
import type { LineIndex } from '../insight/lineIndex.ts';
import { BinarySniffer } from './binary.ts';
import { LateReader } from './lateReader.ts';
import { ScrapeOrLog } from './scrapeOrLog.ts';
import type { ScrapeSink } from '../../metrics/readScrapes.ts';

export interface OpenSource {
  reader: SourceReader;
  readonly order: RecordOrder;
  readonly index: LineIndex | undefined;
  /** That came so far, unpacked. */
  bytes: number;
  readonly sniffer: BinarySniffer;
}

/** Where what is read of a source goes. */
export interface SourceSinks {
  readonly take: (record: LogRecord) => void;
  /** It is read once it is its turn: there may be very many. */
  readonly isMerged: boolean;
  readonly index: LineIndex | undefined;
  /** Takes lines without a record; `undefined`: every line is one. */
  readonly sinkFor: ((order: RecordOrder) => RunSink) | undefined;
  readonly scrape: ScrapeSink['scrape'];
  readonly warning: (warning: ReaderWarning) => void;
  /** A warning about the source as a whole. */
  readonly note: (text: string) => void;
}

/** Opens the source of this number. */
export function openSource(source: number, name: string, options: ReaderOptions, sinks: SourceSinks): OpenSource {
  const { index, isMerged, take, note } = sinks;
  const order = new RecordOrder({
    record: take,
    reversed: () => note(`${name} runs backwards, as journalctl -r prints it; its records were put in order.`),
    tooLong: () =>
      note(
        `${name} runs backwards and is too long to be put in order as a whole: what is told of its older part may be wrong. Turn it first: tac ${name} | kubelet-timeline analyze -`,
      ),
  });
  const makeReader = (): SourceReader => readerOf(source, name, options, sinks, order);
  return {
    reader: isMerged ? new LateReader(makeReader) : makeReader(),
    order,
    index,
    bytes: 0,
    sniffer: new BinarySniffer(),
  };
}

function readerOf(
  source: number,
  name: string,
  options: ReaderOptions,
  { index, sinkFor, scrape, warning }: SourceSinks,
  order: RecordOrder,
): SourceReader {
  const lineMark = (newlines: number, offset: number): void => index?.mark(newlines, offset);
  const sink = {
    record: (read: LogRecord): void => {
      index?.addRecord(read.line, read.time);
      order.take(read);
    },
    warning,
    lineMark,
  };
  return new ScrapeOrLog({
    source,
    name,
    fileDate: options.fallbackYearFrom,
    scrapes: { scrape, lineMark },
    makeLogReader: (isRead) =>
      createSourceReader(
        source,
        name,
        options,
        isRead && sinkFor !== undefined ? { ...sink, plain: sinkFor(order) } : sink,
      ),
  });
}
