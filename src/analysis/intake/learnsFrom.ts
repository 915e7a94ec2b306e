import type { Fact } from '../../messages/fact.ts';
import { repeatedBy } from '../../messages/factTraits.ts';

/** Whether the sorter learns texts of lines that state this. */
export function learnsFrom([fact]: readonly Fact[]): boolean {
  const repeated = fact === undefined ? 'no' : repeatedBy(fact);
  return repeated === 'text' || repeated === 'text-before-output';
}
