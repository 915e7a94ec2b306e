import { describe, expect, it } from 'vitest';
import { Backoff } from '../../../src/model/backoff.ts';
import { Channel, Ticker } from '../../../src/model/channel.ts';
import type { ConfigUpdate } from '../../../src/model/inputs.ts';
import { fromSeconds, type Nanoseconds } from '../../../src/model/nanoseconds.ts';
import type { PlegEvent } from '../../../src/model/observation.ts';
import { seededRandom } from '../../../src/model/random.ts';
import { RuntimeState } from '../../../src/model/runtimeState.ts';
import { Scheduler } from '../../../src/model/scheduler.ts';
import { type ProbeResult, SyncLoop } from '../../../src/model/syncLoop.ts';
import { from, LISTS, ofKind, pod, profile, run, skips } from './kubelets.ts';

const HANG = { kind: 'hang' } as const;

describe('the sleep after a skip', () => {
  it.each([
    ['1.8.0', [5, 5, 5, 5]],
    ['1.9.3', [5, 5, 5, 5]],
    ['1.10.0', [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5]],
    ['1.36.2', [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5]],
  ])('in %s is %j', (version, expected) => {
    const backoff = new Backoff(profile(version).backoff);
    expect(expected.map(() => backoff.next() / 1e9)).toEqual(expected);
    backoff.reset();
    expect(backoff.next() / 1e9).toBe(expected[0]);
  });

  it('goes on where a run of skips was when the model begins in its middle', () => {
    const inputs = {
      warm: {
        lastListed: fromSeconds(-200),
        nextRelist: fromSeconds(30),
        lastRuntimeSync: fromSeconds(-1),
        nextSleep: fromSeconds(3.2),
      },
    };
    const found = skips(run({ version: '1.36.2', seconds: 40, inputs }), '1.36.2');
    expect(found.map(({ at }) => at.toFixed(6))).toEqual(
      [0, 3.2, 8.2, 13.2, 18.2, 23.2, 28.2].map((at) => at.toFixed(6)),
    );
    expect(found[0]?.text).toBe('PLEG is not healthy: pleg was last seen active 3m20s ago; threshold is 3m0s');
  });
});

describe('the tickers', () => {
  it('keep one tick and drop the rest', () => {
    const ticker = new Ticker(0 as Nanoseconds, fromSeconds(1));
    expect(ticker.isReady(fromSeconds(0.9))).toBe(false);
    expect(ticker.isReady(fromSeconds(7.5))).toBe(true);
    ticker.take(fromSeconds(7.5));
    expect(ticker.isReady(fromSeconds(7.9))).toBe(false);
    expect(ticker.next()).toBe(fromSeconds(8));
  });
});

