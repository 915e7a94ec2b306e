/** Facts of lines without a record: the same builders of the catalogue take their values straight from the bytes. */
import type { StatedPattern } from '../../journal/batch/kernel/linePattern.ts';
import type { PlainLine, PlainRows } from '../../journal/batch/plainLine.ts';
import type { Fact } from '../fact.ts';
import { beginsTurn, traitsOf } from '../factTraits.ts';
import type { FactBuilder } from '../recognise/row.ts';
import type { LinePatterns } from './linePatterns.ts';
import type { LinePlan } from './linePlan.ts';
import type { PlannedLine } from './plannedLine.ts';
import { StatedLine, tellsNothingNew } from './statedLine.ts';

const NO_FACTS: readonly Fact[] = [];
/** No words that count: a value that has to be read as text. */
const UNREAD = '?';

/** Reads the rows of one reader by its patterns. `Taker`: what whoever takes the facts has for further lines that state the same. */
export class PlannedFacts<Taker = unknown> {
  readonly #patterns: LinePatterns;
  readonly #inHand: PlannedLine;
  /** What takes stated lines by the numbers under which rows know them. */
  readonly #stated: (StatedLine<Taker> | undefined)[] = [];
  /** Of a line with one fact; nobody keeps it. */
  readonly #only: Fact[] = [];

  /** `inHand`: shows lines to builders, for as many readers as there are. */
  constructor(patterns: LinePatterns, inHand: PlannedLine) {
    this.#patterns = patterns;
    this.#inHand = inHand;
  }

  /** The facts of a line that somebody else has read by a plan; the array is good until the next call. */
  factsOfRow(rows: PlainRows, row: number): readonly Fact[] {
    const plan = this.#patterns.plan(rows.pattern(row));
    if (plan === undefined) return NO_FACTS;
    const { starts, ends, escaped } = this.#inHand.spans;
    rows.values(row, plan.keys.length, starts, ends, escaped);
    return this.#factsBy(plan, rows.line);
  }

  /** What takes such a line, if it is known by its values what it states; `undefined`: its facts have to be made. */
  takerOfRow(rows: PlainRows, row: number): Taker | undefined {
    const number = rows.stated(row);
    if (number < 0) return undefined;
    const known = this.#stated[number];
    const plan = this.#patterns.plan(rows.pattern(row));
    if (known === undefined || plan === undefined) return undefined;
    if (!hasBriefValue(plan)) return known.of('');
    const { starts, ends, escaped } = this.#inHand.spans;
    rows.values(row, plan.keys.length, starts, ends, escaped);
    return known.of(this.#inHand.wordsOf(plan, rows.line) ?? UNREAD);
  }

  /** Lets a line with the same values as the last of the rows, whose facts were given last, be known by them: `taker` takes it (`takerOfRow`), or it has no row. */
  rememberStated(rows: PlainRows, row: number, facts: readonly Fact[], taker: Taker): void {
    const plan = this.#patterns.plan(rows.pattern(row));
    if (plan?.stated?.by === undefined || !isKnownAgain(facts, plan.stated)) return;
    const words = hasBriefValue(plan) ? this.#inHand.words : '';
    if (words === undefined) return;
    const known = rows.stated(row);
    const number = known < 0 ? rows.intern(row) : known;
    if (number < 0) return;
    const others = known < 0 ? undefined : this.#stated[number];
    this.#stated[number] = new StatedLine(taker, words, others);
  }

  #factsBy(plan: LinePlan, line: PlainLine): readonly Fact[] {
    this.#inHand.hold(plan, line);
    const facts = (plan.row.facts as FactBuilder)(this.#inHand);
    if (facts === undefined) return NO_FACTS;
    if (!('kind' in facts)) return facts;
    this.#only[0] = facts;
    return this.#only;
  }
}

/** Whether lines of a plan have a value that does not count as a whole, but by a few words. */
function hasBriefValue({ stated, row }: LinePlan): boolean {
  return (stated?.by?.leftOut ?? -1) >= 0 && row.brief !== undefined;
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
