/** What the answer says of times in which no kubelet ran: between two of a log, and after the last. */
import { absencesOf } from '../../inference/episodes/absences.ts';
import { goneForGood } from '../../inference/episodes/goneForGood.ts';
import type { KubeletProcess, ProcessEnding } from '../../inference/history.ts';
import { queriesOf } from '../../inference/queries.ts';
import { duration, seconds } from '../../kubelet/time.ts';
import { oddSilence } from '../../inference/streams/silences.ts';
import { clockSetsOf, looksLikeDaylightSaving } from '../signs/clockSets.ts';
import type { Finding } from '../finding.ts';
import type { DiagnosisView } from '../view.ts';
import { durationText } from '../words/durationText.ts';
import { onNode } from '../words/absenceText.ts';
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
    .say(absences.length === 1 ? ', from ' : `, the longest${onNode(view, longest.node)} from `)
    .cite(aboutTime(from, view.formatTime), ending.evidence[0])
    .say(`, when the one before ${endingText(ending)}, until `)
    .cite(view.formatTime(to), after.first);
  const gone = goneForGood(view.history);
  if (gone?.ending.how !== 'stopped') paragraph.say('.');
  else sayEndedForGood(view, gone.ending, paragraph.say('; then the last one '));
}

/** The first line where the last kubelet ended and none came after it: for how long, how it ended and when. `finding`: the one that tells it. */
export function sayGone(view: DiagnosisView, finding: Finding, paragraph: Paragraph): void {
  const gone = goneForGood(view.history);
  if (gone === undefined) return;
  const { ending, process } = gone;
  paragraph
    .clause('absence')
    .strong(paragraph.isEmpty ? finding.title : lowerFirst(finding.title), process.last)
    .say(': the last one ')
    .cite(`${endingText(ending)} ${whenText(ending.at, view.formatTime)}`, ending.evidence[0])
    .say(', and the control plane counts the node as NotReady.');
}

/** A kubelet that has nothing to say may be silent for minutes. */
const LONG_SILENCE = seconds(600);

/** Where only other programs wrote at the end of a log and no line tells what became of the kubelet; nothing else. `last`: the process that wrote last. */
export function sayQuietEnd(
  view: Pick<DiagnosisView, 'history' | 'formatTime' | 'facts'>,
  last: KubeletProcess,
  paragraph: Paragraph,
): void {
  const { history, formatTime } = view;
  const until = queriesOf(history).seenUntil(last);
  const silence = until - last.to;
  const hasSections = history.sources.some(({ sections }) => sections === true);
  if (
    hasSections ||
    last.ending !== undefined ||
    last.endedBy === 'exit' ||
    silence < LONG_SILENCE ||
    // It was as quiet before, and came back.
    (last.quietest !== undefined && silence <= last.quietest) ||
    wasSetBack(view, silence)
  )
    return;
  paragraph
    .sentence('quiet-end')
    .say(
      `After that no line is a kubelet's, though other programs wrote until ${formatTime(until)}: a healthy kubelet can be that quiet, and so can one that hangs or whose lines are not in this log.`,
    );
}

/** The clock was set back by about as much: the latest times of the log are those of before. */
function wasSetBack(view: Pick<DiagnosisView, 'facts'>, silence: number): boolean {
  return clockSetsOf(view).some(({ by }) => by !== undefined && silence + by < LONG_SILENCE);
}

/** So much of a silence may be left when the jump of the clock is taken off. */
const QUIET = seconds(600);

/** The longest silence in the midst of a kubelet that is unlike all its others: it was held up or its lines are missing, and no skip would tell. Nothing where there is none, or where the clock was set forward by as much. `ofUnhealthy`: that of a kubelet which has to write every few seconds then, however little it wrote. */
export function saySilence(
  view: Pick<DiagnosisView, 'history' | 'formatTime' | 'facts'>,
  paragraph: Paragraph,
  ofUnhealthy?: KubeletProcess,
): void {
  const { formatTime } = view;
  const sets = clockSetsOf(view);
  const silences = (ofUnhealthy === undefined ? view.history.processes : [ofUnhealthy]).flatMap((process) => {
    const silence = ofUnhealthy === undefined ? oddSilence(process) : process.silence;
    return silence === undefined ||
      // The line of the time service has the time of before or of after.
      sets.some(
        ({ by, fact: { time } }) =>
          by !== undefined && time >= silence.from && time <= silence.to && silence.to - silence.from - by < QUIET,
      )
      ? []
      : [silence];
  });
  const [first] = silences;
  if (first === undefined) return;
  const { from, to, before, after } = silences.reduce(
    (most, one) => (one.to - one.from > most.to - most.from ? one : most),
    first,
  );
  paragraph
    .sentence('silence')
    .say('No line of the kubelet is from between ')
    .cite(formatTime(from), before)
    .say(' and ')
    .cite(formatTime(to), after)
    .say(
      looksLikeDaylightSaving(from, to, QUIET)
        ? ` (${durationText(duration(to - from))}), unlike anywhere else: on a Sunday night that is most likely the begin of daylight saving, in a log in local time; else the machine or the kubelet was paused, or lines are missing.`
        : ` (${durationText(duration(to - from))}), unlike anywhere else: the machine or the kubelet was paused, the clock was set, or lines are missing, and the node may have been NotReady meanwhile.`,
    );
}

/** Behind the name of that kubelet, to the end of the sentence. */
export function sayEndedForGood(view: DiagnosisView, ending: ProcessEnding, paragraph: Paragraph): void {
  paragraph
    .cite(`${endingText(ending)} ${whenText(ending.at, view.formatTime)}`, ending.evidence[0])
    .say(' and none was started after it: while none runs, the control plane counts the node as NotReady.');
}
