/** What failed where no reason of the skips names PLEG: how the runtime answered the question for its state, in the order of time. */
import { BASE_RUNTIME_SYNC_THRESHOLD, RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { type Instant, seconds } from '../../kubelet/time.ts';
import type { LineReference } from '../../inference/history.ts';
import { times } from '../cause.ts';
import { durationText } from '../words/durationText.ts';
import { lengthBounds, saidItselfFirst } from '../words/episodeText.ts';
import { shorten } from '../words/factText.ts';
import type { Paragraph } from './paragraph.ts';
import { mayNamePleg } from './verdicts.ts';
import type { DiagnosisView, EpisodeView } from '../view.ts';

/** A kubelet whose first listing takes longer did not just start. */
const FIRST_MOMENTS = seconds(30);

/** Status is asked every five seconds (kubelet.go updateRuntimeUp); a longer silence than three of these is worth a word. */
const SILENCE = seconds(15);

type How = 'failed' | 'timed-out' | 'not-ready';

interface Phase {
  readonly how: How;
  readonly from: Instant;
  to: Instant;
  lines: number;
  readonly at: LineReference;
  readonly text: string;
}

/** Says what the answers to Status were, phase by phase. */
export function describeOtherReason(view: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  const { reasons } = episode.episode;
  if (mayNamePleg(episode)) return;
  const isDown = reasons.includes('runtime-down');
  if (saidItselfFirst(episode)) {
    paragraph
      .sentence('given-reason')
      .say(
        `No skip names PLEG as a reason${noticesStale(episode) ? ', so containers were still listed' : ''}; the runtime answered, and said itself that it was not ready.${isDown ? ' 30s after its last good answer the kubelet counted it as down as well.' : ''}`,
      );
    if (isDown) phases(view, episode, paragraph);
  } else if (isDown || reasons.includes('runtime-status-unknown')) ofStatus(view, episode, paragraph);
}

/** It lasted so long that skips would name PLEG if that had not been well. */
function noticesStale(episode: EpisodeView): boolean {
  return episode.signs.listedAfterStart || lengthBounds(episode).min >= RELIST_THRESHOLD;
}

/** What else the kubelet names where neither PLEG nor the runtime is a reason of the episode: a part of its own that did not start, a node without what it needs. */
export function ownReason({ episode, skips }: EpisodeView): (LineReference & { readonly text: string }) | undefined {
  const isOther = episode.reasons.every(
    (kind) => kind === 'other' || kind === 'network' || kind === 'container-manager',
  );
  const [first] = skips;
  const reason = first?.reasons[0];
  return first === undefined || reason === undefined || reason.healthCheck !== undefined || !isOther
    ? undefined
    : { source: first.source, line: first.line, text: reason.text };
}

function ofStatus(view: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  const { process } = episode;
  const { reasons, begin, beginOpen } = episode.episode;
  const start = process.loopStarted ?? process.from;
  // `runtime-status-unknown` is said until the first good answer (pkg/kubelet/runtime.go, 1.14), wherever the log begins.
  const isUnknown = reasons.includes('runtime-status-unknown') && !reasons.includes('runtime-down');
  const sinceStart =
    isUnknown || (process.startedInLog && begin.min <= start && begin.max - start < BASE_RUNTIME_SYNC_THRESHOLD);
  const { listedAfterStart } = episode.signs;
  const never = episode.skips.findLast(({ reasons: own }) => own.some(({ kind }) => kind === 'pleg-never'));
  const isLate = listedAfterStart && never !== undefined && never.time - start > FIRST_MOMENTS;
  const listing = noticesStale(episode)
    ? ', so containers were still listed; what failed was'
    : ` (it would do so only ${durationText(RELIST_THRESHOLD)} after the last good relist); what had no good answer was`;
  paragraph.sentence('given-reason');
  if (isLate)
    paragraph
      .say('Until ')
      .cite(view.formatTime(never.time), never)
      .say(' the skips say that PLEG had yet to list the containers, and after that no skip names it as a reason');
  else
    paragraph.say(
      listedAfterStart ? 'After the first moments no skip names PLEG as a reason' : 'No skip names PLEG as a reason',
    );
  const lastGood = sinceStart
    ? 'which has had no good answer since the start of the kubelet'
    : beginOpen === true
      ? 'which had had no good answer for 30s or more by then'
      : 'whose last good answer had come 30s before the runtime was considered down';
  paragraph.say(
    `${isLate ? '; what went on failing was' : listing} the question for the state of the runtime (the Status call), ${lastGood}.`,
  );
  phases(view, episode, paragraph);
}

function phases(view: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  const { formatTime } = view;
  const list = phasesOf(episode);
  if (list.length === 0) return;
  paragraph.sentence('status-phases').say('Status ');
  list.forEach((phase, index) => {
    const before = list[index - 1];
    if (before !== undefined) {
      const silent = phase.from - before.to;
      paragraph.say(
        silent > SILENCE && phase.how !== 'timed-out'
          ? `; then no line mentions it for ${durationText(silent as never)}, and it `
          : '; then it ',
      );
    }
    paragraph.say(wordsOf(phase)).cite(formatTime(phase.from), phase.at);
    if (phase.lines > 1) paragraph.say(` to ${formatTime(phase.to)}`);
    if (phase.text !== '') paragraph.say(` ("${phase.text}")`);
  });
  paragraph.say('.');
}

function wordsOf({ how, lines }: Phase): string {
  const when = lines > 1 ? ` ${times(lines)}, from ` : ' at ';
  if (how === 'failed') return `failed with an error${when}`;
  return how === 'timed-out'
    ? `got no answer in time${lines > 1 ? ` ${times(lines)}, given up from ` : ', given up at '}`
    : `was answered "not ready"${when}`;
}

function phasesOf({ signs }: EpisodeView): readonly Phase[] {
  const calls = [
    ...signs.status
      .filter(({ fact }) => fact.kind === 'status-failed')
      .map(({ fact, error }) => ({
        how: (error === 'timed-out' ? 'timed-out' : 'failed') as How,
        fact,
        text: shorten(fact.error.text, 100),
      })),
    ...signs.runtimeNotReady.map((fact) => ({ how: 'not-ready' as How, fact, text: shorten(fact.text, 100) })),
  ].sort((a, b) => a.fact.time - b.fact.time);
  const list: Phase[] = [];
  for (const { how, fact, text } of calls) {
    const last = list.at(-1);
    if (last?.how === how) {
      last.to = fact.time;
      last.lines += 1;
    } else {
      list.push({ how, from: fact.time, to: fact.time, lines: 1, at: { source: fact.source, line: fact.line }, text });
    }
  }
  return list.slice(0, 6);
}
