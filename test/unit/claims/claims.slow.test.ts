/** Each kind of sentence of the answer is held against the truth by its own rule, over recorded and simulated incidents (`CLAIMS` of them, as many as of other random searches unless told; `npm run claims`: 500). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../support/effort.ts';
import { projectRoot } from '../../support/shared.ts';
import { anyScenario, simulated } from '../simulator/scenarios.ts';
import { incidentOf, type ScenarioText } from './incident.ts';
import { recordedRun, recordedRuns } from './recorded.ts';
import { untrueClaims } from './rules.ts';

const ROUNDS = Number(process.env['CLAIMS'] ?? rounds(150));
const media = join(projectRoot, 'media/scenarios');

describe('what the answer says is so', () => {
  it.each(readdirSync(media).filter((file) => file.endsWith('.json')))('of the scenario %s', (file) => {
    const scenario = JSON.parse(readFileSync(join(media, file), 'utf8')) as ScenarioText;
    const { log, truth } = simulated(scenario);
    expect(untrueClaims(incidentOf(log, truth, scenario))).toEqual([]);
  });

  it(
    `of ${ROUNDS} simulated incidents`,
    () => {
      fc.assert(
        fc.property(anyScenario, (scenario) => {
          const { log, truth } = simulated(scenario);
          expect(untrueClaims(incidentOf(log, truth, scenario))).toEqual([]);
        }),
        { numRuns: ROUNDS, seed: Number(process.env['CLAIMS_SEED'] ?? 2026) },
      );
    },
    60_000 + ROUNDS * 2000,
  );

  it('and what is not so is noticed', () => {
    const { log, truth } = simulated(
      JSON.parse(readFileSync(join(media, 'list-calls-hang.kubelet-scenario.json'), 'utf8')),
    );
    const incident = incidentOf(log, truth);
    const wrong = incident.sentences.map((sentence) => ({
      ...sentence,
      times: sentence.times.map((time) => time + 90e6),
      text: sentence.text.replaceAll(/\d+(?= skip)/g, '7777').replace(/(\d+)m/, '9$1m'),
    }));
    const kinds = new Set(untrueClaims({ ...incident, sentences: wrong }).map((complaint) => complaint.split(':')[0]));
    for (const kind of [
      'episode-length',
      'last-relist',
      'threshold',
      'node-reports',
      'first-skip',
      'replay',
      'startup-skips',
    ])
      expect([...kinds]).toContain(kind);
  });
});

/** Which of its lines the last pieces of a log have: people save those of the last hours. */
const LAST = [0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 0.97];

describe.skipIf(recordedRuns.length === 0).each(recordedRuns)('of what was recorded, %s', (run) => {
  it('as a whole', () => {
    const { log, truth } = recordedRun(run);
    expect(untrueClaims(incidentOf(log, truth))).toEqual([]);
  });

  it('from any line on', () => {
    const { log, truth } = recordedRun(run);
    const lines = log.split('\n').filter((line) => line !== '');
    const pieces = [...LAST.map((part) => lines.slice(Math.floor(lines.length * part))), lines.slice(-100)];
    expect(pieces.flatMap((piece) => untrueClaims(incidentOf(piece.join('\n'), truth)))).toEqual([]);
  }, 60_000);

  it('searched for a word', () => {
    const { log, truth } = recordedRun(run);
    const found = log.split('\n').filter((line) => /PLEG|skipping|not ready|[: ][EF]\d{4} /i.test(line));
    expect(untrueClaims(incidentOf(found.join('\n'), truth))).toEqual([]);
  });
});
