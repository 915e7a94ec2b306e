/** Parts prose into its sentences. */

/** A sentence of a text, without the blank behind it. */
export interface Sentence {
  readonly from: number;
  readonly to: number;
}

/**
 * The sentences of a text, in order. A full stop within a command (between backticks) or a quotation ends none; nor does one before a small letter. A quotation ends before a full stop,
 * whatever quotation marks are in it: what is quoted is often cut off.
 */
export function sentencesOf(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  let isCode = false;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '`') isCode = !isCode;
    else if (character === '"' && !isCode) isQuoted = !isQuoted && !isEnd(text, at + 1);
    else if (
      !isCode &&
      !isQuoted &&
      (character === '.' || character === '!' || character === '?') &&
      text.charAt(at + 1) === ' ' &&
      !isSmall(text.charAt(at + 2))
    ) {
      sentences.push({ from, to: at + 1 });
      from = at + 2;
    }
  }
  if (from < text.length) sentences.push({ from, to: text.length });
  return sentences;
}

/** A full stop stands there, perhaps behind a bracket, and a new sentence or the end behind it. */
function isEnd(text: string, from: number): boolean {
  let at = from;
  while (text.charAt(at) === ')') at += 1;
  return (
    text.charAt(at) === '.' &&
    (at + 1 === text.length || (text.charAt(at + 1) === ' ' && !isSmall(text.charAt(at + 2))))
  );
}

function isSmall(character: string): boolean {
  return character >= 'a' && character <= 'z';
}
