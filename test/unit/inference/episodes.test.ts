import { describe, expect, it } from 'vitest';
import type { Episode } from '../../../src/inference/history.ts';
import { historyOf } from '../replay/readLog.ts';
import { simulated } from '../simulator/scenarios.ts';
import {
  at,
  type FactPart,
  HandMadeLog,
  RUNTIME_DOWN,
  secondsOf,
  skipTime,
  stale,
  START_REASONS,
  TIMED_OUT,
  UNREACHABLE,
} from '../../support/facts.ts';

const bounds = (
  value: { readonly min: number; readonly max: number } | undefined,
): readonly [number, number] | undefined =>
  value === undefined ? undefined : [secondsOf(value.min as never), secondsOf(value.max as never)];

function only(episodes: readonly Episode[]): Episode {
  expect(episodes).toHaveLength(1);
  const [episode] = episodes;
  if (episode === undefined) throw new Error('no episode');
  return episode;
}

describe('an episode with skips', () => {
  it('begins when the relist that the skip names passed the threshold, not at the first skip', () => {
    const log = new HandMadeLog().start().turn(50).relistFailed(190).relistFailed(311).skips(311.1, 19, { relist: 69 });
    log.add(400);
    const episode = only(log.faults());
    expect(bounds(episode.begin)).toEqual([248.999, 249]);
    expect(bounds(episode.lastRelist)).toEqual([68.999, 69]);
    expect(episode.beginsBeforeLog).toBe(false);
    expect(episode.skips).toEqual({ observed: 19, missing: 0 });
  });

  describe('after which no line follows for long', () => {
    /** Lines up to 390 s or later, an episode with skips up to 676.3 s, the next line so much later, and one more. */
    const after = (silence: number, until = 400): HandMadeLog => {
      const log = new HandMadeLog().start().turn(50);
      for (let time = 60; time < until; time += 30) log.add(time);
      log.skips(600, 21, { relist: 419 });
      return log.turn(600 + skipTime(20) + silence).add(600 + skipTime(20) + silence + 60);
    };

    it('has no known end where the kubelet is silent nowhere else: lines seem to be missing', () => {
      const log = after(3600);
      const episode = only(log.faults());
      expect([episode.endedBy, bounds(episode.end), episode.resumed]).toEqual(['gap', [676.3, 4276.3], undefined]);
      expect(log.history().gaps).toContainEqual({
        from: at(676.3),
        to: at(4276.3),
        why: 'gap',
        evidence: [
          { source: 0, line: 36 },
          { source: 0, line: 37 },
        ],
        process: 'process-1',
      });
    });

    it('has recovered where that is not much, or where the kubelet is often silent', () => {
      expect(only(after(590, 600).faults()).endedBy).toBe('recovered');
      expect(only(after(610, 600).faults()).endedBy).toBe('gap');
      // The 210 s before its skips are more than a fifth.
      expect(only(after(1040).faults()).endedBy).toBe('recovered');
      expect(only(after(1060).faults()).endedBy).toBe('gap');
    });

    it('has no known end where an inspection that timed out later was under way at the last skip', () => {
      const failedAt = (seconds: number): Episode => {
        const log = new HandMadeLog().start(0, 'v1.19.0').turn(50).skips(600, 21, { relist: 419 });
        log.add(seconds, {
          kind: 'inspect-failed',
          pod: { namespace: 'a', name: 'b' },
          error: TIMED_OUT,
        });
        return only(log.turn(900).add(960).faults());
      };
      const last = 600 + skipTime(20);
      expect(failedAt(last + 60)).toMatchObject({ endedBy: 'gap' });
      expect(bounds(failedAt(last + 60).end)).toEqual([last, 900]);
      // It can have begun after the last skip, in a relist of its own.
      expect(failedAt(last + 121).endedBy).toBe('recovered');
    });

    it('nor where skips of a later time follow it', () => {
      const endOf = (seconds: number): Episode | undefined => {
        const log = new HandMadeLog().start(0, 'v1.19.0').turn(50).skips(600, 21, { relist: 419 });
        log.add(seconds, { kind: 'inspect-failed', pod: { namespace: 'a', name: 'b' }, error: TIMED_OUT });
        return log.turn(900).skips(1500, 3, { relist: 1310 }).turn(1600).add(1660).faults()[0];
      };
      const last = 600 + skipTime(20);
      expect(endOf(last + 60)?.endedBy).toBe('gap');
      expect(endOf(last + 121)?.endedBy).toBe('recovered');
    });

    it('has recovered where a line came when the loop was due', () => {
      const log = new HandMadeLog()
        .start()
        .turn(50)
        .turn(599)
        .skips(600, 21, { relist: 419 })
        .turn(600 + skipTime(21) + 1)
        .turn(9000)
        .add(9060);
      expect(only(log.faults()).endedBy).toBe('recovered');
    });
  });

  it('begins only somewhere before, when the named relist may itself have been listed late', () => {
    const log = new HandMadeLog().start().turn(50).skips(311.1, 19, { relist: 69 }).add(400);
    expect(bounds(only(log.faults()).begin)).toEqual([48.9, 249]);
  });

  it('begins at the threshold when a line tells that the named relist was over by then', () => {
    const known = (log: HandMadeLog): readonly [number, number] | undefined =>
      bounds(only(log.skips(311.1, 19, { relist: 69 }).add(400).faults()).begin);
    const exactly = [248.999, 249];
    expect(
      known(new HandMadeLog().start().turn(50).add(70.1, { kind: 'relist-started', scope: 'all', pod: {} })),
    ).toEqual(exactly);
    expect(
      known(new HandMadeLog().start().turn(50).add(250.5, { kind: 'relist-started', scope: 'all', pod: {} })),
    ).toEqual([48.9, 249]);
    expect(known(new HandMadeLog().start().turn(50).add(100, { kind: 'event-channel-full' }))).toEqual(exactly);
    expect(known(new HandMadeLog().start().turn(50).add(68.5, { kind: 'event-channel-full' }))).toEqual([48.9, 249]);
  });

  it('begins at the threshold when two list calls cannot take that long', () => {
    const known = (timeout: string): readonly [number, number] | undefined =>
      bounds(
        only(
          new HandMadeLog()
            .add(0, { kind: 'flag', name: 'runtime-request-timeout', value: timeout })
            .start(0.1)
            .turn(50)
            .skips(311.1, 19, { relist: 69 })
            .add(400)
            .faults(),
        ).begin,
      );
    expect(known('1m0s')).toEqual([248.999, 249]);
    expect(known('1m30s')).toEqual([48.9, 249]);
    expect(known('2m0s')).toEqual([48.9, 249]);
  });

  it('begins at the threshold when a free loop meets the fault at once', () => {
    const log = new HandMadeLog().start().turn(50).skips(249.6, 9, { relist: 69 }).add(400);
    expect(bounds(only(log.faults()).begin)).toEqual([248.999, 249]);
  });

  it('ends after the last skip, when the loop woke from its sleep', () => {
    const log = new HandMadeLog().start().skips(249.6, 9, { relist: 69 }).add(400);
    const last = 249.6 + skipTime(8);
    const episode = only(log.faults());
    expect(episode.endedBy).toBe('recovered');
    expect(bounds(episode.end)).toEqual([last, last + 5.25].map((seconds) => Math.round(seconds * 1000) / 1000));
    expect(bounds(episode.resumed)).toEqual(
      [last + 4.995, last + 5.25].map((seconds) => Math.round(seconds * 1000) / 1000),
    );
  });

  it('ends before the node reports Ready, even if the log stops while the loop still sleeps', () => {
    const last = 249.6 + skipTime(8);
    const ready = new HandMadeLog()
      .start()
      .skips(249.6, 9, { relist: 69 })
      .add(last + 2, { kind: 'node-event', event: 'NodeReady' })
      .add(last + 3);
    const episode = only(ready.faults());
    expect([episode.endedBy, bounds(episode.end), episode.resumed]).toEqual([
      'recovered',
      [last, last + 2].map((seconds) => Math.round(seconds * 1000) / 1000),
      undefined,
    ]);
    const silent = new HandMadeLog()
      .start()
      .skips(249.6, 9, { relist: 69 })
      .add(last + 3);
    expect([only(silent.faults()).endedBy, only(silent.faults()).end]).toEqual(['end-of-log', undefined]);
  });

  it('has resumed where the log ends with the very turn that shows it', () => {
    const last = 249.6 + skipTime(8);
    const log = (): HandMadeLog => new HandMadeLog().start().skips(249.6, 9, { relist: 69 });
    expect(
      only(
        log()
          .turn(last + 5.001)
          .faults(),
      ),
    ).toMatchObject({ endedBy: 'recovered' });
    const [least, most] =
      bounds(
        only(
          log()
            .turn(last + 5.001)
            .faults(),
        ).resumed,
      ) ?? [];
    expect(least).toBeCloseTo(last + 4.995, 2);
    // And had done so by the last line: nothing is claimed beyond it.
    expect(most).toBeCloseTo(last + 5.001, 3);
    expect(
      bounds(
        only(
          log()
            .turn(last + 5.001)
            .faults(),
        ).end,
      )?.[1],
    ).toBeCloseTo(last + 5.001, 3);
    expect(
      only(
        log()
          .add(last + 5.001)
          .faults(),
      ).endedBy,
    ).toBe('end-of-log');
  });

  it('goes on with a failed relist after the last skip, unless one can have listed in between', () => {
    const last = 249.6 + skipTime(8);
    const log = (): HandMadeLog => new HandMadeLog().flagsOnly().start().turn(50).skips(249.6, 9, { relist: 69 });
    const end = (log_: HandMadeLog): readonly [number, number] | undefined =>
      bounds(only(log_.add(400).faults()).end)?.map((seconds) => Math.round((seconds - last) * 1000) / 1000) as [
        number,
        number,
      ];
    expect(
      end(
        log()
          .relistFailed(last - 0.4, 'Unavailable')
          .relistFailed(last + 0.6, 'Unavailable')
          .relistFailed(last + 1.7, 'Unavailable'),
      ),
    ).toEqual([2.695, 5.25]);
    expect(end(log().relistFailed(last + 1.7, 'Unavailable'))).toEqual([0, 5.25]);
    expect(
      end(
        log()
          .relistFailed(last - 0.4, 'Unavailable')
          .relistFailed(last + 1.7, 'Unavailable'),
      ),
    ).toEqual([0.595, 5.25]);
    expect(
      end(
        log()
          .relistFailed(last - 0.4, 'Unavailable')
          .relistFailed(last + 0.6, 'Unavailable')
          .relistFailed(last + 3.7, 'Unavailable'),
      ),
    ).toEqual([1.595, 5.25]);
    // One that timed out began before the last skip, where a housekeeping shows that it hung so long; else another one may have listed before it.
    expect(
      end(
        log()
          .relistFailed(last + 3.7)
          .add(last + 4, { kind: 'housekeeping-slow', took: 120_010_000 as never }),
      ),
    ).toEqual([4.695, 5.25]);
    expect(end(log().relistFailed(last + 3.7))).toEqual([0, 5.25]);
    // Where the time-out may be shorter, another one may have listed before it began.
    const unsure = new HandMadeLog().start().turn(50).skips(249.6, 9, { relist: 69 });
    expect(end(unsure.relistFailed(last + 3.7))).toEqual([0, 5.25]);
  });

  it('is one episode when the named relist changes but was listed too late to help', () => {
    const log = new HandMadeLog().start().skips(417, 7, { relist: 190 });
    let seconds = 417 + skipTime(7);
    for (let count = 0; count < 5; count += 1, seconds += 5.001) log.skip(seconds, stale(seconds - 221));
    log.add(600);
    expect(only(log.faults()).skips.observed).toBe(12);
    expect(
      log
        .history()
        .relists.filter((relist) => relist.outcome !== 'list-failed')
        .map((relist) => Math.round(secondsOf(relist.start.max))),
    ).toEqual([190, 221]);
  });

  it('goes on when its reasons change', () => {
    const log = new HandMadeLog().start();
    let seconds = 191;
    for (let count = 0; count < 20; count += 1) {
      log.skip(seconds, count < 12 ? RUNTIME_DOWN : `[${RUNTIME_DOWN}, ${stale(seconds - 69)}]`);
      seconds += Math.min(5, 0.1 * 2 ** count);
    }
    log.add(400);
    expect(only(log.faults()).reasons).toEqual(['runtime-down', 'pleg-stale']);
  });

  it('of Evented PLEG that gave up is known at -v=0 by a relist that was too old for the generic one before', () => {
    const down = 'container runtime is down';
    const begin = (log: HandMadeLog): readonly number[] | undefined => bounds(log.faults().at(-1)?.begin);
    const log = (): HandMadeLog => new HandMadeLog().start(0, 'v1.30.0').skips(200.5, 6, down).turn(220);
    expect(begin(log().skips(300, 4, stale(290)).add(320))?.[1]).toBe(300);
    expect(log().skips(300, 4, stale(290)).add(320).history().warnings).toEqual([]);
    // A loop that was blocked all the time shows nothing of the kind, and nor does a kubelet without Evented PLEG.
    expect(begin(new HandMadeLog().start(0, 'v1.30.0').turn(9).skips(300, 4, stale(290)).add(320))?.[1]).toBe(190);
    expect(begin(new HandMadeLog().start(0, 'v1.25.0').turn(150).skips(300, 4, stale(290)).add(320))?.[1]).toBe(190);
  });

  it('resumes after a hundred milliseconds or five seconds, where no line tells whether it is older than 1.10', () => {
    const resumed = (log: HandMadeLog): readonly number[] | undefined => bounds(only(log.add(130).faults()).resumed);
    const skip = (seconds: number): HandMadeLog => new HandMadeLog().turn(90).skip(seconds, stale(seconds));
    expect(resumed(skip(100))).toEqual([100.095, 105.25]);
    expect(resumed(new HandMadeLog().add(50, { kind: 'sync-loop-started' }).turn(90).skip(100, stale(100)))).toEqual([
      100.095, 105.25,
    ]);
    expect(resumed(new HandMadeLog().start(50, 'v1.9.0').turn(90).skip(100, stale(100)))).toEqual([104.995, 105.25]);
    expect(resumed(new HandMadeLog().start(50, 'v1.10.0').turn(90).skip(100, stale(100)))).toEqual([100.095, 100.35]);
    // Two skips nearer than five seconds show the growing sleeps; five seconds apart both sleep five.
    expect(resumed(skip(100).skip(100.1, stale(100.1)))).toEqual([100.295, 100.55]);
    const apart = skip(100).skip(105.001, stale(105.001));
    expect([resumed(apart), only(apart.faults()).skips]).toEqual([[109.996, 110.251], { observed: 2, missing: 0 }]);
  });

  it('begins exactly where a free loop meets it, and not where the named listing was late by so little', () => {
    const begin = (skips: number): readonly number[] | undefined =>
      bounds(
        only(new HandMadeLog().start(0, 'v1.28.4').turn(50).skips(250.8, skips, { relist: 70 }).add(330).faults())
          .begin,
      );
    // 3.1 s of skips: what was listed at 250.8 s, three minutes late, has another one after it by then.
    expect([begin(5), begin(8)]).toEqual([
      [48.9, 250],
      [249.999, 250],
    ]);
  });

  it('is open below where nothing bounds its begin', () => {
    const open = (log: HandMadeLog): readonly (boolean | undefined)[] =>
      log
        .add(130)
        .history()
        .episodes.filter(({ startup }) => !startup)
        .map(({ beginOpen }) => beginOpen);
    expect(open(new HandMadeLog().skips(100, 4, { relist: -500 }))).toEqual([true]);
    expect(open(new HandMadeLog().turn(90).skips(100, 4, { relist: -500 }))).toEqual([undefined]);
    expect(open(new HandMadeLog().condition(100, RUNTIME_DOWN))).toEqual([true]);
  });

  it('does not end with a listing that may have begun too early itself', () => {
    const finished = { kind: 'container-finished', pod: { uid: 'a' }, containerId: 'c', exitCode: 0 } as const;
    const end = (failed: number): readonly number[] | undefined => {
      const log = new HandMadeLog().start(0, 'v1.29.0').turn(50).relistFailed(failed).skips(249.6, 9, { relist: 69 });
      const last = 249.6 + skipTime(8);
      return bounds(
        only(
          log
            .add(last + 1, finished)
            .add(400)
            .faults(),
        ).end,
      )?.map((seconds) => Math.round((seconds - last) * 1000) / 1000);
    };
    expect([end(190), end(80)]).toEqual([
      [0, 1],
      [0, 5.25],
    ]);
  });

  it('of Evented PLEG has ten minutes where a gate or a failure of its stream shows it', () => {
    const begin = (log: HandMadeLog): readonly number[] | undefined =>
      bounds(log.skips(300, 4, stale(290)).add(320).faults().at(-1)?.begin);
    const stream = {
      kind: 'runtime-call-failed',
      method: 'GetContainerEvents',
      error: { text: 'x' },
      pod: {},
    } as const;
    const gates = (value: string): HandMadeLog =>
      new HandMadeLog().add(0, { kind: 'flag', name: 'feature-gates', value }).start(0.1, 'v1.30.0').turn(9);
    // It has given up when the generic threshold is named, and not before the fifth failure.
    for (const value of ['&{map[EventedPLEG:true]}', '{"EventedPLEG":true}', 'Other=false,EventedPLEG=true'])
      expect(begin(gates(value))?.[1]).toBe(300);
    for (const value of ['&{map[EventedPLEG:false Other:true]}', '{}', 'NoEventedPLEG=true'])
      expect(begin(gates(value))?.[1]).toBe(190);
    // Each failure forces a relist before the retry, which can hang: the fifth retry is the fall-back, the failure before it only comes before.
    const failing = (retry: number): HandMadeLog => {
      const log = new HandMadeLog().start(0, 'v1.30.0').turn(9);
      for (const seconds of [250, 251, 252, 253, 254])
        log.add(seconds, stream).add(seconds + retry, { kind: 'evented', what: 'stream-failed', pod: {} });
      return log;
    };
    expect(begin(failing(0.1))).toEqual([254.1, 254.1]);
    const unseen = new HandMadeLog().start(0, 'v1.30.0').turn(9);
    for (const seconds of [250, 251, 252, 253, 254]) unseen.add(seconds, stream);
    expect(begin(unseen)).toEqual([254, 300]);
  });

  it('begins only somewhere before, where one check alone names the relist: all can have hung until that moment', () => {
    const begin = (log: HandMadeLog): readonly number[] | undefined => bounds(only(log.add(320).faults()).begin);
    // A relist failed at 100 s, so the one of 70 s was listed in time.
    const log = (): HandMadeLog =>
      new HandMadeLog().start(0, 'v1.20.0').turn(50).relistFailed(100, 'Unavailable').skip(260, stale(190));
    expect(begin(log())).toEqual([48.9, 250]);
    expect(begin(log().skip(260.1, stale(190.1)))).toEqual([249.999, 250]);
    // Also at once: what hung can have ended in that second, and the next skip names the relist that hung.
    const prompt = (...later: readonly number[]): HandMadeLog =>
      [250.9, ...later].reduce(
        (made, seconds) => made.skip(seconds, stale(seconds === 250.9 ? 180.9 : seconds - 70.9)),
        new HandMadeLog().start(0, 'v1.14.0').turn(50).relistFailed(100, 'Unavailable'),
      );
    expect(begin(prompt(251, 251.2, 251.6))).toEqual([48.9, 250]);
    // The node's status is computed every 10 s, so a condition soon after the threshold tells of PLEG alone.
    const node = (seconds: number): HandMadeLog =>
      new HandMadeLog()
        .start(0, 'v1.20.0')
        .turn(50)
        .relistFailed(100, 'Unavailable')
        .condition(seconds, stale(seconds - 70));
    expect([begin(node(258)), begin(node(268))]).toEqual([
      [249.999, 250],
      [48.9, 250],
    ]);
  });

  it('begins only somewhere before, where Status calls failed while the loop was blocked and the runtime is no longer down at the first skip', () => {
    const begin = (status: number, first = 312): readonly number[] | undefined => {
      const log = new HandMadeLog()
        .start(0, 'v1.20.0')
        .turn(60)
        .relistFailed(80, 'Unavailable')
        .statusFailed(status, 'Unavailable')
        .skips(first, 8, { relist: 69 });
      return bounds(only(log.add(400).faults()).begin);
    };
    expect(begin(290)).toEqual([58.9, 249]);
    expect(begin(100)).toEqual([248.999, 249]);
    // A free loop meets the fault at once.
    expect(begin(240, 249.5)).toEqual([248.999, 249]);
  });

  it('begins only somewhere before, where the runtime counts as down in a later skip of a loop that was blocked: it can have been slow before', () => {
    const begin = (later: string | { readonly relist: number }, first = 312): readonly number[] | undefined => {
      const log = new HandMadeLog()
        .start(0, 'v1.20.0')
        .turn(60)
        .relistFailed(80, 'Unavailable')
        .skips(first, 8, { relist: 69 });
      const next = first + skipTime(8);
      return bounds(
        only(
          (typeof later === 'string' ? log.skip(next, later) : log.skip(next, stale(next - later.relist)))
            .add(400)
            .faults(),
        ).begin,
      );
    };
    expect(begin(RUNTIME_DOWN)).toEqual([58.9, 249]);
    expect(begin({ relist: 69 })).toEqual([248.999, 249]);
    expect(begin(RUNTIME_DOWN, 249.5)).toEqual([248.999, 249]);
  });

  it('of a runtime that is down begin 30 s after the last answer that called it ready', () => {
    const notReady = { kind: 'runtime-not-ready', text: 'RuntimeReady=false reason:x message:y' } as const;
    const log = new HandMadeLog().start(0, 'v1.11.0');
    for (const seconds of [400, 405, 410, 415, 420]) log.add(seconds, notReady);
    log.statusFailed(425, 'Unavailable').skips(427, 8, 'container runtime is down').statusFailed(430, 'Unavailable');
    // The first of them can have been answered late.
    expect(bounds(only(log.faults()).begin)).toEqual([0, 425]);
    // From 1.16 on that answer is a reason of its own, and an earlier one where a blocked loop prints both at once.
    const both = new HandMadeLog().start(0, 'v1.20.0').turn(390);
    for (const seconds of [400, 405, 410, 415, 420, 425, 430]) both.add(seconds, notReady);
    both.skips(
      431,
      4,
      '[container runtime is down, Container runtime not ready: RuntimeReady=false reason:x message:y]',
    );
    expect(bounds(only(both.faults()).begin)).toEqual([388.9, 425]);
  });

  it('of a runtime that is down has no lower bound of a hanging call that can have followed an earlier fruitless one', () => {
    const notReady = { kind: 'runtime-not-ready', text: 'RuntimeReady=false reason:x message:y' } as const;
    const log = new HandMadeLog().start(0, 'v1.13.0').turn(240);
    for (const seconds of [250, 255, 260, 265]) log.add(seconds, notReady);
    // The call hung since 270 s, but no line says how long it had run.
    log.skips(313, 3, RUNTIME_DOWN).statusFailed(315);
    expect(bounds(only(log.add(400).faults()).begin)).toEqual([238.9, 313]);
  });

  it('of a runtime that is down begins at the first skip where nothing shows when the failed call began', () => {
    const down = 'container runtime is down';
    const begin = (log: HandMadeLog): readonly number[] => {
      const { warnings } = log.history();
      expect(warnings).toEqual([]);
      const { min, max } = only(log.faults()).begin;
      return [secondsOf(min), secondsOf(max)];
    };
    expect(
      begin(new HandMadeLog().start(0, 'v1.20.0').statusFailed(500).skips(406, 60, down).statusFailed(625)),
    ).toEqual([404.5, 406]);
    // A loop that was blocked tells of it later, and not of a PLEG that was stale before.
    expect(
      begin(new HandMadeLog().start(0, 'v1.20.0').statusFailed(500).skips(407, 60, down).statusFailed(625)),
    ).toEqual([0, 407]);
    // The second call began 5 s after the first: it waited 30 s, not two minutes.
    expect(
      begin(
        new HandMadeLog().start(0, 'v1.20.0').turn(455).skips(460.4, 20, down).statusFailed(464.4).statusFailed(499.4),
      ),
    ).toEqual([453.9, 460.4]);
    // A healthy check less than half a minute before shows it as well.
    expect(begin(new HandMadeLog().start(0, 'v1.20.0').turn(455).skips(460.4, 20, down).statusFailed(464.4))).toEqual([
      453.9, 460.4,
    ]);
  });

  it('of a runtime that is down is not bounded by a later failed call where a good one that wrote no line can lie between', () => {
    const log = new HandMadeLog()
      .start()
      .add(2, { kind: 'node-event', event: 'NodeReady' })
      .turn(40)
      .condition(253, RUNTIME_DOWN)
      .turn(254)
      .statusFailed(278, 'Unknown');
    // A Status that was answered late, after 253 s: the call that failed at 278 s is another one.
    expect(bounds(only(log.add(400).faults()).begin)).toEqual([38.9, 253]);
    // The call that was under way at the condition, as a housekeeping and the next call show.
    const hung = new HandMadeLog()
      .flagsOnly()
      .start()
      .add(2, { kind: 'node-event', event: 'NodeReady' })
      .turn(40)
      .condition(150, RUNTIME_DOWN)
      .relistFailed(190.9)
      .add(192, { kind: 'housekeeping-slow', took: 120_010_000 as never })
      .statusFailed(194.3)
      .skips(195, 40, RUNTIME_DOWN)
      .statusFailed(319.3);
    expect(bounds(only(hung.add(450).faults()).begin)?.[1]).toBe(99.32);
  });

  it('of a runtime that is down begins at its time where a relist that is named later was over at the last healthy check, however long the loop was blocked', () => {
    const begin = (staleAt: number): unknown => {
      const log = new HandMadeLog()
        .flagsOnly()
        .start()
        .add(2, { kind: 'node-event', event: 'NodeReady' })
        .turn(40)
        .relistFailed(190.9)
        .add(191.9, { kind: 'housekeeping-slow', took: 120_000_000 as never })
        .skips(192, 8, RUNTIME_DOWN)
        .statusFailed(194.3);
      for (let seconds = 208.3; seconds < 324; seconds += 5)
        log.skip(seconds, seconds < staleAt ? RUNTIME_DOWN : `[${RUNTIME_DOWN}, ${stale(seconds - 69)}]`);
      return bounds(log.statusFailed(319.3).add(400).faults()[0]?.begin);
    };
    expect([begin(253), begin(Number.POSITIVE_INFINITY)]).toEqual([
      [98.8, 99.32],
      [70.8, 99.32],
    ]);
  });

  it('is open below in a log that begins in the middle of its skips: those before can have had other reasons', () => {
    const begin = (first: number, rest: HandMadeLog): unknown => {
      // The first failure shows that the named relist was listed in time.
      const log = rest.relistFailed(80, 'Unavailable').relistFailed(first - 2, 'Unavailable');
      for (let seconds = first; seconds < first + 31; seconds += 5) log.skip(seconds, stale(seconds - 69));
      const episode = only(log.add(400).faults());
      return [bounds(episode.begin)?.[1], episode.beginOpen, episode.beginsBeforeLog];
    };
    // Lines before it show no skip, so nothing tells that it was unhealthy when they began.
    expect(begin(311, new HandMadeLog())).toEqual([249, true, false]);
    const first = new HandMadeLog();
    for (let seconds = 311; seconds < 342; seconds += 5) first.skip(seconds, stale(seconds - 69));
    expect(only(first.add(400).faults()).beginsBeforeLog).toBe(true);
    expect(begin(311, new HandMadeLog().start().turn(50))).toEqual([249, undefined, false]);
    // The back-off shows the first skip.
    expect(
      only(new HandMadeLog().relistFailed(80, 'Unavailable').skips(249.4, 12, { relist: 69 }).add(400).faults())
        .beginOpen,
    ).toBe(undefined);
  });

  it('of a failing Status whose error says nothing about how long it took may begin any time within the time-out before', () => {
    const begin = (code: string, others = 'Unavailable'): unknown => {
      const log = new HandMadeLog()
        .start(0, 'v1.20.0')
        .add(2, { kind: 'node-event', event: 'NodeReady' })
        .turn(50)
        .statusFailed(100, code);
      for (const seconds of [105, 110, 115, 120, 125]) log.statusFailed(seconds, others);
      return bounds(only(log.skips(126, 8, RUNTIME_DOWN).add(400).faults()).begin);
    };
    expect([begin('Unavailable'), begin('Internal')]).toEqual([
      [124.15, 125],
      [48.9, 125],
    ]);
    // The next one failed in the same way, at once.
    expect(begin('Internal', 'Internal')).toEqual([124.15, 125]);
    // A log that begins a few seconds before them: the one before can have failed as well.
    const cut = (from: number): unknown => {
      const log = new HandMadeLog().add(from);
      for (const seconds of [100, 105, 110, 115, 120, 125]) log.statusFailed(seconds, 'Unavailable');
      return only(log.skips(126, 8, RUNTIME_DOWN).add(400).faults()).beginOpen;
    };
    expect([cut(98), cut(60)]).toEqual([true, undefined]);
  });

  it('is parted from the next by a back-off that begins anew', () => {
    const log = new HandMadeLog().start().skips(249.6, 17, { relist: 69 }).skips(490.6, 17, { relist: 310 }).add(600);
    expect(log.faults().map((episode) => episode.skips.observed)).toEqual([17, 17]);
    expect(bounds(log.faults()[1]?.begin)).toEqual([489.999, 490]);
  });

  it('is parted from the next where the elapsed of another relist differs by some sleep by chance: the clock did not step', () => {
    const first = new HandMadeLog().start(0, 'v1.27.16').skips(249.6, 17, { relist: 69 });
    const last = 249.6 + skipTime(16);
    const relist = 700 - (last - 69) - 3.42;
    first.turn(500).skips(700, 17, { relist }).add(900);
    expect(first.faults().map((episode) => episode.skips.observed)).toEqual([17, 17]);
    expect(first.history().gaps.map((gap) => gap.why)).not.toContain('clock-step');
    expect(first.history().warnings).toEqual([]);
    const silent = new HandMadeLog()
      .start(0, 'v1.27.16')
      .skips(249.6, 17, { relist: 69 })
      .skips(700, 17, { relist })
      .add(900);
    expect(silent.faults().map((episode) => episode.skips.observed)).toEqual([17, 17]);
  });

  it('has no end when the log ends before the loop can have woken', () => {
    const log = new HandMadeLog().start().skips(249.6, 9, { relist: 69 });
    log.add(249.6 + skipTime(8) + 3);
    const episode = only(log.faults());
    expect([episode.endedBy, episode.end, episode.resumed]).toEqual(['end-of-log', undefined, undefined]);
    expect(log.history().gaps.map((gap) => gap.why)).toContain('truncated-end');
  });

  it('has no end when the process is replaced while it skips', () => {
    const log = new HandMadeLog().start().skips(249.6, 9, { relist: 69 });
    log.start(280, 'v1.36.2', { pid: 4321 });
    expect(log.faults().map((episode) => [episode.process, episode.endedBy, episode.end])).toEqual([
      ['process-1', 'restart', undefined],
    ]);
  });

  it('is cut by lost lines, and then only bounded by the next proof of health', () => {
    const log = new HandMadeLog().start().skips(249.6, 9, { relist: 69 });
    const last = 249.6 + skipTime(8);
    log
      .add(last + 1, { kind: 'journal-loss', lost: 200, text: 'Suppressed 200 messages' }, { plain: true })
      .turn(last + 90);
    const episode = only(log.faults());
    expect(episode.endedBy).toBe('gap');
    expect(bounds(episode.end)).toEqual([last, last + 90].map((seconds) => Math.round(seconds * 1000) / 1000));
    expect(episode.resumed).toBeUndefined();
  });

  it('begins before the log when the paste starts in the middle', () => {
    const log = new HandMadeLog();
    for (let seconds = 300; seconds < 340; seconds += 5.001) log.skip(seconds, stale(seconds - 20));
    const episode = only(log.faults());
    expect(episode.beginsBeforeLog).toBe(true);
    expect(bounds(episode.begin)?.[1]).toBe(200);
    expect(log.history().gaps.map((gap) => gap.why)).toContain('truncated-start');
  });

  it('of a failing Status begins 30 s after the last good one, which was 5 s before the first failed call', () => {
    const rest = (log: HandMadeLog): HandMadeLog =>
      log.start().add(2, { kind: 'node-event', event: 'NodeReady' }).turn(40);
    const log = (): HandMadeLog => rest(new HandMadeLog().flagsOnly());
    // The first call that timed out need not have hung as the second did: the first skip bounds the begin.
    expect(
      bounds(
        only(log().skips(100.3, 50, RUNTIME_DOWN).statusFailed(194.3).statusFailed(319.3).add(450).faults()).begin,
      ),
    ).toEqual([98.8, 100.3]);
    expect(bounds(only(log().skips(100.3, 30, RUNTIME_DOWN).statusFailed(194.3).add(400).faults()).begin)).toEqual([
      98.8, 100.3,
    ]);
    // It did where a housekeeping in the same moment had hung too. The loop was blocked until then: PLEG can have been stale before, and have listed again.
    const hung = { kind: 'housekeeping-slow', took: 120_010_000 as never } as const;
    const blocked = (): HandMadeLog => log().relistFailed(190.9).add(190.95, hung);
    expect(
      bounds(
        only(blocked().skips(191, 35, RUNTIME_DOWN).statusFailed(194.3).statusFailed(319.3).add(450).faults()).begin,
      ),
    ).toEqual([69.84, 99.32]);
    expect(bounds(only(blocked().skips(191, 19, RUNTIME_DOWN).statusFailed(194.3).add(400).faults()).begin)).toEqual([
      69.84, 191,
    ]);
    // Without flags the housekeeping shows the time-out.
    expect(
      bounds(
        only(
          rest(new HandMadeLog())
            .relistFailed(190.9)
            .add(190.95, hung)
            .skips(191, 35, RUNTIME_DOWN)
            .statusFailed(194.3)
            .statusFailed(319.3)
            .add(450)
            .faults(),
        ).begin,
      ),
    ).toEqual([69.84, 99.32]);
    // Where it may be shorter, the call began somewhere between the last healthy check and its line.
    expect(
      bounds(only(rest(new HandMadeLog()).skips(191, 19, RUNTIME_DOWN).statusFailed(194.3).add(400).faults()).begin),
    ).toEqual([38.9, 191]);
  });

  it('of a failing Status may begin later in a starting kubelet, which also asks out of turn', () => {
    const log = new HandMadeLog()
      .flagsOnly()
      .start()
      .turn(40)
      .relistFailed(190.9)
      .add(190.95, { kind: 'housekeeping-slow', took: 120_010_000 as never })
      .skips(191, 35, RUNTIME_DOWN)
      .statusFailed(194.3)
      .statusFailed(319.3)
      .add(450);
    expect(bounds(only(log.faults()).begin)).toEqual([69.84, 104.32]);
    const ready = new HandMadeLog()
      .start()
      .turn(71)
      .add(72, { kind: 'node-event', event: 'NodeReady' })
      .skips(103, 12, RUNTIME_DOWN)
      .statusFailed(76, 'Unavailable');
    for (let seconds = 81; seconds < 130; seconds += 5) ready.statusFailed(seconds, 'Unavailable');
    expect(bounds(only(ready.add(400).faults()).begin)).toEqual([100.15, 102]);
  });

  it('of a failing Status may begin later after an initialisation that hung: the failed call waited for the first good one', () => {
    const begin = (unknownUntil: number): readonly number[] | undefined => {
      const log = new HandMadeLog().start(0, 'v1.33.0');
      for (let seconds = 12.6; seconds <= 527.6; seconds += 5)
        log.skip(
          seconds,
          seconds <= unknownUntil ? START_REASONS : 'PLEG is not healthy: pleg has yet to be successful',
        );
      for (const seconds of [529.8, 534.8, 539.8, 544.8, 549.8, 554.8, 559.8]) log.statusFailed(seconds, 'Unavailable');
      log.add(546.7, { kind: 'node-event', event: 'NodeReady' }).skips(561, 8, RUNTIME_DOWN);
      return bounds(log.add(700).faults().at(-1)?.begin);
    };
    // No skip tells of a good one before 527.6 s.
    expect(begin(528)?.[1]).toBe(561);
    expect(begin(400)?.[1]).toBe(554.8);
  });

  it('begins after the check of a failed housekeeping, which lies after the turn or the skip before, however long it took', () => {
    const failed = {
      kind: 'housekeeping-failed',
      error: { text: 'rpc error: code = Unavailable', code: 'Unavailable' },
    } as const;
    const begin = (log: HandMadeLog): readonly number[] | undefined =>
      bounds(log.skips(201, 8, RUNTIME_DOWN).add(400).faults().at(-1)?.begin);
    const log = (version: string): HandMadeLog =>
      new HandMadeLog().start(0, version).add(2, { kind: 'node-event', event: 'NodeReady' }).turn(50);
    for (const version of ['v1.20.0', 'v1.24.14', 'v1.30.0']) {
      expect(begin(log(version).add(200.9, failed))).toEqual([48.9, 201]);
      expect(begin(log(version).add(198.8, failed).add(200.9, failed))).toEqual([198.8, 201]);
    }
  });

  it('of a failing Status has no lower bound of calls where lines of them are missing', () => {
    const failed = (kind: 'check' | 'call'): FactPart => {
      const error = { text: UNREACHABLE, code: 'Unavailable' };
      return kind === 'check'
        ? { kind: 'status-failed', error }
        : { kind: 'runtime-call-failed', method: 'Status', error, pod: {} };
    };
    const begin = (log: HandMadeLog, first = 201): readonly number[] | undefined =>
      bounds(only(log.skips(first, 8, RUNTIME_DOWN).add(400).faults()).begin);
    const log = (): HandMadeLog =>
      new HandMadeLog().start(0, 'v1.20.0').add(2, { kind: 'node-event', event: 'NodeReady' }).turn(50);
    const every = (from: number, but: number, half?: 'check' | 'call', to = 200): HandMadeLog => {
      const failing = log();
      for (let seconds = from; seconds <= to; seconds += 5) {
        if (seconds !== but) failing.statusFailed(seconds, 'Unavailable');
        else if (half !== undefined) failing.add(seconds, failed(half));
      }
      return failing;
    };
    // All of the lines are there, and the loop was free; where it was blocked, PLEG can have been stale before.
    expect([begin(every(100, 0, undefined, 125), 126), begin(every(100, 0))]).toEqual([
      [124.15, 125],
      [48.9, 125],
    ]);
    expect([begin(every(100, 110, undefined, 125), 126), begin(every(100, 110, 'call', 125), 126)]).toEqual([
      [48.9, 125],
      [48.9, 125],
    ]);
    // Without those of one call the first that is there need not be the first that failed; either line of a call joins those around it.
    expect(begin(every(100, 150))).toEqual([48.9, 180]);
    for (const half of ['check', 'call'] as const) expect(begin(every(100, 150, half))).toEqual([48.9, 125]);
  });

  it('does not go on after an answer of the runtime that came just after the last skip', () => {
    const end = (failed: number): readonly number[] | undefined => {
      const log = new HandMadeLog()
        .start(0, 'v1.8.0')
        .turn(350)
        .statusFailed(400, 'Unavailable')
        .statusFailed(405, 'Unavailable')
        .skip(415.624, RUNTIME_DOWN)
        .statusFailed(failed, 'Unavailable')
        .add(450);
      expect(log.history().warnings).toEqual([]);
      return bounds(log.faults()[0]?.end);
    };
    expect(end(420.62)).toEqual([415.624, 420.874]);
    expect(end(415.7)).toEqual([420.695, 420.874]);
  });

  it('has no begin from failures of Status that ended long before', () => {
    const log = new HandMadeLog()
      .start()
      .add(2, { kind: 'node-event', event: 'NodeReady' })
      .statusFailed(86, 'Unavailable')
      .statusFailed(91, 'Unavailable')
      .skips(158, 8, RUNTIME_DOWN)
      .add(400);
    expect(bounds(only(log.faults()).begin)).toEqual([0.9, 158]);
  });
});

