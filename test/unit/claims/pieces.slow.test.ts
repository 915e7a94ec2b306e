/** What the answer says of a piece of a simulated incident, as people save and paste them, is held against the truth by the same rules as of the whole (`claims.slow.test.ts`). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../support/effort.ts';
import { historyOf } from '../replay/readLog.ts';
import { anyScenario, simulated, withoutEvented } from '../simulator/scenarios.ts';
import { incidentOf, upTo } from './incident.ts';
import { SECOND } from './rule.ts';
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
  /** Only so many lines from each of these parts on, as in a paste that leaves out what its writer thought not to matter; what stands in between. */
  readonly shown?: { readonly from: readonly number[]; readonly lines: number; readonly between: string };
}

const ANY_WORD = /PLEG|skipping|NotReady|not ready|[: ][EF]\d{4} /i;
const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.double({ min: 0.05, max: 0.95, noNaN: true }).map((from) => ({ from, to: 1 })),
  fc.double({ min: 0.05, max: 0.95, noNaN: true }).map((to) => ({ from: 0, to })),
  fc
    .tuple(fc.double({ min: 0, max: 0.7, noNaN: true }), fc.double({ min: 0.1, max: 0.3, noNaN: true }))
    .map(([from, length]) => ({ from, to: from + length })),
  fc.constant({ from: 0, to: 1, found: ANY_WORD }),
  fc
    .tuple(
      fc.array(fc.double({ min: 0, max: 0.99, noNaN: true }), { minLength: 2, maxLength: 5 }),
      fc.integer({ min: 1, max: 25 }),
      fc.constantFrom('', '\n', '...\n', '[...]\n', '--\n', '<snip>\n'),
    )
    .map(([from, lines, between]) => ({ from: 0, to: 1, shown: { from, lines, between } })),
);

function cut(log: string, { from, to, found, shown }: Piece): string {
  const lines = log.split('\n').filter((line) => line !== '');
  if (shown !== undefined) return chunksOf(lines, shown);
  const kept = lines.slice(Math.floor(lines.length * from), Math.ceil(lines.length * to));
  return `${kept.filter((line) => found?.test(line) !== false).join('\n')}\n`;
}

/** The lines from each place on; where two of the chunks meet they are one. */
function chunksOf(lines: readonly string[], { from, lines: length, between }: NonNullable<Piece['shown']>): string {
  const places = from.map((part) => Math.floor(part * lines.length)).sort((a, b) => a - b);
  let text = '';
  let next = 0;
  for (const place of places) {
    const begin = Math.max(place, next);
    const chunk = lines.slice(begin, Math.max(begin, place + length));
    if (chunk.length === 0) continue;
    if (begin > next && text !== '') text += between;
    text += `${chunk.join('\n')}\n`;
    next = begin + chunk.length;
  }
  return text;
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
          expect(
            untrueClaims(
              incidentOf(text, of.to < 1 || of.shown !== undefined ? upTo(truth, span.to + SECOND) : truth, scenario),
            ),
          ).toEqual([]);
        }),
        { numRuns: ROUNDS, seed: Number(process.env['CLAIMS_SEED'] ?? 2028) },
      );
    },
    60_000 + ROUNDS * 2000,
  );
});
