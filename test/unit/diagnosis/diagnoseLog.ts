/** From the text of a log to its diagnosis, through all rooms before. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import type { Answer, Diagnosis } from '../../../src/diagnosis/finding.ts';
import { projectRoot } from '../../support/shared.ts';
import { replayOf } from '../replay/readLog.ts';

const INCIDENTS = join(projectRoot, 'test/fixtures/incidents');

export const incidentNames: readonly string[] = readdirSync(INCIDENTS)
  .filter((name) => name.endsWith('.log'))
  .map((name) => name.slice(0, -'.log'.length))
  .sort();

export function incidentText(name: string): string {
  return readFileSync(join(INCIDENTS, `${name}.log`), 'utf8');
}

/** A cut of a real run, from the replay's fixtures. */
export function runText(name: string): string {
  return readFileSync(join(projectRoot, 'test/fixtures/replay', `${name}.log`), 'utf8');
}

export function diagnoseText(text: string): Diagnosis {
  return diagnose(replayOf(text));
}

/** The answer as plain text, paragraphs on lines of their own. */
export function plain(answer: Answer): string {
  return answer.paragraphs.map((parts) => parts.map((part) => part.text).join('')).join('\n');
}
