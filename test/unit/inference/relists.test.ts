import { describe, expect, it } from 'vitest';
import { at, HandMadeLog, secondsOf, stale, TIMED_OUT } from '../../support/facts.ts';

const sandbox = {
  kind: 'inspect-failed',
  pod: { uid: 'uid-1', namespace: 'default', name: 'web-1' },
  sandboxId: 'abc',
  error: TIMED_OUT,
} as const;

const own = { ...sandbox, sandboxId: undefined, message: 'pleg.write-status.s4' } as never;

describe('relists', () => {
  it('that skips name begin at time minus elapsed, the smallest of several', () => {
    const log = new HandMadeLog()
      .start()
      .skip(249.6, stale(180.6))
      .skip(249.7001, stale(180.7))
      .skip(249.901, stale(180.9008));
    const [relist] = log.history().relists;
    expect(relist?.start.max).toBeCloseTo(log.history().skips[0]?.lastRelist ?? 0, 0);
    expect((relist?.start.max ?? 0) - (relist?.start.min ?? 0)).toBeLessThanOrEqual(2_000);
    expect(log.history().relists).toHaveLength(1);
  });

  it('that time out in the first call began one time-out before', () => {
    const named = (log: HandMadeLog): HandMadeLog => log.start().relistFailed(190).skip(249.6, stale(180.6));
    const relist = named(new HandMadeLog().flagsOnly())
      .history()
      .relists.find(({ outcome }) => outcome === 'list-failed');
    expect([relist?.outcome, relist?.phase, relist?.call]).toEqual(['list-failed', 'listing', 'ListPodSandbox']);
    expect([relist?.start.min, relist?.start.max].map((time) => secondsOf(time as never))).toEqual([69.75, 70.02]);
    // A skip names the relist before it, or a housekeeping took as long; where neither shows a wait, the runtime can have given up itself.
    const alone = (log: HandMadeLog): unknown =>
      log.history().relists.map(({ start }) => [secondsOf(start.min), secondsOf(start.max)]);
    expect(alone(new HandMadeLog().flagsOnly().start().relistFailed(190))).toEqual([[69.75, 190]]);
    expect(
      alone(
        new HandMadeLog()
          .flagsOnly()
          .start()
          .relistFailed(190)
          .add(192, { kind: 'housekeeping-slow', took: 120_010_000 as never }),
      ),
    ).toEqual([[69.75, 70.02]]);
    expect(
      alone(
        new HandMadeLog()
          .flagsOnly()
          .start()
          .relistFailed(190)
          .add(193.1, { kind: 'housekeeping-slow', took: 120_010_000 as never }),
      ),
    ).toEqual([[69.75, 190]]);
    expect(
      alone(
        new HandMadeLog()
          .flagsOnly()
          .start()
          .relistFailed(190)
          .add(192, { kind: 'housekeeping-slow', took: 119_900_000 as never }),
      ),
    ).toEqual([[69.75, 190]]);
    // The default alone is no proof: the configuration file may say another, and writes no line.
    const [unsure] = new HandMadeLog().start().relistFailed(190).history().relists;
    expect([unsure?.phase, secondsOf(unsure?.start.min as never), secondsOf(unsure?.start.max as never)]).toEqual([
      'listing',
      0,
      190,
    ]);
    // Two in a row show the time-out, and when the second began. The first need not have hung as well: the runtime can have given up itself, right before it hung.
    const twice = new HandMadeLog().start().relistFailed(190).relistFailed(311.002).history().relists;
    expect(twice.map(({ start }) => [secondsOf(start.min), secondsOf(start.max)])).toEqual([
      [69.75, 190],
      [190.995, 191.022],
    ]);
  });

  it('take the time-out from the flags where they are logged', () => {
    const relists = (...failed: readonly number[]): unknown => {
      const log = new HandMadeLog()
        .add(0, { kind: 'flag', name: 'runtime-request-timeout', value: '15m0s' })
        .start(0.1);
      for (const seconds of failed) log.relistFailed(seconds);
      return log.history().relists.map(({ start }) => [secondsOf(start.min), secondsOf(start.max)]);
    };
    expect(relists(1000)).toEqual([[99.75, 1000]]);
    expect(relists(1000, 1901.002)).toEqual([
      [99.75, 1000],
      [1000.995, 1001.022],
    ]);
    // Sooner than the time-out after the one before: the runtime gave up itself.
    expect(relists(1000, 1601.002)).toEqual([
      [99.75, 1000],
      [1000.995, 1601.002],
    ]);
  });

  it('take the time-out from the lines where these contradict the default', () => {
    const timeout = (log: HandMadeLog): unknown => log.history().processes[0]?.settings.get('runtimeRequestTimeout');
    const half = (): HandMadeLog =>
      new HandMadeLog().start().relistFailed(100).relistFailed(131.001).relistFailed(162.003).relistFailed(193.004);
    expect(timeout(half())).toMatchObject({ value: '30s', known: 'shown' });
    expect(
      half()
        .history()
        .relists.map(({ start }) => secondsOf(start.max))
        .map(Math.round),
    ).toEqual([100, 101, 132, 163]);
    // Three failures can be every other one of a runtime that gave up itself after 14.5 s, and a longer wait of a line that is missing.
    expect(
      timeout(new HandMadeLog().start().relistFailed(100).relistFailed(131.001).relistFailed(162.003)),
    ).toMatchObject({ value: '2m0s', known: 'assumed' });
    const long = (): HandMadeLog =>
      new HandMadeLog().start(0, 'v1.28.4').relistFailed(700).relistFailed(1301.001).relistFailed(1902.002);
    expect(timeout(long())).toMatchObject({ value: '2m0s', known: 'assumed' });
    const slow = { kind: 'housekeeping-slow', took: 600_010_000 } as never;
    expect(timeout(long().add(1302, slow))).toMatchObject({ value: '10m0s', known: 'shown' });
    // 29 s with a pause, or 30 s without one, as Evented PLEG has it: housekeeping tells.
    const either = (): HandMadeLog =>
      new HandMadeLog().start(0, 'v1.30.0').relistFailed(200).relistFailed(230.001).relistFailed(260.002);
    expect(timeout(either())).toMatchObject({ value: '2m0s', known: 'assumed' });
    // Waits of 60 s or 45 s, of which two can be four of a shorter one with lines missing: a third tells … and of 95 s, which are six of 15 s.
    const apart = (wait: number): HandMadeLog =>
      new HandMadeLog()
        .start(0, 'v1.28.4')
        .relistFailed(200)
        .relistFailed(201 + wait)
        .relistFailed(202 + 2 * wait);
    expect(timeout(apart(60))).toMatchObject({ value: '2m0s', known: 'assumed' });
    expect(timeout(apart(60).relistFailed(203 + 3 * 60))).toMatchObject({ value: '1m0s', known: 'shown' });
    expect(timeout(apart(45))).toMatchObject({ value: '2m0s', known: 'assumed' });
    expect(timeout(apart(45).relistFailed(203 + 3 * 45))).toMatchObject({ value: '45s', known: 'shown' });
    expect(timeout(apart(95).relistFailed(203 + 3 * 95))).toMatchObject({ value: '2m0s', known: 'assumed' });
    expect(timeout(either().add(262, { kind: 'housekeeping-slow', took: 29_000_000 } as never))).toMatchObject({
      value: '29s',
      known: 'shown',
    });
    // A housekeeping of two minutes shows the default only if it ended with a time-out.
    const housekeeping = (): HandMadeLog =>
      new HandMadeLog().start(0, 'v1.28.4').add(400, { kind: 'housekeeping-slow', took: 120_001_000 } as never);
    expect(timeout(housekeeping())).toMatchObject({ value: '2m0s', known: 'assumed' });
    expect(timeout(housekeeping().add(400, { kind: 'housekeeping-failed', error: TIMED_OUT }))).toMatchObject({
      value: '2m0s',
      known: 'shown',
    });
    // A wait that nobody chose needs both: calls that are answered late make waits of any length.
    expect(
      timeout(
        new HandMadeLog()
          .start(0, 'v1.30.0')
          .relistFailed(200)
          .relistFailed(223.5)
          .add(240, { kind: 'housekeeping-slow', took: 22_641_000 } as never),
      ),
    ).toMatchObject({ value: '2m0s', known: 'assumed' });
    expect(
      timeout(new HandMadeLog().start(0, 'v1.36.2').relistFailed(700).relistFailed(1301.001).add(1302, slow)),
    ).toMatchObject({ value: '2m0s', known: 'assumed' });
  });

  it('take the default for shown only where two calls that hung follow one another', () => {
    const known = (log: HandMadeLog): unknown =>
      log.history().processes[0]?.settings.get('runtimeRequestTimeout')?.known;
    const log = (version = 'v1.28.4'): HandMadeLog => new HandMadeLog().start(0, version);
    expect([
      known(log().statusFailed(200).statusFailed(325)),
      known(log().statusFailed(200, 'Unavailable').statusFailed(325)),
    ]).toEqual(['shown', 'assumed']);
    const housekeeping = log()
      .add(400, { kind: 'housekeeping-failed', error: TIMED_OUT })
      .add(400, { kind: 'housekeeping-slow', took: 120_001_000 } as never);
    expect(known(housekeeping)).toBe('shown');
    const hung = (seconds: number, took: number, made = log()): HandMadeLog =>
      made
        .add(seconds, { kind: 'housekeeping-failed', error: TIMED_OUT })
        .add(seconds, { kind: 'housekeeping-slow', took } as never);
    // A time-out never fires early, and one whose own call was given up sooner contradicts it.
    expect([known(hung(400, 119_885_000)), known(hung(600, 60_000_000, hung(400, 120_001_000)))]).toEqual([
      'assumed',
      'assumed',
    ]);
    // A relist that met the same hang, and one that did not.
    const beside = (seconds: number): unknown =>
      known(
        log()
          .relistFailed(400 - seconds)
          .add(400, { kind: 'housekeeping-slow', took: 120_001_000 } as never),
      );
    expect([beside(1), beside(29)]).toEqual(['shown', 'assumed']);
    // A pod's inspections: twice in a relist up to 1.31, once from 1.32 on, and in 1.36 only several in a row.
    const inspections = (version: string, ...times: readonly number[]): unknown =>
      known(times.reduce((made, seconds) => made.add(seconds, own), log(version)));
    expect([inspections('v1.28.4', 200, 320), inspections('v1.28.4', 200, 321)]).toEqual(['shown', 'assumed']);
    expect([inspections('v1.33.3', 200, 320), inspections('v1.33.3', 200, 321)]).toEqual(['assumed', 'shown']);
    expect([inspections('v1.36.2', 200, 321, 442), inspections('v1.36.2', 200, 321, 442, 563)]).toEqual([
      'assumed',
      'shown',
    ]);
  });

  it('take the time-out from the flags before all else, but not the default among them', () => {
    const timeout = (value: string): unknown =>
      new HandMadeLog()
        .add(0, { kind: 'flag', name: 'runtime-request-timeout', value })
        .start(0.1)
        .relistFailed(100)
        .relistFailed(131.001)
        .relistFailed(162.003)
        .relistFailed(193.004)
        .history()
        .processes[0]?.settings.get('runtimeRequestTimeout')?.value;
    expect([timeout('2m0s'), timeout('1m0s')]).toEqual(['30s', '1m0s']);
  });

  it('that fail at once begin a second after the one before', () => {
    const log = new HandMadeLog().start();
    for (const seconds of [100, 101.004, 102.009]) log.relistFailed(seconds, 'Unavailable');
    expect(
      log
        .history()
        .relists.slice(1)
        .map((relist) => [secondsOf(relist.start.min), secondsOf(relist.start.max)]),
    ).toEqual([
      [100.995, 101.004],
      [101.999, 102.009],
    ]);
  });

  it('that fail nearer than a second follow without a pause, as Evented PLEG forces them', () => {
    const log = new HandMadeLog().start(0, 'v1.33.0');
    for (const seconds of [100, 100.002, 100.004]) log.relistFailed(seconds, 'Unavailable');
    expect(
      log
        .history()
        .relists.slice(1)
        .map((relist) => [secondsOf(relist.start.min), secondsOf(relist.start.max)]),
    ).toEqual([
      [99.995, 100.002],
      [99.997, 100.004],
    ]);
  });

  it('end before the next one that is named', () => {
    const log = new HandMadeLog().start().skip(417, stale(227)).skip(417.1, stale(227.1)).skip(417.3, stale(196.3));
    const [first, second] = log.history().relists;
    expect(secondsOf(first?.end?.max as never)).toBe(220);
    expect([secondsOf(second?.listed?.min as never), secondsOf(second?.listed?.max as never)]).toEqual([417.1, 417.3]);
  });

  it('that hang in an inspection name the pod', () => {
    const log = new HandMadeLog()
      .start(0, 'v1.29.0')
      .add(189, sandbox)
      .add(189.001, own)
      .skips(249.5, 17, { relist: 69 });
    const [relist] = log.history().relists;
    expect([relist?.phase, relist?.pod?.name, relist?.call]).toEqual(['inspecting', 'web-1', 'PodSandboxStatus']);
  });

  it('that hang in the listing are not blamed on an inspection that failed at once after it', () => {
    const refused = {
      ...sandbox,
      message: 'pleg.write-status.s4',
      sandboxId: undefined,
      error: { text: 'connection refused', code: 'Unavailable' },
    };
    const log = new HandMadeLog()
      .start(0, 'v1.26.13')
      .skip(417, stale(227))
      .skip(417.1, stale(227.1))
      .skip(417.3, stale(196.3))
      .add(417.2, refused as never)
      .relistFailed(418.3, 'Unavailable');
    const second = log.history().relists.find(({ start }) => Math.round(secondsOf(start.max)) === 221);
    expect([second?.phase, second?.pod?.name, second?.call]).toEqual(['listing', 'web-1', undefined]);
  });

  it('that hang in an inspection are known without any skip: from 1.32 on one hung pod is never unhealthy', () => {
    const log = new HandMadeLog().start(0, 'v1.35.0');
    for (const seconds of [200, 321.01, 442.02]) log.add(seconds, own);
    const { relists, episodes } = log.history();
    expect(episodes).toEqual([]);
    expect(relists.map((relist) => [relist.phase, secondsOf(relist.start.min), secondsOf(relist.start.max)])).toEqual([
      ['inspecting', 0, 200],
      ['inspecting', 200.995, 201.03],
      ['inspecting', 322.005, 322.04],
    ]);
    expect([secondsOf(relists[0]?.end?.min as never), secondsOf(relists[0]?.end?.max as never)]).toEqual([
      199.995, 200.03,
    ]);
  });

  it('of all pods are told from those of one pod (1.36): the first failure can be of either', () => {
    const log = new HandMadeLog().flagsOnly().start();
    for (const seconds of [200, 320.001, 441.01]) log.add(seconds, own);
    expect(log.history().relists.map(({ start }) => [secondsOf(start.min), secondsOf(start.max)])).toEqual([
      [319.996, 321.03],
    ]);
    // In the time between others it can have been well again and asked for.
    const apart = new HandMadeLog().flagsOnly().start().add(200, own).add(360, own).add(520, own);
    expect(apart.history().relists).toEqual([]);
    const paused = new HandMadeLog().flagsOnly().start().add(200, own).add(321.01, own);
    expect(paused.history().relists.map(({ start }) => [secondsOf(start.min), secondsOf(start.max)])).toEqual([
      [199.995, 201.03],
    ]);
  });

  it('that inspect other pods slowly between two that hang are not parted without a proof', () => {
    const pod = (uid: string) => ({ ...sandbox, pod: { uid }, message: 'pleg.write-status.s4' }) as const;
    const base = (): HandMadeLog =>
      new HandMadeLog().add(0, { kind: 'flag', name: 'runtime-request-timeout', value: '30s' }).start(0.1, 'v1.27.0');
    const seen = (log: HandMadeLog): unknown =>
      log
        .history()
        .relists.map(({ start, end }) =>
          [start.min, start.max, end?.min, end?.max].map((time) => (time === undefined ? undefined : secondsOf(time))),
        );
    // Between them others were inspected for 15 s: of one relist, as far as the lines tell.
    expect(seen(base().add(200, pod('a')).add(245, pod('b')))).toEqual([[0, 200, undefined, undefined]]);
    // A relist inspects a pod twice at most, so of three failures one is of another relist, which began in one of the pauses.
    expect(seen(base().add(200, pod('a')).add(245, pod('a')).add(290, pod('a')))).toEqual([
      [0, 200, 199.995, 289.02],
      [200.995, 290, undefined, undefined],
    ]);
    // A relist that is named or failed between them, or a healthy check, parts them too.
    expect(seen(base().add(200, pod('a')).relistFailed(214, 'Unavailable').add(245, pod('b')).add(246))).toEqual([
      [0, 200, 199.995, 213],
      [153.75, 214, 213.995, 214],
      [213.995, 215.02, undefined, undefined],
    ]);
    expect(seen(base().add(200, pod('a')).turn(385).add(445, pod('b')))).toEqual([
      [0, 200, 199.995, 444.02],
      [203.9, 445, undefined, undefined],
    ]);
  });

  it('that somebody else’s inspection tells nothing of (from 1.24), and the call is named by its line', () => {
    const other = new HandMadeLog().start(0, 'v1.29.0').add(189, sandbox).skips(249.5, 17, { relist: 69 });
    expect([other.history().relists[0]?.phase, other.history().relists[0]?.pod]).toEqual(['unknown', undefined]);
    const call = { kind: 'runtime-call-failed', method: 'ListContainers', error: sandbox.error, pod: {} } as const;
    const listed = new HandMadeLog()
      .start(0, 'v1.29.0')
      .add(189, call)
      .add(189.001, own)
      .skips(249.5, 17, { relist: 69 });
    expect([listed.history().relists[0]?.phase, listed.history().relists[0]?.call]).toEqual([
      'inspecting',
      'ListContainers',
    ]);
    const unnamed = new HandMadeLog().start(0, 'v1.29.0').add(189.001, own).skips(249.5, 17, { relist: 69 });
    expect([unnamed.history().relists[0]?.phase, unnamed.history().relists[0]?.call]).toEqual([
      'inspecting',
      undefined,
    ]);
  });

  it('were not listed while skips said that none was yet', () => {
    const log = new HandMadeLog()
      .start(0, 'v1.29.0')
      .skips(0.2, 40, 'PLEG is not healthy: pleg has yet to be successful');
    const last = secondsOf(log.history().skips.at(-1)?.time as never);
    const [relist] = log.skip(last + 5, stale(last + 4.8)).history().relists;
    expect([relist?.phase, secondsOf(relist?.listed?.min as never)]).toEqual(['listing', last]);
  });

  it('are not bounded by the default time-out where a call cannot have run so long', () => {
    // Two minutes before its line the kubelet was not there yet.
    const early = new HandMadeLog().start(100, 'v1.29.0').relistFailed(160).history().relists;
    expect(early.map(({ start }) => [secondsOf(start.min), secondsOf(start.max)])).toEqual([[100, 160]]);
    // Nor was its predecessor gone.
    const second = { host: 'n', pid: 99 };
    const failed = { kind: 'relist-failed', scope: 'all', pod: {}, error: sandbox.error } as const;
    const later = new HandMadeLog()
      .start(0, 'v1.29.0', { host: 'n' })
      .add(400, [], { host: 'n' })
      .add(450, [], second)
      .add(500, failed, second)
      .add(501, [], second)
      .history().relists;
    expect(later.map(({ start }) => [secondsOf(start.min), secondsOf(start.max)])).toEqual([[400, 500]]);
    // PLEG makes one call at a time.
    const near = new HandMadeLog().start(0, 'v1.29.0').relistFailed(300).add(331, own).history().relists;
    expect(near.map(({ start }) => [secondsOf(start.min), secondsOf(start.max)])).toEqual([
      [0, 300],
      [299.995, 331],
    ]);
  });

  it('that inspect a failing pod twice (to 1.31) are one relist', () => {
    const log = new HandMadeLog().start(0, 'v1.20.0');
    for (const seconds of [200, 320.01, 441.02]) log.add(seconds, sandbox);
    expect(log.history().relists.map((relist) => relist.evidence.length)).toEqual([2, 1]);
  });

  it('that a skip names began after a failed one whose line is of the same moment', () => {
    const failed = { kind: 'relist-failed', scope: 'pod', pod: { uid: 'a' }, error: TIMED_OUT } as const;
    const log = new HandMadeLog()
      .start(0, 'v1.36.2')
      .add(770.26304, failed)
      .skips(960, 6, { relist: 770.263 })
      .add(980);
    const named = log.history().relists.find(({ outcome }) => outcome !== 'list-failed');
    expect([named?.end, secondsOf(named?.listed?.max as never)]).toEqual([undefined, 960]);
    // Nor does it prove that the relist was listed in time.
    expect(secondsOf(log.faults()[0]?.begin.min as never)).toBe(0);
  });

  it('that a skip names end before the failed inspection of a later one', () => {
    const log = new HandMadeLog()
      .start(0, 'v1.17.0')
      .add(220.1, sandbox)
      .skips(281, 14, { relist: 100 })
      .add(340.1, sandbox)
      .add(461.2, sandbox)
      .relistFailed(560, 'Unavailable')
      .add(600);
    const relist = log.history().relists.find((candidate) => candidate.start.max === at(100));
    expect([secondsOf(relist?.end?.min ?? at(0)), secondsOf(relist?.end?.max ?? at(0))]).toEqual([340.1, 559]);
  });

  it('that inspect slowly show it by their own lines', () => {
    const log = new HandMadeLog().start(0, 'v1.29.0');
    for (let count = 0; count < 15; count += 1)
      log.add(77 + count * 8, {
        kind: 'container-finished',
        pod: { uid: `uid-${count}` },
        containerId: `c${count}`,
        exitCode: 0,
      });
    log.skips(249.5, 17, { relist: 69 });
    expect(log.history().relists[0]?.phase).toBe('inspecting');
  });

  it('of one pod (1.36) do not prove a global listing by one pod’s line', () => {
    const finished = (uid: string) =>
      ({ kind: 'container-finished', pod: { uid }, containerId: `c-${uid}`, exitCode: 1 }) as const;
    const base = (): HandMadeLog =>
      new HandMadeLog().start().relistFailed(190).relistFailed(311).skips(311.1, 12, { relist: 69 });
    const end = (log: HandMadeLog): number => secondsOf((log.faults()[0]?.end?.max ?? 0) as never);
    const last = 342.4;
    expect(
      end(
        base()
          .add(last + 1, finished('a'))
          .add(400),
      ),
    ).toBeGreaterThan(last + 4);
    expect(
      end(
        base()
          .add(last + 1, finished('a'))
          .add(last + 1.01, finished('b'))
          .add(400),
      ),
    ).toBeCloseTo(last + 1.01, 3);
  });

  it('of a slow inspection do not end the episode by their lines', () => {
    const finished = (uid: string) =>
      ({ kind: 'container-finished', pod: { uid }, containerId: `c-${uid}`, exitCode: 1 }) as const;
    const log = new HandMadeLog().start(0, 'v1.29.0').skips(249.5, 12, { relist: 69 }).add(282, finished('a')).add(400);
    expect(secondsOf((log.faults()[0]?.end?.max ?? 0) as never)).toBeGreaterThan(284);
  });
});
