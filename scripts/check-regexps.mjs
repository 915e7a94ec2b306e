// Checks that every regular expression that reads a log takes linear time: all literals and `new RegExp` of src/ and webview/, and the grammar's patterns.
// Some of them take the checker most of a minute: what it said of them is kept (lib/provenLinear.json) until they or it change, and asked anew with `--all` and in the depth of
// npm test. `--write` asks anew and keeps.
import { transformSync } from 'esbuild';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { listFiles } from './lib/files.mjs';
import { verdictsOn } from './lib/linearPart.mjs';
import { bundleForNode } from './lib/bundle.mjs';
import { inRoot } from './lib/project.mjs';
import { readProven, verdictOf, writeProven } from './lib/provenLinear.mjs';
import { grammarPatterns, regexpLiterals } from './lib/regexps.mjs';

/** @typedef {import('./lib/regexps.mjs').Pattern} Pattern */

/** @type {Map<string, { pattern: Pattern, files: Set<string> }>} */
const patterns = new Map();
const add = (/** @type {Pattern} */ pattern, /** @type {string} */ file) => {
  const key = `/${pattern.source}/${pattern.flags}`;
  const known = patterns.get(key);
  if (known === undefined) patterns.set(key, { pattern, files: new Set([file]) });
  else known.files.add(file);
};

/**
 * The expressions that a module makes with `new RegExp` while it is loaded; others cannot be seen and are reported.
 * @param {string} file @param {number} expected how many its text has
 */
async function addConstructed(file, expected) {
  const outfile = inRoot('out/regexps', `${file.replace(/[^A-Za-z0-9]+/g, '-')}.mjs`);
  await bundleForNode(file, outfile);
  const Original = globalThis.RegExp;
  let made = 0;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, args) {
      const regexp = Reflect.construct(target, args);
      made += 1;
      add({ source: regexp.source, flags: regexp.flags }, file);
      return regexp;
    },
  });
  try {
    await import(pathToFileURL(outfile).href);
  } finally {
    globalThis.RegExp = Original;
  }
  if (made < expected)
    throw new Error(
      `${file}: a RegExp is made later than when the module is loaded; write it as a constant of the module, so that it can be checked`,
    );
}

for (const file of [...listFiles('src', /\.ts$/), ...listFiles('webview', /\.ts$/)]) {
  const { code } = transformSync(readFileSync(inRoot(file), 'utf8'), {
    loader: 'ts',
    minifyWhitespace: true,
    legalComments: 'none',
    target: 'es2024',
  });
  for (const pattern of regexpLiterals(code)) add(pattern, file);
  const constructed = code.match(/\bRegExp\(/g)?.length ?? 0;
  if (constructed > 0) await addConstructed(file, constructed);
}
for (const file of listFiles('syntaxes', /\.json$/)) {
  for (const pattern of grammarPatterns(JSON.parse(readFileSync(inRoot(file), 'utf8')))) add(pattern, file);
}

/** What takes the checker so long is worth keeping, in microseconds of the processor: a third of them, which take nine tenths of its time. */
const LONG = 20_000;
const isWriting = process.argv.includes('--write');
const asksAll =
  isWriting || process.argv.includes('--all') || /^(?:depth|long)$/.test(process.env['KUBELET_TIMELINE_TESTS'] ?? '');
const proven = asksAll ? new Set() : readProven();

let bad = 0;
/** Names of verdicts that took long. @type {string[]} */
const long = [];
const asked = [...patterns].filter(([text]) => !proven.has(verdictOf(text)));
const known = patterns.size - asked.length;
const verdicts = await verdictsOn(asked.map(([, { pattern }]) => pattern));
for (const [index, [text, { files }]] of asked.entries()) {
  const { why, took } = verdicts[index] ?? { why: 'the checker did not answer', took: 0 };
  if (why === undefined) {
    if (took > LONG) long.push(verdictOf(text));
    continue;
  }
  bad += 1;
  console.error(`${[...files].join(', ')}: ${text}\n  is not linear: ${why}`);
}
if (isWriting) writeProven(long);
const ofThem = known === 0 ? '' : ` (${known} of them were found so before)`;
console.log(`regexps: ${patterns.size} patterns, ${bad === 0 ? 'all linear' : `${bad} not linear`}${ofThem}`);
process.exitCode = bad === 0 && patterns.size > 0 ? 0 : 1;
