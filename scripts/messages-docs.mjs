// Makes docs/messages.md from the catalogue, grouped by component.
//   node scripts/messages-docs.mjs [--check]
import { pathToFileURL } from 'node:url';
import { importCore, writeOrCheck } from './messages-lib.mjs';

export const DOCS_FILE = 'docs/messages.md';

const LOOP = {
  start: 'written by the sync loop at the start of a turn',
  middle: 'written by the sync loop in the middle of a turn',
  end: 'written by the sync loop at the end of a turn',
};

const code = (text) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

function form(row) {
  if (row.form !== 'structured') return row.template;
  return `"${row.template}"${row.keys.map((key) => ` ${key}=…`).join('')}`;
}

function versions(row) {
  if (row.form === 'neighbour') return undefined;
  if (row.since === undefined && row.until === undefined) return 'all versions';
  if (row.since === undefined) return `up to ${row.until}`;
  if (row.until === undefined) return `from ${row.since}`;
  return row.since === row.until ? row.since : `${row.since} to ${row.until}`;
}

/** @param {import('../src/messages/catalogue/source.ts').RowSource | undefined} source */
function readIn(source) {
  if (source === undefined) return undefined;
  return `${code(source.path)} (${source.read.replaceAll('-', ' to ')})`;
}

function details(row, source) {
  const severity = { I: 'info', W: 'warning', E: 'error', F: 'fatal' }[row.severity];
  const verbosity =
    row.verbosity === undefined ? undefined : row.verbosity === 0 ? 'always written' : `from \`-v=${row.verbosity}\``;
  const file = row.file === undefined ? undefined : code(row.file);
  return [versions(row), severity, verbosity, readIn(source) ?? file].filter((part) => part !== undefined).join(', ');
}

/** @param {{ rows: readonly import('../src/messages/recognise/row.ts').CatalogueRow[], titles: Readonly<Record<string, string>>, sources: ReadonlyMap<string, import('../src/messages/catalogue/source.ts').RowSource> }} catalogue */
export function docsText({ rows, titles, sources }) {
  const components = new Map();
  for (const row of rows) {
    const families = components.get(row.component) ?? components.set(row.component, new Map()).get(row.component);
    const key = `${row.meaning}\n${row.whatToDo ?? ''}\n${row.loop ?? ''}\n${row.form === 'error-text'}`;
    (families.get(key) ?? families.set(key, []).get(key)).push(row);
  }
  const out = [
    '# Messages',
    '',
    'Every message that Kubelet Timeline knows, as each version of the kubelet writes it, with its meaning and what to do about it; at the end the lines of its neighbours in the journal.',
    'Made from the catalogue in `src/messages/catalogue` by `node scripts/messages-docs.mjs`; change it there.',
    '',
    'A message in quotes with keys is structured (kubelet 1.21 and later), others are printf text; `{…}` stands for a value. Versions are those whose source was read: a boundary can be off by a backport.',
    '',
    'Behind the file stands in what the text was read: in the source trees of these versions; in a copy of the file that does not tell its version but is of the time of glog (up to 1.12), of klog (1.13 to 1.20), of structured calls (from 1.21) or of contextual ones (from 1.24 on); or in lines that kubelets wrote. `unread` is said of the few for which none of that could be had.',
    '',
    ...[...components.keys()].map(
      (component) =>
        `- [${titles[component] ?? component}](#${(titles[component] ?? component)
          .toLowerCase()
          .replace(/[^a-z0-9 -]/g, '')
          .replace(/ /g, '-')})`,
    ),
    '',
  ];
  for (const [component, families] of components) {
    out.push(`## ${titles[component] ?? component}`, '');
    for (const list of families.values()) {
      const [first] = list;
      for (const row of list)
        out.push(
          `- ${code(form(row))}  \n  ${[details(row, sources.get(row.id)), code(row.id)].filter(Boolean).join('; ')}`,
        );
      const kind = first.form === 'error-text' ? ' (A piece of an error, not a line of its own.)' : '';
      out.push('', `${first.meaning}${kind}${first.loop === undefined ? '' : ` (${LOOP[first.loop]}.)`}`, '');
      if (first.whatToDo !== undefined) out.push(`*What to do:* ${first.whatToDo}`, '');
    }
  }
  return `${out.join('\n').trimEnd()}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { CATALOGUE } = await importCore('src/messages/catalogue/index.ts');
  const { SOURCES } = await importCore('src/messages/catalogue/sources.ts');
  const { COMPONENT_TITLES } = await importCore('src/messages/components.ts');
  writeOrCheck(DOCS_FILE, docsText({ rows: CATALOGUE, titles: COMPONENT_TITLES, sources: SOURCES }));
}
