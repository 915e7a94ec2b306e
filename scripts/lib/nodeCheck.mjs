// What a program of ours begins with, so that a Node which is too old says so in its first line. Used by build.mjs.

/** The language of the file that begins so: a Node that is older than ours has to read it whole before it runs its first line. */
export const OLDEST_LANGUAGE = 'es2015';

/**
 * @param {string} engines the range of Node in the manifest, as `>=20.19`
 * @returns {string} JavaScript of 2009 that ends the process where Node is older
 * @throws {Error} when the range has another form
 */
export function nodeCheck(engines) {
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(engines) ?? [];
  if (major === undefined || minor === undefined)
    throw new Error(`engines.node is ${engines}: nodeCheck.mjs reads >=MAJOR.MINOR`);
  const words = `kubelet-timeline needs Node ${major}.${minor} or a later one; this is Node `;
  return `(function () { var have = process.versions.node.split("."); if (+have[0] < ${major} || (+have[0] === ${major} && +have[1] < ${minor})) { console.error(${JSON.stringify(words)} + process.versions.node + ". Install one from nodejs.org or your system, and start again."); process.exit(1); } })();`;
}
