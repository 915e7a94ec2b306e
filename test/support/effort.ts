/**
 * How much a run of tests does. `npm test` looks at each behaviour once; with `--depth`, a job of its own in CI (KUBELET_TIMELINE_TESTS=depth), also at those again under other conditions: in each
 * size and theme, after the window was loaded again, in a window of another language.
 *
 * And how much a random search does. In `npm test` and `npm run check` (KUBELET_TIMELINE_TESTS=quick) each is a look, so that whoever works on the code learns soon, and in depth four times as long;
 * `npm run test:long` (KUBELET_TIMELINE_TESTS=long) does the whole of it, and of the depth. The first cases are the same in all. A time box (KUBELET_TIMELINE_TESTS_UNTIL, milliseconds since the epoch) ends the searches cleanly:
 * one that runs ends after the case at hand, and those that have not begun are skipped (`timeBox.ts`).
 */
const wanted = process.env['KUBELET_TIMELINE_TESTS'];
const isLong = wanted === 'long';
/** False in npm test, for tests that look at a behaviour again under another condition: `it.runIf(isDepth)`. */
export const isDepth = isLong || wanted === 'depth';
/** In npm run check: tests that go through every log that we have are left to npm test. */
export const isQuick = wanted === 'quick';
/** One case of so many is done of a search; and so much of its share must have met what is looked for. */
const ONE_OF = isLong ? 1 : isDepth ? 5 : 20;
const MET = isDepth ? 0.4 : 0.1;
const until = Number(process.env['KUBELET_TIMELINE_TESTS_UNTIL'] ?? Number.POSITIVE_INFINITY);

/** What is left of the time box, in milliseconds; infinite without one. */
export function timeLeft(): number {
  return until - Date.now();
}

/** False once the time box is over. */
export function isTimeLeft(): boolean {
  return timeLeft() > 0;
}

/** `whole` rounds in the long run, a part of them in the others, but `least`: fewer would meet nothing of what they look for. */
export function rounds(whole: number, least = 1): number {
  return Math.max(least, Math.ceil(whole / ONE_OF));
}

/** All of them in the long run, every twentieth in npm test, every fifth in depth. */
export function someOf<T>(all: readonly T[]): readonly T[] {
  return all.filter((_, index) => index % ONE_OF === 0);
}

/**
 * A search through a product of what does not depend on each other (states, sizes, themes), from one that nobody chose on: a time box that is too small for all of it leaves out others each time.
 * In the short run the order is the given one.
 */
export function fromAnywhere<T>(all: readonly T[]): readonly T[] {
  const first = isLong ? Math.floor(Math.random() * all.length) : 0;
  return [...all.slice(first), ...all.slice(0, first)];
}

/**
 * Of a product that is too large for the short run (each case in each way): the ways in which the case at `row` is looked at there, every `of`-th and others for the next case, so that no
 * way and no case is left out; every `ofDepth`-th in depth. All of them in the long run.
 */
export function inTurn<T>(ways: readonly T[], row: number, of: number, ofDepth = of): readonly T[] {
  const step = isDepth ? ofDepth : of;
  return isLong ? ways : ways.filter((_, index) => (index + row) % step === 0);
}

/** Of the conditions under which one behaviour is looked at (sizes, themes, logs) the first `count`; in depth all of them. */
export function firstOf<T>(conditions: readonly T[], count: number): readonly T[] {
  return isDepth ? conditions : conditions.slice(0, count);
}

/** In npm run check the first `count` cases of a table in which each takes long; all of them in npm test. */
export function ofQuick<T>(all: readonly T[], count: number): readonly T[] {
  return isQuick ? all.slice(0, count) : all;
}

/** How much a search must have met, so that its passing says something: random cases are small at first, so the short run meets less than its share, and one that a time box has ended anything. */
export function atLeast(whole: number): number {
  if (!isTimeLeft()) return -1;
  return isLong ? whole : Math.ceil((whole / ONE_OF) * MET);
}

/** The same of what a search must have met in the short run, too. */
export function unlessEnded(count: number): number {
  return isTimeLeft() ? count : -1;
}
