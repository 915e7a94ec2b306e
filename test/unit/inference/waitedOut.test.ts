/** Which failed calls ran for the whole time-out, as far as lines show; and by which words a call is one that the kubelet gave up. */
import { describe, expect, it } from 'vitest';
import { ranIntoTimeout } from '../../../src/messages/texts/timedOut.ts';
import { HandMadeLog, RUNTIME_DOWN, secondsOf, skipTime, stale, TIMED_OUT } from '../../support/facts.ts';

const took = (seconds: number) => ({ kind: 'housekeeping-slow', took: seconds * 1_000_000 }) as never;
const starts = (log: HandMadeLog): unknown =>
  log
    .history()
    .relists.filter(({ outcome }) => outcome === 'list-failed')
    .map(({ start }) => [secondsOf(start.min), secondsOf(start.max)]);
const log = (): HandMadeLog => new HandMadeLog().flagsOnly().start(0, 'v1.29.0');

describe('a call that the kubelet gave up', () => {
  it('is told by the words of its own client', () => {
    const error = (desc: string, code = 'DeadlineExceeded') => ({
      code,
      text: `failed: rpc error: code = ${code} desc = ${desc}`,
    });
    for (const desc of [
      'context deadline exceeded',
      'stream terminated by RST_STREAM with error code: CANCEL',
      'received context error while waiting for new LB policy update: context deadline exceeded',
      'latest balancer error: connection error',
    ])
      expect(ranIntoTimeout(error(desc))).toBe(true);
    for (const desc of ['failed to get the state of the shim: context deadline exceeded', 'timed out', ''])
      expect(ranIntoTimeout(error(desc))).toBe(false);
    expect(ranIntoTimeout(error('context deadline exceeded', 'Unknown'))).toBe(false);
    expect(ranIntoTimeout({ text: 'DeadlineExceeded', code: 'DeadlineExceeded' })).toBe(false);
  });

  it('is not one of which the runtime says in its own words that a deadline passed', () => {
    const own = {
      code: 'DeadlineExceeded',
      text: 'rpc error: code = DeadlineExceeded desc = failed to get the state of the shim: context deadline exceeded',
    };
    const failed = (seconds: number) =>
      [seconds, { kind: 'relist-failed', scope: 'all', pod: {}, error: own }] as const;
    expect(
      starts(
        log()
          .add(...failed(190))
          .add(...failed(311.002)),
      ),
    ).toEqual([
      [0, 190],
      [190.995, 311.002],
    ]);
  });
});

