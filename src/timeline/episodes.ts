import type { Episode, ProvenHistory } from '../inference/history.ts';
import { lookupsOf } from '../inference/lookups.ts';
import type { SkipReasonKind } from '../kubelet/skipReason.ts';
import { lastSeen } from '../diagnosis/signs/clockSetBack.ts';
import { listedAfterStart } from '../diagnosis/signs/episodeSigns.ts';
import { lengthOf } from '../diagnosis/view.ts';
import { UNKNOWN_TIME } from '../diagnosis/words/durationText.ts';
import { shortLengthText, subjectOf } from '../diagnosis/words/episodeText.ts';
import type { Instant } from '../kubelet/time.ts';
import type { Reconstruction } from '../replay/reconstruction.ts';
import { endsOfNodes, spanOf, type TimelineContext } from './context.ts';
import type { EpisodeChip } from './timelineDocument.ts';

const REASON_WORDS: Readonly<Record<SkipReasonKind, string>> = {
  'pleg-stale': 'PLEG unhealthy',
  'pleg-never': 'no relist yet',
  'runtime-status-unknown': 'no runtime status yet',
  'runtime-down': 'runtime down',
  'runtime-not-ready': 'runtime not ready',
  network: 'network not ready',
  'container-manager': 'container manager',
  other: 'other reason',
};

const SECOND = 1_000_000;
const UNSEEN_START = 10 * SECOND;

/** What the words about an episode need of the document that they stand in. */
export type EpisodeContext = Pick<TimelineContext, 'at' | 'endOfNode' | 'process' | 'nodeName' | 'nodeSuffix'>;

/** The same without a document: neither pods nor marks are made. */
export function episodeContext(history: ProvenHistory): EpisodeContext {
  const { from } = spanOf(history);
  const names = new Map(history.nodes.map((node) => [node.id, node.names[0] ?? node.id]));
  const process: EpisodeContext['process'] = (id) => (id === undefined ? undefined : lookupsOf(history).process(id));
  const nodeName = (node: string): string => names.get(node) ?? node;
  return {
    at: (time) => time - from,
    endOfNode: endsOfNodes(history),
    process,
    nodeName,
    nodeSuffix: (id) => {
      const node = process(id)?.node;
      return node === undefined || names.size < 2 ? '' : ` · ${nodeName(node)}`;
    },
  };
}

/** An episode as the chip of the answer card: what was unhealthy and for about how long; the bounds are in the details. */
export function episodeChip(context: EpisodeContext, reconstruction: Reconstruction, episode: Episode): EpisodeChip {
  const reasons = episode.reasons.map((reason) => REASON_WORDS[reason] ?? reason);
  const end = endOf(context, reconstruction.history, episode);
  const name = episode.startup ? 'Start-up' : nameOf(reconstruction.history, episode);
  const node = context.process(episode.process)?.node;
  return {
    id: episode.id,
    ...(node === undefined ? {} : { node: context.nodeName(node) }),
    label: `${name}${lengthText(context, reconstruction, episode)}${context.nodeSuffix(episode.process)}`,
    begin: context.at(episode.begin.min),
    beginMax: context.at(episode.begin.max),
    ...(end === undefined
      ? { endMax: seenTo(context, episode) }
      : { end: context.at(end.min), endMax: context.at(end.max) }),
    startup: episode.startup,
    state: episode.endedBy,
    skips: episode.skips.observed,
    missing: episode.skips.missing,
    reasons,
  };
}

/** What was unhealthy, in the answer's words. */
function nameOf(history: ProvenHistory, episode: Episode): string {
  const skips = lookupsOf(history).skipsOf(episode.id);
  return subjectOf({ episode, skips, signs: { listedAfterStart: listedAfterStart(skips) } }).short;
}

/** The end; of one that nobody saw, from where it was seen last to the end of the process, which took the trouble with it. */
export function endOf(
  context: Pick<TimelineContext, 'process'>,
  history: ProvenHistory,
  episode: Episode,
): Episode['end'] {
  const process =
    episode.end === undefined && episode.endedBy !== 'end-of-log' ? context.process(episode.process) : undefined;
  if (process === undefined) return episode.end;
  const { min, max } = process.ending?.at ?? { min: process.to, max: process.to };
  const seen = lastSeen(episode, lookupsOf(history).skipsOf(episode.id));
  return { min: Math.min(min, seen ?? min) as Instant, max };
}

/** Until when the log shows the node of an episode, microseconds since origin. */
function seenTo(context: EpisodeContext, episode: Episode): number {
  return context.endOfNode(context.process(episode.process)?.node ?? '');
}

/** How long it lasted, as the answer says it, with a blank before it; nothing where nobody knows. */
function lengthText(context: EpisodeContext, reconstruction: Reconstruction, episode: Episode): string {
  const process = context.process(episode.process);
  if (process === undefined) return '';
  const { startup, begin } = episode;
  const length = lengthOf(reconstruction, episode, process, lookupsOf(reconstruction.history).skipsOf(episode.id));
  // A start without a sooner line is bounded from below by a minute at most: that minute is no news.
  const isUnseen = startup && begin.max - begin.min > UNSEEN_START;
  const told = {
    ...length,
    process,
    episode: isUnseen ? { ...episode, begin: { ...begin, min: begin.max } } : episode,
  };
  const text = shortLengthText(told);
  return text === UNKNOWN_TIME ? '' : ` ${text}`;
}
