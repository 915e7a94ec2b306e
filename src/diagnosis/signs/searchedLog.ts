/**
 * A log that was searched for a word before it was saved (`grep -i skipping`, `grep -i pleg`), or of which a few lines were picked: of such a log the absence of
 * other lines proves nothing. Told by what it holds: a kubelet that runs for minutes writes other lines too, so that a log in which every record has the word was
 * picked by it.
 */
import type { ProvenHistory } from '../../inference/history.ts';
import type { FactKind } from '../../messages/fact.ts';
import { kindsWith } from '../../messages/factTraits.ts';
import { arePicked } from '../../inference/streams/pickedLines.ts';
import type { FactIndex } from '../factIndex.ts';

/** By what the lines were picked, in words: `Every line here has the word "skipping"`. Or there are `few` of them for the time that they cover. */
export type Searched = string;

/** The kubelet's lines about calls that failed are of this severity, and from 1.17 on its skips are (pkg/kubelet/kubelet.go `syncLoop`). */
const NO_ERRORS = 'No line here is of severity E';

/** Kinds of which the text always has the word; conditions and skips may name PLEG or not, and are looked at one by one. */
const WITH_SKIPPING = kindsWith(({ word }) => word === 'skipping');
const WITH_PLEG = kindsWith(({ word }) => word === 'PLEG');
/** None of these has either word; most whole logs have one of them, and then nothing has to be counted. */
const WITH_NEITHER = kindsWith(({ word }) => word === 'other');

/** What a log with an unhealthy time was searched for; `undefined` for a whole one. */
export function searchedFor(history: ProvenHistory, facts: FactIndex): Searched | undefined {
  const { counts, skips, span } = history;
  if (skips.length === 0) return history.isWithoutErrors === true ? NO_ERRORS : undefined;
  const word = wordOf(counts, skips, facts) ?? history.commonWord;
  if (word !== undefined) return `Every line here has the word "${word}"`;
  return span !== undefined && arePicked(counts.records - counts.unparsedLines, span.from, span.to) ? 'few' : undefined;
}

function wordOf(
  counts: ProvenHistory['counts'],
  skips: ProvenHistory['skips'],
  facts: FactIndex,
): Searched | undefined {
  if (WITH_NEITHER.some((kind) => facts.all(kind).length > 0)) return undefined;
  // What stands between pasted lines (`...`) has no word.
  const others = Math.max(0, counts.records - counts.unparsedLines - counts.skips);
  if (others === 0 || others === countOf(facts, WITH_SKIPPING)) return 'skipping';
  const withPleg =
    facts.all('node-condition').filter((fact) => fact.text?.includes('PLEG') === true).length +
    facts.all('inspect-failed').length;
  const named = skips.every((skip) => skip.reasons.some(({ kind }) => kind === 'pleg-stale' || kind === 'pleg-never'));
  return named && others === counts.plegEvents + withPleg + countOf(facts, WITH_PLEG) ? 'PLEG' : undefined;
}

function countOf(facts: FactIndex, kinds: readonly FactKind[]): number {
  return kinds.reduce((sum, kind) => sum + facts.all(kind).length, 0);
}
