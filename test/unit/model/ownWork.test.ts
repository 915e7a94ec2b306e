/** What the kubelet and its host cost beside the runtime's answers. */
import { describe, expect, it } from 'vitest';
import type { PodScript } from '../../../src/model/inputs.ts';
import { fromSeconds, type Nanoseconds, plus } from '../../../src/model/nanoseconds.ts';
import type { OwnWork } from '../../../src/model/ownWork.ts';
import { from, type Given, LISTS, ofKind, run } from './kubelets.ts';

const NOTHING: OwnWork = {
  callWork: () => fromSeconds(0),
  inspectionWork: () => fromSeconds(0),
  listWork: () => fromSeconds(0),
  timerLateness: () => fromSeconds(0),
};

const always = (seconds: number) => (): Nanoseconds => fromSeconds(seconds);

/** Runs a kubelet without pods; each answer takes 1 ms. */
function runWith(ownWork: Partial<OwnWork>, given: Partial<Given> = {}): ReturnType<typeof run> {
  return run({
    version: '1.36.2',
    seconds: 20,
    ...given,
    inputs: { ownWork: { ...NOTHING, ...ownWork }, ...given.inputs },
  });
}

function starts(result: ReturnType<typeof run>): number[] {
  return ofKind(result, 'relist-started').map(({ at }) => at);
}

describe('own work', () => {
  it.each(['1.9.0', '1.15.5', '1.20.0', '1.36.2'])(
    'puts relists of %s apart by the pause, the two answers, its work on each call and on the listing, and the lateness of the timer',
    (version) => {
      const found = starts(
        runWith({ callWork: always(0.002), listWork: always(0.003), timerLateness: always(0.005) }, { version }),
      );
      expect(found.length).toBeGreaterThan(15);
      for (const [index, at] of found.slice(1).entries())
        expect(at - (found[index] ?? 0)).toBe(fromSeconds(1 + 2 * (0.001 + 0.002) + 0.003 + 0.005));
    },
  );

  it('costs nothing where nothing is said', () => {
    expect(starts(run({ version: '1.36.2', seconds: 20 }))).toEqual(starts(runWith({})));
  });

  it('is asked for at the time at which it is done', () => {
    const busy =
      (from_: number, to: number, seconds: number) =>
      (at: Nanoseconds): Nanoseconds =>
        fromSeconds(at >= fromSeconds(from_) && at < fromSeconds(to) ? seconds : 0);
    const found = starts(runWith({ listWork: busy(2, 4, 0.1) }));
    const gaps = found.slice(1).map((at, index) => [found[index] ?? 0, at - (found[index] ?? 0)] as const);
    const [long, short] = [
      gaps.filter(([at]) => at >= fromSeconds(2) && at < fromSeconds(4)),
      gaps.filter(([at]) => at < fromSeconds(1.9) || at > fromSeconds(4.1)),
    ];
    expect(long.map(([, gap]) => gap)).toEqual([fromSeconds(1.102), fromSeconds(1.102)]);
    expect(new Set(short.map(([, gap]) => gap))).toEqual(new Set([fromSeconds(1.002)]));
  });

  it('makes each sleep after a skip longer by the lateness of its timer', () => {
    const skips = ofKind(
      runWith(
        { timerLateness: always(0.004) },
        { seconds: 300, windows: [from(0, 300, { kind: 'hang' }, { methods: LISTS })] },
      ),
      'skipped',
    );
    expect(skips.length).toBeGreaterThan(20);
    for (const [index, { at }] of skips.slice(1).entries()) {
      const before = skips[index];
      expect(at).toBe(plus(plus(before?.at ?? fromSeconds(0), before?.sleep ?? fromSeconds(0)), fromSeconds(0.004)));
    }
  });

  it('is a part of what a call may take: it times out two minutes after its caller began', () => {
    const failed = ofKind(
      runWith(
        { callWork: always(0.5) },
        { seconds: 200, windows: [from(0, 200, { kind: 'hang' }, { methods: LISTS })] },
      ),
      'runtime-call-failed',
    ).filter(({ caller }) => caller === 'relist');
    expect(failed).toHaveLength(1);
    for (const { at, began, timedOut } of failed) expect([at - began, timedOut]).toEqual([fromSeconds(120), true]);
  });

  it('leaves a container its time to die before the listing reaches the runtime', () => {
    const pod = (died: number): PodScript => ({
      uid: 'p',
      name: 'p',
      namespace: 'default',
      containers: [
        {
          id: 'c',
          kind: 'container',
          states: [
            { at: fromSeconds(-1), state: 'running' },
            { at: fromSeconds(died), state: 'exited', exitCode: 1 },
          ],
        },
      ],
    });
    const seenAfter = (died: number): number => {
      const result = runWith({ callWork: always(0.1) }, { inputs: { pods: [pod(died)] } });
      const found = ofKind(result, 'event-sent').find(({ event }) => event.type === 'ContainerDied');
      return starts(result).findLastIndex((at) => at <= (found?.at ?? 0));
    };
    // The second relist begins at 1.202 s; its second call is answered at 1.404 s.
    expect([seenAfter(1.1), seenAfter(1.3), seenAfter(1.41)]).toEqual([1, 1, 2]);
  });
});

describe('a kubelet that asks twice for each sandbox', () => {
  it.each([1, 2])('takes %i answers for it in an inspection', (calls) => {
    const pod: PodScript = {
      uid: 'p',
      name: 'p',
      namespace: 'default',
      containers: [
        { id: 's', kind: 'sandbox', states: [{ at: fromSeconds(-1), state: 'running' }] },
        { id: 'c', kind: 'container', states: [{ at: fromSeconds(-1), state: 'running' }] },
      ],
    };
    const result = run({
      version: '1.36.2',
      seconds: 60,
      windows: [from(0, 60, { kind: 'slow', by: fromSeconds(5) }, { methods: ['PodSandboxStatus'] })],
      inputs: { pods: [pod], settings: { sandboxStatusCalls: calls } },
    });
    const [inspected] = ofKind(result, 'pod-inspected');
    expect((inspected?.at ?? 0) - (inspected?.began ?? 0)).toBe(fromSeconds(calls * 5.001 + 0.001));
  });
});
