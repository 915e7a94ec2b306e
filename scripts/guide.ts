/**
 * Makes the pages of the user guide that say what the program says: docs/guide/findings.md and docs/guide/command-line.md. npm run guide [-- --check]
 * --check writes nothing, and ends with 1 where a page is not as it would be made.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createAnalysisSession } from '../src/analysis/session.ts';
import { FINDING_IDS } from '../src/diagnosis/finding.ts';
import { readScenario } from '../src/simulator/scenario/readScenario.ts';
import { simulate } from '../src/simulator/simulate.ts';
import { commandLinePage } from './guide/commandLinePage.ts';
import { type FindingExample, findingsPage, meaningsIn } from './guide/findingsPage.ts';

const FIXTURES = 'test/fixtures';
const SURE = ['low', 'medium', 'high'];
/** The recorded logs name no year; neither does the page depend on the present. */
const YEAR = 2026;

/** Names of files below a folder, sorted, so that the same logs are the examples everywhere. */
function filesBelow(folder: string, form: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => form.test(name))
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .sort();
}

function scenarioLog(file: string): string | undefined {
  const read = readScenario(readFileSync(file, 'utf8'));
  if (!read.ok) return undefined;
  const lines: string[] = [];
  simulate(read.scenario, { log: (piece) => lines.push(piece) });
  return lines.join('');
}

function* logs(): Generator<{ readonly name: string; readonly text: string }> {
  for (const id of FINDING_IDS)
    for (const file of filesBelow(join(FIXTURES, 'findings', id), /found-[^/\\]*\.log$/))
      yield { name: file, text: readFileSync(file, 'utf8') };
  for (const folder of ['runs', 'incidents'])
    for (const file of filesBelow(join(FIXTURES, folder), /\.log$/))
      yield { name: file, text: readFileSync(file, 'utf8') };
  for (const folder of ['media/scenarios', join(FIXTURES, 'scenarios')])
    for (const file of filesBelow(folder, /\.json$/)) {
      const text = scenarioLog(file);
      if (text !== undefined) yield { name: file, text };
    }
}

/** The surest example of each finding; of equally sure ones the first. */
function examples(): ReadonlyMap<string, FindingExample> {
  const best = new Map<string, FindingExample>();
  for (const { name, text } of logs()) {
    const session = createAnalysisSession({ lineIndex: false });
    session.open(name, { year: YEAR });
    session.push(new TextEncoder().encode(text));
    session.end();
    const result = session.result();
    if (!result.ok) continue;
    for (const finding of result.analysis.findings) {
      const before = best.get(finding.id);
      if (before === undefined || SURE.indexOf(finding.confidence) > SURE.indexOf(before.finding.confidence))
        best.set(finding.id, { log: name, finding });
    }
  }
  return best;
}

const meanings = meaningsIn(readFileSync('docs/diagnosis.md', 'utf8'));
const found = examples();
const pages: Readonly<Record<string, string>> = {
  'docs/guide/findings.md': findingsPage(FINDING_IDS, meanings, found),
  'docs/guide/command-line.md': commandLinePage(),
};
for (const [file, text] of Object.entries(pages)) {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (before === text) continue;
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else {
    console.error(`${file} is not as it would be made: run npm run guide`);
    process.exitCode = 1;
  }
}
const without = FINDING_IDS.filter((id) => !found.has(id));
console.log(
  `guide: ${FINDING_IDS.length} findings, ${found.size} with an example${without.length === 0 ? '' : `; without: ${without.join(', ')}`}`,
);
