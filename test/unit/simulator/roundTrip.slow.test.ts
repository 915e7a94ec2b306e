/** Random scenarios through the simulator and back through the whole analysis: episodes, relists, containers and skips must come out as they went in. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analysed, differences, untrueBounds } from './roundTrip.ts';
import type { TruthRecord } from '../../../src/simulator/wording/truth.ts';
import { anyScenario, type Simulated, simulated, withoutEvented } from './scenarios.ts';
import { timeOf } from './truth.ts';
import { wildScenario } from './wildScenarios.ts';
import * as effort from '../../support/effort.ts';

const rounds = Number(process.env['KUBELET_TIMELINE_ROUNDS'] ?? effort.rounds(30));
const seed = Number(process.env['KUBELET_TIMELINE_SEED'] ?? 20_261_121);

/** Skips, and what shows Evented PLEG: off in all versions unless somebody turns it on, it counts as off where no line is left that shows it. */
const STAYS = /kipping pod synchronization|EventedPLEG\W{1,8}true|streaming container event/;

/** At -v=0 the gate is not logged. */
function withShownGates(scenario: Record<string, unknown>): Record<string, unknown> {
  return scenario['verbosity'] === 0 ? withoutEvented(scenario) : scenario;
}

/** The lines of a log from one part of it to another, and what truly happened to its skips in that time. */
function cutOut(
  { log, truth }: Simulated,
  from: number,
  to: number,
): { readonly text: string; readonly truth: readonly TruthRecord[] } {
  const lines = log.split('\n').filter((line) => line !== '');
  const text = `${lines.slice(Math.floor(lines.length * from), Math.ceil(lines.length * to)).join('\n')}\n`;
  const { span } = analysed(text).history;
  const isIn = (time: number): boolean => span !== undefined && time >= span.from - 1000 && time <= span.to + 1000;
  return { text, truth: truth.filter(({ ev, t }) => ev !== 'sync_skip' || isIn(timeOf(t))) };
}

/** The log without a share of the lines that may be missing, chosen from a number. */
function thinned(log: string, start: number, share: number): string {
  let state = start;
  const chance = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return log
    .split('\n')
    .filter((line) => STAYS.test(line) || chance() > share)
    .join('\n');
}

describe('from a scenario to its log and back', () => {
  it(
    `holds in ${rounds} random scenarios of seed ${seed}`,
    () => {
      fc.assert(
        fc.property(anyScenario, (scenario) => {
          expect(differences(simulated(scenario))).toEqual([]);
        }),
        { numRuns: rounds, seed, endOnFailure: true, unbiased: true },
      );
    },
    30_000 + rounds * 3000,
  );

  it(
    `claims nothing untrue of ${rounds} logs without some or all of the lines that are not skips`,
    () => {
      fc.assert(
        fc.property(
          anyScenario,
          fc.integer({ min: 1, max: 2 ** 31 - 2 }),
          fc.constantFrom(0.1, 0.5, 0.9, 1),
          (scenario, start, share) => {
            const { log, truth } = simulated(withShownGates(scenario));
            expect(untrueBounds(analysed(`${thinned(log, start, share)}\n`).history, truth)).toEqual([]);
          },
        ),
        { numRuns: rounds, seed, endOnFailure: true, unbiased: true },
      );
    },
    30_000 + rounds * 3000,
  );

  it(
    `claims nothing untrue of ${rounds} nodes on which several things go wrong at once, whole or with lines taken out`,
    () => {
      fc.assert(
        fc.property(
          wildScenario,
          fc.integer({ min: 1, max: 2 ** 31 - 2 }),
          fc.constantFrom(0, 0, 0.1, 0.3, 0.6, 0.9, 1),
          (scenario, start, share) => {
            const { log, truth } = simulated(withShownGates(scenario));
            expect(untrueBounds(analysed(`${thinned(log, start, share)}\n`).history, truth)).toEqual([]);
          },
        ),
        { numRuns: rounds, seed, endOnFailure: true, unbiased: true },
      );
    },
    30_000 + rounds * 3000,
  );

  it(
    `claims nothing untrue of ${rounds} such nodes whose log is cut at its begin, its end or both`,
    () => {
      fc.assert(
        fc.property(
          wildScenario,
          fc.constantFrom<readonly [number, number]>(
            [0, 0.3],
            [0, 0.7],
            [0.1, 1],
            [0.4, 1],
            [0.8, 1],
            [0.2, 0.6],
            [0.5, 0.9],
          ),
          (scenario, [from, to]) => {
            const { text, truth } = cutOut(
              simulated(from === 0 ? withShownGates(scenario) : withoutEvented(scenario)),
              from,
              to,
            );
            expect(untrueBounds(analysed(text).history, truth)).toEqual([]);
          },
        ),
        { numRuns: rounds, seed, endOnFailure: true, unbiased: true },
      );
    },
    30_000 + rounds * 3000,
  );

  it(
    `claims no end beyond the cut of ${rounds} logs`,
    () => {
      fc.assert(
        fc.property(anyScenario, fc.double({ min: 0.05, max: 0.95, noNaN: true }), (scenario, part) => {
          const lines = simulated(scenario).log.split('\n');
          const { history } = analysed(`${lines.slice(0, Math.max(20, Math.floor(lines.length * part))).join('\n')}\n`);
          const last = history.span?.to ?? 0;
          expect(history.episodes.filter(({ end }) => end !== undefined && end.max > last)).toEqual([]);
        }),
        { numRuns: rounds, seed, endOnFailure: true, unbiased: true },
      );
    },
    30_000 + rounds * 3000,
  );
});
