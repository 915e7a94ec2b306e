/** How one pod, or one container, is written in a log: finds all of its spellings in a line. */

/**
 * A text that stands for it. `id`: the beginning of a hexadecimal id, of which more or less digits may be written; `uid`: nothing else has it, whatever stands beside it (`pod<uid>.slice`).
 */
export interface Spelling {
  readonly text: string;
  readonly as: 'word' | 'id' | 'uid';
}

/** Characters of a line, `to` excluded. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** Digits by which the tools of runtimes name a container; fewer are no id. */
const SHORTEST_ID = 12;

/** All places of the spellings in a line, in order, none within another. */
export function findSpellings(line: string, spellings: readonly Spelling[]): readonly TextSpan[] {
  const found: TextSpan[] = [];
  for (const { text, as } of spellings) {
    const start = as === 'id' ? text.slice(0, SHORTEST_ID) : text;
    for (let at = line.indexOf(start); at >= 0; at = line.indexOf(start, at + start.length)) {
      const to = as === 'id' ? endOfId(line, at, text) : as === 'uid' ? at + text.length : endOfWord(line, at, text);
      if (to !== undefined) found.push({ from: at, to });
    }
  }
  found.sort((a, b) => a.from - b.from || b.to - a.to);
  return found.filter((span, index) => index === 0 || span.from >= (found[index - 1]?.to ?? 0));
}

/** A name ends where no more letters, digits or dashes follow: `web-1` is no part of `web-10`, nor of `my-web-1`. */
function endOfWord(line: string, at: number, text: string): number | undefined {
  const to = at + text.length;
  if (isPartOfName(line.charAt(at - 1)) || isPartOfName(line.charAt(to))) return undefined;
  const isDotted = line.charAt(to) === '.' && isPartOfName(line.charAt(to + 1));
  return isDotted || line.charAt(at - 1) === '.' ? undefined : to;
}

/** The run of digits is the id, or begins it. */
function endOfId(line: string, at: number, text: string): number | undefined {
  if (isHex(line.charAt(at - 1))) return undefined;
  let to = at;
  while (isHex(line.charAt(to))) to += 1;
  const run = line.slice(at, to);
  return text.startsWith(run) || run.startsWith(text) ? to : undefined;
}

function isPartOfName(character: string): boolean {
  return /^[a-z0-9-]$/i.test(character);
}

function isHex(character: string): boolean {
  return /^[0-9a-f]$/.test(character);
}
