import { describe, expect, it } from 'vitest';
import type { ContainerStateInterval } from '../../../src/inference/history.ts';
import { HandMadeLog, secondsOf } from '../../support/facts.ts';

const POD = { uid: 'uid-1', namespace: 'default', name: 'web-1' };
const event = (type: 'ContainerStarted' | 'ContainerDied', containerId = 'c1') =>
  ({ kind: 'pleg-event', type, pod: POD, containerId }) as const;
const finished = (containerId = 'c1', exitCode = 1) =>
  ({ kind: 'container-finished', pod: { uid: 'uid-1' }, containerId, exitCode }) as const;
const dropped = { kind: 'evented', what: 'stream-failed', pod: {} } as const;

function statesOf(log: HandMadeLog, id = 'c1'): readonly ContainerStateInterval[] {
  return (
    log
      .history()
      .pods.flatMap((pod) => pod.containers)
      .find((other) => other.id === id)?.states ?? []
  );
}

/** When a container that started and exited did so, in seconds. */
function exitOf(log: HandMadeLog, id = 'c1'): readonly [number, number] {
  const bounds = statesOf(log, id)[1]?.from;
  return bounds === undefined ? [Number.NaN, Number.NaN] : [secondsOf(bounds.min), secondsOf(bounds.max)];
}

const other = (name: string) => ({ uid: `uid-${name}`, namespace: 'default', name });

/** An exit in another pod: PLEG's line, and so much later the event as the loop handled it. */
function exit(log: HandMadeLog, seconds: number, name: string, later: number): HandMadeLog {
  return log
    .add(seconds, { kind: 'container-finished', pod: { uid: `uid-${name}` }, containerId: name, exitCode: 1 })
    .add(seconds + later, { kind: 'pleg-event', type: 'ContainerDied', pod: other(name), containerId: name });
}

/** The container whose bounds are asked for: its start is told at 500 s, its exit at 550 s. */
const runs = (log: HandMadeLog): HandMadeLog =>
  log.add(500, event('ContainerStarted')).add(550, event('ContainerDied'));
/** A turn of the loop shows that the check before it was healthy, by so much earlier. */
const CHECK = 1.1;
/** PLEG's line is written after the event was sent, by less than this. */
const WRITTEN = 0.1;

