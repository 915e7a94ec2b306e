import type { AttributedFact, Episode, LineReference } from '../../inference/history.ts';
import { lastSeen } from '../../diagnosis/signs/clockSetBack.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import { between, type Instant, seconds } from '../../kubelet/time.ts';
import type { LineClock } from './lineClock.ts';
import type { InsightIndex } from './insightIndex.ts';
import type { InsightSentence } from './lineInsight.ts';
import { sentence } from './sentence.ts';

/** Where the line stands among the episodes, and which findings rest on it. */
export function generalSentences(
  at: LineReference,
  time: Instant | undefined,
  clock: LineClock,
  facts: readonly AttributedFact[] | undefined,
  index: InsightIndex,
): InsightSentence[] {
  const { analysis } = index;
  const sentences: InsightSentence[] = [];
  const process =
    facts === undefined
      ? undefined
      : (facts.find((fact) => fact.process !== undefined)?.process ?? processAt(at, time, index));
  if (process !== undefined && time !== undefined) {
    const episode = index.episodeAt(process, time);
    const skips = episode === undefined ? [] : lookupsOf(analysis.reconstruction.history).skipsOf(episode.id);
    const health =
      episode === undefined || episode.startup ? undefined : healthText(episode, lastSeen(episode, skips), time, clock);
    if (health !== undefined) sentences.push(sentence(health, episode?.firstSkip));
  }
  const findings = analysis.findings.filter((finding) =>
    finding.evidence.some((line) => line.source === at.source && line.line === at.line),
  );
  if (findings.length > 0)
    sentences.push(sentence(`Evidence for: ${findings.map((finding) => finding.title).join('; ')}.`));
  return sentences;
}

/** Between wider bounds nothing is said: most of that time it was well. */
const NARROW = seconds(60);

/** Within an unhealthy time; or between the bounds of its begin or end, and after `seen` where lines are missing or another kubelet follows: there the kubelet may have been well. */
function healthText(episode: Episode, seen: Instant | undefined, time: Instant, clock: LineClock): string | undefined {
  const { id, begin, end, endedBy, beginOpen } = episode;
  const name = id.replace('-', ' ');
  const since = `${name}, since ${clock.begin(episode)}`;
  if (time < begin.max) {
    if (between(beginOpen === true ? time : begin.min, begin.max) > NARROW) return undefined;
    return beginOpen === true
      ? `At this time the kubelet may have been unhealthy already (${since}).`
      : `At this time the kubelet may have become unhealthy already (${name} began ${clock.words(begin)}).`;
  }
  if (end !== undefined && time > end.min)
    return between(end.min, end.max) > NARROW
      ? undefined
      : `At this time the kubelet may have been healthy again (${name} ended ${clock.words(end)}).`;
  const isOver = end === undefined && endedBy !== 'end-of-log' && seen !== undefined && time > seen;
  return isOver
    ? `At this time the kubelet may have been unhealthy still (${since}).`
    : `At this time the kubelet was unhealthy (${since}).`;
}

function processAt(at: LineReference, time: Instant | undefined, index: InsightIndex): string | undefined {
  const { processes } = index.analysis.reconstruction.history;
  return processes.find(
    (process) =>
      process.first.source === at.source &&
      process.first.line <= at.line &&
      process.last.line >= at.line &&
      (time === undefined || (time >= process.from && time <= process.to)),
  )?.id;
}
