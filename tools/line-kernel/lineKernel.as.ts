/**
 * The hot loop of the reader: takes the klog lines that only count, many in one call. AssemblyScript, compiled by `build.mjs`; JavaScript
 * takes four times as long for the same. It knows nothing of logs but what stands in its tables (beginning, callers, patterns, words, others), takes no line
 * that they do not cover byte by byte, and leaves every other line to `src/journal/sourceReader.ts`. `src/journal/batch/kernel/lineKernel.ts` is its other half.
 */

import {
  AT, COUNT, STOP, MARK_COUNT, MARK_AT, STRUCTURED, SITE, NEWLINE_AT, LINE_END, BODY_START, SEVERITY, ROW_COUNT, BLOCK_LINES, TIME, STAMP, SPAN,
  NEIGHBOURS, MOST_NEIGHBOURS, NEIGHBOUR_SIZE, NEIGHBOUR_WORDS, NEIGHBOUR_ANYWHERE, NEIGHBOUR_ANY_PID, NEIGHBOUR_BYTES, KEYWORD_SLOTS, KEYWORD_SLOT_BITS, KEYWORDS,
  KEYWORD_SIZE, KEYWORD_GROUP, KEYWORD_FURTHER, KEYWORD_BYTES, TROUBLE, STAMP_TEXT, AFTER_TEXT, DATE_TEXT, PID_TEXT, TIMES, STAMPS,
  KINDS, KIND_OTHER, KIND_FLAG, BATCH, ROWS, ROW_WORDS, ROW_INDEX, ROW_PATTERN, ROW_SITE, ROW_LINE, ROW_BODY, ROW_BODY_END, ROW_VALUES, ROW_STATED,
  ROW_PLACE, ROW_DIGITS, MOST_STATED, PATTERN_SEVERITY, PATTERN_KEYS, PATTERN_EPOCH, EVERY_EPOCH, PATTERN_NUMBER, PATTERN_STATED, PATTERN_STATED_LAST,
  STATED_ALWAYS, PATTERN_LEFT_OUT, PATTERN_AGAIN, PATTERN_WORDS, PATTERN_TEXTS, ENTRY, INPUT, ASIDE, AGAIN_ROW, AGAIN_FLAGGED_ROW, FORM_QUOTED, FORM_WORD, FORM_JSON, FORM_BRACKET, FORM_TEXT, FORM_END,
  FORM_DIGITS, FIELD_OTHER, FIELD_TIME, FIELD_TEXT, FIELD_END, FIELD_ISO, FIELD_LINE, STOP_KNOWN, STOP_FULL,
} from './layout.as';

// ---- What the kernel keeps for itself. What both halves use is in src/journal/batch/kernel/layout.ts.
const CALLER_SLOTS: usize = 0x10000; // u16[8192]: index of a site + 1
const SITES: usize = 0x20000;     // 2048 of 128 bytes
const PATTERNS: usize = 0x370000; // one behind the other
const PATTERNS_END: usize = 0x3ff000;
const TEXTS_OF_RUN: usize = 0x610000;     // 576 KB: messages of journal entries without their escapes
const TEXTS_OF_RUN_END: usize = ASIDE;
const STATED: usize = 0x700000;           // 8192 of 768 bytes

const CALLER_MASK: u32 = 8191;
const MOST_SITES: i32 = 2048;
const SITE_SIZE: usize = 128;
const LONGEST_CALLER: i32 = 96;
const LONGEST_LINE: i32 = 1048576;
const LONGEST_ENTRY: usize = 0x80000;

// A site: u16 length of the caller, i32 place of its first pattern at 4 (0: none), caller at 16.
const SITE_PATTERN: usize = 4;
const SITE_CALLER: usize = 16;

// A pattern: `PATTERN_…` of the layout, and i32 place of a further one at 20; from `PATTERN_TEXTS` on the beginning of its lines, then for each value its form and what stands
// before it. A text is u16 length and bytes, then as many zeros as make eight bytes of the last word.
const PATTERN_FURTHER: usize = 20;
// A stated line: u16 length, u16 length of the part before the value that is left out at 2, u32 epoch at 4, i32 place of its pattern at 8 (0: none), u8 whether it came again at 12, bytes at 16.
const ROW_SIZE: usize = ROW_WORDS << 2;
// Words of a row in bytes.
const ROW_VALUES_AT: usize = ROW_VALUES << 2;
const ROW_STATED_AT: usize = ROW_STATED << 2;
const ROW_PLACE_AT: usize = ROW_PLACE << 2;
const ROW_DIGITS_AT: usize = ROW_DIGITS << 2;
const STATED_SIZE: usize = 768;
const STATED_PART: usize = 2;
const STATED_PATTERN: usize = 8;
const STATED_AGAIN: usize = 12;
const STATED_BYTES: usize = 16;
const LONGEST_STATED: i32 = 752;
const STATED_MASK: u32 = MOST_STATED - 1;
const STATED_PROBES: i32 = 4;
const LONGEST_PID: usize = 10;
const KEYWORD_SHIFT: u32 = 32 - KEYWORD_SLOT_BITS;
const KEYWORD_MASK: usize = (8 << KEYWORD_SLOT_BITS) - 1;
/** How far from its beginning the first word of a line ends, if a header may follow it. */
const LONGEST_WORD: usize = 40;
const DIGITS: i32 = 64;

// How a stamp goes on behind its text: what its second is, and the fraction.
const SECOND_CLOCK: i32 = 1;  // `hh:mm:ss`
const SECOND_COUNT: i32 = 2;  // of seconds
const FRACTION_SIX: i32 = 1;  // `.` and six digits
const FRACTION_ANY: i32 = 2;  // `.` or `,` and up to nine digits
const LONGEST_FRACTION: usize = 9;

// Why it stopped.
const STOP_END: i32 = 0;     // no further newline
const STOP_STRANGE: i32 = 1; // the line has no header of the learned kind, or of a place that is not known yet
const STOP_NEIGHBOUR: i32 = 4;  // the line is of another origin that is known: it ends the one before

const TAB: u32 = 9;
const BLANK: u32 = 32;
const QUOTE: u32 = 34;
const AMPERSAND: u32 = 38;
const GREATER: u32 = 62;
const EIGHT_BLANKS: u64 = 0x2020202020202020;
const ZEROS: u64 = 0x303030303030;
const TO_TOP: u64 = 0x464646464646;
const TOPS: u64 = 0x808080808080;
const EVERY_OTHER: u64 = 0x00ff00ff00ff;

