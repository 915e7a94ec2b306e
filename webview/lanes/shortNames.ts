/** What a mark is called where its name has not enough room: first without what its lane and its bar say already, then only what tells it from others. Pure. */
import type { LaneKind } from '../../src/timeline/timelineDocument.ts';

/** What the lane says already, at the begin of a name. */
const SAID: Readonly<Partial<Record<LaneKind, readonly string[]>>> = {
  relists: [
    'Relist of one pod hung in ',
    'Relist hung in ',
    'Relist failed in ',
    'Relist slow in ',
    'Relist took ',
    'No good relist for ',
    'Relist of one pod ',
    'Relist ',
  ],
  housekeeping: ['Housekeeping took ', 'Housekeeping '],
  pod: ['PLEG: ', 'PLEG sees '],
  container: ['PLEG: ', 'PLEG sees '],
  other: ['Node event '],
};

/** `what` first, then shorter and shorter. */
export function shorterNames(what: string, kind: LaneKind): readonly string[] {
  const said = SAID[kind]?.find((known) => what.startsWith(known) && what.length > known.length);
  const own = (said === undefined ? what : what.slice(said.length))
    .replaceAll(' for ', ' ')
    .replace(': DeadlineExceeded', ': timed out');
  const end = firstBreak(own);
  return [...new Set([what, own, end < 0 ? own : own.slice(0, end)])];
}

/** Where what is essential ends: before a colon, a comma, a bracket or what it was about; what failed is known by its colour. */
function firstBreak(text: string): number {
  const ends = [' failed', ' while ', ': ', ', ', ' ('].map((mark) => text.indexOf(mark)).filter((at) => at > 0);
  return ends.length === 0 ? -1 : Math.min(...ends);
}
