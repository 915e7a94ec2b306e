/** Whether a line goes on with the record above it. Asks the reader itself, with the few lines before as a log of their own. */
import type { ReaderOptions } from '../../journal/record.ts';
import { createSourceReader } from '../../journal/sourceReader.ts';
import { decodeText, encodeText, NEWLINE } from '../../journal/bytes/bytes.ts';

/** A record of more lines is taken for complete. */
const MOST_LINES = 60;

/** Whether `line` is a part of the record that the last of the lines before it belong to. */
export function goesOn(before: readonly string[], line: string, options: ReaderOptions): boolean {
  let goes = false;
  const wanted = before.length + 1;
  const reader = createSourceReader(0, '', options, {
    record: (record) => {
      if (record.line < wanted && wanted < record.line + record.lines) goes = true;
    },
    warning: () => undefined,
  });
  reader.push(encodeText(`${[...before, line].join('\n')}\n`));
  reader.end();
  return goes;
}

/** Where the last record of some complete lines begins, as an offset; 0 where all of them are one, or too much to tell. */
export function lastRecordStart(bytes: Uint8Array, options: ReaderOptions): number {
  const { lines, from } = lastLines(bytes);
  let end = bytes.length;
  for (let at = lines.length - 1; at > 0; at -= 1) {
    end = bytes.lastIndexOf(NEWLINE, end - 2) + 1;
    if (!goesOn(lines.slice(0, at), lines[at] ?? '', options)) return end;
  }
  return from;
}

/** The last lines of some text, complete ones. */
export function lastLines(bytes: Uint8Array): { readonly lines: readonly string[]; readonly from: number } {
  let from = bytes.length;
  for (let count = 0; count < MOST_LINES && from > 0; count += 1) from = bytes.lastIndexOf(NEWLINE, from - 2) + 1;
  const text = decodeText(bytes, from, bytes.length);
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return { lines, from };
}
