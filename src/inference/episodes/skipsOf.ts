import type { Fact, SkipFact } from '../../messages/fact.ts';
import type { ProcessEvidence } from '../evidence.ts';
import type { Episode, Skip } from '../history.ts';
import { namingReason, startOfNamed } from '../relists/namedRelist.ts';
import type { ProcessLedger } from '../streams/ledger.ts';
import type { EpisodeDraft } from './episodeParts.ts';

/** The kept skips in the order in which they were appended, each with its episode. `isFolded`: those of folded episodes are left out. */
export function skipsOf(
  evidences: readonly ProcessEvidence[],
  drafts: readonly EpisodeDraft[],
  episodes: readonly Episode[],
  order: readonly SkipFact[],
  isFolded: boolean,
): readonly Skip[] {
  const episodeOf = new Map<Fact, string>();
  drafts.forEach((draft, index) => {
    for (const skip of draft.run?.skips ?? []) episodeOf.set(skip.fact, episodes[index]?.id ?? '');
  });
  const ledgerOf = new Map<SkipFact, ProcessLedger>();
  for (const { skips, ledger } of evidences) for (const fact of skips) ledgerOf.set(fact, ledger);
  const skips: Skip[] = [];
  for (const fact of order) {
    const ledger = ledgerOf.get(fact);
    const episode = episodeOf.get(fact);
    if (ledger === undefined || (isFolded && episode === undefined)) continue;
    const reason = namingReason(fact);
    const foldedBefore = ledger.foldedBefore(fact)?.count;
    const skip: { -readonly [Key in keyof Skip]: Skip[Key] } = {
      source: fact.source,
      line: fact.line,
      time: fact.time,
      process: ledger.id,
      reasons: fact.reasons,
    };
    if (reason !== undefined) skip.lastRelist = startOfNamed(fact, reason);
    if (episode !== undefined) skip.episode = episode;
    if (foldedBefore !== undefined) skip.foldedBefore = foldedBefore;
    skips.push(skip);
  }
  return skips;
}
