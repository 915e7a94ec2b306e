/** The cases of Kubernetes' own pkg/kubelet/pleg/generic_test.go (1.36.2), told in our words; names in brackets are theirs. */
import { describe, expect, it } from 'vitest';
import { Channel } from '../../../src/model/channel.ts';
import { GenericPleg } from '../../../src/model/genericPleg.ts';
import { fromSeconds, type Nanoseconds, plus } from '../../../src/model/nanoseconds.ts';
import type { Observation, PlegEvent } from '../../../src/model/observation.ts';
import { PodCache } from '../../../src/model/podCache.ts';
import { PlegWorker } from '../../../src/model/plegWorker.ts';
import { type PlegPod, succeeded } from '../../../src/model/plegPod.ts';
import { Scheduler, waitUntil } from '../../../src/model/scheduler.ts';
import { profile } from './kubelets.ts';
import { listed, PlegBench } from './plegBench.ts';

const VERSIONS = ['1.8.0', '1.13.0', '1.15.5', '1.20.2', '1.28.0', '1.32.10', '1.36.2'];

describe.each(VERSIONS)('relisting in %s', (version) => {
  it('reports each container once and then only changes [TestRelisting]', () => {
    const bench = new PlegBench(version);
    const first = [listed('1234', { c1: 'exited', c2: 'running', c3: 'unknown' }), listed('4567', { c1: 'exited' })];
    expect(bench.relist(...first)).toEqual([
      '1234 ContainerDied c1',
      '1234 ContainerStarted c2',
      '4567 ContainerDied c1',
    ]);
    expect(bench.relist(...first)).toEqual([]);
    const last = [listed('1234', { c2: 'exited', c3: 'running' }), listed('4567', { c4: 'running' })];
    expect(bench.relist(...last)).toEqual([
      '1234 ContainerDied c2',
      '1234 ContainerRemoved c1',
      '1234 ContainerStarted c3',
      '4567 ContainerRemoved c1',
      '4567 ContainerStarted c4',
    ]);
  });

  it('does the same for sandboxes [TestRelistingWithSandboxes]', () => {
    const bench = new PlegBench(version);
    const first = [
      listed('1234', {}, { c1: 'exited', c2: 'running', c3: 'unknown' }),
      listed('4567', {}, { c1: 'exited' }),
    ];
    expect(bench.relist(...first)).toEqual([
      '1234 ContainerDied c1',
      '1234 ContainerStarted c2',
      '4567 ContainerDied c1',
    ]);
    expect(bench.relist(...first)).toEqual([]);
    const last = [listed('1234', {}, { c2: 'exited', c3: 'running' }), listed('4567', {}, { c4: 'running' })];
    expect(bench.relist(...last)).toContain('1234 ContainerRemoved c1');
  });

  it.each([1, 3])(
    'notices after %i relists that containers and pods vanished [TestDetectingContainerDeaths]',
    (relists) => {
      const bench = new PlegBench(version);
      const first = [listed('1234', { c1: 'running', c2: 'running', c3: 'exited' }), listed('4567', { c5: 'running' })];
      for (let relist = 0; relist < relists; relist += 1) bench.relist(...first);
      expect(bench.relist(listed('1234', { c1: 'running' }))).toEqual([
        '1234 ContainerDied c2',
        '1234 ContainerRemoved c2',
        '1234 ContainerRemoved c3',
        '4567 ContainerDied c5',
        '4567 ContainerRemoved c5',
      ]);
    },
  );

  it('holds back the event of a pod whose inspection fails, and caches the error [TestRelistWithCache]', () => {
    const bench = new PlegBench(version);
    const pods = [listed('1234', { c1: 'exited', c2: 'running' }), listed('4567', { c5: 'running' })];
    bench.errors.set('4567', 'unable to get status');
    expect(bench.relist(...pods)).toEqual(['1234 ContainerDied c1', '1234 ContainerStarted c2']);
    expect(bench.cache.get('4567')?.error).toBe('unable to get status');
    expect(bench.cache.get('1234')?.error).toBeUndefined();
    bench.errors.clear();
    bench.statuses.set('4567', { containers: [{ id: 'c5', state: 'running', exitCode: 0 }] });
    expect(bench.relist(...pods)).toEqual(['4567 ContainerStarted c5']);
    expect(bench.cache.get('4567')?.status?.containers).toHaveLength(1);
    expect(bench.cache.get('4567')?.error).toBeUndefined();
  });

  it('forgets a pod that is gone [TestRemoveCacheEntry]', () => {
    const bench = new PlegBench(version);
    bench.relist(listed('1234', { c1: 'running' }));
    expect(bench.cache.get('1234')).toBeDefined();
    bench.relist();
    expect(bench.cache.get('1234')).toBeUndefined();
  });

  it('is unhealthy before the first relist and when the last one is too old [TestHealthy]', () => {
    const bench = new PlegBench(version);
    expect(bench.pleg.healthy()).toEqual({ ok: false, never: true });
    bench.pass(600);
    expect(bench.pleg.healthy().ok).toBe(false);
    bench.relist();
    bench.pass(60);
    expect(bench.pleg.healthy()).toEqual({ ok: true });
    bench.pass(180);
    expect(bench.pleg.healthy()).toEqual({
      ok: false,
      never: false,
      elapsed: fromSeconds(240),
      threshold: fromSeconds(180),
    });
  });

  it('takes exactly three minutes for healthy and a nanosecond more for unhealthy', () => {
    const bench = new PlegBench(version);
    bench.relist();
    bench.pass(180);
    expect(bench.pleg.healthy().ok).toBe(true);
    bench.clock.advance(1 as Nanoseconds);
    expect(bench.pleg.healthy().ok).toBe(false);
  });

  it('keeps everything as it was when the list fails', () => {
    const bench = new PlegBench(version);
    bench.relist(listed('1234', { c1: 'running' }));
    const before = [bench.pleg.relistTime, bench.cache.time, [...bench.pleg.records.contents()]];
    bench.pass(1);
    bench.listError = 'rpc error';
    expect(bench.relist()).toEqual([]);
    expect([bench.pleg.relistTime, bench.cache.time, [...bench.pleg.records.contents()]]).toEqual(before);
    expect(bench.observed.at(-1)?.kind).toBe('relist-failed');
  });
});

