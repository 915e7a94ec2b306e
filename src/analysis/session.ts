/**
 * One analysis from the first byte to the answer: bytes go in, an `Analysis` comes out, and more bytes may follow (a growing file).
 * Composes the rooms and keeps what outlives a chunk: the line index and the text of lines that may become evidence.
 */
import { diagnose } from '../diagnosis/diagnose.ts';
import type { PrintableEvidence } from '../diagnosis/finding.ts';
import type { LineReference, ProvenHistory } from '../inference/history.ts';
import { createInference, type Inference } from '../inference/inference.ts';
import { HISTORY_BOUNDS, type HistoryBounds } from '../inference/store/folded.ts';
import type { ReaderOptions } from '../journal/record.ts';
import { goesOn, type StopCheck } from '../kubelet/stopCheck.ts';
import type { Instant } from '../kubelet/time.ts';
import { MetricsBook } from '../metrics/story.ts';
import { replay } from '../replay/replay.ts';
import type { Analysis, AnalysisProgress, AnalysisResult, InputProblem } from './analysis.ts';
import { FlagDumps } from './insight/flagDumps.ts';
import type { LineIndex } from './insight/lineIndex.ts';
import { LineIntake } from './intake/lineIntake.ts';
import { EvidenceText } from './outputs/evidenceText.ts';
import { type Reading, whyHopeless } from './sources/hopeless.ts';
import { inputProblem } from './sources/inputProblem.ts';
import { metricsWarnings } from './sources/metricsWarnings.ts';
import type { WarningKind } from './sources/openedSource.ts';
import { type MergedFeed, type MergedSource, SessionSources } from './sources/sessionSources.ts';
import { SessionWarnings } from './sources/sessionWarnings.ts';
import { assumedYears, leftOutWarning, mixedZones, overlapWarnings } from './sources/sourceWarnings.ts';

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
  /** Lets go of what reads bytes, 14 MB and more: none come any more. Only for sources that have ended. */
  close(): void;
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
  readonly lineText: (at: LineReference) => string | undefined;
}

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
export function createAnalysisSession(options: SessionOptions = {}): AnalysisSession {
  return new Session(options);
}

class Session implements AnalysisSession {
  readonly #bounds: HistoryBounds;
  readonly #stopCheck: StopCheck;
  readonly #inference: Inference;
  readonly #evidence: EvidenceText;
  readonly #dumps = new FlagDumps();
  readonly #intake: LineIntake;
  readonly #sources: SessionSources;
  readonly #metrics = new MetricsBook();
  readonly #warnings = new SessionWarnings();
  #cancelled = false;
  #unreadable: Extract<InputProblem, { kind: 'unreadable' }> | undefined;
  /** What the bytes so far give, once it was asked for. */
  #current: AnalysisResult | undefined;

