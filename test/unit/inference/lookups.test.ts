import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KubeletProcess, LogGap, ProvenHistory } from '../../../src/inference/history.ts';
import { lookupsOf } from '../../../src/inference/lookups.ts';
import { instant } from '../../../src/kubelet/time.ts';

/** As much of a history as the look-ups read. */
function historyOf(
  processes: readonly Partial<KubeletProcess>[],
  gaps: readonly Partial<LogGap>[] = [],
): ProvenHistory {
  return { processes, gaps, episodes: [], stalls: [], skips: [] } as unknown as ProvenHistory;
}

const span = fc
  .tuple(fc.nat(30), fc.nat(10))
  .map(([from, length]) => ({ from: instant(from), to: instant(from + length) }));

describe('lives of a node', () => {
  const lives = fc.array(fc.record({ span, node: fc.constantFrom('node-1', 'node-2') }), { maxLength: 12 });

  test('the one before is the last that was over, the ones after began later', () => {
    fc.assert(
      fc.property(lives, (drawn) => {
        const processes = drawn.map((life, index) => ({ id: `process-${index}`, node: life.node, ...life.span }));
        const history = historyOf(processes);
        const lookups = lookupsOf(history);
        for (const process of history.processes) {
          const others = history.processes.filter((other) => other.node === process.node && other !== process);
          const before = others.filter((other) => other.to <= process.from);
          expect(lookups.processBefore(process)?.to).toBe(
            before.length === 0 ? undefined : Math.max(...before.map((other) => other.to)),
          );
          const after = others.filter((other) => other.from >= process.to).map((other) => other.from);
          expect([...lookups.processesAfter(process)].map((life) => life.from)).toEqual(
            after.toSorted((a, b) => a - b),
          );
          expect(lookups.processAfter(process)?.from).toBe(after.length === 0 ? undefined : Math.min(...after));
        }
      }),
    );
  });
});

test('where the clock was set back between them, those of the later period come after', () => {
  const run = (id: string, from: number, to: number, clockPeriod?: number): Partial<KubeletProcess> => ({
    id,
    node: 'node-1',
    from: instant(from),
    to: instant(to),
    ...(clockPeriod === undefined ? {} : { clockPeriod }),
  });
  const history = historyOf([run('first', 50, 60), run('second', 10, 55, 1), run('third', 56, 70, 1)]);
  const lookups = lookupsOf(history);
  expect(history.processes.map((process) => lookups.processBefore(process)?.id)).toEqual([
    undefined,
    'first',
    'second',
  ]);
  expect(history.processes.map((process) => [...lookups.processesAfter(process)].map(({ id }) => id))).toEqual([
    ['second', 'third'],
    ['third'],
    [],
  ]);
});

test('holes between two moments are those that touch the time between them', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), span, (drawn, window) => {
      const gaps = drawn.map((hole, index) => ({
        ...hole,
        why: index % 3 === 2 ? ('late-flush' as const) : ('gap' as const),
        evidence: [],
      }));
      const found = lookupsOf(historyOf([], gaps)).holesBetween(window.from, window.to);
      const wanted = gaps.filter((gap) => gap.why === 'gap' && gap.to > window.from && gap.from < window.to);
      expect(new Set(found)).toEqual(new Set(wanted));
    }),
  );
});
