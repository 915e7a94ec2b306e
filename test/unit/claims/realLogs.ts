/** Logs that were written by hand or recorded, as lines: those of the project's fixtures, and of the reference data where it is there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, sharedFolder } from '../../support/shared.ts';
import { recordedRun, recordedRuns } from './recorded.ts';

export interface RealLog {
  readonly name: string;
  /** Without their ends, and without a mark of the encoding. */
  readonly lines: () => readonly string[];
}

/** Longer ones would only take longer. */
const MOST_CHARACTERS = 200_000;
/** Scrapes of metrics are no lines of a log. */
const METRICS = /^kubelet_pleg_\w+[{ ]/m;

function linesOf(text: string): readonly string[] {
  if (text.length > MOST_CHARACTERS || METRICS.test(text)) return [];
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '')
    .split('\n');
}

function filesBelow(folder: string): readonly RealLog[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:log|txt)$/.test(name))
    .toSorted()
    .map((name) => ({ name, lines: () => linesOf(readFileSync(join(folder, name), 'utf8')) }));
}

export const OWN_LOGS: readonly RealLog[] = ['findings', 'incidents'].flatMap((folder) =>
  filesBelow(join(projectRoot, 'test/fixtures', folder)),
);

const shared = sharedFolder();
export const SHARED_LOGS: readonly RealLog[] =
  shared === undefined
    ? []
    : [
        ...['corpus/excerpts', 'wild/logs'].flatMap((folder) => filesBelow(join(shared, folder))),
        ...recordedRuns.map((name) => ({ name, lines: () => linesOf(recordedRun(name).log) })),
      ];
