// Which regular expressions were found linear before, of those that the checker needs long for. Used by check-regexps.mjs.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './project.mjs';

const FILE = inRoot('scripts/lib/provenLinear.json');

/** What a verdict depends on beside the expression: the checker, and how it is asked. */
const ASKED = ['scripts/lib/linear.mjs', 'node_modules/redos-detector/package.json']
  .map((file) => readFileSync(inRoot(file), 'utf8'))
  .join('\0');

/** A name for an expression and the question that it was asked. @param {string} text as a literal @returns {string} */
export const verdictOf = (text) => createHash('sha256').update(`${ASKED}\0${text}`).digest('hex').slice(0, 32);

/** @returns {ReadonlySet<string>} the names of those that were found linear; of an expression or a checker that has changed since there is none */
export function readProven() {
  return new Set(existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : []);
}

/** @param {Iterable<string>} names */
export function writeProven(names) {
  writeFileSync(FILE, `${JSON.stringify([...names].sort(), null, 2)}\n`);
}
