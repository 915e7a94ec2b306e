import { durationText } from '../../diagnosis/words/durationText.ts';
import type { PlegEvent } from '../../inference/history.ts';
import { after, between, seconds } from '../../kubelet/time.ts';
import { formatLengthBetween } from '../outputs/instantText.ts';
import type { InsightIndex } from './insightIndex.ts';
import type { LineClock } from './lineClock.ts';
import type { InsightSentence } from './lineInsight.ts';
import { NO_DELAY, sentence } from './sentence.ts';

/** Wider bounds say no more than the later one does. */
const NARROW = seconds(900);

/** A PLEG event: when the change happened, and whether the event had to wait. */
export function plegEventSentences(event: PlegEvent, index: InsightIndex, clock: LineClock): InsightSentence[] {
  const sentences: InsightSentence[] = [];
  const { history } = index.analysis.reconstruction;
  const proven = index.states(event)[0];
  if (proven !== undefined) {
    const { container, state } = proven;
    const what =
      container.kind === 'sandbox' ? 'The sandbox' : `Container ${container.name ?? container.id.slice(0, 12)}`;
    const code = state.exitCode === undefined ? '' : ` with code ${state.exitCode}`;
    const least = between(state.from.max, event.time);
    if (state.fromOpen === undefined && between(state.from.min, state.from.max) <= NARROW) {
      const verb =
        state.state === 'running' ? 'started' : state.state === 'exited' ? `exited${code}` : `became ${state.state}`;
      sentences.push(sentence(`${what} ${verb} ${clock.words(state.from)}.`));
      if (least > NO_DELAY)
        sentences.push(
          sentence(
            `The sync loop handled it ${formatLengthBetween(state.from, { min: event.time, max: event.time })} later.`,
          ),
        );
    } else {
      // No line named it before: a kubelet that starts reports all that it finds.
      const verb =
        state.state === 'running'
          ? 'was running'
          : state.state === 'exited'
            ? `had exited${code}`
            : `was ${state.state}`;
      sentences.push(
        sentence(
          `${what} ${verb} by ${clock.at(state.from.max)}${state.fromOpen === undefined ? '' : container.states[0] === state ? '; nothing before tells of it' : ', perhaps before the log begins'}.`,
        ),
      );
      if (least > NO_DELAY) sentences.push(sentence(`The sync loop handled it ${durationText(least)} later or more.`));
    }
  }
  const held = history.episodes.find(
    (episode) =>
      !episode.startup &&
      episode.process === event.process &&
      episode.resumed !== undefined &&
      event.time >= episode.resumed.min &&
      event.time <= after(episode.resumed.max, NO_DELAY),
  );
  if (held !== undefined) {
    sentences.push(
      sentence(
        `The event comes with the first turn after ${held.id.replace('-', ' ')}: while the loop skips, events wait in PLEG's channel, so it may be up to ${durationText(between(held.begin.min, event.time))} old.`,
        held.lastSkip,
      ),
    );
  }
  return sentences;
}
