/** Options of `analyze` with a form of their own: times, zones, names of nodes. Each reader gives the value, or says what is wrong with it. */
import { LONGEST_LABEL, MOST_LABELS, type SummaryLabel } from '../analysis/outputs/summary/summaryJson.ts';
import { parseTimeWish, type TimeWish } from '../analysis/sources/timeWish.ts';
import { printable } from '../kubelet/printable.ts';

export interface OptionProblem {
  readonly why: string;
}

/** A file and the name of the node whose log it is. */
export interface NodeOfFile {
  readonly node: string;
  readonly file: string;
}

/** Reads the value of `--since` or `--until`. */
export function readTimeOption(name: string, text: string): TimeWish | OptionProblem {
  const wish = parseTimeWish(text);
  return 'why' in wish ? { why: `${name} ${text}: ${wish.why}` } : wish;
}

/** Reads `NAME=FILE`. The file may hold `=`, the name may not. */
function readNodeOption(text: string): NodeOfFile | OptionProblem {
  const equals = text.indexOf('=');
  const node = text.slice(0, Math.max(0, equals)).trim();
  const file = text.slice(equals + 1);
  if (equals < 0 || node === '' || file === '')
    return { why: `--node ${text}: give the node's name and its log, e.g. --node worker-2=kubelet.log` };
  return { node, file };
}

/** Reads all `--node` options; one file has one name. */
export function readNodeOptions(texts: readonly string[]): readonly NodeOfFile[] | OptionProblem {
  const nodes: NodeOfFile[] = [];
  for (const text of texts) {
    const read = readNodeOption(text);
    if ('why' in read) return read;
    const before = nodes.find(({ file }) => sameFile(file, read.file));
    if (before !== undefined && before.node !== read.node)
      return { why: `--node ${text}: ${read.file} is the log of ${before.node} already` };
    if (before === undefined) nodes.push(read);
  }
  return nodes;
}

/** A name of a label, as Kubernetes has them. */
const LABEL_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._/-]{0,61}[A-Za-z0-9])?$/;

/** Reads all `--label` options; of several with one name the last one counts. */
export function readLabelOptions(texts: readonly string[]): readonly SummaryLabel[] | OptionProblem {
  const labels = new Map<string, string>();
  for (const text of texts) {
    const equals = text.indexOf('=');
    const name = text.slice(0, Math.max(0, equals)).trim();
    const value = text.slice(equals + 1).trim();
    if (equals < 0 || !LABEL_NAME.test(name))
      return { why: `--label ${text}: give a name and a value, e.g. --label pool=blue` };
    if (value.length > LONGEST_LABEL || printable(value) !== value)
      return { why: `--label ${name}: its value has more than ${LONGEST_LABEL} characters, or hidden ones` };
    // An empty value is what a script gives that does not know it: the node has no such label then.
    if (value === '') labels.delete(name);
    else labels.set(name, value);
  }
  if (labels.size > MOST_LABELS) return { why: `--label: at most ${MOST_LABELS} labels` };
  return [...labels].map(([name, value]) => ({ name, value }));
}

/** Whether two paths are written for the same file. */
export function sameFile(a: string, b: string): boolean {
  return withoutDot(a) === withoutDot(b);
}

function withoutDot(path: string): string {
  return path.replace(/^(?:\.[\\/])+/, '').replace(/[\\/]{1,64}$/, '');
}

/** Whether a text is a zone: `UTC`, an offset or a name that this machine knows. */
export function isTimeZone(text: string): boolean {
  if (/^[+-](?:0\d|1[0-4]):?[0-5]\d$/.test(text)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
