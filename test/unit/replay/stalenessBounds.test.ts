import { describe, expect, it } from 'vitest';
import { processFacts } from '../../../src/replay/innerState/innerStateFacts.ts';
import { ProvenStaleness } from '../../../src/replay/stalenessBounds.ts';
import { at, HandMadeLog, stale } from '../../support/facts.ts';

function boundsOf(log: HandMadeLog, seconds: number): readonly [min: number, max: number | undefined, never?: true] {
  const [facts] = [...processFacts(log.history()).values()].map(({ facts }) => facts);
  if (facts === undefined) throw new Error('no process');
  const { min, max, never } = new ProvenStaleness(facts).at(at(seconds));
  const rounded = (value: number): number => Math.round(value / 1e5) / 10;
  const bounds = [rounded(min), max === undefined ? undefined : rounded(max)] as const;
  return never === undefined ? bounds : [...bounds, never];
}

const event = {
  kind: 'pleg-event',
  type: 'ContainerStarted',
  pod: { uid: 'u', namespace: 'default', name: 'web-1' },
  containerId: 'c',
} as const;

describe('what lines prove of the staleness', () => {
  it('is nothing at first, then no more than the threshold before what the loop took', () => {
    const log = new HandMadeLog().start().add(50, event).turn(400);
    expect(boundsOf(log, 20)).toEqual([0, undefined]);
    expect(boundsOf(log, 60)).toEqual([0, 10 + 2.5 + 180]);
  });

  it('is one value between the first and the last line that names a relist, and bounded before and after', () => {
    const log = new HandMadeLog().start().skips(281, 12, { relist: 100 });
    expect(boundsOf(log, 290)).toEqual([190, 190]);
    // L never goes back: before the first line it was no later one, after the last it is no earlier one.
    expect(boundsOf(log, 200)[0]).toBe(100);
    expect(boundsOf(log, 400)).toEqual([0, 300]);
  });

  it('rises through a relist that failed, and for the second until the next', () => {
    const log = new HandMadeLog().flagsOnly().start().turn(99).relistFailed(221).relistFailed(342).turn(500);
    const [min] = boundsOf(log, 341);
    expect(min).toBeGreaterThan(115);
    expect(boundsOf(log, 342.9)[0]).toBeGreaterThan(min);
    expect(boundsOf(log, 360)[0]).toBe(0);
  });

  it('tells that nothing was listed as long as skips say so', () => {
    const log = new HandMadeLog()
      .start()
      .skip(1, 'PLEG is not healthy: pleg has yet to be successful')
      .skip(60, 'PLEG is not healthy: pleg has yet to be successful')
      .skip(300, stale(200));
    expect(boundsOf(log, 30)[2]).toBe(true);
    expect(boundsOf(log, 70)[2]).toBeUndefined();
  });
});
