/**
 * How much a random search does. In `npm test` each is short, so that whoever works on the code learns soon; `npm run test:long` (KUBELET_TIMELINE_TESTS=long)
 * does the whole of it. The first cases are the same in both.
 */
const isLong = process.env['KUBELET_TIMELINE_TESTS'] === 'long';
/** So much of a search is done in the short run. */
const SHORT = 1 / 5;

/** `whole` rounds in the long run, a part of them in the short one. */
export function rounds(whole: number): number {
  return isLong ? whole : Math.ceil(whole * SHORT);
}

/** All of them in the long run, every fifth in the short one. */
export function someOf<T>(all: readonly T[]): readonly T[] {
  return isLong ? all : all.filter((_, index) => index % Math.round(1 / SHORT) === 0);
}

/** How much a search must have met, so that its passing says something: random cases are small at first, so the short run meets less than its share. */
export function atLeast(whole: number): number {
  return isLong ? whole : Math.ceil(whole * SHORT * 0.4);
}