let stampLength: i32 = 0;
let stampSecond: i32 = 0;
let fraction: i32 = 0;
/** How many digits a count of seconds may have; one of the boot has blanks before it. */
let fewestDigits: usize = 0;
let mostDigits: usize = 0;
let padding: bool = false;
let afterLength: i32 = 0;
let pidLength: i32 = 0;
let shortest: i32 = 0;
let stampBase: f64 = 0;
let klogBase: f64 = 0;
let sites: i32 = 0;
let patternsEnd: usize = PATTERNS;
let entries: bool = false;
let entryTime: f64 = 0;
let entryNewline: usize = 0;
let entryFull: bool = false;
// Of the line whose header was read last.
let lineStamp: f64 = 0;
let lineTime: f64 = 0;
let lineSeverity: i32 = 0;
let lineBody: usize = 0;
let blockLines: i32 = 0;
/** The clock that was read last, and its second. */
let lastClock: u64 = 0;
let lastSecond: i32 = -1;
/** Where the fraction that was read last ends. */
let fractionEnd: usize = 0;
// What `statedPieces` found: two parts of a line, of which the second may be empty.
let pieceHead: usize = 0;
let pieceHeadLength: i32 = 0;
let pieceTail: usize = 0;
let pieceTailLength: i32 = 0;

/** The bytes of the four texts are in their places; `second` and `fractionOf` tell what stands between the first two. `stampBase` and `klogBase`: time without what the line's own digits say. */
export function setBeginning(stampBytes: i32, second: i32, fractionOf: i32, afterBytes: i32, pidBytes: i32, stampAt: f64, klogAt: f64): void {
  stampLength = stampBytes;
  stampSecond = second;
  fraction = fractionOf;
  padding = stampBytes > 0 && load<u8>(STAMP_TEXT + <usize>stampBytes - 1) == 91;
  fewestDigits = padding ? 1 : 9;
  mostDigits = padding ? 10 : 11;
  afterLength = afterBytes;
  pidLength = pidBytes;
  stampBase = stampAt;
  klogBase = klogAt;
  entries = false;
  shortest = stampBytes + (second == SECOND_CLOCK ? 8 : 0) + (fractionOf == FRACTION_SIX ? 7 : 0) + afterBytes + 21 + pidBytes + 4;
}

/**
 * Lines are entries of `journalctl -o json`, or documents of a log shipper, from now on, whose message has the beginning that was set, without a stamp. The fields are in their
 * place: u8 what, u16 length and bytes (as in a pattern) of the text before the value; a value that repeats is a part of the text.
 */
export function setEntry(): void {
  entries = true;
}

/** The site of the caller at `[start, end)` of the input, made if there is none; -1: there is no room. */
export function site(start: i32, end: i32): i32 {
  const length = end - start;
  if (length < 4 || length > LONGEST_CALLER) return -1;
  const at = INPUT + <usize>start;
  const slot = findCaller(at, length);
  const known = <i32>load<u16>(slot);
  if (known != 0) return known - 1;
  if (sites >= MOST_SITES) return -1;
  const made = SITES + <usize>sites * SITE_SIZE;
  store<u16>(made, <u16>length);
  memory.copy(made + SITE_CALLER, at, <usize>length);
  sites++;
  store<u16>(slot, <u16>sites);
  return sites - 1;
}

/** Room for a pattern of a site, in memory: the caller writes `PATTERN_TEXTS + length` bytes there. 0: there is none. */
export function pattern(index: i32, length: i32): i32 {
  const made = patternsEnd;
  const size = (PATTERN_TEXTS + <usize>length + 7) & ~7;
  if (size > PATTERNS_END - made) return 0;
  patternsEnd += size;
  const site = SITES + <usize>index * SITE_SIZE;
  store<i32>(made, load<i32>(site, SITE_PATTERN), PATTERN_FURTHER);
  store<i32>(site, <i32>made, SITE_PATTERN);
  return <i32>made;
}

/** Keeps what the line of a row states as known in this epoch: a line with the same values comes with the number that this gives, or without a row. -1: they cannot be kept. */
export function intern(index: i32, epoch: i32): i32 {
  const row = ROWS + <usize>index * ROW_SIZE;
  if (!statedPieces(row)) return -1;
  const known = statedSlot(row, <u32>epoch, true);
  const slot = known != 0 ? known : slotToGive();
  store<u16>(slot, <u16>(pieceHeadLength + pieceTailLength));
  store<u16>(slot + STATED_PART, <u16>pieceHeadLength);
  store<u32>(slot + 4, <u32>epoch);
  store<i32>(slot + STATED_PATTERN, load<i32>(row + ROW_PLACE_AT));
  store<u8>(slot + STATED_AGAIN, 0);
  memory.copy(slot + STATED_BYTES, pieceHead, <usize>pieceHeadLength);
  memory.copy(slot + STATED_BYTES + <usize>pieceHeadLength, pieceTail, <usize>pieceTailLength);
  return <i32>((slot - STATED) / STATED_SIZE);
}

/** Notes how many newlines came up to here. */
// @ts-ignore: decorator
@inline
function mark(newlines: i32, at: usize): void {
  store<i32>(MARK_COUNT, newlines);
  store<i32>(MARK_AT, <i32>(at - INPUT));
}

/**
 * Takes lines of the input from `start` to at most `end`. `newlines`: how many came before, for the mark after every 256th. What was learned
 * of texts counts only when it was confirmed in this `epoch`. A line is only taken when the next one has a header of its own. `ownFirst`: what others
 * wrote may belong to the line before.
 */
