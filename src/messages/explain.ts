/** What a line is, for a reader who has never seen it: from the catalogue where the message is known, else from the part of the kubelet that wrote it. */
import type { LogRecord, Severity } from '../journal/record.ts';
import { otherProgramOfFile, ownerOfFile } from '../kubelet/callerFiles.ts';
import { parseSkipReasons } from '../kubelet/skipReason.ts';
import { isAllInOne, isKubeletName, writerKind } from '../kubelet/writers.ts';
import { COMPONENT_TITLES, componentOfFile, componentOfWriter } from './components.ts';
import type { MessageRow } from './contract.ts';
import { parseNodeCondition } from './texts/nodeCondition.ts';
import { fieldOf, findErrorText, findRow, type Found } from './recognise/recognise.ts';
import { parseTemplate } from './recognise/template.ts';

/** A piece of the line with its own meaning, e.g. a reason of a skip line. Plain text, not markup. */
interface ExplainedPart {
  readonly text: string;
  readonly meaning: string;
}

interface Explanation {
  /** One short line: the message without its values, or who wrote it. */
  readonly title: string;
  readonly meaning: string;
  readonly whatToDo?: string;
  readonly parts?: readonly ExplainedPart[];
  /** The row of the catalogue, when the message is known. */
  readonly row?: MessageRow;
}

const SEVERITIES: Readonly<Record<Severity, string>> = {
  I: 'for information',
  W: 'as a warning',
  E: 'as an error',
  F: 'as a fatal error: the process ends with it',
};

/** Explains any record. All texts are plain sentences of ours; of the line nothing is repeated but a skip line's reasons, the name of another writer and what a neighbour's line is about. */
export function explainRecord(record: LogRecord): Explanation {
  const found = findRow(record);
  if (found === undefined) return unknownMessage(record);
  const { row } = found;
  const parts = partsOf(found, record);
  return {
    title: row.form === 'neighbour' ? neighbourTitle(found, record) : messageTitle(row),
    meaning: row.meaning,
    row,
    ...(row.whatToDo === undefined ? {} : { whatToDo: row.whatToDo }),
    ...(parts.length === 0 ? {} : { parts }),
  };
}

/** Who wrote the line and what it is about: `systemd: containerd.service`. A template of which only dots are left says nothing. */
function neighbourTitle(found: Found, record: LogRecord): string {
  const identifier = record.journal?.identifier ?? '';
  const writer =
    componentOfWriter(identifier)?.name ??
    (found.row.component === 'rke2' && isKubeletName(identifier) ? identifier : found.row.component);
  const about = ABOUT.map((name) => fieldOf(found, record, name)?.trim() ?? '').find(
    (text) => text !== '' && text.length <= LONGEST_ABOUT,
  );
  return about === undefined ? writer : `${writer}: ${about}`;
}

/** Fields that name what a neighbour's line is about. */
const ABOUT = ['unit', 'task', 'device', 'server'];
const LONGEST_ABOUT = 80;

const LEADING_FIELDS = /^(?:"?…"?[\s:,]*)+/;

/** A row's text with `…` for its fields, from its first word on; who wrote it where the text has no word beside fields. */
function messageTitle(row: MessageRow): string {
  if (row.form === 'structured') return row.template;
  const text = parseTemplate(row.template).literals.join('…').trim().replace(LEADING_FIELDS, '');
  return WORD.test(text) ? text : (COMPONENT_TITLES[row.component] ?? row.component);
}

/** What is left of `{verb} https://{address}` names no message. */
const WORD = /[A-Za-z]{2}(?!\w*:\/\/)/;

/** The reasons of a skip line or node condition, each with its meaning. */
function partsOf(found: Found, record: LogRecord): ExplainedPart[] {
  const field = found.row.id.startsWith('syncloop.skip.')
    ? 'err'
    : found.row.id.startsWith('node.not-ready.')
      ? 'condition'
      : undefined;
  const text = field === undefined ? undefined : fieldOf(found, record, field);
  if (text === undefined) return [];
  const parts: ExplainedPart[] = [];
  for (const reason of parseSkipReasons(field === 'condition' ? conditionMessage(text) : text)) {
    const inner = reason.text.slice(reason.text.indexOf(': ') + 2);
    const meaning =
      (reason.kind === 'pleg-stale' || reason.kind === 'pleg-never' ? findErrorText(inner) : undefined) ??
      findErrorText(reason.text);
    if (meaning !== undefined) parts.push({ text: reason.text, meaning: meaning.row.meaning });
  }
  return parts;
}

function conditionMessage(text: string): string {
  return parseNodeCondition(text).message ?? '';
}

function unknownMessage(record: LogRecord): Explanation {
  const { klog, journal } = record;
  if (klog?.file === '') return { title: 'A cut line', meaning: 'It ends before it says what wrote it.' };
  if (klog !== undefined) {
    const severity = SEVERITIES[klog.severity];
    const component = componentOfFile(klog.file);
    const other = otherProgramOfFile(klog.file);
    const program = journal?.identifier;
    if (
      program !== undefined &&
      writerKind(program) === 'other' &&
      PLAIN_NAME.test(program) &&
      ownerOfFile(klog.file) !== 'kubelet'
    )
      return {
        title: program,
        meaning: `A line of ${program}, not of the kubelet, logged by its source file ${klog.file} ${severity}.`,
      };
    if (component === undefined) {
      const whose = other === undefined ? '' : ` That is a file of ${other}, not of the kubelet.`;
      return {
        title: klog.file,
        meaning: `A message that is not in the catalogue, logged by the source file ${klog.file} ${severity}.${whose}`,
      };
    }
    // The envelope says more than the name of a file, but a log without one has many writers at times, and so has a program that holds all components.
    if (ownerOfFile(klog.file) !== 'kubelet' && (!isKubeletName(program ?? '') || isAllInOne(program ?? ''))) {
      return {
        title: klog.file,
        meaning: `A message that is not in the catalogue, logged by the source file ${klog.file} ${severity}. Other programs of Kubernetes have a file of this name too; in a kubelet it is of the ${component.name}. ${component.does}`,
      };
    }
    return {
      title: component.name,
      meaning: `A message of the ${component.name} that is not in the catalogue, logged ${severity}. ${component.does}`,
    };
  }
  const identifier = journal?.identifier;
  const writer = identifier === undefined ? undefined : componentOfWriter(identifier);
  if (writer !== undefined)
    return { title: writer.name, meaning: `A line of ${writer.name}, not of the kubelet. ${writer.does}` };
  if (identifier !== undefined && PLAIN_NAME.test(identifier) && !isKubeletName(identifier))
    return { title: identifier, meaning: `A line of ${identifier}, not of the kubelet.` };
  return {
    title: 'Text without a header',
    meaning:
      "This line has no header of the kubelet's log: it belongs to a longer message, or something else wrote it.",
  };
}

/** What may be repeated of the name under which somebody logs. */
const PLAIN_NAME = /^[\w.@+-]{1,64}$/;
