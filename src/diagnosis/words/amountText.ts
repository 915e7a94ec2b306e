/** How much there was of a trouble, in words: how many lines, from when to when, how often, and who was hit most. */
import { type Duration, type Instant, milliseconds } from '../../kubelet/time.ts';
import { plural } from '../cause.ts';
import { durationText } from './durationText.ts';
import { shorten } from './factText.ts';
import { listText } from '../answer/paragraph.ts';
import type { DiagnosisView } from '../view.ts';

/** What has a time. */
export interface Timed {
  readonly time: Instant;
}

/** `37 lines from 10:00:01 to 10:20:11 (on average every 33s)`; no times in a log without any. With a verb (`say`) what they do stands behind it. */
export function amountText(view: DiagnosisView, count: number, first: Timed, last: Timed, verb?: string): string {
  const does = verb === undefined ? '' : ` ${verb}${count === 1 ? 's' : ''}`;
  const lines = number(count, 'line');
  if (view.history.span === undefined) return `${lines}${does}`;
  const [from, to] = [view.formatTime(first.time), view.formatTime(last.time)];
  if (count < 2 || from === to) return `${lines} at ${from}${does}`;
  const every = ((last.time - first.time) / (count - 1)) as Duration;
  return `${lines} from ${from} to ${to}${count >= 3 && every >= BURST && isUnbroken(view, first, last) ? ` (on average every ${durationText(every)})` : ''}${does}`;
}

/** Nobody knows how often something came where the clock was set, or a kubelet was silent as nowhere else, in between. */
function isUnbroken({ history }: DiagnosisView, first: Timed, last: Timed): boolean {
  const isIn = ({ from, to }: { readonly from: Instant; readonly to: Instant }): boolean =>
    from < last.time && to > first.time;
  return !(
    history.gaps.some((gap) => gap.why === 'clock-step' && isIn(gap)) ||
    history.processes.some(({ silence }) => silence !== undefined && isIn(silence))
  );
}

/** The same of facts in order of time; empty where there are none. */
export function amountOf(view: DiagnosisView, facts: readonly Timed[], verb?: string): string {
  const [first] = facts;
  const last = facts.at(-1);
  return first === undefined || last === undefined ? '' : amountText(view, facts.length, first, last, verb);
}

/** Lines that came so near to each other came at once. */
const BURST = milliseconds(100);

/** `8,549`: a whole number as `toLocaleString` writes it, of which the first takes ten milliseconds. */
export function groupedNumber(count: number): string {
  const digits = String(count);
  let text = digits.slice(0, digits.length % 3);
  for (let at = text.length; at < digits.length; at += 3)
    text += `${text === '' ? '' : ','}${digits.slice(at, at + 3)}`;
  return text;
}

/** `8,549 errors`. */
export function number(count: number, one: string): string {
  return count < 1000 ? plural(count, one) : `${groupedNumber(count)} ${one}s`;
}

/** `a (37 lines), b (12) and 5 more`: the first few of a list that is in order. */
export function mostText(items: readonly { readonly name: string; readonly count: number }[], most = 3): string {
  const named = items
    .slice(0, most)
    .map(
      ({ name, count }, index) =>
        `${shorten(name, 120)}${items.length > 1 || count > 1 ? ` (${index === 0 ? number(count, 'line') : groupedNumber(count)})` : ''}`,
    );
  const more = items.length - named.length;
  return listText(more > 0 ? [...named, `${groupedNumber(more)} more`] : named);
}

/** The same of pods and how many lines tell of each. */
export function podsText(pods: readonly { readonly pod: string; readonly count: number }[]): string {
  return mostText(pods.map(({ pod, count }) => ({ name: pod, count })));
}

/** How many lines there are of several things together. */
export function linesOf(counted: readonly { readonly count: number }[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}

/** How many lines name what: a `Tally`, or a map. */
interface Counts<Name extends string> {
  forEach(take: (count: number, name: Name) => void): void;
}

/** The keys of several tallies together, the most frequent first. */
export function together<Name extends string>(
  tallies: readonly Counts<Name>[],
): readonly { readonly name: Name; readonly count: number }[] {
  const sums = new Map<Name, number>();
  const add = (count: number, name: Name): void => {
    sums.set(name, (sums.get(name) ?? 0) + count);
  };
  for (const tally of tallies) tally.forEach(add);
  return [...sums].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}

/** Their names alone. */
export function namesText(items: readonly { readonly name: string }[]): string {
  const named = items.slice(0, 3).map(({ name }) => shorten(name, 160));
  const more = items.length - named.length;
  return listText(more > 0 ? [...named, `${more} more`] : named);
}