describe('an exit', () => {
  it('can have come long before the line of the start: no line tells how long the event waited', () => {
    expect(exitOf(runs(new HandMadeLog().start().turn(490)))).toEqual([0, 550]);
  });

  it('came after the threshold before a healthy check, if the event of the start was sent after it', () => {
    expect(exitOf(runs(exit(new HandMadeLog().start().turn(480), 490, 'a', 5)))).toEqual([480 - CHECK - 180, 550]);
    // The check after the event of the other pod was sent says nothing of what was sent before it.
    expect(exitOf(runs(exit(new HandMadeLog().start().turn(480), 490, 'a', 5).turn(496)))).toEqual([
      480 - CHECK - 180,
      550,
    ]);
  });

  it('is bounded by no exit that the loop took later, and by none of which a line lacks', () => {
    expect(
      exitOf(
        exit(new HandMadeLog().start().turn(480).add(500, event('ContainerStarted')), 500.1, 'a', 5).add(
          550,
          event('ContainerDied'),
        ),
      ),
    ).toEqual([0, 550]);
    const half = new HandMadeLog()
      .start()
      .turn(480)
      .add(100, { kind: 'pleg-event', type: 'ContainerStarted', pod: other('a'), containerId: 'a' });
    expect(
      exitOf(runs(half.add(490, { kind: 'pleg-event', type: 'ContainerDied', pod: other('a'), containerId: 'a' }))),
    ).toEqual([0, 550]);
    expect(
      exitOf(
        runs(
          new HandMadeLog()
            .start()
            .turn(480)
            .add(490, { kind: 'container-finished', pod: { uid: 'uid-a' }, containerId: 'a', exitCode: 1 }),
        ),
      ),
    ).toEqual([0, 550]);
  });

  it('came after an earlier event of the pod, which another relist had sent', () => {
    const log = exit(
      exit(new HandMadeLog().start().turn(470), 480, 'a', 1).add(485, event('ContainerDied', 'c0')),
      490,
      'b',
      5,
    );
    expect(exitOf(runs(log))).toEqual([480 - WRITTEN, 550]);
    // Told so near to the start that one relist can have sent both.
    const near = exit(exit(new HandMadeLog().start().turn(470), 480, 'a', 1), 490, 'b', 5).add(
      499.5,
      event('ContainerDied', 'c0'),
    );
    expect(exitOf(runs(near))).toEqual([481 - CHECK - 180, 550]);
    const earlier = exit(
      exit(new HandMadeLog().start().turn(470), 480, 'a', 1).add(485, event('ContainerDied', 'c9')),
      490,
      'b',
      5,
    ).add(499.5, event('ContainerStarted', 'c0'));
    expect(exitOf(runs(earlier))).toEqual([480 - WRITTEN, 550]);
  });

  it('takes the healthy check from before the skips behind which the events waited', () => {
    const log = exit(new HandMadeLog().start().turn(400).skips(600, 18, { relist: 419 }), 640, 'b', 27)
      .add(668, event('ContainerStarted'))
      .turn(668.1)
      .add(700, event('ContainerDied'));
    expect(exitOf(log)).toEqual([218.9, 700]);
  });

  it('with Evented PLEG has its threshold of ten minutes, and no bound by an event before', () => {
    const start = (): HandMadeLog => new HandMadeLog().start(0, 'v1.30.0').add(1, dropped);
    expect(exitOf(runs(exit(start().turn(480), 490, 'a', 5)))).toEqual([0, 550]);
    const later = exit(start().turn(880), 885, 'z', 1).add(887, event('ContainerDied', 'c0'));
    expect(
      exitOf(exit(later, 890, 'a', 5).add(900, event('ContainerStarted')).add(950, event('ContainerDied'))),
    ).toEqual([887 - CHECK - 600, 950]);
  });

  it('of one of several nodes is bounded by nothing that another node wrote', () => {
    const log = new HandMadeLog()
      .start(0, 'v1.36.2', { host: 'node-a' })
      .start(0.2, 'v1.36.2', { host: 'node-b', pid: 99 })
      .turn(470, { host: 'node-b', pid: 99 })
      .turn(471, { host: 'node-a' });
    log
      .add(
        490,
        { kind: 'container-finished', pod: { uid: 'uid-a' }, containerId: 'a', exitCode: 1 },
        { host: 'node-b', pid: 99 },
      )
      .add(
        491,
        { kind: 'pleg-event', type: 'ContainerDied', pod: other('a'), containerId: 'a' },
        { host: 'node-b', pid: 99 },
      );
    log.add(500, event('ContainerStarted'), { host: 'node-a' }).add(550, event('ContainerDied'), { host: 'node-a' });
    expect(log.history().nodes).toHaveLength(2);
    expect(exitOf(log)).toEqual([0, 550]);
  });
});

describe('a state that Evented PLEG told first', () => {
  const log = (start: HandMadeLog): HandMadeLog =>
    start
      .add(100, event('ContainerStarted'))
      .add(110, event('ContainerDied'))
      .add(130, {
        kind: 'state-change',
        pod: { uid: 'uid-1' },
        containerId: 'c1',
        oldState: 'non-existent',
        newState: 'running',
      })
      .add(130.1, event('ContainerStarted'))
      .add(200, finished())
      .add(200.1, event('ContainerDied'))
      .add(210);

  it('is not another one when the relist tells it after it was over', () => {
    const evented = log(new HandMadeLog().start(0, 'v1.32.8').add(1, { kind: 'evented', what: 'event', pod: {} }));
    expect(statesOf(evented).map(({ state, from, exitCode }) => [state, secondsOf(from.max), exitCode])).toEqual([
      ['running', 100, undefined],
      ['exited', 110, 1],
    ]);
  });

  it("is not another one either where only the relist's own line tells it again", () => {
    const own = new HandMadeLog()
      .start(0, 'v1.32.8')
      .add(1, { kind: 'evented', what: 'event', pod: {} })
      .add(100, event('ContainerStarted'))
      .add(110, event('ContainerDied'))
      .add(130, {
        kind: 'state-change',
        pod: { uid: 'uid-1' },
        containerId: 'c1',
        oldState: 'non-existent',
        newState: 'running',
      })
      .add(200, finished())
      .add(210);
    expect(statesOf(own).map(({ state, from }) => [state, secondsOf(from.max)])).toEqual([
      ['running', 100],
      ['exited', 110],
    ]);
  });

  it('is another one without it: Docker starts a container again', () => {
    expect(statesOf(log(new HandMadeLog().start(0, 'v1.15.0'))).map(({ state }) => state)).toEqual([
      'running',
      'exited',
      'running',
      'exited',
    ]);
  });
});

