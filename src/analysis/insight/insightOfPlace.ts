import type { AttributedFact, LineReference } from '../../inference/history.ts';
import type { Instant } from '../../kubelet/time.ts';
import { formatBegin } from '../outputs/instantText.ts';
import type { InsightIndex } from './insightIndex.ts';
import type { InsightSentence } from './lineInsight.ts';
import { sentence } from './sentence.ts';

/** Where the line stands among the episodes, and which findings rest on it. */
export function generalSentences(
  at: LineReference,
  time: Instant | undefined,
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
    if (episode !== undefined && !episode.startup)
      sentences.push(
        sentence(
          `At this time the kubelet was unhealthy (${episode.id.replace('-', ' ')}, since ${formatBegin(episode)}).`,
          episode.firstSkip,
        ),
      );
  }
  const findings = analysis.findings.filter((finding) =>
    finding.evidence.some((line) => line.source === at.source && line.line === at.line),
  );
  if (findings.length > 0)
    sentences.push(sentence(`Evidence for: ${findings.map((finding) => finding.title).join('; ')}.`));
  return sentences;
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
