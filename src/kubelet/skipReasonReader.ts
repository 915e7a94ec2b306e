/**
 * Reads the list of reasons of a skip line or of a node condition, in every form that kubelets of 1.8 to 1.36 wrote, and in the forms that pastes
 * make of it: wrapped inside words, cut at the end or in the middle, with lost or mistyped brackets. All work is linear in the text.
 */
import { goDurationToMicroseconds } from './goDuration.ts';
import { NEVER_ELAPSED_TEXT } from './constants.ts';
import { CUT_MARK } from './pagerMark.ts';
import type { SkipReason, SkipReasonKind } from './skipReason.ts';
import type { Duration } from './time.ts';
import { REASON_PHRASES, type ReasonPhrase } from './skipReasonPhrases.ts';

interface CompactPhrase extends ReasonPhrase {
  readonly compact: string;
}

const TERMINAL_COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]{0,32}m`, 'g');

/** Shortest beginning of a phrase that still tells it from all others, when the text is cut there. */
const SHORTEST_CUT = 6;

const PHRASES: readonly CompactPhrase[] = REASON_PHRASES.map((phrase) => ({
  ...phrase,
  compact: compacted(phrase.text),
}));
const FIRST_CHARACTERS: ReadonlySet<string> = new Set(PHRASES.map((phrase) => phrase.compact.charAt(0)));

/** A text without its blanks, and for each remaining character its place in the text. */
interface Compact {
  readonly text: string;
  readonly lower: string;
  readonly places: Int32Array;
}

interface PhraseAt {
  readonly phrase: CompactPhrase;
  readonly from: number;
}

/** Reads the reasons in their order. An empty text, or the mark of a pager alone, gives an empty list; text that holds no known reason gives one of kind `other`. */
export function parseSkipReasons(text: string): SkipReason[] {
  const usual = usualReason(text);
  if (usual !== undefined) return [usual];
  const original = text.replace(TERMINAL_COLOUR, '');
  const compact = compactWithPlaces(original);
  if (/^\[?$/.test(compact.text.replace(CUT_MARK, ''))) return [];
  const starts = findPhrases(original, compact);
  const reasons: SkipReason[] = [];
  const first = starts[0];
  const leading = original.slice(0, first === undefined ? original.length : compact.places[first.from]);
  const leadingText = trimmedItem(leading, first === undefined);
  if (leadingText !== '') {
    reasons.push(cutReason(leadingText, reasons) ?? { kind: 'other', text: leadingText });
  }
  starts.forEach((start, index) => {
    const next = starts[index + 1];
    const to = next === undefined ? compact.text.length : next.from;
    readItem(original, compact, start, to, next === undefined, reasons);
  });
  const last = reasons.at(-1);
  if (last?.kind === 'runtime-down' && (CUT_MARK.test(original) || (hasOpenList(original) && !original.includes(']'))))
    reasons[reasons.length - 1] = { ...last, isCut: true };
  return reasons;
}

const STALE = 'PLEG is not healthy: pleg was last seen active ';
const THRESHOLD = ' ago; threshold is ';

/** The reason of most skips, written whole and alone; `undefined` for any other text. A stuck node writes very many of them. */
function usualReason(text: string): SkipReason | undefined {
  if (!text.startsWith(STALE)) return undefined;
  const ago = text.indexOf(THRESHOLD, STALE.length);
  if (ago < 0) return undefined;
  const elapsedText = text.slice(STALE.length, ago);
  const elapsed = wholeDuration(elapsedText);
  const threshold = wholeDuration(text.slice(ago + THRESHOLD.length));
  return elapsed === undefined || threshold === undefined || elapsedText === NEVER_ELAPSED_TEXT
    ? undefined
    : { kind: 'pleg-stale', text, elapsed, threshold, healthCheck: 'PLEG' };
}

/** A duration as Go prints those of a second or more. */
function wholeDuration(text: string): Duration | undefined {
  return text.endsWith('s') && durationEnd(text, 0, text.length) === text.length
    ? goDurationToMicroseconds(text)
    : undefined;
}

function readItem(
  original: string,
  compact: Compact,
  start: PhraseAt,
  to: number,
  last: boolean,
  out: SkipReason[],
): void {
  const { phrase, from } = start;
  const end = from + phrase.compact.length;
  if (phrase.extent === 'whole') {
    out.push({ kind: phrase.kind, text: phrase.text });
    pushRest(original, compact, end, to, last, out);
    return;
  }
  if (phrase.extent === 'health') {
    const health = readHealth(compact, end, to, phrase);
    if (health !== undefined) {
      out.push(health.reason);
      pushRest(original, compact, health.end, to, last, out);
      return;
    }
  }
  const item = itemBetween(original, compact, from, to, last);
  const kind = phrase.extent === 'health' ? cutHealthKind(compact.lower.slice(end, to), out) : phrase.kind;
  out.push({ kind, text: item, ...(phrase.healthCheck === undefined ? {} : { healthCheck: phrase.healthCheck }) });
}

/** PLEG's two messages; `undefined` when the text was cut or is another one. */
function readHealth(
  compact: Compact,
  from: number,
  to: number,
  phrase: CompactPhrase,
): { reason: SkipReason; end: number } | undefined {
  const check = phrase.healthCheck ?? 'PLEG';
  const never = 'pleghasyettobesuccessful';
  if (compact.lower.startsWith(never, from)) {
    const text = `${phrase.text} pleg has yet to be successful`;
    return { reason: { kind: 'pleg-never', text, healthCheck: check }, end: from + never.length };
  }
  const active = findWithin(compact.lower, 'active', from, to);
  if (active === undefined || !compact.lower.startsWith('plegw', from)) return undefined;
  const elapsedFrom = active + 'active'.length;
  const ago = findWithin(compact.lower, 'ago', elapsedFrom, to);
  const elapsedEnd = ago ?? durationEnd(compact.text, elapsedFrom, to);
  const elapsedText = compact.text.slice(elapsedFrom, elapsedEnd);
  if (elapsedText === NEVER_ELAPSED_TEXT) {
    const end = thresholdAfter(compact, elapsedEnd, to).end;
    const text = `${phrase.text} pleg was last seen active ${elapsedText} ago; threshold is 3m0s`;
    return { reason: { kind: 'pleg-never', text, healthCheck: check }, end };
  }
  // Go prints every duration of a second or more with an s at its end: without it the text was cut.
  const elapsed = elapsedText.endsWith('s') ? goDurationToMicroseconds(elapsedText) : undefined;
  const threshold = thresholdAfter(compact, elapsedEnd, to);
  if (elapsed === undefined) {
    if (elapsedEnd < to && threshold.value === undefined) return undefined;
    const shown = `${phrase.text} pleg was last seen active${elapsedText === '' ? '' : ` ${elapsedText}`}`;
    return {
      reason: {
        kind: 'pleg-stale',
        text: shown,
        healthCheck: check,
        ...(threshold.value === undefined ? {} : { threshold: threshold.value }),
      },
      end: threshold.end,
    };
  }
  const tail = threshold.text === '' ? '' : `; threshold is ${threshold.text}`;
  const text = `${phrase.text} pleg was last seen active ${elapsedText}${elapsedEnd === ago ? ' ago' : ''}${tail}`;
  return {
    reason: {
      kind: 'pleg-stale',
      text,
      elapsed,
      ...(threshold.value === undefined ? {} : { threshold: threshold.value }),
      healthCheck: check,
    },
    end: threshold.end,
  };
}

interface Threshold {
  readonly text: string;
  readonly value: SkipReason['threshold'] | undefined;
  readonly end: number;
}

function thresholdAfter(compact: Compact, from: number, to: number): Threshold {
  const word = 'thresholdis';
  const at = findWithin(compact.lower, word, from, to);
  if (at === undefined) {
    // Cut between "ago" and the threshold: what is left of these words belongs to the reason.
    const words = 'ago;thresholdis';
    let end = from;
    while (end < to && compact.lower[end] === words[end - from]) end += 1;
    return { text: '', value: undefined, end };
  }
  const start = at + word.length;
  const end = durationEnd(compact.text, start, to);
  const text = compact.text.slice(start, end);
  const value = text.endsWith('s') ? goDurationToMicroseconds(text) : undefined;
  return { text: value === undefined ? '' : text, value, end };
}

/** Looks only at the part that it is given: a search to the end of the text for each reason would not be linear. */
function findWithin(text: string, word: string, from: number, to: number): number | undefined {
  const at = text.slice(from, to).indexOf(word);
  return at < 0 ? undefined : from + at;
}

const DURATION = '0123456789hmsnu\u00b5\u03bc';

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Where the characters of a duration end; a full stop counts only before a digit. */
function durationEnd(text: string, from: number, to: number): number {
  let at = from;
  while (at < to) {
    if (!DURATION.includes(text.charAt(at)) && !(text.charAt(at) === '.' && isDigit(text.charCodeAt(at + 1)))) break;
    at += 1;
  }
  return at;
}

/** What is wrong with PLEG where the line is cut before it says so: it is stale where no reason stands before, and not yet listed where no good Status came from the runtime either. */
function cutHealthKind(rest: string, before: readonly SkipReason[]): 'pleg-stale' | 'pleg-never' | 'other' {
  if (rest.startsWith('plegh')) return 'pleg-never';
  if (rest.startsWith('plegw')) return 'pleg-stale';
  if (!'pleg'.startsWith(rest.replace(CUT_MARK, ''))) return 'other';
  if (before.some(({ kind }) => kind === 'runtime-status-unknown')) return 'pleg-never';
  return before.length === 0 ? 'pleg-stale' : 'other';
}

/** What stands behind a reason that is complete: list punctuation is dropped, anything else is a reason of its own. */
function pushRest(
  original: string,
  compact: Compact,
  from: number,
  to: number,
  last: boolean,
  out: SkipReason[],
): void {
  if (from >= to) return;
  const rest = itemBetween(original, compact, from, to, last).replace(/^[\s.,;]+/, '');
  if (rest === '' || /^[\][.,;"'`>\u2026\s]*$/.test(rest)) return;
  out.push(cutReason(rest, out) ?? { kind: 'other', text: rest });
}

