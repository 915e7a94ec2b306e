/**
 * A stranger's text as it may be shown: control characters and marks that turn the direction of text become visible signs, so that a log
 * cannot make a line look like another one. Tabs and line ends stay.
 */
export function visibleText(text: string): string {
  return HIDDEN.test(text) ? text.replaceAll(HIDDEN_ALL, (character) => sign(character.charCodeAt(0))) : text;
}

/** C0 and C1 controls without tab and line ends, the marks, embeddings, overrides and isolates of direction, and invisible separators. */
const CLASS = '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]';
const HIDDEN = new RegExp(CLASS, 'u');
const HIDDEN_ALL = new RegExp(CLASS, 'gu');

function sign(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}
