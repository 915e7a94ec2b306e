// Tells whether a regular expression can take longer than linear time: asks redos-detector how often it can go back. Used by check-regexps.mjs.
import { isSafe } from 'redos-detector';

/**
 * How many ways to match from one place are as good as a constant, when larger counts are asked about as `count` (as they stand, the checker would take minutes).
 * Two loops that share a text show by it as well: they have more ways than the count.
 */
const ANYWHERE = { count: 12, ways: 12 };

/** The same for a pattern that is tried once a line and reaches a constant length: only loops in loops are too many. */
const ONCE_A_LINE = { count: 2, ways: 1000 };

/** What stands for the letters of Unicode. */
const LETTERS = 'A-Za-z\\u00c0-\\u024f';

/** @typedef {import('./regexps.mjs').Pattern} Pattern */

/**
 * Why a pattern is not linear, or `undefined`. Linear means: from one place it goes back a bounded number of times, whatever the text; and if one of its loops has
 * no upper bound, also when every place of the text is tried. (Without such a loop a match reaches a constant length only, so trying every place is linear.)
 * @param {Pattern} pattern
 * @returns {string | undefined}
 */
export function whyNotLinear({ source, flags }) {
  // The classes of Unicode make automata too large; a class that overlaps the others in the same way will do.
  const plain = withSmallClasses(source);
  const kept = flags.replace(/[gydv]/g, '').replace('u', /\\[pu]\{/.test(plain) ? 'u' : '');
  const looping = hasUnboundedLoop(plain);
  const fromOnePlace = goesBack(`^(?:${plain})`, kept, plain.startsWith('^') && !looping ? ONCE_A_LINE : ANYWHERE);
  if (fromOnePlace !== undefined) return fromOnePlace;
  if (!looping || (plain.startsWith('^') && !plain.includes('|') && !flags.includes('m'))) return undefined;
  const fromEveryPlace = goesBack(plain, kept, ANYWHERE);
  return fromEveryPlace === undefined
    ? undefined
    : `${fromEveryPlace} when every place is tried: give its loops an upper bound`;
}

/** `\\p{L}` as a class of its own, and inside of one as its members. @param {string} source */
function withSmallClasses(source) {
  return source.replaceAll(/\\[^p]|\\p\{L\}|\[(?:\\.|[^\]\\])*\]/g, (part) => {
    if (part === '\\p{L}') return `[${LETTERS}]`;
    return part.startsWith('[') ? part.replaceAll('\\p{L}', LETTERS) : part;
  });
}

/** @param {string} source @param {string} flags @param {{ count: number, ways: number }} limits @returns {string | undefined} what is wrong with it */
function goesBack(source, flags, { count, ways }) {
  const { safe, error } = isSafe(new RegExp(withSmallCounts(source, count), flags), {
    maxScore: ways,
    maxSteps: 1_000_000, // and no time: a busy machine says the same as an idle one
  });
  if (safe) return undefined;
  return error === 'hitMaxScore'
    ? `it can go back more than ${ways} times`
    : `the checker cannot tell (${error ?? 'unknown'})`;
}

/** @param {string} source @param {number} largest */
function withSmallCounts(source, largest) {
  const small = (digits = '') => (digits === '' ? '' : Math.min(Number(digits), largest));
  let out = '';
  for (let at = 0; at < source.length;) {
    const count = /^\{(\d+)(,?)(\d*)\}/.exec(source.slice(at, at + 16));
    const end = count === null ? tokenEnd(source, at) : at + count[0].length;
    out += count === null ? source.slice(at, end) : `{${small(count[1])}${count[2]}${small(count[3])}}`;
    at = end;
  }
  return out;
}

/** @param {string} source @returns {boolean} */
export function hasUnboundedLoop(source) {
  for (let at = 0; at < source.length; at = tokenEnd(source, at)) {
    if (source[at] === '*' || source[at] === '+' || /^\{\d+,\}/.test(source.slice(at, at + 8))) return true;
  }
  return false;
}

/** @param {string} source @param {number} start @returns {number} behind the escape, class or character that begins here */
function tokenEnd(source, start) {
  if (source[start] === '\\') return start + 2;
  if (source[start] !== '[') return start + 1;
  let at = start + 1;
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}
