/** Small checks of unknown values, used by the guards. */

/** A longer text is none of ours. */
export const LONGEST_TEXT = 100_000;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown, longest = Number.POSITIVE_INFINITY): value is string {
  return typeof value === 'string' && value.length <= longest;
}

export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A whole number from zero up that a double holds exactly. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** A text that is shown, or typed. */
export function isWord(value: unknown): value is string {
  return isText(value, LONGEST_TEXT);
}

/** What one value must be. */
export type Check = (value: unknown) => boolean;

export function optional(holds: Check): Check {
  return (value) => value === undefined || holds(value);
}

export function oneOf<T extends string>(allowed: readonly T[]): (value: unknown) => value is T {
  return (value): value is T => (allowed as readonly unknown[]).includes(value);
}

export function listOf(holds: Check): Check {
  return (value) => Array.isArray(value) && value.every((one) => holds(one));
}

/** An object whose fields are what they must be. Of a type it names each field: the compiler tells which one is forgotten. */
export function shape<T>(fields: { readonly [Name in keyof T]-?: Check }): (value: unknown) => value is T {
  const checks = Object.entries<Check>(fields);
  return (value): value is T => isObject(value) && checks.every(([name, holds]) => holds(value[name]));
}

/** A typed array of exactly this kind; by its tag, because arrays from another frame are not instances of this frame's classes. */
export function isTyped(
  value: unknown,
  kind: 'Float64Array' | 'Uint8Array' | 'Uint16Array' | 'Uint32Array' | 'Int32Array',
  length?: number,
): value is ArrayLike<number> {
  if (!ArrayBuffer.isView(value) || Object.prototype.toString.call(value) !== `[object ${kind}]`) return false;
  return length === undefined || (value as unknown as ArrayLike<number>).length === length;
}

/** Every element is below `limit` (and at least `least`). */
export function allBelow(values: ArrayLike<number>, limit: number, least = 0): boolean {
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (value === undefined || value >= limit || value < least) return false;
  }
  return true;
}

/** Every element is finite and none is less than the one before. */
export function isAscending(values: ArrayLike<number>): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (value === undefined || !Number.isFinite(value) || value < last) return false;
    last = value;
  }
  return true;
}
