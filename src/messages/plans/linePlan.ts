/**
 * How one place in the source writes its message: the bytes between the values, learned from one record. A line that repeats them exactly is read
 * without a record, and its values are those that `parseStructured` would find: a quoted value ends at the first quote without a backslash, a JSON value
 * where its brackets close, a word at the first byte that is of none, and behind each stands the next key or the end.
 */
import { decodeText, encodeText } from '../../journal/bytes/bytes.ts';
import {
  encodePattern,
  type LinePattern,
  severityNumberOf,
  type StatedPattern,
  type ValueForm,
} from '../../journal/batch/kernel/linePattern.ts';
import { parseStructured } from '../../journal/klog/klogValue.ts';
import type { Severity } from '../../journal/record.ts';
import { plegEvent } from '../facts/pleg.ts';
import type { CatalogueRow } from '../recognise/row.ts';
import { sameTexts } from './nothingPattern.ts';
import { EVENT_KEYS, eventValues } from './eventValues.ts';

const NOTHING_SHARED: ReadonlyMap<string, string> = new Map();

/** A key as most are: nobody takes its beginning for a part of the value before it. */
const ONE_WORD = /^[A-Za-z_][A-Za-z0-9_./-]*$/;

/** Where the values of a line stand. One object for all plans: lines are read one at a time. */
export class ValueSpans {
  readonly starts = new Int32Array(MOST_KEYS);
  readonly ends = new Int32Array(MOST_KEYS);
  /** The value holds a backslash. */
  readonly escaped = new Uint8Array(MOST_KEYS);
}

/** Messages with more keys are read as records. */
export const MOST_KEYS = 16;

/** An event takes the place of one value and has so many more, with what ends it. */
const MOST_ADDED = 3;

/** A value of a plan: what stands before it, with its quote, and how it ends. */
export interface PlannedValue {
  readonly before: string;
  readonly form: ValueForm;
}

/** A message in the form of one place in the source. */
export class LinePlan implements LinePattern {
  readonly row: CatalogueRow;
  readonly severityNumber: number;
  readonly number: number;
  readonly isLasting = false;
  readonly unless = undefined;
  readonly texts: Uint8Array;
  /** The message, quotes undone; of a printf message only its beginning. */
  readonly message: string;
  readonly keys: readonly string[];
  /** Set where the lines state one fact of which a line with the same values says nothing but that it came again. */
  stated: StatedPattern | undefined = undefined;
  readonly valueCount: number;
  /** What the beginning of the line tells that all lines of the plan share, by its name; printf messages can begin with a value. */
  readonly shared: ReadonlyMap<string, string>;
  readonly #values: readonly PlannedValue[];

  /** `beginning`: with what each line of the plan begins; `keys`: names of the values, which may have an `end` behind them. */
  constructor(
    number: number,
    row: CatalogueRow,
    severity: Severity,
    message: string,
    keys: readonly string[],
    beginning: string,
    values: readonly PlannedValue[],
    shared: ReadonlyMap<string, string> = NOTHING_SHARED,
  ) {
    this.number = number;
    this.row = row;
    this.severityNumber = severityNumberOf(severity);
    this.message = message;
    this.keys = keys.map(interned);
    this.valueCount = values.length;
    this.shared = shared;
    this.#values = values;
    this.texts = encodePattern(
      encodeText(beginning),
      values.map(({ form, before }) => ({ form, before: encodeText(before) })),
    );
  }

  /**
   * The plan of a body with these keys in their order; `undefined` when it is not of the plain form (escapes in the message, blanks between the pairs, values of
   * other kinds), or does not have them all: a record can go on in its next line, and is of another row then than a line that ends there. A last value that `=<`
   * opens, in lines of its own, is one that is quoted in other lines.
   */
  static of(
    number: number,
    row: CatalogueRow,
    severity: Severity,
    keysOfRecord: readonly string[],
    bytes: Uint8Array,
    start: number,
    end: number,
  ): LinePlan | undefined {
    const body = decodeText(bytes, start, end);
    const ends: number[] = [];
    const { message, pairs } = parseStructured(body, ends) ?? { message: '', pairs: [] };
    const beginning = `"${message}"`;
    if (!body.startsWith(beginning) || pairs.length > MOST_KEYS - MOST_ADDED) return undefined;
    if (pairs.length !== keysOfRecord.length || pairs.some(({ key }, index) => key !== keysOfRecord[index]))
      return undefined;
    const values: PlannedValue[] = [];
    const keys: string[] = [];
    let at = beginning.length;
    for (const [index, { key, value, quoted }] of pairs.entries()) {
      const before = ` ${key}=`;
      // Behind a word the parser takes for the next key only what is one word, too.
      if (!body.startsWith(before, at) || (values.at(-1)?.form === 'word' && !ONE_WORD.test(key))) return undefined;
      const isLast = index === pairs.length - 1;
      const event = isLast && !quoted && row.facts === plegEvent ? eventValues(before, value) : undefined;
      if (event === undefined) {
        const form = quoted || (isLast && value === '<') ? 'quoted' : formOf(value);
        if (form === undefined) return undefined;
        values.push({ before: form === 'quoted' ? `${before}"` : before, form });
        keys.push(key);
      } else {
        values.push(...event);
        keys.push(...EVENT_KEYS);
      }
      at = ends[index] ?? 0;
    }
    return at === body.length ? new LinePlan(number, row, severity, message, keys, beginning, values) : undefined;
  }

  /** What stands before the value of this number. */
  before(index: number): string {
    return this.#values[index]?.before ?? '';
  }

  /** Whether another pattern reads the same lines. */
  isLike(other: LinePattern): boolean {
    return other instanceof LinePlan && other.row === this.row && sameTexts(this, other);
  }
}

/** The engine's own copy of a text, which is compared with a constant at once: keys are looked for in each line. */
function interned(text: string): string {
  return Object.keys({ [text]: true })[0] ?? text;
}

/** The form of a value without quotes around it, as far as one can tell of its bytes; a plan whose values end in another way reads no line. */
function formOf(value: string): ValueForm | undefined {
  if (/^[[{]"/.test(value)) return 'json';
  if (/^(?:\[|&\{)/.test(value)) return 'bracket';
  return /^[\w.:/+-]+$/.test(value) ? 'word' : undefined;
}