/** Finds the known phrases that begin a reason: at the start of the text, after a bracket, a comma or a blank. */
function findPhrases(original: string, compact: Compact): PhraseAt[] {
  const found: PhraseAt[] = [];
  let open = false;
  for (let at = 0; at < compact.text.length; at += 1) {
    if (!FIRST_CHARACTERS.has(compact.lower.charAt(at))) continue;
    const before = boundaryBefore(original, compact, at);
    // A message of any form may quote other reasons: behind one only a comma begins a new reason.
    if (before === 'none' || (open && before !== 'comma')) continue;
    const phrase = PHRASES.find((candidate) => compact.lower.startsWith(candidate.compact, at));
    if (phrase === undefined) continue;
    found.push({ phrase, from: at });
    open = phrase.kind === 'runtime-not-ready' || phrase.kind === 'network' ? phrase.extent === 'open' : false;
    at += phrase.compact.length - 1;
  }
  return found;
}

function boundaryBefore(original: string, compact: Compact, at: number): 'start' | 'comma' | 'blank' | 'none' {
  if (at === 0) return 'start';
  const previous = compact.text.charAt(at - 1);
  if (previous === ',') return 'comma';
  if (previous === '[' || previous === '"') return 'start';
  const place = compact.places[at] ?? 0;
  const character = original.charAt(place - 1);
  return character === ' ' || character === '\t' || character === '\n' ? 'blank' : 'none';
}

