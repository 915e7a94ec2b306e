/**
 * The written answer. The first paragraph is for someone on call: which node, what, how long, whether it goes on, the likely cause, the next step. Then the story for a reader who
 * has never heard of PLEG, then what else the log tells; each claim with its line.
 */
import { recoveredBy } from './answerEnd.ts';
import { describeEpisode, episodeInShort, sayCause } from './answerEpisode.ts';
import { forecastOf, sayForecast } from './answerForecast.ts';
import { metricsAlone } from './answerMetrics.ts';
import { describePods } from './answerPods.ts';
import { describeSeveral, severalInShort, throughRestarts } from './answerSeveral.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import type { RankedFinding } from '../cause.ts';
import { tryListing, tryStatus } from '../tools/commands.ts';
import { localSteps } from '../tools/nodeTools.ts';
import { runtimeOf } from '../tools/runtimeName.ts';
import { crashedProcesses } from '../signs/crashedProcesses.ts';
import {
  isUndated,
  mayCountTwice,
  readyBeforeEnd,
  shortLengthText,
  subjectOf,
  subjectOfAll,
  whichOf,
} from '../words/episodeText.ts';
import type { Answer, AnswerDraft, Finding } from '../finding.ts';
import { sayNextStep } from './nextStep.ts';
import { howOften } from '../words/foldedText.ts';
import { Paragraph } from './paragraph.ts';
import type { DiagnosisView, EpisodeView } from '../view.ts';
import { closing } from './answerClosing.ts';
import { endingsOf, nameNode, paragraphsOf } from './answerParts.ts';
import { isGlimpse, saysNothing, tooLittle } from './answerTooLittle.ts';
import { healthy, noKubelet, sayWhatGoesOn } from './answerWithoutEpisode.ts';
import { goingOn } from './stateWithoutEpisode.ts';

/** Writes the answer for a whole log, with what each finding is to the node. */
export function writeAnswer(
  view: DiagnosisView,
  findings: readonly Finding[],
  ranked: readonly RankedFinding[],
): AnswerDraft {
  const causes = ranked.filter(({ weight }) => weight === 'cause');
  if (view.history.processes.length === 0 && view.history.metrics !== undefined) return metricsAlone(view, findings);
  if (view.history.processes.length === 0 && causes.every(({ finding }) => finding.confidence === 'low'))
    return noKubelet(view);
  const worst = mostSerious(view);
  if (worst === undefined)
    return saysNothing(view, findings) || isGlimpse(view, findings)
      ? tooLittle(view, findings)
      : healthy(view, findings, ranked);
  const own = stateAtEnd(view);
  const now = own === 'recovered' ? goingOn(view, ranked) : undefined;
  const state = now?.state ?? (own === 'recovered' && isDown(view) ? 'unhealthy-at-end' : own);
  const isOne = view.episodes.length === 1;
  const first = new Paragraph('node');
  nameNode(view, first);
  if (isOne) episodeInShort(view, worst, first);
  else severalInShort(view, first, own);
  const cause = sayCause(
    view,
    worst,
    causes,
    first,
    isOne || causes.length < 2
      ? ''
      : ` of the ${whichOf(view, worst) === 'one' ? 'one described below' : whichOf(view, worst)}`,
  );
  const forecast = forecastOf(view);
  if (forecast !== undefined) sayForecast(view, forecast, first);
  if (now !== undefined) sayWhatGoesOn(view, now, first);
  else sayNextStep(first, cause ?? askedByHand(view, worst, own), own === 'recovered');
  const several = new Paragraph('rhythm');
  if (!isOne) describeSeveral(view, causes, several);
  const story = new Paragraph('last-relist');
  describeEpisode(view, worst, !isOne, story);
  describePods(view, worst, story);
  return {
    headline: headlineOf(view, worst, own, state),
    state,
    paragraphs: cameAfterFailedStarts(view, worst)
      ? paragraphsOf(first, endingsOf(view), several, story, closing(view, findings, false))
      : paragraphsOf(first, several, story, closing(view, findings)),
    episode: worst.episode.id,
  };
}

/** Kubelets that crashed one after another, before the one that the story is about could work, belong to the same trouble and come first. */
function cameAfterFailedStarts(view: DiagnosisView, { process }: EpisodeView): boolean {
  return view.episodes.length === 1 && crashedProcesses(view, process.node).some(({ to }) => to < process.from);
}

/** Where the log does not show why it goes on, the runtime itself may. */
function askedByHand(
  view: DiagnosisView,
  { episode, process }: EpisodeView,
  state: Answer['state'],
): Pick<Finding, 'nextSteps'> | undefined {
  const names = (part: string): boolean => episode.reasons.some((reason) => reason.startsWith(part));
  const ask = names('pleg-') ? tryListing : names('runtime-') ? tryStatus : undefined;
  return ask === undefined || state === 'recovered'
    ? undefined
    : { nextSteps: localSteps(view, [ask(runtimeOf(view, process))], [process]) };
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
    if (
      episode.endedBy === 'gap' &&
      lookupsOf(view.history).processAfter(process) === undefined &&
      recoveredBy(view, latest) === undefined
    )
      state = 'unknown';
    // A process that ended while it was unhealthy: a later one of the node that had no episode was well, unless its lines end with its first skips.
    if (episode.endedBy === 'restart') {
      if (lookupsOf(view.history).processAfter(process) === undefined) return 'unhealthy-at-end';
      if (view.startups.some((start) => start.process.node === process.node && start.episode.endedBy === 'end-of-log'))
        state = 'unknown';
    }
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

/** An end of the kubelet is no end of the trouble, and a reader of the title alone would take it for a kubelet that still hangs. */
const GONE = 'then the kubelet ended and none followed';

/** True where the last kubelet of the only node ended. */
function isGone({ history: { nodes, processes } }: DiagnosisView): boolean {
  return nodes.length < 2 && processes.at(-1)?.ending !== undefined;
}

/** True where nobody asked it to. */
function isDown(view: DiagnosisView): boolean {
  const how = view.history.processes.at(-1)?.ending?.how;
  return isGone(view) && how !== 'stopped' && how !== 'reboot';
}

/** `own`: how the unhealthy times ended; `state`: how it stands with what came after them, too. */
function headlineOf(view: DiagnosisView, worst: EpisodeView, own: Answer['state'], state: Answer['state']): string {
  const how = state === 'unhealthy-at-end' && isGone(view) ? GONE : STATE_WORDS[own];
  const what = subjectOf(worst).short;
  if (isUndated(view, worst)) return `${what} when these lines were written`;
  if (view.episodes.length === 1) return `${what} for ${shortLengthText(worst)}, ${how}`;
  const all = subjectOfAll(view.episodes)?.short ?? what;
  const through = throughRestarts(view);
  if (through !== undefined) return `${all} for ${through}, ${how}`;
  const often = `${all} ${howOften(view)}`;
  if (mayCountTwice(view.episodes)) return `${often}, ${how}`;
  const which = whichOf(view, worst);
  return `${often}, ${which === 'one' ? 'one of them' : which} ${shortLengthText(worst)}, ${how}`;
}
