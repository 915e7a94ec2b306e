import type { Inference } from '../../inference/inference.ts';
import type { Repeats } from '../../inference/store/repeats.ts';
import type { RunSink } from '../../journal/batch/plainLine.ts';
import { PlainReader } from '../../journal/batch/plainReader.ts';
import { PlainRun } from '../../journal/batch/plainRun.ts';
import { ReadRecord } from '../../journal/klog/readRecord.ts';
import type { RecordOrder } from '../../journal/order/reversed.ts';
import type { LogRecord } from '../../journal/record.ts';
import type { Instant } from '../../kubelet/time.ts';
import { isKubeletName } from '../../kubelet/writers.ts';
import type { Fact } from '../../messages/fact.ts';
import { createMessageReader } from '../../messages/messageReader.ts';
import { LinePatterns } from '../../messages/plans/linePatterns.ts';
import { PlannedFacts } from '../../messages/plans/plannedFacts.ts';
import { PlannedLine } from '../../messages/plans/plannedLine.ts';
import { keywordsOf } from '../../messages/recognise/neighbourWords.ts';
import type { FlagDumps } from '../insight/flagDumps.ts';
import type { LineIndex } from '../insight/lineIndex.ts';
import type { EvidenceText } from '../outputs/evidenceText.ts';
import { RowIntake } from './rowIntake.ts';
import { Stretch } from './stretch.ts';

/** Says what of a source may be taken as it comes: of one that is merged with others, what stands before all that these still give. */
export interface Passage {
  /** Lines of the source before this time may be taken; `-Infinity`: none. */
  until(source: number): number;
  /** A line of this time was taken. */
  passed(source: number, time: number): void;
}

/** Of sources that are read one after the other. */
export const ALL_PASS: Passage = { until: () => Number.POSITIVE_INFINITY, passed: () => undefined };

/** What was learned from records of how lines are written, so that the next ones can be read without. */
interface LearnedLines {
  readonly run: PlainRun;
  readonly patterns: LinePatterns;
  readonly rows: RowIntake;
}

/** Takes the lines of all sources: as records, or in runs without. */
export class LineIntake {
  readonly stretch = new Stretch();
  readonly #inference: Inference;
  readonly #evidence: EvidenceText;
  readonly #dumps: FlagDumps;
  readonly #messages = createMessageReader();
  /** For lines before the stretch that is looked at. */
  readonly #messagesBefore = createMessageReader();
  #inHand: PlannedLine | undefined;
  /** By source: how its lines are read that come in runs, as long as it is being read. */
  readonly #learned: (LearnedLines | undefined)[] = [];
  /** The same of sources that have ended: the parts of a rotated log are written alike. */
  readonly #spare: LearnedLines[] = [];
  #holdsKubelet = false;
  /** By source. */
  readonly #showsKubelet: boolean[] = [];
  /** The source of the last run, and its last time. */
  readonly #passed = { source: -1, time: Number.NaN as Instant };

  constructor(inference: Inference, evidence: EvidenceText, dumps: FlagDumps) {
    this.#dumps = dumps;
    this.#inference = inference;
    this.#evidence = evidence;
  }

  /** Whether some line was of a kubelet. */
  get holdsKubelet(): boolean {
    return this.#holdsKubelet;
  }

  /** The same for lines of one source. */
  showsKubelet(source: number): boolean {
    return this.#showsKubelet[source] === true;
  }

  /** Lets go of what reads runs of lines. */
  close(): void {
    this.#learned.length = 0;
    this.#spare.length = 0;
    this.#inHand = undefined;
  }

  /** No bytes come of this source any more: what was learned from its lines goes to the next one that begins. */
  ended(source: number): void {
    const learned = this.#learned[source];
    if (learned !== undefined) this.#spare.push(learned);
    this.#learned[source] = undefined;
  }

  /** A record, of which is learned how to read lines like it quickly. */
  record(record: LogRecord): void {
    const facts = this.#facts(record);
    const learned = this.#learned[record.source];
    if (facts === undefined || learned === undefined || !(record instanceof ReadRecord)) return;
    const processRun = this.#inference.processRunOf(record.source, record.origin, record.pid);
    const pattern = processRun === undefined ? undefined : learned.patterns.of(record, facts, processRun);
    if (processRun !== undefined && pattern !== undefined) learned.run.learn(record, pattern, processRun);
  }

  /** The facts of a record that is looked at. */
  #facts(record: LogRecord): readonly Fact[] | undefined {
    const { time } = record;
    if (time === undefined && this.#passed.source === record.source)
      this.#messages.passed(this.#passed.source, this.#passed.time);
    else this.#passed.source = -1;
    if (time !== undefined && this.stretch.leavesOut(time)) {
      if (this.stretch.isBefore(time) && this.#inference.knowBefore(record, this.#messagesBefore.facts(record)))
        this.#evidence.keep(record);
      return undefined;
    }
    const facts = this.#messages.facts(record);
    if (this.#evidence.wants(facts)) this.#evidence.keep(record);
    this.#dumps.see(record, facts);
    if (this.#inference.append(record, facts)) {
      this.#showsKubelet[record.source] = true;
      this.#holdsKubelet = true;
    }
    return facts;
  }

  /** Takes most of a large log: lines like an earlier record. */
  sinkOf(source: number, index: LineIndex | undefined, order: RecordOrder, passage: Passage): RunSink {
    const passes = (): boolean =>
      this.#holdsKubelet && order.passes && passage.until(source) > Number.NEGATIVE_INFINITY;
    const { run, rows } = (this.#learned[source] = this.#spare.pop() ?? this.#nothingLearned());
    return {
      readerOf: (parts) => new PlainReader(parts, run),
      callers: run.callers,
      keywords: (origin) => (isKubeletName(origin.identifier ?? '') ? undefined : keywordsOf(origin)),
      processRun: (origin, pid) => (passes() ? this.#inference.processRunOf(source, origin, pid) : undefined),
      takes: (from, to) => to < passage.until(source) && this.stretch.isOneWith(from, to),
      takeAll: (lines) => {
        const last = lines.times[lines.count - 1] ?? Number.NaN;
        if (!this.stretch.leavesOut(last as Instant, lines.count)) rows.take(lines);
        passage.passed(source, lines.span.largestOfAll);
        passage.passed(source, last);
        index?.addLines(lines.firstLine, lines.times, lines.count);
        this.#passed.source = lines.source;
        this.#passed.time = last as Instant;
      },
    };
  }

  #nothingLearned(): LearnedLines {
    const patterns = new LinePatterns();
    const planned = new PlannedFacts<Repeats>(patterns, (this.#inHand ??= new PlannedLine()));
    return { run: new PlainRun(), patterns, rows: new RowIntake(this.#inference, this.#evidence, planned) };
  }
}
