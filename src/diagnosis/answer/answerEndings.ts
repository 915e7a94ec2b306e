/** How the kubelet processes of a log ended, one by one: what systemd, the kernel and their own last words say. */
import { grouped } from '../../kubelet/groups.ts';
import type { EndingHow, KubeletProcess, LineReference, ProcessEnding } from '../../inference/history.ts';
import { startedAgain } from '../../inference/episodes/goneForGood.ts';
import { seconds } from '../../kubelet/time.ts';
import { hasKubeletAsChild } from '../../kubelet/writers.ts';
import { isAskedFor } from '../signs/crashedProcesses.ts';
import { endingText, onNode } from '../words/endingText.ts';
import { bothEnds } from '../words/factText.ts';
import { aboutTime, boundsText, isWide, type Paragraph, whenText } from './paragraph.ts';
import type { DiagnosisView } from '../view.ts';

/** So many processes are named one by one; more are counted. */
const MOST_NAMED = 6;
/** So many times are listed one by one. */
const MOST_TIMES = 3;
const LONGEST_WORDS = 200;
const OWN_WORDS: ReadonlySet<EndingHow> = new Set(['exited', 'fatal', 'panic']);

interface Ended {
  readonly process: KubeletProcess;
  readonly ending: ProcessEnding;
  /** What it said last, where that tells why. */
  readonly words?: { readonly text: string; readonly at: LineReference };
}

/** Says how each process ended of which lines tell it; those that ended alike one after another are taken together. */
export function describeEndings(view: DiagnosisView, paragraph: Paragraph): void {
  const ended = view.history.processes.flatMap((process): Ended[] =>
    process.ending === undefined
      ? []
      : [{ process, ending: process.ending, ...lastWords(view, process, process.ending) }],
  );
  const [only] = ended;
  if (only === undefined) return;
  paragraph.sentence('endings');
  if (view.history.processes.length === 1) {
    paragraph.say(hasKubeletAsChild(only.process.identifier ?? '') ? 'rke2 ' : 'The kubelet ');
    sayEnding(view, only, paragraph);
    const again = startedAgain(view.history, only.process, only.ending);
    if (again === undefined) paragraph.say('; no later one is in this log.');
    else
      paragraph
        .say('; systemd started it again at ')
        .cite(view.formatTime(again.time), again)
        .say(', but no line of that one is in this log.');
    return;
  }
  const groups = inGroups(ended);
  const ofNodes = view.history.nodes.length > 1 ? ' of all nodes' : '';
  if (groups.length > MOST_NAMED) return sayWays(view, ended, ofNodes, paragraph);
  const isOfAll = groups.length === 1 && ended.length > 2 && ended.length === view.history.processes.length;
  if (isOfAll) paragraph.say('All ');
  else if (ended.length > 1) paragraph.say(`Of the kubelet processes${ofNodes}, `);
  groups.forEach((group, at) => {
    if (at > 0) paragraph.say('; ');
    sayGroup(view, group, paragraph, groups.length === 1, isOfAll ? ` kubelet processes${ofNodes}` : '');
  });
  paragraph.say('.');
}

/** Too many to name one after another: in how many ways they ended, how often and when each, and the last of all by itself. */
function sayWays(view: DiagnosisView, ended: readonly Ended[], ofNodes: string, paragraph: Paragraph): void {
  const last = ended.reduce((latest, item) => (item.ending.at.max > latest.ending.at.max ? item : latest));
  const ways = grouped(
    ended.filter((item) => item !== last),
    ({ ending }) => endingText(ending),
  );
  const most = [...ways.values()].sort((a, b) => b.length - a.length);
  paragraph.say(`Of ${view.history.processes.length} kubelet processes${ofNodes}, `);
  for (const items of most.slice(0, MOST_NAMED)) {
    sayWay(view, items, paragraph);
    paragraph.say('; ');
  }
  const more = most.slice(MOST_NAMED).flat().length;
  if (more > 0) paragraph.say(`${more} ended in other ways; `);
  paragraph.say('the last ');
  sayEnding(view, last, paragraph);
  paragraph.say('.');
}

