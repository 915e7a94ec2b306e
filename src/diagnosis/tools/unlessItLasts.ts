/** First step of a finding that is normal for a moment: whoever looks for a cause should not lose time on it. */
const NOTHING_TO_DO = 'Nothing to do, unless it goes on for minutes; then take the next steps.';

/**
 * The steps of a finding that may be normal.
 * @param lasts true if it goes on for too long to be normal: then the steps stand alone
 */
export function unlessItLasts(lasts: boolean, steps: readonly string[]): readonly string[] {
  return lasts ? steps : [NOTHING_TO_DO, ...steps];
}