describe('a condition before the first skip', () => {
  const down = (seconds: number, version?: string): HandMadeLog =>
    new HandMadeLog()
      .flagsOnly()
      .start(0, version)
      .add(2, { kind: 'node-event', event: 'NodeReady' })
      .condition(seconds, RUNTIME_DOWN);

  it('of the same relist is the first proof of the episode', () => {
    const log = new HandMadeLog()
      .start(0, 'v1.20.0')
      .turn(50)
      .condition(255, stale(255 - 69))
      .skips(311.1, 19, { relist: 69 })
      .add(400);
    expect(bounds(only(log.faults()).begin)).toEqual([48.9, 249]);
  });

  it('leaves the begin open where nothing tells whether the state was healthy in between', () => {
    const log = down(125.6, 'v1.20.0').skips(296, 19, RUNTIME_DOWN);
    for (let seconds = 267; seconds < 380; seconds += 5) log.statusFailed(seconds, 'Unavailable');
    expect(bounds(only(log.add(400).faults()).begin)).toEqual([0.9, 292]);
  });

  it('is an episode of its own when the node becomes not ready again', () => {
    const log = down(125.6, 'v1.20.0');
    for (let seconds = 267; seconds < 293; seconds += 5) log.statusFailed(seconds, 'Unavailable');
    log.skips(293, 8, RUNTIME_DOWN);
    const faults = log.condition(304, RUNTIME_DOWN).add(400).faults();
    expect(faults.map((episode) => [episode.skips.observed, ...(bounds(episode.begin) ?? [])])).toEqual([
      [0, 0.9, 125.6],
      [8, 291.15, 292],
    ]);
    // Before the next one began.
    expect(bounds(faults[0]?.end)).toEqual([125.6, 292]);
  });

  it('proves no healthy state in between when it may only have been repeated', () => {
    const log = down(125.6, 'v1.20.0').skips(160, 8, RUNTIME_DOWN).condition(167, RUNTIME_DOWN).add(400);
    expect(only(log.faults()).begin.max).toBe(at(160));
    // Where nothing says the time-out, a call may have held up the update for a quarter of an hour.
    const unsure = (seconds: number): number =>
      new HandMadeLog()
        .start(0, 'v1.20.0')
        .condition(125.6, RUNTIME_DOWN)
        .condition(seconds, RUNTIME_DOWN)
        .add(1400)
        .faults().length;
    expect([unsure(1000), unsure(1050)]).toEqual([1, 2]);
    const old = down(125.6, 'v1.13.0').skips(296, 8, RUNTIME_DOWN).condition(304, RUNTIME_DOWN).add(400);
    expect(old.faults()).toHaveLength(1);
  });
});

