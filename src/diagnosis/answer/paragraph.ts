/** Builds a paragraph of the answer out of parts, so that each claim carries the line that proves it. Here the log's texts in it become printable. */
import type { LineReference } from '../../inference/history.ts';
import { printable } from '../../kubelet/printable.ts';
import { type Duration, type Instant, milliseconds, seconds, type TimeBounds } from '../../kubelet/time.ts';
import type { SentencePart } from '../finding.ts';
import { AS_ONE } from '../words/durationText.ts';
import type { SentenceKind } from './sentenceKind.ts';
import type { FormatTime } from '../view.ts';
import { lineOf } from '../../inference/store/lines.ts';

export class Paragraph {
  private readonly list: SentencePart[] = [];
  #kind: SentenceKind;

  /** Begins with a sentence of this kind. */
  constructor(kind: SentenceKind) {
    this.#kind = kind;
  }

  /** What follows is a sentence of this kind, parted from the one before by a blank. */
  sentence(kind: SentenceKind): this {
    this.#kind = kind;
    if (this.list.length > 0) this.list.push({ text: printable(' '), kind });
    return this;
  }

  /** What follows is of this kind, within the sentence. */
  clause(kind: SentenceKind): this {
    this.#kind = kind;
    return this;
  }

  get isEmpty(): boolean {
    return this.list.length === 0;
  }

  /** Plain words. */
  say(text: string): this {
    if (text !== '') this.list.push({ text: printable(text), kind: this.#kind });
    return this;
  }

  /** Words that a line proves; plain where no line is known. */
  cite(text: string, at: LineReference | undefined): this {
    this.list.push(
      at === undefined
        ? { text: printable(text), kind: this.#kind }
        : { text: printable(text), kind: this.#kind, at: lineOf(at) },
    );
    return this;
  }

  /** The words that matter most. */
  strong(text: string, at?: LineReference): this {
    this.list.push(
      at === undefined
        ? { text: printable(text), kind: this.#kind, strong: true }
        : { text: printable(text), kind: this.#kind, strong: true, at: lineOf(at) },
    );
    return this;
  }

  parts(): readonly SentencePart[] {
    return this.list;
  }
}

/** A place alone: facts and skips carry more. */

/** A bounded time: one time when its bounds are near, else `…–…`. */
export function boundsText(bounds: TimeBounds, formatTime: FormatTime): string {
  const max = formatTime(bounds.max);
  return bounds.max - bounds.min <= AS_ONE ? max : `${formatTime(bounds.min)}–${max}`;
}

/** One time for bounds about a second wide: `about 00:32:35`; where they are near the earlier one, which stands in the log. */
export function aboutTime({ min, max }: TimeBounds, formatTime: FormatTime): string {
  if (max - min <= milliseconds(100)) return formatTime(min);
  return `about ${formatTime(Math.round((min + max) / 2) as Instant).replace(/\.\d{3}$/, '')}`;
}

/** Bounds wider than this are no single time, however it is called. */
const WIDE: Duration = seconds(5);

export function isWide({ min, max }: TimeBounds): boolean {
  return max - min > WIDE;
}

/** When, behind a verb: `at 00:32:35.120`, `at about 00:32:35`, and for wide bounds `between 00:32:35.120 and 00:40:20.000`. */
export function whenText(bounds: TimeBounds, formatTime: FormatTime): string {
  return isWide(bounds)
    ? `between ${formatTime(bounds.min)} and ${formatTime(bounds.max)}`
    : `at ${aboutTime(bounds, formatTime)}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listText(items: readonly string[]): string {
  if (items.length <= 1) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** In the middle of a sentence; PLEG stays as it is. */
export function lowerFirst(text: string): string {
  return !/^[A-Z](?:[a-z']| (?!\d))/.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
