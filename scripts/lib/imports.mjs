// Which room may import which: the house's picture, and the rules that follow from it. Used by check-imports.mjs.
import { posix } from 'node:path';

/**
 * Rooms of `src/` in the direction of the data, each with the rooms it may import. Never back.
 * @type {Record<string, readonly string[]>}
 */
const ROOMS = {
  kubelet: [],
  language: ['kubelet'],
  journal: ['kubelet'],
  messages: ['kubelet', 'journal'],
  redaction: ['kubelet', 'journal', 'messages'],
  model: ['kubelet'],
  metrics: ['kubelet'],
  inference: ['kubelet', 'journal', 'messages', 'metrics'],
  replay: ['kubelet', 'journal', 'messages', 'inference', 'model'],
  diagnosis: ['kubelet', 'journal', 'messages', 'inference', 'model', 'replay', 'metrics'],
  analysis: [
    'kubelet',
    'language',
    'journal',
    'messages',
    'redaction',
    'inference',
    'model',
    'replay',
    'diagnosis',
    'metrics',
  ],
  fleet: ['kubelet', 'redaction', 'diagnosis', 'analysis'],
  simulator: ['kubelet', 'journal', 'messages', 'model'],
  timeline: ['kubelet', 'language', 'journal', 'messages', 'inference', 'replay', 'diagnosis', 'analysis', 'metrics'],
  whatIf: ['kubelet', 'messages', 'inference', 'model', 'replay', 'simulator', 'timeline'],
  protocol: ['kubelet', 'language', 'analysis', 'timeline', 'whatIf'],
  assistant: ['kubelet', 'journal', 'inference', 'analysis', 'protocol'],
  report: ['kubelet', 'language', 'inference', 'analysis', 'timeline', 'protocol'],
};
const CORE = Object.keys(ROOMS);

/** Outside the core: what a part may import, and which modules that are not ours. An entry (`cli.ts`) and its folder (`cli`) are two parts. */
const EDGES = {
  adapters: { rooms: [...CORE], modules: ['node', 'tar-stream', 'xz-decompress', 'yauzl', 'zstddec'] },
  editor: { rooms: [...CORE, 'adapters'], modules: ['vscode'] },
  'extension.ts': { rooms: ['editor', 'extensionProgram.ts', 'nodePlatform.ts'], modules: ['vscode', 'node'] },
  'extensionProgram.ts': { rooms: ['journal', 'editor'], modules: [] },
  'nodePlatform.ts': { rooms: ['language', 'adapters', 'editor'], modules: ['vscode', 'node'] },
  web: {
    rooms: ['language', 'adapters', 'editor', 'extensionProgram.ts'],
    modules: ['vscode', 'buffer', 'events', 'readable-stream'],
  },
  worker: { rooms: [...CORE, 'adapters'], modules: [] },
  'worker.ts': { rooms: [...CORE, 'adapters', 'worker'], modules: ['node'] },
  'workerStart.ts': { rooms: ['adapters'], modules: ['node'] },
  cli: { rooms: [...CORE, 'adapters'], modules: ['node'] },
  'cli.ts': { rooms: [...CORE, 'adapters', 'cli', 'mcp', 'l10n'], modules: ['node'] },
  mcp: { rooms: [...CORE, 'adapters', 'worker'], modules: ['node', '@modelcontextprotocol/sdk'] },
  'cliSingle.ts': { rooms: ['adapters', 'cli.ts'], modules: ['node'] },
  'cliStart.ts': { rooms: ['adapters'], modules: ['node'] },
  webview: {
    rooms: ['protocol', 'timeline', 'whatIf', 'kubelet', 'language'],
    modules: ['chart.js', '@vscode/webview-ui-toolkit'],
  },
};

/** The toolkit is archived: one file knows it, so that a move to its successor is a change in one place. */
const ONE_IMPORTER = '@vscode/webview-ui-toolkit';

/**
 * @typedef {{ file: string, line: number, specifier: string, problem: string }} Violation
 * @typedef {{ line: number, specifier: string }} Import
 */

/**
 * The part of the house that a file belongs to.
 * @param {string} file path below the root, with `/`
 * @returns {string | undefined} a room, an edge, or undefined for what is neither
 */
function partOf(file) {
  const [top, second] = file.split('/');
  if (top === 'webview' || top === 'l10n') return top;
  return top === 'src' ? second : undefined;
}