describe('a condition after the last skip', () => {
  /** Skips up to 311.1 + `skipTime(18)` that name the relist at 69 s, a condition in the sleep that follows, and lines of a loop that works. */
  const after = (relist: number): Episode => {
    const log = new HandMadeLog().start().turn(50).skips(311.1, 19, { relist: 69 });
    const last = 311.1 + skipTime(18);
    log
      .condition(last + 2, stale(last + 2 - relist))
      .turn(last + 5.2)
      .turn(last + 6);
    log.add(500);
    return only(log.faults().filter(({ skips }) => skips.observed === 19));
  };
  const last = 311.1 + skipTime(18);

  it('keeps the end after it where it names the same relist', () => {
    expect(bounds(after(69).end)?.[0]).toBeCloseTo(last + 1.995, 3);
  });

  it('says nothing of the end where it names a later one', () => {
    expect(bounds(after(69 + 3).end)?.[0]).toBeLessThan(last + 1);
  });
});

describe('a start', () => {
  it('is normal when its reasons are gone within seconds', () => {
    const log = new HandMadeLog().start(10).skips(10.1, 2, START_REASONS).turn(10.5).add(60);
    const { episodes } = log.history();
    expect(episodes.map((episode) => [episode.startup, episode.endedBy, episode.reasons])).toEqual([
      [true, 'recovered', ['runtime-status-unknown', 'pleg-never']],
    ]);
    expect(secondsOf(only(episodes).begin.max)).toBe(10);
    expect(log.faults()).toEqual([]);
  });

  it('is normal where a pager cut its reason too early to tell which it is', () => {
    const startups = (log: HandMadeLog): readonly boolean[] => log.history().episodes.map(({ startup }) => startup);
    expect(startups(new HandMadeLog().start(10).skips(10.1, 1, '[container runti>').add(60))).toEqual([true]);
    expect(startups(new HandMadeLog().start(10).skips(10.1, 1, '>').add(60))).toEqual([true]);
    expect(startups(new HandMadeLog().start(10).turn(50).skips(80, 1, '>').add(90))).toEqual([false]);
    const cutBoth = '[container runtime status check may not have completed y...to be successful]';
    expect(startups(new HandMadeLog().start(10).skips(10.1, 2, cutBoth).add(60))).toEqual([true]);
    for (const cut of ['[co>', '[network state unknown container runtime is >'])
      expect(startups(new HandMadeLog().start(10).skips(10.1, 2, cut).add(60))).toEqual([true]);
    // Of 1.15 and before: it has never been active.
    const cutPleg = '[container runtime is down PLEG is not healthy: pleg was last>';
    expect(startups(new HandMadeLog().start(10).skips(10.1, 1, cutPleg).add(60))).toEqual([true]);
    expect(startups(new HandMadeLog().start(10).turn(50).skips(280, 1, cutPleg).add(300))).toEqual([false]);
    expect(startups(new HandMadeLog().start(10).skips(10.1, 1, '[something else runti>').add(60))).toEqual([false]);
    expect(startups(new HandMadeLog().start(10).turn(50).skips(80, 1, '[container runti>').add(90))).toEqual([false]);
  });

  it('into a hang is a fault with the same text', () => {
    const log = new HandMadeLog().start(10).skips(10.1, 30, START_REASONS).add(200);
    expect(only(log.faults()).startup).toBe(false);
  });

  it('that lasts since before the log is no normal start, however short the rest', () => {
    const log = new HandMadeLog();
    for (const seconds of [300, 305.001, 310.002]) log.skip(seconds, START_REASONS);
    log.add(330);
    const episode = only(log.history().episodes);
    expect([episode.startup, episode.beginsBeforeLog, episode.endedBy]).toEqual([false, true, 'recovered']);
  });

  it('of 1.12 says that the runtime is down', () => {
    const log = new HandMadeLog().start(10, 'v1.12.3');
    log
      .skips(
        10.1,
        2,
        '[container runtime is down PLEG is not healthy: pleg was last seen active 2562047h47m16.854775807s ago; threshold is 3m0s]',
      )
      .add(60);
    expect(log.history().episodes.map((episode) => episode.startup)).toEqual([true]);
  });
});

