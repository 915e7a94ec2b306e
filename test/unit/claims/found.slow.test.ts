/** Simulated incidents of which the answer once said what was not so; each is told truly now (`test/fixtures/claims`, one scenario a file, and `claims-of-nodes`, those of several nodes and how their logs come together; named after what went wrong). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ofQuick } from '../../support/effort.ts';
import { projectRoot } from '../../support/shared.ts';
import { simulated } from '../simulator/scenarios.ts';
import { incidentOf, type ScenarioText } from './incident.ts';
import { nodeLog, together, untrueOfNodes, type WAYS } from './nodes.ts';
import { untrueClaims } from './rules.ts';

const folder = join(projectRoot, 'test/fixtures/claims');

describe('what was once told untruly', () => {
  it.each(ofQuick(readdirSync(folder).toSorted(), 5))(
    '%s',
    (file) => {
      const scenario = JSON.parse(readFileSync(join(folder, file), 'utf8')) as ScenarioText;
      const { log, truth } = simulated(scenario);
      const incident = incidentOf(log, truth, scenario);
      expect(incident.sentences.length).toBeGreaterThan(2);
      expect(untrueClaims(incident)).toEqual([]);
    },
    30_000,
  );

  const ofNodes = join(projectRoot, 'test/fixtures/claims-of-nodes');
  it.each(ofQuick(readdirSync(ofNodes).toSorted(), 2))('of several nodes: %s', (file) => {
    const { scenarios, way } = JSON.parse(readFileSync(join(ofNodes, file), 'utf8')) as {
      readonly scenarios: readonly Record<string, unknown>[];
      readonly way: (typeof WAYS)[number];
    };
    expect(untrueOfNodes(together(scenarios.map(nodeLog), way))).toEqual([]);
  });
});
