// What the extension ships beside its code: the page about PLEG and the sample incident, both made from what stands in the repository. Used by build.mjs.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { marked } from 'marked';
import { inRoot } from './project.mjs';
import { run } from './run.mjs';

const PAGE = 'dist/what-is-pleg.html';
const SAMPLE = 'dist/sample-incident.log.gz';
const SCENARIO = 'media/scenarios/list-calls-hang.kubelet-scenario.json';

/** The page's text as HTML. @returns {string} the file */
export function writeConceptPage() {
  writeFileSync(inRoot(PAGE), marked.parse(readFileSync(inRoot('docs/what-is-pleg.md'), 'utf8'), { async: false }));
  return PAGE;
}

/** The log of the scenario that the README tells of, packed: the same scenario gives the same bytes. @returns {Promise<string>} the file */
export async function writeSample() {
  const log = inRoot('dist/sample-incident.log');
  const { code, output } = await run(process.execPath, [
    inRoot('dist/cli.js'),
    'simulate',
    inRoot(SCENARIO),
    '--out',
    log,
  ]);
  if (code !== 0) throw new Error(`the sample incident could not be simulated: ${output}`);
  writeFileSync(inRoot(SAMPLE), gzipSync(readFileSync(log), { level: 9 }));
  rmSync(log);
  return SAMPLE;
}
