/** Logs whose newlines became blanks, or were lost, as text that a page or a chat ran together. */
import type { TextRewriter } from './exportText.ts';

/** A header of klog, and the envelope of the journal or of syslog before it; a message that quotes a header has none there. */
const HEADER = /[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{6} {1,7}\d{1,10} [\w.-]{1,80}:\d{1,6}\]/g;
const ENVELOPE =
  /(?:[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d(?:\.\d{1,6})?|\d{4}-\d\d-\d\dT[\d:.,]{8,16}(?:Z|[+-]\d\d:?\d\d)) [\w.-]{1,64} [\w.-]{1,40}\[\d{1,10}\]: /g;
/** Lines that are strings, or are in one with their newlines written out, are undone elsewhere. */
const IN_STRINGS =
  /(?:\\[nrt]|(?:^|[[,:(=\s\\])")[IWEF]\d{4} \d\d:\d\d:|\\n(?:[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:|\d{4}-\d\d-\d\dT)/;
/** A record that is longer is handed on as it stands. */
const LONGEST = 1024 * 1024;
const FEWEST = 3;

/** The rewriter for a text in which several records stand on a line as a rule, by its beginning. */
export function gluedLinesOf(head: string): TextRewriter | undefined {
  const lines = head.split('\n').map((line) => count(line, HEADER));
  const glued = lines.filter((headers) => headers > 1).length;
  const headers = lines.reduce((sum, one) => sum + one, 0);
  const holding = lines.filter((one) => one > 0).length;
  if (headers < FEWEST || headers < 2 * holding - 1 || glued * 2 <= holding || IN_STRINGS.test(head)) return undefined;
  return new GluedLines(count(head, ENVELOPE) * 2 >= headers ? ENVELOPE : HEADER);
}

function count(text: string, shape: RegExp): number {
  return text.match(shape)?.length ?? 0;
}

/** Begins a line with each record. */
class GluedLines implements TextRewriter {
  readonly #beginning: RegExp;
  /** From the beginning of the last record on: its header may be cut. */
  #kept = '';

  constructor(beginning: RegExp) {
    this.#beginning = beginning;
  }

  push(text: string): string {
    const all = this.#kept + text;
    let out = '';
    let from = 0;
    for (const { index } of all.matchAll(this.#beginning)) {
      if (index === from) continue;
      out += ended(all.slice(from, index));
      from = index;
    }
    this.#kept = all.slice(from);
    if (this.#kept.length <= LONGEST) return out;
    out += this.#kept;
    this.#kept = '';
    return out;
  }

  end(): string {
    const rest = this.#kept;
    this.#kept = '';
    return rest;
  }
}

/** A record with the end of its line. */
function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text.trimEnd()}\n`;
}
