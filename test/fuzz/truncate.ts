import { claimsBeyondEnd } from './claims.ts';
import type { SeedLog } from './seeds.ts';
import { analyseAll } from './stages.ts';

/** Cuts a log at so many places, evenly spread over its bytes, and analyses what is left. Gives what is wrong: exceptions, and claims about the time after the cut. */
export function truncationProblems(log: SeedLog, bytes: Uint8Array, places: number): readonly string[] {
  const problems: string[] = [];
  let last = -1;
  for (let place = 1; place <= places; place += 1) {
    const at = Math.floor((bytes.length * place) / places);
    if (at === last) continue;
    last = at;
    try {
      const analysis = analyseAll(bytes.subarray(0, at));
      if (analysis !== undefined)
        problems.push(...claimsBeyondEnd(analysis).map((claim) => `${log.name} cut at byte ${at}: ${claim}`));
    } catch (error) {
      problems.push(
        `${log.name} cut at byte ${at}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }
  return problems;
}
