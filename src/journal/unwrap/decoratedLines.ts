/** Lines before which a program or a person put the same: the mark of a quotation, a list or a difference, a margin, their number, a name. */
import { writerKind } from '../../kubelet/writers.ts';
import { beginningOf, beginsRecord, wholeLines } from './beginnings.ts';
import type { TextRewriter } from './exportText.ts';
import { LineRewriter } from './lineRewriter.ts';

/** Margin, mark and the blanks behind it. A rule of dashes or a comment of a shell has more of its marks. */
const MARKED = /^([ \t]{0,40})(>|[+|*#•-](?![+|*#•-])|\/\/)?([ \t]{0,40})/;
/** How a stamp begins whose first character is a digit: a date, seconds since the epoch, a month in Chinese or Japanese. */
const STAMP = String.raw`\d{4}-\d\d-\d\d[T ]|\d{10}\.\d|\d\d?月`;
/** The machine that `talosctl` names before each line. */
const ADDRESS = String.raw`\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}:`;
const OF_ADDRESS = new RegExp(`^${ADDRESS} `);
/** The number of a line, as `cat -n`, `grep -n`, editors and pages put it; not the begin of a date, of a time or of a count of seconds. A date or an address behind a colon is no rest of a time. */
const NUMBERED = new RegExp(
  String.raw`^[ \t]{0,12}(\d{1,9})(?:([:|.)])(?!\d)|(:)(?=${STAMP}|${ADDRESS})|([-=])(?!\d\d-\d\d)|(\t)|( )\|?)[ ]?`,
);
/** Between groups of lines that `grep -C` found. */
const GROUP = '--';
/** The name of a file, as `grep -H` puts it right before the line; of a pod, a host or a task, as tools put it that follow several. Not a time in brackets. */
const NAMED =
  /^(?:([\w./@~+-]{1,200}):(?=\S)|\[(?![\d.:TZ+-]{1,80}\])([^\]\s]{1,120})\] |([\w./@~+-]{1,120}) {0,20}\| )/;
/** A pod and its container, as `stern` prints them. A single word before lines names a node. */
const OF_POD = /^([a-z][a-z0-9.-]{0,252}) ([a-z][a-z0-9-]{0,62}) /;
/** The job and the step of a workflow before the stamp of each line, as `gh run view --log` prints them. */
const OF_STEP = /^[^\t\n]{1,200}\t[^\t\n]{1,200}\t\ufeff?(?=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z )/;
/** Before a line that `grep` found in one of several files, or showed with those around it. Not a program's name, behind whose colon a blank stands. */
const FOUND_IN = new RegExp(String.raw`^([\w./@~+-]{1,200}?):(?:\d{1,9}:)?(?=[^\s\d]|${STAMP}|${ADDRESS})`);
const MOST_FILES = 64;
/** A line that ends in blanks can be of a program that writes so; nearly all do where a terminal filled its rows. */
const FILLED_SHARE = 0.9;
const LEAST_FILLED = 2;
const FILLED = /[^ \t][ \t]{1,400}$/;
const LEAST_NUMBERED = 2;

/** What takes away that which stands before, or behind, lines. */
interface Decoration {
  readonly rewriter: TextRewriter;
  /** Whether it stands at each line; otherwise only where lines begin that are no rest of another, as before the first pieces of wrapped lines. */
  readonly isOfAll: boolean;
}

/** What stands before, or behind, the lines of a text that begins so; `isAll`: the text has no more. */
export function decorationOf(head: string, isAll: boolean): Decoration | undefined {
  const lines = wholeLines(head, isAll).filter((line) => line.trim() !== '');
  if (areNumbered(lines)) return ofAll((line) => line.replace(NUMBERED, ''));
  if (lines.length > 0 && lines.every((line) => OF_STEP.test(line))) return ofAll((line) => line.replace(OF_STEP, ''));
  const files = filesBefore(lines);
  if (files !== undefined) return ofAll((line) => withoutFile(line, files));
  const name = nameBefore(lines);
  if (name !== undefined) return ofAll((line) => (line.startsWith(name) ? line.slice(name.length) : line));
  if (areOfPods(lines)) return ofAll((line) => line.replace(OF_POD, ''));
  const margin = marginOf(lines);
  if (margin !== undefined)
    return {
      rewriter: new LineRewriter((line) => withoutMargin(line, margin)),
      isOfAll: lines.every((line) => line.startsWith(margin) || line.trim() === margin.trim()),
    };
  const filled = lines.filter((line) => FILLED.test(line)).length;
  return filled >= LEAST_FILLED && filled >= FILLED_SHARE * lines.length ? ofAll((line) => line.trimEnd()) : undefined;
}

