// What the packaged extension may hold and weigh. Used by check-size.mjs.
import { NOTICES } from './notices.mjs';
import { LATER } from './page.mjs';

/**
 * The VSIX without its images, packed. The worker is more than half of it: the catalogue of messages, the causes, and the decoders of packed logs as WebAssembly. What grows are texts:
 * a finding is a kilobyte, with its Chinese words two. A window that has no kubelet log loads 11 kB of it (`ENTRY_BUDGET`).
 */
export const VSIX_BUDGET = 960_000;

/** The page's scripts, unpacked. The toolkit and chart.js alone are 180 kB; the rest is ours. */
export const PAGE_BUDGET = 400_000;

/** Those of them that are read and compiled before anything is seen: the page's entry with all that it imports. What is imported by a call comes later and does not count. */
export const FIRST_PAINT_BUDGET = 300_000;

/** The extension's entry, which every window with a text loads. */
export const ENTRY_BUDGET = 20_000;

/** A report as HTML before it has a word of a log: its shell and the page's scripts, unpacked. */
export const REPORT_BUDGET = 1_000_000;

/** The command line on npm, packed: what `npx` downloads. Nothing comes with it. */
export const CLI_BUDGET = 1_500_000;

/** Everything that is shipped; what is not listed is a mistake in .vscodeignore. */
const SHIPPED = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/package(\.nls(\.[\w-]+)?)?\.json$/,
  /^extension\/language-configuration\.json$/,
  /^extension\/l10n\/[\w-]+\.json$/,
  /^extension\/(readme\.md|changelog\.md|LICENSE(\.txt|\.md)?)$/i,
  /^extension\/dist\/(web\/)?[\w-]+\.(js|css)$/,
  /^extension\/dist\/(ThirdPartyNotices\.txt|what-is-pleg(\.zh-cn)?\.html|getting-logs\.html|findings\.html|report-shell\.html|sample-incident\.log\.gz)$/,
  /^extension\/syntaxes\/[\w.-]+\.tmLanguage\.json$/,
  /^extension\/schemas\/[\w-]+\.schema\.json$/,
  /^extension\/media\/[\w-]+\.png$/,
  /^extension\/media\/walkthrough\/[\w-]+\.svg$/,
];

const PAGE_SCRIPT = /^extension\/dist\/webview(-[\w-]+)?\.js$/;

/** Without these the extension does not work, or may not be given away. */
const NEEDED = [
  'dist/extension.js',
  'dist/extension-program.js',
  'dist/node-platform.js',
  'dist/web/extension.js',
  'dist/web/worker.js',
  'dist/worker.js',
  'dist/worker-program.js',
  'dist/webview.js',
  'dist/what-is-pleg.html',
  'dist/what-is-pleg.zh-cn.html',
  'dist/getting-logs.html',
  'dist/findings.html',
  'dist/report-shell.html',
  'dist/sample-incident.log.gz',
  `dist/${NOTICES}`,
  'package.json',
  'package.nls.json',
  'l10n/zh-cn.json',
  'syntaxes/kubelet-log.tmLanguage.json',
  'readme.md',
  'media/icon.png',
];

const DIST = 'extension/dist/';
const PAGE_ENTRY = `${DIST}webview.js`;

/** Imports of a bundle that are loaded with it; one by a call has a bracket before its name. */
const IMPORTED = /\b(?:from|import)\s*"\.\/([\w-]+\.js)"/g;

/**
 * @param {(name: string) => string} textOf the text of a script of the package
 * @returns {Set<string>} the page's entry and the scripts that are loaded with it
 */
function loadedAtOnce(textOf) {
  const loaded = new Set([PAGE_ENTRY]);
  for (const name of loaded)
    for (const [, imported] of textOf(name).matchAll(IMPORTED)) loaded.add(`${DIST}${imported}`);
  return loaded;
}

/**
 * @param {readonly import('./zip.mjs').ZipEntry[]} entries of the VSIX
 * @param {(name: string) => string} textOf the text of one of them
 * @returns {{ lines: string[], problems: string[] }} lines: what it weighs; problems: what is against the rules
 */
export function checkBudget(entries, textOf) {
  const sum = (/** @type {readonly import('./zip.mjs').ZipEntry[]} */ counted) =>
    counted.reduce((total, { bytes }) => total + bytes, 0);
  const withoutImages = entries
    .filter(({ name }) => !name.endsWith('.png'))
    .reduce((total, { packedBytes }) => total + packedBytes, 0);
  const scripts = entries.filter(({ name }) => PAGE_SCRIPT.test(name));
  const page = sum(scripts);
  const problems = entries
    .filter(({ name }) => !SHIPPED.some((pattern) => pattern.test(name)))
    .map(({ name }) => `${name} must not be shipped`);
  for (const name of NEEDED)
    if (!entries.some((entry) => entry.name === `extension/${name}`))
      problems.push(`${name} is missing in the package`);
  for (const name of LATER)
    if (!scripts.some((entry) => entry.name.startsWith(`${DIST}${name}-`)))
      problems.push(`dist/${name} is missing in the package`);
  const atOnce = scripts.some(({ name }) => name === PAGE_ENTRY) ? loadedAtOnce(textOf) : new Set();
  const first = sum(scripts.filter(({ name }) => atOnce.has(name)));
  if (withoutImages > VSIX_BUDGET)
    problems.push(`the VSIX without images has ${withoutImages} bytes, more than ${VSIX_BUDGET}`);
  const entry = sum(entries.filter(({ name }) => name === `${DIST}extension.js`));
  if (entry > ENTRY_BUDGET) problems.push(`the extension's entry has ${entry} bytes, more than ${ENTRY_BUDGET}`);
  const report = sum(entries.filter(({ name }) => name === `${DIST}report-shell.html`));
  if (report + page > REPORT_BUDGET)
    problems.push(`a report has ${report + page} bytes without its data, more than ${REPORT_BUDGET}`);
  if (page > PAGE_BUDGET) problems.push(`the page has ${page} bytes of script, more than ${PAGE_BUDGET}`);
  if (first > FIRST_PAINT_BUDGET)
    problems.push(`the page has ${first} bytes of script before its first paint, more than ${FIRST_PAINT_BUDGET}`);
  const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  return {
    lines: [
      ...entries.map(
        ({ name, packedBytes, bytes }) =>
          `  ${name.padEnd(52)} ${kB(packedBytes).padStart(10)} of ${kB(bytes).padStart(10)}`,
      ),
      `size: VSIX without images ${kB(withoutImages)} (at most ${kB(VSIX_BUDGET)}), page ${kB(page)} (at most ${kB(PAGE_BUDGET)}), before its first paint ${kB(first)} (at most ${kB(FIRST_PAINT_BUDGET)})`,
    ],
    problems,
  };
}
