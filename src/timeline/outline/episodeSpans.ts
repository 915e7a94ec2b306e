/** Unhealthy times as lines of a source, with the words that stand above their begin and their end. */
import { formatClock } from '../../analysis/outputs/instantText.ts';
import type { LineIndex } from '../../analysis/insight/lineIndex.ts';
import { overAt } from '../../inference/episodes/episodeOver.ts';
import type { Episode, KubeletProcess, LineReference, ProvenHistory } from '../../inference/history.ts';
import { printing } from '../../kubelet/printable.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { Reconstruction } from '../../replay/reconstruction.ts';
import { episodeChip, type EpisodeContext } from '../episodes.ts';
import { counted } from '../format.ts';
import type { EpisodeSpan, LineSpan } from './logOutline.ts';

/** The unhealthy times that have a line in a source, by their first line. */
export function episodeSpans(
  context: EpisodeContext,
  reconstruction: Reconstruction,
  source: number,
  lines: LineIndex,
): readonly EpisodeSpan[] {
  const { history } = reconstruction;
  const spans: EpisodeSpan[] = [];
  for (const episode of history.episodes) {
    const process = context.process(episode.process);
    if (process === undefined) continue;
    const proven = provenSpan(history, episode, source, lines);
    if (proven === undefined) continue;
    const { first, last, endLine } = widened(history, episode, process, proven, source, lines);
    const { label } = episodeChip(context, reconstruction, episode);
    spans.push({
      id: episode.id,
      process: episode.process,
      startup: episode.startup,
      title: printing`${label}`,
      first,
      last,
      beginText: beginText(label, episode),
      endLine,
      endText: endText(history, episode),
    });
  }
  return spans.sort((a, b) => a.first - b.first || b.last - a.last);
}

/** From the first to the last of its skips; of one without a skip, of the lines in it that prove it: its bounds have evidence from long before and after it, too. */
function provenSpan(history: ProvenHistory, episode: Episode, source: number, lines: LineIndex): LineSpan | undefined {
  const { firstSkip, lastSkip, evidence, begin } = episode;
  const over = overAt(history, episode);
  const own = (all: readonly (LineReference | undefined)[]): readonly number[] =>
    all.flatMap((at) => (at?.source === source ? [at.line] : []));
  const isIn = (line: number): boolean => {
    const time = lines.timeAt(line);
    return time !== undefined && time >= begin.min && time <= (over?.max ?? time);
  };
  const skips = own([firstSkip, lastSkip]);
  const proof = own(evidence);
  const [some] = proof;
  if (some === undefined && skips.length === 0) return undefined;
  const inside = skips.length > 0 ? skips : proof.filter(isIn);
  const shown = inside.length > 0 ? inside : [lines.lineFrom(begin.max) ?? some ?? 0];
  return {
    first: shown.reduce((least, line) => Math.min(least, line)),
    last: shown.reduce((most, line) => Math.max(most, line)),
  };
}

/** With the lines from the time of its begin on and up to that of its end, where the times of the process ascend in this source. */
function widened(
  history: ProvenHistory,
  episode: Episode,
  process: KubeletProcess,
  { first, last }: LineSpan,
  source: number,
  lines: LineIndex,
): LineSpan & { readonly endLine: number } {
  const begins = lines.timeAt(process.first.line);
  const ends = lines.timeAt(process.last.line);
  const ascends =
    process.first.source === source &&
    process.last.source === source &&
    begins !== undefined &&
    ends !== undefined &&
    begins <= ends &&
    process.first.line <= first &&
    process.last.line >= last;
  if (!ascends) return { first, last, endLine: last };
  const begin = lines.lineFrom(episode.begin.max);
  const over = overAt(history, episode);
  const after = over === undefined ? undefined : lines.lineFrom(over.max);
  const from = begin === undefined ? first : Math.min(first, Math.max(begin, process.first.line));
  const isAfter = after !== undefined && after > last && after <= process.last.line;
  return {
    first: from,
    last: isAfter ? after - 1 : episode.endedBy === 'recovered' ? last : Math.max(last, process.last.line),
    endLine: isAfter ? after : last,
  };
}

function beginText(label: string, { startup, lastRelist, skips }: Episode): EpisodeSpan['beginText'] {
  const relist = lastRelist === undefined ? '' : ` · last relist ${seconds(lastRelist.max)}`;
  const count = skips.observed === 0 ? '' : ` · ${counted(skips.observed, 'skip')}`;
  return startup ? printing`${label}${count}` : printing`${label}${relist}${count}`;
}

function endText(history: ProvenHistory, episode: Episode): EpisodeSpan['endText'] {
  const over = overAt(history, episode);
  switch (episode.endedBy) {
    case 'recovered':
      return over === undefined ? printing`Healthy again` : printing`Healthy again by ${seconds(over.max)}`;
    case 'restart':
      return over === undefined
        ? printing`Ended with its kubelet`
        : printing`Ended with its kubelet by ${seconds(over.max)}`;
    case 'gap':
      return printing`Lines are missing: its end is unknown`;
    case 'end-of-log':
      return printing`Still going on at the end of the log`;
  }
}

/** `00:31:42`. */
function seconds(time: Instant): string {
  return formatClock(time).slice(0, 8);
}
