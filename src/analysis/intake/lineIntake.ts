import type { Inference } from '../../inference/inference.ts';
import type { PlainLane, PlainLine } from '../../journal/batch/plainLine.ts';
import type { RecordOrder } from '../../journal/order/reversed.ts';
import type { LogRecord } from '../../journal/record.ts';
import type { Instant } from '../../kubelet/time.ts';
import { isKubeletName } from '../../kubelet/writers.ts';
import type { Fact } from '../../messages/fact.ts';
import { createMessageReader } from '../../messages/messageReader.ts';
import { LineSorter } from '../../messages/plans/lineSorter.ts';
import { PlannedFacts } from '../../messages/plans/plannedFacts.ts';
import { tellingWords } from '../../messages/recognise/neighbourWords.ts';
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

/** Takes the lines of all sources: as records, or on the fast way without. */
export class LineIntake {
  readonly stretch = new Stretch();
  readonly #inference: Inference;
  readonly #evidence: EvidenceText;
  readonly #dumps: FlagDumps;
  readonly #messages = createMessageReader();
  /** For lines before the stretch that is looked at. */
  readonly #messagesBefore = createMessageReader();
  readonly #sorter = new LineSorter();
  readonly #planned = new PlannedFacts();
  readonly #rows: RowIntake;
  #holdsKubelet = false;
  /** By source. */
  readonly #showsKubelet: boolean[] = [];
  /** The source of the last plain line, and its time. */
  readonly #passed = { source: -1, time: Number.NaN as Instant };
  /** Whether the plain line that was admitted last is read by a plan. */
  #isPlanned = false;

  constructor(inference: Inference, evidence: EvidenceText, dumps: FlagDumps) {
    this.#dumps = dumps;
    this.#inference = inference;
    this.#evidence = evidence;
    this.#rows = new RowIntake(inference, evidence, this.#planned);
  }

  /** Whether some line was of a kubelet. */
  get holdsKubelet(): boolean {
    return this.#holdsKubelet;
  }

  /** The same for lines of one source. */
  showsKubelet(source: number): boolean {
    return this.#showsKubelet[source] === true;
  }

  /** A record, of which is learned how to read lines like it quickly. */
  record(record: LogRecord): void {
    const facts = this.#facts(record);
    if (facts === undefined) return;
    this.#sorter.learn(record, facts);
    this.#planned.learn(record, facts);
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

  /** The mass of a large log: lines that only count. Nothing is kept of them but the time, and no record is made. */
  laneOf(source: number, index: LineIndex | undefined, order: RecordOrder, passage: Passage): PlainLane {
    const sorter = this.#sorter;
    const passes = (): boolean =>
      this.#holdsKubelet && order.passes && passage.until(source) > Number.NEGATIVE_INFINITY;
    return {
      admits: (line) => passes() && this.#admits(line),
      take: (line) => {
        if (line.time >= passage.until(source) || !this.#takeLine(line)) return false;
        passage.passed(source, line.time);
        index?.addRecord(line.line, line.time);
        this.#pass(line.source, line.time);
        return true;
      },
      opens: (line) => {
        const plan = passes() ? this.#planned.opens(line) : undefined;
        return plan !== undefined && this.#inference.knows(line, plan) ? plan : undefined;
      },
      lesson: sorter.lesson,
      tellingWords: (origin) => (isKubeletName(origin.identifier ?? '') ? undefined : tellingWords(origin)),
      life: (origin, pid) => (passes() ? this.#inference.lifeOf(source, origin, pid) : undefined),
      takes: (from, to) => to < passage.until(source) && this.stretch.isOneWith(from, to),
      takeAll: (lines) => {
        const last = lines.times[lines.count - 1] ?? Number.NaN;
        if (!this.stretch.leavesOut(last as Instant, lines.count)) this.#rows.take(lines);
        passage.passed(source, lines.span.largestOfAll);
        passage.passed(source, last);
        index?.addLines(lines.firstLine, lines.times, lines.count);
        this.#pass(lines.source, last as Instant);
      },
    };
  }

  #pass(source: number, time: Instant): void {
    this.#passed.source = source;
    this.#passed.time = time;
  }

  #admits(line: PlainLine): boolean {
    const counts = this.#sorter.admits(line);
    this.#sorter.lesson.plan = undefined;
    this.#isPlanned = !counts && this.#planned.admits(line);
    return counts || this.#isPlanned;
  }

  #takeLine(line: PlainLine): boolean {
    if (this.stretch.leavesOut(line.time)) return true;
    return this.#isPlanned ? this.#takePlanned(line) : this.#inference.appendPlain(line, this.#sorter.known);
  }

  /** A line of the mass that states something: read by its plan. */
  #takePlanned(line: PlainLine): boolean {
    const { plan } = this.#planned;
    const facts = this.#planned.facts(line);
    if (plan === undefined || facts === undefined || !this.#inference.appendLine(line, plan, facts)) return false;
    this.#sorter.lesson.plan = plan;
    if (this.#evidence.wants(facts)) this.#evidence.keepLine(line);
    return true;
  }
}
