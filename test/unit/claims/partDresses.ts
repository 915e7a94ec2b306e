/** A log of which a part is left: lines that a screen cut off, those that a search found, its begin or its end. It tells less, and nothing else. */
import { isPlain, textOf, type Wearing, type Worn } from './wearing.ts';

const LEAST = 4;
const hasRests = (lines: readonly string[]): boolean =>
  lines.some((line) => / kubelet(?:\[\d+\])?: (?![IWEF]\d{4} |\{"ts":)/.test(line));
const left =
  (as: 'a part' | 'cut off', keep: (lines: readonly string[], log: Worn) => readonly string[]): Wearing =>
  (log) => {
    // Of a message of several lines the first alone tells something else.
    if (!isPlain(log) || log.lines.length < LEAST || hasRests(log.lines)) return undefined;
    const kept = keep(log.lines, log);
    return kept.length === 0 || (kept.length === log.lines.length && kept.every((line, row) => line === log.lines[row]))
      ? undefined
      : { plain: [textOf(log.lines)], other: [textOf(kept)], as };
  };
/** What a screen of so many columns shows of lines that it does not wrap, with the mark that more follows. */
const cutAt = (columns: number, mark: string): Wearing =>
  left('cut off', (lines) =>
    lines.map((line) => (line.length > columns ? line.slice(0, columns - mark.length) + mark : line)),
  );
/** systemd leaves out what is behind nine tenths of the room, but for the end (`ellipsize_mem` of `output_short`). */
const ellipsized = (columns: number, mark: string): Wearing =>
  left('a part', (lines) =>
    lines.map((line) => {
      const from = /^[A-Z].{14,21} \S+ [\w.@-]+(?:\[\d+\])?: /.exec(line)?.[0].length ?? 0;
      const room = columns - from;
      if (line.length <= columns) return line;
      const head = Math.floor((room * 9) / 10) - mark.length;
      return line.slice(0, from + head) + mark + line.slice(line.length - (room - head - mark.length));
    }),
  );
const searched = (keep: RegExp): Wearing => left('a part', (lines) => lines.filter((line) => keep.test(line)));
const without = (leave: RegExp): Wearing => left('a part', (lines) => lines.filter((line) => !leave.test(line)));

export const PART_DRESSES = {
  'less -S': cutAt(120, '>'),
  'less -S, wide': cutAt(200, '>'),
  'cut by a dollar': cutAt(160, '$'),
  'cut by an ellipsis': cutAt(120, '…'),
  'cut by three dots': cutAt(200, '...'),
  'cut without a mark': cutAt(132, ''),
  'journalctl --no-full': ellipsized(120, '…'),
  'journalctl --no-full of old': ellipsized(160, '...'),
  'grep -i error': searched(/error/i),
  'grep -i fail': searched(/fail/i),
  'grep -v info': without(/info/i),
  'grep kubelet': searched(/kubelet/),
  'grep PLEG': searched(/PLEG/),
  'grep of errors of klog': searched(/(?:^|: )[EF]\d{4} /),
  'grep -v systemd': without(/systemd/),
  head: left('a part', (lines) => lines.slice(0, Math.ceil(lines.length * 0.6))),
  tail: left('a part', (lines) => lines.slice(Math.floor(lines.length * 0.4))),
} as const satisfies Readonly<Record<string, Wearing>>;
