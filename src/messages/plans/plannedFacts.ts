/**
 * Facts of lines without a record. A place in the source writes its message always alike, so after one record its lines are read by a plan: the
 * same builders of the catalogue take their values straight from the bytes.
 */
import type { PlainLine, PlainRows } from '../../journal/batch/plainLine.ts';
import { ReadRecord } from '../../journal/klog/readRecord.ts';
import type { LogRecord, Severity } from '../../journal/record.ts';
import type { Fact } from '../fact.ts';
import { traitsOf } from '../factTraits.ts';
import { plegEvent } from '../facts/pleg.ts';
import { blockText } from '../texts/blockText.ts';
import { LinePlan } from './linePlan.ts';
import { soleMeaning } from './lineSorter.ts';
import { eventPatternOf, PlannedLine } from './plannedLine.ts';
import { printfPlanOf } from './printfPlan.ts';
import { findRow, type Found } from '../recognise/recognise.ts';
import { StatedLine, StatedLines } from './statedLine.ts';
import { toldPatternOf } from './toldPods.ts';
import type { FactBuilder } from '../recognise/row.ts';

/** A place in the source writes its message with other keys at times (an error, a container). */
const MOST_PLANS = 4;
/** So many records of a place are enough to know how it writes. */
const MOST_RECORDS = 64;
const NO_FACTS: readonly Fact[] = [];
/** No words that count: a value that has to be read as text. */
const UNREAD = '?';

/** The plans of one place in the source. */
class PlannedSite {
  readonly plans: LinePlan[] = [];
  /** How many records were looked at. */
  records = 0;
}

export class PlannedFacts {
  readonly #plans: LinePlan[] = [];
  readonly #inHand = new PlannedLine();
  /** What lines state by the numbers under which rows know them; numbers are those of one reader. */
  readonly #statedOf = new WeakMap<PlainRows, (StatedLines | undefined)[]>();
  #statedRows: PlainRows | undefined;
  #stated: (StatedLines | undefined)[] = [];
  /** Of a line with one fact; nobody keeps it. */
  readonly #only: Fact[] = [];
  /** The line that was admitted last, and its plan. */
  #plan: LinePlan | undefined;
  #source = -1;
  #line = 0;
  #bytes: Uint8Array | undefined;

