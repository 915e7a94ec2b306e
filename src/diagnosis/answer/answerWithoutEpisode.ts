/** The answer where PLEG was never unhealthy: nothing of a kubelet, too little to tell, or a story of something else. */
import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { saveJournalCommand } from '../../kubelet/journalCommand.ts';
import { type Duration, seconds } from '../../kubelet/time.ts';
import { briefFailure } from '../words/briefFailure.ts';
import { sayWhoStayed } from './answerEnd.ts';
import { sayAbsence, sayGone, sayQuietEnd, saySilence, sayStoppedForGood } from './answerAbsence.ts';
import { describeCrashes } from './answerCrashes.ts';
import { forecastOf, sayForecast } from './answerForecast.ts';
import type { KubeletProcess } from '../../inference/history.ts';
import { queriesOf } from '../../inference/queries.ts';
import { plural, type RankedFinding } from '../cause.ts';
import { crashedProcesses, ranFor } from '../signs/crashedProcesses.ts';
import { absencesOf } from '../../inference/episodes/absences.ts';
import { goneForGood } from '../../inference/episodes/goneForGood.ts';
import { durationText } from '../words/durationText.ts';
import { shorten } from '../words/factText.ts';
import { type Answer, type AnswerDraft, type Finding, type FindingId, isWorthALook, tellsTrouble } from '../finding.ts';
import type { ListFailure } from '../signs/listingBlame.ts';
import { sayNextStep } from './nextStep.ts';
import { saveLogCommand } from '../tools/nodeTools.ts';
import { lowerFirst, Paragraph } from './paragraph.ts';
import type { DiagnosisView } from '../view.ts';
import { closing } from './answerClosing.ts';
import { lengthOf, nameNode, paragraphsOf } from './answerParts.ts';

/** Lines, but none of a kubelet. */
export function noKubelet(view: DiagnosisView): AnswerDraft {
  const { records, lines } = view.history.counts;
  const paragraph = new Paragraph('no-kubelet')
    .strong('This log shows no kubelet at work.')
    .say(
      ` It has ${plural(lines, 'line')} and ${plural(records, 'record')}, none of them recognisably from a kubelet process, so nothing can be said about PLEG or the node. If the kubelet of this node writes elsewhere, open that file: \`${saveJournalCommand()}\`; k3s, rke2 and microk8s write under their own unit names.`,
    );
  return { headline: 'No kubelet activity', state: 'unknown', paragraphs: [paragraph.parts()] };
}

/** A log without a line about PLEG, pods or the node, and too short for a skip to be missed: its silence proves nothing. */
export function saysNothing({ history }: DiagnosisView, findings: readonly Finding[]): boolean {
  // The length first: events, pods and facts are only made when somebody asks, and a long log has millions.
  if (lengthOf(history) >= RELIST_THRESHOLD) return false;
  const { counts, skips, relists, nodeReady } = history;
  return (
    counts.plegEvents === 0 &&
    [findings, skips, relists, nodeReady].every(({ length }) => length === 0) &&
    queriesOf(history).podCount === 0 &&
    history.facts.length === 0
  );
}

/** Half a minute or less in which nothing failed: a start, or a few pasted lines. */
export function isGlimpse({ history }: DiagnosisView, findings: readonly Finding[]): boolean {
  return lengthOf(history) < GLIMPSE && !findings.some(isWorthALook) && history.nodeReady.every(({ ready }) => ready);
}

const GLIMPSE = seconds(30);

