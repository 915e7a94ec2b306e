/** The arithmetic of the field: how long after a fault the first skip comes, and what it says. */
import { describe, expect, it } from 'vitest';
import { ofQuick } from '../../support/effort.ts';
import { simulated } from './scenarios.ts';
import { relists, timeOf } from './truth.ts';

const LISTS = ['ListPodSandbox', 'ListContainers'];
const FAULT = 90;
const WEB = [{ name: 'web', count: 4, added: 5, containers: [{ name: 'nginx' }] }];

interface FirstSkip {
  /** Seconds after the fault. */
  readonly after: number;
  readonly text: string;
}

/** The first skip after a fault that begins at 90 s. */
function firstSkip(version: string, seed: number, more: object): FirstSkip {
  const { truth } = simulated({ version, seed, duration: '12m', pods: WEB, ...more });
  const start = timeOf(truth[0]?.t);
  const skip = truth.find(({ ev, t }) => ev === 'sync_skip' && timeOf(t) > start + FAULT * 1e6);
  return { after: (timeOf(skip?.t) - start) / 1e6 - FAULT, text: String(skip?.['err']) };
}

const VERSIONS = ['1.10.0', '1.15.5', '1.20.0', '1.26.3', '1.32.2', '1.36.2'];
const SEEDS = ofQuick([1, 2, 3, 4], 1);
const CASES = VERSIONS.flatMap((version) => SEEDS.map((seed) => ({ version, seed })));

describe('the first skip', () => {
  it.each(CASES)(
    'comes 4m0s to 4m2s after the list calls began to hang, because housekeeping sits in the loop ($version, seed $seed)',
    ({ version, seed }) => {
      const { after, text } = firstSkip(version, seed, { faults: [{ from: FAULT, effect: 'hang', methods: LISTS }] });
      expect(after).toBeGreaterThanOrEqual(240);
      expect(after).toBeLessThan(242);
      expect(text).toMatch(
        /^\[?PLEG is not healthy: pleg was last seen active 4m[0-2]\.\d+s ago; threshold is 3m0s\]?$/,
      );
    },
  );

  it.each(CASES)(
    'comes 3m0s to 3m1s after the relist that hangs in inspections ($version, seed $seed)',
    ({ version, seed }) => {
      const given = {
        faults: [{ from: FAULT, effect: 'hang', methods: ['PodSandboxStatus'] }],
        actions: [{ at: FAULT + 0.5, do: 'exit', pod: 'default/*' }],
      };
      const { text } = firstSkip(version, seed, given);
      const elapsed = /last seen active 3m([\d.]+)s ago/.exec(text)?.[1];
      expect(Number(elapsed)).toBeGreaterThan(0);
      expect(Number(elapsed)).toBeLessThanOrEqual(1.01);
    },
  );

  it.each(CASES)(
    'says that the runtime is down about two minutes after every call began to hang ($version, seed $seed)',
    ({ version, seed }) => {
      const { after, text } = firstSkip(version, seed, { faults: [{ from: FAULT, effect: 'hang' }] });
      expect(after).toBeGreaterThan(118);
      expect(after).toBeLessThan(123);
      expect(text.replace(/[[\]]/g, '')).toBe('container runtime is down');
    },
  );

  it.each(CASES)(
    'says that the runtime is down about 30 s after the socket began to refuse ($version, seed $seed)',
    ({ version, seed }) => {
      const { after, text } = firstSkip(version, seed, { faults: [{ from: FAULT, effect: 'refuse' }] });
      expect(after).toBeGreaterThan(24.9);
      expect(after).toBeLessThan(31.1);
      expect(text.replace(/[[\]]/g, '')).toBe('container runtime is down');
    },
  );
});

describe('relists', () => {
  it.each(VERSIONS)('of five seconds start every six seconds (%s)', (version) => {
    const { truth } = simulated({
      version,
      duration: '2m',
      latency: { ListPodSandbox: '5s', default: 0 },
      pods: [{ name: 'web', running: true }],
    });
    const starts = relists(truth).map(({ start }) => start / 1e6);
    const gaps = starts.slice(2).map((start, index) => start - (starts[index + 1] ?? 0));
    expect(gaps.length).toBeGreaterThan(10);
    for (const gap of gaps) expect(gap).toBeCloseTo(6, 3);
  });
});

describe('the back-off', () => {
  it.each([
    ['1.9.0', [5000, 5000, 5000, 5000, 5000, 5000, 5000, 5000]],
    ['1.10.0', [100, 200, 400, 800, 1600, 3200, 5000, 5000]],
    ['1.36.2', [100, 200, 400, 800, 1600, 3200, 5000, 5000]],
  ])('of %s is %j ms', (version, expected) => {
    const { truth } = simulated({
      version,
      duration: '5m',
      faults: [{ from: FAULT, to: '4m', effect: 'error', error: 'rpc error: code = Unavailable desc = gone' }],
    });
    const start = timeOf(truth[0]?.t);
    const sleeps = truth
      .filter(({ ev, t }) => ev === 'sync_skip' && timeOf(t) > start + FAULT * 1e6)
      .map((skip) => skip['sleep_ms']);
    expect(sleeps.slice(0, 8)).toEqual(expected);
  });
});
