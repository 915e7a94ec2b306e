/** The answer where PLEG was never unhealthy: nothing of a kubelet, or a story of something else. */
import { nodeNameOf } from '../../inference/nodeName.ts';
import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { saveJournalCommand } from '../../kubelet/journalCommand.ts';
import { sayWhoStayed } from './answerEnd.ts';
import { sayAbsence, sayGone, sayQuietEnd, saySilence, sayEndedForGood } from './answerAbsence.ts';
import { describeCrashes } from './answerCrashes.ts';
import { forecastOf, sayForecast } from './answerForecast.ts';
import type { KubeletProcess, NodeReadyChange, ProcessEnding } from '../../inference/history.ts';
import { parseSkipReasons } from '../../kubelet/skipReasonReader.ts';
import { plural, type RankedFinding, type Weight } from '../cause.ts';
import { START_PHASE } from '../../inference/rules/margins.ts';
import { absencesOf } from '../../inference/episodes/absences.ts';
import { goneForGood } from '../../inference/episodes/goneForGood.ts';
import { ENDED_FOR_GOOD, onNode } from '../words/absenceText.ts';
import { durationText } from '../words/durationText.ts';
import { shorten } from '../words/factText.ts';
import { type AnswerDraft, type Finding, type FindingId, isWorthALook, tellsTrouble } from '../finding.ts';
import { sayNextStep } from './nextStep.ts';
import { type GoesOn, goingOn, LEADS, stateWithoutEpisode, stillNotReady } from './stateWithoutEpisode.ts';
import { isAtEnd, STILL } from '../signs/endOfKubelets.ts';
import { localSteps, saveLogCommand } from '../tools/nodeTools.ts';
import { lowerFirst, Paragraph } from './paragraph.ts';
import type { DiagnosisView } from '../view.ts';
import { isOpenStart } from '../../inference/episodes/openStart.ts';
import { closing } from './answerClosing.ts';
import { sayOtherErrors } from './answerOtherErrors.ts';
import { lengthOf, nameNode, paragraphsOf } from './answerParts.ts';
import { GLIMPSE, shownOf } from './answerTooLittle.ts';

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

/** A loop that stood still for a minute and more served no pod in it, whatever the health check says. */
function isLongStall({ id, confidence }: Finding): boolean {
  return id === 'loop-blocked' && confidence === 'high';
}

