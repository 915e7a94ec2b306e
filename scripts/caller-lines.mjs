// Makes src/kubelet/callerLinesTable.ts: in which line of its file each version of the kubelet writes a message. Reads ../shared/caller-lines.jsonl, the source
// lines of the read releases; without it there is nothing to do.
//   node scripts/caller-lines.mjs [--check]
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { importCore, writeOrCheck } from './messages-lib.mjs';
import { inRoot } from './lib/project.mjs';

export const TABLE_FILE = 'src/kubelet/callerLinesTable.ts';
const SOURCE = '../shared/caller-lines.jsonl';

/** First minor version of the table; versions are written as one digit of base 36 from here. */
const FIRST_MINOR = 8;

/**
 * The minor versions that a label stands for: `v1.28.4`; `v1.20.0-alpha.1`, which may be as old as the minor before; `v1.17-release-79569e22b5`. Labels that name
 * no release (`EKS 1.23`, `v1.18.x (k3s)`, `v1.32.0 or 1.32.1`) come from logs of vendors and are left out.
 * @param {string} label
 * @returns {readonly number[]}
 */
export function minorsOf(label) {
  const match = /^v1\.(\d+)(?:\.(?:\d+|x))?(?:-[\w.-]+)?$/.exec(label);
  if (match === null || label.endsWith('-dev')) return [];
  const minor = Number(match[1]);
  return label.includes('-alpha') && minor > FIRST_MINOR ? [minor - 1, minor] : [minor];
}

/**
 * @param {string} text of caller-lines.jsonl
 * @param {(message: string) => boolean} wanted
 * @returns {Map<string, Map<number, Set<number>>>} for each message and line the minors that write it there
 */
export function linesOf(text, wanted) {
  /** @type {Map<string, Map<number, Set<number>>>} */
  const messages = new Map();
  for (const json of text.trim().split('\n')) {
    /** @type {{ file: string, message: string, lines: Record<string, string[]> }} */
    const { file, message, lines } = JSON.parse(json);
    // The wrapper of the CRI client has one line for all its messages: the name of the file says as much.
    if (file === 'log.go' || !wanted(message)) continue;
    const known = messages.get(message) ?? new Map();
    messages.set(message, known);
    for (const [line, labels] of Object.entries(lines)) {
      for (const minor of labels.flatMap(minorsOf))
        known.set(Number(line), (known.get(Number(line)) ?? new Set()).add(minor));
    }
  }
  return messages;
}

/**
 * One message as text: its id, then each line with the minors from and to which it holds, e.g. `b` `d` `1k` (1.19 to 1.21, line 56). Lines ascend, and each is counted
 * from the one before: messages of one file move by the same distances, which packs to half the size.
 * @param {string} message
 * @param {Map<number, Set<number>>} lines
 */
function rowText(message, lines) {
  const parts = [];
  let before = 0;
  for (const [line, minors] of [...lines].sort((a, b) => a[0] - b[0])) {
    const sorted = [...minors].sort((a, b) => a - b);
    sorted.forEach((minor, index) => {
      if (sorted[index - 1] === minor - 1) return;
      let last = minor;
      while (minors.has(last + 1)) last += 1;
      parts.push(
        `${(minor - FIRST_MINOR).toString(36)}${(last - FIRST_MINOR).toString(36)}${(line - before).toString(36)}`,
      );
      before = line;
    });
  }
  return `${message} ${parts.join(' ')}`;
}

/** @param {string} text of caller-lines.jsonl @param {(message: string) => boolean} wanted @returns {string} the module */
export function moduleText(text, wanted) {
  const rows = [...linesOf(text, wanted)]
    .filter(([, lines]) => lines.size > 0)
    .map(([message, lines]) => rowText(message, lines));
  return `/**
 * In which line of its file each minor version of the kubelet writes a message, read from the sources of its releases. Made by \`node scripts/caller-lines.mjs\`.
 * Each row: id of the catalogue, then for each line the first and the last minor (one digit of base 36 each, counted from 1.${FIRST_MINOR}) and how far the line stands behind the one before (base 36).
 */
export const CALLER_LINES_FIRST_MINOR = ${FIRST_MINOR};

export const CALLER_LINES_TABLE = \`
${rows.join('\n')}
\`;
`;
}

/** Messages that logs often hold: those with facts, and what is written without an error at the usual verbosity. */
export async function commonMessages() {
  /** @type {{ CATALOGUE: readonly import('../src/messages/recognise/row.ts').CatalogueRow[] }} */
  const { CATALOGUE } = await importCore('src/messages/catalogue/index.ts');
  const rows = new Map(CATALOGUE.map((row) => [row.id, row]));
  return (/** @type {string} */ id) => {
    const row = rows.get(id);
    return row !== undefined && (row.verbosity ?? 0) <= 2 && (row.facts !== undefined || row.severity !== 'E');
  };
}

/** @returns {string | undefined} text of the source, where a checkout has it */
export function sourceText() {
  const file = inRoot(SOURCE);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const text = sourceText();
  if (text === undefined) console.log(`${SOURCE} is not there; the table stays as it is`);
  else writeOrCheck(TABLE_FILE, moduleText(text, await commonMessages()));
}
