import { describe, expect, it } from 'vitest';
import { checkScenario } from '../../../src/simulator/scenario/readScenario.ts';
import { totalOf } from '../../../src/kubelet/stretches.ts';
import { inferScenario } from '../../../src/whatIf/infer/inferScenario.ts';
import { scenarioFileText } from '../../../src/whatIf/outputs/scenarioJson.ts';
import type { InferredScenario } from '../../../src/whatIf/scenarioFile.ts';
import { whatIf } from '../../../src/whatIf/whatIf.ts';
import type { Reconstruction } from '../../../src/replay/reconstruction.ts';
import { simulated } from '../simulator/scenarios.ts';
import { HUNG_LISTS, HUNG_POD, incident, reconstructionOf, REFUSED } from './incidents.ts';

function inferredOf(reconstruction: Reconstruction): InferredScenario {
  const result = inferScenario(reconstruction);
  if (!result.ok) throw new Error(result.why);
  return result;
}

describe('the scenario of a log', () => {
  it('has the hang of the list calls, to the second, with the lines that tell it', () => {
    const { scenario, known } = inferredOf(incident(HUNG_LISTS));
    const [fault, ...others] = scenario.faults;
    expect(others).toEqual([]);
    expect(fault?.effect.kind).toBe('hang');
    expect(fault?.methods).toEqual(['ListPodSandbox', 'ListContainers']);
    expect(Math.abs((fault?.from ?? 0) / 1e9 - 100)).toBeLessThan(2);
    expect(Math.abs((fault?.to ?? 0) / 1e9 - 400)).toBeLessThan(2);
    const how = known.find(({ of }) => of === 'faults[0]');
    expect(how?.is).toBe('inferred');
    expect(how?.lines.length).toBeGreaterThan(0);
  });

  it('has the pod whose inspection hung, and what changed in it before', () => {
    const { scenario } = inferredOf(incident(HUNG_POD));
    const fault = scenario.faults.find(({ pods }) => pods?.includes('default/web-2') === true);
    expect(fault?.effect.kind).toBe('hang');
    expect(Math.abs((fault?.to ?? 0) / 1e9 - 900)).toBeLessThan(65);
    expect(scenario.actions).toContainEqual(
      expect.objectContaining({ do: 'exit', pods: ['default/web-2'], at: fault?.from }),
    );
    expect(scenario.pods.map(({ name }) => name).toSorted()).toEqual(['web-1', 'web-2', 'web-3', 'web-4']);
  });

  it('says of each value whether it is inferred or assumed, and is a scenario file', () => {
    const inferred = inferredOf(incident(HUNG_LISTS));
    const parsed: unknown = JSON.parse(scenarioFileText(inferred, ['kubelet.log']));
    expect(checkScenario(parsed)).toMatchObject({ ok: true, scenario: { faults: inferred.scenario.faults } });
    const of = new Map(inferred.known.map((one) => [one.of, one]));
    expect(of.get('version')).toMatchObject({ is: 'inferred' });
    expect(of.get('latency')).toMatchObject({ is: 'assumed', lines: [] });
    for (const { is, lines, of: path } of inferred.known) if (is === 'inferred') expect(lines, path).not.toEqual([]);
  });

  it('is begun a little before a log that begins in the middle of a life', () => {
    const lines = simulated(HUNG_LISTS).log.split('\n');
    const cut = lines.slice(lines.findIndex((line) => line.includes('Skipping pod') && line.includes('last seen')));
    const { file, known, start, from } = inferredOf(reconstructionOf(`${cut.join('\n')}\n`));
    expect(from - start).toBeGreaterThan(10e6);
    expect(file['version']).toBeDefined();
    expect(known.find(({ of }) => of === 'start')?.is).toBe('assumed');
  });

  it('says why there is none', () => {
    const reconstruction = incident(HUNG_LISTS);
    expect(inferScenario(reconstruction, { node: 'node-7' })).toEqual({
      ok: false,
      why: 'the log shows no kubelet whose times are known',
    });
  });
});

describe('the run of an inferred scenario', () => {
  it('ends a refused socket when the log does: the waits of the connection are within it', () => {
    const reconstruction = incident(REFUSED);
    const { scenario } = inferredOf(reconstruction);
    expect(scenario.faults).toMatchObject([{ effect: { kind: 'error' } }]);
    expect(scenario.faults[0]?.methods).toBeUndefined();
    const result = whatIf(reconstruction, {});
    expect(result.ok && result.whatIf.resembles).toBe(true);
    if (!result.ok) return;
    const [before, after] = [result.whatIf.observed.unhealthyTime, totalOf(result.whatIf.unchanged.unhealthy)];
    expect(after).toBeGreaterThan(before.min - 8e6);
    expect(after).toBeLessThan(before.max + 8e6);
  });

  it('is of another length where a hang lasts longer', () => {
    const reconstruction = incident(HUNG_LISTS);
    const [short, long] = [100e6, 450e6].map((hangLasts) => {
      const result = whatIf(reconstruction, { hangLasts });
      return result.ok ? totalOf(result.whatIf.predicted.unhealthy) : Number.NaN;
    });
    expect(short).toBe(0);
    expect(long).toBeGreaterThan(200e6);
  });
});