/** A text without the brackets, quotes and points at its end. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (end > 0 && '].,"'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A reason that was cut at the end (`container runtime stat`, by a pager: `container runtime stat>`) or in the middle (`container runti...ted yet`), if only one phrase fits. `before`: the reasons in front of it. */
function cutReason(text: string, before: readonly SkipReason[]): SkipReason | undefined {
  const compact = compacted(text).replace(CUT_MARK, '');
  const gap = compact.includes('...') ? '...' : compact.includes('\u2026') ? '\u2026' : undefined;
  const begin = gap === undefined ? compact : compact.slice(0, compact.indexOf(gap));
  const end = gap === undefined ? '' : withoutClosing(compact.slice(compact.lastIndexOf(gap) + gap.length));
  if (end === '')
    return onlyOne(
      text,
      before,
      begin.length < SHORTEST_CUT ? [] : PHRASES.filter((phrase) => phrase.compact.startsWith(begin)),
    );
  const fits = (phrase: CompactPhrase): boolean =>
    phrase.extent === 'whole' &&
    phrase.compact.length >= begin.length + end.length &&
    phrase.compact.startsWith(begin) &&
    phrase.compact.endsWith(end);
  return onlyOne(text, before, begin.length + end.length < SHORTEST_CUT ? [] : PHRASES.filter(fits));
}

