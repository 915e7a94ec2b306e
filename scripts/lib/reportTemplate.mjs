// The template of the HTML report: one file that holds the page's code and styles, with places for a log's own parts. Its policy names its scripts and styles by their hashes: nothing else runs in it.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { PAGE_OPTIONS } from './page.mjs';
import { root } from './project.mjs';
import { THEMES } from './themes.mjs';

/** Where the template is written. */
export const REPORT_TEMPLATE = 'dist/report.html';
/** The same without script and style of the charts: the extension has both as its page's own files (`src/report/fillShell.ts`). */
export const REPORT_SHELL = 'dist/report-shell.html';

const FONTS = {
  'font-family': 'system-ui, "Liberation Sans", "DejaVu Sans", sans-serif',
  'font-size': '13px',
  'font-weight': 'normal',
  'editor-font-family': 'ui-monospace, "Liberation Mono", "DejaVu Sans Mono", monospace',
};

/** @param {Record<string, string>} variables */
const asStyle = (variables) =>
  `:root{${Object.entries(variables)
    .map(([name, value]) => `--vscode-${name}:${value};`)
    .join('')}}`;

/**
 * A theme over another one: what only that has must not show through.
 * @param {Record<string, string>} variables @param {...Record<string, string>} below
 */
const over = (variables, ...below) => ({
  ...Object.fromEntries(below.flatMap((other) => Object.keys(other)).map((name) => [name, 'initial'])),
  ...variables,
});

/** What a theme says otherwise than the light one, over which it always stands. @param {Record<string, string>} variables */
const unlikeLight = (variables) =>
  asStyle(
    Object.fromEntries(Object.entries(variables).filter(([name, value]) => THEMES.light.variables[name] !== value)),
  );

/** VS Code's four default themes, by what the reader's system asks for. */
const THEME_STYLES = [
  asStyle({ ...FONTS, ...THEMES.light.variables }),
  `@media (prefers-color-scheme:dark){${unlikeLight(over(THEMES.dark.variables, THEMES.light.variables))}}`,
  `@media (prefers-contrast:more){${unlikeLight(over(THEMES['hc-light'].variables, THEMES.light.variables, THEMES.dark.variables))}}`,
  `@media (prefers-contrast:more) and (prefers-color-scheme:dark){${asStyle(over(THEMES['hc-black'].variables, THEMES.light.variables, THEMES.dark.variables, THEMES['hc-light'].variables))}}`,
].join('\n');

const IN_MEMORY = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  write: /** @type {const} */ (false),
  legalComments: /** @type {const} */ ('none'),
  logLevel: /** @type {const} */ ('warning'),
  metafile: true,
  charset: /** @type {const} */ ('ascii'),
  outdir: 'report',
};

/**
 * One script that needs no other file. What is loaded by a call is in it: bundled twice, because the bundler keeps all of a module that it cannot put into a file of its own.
 * @param {string} entry
 * @returns {Promise<{ text: string, metafile: import('esbuild').Metafile | undefined }>}
 */
async function oneScript(entry) {
  const { outputFiles = [], metafile } = await build({ ...IN_MEMORY, ...PAGE_OPTIONS, entryPoints: { entry } });
  const files = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  /** @type {import('esbuild').Plugin} */
  const fromMemory = {
    name: 'from-memory',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /./ }, ({ path }) => ({ path: basename(path), namespace: 'memory' }));
      onLoad({ filter: /./, namespace: 'memory' }, ({ path }) => ({ contents: files.get(path) ?? '', loader: 'js' }));
    },
  };
  const whole = await build({
    ...IN_MEMORY,
    entryPoints: ['entry.js'],
    platform: 'browser',
    format: 'iife',
    target: PAGE_OPTIONS.target ?? 'es2022',
    plugins: [fromMemory],
  });
  return { text: whole.outputFiles[0]?.text.trim() ?? '', metafile };
}

/** @param {string[]} files style sheets, in their order */
async function styles(...files) {
  const contents = files.map((file) => `@import ${JSON.stringify(`./${file}`)};`).join('\n');
  const { outputFiles } = await build({
    ...IN_MEMORY,
    stdin: { contents, loader: 'css', resolveDir: root, sourcefile: 'report.css' },
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/** @param {string} text @returns {string} the source of a policy that lets this script or style run */
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** @param {string} text @returns {string} the same as an attribute between apostrophes */
const asAttribute = (text) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;');

/** @param {string} script @returns {string} the same, with nothing in it that ends its element */
const inScript = (script) => script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

/**
 * @returns {Promise<{ text: string, shell: string, style: string, metafiles: import('esbuild').Metafile[] }>} the template, its shell, the style that belongs into that, and what is in it
 * @throws {Error} when it cannot be bundled
 */
export async function makeReportTemplate() {
  const [standIn, charts, page, chartsStyle, frameCss, pageCss] = await Promise.all([
    oneScript('webview/report/standIn.ts'),
    oneScript('webview/main.ts'),
    oneScript('webview/report/reportPage.ts'),
    styles('webview/webview.css'),
    styles('webview/report/charts.css'),
    styles('webview/report/report.css'),
  ]);
  const frameStyle = `${THEME_STYLES}\n${frameCss}`;
  const pageStyle = `${THEME_STYLES}\n${pageCss}`;
  const standInScript = inScript(standIn.text);
  const chartsScript = inScript(charts.text);
  const pageScript = inScript(page.text);
  /**
   * @param {{ hash: string, text: string }} script of the charts, as it stands in the attribute
   * @param {{ hash: string, text: string }} style of the charts, likewise
   */
  const templateOf = (script, style) => {
    const policy = [
      "default-src 'none'",
      `script-src ${hashOf(pageScript)} ${hashOf(standInScript)} ${script.hash}`,
      // One is an empty style, to which the toolkit adds a rule to see whether the browser knows it.
      `style-src ${hashOf(pageStyle)} ${hashOf(frameStyle)} ${hashOf('')} ${style.hash}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; ');
    const head = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="kubelet-timeline-report" content="yes"><title>Timeline</title><style>`;
    const frame = `</style><style>${frameStyle}</style></head><body><div id="kubelet-timeline"></div><script>${standInScript}</script><script>`;
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><!--report:title--></title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<!--report:before-->
<section aria-labelledby="charts"><h2 id="charts">Timeline</h2>
<p class="at" id="said" role="status"></p>
<noscript><p>The timeline needs a browser that may run the script in this file. The text of the report is whole without it.</p></noscript>
<iframe title="Timeline: charts, lanes and table" sandbox="allow-scripts allow-downloads" allow="clipboard-write" srcdoc='${asAttribute(head)}${style.text}${asAttribute(frame)}${script.text}&lt;/script></body></html>'></iframe>
</section>
<!--report:behind-->
</main>
<footer><p>Made by Kubelet Timeline. This file needs no network and no other file; the log's part that it shows is in it.</p></footer>
<script type="application/json" id="document"><!--report:document--></script>
<script>${pageScript}</script>
</body>
</html>
`;
  };
  return {
    text: templateOf(
      { hash: hashOf(chartsScript), text: asAttribute(chartsScript) },
      { hash: hashOf(chartsStyle), text: asAttribute(chartsStyle) },
    ),
    shell: templateOf(
      { hash: '<!--report:charts-hash-->', text: '<!--report:charts-script-->' },
      { hash: '<!--report:charts-style-hash-->', text: '<!--report:charts-style-->' },
    ),
    style: chartsStyle,
    metafiles: [standIn, charts, page].flatMap(({ metafile }) => (metafile === undefined ? [] : [metafile])),
  };
}
