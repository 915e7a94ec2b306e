/** Output of `journalctl -r`: the lines that a sentence leads to are those of the times that it names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import { projectRoot } from '../../support/shared.ts';
import { analysisOf, sessionOf } from './analyse.ts';

const lines = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8')
  .trimEnd()
  .split('\n');
const reversed = (own: readonly string[]): string => `${own.toReversed().join('\n')}\n`;

describe('a log whose newest line stands first', () => {
  const hung = lines.slice(0, 420);

  it('has a kubelet that begins with its lowest line and ends with its first', () => {
    const [process] = analysisOf(sessionOf(reversed(hung))).reconstruction.history.processes;
    expect([process?.first.line, process?.last.line]).toEqual([419, 1]);
  });

  it('leads from the end of the log to its first line', () => {
    const cited = (text: string): number | undefined =>
      diagnose(analysisOf(sessionOf(text)).reconstruction)
        .answer.paragraphs.flat()
        .find((part) => part.text.startsWith('It had not recovered'))?.at?.line;
    expect(cited(`${hung.join('\n')}\n`)).toBe(420);
    expect(cited(reversed(hung))).toBe(1);
  });
});
