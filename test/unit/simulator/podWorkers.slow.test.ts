/** What the simulator's pod workers do: when they try again, what they act on, what they ask of PLEG. */
import { describe, expect, it } from 'vitest';
import { simulated } from './scenarios.ts';
import { timeOf } from './truth.ts';

type Truth = ReturnType<typeof simulated>['truth'];

const CRASHER = [{ name: 'crasher', added: 4, containers: [{ name: 'app', exits: { after: '5s', code: 1 } }] }];

/** Seconds after the kubelet's start at which containers of this name came into this state. */
function timesOf(truth: Truth, state: string, name = 'app'): number[] {
  const start = timeOf(truth[0]?.t);
  return truth
    .filter((one) => one.ev === 'container_state' && one['name'] === name && one['state'] === state)
    .map((one) => (timeOf(one.t) - start) / 1e6);
}

/** From each death to the next start. */
function pauses(version: string, seed = 1, more: object = {}): number[] {
  const { truth } = simulated({ version, seed, duration: '10m', pods: CRASHER, ...more });
  const [starts, ends] = [timesOf(truth, 'RUNNING'), timesOf(truth, 'EXITED')];
  return starts.slice(1).map((at, index) => at - (ends[index] ?? Number.NaN));
}

describe('a crashing container', () => {
  it('is tried again every 10 to 15 s up to 1.34, so that a back-off of 80 s ends with one of the tries', () => {
    const waits = [1, 2, 3, 4].map((seed) => pauses('1.34.8', seed)[4] ?? Number.NaN);
    for (const wait of waits) {
      expect(wait).toBeGreaterThan(80);
      expect(wait).toBeLessThan(98);
    }
  });

  it('is tried again when its back-off is over from 1.35 on, up to half of the wait later and after a minute and a half at most', () => {
    const waits = [1, 2, 3, 4, 5, 6].map((seed) => pauses('1.35.5', seed));
    // The second restart is held for 10 s, the fourth for 40 s: the wait is longer by chance, in one piece.
    for (const [, second = 0, , fourth = 0] of waits) {
      expect(second).toBeGreaterThan(10);
      expect(second).toBeLessThan(17.2);
      expect(fourth).toBeGreaterThan(40);
      expect(fourth).toBeLessThan(62.2);
    }
    expect(Math.max(...waits.map(([, , , fourth = 0]) => fourth))).toBeGreaterThan(56);
  });

  it('waits by a known jitter where the scenario has it', () => {
    const chance = (jitter: number): object => ({ chance: { retries: [{ from: 0, pod: 'crasher', jitter }] } });
    for (const seed of [1, 2, 3]) {
      expect(pauses('1.36.2', seed, chance(0))[3]).toBeLessThan(42.2);
      expect(pauses('1.36.2', seed, chance(0.5))[3]).toBeGreaterThan(58);
    }
  });

  it('is synced regularly by a known jitter where the scenario has it', () => {
    // A worker that synced since the listing of a slow relist does not start the container before a relist has ended.
    const faults = [{ from: 40, to: 300, effect: 'slow', by: '20s', methods: ['PodSandboxStatus'] }];
    const actions = [{ at: 70, do: 'exit', pod: 'default/*' }];
    const restart = (jitter: number, seed: number): number => {
      const { truth } = simulated({
        version: '1.36.2',
        seed,
        duration: '5m',
        kubelet: { startup: '1s' },
        pods: [
          { name: 'a', added: 4 },
          { name: 'b', added: 4 },
        ],
        faults,
        actions,
        chance: {
          resyncs: [
            { from: 0, pod: 'a', jitter },
            { from: 0, pod: 'b', jitter: 0 },
          ],
          relistOrder: [{ from: 0, pods: ['b', 'a'] }],
        },
      });
      const started = truth.filter(
        (one) => one.ev === 'container_state' && one['pod'] === 'default/a' && one['state'] === 'RUNNING',
      );
      return (timeOf(started[1]?.t) - timeOf(truth[0]?.t)) / 1e6;
    };
    for (const seed of [1, 2, 3]) {
      // The relist that began at 70 s inspects a from 90 s to 110 s; a's syncs are due at 65 s and 125 s, or at 93 s.
      expect(restart(0, seed)).toBeLessThan(111);
      expect(restart(0.47, seed)).toBeGreaterThan(111);
    }
  });

  it('begins with the shortest back-off again when it did not start for ten minutes', () => {
    const { truth } = simulated({
      version: '1.36.2',
      duration: '20m',
      pods: CRASHER,
      faults: [{ from: 60, to: 720, effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
      chance: { loop: [{ from: 700, prefers: ['housekeeping'] }] },
    });
    const [starts, ends] = [timesOf(truth, 'RUNNING'), timesOf(truth, 'EXITED')];
    const first = starts.findIndex((at) => at > 720);
    expect(first).toBeGreaterThan(2);
    // Housekeeping comes first and forgets: the first start after the hang is at once, the second after 10 s and chance, not after the minutes that it had come to.
    expect((starts[first + 1] ?? 0) - (ends[first] ?? 0)).toBeLessThan(17.2);
  });
});

describe('a worker', () => {
  it('asks PLEG for a relist after a sync that started something, and not after one that failed beside it or a kill', () => {
    const pods = [
      {
        name: 'pair',
        added: 4,
        containers: [
          { name: 'steady', exits: { after: '120s', code: 1 } },
          { name: 'crashes', exits: { after: '100ms', code: 1 } },
        ],
      },
      { name: 'goes', added: 4, deleted: 60 },
    ];
    const { truth } = simulated({ version: '1.36.2', duration: '4m', pods });
    const start = timeOf(truth[0]?.t);
    const relists = truth
      .filter(({ ev }) => ev === 'podrelist_start')
      .map((one) => ({ at: (timeOf(one.t) - start) / 1e6, uid: one['podUID'] }));
    const uidOf = (pod: string): unknown => truth.find((one) => one['pod'] === `default/${pod}`)?.['podUID'];
    expect(relists.filter(({ uid, at }) => uid === uidOf('goes') && at > 50)).toEqual([]);
    // The steady one ends and starts while the other is held by its back-off of 80 s: that sync ends with an error.
    const steady = timesOf(truth, 'RUNNING', 'steady')[1] ?? Number.NaN;
    expect(steady).toBeGreaterThan(120);
    expect(relists.filter(({ uid, at }) => uid === uidOf('pair') && Math.abs(at - steady) < 0.5)).toEqual([]);
    expect(relists.filter(({ uid }) => uid === uidOf('pair')).length).toBeGreaterThan(3);
  });

  it('tries every second or two while the network is not ready', () => {
    const conditions = [
      { at: 0, networkReady: { ready: false, reason: 'NetworkPluginNotReady', message: 'cni plugin not initialized' } },
      { at: 60, networkReady: { ready: true } },
    ];
    const { log } = simulated({ version: '1.36.2', duration: '70s', pods: [{ name: 'web', added: 4 }], conditions });
    const tries = log.split('\n').filter((line) => line.includes('network is not ready')).length;
    expect(tries).toBeGreaterThan(20);
    expect(tries).toBeLessThan(60);
  });

  it('does not end a deleted pod whose inspection fails', () => {
    const faults = [
      {
        from: 20,
        to: 200,
        effect: 'error',
        error: 'rpc error: code = Unknown desc = broken',
        methods: ['PodSandboxStatus'],
        pods: ['default/web'],
      },
    ];
    const { truth } = simulated({
      version: '1.36.2',
      duration: '5m',
      pods: [
        {
          name: 'web',
          added: 4,
          deleted: 60,
          containers: [{ name: 'app' }, { name: 'b', exits: { after: '30s', code: 1 } }],
        },
      ],
      faults,
    });
    expect(timesOf(truth, 'EXITED')[0]).toBeGreaterThan(200);
  });
});

describe('a pod that is deleted while its worker waits for a status', () => {
  /** The relists take four minutes, because another pod cannot be inspected: `web` ends and starts in one of them, ends again, has to be synced, and is deleted. */
  const startsOf = (version: string): number => {
    const { truth } = simulated({
      version,
      duration: '16m',
      pods: [
        { name: 'web', added: 4, deleted: 420 },
        { name: 'stuck', added: 4 },
      ],
      faults: [{ from: 59, to: 900, effect: 'hang', methods: ['PodSandboxStatus'], pods: ['default/stuck'] }],
      actions: [
        { at: 60, do: 'exit', pod: 'stuck' },
        { at: 134, do: 'exit', pod: 'web' },
        { at: 275, do: 'exit', pod: 'web' },
      ],
      chance: {
        relistOrder: [
          { from: 50, pods: ['web', 'stuck'] },
          { from: 400, pods: ['stuck', 'web'] },
        ],
      },
    });
    return truth.filter(
      (one) => one.ev === 'container_state' && one['pod'] === 'default/web' && one['state'] === 'RUNNING',
    ).length;
  };

  it('is synced once more with the pod as it was up to 1.21, and not from 1.22 on', () => {
    expect(['1.15.11', '1.20.0', '1.21.0', '1.22.0', '1.31.13'].map(startsOf)).toEqual([3, 3, 3, 2, 2]);
  });
});

describe('the garbage collection', () => {
  it('removes containers while the sandboxes cannot be listed', () => {
    const tooLarge = {
      effect: 'error',
      error: 'rpc error: code = ResourceExhausted',
      methods: ['ListPodSandbox'],
      callers: ['relist', 'housekeeping', 'garbage-collection'],
    };
    const { truth, log } = simulated({
      version: '1.36.2',
      duration: '5m',
      pods: CRASHER,
      faults: [{ from: 45, to: 280, ...tooLarge }],
    });
    expect(log).toContain('"Container garbage collection failed" err="rpc error: code = ResourceExhausted"');
    const removed = timesOf(truth, 'REMOVED').filter((at) => at > 60 && at < 280);
    expect(removed.length).toBeGreaterThan(0);
  });
});

describe('the order in which a relist works through pods', () => {
  it('is the one that is known', () => {
    const pods = [
      { name: 'a', added: 4 },
      { name: 'b', added: 4 },
      { name: 'c', added: 4 },
    ];
    const died = (order: readonly string[]): unknown[] => {
      const { truth } = simulated({
        version: '1.36.2',
        duration: '60s',
        pods,
        actions: [{ at: 30, do: 'exit', pod: ['a', 'b', 'c'] }],
        chance: { relistOrder: [{ from: 20, pods: order }] },
      });
      const names = new Map(truth.filter(({ ev }) => ev === 'container_state').map((one) => [one['id'], one['pod']]));
      return truth
        .filter((one) => one.ev === 'pleg_event_sent' && one['type'] === 'ContainerDied')
        .map((one) => names.get(one['data']));
    };
    expect(died(['b', 'c', 'a'])).toEqual(['default/b', 'default/c', 'default/a']);
    expect(died(['c', 'a', 'b'])).toEqual(['default/c', 'default/a', 'default/b']);
  });
});
