// What the generators of grammar and docs share: the catalogue as a module, and writing or checking a generated file.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { bundleForNode } from './lib/bundle.mjs';
import { inRoot } from './lib/project.mjs';

/**
 * Bundles a TypeScript module of the core and imports it.
 * @param {string} entry path below the root
 */
export async function importCore(entry) {
  const outfile = inRoot('out/run', `${entry.replace(/[^A-Za-z0-9]+/g, '-')}.mjs`);
  await bundleForNode(entry, outfile);
  return import(pathToFileURL(outfile).href);
}

/**
 * Writes the file, or with `--check` fails when it is not what would be written.
 * @param {string} file path below the root
 * @param {string} text
 */
export function writeOrCheck(file, text) {
  if (!process.argv.includes('--check')) {
    writeFileSync(inRoot(file), text);
    console.log(`${file} written`);
    return;
  }
  if (readFileSync(inRoot(file), 'utf8') === text) return;
  console.error(`${file} is not up to date with the catalogue: run \`node ${process.argv[1]}\``);
  process.exitCode = 1;
}
