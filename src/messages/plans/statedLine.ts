/** Lines that state what an earlier one did: by which values they are known, and what is kept of the first. */
import type { StatedPattern } from '../../journal/batch/kernel/linePattern.ts';
import type { Fact } from '../fact.ts';
import { beginsTurn, traitsOf } from '../factTraits.ts';
import { EVENT_DATA } from './eventValues.ts';
import type { LinePlan } from './linePlan.ts';

/** All keys that builders of facts read pods from. */
const POD_KEYS: ReadonlySet<string> = new Set(['pod', 'podUID', 'podID', 'pods', 'name', 'namespace', 'ctrName']);

/** By what it is known that a line of a plan states what an earlier one did, if that states such a fact; `undefined`: each line counts. */
export function statedPatternOf({ keys, row, valueCount }: LinePlan, fact: Fact): StatedPattern | undefined {
  const { again } = traitsOf(fact.kind);
  const flags = beginsTurn(fact);
  switch (again) {
    case 'counts':
      return undefined;
    case 'same-place':
      return { by: undefined, again: flags ? 'flag' : 'nothing' };
    case 'nothing-new': {
      const first = keys.findIndex((key) => POD_KEYS.has(key));
      const last = keys.findLastIndex((key) => POD_KEYS.has(key));
      return first < 0 ? undefined : { by: { first, last, leftOut: -1 }, again: flags ? 'flag' : 'nothing' };
    }
    case 'kept':
    case 'kept-with-id': {
      const leftOut = keys.indexOf(again === 'kept' ? (row.brief?.field ?? '') : EVENT_DATA);
      if (keys.length === 0 || (again === 'kept-with-id' && leftOut < 0)) return undefined;
      return { by: { first: 0, last: valueCount - 1, leftOut }, again: flags ? 'flagged-row' : 'row' };
    }
  }
}

/** Whether a line states just one fact, of a kind that says nothing new when its line comes again. */
export function tellsNothingNew(facts: readonly Fact[]): boolean {
  const [fact] = facts;
  const again = fact === undefined ? undefined : traitsOf(fact.kind).again;
  return facts.length === 1 && (again === 'nothing-new' || again === 'same-place');
}

/** What takes the further lines with certain values. Of one of the values only a few words may count: what takes those with others stands behind. */
export class StatedLine<Taker> {
  readonly #taker: Taker;
  readonly #words: string;
  readonly #further: StatedLine<Taker> | undefined;

  /** `words`: those that count, `''` where there is no such value; `further`: lines with others. */
  constructor(taker: Taker, words: string, further: StatedLine<Taker> | undefined) {
    this.#taker = taker;
    this.#words = words;
    this.#further = further;
  }

  /** What takes those with these words. */
  of(words: string): Taker | undefined {
    return this.#words === words ? this.#taker : this.#further?.of(words);
  }
}
