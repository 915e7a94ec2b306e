/** What answers, findings and next steps say is put well, as far as a machine can tell: over the logs of all findings, the recorded runs and simulated incidents (`CLAIMS` of them, as many as of other random searches unless told). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import { replay } from '../../../src/replay/replay.ts';
import { rounds } from '../../support/effort.ts';
import { projectRoot, sharedFolder } from '../../support/shared.ts';
import { historyOf } from '../replay/readLog.ts';
import { anyScenario, simulated } from '../simulator/scenarios.ts';
import { repeated, wordingFaults } from './wording.ts';

const ROUNDS = Number(process.env['CLAIMS'] ?? rounds(150));
const YEAR = 2026;

/** All that is wrong with what is said of a log. */
function faultsOf(log: string): readonly string[] {
  const { answer, findings } = diagnose(replay(historyOf(log, YEAR)));
  const paragraphs = answer.paragraphs.map((parts) => parts.map(({ text }) => text).join(''));
  return [
    ...wordingFaults(answer.headline, true),
    ...paragraphs.flatMap((text) => wordingFaults(text)),
    ...repeated(paragraphs),
    ...findings.flatMap(({ title, explanation, nextSteps }) => [
      ...wordingFaults(title, true),
      ...wordingFaults(explanation),
      ...nextSteps.flatMap((step) => wordingFaults(step)),
      ...repeated([explanation, ...nextSteps]),
    ]),
  ];
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.log'));
}

const findings = join(projectRoot, 'test/fixtures/findings');
const shared = sharedFolder();
const recorded =
  shared === undefined
    ? []
    : readdirSync(join(shared, 'runs'))
        .filter((version) => version.startsWith('v'))
        .flatMap((version) =>
          readdirSync(join(shared, 'runs', version)).map((run) => join(shared, 'runs', version, run)),
        );

describe('the words of answers and findings', () => {
  it('are put well for the logs of findings', () => {
    const faults = filesBelow(findings).flatMap((name) =>
      faultsOf(readFileSync(join(findings, name), 'utf8')).map((fault) => `${name}: ${fault}`),
    );
    expect([...new Set(faults)]).toEqual([]);
  });

  it(
    `are put well for ${ROUNDS} simulated incidents`,
    () => {
      fc.assert(
        fc.property(anyScenario, (scenario) => {
          expect(faultsOf(simulated(scenario).log)).toEqual([]);
        }),
        { numRuns: ROUNDS, seed: Number(process.env['CLAIMS_SEED'] ?? 2027) },
      );
    },
    60_000 + ROUNDS * 2000,
  );

  // Its log is too large for every run of the tests.
  it.each(recorded.filter((run) => !run.endsWith('h-many-pods')))('are put well for %s', (folder) => {
    const path = ['kubelet.journal.short.log', 'kubelet.raw.log']
      .flatMap((name) => [join(folder, name), join(folder, `${name}.gz`)])
      .find((name) => existsSync(name));
    const bytes = readFileSync(path ?? '');
    expect(faultsOf((path?.endsWith('.gz') === true ? gunzipSync(bytes) : bytes).toString('utf8'))).toEqual([]);
  });

  it('and what is not is noticed', () => {
    for (const text of [
      'The the pod ended.',
      'The pod  ended.',
      'The pod ended',
      'The pod ended, The node did not.',
      'It took 79µs.',
      'It took 1.23456s.',
      'It was undefined times.',
      'See 1 lines.',
      'It is a error.',
      'It ended..',
    ])
      expect([text, wordingFaults(text).length]).toEqual([text, 1]);
    expect(repeated(['Pods keep running over a restart. Pods keep running over a restart.'])).toHaveLength(1);
    expect(wordingFaults('The pod said "a  b undefined", and ended.')).toEqual([]);
  });
});
