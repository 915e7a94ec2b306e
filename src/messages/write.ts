/** The catalogue backwards: a row and its field values become a message as a kubelet of some version logs it. Pair of `recognise.ts`. */
import { onceFor } from '../kubelet/oncePer.ts';
import type { KeyValue, KlogForm, Severity } from '../journal/record.ts';
import { isAtLeast, type KubeletVersion, NEWEST_KNOWN_VERSION } from '../kubelet/version.ts';
import type { MessageRow } from './contract.ts';
import { fieldType } from './recognise/fieldType.ts';
import { parsePod, parsePods } from './texts/pod.ts';
import { fillTemplate, parseTemplate, type Template } from './recognise/template.ts';

export type FieldValues = Readonly<Record<string, string>>;

/** What stands after the header; severity and file for the header where the row knows them. */
interface WrittenMessage {
  readonly form: KlogForm;
  readonly severity: Severity;
  /** Lowest `-v` that prints it; klog JSON carries it in `v`. */
  readonly verbosity: number;
  readonly file: string;
  readonly message: string;
  readonly pairs: readonly KeyValue[];
}

interface WriteOptions {
  /** `--logging-format=json`. */
  readonly json?: boolean;
  /** Decides how values are quoted and lists are written; default: the newest version known. */
  readonly version?: KubeletVersion;
}

const STRUCTURED_VALUES_AS_JSON: KubeletVersion = { major: 1, minor: 28 };
const templates = new Map<string, Template>();

/**
 * Writes a row with its field values (as text, quotes undone). Keys without a value are left out, as klog leaves out a nil `err`; fields of a template
 * without a value are empty. Neighbour and error-text rows give their text alone.
 */
export function writeMessage(row: MessageRow, fields: FieldValues, options: WriteOptions = {}): WrittenMessage {
  const head = { severity: row.severity ?? 'I', verbosity: row.verbosity ?? 0, file: row.file ?? '' };
  if (row.form !== 'structured') {
    const template = onceFor(templates, row.id, () => parseTemplate(row.template));
    return {
      ...head,
      form: options.json === true ? 'json' : 'unstructured',
      message: fillTemplate(template, (name) => fields[name]),
      pairs: [],
    };
  }
  const json = options.json === true;
  const version = options.version ?? NEWEST_KNOWN_VERSION;
  const pairs: KeyValue[] = [];
  for (const key of row.keys) {
    const value = fields[key];
    if (value !== undefined) pairs.push(json ? jsonPair(row.id, key, value) : textPair(row.id, key, value, version));
  }
  // klog.ErrorS prints err first in text, zap last in JSON.
  if (json && pairs[0]?.key === 'err') pairs.push(...pairs.splice(0, 1));
  return { ...head, form: json ? 'json' : 'structured', message: row.template, pairs };
}

function textPair(rowId: string, key: string, value: string, version: KubeletVersion): KeyValue {
  switch (fieldType(rowId, key)) {
    case 'uid':
    case 'name':
      return { key, value, quoted: isAtLeast(version, STRUCTURED_VALUES_AS_JSON) };
    case 'pods':
      return podsPair(key, value, version);
    case 'integer':
    case 'number':
    case 'boolean':
    case 'value':
      return { key, value, quoted: false };
    case 'container-id':
    case 'duration':
    case 'error':
    case 'node':
    case 'pod':
    case 'text':
      return { key, value, quoted: true };
  }
}

/** `[ns/a ns/b]` in 1.21–1.25 and 1.27, the same quoted in 1.26, `["ns/a","ns/b"]` from 1.28. */
function podsPair(key: string, value: string, version: KubeletVersion): KeyValue {
  const names = parsePods(value).map((pod) =>
    pod.namespace === undefined ? (pod.name ?? pod.uid ?? '') : `${pod.namespace}/${pod.name ?? ''}`,
  );
  if (isAtLeast(version, STRUCTURED_VALUES_AS_JSON)) return { key, value: JSON.stringify(names), quoted: false };
  return { key, value: `[${names.join(' ')}]`, quoted: version.minor === 26 };
}

function jsonPair(rowId: string, key: string, value: string): KeyValue {
  switch (fieldType(rowId, key)) {
    case 'pod': {
      const { name, namespace } = parsePod(value);
      return namespace === undefined || name === undefined || value !== `${namespace}/${name}`
        ? { key, value, quoted: true }
        : { key, value: JSON.stringify({ name, namespace }), quoted: false };
    }
    case 'node':
      return { key, value: JSON.stringify({ name: value }), quoted: false };
    case 'pods':
      return {
        key,
        value: JSON.stringify(parsePods(value).map(({ name, namespace }) => ({ name, namespace }))),
        quoted: false,
      };
    case 'integer':
    case 'number':
    case 'boolean':
    case 'value':
      return { key, value, quoted: !isJson(value) };
    case 'container-id':
    case 'duration':
    case 'error':
    case 'name':
    case 'text':
    case 'uid':
      return { key, value, quoted: true };
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