describe('a silent episode', () => {
  it('is proven by the node condition, and ends before the next working turn', () => {
    const log = new HandMadeLog()
      .start()
      .turn(50)
      .relistFailed(190)
      .condition(253, stale(184))
      .add(310, { kind: 'housekeeping-slow', took: 120_000_000 as never })
      .turn(330);
    const episode = only(log.faults());
    expect(episode.skips).toEqual({ observed: 0, missing: 0 });
    expect(bounds(episode.begin)).toEqual([248.999, 249]);
    expect(bounds(episode.end)).toEqual([253, 330]);
  });

  it('is proven by relists that fail on for longer than the threshold', () => {
    // Of two that follow one another the first need not have hung: the second did, from its end on, for less than the threshold.
    expect(new HandMadeLog().start().turn(50).relistFailed(190).relistFailed(311).turn(340).faults()).toEqual([]);
    const log = new HandMadeLog().start().turn(50).relistFailed(190).relistFailed(311).relistFailed(432).turn(461);
    const episode = only(log.faults());
    expect(bounds(episode.begin)?.[0]).toBeLessThanOrEqual(248);
    expect(bounds(episode.begin)?.[1]).toBeCloseTo(369, 0);
    expect(bounds(episode.end)?.[0]).toBeCloseTo(432.995, 2);
  });

  it('is only proven up to the line before which it can have been healthy', () => {
    const twice = (second: string): readonly number[] | undefined =>
      bounds(
        only(
          new HandMadeLog()
            .start(0, 'v1.20.0')
            .turn(50)
            .condition(253, stale(184))
            .condition(320, second)
            .turn(390)
            .faults(),
        ).end,
      );
    expect(twice(stale(251))).toEqual([320, 390]);
    // A NodeReady between can be missing.
    expect(twice(RUNTIME_DOWN)).toEqual([253, 390]);
    const down = new HandMadeLog()
      .start(0, 'v1.20.0')
      .turn(50)
      .condition(253, RUNTIME_DOWN)
      .condition(320, RUNTIME_DOWN)
      .turn(390);
    expect(bounds(only(down.faults()).end)).toEqual([253, 390]);
  });

  it('is not seen in a condition of the network alone', () => {
    const log = new HandMadeLog()
      .start()
      .turn(50)
      .condition(
        100,
        'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:cni plugin not initialized',
      )
      .turn(200);
    expect(log.faults()).toEqual([]);
  });

  it('belongs to the episode whose skips name the same relist', () => {
    const log = new HandMadeLog()
      .start()
      .turn(50)
      .relistFailed(190)
      .condition(253, stale(184))
      .relistFailed(311)
      .skips(311.1, 19, { relist: 69 })
      .add(400);
    expect(only(log.faults()).skips.observed).toBe(19);
  });
});

