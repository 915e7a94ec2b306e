/** What the answer says of times in which no kubelet ran: between two of a log, and after the last. */
import { absencesOf } from '../../inference/episodes/absences.ts';
import type { ProcessEnding } from '../../inference/history.ts';
import { isKubeletUnit } from '../../inference/streams/processes.ts';
import type { Finding } from '../finding.ts';
import type { DiagnosisView } from '../view.ts';
import { endingText } from '../words/endingText.ts';
import { aboutTime, lowerFirst, type Paragraph, whenText } from './paragraph.ts';

/** The first line where an absence is the story: how long, from when until when, how the kubelet before it ended, and whether the last one was stopped for good. `finding`: the one that tells it. */
export function sayAbsence(view: DiagnosisView, finding: Finding, paragraph: Paragraph): void {
  const absences = absencesOf(view.history);
  const [first] = absences;
  if (first === undefined) return;
  const longest = absences.reduce(
    (most, absence) => (absence.to - absence.from.max > most.to - most.from.max ? absence : most),
    first,
  );
  const { ending, after, from, to } = longest;
  paragraph
    .clause('absence')
    .strong(paragraph.isEmpty ? finding.title : lowerFirst(finding.title), after.first)
    .say(absences.length === 1 ? ', from ' : ', the longest from ')
    .cite(aboutTime(from, view.formatTime), ending.evidence[0])
    .say(`, when the one before ${endingText(ending)}, until `)
    .cite(view.formatTime(to), after.first);
  const stopped = stoppedForGood(view);
  if (stopped === undefined) paragraph.say('.');
  else sayStoppedForGood(view, stopped, paragraph.say('; then the last one '));
}

/** The one kubelet of the log, where somebody stopped it and systemd's lines go no further. */
export function stoppedForGood({ history, facts }: DiagnosisView): { readonly ending: ProcessEnding } | undefined {
  const ending = history.nodes.length === 1 ? history.processes.at(-1)?.ending : undefined;
  if (ending?.how !== 'stopped') return undefined;
  const again = facts
    .of(undefined, 'neighbour')
    .some(
      ({ what, unit, text, time }) => what === 'unit-started' && time >= ending.at.min && isKubeletUnit(unit, text),
    );
  return again ? undefined : { ending };
}

/** Behind the name of that kubelet, to the end of the sentence. */
export function sayStoppedForGood(
  view: DiagnosisView,
  { ending }: { readonly ending: ProcessEnding },
  paragraph: Paragraph,
): void {
  paragraph
    .cite(`was stopped ${whenText(ending.at, view.formatTime)}`, ending.evidence[0])
    .say(' and none was started after it: while none runs, the control plane counts the node as NotReady.');
}
