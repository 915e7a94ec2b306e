import { describe, expect, it } from 'vitest';
import type { ContainerStateInterval } from '../../../src/inference/history.ts';
import { queriesOf } from '../../../src/inference/queries.ts';
import { at, HandMadeLog, secondsOf } from '../../support/facts.ts';

const POD = { uid: 'uid-1', namespace: 'default', name: 'web-1' };
const event = (type: 'ContainerStarted' | 'ContainerDied', containerId = 'c1') => ({ kind: 'pleg-event', type, pod: POD, containerId }) as const;
const finished = (containerId = 'c1', exitCode = 1) => ({ kind: 'container-finished', pod: { uid: 'uid-1' }, containerId, exitCode }) as const;
const dropped = { kind: 'evented', what: 'stream-failed', pod: {} } as const;

function statesOf(log: HandMadeLog, id = 'c1'): readonly ContainerStateInterval[] {
  return log.history().pods.flatMap((pod) => pod.containers).find((other) => other.id === id)?.states ?? [];
}

/** When a container that started and exited did so, in seconds. */
function exitOf(log: HandMadeLog, id = 'c1'): readonly [number, number] {
  const bounds = statesOf(log, id)[1]?.from;
  return bounds === undefined ? [Number.NaN, Number.NaN] : [secondsOf(bounds.min), secondsOf(bounds.max)];
}

describe('an exit', () => {
  it('can have come before the line of the start: the relist that saw it run may have begun the threshold earlier', () => {
    const log = new HandMadeLog().start().add(500, event('ContainerStarted')).add(550, event('ContainerDied'));
    // A turn before that was slow for a second, another that waited and was slow, and three minutes.
    expect(exitOf(log)).toEqual([500 - 1 - 2 - 180, 550]);
  });

  it('came after an earlier event of the pod, which another relist had sent', () => {
    const log = new HandMadeLog().start().add(490, event('ContainerDied', 'c0')).add(500, event('ContainerStarted')).add(550, event('ContainerDied'));
    expect(exitOf(log)).toEqual([490 - 1, 550]);
  });

  it('need not have come after one that the same relist can have sent', () => {
    const log = new HandMadeLog().start().add(499.5, event('ContainerStarted', 'c0')).add(500, event('ContainerStarted')).add(550, event('ContainerDied'));
    expect(exitOf(log)).toEqual([317, 550]);
    const earlier = new HandMadeLog().start().add(450, event('ContainerDied', 'c9')).add(499.5, event('ContainerStarted', 'c0')).add(500, event('ContainerStarted')).add(550, event('ContainerDied'));
    expect(exitOf(earlier)).toEqual([450 - 1, 550]);
  });

  it('may lie before the skips behind which the line of the start waited', () => {
    const log = new HandMadeLog().start().turn(400).skips(600, 18, { relist: 419 }).add(668, event('ContainerStarted')).turn(668.1).add(700, event('ContainerDied'));
    expect(log.faults()).toHaveLength(1);
    expect(exitOf(log)).toEqual([600 - 1 - 182, 700]);
  });

  it('does not come after an event that waited behind the skips as well', () => {
    const log = new HandMadeLog().start().turn(400).skips(600, 18, { relist: 419 }).add(666.3, event('ContainerStarted', 'c0')).add(668, event('ContainerStarted')).turn(668.1).add(700, event('ContainerDied'));
    expect(exitOf(log)).toEqual([600 - 1 - 182, 700]);
  });

  it('of a kubelet that does not tell of slow housekeeping is bounded by nothing before', () => {
    const log = new HandMadeLog().start(0, 'v1.21.0').turn(490).add(500, event('ContainerStarted')).add(550, event('ContainerDied'));
    expect(exitOf(log)).toEqual([0, 550]);
    // Nothing tells the version.
    expect(exitOf(new HandMadeLog().turn(1).add(500, event('ContainerStarted')).add(550, event('ContainerDied')))).toEqual([1, 550]);
  });

  it('came after an exit of another pod that PLEG and then the loop told, for events keep their order', () => {
    const of = (name: string): { uid: string; namespace: string; name: string } => ({ uid: `uid-${name}`, namespace: 'default', name });
    const exit = (log: HandMadeLog, seconds: number, name: string, later: number): HandMadeLog => log
      .add(seconds, { kind: 'container-finished', pod: { uid: `uid-${name}` }, containerId: name, exitCode: 1 })
      .add(seconds + later, { kind: 'pleg-event', type: 'ContainerDied', pod: of(name), containerId: name });
    const old = (): HandMadeLog => new HandMadeLog().start(0, 'v1.26.0');
    // Sent before the line, so a tenth of a second is left; the last turn before was slow for 15 s, and its relist began three minutes before at most.
    expect(exitOf(exit(old(), 490, 'a', 5).add(500, event('ContainerStarted')).add(550, event('ContainerDied')))).toEqual([490 - 0.1 - 1 - 15 - 180, 550]);
    // One of which PLEG has no line takes nothing from it.
    const more = exit(old().add(100, event('ContainerStarted', 'c0')), 490, 'a', 2).add(495, event('ContainerDied', 'c0')).add(500, event('ContainerStarted')).add(550, event('ContainerDied'));
    expect(exitOf(more)).toEqual([490 - 0.1 - 1 - 15 - 180, 550]);
    // An event that the loop took later says nothing.
    expect(exitOf(exit(old().add(500, event('ContainerStarted')), 500.1, 'a', 5).add(550, event('ContainerDied')))).toEqual([0, 550]);
    // What was told of the pod between two such exits was sent after the first.
    const between = exit(exit(old(), 480, 'a', 1).add(485, event('ContainerDied', 'c0')), 490, 'b', 5).add(500, event('ContainerStarted')).add(550, event('ContainerDied'));
    expect(exitOf(between)).toEqual([480 - 0.1, 550]);
  });

  it('is as old as PLEG was when the loop was open last, whatever shows when it was sent behind skips', () => {
    const other = { uid: 'uid-2', namespace: 'default', name: 'web-2' };
    const log = (): HandMadeLog => new HandMadeLog().start().turn(400);
    const held = (from: HandMadeLog): HandMadeLog => from.skips(600, 18, { relist: 419 }).add(640, { ...finished('c7'), pod: other }).add(667, { ...event('ContainerDied', 'c7'), pod: other })
      .add(668, event('ContainerStarted')).turn(668.1).add(700, event('ContainerDied'));
    expect(exitOf(held(log()))).toEqual([600 - 182, 700]);
    expect(exitOf(held(log().add(590, event('ContainerDied', 'c0'))))).toEqual([590 - 1, 700]);
    // The nearest of them.
    expect(exitOf(held(log().add(590, event('ContainerDied', 'c0')).add(595, event('ContainerDied', 'c00'))))).toEqual([595 - 1, 700]);
  });

  it('with Evented PLEG has its threshold of ten minutes', () => {
    const log = new HandMadeLog().start(0, 'v1.30.0').add(1, dropped).add(890, event('ContainerDied', 'c0')).add(900, event('ContainerStarted')).add(950, event('ContainerDied'));
    expect(exitOf(log)).toEqual([900 - 1 - 602, 950]);
  });
});