export function run(start: i32, end: i32, newlines: i32, epoch: i32, ownFirst: bool): void {
  const limit = INPUT + <usize>end;
  let at = INPUT + <usize>start;
  let before = at;
  let count: i32 = 0;
  let rows: i32 = 0;
  let structured: i32 = 0;
  let lastStructured: i32 = 0;
  let text = TEXTS_OF_RUN;
  let seen = newlines;
  let stop = STOP_FULL;
  let block: i32 = 0;
  store<i32>(MARK_COUNT, -1);
  while (count < BATCH) {
    let newline: usize = 0;
    let last: usize = 0;
    let from = at;
    let stamp = stampBase;
    if (entries) {
      last = entry(at, limit, text);
      newline = entryNewline;
      if (last == 0) {
        // A line that does not end is none.
        stop = entryFull ? STOP_FULL : find(at, limit, 10) == limit ? STOP_END : STOP_STRANGE;
        break;
      }
      stop = STOP_STRANGE;
      if (newline - at > LONGEST_ENTRY) break;
      from = text;
      text = (last + 23) & ~7;
      stamp = entryTime;
    } else {
      newline = findFar(at, limit, 10);
      if (newline == limit) {
        stop = STOP_END;
        break;
      }
      stop = STOP_STRANGE;
      last = newline > at && load<u8>(newline - 1) == 13 ? newline - 1 : newline;
    }
    const index = siteOfLine(from, last, stamp);
    if (index < 0) {
      const neighbour: usize = entries ? 0 : neighbourOf(from, last);
      if (neighbour == 0) break;
      if ((count == 0 && ownFirst) || !tellsNothing(neighbour, lineBody, last)) {
        stop = STOP_NEIGHBOUR;
        break;
      }
      store<f64>(TIMES + (<usize>count << 3), lineStamp);
      store<f64>(STAMPS + (<usize>count << 3), lineStamp);
      store<u8>(KINDS + <usize>count, KIND_OTHER);
      lastStructured = 0;
      count++;
      before = at;
      at = newline + 1;
      seen++;
      if ((seen & 255) == 0) mark(seen, at);
      stop = STOP_FULL;
      continue;
    }
    const body = lineBody;
    const severity = lineSeverity;
    const ownStamp = lineStamp;
    const ownTime = lineTime;
    const row = ROWS + <usize>rows * ROW_SIZE;
    let meaning = -1;
    let after: usize = 0;
    let pattern = patternOf(row, index, severity, body, last, <u32>epoch);
    if (pattern == 0 && !entries && opensBlock(last)) {
      pattern = opened(row, index, severity, body, last, <u32>epoch);
      after = pattern == 0 ? 0 : blockEnd(newline + 1, limit, BATCH - 1 - count);
      if (after == 0) pattern = 0;
      else holdBlock(row, pattern, newline + 1, after);
    }
    if (pattern != 0) {
      let is = <i32>load<u8>(pattern, PATTERN_AGAIN);
      if (load<u8>(pattern, PATTERN_STATED) != STATED_ALWAYS) {
        keep(row, pattern, count, index, from, body, last);
        if (!isStated(row, <u32>epoch)) is = AGAIN_ROW;
      }
      if (is == AGAIN_ROW || is == AGAIN_FLAGGED_ROW) rows++;
      meaning = is >> 1;
    }
    if (meaning < 0) {
      stop = STOP_KNOWN;
      store<i32>(SITE, index);
      store<i32>(NEWLINE_AT, <i32>(newline - INPUT));
      store<i32>(LINE_END, <i32>(last - INPUT));
      store<i32>(BODY_START, <i32>(body - INPUT));
      store<i32>(SEVERITY, severity);
      store<f64>(TIME, ownTime);
      store<f64>(STAMP, ownStamp);
      break;
    }
    store<f64>(TIMES + (<usize>count << 3), ownTime);
    store<f64>(STAMPS + (<usize>count << 3), ownStamp);
    store<u8>(KINDS + <usize>count, <u8>(severity | (meaning * KIND_FLAG)));
    lastStructured = load<u8>(body) == QUOTE ? 1 : 0;
    structured += lastStructured;
    count++;
    before = at;
    at = newline + 1;
    seen++;
    if ((seen & 255) == 0) mark(seen, at);
    stop = STOP_FULL;
    if (after == 0) continue;
    block = blockLines;
    while (at < after) {
      at = find(at, limit, 10) + 1;
      seen++;
      if ((seen & 255) == 0) mark(seen, at);
    }
    break;
  }
  if (stop != STOP_KNOWN && stop != STOP_NEIGHBOUR && block == 0 && count > 0) {
    // What follows may belong to the last line: it is given back.
    count--;
    if (rows > 0 && load<i32>(ROWS + <usize>(rows - 1) * ROW_SIZE + (ROW_INDEX << 2)) == count) rows--;
    structured -= lastStructured;
    at = before;
    if (load<i32>(MARK_COUNT) == seen) store<i32>(MARK_COUNT, -1);
  }
  store<i32>(AT, <i32>(at - INPUT));
  store<i32>(COUNT, count);
  store<i32>(STOP, stop);
  store<i32>(STRUCTURED, structured);
  store<i32>(ROW_COUNT, rows);
  store<i32>(BLOCK_LINES, block);
  summarize(count);
}

/**
 * What the lines taken have in common, so that nobody has to look at each: least and largest time, least and largest step from one time to the next (0 and 0 of one
 * line), least and largest difference of time and stamp; how many have a flag, are warnings, are errors.
 */
function summarize(count: i32): void {
  let least = Infinity, largest = -Infinity, leastStep: f64 = 0, largestStep: f64 = 0, leastOff = Infinity, largestOff = -Infinity, leastOther = Infinity, largestOther = -Infinity;
  let before: f64 = 0;
  let own: i32 = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const time = load<f64>(TIMES + (i << 3));
    if (load<u8>(KINDS + i) == KIND_OTHER) {
      leastOther = min(leastOther, time);
      largestOther = max(largestOther, time);
      continue;
    }
    const off = time - load<f64>(STAMPS + (i << 3));
    const step = own == 0 ? 0 : time - before;
    own++;
    before = time;
    least = min(least, time);
    largest = max(largest, time);
    leastStep = min(leastStep, step);
    largestStep = max(largestStep, step);
    leastOff = min(leastOff, off);
    largestOff = max(largestOff, off);
  }
  let flagged: i32 = 0, warnings: i32 = 0, errors: i32 = 0, others: i32 = 0;
  v128.store(KINDS + <usize>count, i8x16.splat(0));
  for (let i: usize = 0; i < <usize>count; i += 16) {
    const kinds = v128.load(KINDS + i);
    const severities = v128.and(kinds, i8x16.splat(3));
    flagged += popcnt<i32>(i8x16.bitmask(i8x16.eq(v128.and(kinds, i8x16.splat(KIND_FLAG)), i8x16.splat(KIND_FLAG))));
    warnings += popcnt<i32>(i8x16.bitmask(i8x16.eq(severities, i8x16.splat(1))));
    errors += popcnt<i32>(i8x16.bitmask(i8x16.eq(severities, i8x16.splat(2))));
    others += popcnt<i32>(i8x16.bitmask(i8x16.eq(kinds, i8x16.splat(KIND_OTHER))));
  }
  store<f64>(SPAN, least);
  store<f64>(SPAN, largest, 8);
  store<f64>(SPAN, leastStep, 16);
  store<f64>(SPAN, largestStep, 24);
  store<f64>(SPAN, leastOff, 32);
  store<f64>(SPAN, largestOff, 40);
  store<f64>(SPAN, <f64>flagged, 48);
  store<f64>(SPAN, <f64>warnings, 56);
  store<f64>(SPAN, <f64>errors, 64);
  store<f64>(SPAN, <f64>others, 72);
  store<f64>(SPAN, min(least, leastOther), 80);
  store<f64>(SPAN, max(largest, largestOther), 88);
}

/** Puts into a row, whose values stand there, what read it and where its line is. */
// @ts-ignore: decorator
@inline
function keep(row: usize, pattern: usize, count: i32, index: i32, from: usize, body: usize, last: usize): void {
  store<i32>(row + ROW_PLACE_AT, <i32>pattern);
  store<i32>(row + (ROW_PATTERN << 2), load<i32>(pattern, PATTERN_NUMBER));
  store<i32>(row + (ROW_INDEX << 2), count);
  store<i32>(row + (ROW_SITE << 2), index);
  store<i32>(row + (ROW_LINE << 2), <i32>(from - INPUT));
  store<i32>(row + (ROW_BODY << 2), <i32>(body - INPUT));
  store<i32>(row + (ROW_BODY_END << 2), <i32>(last - INPUT));
}

/** Where the text behind the stamp and what follows it begins, 0: the line has others; `lineStamp` is set. There are `shortest` bytes, or as many behind the input. */
// @ts-ignore: decorator
@inline
function enveloped(from: usize, stampWithout: f64): usize {
  const p = stamped(from, stampWithout);
  return p != 0 && same(p, AFTER_TEXT, afterLength) ? p + <usize>afterLength : 0;
}

