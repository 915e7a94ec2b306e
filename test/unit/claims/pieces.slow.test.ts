/** What the answer says of a piece of a simulated incident, as people save and paste them, is held against the truth by the same rules as of the whole (`claims.slow.test.ts`). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../support/effort.ts';
import { historyOf } from '../replay/readLog.ts';
import { anyScenario, simulated, withoutEvented } from '../simulator/scenarios.ts';
import { incidentOf, upTo } from './incident.ts';
import { untrueClaims } from './rules.ts';

const ROUNDS = Number(process.env['CLAIMS'] ?? rounds(60));

/** Of the simulated times. */
const YEAR = 2026;

/** Which of the lines of a log were kept: `from` and `to` are parts of all. */
interface Piece {
  readonly from: number;
  readonly to: number;
  /** Those that `grep -i` finds. */
  readonly found?: RegExp;
}

const ANY_WORD = /PLEG|skipping|NotReady|not ready|[: ][EF]\d{4} /i;
const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.double({ min: 0.05, max: 0.95, noNaN: true }).map((from) => ({ from, to: 1 })),
  fc.double({ min: 0.05, max: 0.95, noNaN: true }).map((to) => ({ from: 0, to })),
  fc
    .tuple(fc.double({ min: 0, max: 0.7, noNaN: true }), fc.double({ min: 0.1, max: 0.3, noNaN: true }))
    .map(([from, length]) => ({ from, to: from + length })),
  fc.constant({ from: 0, to: 1, found: ANY_WORD }),
);

function cut(log: string, { from, to, found }: Piece): string {
  const lines = log.split('\n').filter((line) => line !== '');
  const kept = lines.slice(Math.floor(lines.length * from), Math.ceil(lines.length * to));
  return `${kept.filter((line) => found?.test(line) !== false).join('\n')}\n`;
}

describe('what the answer says of a piece is so', () => {
  it(
    `of ${ROUNDS} pieces of simulated incidents`,
    () => {
      fc.assert(
        fc.property(anyScenario, piece, (scenario, of) => {
          const { log, truth } = simulated(withoutEvented(scenario));
          const text = cut(log, of);
          const { span } = historyOf(text, YEAR);
          fc.pre(span !== undefined);
          expect(untrueClaims(incidentOf(text, of.to < 1 ? upTo(truth, span.to) : truth, scenario))).toEqual([]);
        }),
        { numRuns: ROUNDS, seed: Number(process.env['CLAIMS_SEED'] ?? 2028) },
      );
    },
    60_000 + ROUNDS * 2000,
  );
});
