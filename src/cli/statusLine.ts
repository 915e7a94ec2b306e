/** A line on the terminal that says how far the work is, for work that takes longer than a second. It is gone before anything else is written. */
import { asWritten, type Printable } from '../kubelet/printable.ts';

/** Work that is done sooner is not announced, milliseconds. */
const SILENT = 1000;
/** Between two texts, milliseconds: more often is not read. */
const BETWEEN = 200;

export interface StatusLine {
  /** Shows the text if it is time to; `force`: even if another one was shown just now. */
  show(text: () => Printable, force?: boolean): void;
  /** Takes the line away. */
  clear(): void;
}

/**
 * A status line for work that begins now. `write` goes to the terminal, `now` is a clock in milliseconds, `columns` is the width of the terminal: a longer text would leave its
 * first part behind.
 */
export function createStatusLine(
  write: (text: Printable) => void,
  now: () => number,
  columns: () => number | undefined,
): StatusLine {
  const begun = now();
  let shownAt = begun;
  let shown = 0;
  const clear = (): void => {
    if (shown > 0) write(asWritten(`\r${' '.repeat(shown)}\r`));
    shown = 0;
  };
  return {
    show(text, force = false) {
      const time = now();
      if (time - begun < SILENT || (!force && shown > 0 && time - shownAt < BETWEEN)) return;
      const width = columns() ?? 0; // 0: the terminal does not know it
      const line = text().slice(0, (width > 1 ? width : 80) - 1);
      clear();
      write(asWritten(line)); // a part of a printable text
      shown = line.length;
      shownAt = time;
    },
    clear,
  };
}