/**
 * The entry of `NEIGHBOURS` (i32 length, u32 groups of keywords at 4, u8 whether they count anywhere at 8, u8 whether any pid and `]: ` follow at 9, bytes at 16) with the origin of a line that has the learned kind
 * of stamp; 0: there is none. The line is of somebody else then, and what it says begins at `lineBody`.
 */
function neighbourOf(from: usize, last: usize): usize {
  const length = <i32>(last - from);
  if (length < stampLength || length > LONGEST_LINE) return 0;
  const p = stamped(from, stampBase);
  if (p == 0) return 0;
  for (let neighbour: usize = NEIGHBOURS; neighbour < NEIGHBOURS + <usize>MOST_NEIGHBOURS * NEIGHBOUR_SIZE; neighbour += NEIGHBOUR_SIZE) {
    const origin = load<i32>(neighbour);
    if (origin == 0 || <i32>(last - p) < origin || !same(p, neighbour + NEIGHBOUR_BYTES, origin)) continue;
    lineBody = load<u8>(neighbour, NEIGHBOUR_ANY_PID) == 0 ? p + <usize>origin : behindPid(p + <usize>origin, last);
    if (lineBody != 0) return neighbour;
  }
  return 0;
}

/** Where a line goes on behind a pid and `]: `; 0: it does not. */
function behindPid(start: usize, last: usize): usize {
  let at = start;
  while (at < last && <u32>load<u8>(at) - 48 <= 9) at++;
  if (at == start || at - start > LONGEST_PID || last - at < 3) return 0;
  return load<u8>(at) == 93 && load<u8>(at + 1) == 58 && load<u8>(at + 2) == BLANK ? at + 3 : 0;
}

/** Whether what somebody else says tells nothing: no klog header can be in it, no word that tells, and nothing that lines behind it may go on with. */
function tellsNothing(neighbour: usize, start: usize, end: usize): bool {
  const words = load<u32>(neighbour, NEIGHBOUR_WORDS);
  if (words == 0 || end - start < 4) return false;
  const first = <u32>load<u8>(start);
  if (first <= BLANK || first == QUOTE || first == 123 || first >= 128 || beginsHeader(start) || isKeyword(start, words | TROUBLE)) return false;
  let word = start;
  const wordEnd = min(end, start + LONGEST_WORD);
  while (word < wordEnd && load<u8>(word) != BLANK) word++;
  while (word < end && load<u8>(word) == BLANK) word++;
  if (word < end && beginsHeader(word)) return false;
  if (load<u8>(neighbour, NEIGHBOUR_ANYWHERE) == 0) return true;
  for (let at = start + 1; at + 4 <= end; at++) if (isKeyword(at, words)) return false;
  return true;
}

/** Whether a klog header may begin here: its severity, spelled out or not. */
// @ts-ignore: decorator
@inline
function beginsHeader(at: usize): bool {
  const letter = <u32>load<u8>(at);
  if (letter != 73 && letter != 87 && letter != 69 && letter != 70) return false;
  const next = <u32>load<u8>(at + 1);
  return next - 48 <= 9 || next - 65 <= 25;
}

/**
 * Whether a word of one of these groups stands here. `KEYWORD_SLOTS` is a table of u32 four bytes and u32 number + 1 of the last word that begins with them, looked for from the
 * place of their hash on up to the first without words; of a word `KEYWORDS` has u32 length, u32 sort at 4, u32 number + 1 of a further one at 8, bytes at 16.
 */
// @ts-ignore: decorator
@inline
function isKeyword(at: usize, groups: u32): bool {
  const four = load<u32>(at);
  let slot = KEYWORD_SLOTS + (<usize>((four * 0x9e3779b1) >>> KEYWORD_SHIFT) << 3);
  while (load<u32>(slot, 4) != 0 && load<u32>(slot) != four) slot = KEYWORD_SLOTS + ((slot + 8 - KEYWORD_SLOTS) & KEYWORD_MASK);
  return load<u32>(slot, 4) != 0 && wordStands(at, load<u32>(slot, 4), groups);
}

function wordStands(at: usize, last: u32, groups: u32): bool {
  for (let number = last; number != 0; ) {
    const word = KEYWORDS + <usize>(number - 1) * KEYWORD_SIZE;
    if ((load<u32>(word, KEYWORD_GROUP) & groups) != 0 && same(at, word + KEYWORD_BYTES, load<i32>(word))) return true;
    number = load<u32>(word, KEYWORD_FURTHER);
  }
  return false;
}

/** Where a line goes on behind its stamp, 0: it has no such stamp. */
// @ts-ignore: decorator
@inline
function stamped(from: usize, stampWithout: f64): usize {
  if (!same(from, STAMP_TEXT, stampLength)) return 0;
  let p = from + <usize>stampLength;
  let stamp = stampWithout;
  if (stampSecond == SECOND_CLOCK) {
    const second = clock(p);
    if (second < 0) return 0;
    stamp += <f64>second * 1000000;
    p += 8;
  } else if (stampSecond == SECOND_COUNT) {
    if (padding) while (load<u8>(p) == BLANK) p++;
    const digits = p;
    let second: i64 = 0;
    for (; <u32>load<u8>(p) - 48 <= 9; p++) second = second * 10 + (<i64>load<u8>(p) - 48);
    if (p - digits < fewestDigits || p - digits > mostDigits) return 0;
    stamp += <f64>second * 1000000;
  }
  if (fraction == FRACTION_SIX) {
    const digits = load<u8>(p) == 46 ? six(p + 1) : -1;
    if (digits < 0) return 0;
    stamp += <f64>digits;
    p += 7;
  } else if (fraction == FRACTION_ANY) {
    if (load<u8>(p) != 46 && load<u8>(p) != 44) return 0;
    const micros = anyFraction(p + 1);
    if (micros < 0) return 0;
    stamp += <f64>micros;
    p = fractionEnd;
  }
  lineStamp = stamp;
  return p;
}

/** Microseconds of the digits of a fraction, which end at `fractionEnd`; -1: there are none, or too many. */
function anyFraction(digits: usize): i32 {
  let at = digits;
  let micros: i32 = 0;
  for (; <u32>load<u8>(at) - 48 <= 9; at++) if (at - digits < 6) micros = micros * 10 + (<i32>load<u8>(at) - 48);
  if (at == digits || at - digits > LONGEST_FRACTION) return -1;
  for (let count = at - digits; count < 6; count++) micros *= 10;
  fractionEnd = at;
  return micros;
}

