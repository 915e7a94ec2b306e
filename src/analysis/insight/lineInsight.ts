/**
 * What a line is and what follows from it in this log, in plain sentences. Pure: the hover asks it today, the page can.
 * The explanation of the message itself comes from the catalogue; the sentences here come from the reconstruction.
 */
import type { AttributedFact, LineReference } from '../../inference/history.ts';
import type { AnswerPart } from '../../diagnosis/finding.ts';
import { printable } from '../../kubelet/printable.ts';
import type { IndexedRecord } from './lineIndex.ts';
import type { InsightIndex } from './insightIndex.ts';
import { lineClock } from './lineClock.ts';
import { skipSentences } from './insightOfSkip.ts';
import { plegEventSentences } from './insightOfEvent.ts';
import { factSentences } from './insightOfFact.ts';
import { generalSentences } from './insightOfPlace.ts';

/** One sentence as it is written; a part may name the line it rests on. */
export type InsightSentence = readonly (Omit<AnswerPart, 'text'> & { readonly text: string })[];

/** What follows from a line here. Empty when the analysis has nothing to add to the message's own explanation. */
export interface LineInsight {
  readonly at: LineReference;
  /** What the log's texts in them hide is visible. */
  readonly sentences: readonly (readonly AnswerPart[])[];
}

/** What follows from the record at a line. `record` is the index's record for it (its first line counts); `index` that of a finished analysis. */
export function lineInsight(record: IndexedRecord, source: number, index: InsightIndex): LineInsight {
  const at: LineReference = { source, line: record.line };
  const skip = index.skip(at);
  const event = index.plegEvent(at);
  const facts: readonly AttributedFact[] = index.facts(at);
  const time = record.time ?? facts[0]?.fact.time;
  const clock = lineClock(time);
  const sentences: InsightSentence[] = [];
  if (skip !== undefined) sentences.push(...skipSentences(skip, index, clock));
  // Lines that were pasted without their stamps have no times that could be told.
  const isTimed = index.analysis.reconstruction.history.span !== undefined;
  if (event !== undefined && isTimed) sentences.push(...plegEventSentences(event, index, clock));
  // A call that failed while a pod was inspected: that says it all.
  const isInspection = facts.some(({ fact }) => fact.kind === 'inspect-failed');
  for (const { fact, process } of facts) {
    if (isInspection && fact.kind === 'runtime-call-failed') continue;
    if ((!isTimed && fact.kind !== 'kubelet-exit') || (fact.kind === 'skip' && skip !== undefined)) continue;
    sentences.push(...factSentences(fact, process, index, clock));
  }
  sentences.push(
    ...generalSentences(at, record.time, clock, skip === undefined && event === undefined ? facts : undefined, index),
  );
  return { at, sentences: sentences.map((parts) => parts.map((part) => ({ ...part, text: printable(part.text) }))) };
}

/** The sentences as plain text, one line each, without their references. */
export function insightText(insight: LineInsight): string {
  return insight.sentences.map((sentence) => sentence.map((part) => part.text).join('')).join('\n');
}
