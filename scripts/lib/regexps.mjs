// Finds the regular expressions of a JavaScript text and of a TextMate grammar. Used by check-regexps.mjs.

/** @typedef {{ source: string, flags: string }} Pattern */

/** After these words an expression begins, so a slash begins a regular expression. */
const WORDS_BEFORE_EXPRESSION = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'void',
  'delete',
  'throw',
  'new',
  'else',
  'do',
  'instanceof',
  'yield',
  'await',
  'default',
]);

const WORD = /[\w$\u0080-\uffff]/;

/**
 * The regular expression literals of a JavaScript text without comments, as esbuild prints it. A slash after a value is a division; after `)` and
 * `}` it is taken for one too, which holds for printed code but for a statement that begins with a literal.
 * @param {string} code
 * @returns {Pattern[]} in order of appearance, repetitions included
 */
export function regexpLiterals(code) {
  /** @type {Pattern[]} */
  const found = [];
  /** Depth of braces at which a template goes on. @type {number[]} */
  const templates = [];
  let depth = 0;
  let at = 0;
  let afterValue = false;
  const skipTemplate = () => {
    while (at < code.length) {
      const char = code[at];
      if (char === '\\') at += 2;
      else if (char === '`') {
        at += 1;
        afterValue = true;
        return;
      } else if (char === '$' && code[at + 1] === '{') {
        at += 2;
        templates.push(depth);
        depth += 1;
        afterValue = false;
        return;
      } else at += 1;
    }
  };
  while (at < code.length) {
    const char = /** @type {string} */ (code[at]);
    if (char === '"' || char === "'") {
      at += 1;
      while (at < code.length && code[at] !== char) at += code[at] === '\\' ? 2 : 1;
      at += 1;
      afterValue = true;
    } else if (char === '`') {
      at += 1;
      skipTemplate();
    } else if (WORD.test(char)) {
      const start = at;
      while (at < code.length && WORD.test(/** @type {string} */ (code[at]))) at += 1;
      afterValue = code[start - 1] === '.' || !WORDS_BEFORE_EXPRESSION.has(code.slice(start, at));
    } else if (char === '/' && !afterValue) {
      const literal = readLiteral(code, at);
      found.push(literal.pattern);
      at = literal.end;
      afterValue = true;
    } else if (char === '}') {
      depth -= 1;
      at += 1;
      if (templates.at(-1) === depth) {
        templates.pop();
        skipTemplate();
      } else afterValue = true;
    } else {
      if (char === '{') depth += 1;
      if (!/\s/.test(char))
        afterValue =
          char === ')' || char === ']' || ((char === '+' || char === '-') && code[at - 1] === char && afterValue);
      at += 1;
    }
  }
  return found;
}

/** @param {string} code @param {number} start of the opening slash */
function readLiteral(code, start) {
  let at = start + 1;
  let inClass = false;
  while (at < code.length && (inClass || code[at] !== '/')) {
    if (code[at] === '\\') at += 1;
    else if (code[at] === '[') inClass = true;
    else if (code[at] === ']') inClass = false;
    at += 1;
  }
  const source = code.slice(start + 1, at);
  at += 1;
  const flagsFrom = at;
  while (at < code.length && /[a-z]/.test(/** @type {string} */ (code[at]))) at += 1;
  return { pattern: { source, flags: code.slice(flagsFrom, at) }, end: at };
}

/**
 * The patterns of a TextMate grammar, written as JavaScript reads them: `\G` is left out (where a match may begin makes no difference to its cost from there).
 * @param {unknown} grammar
 * @returns {Pattern[]}
 */
export function grammarPatterns(grammar) {
  /** @type {Pattern[]} */
  const found = [];
  const walk = (/** @type {unknown} */ node) => {
    if (node === null || typeof node !== 'object') return;
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string' && ['match', 'begin', 'end', 'while'].includes(key))
        found.push(asJavaScript(value));
      else walk(value);
    }
  };
  walk(grammar);
  return found;
}

/** @param {string} pattern of oniguruma @returns {Pattern} @throws {Error} for syntax that JavaScript has no word for */
function asJavaScript(pattern) {
  let source = pattern.replaceAll('\\G', '').replaceAll('\\h', '[0-9a-fA-F]');
  let flags = '';
  const options = /^\(\?([a-z]+)\)/.exec(source);
  if (options !== null) {
    if (options[1] !== 'i') throw new Error(`options (?${options[1]}) have no counterpart: ${pattern}`);
    flags = 'i';
    source = source.slice(options[0].length);
  }
  if (/\\p\{/.test(source)) {
    flags += 'u';
    // Escapes that are needless in JavaScript are errors under this flag.
    source = source.replace(/\\([^A-Za-z0-9^$\\.*+?()[\]{}|/])/g, '$1');
  }
  new RegExp(source, flags); // throws for what is not JavaScript's
  return { source, flags };
}
