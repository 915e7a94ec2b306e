/**
 * The written answer. The first paragraph is for someone on call: which node, what, how long, whether it goes on, the likely cause, the next step. Then the story for a reader who
 * has never heard of PLEG, then what else the log tells; each claim with its line.
 */
import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { saveJournalCommand } from '../../kubelet/journalCommand.ts';
import { duration, type Duration, seconds } from '../../kubelet/time.ts';
import { briefFailure } from '../words/briefFailure.ts';
import { sayWhoStayed } from './answerEnd.ts';
import { sayAbsence, sayGone, sayQuietEnd, saySilence, sayStoppedForGood } from './answerAbsence.ts';
import { describeCrashes } from './answerCrashes.ts';
import { describeEndings } from './answerEndings.ts';
import { describeEpisode, episodeInShort, sayCause } from './answerEpisode.ts';
import { forecastOf, sayForecast } from './answerForecast.ts';
import { metricsAlone, sayMetrics } from './answerMetrics.ts';
import { describePods } from './answerPods.ts';
import { describeSeveral, severalInShort, throughRestarts } from './answerSeveral.ts';
import type { KubeletProcess } from '../../inference/history.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import { queriesOf } from '../../inference/queries.ts';
import { plural, type RankedFinding } from '../cause.ts';
import { crashedLives, livedFor } from '../signs/crashedLives.ts';
import { goneForGood } from '../signs/goneForGood.ts';
import { durationText } from '../words/durationText.ts';
import { readyBeforeEnd, shortLengthText, subjectOf, subjectOfAll, whichOf } from '../words/episodeText.ts';
import { shorten } from '../words/factText.ts';
import {
  type Answer,
  type AnswerDraft,
  type Finding,
  type FindingId,
  isWorthALook,
  type SentencePart,
  tellsTrouble,
} from '../finding.ts';
import type { ListFailure } from '../signs/listingBlame.ts';
import { sayNextStep } from './nextStep.ts';
import { sayFolded, timesOrMore } from '../words/foldedText.ts';
import { saveLogCommand } from '../tools/nodeTools.ts';
import { lowerFirst, Paragraph } from './paragraph.ts';
import { type DiagnosisView, type EpisodeView, isLoneStart } from '../view.ts';

/** Writes the answer for a whole log. `causes` are the findings that say why, without those that only went along. */
export function writeAnswer(
  view: DiagnosisView,
  findings: readonly Finding[],
  causes: readonly RankedFinding[],
): AnswerDraft {
  if (view.history.processes.length === 0 && view.history.metrics !== undefined) return metricsAlone(view, findings);
  if (view.history.processes.length === 0 && causes.every(({ finding }) => finding.confidence === 'low'))
    return noKubelet(view);
  const worst = mostSerious(view);
  if (worst === undefined)
    return saysNothing(view, findings) || isGlimpse(view, findings)
      ? tooLittle(view, findings)
      : healthy(view, findings, causes);
  const state = stateAtEnd(view);
  const isOne = view.episodes.length === 1;
  const first = new Paragraph('node');
  nameNode(view, first);
  if (isOne) episodeInShort(view, worst, first);
  else severalInShort(view, first, state);
  const cause = sayCause(
    worst,
    causes,
    first,
    isOne || causes.length < 2
      ? ''
      : ` of the ${whichOf(view, worst) === 'one' ? 'one described below' : whichOf(view, worst)}`,
  );
  const forecast = forecastOf(view);
  if (forecast !== undefined) sayForecast(view, forecast, first);
  sayNextStep(first, cause, state === 'recovered');
  const several = new Paragraph('rhythm');
  if (!isOne) describeSeveral(view, causes, several);
  const story = new Paragraph('last-relist');
  describeEpisode(view, worst, !isOne, story);
  describePods(view, worst, story);
  return {
    headline: headlineOf(view, worst, state),
    state,
    paragraphs: cameAfterFailedStarts(view, worst)
      ? paragraphsOf(first, endingsOf(view), several, story, closing(view, findings, false))
      : paragraphsOf(first, several, story, closing(view, findings)),
    episode: worst.episode.id,
  };
}

/** Kubelets that crashed one after another, before the one that the story is about could work, belong to the same trouble and are told first. */
function cameAfterFailedStarts(view: DiagnosisView, { process }: EpisodeView): boolean {
  return view.episodes.length === 1 && crashedLives(view, process.node).some(({ to }) => to < process.from);
}

function endingsOf(view: DiagnosisView): Paragraph {
  const paragraph = new Paragraph('endings');
  describeEndings(view, paragraph);
  return paragraph;
}

function paragraphsOf(...paragraphs: readonly Paragraph[]): Answer['paragraphs'] {
  return paragraphs
    .filter((paragraph) => !paragraph.isEmpty)
    .map((paragraph): readonly SentencePart[] => paragraph.parts());
}