/** The site of a line, by its header; -1: it has none of the learned kind, or of a place that is not known yet. `stampWithout`: time without what the line's own digits say. */
// @ts-ignore: decorator
@inline
function siteOfLine(from: usize, last: usize, stampWithout: f64): i32 {
  const length = <i32>(last - from);
  if (length < shortest || length > LONGEST_LINE) return -1;
  const p = enveloped(from, stampWithout);
  if (p == 0) return -1;
  const letter = load<u8>(p);
  if (letter == 73) lineSeverity = 0;
  else if (letter == 87) lineSeverity = 1;
  else if (letter == 69) lineSeverity = 2;
  else return -1;
  if (!same(p + 1, DATE_TEXT, 5) || load<u8>(p + 14) != 46) return -1;
  const second = clock(p + 6);
  const micros = six(p + 15);
  if (second < 0 || micros < 0 || !same(p + 21, PID_TEXT, pidLength)) return -1;
  const caller = p + 21 + <usize>pidLength;
  const nearest = caller + 200;
  const callerEnd = find(caller + 3, nearest < last ? nearest : last, 93);
  if (callerEnd == nearest || callerEnd == last) return -1;
  const callerLength = <i32>(callerEnd - caller);
  if (callerLength > LONGEST_CALLER || callerLength < 4) return -1;
  lineTime = klogBase + <f64>second * 1000000 + <f64>micros;
  lineBody = callerEnd + 1 < last && load<u8>(callerEnd + 1) == BLANK ? callerEnd + 2 : callerEnd + 1;
  return <i32>load<u16>(findCaller(caller, callerLength)) - 1;
}

/**
 * The pattern that reads a body which ends with `=<`, where that opens a value of several lines, and lines are known by what stands before that value; 0: there is none.
 * The values stand in the row as after `patternOf`, that value as an empty one.
 */
function opened(row: usize, index: i32, severity: i32, body: usize, end: usize, epoch: u32): usize {
  // Of the value's lines somebody is told where they stand: what is before their text must be as long in each.
  const maySpan = stampSecond != SECOND_COUNT && fraction != FRACTION_ANY;
  for (let at = firstPattern(index); at != 0; at = load<i32>(at, PATTERN_FURTHER)) {
    const isBefore = load<u8>(at, PATTERN_STATED) != 0 && load<u8>(at, PATTERN_STATED_LAST) + 1 < load<u8>(at, PATTERN_KEYS);
    if ((isBefore || (maySpan && leavesLastOut(at))) && counts(at, severity, epoch) && read(at, row + ROW_VALUES_AT, body, end, true)) return at;
  }
  return 0;
}

// @ts-ignore: decorator
@inline
function firstPattern(site: i32): usize {
  return load<i32>(SITES + <usize>site * SITE_SIZE, SITE_PATTERN);
}

/** Whether a pattern is of lines of this severity, in this epoch. */
// @ts-ignore: decorator
@inline
function counts(pattern: usize, severity: i32, epoch: u32): bool {
  if (<i32>load<u8>(pattern, PATTERN_SEVERITY) != severity) return false;
  const counted = load<u32>(pattern, PATTERN_EPOCH);
  return counted == epoch || counted == EVERY_EPOCH;
}

/** Whether lines of a pattern are known without their last value. */
function leavesLastOut(pattern: usize): bool {
  return load<u8>(pattern, PATTERN_LEFT_OUT) != 0 && load<u8>(pattern, PATTERN_LEFT_OUT) == load<u8>(pattern, PATTERN_KEYS);
}

/** The pattern that read a row. */
// @ts-ignore: decorator
@inline
function patternOfRow(row: usize): usize {
  return load<i32>(row + ROW_PLACE_AT);
}

/** Puts into a row, whose lines are known without their last value, where the text of that begins in its first line, and where its lines end. */
function holdBlock(row: usize, pattern: usize, first: usize, after: usize): void {
  if (!leavesLastOut(pattern)) return;
  const value = row + ROW_VALUES_AT + ((<usize>load<u8>(pattern, PATTERN_KEYS) - 1) << 3);
  store<i32>(value, <i32>(enveloped(first, 0) - INPUT));
  store<i32>(value + 4, <i32>(after - INPUT));
}

/**
 * Where the line behind a value of several lines begins, whose first one stands at `from`; `blockLines` is how many it has. 0: not all of them are lines of a
 * value beyond doubt, or more than `most`, or the line behind them has no header of its own.
 */
function blockEnd(from: usize, limit: usize, most: i32): usize {
  let at = from;
  for (let lines = 1; lines <= most; lines++) {
    const newline = find(at, limit, 10);
    if (newline == limit || <i32>(newline - at) > LONGEST_LINE) return 0;
    const last = newline > at && load<u8>(newline - 1) == 13 ? newline - 1 : newline;
    const body = enveloped(at, 0);
    if (body == 0 || body >= last) return 0;
    at = newline + 1;
    const first = <u32>load<u8>(body);
    if (first == TAB || (last - body >= 8 && load<u64>(body) == EIGHT_BLANKS)) continue;
    if (first != BLANK || last - body != 2 || load<u8>(body + 1) != GREATER) return 0;
    blockLines = lines;
    const next = find(at, limit, 10);
    if (next == limit) return 0;
    return siteOfLine(at, load<u8>(next - 1) == 13 ? next - 1 : next, 0) < 0 ? 0 : at;
  }
  return 0;
}

/**
 * Reads a journal entry: its time, its message to `text`, and the newline that ends it. Returns where the message ends there; 0: it is another entry, or
 * there is no room for its message (`entryFull`). The newline is found on the way: no text that is compared holds one.
 */
function entry(start: usize, end: usize, text: usize): usize {
  let field = ENTRY;
  let at = start;
  let textEnd: usize = 0;
  entryFull = false;
  while (true) {
    const what = load<u8>(field);
    if (what == FIELD_END) {
      if (at + 1 >= end || load<u8>(at) != 125) return 0;
      at++;
      if (load<u8>(at) == 13) at++;
      if (at >= end || load<u8>(at) != 10) return 0;
      entryNewline = at;
      return textEnd;
    }
    const length = <i32>load<u16>(field + 1);
    if (<i32>(end - at) < length || !stands(at, field + 3, length)) return 0;
    at += <usize>length;
    field += 3 + padded(length);
    if (what == FIELD_TEXT) continue;
    if (what == FIELD_OTHER) {
      at = valueStop(at, end);
      while (at < end && load<u8>(at) != QUOTE) {
        if (load<u8>(at) == 10 || load<u8>(at + 1) == 10) return 0;
        at = valueStop(at + 2, end);
      }
    } else if (what == FIELD_TIME) {
      const digits = at;
      let time: i64 = 0;
      while (at < end && <u32>load<u8>(at) - 48 <= 9) {
        time = time * 10 + (<i64>load<u8>(at) - 48);
        at++;
      }
      if (at == digits || at - digits > 16 || load<u8>(at) != QUOTE) return 0;
      entryTime = <f64>time;
    } else if (what == FIELD_ISO) {
      const second = clock(at);
      // A leap second is left to whoever knows of them.
      if (second < 0 || load<u8>(at + 6) == 54) return 0;
      entryTime = load<f64>(field) + <f64>second * 1000000;
      field += 8;
      at += 8;
      if (load<u8>(at) == 46) {
        const micros = anyFraction(at + 1);
        if (micros < 0) return 0;
        entryTime += <f64>micros;
        at = fractionEnd;
      }
      if (load<u8>(at) != 90 || load<u8>(at + 1) != QUOTE) return 0;
      at++;
    } else {
      textEnd = text;
      while (true) {
        // Sixteen bytes are copied while they are searched; what was too much is overwritten.
        const bytes = v128.load(at);
        const bits = i8x16.bitmask(v128.or(i8x16.lt_u(bytes, i8x16.splat(32)), v128.or(i8x16.eq(bytes, i8x16.splat(34)), i8x16.eq(bytes, i8x16.splat(92)))));
        if (textEnd > TEXTS_OF_RUN_END - 64) {
          entryFull = true;
          return 0;
        }
        v128.store(textEnd, bytes);
        if (bits == 0) {
          at += 16;
          textEnd += 16;
          if (at >= end) return 0;
          continue;
        }
        const ahead = <usize>ctz<i32>(bits);
        at += ahead;
        textEnd += ahead;
        if (at >= end) return 0;
        if (load<u8>(at) == QUOTE) break;
        const kind = load<u8>(at + 1);
        if (load<u8>(at) != 92) return 0;
        if (kind == QUOTE || kind == 92 || kind == 47) store<u8>(textEnd, kind);
        else if (kind == 116) store<u8>(textEnd, 9);
        else if (kind == 110 && what == FIELD_LINE && load<u8>(at + 2) == QUOTE && load<u8>(at - 1) != 92) {
          at += 2;
          break;
        } else if (kind == 117) {
          // As Go writes `<`, `>` and `&`.
          const code = printed(at + 2);
          if (code == 0) return 0;
          store<u8>(textEnd, <u8>code);
          at += 4;
        } else return 0;
        textEnd++;
        at += 2;
      }
    }
    if (at >= end) return 0;
    at++;
  }
}

