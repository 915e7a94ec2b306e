import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/shared.ts';
import { faultsOf, run } from './redacted.ts';
import { isQuick } from '../../support/effort.ts';

const fixture = new Uint8Array(
  readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log')),
);

describe('--redact', () => {
  it.skipIf(isQuick)(
    'leaves no name of the log in any output, and the same analysis',
    async () => {
      expect(await faultsOf(fixture)).toEqual([]);
    },
    60_000,
  );

  it('gives the same names in two runs and of standard input', async () => {
    const first = await run(fixture, 'analyze', 'k.log', '--redact', '--format', 'json');
    expect(await run(fixture, 'analyze', 'k.log', '--redact', '--format', 'json')).toBe(first);
    const piped = await run(fixture, 'analyze', '-', '--redact', '--format', 'json');
    expect(piped.replaceAll('standard input', 'log')).toBe(first);
  }, 60_000);
});