/** The name of the node, where there is one and it has one. */
function nameNode({ history }: DiagnosisView, paragraph: Paragraph): void {
  const [node, ...others] = history.nodes;
  const name = node?.names[0];
  if (name !== undefined && others.length === 0) paragraph.strong(`${shorten(name, 80)}: `, node?.evidence[0]);
}

/** How it stands where the log ends, by the last episode of each node; the worst of them counts. */
function stateAtEnd(view: DiagnosisView): Answer['state'] {
  const last = new Map<string, EpisodeView>();
  for (const episode of view.episodes) {
    const before = last.get(episode.process.node);
    if (before === undefined || episode.episode.begin.min > before.episode.begin.min)
      last.set(episode.process.node, episode);
  }
  let state: Answer['state'] = 'recovered';
  for (const latest of last.values()) {
    const { episode, process } = latest;
    if (readyBeforeEnd(view, latest) !== undefined) continue;
    if (episode.endedBy === 'end-of-log') return 'unhealthy-at-end';
    if (episode.endedBy === 'gap' && lookupsOf(view.history).lifeAfter(process) === undefined) state = 'unknown';
    // A process that ended while it was unhealthy: a later one of the node that had no episode was well.
    if (episode.endedBy === 'restart' && lookupsOf(view.history).lifeAfter(process) === undefined)
      return 'unhealthy-at-end';
  }
  return state;
}

/** An episode that still goes on outweighs the others; then the longest one. */
function mostSerious(view: DiagnosisView): EpisodeView | undefined {
  const longest = view.episodes[0];
  const open = view.episodes.find(
    (episode) => episode.episode.endedBy === 'end-of-log' && episode.episode.end === undefined,
  );
  return open !== undefined && longest !== undefined && open.length >= longest.length / 4 ? open : longest;
}

const STATE_WORDS: Readonly<Record<Answer['state'], string>> = {
  healthy: 'healthy',
  impaired: 'impaired',
  recovered: 'recovered',
  'unhealthy-at-end': 'not recovered at the end of the log',
  unknown: 'end unknown',
};

function headlineOf(view: DiagnosisView, worst: EpisodeView, state: Answer['state']): string {
  const what = subjectOf(worst).short;
  if (view.episodes.length === 1) return `${what} for ${shortLengthText(worst)}, ${STATE_WORDS[state]}`;
  const through = throughRestarts(view);
  if (through !== undefined)
    return `${subjectOfAll(view.episodes)?.short ?? what} for ${through}, ${STATE_WORDS[state]}`;
  const which = whichOf(view, worst);
  return `${subjectOfAll(view.episodes)?.short ?? what} ${timesOrMore(view.history, 'episodes', view.episodes.length)}, ${which === 'one' ? 'one of them' : which} ${shortLengthText(worst)}, ${STATE_WORDS[state]}`;
}

function noKubelet(view: DiagnosisView): AnswerDraft {
  const { records, lines } = view.history.counts;
  const paragraph = new Paragraph('no-kubelet')
    .strong('This log shows no kubelet at work.')
    .say(
      ` It has ${plural(lines, 'line')} and ${plural(records, 'record')}, none of them recognisably from a kubelet process, so nothing can be said about PLEG or the node. If the kubelet of this node writes elsewhere, open that file: \`${saveJournalCommand()}\`; k3s, rke2 and microk8s write under their own unit names.`,
    );
  return { headline: 'No kubelet activity', state: 'unknown', paragraphs: [paragraph.parts()] };
}

