// What the packaged extension may hold and weigh. Used by check-size.mjs.
import { NOTICES } from './notices.mjs';
import { ON_DEMAND } from './page.mjs';

/** The VSIX without its images, packed. The worker is two thirds of it: the catalogue of messages, the causes, and the decoders of packed logs as WebAssembly. */
export const VSIX_BUDGET = 900_000;

/**
 * The page's scripts, unpacked, without those that come on demand: they are read and compiled whenever a panel opens. The toolkit and chart.js alone are 215 kB;
 * the rest is ours.
 */
export const WEBVIEW_BUDGET = 350_000;

/** Everything that is shipped; what is not listed is a mistake in .vscodeignore. */
const SHIPPED = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/package(\.nls(\.[\w-]+)?)?\.json$/,
  /^extension\/language-configuration\.json$/,
  /^extension\/(readme\.md|changelog\.md|LICENSE(\.txt|\.md)?)$/i,
  /^extension\/dist\/(web\/)?[\w-]+\.(js|css)$/,
  /^extension\/dist\/ThirdPartyNotices\.txt$/,
  /^extension\/syntaxes\/[\w.-]+\.tmLanguage\.json$/,
  /^extension\/schemas\/[\w-]+\.schema\.json$/,
  /^extension\/media\/[\w-]+\.png$/,
];

const PAGE_SCRIPT = /^extension\/dist\/webview(-[\w-]+)?\.js$/;

/** Without these the extension does not work, or may not be given away. */
const NEEDED = ['dist/extension.js', 'dist/worker.js', 'dist/worker-program.js', 'dist/webview.js', ...ON_DEMAND.map((name) => `dist/${name}`), `dist/${NOTICES}`, 'package.json', 'package.nls.json', 'syntaxes/kubelet-log.tmLanguage.json', 'readme.md', 'media/icon.png'];

/**
 * @param {readonly import('./zip.mjs').ZipEntry[]} entries of the VSIX
 * @returns {{ lines: string[], problems: string[] }} lines: what it weighs; problems: what is against the rules
 */
export function checkBudget(entries) {
  const withoutImages = entries.filter(({ name }) => !name.endsWith('.png')).reduce((sum, { packedBytes }) => sum + packedBytes, 0);
  const page = entries.filter(({ name }) => PAGE_SCRIPT.test(name) && !ON_DEMAND.some((late) => name.endsWith(`/${late}`))).reduce((sum, { bytes }) => sum + bytes, 0);
  const problems = entries.filter(({ name }) => !SHIPPED.some((pattern) => pattern.test(name))).map(({ name }) => `${name} must not be shipped`);
  for (const name of NEEDED) if (!entries.some((entry) => entry.name === `extension/${name}`)) problems.push(`${name} is missing in the package`);
  if (withoutImages > VSIX_BUDGET) problems.push(`the VSIX without images has ${withoutImages} bytes, more than ${VSIX_BUDGET}`);
  if (page > WEBVIEW_BUDGET) problems.push(`the page has ${page} bytes of script, more than ${WEBVIEW_BUDGET}`);
  const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  return {
    lines: [
      ...entries.map(({ name, packedBytes, bytes }) => `  ${name.padEnd(52)} ${kB(packedBytes).padStart(10)} of ${kB(bytes).padStart(10)}`),
      `size: VSIX without images ${kB(withoutImages)} (at most ${kB(VSIX_BUDGET)}), page ${kB(page)} (at most ${kB(WEBVIEW_BUDGET)})`,
    ],
    problems,
  };
}