describe('the loop', () => {
  it('reads no event while it skips, and all of them afterwards', () => {
    const inputs = { pods: [pod('web-1', 150)] };
    const windows = [from(100, 300, { kind: 'fails', error: 'rpc error' }, { methods: ['Status'] })];
    const result = run({ version: '1.36.2', seconds: 340, windows, inputs });
    const died = ofKind(result, 'event-sent').find(({ event }) => event.type === 'ContainerDied');
    const handled = ofKind(result, 'event-consumed').find(({ event }) => event.type === 'ContainerDied');
    expect((died?.at ?? 0) / 1e9).toBeLessThan(152);
    expect((handled?.at ?? 0) / 1e9).toBeGreaterThan(300);
  });

  it('does not act on events of pods it was never told of', () => {
    const config = [{ at: fromSeconds(0), op: 'ADD', podUids: ['uid-known'] }] as const;
    const result = run({ version: '1.36.2', seconds: 5, inputs: { pods: [pod('known'), pod('stranger')], config } });
    const known = new Map(ofKind(result, 'event-consumed').map(({ event, podKnown }) => [event.podUid, podKnown]));
    expect(known).toEqual(
      new Map([
        ['uid-known', true],
        ['uid-stranger', false],
      ]),
    );
  });

  it('syncs a pod again after one to one and a half minutes, and for a probe at once', () => {
    const config = [{ at: fromSeconds(1), op: 'ADD', podUids: ['uid-known'] }] as const;
    const probes = [{ at: fromSeconds(30), podUid: 'uid-known' }];
    const result = run({ version: '1.36.2', seconds: 200, inputs: { config, probes } });
    expect(ofKind(result, 'probe-handled').map(({ at }) => at)).toEqual([fromSeconds(30)]);
    const synced = ofKind(result, 'pods-synced').map(({ at }) => at / 1e9);
    expect(synced.length).toBeGreaterThanOrEqual(1);
    expect(synced[0]).toBeGreaterThan(90);
    expect(synced[0]).toBeLessThan(122);
  });

  it('relists a pod at once when its container starts, in 1.36 only', () => {
    const scopes = (version: string): string[] =>
      ofKind(run({ version, seconds: 4, inputs: { pods: [pod('web-1')] } }), 'relist-started').flatMap(
        ({ scope, at }) => (scope === 'pod' ? [`pod ${at / 1e9}`] : []),
      );
    expect(scopes('1.36.2')).toEqual(['pod 1']);
    expect(scopes('1.35.0')).toEqual([]);
  });

  it('is blocked by housekeeping: by two listings in old versions, in new ones by a second only when the first is older than the runtime cache allows', () => {
    const took = (version: string, seconds: number): number => {
      const slow = { kind: 'slow', by: fromSeconds(seconds) } as const;
      const result = run({
        version,
        seconds: 120,
        windows: [from(20, 120, slow, { methods: ['ListPodSandbox'], callers: ['housekeeping'] })],
      });
      return Math.max(...ofKind(result, 'housekeeping-ended').map((one) => Math.round(one.took / 1e8) / 10));
    };
    expect([1.5, 5].map((seconds) => took('1.20.0', seconds))).toEqual([3, 10]);
    expect([1.5, 1.9, 2.1, 5].map((seconds) => took('1.36.2', seconds))).toEqual([1.5, 1.9, 4.2, 10]);
  });

  it('takes the channel that is known to have been taken, where several are ready', () => {
    const slow = { kind: 'slow', by: fromSeconds(5) } as const;
    const worksAfterSlowTurns = (preferred: 'sync' | 'housekeeping'): string[] => {
      const windows = [from(20, 60, slow, { methods: ['ListPodSandbox'], callers: ['housekeeping'] })];
      const turns = ofKind(
        run({
          version: '1.36.2',
          seconds: 58,
          windows,
          options: { loopChoice: (ready) => (ready.includes(preferred) ? preferred : undefined) },
        }),
        'turn-ended',
      );
      return turns.flatMap((turn, index) => (turn.at - turn.began > 5e9 ? [turns[index + 1]?.work ?? 'none'] : []));
    };
    expect(new Set(worksAfterSlowTurns('sync').slice(0, -1))).toEqual(new Set(['sync']));
    expect(new Set(worksAfterSlowTurns('housekeeping').slice(0, -1))).toEqual(new Set(['housekeeping']));
  });

  it('makes no turn while it skips, so that its own health check fails after five minutes', () => {
    const result = run({ version: '1.36.2', seconds: 700, windows: [from(60, 690, HANG, { methods: LISTS })] });
    const ends = ofKind(result, 'turn-ended').map(({ at }) => at);
    const last = ends.filter((at) => at < fromSeconds(690)).at(-1) ?? (0 as Nanoseconds);
    expect(last / 1e9).toBeLessThan(310);
    expect(last / 1e9).toBeGreaterThan(295);

    const { loop, scheduler } = bareLoop('1.36.2');
    scheduler.spawn(loop.run());
    scheduler.run(fromSeconds(10));
    scheduler.run(fromSeconds(20));
    expect(loop.healthy(fromSeconds(60))).toBe(true);
    sick.value = true;
    scheduler.run(fromSeconds(320));
    expect(loop.healthy(fromSeconds(60))).toBe(true);
    scheduler.run(fromSeconds(321.5));
    expect(loop.healthy(fromSeconds(60))).toBe(false);
    expect(loop.healthy(fromSeconds(180))).toBe(true);
  });

  it.each([
    ['1.20.0', false],
    ['1.21.0', true],
  ])('remembers the last start of containers: %s %s', (version, remembers) => {
    sick.value = false;
    const { loop, scheduler, events } = bareLoop(version);
    scheduler.spawn(loop.run());
    scheduler.run(fromSeconds(3));
    events.trySend({ podUid: 'p', type: 'ContainerStarted', data: 'c' });
    scheduler.run(fromSeconds(4));
    expect(loop.lastContainerStart.get('p')).toBe(remembers ? fromSeconds(3) : undefined);
  });
});

const sick = { value: false };

/** A loop with a runtime that is well as long as `sick` is false. */
function bareLoop(version: string): { loop: SyncLoop; scheduler: Scheduler; events: Channel<PlegEvent> } {
  const scheduler = new Scheduler();
  const state = new RuntimeState({ profile: profile(version), clock: scheduler, threshold: fromSeconds(100_000) });
  state.setRuntimeSync(fromSeconds(0));
  state.addHealthCheck(() => (sick.value ? { kind: 'other', text: 'sick' } : undefined));
  const events = new Channel<PlegEvent>(10, scheduler);
  const loop = new SyncLoop({
    profile: profile(version),
    clock: scheduler,
    state,
    events,
    config: new Channel<ConfigUpdate | 'closed'>(10, scheduler),
    probes: new Channel<ProbeResult>(1, scheduler),
    random: seededRandom(1),
    handlers: {
      *applyConfig() {},
      knowsPod: () => true,
      *syncPods() {},
      podsToSync: () => [],
      // eslint-disable-next-line require-yield
      *housekeeping() {
        return undefined;
      },
    },
  });
  return { loop, scheduler, events };
}

describe('node status', () => {
  it('is delayed by a runtime that does not even tell its version', () => {
    const result = run({ version: '1.36.2', seconds: 420, windows: [from(67.5, 397.5, HANG)] });
    const unready = ofKind(result, 'node-status').find(({ changed, ready }) => changed && !ready);
    expect((unready?.at ?? 0) / 1e9).toBeGreaterThan(97.5 + 60);
  });

  it('turns within one period of the threshold otherwise', () => {
    const result = run({ version: '1.20.0', seconds: 420, windows: [from(66, 376, HANG, { methods: LISTS })] });
    const unready = ofKind(result, 'node-status').find(({ changed, ready }) => changed && !ready);
    expect((unready?.at ?? 0) / 1e9).toBeGreaterThan(245);
    expect((unready?.at ?? 0) / 1e9).toBeLessThan(256.5);
  });
});