/** The printed character of ASCII that the four digits of an escape say; 0: it is another one. */
function printed(at: usize): u32 {
  if (load<u16>(at) != 0x3030) return 0;
  const high = hexDigit(load<u8>(at + 2)), low = hexDigit(load<u8>(at + 3));
  const code = (high << 4) | low;
  return (high | low) <= 15 && code >= 32 && code < 127 ? code : 0;
}

/** 16 or more: it is none. */
function hexDigit(byte: u32): u32 {
  if (byte - 48 <= 9) return byte - 48;
  const letter = (byte | 32) - 97;
  return letter <= 5 ? letter + 10 : 16;
}

/** Bits of the bytes that a value of an entry does not run over: quotes, backslashes, newlines. */
function stops(bytes: v128): i32 {
  return i8x16.bitmask(v128.or(v128.or(i8x16.eq(bytes, i8x16.splat(34)), i8x16.eq(bytes, i8x16.splat(92))), i8x16.eq(bytes, i8x16.splat(10))));
}

/** The first of these in `[from, limit)`, else `limit` or more. */
function valueStop(from: usize, limit: usize): usize {
  for (let at = from; at < limit; at += 16) {
    const bits = stops(v128.load(at));
    if (bits != 0) return at + <usize>ctz<i32>(bits);
  }
  return limit;
}

/** Whether a line that ends here ends with `=<`, which opens a value of several lines. */
// @ts-ignore: decorator
@inline
function opensBlock(end: usize): bool {
  return load<u8>(end - 1) == 60 && load<u8>(end - 2) == 61;
}

/** The pattern of the site that reads the body, whose values stand in the row then; 0: there is none. */
function patternOf(row: usize, site: i32, severity: i32, body: usize, end: usize, epoch: u32): usize {
  if (opensBlock(end)) return 0;
  for (let at = firstPattern(site); at != 0; at = load<i32>(at, PATTERN_FURTHER)) {
    if (counts(at, severity, epoch) && read(at, row + ROW_VALUES_AT, body, end, false) && !holdsWord(body, end, load<u32>(at, PATTERN_WORDS))) return at;
  }
  return 0;
}

/** Whether a word of one of these groups stands in the body. */
// @ts-ignore: decorator
@inline
function holdsWord(body: usize, end: usize, words: u32): bool {
  if (words != 0) for (let at = body; at + 4 <= end; at++) if (isKeyword(at, words)) return true;
  return false;
}

/** Reads a body by a pattern. `opens`: instead of the last value, which is a quoted one, there is `<`, for it stands in lines of its own. */
function read(pattern: usize, values: usize, body: usize, end: usize, opens: bool): bool {
  const keys = <i32>load<u8>(pattern, PATTERN_KEYS);
  let text = pattern + PATTERN_TEXTS;
  let length = <i32>load<u16>(text);
  if (<i32>(end - body) < length || !stands(body, text + 2, length)) return false;
  let at = body + <usize>length;
  text += 2 + padded(length);
  let value = values;
  for (let key = 0; key < keys; key++) {
    const form = load<u8>(text);
    length = <i32>load<u16>(text + 1);
    if (opens && key + 1 == keys) {
      store<i32>(value, <i32>(end - INPUT));
      store<i32>(value + 4, <i32>(end - INPUT));
      return form == FORM_QUOTED && <i32>(end - at) == length && stands(at, text + 3, length - 1);
    }
    if (<i32>(end - at) < length || !stands(at, text + 3, length)) return false;
    at += <usize>length;
    text += 3 + padded(length);
    store<i32>(value, <i32>(at - INPUT));
    let escaped: i32 = 0;
    if (form == FORM_QUOTED) {
      at = quoteOrBackslash(at, end);
      while (at < end && load<u8>(at) != QUOTE) {
        escaped = 0x80000000;
        at = quoteOrBackslash(at + 2, end);
      }
      if (at >= end) return false;
      store<i32>(value + 4, <i32>(at - INPUT) | escaped);
      at++;
    } else if (form == FORM_DIGITS) {
      if (<i32>(end - at) < DIGITS || !digits(at, values - ROW_VALUES_AT + ROW_DIGITS_AT)) return false;
      at += DIGITS;
      store<i32>(value + 4, <i32>(at - INPUT));
    } else {
      if (form == FORM_WORD) at = wordEnd(at, end);
      else if (form == FORM_JSON) at = jsonEnd(at, end);
      else if (form == FORM_BRACKET) at = bracketEnd(at, end);
      else if (form == FORM_TEXT) at = textEnd(at, end, key + 1 == keys ? 0 : text);
      if (at == 0) return false;
      store<i32>(value + 4, <i32>(at - INPUT));
    }
    value += 8;
  }
  return at == end;
}

/** Whether the line of a row states what is known in this epoch. The row is told by what number it is known. */
function isStated(row: usize, epoch: u32): bool {
  const slot = statedPieces(row) ? statedSlot(row, epoch, false) : 0;
  if (slot != 0) store<u8>(slot + STATED_AGAIN, 1);
  store<i32>(row + ROW_STATED_AT, slot == 0 ? -1 : <i32>((slot - STATED) / STATED_SIZE));
  return slot != 0;
}

