/**
 * Facts of lines without a record. A place in the source writes its message always alike, so after one record its lines are read by a plan: the
 * same builders of the catalogue take their values straight from the bytes.
 */
import type { StatedPattern } from '../../journal/batch/kernel/linePattern.ts';
import type { PlainLine, PlainRows } from '../../journal/batch/plainLine.ts';
import type { Caller } from '../../journal/klog/caller.ts';
import type { ReadRecord } from '../../journal/klog/readRecord.ts';
import type { Severity } from '../../journal/record.ts';
import type { Fact } from '../fact.ts';
import { beginsTurn, traitsOf } from '../factTraits.ts';
import { blockText } from '../texts/blockText.ts';
import { LinePlan } from './linePlan.ts';
import { PlannedLine } from './plannedLine.ts';
import { printfPlanOf } from './printfPlan.ts';
import { findRow, type Found } from '../recognise/recognise.ts';
import { StatedLine, statedPatternOf } from './statedLine.ts';
import type { FactBuilder } from '../recognise/row.ts';

/** A place in the source writes its message with other keys at times (an error, a container). */
const MOST_PLANS = 4;
/** So many records of a place in a process run are enough to know how it writes. */
const MOST_RECORDS = 64;
const NO_FACTS: readonly Fact[] = [];
/** No words that count: a value that has to be read as text. */
const UNREAD = '?';

/** The plans of one place in the source. */
class PlannedSite {
  readonly plans: LinePlan[] = [];
  /** How many records of this process run were looked at. */
  processRun: object | undefined = undefined;
  records = 0;
}

/** `Taker`: what whoever takes the facts has for further lines that state the same. */
export class PlannedFacts<Taker = unknown> {
  readonly #plans: LinePlan[] = [];
  readonly #inHand = new PlannedLine();
  /** What takes stated lines by the numbers under which rows know them; numbers are those of one reader. */
  readonly #statedOf = new WeakMap<PlainRows, (StatedLine<Taker> | undefined)[]>();
  #statedRows: PlainRows | undefined;
  #stated: (StatedLine<Taker> | undefined)[] = [];
  /** Of a line with one fact; nobody keeps it. */
  readonly #only: Fact[] = [];
  readonly #sites = new WeakMap<Caller, PlannedSite>();

  /** The facts of a line that somebody else has read by a plan; the array is good until the next call. */
  factsOfRow(rows: PlainRows, row: number): readonly Fact[] {
    const plan = this.#plans[rows.pattern(row)];
    if (plan === undefined) return NO_FACTS;
    const { starts, ends, escaped } = this.#inHand.spans;
    rows.values(row, plan.keys.length, starts, ends, escaped);
    return this.#factsBy(plan, rows.line);
  }

  /** What takes such a line, if it is known by its values what it states; `undefined`: its facts have to be made. */
  takerOfRow(rows: PlainRows, row: number): Taker | undefined {
    const number = rows.stated(row);
    if (number < 0) return undefined;
    const known = this.#statedBy(rows)[number];
    const plan = this.#plans[rows.pattern(row)];
    return known === undefined || plan === undefined
      ? undefined
      : known.of(this.#wordsThatCount(plan, rows, row) ?? UNREAD);
  }

  /** Lets a line with the same values as the last of the rows, whose facts were given last, be known by them: `taker` takes it (`takerOfRow`), or it has no row. */
  rememberStated(rows: PlainRows, row: number, facts: readonly Fact[], taker: Taker): void {
    const plan = this.#plans[rows.pattern(row)];
    if (plan?.stated?.by === undefined || !isKnownAgain(facts, plan.stated)) return;
    const words = this.#wordsThatCount(plan, rows, row);
    if (words === undefined) return;
    const known = rows.stated(row);
    const number = known < 0 ? rows.teachStated(row) : known;
    if (number < 0) return;
    const all = this.#statedBy(rows);
    const others = known < 0 ? undefined : all[number];
    all[number] = new StatedLine(taker, words, others);
  }

  #statedBy(rows: PlainRows): (StatedLine<Taker> | undefined)[] {
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
    const leftOut = plan.stated?.by?.leftOut ?? -1;
    const { brief } = plan.row;
    if (leftOut < 0 || brief === undefined) return '';
    const { starts, ends, escaped } = this.#inHand.spans;
    rows.values(row, plan.keys.length, starts, ends, escaped);
    const start = starts[leftOut] ?? 0;
    const end = ends[leftOut] ?? 0;
    if (start > rows.line.bodyEnd) return brief.wordsOfText(blockText(rows.line, start, end));
    return brief.wordsOf(rows.line.bytes, start, end, escaped[leftOut] === 1);
  }

