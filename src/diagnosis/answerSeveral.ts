/** Several unhealthy times in one log: how many, how long together, and whether they repeat. */
import { type Duration } from '../kubelet/time.ts';
import { plural } from './cause.ts';
import { durationText } from './durationText.ts';
import { subjectOf } from './episodeText.ts';
import { Paragraph } from './paragraph.ts';
import type { DiagnosisView, EpisodeView } from './view.ts';

/** One sentence or two over all episodes. */
export function describeSeveral(view: DiagnosisView): Paragraph {
  const inOrder = [...view.episodes].sort((a, b) => a.episode.begin.min - b.episode.begin.min);
  const total = inOrder.reduce((sum, episode) => sum + episode.length, 0) as Duration;
  const first = inOrder[0];
  const last = inOrder.at(-1);
  const paragraph = new Paragraph();
  const subject = first === undefined ? 'The kubelet was unhealthy' : subjectOf(view.episodes[0] ?? first).long;
  const nodes = new Set(inOrder.map((episode) => episode.process.node)).size;
  const processes = new Set(inOrder.map((episode) => episode.process.id)).size;
  paragraph.strong(`${subject} ${view.episodes.length} times, ${durationText(total)} together`, first?.episode.firstSkip ?? first?.episode.evidence[0]);
  paragraph.say(nodes > 1 ? `, on ${nodes} nodes` : processes > 1 ? `, over ${plural(processes, 'kubelet process', 'kubelet processes')}` : '');
  if (first !== undefined && last !== undefined) {
    paragraph.say(', the first from ').cite(view.formatTime(first.episode.begin.min), first.episode.evidence[0] ?? first.episode.firstSkip);
    paragraph.say(', the last from ').cite(view.formatTime(last.episode.begin.min), last.episode.evidence[0] ?? last.episode.firstSkip);
  }
  paragraph.say('.');
  const rhythm = rhythmOf(inOrder);
  if (rhythm !== undefined) paragraph.say(` They repeat: every ${durationText(rhythm.period)}, unhealthy for ${durationText(rhythm.length)} each time. Such a rhythm comes from the kubelet's own time-outs and means that one and the same call hangs again and again.`);
  return paragraph;
}

/** A rhythm: three begins or more at even distances (10 %) with lengths alike (20 %), in one process. */
export function rhythmOf(inOrder: readonly EpisodeView[]): { readonly period: Duration; readonly length: Duration } | undefined {
  const process = inOrder[0]?.process.id;
  if (inOrder.length < 3 || inOrder.some((episode) => episode.process.id !== process)) return undefined;
  const gaps = inOrder.slice(1).map((episode, at) => episode.episode.begin.min - (inOrder[at]?.episode.begin.min ?? 0));
  const lengths = inOrder.slice(0, -1).map((episode) => episode.length);
  const period = median(gaps);
  const length = median(lengths);
  if (gaps.some((gap) => Math.abs(gap - period) > period * 0.1) || lengths.some((one) => Math.abs(one - length) > length * 0.2)) return undefined;
  return { period: period as Duration, length: length as Duration };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
