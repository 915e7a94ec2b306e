// Bundles of the product for benchmarks, some with files of `test/bench` in the places of others.
import { bundleForNode } from './bundle.mjs';
import { inRoot } from './project.mjs';

/**
 * Puts files of `test/bench` in the places of others that the session imports.
 * @param {string} name @param {Readonly<Record<string, string>>} places by the end of what is imported
 * @returns {import('esbuild').Plugin}
 */
export const standIns = (name, places) => ({
  name,
  setup(building) {
    for (const [place, standIn] of Object.entries(places)) {
      building.onResolve({ filter: new RegExp(`/${place}\\.ts$`) }, ({ importer }) =>
        /(?:session|readerCost)\.ts$/.test(importer) ? { path: inRoot(`test/bench/${standIn}.ts`) } : undefined,
      );
    }
  },
});

/** The reader alone, and nobody keeps what it gives. */
export const NOTHING_KEPT = {
  'inference/inference': 'readerOnly',
  evidenceText: 'readerOnly',
  lineIndex: 'readerOnly',
};
/** The reader alone with its facts in columns and the time of every record. */
export const FACTS_KEPT = {
  'inference/inference': 'readerKeeping',
  evidenceText: 'readerOnly',
  readerOnly: 'readerKeeping',
};

/** @param {string} entry @param {string} outfile @param {import('esbuild').Plugin[]} [plugins] @returns {Promise<string>} the file */
export function bundle(entry, outfile, plugins = []) {
  return bundleForNode(entry, outfile, { minify: true, format: 'cjs', plugins });
}
