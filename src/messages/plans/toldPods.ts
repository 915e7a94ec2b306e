/**
 * Lines of probes that the loop takes, of pod configuration and of the sync ticker tell which pods there are, and nothing else that anybody keeps. Of such lines the bytes that name
 * the pods say all: whoever has seen them in a life of the kubelet learns nothing from a further line with the same, whatever else stands in it.
 */
import type { ToldPattern } from '../../journal/batch/kernel/linePattern.ts';
import type { LinePlan } from './linePlan.ts';

/** All keys that builders of facts read pods from. */
const POD_KEYS: ReadonlySet<string> = new Set(['pod', 'podUID', 'podID', 'pods', 'name', 'namespace', 'ctrName']);

/** Where lines of a plan name their pods; `undefined`: nowhere. */
export function toldPatternOf(plan: LinePlan, turn: boolean): ToldPattern | undefined {
  const firstKey = plan.keys.findIndex((key) => POD_KEYS.has(key));
  const lastKey = plan.keys.findLastIndex((key) => POD_KEYS.has(key));
  return firstKey < 0 ? undefined : { firstKey, lastKey, turn };
}