function ofAll(rewrite: (line: string) => string): Decoration {
  return { rewriter: new LineRewriter(rewrite), isOfAll: true };
}

/** Whether each line has a number of its own, and each a higher one than the line before; one after the other where only a blank parts it from the text. */
function areNumbered(lines: readonly string[]): boolean {
  let before: number | undefined;
  let count = 0;
  for (const line of lines) {
    if (line === GROUP) continue;
    const found = NUMBERED.exec(line);
    if (found === null) return false;
    const number = Number(found[1]);
    const isNext = found[6] === undefined ? number > (before ?? -1) : number === (before ?? number - 1) + 1;
    if (!isNext) return false;
    before = number;
    count += 1;
  }
  return count >= LEAST_NUMBERED;
}

/** The files whose names `grep` put before all lines: with a colon before those that were sought, with a dash before those around them. The same stands behind the line's number, where there is one. */
function filesBefore(lines: readonly string[]): readonly string[] | undefined {
  const files = new Set<string>();
  for (const line of lines) {
    const file = FOUND_IN.exec(line)?.[1];
    if (file !== undefined && beginningOf(line) === undefined) files.add(file);
  }
  const names = [...files].toSorted((one, other) => other.length - one.length);
  const isInAll = names.length > 0 && names.length <= MOST_FILES && lines.every((line) => fileOf(line, names) !== '');
  return isInAll && lines.some((line) => beginsRecord(withoutFile(line, names).replace(OF_ADDRESS, '')))
    ? names
    : undefined;
}

/** The file that a line is said to be of; empty where it is of none, `undefined` between groups of lines. */
function fileOf(line: string, files: readonly string[]): string | undefined {
  if (line === GROUP) return undefined;
  return files.find((file) => line.startsWith(file) && (line[file.length] === ':' || line[file.length] === '-')) ?? '';
}

function withoutFile(line: string, files: readonly string[]): string {
  const file = fileOf(line, files);
  if (file === undefined || file === '') return line;
  const rest = line.slice(file.length + 1);
  const number = /^\d{1,9}(?!-\d\d-\d\d)/.exec(rest)?.[0].length ?? 0;
  return number > 0 && rest[number] === line[file.length] ? rest.slice(number + 1) : rest;
}

/** The name that stands before all lines, with its brackets, its bar or its colon. That of a program is the origin of the lines. */
function nameBefore(lines: readonly string[]): string | undefined {
  const [first = ''] = lines;
  const kind = beginningOf(first);
  if (kind !== undefined && kind !== 'led') return undefined;
  const [whole, file, ...names] = NAMED.exec(first) ?? [];
  const name = names.find((part) => part !== undefined);
  if (whole === undefined || (file === undefined && writerKind(name?.toLowerCase() ?? '') !== 'unknown'))
    return undefined;
  return lines.every((line) => line.startsWith(whole)) &&
    lines.some((line) => beginsRecord(line.slice(whole.length).replace(NUMBERED, '')))
    ? whole
    : undefined;
}

/** Whether before each line stands the pod that printed it. A program's name is the origin of its lines; and of lines without a stamp of their own, or a node's name, the pods tell what is of one log. */
function areOfPods(lines: readonly string[]): boolean {
  const pods = new Set<string>();
  let [begun, bare] = [0, 0];
  for (const line of lines) {
    const [whole, ...names] = OF_POD.exec(line) ?? [];
    if (whole === undefined || names.some((name) => writerKind(name) !== 'unknown')) return false;
    pods.add(names.join(' '));
    const kind = beginningOf(line.slice(whole.length));
    if (kind !== undefined && kind !== 'led') begun += 1;
    if (kind !== undefined && kind !== 'short' && kind !== 'date') bare += 1;
  }
  return begun > 0 && begun * 2 >= lines.length && (bare === 0 || pods.size === 1);
}

/** What stands before all lines that begin like one of a log: a margin, a mark, or both. Lines that go on may have less. */
function marginOf(lines: readonly string[]): string | undefined {
  let margin: string | undefined;
  for (const line of lines) {
    const found = MARKED.exec(line)?.[0] ?? '';
    if (!beginsRecord(line.slice(found.length))) continue;
    margin = margin === undefined ? found : common(margin, found);
    if (margin === '') return undefined;
  }
  if (margin !== undefined) return margin;
  // No line begins so: a quotation or a difference is told by its mark alone.
  const quoted = lines.reduce<string>((before, line) => common(before, line), lines[0] ?? '');
  return /^[ \t]{0,40}[>+][ \t]{0,40}/.exec(quoted)?.[0];
}

function common(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return one.slice(0, at);
}

/** A line without its margin, or without what it has of it. */
function withoutMargin(line: string, margin: string): string {
  return line.slice(common(margin, line).length);
}
