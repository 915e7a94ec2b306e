import type { FactBase } from '../fact.ts';

/**
 * Makes a record's base into its fact. The base was made for this record alone, so it is filled in place: hot path, a copy costs several times as much.
 * A builder that gives two facts makes the first of a copy.
 */
export function made<const Rest extends object>(base: FactBase, rest: Rest): FactBase & Rest {
  return Object.assign(base, rest);
}

/** Sets an optional field when its value is known. */
export function withKnown<Target extends object, const Key extends string, Value>(
  target: Target,
  key: Key,
  value: Value | undefined,
): Target & { [Name in Key]?: Value } {
  const open: Target & { [Name in Key]?: Value } = target;
  // By itself: `Object.assign` needs an object for it, which takes several times as long.
  if (value !== undefined) (open as { [Name in Key]?: Value })[key] = value;
  return open;
}
