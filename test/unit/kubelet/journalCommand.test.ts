/** The journal that the product asks for is the one of which it learns most. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import { journalCommand, saveJournalCommand } from '../../../src/kubelet/journalCommand.ts';
import { projectRoot } from '../../support/shared.ts';
import { simulated } from '../simulator/scenarios.ts';

const mode = / -o (\S+)/.exec(journalCommand())?.[1] ?? '';

function readBack(envelope: string) {
  const { log } = simulated({
    version: '1.28.4',
    start: '2023-03-14T09:00:00.5Z',
    duration: '30s',
    node: 'worker-1',
    pods: [],
    envelope,
  });
  const session = createAnalysisSession();
  session.open('kubelet.log', { year: 2026 });
  session.push(new TextEncoder().encode(log));
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error(result.problem.kind);
  const { sources, span } = result.analysis.reconstruction.history;
  return { zone: sources[0]?.timeZone, year: new Date((span?.from ?? 0) / 1000).getUTCFullYear() };
}

it('asks for a mode that gives year and zone', () => {
  expect(readBack(mode)).toEqual({ zone: 'known', year: 2023 });
  expect(readBack('short-precise')).toEqual({ zone: 'unknown', year: 2026 });
});

it('asks for the mode that docs/formats.md calls the best text, with microseconds', () => {
  const row = readFileSync(join(projectRoot, 'docs/formats.md'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| \`${mode}\` |`));
  expect(row).toMatch(/^\| `\S+` \| yes \| yes \| 1 µs \|.*the best text mode/);
});

it('takes more options before the file', () => {
  expect(saveJournalCommand('--since "1 hour ago"')).toBe(
    'journalctl -u kubelet -o short-iso-precise --since "1 hour ago" > kubelet.log',
  );
});
