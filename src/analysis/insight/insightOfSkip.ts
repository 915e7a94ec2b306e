/** What a "Skipping pod synchronization" line proves at its place in the log. */
import { isOpenStart } from '../../inference/episodes/openStart.ts';
import { durationText } from '../../diagnosis/words/durationText.ts';
import { BACKOFF_MAX, BASE_RUNTIME_SYNC_THRESHOLD, RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import type { SkipReason } from '../../kubelet/skipReason.ts';
import { after, before, between, type Duration } from '../../kubelet/time.ts';
import type { InsightIndex, SkipPosition } from './insightIndex.ts';
import type { LineClock } from './lineClock.ts';
import type { InsightSentence } from './lineInsight.ts';
import { sentence, strong } from './sentence.ts';

/** A gap to the next skip that exceeds the longest sleep by this much was no sleep alone. */
const SLEEP_SLACK = 1_000_000 as Duration;

/** Reasons first, then the skip's place in its episode, then what comes next. */
export function skipSentences(position: SkipPosition, index: InsightIndex, clock: LineClock): InsightSentence[] {
  const sentences = position.skip.reasons.flatMap((reason) => reasonSentences(reason, position, index, clock));
  sentences.push(placeSentence(position, clock));
  const isTimed = index.analysis.reconstruction.history.span !== undefined;
  const next = isTimed || position.next === undefined ? nextSentence(position, clock) : undefined;
  if (next !== undefined) sentences.push(next);
  if (position.unexplained && isTimed)
    sentences.push(
      strong(
        'The replay cannot explain this skip: it does not fit the back-off or the relist that the lines around it name.',
      ),
    );
  return sentences;
}

function reasonSentences(
  reason: SkipReason,
  position: SkipPosition,
  index: InsightIndex,
  clock: LineClock,
): InsightSentence[] {
  const isTimed = index.analysis.reconstruction.history.span !== undefined;
  const { skip, episode } = position;
  const process = index.process(skip.process);
  const startup = episode?.startup === true;
  switch (reason.kind) {
    case 'pleg-stale': {
      const threshold = reason.threshold ?? RELIST_THRESHOLD;
      if (!isTimed && reason.elapsed !== undefined)
        return [
          strong(
            `PLEG's last successful relist began ${durationText(reason.elapsed)} before this line; ${durationText(threshold)} are allowed.`,
          ),
        ];
      if (skip.lastRelist === undefined) return [];
      const began = clock.at(skip.lastRelist);
      const passed = clock.at(after(skip.lastRelist, threshold));
      return [
        strong(
          `PLEG's last successful relist began at ${began}; the threshold of ${durationText(threshold)} was passed at ${passed}.`,
        ),
      ];
    }
    case 'pleg-never':
      return [
        [
          {
            text: startup
              ? 'PLEG has not listed the containers yet. This is the normal state of a kubelet in its first second.'
              : `PLEG has not listed the containers once since this kubelet started${process?.startedInLog === true ? ` at ${clock.at(process.from)}` : ''}.`,
          },
        ],
      ];
    case 'runtime-status-unknown':
      return [
        [
          {
            text: startup
              ? 'The first Status call to the runtime has not come back yet. This is normal in the first seconds.'
              : 'The first check of the runtime has not come to its end since this kubelet started. It begins with a set-up that lists containers, so this can last as long as a hang of the list calls, even if the Status call answers at once.',
          },
        ],
      ];
    case 'runtime-down':
      if (startup)
        return [
          sentence(
            'No Status call to the container runtime has come back yet. This is normal in the first seconds: up to 1.12 a kubelet calls the runtime down until the first one does.',
          ),
        ];
      if (!isTimed)
        return [
          sentence(
            `No Status call to the container runtime had succeeded for ${durationText(BASE_RUNTIME_SYNC_THRESHOLD)} or longer: then the kubelet takes the runtime for down.`,
          ),
        ];
      return [
        sentence(
          `No Status call to the container runtime has succeeded since ${clock.at(before(skip.time, BASE_RUNTIME_SYNC_THRESHOLD))} or earlier: after ${durationText(BASE_RUNTIME_SYNC_THRESHOLD)} without one the kubelet takes the runtime for down.`,
        ),
      ];
    case 'runtime-not-ready':
      return [sentence('The container runtime answers, and says itself that it is not ready.')];
    case 'network':
      return [sentence('The network plug-in was not ready. From 1.8 on this alone causes no skip.')];
    case 'container-manager':
      return [sentence('The container manager of the kubelet had not started.')];
    case 'other':
      return [];
  }
}

function placeSentence({ skip, episode, number, of }: SkipPosition, clock: LineClock): InsightSentence {
  if (episode === undefined) return sentence(`This is skip ${number} of ${of} outside of any episode.`);
  if (episode.startup)
    return sentence(
      `This is skip ${number} of ${of} at the start of this kubelet${isOpenStart(episode) ? ', which is not over when the log ends' : ': a normal start, no fault'}.`,
    );
  const name = episode.id.replace('-', ' ');
  const since = between(episode.begin.max, skip.time);
  const begin = episode.beginsBeforeLog
    ? 'which began before the lines of this kubelet'
    : `unhealthy since ${clock.begin(episode)}${since > 0 ? `, ${durationText(since)} before this line` : ''}`;
  return [
    {
      text: `This is skip ${number} of ${of} of ${name}`,
      ...(episode.firstSkip === undefined ? {} : { at: episode.firstSkip }),
    },
    { text: ` (${begin}).` },
  ];
}

function nextSentence(
  { skip, episode, next, of, number }: SkipPosition,
  clock: LineClock,
): InsightSentence | undefined {
  if (next !== undefined) {
    const gap = between(skip.time, next.time);
    if (gap > BACKOFF_MAX + SLEEP_SLACK)
      return [
        { text: `The next skip comes ${durationText(gap)} later`, at: next },
        { text: ', more than the longest sleep of 5s: the loop was blocked in between, or lines are missing.' },
      ];
    return [{ text: `The loop sleeps and skips again ${durationText(gap)} later`, at: next }, { text: '.' }];
  }
  if (episode === undefined || number !== of || episode.startup) return undefined;
  if (episode.resumed !== undefined)
    return sentence(`It is the last one: the loop resumed at ${clock.bounds(episode.resumed)}.`);
  switch (episode.endedBy) {
    case 'restart':
      return sentence('It is the last one: the kubelet was restarted before it recovered.');
    case 'gap':
      return sentence('It is the last one: no line after it shows whether it went on.');
    case 'end-of-log':
      return sentence('It is the last one: the log ends, and nothing shows a recovery.');
    case 'recovered':
      return sentence('It is the last one of this episode.');
  }
}
