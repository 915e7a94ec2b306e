/** Lines before which something that collected them put the time at which it got them: what builds and tests (GitHub Actions, GitLab, Jenkins), `ts`, a relay of syslog. */
import { isoMicroseconds } from '../entries/jsonLine.ts';
import { beginningOf, wholeLines, type BeginningKind } from './beginnings.ts';
import type { TextRewriter } from './exportText.ts';
import { LineRewriter } from './lineRewriter.ts';

/** What builds prints names of its job and its step before the time, with tabs, or what the line is of behind it (`00O `). */
const ISO =
  /^(?:[^\t\n]{1,200}\t){0,2}\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)\]?(?: \d\d[OE][ +]|[ \t]|$)[ \t]{0,3}/;
/** `aws logs tail` puts the name of a stream behind it; then the line has to have a stamp of its own. */
const OF_STREAM =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?) [^\s:]{1,512} (?=(?:[A-Z][a-z]{2} [ \d]\d |\d{4}-\d\d-\d\d[T ])\d\d:\d\d:\d\d)/;
const OF_DAY = /^\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]?(?:[ \t]{1,4}|$)/;
const SHORT = /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,6})?(?: |$)/;
const SHAPES = [OF_STREAM, ISO, OF_DAY, SHORT] as const;
/** With an envelope of its own, a line says when it was written, and by whom. Only the time of collection says when a line of klog came. */
const OWN: ReadonlySet<BeginningKind | undefined> = new Set(['short', 'date', 'weekday', 'unix', 'boot', 'priority']);
/** What else is between such lines has no stamp at times: a step's title, a line that the relay broke. */
const STAMPED_SHARE = 0.9;
/** An entry of a journal, or a line of a container, behind the only stamp that it has. */
const ONLY_STAMP = /^(?:std(?:out|err) [FP] |\S{1,100} [^\s:]{1,80}: |[^\s:[\]]{1,80}(?:\[\d{1,10}\])?: )/;

/** Takes such times away, and knows the first of them. */
interface Collected {
  readonly rewriter: TextRewriter;
  /** Local microseconds. Dates in the lines can have no year. */
  readonly time: number | undefined;
}

/** What takes them away in a text that begins so; `isAll`: the text has no more. A log can stand far behind other output of what collected it. */
export function collectedOf(head: string, isAll: boolean): Collected | undefined {
  const lines = wholeLines(head, isAll).filter((line) => line.trim() !== '');
  const shape = SHAPES.find(
    (stamp) => lines.length > 0 && lines.filter((line) => stamp.test(line)).length >= STAMPED_SHARE * lines.length,
  );
  if (shape === undefined) return undefined;
  const rests = lines.filter((line) => shape.test(line)).map((line) => line.replace(shape, ''));
  const kinds = rests.map(beginningOf);
  const own = kinds.filter((kind) => OWN.has(kind)).length;
  const isMayBeLater =
    shape === ISO && own === 0 && !kinds.some((kind) => kind !== undefined && kind !== 'mark') && !areEntries(rests);
  if (!isMayBeLater && own <= kinds.filter((kind) => kind === 'klog').length) return undefined;
  const time = isoMicroseconds(shape.exec(lines.find((line) => shape.test(line)) ?? '')?.[1] ?? '');
  return { rewriter: new LineRewriter(withoutTime(shape, own > 0)), time };
}

function areEntries(rests: readonly string[]): boolean {
  return rests.filter((rest) => ONLY_STAMP.test(rest)).length * 2 >= rests.length;
}

/** From the first line on that has an envelope of its own, or a tool's heading: before, the times may be all that there is. */
function withoutTime(stamp: RegExp, isAtFirst: boolean): (line: string) => string {
  let isOwn = isAtFirst;
  return (line) => {
    const found = stamp.exec(line)?.[0];
    if (found === undefined) return line;
    const rest = line.slice(found.length);
    const kind = beginningOf(rest);
    if (kind === 'mark' || OWN.has(kind)) isOwn = true;
    return isOwn ? rest : line;
  };
}
