/** Lines that state what an earlier one did: by which values they are known, and what is kept of the first. */
import type { StatedPattern } from '../../journal/batch/kernel/linePattern.ts';
import type { Fact } from '../fact.ts';
import { beginsTurn, traitsOf } from '../factTraits.ts';
import type { LinePlan } from './linePlan.ts';

/** All keys that builders of facts read pods from. */
const POD_KEYS: ReadonlySet<string> = new Set(['pod', 'podUID', 'podID', 'pods', 'name', 'namespace', 'ctrName']);

/** By what it is known that a line of a plan states what an earlier one did, if that states such a fact; `undefined`: each line counts. */
export function statedPatternOf({ keys, row, valueCount }: LinePlan, fact: Fact): StatedPattern | undefined {
  const { again } = traitsOf(fact.kind);
  if (again === 'counts') return undefined;
  if (again === 'kept') {
    const leftOut = row.brief === undefined ? -1 : keys.indexOf(row.brief.field);
    return keys.length === 0 ? undefined : { by: { first: 0, last: valueCount - 1, leftOut }, again: 'row' };
  }
  const silently = beginsTurn(fact) ? 'turn' : 'nothing';
  if (again === 'same-place') return { by: undefined, again: silently };
  const first = keys.findIndex((key) => POD_KEYS.has(key));
  const last = keys.findLastIndex((key) => POD_KEYS.has(key));
  return first < 0 ? undefined : { by: { first, last, leftOut: -1 }, again: silently };
}

/**
 * What lines with certain values state, made of the first of them: a further one states the same at another time and place, so that no fact is made of it. Of one of the values only a
 * few words may count: lines with others of these stand behind each other.
 */
export class StatedLine {
  /** What the first one stated; `undefined`: nothing. */
  readonly fact: Fact | undefined;
  readonly #words: string;
  readonly #further: StatedLine | undefined;
  /** Room for who keeps it once for all its lines, and the number under which that is. */
  keptBy: object | undefined = undefined;
  keptAt = -1;

  /** `words`: those that count, `''` where there is no such value; `further`: lines with others. */
  constructor(fact: Fact | undefined, words = '', further?: StatedLine) {
    this.fact = fact;
    this.#words = words;
    this.#further = further;
  }

  /** Those with these words. */
  of(words: string): StatedLine | undefined {
    return this.#words === words ? this : this.#further?.of(words);
  }
}