/** Finds what tells what the line of a row states: all from the first value that counts to the last, perhaps without one of them. `false`: its lines are not known by that, or it is too long. */
function statedPieces(row: usize): bool {
  const pattern = patternOfRow(row);
  const first = <usize>load<u8>(pattern, PATTERN_STATED);
  if (first == 0 || first == STATED_ALWAYS) return false;
  const values = row + ROW_VALUES_AT;
  const start = load<i32>(values + ((first - 1) << 3));
  const end = load<i32>(values + (<usize>load<u8>(pattern, PATTERN_STATED_LAST) << 3) + 4) & 0x7fffffff;
  pieceHead = INPUT + <usize>start;
  pieceHeadLength = end - start;
  pieceTail = pieceHead;
  pieceTailLength = 0;
  const leftOut = <usize>load<u8>(pattern, PATTERN_LEFT_OUT);
  if (leftOut != 0) {
    const left = values + ((leftOut - 1) << 3);
    const leftEnd = load<i32>(left + 4) & 0x7fffffff;
    // A value in lines of its own stands behind the line.
    pieceHeadLength = min(load<i32>(left), load<i32>(row + (ROW_BODY_END << 2))) - start;
    pieceTail = INPUT + <usize>leftEnd;
    pieceTailLength = end - leftEnd;
  }
  return pieceHeadLength + pieceTailLength <= LONGEST_STATED && (pieceHeadLength >= 8 || pieceTailLength >= 8);
}

// @ts-ignore: decorator
@inline
function piecesHash(): u32 {
  return pieceHeadLength >= 8 ? hashOf(pieceHead, pieceHeadLength) : hashOf(pieceTail, pieceTailLength);
}

/** The slot with the pieces that were found last; `orFree`: or one that none of this epoch is in. 0: there is none. */
function statedSlot(row: usize, epoch: u32, orFree: bool): usize {
  const pattern = load<i32>(row + ROW_PLACE_AT);
  const length = pieceHeadLength + pieceTailLength;
  let place = piecesHash() & STATED_MASK;
  let free: usize = 0;
  for (let probe = 0; probe < STATED_PROBES; probe++) {
    const slot = STATED + <usize>place * STATED_SIZE;
    if (load<i32>(slot + STATED_PATTERN) == 0 || load<u32>(slot + 4) != epoch) {
      if (free == 0) free = slot;
    } else if (<i32>load<u16>(slot) == length && <i32>load<u16>(slot + STATED_PART) == pieceHeadLength && load<i32>(slot + STATED_PATTERN) == pattern
      && same(pieceHead, slot + STATED_BYTES, pieceHeadLength) && same(pieceTail, slot + STATED_BYTES + <usize>pieceHeadLength, pieceTailLength)) return slot;
    place = (place + 1) & STATED_MASK;
  }
  return orFree ? free : 0;
}

/** The slot that gives way to the pieces that were found last: the first whose line did not come again since it was put there, or since it was passed over here. Most lines of errors come once, and would drive out those that come for days. */
function slotToGive(): usize {
  let place = piecesHash() & STATED_MASK;
  const first = STATED + <usize>place * STATED_SIZE;
  for (let probe = 0; probe < STATED_PROBES; probe++) {
    const slot = STATED + <usize>place * STATED_SIZE;
    if (load<u8>(slot + STATED_AGAIN) == 0) return slot;
    store<u8>(slot + STATED_AGAIN, 0);
    place = (place + 1) & STATED_MASK;
  }
  return first;
}

/** Writes 64 hex digits as 32 bytes; `false` if one is none, or a capital letter. */
function digits(from: usize, to: usize): bool {
  let valid = i8x16.splat(-1);
  for (let half: usize = 0; half < 2; half++) {
    const first = v128.load(from + (half << 5));
    const second = v128.load(from + (half << 5), 16);
    valid = v128.and(valid, v128.and(areDigits(first), areDigits(second)));
    v128.store(to + (half << 4), i8x16.narrow_i16x8_u(pairs(first), pairs(second)));
  }
  return i8x16.all_true(valid);
}

function areDigits(bytes: v128): v128 {
  const higher = v128.and(bytes, i8x16.splat(-16));
  const lower = v128.and(bytes, i8x16.splat(15));
  const figures = v128.and(i8x16.eq(higher, i8x16.splat(0x30)), i8x16.lt_u(lower, i8x16.splat(10)));
  const letters = v128.and(i8x16.eq(higher, i8x16.splat(0x60)), i8x16.lt_u(i8x16.sub(lower, i8x16.splat(1)), i8x16.splat(6)));
  return v128.or(figures, letters);
}

/** Two digits each in the lower half of 16 bits. */
function pairs(bytes: v128): v128 {
  const letters = i8x16.eq(v128.and(bytes, i8x16.splat(-16)), i8x16.splat(0x60));
  const values = i8x16.add(v128.and(bytes, i8x16.splat(15)), v128.and(letters, i8x16.splat(9)));
  return v128.or(i16x8.shl(v128.and(values, i16x8.splat(0xff)), 4), i16x8.shr_u(values, 8));
}

/** Bytes that a text of this length takes in a pattern. */
function padded(length: i32): usize {
  return <usize>(length < 8 ? 8 : length);
}

/** As `same`, for a `b` with zeros behind it. */
function stands(a: usize, b: usize, length: i32): bool {
  if (length >= 8) return same(a, b, length);
  const shift = <u64>(8 - length) << 3;
  return length == 0 || ((load<u64>(a) ^ load<u64>(b)) << shift) == 0;
}

/** The first quote or backslash in `[from, limit)`, else `limit` or more. */
function quoteOrBackslash(from: usize, limit: usize): usize {
  const quote = i8x16.splat(34);
  const backslash = i8x16.splat(92);
  for (let at = from; at < limit; at += 16) {
    const bytes = v128.load(at);
    const bits = i8x16.bitmask(v128.or(i8x16.eq(bytes, quote), i8x16.eq(bytes, backslash)));
    if (bits != 0) {
      const found = at + <usize>ctz<i32>(bits);
      return found < limit ? found : limit;
    }
  }
  return limit;
}

/** Where a word of letters, digits and `. _ - : / +` ends; 0 when there is none. */
function wordEnd(start: usize, end: usize): usize {
  let at = start;
  while (at < end) {
    const byte = <u32>load<u8>(at);
    // Hyphen, dot, slash, digits and colon follow each other.
    if ((byte | 32) - 97 > 25 && byte - 45 > 13 && byte != 95 && byte != 43) break;
    at++;
  }
  return at > start ? at : 0;
}

/** Where `[…]` or `&{…}` ends, without brackets and quotes in it; 0 for anything else. */
function bracketEnd(start: usize, end: usize): usize {
  let at = start;
  if (at < end && load<u8>(at) == AMPERSAND) at++;
  if (at >= end) return 0;
  const open = <u32>load<u8>(at);
  if (open != (at > start ? 123 : 91)) return 0;
  for (at++; at < end; at++) {
    const byte = <u32>load<u8>(at);
    if (byte == open + 2) return at + 1;
    if (byte == QUOTE || byte == 91 || byte == 93 || byte == 123 || byte == 125) return 0;
  }
  return 0;
}

/**
 * Where the first text behind `start` begins that stands before the next value of a pattern, whose form is at `next`; the last one begins as far behind as it can. Its quote is not
 * looked for. 0: it does not stand there.
 */