describe('a call ran for the whole time-out', () => {
  it('where the relist before it failed that long before, with the pause of a second', () => {
    expect(starts(log().relistFailed(190, 'Unavailable').relistFailed(311.1))).toEqual([
      [0, 190],
      [190.995, 191.12],
    ]);
    expect(starts(log().relistFailed(190, 'Unavailable').relistFailed(310.1))).toEqual([
      [0, 190],
      [190.995, 310.1],
    ]);
    expect(starts(log().relistFailed(190, 'Unavailable').relistFailed(311.3))).toEqual([
      [0, 190],
      [191.05, 311.3],
    ]);
  });

  it('where a skip names the relist before it, and nothing lies between', () => {
    expect(starts(log().relistFailed(190.2).skip(249.6, stale(180.6)))).toEqual([[69.95, 70.22]]);
    expect(starts(log().relistFailed(190.4).skip(249.6, stale(180.6)))).toEqual([[70.15, 190.4]]);
  });

  it('but not as the next one did: a runtime can give up once by itself, and hang right after it', () => {
    expect(starts(log().relistFailed(190).relistFailed(311.002))).toEqual([
      [69.75, 190],
      [190.995, 191.022],
    ]);
    expect(starts(log().relistFailed(100, 'Unavailable').relistFailed(190).relistFailed(311.002))).toEqual([
      [0, 100],
      [100.995, 190],
      [190.995, 191.022],
    ]);
  });

  it('where it follows without a pause what is no relist of all pods', () => {
    // Without the pause between relists of all pods it is another wait; one of a single pod (1.36), or with Evented PLEG, follows at once.
    for (const version of ['v1.29.0', 'v1.36.2'])
      expect(starts(new HandMadeLog().flagsOnly().start(0, version).relistFailed(190).relistFailed(310.05))).toEqual([
        [69.75, 190],
        [190.995, 310.05],
      ]);
    const evented = new HandMadeLog()
      .flagsOnly()
      .add(0, { kind: 'flag', name: 'feature-gates', value: 'EventedPLEG=true' })
      .start(0, 'v1.29.0');
    expect(starts(evented.relistFailed(190).relistFailed(310.05))).toEqual([
      [69.75, 190],
      [189.995, 190.07],
    ]);
    const ofPod = { kind: 'relist-failed', scope: 'pod', pod: { uid: 'a' }, error: TIMED_OUT } as const;
    expect(starts(new HandMadeLog().flagsOnly().start(0, 'v1.36.2').add(190, ofPod).relistFailed(310.05))).toEqual([
      [0, 190],
      [189.995, 190.07],
    ]);
    // After the inspection of one pod only in 1.36: that may have been of a relist of this pod alone.
    const inspection = {
      kind: 'inspect-failed',
      message: 'pleg.write-status.s4',
      pod: { uid: 'a' },
      sandboxId: 'abc',
      error: TIMED_OUT,
    } as const;
    const afterInspection = (version: string): unknown =>
      starts(new HandMadeLog().flagsOnly().start(0, version).add(190, inspection).relistFailed(310.05));
    expect([afterInspection('v1.29.0'), afterInspection('v1.36.2')]).toEqual([[[189.8, 310.05]], [[189.8, 190.07]]]);
  });

  it('of the inspections of one relist, of which another failed sooner', () => {
    const made = new HandMadeLog()
      .add(0, { kind: 'flag', name: 'runtime-request-timeout', value: '15s' })
      .start(0.1, 'v1.23.0');
    const hung = (seconds: number, uid: string) =>
      [
        seconds,
        { kind: 'inspect-failed', pod: { uid, namespace: 'default', name: uid }, sandboxId: 'abc', error: TIMED_OUT },
      ] as const;
    // The third was given up by the runtime after 12.5 s, in the next relist.
    made
      .add(...hung(404.78, 'a'))
      .add(...hung(419.79, 'a'))
      .add(...hung(433.29, 'a'))
      .add(...hung(448.3, 'b'))
      .add(...hung(463.3, 'a'));
    expect(
      made
        .history()
        .relists.map(({ start, end }) => [
          secondsOf(start.min),
          secondsOf(start.max),
          end === undefined ? undefined : secondsOf(end.min),
        ]),
    ).toEqual([
      [0, 404.78, 419.785],
      [420.785, 433.29, undefined],
    ]);
  });

  it('where a Status failed in the moment of a housekeeping that did, and so did the next one, the runtime down all the time', () => {
    const begin = (made: HandMadeLog): unknown =>
      secondsOf((made.add(600).faults()[0]?.begin.max ?? Number.NaN) as never);
    const made = (housekeeping: number, first = 194.3, second = first + 125): HandMadeLog =>
      log()
        .add(2, { kind: 'node-event', event: 'NodeReady' })
        .turn(40)
        .relistFailed(190.9)
        .add(housekeeping, took(120.01))
        .statusFailed(first)
        .skips(195, 40, RUNTIME_DOWN)
        .statusFailed(second);
    expect(begin(made(192))).toEqual(99.32);
    // It hung before the housekeeping, up to 3 s, or began in the 5 s between two calls while that hung.
    expect([194.3 - 5.24, 194.3 - 5.26, 194.3 + 0.5].map((housekeeping) => begin(made(housekeeping)))).toEqual([
      99.32, 195, 99.32,
    ]);
    expect([begin(made(192, 189.1)), begin(made(192, 188.9))]).toEqual([94.12, 195]);
    // The next one failed sooner, or a good one can lie between: no skip for half a minute and more.
    expect(begin(made(192, 194.3, 319.2))).toEqual(195);
    expect(skipTime(20)).toBeLessThan(319.3 - 195 - 30);
    const well = (count: number): HandMadeLog =>
      log()
        .add(2, { kind: 'node-event', event: 'NodeReady' })
        .turn(40)
        .relistFailed(190.9)
        .add(192, took(120.01))
        .statusFailed(194.3)
        .skips(195, count, RUNTIME_DOWN)
        .statusFailed(319.3);
    expect([begin(well(40)), begin(well(20))]).toEqual([99.32, 195]);
  });
});

describe('the time-out that waits show', () => {
  const known = (...failed: readonly number[]): unknown => {
    const made = new HandMadeLog().start(0, 'v1.28.4');
    for (const seconds of failed) made.relistFailed(seconds);
    const setting = made.history().processes[0]?.settings.get('runtimeRequestTimeout');
    return [setting?.value, setting?.known];
  };

  it('is whole seconds, and none where another call was given up sooner', () => {
    expect(known(100, 131.001, 162.002, 193.003)).toEqual(['30s', 'shown']);
    expect(known(100, 130.9, 161.8, 192.7)).toEqual(['2m0s', 'assumed']);
    expect(known(100, 131.3, 162.6, 193.9)).toEqual(['2m0s', 'assumed']);
    const status = new HandMadeLog()
      .start(0, 'v1.28.4')
      .relistFailed(100)
      .relistFailed(131.001)
      .relistFailed(162.002)
      .statusFailed(163)
      .statusFailed(180);
    expect(status.history().processes[0]?.settings.get('runtimeRequestTimeout')?.known).toBe('assumed');
  });

  it('is the default only where no call was given up sooner after a relist that listed', () => {
    const known = (made: HandMadeLog): unknown =>
      made.history().processes[0]?.settings.get('runtimeRequestTimeout')?.known;
    const shown = (): HandMadeLog =>
      new HandMadeLog().start(0, 'v1.28.4').relistFailed(200).relistFailed(321.002).relistFailed(470);
    expect(known(shown())).toBe('shown');
    expect(known(shown().skip(590, stale(190)))).toBe('assumed');
    expect(known(shown().skip(590, stale(240)))).toBe('shown');
    expect(
      known(
        new HandMadeLog()
          .start(0, 'v1.28.4')
          .relistFailed(200)
          .relistFailed(321.002)
          .add(400, { kind: 'container-finished', containerId: 'c', pod: { uid: 'u' } })
          .relistFailed(470),
      ),
    ).toBe('assumed');
  });

  it('bounds no other call, because it can be the runtime’s own', () => {
    const made = new HandMadeLog().start(0, 'v1.28.4');
    for (const seconds of [300, 331.001, 362.002, 393.003]) made.relistFailed(seconds);
    expect(starts(made)).toEqual([
      [0, 300],
      [300.995, 301.021],
      [331.996, 332.022],
      [362.997, 363.023],
    ]);
  });
});
