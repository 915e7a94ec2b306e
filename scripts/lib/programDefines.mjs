// What the build puts into the command line: its version, and the page that `kubelet-timeline getting-logs` prints. Used by build.mjs and singleFile.mjs.
import { readFileSync } from 'node:fs';
import { inRoot } from './project.mjs';

/** @param {string} version @returns {Record<string, string>} for `define` of esbuild */
export function programDefines(version) {
  return {
    PROGRAM_VERSION: JSON.stringify(version),
    GETTING_LOGS: JSON.stringify(readFileSync(inRoot('docs/getting-logs.md'), 'utf8')),
  };
}