describe('a full event channel', () => {
  it.each(['1.14.0', '1.28.0', '1.36.2'])(
    'drops what does not fit and never sends it again in %s [TestEventChannelFull]',
    (version) => {
      const bench = new PlegBench(version, { capacity: 4 });
      const pods = [listed('1234', { c1: 'exited', c2: 'running', c3: 'unknown' }), listed('4567', { c1: 'exited' })];
      const changed = [listed('1234', { c2: 'exited', c3: 'running' }), listed('4567', { c4: 'running' })];
      bench.relist(...pods);
      expect(bench.relist(...changed)).toHaveLength(4);
      expect(bench.pleg.discarded).toBe(1);
      expect(bench.observed.filter(({ kind }) => kind === 'event-discarded')).toHaveLength(1);
      expect(bench.relist(...changed)).toEqual([]);
    },
  );

  it.each(['1.8.0', '1.13.0'])('blocks the relist in %s until the loop reads', (version) => {
    const scheduler = new Scheduler();
    const events = new Channel<PlegEvent>(1, scheduler);
    const pods = [listed('1234', { c1: 'running', c2: 'running', c3: 'running' })];
    const observed: Observation[] = [];
    const pleg = new GenericPleg({
      profile: profile(version),
      clock: scheduler,
      cache: new PodCache(),
      events,
      observe: (observation) => observed.push(observation),
      runtime: stillRuntime(pods),
    });
    scheduler.spawn(pleg.relist());
    scheduler.run(fromSeconds(200));
    expect(observed.map(({ kind }) => kind)).toContain('send-blocked');
    expect(observed.map(({ kind }) => kind)).not.toContain('relist-ended');
    expect(pleg.healthy().ok).toBe(false);
    events.tryReceive();
    scheduler.run(fromSeconds(201));
    events.tryReceive();
    scheduler.run(fromSeconds(202));
    expect(observed.at(-1)).toMatchObject({ kind: 'relist-ended', at: fromSeconds(201) });
    expect(pleg.discarded).toBe(0);
  });
});