/** No unhealthy time: what went wrong beside PLEG leads, if anything did, and how it was checked. */
export function healthy(
  view: DiagnosisView,
  findings: readonly Finding[],
  ranked: readonly RankedFinding[],
): AnswerDraft {
  const [top, ...others] = findings.filter(isWorthALook);
  // The shortage of disk and the pods that were ended for it are one story, and the title of the first says so.
  const worth = [
    top ?? [],
    others.filter(
      (finding) =>
        (finding.id !== 'evicting' || top?.id !== 'disk-pressure' || top.confidence !== 'high') &&
        !ranked.some((other) => other.finding === finding && other.isBehind === true),
    ),
  ].flat();
  const leads =
    top !== undefined &&
    (ranked.some(({ finding, weight }) => weight === 'cause' && finding.id === top.id) ||
      LEADS.has(top.id) ||
      isLongStall(top));
  // Kubelets ended at their start before: the last one is well since it began.
  const wellSince = ranked.some(({ isBehind }) => isBehind === true) ? view.history.processes.at(-1) : undefined;
  // When it was and how it ended is asked of the nodes that it is about.
  const own = ranked.find(({ finding }) => finding === top)?.view ?? view;
  const told = top !== undefined && leads ? stateWithoutEpisode(own, top) : undefined;
  const isOver = told !== undefined && (told === 'recovered' || !isAtEnd(own, top?.shows));
  const now = isOver ? goingOn(view, ranked, top) : undefined;
  const ended = leads ? undefined : endedForGood(view);
  // A stop that somebody asked for is no trouble of the kubelet.
  const isDown = ended !== undefined && ended.ending.how !== 'stopped';
  const state =
    told !== undefined
      ? (now?.state ?? told)
      : isDown
        ? 'unhealthy-at-end'
        : isTroubledPiece(view, findings) || areErrorsCut(view) || shownOf(view.history) < GLIMPSE
          ? 'unknown'
          : wellSince !== undefined
            ? 'recovered'
            : 'healthy';
  // Of a few pasted lines what they tell is asked, however unsure; but why a node is not ready, only something surer tells.
  const faint =
    top === undefined && isPasted(view) && stillNotReady(view) === undefined
      ? ranked.find(({ finding, weight }) => HURTS.has(weight) && tellsTrouble(finding))?.finding
      : undefined;
  const first = new Paragraph('node');
  const isAbsence = top?.id === 'kubelet-restart' && absencesOf(own.history).length > 0;
  // The title of a finding about some nodes names them.
  if (!leads || own === view || isAbsence)
    nameNode(view, first, leads ? top : undefined, leads ? undefined : stillNotReady(view)?.node);
  const forecast = forecastOf(view);
  if (isAbsence && leads) sayAbsence(own, top, first);
  else if (top?.id === 'kubelet-gone' && leads) sayGone(own, top, first);
  else if (top !== undefined && leads)
    first.clause('other-trouble').strong(`${first.isEmpty ? top.title : lowerFirst(top.title)}.`, top.evidence[0]);
  else {
    const isStopped = sayNoTrouble(view, first, wellSince, ended) && !isDown;
    if (isStopped) sayStartIt(view, first);
    const shown = top ?? faint;
    if (shown !== undefined) sayWorthALook(own, first, shown, worth.slice(1, 3), !isStopped, own !== view);
  }
  if (leads && top !== undefined) sayWhen(own, top, first, told === 'recovered', own !== view);
  if (forecast !== undefined) sayForecast(view, forecast, first);
  if (told === 'recovered') sayWhoStayed(own, first);
  if (now !== undefined) sayWhatGoesOn(view, now, first);
  else if (leads) sayNextStep(first, top, state === 'recovered');
  return {
    headline: isDown ? ENDED_FOR_GOOD : top === undefined || !leads ? 'No unhealthy time' : top.title,
    state,
    paragraphs: paragraphsOf(first, howItWasChecked(view, top ?? faint, leads), closing(view, findings)),
  };
}

interface Ended {
  readonly process: KubeletProcess;
  readonly ending: ProcessEnding;
}

/** The last kubelet of the node, or of the first such node of several, that ended otherwise than by a reboot and did not come back in its own log. */
function endedForGood(view: DiagnosisView): Ended | undefined {
  const { nodes, processes } = view.history;
  const views = nodes.length < 2 ? [view] : nodes.flatMap(({ id }) => view.ofNode?.(id) ?? []);
  return views
    .map(({ history }) => goneForGood(history))
    .find(
      (gone) =>
        gone !== undefined &&
        gone.ending.how !== 'reboot' &&
        // A machine that was given another name looks like two nodes.
        !processes.some(
          ({ node, startedInLog, from }) => node !== gone.process.node && startedInLog && from >= gone.ending.at.min,
        ),
    );
}

/** The end of a line that was cut, or nothing that is left of it; not `<nil>`. */
const CUT = /^(?:[^<]{0,400}>)?$|…$/;

/** An error was cut within its message: what it and others would tell is not known. */
function areErrorsCut({ facts }: DiagnosisView): boolean {
  return facts.all('other-error').some(({ text }) => CUT.test(text));
}

/** What hurts the node or its pods. */
const HURTS: ReadonlySet<Weight> = new Set<Weight>(['cause', 'pods']);

/** So few records in less time than a relist may hang have been picked or pasted. */
const PASTED = 40;

function isPasted({ history }: DiagnosisView): boolean {
  const { records, leftOut = 0 } = history.counts;
  return records - leftOut <= PASTED && lengthOf(history) < RELIST_THRESHOLD;
}

