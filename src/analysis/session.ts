/**
 * One analysis from the first byte to the answer: bytes go in, an `Analysis` comes out, and more bytes may follow (a growing file).
 * Composes the rooms and keeps what outlives a chunk: the line index and the text of lines that may become evidence.
 */
import type { WarningKind } from './sources/openedSource.ts';
import { diagnose } from '../diagnosis/diagnose.ts';
import type { PrintableEvidence } from '../diagnosis/finding.ts';
import type { HistoryWarning, LineReference } from '../inference/history.ts';
import { HISTORY_BOUNDS, type HistoryBounds } from '../inference/store/folded.ts';
import { createInference } from '../inference/inference.ts';
import { RecordMerge } from '../journal/order/merge.ts';
import type { Instant } from '../kubelet/time.ts';
import { goesOn, type StopCheck } from '../kubelet/stopCheck.ts';
import type { LogRecord, ReaderOptions, ReaderWarning, SourceSummary } from '../journal/record.ts';
import { replay } from '../replay/replay.ts';
import type { Analysis, AnalysisProgress, AnalysisResult, InputProblem } from './analysis.ts';
import { EvidenceText } from './outputs/evidenceText.ts';
import { type Reading, whyHopeless } from './sources/hopeless.ts';
import { FlagDumps } from './insight/flagDumps.ts';
import { LineIndex } from './insight/lineIndex.ts';
import { MetricsBook } from '../metrics/story.ts';
import { metricsWarnings } from './sources/metricsWarnings.ts';
import { ALL_PASS, LineIntake } from './intake/lineIntake.ts';
import { assumedYears, leftOutWarning, mixedZones, overlapWarnings } from './sources/sourceWarnings.ts';
import { looksLike } from './sources/looksLike.ts';
import { type OpenSource, openSource } from './sources/openSource.ts';

/** A source that is merged with others by time. */
interface MergedSource {
  readonly name: string;
  readonly options: ReaderOptions;
  /** The name that the user gave to its node. */
  readonly node?: string;
  /** Time of its first record, where it is known: until then the source is not asked for. */
  readonly begins?: Instant;
}

/** Bytes of several sources, in the order in which the merge needs them. Sources are told by their index, as given. */
interface MergedFeed {
  /** The source whose next bytes are needed; `undefined` when all have ended. */
  wanted(): number | undefined;
  /** The chunk must not be overwritten afterwards: records wait for those of other sources. */
  push(source: number, chunk: Uint8Array): void;
  end(source: number): void;
}

/** The stretch of time that is looked at; records outside of it are left out. Both ends are inside. */
export interface TimeWindow {
  readonly from?: Instant;
  readonly to?: Instant;
}

export interface AnalysisSession {
  /** Begins the next source; its bytes come by `push`. Sources are read one after the other, in the order given. */
  open(name: string, options?: ReaderOptions): void;
  /** Begins several sources that are merged by time. */
  openMerged(sources: readonly MergedSource[]): MergedFeed;
  /** Looks only at records in this stretch of time, from now on. */
  only(window: TimeWindow): void;
  /** The next bytes of the open source, gzip undone, in any chunking. Bytes after a cancel are dropped. The chunk may be overwritten afterwards. */
  push(chunk: Uint8Array): void;
  /** Memory that the next bytes of the open source are best put into; the chunk pushed is then a part of it from its begin. `undefined`: anywhere. */
  readonly room: Uint8Array | undefined;
  /** Ends the open source. A later `push` continues it: the file has grown. */
  end(): void;
  /** Calls a source otherwise from now on: the file was renamed. */
  rename(source: number, name: string): void;
  /** Adds a warning about the open source as a whole, e.g. that its packing is damaged. */
  warn(text: string, kind?: WarningKind): void;
  /** Whether a source, by its index, is to be read on; else it was given up, and the reason is among the warnings. `bytes` came of it so far. */
  isWorthReading(source: number, reading: Pick<Reading, 'packedBytes' | 'once'>): boolean;
  /** Gives up: `result` will say so. */
  cancel(): void;
  readonly cancelled: boolean;
  progress(phase: AnalysisProgress['phase'], totalBytes?: number): AnalysisProgress;
  /** What the bytes so far give. Replays and diagnoses anew when bytes came since the last call. */
  result(): AnalysisResult;
  /** The index of a source, 0-based; `undefined` when none was wished for. */
  lineIndex(source: number): LineIndex | undefined;
  /** Lines of flags one after the other, in a source. */
  flagDumps(source: number): readonly { readonly first: number; readonly last: number }[];
  /** The shortened text of a line that a fact rests on, `undefined` for lines that state nothing. */
  lineText(at: LineReference): string | undefined;
}

