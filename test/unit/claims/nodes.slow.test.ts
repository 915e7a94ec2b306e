/** What the answer says of a capture of several nodes is so of the nodes that it is said of (`nodes.ts`); for more rounds see `claims.slow.test.ts`. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../support/effort.ts';
import { anyScenario } from '../simulator/scenarios.ts';
import { named, nodeLog, together, untrueOfNodes, WAYS } from './nodes.ts';

const ROUNDS = Number(process.env['CLAIMS'] ?? rounds(60));
const START = Date.UTC(2026, 10, 21);

/** A node that nothing happens to, or one with faults; it may begin later than the others. */
const anyNode = fc.record({
  scenario: anyScenario,
  isWell: fc.boolean(),
  later: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1500 })),
});

const capture = fc
  .record({
    nodes: fc.array(anyNode, { minLength: 2, maxLength: 3 }),
    way: fc.constantFrom(...WAYS),
    samePods: fc.boolean(),
    samePids: fc.boolean(),
  })
  .map(({ nodes, way, samePods, samePids }) => ({
    way,
    scenarios: nodes.map(({ scenario, isWell, later }, index) => {
      const first = nodes[0]?.scenario['envelope'];
      const envelope = first === 'none' && way !== 'files' ? 'short' : first;
      const name = `worker-${index + 1}`;
      const own: Record<string, unknown> = {
        ...scenario,
        node: name,
        envelope,
        // klog's JSON has no pid.
        ...(envelope === 'none' ? { format: 'text' } : {}),
        start: new Date(START + later * 1000).toISOString(),
        kubelet: {
          ...(scenario['kubelet'] as object),
          pid: samePids && way === 'by time' ? 1817 : 1817 + index * 50_000,
        },
        ...(isWell && index > 0 ? { faults: [], actions: [] } : {}),
      };
      return samePods ? own : named(own, 'abc'[index] ?? '');
    }),
  }));

describe('what the answer says of several nodes is so', () => {
  it(
    `of ${ROUNDS} captures`,
    () => {
      fc.assert(
        fc.property(capture, ({ scenarios, way }) => {
          expect(untrueOfNodes(together(scenarios.map(nodeLog), way))).toEqual([]);
        }),
        { numRuns: ROUNDS, seed: Number(process.env['CLAIMS_SEED'] ?? 2029) },
      );
    },
    60_000 + ROUNDS * 4000,
  );
});
