// One way to bundle a program of this repository for Node, as far as everyone who does so agrees.
import { build } from 'esbuild';
import { inRoot } from './project.mjs';

/**
 * Bundles an entry with all that it imports.
 * @param {string} entry path below the root
 * @param {string} outfile
 * @param {import('esbuild').BuildOptions} [more] beside what is the same for all: `format` is `esm` unless it says otherwise
 * @returns {Promise<string>} the file
 */
export async function bundleForNode(entry, outfile, more = {}) {
  await build({
    entryPoints: [inRoot(entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    ...more,
  });
  return outfile;
}
