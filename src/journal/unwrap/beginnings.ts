import { GO_TROUBLE } from '../order/continuation.ts';
import { monthOf } from '../time/months.ts';

/** How a line begins that is not the rest of the one above it. Lines of one log mostly begin in one or two of these ways. */
export type BeginningKind =
  | 'klog'
  | 'date'
  | 'short'
  | 'weekday'
  | 'unix'
  | 'boot'
  | 'priority'
  | 'json'
  | 'origin'
  | 'logrus'
  | 'led'
  | 'mark';

const KINDS: readonly (readonly [BeginningKind, RegExp])[] = [
  ['klog', /^[IWEF]\d{4} \d\d:\d\d:\d\d/],
  // A time that is alone, or behind which a quotation ends, belongs to what another line says.
  ['date', /^(?!\S{1,40}$|\S{1,40}["')] )\d{4}[-/]\d\d[-/]\d\d[T _]\d\d:\d\d/],
  ['weekday', /^[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:/],
  ['unix', /^1\d{9}\.\d{1,9} /],
  ['boot', /^\[ {0,12}\d{1,10}\.\d{3,9}[\] ]/],
  ['priority', /^<\d{1,3}>\S/],
  ['json', /^\{"/],
  ['origin', /^[\w.@-]{2,60}\[\d{1,10}\]: /],
  ['logrus', /^time="/],
  [
    'mark',
    /^(?:==|-- |--$|```|~~~|Flag --|\{noformat|\{code|<\/?(?:pre|code|details|summary)\b|[$#] [a-z]|\.\.\.$|…$|\[\.\.\.\]$)/,
  ],
];
const SHORT = /^(\S{2,12}) {1,2}\d{1,2} \d\d:\d\d:\d\d/;
const LED =
  /^(?!\[?")(?:\S{1,80} ){1,2}(?:[IWEF]\d{4} \d\d:\d\d:\d\d|\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d)/;
/** What stands before a line in a list or a quotation. */
const BULLET = /^[*>|•+-] {1,3}/;

/** How the text of a physical line begins; `undefined`: like the rest of another line. */
export function beginningOf(text: string): BeginningKind | undefined {
  const bare = text.replace(BULLET, '');
  const month = SHORT.exec(bare)?.[1];
  if (month !== undefined && monthOf(month) !== undefined) return 'short';
  const kind = KINDS.find(([, shape]) => shape.test(bare))?.[0];
  if (kind !== undefined) return kind;
  if (GO_TROUBLE.some((word) => bare.startsWith(word))) return 'mark';
  return LED.test(bare) ? 'led' : undefined;
}

/** Whether a line begins like one of a log, and is not what people write around one. */
export function beginsRecord(text: string): boolean {
  const kind = beginningOf(text);
  return kind !== undefined && kind !== 'mark';
}

/** The lines of the beginning of a text that are whole, without carriage returns; `isAll`: the text has no more. */
export function wholeLines(head: string, isAll: boolean): readonly string[] {
  return (isAll ? head : head.slice(0, head.lastIndexOf('\n') + 1)).split('\n').map((line) => line.replace(/\r$/, ''));
}
