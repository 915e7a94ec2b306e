/** The hand-written logs of `test/fixtures/findings`: each finding is given where it must be, and only there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import { FINDING_IDS } from '../../../src/diagnosis/finding.ts';
import { projectRoot } from '../../support/shared.ts';

const FOLDER = join(projectRoot, 'test/fixtures/findings');
const folders = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** The findings above low of a log, read as the command line reads it; `undefined` where it holds no kubelet. */
function sureFindings(path: string): readonly string[] | undefined {
  const session = createAnalysisSession({ lineIndex: false });
  session.open('test.log', { year: 2026 });
  session.push(new Uint8Array(readFileSync(path)));
  session.end();
  const result = session.result();
  return result.ok
    ? result.analysis.findings.filter(({ confidence }) => confidence !== 'low').map(({ id }) => id)
    : undefined;
}

describe.each(folders)('%s', (id) => {
  const logs = readdirSync(join(FOLDER, id))
    .filter((name) => name.endsWith('.log'))
    .sort();

  it('is a finding with three logs that give it and three that do not', () => {
    expect(FINDING_IDS).toContain(id);
    expect(logs.filter((name) => name.startsWith('found-')).length).toBeGreaterThanOrEqual(3);
    expect(logs.filter((name) => name.startsWith('not-')).length).toBeGreaterThanOrEqual(3);
    expect(logs.filter((name) => !/^(?:found|not)-/.test(name))).toEqual([]);
  });

  it.each(logs.filter((name) => name.startsWith('found-')))('is found in %s', (name) => {
    expect(sureFindings(join(FOLDER, id, name))).toContain(id);
  });

  it.each(logs.filter((name) => name.startsWith('not-')))('is not found in %s', (name) => {
    expect(sureFindings(join(FOLDER, id, name)) ?? []).not.toContain(id);
  });
});