/** How long a short log is. Fractions of a second would sound as if they said something. */
function coveredText(length: Duration): string {
  return length < seconds(1) ? 'less than a second' : durationText(length);
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
  paragraph.say(
    ` It covers ${coveredText(lengthOf(history))} with ${history.counts.records === 1 ? '1 record' : `${history.counts.records.toLocaleString('en')} records`}, ${nothing ? 'none of them about PLEG, pods or the node' : `and none of them shows PLEG${calls.length > 0 ? '' : ' or the runtime'} unhealthy beyond a start`}.`,
  );
  const [first] = failed;
  if (first !== undefined)
    paragraph
      .sentence('failed-calls')
      .say(
        `${failed.length === 1 ? 'A call to the runtime failed' : `${failed.length} calls to the runtime failed, the first`} at `,
      )
      .cite(view.formatTime(first.time), first)
      .say(`: "${shorten(first.error.text, 160)}".`);
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

/** Causes that are the story themselves even where they are mere circumstances, for PLEG was never unhealthy; after them the node was well again. */
const LEADS: ReadonlySet<FindingId> = new Set([
  'kubelet-crash-loop',
  'cgroup-driver',
  'container-manager',
  'runtime-unreachable',
  'network-not-ready',
  'inspect-calls-hang',
  'list-calls-hang',
  'list-calls-fail',
  'list-too-large',
]);

/** Findings that a failure too short for an unhealthy time can give. */
const OF_LISTING: ReadonlyMap<FindingId, ListFailure> = new Map([
  ['runtime-unreachable', 'unreachable'],
  ['list-calls-hang', 'timed-out'],
  ['list-calls-fail', 'answered'],
  ['list-too-large', 'too-large'],
]);

/** A loop that stood still for a minute and more served no pod in it, whatever the health check says. */
function isLongStall({ id, confidence }: Finding): boolean {
  return id === 'loop-blocked' && confidence === 'high';
}

/** No unhealthy time: what went wrong beside PLEG leads, if anything did, and how it was checked. */
export function healthy(
  view: DiagnosisView,
  findings: readonly Finding[],
  causes: readonly RankedFinding[],
): AnswerDraft {
  const [top, ...others] = findings.filter(isWorthALook);
  // The shortage of disk and the pods that were ended for it are one story, and the title of the first says so.
  const worth = [
    top ?? [],
    others.filter(({ id }) => id !== 'evicting' || top?.id !== 'disk-pressure' || top.confidence !== 'high'),
  ].flat();
  const leads =
    top !== undefined && (causes.some(({ finding }) => finding.id === top.id) || LEADS.has(top.id) || isLongStall(top));
  const state =
    top !== undefined && leads
      ? stateWithoutEpisode(view, top)
      : isTroubledPiece(view, findings)
        ? 'unknown'
        : 'healthy';
  const first = new Paragraph('node');
  nameNode(view, first, leads ? top : undefined);
  const forecast = forecastOf(view);
  if (top?.id === 'kubelet-restart' && leads && absencesOf(view.history).length > 0) sayAbsence(view, top, first);
  else if (top?.id === 'kubelet-gone' && leads) sayGone(view, top, first);
  else if (top !== undefined && leads)
    first.clause('other-trouble').strong(`${first.isEmpty ? top.title : lowerFirst(top.title)}.`, top.evidence[0]);
  else {
    sayNoTrouble(view, first);
    if (top !== undefined) sayWorthALook(view, first, top, worth.slice(1, 3));
  }
  if (leads && top !== undefined) sayWhen(view, top, first, state === 'recovered');
  if (forecast !== undefined) sayForecast(view, forecast, first);
  if (leads && state === 'recovered') sayWhoStayed(view, first);
  if (leads) sayNextStep(first, top, state === 'recovered');
  return {
    headline: top === undefined || !leads ? 'No unhealthy time' : top.title,
    state,
    paragraphs: paragraphsOf(first, howItWasChecked(view, top, leads), closing(view, findings)),
  };
}

/** That there is none, and what else is known of the node at the end. */
function sayNoTrouble(view: DiagnosisView, first: Paragraph): void {
  const down = stillNotReady(view);
  const gone = goneForGood(view.history)?.ending;
  const stopped = gone?.how === 'stopped' ? gone : undefined;
  first
    .clause('no-trouble')
    .strong(
      `${first.isEmpty ? 'No' : 'no'} unhealthy time in this log${down === undefined && stopped === undefined ? '.' : ''}`,
    );
  if (down === undefined && stopped !== undefined) sayStoppedForGood(view, stopped, first.say(', but the kubelet '));
  if (down !== undefined)
    first
      .say(', but the node was reported NotReady at ')
      .cite(view.formatTime(down.time), down)
      .say(down.text === undefined ? '; the line does not say why.' : ` ("${shorten(down.text, 160)}").`);
}

/** What is no cause, and should be looked at all the same: the first finding with its next step, the `others` by their titles. */
function sayWorthALook(view: DiagnosisView, first: Paragraph, top: Finding, others: readonly Finding[]): void {
  const titles = others.map(({ title }) => lowerFirst(title)).join('; ');
  first
    .sentence('other-trouble')
    .say('Worth a look: ')
    .strong(lowerFirst(top.title), top.evidence[0])
    .say(` (${top.confidence} confidence)${titles === '' ? '' : `; ${titles}`}.`);
  sayWhen(view, top, first);
  sayNextStep(first, top, false);
}

function howItWasChecked(view: DiagnosisView, top: Finding | undefined, leads: boolean): Paragraph {
  const story = new Paragraph('other-trouble');
  if (top !== undefined && leads) story.say(top.explanation);
  healthCheck(view, story, leads);
  nodeReports(view, story);
  if (top !== undefined && !leads) story.sentence('other-trouble').say(top.explanation);
  if (lengthOf(view.history) < RELIST_THRESHOLD)
    story
      .sentence('short-piece')
      .say(
        `It is a short piece: a relist may hang for ${durationText(RELIST_THRESHOLD)} before the kubelet calls PLEG unhealthy. For more: \`${saveLogCommand(view, '--since "1 hour ago"')}\`.`,
      );
  // Where something else is the story, deaths are likely of it.
  if (!leads) describeCrashes(view, story);
  return story;
}

/** A trouble whose last line is no further from the end of the log goes on, for all that the log tells. */
const STILL = seconds(60);

/** From when to when lines show it, where the finding tells: what somebody on call asks first. */
function sayWhen(
  { history: { span }, formatTime }: DiagnosisView,
  { shows }: Finding,
  paragraph: Paragraph,
  isOver = false,
): void {
  if (shows === undefined || span === undefined) return;
  const { from, to } = shows;
  const [begin, end] = [formatTime(from), formatTime(to)];
  paragraph
    .sentence('other-trouble')
    .say(
      begin === end
        ? `Seen at ${begin}.`
        : !isOver && span.to - to < STILL
          ? `Seen from ${begin} to the end of the log.`
          : `Seen from ${begin} to ${end}, and not after that.`,
    );
}

/** What keeps a node from reporting or its kubelet from working, even where few lines say so. */
const OF_THE_NODE: ReadonlySet<FindingId> = new Set([
  'api-unreachable',
  'api-refuses',
  'certificate-expired',
  'certificate-untrusted',
  'network-not-ready',
  'runtime-calls-time-out',
  'file-limit',
]);

/** A piece so short that nobody can call its node healthy, with a trouble of the node in it. */
function isTroubledPiece({ history }: DiagnosisView, findings: readonly Finding[]): boolean {
  return lengthOf(history) < RELIST_THRESHOLD && findings.some(({ id }) => OF_THE_NODE.has(id));
}

function healthCheck(view: DiagnosisView, paragraph: Paragraph, leads: boolean): void {
  const { history, formatTime, startups } = view;
  paragraph.sentence('health-check').say(leads ? 'No line shows that PLEG' : 'Nothing shows that PLEG');
  paragraph.say(
    `, the part of the kubelet that asks the container runtime every second what runs, ${leads ? '' : 'or the runtime itself '}ever failed its health check`,
  );
  const ends = endsOfKubelets(history);
  if (ends !== undefined && formatTime(ends.first.from) !== formatTime(ends.last.to))
    paragraph
      .say(' between ')
      .cite(formatTime(ends.first.from), ends.first.first)
      .say(' and ')
      .cite(formatTime(ends.last.to), ends.last.last);
  const { length: starts } = startups;
  paragraph.say(starts === 0 ? '.' : `, but for ${starts === 1 ? 'a normal start' : `${starts} normal starts`}.`);
  if (ends !== undefined) sayQuietEnd({ history, formatTime }, ends.last, paragraph);
  saySilence(view, paragraph);
}

/** The process that wrote first and the one that wrote last; what other programs wrote before and after tells nothing of PLEG. */
function endsOfKubelets({
  processes,
}: DiagnosisView['history']): { readonly first: KubeletProcess; readonly last: KubeletProcess } | undefined {
  const [one] = processes;
  if (one === undefined) return undefined;
  return {
    first: processes.reduce((first, process) => (process.from < first.from ? process : first), one),
    last: processes.reduce((last, process) => (process.to > last.to ? process : last), one),
  };
}

/** The last report of the node, where it is NotReady. */
function stillNotReady({ history }: DiagnosisView): DiagnosisView['history']['nodeReady'][number] | undefined {
  const last = history.nodeReady.at(-1);
  return last?.ready === false ? last : undefined;
}

function nodeReports({ history, formatTime }: DiagnosisView, paragraph: Paragraph): void {
  const down = history.nodeReady.find((change) => !change.ready);
  if (down === undefined) return;
  const up = history.nodeReady.findLast((change) => change.ready);
  paragraph
    .sentence('node-reports')
    .say('The node was reported NotReady at ')
    .cite(formatTime(down.time), down)
    .say(down.text === undefined ? '' : ` ("${shorten(down.text, 160)}")`);
  if (up !== undefined && up.time > down.time) paragraph.say(' and Ready at ').cite(formatTime(up.time), up);
  paragraph.say('.');
}

/** A kubelet that lived so long got over its start. */
const SETTLED = seconds(60);

/** How it stands at the end when no episode tells: by whether the last process ran on, or by the last report of the node. */
function stateWithoutEpisode(view: DiagnosisView, { id, confidence, shows }: Finding): Answer['state'] {
  const failure = confidence === 'high' ? undefined : OF_LISTING.get(id);
  if (failure !== undefined) return briefFailure(view, failure)?.goesOn === true ? 'impaired' : 'recovered';
  const { processes, nodeReady } = view.history;
  if (id === 'inspect-calls-hang' || id === 'loop-blocked') return 'impaired';
  const last = processes.at(-1);
  const isWell =
    last !== undefined &&
    ranFor(last) > SETTLED &&
    (last.endedBy === 'end-of-log' || last.ending?.how === 'stopped' || last.ending?.how === 'reboot');
  if (id === 'kubelet-gone') return 'unhealthy-at-end';
  if (id === 'node-shutdown') return nodeReady.at(-1)?.ready === false ? 'unhealthy-at-end' : 'recovered';
  if (id === 'kubelet-restart')
    return last?.endedBy === 'exit' && last.ending?.how !== 'stopped' ? 'unhealthy-at-end' : 'recovered';
  if (id === 'network-not-ready') return isNetworkDown(view, shows) ? 'unhealthy-at-end' : 'recovered';
  if (LEADS.has(id) || id === 'node-reboot' || id === 'out-of-memory') return isWell ? 'recovered' : 'unhealthy-at-end';
  // An earlier one ended for it, and the last one stayed. A stop that somebody asked for is no trouble of the kubelet.
  if (isWell && crashedProcesses(view, last.node).length > 0) return 'recovered';
  return last?.endedBy === 'exit' && last.ending?.how !== 'stopped' ? 'unhealthy-at-end' : 'impaired';
}

/** The runtime says every five seconds that its network is not ready: what the log ends with goes on, unless the node was reported Ready after it. */
function isNetworkDown({ history: { nodeReady, span } }: DiagnosisView, shows: Finding['shows']): boolean {
  const report = nodeReady.at(-1);
  if (report?.ready === false) return true;
  if (shows === undefined || span === undefined || span.to - shows.to >= STILL) return false;
  return report === undefined || report.time < shows.to;
}
