/**
 * One analysis from the first byte to the answer: bytes go in, an `Analysis` comes out, and more bytes may follow (a growing file).
 * Composes the rooms and keeps what outlives a chunk: the line index and the text of lines that may become evidence.
 */
import { diagnose } from '../diagnosis/diagnose.ts';
import type { PrintableEvidence } from '../diagnosis/finding.ts';
import type { HistoryWarning, LineReference } from '../inference/history.ts';
import { HISTORY_BOUNDS, type HistoryBounds } from '../inference/store/folded.ts';
import { createInference } from '../inference/inference.ts';
import type { PlainLane, PlainLine, PlainLines } from '../journal/batch/plainLine.ts';
import { RecordMerge } from '../journal/order/merge.ts';
import { RecordOrder } from '../journal/order/reversed.ts';
import { createSourceReader } from '../journal/sourceReader.ts';
import type { Instant } from '../kubelet/time.ts';
import { goesOn, type StopCheck } from '../kubelet/stopCheck.ts';
import { isKubeletName } from '../kubelet/writers.ts';
import type { LogRecord, ReaderOptions, ReaderWarning, SourceReader } from '../journal/record.ts';
import { LineSorter } from '../messages/plans/lineSorter.ts';
import { createMessageReader } from '../messages/messageReader.ts';
import { tellingWords } from '../messages/recognise/neighbourWords.ts';
import { PlannedFacts } from '../messages/plans/plannedFacts.ts';
import type { Fact } from '../messages/fact.ts';
import { beginsTurn, repeatedBy } from '../messages/factTraits.ts';
import { replay } from '../replay/replay.ts';
import type { Analysis, AnalysisProgress, AnalysisResult, InputProblem } from './analysis.ts';
import { BinarySniffer } from './sources/binary.ts';
import { EvidenceText } from './outputs/evidenceText.ts';
import { type Reading, whyHopeless } from './sources/hopeless.ts';
import { FlagDumps } from './insight/flagDumps.ts';
import { LineIndex } from './insight/lineIndex.ts';
import { LateReader } from './sources/lateReader.ts';
import { looksLike } from './sources/looksLike.ts';

/** A source that is merged with others by time. */
export interface MergedSource {
  readonly name: string;
  readonly options: ReaderOptions;
  /** The name that the user gave to its node. */
  readonly node?: string;
  /** Time of its first record, where it is known: until then the source is not asked for. */
  readonly begins?: Instant;
}

