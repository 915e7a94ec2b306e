/** Parts prose into its sentences. */

/** A sentence of a text, without the blank behind it. */
export interface Sentence {
  readonly from: number;
  readonly to: number;
}

/** The sentences of a text, in order. A full stop within a command (between backticks) or a quotation ends none; nor does one before a small letter. */
export function sentencesOf(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  let isCode = false;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '`') isCode = !isCode;
    else if (character === '"' && !isCode) isQuoted = !isQuoted;
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

function isSmall(character: string): boolean {
  return character >= 'a' && character <= 'z';
}
