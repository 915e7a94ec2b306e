/** How the places in the source write their lines, each known from one record, so that the kernel can take the next ones without. A place writes one message, nearly always. */
import { onceFor } from '../../kubelet/oncePer.ts';
import type { LinePattern } from '../../journal/batch/kernel/linePattern.ts';
import type { Caller } from '../../journal/klog/caller.ts';
import type { ReadRecord } from '../../journal/klog/readRecord.ts';
import type { Severity } from '../../journal/record.ts';
import type { Fact } from '../fact.ts';
import { traitsOf } from '../factTraits.ts';
import { findRow } from '../recognise/recognise.ts';
import { LinePlan } from './linePlan.ts';
import { NothingPattern } from './nothingPattern.ts';
import { printfPlanOf } from './printfPlan.ts';
import { statedPatternOf, tellsNothingNew } from './statedLine.ts';

/** More than a place has messages, severities and sets of keys: beyond are texts that nobody foresees, each of which would have its own. */
const MOST_PATTERNS = 16;
/** So many records of a place in a process run are enough to know how it writes. */
const MOST_RECORDS = 64;

/** One place in the source. */
class Place {
  readonly patterns: (LinePlan | NothingPattern)[] = [];
  /** How many records of this process run were looked at. */
  processRun: object | undefined = undefined;
  records = 0;
}

/** The patterns of one reader's lines. */
export class LinePatterns {
  readonly #plans: LinePlan[] = [];
  readonly #places = new WeakMap<Caller, Place>();

  /** The plan of this number. */
  plan(number: number): LinePlan | undefined {
    return this.#plans[number];
  }

  /** Of lines like a record, which states these facts; `undefined`: they have to come as records. `processRun`: of the kubelet that wrote it. */
  of(record: ReadRecord, facts: readonly Fact[], processRun: object): LinePattern | undefined {
    const { severity, caller } = record;
    if (severity === undefined || severity === 'F' || record.isJson) return undefined;
    const place = this.#placeOf(caller);
    const pattern =
      facts.length > 0
        ? this.#planOf(record, severity, facts, place, processRun)
        : record.moreLines > 0
          ? undefined
          : NothingPattern.of(record, severity);
    if (pattern === undefined) return undefined;
    const known = place.patterns.find((other) => other.isLike(pattern));
    if (known !== undefined || place.patterns.length >= MOST_PATTERNS) return known;
    if (pattern instanceof LinePlan) this.#keep(pattern, facts);
    place.patterns.push(pattern);
    return pattern;
  }

  #placeOf(caller: Caller): Place {
    return onceFor(this.#places, caller, () => new Place());
  }

  #planOf(
    record: ReadRecord,
    severity: Severity,
    facts: readonly Fact[],
    place: Place,
    processRun: object,
  ): LinePlan | undefined {
    if (record.caller.file === '' || facts.some(({ kind }) => !traitsOf(kind).planned)) return undefined;
    if (place.processRun !== processRun) {
      place.processRun = processRun;
      place.records = 0;
    }
    if (place.records >= MOST_RECORDS) return undefined;
    place.records += 1;
    const found = findRow(record);
    // What stands in further lines counts for nothing where a line tells only which pods there are, and for little where it is known without its last value.
    const isAlone = record.lines === 1 && record.moreLines === 0;
    if (found === undefined || (!isAlone && !tellsNothingNew(facts) && found.row.brief === undefined)) return undefined;
    const number = this.#plans.length;
    if (record.form === 'unstructured')
      return isAlone ? printfPlanOf(number, found, severity, record.caller.file) : undefined;
    if (record.form !== 'structured' || found.row.form !== 'structured') return undefined;
    const keys = record.pairs.map(({ key }) => key);
    return LinePlan.of(number, found.row, severity, keys, record.bytes, record.bodyStart, record.bodyEnd);
  }

  /** Lets a new plan have its number, and says what its lines are known by. */
  #keep(plan: LinePlan, facts: readonly Fact[]): void {
    const [fact] = facts;
    if (fact !== undefined && facts.length === 1) plan.stated = statedPatternOf(plan, fact);
    this.#plans.push(plan);
  }
}
