/** Searches a document: the marks that match, and of each lane the part that is lit. Pure. Comes on demand: most panels are never searched. */
import { parseQuery } from '../../src/timeline/search/query.ts';
import { matchMarks } from '../../src/timeline/search/queryMatch.ts';
import { latestEnds } from '../../src/timeline/series/thinning.ts';
import type { Lane, TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import { offsetOf, type TimeScale } from '../charts/axis.ts';
import type { LitLane, Search } from './search.ts';

/** Runs a search. */
export function runSearch(document: TimelineDocument, text: string, scale: TimeScale): Search {
  const parsed = parseQuery(text);
  const failed = parsed.ok ? {} : { error: parsed.error };
  if (parsed.terms.length === 0) return failed;
  const hits = matchMarks(document, parsed.terms, {
    origin: document.origin,
    offset: offsetOf(scale),
    reference: scale.reference,
  });
  const found = new Uint32Array(document.marks.count);
  let size = 0;
  for (let mark = 0; mark < hits.length; mark += 1) {
    if (hits[mark] !== 1) continue;
    found[size] = mark;
    size += 1;
  }
  return {
    ...failed,
    result: { hits, found: found.slice(0, size), lit: document.lanes.map((lane) => litLane(lane, hits)) },
  };
}

/** Counted first, then copied in plain loops: a search for a common word keeps a million items, and the page waits for it. */
function litLane(lane: Lane, hits: Uint8Array): LitLane | undefined {
  let size = 0;
  for (let place = 0; place < lane.mark.length; place += 1) if (hits[lane.mark[place] ?? -1] === 1) size += 1;
  if (size === 0) return undefined;
  const index = new Uint32Array(size);
  const part = {
    ...lane,
    start: new Float64Array(size),
    end: new Float64Array(size),
    style: new Uint8Array(size),
    level: new Uint8Array(size),
    proven: new Uint8Array(size),
    mark: new Int32Array(size),
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