describe('the first state of a container', () => {
  it('may have begun before the log, the others not', () => {
    const log = new HandMadeLog().start().add(500, event('ContainerStarted')).add(550, event('ContainerDied'));
    expect(statesOf(log).map(({ fromOpen }) => fromOpen)).toEqual([true, undefined]);
  });
});

describe('an event of a start', () => {
  it('that comes after PLEG\'s own line about the exit is of before, and the exit is one', () => {
    const log = new HandMadeLog().start().add(100, finished()).add(212, event('ContainerStarted')).add(212.01, event('ContainerDied'));
    expect(statesOf(log).map(({ state, from, exitCode, evidence }) => [state, secondsOf(from.max), exitCode, evidence.length])).toEqual([['running', 100, undefined, 1], ['exited', 100, 1, 2]]);
  });

  it('after one that the loop handled is a start', () => {
    const log = new HandMadeLog().start().add(100, finished()).add(100.01, event('ContainerDied')).add(212, event('ContainerStarted'));
    expect(statesOf(log).map(({ state }) => state)).toEqual(['exited', 'running']);
  });

  it('that follows the lost event of an exit does not keep a container running', () => {
    const log = new HandMadeLog().start().add(100, finished()).add(100.2, { kind: 'event-channel-full' }).add(212, event('ContainerStarted')).add(213, event('ContainerStarted', 'c2')).add(900);
    expect(queriesOf(log.history()).keptRunning(at(300), at(400))).toEqual({ before: 1, kept: 1 });
  });
});