/** @param {string} part @returns {{ rooms: readonly string[], modules: readonly string[] } | undefined} */
function rulesOf(part) {
  const room = ROOMS[part];
  if (room) return { rooms: room, modules: [] };
  return Object.hasOwn(EDGES, part) ? EDGES[/** @type {keyof typeof EDGES} */ (part)] : undefined;
}

/** @param {string} specifier a bare one @returns {string} `node`, or the package's name */
function moduleOf(specifier) {
  if (specifier.startsWith('node:')) return 'node';
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

/**
 * Checks one file's imports.
 * @param {string} file path below the root, with `/`
 * @param {string} source
 * @returns {Violation[]}
 */
export function checkFile(file, source) {
  const part = partOf(file);
  if (part === undefined) return [];
  const rules = rulesOf(part);
  if (!rules)
    return [
      { file, line: 1, specifier: '', problem: `${part} is no room of the house (scripts/lib/imports.mjs lists them)` },
    ];
  /** @type {Violation[]} */
  const violations = [];
  for (const { line, specifier } of findImports(source)) {
    /** @param {string} problem */
    const add = (problem) => violations.push({ file, line, specifier, problem });
    if (!specifier.startsWith('.')) {
      const name = moduleOf(specifier);
      if (!rules.modules.includes(name))
        add(`${part} must not import ${name === 'node' ? 'Node modules' : `the module ${name}`}`);
      continue;
    }
    const target = partOf(posix.join(posix.dirname(file), specifier));
    if (target === undefined) add(`${part} must not import from outside src/ and webview/`);
    else if (target !== part && !rules.rooms.includes(target)) add(`${part} must not import ${target}`);
  }
  return violations;
}

/**
 * Checks a set of files, each alone and all together.
 * @param {ReadonlyMap<string, string>} sources text by path below the root
 * @returns {Violation[]}
 */
export function checkFiles(sources) {
  const violations = [...sources].flatMap(([file, source]) => checkFile(file, source));
  const users = [...sources].flatMap(([file, source]) =>
    findImports(source)
      .filter(({ specifier }) => !specifier.startsWith('.') && moduleOf(specifier) === ONE_IMPORTER)
      .map(({ line, specifier }) => ({ file, line, specifier })),
  );
  const first = users[0];
  for (const user of users) {
    if (user.file !== first?.file)
      violations.push({ ...user, problem: `only one file may import ${ONE_IMPORTER}; ${first?.file} does` });
  }
  return violations;
}

/**
 * The module names that a TypeScript source imports, re-exports or loads, static or dynamic, value or type.
 * Reads the text as tokens: names in comments, strings, templates and regular expressions do not count.
 * @param {string} source
 * @returns {Import[]} in the order of the text; lines are 1-based
 */
export function findImports(source) {
  /** @type {Import[]} */
  const imports = [];
  const token =
    /\/\/[^\n]*|\/\*[^]*?\*\/|'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"|`(?:[^`\\]|\\[^])*`|[\p{ID_Start}$_][\p{ID_Continue}$]*|\d[\w.]*|\n|[^\s]/gu;
  const regexBody = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/uy;
  let line = 1;
  /** The two tokens before this one. */
  let before = '';
  let before2 = '';
  for (let match = token.exec(source); match; match = token.exec(source)) {
    let text = match[0];
    if (text === '\n') {
      line++;
      continue;
    }
    if (text.startsWith('//')) continue;
    if (text.startsWith('/*')) {
      line += text.split('\n').length - 1;
      continue;
    }
    if (text === '/' && (before === '' || /^(?:[(,=:[!&|?{};+*%<>~^-]|return|typeof|case|in|of)$/.test(before))) {
      regexBody.lastIndex = match.index;
      const body = regexBody.exec(source);
      if (body) {
        text = body[0];
        token.lastIndex = regexBody.lastIndex;
      }
    }
    const isString = text.length > 1 && (text[0] === "'" || text[0] === '"');
    if (
      isString &&
      (before === 'from' || before === 'import' || (before === '(' && (before2 === 'import' || before2 === 'require')))
    ) {
      imports.push({ line, specifier: text.slice(1, -1) });
    }
    line += text.split('\n').length - 1;
    before2 = before;
    before = text;
  }
  return imports;
}
