// What the extension ships beside its code: the page about PLEG and the sample incident, both made from what stands in the repository. Used by build.mjs.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { marked } from 'marked';
import { inRoot } from './project.mjs';
import { run } from './run.mjs';

/** Pages of the documentation that are shown in the editor, too. */
const PAGES = ['what-is-pleg', 'getting-logs'];
const SAMPLE = 'dist/sample-incident.log.gz';
const SCENARIO = 'media/scenarios/list-calls-hang.kubelet-scenario.json';

/** Each page's text as HTML. @returns {string[]} the files */
export function writeHelpPages() {
  return PAGES.map((page) => {
    const file = `dist/${page}.html`;
    writeFileSync(inRoot(file), marked.parse(readFileSync(inRoot(`docs/${page}.md`), 'utf8'), { async: false }));
    return file;
  });
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
