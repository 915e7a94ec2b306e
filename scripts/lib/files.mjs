// Finding files. Node built-ins only (Node 20 has no glob).
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './project.mjs';

/**
 * @param {string} folder below the root
 * @param {RegExp} pattern on the path
 * @param {string} [base] another root
 * @returns {string[]} paths relative to the root, with `/`, sorted; empty when there is no such folder
 */
export function listFiles(folder, pattern, base = root) {
  let entries;
  try {
    entries = readdirSync(join(base, folder), { recursive: true, withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(base, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => pattern.test(file) && !file.includes('node_modules/'))
    .sort();
}
