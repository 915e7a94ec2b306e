import { describe, expect, it } from 'vitest';
import { type EpisodeImpact, impactsOf } from '../../../src/inference/containers/impact.ts';
import { historyOf } from '../replay/readLog.ts';
import { simulated } from '../simulator/scenarios.ts';
import { HandMadeLog, RUNTIME_DOWN, secondsOf, skipTime, stale, START_REASONS } from '../../support/facts.ts';

const LISTS = ['ListPodSandbox', 'ListContainers'];
const pod = (name: string) => ({ uid: `uid-${name}`, namespace: 'default', name });
const event = (type: 'ContainerStarted' | 'ContainerDied', name: string, containerId: string) =>
  ({ kind: 'pleg-event', type, pod: pod(name), containerId }) as const;

/** A pod of one container and a sandbox, as one relist tells them: the container first. */
function starts(log: HandMadeLog, seconds: number, name: string, containers: readonly string[] = [name]): HandMadeLog {
  [...containers, `box-${name}`].forEach((id, index) =>
    log.add(seconds + index * 0.001, event('ContainerStarted', name, id)),
  );
  return log;
}

const finished = (log: HandMadeLog, seconds: number, name: string, containerId = name): HandMadeLog =>
  log.add(seconds, { kind: 'container-finished', pod: { uid: `uid-${name}` }, containerId, exitCode: 1 });
const died = (log: HandMadeLog, seconds: number, name: string, containerId = name): HandMadeLog =>
  log.add(seconds, event('ContainerDied', name, containerId));

/** Two pods; the list calls hang from 100 s on, skips come from 341 s, and it lists again just after the last skip. */
function hang(): { readonly log: HandMadeLog; readonly last: number } {
  const log = starts(starts(new HandMadeLog().start(), 5, 'a'), 6, 'b', ['b', 'b2'])
    .turn(99)
    .relistFailed(221)
    .relistFailed(342);
  log.skips(343, 9, { relist: 100 });
  return { log, last: 343 + skipTime(8) };
}

function only(log: HandMadeLog): EpisodeImpact {
  const impacts = [...impactsOf(log.history()).values()];
  expect(impacts).toHaveLength(1);
  return impacts[0] as EpisodeImpact;
}

