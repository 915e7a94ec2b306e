import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failedFiles, passedIn } from '../../../scripts/lib/tests.mjs';

/** `effort.ts` as a run loads it. */
async function effortOf(env: Readonly<Record<string, string>>) {
  for (const name of ['KUBELET_TIMELINE_TESTS', 'KUBELET_TIMELINE_TESTS_UNTIL']) vi.stubEnv(name, env[name]);
  vi.resetModules();
  return import('../../support/effort.ts');
}

describe('how much a random search does', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  it('is a look before a commit and in all tests, a fifth in depth and the whole in the long ones', async () => {
    const share = async (env: Readonly<Record<string, string>>): Promise<readonly number[]> => {
      const { rounds, atLeast, someOf } = await effortOf(env);
      return [rounds(100), atLeast(1000), someOf(Array.from({ length: 100 })).length];
    };
    expect(await share({ KUBELET_TIMELINE_TESTS: 'quick' })).toEqual([5, 5, 5]);
    expect(await share({})).toEqual([5, 5, 5]);
    expect((await effortOf({})).rounds(100, 10)).toBe(10);
    expect(await share({ KUBELET_TIMELINE_TESTS: 'depth' })).toEqual([20, 80, 20]);
    expect(await share({ KUBELET_TIMELINE_TESTS: 'long' })).toEqual([100, 1000, 100]);
  });

  it('leaves out no way and no case of a product, and does all of it in the long run', async () => {
    const ways = ['a', 'b', 'c', 'd'];
    const short = await effortOf({});
    const turns = [0, 1, 2, 3].map((row) => short.inTurn(ways, row, 3));
    expect(turns).toEqual([['a', 'd'], ['c'], ['b'], ['a', 'd']]);
    expect(short.fromAnywhere(ways)).toEqual(ways);
    const long = await effortOf({ KUBELET_TIMELINE_TESTS: 'long' });
    expect(long.inTurn(ways, 1, 3)).toEqual(ways);
    vi.spyOn(Math, 'random').mockReturnValue(0.6);
    expect(long.fromAnywhere(ways)).toEqual(['c', 'd', 'a', 'b']);
    vi.restoreAllMocks();
  });

  it('leaves to the depth what is the same again, and there does more of a product too', async () => {
    const ways = ['a', 'b', 'c', 'd'];
    const said = async (env: Readonly<Record<string, string>>): Promise<readonly unknown[]> => {
      const { isDepth, firstOf, inTurn, rounds } = await effortOf(env);
      return [isDepth, firstOf(ways, 1), inTurn(ways, 0, 4, 2), rounds(100)];
    };
    expect(await said({})).toEqual([false, ['a'], ['a'], 5]);
    expect(await said({ KUBELET_TIMELINE_TESTS: 'depth' })).toEqual([true, ways, ['a', 'c'], 20]);
    expect(await said({ KUBELET_TIMELINE_TESTS: 'long' })).toEqual([true, ways, ways, 100]);
  });

  it('ends with its time box, and has met enough then', async () => {
    const { isTimeLeft, timeLeft, atLeast } = await effortOf({
      KUBELET_TIMELINE_TESTS: 'long',
      KUBELET_TIMELINE_TESTS_UNTIL: '1003000',
    });
    expect([isTimeLeft(), timeLeft(), atLeast(1000)]).toEqual([true, 3000, 1000]);
    vi.setSystemTime(1_003_000);
    expect([isTimeLeft(), timeLeft()]).toEqual([false, 0]);
    expect(0).toBeGreaterThan(atLeast(1000));
    expect((await effortOf({})).timeLeft()).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('what is counted of a run of tests', () => {
  const test = (status: string) => ({ fullName: 'a test', status });
  const run = {
    name: 'unit',
    output: '',
    failures: 1,
    took: '',
    report: {
      numPassedTests: 3,
      numFailedTests: 1,
      numPendingTests: 1,
      testResults: [
        { name: '/one', status: 'passed', assertionResults: [test('passed'), test('passed'), test('skipped')] },
        { name: '/two', status: 'failed', assertionResults: [test('passed'), test('failed')] },
      ],
    },
  };

  it('leaves a file with a failure to its second try as a whole', () => {
    expect(failedFiles(run)).toEqual(['/two']);
    expect(passedIn(run, failedFiles(run))).toBe(2);
    expect(passedIn(run, [])).toBe(3);
  });
});
