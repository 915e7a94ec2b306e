/** A log that has grown is the log that it became: what was read before its end is not read again. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analysisJson } from '../../../src/analysis/outputs/formatJson.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import { beginsRecord } from '../../../src/worker/explainLine.ts';
import { inTurn } from '../../support/effort.ts';
import { projectRoot } from '../../support/shared.ts';

const folder = join(projectRoot, 'test/fixtures');
const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(?:found|not)-.*\.log$|runs\/.*\.log$/.test(name),
);

/** The JSON of a log that came in pieces, with a look at it after each. */
function read(pieces: readonly string[]): string {
  const session = createAnalysisSession();
  session.open('kubelet.log', { year: 2026 });
  for (const piece of pieces) {
    session.push(new TextEncoder().encode(piece));
    session.end();
    session.result();
  }
  const result = session.result();
  return result.ok ? JSON.stringify(analysisJson(result.analysis, session.lineText)) : result.problem.kind;
}

describe('a log that has grown at a line that begins a record', () => {
  it.each(logs.map((name, row) => ({ name, row })))('$name', ({ name, row }) => {
    const lines = readFileSync(join(folder, name), 'utf8').split(/(?<=\n)/);
    const whole = read([lines.join('')]);
    for (const part of inTurn([0.1, 0.3, 0.5, 0.71, 0.97], row, 5, 3)) {
      let at = Math.floor(lines.length * part);
      while (at < lines.length && !beginsRecord(lines[at] ?? '', { year: 2026 })) at += 1;
      expect(read([lines.slice(0, at).join(''), lines.slice(at).join('')]), `grown at line ${at}`).toBe(whole);
    }
  });
});