describe('the impact of an unhealthy time', () => {
  it('counts containers, not their sandboxes', () => {
    const { log, last } = hang();
    expect(only(log.turn(last + 5.01).turn(last + 30))).toMatchObject({
      containersSeen: 3,
      containersRunning: 3,
      containersKept: 3,
      exited: [],
    });
  });

  it('names an exit that was noticed when it was over, with when it can have been and when it was handled', () => {
    const { log, last } = hang();
    const { exited, ...counts } = only(
      died(finished(log, last + 2, 'a'), last + 5.01, 'a')
        .turn(last + 5.02)
        .turn(last + 30),
    );
    expect(counts).toEqual({ containersSeen: 3, containersRunning: 2, containersKept: 2 });
    expect(exited.map(({ id, pod: of, exitCode }) => [id, of, exitCode])).toEqual([['a', 'default/a', 1]]);
    expect(
      exited.map(({ exited: { min, max }, noticed, handled }) =>
        [min, max, noticed ?? min, handled ?? min].map((time) => Math.round(secondsOf(time))),
      ),
    ).toEqual([[100, Math.round(last + 2), Math.round(last + 2), Math.round(last + 5.01)]]);
  });

  it('leaves out what was stopped when the loop worked again, and sandboxes', () => {
    const { log, last } = hang();
    const stopped = died(finished(log.turn(last + 5.01), last + 6, 'a'), last + 6.01, 'a');
    const { exited, containersRunning, containersKept } = only(died(stopped, last + 7.5, 'a', 'box-a'));
    expect([exited, containersRunning, containersKept]).toEqual([[], 3, 3]);
  });

  it('leaves out a sandbox whose start is not in the log, beside a container whose start is', () => {
    const log = new HandMadeLog();
    died(finished(log, 4, 'c', 'c-1'), 4.01, 'c', 'c-1')
      .add(5, event('ContainerStarted', 'c', 'c-2'))
      .turn(99)
      .relistFailed(221)
      .relistFailed(342)
      .skips(343, 9, { relist: 100 });
    const last = 343 + skipTime(8);
    died(died(finished(log, last + 2, 'c', 'c-2'), last + 5.01, 'c', 'c-2'), last + 5.02, 'c', 'box-c');
    expect(only(log.turn(last + 30)).exited.map(({ id }) => id)).toEqual(['c-2']);
  });

  it('names an exit whose event was lost, and never one twice', () => {
    const { log, last } = hang();
    const lost = only(finished(finished(log, last + 2, 'b'), last + 2.1, 'b').turn(last + 5.01));
    expect(lost.exited.map(({ id, handled }) => [id, handled])).toEqual([['b', undefined]]);
  });

  it('promises nothing of containers after the end of a log that ends in it', () => {
    expect(only(hang().log)).toMatchObject({ containersSeen: 3, containersRunning: 0, containersKept: 0, exited: [] });
  });

  it('is sure of a container that the next kubelet finds running', () => {
    const { log, last } = hang();
    log
      .add(last + 60, { kind: 'kubelet-version', version: 'v1.36.2' }, { pid: 99 })
      .add(last + 60.1, { kind: 'sync-loop-started' }, { pid: 99 });
    log.add(last + 62, event('ContainerStarted', 'a', 'a'), { pid: 99 });
    expect(only(log)).toMatchObject({ containersSeen: 3, containersRunning: 1, containersKept: 1 });
  });

  it.each([
    [false, 3],
    [true, 1],
  ])('counts containers of before, if the machine was not rebooted since: %s', (isReboot, containersSeen) => {
    const log = starts(starts(new HandMadeLog().start(), 5, 'a'), 6, 'b').turn(50);
    if (isReboot) log.add(60, { kind: 'boot' }, { plain: true });
    log.start(70, 'v1.36.2', { pid: 77 });
    for (const [index, id] of ['c', 'box-c'].entries())
      log.add(75 + index * 0.001, event('ContainerStarted', 'c', id), { pid: 77 });
    for (let step = 0; step < 9; step += 1) log.skip(343 + skipTime(step), stale(243 + skipTime(step)), { pid: 77 });
    expect(only(log).containersSeen).toBe(containersSeen);
  });

  it('names no exit of what may have begun in lines that are missing', () => {
    const exits = (isLost: boolean): readonly string[] => {
      const { log, last } = hang();
      if (isLost) log.add(last + 2, { kind: 'journal-loss', lost: 40, text: '' }, { plain: true });
      finished(finished(log, last + 3, 'a'), last + 3, 'b', 'unseen');
      return only(log.turn(last + 5.01)).exited.map(({ id }) => id);
    };
    expect(exits(false)).toEqual(['a', 'unseen']);
    expect(exits(true)).toEqual(['a']);
  });

  it('names no exit that an inspecting relist had listed before it began', () => {
    const log = starts(starts(new HandMadeLog().start(), 5, 'a'), 6, 'b').turn(99);
    log.skips(281, 9, { relist: 100 });
    const last = 281 + skipTime(8);
    // The relist that began at 100 s still inspects: what it tells it had listed then.
    finished(log, 290, 'a');
    log.skip(last + 5.001, stale(last + 5.001 - 100));
    expect(only(died(log, last + 10.01, 'a').turn(last + 10.02)).exited).toEqual([]);
  });

  it('is not sure of a container that only an earlier kubelet told of', () => {
    const log = starts(starts(new HandMadeLog().start(), 5, 'a'), 6, 'b').turn(99);
    log.start(120, 'v1.36.2', { pid: 99 }).skip(120.2, START_REASONS, { pid: 99 });
    // It ended while no kubelet was there: the next one can leave that out.
    for (let seconds = 125; seconds < 400; seconds += 5) log.skip(seconds, START_REASONS, { pid: 99 });
    log.add(402, event('ContainerStarted', 'b', 'b'), { pid: 99 }).add(420, [], { pid: 99 });
    expect(only(log)).toMatchObject({ containersSeen: 2, containersKept: 1 });
  });

  it('tells containers from sandboxes by their removal where PLEG writes no line of its own', () => {
    const { log, last } = hang();
    for (const id of ['b', 'b2'])
      log.add(last + 1, { kind: 'container-named', pod: {}, containerId: id, what: 'removing' });
    // Both in one relist, in any order: without the removal the last would be taken for the sandbox.
    for (const id of ['b', 'b2']) died(log, last + 5.01, 'b', id);
    expect(only(log.turn(last + 5.02)).exited.map(({ id }) => id)).toEqual(['b', 'b2']);
  });

  it('puts an exit after the relist that had told another one of the pod', () => {
    const log = starts(starts(new HandMadeLog().start(), 5, 'a', ['a', 'a2']), 6, 'b').turn(99);
    log.skips(281, 9, { relist: 100 });
    const last = 281 + skipTime(8);
    // The relist that began at 100 s tells of the pod while it inspects; what is told later of the same pod another one found.
    finished(log, 283, 'a', 'a');
    finished(log, last + 2, 'a', 'a2');
    const { exited } = only(died(died(log, last + 5.01, 'a', 'a'), last + 5.011, 'a', 'a2').turn(last + 5.02));
    expect(
      exited.map(({ id, exited: { min, max } }) => [id, Math.round(secondsOf(min)), Math.round(secondsOf(max))]),
    ).toEqual([['a2', 100, Math.round(last + 2)]]);
  });

  it('allows a healthy PLEG two thresholds, and an unhealthy time its own last listing', () => {
    const log = starts(starts(new HandMadeLog().start(), 5, 'a'), 6, 'b').turn(50);
    // Status fails, PLEG lists: the listing that told it began within 180 s, the one before within 180 s of that.
    log.skips(400, 20, RUNTIME_DOWN);
    const last = 400 + skipTime(19);
    finished(log, last + 1, 'a');
    const { exited } = only(died(log, last + 5.01, 'a').turn(last + 5.1));
    expect(exited.map(({ exited: { min, max } }) => [secondsOf(min), secondsOf(max)].map(Math.round))).toEqual([
      [Math.round(last + 1) - 360, Math.round(last + 1)],
    ]);
  });
});

