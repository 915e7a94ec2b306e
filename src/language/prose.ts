/** Tells prose from names, numbers and what is quoted. */

/** So many small words in a row are prose, and not the names, numbers and dates of a log. */
const WORDS_OF_PROSE = 3;

/** Whether a text has English prose in it, outside of what it quotes and of commands between backticks. */
export function isProse(text: string): boolean {
  let run = 0;
  for (const word of withoutCommands(withoutQuotation(text)).split(' ')) {
    run = isSmallWord(word) ? run + 1 : 0;
    if (run >= WORDS_OF_PROSE) return true;
  }
  return false;
}

/** A line of a log may have quotation marks of its own: from the first to the last, all is quoted. */
function withoutQuotation(text: string): string {
  const [first, last] = [text.indexOf('"'), text.lastIndexOf('"')];
  return first < last ? `${text.slice(0, first)}""${text.slice(last + 1)}` : text;
}

function withoutCommands(text: string): string {
  return text
    .split('`')
    .filter((_, index) => index % 2 === 0)
    .join('``');
}

/** Small letters alone, and perhaps a sign behind them. */
function isSmallWord(word: string): boolean {
  const end = ',.;:'.includes(word.charAt(word.length - 1)) ? word.length - 1 : word.length;
  for (let at = 0; at < end; at += 1) if (word.charAt(at) < 'a' || word.charAt(at) > 'z') return false;
  return end > 0;
}