  #factsBy(plan: LinePlan, line: PlainLine): readonly Fact[] {
    this.#inHand.hold(plan, line);
    const facts = (plan.row.facts as FactBuilder)(this.#inHand);
    if (facts === undefined) return NO_FACTS;
    if (!('kind' in facts)) return facts;
    this.#only[0] = facts;
    return this.#only;
  }

  /** How the place that wrote a record, which states these facts, writes its lines; `undefined`: they have to come as records. `processRun`: of the kubelet that wrote it. */
  planOf(record: ReadRecord, facts: readonly Fact[], processRun: object): LinePlan | undefined {
    const { severity, caller } = record;
    if (facts.length === 0 || severity === undefined || severity === 'F' || record.isJson || caller.file === '')
      return undefined;
    for (const fact of facts) if (!traitsOf(fact.kind).planned) return undefined;
    const site = this.#siteOf(caller);
    if (site.processRun !== processRun) {
      site.processRun = processRun;
      site.records = 0;
    }
    if (site.records >= MOST_RECORDS) return undefined;
    site.records += 1;
    const found = findRow(record);
    // What stands in further lines counts for nothing where a line tells only which pods there are, and for little where it is known without its last value.
    const isAlone = record.lines === 1 && record.moreLines === 0;
    if (found === undefined || (!isAlone && !tellsNothingNew(facts) && found.row.brief === undefined)) return undefined;
    const plan =
      record.form === 'unstructured'
        ? this.#printfPlan(record, found, severity)
        : this.#structuredPlan(record, found, severity);
    if (plan === undefined) return undefined;
    const known = site.plans.find((other) => other.isLike(plan));
    if (known !== undefined || site.plans.length >= MOST_PLANS) return known;
    this.#keep(plan, facts);
    site.plans.push(plan);
    return plan;
  }

  #siteOf(caller: Caller): PlannedSite {
    const known = this.#sites.get(caller);
    if (known !== undefined) return known;
    const site = new PlannedSite();
    this.#sites.set(caller, site);
    return site;
  }

  /** Gives a new plan its number, and says what its lines are known by. */
  #keep(plan: LinePlan, facts: readonly Fact[]): void {
    const [fact] = facts;
    if (fact !== undefined && facts.length === 1) plan.stated = statedPatternOf(plan, fact);
    this.#plans.push(plan);
  }

  #structuredPlan(record: ReadRecord, { row }: Found, severity: Severity): LinePlan | undefined {
    const { bytes, bodyStart, bodyEnd, pairs } = record;
    if (record.form !== 'structured' || row.form !== 'structured') return undefined;
    const keys = pairs.map(({ key }) => key);
    return LinePlan.of(this.#plans.length, row, severity, keys, bytes, bodyStart, bodyEnd);
  }

  #printfPlan(record: ReadRecord, found: Found, severity: Severity): LinePlan | undefined {
    if (record.lines !== 1 || record.moreLines > 0) return undefined;
    return printfPlanOf(this.#plans.length, found, severity, record.caller.file);
  }
}

/** Whether a line that states these facts states no more than its pattern says. */
function isKnownAgain(facts: readonly Fact[], { again }: StatedPattern): boolean {
  const [fact] = facts;
  if (fact === undefined) return again === 'row';
  if (facts.length > 1) return false;
  const isRow = again === 'row' || again === 'flagged-row';
  const flags = again === 'flag' || again === 'flagged-row';
  return isRow !== tellsNothingNew(facts) && traitsOf(fact.kind).again !== 'counts' && beginsTurn(fact) === flags;
}

/** Whether a line states just one fact, of a kind that tells nothing new when its line comes again. */
function tellsNothingNew(facts: readonly Fact[]): boolean {
  const [fact] = facts;
  const again = fact === undefined ? undefined : traitsOf(fact.kind).again;
  return facts.length === 1 && (again === 'nothing-new' || again === 'same-place');
}