describe('an exit whose event alone tells it, and waited for a loop that a failing Status held up', () => {
  const run = (faults: readonly object[], exit: number): readonly EpisodeImpact[] => {
    const { log } = simulated({
      // Up to 1.21 PLEG writes no line of its own.
      version: '1.20.0',
      start: '2026-11-21T00:00:00Z',
      duration: '15m',
      node: 'worker-1',
      seed: 3,
      pods: [
        { name: 'web', count: 2, every: '150ms', added: 4.5, containers: [{ name: 'nginx' }, { name: 'sidecar' }] },
      ],
      faults,
      actions: [{ at: exit, do: 'exit', pod: 'default/web-1', container: 'nginx', code: 1 }],
    });
    return [...impactsOf(historyOf(log, 2026)).values()];
  };
  const status = (from: number): object => ({
    from,
    to: from + 120,
    effect: 'error',
    methods: ['Status'],
    error: 'rpc error: code = Unknown desc = locked',
  });

  it('is of that time, if PLEG was well', () => {
    const [impact, ...others] = run([status(400)], 480);
    expect(others).toEqual([]);
    expect(impact?.exited.map(({ pod: of }) => of)).toEqual(['default/web-1']);
    const [at] = impact?.exited ?? [];
    const exit = Date.parse('2026-11-21T00:08:00Z') * 1000;
    expect(at?.exited.min).toBeLessThanOrEqual(exit);
    expect(at?.exited.min).toBeGreaterThan(exit - 500e6);
    expect(at?.exited.max).toBeGreaterThanOrEqual(exit);
  });

  it('is of no time, if PLEG was ill shortly before', () => {
    const impacts = run([{ from: 60, to: 380, effect: 'hang', methods: LISTS }, status(500)], 580);
    expect(impacts.map(({ exited }) => exited.length)).toEqual([0, 0]);
  });
});

