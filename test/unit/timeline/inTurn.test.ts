import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContainerHistory, ContainerStateInterval } from '../../../src/inference/history.ts';
import { exactly } from '../../../src/kubelet/time.ts';
import { containersInTurn } from '../../../src/timeline/lanes/inTurn.ts';
import { at } from './hangAnalysis.ts';

const EVIDENCE = [{ source: 0, line: 1 }];

function container(id: string, start: number, end?: number, more: Partial<ContainerHistory> = {}): ContainerHistory {
  const running: ContainerStateInterval = {
    state: 'running',
    from: exactly(at(start)),
    ...(end === undefined ? {} : { to: exactly(at(end)) }),
    evidence: EVIDENCE,
  };
  const exited: ContainerStateInterval = { state: 'exited', from: exactly(at(end ?? start)), evidence: EVIDENCE };
  return { id, kind: 'container', states: end === undefined ? [running] : [running, exited], ...more };
}

const idsOf = (containers: readonly ContainerHistory[]): string[][] =>
  containersInTurn(containers).map((turn) => turn.map(({ id }) => id));

describe('containers without a name that ran one after the other', () => {
  it('are together, beside one that ran all the time', () => {
    expect(
      idsOf([
        container('a', 1, 3),
        container('long', 2),
        container('b', 10, 12),
        container('c', 30, 31),
        container('d', 60),
      ]),
    ).toEqual([['a', 'b', 'c', 'd']]);
  });

  it('are left alone where there are two of them only, or where they ran beside each other', () => {
    expect(idsOf([container('a', 1, 3), container('b', 10, 12)])).toEqual([]);
    expect(idsOf([container('a', 1, 30), container('b', 10, 32), container('c', 20, 40)])).toEqual([]);
  });

  it('are none that were first seen when they had exited: they can have run beside each other', () => {
    const exited = ['a', 'b', 'c'].map((id, index): ContainerHistory => {
      const from = { min: at(0), max: at(5 + index) };
      return { id, kind: 'container', states: [{ state: 'exited', from, evidence: EVIDENCE }] };
    });
    expect(idsOf(exited)).toEqual([]);
  });

  it('are two rows where two containers of the pod take their turns beside each other', () => {
    expect(
      idsOf([
        container('a1', 1, 20),
        container('b1', 2, 19),
        container('a2', 30, 50),
        container('b2', 31, 49),
        container('a3', 60, 80),
        container('b3', 61, 79),
      ]),
    ).toEqual([
      ['a1', 'a2', 'a3'],
      ['b1', 'b2', 'b3'],
    ]);
  });

  it('never overlap, and leave out those with a name and sandboxes, whatever the pod ran', () => {
    const run = fc.record({
      start: fc.integer({ min: 0, max: 100 }),
      takes: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
      more: fc.constantFrom<Partial<ContainerHistory>>({}, { name: 'app' }, { kind: 'sandbox' }, { kind: 'unknown' }),
    });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 60 }), (runs) => {
        const all = runs.map(({ start, takes, more }, index) =>
          container(String(index), start, takes === undefined ? undefined : start + takes, more),
        );
        const turns = containersInTurn(all);
        const seen = turns.flat();
        expect(new Set(seen).size).toBe(seen.length);
        for (const turn of turns) {
          expect(turn.length).toBeGreaterThanOrEqual(3);
          turn.forEach(({ name, kind, states }, index) => {
            expect(name).toBeUndefined();
            expect(kind).not.toBe('sandbox');
            const next = turn[index + 1]?.states[0]?.from.max;
            if (next !== undefined) expect(states[1]?.from.min).toBeLessThanOrEqual(next);
          });
        }
      }),
    );
  });
});
