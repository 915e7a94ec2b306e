// The manifests that are published: package.json without what only a clone needs, and with the links that follow from its `repository`. Used by package.mjs and release.mjs.

/**
 * @typedef {{ name: string, version: string, description: string, publisher: string, license: string, engines: { node: string, vscode: string },
 *   keywords: string[], repository?: string | { type?: string, url: string } }} Manifest
 */

/**
 * Links that follow from the repository. There are none until a maintainer has written it into package.json, the one place that knows it: nothing leads nowhere.
 * @param {Manifest} manifest
 * @returns {{ repository?: { type: 'git', url: string }, bugs?: { url: string }, homepage?: string }}
 * @throws {Error} when it is no address by https
 */
export function linksOf({ repository }) {
  if (repository === undefined) return {};
  const url = typeof repository === 'string' ? repository : repository.url;
  const page = /^(?:git\+)?(https:\/\/[\w.-]+\/[\w./-]+?)(?:\.git)?\/?$/.exec(url)?.[1];
  if (page === undefined) throw new Error(`package.json: repository ${url} is no address that begins with https://`);
  return {
    repository: { type: 'git', url: `git+${page}.git` },
    bugs: { url: `${page}/issues` },
    homepage: `${page}#readme`,
  };
}

/**
 * @param {Manifest} manifest
 * @returns {string | undefined} the page of the repository, without the mark of its README
 */
export function pageOf(manifest) {
  return linksOf(manifest).homepage?.replace(/#readme$/, '');
}

/** What the manifest of the extension does not need: npm's part of it. */
const OF_NPM = [
  'bin',
  'private',
  'sideEffects',
  'scripts',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'overrides',
];

/**
 * @param {Manifest} manifest of the repository
 * @returns {object} the manifest in the VSIX
 */
export function extensionManifest(manifest) {
  const kept = Object.fromEntries(Object.entries(manifest).filter(([key]) => !OF_NPM.includes(key)));
  return { ...kept, engines: { vscode: manifest.engines.vscode }, ...linksOf(manifest) };
}

/**
 * @param {Manifest} manifest of the repository
 * @returns {object} the manifest of the command line on npm: no package comes with it, and no script runs when it is installed
 */
export function cliManifest(manifest) {
  const { name, version, license, engines, keywords } = manifest;
  return {
    name,
    version,
    description: "Says from a kubelet's log when and why a Kubernetes node went NotReady.",
    keywords,
    license,
    ...linksOf(manifest),
    type: 'commonjs',
    bin: { [name]: 'dist/cli.js' },
    man: [`./${name}.1`], // of a string npm 11 makes no link
    files: ['dist', `${name}.1`, 'completions'],
    engines: { node: engines.node },
  };
}
