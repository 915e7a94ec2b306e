/** What an unhealthy time did to containers: how many ran on, and which exited while nobody noticed. */
import { type ContainerExit, impactsOf } from '../../inference/containers/impact.ts';
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import { jumpedBy } from '../signs/clockJumps.ts';
import { durationText } from '../words/durationText.ts';
import { subjectOf } from '../words/episodeText.ts';
import { groupedNumber } from '../words/amountText.ts';
import type { Paragraph } from './paragraph.ts';
import type { DiagnosisView, EpisodeView } from '../view.ts';

/** So many exits are named one by one. */
const MOST_NAMED = 4;
/** An exit that was noticed so soon was not held up. */
const SOON = seconds(2);

/** Says what became of the containers during an episode. */
export function describePods(view: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  const impact = impactsOf(view.history).get(episode.episode.id);
  // Of a runtime that is down that is not so: dockerd can take its containers along.
  const alone = subjectOf(episode).pleg ? ' An unhealthy PLEG alone stops no pod.' : '';
  if (impact === undefined || (impact.containersSeen === 0 && impact.exited.length === 0)) {
    paragraph.sentence('containers').say(`The log does not show whether pods kept running.${alone}`);
    return;
  }
  const { containersSeen: seen, containersKept: kept } = impact;
  const where = view.history.nodes.length > 1 ? ' of this node' : '';
  const ended = impact.exited.filter(({ wasSeen }) => wasSeen).length;
  paragraph.sentence('containers');
  if (seen === 0) {
    if (alone !== '') paragraph.say(alone.trimStart());
  } else if (kept === 0 && ended === 0)
    paragraph.say(
      `The log does not show what became of the ${seen === 1 ? 'one container' : `${groupedNumber(seen)} containers`}${where} seen running before.${alone}`,
    );
  else if (kept === seen)
    paragraph.say(
      `${kept === 1 ? 'The one container' : `All ${groupedNumber(kept)} containers`}${where} seen running before kept running.`,
    );
  // Which they are, the sentence about exits says.
  else if (ended === seen)
    paragraph.say(
      `${seen === 1 ? 'The one container' : `All ${groupedNumber(seen)} containers`}${where} seen running before exited.`,
    );
  else if (kept === 0)
    paragraph.say(
      `Of the ${groupedNumber(seen)} containers${where} seen running before, ${groupedNumber(ended)} exited${unknown(seen - ended)}.`,
    );
  else
    paragraph.say(
      `Of the ${groupedNumber(seen)} containers${where} seen running before, ${groupedNumber(kept)} kept running${ended === 0 ? '' : ` and ${groupedNumber(ended)} exited${more(impact.exited.length - ended)}`}${unknown(seen - kept - ended)}.`,
    );
  exits(view, episode, impact.exited, paragraph);
}

/** Exits of containers that no event had shown before, so that all add up. */
function more(unseen: number): string {
  return unseen === 0
    ? ''
    : `; ${groupedNumber(unseen)} more exited that ${unseen === 1 ? 'was' : 'were'} not seen before`;
}

/** Those of which no later line tells: one event shows a container, and a kubelet that is well writes nothing of it again. */
function unknown(others: number): string {
  if (others === 0) return '';
  return `; the log does not show what became of the other ${others === 1 ? 'one' : groupedNumber(others)}`;
}

/** Since when an exit can have waited. PLEG that lists finds it within a second; then the loop is late. */
function waitedFrom(episode: EpisodeView, { exited, noticed }: ContainerExit): Instant {
  return subjectOf(episode).pleg ? exited.min : (noticed ?? exited.min);
}

/** How late somebody took notice of an exit, at the most. */
function lateness(episode: EpisodeView, exit: ContainerExit): Duration {
  return ((exit.handled ?? exit.noticed ?? Number.POSITIVE_INFINITY) - waitedFrom(episode, exit)) as Duration;
}

function exits(
  view: DiagnosisView,
  episode: EpisodeView,
  exited: readonly ContainerExit[],
  paragraph: Paragraph,
): void {
  const late = exited.filter((exit) => lateness(episode, exit) > SOON);
  if (late.length === 0) return;
  const named = late.length > MOST_NAMED ? ofDifferentPods(late).slice(0, MOST_NAMED - 1) : late;
  const longest = Math.max(...late.map((exit) => lateness(episode, exit))) as Duration;
  // A PLEG that lists notices an exit at once: nothing happened long before.
  const since =
    subjectOf(episode).pleg || late.some(({ noticed }) => noticed === undefined)
      ? Math.min(...late.map((exit) => waitedFrom(episode, exit)))
      : Number.NEGATIVE_INFINITY;
  paragraph
    .sentence('exits')
    .say(
      `${late.length === 1 ? 'One container' : `${groupedNumber(late.length)} containers`} exited in the meantime${Number.isFinite(since) ? ` (after ${view.formatTime(since as Instant)})` : ''}`,
    );
  // Between stamps before and after a jump of the clock lies another time than what passed.
  const comparable = Math.abs(jumpedBy(episode.jumps)) < seconds(1);
  if (comparable && Number.isFinite(longest) && (subjectOf(episode).pleg || episode.signs.list.length === 0))
    paragraph.say(`${late.length === 1 ? ' and was' : ' and were'} handled up to ${durationText(longest)} late`);
  paragraph.say(named.length < late.length ? ', among them ' : ': ');
  named.forEach((exit, at) => {
    if (at > 0) paragraph.say('; ');
    exitOf(view, exit, paragraph);
  });
  paragraph.say('.');
}

/** One container of each pod, in order; then the others. */
function ofDifferentPods(exited: readonly ContainerExit[]): readonly ContainerExit[] {
  const firsts = new Map<string, ContainerExit>();
  for (const exit of exited) if (!firsts.has(exit.pod)) firsts.set(exit.pod, exit);
  return [...firsts.values(), ...exited.filter((exit) => firsts.get(exit.pod) !== exit)];
}

/** `default/web-1/nginx (exit code 1), noticed 00:33:52.853, handled 00:33:55.990`. */
function exitOf(
  { formatTime }: DiagnosisView,
  { id, pod, container, exitCode, noticed, noticedAt, handled, handledAt }: ContainerExit,
  paragraph: Paragraph,
): void {
  const named = !id.startsWith(container);
  const details = [
    ...(named ? [] : [`container ${container}`]),
    ...(exitCode === undefined ? [] : [`exit code ${exitCode}`]),
  ];
  paragraph
    .cite(named ? `${pod}/${container}` : pod, noticedAt ?? handledAt)
    .say(details.length === 0 ? '' : ` (${details.join(', ')})`);
  const atOnce = noticed !== undefined && handled !== undefined && formatTime(noticed) === formatTime(handled);
  if (atOnce) paragraph.say(', noticed and');
  else if (noticed !== undefined) paragraph.say(', noticed ').cite(formatTime(noticed), noticedAt);
  if (handled !== undefined) paragraph.say(atOnce ? ' handled ' : ', handled ').cite(formatTime(handled), handledAt);
  else
    paragraph.say(
      noticed === undefined ? ', never handled in this log' : ', but its event was never handled in this log',
    );
}
