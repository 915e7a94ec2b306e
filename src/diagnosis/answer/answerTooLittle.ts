/** The answer of a log that is too short to tell how PLEG was doing: what its few lines explain, and how to get a longer one. */
import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { type Duration, duration, seconds } from '../../kubelet/time.ts';
import { queriesOf } from '../../inference/queries.ts';
import { type AnswerDraft, type Finding, isWorthALook, tellsTrouble } from '../finding.ts';
import { saveLogCommand } from '../tools/nodeTools.ts';
import type { DiagnosisView } from '../view.ts';
import { durationText } from '../words/durationText.ts';
import { bothEnds } from '../words/factText.ts';
import { closing } from './answerClosing.ts';
import { sayOtherErrors } from './answerOtherErrors.ts';
import { lengthOf, nameNode, paragraphsOf } from './answerParts.ts';
import { sayNextStep } from './nextStep.ts';
import { lowerFirst, Paragraph } from './paragraph.ts';

/** A log without a line about PLEG, pods or the node, and too short for a skip to be missed: its silence proves nothing. */
export function saysNothing({ history }: DiagnosisView, findings: readonly Finding[]): boolean {
  // The length first: events, pods and facts are only made when somebody asks, and a long log has millions.
  if (lengthOf(history) >= RELIST_THRESHOLD) return false;
  const { counts, skips, relists, nodeReady } = history;
  return (
    counts.plegEvents === 0 &&
    [findings, skips, relists, nodeReady].every(({ length }) => length === 0) &&
    queriesOf(history).podCount === 0 &&
    history.facts.every(
      ({ fact }) => fact.kind === 'other-error' || (fact.kind === 'journal-loss' && fact.isExcerpt === true),
    )
  );
}

/** Half a minute or less in which nothing failed: a start, or a few pasted lines. */
export function isGlimpse({ history }: DiagnosisView, findings: readonly Finding[]): boolean {
  return shownOf(history) < GLIMPSE && !findings.some(isWorthALook) && history.nodeReady.every(({ ready }) => ready);
}

/** Of so little nobody can tell how PLEG was doing. */
export const GLIMPSE = seconds(30);

/** For how long a kubelet is seen: what other programs wrote before tells nothing of one, and after it, it may have had nothing to say. */
export function shownOf(history: DiagnosisView['history']): Duration {
  const [one, ...others] = history.processes;
  if (one === undefined) return lengthOf(history);
  const from = others.reduce((first, process) => Math.min(first, process.from), one.from as number);
  const last = others.reduce((latest, process) => (process.to > latest.to ? process : latest), one);
  return duration(queriesOf(history).seenUntil(last) - from);
}

/** How long a short log is. Fractions of a second would sound as if they said something. */
function coveredText(length: Duration): string {
  return length < seconds(1) ? 'less than a second' : durationText(length);
}

/** How many records it has, without the lines of other text between them. */
function recordsText({ records, unparsedLines, leftOut = 0 }: DiagnosisView['history']['counts']): string {
  const count = records - unparsedLines - leftOut;
  return count === 1 ? '1 record' : `${count.toLocaleString('en')} records`;
}

/** What such a log tells, and how to get a longer one. */
export function tooLittle(view: DiagnosisView, findings: readonly Finding[]): AnswerDraft {
  const { history } = view;
  const nothing = saysNothing(view, findings);
  const calls = [...view.facts.all('runtime-call-failed')].sort((a, b) => a.time - b.time);
  const paragraph = new Paragraph('node');
  nameNode(view, paragraph);
  // What its lines explain comes first; that they are few, behind it.
  const seen = findings.filter(tellsTrouble);
  const failed = nothing || seen.length > 0 ? [] : calls;
  const [top] = seen;
  if (top !== undefined) {
    paragraph.clause('other-trouble').strong(
      `${paragraph.isEmpty ? top.title : lowerFirst(top.title)}${
        seen.length > 1
          ? `; ${seen
              .slice(1, 3)
              .map(({ title }) => lowerFirst(title))
              .join('; ')}`
          : ''
      }.`,
      top.evidence[0],
    );
    sayNextStep(paragraph, top, false);
    paragraph
      .sentence('other-trouble')
      .say(top.explanation)
      .sentence('too-short')
      .say('The log is too short to say how PLEG was doing.');
  } else
    paragraph
      .clause('too-short')
      .strong(`${paragraph.isEmpty ? 'This' : 'this'} log is too short to say how PLEG was doing.`);
  const [first] = failed;
  const isQuoted = top === undefined && first === undefined && sayOtherErrors(view, paragraph);
  // How long lines without times took, nobody can tell.
  if (history.span !== undefined) {
    const shown = shownOf(history);
    const isPart = shown < GLIMPSE && lengthOf(history) >= GLIMPSE;
    const what = nothing
      ? 'tells how PLEG or the node was doing'
      : `shows PLEG${calls.length > 0 ? '' : ' or the runtime'} unhealthy beyond a start`;
    paragraph
      .sentence('too-short')
      .say(
        isPart
          ? `The kubelet is seen in it for ${coveredText(shown)} only, and no line ${what}.`
          : `${isQuoted ? 'The log' : 'It'} covers ${coveredText(lengthOf(history))} with ${recordsText(history.counts)}, and none of them ${what}.`,
      );
  }
  if (first !== undefined) {
    paragraph
      .sentence('failed-calls')
      .say(
        failed.length === 1
          ? 'A call to the runtime failed'
          : `${failed.length} calls to the runtime failed, the first`,
      );
    if (history.span !== undefined) paragraph.say(' at ').cite(view.formatTime(first.time), first);
    paragraph.say(first.error.text === '' ? ', and why is cut off.' : `: "${bothEnds(first.error.text, 220)}".`);
  }
  paragraph
    .sentence('short-piece')
    .say(
      `A relist may take ${durationText(RELIST_THRESHOLD)} before the kubelet calls PLEG unhealthy, so save more of the journal: \`${saveLogCommand(view, '--since "1 hour ago"')}\`.`,
    );
  return {
    headline: top?.title ?? 'Too little to tell',
    state: 'unknown',
    paragraphs: paragraphsOf(paragraph, closing(view, findings)),
  };
}