describe('the first state of a container', () => {
  it('may have begun before the log, the others not', () => {
    const log = new HandMadeLog().start().add(500, event('ContainerStarted')).add(550, event('ContainerDied'));
    expect(statesOf(log).map(({ fromOpen }) => fromOpen)).toEqual([true, undefined]);
  });

  it("may have ended before a log that begins in the middle of a kubelet's life, where nothing tells when its start was listed", () => {
    const open = (log: HandMadeLog): readonly unknown[] =>
      runs(log)
        .add(600, event('ContainerStarted'))
        .history()
        .pods.flatMap((pod) => pod.containers.flatMap(({ states }) => states.map(({ fromOpen }) => fromOpen)));
    expect(open(new HandMadeLog().add(10))).toEqual([true, true, true]);
    expect(open(new HandMadeLog().start())).toEqual([true, undefined, undefined]);
    // An exit that PLEG noticed in the log and an event of another that came after it: what was sent then was listed in the log.
    expect(open(exit(new HandMadeLog().add(10).turn(400), 490, 'first', 1))).toEqual([
      true,
      true,
      undefined,
      undefined,
    ]);
  });
});

describe('an event of a start', () => {
  it("that comes after PLEG's own line about the exit is of before, and the exit is one", () => {
    const log = new HandMadeLog()
      .start()
      .add(100, finished())
      .add(212, event('ContainerStarted'))
      .add(212.01, event('ContainerDied'));
    expect(
      statesOf(log).map(({ state, from, exitCode, evidence }) => [
        state,
        secondsOf(from.max),
        exitCode,
        evidence.length,
      ]),
    ).toEqual([
      ['running', 100, undefined, 1],
      ['exited', 100, 1, 2],
    ]);
  });

  it('after one that the loop handled is a start', () => {
    const log = new HandMadeLog()
      .start()
      .add(100, finished())
      .add(100.01, event('ContainerDied'))
      .add(212, event('ContainerStarted'));
    expect(statesOf(log).map(({ state }) => state)).toEqual(['exited', 'running']);
  });

  it('that follows the lost event of an exit does not keep a container running', () => {
    const log = new HandMadeLog()
      .start()
      .add(100, finished())
      .add(100.2, { kind: 'event-channel-full' })
      .add(212, event('ContainerStarted'))
      .add(213, event('ContainerStarted', 'c2'))
      .add(900);
    const stillRuns = (id: string): boolean => {
      const last = statesOf(log, id).at(-1);
      return last?.state === 'running' && last.to === undefined;
    };
    expect([stillRuns('c1'), stillRuns('c2')]).toEqual([false, true]);
  });
});

describe('an event that the loop handles late', () => {
  const changed = (oldState: string, newState: string) =>
    ({ kind: 'state-change', pod: { uid: 'uid-1' }, containerId: 'c1', oldState, newState }) as const;
  const told = (log: HandMadeLog): readonly (string | number)[][] =>
    statesOf(log).map(({ state, from }) => [state, secondsOf(from.max)]);

  it('is of the running state before the unknown one, of which PLEG sends none', () => {
    const log = (): HandMadeLog =>
      new HandMadeLog()
        .start()
        .add(295, changed('non-existent', 'running'))
        .add(600, changed('running', 'unknown'))
        .add(602, event('ContainerStarted'));
    expect(told(log())).toEqual([
      ['running', 295],
      ['unknown', 600],
    ]);
    expect(told(log().add(620, changed('unknown', 'running')).add(621, event('ContainerStarted')))).toEqual([
      ['running', 295],
      ['unknown', 600],
      ['running', 620],
    ]);
    // PLEG's first line may be missing.
    expect(
      told(new HandMadeLog().start().add(600, changed('running', 'unknown')).add(602, event('ContainerStarted'))),
    ).toEqual([
      ['running', 600],
      ['unknown', 600],
    ]);
    expect(
      told(new HandMadeLog().start().add(600, changed('non-existent', 'unknown')).add(602, event('ContainerStarted'))),
    ).toEqual([
      ['unknown', 600],
      ['running', 602],
    ]);
  });
});