/** `3 were killed by SIGKILL, at about 09:10:00, about 09:11:30 and about 09:26:40`. */
function sayWay(view: DiagnosisView, items: readonly Ended[], paragraph: Paragraph): void {
  const [first] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) return;
  if (items.length === 1) {
    paragraph.say('one ');
    sayEnding(view, first, paragraph);
    return;
  }
  paragraph.say(`${items.length} `).cite(manyText(first.ending), first.ending.evidence[0]);
  if (items.length > MOST_TIMES)
    paragraph
      .say(' between ')
      .cite(timeText(view, first.ending), first.ending.evidence[0])
      .say(' and ')
      .cite(timeText(view, last.ending), last.ending.evidence[0]);
  else {
    items.forEach(({ ending }, at) =>
      paragraph
        .say(at === 0 ? ', at ' : at === items.length - 1 ? ' and ' : ', ')
        .cite(timeText(view, ending), ending.evidence[0]),
    );
  }
  const lastReason = items.findLast(({ words }) => words !== undefined)?.words;
  if (lastReason !== undefined)
    paragraph.say(' (the last that said why: ').cite(`"${lastReason.text}"`, lastReason.at).say(')');
}

/** `isAlone`: it is the only group; of one process the sentence begins with it. `noun`: what their number counts, where no sentence has begun with it. */
function sayGroup(
  view: DiagnosisView,
  group: readonly Ended[],
  paragraph: Paragraph,
  isAlone: boolean,
  noun: string,
): void {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return;
  if (group.length === 1) {
    paragraph
      .say(isAlone ? 'The kubelet process with pid ' : 'the one with pid ')
      .cite(String(first.process.pid ?? 'unknown'), first.process.first)
      .say(`${onNode(view.history, first.process)} `);
    sayEnding(view, first, paragraph);
    return;
  }
  paragraph
    .say(`${group.length}${noun} `)
    .cite(manyText(first.ending), first.ending.evidence[0])
    .say(' between ')
    .cite(timeText(view, first.ending), first.ending.evidence[0])
    .say(' and ')
    .cite(timeText(view, last.ending), last.ending.evidence[0]);
  if (last.words !== undefined)
    paragraph.say(' (the last of these said: ').cite(`"${last.words.text}"`, last.words.at).say(')');
}

/** `ended` and `were killed` of several. */
function manyText(ending: ProcessEnding): string {
  return endingText(ending).replace(/^was /, 'were ');
}

function sayEnding(view: DiagnosisView, { process, ending, words }: Ended, paragraph: Paragraph): void {
  paragraph
    .cite(endingText(ending), ending.evidence[0] ?? process.last)
    .say(` ${whenText(ending.at, view.formatTime)}`);
  if (words !== undefined) paragraph.say(' (it said: ').cite(`"${words.text}"`, words.at).say(')');
}

function timeText(view: DiagnosisView, ending: ProcessEnding): string {
  const { at } = ending;
  return isWide(at) ? boundsText(at, view.formatTime) : aboutTime(at, view.formatTime);
}

/** Stacks and registers say nothing to a reader; an error and the first line of a panic do. */
function lastWords(view: DiagnosisView, process: KubeletProcess, { how }: ProcessEnding): Pick<Ended, 'words'> {
  if (!OWN_WORDS.has(how)) return {};
  const exit = view.facts
    .of(process.id, 'kubelet-exit')
    .findLast((fact) => fact.fatal && !isAskedFor(fact) && fact.time >= process.to - seconds(5));
  const line = exit?.text.split('\n')[0];
  return exit === undefined || line === undefined
    ? {}
    : { words: { text: bothEnds(line, LONGEST_WORDS), at: { source: exit.source, line: exit.line } } };
}

/** Neighbours in time that ended in the same way. */
function inGroups(ended: readonly Ended[]): readonly (readonly Ended[])[] {
  const groups: Ended[][] = [];
  for (const item of ended) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (
      group !== undefined &&
      before !== undefined &&
      before.process.node === item.process.node &&
      endingText(before.ending) === endingText(item.ending)
    )
      group.push(item);
    else groups.push([item]);
  }
  return groups;
}
