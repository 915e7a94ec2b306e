/**
 * Counts for each finding where it is found, missed and false: npm run corpus [-- --verbose]
 * Over the hand-written logs of test/fixtures/findings, and over ../shared/wild where it is present (`--wild=FOLDER`). --verbose names the logs. Exit 1 if a hand-written
 * log is not as its name says.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createAnalysisSession } from '../src/analysis/session.ts';
import { type LabelledLog, scoreOf } from './corpus/score.ts';

const FIXTURES = 'test/fixtures/findings';
/** What nobody minds beside a finding: they tell of the log, not of a trouble. */
const HARMLESS = ['startup-normal', 'kubelet-restart', 'journal-loss'];

const options = process.argv.slice(2);
const wild = options.find((word) => word.startsWith('--wild='))?.slice('--wild='.length) ?? '../shared/wild';
const verbose = options.includes('--verbose');

function givenBy(path: string): readonly string[] {
  const session = createAnalysisSession({ lineIndex: false });
  session.open(path);
  session.push(new Uint8Array(readFileSync(path)));
  session.end();
  const result = session.result();
  return result.ok ? result.analysis.findings.filter(({ confidence }) => confidence !== 'low').map(({ id }) => id) : [];
}

function handWritten(): LabelledLog[] {
  return readdirSync(FIXTURES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: id }) =>
      readdirSync(join(FIXTURES, id))
        .filter((name) => name.endsWith('.log'))
        .map((name) => ({
          name: join(FIXTURES, id, name),
          all: name.startsWith('found-') ? [id] : [],
          oneOf: [],
          allowed: 'any' as const,
          none: name.startsWith('found-') ? [] : [id],
        })),
    );
}

interface WildRow {
  readonly file: string;
  readonly kubelet: boolean | null;
  readonly first: readonly string[] | null;
  readonly also?: readonly string[];
}

function fromTheWild(folder: string): LabelledLog[] {
  const rows = readFileSync(join(folder, 'index.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as WildRow);
  return rows
    .filter(({ kubelet }) => kubelet !== false)
    .map(({ file, first, also = [] }) => ({
      name: join(folder, 'logs', file),
      all: also,
      oneOf: first ?? [],
      allowed: first !== null && first.length === 0 ? HARMLESS : 'any',
      none: [],
    }));
}

function print(title: string, logs: readonly LabelledLog[]): boolean {
  const scores = [...scoreOf(logs, (log) => givenBy(log.name))].sort(([a], [b]) => (a < b ? -1 : 1));
  console.log(`${title}: ${logs.length} logs`);
  console.log(`${'finding'.padEnd(32)} found missed false`);
  for (const [id, { found, missed, wrong }] of scores) {
    console.log(
      `${id.padEnd(32)} ${String(found.length).padStart(5)} ${String(missed.length).padStart(6)} ${String(wrong.length).padStart(5)}`,
    );
    if (verbose)
      for (const [what, names] of [
        ['missed', missed],
        ['false', wrong],
      ] as const)
        for (const name of names) console.log(`    ${what}: ${name}`);
  }
  return scores.every(([, { missed, wrong }]) => missed.length + wrong.length === 0);
}

const right = print('hand-written', handWritten());
if (existsSync(join(wild, 'index.jsonl'))) print('from the wild', fromTheWild(wild));
process.exitCode = right ? 0 : 1;
