/**
 * The only way from a stranger's text (a log, the name of a file or a host) to something that a person, a terminal or a page reads. A terminal obeys
 * control characters, and marks of direction or without width make a text look like another one: all of them become visible signs.
 */

declare const printableBrand: unique symbol;

/** Text in which nothing is hidden and nothing drives a terminal. What this file makes is of this type, and nothing else: outputs take nothing else. */
export type Printable = string & { readonly [printableBrand]: true };

/**
 * What is not seen and yet does something: C0 and C1 controls, ends of lines and paragraphs, marks of direction, whatever Unicode lets a reader ignore (no
 * width, fillers, tags, selectors), annotations and halves of surrogate pairs.
 */
const CLASS = '\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}\\u{FFF9}-\\u{FFFB}';
const HIDDEN = new RegExp(`[${CLASS}]`, 'gu');
/** The same without what JSON has written as an escape already, and without the blanks between its values. */
const HIDDEN_IN_JSON = new RegExp(`(?![\\u0000-\\u001f])[${CLASS}]`, 'gu');
/** The same without tabs and ends of lines. */
const HIDDEN_IN_LINES = new RegExp(`(?![\\t\\n\\r])[${CLASS}]`, 'gu');
const SEEN = /^[ -~]*$/;

/** A stranger's text on one line: each hidden character as a sign, tabs and ends of lines too. */
export function printable(text: string): Printable {
  return (SEEN.test(text) ? text : text.replace(HIDDEN, sign)) as Printable;
}

/** A stranger's text that may have several lines and columns: the same, but tabs and ends of lines stay. For a page, which can break no frame by them. */
export function printableLines(text: string): Printable {
  return (SEEN.test(text) ? text : text.replace(HIDDEN_IN_LINES, sign)) as Printable;
}

/** A template of our own words, with a stranger's in it: ``printing`There is no file ${name}.\n` ``. Our words stay as they are, with their ends of lines. */
export function printing(ours: TemplateStringsArray, ...strangers: readonly (string | number)[]): Printable {
  return ours
    .map((words, index) => (index === 0 ? '' : printable(String(strangers[index - 1]))) + words)
    .join('') as Printable;
}

/** Printable texts with words of ours between them. */
export function joinPrintable(texts: readonly Printable[], ours: string): Printable {
  return texts.join(ours) as Printable;
}

/** Words of ours alone, such as a help page, and what somebody asked to have written as it is, such as a simulated log. Never for what a log says. */
export function asWritten(text: string): Printable {
  return text as Printable;
}

/** Text of JSON as `JSON.stringify` makes it, with the characters escaped that it leaves hidden: a reader of the JSON gets the same values. */
export function printableJson(json: string): Printable {
  return (SEEN.test(json) ? json : json.replace(HIDDEN_IN_JSON, escaped)) as Printable;
}

/** `␛` for C0, `␡` for DEL, `\u202e` for all others, as JSON and Go write them. */
function sign(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : escaped(character);
}

/** An escape for each UTF-16 unit. */
function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