describe('an exit of a simulated kubelet', () => {
  const run = (
    version: string,
    faults: readonly object[],
    actions: readonly object[],
    duration: string,
    left = (log: string): string => log,
  ) => {
    const { log } = simulated({
      version,
      start: '2026-11-21T00:00:00Z',
      duration,
      node: 'worker-1',
      seed: 5,
      pods: [
        { name: 'web', count: 2, every: '150ms', added: 4.5, containers: [{ name: 'nginx' }, { name: 'sidecar' }] },
      ],
      faults,
      actions,
      envelope: 'short',
    });
    return [...impactsOf(historyOf(left(log), 2026)).values()];
  };
  const exits = (at: number, name: string): object => ({ at, do: 'exit', pod: name, container: 'nginx', code: 137 });
  const hang = { from: 84, to: 500, effect: 'hang', methods: LISTS };

  it.each(['1.20.0', '1.34.8'])('over a restart of the kubelet is of the time after it (%s)', (version) => {
    const restart = { at: 280, do: 'restart-kubelet', signal: 'kill', after: 4 };
    const [before, after, ...others] = run(version, [hang], [restart, exits(400, 'default/web-2')], '9m');
    expect(others).toEqual([]);
    expect(before?.exited).toEqual([]);
    expect(after?.exited.map(({ pod: of }) => of)).toEqual(['default/web-2']);
    const bounds = after?.exited[0]?.exited;
    const since = (time: number | undefined): number => (time ?? 0) / 1e6 - Date.parse('2026-11-21T00:00:00Z') / 1e3;
    // The last listing of the kubelet that was killed still saw it run.
    expect(since(bounds?.min)).toBeGreaterThan(82);
    expect(since(bounds?.min)).toBeLessThanOrEqual(84);
    expect(since(bounds?.max)).toBeGreaterThanOrEqual(400);
  });

  it('over a restart is of no known time where the kubelet before may have told of it in lines that are missing', () => {
    const restart = { at: 280, do: 'restart-kubelet', signal: 'kill', after: 4 };
    const suppressed = 'Nov 21 00:01:10 worker-1 systemd-journald[316]: Suppressed 20 messages from kubelet.service';
    const left = (log: string): string =>
      log.replace(/(?:^Nov 21 00:01:0.*\n)+/m, '').replace(/^Nov 21 00:0(?:1:[1-5]|[2-9])/m, `${suppressed}\n$&`);
    const impacts = run('1.20.0', [hang], [restart, exits(62, 'default/web-2')], '9m', left);
    expect(impacts.length).toBeGreaterThan(1);
    expect(impacts.flatMap(({ exited }) => exited)).toEqual([]);
  });

  it('over a restart that most likely belongs to the time before is of none', () => {
    const restart = { at: 480, do: 'restart-kubelet', signal: 'kill', after: 4 };
    const impacts = run('1.34.8', [hang], [restart, exits(400, 'default/web-2')], '9m');
    expect(impacts.map(({ exited }) => exited.length)).toEqual(impacts.map(() => 0));
  });

  it('of a pod whose inspection hangs is not ruled out before an unhealthy time, though lines name the pod without its uid', () => {
    const stuck = { from: 47, to: 700, effect: 'hang', methods: ['PodSandboxStatus'], pods: ['default/web-1'] };
    const [first] = run('1.30.14', [stuck], [exits(50, 'default/web-1')], '12m');
    expect(first).toMatchObject({ containersSeen: 4, containersRunning: 2 });
  });
});
