/** What a search has found in a document, and ways through it. Pure; runSearch.ts searches. */
import { lowerBound, upperBound } from '../../src/kubelet/ordered.ts';
import type { QueryError } from '../../src/timeline/search/query.ts';
import type { Lane, TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import { t } from '../page/words.ts';

/** The part of a lane that a search found, drawn over the dimmed rest. */
export interface LitLane {
  readonly lane: Lane;
  readonly ends: Float64Array;
  /** Index of each in the whole lane. */
  readonly index: Uint32Array;
}

export interface SearchResult {
  /** 1 for each mark that was found. */
  readonly hits: Uint8Array;
  /** The found marks, by time. */
  readonly found: Uint32Array;
  /** For each lane; `undefined` where nothing was found. */
  readonly lit: readonly (LitLane | undefined)[];
}

export interface Search {
  readonly error?: QueryError;
  /** Absent when nothing is searched for: everything is lit. While the text has an error it is that of the terms before it. */
  readonly result?: SearchResult;
}

/** What a search found, in words for the ear; while it cannot be read, why. `all` is the number of marks. */
export function searchSummary({ error, result }: Search, all: number): string {
  if (error !== undefined) return error.message;
  if (result === undefined) return t('The search is empty: all {0} marks are shown', all.toLocaleString('en'));
  const found = result.found.length;
  return found === 0
    ? t('No marks match')
    : t(
        all === 1 ? '{0} of {1} mark matches' : found === 1 ? '{0} of {1} marks matches' : '{0} of {1} marks match',
        found.toLocaleString('en'),
        all.toLocaleString('en'),
      );
}

/** The found mark after or before `selected`, round at the ends; from `time` on when none of them is selected. -1: nothing was found. */
export function stepFound(
  result: SearchResult,
  document: Pick<TimelineDocument, 'marks'>,
  selected: number,
  time: number,
  by: 1 | -1,
): number {
  const { found } = result;
  if (found.length === 0) return -1;
  const from =
    selected >= 0
      ? selected
      : by > 0
        ? lowerBound(document.marks.time, time) - 1
        : upperBound(document.marks.time, time);
  const next = by > 0 ? upperBound(found, from) : lowerBound(found, from) - 1;
  return found[(next + found.length) % found.length] ?? -1;
}

/** Which of the found marks is selected, from 1; 0: none of them. */
export function placeOfFound(result: SearchResult, selected: number): number {
  const place = lowerBound(result.found, selected);
  return selected >= 0 && result.found[place] === selected ? place + 1 : 0;
}
