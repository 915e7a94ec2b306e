/**
 * One analysis from the first byte to the answer: bytes go in, an `Analysis` comes out, and more bytes may follow (a growing file).
 * Composes the rooms and keeps what outlives a chunk: the line index and the text of lines that may become evidence.
 */
import { diagnose } from '../diagnosis/diagnose.ts';
import type { EvidenceLine } from '../diagnosis/finding.ts';
import type { HistoryWarning, LineReference } from '../inference/history.ts';
import { createInference } from '../inference/inference.ts';
import { createSourceReader } from '../journal/sourceReader.ts';
import type { LogRecord, ReaderOptions, ReaderWarning, SourceReader } from '../journal/record.ts';
import { createMessageReader } from '../messages/messageReader.ts';
import type { Fact } from '../messages/fact.ts';
import { replay } from '../replay/replay.ts';
import type { Analysis, AnalysisProgress, AnalysisResult, InputProblem } from './analysis.ts';
import { BinarySniffer } from './binary.ts';
import { EvidenceText } from './evidenceText.ts';
import { LineIndex } from './lineIndex.ts';

export interface AnalysisSession {
  /** Begins the next source; its bytes come by `push`. Sources are read one after the other, in the order given. */
  open(name: string, options?: ReaderOptions): void;
  /** The next bytes of the open source, gzip undone, in any chunking. Bytes after a cancel are dropped. The chunk must not be overwritten afterwards. */
  push(chunk: Uint8Array): void;
  /** Ends the open source. A later `push` continues it: the file has grown. */
  end(): void;
  /** Adds a warning about the open source as a whole, e.g. that its packing is damaged. */
  warn(text: string): void;
  /** Gives up: `result` will say so. */
  cancel(): void;
  readonly cancelled: boolean;
  progress(phase: AnalysisProgress['phase'], totalBytes?: number): AnalysisProgress;
  /** What the bytes so far give. Replays and diagnoses anew when bytes came since the last call. */
  result(): AnalysisResult;
  /** The index of a source, 0-based. */
  lineIndex(source: number): LineIndex | undefined;
  /** The shortened text of a line that a fact rests on, `undefined` for lines that state nothing. */
  lineText(at: LineReference): string | undefined;
}

/** A damaged log can give a warning for every other line. */
const MOST_WARNINGS = 200;

interface OpenSource {
  readonly reader: SourceReader;
  readonly index: LineIndex;
  readonly sniffer: BinarySniffer;
}

/** Makes a session with no source yet. */
export function createAnalysisSession(): AnalysisSession {
  const messages = createMessageReader();
  const inference = createInference();
  const evidence = new EvidenceText();
  const sources: OpenSource[] = [];
  const warnings: HistoryWarning[] = [];
  let moreWarnings = 0;
  let cancelled = false;
  let holdsKubelet = false;
  let current: AnalysisResult | undefined;

  const takeRecord = (record: LogRecord): void => {
    const source = sources[record.source];
    if (source === undefined) return;
    source.index.addRecord(record.line, record.time);
    const facts = messages.facts(record);
    holdsKubelet ||= isOfKubelet(record, facts);
    if (evidence.wants(facts)) evidence.keep(record.source, record.line, record.firstLineText ?? record.message);
    inference.append(record, facts);
  };
  const takeWarning = (warning: ReaderWarning): void => {
    if (warnings.length < MOST_WARNINGS) warnings.push({ text: warning.text, ...(warning.line === undefined ? {} : { at: { source: warning.source, line: warning.line } }) });
    else moreWarnings += 1;
  };

  const open = (name: string, options: ReaderOptions = {}): void => {
    const index = new LineIndex();
    const reader = createSourceReader(sources.length, name, options, { record: takeRecord, warning: takeWarning });
    sources.push({ reader, index, sniffer: new BinarySniffer() });
  };

  const problem = (): InputProblem | undefined => {
    if (cancelled) return { kind: 'cancelled' };
    if (sources.every((source) => source.sniffer.isBlank)) return { kind: 'empty' };
    if (holdsKubelet) return undefined;
    if (sources.some((source) => source.sniffer.isBinary)) return { kind: 'binary' };
    return { kind: 'no-kubelet-records', lines: sources.reduce((lines, source) => lines + source.reader.summary().lines, 0) };
  };

  /** Evidence shows the log's own line where it is at hand. */
  const quoted = (line: EvidenceLine): EvidenceLine => ({ ...line, text: evidence.textOf(line) ?? line.text });
  const analyse = (): Analysis => {
    const proven = inference.history(sources.map((source) => source.reader.summary()));
    const more = moreWarnings === 0 ? [] : [{ text: `${moreWarnings} more warnings of this kind.` }];
    const history = { ...proven, warnings: [...warnings, ...more, ...proven.warnings] };
    const reconstruction = replay(history);
    const { findings, answer } = diagnose(reconstruction);
    return { reconstruction, answer, findings: findings.map((finding) => ({ ...finding, evidence: finding.evidence.map(quoted) })) };
  };

  return {
    open,
    push(chunk) {
      const source = sources.at(-1);
      if (source === undefined || cancelled || chunk.length === 0) return;
      current = undefined;
      source.sniffer.see(chunk);
      source.index.see(chunk);
      source.reader.push(chunk);
    },
    end() {
      sources.at(-1)?.reader.end();
      current = undefined;
    },
    warn(text) {
      warnings.push({ text });
      current = undefined;
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
      for (const { index } of sources) {
        bytes += index.bytes;
        lines += index.completeLines;
      }
      return { bytes, lines, phase, ...(totalBytes === undefined ? {} : { totalBytes }) };
    },
    result() {
      const wrong = problem();
      current ??= wrong === undefined ? { ok: true, analysis: analyse() } : { ok: false, problem: wrong };
      return current;
    },
    lineIndex: (source) => sources[source]?.index,
    lineText: (at) => evidence.textOf(at),
  };
}

/** A record that only a kubelet writes: a message of its catalogue, or a journal entry under its name. Neighbours' facts do not count. */
function isOfKubelet(record: LogRecord, facts: readonly Fact[]): boolean {
  if (facts.some((fact) => fact.kind !== 'neighbour' && fact.kind !== 'boot' && fact.kind !== 'journal-loss')) return true;
  const identifier = record.journal?.identifier;
  return record.klog !== undefined && identifier !== undefined && /^(?:kubelet|hyperkube)/.test(identifier);
}
