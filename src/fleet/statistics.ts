/** Whether chance would do that. All of it is exact, or on the safe side; nothing is estimated. */

/** ln(n!) for all n so far. */
const logFactorials: number[] = [0];

function logFactorial(n: number): number {
  for (let at = logFactorials.length; at <= n; at += 1) logFactorials.push((logFactorials[at - 1] ?? 0) + Math.log(at));
  return logFactorials[n] ?? 0;
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/**
 * Fisher's exact test, one-sided: how probable it is that at least `a` of `many` affected nodes have something, and at most `b` of `others`, if it has nothing to do with the trouble.
 */
export function chanceOfMore(a: number, many: number, b: number, others: number): number {
  const have = a + b;
  const all = logChoose(many + others, have);
  let sum = 0;
  for (let k = a; k <= Math.min(many, have); k += 1)
    if (have - k <= others) sum += Math.exp(logChoose(many, k) + logChoose(others, have - k) - all);
  return Math.min(1, sum);
}

/**
 * An upper bound of how probable it is that at least `together` of `many` independent moments, anywhere within a stretch of time with the same probability, lie within a window that is the given `share`
 * of it: the expected number of moments with so many others behind them within the window.
 */
export function chanceTogether(together: number, many: number, share: number): number {
  if (together < 2 || share >= 1) return 1;
  if (share <= 0) return 0;
  // Each of the others lies behind one of them within the window with a probability of `share` at most.
  let tail = 0;
  for (let k = together - 1; k <= many - 1; k += 1)
    tail += Math.exp(logChoose(many - 1, k) + k * Math.log(share) + (many - 1 - k) * Math.log1p(-share));
  return Math.min(1, many * tail);
}
