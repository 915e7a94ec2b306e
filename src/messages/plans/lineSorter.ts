/**
 * Sorts lines before anybody makes a record of them: those that give no fact, those that mean what every line of their place means, and those that have
 * to be read. A place in the source writes one message, so most lines are sorted by comparing its bytes with those of the line before.
 */
import { SORT_ALL, SORT_NOTHING, SORT_READ, SORT_WORDS } from '../../journal/batch/kernel/layout.ts';
import type { Lesson } from '../../journal/batch/kernel/lineKernel.ts';
import { KnownBytes } from '../../journal/bytes/knownBytes.ts';
import type { PlainLine } from '../../journal/batch/plainLine.ts';
import { ReadRecord } from '../../journal/klog/readRecord.ts';
import type { LogRecord } from '../../journal/record.ts';
import type { Fact } from '../fact.ts';
import { beginsTurn, repeatedBy } from '../factTraits.ts';
import { type MessageSort, sortMessage } from '../recognise/reject.ts';
import type { Words } from '../recognise/words.ts';

/**
 * What a line means that says the same as an earlier one: facts of kinds that tell nothing new the second time, but that the sync loop began a turn.
 */
export interface KnownLine {
  /** Id of the catalogue row. */
  readonly message: string;
  /** The sync loop wrote it at the start of a turn. */
  readonly turn: boolean;
}

/** One message of a place in the source, as its last line showed it. */
class Site {
  /** Another message of the same place. */
  readonly further: Site | undefined;
  /** The message, or its beginning where the rest may differ. */
  readonly beginning = new KnownBytes();
  sort: MessageSort = 'read';
  /** For `nothing`: lines with one of these words have to be read. */
  unless: Words | undefined = undefined;
  /** Every line of this site means this. */
  known: KnownLine | undefined = undefined;

  constructor(further: Site | undefined) {
    this.further = further;
  }
}

/** So many messages of one place in the source are known at once. */
const MOST_MESSAGES = 4;

export class LineSorter {
  /** What the line means that `admits` was last asked about; `undefined`: nothing. */
  known: KnownLine | undefined = undefined;
  /** What that line has in common with others that mean the same. */
  readonly lesson: Lesson = {
    sort: SORT_READ,
    beginning: 0,
    turn: false,
    plan: undefined,
    unless: undefined,
  };

  /** True when no record is needed: `known` says what the line means. */
  admits(line: PlainLine): boolean {
    const { lesson } = this;
    lesson.sort = SORT_READ;
    if (line.severity === 'F') return false;
    const { view, bodyStart, bodyEnd, caller } = line;
    const site = siteOf(caller.site, view, bodyStart, bodyEnd) ?? visit(line);
    if (site === undefined) return false;
    this.known = site.known;
    lesson.beginning = site.beginning.length;
    lesson.unless = undefined;
    if (site.unless !== undefined) {
      if (site.unless.standIn(line.bytes, bodyStart, bodyEnd)) return false;
      lesson.turn = false;
      lesson.unless = site.unless.telling;
      lesson.sort = SORT_WORDS;
      return true;
    }
    if (site.sort !== 'nothing' && site.known === undefined) return false;
    lesson.sort = site.known === undefined ? SORT_NOTHING : SORT_ALL;
    lesson.turn = site.known?.turn === true;
    return true;
  }

  /** Learns from the facts of a record what every line of its place in the source means, if they are all alike. */
  learn(record: LogRecord, facts: readonly Fact[]): void {
    if (!(record instanceof ReadRecord) || (record.rest?.more !== undefined && record.rest.more !== '')) return;
    const { bytes, bodyStart, bodyEnd, caller } = record;
    const [fact] = facts;
    if (caller.site === undefined || fact === undefined || repeatedBy(fact) !== 'place') return;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const site = siteOf(caller.site, view, bodyStart, bodyEnd);
    if (site?.sort === 'learnable') site.known = soleMeaning(facts);
  }
}

/** What a line means with just one fact that says the same again when its line comes again: which pods there are, and that the loop works. */
export function soleMeaning(facts: readonly Fact[]): KnownLine | undefined {
  const [fact] = facts;
  return fact === undefined || facts.length > 1 || repeatedBy(fact) === 'no'
    ? undefined
    : { message: fact.message, turn: beginsTurn(fact) };
}

/** The message of this place in the source that the body begins with. */
function siteOf(first: object | undefined, view: DataView, bodyStart: number, bodyEnd: number): Site | undefined {
  for (let site = first as Site | undefined; site !== undefined; site = site.further) {
    if (bodyEnd - bodyStart >= site.beginning.length && site.beginning.standAt(view, bodyStart)) return site;
  }
  return undefined;
}

/** Looks at a line with a message that its place has not written before. `undefined`: nothing was learned, read the line. */
function visit(line: PlainLine): Site | undefined {
  const sorted = sortMessage(line.bytes, line.bodyStart, line.bodyEnd, line.caller.file);
  if (sorted.length === 0) return undefined;
  // Of a place with many messages only the last are known.
  const { site: before } = line.caller;
  const site = new Site(countOf(before) < MOST_MESSAGES ? (before as Site | undefined) : undefined);
  line.caller.site = site;
  site.sort = sorted.sort;
  site.unless = sorted.unless;
  site.beginning.keep(line.view, line.bodyStart, line.bodyStart + sorted.length);
  return site;
}

function countOf(first: object | undefined): number {
  let count = 0;
  for (let site = first as Site | undefined; site !== undefined; site = site.further) count += 1;
  return count;
}