/** Bytes of several sources, in the order in which the merge needs them. Sources are told by their index, as given. */
export interface MergedFeed {
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
  /** Adds a warning about the open source as a whole, e.g. that its packing is damaged. */
  warn(text: string, kind?: 'damage'): void;
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

interface OpenSource {
  readonly reader: SourceReader;
  readonly order: RecordOrder;
  readonly index: LineIndex | undefined;
  bytes: number;
  readonly sniffer: BinarySniffer;
}

export interface SessionOptions {
  /** Whether `lineIndex` will be asked for. It takes six bytes for each record. */
  readonly lineIndex?: boolean;
  /** How much of each kind is kept one by one; default: as docs/limits.md says. */
  readonly bounds?: HistoryBounds;
  /** Asked while `result` works; what it throws comes out of `result`. */
  readonly stopCheck?: StopCheck;
}

/** Makes a session with no source yet. */
export function createAnalysisSession({
  lineIndex = true,
  bounds = HISTORY_BOUNDS,
  stopCheck = goesOn,
}: SessionOptions = {}): AnalysisSession {
  const messages = createMessageReader();
  /** For lines before the stretch that is looked at. */
  const messagesBefore = createMessageReader();
  const nodeNames = new Map<number, string>();
  const inference = createInference({ nodeNames, bounds, stopCheck });
  const evidence = new EvidenceText();
  const dumps = new FlagDumps();
  const sorter = new LineSorter();
  const planned = new PlannedFacts();
  const sources: OpenSource[] = [];
  const warnings: HistoryWarning[] = [];
  let moreWarnings = 0;
  let cancelled = false;
  let holdsKubelet = false;
  /** By source. */
  const showsKubelet: boolean[] = [];
  let damage: string | undefined;
  let from = Number.NEGATIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  let before = 0;
  let after = 0;
  let merge: RecordMerge | undefined;
  /** The source of the last plain line, and its time. */
  const passed = { source: -1, time: Number.NaN as Instant };
  let current: AnalysisResult | undefined;

  const countOutside = (time: Instant): void => {
    if (time < from) before += 1;
    else after += 1;
  };
  const takeRecord = (record: LogRecord): void => {
    const facts = takeInto(record);
    if (facts === undefined) return;
    sorter.learn(record, facts);
    planned.learn(record, facts);
  };
  /** The same of a merged source: all its lines come as records, so that nothing has to be learned to read them quickly. */
  const takeMerged = (record: LogRecord): void => {
    takeInto(record);
  };
  /** The facts of a record that is looked at. */
  const takeInto = (record: LogRecord): readonly Fact[] | undefined => {
    const { time } = record;
    if (time === undefined && passed.source === record.source) messages.passed(passed.source, passed.time);
    else passed.source = -1;
    if (time !== undefined && (time < from || time > to)) {
      countOutside(time);
      if (time < from && inference.knowBefore(record, messagesBefore.facts(record))) evidence.keep(record);
      return undefined;
    }
    const facts = messages.facts(record);
    if (evidence.wants(facts)) evidence.keep(record);
    dumps.see(record, facts);
    if (inference.append(record, facts)) {
      showsKubelet[record.source] = true;
      holdsKubelet = true;
    }
    return facts;
  };
  /** Whether the plain line that was admitted last is read by a plan. */
  let isPlanned = false;
  /** A line of the mass that states something: read by its plan. */
  const takePlanned = (line: PlainLine): boolean => {
    const { plan } = planned;
    const facts = planned.facts(line);
    if (plan === undefined || facts === undefined || !inference.appendLine(line, plan, facts)) return false;
    sorter.lesson.plan = plan;
    if (evidence.wants(facts)) evidence.keepLine(line);
    if (learnsFrom(facts)) sorter.learnLine(line, facts, planned.outputAt);
    return true;
  };
  /** The same for lines that the kernel has read, in order with those that only count. */
  const takeRows = (lines: PlainLines): void => {
    const { rows, events, podErrors } = lines;
    let from = 0;
    let firstEvent = 0;
    let firstError = 0;
    for (let row = 0; row < rows.count; row += 1) {
      const index = rows.read(row);
      const { line } = rows;
      // Kept facts are in the order of their lines.
      const errorsBefore = podErrors.countBefore(index, firstError);
      inference.appendPodErrors(lines, firstError, errorsBefore, planned);
      firstError = errorsBefore;
      const podError = planned.podErrorOfRow(rows, row);
      if (podError !== undefined && inference.appendPodError(line, podError)) {
        if (evidence.wantsKind('pod-sync-error')) evidence.keepLine(line);
        else if (podError.isRepeated && !inference.tellsNew(podError.pod))
          planned.rememberPodError(rows, row, podError);
        continue;
      }
      const container = planned.containerIdOfRow(rows, row);
      if (container !== undefined && inference.appendContainerId(line, container)) continue;
      const known = planned.statedOfRow(rows, row);
      if (known !== undefined) {
        inference.appendStated(line, known);
        if (known.fact !== undefined && evidence.wantsKind(known.fact.kind)) evidence.keepLine(line);
        continue;
      }
      const before = events.countBefore(index, firstEvent);
      inference.appendEvents(lines, firstEvent, before);
      firstEvent = before;
      const event = planned.eventOfRow(rows, row);
      const facts = event === undefined ? planned.factsOfRow(rows, row) : NO_FACTS;
      // Turns of the sync loop are told in order; all else may come before the lines that it stands among.
      if (event !== undefined || facts.some(beginsTurn)) {
        inference.appendTurns(lines, from, index + 1);
        from = index + 1;
      }
      const pod = event === undefined ? -1 : inference.appendEvent(line, event);
      if (event !== undefined && pod >= 0) {
        rows.teachPod(event.podAt, event.podEnd, pod);
        continue;
      }
      const stated = event === undefined ? facts : planned.factsOfRow(rows, row);
      inference.appendFacts(line, stated);
      if (evidence.wants(stated)) evidence.keepLine(line);
      if (inference.tellsOnce(stated)) planned.rememberStated(rows, row, stated);
      if (
        learnsFrom(stated) &&
        !planned.remember(rows, row, stated) &&
        sorter.learnLine(line, stated, planned.outputAt)
      )
        rows.teach(sorter.learned);
    }
    inference.appendPodErrors(lines, firstError, podErrors.count, planned);
    inference.appendEvents(lines, firstEvent, events.count);
    inference.appendTurns(lines, from, lines.count);
    inference.appendPlainLines(lines);
  };
  /** The mass of a large log: lines that only count. Nothing is kept of them but the time, and no record is made. */
  const laneOf = (source: number, index: LineIndex | undefined, order: RecordOrder): PlainLane => ({
    admits(line) {
      if (!holdsKubelet || !order.passes) return false;
      const counts = sorter.admits(line);
      sorter.lesson.plan = undefined;
      isPlanned = !counts && planned.admits(line);
      return counts || isPlanned;
    },
    take(line) {
      const { time } = line;
      if (time < from || time > to) countOutside(time);
      else if (isPlanned ? !takePlanned(line) : !inference.appendPlain(line, sorter.known)) return false;
      index?.addRecord(line.line, time);
      passed.source = line.source;
      passed.time = time;
      return true;
    },
    opens(line) {
      const plan = holdsKubelet && order.passes ? planned.opens(line) : undefined;
      return plan !== undefined && inference.knows(line, plan) ? plan : undefined;
    },
    lesson: sorter.lesson,
    tellingWords: (origin) => (isKubeletName(origin.identifier ?? '') ? undefined : tellingWords(origin)),
    life: (origin, pid) =>
      holdsKubelet && order.passes && from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY
        ? inference.lifeOf(source, origin, pid)
        : undefined,
    takeAll(lines) {
      takeRows(lines);
      index?.addLines(lines.firstLine, lines.times, lines.count);
      passed.source = lines.source;
      passed.time = (lines.times[lines.count - 1] ?? Number.NaN) as Instant;
    },
  });
  const takeWarning = (warning: ReaderWarning): void => {
    if (warnings.length < MOST_WARNINGS)
      warnings.push({
        text: warning.text,
        ...(warning.line === undefined ? {} : { at: { source: warning.source, line: warning.line } }),
      });
    else moreWarnings += 1;
  };

  const add = (name: string, options: ReaderOptions, deliver: (record: LogRecord) => void): OpenSource => {
    const index = lineIndex ? new LineIndex() : undefined;
    const source = sources.length;
    const order = new RecordOrder({
      record: deliver,
      reversed: () =>
        warnings.push({ text: `${name} runs backwards, as journalctl -r prints it; its records were put in order.` }),
      tooLong: () =>
        warnings.push({
          text: `${name} runs backwards and is too long to be put in order as a whole: what is told of its older part may be wrong. Turn it first: tac ${name} | kubelet-timeline analyze -`,
        }),
    });
    const record = (read: LogRecord): void => {
      index?.addRecord(read.line, read.time);
      order.take(read);
    };
    const sink = {
      record,
      warning: takeWarning,
      lineMark: (newlines: number, offset: number) => index?.mark(newlines, offset),
    };
    // Sources that are merged need every record, to be put in order.
    const opened = {
      reader:
        deliver === takeRecord
          ? createSourceReader(source, name, options, { ...sink, plain: laneOf(source, index, order) })
          : new LateReader(() => createSourceReader(source, name, options, sink)),
      order,
      index,
      bytes: 0,
      sniffer: new BinarySniffer(),
    };
    sources.push(opened);
    return opened;
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
    const merging = new RecordMerge(takeMerged);
    merge = merging;
    const first = sources.length;
    given.forEach(({ name, options, node, begins }, index) => {
      merging.add(first + index, begins, node);
      if (node !== undefined) nodeNames.set(first + index, node);
      add(name, options, (record) => merging.take(record));
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
    if (damage !== undefined && !holdsKubelet && before + after === 0) return { kind: 'unreadable', why: damage };
    if (sources.every((source) => source.sniffer.isBlank)) return { kind: 'empty' };
    if (holdsKubelet) return undefined;
    if (before + after > 0) return { kind: 'nothing-in-window', records: before + after };
    if (sources.some((source) => source.sniffer.isBinary)) return { kind: 'binary' };
    const likeness = sources.map(({ sniffer }) => looksLike(sniffer.head)).find((found) => found !== undefined);
    return {
      kind: 'no-kubelet-records',
      lines: sources.reduce((lines, source) => lines + source.reader.summary().lines, 0),
      ...(likeness === undefined ? {} : { looksLike: likeness }),
    };
  };

  const nameOf = (source: number): string => sources[source]?.reader.summary().name ?? 'another source';
  const overlapWarnings = (): readonly HistoryWarning[] =>
    (merge?.overlaps() ?? []).map(({ source, other, count, firstLine, lastLine }) => ({
      text: `${count} ${count === 1 ? 'record' : 'records'} of ${nameOf(other)} (lines ${firstLine} to ${lastLine}) stand in ${nameOf(source)} too; they were counted once.`,
      at: { source: other, line: firstLine },
    }));

  /** A stretch of time that leaves later lines out ends the log for the analysis, but not for the reader. */
  const leftOut = (): readonly HistoryWarning[] =>
    after === 0
      ? []
      : [
          {
            text: `${after} ${after === 1 ? 'record' : 'records'} after the stretch of time asked for ${after === 1 ? 'was' : 'were'} left out: where the end of the log is spoken of, it is the end of that stretch.`,
          },
        ];

  const mixedZones = (): readonly HistoryWarning[] => {
    const summaries = sources.map((source) => source.reader.summary()).filter((summary) => summary.records > 0);
    const unknown = summaries.filter((summary) => summary.timeZone === 'unknown');
    if (unknown.length === 0 || unknown.length === summaries.length) return [];
    return [
      {
        text: `${unknown.map((summary) => summary.name).join(', ')}: the times have no zone, those of other sources have one. They were merged as if in UTC; if the node's clock shows another zone, give --time-zone.`,
      },
    ];
  };

  const assumedYears = (): readonly HistoryWarning[] =>
    sources.flatMap(({ reader }) => {
      const { name, year, yearFrom } = reader.summary();
      if (year === undefined || (yearFrom !== 'file-date' && yearFrom !== 'now')) return [];
      return [
        {
          text: `${name} does not say of which year it is: ${year} is assumed, ${yearFrom === 'now' ? 'the present one' : 'from the date of the file'}. If it is another, give it by --year, or in the settings.`,
        },
      ];
    });

  /** Evidence shows the log's own line where it is at hand. */
  const quoted = (line: PrintableEvidence): PrintableEvidence => ({
    ...line,
    text: evidence.textOf(line) ?? line.text,
  });
  const analyse = (): Analysis => {
    const more = moreWarnings === 0 ? [] : [{ text: `${moreWarnings} more warnings of this kind.` }];
    const repeatedRecords = (merge?.overlaps() ?? []).reduce((sum, { count }) => sum + count, 0);
    const history = inference.history(
      sources.map((source) => source.reader.summary()),
      {
        warnings: [...warnings, ...more, ...overlapWarnings(), ...mixedZones(), ...leftOut(), ...assumedYears()],
        repeatedRecords,
      },
    );
    const reconstruction = replay(history, stopCheck);
    const { findings, answer } = diagnose(reconstruction, { stopCheck });
    return {
      reconstruction,
      answer,
      findings: findings.map((finding) => ({ ...finding, evidence: finding.evidence.map(quoted) })),
    };
  };

  return {
    open(name, options = {}) {
      add(name, options, takeRecord);
    },
    openMerged,
    only(window) {
      from = window.from ?? Number.NEGATIVE_INFINITY;
      to = window.to ?? Number.POSITIVE_INFINITY;
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
    warn(text, kind) {
      warnings.push({ text });
      if (kind === 'damage') damage ??= text;
      current = undefined;
    },
    isWorthReading(index, reading) {
      const source = sources[index];
      if (source === undefined || showsKubelet[index] === true || before + after > 0) return true;
      const why = whyHopeless({
        ...reading,
        name: nameOf(index),
        bytes: source.bytes,
        isBinary: source.sniffer.isBlank || source.sniffer.isBinary,
      });
      if (why === undefined) return true;
      warnings.push({ text: why });
      damage ??= why;
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

const NO_FACTS: readonly Fact[] = [];

/** Kinds that the sorter learns texts of. */
function learnsFrom([fact]: readonly Fact[]): boolean {
  const repeated = fact === undefined ? 'no' : repeatedBy(fact);
  return repeated === 'text' || repeated === 'text-before-output';
}
