/** How often, from when to when: the same trouble in thousands of lines is one sentence. */
import { duration, type Duration, type Instant, milliseconds } from '../../kubelet/time.ts';
import { plural } from '../cause.ts';
import { durationText } from './durationText.ts';
import { listText } from '../answer/paragraph.ts';
import { shorten } from './factText.ts';
import type { DiagnosisView } from '../view.ts';

/** `12 lines from 10:00:00.000 to 10:05:00.000 (one every 27s)`; for one line, or several of one moment, only their time. The times must be in order. */
export function rateText(view: DiagnosisView, count: number, first: Instant, last: Instant): string {
  const lines = plural(count, 'line');
  if (view.history.span === undefined) return lines;
  const [from, to] = [view.formatTime(first), view.formatTime(last)];
  if (count === 1 || last <= first || from === to) return `${lines} at ${from}`;
  const every = duration((last - first) / (count - 1));
  return `${lines} from ${from} to ${to}${count > 2 ? paceText(every) : ''}`;
}

/** ` (one every 27s)`; nothing of lines that came in one burst. */
export function paceText(every: Duration): string {
  return every < BURST ? '' : ` (one every ${durationText(every)})`;
}

const BURST = milliseconds(100);

/** The same of facts in order of time. */
export function rateOf(view: DiagnosisView, facts: readonly { readonly time: Instant }[]): string {
  const [first] = facts;
  const last = facts.at(-1);
  return first === undefined || last === undefined ? '' : rateText(view, facts.length, first.time, last.time);
}

/** Counts by what a fact names, most first. */
export function countsOf<Fact>(
  facts: Iterable<Fact>,
  named: (fact: Fact) => string | undefined,
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const fact of facts) {
    const name = named(fact);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** `a (12), b (3) and 5 others`: the first few of such counts. */
export function mostText(counts: readonly (readonly [string, number])[]): string {
  const listed = counts.slice(0, 3).map(([name, count]) => `${shorten(name, 100)}${count > 1 ? ` (${count})` : ''}`);
  const more = counts.length - listed.length;
  return listText(more > 0 ? [...listed, plural(more, 'other')] : listed);
}