/** That there is none, and what else is known of the node at the end; true where its kubelet `ended` and did not come back. */
function sayNoTrouble(
  view: DiagnosisView,
  first: Paragraph,
  wellSince: KubeletProcess | undefined,
  ended: Ended | undefined,
): boolean {
  const { commonWord } = view.history;
  const down =
    stillNotReady(view) ?? ((wellSince ?? ended ?? commonWord) === undefined ? notReadyBetween(view) : undefined);
  if (wellSince !== undefined && down === undefined && ended === undefined) {
    first
      .clause('no-trouble')
      .strong(
        `${first.isEmpty ? 'No' : 'no'} unhealthy time in this log from ${view.formatTime(wellSince.from)} on; the kubelets before ended at their start.`,
        wellSince.first,
      );
    return false;
  }
  first
    .clause('no-trouble')
    .strong(
      `${first.isEmpty ? 'No' : 'no'} unhealthy time in this log${down !== undefined || ended !== undefined ? '' : commonWord !== undefined ? `, of which every line has "${commonWord}".` : areErrorsCut(view) ? ', whose lines are cut.' : '.'}`,
    );
  if (down === undefined && ended !== undefined)
    sayEndedForGood(view, ended.ending, first.say(`, but the kubelet${onNode(view, ended.process.node)} `));
  if (down !== undefined) {
    first.say(', but the node was reported NotReady at ').cite(view.formatTime(down.time), down);
    const up = readyAfter(view, down);
    if (up !== undefined) first.say(' and Ready at ').cite(view.formatTime(up.time), up);
    first.say(
      down.text === undefined
        ? '; the line does not say why.'
        : ` ("${shorten(down.text, 160)}")${isOfStart(view, down) ? ', which is normal for a start' : ''}.`,
    );
  }
  return down === undefined && ended !== undefined;
}

/** The node was reported NotReady, and is not any more: not right after a start of its kubelet, where that is nothing. */
function notReadyBetween({ history }: DiagnosisView): NodeReadyChange | undefined {
  return history.nodeReady.find(
    ({ ready, time, process: id }) =>
      !ready &&
      !history.processes.some(
        (process) => process.id === id && process.startedInLog && time - process.from < START_PHASE,
      ),
  );
}

function readyAfter({ history }: DiagnosisView, { node, time }: NodeReadyChange): NodeReadyChange | undefined {
  return history.nodeReady.find((change) => change.ready && change.node === node && change.time > time);
}

function sayStartIt(view: DiagnosisView, first: Paragraph): void {
  const [step] = localSteps(view, ['Start it again, unless it is down for a purpose: `systemctl start kubelet`.']);
  if (step !== undefined) first.sentence('next-step').say(`Next: ${lowerFirst(step)}`);
}

/** Behind a story that is over: the trouble with which the log ends, and what to do about that. */
export function sayWhatGoesOn(view: DiagnosisView, { ranked }: GoesOn, first: Paragraph): void {
  const own = ranked.view ?? view;
  sayWorthALook(own, first, ranked.finding, [], true, own !== view);
}

/** What is no cause, and should be looked at all the same: the first finding with its next step, the `others` by their titles. */
function sayWorthALook(
  view: DiagnosisView,
  first: Paragraph,
  top: Finding,
  others: readonly Finding[],
  withStep: boolean,
  isPart: boolean,
): void {
  const titles = others.map(({ title }) => lowerFirst(title)).join('; ');
  first
    .sentence('other-trouble')
    .say('Worth a look: ')
    .strong(lowerFirst(top.title), top.evidence[0])
    .say(` (${top.confidence} confidence)${titles === '' ? '' : `; ${titles}`}.`);
  sayWhen(view, top, first, false, isPart);
  if (withStep) sayNextStep(first, top, false);
}

function howItWasChecked(view: DiagnosisView, top: Finding | undefined, leads: boolean): Paragraph {
  const story = new Paragraph('other-trouble');
  if (top !== undefined && leads) story.say(top.explanation);
  healthCheck(view, story, leads);
  nodeReports(view, story);
  if (top === undefined) sayOtherErrors(view, story);
  else if (!leads) story.sentence('other-trouble').say(top.explanation);
  if (lengthOf(view.history) < RELIST_THRESHOLD)
    story
      .sentence('short-piece')
      .say(
        `It is a short piece: a relist may hang for ${durationText(RELIST_THRESHOLD)} before the kubelet calls PLEG unhealthy. For more: \`${saveLogCommand(view, '--since "1 hour ago"')}\`.`,
      );
  if (!leads && view.history.commonWord !== undefined)
    story
      .sentence('left-out')
      .say(
        `Every line here has "${view.history.commonWord}", as if the log had been searched for it: the lines that were left out may tell of an unhealthy time. For more: \`${saveLogCommand(view, '--since …')}\`.`,
      );
  // Where something else is the story, deaths are likely of it.
  if (!leads) describeCrashes(view, story, top?.id === 'pods-crashing');
  return story;
}

