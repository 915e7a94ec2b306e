import { describe, expect, it } from 'vitest';
import type { Instant } from '../../../src/kubelet/time.ts';
import type { Fact } from '../../../src/messages/fact.ts';
import { beginsTurn, FACT_KINDS, kindsWith, traitsOf } from '../../../src/messages/factTraits.ts';

const base = { source: 0, line: 1, time: 0 as Instant, message: 'm' };
const probe = (byLoop: boolean): Fact => ({
  ...base,
  kind: 'probe',
  probe: 'liveness',
  result: 'failure',
  pod: {},
  byLoop,
});
const housekeeping = (phase: 'start' | 'end' | 'skipped'): Fact => ({ ...base, kind: 'housekeeping', phase });

describe('traits of facts', () => {
  it('say of each kind how it is kept', () => {
    expect(FACT_KINDS.length).toBeGreaterThanOrEqual(39);
    for (const kind of FACT_KINDS) expect(['no', 'object', 'columns']).toContain(traitsOf(kind).kept);
    expect(kindsWith(({ kept }) => kept === 'columns')).toContain('api-error');
    expect(kindsWith(({ saidBy }) => saidBy === 'others')).toEqual(['neighbour', 'journal-loss', 'boot']);
  });

  it('keep no line of the mass as evidence, and of a crowd only the first', () => {
    expect(traitsOf('pleg-event').evidence).toBe(0);
    expect(traitsOf('api-error').evidence).toBe(5000);
    expect(traitsOf('kubelet-exit').evidence).toBe(Number.POSITIVE_INFINITY);
  });

  it('read by a plan what the lines of the mass state, and never what tells of the life of the kubelet', () => {
    for (const kind of kindsWith(({ kept }) => kept === 'columns')) expect(traitsOf(kind).planned).toBe(true);
    for (const kind of [
      'kubelet-version',
      'flag',
      'kubelet-exit',
      'startup-failed',
      'sync-loop-started',
      'node-condition',
    ] as const)
      expect(traitsOf(kind).planned).toBe(false);
  });

  it('know which lines begin a turn of the sync loop', () => {
    expect([probe(true), probe(false), housekeeping('start'), housekeeping('end')].map(beginsTurn)).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(beginsTurn({ ...base, kind: 'pods-sync', pods: [] })).toBe(true);
  });

  it('know what a line is that says the same again', () => {
    expect(
      (['probe', 'pods-sync', 'housekeeping', 'eviction', 'skip'] as const).map((kind) => traitsOf(kind).again),
    ).toEqual(['nothing-new', 'nothing-new', 'same-place', 'kept', 'counts']);
  });

  it('know what the outline shows and what the inner state is made from', () => {
    expect(kindsWith(({ inOutline }) => inOutline)).toContain('kubelet-exit');
    expect(traitsOf('pleg-event').inOutline).toBe(false);
    expect(kindsWith(({ innerState }) => innerState)).toEqual([
      'container-finished',
      'inspect-failed',
      'runtime-call-failed',
      'status-failed',
      'container-named',
    ]);
  });
});