/** A damaged log can give a warning for every other line. */
const MOST_WARNINGS = 200;

export interface SessionOptions {
  /** Whether `lineIndex` will be asked for. It takes six bytes for each record. */
  readonly lineIndex?: boolean;
  /** How much of each kind is kept one by one; default: as docs/limits.md says. */
  readonly bounds?: HistoryBounds;
  /** Whether lines may be taken without a record where that is enough, as they are by default. Without, every line is a record: the same comes out, in several times the time. */
  readonly quick?: boolean;
  /** Asked while `result` works; what it throws comes out of `result`. */
  readonly stopCheck?: StopCheck;
}

/** Makes a session with no source yet. */
export function createAnalysisSession({
  lineIndex = true,
  bounds = HISTORY_BOUNDS,
  quick = true,
  stopCheck = goesOn,
}: SessionOptions = {}): AnalysisSession {
  const nodeNames = new Map<number, string>();
  const inference = createInference({ nodeNames, bounds, stopCheck });
  const evidence = new EvidenceText(bounds.texts);
  const dumps = new FlagDumps();
  const intake = new LineIntake(inference, evidence, dumps);
  const takeRecord = (record: LogRecord): void => intake.record(record);
  const sources: OpenSource[] = [];
  const metrics = new MetricsBook();
  const renamed = new Map<number, string>();
  const warnings: HistoryWarning[] = [];
  let moreWarnings = 0;
  let cancelled = false;
  let unreadable: Extract<InputProblem, { kind: 'unreadable' }> | undefined;
  let merge: RecordMerge | undefined;
  let current: AnalysisResult | undefined;

  const takeWarning = (warning: ReaderWarning): void => {
    if (warnings.length < MOST_WARNINGS)
      warnings.push({
        text: warning.text,
        ...(warning.line === undefined ? {} : { at: { source: warning.source, line: warning.line } }),
      });
    else moreWarnings += 1;
  };

  const add = (name: string, options: ReaderOptions, merging?: RecordMerge): void => {
    const number = sources.length;
    const index = lineIndex ? new LineIndex() : undefined;
    sources.push(
      openSource(number, name, options, {
        take: merging === undefined ? takeRecord : (record) => merging.take(record),
        isMerged: merging !== undefined,
        index,
        sinkFor: quick ? (order) => intake.sinkOf(number, index, order, merging ?? ALL_PASS) : undefined,
        scrape: (scrape) => metrics.take(scrape),
        warning: takeWarning,
        note: (text) => warnings.push({ text }),
      }),
    );
  };
  const pushInto = (source: OpenSource, chunk: Uint8Array): void => {
    current = undefined;
    source.sniffer.see(chunk);
    source.bytes += chunk.length;
    source.reader.push(chunk);
  };
  const endOf = (source: OpenSource): void => {
    current = undefined;
    source.reader.end();
    source.order.end();
  };
  const openMerged = (given: readonly MergedSource[]): MergedFeed => {
    const merging = new RecordMerge(takeRecord);
    merge = merging;
    const first = sources.length;
    given.forEach(({ name, options, node, begins }, index) => {
      merging.add(first + index, begins, node);
      if (node !== undefined) nodeNames.set(first + index, node);
      add(name, options, merging);
    });
    return {
      wanted: () => {
        const source = cancelled ? undefined : merging.advance();
        return source === undefined ? undefined : source - first;
      },
      push(index, chunk) {
        const source = sources[first + index];
        if (source === undefined || cancelled) return;
        merging.opened(first + index);
        if (chunk.length > 0) pushInto(source, chunk);
      },
      end(index) {
        const source = sources[first + index];
        if (source !== undefined) endOf(source);
        merging.end(first + index);
      },
    };
  };

  const problem = (): InputProblem | undefined => {
    if (cancelled) return { kind: 'cancelled' };
    if (unreadable !== undefined && !intake.holdsKubelet && intake.stretch.leftOut === 0) return unreadable;
    if (sources.every((source) => source.sniffer.isBlank)) return { kind: 'empty' };
    if (intake.holdsKubelet || !metrics.isEmpty) return undefined;
    if (intake.stretch.leftOut > 0) return { kind: 'nothing-in-window', records: intake.stretch.leftOut };
    if (sources.some((source) => source.sniffer.isBinary)) return { kind: 'binary' };
    const likeness = sources.map(({ sniffer }) => looksLike(sniffer.head)).find((found) => found !== undefined);
    return {
      kind: 'no-kubelet-records',
      lines: sources.reduce((lines, source) => lines + source.reader.summary().lines, 0),
      ...(likeness === undefined ? {} : { looksLike: likeness }),
    };
  };

  const summaryOf = (source: OpenSource, index: number): SourceSummary => {
    const summary = source.reader.summary();
    const name = renamed.get(index);
    return name === undefined ? summary : { ...summary, name };
  };
  const nameOf = (index: number): string => {
    const source = sources[index];
    return source === undefined ? 'another source' : summaryOf(source, index).name;
  };
  /** Evidence shows the log's own line where it is at hand. */
  const quoted = (line: PrintableEvidence): PrintableEvidence => ({
    ...line,
    text: evidence.textOf(line) ?? line.text,
  });
  const analyse = (): Analysis => {
    const more = moreWarnings === 0 ? [] : [{ text: `${moreWarnings} more warnings of this kind.` }];
    const overlaps = merge?.overlaps() ?? [];
    const summaries = sources.map(summaryOf);
    const story = metrics.story();
    const history = inference.history(summaries, {
      warnings: [
        ...warnings,
        ...more,
        ...metricsWarnings(summaries, story),
        ...overlapWarnings(overlaps, nameOf),
        ...mixedZones(summaries),
        ...leftOutWarning(intake.stretch.after),
        ...assumedYears(summaries),
      ],
      repeatedRecords: overlaps.reduce((sum, { count }) => sum + count, 0),
      folded: [evidence.folded],
      ...(story === undefined ? {} : { metrics: story }),
    });
    const reconstruction = replay(history, stopCheck);
    const { findings, answer, folded } = diagnose(reconstruction, { stopCheck, bounds });
    return {
      reconstruction,
      answer,
      folded,
      findings: findings.map((finding) => ({ ...finding, evidence: finding.evidence.map(quoted) })),
    };
  };

  return {
    open(name, options = {}) {
      add(name, options);
    },
    openMerged,
    only(window) {
      intake.stretch.only(window.from, window.to);
      current = undefined;
    },
    push(chunk) {
      const source = sources.at(-1);
      if (source !== undefined && !cancelled && chunk.length > 0) pushInto(source, chunk);
    },
    get room() {
      return sources.at(-1)?.reader.room;
    },
    end() {
      const source = sources.at(-1);
      if (source !== undefined) endOf(source);
    },
    rename(source, name) {
      renamed.set(source, name);
      current = undefined;
    },
    warn(text, kind) {
      warnings.push({ text });
      if (kind !== undefined)
        unreadable ??= { kind: 'unreadable', why: text, ...(kind === 'unread' && { mayBeWhole: true }) };
      current = undefined;
    },
    isWorthReading(index, reading) {
      const source = sources[index];
      if (source === undefined || intake.showsKubelet(index) || intake.stretch.leftOut > 0) return true;
      const why = whyHopeless({
        ...reading,
        name: nameOf(index),
        bytes: source.bytes,
        isBinary: source.sniffer.isBlank || source.sniffer.isBinary,
      });
      if (why === undefined) return true;
      warnings.push({ text: why });
      unreadable ??= { kind: 'unreadable', why };
      current = undefined;
      return false;
    },
    cancel() {
      cancelled = true;
      current = undefined;
    },
    get cancelled() {
      return cancelled;
    },
    progress(phase, totalBytes) {
      let bytes = 0;
      let lines = 0;
      for (const { bytes: own, reader } of sources) {
        bytes += own;
        lines += reader.newlines;
      }
      return { bytes, lines, phase, ...(totalBytes === undefined ? {} : { totalBytes }) };
    },
    result() {
      const wrong = problem();
      current ??= wrong === undefined ? { ok: true, analysis: analyse() } : { ok: false, problem: wrong };
      return current;
    },
    lineIndex: (source) => sources[source]?.index,
    flagDumps: (source) => dumps.of(source),
    lineText: (at) => evidence.textOf(at),
  };
}
