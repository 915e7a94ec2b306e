/** What a search finds in a document: the marks, and of each lane the part that is lit. Pure. */
import { parseQuery, type QueryError } from '../src/timeline/query.ts';
import { matchMarks } from '../src/timeline/queryMatch.ts';
import { latestEnds, lowerBound, upperBound } from '../src/timeline/thinning.ts';
import type { Lane, TimelineDocument } from '../src/timeline/timelineDocument.ts';
import { offsetOf, type TimeScale } from './axis.ts';

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

/** Runs a search. */
export function runSearch(document: TimelineDocument, text: string, scale: TimeScale): Search {
  const parsed = parseQuery(text);
  const failed = parsed.ok ? {} : { error: parsed.error };
  if (parsed.terms.length === 0) return failed;
  const hits = matchMarks(document, parsed.terms, { origin: document.origin, offset: offsetOf(scale), reference: scale.reference });
  const found = new Uint32Array(document.marks.count);
  let size = 0;
  for (let mark = 0; mark < hits.length; mark += 1) {
    if (hits[mark] !== 1) continue;
    found[size] = mark;
    size += 1;
  }
  return { ...failed, result: { hits, found: found.slice(0, size), lit: document.lanes.map((lane) => litLane(lane, hits)) } };
}

/** What a search found, in words for the ear; while it cannot be read, why. `all` is the number of marks. */
export function searchSummary({ error, result }: Search, all: number): string {
  if (error !== undefined) return error.message;
  if (result === undefined) return `The search is empty: all ${all.toLocaleString('en')} marks are lit`;
  const found = result.found.length;
  return found === 0 ? 'No mark is found' : `${found.toLocaleString('en')} of ${all.toLocaleString('en')} ${all === 1 ? 'mark' : 'marks'} found`;
}

/** Counted first, then copied in plain loops: a search for a common word keeps a million items, and the page waits for it. */
function litLane(lane: Lane, hits: Uint8Array): LitLane | undefined {
  let size = 0;
  for (let place = 0; place < lane.mark.length; place += 1) if (hits[lane.mark[place] ?? -1] === 1) size += 1;
  if (size === 0) return undefined;
  const index = new Uint32Array(size);
  const part = {
    ...lane, start: new Float64Array(size), end: new Float64Array(size), style: new Uint8Array(size), level: new Uint8Array(size), proven: new Uint8Array(size), mark: new Int32Array(size),
  };
  for (let place = 0, kept = 0; place < lane.mark.length; place += 1) {
    const mark = lane.mark[place] ?? -1;
    if (hits[mark] !== 1) continue;
    index[kept] = place;
    part.start[kept] = lane.start[place] ?? 0;
    part.end[kept] = lane.end[place] ?? 0;
    part.style[kept] = lane.style[place] ?? 0;
    part.level[kept] = lane.level[place] ?? 0;
    part.proven[kept] = lane.proven[place] ?? 0;
    part.mark[kept] = mark;
    kept += 1;
  }
  return { lane: part, ends: latestEnds(part), index };
}

/** The found mark after or before `selected`, round at the ends; from `time` on when none of them is selected. -1: nothing was found. */
export function stepFound(result: SearchResult, document: Pick<TimelineDocument, 'marks'>, selected: number, time: number, by: 1 | -1): number {
  const { found } = result;
  if (found.length === 0) return -1;
  const from = selected >= 0 ? selected : by > 0 ? lowerBound(document.marks.time, time) - 1 : upperBound(document.marks.time, time);
  const next = by > 0 ? upperBound(found, from) : lowerBound(found, from) - 1;
  return found[(next + found.length) % found.length] ?? -1;
}

/** Which of the found marks is selected, from 1; 0: none of them. */
export function placeOfFound(result: SearchResult, selected: number): number {
  const place = lowerBound(result.found, selected);
  return selected >= 0 && result.found[place] === selected ? place + 1 : 0;
}
