/** How wide a text is where all signs have one width: Han, kana and their punctuation take two columns. */
const WIDE = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uff60]/;

/** Whether a text has a sign of two columns. */
export function hasWide(text: string): boolean {
  return WIDE.test(text);
}

/** Its columns in a terminal or a block of code. */
export function columnsOf(text: string): number {
  if (!hasWide(text)) return text.length;
  let width = 0;
  for (const sign of text) width += WIDE.test(sign) ? 2 : 1;
  return width;
}
