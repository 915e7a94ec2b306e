/** The cases of Kubernetes' own pkg/kubelet/pleg/evented_test.go (1.36.2), told in our words, and the stream in a whole kubelet. */
import { describe, expect, it } from 'vitest';
import { Channel } from '../../../src/model/channel.ts';
import { EventedPleg } from '../../../src/model/eventedPleg.ts';
import { fromSeconds, type Nanoseconds } from '../../../src/model/nanoseconds.ts';
import type { PlegEvent } from '../../../src/model/observation.ts';
import { PodCache } from '../../../src/model/podCache.ts';
import type { PodStatus } from '../../../src/model/plegPod.ts';
import { withPreservedIps } from '../../../src/model/preservedIps.ts';
import { HandClock } from '../../../scripts/conformance/handClock.ts';
import { from, LISTS, ofKind, pod, profile, run, skipRuns } from './kubelets.ts';

function evented(capacity: number): { pleg: EventedPleg; events: Channel<PlegEvent>; cache: PodCache } {
  const events = new Channel<PlegEvent>(capacity);
  const cache = new PodCache({ keepsNewer: true });
  return {
    pleg: new EventedPleg({ profile: profile('1.36.2'), clock: new HandClock(), cache, events }),
    events,
    cache,
  };
}

function status(uid: string, sandbox: 'running' | 'exited'): PodStatus {
  return {
    uid,
    ips: [],
    containers: [{ id: `s-${uid}`, state: sandbox, exitCode: 0 }],
    sandboxes: [{ id: `s-${uid}`, ready: sandbox === 'running' }],
  };
}

describe('Evented PLEG', () => {
  it('is unhealthy only when the channel is full [TestHealthyEventedPLEG]', () => {
    const { pleg, events } = evented(100);
    for (let event = 0; event < 5; event += 1) events.trySend({ podUid: 'p', type: 'ContainerStarted' });
    expect(pleg.healthReason()).toBeUndefined();
    for (let event = 5; event < 100; event += 1) events.trySend({ podUid: 'p', type: 'ContainerStarted' });
    expect(pleg.healthReason()?.text).toBe(
      'EventedPLEG is not healthy: EventedPLEG: pleg event channel capacity is full with 100 events',
    );
  });

  it('moves the gauge of running pods with each event [TestUpdateRunningPodMetric]', () => {
    const { pleg } = evented(100);
    const send = (uid: string, state: 'running' | 'exited', at: number): void =>
      pleg.take({
        event: state === 'running' ? 'started' : 'stopped',
        podUid: uid,
        id: `s-${uid}`,
        createdAt: at as Nanoseconds,
        status: status(uid, state),
      });
    for (const uid of ['1', '2', '3', '4', '5']) send(uid, 'running', 1);
    expect(pleg.runningPods).toBe(5);
    send('1', 'exited', 2);
    send('2', 'exited', 2);
    expect(pleg.runningPods).toBe(3);
  });

  it.each([
    ['new ones win', ['10.0.0.2'], ['10.0.0.1'], false, ['10.0.0.2']],
    ['a ready sandbox without one means none', [], ['10.0.0.1'], true, []],
    ['none before, none now', [], [], false, []],
    ['no ready sandbox keeps the old ones', [], ['10.0.0.1'], false, ['10.0.0.1']],
  ])('keeps IPs [TestEventedPLEG_getPodIPs]: %s', (_case, now, before, ready, expected) => {
    const { cache } = evented(1);
    cache.set('p', { modified: 0 as Nanoseconds, status: { uid: 'p', ips: before, containers: [], sandboxes: [] } });
    const kept = withPreservedIps(
      { uid: 'p', ips: now, containers: [], sandboxes: [{ id: 's', ready }] },
      cache,
      'list',
    );
    expect(kept.ips).toEqual(expected);
  });

  it('ignores an event that is older than the cache, when the gate is on', () => {
    const { pleg, events } = evented(10);
    pleg.take({ event: 'started', podUid: '1', id: 'c', createdAt: 5 as Nanoseconds, status: status('1', 'running') });
    pleg.take({ event: 'stopped', podUid: '1', id: 'c', createdAt: 4 as Nanoseconds, status: status('1', 'exited') });
    expect(events.length).toBe(1);
  });
});

describe('the stream in a whole kubelet', () => {
  const settings = { eventedPleg: true };
  const pods = [pod('web-1', 40)];
  const stream = [
    { at: fromSeconds(1), event: 'started', podUid: 'uid-web-1', id: 'container-web-1' },
    { at: fromSeconds(40), event: 'stopped', podUid: 'uid-web-1', id: 'container-web-1' },
  ] as const;

  it('brings events at once, with a relist every five minutes', () => {
    const result = run({ version: '1.36.2', seconds: 700, inputs: { settings, pods, stream } });
    expect(ofKind(result, 'event-consumed').find(({ event }) => event.type === 'ContainerDied')?.at).toBe(
      fromSeconds(40),
    );
    expect(
      ofKind(result, 'relist-started').flatMap(({ scope, at }) => (scope === 'all' ? [Math.round(at / 1e9)] : [])),
    ).toEqual([0, 300, 600]);
  });

  it('falls back after five failures in all, and then relists every second', () => {
    const broken = {
      kind: 'fails',
      error: 'rpc error: code = Unavailable desc = error reading from server: EOF',
      after: fromSeconds(0.01),
    } as const;
    const windows = [
      from(100, 100.005, broken, { methods: ['StreamEvents'] }),
      from(260, 290, broken, { methods: ['StreamEvents'] }),
    ];
    const result = run({ version: '1.36.2', seconds: 400, windows, inputs: { settings, pods, stream } });
    expect(ofKind(result, 'evented-stream-failed').map(({ failures }) => failures)).toEqual([1, 2, 3, 4, 5]);
    const fallback = ofKind(result, 'evented-fallback');
    expect(fallback).toHaveLength(1);
    expect((fallback[0]?.at ?? 0) / 1e9).toBeGreaterThan(260);
    expect((fallback[0]?.at ?? 0) / 1e9).toBeLessThan(260.2);
    const later = ofKind(result, 'relist-started').filter(({ at }) => at > fromSeconds(300));
    expect(later.length).toBeGreaterThan(95);
  });

  it('hides a hang of the lists below ten minutes', () => {
    const result = run({
      version: '1.36.2',
      seconds: 700,
      windows: [from(160, 220, { kind: 'hang' }, { methods: LISTS })],
      inputs: { settings, pods, stream },
    });
    expect(skipRuns(result, '1.36.2')).toEqual([]);
    expect(ofKind(result, 'housekeeping-ended').some(({ slow }) => slow)).toBe(true);
  });

  it('does not exist before 1.26', () => {
    const result = run({ version: '1.25.0', seconds: 30, inputs: { settings, pods, stream } });
    expect(ofKind(result, 'evented-stream-started')).toEqual([]);
    expect(ofKind(result, 'relist-started').length).toBeGreaterThan(25);
  });
});
