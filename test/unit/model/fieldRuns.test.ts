/**
 * The model beside real kubelets: windows as they were injected into recorded runs (times are seconds after the first check of the loop),
 * expectations as those kubelets logged them.
 */
import { describe, expect, it } from 'vitest';
import { fromSeconds } from '../../../src/model/nanoseconds.ts';
import { from, type Given, LISTS, ofKind, pod, run, skipRuns, skips } from './kubelets.ts';

interface Expected {
  readonly first: number;
  readonly last?: number;
  readonly count: number;
  readonly begins: string;
}

const DOWN = 'container runtime is down';
const STALE = 'PLEG is not healthy: pleg was last seen active ';

/** What is wrong with the runs of skips beside the recorded ones: first skip, last skip (within one sleep), number (within two), first words. */
function problems(given: Given, expected: readonly Expected[], tolerance = 1): string[] {
  const runs = skipRuns(run(given), given.version);
  const found = runs.length === expected.length ? [] : [`${runs.length} runs of skips for ${expected.length}`];
  runs.forEach((actual, index) => {
    const wanted = expected[index];
    if (wanted === undefined) return;
    if (Math.abs(actual.first - wanted.first) > tolerance)
      found.push(`first skip at ${actual.first} for ${wanted.first}`);
    if (wanted.last !== undefined && Math.abs(actual.last - wanted.last) > 5.2)
      found.push(`last skip at ${actual.last} for ${wanted.last}`);
    if (Math.abs(actual.count - wanted.count) > 2) found.push(`${actual.count} skips for ${wanted.count}`);
    if (!actual.text.startsWith(wanted.begins)) found.push(actual.text);
  });
  return found;
}

const HANG = { kind: 'hang' } as const;

describe('list calls hang, Status answers', () => {
  it('skips for the first time when housekeeping has given up twice', () => {
    const windows = [from(66.28, 376.28, HANG, { methods: LISTS })];
    expect(
      problems(
        { version: '1.36.2', seconds: 420, windows },
        [{ first: 308.015, last: 374.43, count: 19, begins: `${STALE}4m` }],
        2,
      ),
    ).toEqual([]);
  });

  it('does the same in a version without the line about slow housekeeping', () => {
    const windows = [from(66.28, 376.28, HANG, { methods: LISTS })];
    const result = run({ version: '1.20.0', seconds: 420, windows });
    expect(ofKind(result, 'housekeeping-ended').some(({ slow }) => slow)).toBe(false);
    expect(skipRuns(result, '1.20.0').map(({ count }) => count)).toEqual([19]);
  });

  it('is unhealthy for a minute without any skip when the hang ends after four minutes', () => {
    // Both waiting calls are answered at the end of the hang; which one the kubelet sees first decides about a last skip. Here it is the relist's.
    const windows = [
      from(60.5, 300.6, HANG, { methods: LISTS, callers: ['housekeeping'] }),
      from(60.5, 300.5, HANG, { methods: LISTS }),
    ];
    const result = run({ version: '1.36.2', seconds: 320, windows });
    expect(skipRuns(result, '1.36.2')).toEqual([]);
    expect(
      ofKind(result, 'node-status')
        .filter(({ changed }) => changed)
        .map(({ ready }) => ready),
    ).toEqual([true, false, true]);
  });

  it('flaps: three hangs, and skips only in the longest', () => {
    const windows = [
      from(59.35, 259.35, HANG, { methods: LISTS }),
      from(319.35, 519.35, HANG, { methods: LISTS }),
      from(549.35, 809.35, HANG, { methods: LISTS }),
    ];
    const runs = skipRuns(run({ version: '1.20.0', seconds: 860, windows }), '1.20.0').filter(({ count }) => count > 1);
    expect(runs.map(({ count }) => count)).toEqual([9]);
    expect(runs[0]?.first).toBeGreaterThan(789);
    expect(runs[0]?.first).toBeLessThan(792);
  });
});