/** A log without a line about PLEG, pods or the node, and too short for a skip to be missed: its silence proves nothing. */
function saysNothing({ history }: DiagnosisView, findings: readonly Finding[]): boolean {
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
function isGlimpse({ history }: DiagnosisView, findings: readonly Finding[]): boolean {
  return lengthOf(history) < GLIMPSE && !findings.some(isWorthALook) && history.nodeReady.every(({ ready }) => ready);
}

const GLIMPSE = seconds(30);

function lengthOf({ span }: DiagnosisView['history']): Duration {
  return duration(span === undefined ? 0 : span.to - span.from);
}

/** How long a short log is. Fractions of a second would sound as if they said something. */
function coveredText(length: Duration): string {
  return length < seconds(1) ? 'less than a second' : durationText(length);
}

function tooLittle(view: DiagnosisView, findings: readonly Finding[]): AnswerDraft {
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
    ` It covers ${coveredText(lengthOf(history))} with ${plural(history.counts.records, 'record')}, ${nothing ? 'none of them about PLEG, pods or the node' : `and none of them shows PLEG${calls.length > 0 ? '' : ' or the runtime'} unhealthy beyond a start`}.`,
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

function healthy(view: DiagnosisView, findings: readonly Finding[], causes: readonly RankedFinding[]): AnswerDraft {
  const { history } = view;
  const worth = findings.filter(isWorthALook);
  const top = worth[0];
  const leads =
    top !== undefined && (causes.some(({ finding }) => finding.id === top.id) || LEADS.has(top.id) || isLongStall(top));
  const state =
    top !== undefined && leads
      ? stateWithoutEpisode(view, top)
      : isTroubledPiece(view, findings)
        ? 'unknown'
        : 'healthy';
  const first = new Paragraph('node');
  nameNode(view, first);
  const forecast = forecastOf(view);
  if (top?.id === 'kubelet-restart' && leads) sayAbsence(view, top, first);
  else if (top?.id === 'kubelet-gone' && leads) sayGone(view, top, first);
  else if (top !== undefined && leads)
    first.clause('other-trouble').strong(`${first.isEmpty ? top.title : lowerFirst(top.title)}.`, top.evidence[0]);
  else {
    const down = stillNotReady(view);
    const gone = goneForGood(view)?.ending;
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
    if (top !== undefined) {
      first
        .sentence('other-trouble')
        .say('Worth a look: ')
        .strong(lowerFirst(top.title), top.evidence[0])
        .say(
          ` (${top.confidence} confidence)${
            worth.length > 1
              ? `; ${worth
                  .slice(1, 3)
                  .map(({ title }) => lowerFirst(title))
                  .join('; ')}`
              : ''
          }.`,
        );
      sayNextStep(first, top, false);
    }
  }
  if (forecast !== undefined) sayForecast(view, forecast, first);
  if (leads && state === 'recovered') sayWhoStayed(view, first);
  if (leads) sayNextStep(first, top, state === 'recovered');
  const story = new Paragraph('other-trouble');
  if (top !== undefined && leads) story.say(top.explanation);
  healthCheck(view, story, leads);
  nodeReports(view, story);
  if (top !== undefined && !leads) story.sentence('other-trouble').say(top.explanation);
  if (lengthOf(history) < RELIST_THRESHOLD)
    story
      .sentence('short-piece')
      .say(
        `It is a short piece: a relist may hang for ${durationText(RELIST_THRESHOLD)} before the kubelet calls PLEG unhealthy. For more: \`${saveLogCommand(view, '--since "1 hour ago"')}\`.`,
      );
  // Where something else is the story, deaths are likely of it.
  if (!leads) describeCrashes(view, story);
  return {
    headline: top === undefined || !leads ? 'No unhealthy time' : top.title,
    state,
    paragraphs: paragraphsOf(first, story, closing(view, findings)),
  };
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

function healthCheck({ history, formatTime, startups }: DiagnosisView, paragraph: Paragraph, leads: boolean): void {
  paragraph.sentence('health-check').say(leads ? 'No line shows that PLEG' : 'Nothing shows that PLEG');
  paragraph.say(
    `, the part of the kubelet that asks the container runtime every second what runs, ${leads ? '' : 'or the runtime itself '}ever failed its health check`,
  );
  const ends = endsOfKubelets(history);
  if (lengthOf(history) > 0 && ends !== undefined)
    paragraph
      .say(' between ')
      .cite(formatTime(ends.first.from), ends.first.first)
      .say(' and ')
      .cite(formatTime(ends.last.to), ends.last.last);
  const { length: starts } = startups;
  paragraph.say(starts === 0 ? '.' : `, but for ${starts === 1 ? 'a normal start' : `${starts} normal starts`}.`);
  if (ends !== undefined) sayQuietEnd({ history, formatTime }, ends.last, paragraph);
  saySilence({ history, formatTime }, paragraph);
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

/** What a log that was searched for a word leaves open, and how to get the rest. */
function wholeJournal(view: DiagnosisView, paragraph: Paragraph): void {
  const { searched } = view;
  if (searched === undefined) return;
  paragraph.sentence('left-out');
  if (searched === 'few')
    paragraph.say(
      `Only ${plural(view.history.counts.records, 'record')} ${view.history.counts.records === 1 ? 'stands' : 'stand'} here for ${durationText(lengthOf(view.history))}, as if picked out of the journal; what the lines left out would tell is unknown. Save the whole journal: \`${saveLogCommand(view, '--since …')}\`.`,
    );
  else
    paragraph.say(
      `Every line here has the word "${searched}", as if the journal had been searched for it; the lines that say which call failed may be among those left out. Save the whole journal: \`${saveLogCommand(view, '--since …')}\`.`,
    );
}

/** A kubelet that lived so long got over its start. */
const SETTLED = seconds(60);

/** How it stands at the end when no episode tells: by the life of the last process, or by the last report of the node. */
function stateWithoutEpisode(view: DiagnosisView, { id, confidence }: Finding): Answer['state'] {
  const failure = confidence === 'high' ? undefined : OF_LISTING.get(id);
  if (failure !== undefined) return briefFailure(view, failure)?.goesOn === true ? 'impaired' : 'recovered';
  const { processes, nodeReady } = view.history;
  if (id === 'inspect-calls-hang' || id === 'loop-blocked') return 'impaired';
  const last = processes.at(-1);
  const isWell =
    last !== undefined &&
    livedFor(last) > SETTLED &&
    (last.endedBy === 'end-of-log' || last.ending?.how === 'stopped' || last.ending?.how === 'reboot');
  if (id === 'kubelet-gone') return 'unhealthy-at-end';
  if (id === 'node-shutdown') return nodeReady.at(-1)?.ready === false ? 'unhealthy-at-end' : 'recovered';
  if (id === 'kubelet-restart')
    return last?.endedBy === 'exit' && last.ending?.how !== 'stopped' ? 'unhealthy-at-end' : 'recovered';
  if (id === 'network-not-ready') return nodeReady.at(-1)?.ready === false ? 'unhealthy-at-end' : 'recovered';
  if (LEADS.has(id)) return isWell ? 'recovered' : 'unhealthy-at-end';
  // An earlier one ended for it, and the last one stayed. A stop that somebody asked for is no trouble of the kubelet.
  if (isWell && crashedLives(view, last.node).length > 0) return 'recovered';
  return last?.endedBy === 'exit' && last.ending?.how !== 'stopped' ? 'unhealthy-at-end' : 'impaired';
}

/** What else the log tells: how processes ended, start-up skips, the replay's figure, what was left out of it. */
function closing(view: DiagnosisView, findings: readonly Finding[], withEndings = true): Paragraph {
  const paragraph = new Paragraph('endings');
  if (withEndings) describeEndings(view, paragraph);
  startupSkips(view, findings, paragraph);
  replayFigure(view, paragraph);
  sayMetrics(view, paragraph);
  sayFolded(view, paragraph);
  if (view.episodes.length > 0) wholeJournal(view, paragraph);
  return paragraph;
}

function startupSkips(view: DiagnosisView, findings: readonly Finding[], paragraph: Paragraph): void {
  const skips = view.startups.flatMap((episode) => episode.skips).sort((a, b) => a.time - b.time);
  const [firstSkip] = skips;
  if (firstSkip === undefined || !findings.some((finding) => finding.id === 'startup-normal')) return;
  const one = skips.length === 1;
  paragraph
    .sentence('startup-skips')
    .say(one ? 'The skip line at ' : `The ${skips.length} skip lines ${view.startups.length === 1 ? 'at' : 'from'} `);
  paragraph.cite(view.formatTime(firstSkip.time), firstSkip);
  paragraph.say(
    view.startups.length > 1
      ? ` on belong to ${view.startups.length} starts of the kubelet and are normal.`
      : one
        ? view.startups.some(isLoneStart)
          ? ' looks like the normal start of a kubelet; what was before it is not in the log.'
          : ' is the normal start of a kubelet.'
        : ' are the normal start of a kubelet.',
  );
  const last = view.startups.findLast(isOpenStart);
  if (last !== undefined)
    paragraph
      .sentence('startup-skips')
      .say('Of the last of these starts the log shows no end: the kubelet still skips at ')
      .cite(view.formatTime(last.skips.at(-1)?.time ?? last.to), last.skips.at(-1))
      .say('.');
}

/** A start whose log ends after so many skips (100 ms, doubled each time: over three seconds) may become a fault. */
const SKIPS_OF_A_START = 5;

function isOpenStart({ episode, skips }: EpisodeView): boolean {
  return episode.endedBy === 'end-of-log' && episode.end === undefined && skips.length >= SKIPS_OF_A_START;
}

function replayFigure({ reconstruction: { check }, history }: DiagnosisView, paragraph: Paragraph): void {
  const total = check.explainedSkips + check.unexplainedSkips.length;
  if (total === 0) return;
  paragraph
    .sentence('replay')
    .say(
      `Replay: ${check.explainedSkips} of ${plural(total, 'skip')} explained${total < history.counts.skips && history.folded !== undefined ? ', of those that are looked at one by one' : ''}`,
    );
  if (check.missingSkips.length > 0)
    paragraph.say(
      `, ${check.missingSkips.length} more ${check.missingSkips.length === 1 ? 'was' : 'were'} to be expected and ${check.missingSkips.length === 1 ? 'is' : 'are'} not in the log`,
    );
  const odd = check.unexplainedSkips[0];
  if (odd !== undefined) paragraph.say('; ').cite(`line ${odd.line}`, odd).say(' is not explained');
  paragraph.say('.');
}