  constructor({ lineIndex = true, bounds = HISTORY_BOUNDS, quick = true, stopCheck = goesOn }: SessionOptions) {
    this.#bounds = bounds;
    this.#stopCheck = stopCheck;
    const nodeNames = new Map<number, string>();
    this.#inference = createInference({ nodeNames, bounds, stopCheck });
    this.#evidence = new EvidenceText(bounds.texts);
    this.#intake = new LineIntake(this.#inference, this.#evidence, this.#dumps);
    this.#sources = new SessionSources({
      intake: this.#intake,
      hasLineIndex: lineIndex,
      isQuick: quick,
      nodeNames,
      changes: () => this.#changes(),
      isCancelled: () => this.#cancelled,
      scrape: (scrape) => this.#metrics.take(scrape),
      warning: (warning) => this.#warnings.take(warning),
      note: (text) => this.#warnings.note(text),
    });
  }

  #changes(): void {
    this.#current = undefined;
  }

  open(name: string, options: ReaderOptions = {}): void {
    this.#sources.open(name, options);
  }

  openMerged(sources: readonly MergedSource[]): MergedFeed {
    return this.#sources.openMerged(sources);
  }

  only({ from, to }: TimeWindow): void {
    this.#intake.stretch.only(from, to);
    this.#changes();
  }

  push(chunk: Uint8Array): void {
    const source = this.#sources.last;
    if (source !== undefined && !this.#cancelled && chunk.length > 0) this.#sources.push(source, chunk);
  }

  get room(): Uint8Array | undefined {
    return this.#sources.last?.reader.room;
  }

  end(): void {
    const source = this.#sources.last;
    if (source !== undefined) this.#sources.end(source);
  }

  close(): void {
    this.#sources.close();
  }

  rename(source: number, name: string): void {
    this.#sources.rename(source, name);
    this.#changes();
  }

  warn(text: string, kind?: WarningKind): void {
    this.#warnings.note(text);
    if (kind !== undefined)
      this.#unreadable ??= { kind: 'unreadable', why: text, ...(kind === 'unread' && { mayBeWhole: true }) };
    this.#changes();
  }

  isWorthReading(index: number, reading: Pick<Reading, 'packedBytes' | 'once'>): boolean {
    const source = this.#sources.all[index];
    if (source === undefined || this.#intake.showsKubelet(index) || this.#intake.stretch.leftOut > 0) return true;
    const why = whyHopeless({
      ...reading,
      name: this.#sources.nameOf(index),
      bytes: source.bytes,
      isBinary: source.sniffer.isBlank || source.sniffer.isBinary,
    });
    if (why === undefined) return true;
    this.#warnings.note(why);
    this.#unreadable ??= { kind: 'unreadable', why };
    this.#changes();
    return false;
  }

  cancel(): void {
    this.#cancelled = true;
    this.#changes();
  }

  get cancelled(): boolean {
    return this.#cancelled;
  }

  progress(phase: AnalysisProgress['phase'], totalBytes?: number): AnalysisProgress {
    return { ...this.#sources.amount(), phase, ...(totalBytes === undefined ? {} : { totalBytes }) };
  }

  result(): AnalysisResult {
    const problem = this.#problem();
    this.#current ??= problem === undefined ? { ok: true, analysis: this.#analyse() } : { ok: false, problem };
    return this.#current;
  }

  #problem(): InputProblem | undefined {
    if (this.#cancelled) return { kind: 'cancelled' };
    return inputProblem({
      sources: this.#sources.all,
      intake: this.#intake,
      hasMetrics: !this.#metrics.isEmpty,
      unreadable: this.#unreadable,
    });
  }

  #analyse(): Analysis {
    const reconstruction = replay(this.#history(), this.#stopCheck);
    const { findings, answer, folded } = diagnose(reconstruction, { stopCheck: this.#stopCheck, bounds: this.#bounds });
    return {
      reconstruction,
      answer,
      folded,
      findings: findings.map((finding) => ({
        ...finding,
        evidence: finding.evidence.map((line) => this.#quoted(line)),
      })),
    };
  }

  #history(): ProvenHistory {
    const overlaps = this.#sources.overlaps();
    const summaries = this.#sources.summaries();
    const story = this.#metrics.story();
    return this.#inference.history(summaries, {
      warnings: [
        ...this.#warnings.all(),
        ...metricsWarnings(summaries, story),
        ...overlapWarnings(overlaps, (index) => this.#sources.nameOf(index)),
        ...mixedZones(summaries),
        ...leftOutWarning(this.#intake.stretch.before, this.#intake.stretch.after),
        ...assumedYears(summaries),
      ],
      leftOut: this.#intake.stretch.leftOut,
      repeatedRecords: overlaps.reduce((sum, { count }) => sum + count, 0),
      folded: [this.#evidence.folded],
      ...(story === undefined ? {} : { metrics: story }),
    });
  }

  /** Evidence shows the log's own line where it is at hand. */
  #quoted(line: PrintableEvidence): PrintableEvidence {
    return { ...line, text: this.#evidence.textOf(line) ?? line.text };
  }

  lineIndex(source: number): LineIndex | undefined {
    return this.#sources.all[source]?.index;
  }

  flagDumps(source: number): readonly { readonly first: number; readonly last: number }[] {
    return this.#dumps.of(source);
  }

  readonly lineText = (at: LineReference): string | undefined => this.#evidence.textOf(at);
}
