/** Loaded by vitest before each file of random searches: ends them when the time box of the run is over (`effort.ts`). */
import fc from 'fast-check';
import { beforeEach } from 'vitest';
import { timeLeft } from './effort.ts';

beforeEach(({ skip }) => {
  const left = timeLeft();
  if (left === Number.POSITIVE_INFINITY) return;
  if (left <= 0) skip('the time box is over');
  fc.configureGlobal({ ...fc.readConfigureGlobal(), interruptAfterTimeLimit: left });
});
