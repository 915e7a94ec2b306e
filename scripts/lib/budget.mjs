// What the packaged extension may hold and weigh. Used by check-size.mjs.

/** The VSIX without its images, packed. */
export const VSIX_BUDGET = 500_000;

/**
 * The page's script, unpacked: it is read and compiled whenever a panel opens. The toolkit and chart.js alone are 252 kB; the rest is ours, of which the search
 * language, the inner state with its drawing and the explanations of each field took 40 kB.
 */
export const WEBVIEW_BUDGET = 420_000;

/** Everything that is shipped; what is not listed is a mistake in .vscodeignore. */
const SHIPPED = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/package(\.nls(\.[\w-]+)?)?\.json$/,
  /^extension\/language-configuration\.json$/,
  /^extension\/(readme\.md|changelog\.md|LICENSE(\.txt|\.md)?)$/i,
  /^extension\/dist\/(web\/)?[\w-]+\.(js|css)$/,
  /^extension\/syntaxes\/[\w.-]+\.tmLanguage\.json$/,
  /^extension\/schemas\/[\w-]+\.schema\.json$/,
  /^extension\/media\/[\w-]+\.png$/,
];

/** Without these the extension does not work. */
const NEEDED = ['dist/extension.js', 'dist/worker.js', 'dist/webview.js', 'package.json', 'package.nls.json', 'syntaxes/kubelet-log.tmLanguage.json', 'media/icon.png'];

/**
 * @param {readonly import('./zip.mjs').ZipEntry[]} entries of the VSIX
 * @returns {{ lines: string[], problems: string[] }} lines: what it weighs; problems: what is against the rules
 */
export function checkBudget(entries) {
  const withoutImages = entries.filter(({ name }) => !name.endsWith('.png')).reduce((sum, { packedBytes }) => sum + packedBytes, 0);
  const page = entries.find(({ name }) => name === 'extension/dist/webview.js')?.bytes ?? 0;
  const problems = entries.filter(({ name }) => !SHIPPED.some((pattern) => pattern.test(name))).map(({ name }) => `${name} must not be shipped`);
  for (const name of NEEDED) if (!entries.some((entry) => entry.name === `extension/${name}`)) problems.push(`${name} is missing in the package`);
  if (withoutImages > VSIX_BUDGET) problems.push(`the VSIX without images has ${withoutImages} bytes, more than ${VSIX_BUDGET}`);
  if (page > WEBVIEW_BUDGET) problems.push(`dist/webview.js has ${page} bytes, more than ${WEBVIEW_BUDGET}`);
  const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  return {
    lines: [
      ...entries.map(({ name, packedBytes, bytes }) => `  ${name.padEnd(52)} ${kB(packedBytes).padStart(10)} of ${kB(bytes).padStart(10)}`),
      `size: VSIX without images ${kB(withoutImages)} (at most ${kB(VSIX_BUDGET)}), page ${kB(page)} (at most ${kB(WEBVIEW_BUDGET)})`,
    ],
    problems,
  };
}
