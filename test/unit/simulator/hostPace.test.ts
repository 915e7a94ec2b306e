/** What a scenario says of the pace of its kubelet and host, and what comes of it. */
import { describe, expect, it } from 'vitest';
import { checkScenario } from '../../../src/simulator/scenario/readScenario.ts';
import { simulated } from './scenarios.ts';
import { relists, timeOf } from './truth.ts';

const FIXED = { version: '1.20.0', duration: '60s', kubelet: { startup: '1s' }, latency: { default: '1ms' } };

/** From the start of each relist to the next, in milliseconds, by the second at which the first of them began. */
function gaps(scenario: object): readonly (readonly [at: number, gap: number])[] {
  const { truth } = simulated({ ...FIXED, ...scenario });
  const began = timeOf(truth[0]?.t);
  const starts = relists(truth).map(({ start }) => (start - began) / 1e3);
  return starts
    .slice(1)
    .map((at, index) => [(starts[index] ?? 0) / 1e3, Math.round((at - (starts[index] ?? 0)) * 1e3) / 1e3]);
}

function problems(scenario: unknown): string[] {
  const checked = checkScenario(scenario);
  return checked.ok ? [] : checked.problems.map(({ path, text }) => `${path}: ${text}`);
}

describe('the pace of a kubelet', () => {
  it('is that of the kubelet, but in a busy time', () => {
    const found = gaps({
      kubelet: { startup: '1s', callWork: '2ms', listWork: '3ms', timerLateness: '4ms' },
      busy: [{ from: '20s', to: '30s', callWork: '20ms', timerLateness: '50ms' }],
    });
    const [ordinary, busy] = [found.filter(([at]) => at < 18 || at > 31), found.filter(([at]) => at > 21 && at < 28)];
    expect(ordinary.length).toBeGreaterThan(40);
    expect(new Set(ordinary.map(([, gap]) => gap))).toEqual(new Set([1000 + 2 * (1 + 2) + 3 + 4]));
    expect(busy.length).toBeGreaterThan(4);
    expect(new Set(busy.map(([, gap]) => gap))).toEqual(new Set([1000 + 2 * (1 + 20) + 3 + 50]));
  });

  it('reports busy times that are wrong or overlap', () => {
    expect(problems({ busy: [{ from: '5s', to: '4s' }] })).toEqual(['busy[0].to: must not be earlier than from']);
    expect(
      problems({
        busy: [
          { from: '5s', to: '9s' },
          { from: '1s', to: '6s' },
        ],
      }),
    ).toEqual(['busy[0].from: is inside of another busy time']);
    expect(
      problems({
        busy: [
          { from: '1s', to: '5s' },
          { from: '5s', to: '6s', listWork: '1ms' },
        ],
      }),
    ).toEqual([]);
  });
});

describe('starts that are known', () => {
  const times = (truth: ReturnType<typeof simulated>['truth'], ev: string, state: string): number[] => {
    const began = timeOf(truth[0]?.t);
    return truth
      .filter((one) => one.ev === ev && one['state'] === state)
      .map(({ t }) => Math.round((timeOf(t) - began) / 1e3) / 1e3);
  };

  it('take what the scenario says, one after another, for every seed', () => {
    for (const seed of [1, 2, 3]) {
      const { truth } = simulated({
        ...FIXED,
        seed,
        pods: [
          {
            name: 'pair',
            added: 5,
            sandboxTakes: '500ms',
            containers: [
              { name: 'a', startTakes: ['200ms', '700ms'], exits: { after: '10s', code: 1 } },
              { name: 'b', startTakes: '300ms' },
            ],
          },
        ],
      });
      expect(times(truth, 'sandbox_state', 'READY')).toEqual([5.5]);
      const running = times(truth, 'container_state', 'RUNNING');
      expect(running.slice(0, 2)).toEqual([5.7, 6]);
      // The death is in the next relist, and the loop hands the pod over at once.
      const heard = truth.find((one) => one.ev === 'pleg_event_consumed' && one['type'] === 'ContainerDied');
      expect((running[2] ?? 0) - (timeOf(heard?.t) - timeOf(truth[0]?.t)) / 1e6).toBeCloseTo(0.7, 2);
    }
  });

  it('are durations', () => {
    expect(problems({ pods: [{ name: 'a', containers: [{ name: 'b', startTakes: ['1s', 'soon'] }] }] })[0]).toContain(
      'pods[0].containers[0].startTakes: must be a duration',
    );
  });
});

describe('a fault that follows the relists', () => {
  it('begins so long after the first relist that ends at its time or later', () => {
    // A listing takes 2 ms; relists begin at 1 s and every 1.002 s.
    const slow = (at: number): number => {
      const { truth } = simulated({
        ...FIXED,
        pods: [{ name: 'a', added: 4, containers: [{ name: 'app' }] }],
        faults: [
          { from: '20s', afterRelist: '300ms', pods: 'a', methods: ['PodSandboxStatus'], effect: 'slow', by: '2s' },
        ],
        actions: [{ at, do: 'exit', pod: 'a' }],
      });
      const began = timeOf(truth[0]?.t);
      const lengths = relists(truth).map(
        ({ start, end }) => [(start - began) / 1e6, ((end ?? 0) - start) / 1e6] as const,
      );
      return lengths.find(([start]) => start > at)?.[1] ?? 0;
    };
    expect(slow(18.5)).toBeLessThan(0.1);
    expect(slow(22.5)).toBeGreaterThan(2);
  });

  it('is one of pods', () => {
    expect(problems({ faults: [{ from: 1, afterRelist: '1ms', effect: 'hang' }] })).toEqual([
      'faults[0].afterRelist: belongs to a fault of pods',
    ]);
  });
});
