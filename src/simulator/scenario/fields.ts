/** Reads the members of parsed JSON one by one; what is wrong is reported with its path, and a default takes its place. */
import { parseGoDuration } from '../../kubelet/goDuration.ts';
import { fromSeconds, nanoseconds, type Nanoseconds } from '../../model/nanoseconds.ts';
import type { Span } from './scenario.ts';

const LONGEST = 30 * 24 * 3600;
const MOST_PROBLEMS = 20;

/** Collects what is wrong. */
export class Checker {
  readonly problems: { readonly path: string; readonly text: string }[] = [];

  report(path: string, text: string): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ path, text });
  }
}

/** The members of one object. */
export class Fields {
  readonly #checker: Checker;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #path: string;

  constructor(checker: Checker, values: Readonly<Record<string, unknown>>, path: string) {
    this.#checker = checker;
    this.#values = values;
    this.#path = path;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#values, name) && this.#values[name] !== undefined;
  }

  /** The path of a member, for reports. */
  path(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  text(name: string, fallback: string, pattern?: RegExp, what?: string): string {
    if (!this.has(name)) return fallback;
    const value = this.#values[name];
    if (typeof value !== 'string') return this.#wrong(name, 'a text', fallback);
    if (pattern !== undefined && !pattern.test(value))
      return this.#wrong(name, what ?? 'a text of another form', fallback);
    return value;
  }

  required(name: string, pattern?: RegExp, what?: string): string {
    if (!this.has(name)) {
      this.#checker.report(this.path(name), 'is missing');
      return '';
    }
    return this.text(name, '', pattern, what);
  }

  flag(name: string, fallback: boolean): boolean {
    if (!this.has(name)) return fallback;
    const value = this.#values[name];
    return typeof value === 'boolean' ? value : this.#wrong(name, 'true or false', fallback);
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    if (!this.has(name)) return fallback;
    const value = this.#values[name];
    const fits = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
    return fits ? value : this.#wrong(name, `a whole number from ${min} to ${max}`, fallback);
  }

  /** A number that need not be whole. */
  number(name: string, fallback: number, min: number, max: number): number {
    if (!this.has(name)) return fallback;
    const value = this.#values[name];
    return typeof value === 'number' && value >= min && value <= max
      ? value
      : this.#wrong(name, `a number from ${min} to ${max}`, fallback);
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice {
    if (!this.has(name)) return fallback;
    const found = choices.find((choice) => choice === this.#values[name]);
    return found ?? this.#wrong(name, `one of ${choices.join(', ')}`, fallback);
  }

  /** A list of texts out of these; one text stands for a list of one. */
  choices<Choice extends string>(name: string, choices: readonly Choice[]): readonly Choice[] | undefined {
    const texts = this.texts(name);
    if (texts === undefined) return undefined;
    const found: Choice[] = [];
    texts.forEach((text, index) => {
      const choice = choices.find((candidate) => candidate === text);
      if (choice === undefined)
        this.#checker.report(
          `${this.path(name)}[${index}]`,
          `"${text}" is not known; choose from ${choices.join(', ')}`,
        );
      else found.push(choice);
    });
    return found;
  }

  texts(name: string): readonly string[] | undefined {
    if (!this.has(name)) return undefined;
    const value = this.#values[name];
    if (typeof value === 'string') return [value];
    if (Array.isArray(value) && value.every((item): item is string => typeof item === 'string')) return value;
    return this.#wrong(name, 'a text or a list of texts', undefined);
  }

  /** A Go duration (`1m10s`, `350ms`) or a number of seconds. */
  duration(name: string, fallback: Nanoseconds): Nanoseconds {
    return this.has(name) ? (durationOf(this.#values[name]) ?? this.#wrong(name, DURATION, fallback)) : fallback;
  }

  /** A list of durations; one stands for a list of one. */
  durations(name: string): readonly Nanoseconds[] {
    const value = this.#values[name];
    const values: readonly unknown[] = Array.isArray(value) ? value : this.has(name) ? [value] : [];
    const found = values.map((one) => durationOf(one));
    return found.every((one) => one !== undefined) ? found : this.#wrong(name, `${DURATION}, or a list of such`, []);
  }

  optionalDuration(name: string): Nanoseconds | undefined {
    return this.has(name) ? this.duration(name, 0 as Nanoseconds) : undefined;
  }

  requiredDuration(name: string): Nanoseconds {
    if (!this.has(name)) this.#checker.report(this.path(name), 'is missing');
    return this.duration(name, 0 as Nanoseconds);
  }

  /** A duration, `{from, to}` or `{mean, deviation}`. */
  span(name: string, fallback: Span): Span {
    if (!this.has(name)) return fallback;
    const value = this.#values[name];
    const fixed = durationOf(value);
    if (fixed !== undefined) return fixed;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.#wrong(name, `${DURATION}, {from, to} or {mean, deviation}`, fallback);
    if (Object.hasOwn(value, 'mean')) {
      const range = this.object(name, ['mean', 'deviation']);
      return range === undefined
        ? fallback
        : { mean: range.requiredDuration('mean'), deviation: range.requiredDuration('deviation') };
    }
    const range = this.object(name, ['from', 'to']);
    if (range === undefined) return fallback;
    const [from, to] = [range.requiredDuration('from'), range.requiredDuration('to')];
    if (to < from) this.#checker.report(range.path('to'), 'must not be shorter than from');
    return { from, to };
  }

  object(name: string, known: readonly string[]): Fields | undefined {
    return this.has(name) ? checkedObject(this.#checker, this.#values[name], this.path(name), known) : undefined;
  }

  /** The objects of a list; none if it is missing. */
  objects(name: string, known: readonly string[]): Fields[] {
    if (!this.has(name)) return [];
    const value = this.#values[name];
    if (!Array.isArray(value)) return this.#wrong(name, 'a list', []);
    const found: Fields[] = [];
    value.forEach((item: unknown, index) => {
      const fields = checkedObject(this.#checker, item, `${this.path(name)}[${index}]`, known);
      if (fields !== undefined) found.push(fields);
    });
    return found;
  }

  #wrong<Value>(name: string, wanted: string, fallback: Value): Value {
    this.#checker.report(this.path(name), `must be ${wanted}, not ${abbreviated(this.#values[name])}`);
    return fallback;
  }
}

const DURATION = 'a duration such as "1m10s" (or a number of seconds)';

/** An object with these members only; anything else is reported. */
export function checkedObject(
  checker: Checker,
  value: unknown,
  path: string,
  known: readonly string[],
): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    checker.report(path, `must be an object, not ${abbreviated(value)}`);
    return undefined;
  }
  const values: Record<string, unknown> = Object.fromEntries(Object.entries(value));
  const fields = new Fields(checker, values, path);
  for (const name of Object.keys(values)) {
    if (!known.includes(name))
      checker.report(
        fields.path(name),
        `is not known here; known are ${known.filter((one) => one !== '$schema').join(', ')}`,
      );
  }
  return fields;
}

function durationOf(value: unknown): Nanoseconds | undefined {
  if (typeof value === 'number') return value >= 0 && value <= LONGEST ? fromSeconds(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const parsed = parseGoDuration(value);
  if (!parsed.ok || parsed.nanoseconds < 0n || parsed.nanoseconds > BigInt(LONGEST) * 1_000_000_000n) return undefined;
  return nanoseconds(Number(parsed.nanoseconds));
}

function abbreviated(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 37)}…` : text;
}