describe('every call hangs', () => {
  it('says first that the runtime is down, two minutes after the hang', () => {
    const given = { version: '1.36.2', seconds: 440, windows: [from(67.565, 397.57, HANG)] };
    expect(problems(given, [{ first: 188.0, last: 394.4, count: 47, begins: DOWN }])).toEqual([]);
    expect(skipRuns(run(given), '1.36.2')[0]?.text).toBe(DOWN);
  });
});

describe('the socket refuses', () => {
  it('says that the runtime is down 30 s after the last good Status', () => {
    const refused = { kind: 'fails', error: 'rpc error: code = Unavailable desc = connection error' } as const;
    const given = { version: '1.36.2', seconds: 400, windows: [from(55.925, 355.926, refused)] };
    expect(problems(given, [{ first: 86.005, last: 357.57, count: 60, begins: DOWN }])).toEqual([]);
  });
});

describe('slow lists', () => {
  it('starts relists of five seconds every six seconds', () => {
    const result = run({
      version: '1.36.2',
      seconds: 60,
      windows: [
        from(0, 60, { kind: 'slow', by: fromSeconds(5) }, { methods: ['ListPodSandbox'], callers: ['relist'] }),
      ],
    });
    const starts = ofKind(result, 'relist-started').map(({ at }) => at / 1e9);
    expect(starts.slice(1, 5).map((at, index) => at - (starts[index] ?? 0))).toEqual([
      expect.closeTo(6, 1),
      expect.closeTo(6, 1),
      expect.closeTo(6, 1),
      expect.closeTo(6, 1),
    ]);
  });

  it('stays unhealthy while one relist takes longer than the threshold', () => {
    const slow = (by: number): { kind: 'slow'; by: ReturnType<typeof fromSeconds> } => ({
      kind: 'slow',
      by: fromSeconds(by),
    });
    const windows = [
      from(57.355, 107.367, slow(5), { methods: ['ListPodSandbox'] }),
      from(107.367, 207.355, slow(15), { methods: LISTS }),
      from(207.355, 637.459, slow(100), { methods: LISTS }),
    ];
    // The second call of a listing begun before the change of the delay can fall on either side of it: the run's begin hangs on the phase of the relists.
    const runs = skipRuns(run({ version: '1.36.2', seconds: 780, windows }), '1.36.2');
    expect(runs).toHaveLength(1);
    expect(runs[0]?.first).toBeGreaterThan(380);
    expect(runs[0]?.first).toBeLessThan(450);
    expect(Math.abs((runs[0]?.last ?? 0) - 719.86)).toBeLessThan(45);
  });
});

describe('the inspection of pods hangs', () => {
  const pods = [pod('web-1', 58.6), pod('web-2'), pod('web-3')];
  const hangs = (...names: string[]): ReturnType<typeof from> =>
    from(56.6, 958.6, HANG, { methods: ['PodSandboxStatus'], podUids: names.map((name) => `uid-${name}`) });

  it('takes 240 s for each relist after the first, up to 1.31: 61 s unhealthy every 241 s', () => {
    const expected = [361.0, 602.28, 843.0].map((first) => ({ first, count: 17, begins: `${STALE}3m` }));
    expect(
      problems({ version: '1.20.0', seconds: 960, windows: [hangs('web-1')], inputs: { pods } }, expected),
    ).toEqual([]);
  });

  it('leaves no skip with one such pod from 1.32 on', () => {
    expect(problems({ version: '1.36.2', seconds: 960, windows: [hangs('web-1')], inputs: { pods } }, [])).toEqual([]);
  });

  it('skips 17 times every four minutes with two such pods', () => {
    const two = [pod('web-1', 58.6), pod('web-2', 58.6), pod('web-3')];
    const runs = skipRuns(
      run({ version: '1.36.2', seconds: 900, windows: [hangs('web-1', 'web-2')], inputs: { pods: two } }),
      '1.36.2',
    );
    expect(runs.length).toBeGreaterThanOrEqual(3);
    expect(runs.slice(0, 3).map(({ count }) => count)).toEqual([17, 17, 17]);
  });

  it('skips 41 times every six minutes with three such pods', () => {
    const three = [pod('web-1', 59.2), pod('web-2', 59.2), pod('db-0', 59.2)];
    const windows = [from(57.2, 959.2, HANG, { methods: ['PodSandboxStatus'] })];
    const expected = [
      { first: 241.0, last: 417.4, count: 41, begins: `${STALE}3m` },
      { first: 602.0, last: 778.4, count: 41, begins: `${STALE}3m` },
    ];
    expect(problems({ version: '1.36.2', seconds: 960, windows, inputs: { pods: three } }, expected)).toEqual([]);
  });
});

