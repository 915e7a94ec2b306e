/** How the kubelet processes of a log ended, one by one: what systemd, the kernel and their own last words say. */
import type { EndingHow, KubeletProcess, LineReference, ProcessEnding } from '../inference/history.ts';
import { lookupsOf } from '../inference/lookups.ts';
import { seconds } from '../kubelet/time.ts';
import { endingText } from './endingText.ts';
import { shorten } from './factText.ts';
import { aboutTime, type Paragraph } from './paragraph.ts';
import type { DiagnosisView } from './view.ts';

/** So many processes are named one by one; more are counted. */
const MOST_NAMED = 6;
const LONGEST_WORDS = 200;
const HEAD_OF_WORDS = 80;
const OWN_WORDS: ReadonlySet<EndingHow> = new Set(['exited', 'fatal', 'panic']);

interface Ended {
  readonly process: KubeletProcess;
  readonly ending: ProcessEnding;
  /** What it said last, where that tells why. */
  readonly words?: { readonly text: string; readonly at: LineReference };
}

/** Says how each process ended of which lines tell it; those that ended alike one after another are taken together. */
export function describeEndings(view: DiagnosisView, paragraph: Paragraph): void {
  const ended = view.history.processes.flatMap((process): Ended[] => (process.ending === undefined ? [] : [{ process, ending: process.ending, ...lastWords(view, process, process.ending) }]));
  const [only] = ended;
  if (only === undefined) return;
  paragraph.sentence('endings');
  if (view.history.processes.length === 1) {
    paragraph.say('The log ends with the end of the kubelet: it ');
    sayEnding(view, only, paragraph);
    paragraph.say('.');
    return;
  }
  const groups = inGroups(ended);
  paragraph.say(view.history.nodes.length > 1 ? 'Of the kubelet processes of all nodes, ' : 'Of the kubelet processes, ');
  groups.slice(0, MOST_NAMED).forEach((group, at) => {
    if (at > 0) paragraph.say('; ');
    sayGroup(view, group, paragraph);
  });
  const more = groups.slice(MOST_NAMED).flat();
  if (more.length > 0) paragraph.say(`; ${more.length} more ended later`);
  paragraph.say('.');
}

function sayGroup(view: DiagnosisView, group: readonly Ended[], paragraph: Paragraph): void {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return;
  if (group.length === 1) {
    paragraph.say(`the one with pid `).cite(String(first.process.pid ?? 'unknown'), first.process.first).say(' ');
    sayEnding(view, first, paragraph);
    return;
  }
  paragraph.say(`${group.length} `).cite(manyText(first.ending), first.ending.evidence[0]).say(' between ').cite(timeText(view, first.ending), first.ending.evidence[0]).say(' and ').cite(timeText(view, last.ending), last.ending.evidence[0]);
  if (last.words !== undefined) paragraph.say(' (the last of them said: ').cite(`"${last.words.text}"`, last.words.at).say(')');
}

/** `ended` and `were killed` of several. */
function manyText(ending: ProcessEnding): string {
  return endingText(ending).replace(/^was /, 'were ');
}

function sayEnding(view: DiagnosisView, { process, ending, words }: Ended, paragraph: Paragraph): void {
  paragraph.cite(endingText(ending), ending.evidence[0] ?? process.last).say(` at ${timeText(view, ending)}`);
  if (words !== undefined) paragraph.say(' (it said: ').cite(`"${words.text}"`, words.at).say(')');
}

function timeText(view: DiagnosisView, ending: ProcessEnding): string {
  return aboutTime(ending.at, view.formatTime);
}

/** Stacks and registers say nothing to a reader; an error and the first line of a panic do. */
function lastWords(view: DiagnosisView, process: KubeletProcess, { how }: ProcessEnding): Pick<Ended, 'words'> {
  if (!OWN_WORDS.has(how)) return {};
  const exit = view.facts.of(process.id, 'kubelet-exit').findLast(({ fatal, by, time }) => fatal && by !== 'signal' && time >= process.to - seconds(5));
  const line = exit?.text.split('\n')[0];
  return exit === undefined || line === undefined ? {} : { words: { text: shortenMiddle(line), at: { source: exit.source, line: exit.line } } };
}

/** Such a line begins with what failed and ends with why. */
function shortenMiddle(text: string): string {
  const flat = shorten(text, Number.POSITIVE_INFINITY);
  return flat.length <= LONGEST_WORDS ? flat : `${flat.slice(0, HEAD_OF_WORDS)} … ${flat.slice(HEAD_OF_WORDS + 3 - LONGEST_WORDS)}`;
}

/** Neighbours in time that ended in the same way. */
function inGroups(ended: readonly Ended[]): readonly (readonly Ended[])[] {
  const groups: Ended[][] = [];
  for (const item of ended) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group !== undefined && before !== undefined && before.process.node === item.process.node && endingText(before.ending) === endingText(item.ending)) group.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** How the process before this one ended, where lines tell it. */
export function endingBefore(view: DiagnosisView, process: KubeletProcess): ProcessEnding | undefined {
  return lookupsOf(view.history).lifeBefore(process)?.ending;
}