describe('a kubelet that wrote nothing more after its last skip', () => {
  const PODS = [{ name: 'web', count: 2, added: '5s', containers: [{ name: 'nginx' }] }];
  // At -v=1 nothing is written when Status answers again.
  const quiet = (restartAt: string): string =>
    simulated({
      version: '1.21.0',
      start: '2026-03-14T09:00:00Z',
      duration: '400s',
      node: 'n',
      verbosity: 1,
      pods: PODS,
      faults: [
        {
          from: '60s',
          to: '175s',
          effect: 'error',
          error: 'rpc error: code = Unknown desc = database is locked',
          methods: ['Status'],
        },
      ],
      actions: [{ at: restartAt, do: 'restart-kubelet', signal: 'term', after: '5s' }],
    })
      .log.split('\n')
      .filter((line) => !line.includes('Recording NodeReady') && !line.includes('NodeReady'))
      .join('\n');
  const endOf = (log: string): readonly string[] =>
    historyOf(log)
      .episodes.filter(({ startup }) => !startup)
      .map(({ endedBy }) => endedBy);

  it('is not taken for unhealthy until systemd stopped it minutes later', () => {
    expect(endOf(quiet('300s'))).toEqual(['gap']);
  });

  it('was unhealthy to its end where that came while the loop slept', () => {
    expect(endOf(quiet('150s'))).toEqual(['restart']);
  });
});