/** Whether a text can be the beginning of a reason of this kind: where a pager cut a line early, several fit (`container runti>`), and where it left out the middle of two, their ends do not tell. */
export function canBegin(text: string, kind: SkipReasonKind): boolean {
  const compact = compacted(text);
  const gap = compact.search(/\u2026|\.{3}/);
  const begin = gap < 0 ? compact.replace(CUT_MARK, '') : compact.slice(0, gap);
  return begin !== '' && PHRASES.some((one) => one.kind === kind && one.compact.startsWith(begin));
}

function onlyOne(
  text: string,
  before: readonly SkipReason[],
  phrases: readonly CompactPhrase[],
): SkipReason | undefined {
  const [phrase, ...others] = phrases;
  if (phrase === undefined || others.length > 0) return undefined;
  const { healthCheck } = phrase;
  const kind = phrase.extent === 'health' ? cutHealthKind('', before) : phrase.kind;
  return { kind, text, ...(healthCheck === undefined ? {} : { healthCheck }) };
}

/** The item of a list between two places of the compact text. */
function itemBetween(original: string, compact: Compact, from: number, to: number, last: boolean): string {
  const raw = original.slice(compact.places[from], endPlace(original, compact, to));
  return trimmedItem(raw, last, hasOpenList(original));
}

/** Takes the list's own punctuation off an item: the opening bracket, a joining comma, and the closing bracket if it is not the item's own. */
function trimmedItem(raw: string, last: boolean, openList = raw.trimStart().startsWith('[')): string {
  let item = raw.trim();
  if (item.startsWith('[')) item = item.slice(1).trimStart();
  item = item.replace(/\.?,$/, '').trimEnd();
  if (last && openList && item.endsWith(']') && depth(item) < 0) item = item.slice(0, -1).trimEnd();
  return item;
}

function depth(text: string): number {
  let level = 0;
  for (const character of text) {
    if (character === '[') level += 1;
    else if (character === ']') level -= 1;
  }
  return level;
}

function hasOpenList(original: string): boolean {
  return original.trimStart().startsWith('[');
}

function endPlace(original: string, compact: Compact, to: number): number {
  return to >= compact.text.length ? original.length : (compact.places[to] ?? original.length);
}

function compacted(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}

function compactWithPlaces(text: string): Compact {
  const places = new Int32Array(text.length);
  let count = 0;
  let kept = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) {
      kept += text.slice(from, at);
      from = at + 1;
    } else places[count++] = at;
  }
  kept += text.slice(from);
  // ASCII-only lower case keeps the length, which toLowerCase does not promise.
  const lower = kept.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return { text: kept, lower, places };
}
