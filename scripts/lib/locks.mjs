// What is promised of the lock files, the npm settings beside them and the CI workflow. Used by check-locks.mjs.

/**
 * Packages that want to run a script when they are installed. None runs (`ignore-scripts`): each with why it is not needed. A new one is looked at before it is written here.
 * @type {Readonly<Record<string, string>>}
 */
export const INSTALL_SCRIPTS = {
  '@parcel/watcher': 'would compile; VS Code logs that it cannot watch files natively, and works',
  '@vscode/fs-copyfile': 'would compile; VS Code copies files by other means',
  '@vscode/ripgrep': 'fetches the program that searches; the oldest VS Code takes that of the package that followed',
  '@vscode/vsce-sign': 'fetches a program that signs extensions; nothing is signed here',
  argon2: 'would compile; only for passwords of code-server, which is started without one, behind a gate of ours',
  'code-server': 'fetches the modules of its VS Code; tools/vscode-host/modules has them by a lock file',
  esbuild: 'replaces a small starter by the program itself, which saves milliseconds',
  kerberos: 'would compile; only for proxies that want it',
  keytar: 'would compile; only for the password of a marketplace',
  'node-pty': 'would compile; only for terminals in the editor',
};

/** Fields of an entry that matter here. @typedef {{ integrity?: string, resolved?: string, link?: boolean, hasInstallScript?: boolean }} Entry */

/**
 * @param {string} file path of a lock file
 * @param {string} text
 * @param {string | undefined} npmrc the npm settings beside it
 * @returns {string[]} what is wrong
 */
export function checkLock(file, text, npmrc) {
  /** @type {{ packages?: Record<string, Entry> }} */
  const { packages = {} } = JSON.parse(text);
  const problems = [];
  if (!/^ignore-scripts=true$/m.test(npmrc ?? ''))
    problems.push(`${file}: the .npmrc beside it does not say ignore-scripts=true`);
  for (const [path, { integrity, resolved, link, hasInstallScript }] of Object.entries(packages)) {
    if (path === '' || link === true) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
      problems.push(`${file}: ${path} has no SHA-512 of what is to be installed`);
    if (resolved !== undefined) problems.push(`${file}: ${path} names an address to download from`);
    if (hasInstallScript === true && !Object.hasOwn(INSTALL_SCRIPTS, name))
      problems.push(
        `${file}: ${path} wants to run a script when it is installed: say in scripts/lib/locks.mjs why it need not`,
      );
  }
  return problems;
}

/**
 * @param {string} file path of a workflow
 * @param {string} text
 * @returns {string[]} actions that are not named by a commit
 */
export function checkWorkflow(file, text) {
  return [...text.matchAll(/^[ \t-]*uses:[ \t]*(\S+)/gm)].flatMap(([, action = '']) =>
    /^[\w.-]+(\/[\w.-]+)+@[0-9a-f]{40}$/.test(action) || action.startsWith('./')
      ? []
      : [`${file}: ${action} is not named by its commit`],
  );
}
