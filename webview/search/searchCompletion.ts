/** What the search field offers for the word at its end: fields, and values that the log has. Pure. */
import { oncePer } from '../../src/kubelet/oncePer.ts';
import { QUERY_FIELDS, type QueryField, QUERY_KINDS, SEVERITIES } from '../../src/timeline/search/query.ts';
import { type Lane, type LaneKind, MARK_STYLES, type TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import { t } from '../page/words.ts';

export interface Completion {
  /** The whole text of the field when it is taken. */
  readonly text: string;
  readonly label: string;
  readonly hint: string;
}

/** More would hide the charts. */
const MOST = 8;

const HINTS: Readonly<Record<QueryField, string>> = {
  pod: 'part of a pod’s name',
  ns: 'namespace',
  uid: 'start of a pod’s UID',
  container: 'name or id of a container',
  severity: 'error, warning or info',
  kind: 'kind of lane or mark',
  time: '00:31..00:34, +2m..',
};

/** What can stand at the end of `text` instead of the word that is typed there, the likeliest first; nothing where the word is whole. */
export function completionsOf(text: string, document: TimelineDocument): Completion[] {
  const start = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1;
  if ((text.slice(0, start).split('"').length - 1) % 2 === 1) return []; // within quotes
  const word = text.slice(start);
  const sign = word.startsWith('-') ? '-' : '';
  const colon = word.indexOf(':');
  if (colon < 0)
    return fieldsFor(word.slice(sign.length).toLowerCase()).map((field) => ({
      text: `${text.slice(0, start)}${sign}${field}:`,
      label: `${sign}${field}:`,
      hint: t(HINTS[field]),
    }));
  const field = QUERY_FIELDS.find((known) => known === word.slice(sign.length, colon).toLowerCase());
  if (field === undefined) return [];
  const comma = Math.max(colon, word.lastIndexOf(','));
  const typed = word
    .slice(comma + 1)
    .replaceAll('"', '')
    .toLowerCase();
  const before = text.slice(0, start + comma + 1);
  return valuesFor(valuesOf(document)[field], typed).map((value) => ({
    text: `${before}${quoted(value)} `,
    label: value,
    hint: '',
  }));
}

/** Fields that begin so; for a text of its own none, so that a word that is searched for gets no list below it. */
function fieldsFor(word: string): QueryField[] {
  return QUERY_FIELDS.filter((field) => field.startsWith(word));
}

/** Those that begin so come before those that hold it somewhere; a value that is typed whole is not offered. */
function valuesFor(values: readonly string[], typed: string): string[] {
  const begin: string[] = [];
  const hold: string[] = [];
  for (const value of values) {
    const known = value.toLowerCase();
    if (known === typed) return [];
    if (known.startsWith(typed)) begin.push(value);
    else if (known.includes(typed)) hold.push(value);
    if (begin.length === MOST) break;
  }
  return [...begin, ...hold].slice(0, MOST);
}

function quoted(value: string): string {
  return /[\s,:]/.test(value) ? `"${value}"` : value;
}

type Values = Readonly<Record<QueryField, readonly string[]>>;

/** What the fields can be in this log, in the order of its lanes. Names that quotes cannot hold are left out. */
const valuesOf = oncePer(({ lanes }: TimelineDocument): Values => {
  const labels = (kind: LaneKind, name: (lane: Lane) => string | undefined): string[] =>
    [...new Set(lanes.filter((lane) => lane.kind === kind).map((lane) => name(lane) ?? ''))].filter(
      (label) => label !== '' && label.length < 300 && !label.includes('"'),
    );
  const kinds = new Set<string>(
    lanes.flatMap((lane) =>
      [lane.kind, ...new Set(lane.style)].map((kind) => (typeof kind === 'number' ? (MARK_STYLES[kind] ?? '') : kind)),
    ),
  );
  return {
    pod: labels('pod', (lane) => lane.label.slice(lane.label.indexOf('/') + 1)),
    ns: labels('namespace', (lane) => lane.label),
    uid: labels('pod', (lane) => lane.uid),
    container: labels('container', (lane) => lane.label),
    severity: SEVERITIES,
    kind: QUERY_KINDS.filter((kind) => kinds.has(kind)),
    time: [],
  };
});
