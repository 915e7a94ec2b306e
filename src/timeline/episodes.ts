import type { Episode } from '../inference/history.ts';
import type { SkipReasonKind } from '../kubelet/skipReason.ts';
import type { TimelineContext } from './context.ts';
import { formatSeconds, formatSecondsRange } from './format.ts';
import type { EpisodeChip } from './timelineDocument.ts';

const REASON_WORDS: Readonly<Record<SkipReasonKind, string>> = {
  'pleg-stale': 'PLEG unhealthy', 'pleg-never': 'no relist yet', 'runtime-status-unknown': 'no runtime status yet', 'runtime-down': 'runtime down',
  'runtime-not-ready': 'runtime not ready', 'network': 'network not ready', 'container-manager': 'container manager', 'other': 'other reason',
};

const SECOND = 1_000_000;

/** An episode as the chip of the answer card: what was unhealthy and for how long, within bounds. */
export function episodeChip(context: TimelineContext, episode: Episode): EpisodeChip {
  const reasons = episode.reasons.map((reason) => REASON_WORDS[reason] ?? reason);
  const name = episode.startup ? 'Start-up' : reasons[0] === undefined ? 'Unhealthy' : reasons[0][0]?.toUpperCase() + reasons[0].slice(1);
  return {
    id: episode.id,
    label: `${name} ${durationText(context, episode)}`,
    begin: context.at(episode.begin.min),
    beginMax: context.at(episode.begin.max),
    ...(episode.end === undefined ? {} : { end: context.at(episode.end.min), endMax: context.at(episode.end.max) }),
    startup: episode.startup,
    state: episode.endedBy,
    skips: episode.skips.observed,
    missing: episode.skips.missing,
    reasons,
  };
}

function durationText(context: TimelineContext, episode: Episode): string {
  const atLeast = episode.beginsBeforeLog || episode.end === undefined ? 'at least ' : '';
  if (episode.end === undefined) return `${atLeast}${formatSeconds(Math.max(0, context.length - context.at(episode.begin.max)) / SECOND)}`;
  const shortest = Math.max(0, episode.end.min - episode.begin.max) / SECOND;
  const longest = Math.max(0, episode.end.max - episode.begin.min) / SECOND;
  return atLeast === '' ? formatSecondsRange(shortest, longest) : `${atLeast}${formatSeconds(shortest)}`;
}
