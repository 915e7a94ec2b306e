import type { Instant } from '../../kubelet/time.ts';
import type { ProcessEvidence } from '../evidence.ts';
import type { Relist } from '../history.ts';
import { namedAt, type RelistBook } from '../relists/bookedRelists.ts';
import type { RuleText } from '../rule.ts';
import { STAMP_NOISE } from './margins.ts';

export const relistLogged: RuleText = {
  id: 'relist-logged',
  title: 'At -v=5 every relist is logged',
  reason: '“GenericPLEG: Relisting” is the first thing a relist does.',
  condition: 'The verbosity is 5 or more.',
  source: 'pkg/kubelet/pleg/generic.go, Relist, V(5), 1.8–1.36',
};

/** The relists of which only this line tells, at most `most` looked at. */
interface LoggedRelists {
  readonly relists: readonly Relist[];
  /** Lines that were not looked at, all after `last`. */
  readonly leftOut: number;
  readonly last: Instant;
}

/** The relists of a process that log their start and that no skip names. */
export function loggedRelistsOf(process: ProcessEvidence, book: RelistBook, most: number): LoggedRelists {
  const { relistStarts } = process.ledger;
  const logged = relistStarts.between((process.from - 1) as Instant, process.to, most);
  const relists: Relist[] = [];
  for (const { time, at } of logged) {
    const named = namedAt(book, time);
    if (named !== undefined && Math.abs(named.start - time) < STAMP_NOISE) continue;
    relists.push({
      process: process.id,
      scope: 'all',
      start: { min: (time - STAMP_NOISE) as Instant, max: time },
      outcome: 'unknown',
      evidence: [at],
    });
  }
  return {
    relists,
    leftOut: logged.length === most ? Math.max(0, relistStarts.size - logged.length) : 0,
    last: logged.at(-1)?.time ?? process.from,
  };
}
