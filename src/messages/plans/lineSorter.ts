/**
 * Sorts lines before anybody makes a record of them: those that give no fact, those that mean what an earlier line with the same text meant, and those
 * that have to be read. A place in the source writes one message, so most lines are sorted by comparing its bytes with those of the line before.
 */
import { SORT_ALL, SORT_NOTHING, SORT_READ, SORT_TEXT, SORT_WORDS } from '../../journal/batch/kernel/layout.ts';
import type { Lesson } from '../../journal/batch/kernel/lineKernel.ts';
import type { Caller } from '../../journal/klog/caller.ts';
import { hashOfBytes, KnownBytes } from '../../journal/bytes/knownBytes.ts';
import type { PlainLine } from '../../journal/batch/plainLine.ts';
import { ReadRecord } from '../../journal/klog/readRecord.ts';
import type { LogRecord } from '../../journal/record.ts';
import type { Fact } from '../fact.ts';
import { beginsTurn, repeatedBy } from '../factTraits.ts';
import { type MessageSort, sortMessage } from '../recognise/reject.ts';
import type { Words } from '../recognise/words.ts';

/**
 * What a line means that repeats an earlier one: facts of kinds that tell nothing new the second time, but that the sync loop began a turn.
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
  /** For `learnable`: lines are told apart by their text. */
  byText = false;
  /** The text only counts up to ` output=`. */
  cut = false;
  /** Every line of this site means this. */
  known: KnownLine | undefined = undefined;

  constructor(further: Site | undefined) {
    this.further = further;
  }
}

class KnownText {
  readonly text = new KnownBytes();
  known: KnownLine | undefined = undefined;
}

/** So many messages of one place in the source are known at once. */
const MOST_MESSAGES = 4;
const TABLE_SIZE = 8192;
const TABLE_SHIFT = 19;
const LONGEST_TEXT = 600;
/** ` out` and `put=`. */
const OUTPUT_START = 0x74756f20;
const OUTPUT_END = 0x3d747570;

export class LineSorter {
  /** Hashes of texts that came once. */
  readonly #seen = new Int32Array(TABLE_SIZE);
  readonly #texts: (KnownText | undefined)[] = new Array<KnownText | undefined>(TABLE_SIZE).fill(undefined);
  /** What the line means that `admits` was last asked about; `undefined`: nothing. */
  known: KnownLine | undefined = undefined;
  /** What that line has in common with others that mean the same. */
  readonly lesson: Lesson = {
    sort: SORT_READ,
    beginning: 0,
    cut: false,
    textEnd: 0,
    turn: false,
    plan: undefined,
    unless: undefined,
  };

  /** The same of the line that something was learned from last. */
  readonly learned: Lesson = {
    sort: SORT_READ,
    beginning: 0,
    cut: false,
    textEnd: 0,
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
    if (site.sort === 'nothing' || site.known !== undefined) {
      lesson.sort = site.known === undefined ? SORT_NOTHING : SORT_ALL;
      lesson.turn = site.known?.turn === true;
      return true;
    }
    if (!site.byText) return false;
    const end = site.cut ? outputStart(view, bodyStart + site.beginning.length, bodyEnd) : bodyEnd;
    const known = this.#texts[slotOf(view, bodyStart, end)];
    if (known === undefined || known.text.length !== end - bodyStart || !known.text.standAt(view, bodyStart))
      return false;
    this.known = known.known;
    lesson.sort = SORT_TEXT;
    lesson.cut = site.cut;
    lesson.textEnd = end;
    lesson.turn = known.known?.turn === true;
    return true;
  }

  /** Learns what the text of a record means from its facts, where that is the same for every line with this text. */
  learn(record: LogRecord, facts: readonly Fact[]): void {
    if (!(record instanceof ReadRecord) || (record.rest?.more !== undefined && record.rest.more !== '')) return;
    const { bytes, bodyStart, bodyEnd, caller } = record;
    const meaning = soleMeaning(facts);
    if (meaning !== undefined && caller.site !== undefined)
      this.#learn(
        caller,
        new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
        bodyStart,
        bodyEnd,
        facts[0] as Fact,
        meaning,
        -1,
        undefined,
      );
  }

  /**
   * The same for a line without a record; nothing further belongs to it. A text is learned when it comes for the second time, for many come only once.
   * `outputAt`: where ` output=` stands, if that is known, else −1. True when something was learned; then `learned` tells it.
   */
  learnLine({ caller, view, bodyStart, bodyEnd }: PlainLine, facts: readonly Fact[], outputAt: number): boolean {
    const meaning = soleMeaning(facts);
    if (meaning === undefined || caller.site === undefined) return false;
    return this.#learn(caller, view, bodyStart, bodyEnd, facts[0] as Fact, meaning, outputAt, this.#seen);
  }

  #learn(
    caller: Caller,
    view: DataView,
    bodyStart: number,
    bodyEnd: number,
    fact: Fact,
    meaning: KnownLine,
    outputAt: number,
    seen: Int32Array | undefined,
  ): boolean {
    const site = siteOf(caller.site, view, bodyStart, bodyEnd);
    if (site?.sort !== 'learnable') return false;
    const { learned } = this;
    learned.beginning = site.beginning.length;
    learned.turn = meaning.turn;
    const repeated = repeatedBy(fact);
    if (repeated === 'place') {
      site.known = meaning;
      learned.sort = SORT_ALL;
      return true;
    }
    site.cut = repeated === 'text-before-output';
    site.byText = true;
    const end = !site.cut
      ? bodyEnd
      : outputAt >= 0
        ? outputAt
        : outputStart(view, bodyStart + site.beginning.length, bodyEnd);
    if (end - bodyStart > LONGEST_TEXT || end - bodyStart < 8) return false;
    const hash = hashOfBytes(view, bodyStart, end);
    const slot = hash >>> TABLE_SHIFT;
    if (seen !== undefined && seen[slot] !== hash) {
      seen[slot] = hash;
      return false;
    }
    const text = (this.#texts[slot] ??= new KnownText());
    text.text.keep(view, bodyStart, end);
    text.known = meaning;
    learned.sort = SORT_TEXT;
    learned.cut = site.cut;
    learned.textEnd = end;
    return true;
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

/** Where ` output=` stands, which says nothing of the pod; else the end. */
function outputStart(view: DataView, from: number, end: number): number {
  for (let at = from; at + 8 < end; at++) {
    if (
      view.getUint8(at) === 32 &&
      view.getInt32(at, true) === OUTPUT_START &&
      view.getInt32(at + 4, true) === OUTPUT_END
    )
      return at;
  }
  return end;
}

function slotOf(view: DataView, start: number, end: number): number {
  return end - start < 4 ? 0 : hashOfBytes(view, start, end) >>> TABLE_SHIFT;
}