  /** Whether a plan reads the line. */
  admits(line: PlainLine): boolean {
    const site = line.caller.plans;
    if (!(site instanceof PlannedSite)) return false;
    const { plans } = site;
    for (let index = 0; index < plans.length; index++) {
      const plan = plans[index] as LinePlan;
      if (
        plan.severity !== line.severity ||
        !plan.match(line.bytes, line.view, line.bodyStart, line.bodyEnd, this.#inHand.spans)
      )
        continue;
      this.#plan = plan;
      this.#source = line.source;
      this.#line = line.line;
      this.#bytes = line.bytes;
      return true;
    }
    this.#plan = undefined;
    return false;
  }

  /** How the place that wrote this line writes those of which nothing counts but the pods that they name, or that are known without their last value. */
  opens(line: PlainLine): LinePlan | undefined {
    const site = line.caller.plans;
    return site instanceof PlannedSite
      ? site.plans.find(
          ({ severity, told, stated, keys, row }) =>
            severity === line.severity &&
            (told !== undefined || (stated !== undefined && stated.leftOut === keys.length - 1)) &&
            row.form === 'structured',
        )
      : undefined;
  }

  /** The plan of the line that was admitted last. */
  get plan(): LinePlan | undefined {
    return this.#plan;
  }

  /** The facts of the line that was admitted last, now that its time is known; `undefined` for any other line. The array is good until the next call. */
  facts(line: PlainLine): readonly Fact[] | undefined {
    const plan = this.#plan;
    if (plan === undefined || line.line !== this.#line || line.source !== this.#source) return undefined;
    // A line that waited for the next chunk has its bytes elsewhere now.
    if (
      line.bytes !== this.#bytes &&
      !plan.match(line.bytes, line.view, line.bodyStart, line.bodyEnd, this.#inHand.spans)
    )
      return undefined;
    return this.#factsBy(plan, line);
  }

  /** The facts of a line that somebody else has read by a plan; the array is good until the next call. */
  factsOfRow(rows: PlainRows, row: number): readonly Fact[] {
    const plan = this.#plans[rows.pattern(row)];
    if (plan === undefined) return NO_FACTS;
    const { starts, ends, escaped } = this.#inHand.spans;
    rows.values(row, plan.keys.length, starts, ends, escaped);
    return this.#factsBy(plan, rows.line);
  }

  /** What such a line states, if it is known by its values; `undefined`: its facts have to be made. */
  statedOfRow(rows: PlainRows, row: number): StatedLine | undefined {
    const number = rows.stated(row);
    if (number < 0) return undefined;
    const known = this.#statedBy(rows)[number];
    const plan = this.#plans[rows.pattern(row)];
    return known === undefined || plan === undefined
      ? undefined
      : known.of(this.#wordsThatCount(plan, rows, row) ?? UNREAD);
  }

  /** Lets a line with the same values as the last of the rows, whose facts were given last, be known by them (`statedOfRow`). */
  rememberStated(rows: PlainRows, row: number, facts: readonly Fact[]): void {
    const plan = this.#plans[rows.pattern(row)];
    const [fact] = facts;
    if (plan?.stated === undefined || facts.length > 1 || (fact !== undefined && !traitsOf(fact.kind).restated)) return;
    const words = this.#wordsThatCount(plan, rows, row);
    const known = rows.stated(row);
    const number = words === undefined ? -1 : known < 0 ? rows.teachStated(row) : known;
    if (words === undefined || number < 0) return;
    const all = this.#statedBy(rows);
    if (known < 0) all[number] = new StatedLines();
    all[number]?.keep(words, new StatedLine(fact));
  }

  #statedBy(rows: PlainRows): (StatedLines | undefined)[] {
    if (rows !== this.#statedRows) {
      this.#statedRows = rows;
      let all = this.#statedOf.get(rows);
      if (all === undefined) this.#statedOf.set(rows, (all = []));
      this.#stated = all;
    }
    return this.#stated;
  }

  /** The words that count of the value that does not count as a whole. */
  #wordsThatCount(plan: LinePlan, rows: PlainRows, row: number): string | undefined {
    const leftOut = plan.stated?.leftOut ?? -1;
    if (leftOut < 0) return '';
    const { starts, ends, escaped } = this.#inHand.spans;
    rows.values(row, plan.keys.length, starts, ends, escaped);
    const start = starts[leftOut] ?? 0;
    const end = ends[leftOut] ?? 0;
    if (start > rows.line.bodyEnd) return plan.row.brief?.wordsOfText(blockText(rows.line, start, end));
    return plan.row.brief?.wordsOf(rows.line.bytes, start, end, escaped[leftOut] === 1);
  }

  /** Lets the rows remember which pods the last of them told of, whose facts were given last, where it tells no more. */
  remember(rows: PlainRows, row: number, facts: readonly Fact[]): void {
    const told = this.#plans[rows.pattern(row)]?.told;
    if (told === undefined || soleMeaning(facts)?.turn !== told.turn) return;
    const { starts, ends } = this.#inHand.spans;
    rows.teachTold(starts[told.firstKey] ?? 0, ends[told.lastKey] ?? 0);
  }

  #factsBy(plan: LinePlan, line: PlainLine): readonly Fact[] {
    this.#inHand.hold(plan, line);
    const facts = (plan.row.facts as FactBuilder)(this.#inHand);
    if (facts === undefined) return NO_FACTS;
    if (!('kind' in facts)) return facts;
    this.#only[0] = facts;
    return this.#only;
  }

  /** Learns from a record and its facts how the place that wrote it writes its lines. */
  learn(record: LogRecord, facts: readonly Fact[]): void {
    if (facts.length === 0 || !(record instanceof ReadRecord)) return;
    const site = record.caller.plans;
    if (site instanceof PlannedSite && site.records >= MOST_RECORDS) return;
    for (const fact of facts) if (!traitsOf(fact.kind).planned) return;
    this.#learnFrom(record, facts);
  }

  #learnFrom(record: ReadRecord, facts: readonly Fact[]): void {
    const { severity, caller } = record;
    if (severity === undefined || severity === 'F' || record.isJson || caller.file === '') return;
    const meaning = soleMeaning(facts);
    // What stands in further lines counts for nothing where a line tells only which pods there are, and for little where it is known without its last value.
    if (
      (record.lines !== 1 || record.moreLines > 0) &&
      meaning === undefined &&
      findRow(record)?.row.brief === undefined
    )
      return;
    const site = caller.plans instanceof PlannedSite ? caller.plans : new PlannedSite();
    caller.plans = site;
    site.records += 1;
    const found = findRow(record);
    if (site.plans.length >= MOST_PLANS || found === undefined) return;
    const plan =
      record.form === 'unstructured'
        ? this.#printfPlan(record, found, severity)
        : this.#structuredPlan(record, found, severity);
    if (
      plan === undefined ||
      site.plans.some(
        (known) =>
          known.severity === severity && known.message === plan.message && known.keys.join() === plan.keys.join(),
      )
    )
      return;
    const { row, keys } = plan;
    if (row.facts === plegEvent) plan.event = eventPatternOf(plan);
    const [fact] = facts;
    if (keys.length > 0 && facts.length === 1 && fact !== undefined && traitsOf(fact.kind).restated)
      plan.stated = { leftOut: row.brief === undefined ? -1 : keys.indexOf(row.brief.field) };
    if (meaning !== undefined && facts[0]?.kind !== 'housekeeping') plan.told = toldPatternOf(plan, meaning.turn);
    this.#plans.push(plan);
    site.plans.push(plan);
  }

  #structuredPlan(record: ReadRecord, { row }: Found, severity: Severity): LinePlan | undefined {
    const { bytes, bodyStart, bodyEnd, message, pairs } = record;
    if (record.form !== 'structured' || row.form !== 'structured') return undefined;
    return LinePlan.of(
      this.#plans.length,
      row,
      severity,
      message,
      pairs.map((pair) => pair.key),
      bytes,
      bodyStart,
      bodyEnd,
    );
  }

  #printfPlan(record: ReadRecord, found: Found, severity: Severity): LinePlan | undefined {
    if (record.lines !== 1 || record.moreLines > 0) return undefined;
    return printfPlanOf(this.#plans.length, found, severity, record.caller.file);
  }
}