describe('Status alone fails', () => {
  it('skips through all reasons in one run, and not for the network', () => {
    const notReady = { ready: false, reason: 'RuntimeNotReady', message: 'runtime is shutting down' };
    const noNetwork = { ready: false, reason: 'NetworkPluginNotReady', message: 'cni config uninitialized' };
    const fails = {
      kind: 'fails',
      error: 'rpc error: code = Unknown desc = failed to load runtime state: database is locked',
    } as const;
    const windows = [
      from(59.26, 119.26, fails, { methods: ['Status'] }),
      from(119.26, 239.26, HANG, { methods: ['Status'] }),
    ];
    const conditions = [
      { from: fromSeconds(239.26), runtimeReady: notReady, networkReady: { ready: true } },
      { from: fromSeconds(359.26), runtimeReady: { ready: true }, networkReady: noNetwork },
      { from: fromSeconds(419.26), runtimeReady: { ready: true }, networkReady: { ready: true } },
    ];
    const given = { version: '1.36.2', seconds: 460, windows, behaviour: { conditions } };
    expect(problems(given, [{ first: 86.0, last: 357.35, count: 60, begins: DOWN }], 3)).toEqual([]);
  });
});

describe('the list is refused at once', () => {
  it('skips from the threshold on, because housekeeping fails fast', () => {
    const refused = {
      kind: 'fails',
      error: 'rpc error: code = ResourceExhausted desc = grpc: received message larger than max',
    } as const;
    const windows = [from(59.03, 359.03, refused, { methods: ['ListPodSandbox'] })];
    expect(
      problems({ version: '1.36.2', seconds: 400, windows }, [
        { first: 239.0, last: 355.33, count: 29, begins: `${STALE}3m0` },
      ]),
    ).toEqual([]);
  });
});

describe('a kubelet that starts into a hang', () => {
  it('takes its first Status for good only after the lists of its initialisation have timed out', () => {
    const windows = [
      from(0, 298.5, HANG, { methods: LISTS }),
      from(0, 298.5, { kind: 'slow', by: fromSeconds(20) }, { methods: ['Status'] }),
    ];
    const found = skips(run({ version: '1.20.0', seconds: 310, windows }), '1.20.0');
    const both =
      '[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]';
    expect(found.filter(({ text }) => text === both)).toHaveLength(57);
    expect(found.filter(({ text }) => text === 'PLEG is not healthy: pleg has yet to be successful')).toHaveLength(8);
    expect(found).toHaveLength(65);
  });

  it('says for the whole hang that nothing has ever worked', () => {
    const result = run({ version: '1.36.2', seconds: 119, windows: [from(0, 500, HANG, { methods: LISTS })] });
    const texts = new Set(ofKind(result, 'skipped').map(({ reasons }) => reasons.map(({ kind }) => kind).join()));
    expect([...texts]).toEqual(['runtime-status-unknown,pleg-never']);
    expect(Math.abs(ofKind(result, 'skipped').length - 29)).toBeLessThanOrEqual(1);
  });
});