describe('reinspection', () => {
  it('is asked for and works: the status is cached, PodSync is sent, the list is empty [TestReinspect, requested, success]', () => {
    const bench = reinspecting();
    bench.pleg.requestReinspect('1');
    expect(bench.relist(...bench.pods)).toEqual(['1 PodSync']);
    expect([...bench.pleg.toReinspect.keys()]).toEqual([]);
    expect(bench.cache.get('1')?.modified).toBe(bench.now);
  });

  it('is asked for and fails: the pod stays on the list with the error in the cache [requested, failure]', () => {
    const bench = reinspecting();
    bench.pleg.requestReinspect('1');
    bench.errors.set('1', 'failed');
    expect(bench.relist(...bench.pods)).toEqual([]);
    expect([...bench.pleg.toReinspect.keys()]).toEqual(['1']);
    expect(bench.cache.get('1')?.error).toBe('failed');
  });

  it('is left from before and works or fails [already listed]', () => {
    const bench = reinspecting();
    bench.pleg.requestReinspect('1');
    bench.errors.set('1', 'failed');
    bench.relist(...bench.pods);
    expect(bench.relist(...bench.pods)).toEqual([]);
    expect([...bench.pleg.toReinspect.keys()]).toEqual(['1']);
    bench.errors.clear();
    expect(bench.relist(...bench.pods)).toEqual(['1 PodSync']);
    expect([...bench.pleg.toReinspect.keys()]).toEqual([]);
  });

  it('is not asked for: nothing happens [not requested]', () => {
    const bench = reinspecting();
    expect(bench.relist(...bench.pods)).toEqual([]);
    expect(bench.inspections).toEqual([]);
  });

  it('is asked for a pod that is deleted: list and cache are cleared, PodSync is sent [deleted]', () => {
    const bench = reinspecting();
    bench.pleg.requestReinspect('1');
    bench.errors.set('1', 'failed');
    bench.relist(...bench.pods);
    expect(bench.relist()).toEqual(['1 ContainerDied c1', '1 ContainerRemoved c1']);
    expect([...bench.pleg.toReinspect.keys()]).toEqual([]);
    expect(bench.cache.get('1')).toBeUndefined();
  });

  it('sends PodSync even for a pod that was new, failed its inspection and is gone', () => {
    const bench = new PlegBench('1.36.2');
    bench.errors.set('1', 'failed');
    bench.relist(listed('1', { c1: 'running' }));
    expect(bench.relist()).toEqual(['1 PodSync']);
    expect(bench.cache.get('1')).toBeUndefined();
  });

  it.each(['1.15.5', '1.20.2', '1.28.0'])(
    'inspects a pod that fails twice in one relist in %s [TestRelistWithReinspection]',
    (version) => {
      const bench = new PlegBench(version);
      bench.errors.set('1', 'failed');
      bench.relist(listed('1', { c1: 'running' }));
      expect(bench.inspections).toEqual(['1']);
      bench.inspections = [];
      bench.relist(listed('1', { c1: 'running' }));
      expect(bench.inspections).toEqual(['1', '1']);
      bench.errors.clear();
      bench.inspections = [];
      expect(bench.relist(listed('1', { c1: 'running' }))).toEqual(['1 ContainerStarted c1']);
      expect(bench.inspections).toEqual(['1']);
    },
  );

  it.each(['1.32.10', '1.36.2'])('inspects it once from 1.32 on (%s)', (version) => {
    const bench = new PlegBench(version);
    bench.errors.set('1', 'failed');
    bench.relist(listed('1', { c1: 'running' }));
    bench.inspections = [];
    bench.relist(listed('1', { c1: 'running' }));
    expect(bench.inspections).toEqual(['1']);
  });

  it('ends a watch condition with ConditionMet, once for several (1.32–1.35)', () => {
    const bench = new PlegBench('1.33.0');
    bench.relist(listed('1', { c1: 'running' }));
    bench.pleg.setWatchCondition('1', 'a', (status) => (status?.ips.length ?? 0) > 0);
    bench.pleg.setWatchCondition('1', 'b', () => true);
    expect(bench.relist(listed('1', { c1: 'running' }))).toEqual(['1 ConditionMet']);
    expect(bench.relist(listed('1', { c1: 'running' }))).toEqual([]);
    bench.statuses.set('1', { ips: ['10.0.0.1'] });
    expect(bench.relist(listed('1', { c1: 'running' }))).toEqual(['1 ConditionMet']);
    expect(bench.pleg.watchConditions.size).toBe(0);
  });
});

describe('IPs of a pod that ended', () => {
  const ips = (version: string, addresses: readonly string[]): PlegBench => {
    const bench = new PlegBench(version);
    bench.statuses.set('1', { ips: addresses, sandboxes: [{ id: 's', ready: true }] });
    bench.relist(listed('1', { c1: 'running' }));
    return bench;
  };

  it.each([['10.0.0.1'], ['10.0.0.1', 'fd00::1']])(
    'are kept when the new status has none [TestRelistIPChange] (%s %s)',
    (...addresses) => {
      const bench = ips('1.36.2', addresses);
      bench.statuses.set('1', { ips: [], sandboxes: [{ id: 's', ready: false }] });
      expect(bench.relist(listed('1', { c1: 'exited' }))).toEqual(['1 ContainerDied c1']);
      expect(bench.cache.get('1')?.status?.ips).toEqual(addresses);
    },
  );

  it('are not kept while a sandbox is ready, nor after a failed inspection, nor in 1.8', () => {
    const ready = ips('1.36.2', ['10.0.0.1']);
    ready.statuses.set('1', { ips: [], sandboxes: [{ id: 's', ready: true }] });
    ready.relist(listed('1', { c1: 'exited' }));
    expect(ready.cache.get('1')?.status?.ips).toEqual([]);

    const afterFailure = ips('1.36.2', ['10.0.0.1']);
    afterFailure.errors.set('1', 'failed');
    afterFailure.relist(listed('1', { c1: 'exited' }));
    afterFailure.errors.clear();
    afterFailure.statuses.set('1', { ips: [], sandboxes: [] });
    afterFailure.relist(listed('1', { c1: 'exited' }));
    expect(afterFailure.cache.get('1')?.status?.ips).toEqual([]);

    const old = ips('1.8.0', ['10.0.0.1']);
    old.statuses.set('1', { ips: [], sandboxes: [] });
    old.relist(listed('1', { c1: 'exited' }));
    expect(old.cache.get('1')?.status?.ips).toEqual([]);
  });
});

