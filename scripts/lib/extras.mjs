// What the extension ships beside its code: pages of the documentation and the sample incident, both made from what stands in the repository. Used by build.mjs.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipAsync } from '@gfx/zopfli';
import { marked } from 'marked';
import { inRoot } from './project.mjs';
import { run } from './run.mjs';

/** Pages of the documentation that are shown in the editor, too. */
const PAGES = ['what-is-pleg', 'what-is-pleg.zh-cn', 'getting-logs'];
const SAMPLE = 'dist/sample-incident.log.gz';
const SCENARIO = 'media/scenarios/list-calls-hang.kubelet-scenario.json';

/** Each page's text as HTML. @returns {string[]} the files */
export function writeHelpPages() {
  const findings = 'dist/findings.html';
  writeFileSync(inRoot(findings), findingSections(readFileSync(inRoot('docs/guide/findings.md'), 'utf8')));
  const pages = PAGES.map((page) => {
    const file = `dist/${page}.html`;
    writeFileSync(inRoot(file), asHtml(readFileSync(inRoot(`docs/${page}.md`), 'utf8')));
    return file;
  });
  return [...pages, findings];
}

/** Quotation marks between tags need no letters of their own. @param {string} markdown */
function asHtml(markdown) {
  const html = marked.parse(markdown, { async: false });
  return html.replaceAll(/<[^>]*>|&#39;|&quot;/g, (part) => (part === '&#39;' ? "'" : part === '&quot;' ? '"' : part));
}

/** A section for each finding of the user guide, without the example and with the first step alone: whoever asks has a finding with all of them. @param {string} page */
function findingSections(page) {
  return page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [id = '', ...lines] = section.split('\n');
      const text = lines
        .join('\n')
        .replace(/```text\n[^]*?\n```\n/, '')
        .replace(/^\*\*Example\*\*.*\n/m, '')
        .replace(/^What to do:$/m, 'What to do first:')
        .replace(/^(?:[2-9]|\d\d)\. .*\n?/gm, '');
      return `<section id="${id}">${asHtml(text).replaceAll('\n', '')}</section>`;
    })
    .join('\n');
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
  writeFileSync(inRoot(SAMPLE), await gzipAsync(readFileSync(log), { numiterations: 15 }));
  rmSync(log);
  return SAMPLE;
}