function textEnd(start: usize, end: usize, next: usize): usize {
  if (next == 0) return end;
  const length = <i32>load<u16>(next + 1) - <i32>(load<u8>(next) == FORM_QUOTED);
  const last = end - <usize>length;
  if (<i32>(end - start) < length) return 0;
  if (load<u8>(next) == FORM_END) return stands(last, next + 3, length) ? last : 0;
  const first = load<u8>(next + 3);
  for (let at = find(start, last + 1, first); at <= last; at = find(at + 1, last + 1, first)) {
    if (stands(at, next + 3, length)) return at;
  }
  return 0;
}

/** Where an object or array of strings ends, one level deep; 0 for anything else. */
function jsonEnd(start: usize, end: usize): usize {
  if (start + 1 >= end || load<u8>(start + 1) != QUOTE) return 0;
  const open = <u32>load<u8>(start);
  if (open != 91 && open != 123) return 0;
  const close = open + 2;
  let at = start + 1;
  while (at < end) {
    const byte = <u32>load<u8>(at);
    if (byte == close) return at + 1;
    if (byte == QUOTE) {
      at = quoteOrBackslash(at + 1, end);
      while (at < end && load<u8>(at) != QUOTE) at = quoteOrBackslash(at + 2, end);
      if (at >= end) return 0;
    } else if (byte == 91 || byte == 93 || byte == 123 || byte == 125) return 0;
    at++;
  }
  return 0;
}

/** Whether there is a NUL byte or an escape in the input up to `end`: 1, else 0. */
export function odd(end: i32): i32 {
  const limit = INPUT + <usize>end;
  const whole = limit - (<usize>end & 63);
  const escape = i8x16.splat(27);
  const nul = i8x16.splat(0);
  let at = INPUT;
  for (; at < whole; at += 64) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    const escapes = v128.or(v128.or(i8x16.eq(a, escape), i8x16.eq(b, escape)), v128.or(i8x16.eq(c, escape), i8x16.eq(d, escape)));
    const least = i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d));
    if (v128.any_true(v128.or(escapes, i8x16.eq(least, nul)))) return 1;
  }
  for (; at < limit; at++) {
    const byte = load<u8>(at);
    if (byte == 0 || byte == 27) return 1;
  }
  return 0;
}

/** As `find`, for what is farther away. */
function findFar(from: usize, limit: usize, byte: u8): usize {
  const wanted = i8x16.splat(byte);
  for (let at = from; at < limit; at += 32) {
    const bits = <u32>i8x16.bitmask(i8x16.eq(v128.load(at), wanted)) | (<u32>i8x16.bitmask(i8x16.eq(v128.load(at, 16), wanted)) << 16);
    if (bits != 0) {
      const found = at + <usize>ctz<u32>(bits);
      return found < limit ? found : limit;
    }
  }
  return limit;
}

/** The first such byte in `[from, limit)`, else `limit`. Reads up to 31 bytes beyond, which are there. */
function find(from: usize, limit: usize, byte: u8): usize {
  const wanted = i8x16.splat(byte);
  for (let at = from; at < limit; at += 16) {
    const bits = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
    if (bits != 0) {
      const found = at + <usize>ctz<i32>(bits);
      return found < limit ? found : limit;
    }
  }
  return limit;
}

function same(a: usize, b: usize, length: i32): bool {
  if (length >= 16) {
    const last = <usize>length - 16;
    for (let i: usize = 0; i < last; i += 16) if (v128.any_true(v128.xor(v128.load(a + i), v128.load(b + i)))) return false;
    return !v128.any_true(v128.xor(v128.load(a + last), v128.load(b + last)));
  }
  if (length >= 8) {
    const last = <usize>length - 8;
    return load<u64>(a) == load<u64>(b) && load<u64>(a + last) == load<u64>(b + last);
  }
  for (let i: usize = 0; i < <usize>length; i++) if (load<u8>(a + i) != load<u8>(b + i)) return false;
  return true;
}

/** `hh:mm:ss` as seconds of the day, or -1. A line mostly says the second of the line before, twice. */
// @ts-ignore: decorator
@inline
function clock(at: usize): i32 {
  return load<u64>(at) == lastClock ? lastSecond : otherClock(at);
}

function otherClock(at: usize): i32 {
  const h1 = <u32>load<u8>(at) - 48, h2 = <u32>load<u8>(at + 1) - 48, m1 = <u32>load<u8>(at + 3) - 48, m2 = <u32>load<u8>(at + 4) - 48;
  const s1 = <u32>load<u8>(at + 6) - 48, s2 = <u32>load<u8>(at + 7) - 48;
  if (h1 > 2 || h2 > 9 || m1 > 5 || m2 > 9 || s1 > 6 || s2 > 9 || load<u8>(at + 2) != 58 || load<u8>(at + 5) != 58) return -1;
  const hours = h1 * 10 + h2;
  const seconds = s1 * 10 + s2;
  if (hours > 23 || seconds > 60) return -1;
  lastClock = load<u64>(at);
  lastSecond = <i32>(hours * 3600 + (m1 * 10 + m2) * 60 + seconds);
  return lastSecond;
}

/** Six digits as a number, or -1: all at once, a byte each. */
// @ts-ignore: decorator
@inline
function six(at: usize): i32 {
  const bytes = load<u64>(at) & 0xffffffffffff;
  const values = bytes - ZEROS;
  // A byte below `0` borrows, one above `9` reaches the highest bit.
  if (((bytes | values | (bytes + TO_TOP)) & TOPS) != 0) return -1;
  const pairs = (values & EVERY_OTHER) * 10 + ((values >> 8) & EVERY_OTHER);
  return <i32>(<u32>(pairs & 0xff) * 10000 + <u32>((pairs >> 16) & 0xff) * 100 + <u32>(pairs >> 32));
}

/** The slot of a caller: where it stands, or the empty one where it would. */
function findCaller(at: usize, length: i32): usize {
  let slot = (load<u32>(at + <usize>length - 4) * 0x9e3779b1 ^ load<u32>(at) * 0x85ebca6b ^ <u32>length * 0xc2b2ae35) >> 7;
  while (true) {
    const place = CALLER_SLOTS + <usize>(slot & CALLER_MASK) * 2;
    const index = <i32>load<u16>(place);
    if (index == 0) return place;
    const known = SITES + <usize>(index - 1) * SITE_SIZE;
    if (<i32>load<u16>(known) == length && same(at, known + SITE_CALLER, length)) return place;
    slot++;
  }
}

/** A hash of at least eight bytes. */
function hashOf(at: usize, length: i32): u32 {
  let hash: u64 = <u64>length * 0x9e3779b97f4a7c15;
  const last = at + <usize>length - 8;
  for (let p = at; p < last; p += 8) {
    hash = (hash ^ load<u64>(p)) * 0x9ddfea08eb382d69;
    hash ^= hash >> 32;
  }
  hash = (hash ^ load<u64>(last)) * 0x9ddfea08eb382d69;
  return <u32>(hash >> 40);
}
