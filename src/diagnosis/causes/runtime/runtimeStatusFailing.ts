/**
 * runtime-status-failing: the runtime's Status call fails, hangs or says RuntimeReady=false, while listing works. Sign: skips without any PLEG reason.
 * High with an error or a RuntimeReady=false line; medium when only `container runtime is down` stands there (a hanging Status logs nothing until its time-out), or when the errors
 * go on for longer than the runtime may be silent, and no skip is in the log: errors alone were picked out of it.
 */
import { endedByRestart } from '../../signs/runtimeStop.ts';
import { type Cause, highest, makeFinding, overEpisodes, plural, type RankedFinding } from '../../cause.ts';
import { restartRuntime, runtimeJournal, tryStatus } from '../../tools/commands.ts';
import { runtimeOf } from '../../tools/runtimeName.ts';
import { beganWithStatus, mayNamePleg } from '../../answer/verdicts.ts';
import { shorten } from '../../words/factText.ts';
import { BASE_RUNTIME_SYNC_THRESHOLD, RELIST_THRESHOLD } from '../../../kubelet/constants.ts';
import { seconds } from '../../../kubelet/time.ts';
import type { RuntimeCallFailedFact, RuntimeNotReadyFact, StatusFailedFact } from '../../../messages/fact.ts';
import { classifyRuntimeError } from '../../signs/runtimeErrors.ts';
import { amountOf } from '../../words/amountText.ts';
import { lengthBounds } from '../../words/episodeText.ts';
import { type DiagnosisView, lineEvidence, skipEvidence } from '../../view.ts';

export const runtimeStatusFailing: Cause = {
  id: 'runtime-status-failing',
  find(view) {
    const episodes = view.episodes.filter(
      (episode) => episode.verdict.kind === 'runtime-status-failing' || beganWithStatus(episode),
    );
    const worst = episodes[0];
    if (worst === undefined) return withoutSkips(view);
    const failed = episodes.flatMap((episode) => episode.signs.status);
    const notReady = episodes.flatMap((episode) => episode.signs.runtimeNotReady);
    // A skip says so, too: the line of the answer may stand before the first one here.
    const saidNotReady = notReady.length > 0 || episodes.some(({ signs }) => signs.skipsWith.notReady > 0);
    const listed =
      !episodes.some(beganWithStatus) &&
      episodes.some((episode) => episode.signs.listedAfterStart || lengthBounds(episode).min >= RELIST_THRESHOLD);
    const reported = view.history.nodeReady.filter(
      (change) =>
        !change.ready &&
        change.process === worst.process.id &&
        change.time >= worst.episode.begin.min &&
        change.time <= worst.to,
    );
    const runtime = runtimeOf(view, worst.process);
    return [
      makeFinding('runtime-status-failing', {
        weight: 'cause',
        confidence: highest(
          episodes.map((episode) => (beganWithStatus(episode) ? 'high' : episode.verdict.confidence)),
        ),
        title:
          saidNotReady && failed.length === 0
            ? 'The container runtime said that it is not ready'
            : failed.length > 0 || view.searched !== undefined
              ? "The container runtime's Status call failed"
              : "The container runtime's Status call was not answered in time",
        explanation:
          `The kubelet asks the runtime for its state every five seconds. ${failed.length > 0 ? `This failed (${plural(failed.length, 'line')}). ` : saidNotReady ? '' : view.searched !== undefined ? 'How it failed is not in this log. ' : 'No line says that this failed, so the answer most likely came late or not at all: a call that hangs is logged only when it is given up. '}` +
          `${saidNotReady ? 'The runtime answered RuntimeReady=false. ' : ''}30 s after the last good answer the kubelet counts the runtime as down.${listed ? ' PLEG itself was not affected: listing pods kept working.' : episodes.some(beganWithStatus) ? ' It began with this; listing failed only later.' : episodes.some(mayNamePleg) ? '' : ' No reason names PLEG, but PLEG would say so only three minutes after its last good relist.'}${endedByRestart(view, episodes)}${overEpisodes(episodes)}`,
        nextSteps: [tryStatus(runtime), runtimeJournal(runtime), restartRuntime(runtime)],
        evidence: [
          ...failed.slice(0, 3).map((call) => call.fact),
          ...notReady.slice(0, 2),
          ...worst.skips.slice(0, 1).map(skipEvidence),
          ...reported.slice(0, 1).map((change) => lineEvidence(change, `Node became not ready: ${change.text ?? ''}`)),
        ],
        episodes,
      }),
    ];
  },
};

