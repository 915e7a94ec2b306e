/** Which cause belongs to which unhealthy time: one log can hold troubles that have nothing to do with each other. */
import type { RankedFinding } from './cause.ts';
import type { Finding, FindingId } from './finding.ts';
import { nodeOf } from './signs/nodeOfFinding.ts';
import { mayCountTwice } from './words/episodeText.ts';
import type { DiagnosisView, EpisodeView } from './view.ts';

/**
 * Causes that explain no unhealthy time: a network that is not ready makes the node NotReady, but the sync loop does not skip for it. Nor does it for an API server:
 * a relist and the Status call ask the runtime alone.
 */
export const APART: ReadonlySet<string> = new Set<FindingId>([
  'network-not-ready',
  'api-unreachable',
  'api-refuses',
  'certificate-expired',
  'certificate-untrusted',
  'node-address',
]);

/**
 * The first cause (they come in order of importance) that explains an episode; else one that is tied to no episode and can stand behind any of its node. Where a clock that was set back can have
 * made two of one, that of the other.
 */
export function causeOf(
  view: DiagnosisView,
  episode: EpisodeView,
  causes: readonly RankedFinding[],
): Finding | undefined {
  return (
    causes.find((cause) => cause.episodes.includes(episode)) ??
    causes.find(
      ({ finding, episodes }) =>
        episodes.length === 0 && !APART.has(finding.id) && !isOfAnother(view, finding, episode.process.node),
    ) ??
    causes.find(
      ({ episodes }) =>
        mayCountTwice([episode, ...episodes]) && episodes.some(({ process }) => process.id === episode.process.id),
    )
  )?.finding;
}

/** Whether only kubelets of another node say it. */
function isOfAnother(view: DiagnosisView, finding: Finding, node: string): boolean {
  return view.history.nodes.length > 1 && (nodeOf(view, finding)?.id ?? node) !== node;
}