describe('the worker of 1.36', () => {
  it('relists a requested pod between two global relists, and moves only its observed time [TestWorkerLoop]', () => {
    const { scheduler, worker, cache, observed } = working();
    worker.start();
    scheduler.run(fromSeconds(0.5));
    worker.requestRelist('1');
    scheduler.run(fromSeconds(0.6));
    expect(
      observed
        .filter(({ kind }) => kind === 'relist-listed')
        .map((one) => (one.kind === 'relist-listed' ? one.scope : '')),
    ).toEqual(['all', 'pod']);
    expect(cache.time).toBe(0);
    expect(cache.newerThan('1', fromSeconds(0.4))).toBeDefined();
    expect(cache.newerThan('2', fromSeconds(0.4))).toBeUndefined();
  });

  it('serves a due global relist before a waiting request, and then drops the request as answered', () => {
    const { scheduler, worker, observed } = working(fromSeconds(2));
    worker.start();
    scheduler.run(fromSeconds(0.5));
    worker.requestRelist('1');
    scheduler.run(fromSeconds(2.9));
    // The relist of pod 1 holds the worker from 2 to 4; the global one was due at 3 and comes first, and with it pod 2 is known.
    worker.requestRelist('2');
    scheduler.run(fromSeconds(20));
    const starts = observed.flatMap((one) => (one.kind === 'relist-started' ? [`${one.scope} ${one.at / 1e9}`] : []));
    expect(starts.slice(0, 5)).toEqual(['all 0', 'pod 2', 'all 4', 'all 7', 'all 10']);
  });

  it('drops requests when the queue of 200 is full', () => {
    const { worker, observed } = working();
    for (let request = 0; request < 201; request += 1) worker.requestRelist('1');
    expect(observed).toEqual([{ kind: 'relist-request-dropped', at: 0, podUid: '1' }]);
  });
});

function reinspecting(): PlegBench {
  const bench = new PlegBench('1.36.2');
  bench.relist(listed('1', { c1: 'running' }));
  bench.pass(1);
  bench.inspections = [];
  return bench;
}

function stillRuntime(
  pods: readonly PlegPod[],
  takes: Nanoseconds = 0 as Nanoseconds,
  scheduler?: Scheduler,
): ConstructorParameters<typeof GenericPleg>[0]['runtime'] {
  function* wait(): Generator<{ until: Nanoseconds }, void, void> {
    if (takes > 0 && scheduler !== undefined) yield waitUntil(plus(scheduler.now(), takes));
  }
  return {
    *getPods() {
      yield* wait();
      return succeeded(pods);
    },
    *getPod(uid) {
      const timestamp = scheduler?.now() ?? (0 as Nanoseconds);
      yield* wait();
      return succeeded({ ...(pods.find((pod) => pod.uid === uid) ?? listed(uid)), timestamp });
    },
    // eslint-disable-next-line require-yield
    *getPodStatus(pod) {
      return succeeded({ uid: pod.uid, ips: [], containers: [], sandboxes: [] });
    },
  };
}

function working(takes?: Nanoseconds): {
  scheduler: Scheduler;
  worker: PlegWorker;
  cache: PodCache;
  observed: Observation[];
} {
  const scheduler = new Scheduler();
  const cache = new PodCache();
  const observed: Observation[] = [];
  const pods = [listed('1', { c1: 'running' }), listed('2', { c2: 'running' })];
  const pleg = new GenericPleg({
    profile: profile('1.36.2'),
    clock: scheduler,
    cache,
    events: new Channel<PlegEvent>(1000, scheduler),
    observe: (observation) => observed.push(observation),
    runtime: stillRuntime(pods, takes, scheduler),
  });
  return {
    scheduler,
    worker: new PlegWorker({ pleg, scheduler, period: fromSeconds(1), onDemand: true }),
    cache,
    observed,
  };
}