/** Between two failed calls of one trouble: the time-out of a call (2m by default) and the pause before the next. */
const NEXT_FAILURE = seconds(150);

type StatusFact = StatusFailedFact | RuntimeCallFailedFact | RuntimeNotReadyFact;

/** A Status that fails for so long makes the kubelet skip its pods and report NotReady, whether or not the lines that say so are here. */
function withoutSkips(view: DiagnosisView): readonly RankedFinding[] {
  if (view.episodes.length > 0) return [];
  const stretch = view.history.processes
    .map(({ id }) => longestOf(statusFailures(view, id)))
    .reduce<readonly StatusFact[]>((longest, own) => (spanOf(own) > spanOf(longest) ? own : longest), []);
  const [first, last] = [stretch[0], stretch.at(-1)];
  if (first === undefined || last === undefined || last.time - first.time < BASE_RUNTIME_SYNC_THRESHOLD) return [];
  const runtime = runtimeOf(view, view.history.processes.at(-1));
  const error = stretch.find((fact) => fact.kind !== 'runtime-not-ready');
  const text = error?.error.text ?? (first.kind === 'runtime-not-ready' ? first.text : '');
  return [
    makeFinding('runtime-status-failing', {
      weight: 'cause',
      confidence: 'medium',
      title:
        error === undefined
          ? 'The container runtime said that it is not ready'
          : "The container runtime's Status call failed",
      explanation: `The kubelet asks the runtime for its state every five seconds. ${error === undefined ? 'The runtime answered that it is not ready' : 'This failed'} (${amountOf(view, stretch)}): "${shorten(text, 160)}". 30 s after the last good answer the kubelet counts the runtime as down. It skips its pods then and reports the node NotReady; those lines are not in this log.`,
      nextSteps: [tryStatus(runtime), runtimeJournal(runtime), restartRuntime(runtime)],
      timedBy: stretch,
      evidence: [...stretch.slice(0, 3), last],
    }),
  ];
}

function statusFailures({ facts }: DiagnosisView, process: string): readonly StatusFact[] {
  return [
    ...facts.of(process, 'status-failed').filter(isOfStatus),
    ...facts.of(process, 'runtime-call-failed').filter((call) => call.method === 'Status' && isOfStatus(call)),
    ...facts.of(process, 'runtime-not-ready'),
  ].toSorted((a, b) => a.time - b.time);
}

/** A runtime that nobody listens for is runtime-unreachable. */
function isOfStatus({ error }: StatusFailedFact | RuntimeCallFailedFact): boolean {
  return classifyRuntimeError(error) !== 'unreachable';
}

/** The failures that follow each other without a pause for longest. */
function longestOf(facts: readonly StatusFact[]): readonly StatusFact[] {
  let longest: readonly StatusFact[] = [];
  let begin = 0;
  for (const [index, fact] of facts.entries()) {
    const next = facts[index + 1];
    if (next !== undefined && next.time - fact.time <= NEXT_FAILURE) continue;
    const stretch = facts.slice(begin, index + 1);
    if (spanOf(stretch) > spanOf(longest)) longest = stretch;
    begin = index + 1;
  }
  return longest;
}

function spanOf(facts: readonly StatusFact[]): number {
  const [first, last] = [facts[0], facts.at(-1)];
  return first === undefined || last === undefined ? -1 : last.time - first.time;
}
