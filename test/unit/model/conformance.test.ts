import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runFile } from '../../../scripts/conformance/run.ts';
import { vectorFiles } from '../../../scripts/conformance/vectors.ts';

const FOLDER = path.join(import.meta.dirname, '../../fixtures/vectors');

describe('what real Kubernetes code did', () => {
  const files = [...vectorFiles(FOLDER)];

  it('has vectors of every set and of five versions', () => {
    expect(new Set(files.map(({ set }) => set))).toEqual(
      new Set([
        'evented',
        'fallback',
        'generate-events',
        'go-duration',
        'relist',
        'runtime-errors',
        'syncloop-backoff',
      ]),
    );
    expect(files.filter(({ set }) => set === 'relist').map(({ version }) => version)).toEqual([
      'v1.15.5',
      'v1.20.2',
      'v1.28',
      'v1.32.10',
      'v1.36.2',
    ]);
  });

  it.each(files.map((file) => [`${file.version}/${file.set}`, file] as const))(
    '%s is done by the model too',
    (_name, file) => {
      const { passed, failures } = runFile(file);
      expect(failures).toEqual([]);
      expect(passed).toBe(file.vectors.length);
      expect(passed).toBeGreaterThan(0);
    },
  );

  it('notices a wrong expectation', () => {
    const file = files.find(({ set, version }) => set === 'relist' && version === 'v1.36.2');
    const vector = structuredClone(file?.vectors[0]) as { out: { rt: unknown }[] } | undefined;
    if (file === undefined || vector === undefined) throw new Error('the fixture is missing');
    const step = vector.out.find(({ rt }) => rt !== null);
    if (step !== undefined) step.rt = 1;
    expect(runFile({ ...file, vectors: [vector] }).failures).toHaveLength(1);
  });
});
