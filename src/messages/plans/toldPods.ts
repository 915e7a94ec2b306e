/**
 * Lines of probes that the loop takes, of pod configuration and of the sync ticker tell which pods there are, and nothing else that anybody keeps. Of such lines the bytes that name
 * the pods say all: whoever has seen them in a life of the kubelet learns nothing from a further line with the same, whatever else stands in it. Lines of housekeeping
 * tell the same each time.
 */
import type { ToldPattern } from '../../journal/batch/kernel/linePattern.ts';
import type { Fact } from '../fact.ts';
import { beginsTurn, repeatedBy } from '../factTraits.ts';
import type { LinePlan } from './linePlan.ts';

/** All keys that builders of facts read pods from. */
const POD_KEYS: ReadonlySet<string> = new Set(['pod', 'podUID', 'podID', 'pods', 'name', 'namespace', 'ctrName']);

/** What lines of a plan tell that state such a fact, if nothing more; `undefined`: more. */
export function toldPatternOf({ keys }: LinePlan, fact: Fact): ToldPattern | undefined {
  const turn = beginsTurn(fact);
  const repeated = repeatedBy(fact);
  if (repeated === 'place') return { keys: undefined, turn };
  const first = keys.findIndex((key) => POD_KEYS.has(key));
  const last = keys.findLastIndex((key) => POD_KEYS.has(key));
  return repeated === 'no' || first < 0 ? undefined : { keys: { first, last }, turn };
}