/** From when to when lines show it, where the finding tells: what somebody on call asks first. `isPart`: the view is of some nodes of the log only. */
function sayWhen(view: DiagnosisView, { shows }: Finding, paragraph: Paragraph, isOver = false, isPart = false): void {
  const {
    history: { span, processes },
    formatTime,
  } = view;
  if (shows === undefined || span === undefined) return;
  const { from, to } = shows;
  const [begin, end] = [formatTime(from), formatTime(to)];
  // What a kubelet that is down does not say again may be so still.
  const last = endsOfKubelets(view.history)?.last;
  const isDown = last?.endedBy === 'exit' && last.to - to < STILL;
  const isLast = !isOver && (isDown || isAtEnd(view, shows));
  const nodes = view.history.nodes.length;
  const theLog = !isPart ? 'the log' : nodes === 1 ? 'its log' : 'their logs';
  // The last kubelet has not said it yet, in so short a time.
  const isBeforeLast = (processes.at(-1)?.from ?? from) > to;
  // What came after has earlier times.
  const wasSetBack = view.history.gaps.some((gap) => gap.why === 'clock-step' && gap.from <= to && gap.to >= to);
  paragraph
    .sentence('other-trouble')
    .say(
      begin === end
        ? `Seen at ${begin}${isOver ? ', and not after that' : ''}.`
        : !isLast
          ? `Seen from ${begin} to ${end}, and not after that.`
          : isBeforeLast || wasSetBack || span.to - to >= Math.min(STILL, to - from)
            ? `Seen from ${begin} to ${end}.`
            : `Seen from ${begin} to the end of ${theLog}.`,
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
    `, the part of the kubelet that asks the container runtime every second what runs, ${leads || failedStatus(view) ? '' : 'or the runtime itself '}ever failed its health check`,
  );
  const ends = endsOfKubelets(history);
  if (ends !== undefined && formatTime(ends.first.from) !== formatTime(ends.last.to))
    paragraph
      .say(' between ')
      .cite(formatTime(ends.first.from), ends.first.first)
      .say(' and ')
      .cite(formatTime(ends.last.to), ends.last.last);
  const { length: starts } = startups;
  const isOpen = startups.some(({ episode }) => isOpenStart(episode));
  const one = isOpen ? 'a start that is not over' : 'a normal start';
  const several = isOpen ? `${starts} starts, one of them not over` : `${starts} normal starts`;
  paragraph.say(starts === 0 ? '.' : `, but for ${starts === 1 ? one : several}.`);
  if (ends !== undefined) sayQuietEnd(view, ends.last, paragraph);
  saySilence(view, paragraph);
}

/** The health check of the runtime is its Status call. */
function failedStatus({ facts }: DiagnosisView): boolean {
  return facts.all('status-failed').length > 0 || facts.all('runtime-not-ready').length > 0;
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

/** It says that the kubelet has not heard of the runtime, or listed anything, yet: at the start of a kubelet that was normal otherwise. */
function isOfStart({ startups }: DiagnosisView, { text, process }: NodeReadyChange): boolean {
  const kinds = parseSkipReasons(text ?? '').map(({ kind }) => kind);
  // Up to 1.12 a runtime that was not heard of yet counts as down: then the skips of the start say so, too.
  return startups.some(
    ({ process: { id }, episode: { reasons } }) =>
      id === process &&
      kinds.every(
        (kind) =>
          kind === 'runtime-status-unknown' ||
          kind === 'pleg-never' ||
          (kind === 'runtime-down' && reasons.includes(kind)),
      ),
  );
}

function nodeReports({ history, formatTime }: DiagnosisView, paragraph: Paragraph): void {
  const down = history.nodeReady.find((change) => !change.ready);
  if (down === undefined) return;
  const up = history.nodeReady.findLast((change) => change.ready && change.node === down.node);
  const name = history.nodes.length > 1 ? (nodeNameOf(history, down.node) ?? down.node) : undefined;
  paragraph
    .sentence('node-reports')
    .say(`${name === undefined ? 'The' : `On node ${shorten(name, 80)}: the`} node was reported NotReady at `)
    .cite(formatTime(down.time), down)
    .say(down.text === undefined ? '' : ` ("${shorten(down.text, 160)}")`);
  if (up !== undefined && up.time > down.time) paragraph.say(' and Ready at ').cite(formatTime(up.time), up);
  paragraph.say('.');
}
