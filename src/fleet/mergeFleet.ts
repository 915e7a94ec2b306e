/** Makes the answer of many nodes. */
import { grouped } from '../kubelet/groups.ts';
import { type Instant, instant } from '../kubelet/time.ts';
import { compare } from './compare.ts';
import type { Fleet, LeftOut, TroubleGroup } from './fleet.ts';
import { type FleetNode, kindOf } from './fleetNode.ts';
import { firstOf, inOrderOfOnset, type Timed, togetherOf } from './onset.ts';

/** Merges the nodes. Takes time in n log n. */
export function mergeFleet(nodes: readonly FleetNode[], leftOut: LeftOut): Fleet {
  const healthy = nodes.filter((node) => kindOf(node) === 'healthy');
  const troubled = nodes.filter((node) => kindOf(node) === 'affected');
  const affected = inOrder(troubled);
  const byCause = grouped(affected, (node) => node.cause?.id ?? '');
  const groups = [...byCause.values()].sort((a, b) => b.length - a.length).map((group) => groupOf(group, healthy));
  const first = firstOf(inOrderOfOnset(affected));
  const span = spanOf(nodes);
  return {
    nodes,
    affected,
    healthy: healthy.length,
    undecided: nodes.length - healthy.length - troubled.length,
    groups,
    ...(first === undefined ? {} : { first }),
    ...(span === undefined ? {} : { span }),
    leftOut,
    caveats: {
      zoneUnknown: nodes.filter(({ timeZone }) => timeZone === 'unknown').length,
      yearAssumed: nodes.filter(({ isYearSure }) => !isYearSure).length,
      redacted: nodes.filter(({ redacted }) => redacted).length,
    },
  };
}

/** By their first trouble, those without a time last. */
function inOrder(nodes: readonly FleetNode[]): readonly FleetNode[] {
  const timed = inOrderOfOnset(nodes);
  return [...timed.map(({ node }) => node), ...nodes.filter(({ trouble }) => trouble === undefined)];
}

function groupOf(nodes: readonly FleetNode[], healthy: readonly FleetNode[]): TroubleGroup {
  const timed = inOrderOfOnset(nodes);
  const first = firstOf(timed);
  const compared = healthy.filter((node) => reaches(node, timed));
  const together = togetherOf(timed, spanOf(nodes));
  const cause = nodes[0]?.cause;
  const confident = (confidence: 'high' | 'medium'): number =>
    nodes.filter((node) => node.cause?.confidence === confidence).length;
  return {
    ...(cause === undefined ? {} : { cause: cause.id }),
    title: titleOf(nodes),
    confidence: { high: confident('high'), medium: confident('medium') },
    nodes,
    ...(first === undefined ? {} : { first }),
    ...(together === undefined ? {} : { together }),
    unhealthyAtEnd: nodes.filter(({ state }) => state === 'unhealthy-at-end').length,
    comparedWith: compared.length,
    notSeen: healthy.length - compared.length,
    ...(compared.length === 0 ? { inCommon: [], noClaims: [] } : compare(nodes, compared)),
  };
}

/** The title that most of them have; some name a pod or a time of their own, of which it is not told for all. */
function titleOf(nodes: readonly FleetNode[]): string {
  const counts = new Map<string, number>();
  for (const { cause, headline } of nodes) {
    const title = cause?.title ?? headline;
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  let best = '';
  for (const [title, count] of counts) if (count > (counts.get(best) ?? 0)) best = title;
  return counts.size > 1 ? `${best}, or the like` : best;
}

/** Whether a healthy node's log covers the time in which others got into trouble: else nobody knows how it was then. */
function reaches({ span }: FleetNode, timed: readonly Timed[]): boolean {
  const [first] = timed;
  const last = timed.at(-1);
  if (first === undefined || last === undefined) return true;
  return span !== undefined && span.from <= last.trouble.max && span.to >= first.trouble.max;
}

function spanOf(nodes: readonly FleetNode[]): { readonly from: Instant; readonly to: Instant } | undefined {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { span } of nodes) {
    if (span === undefined) continue;
    from = Math.min(from, span.from);
    to = Math.max(to, span.to);
  }
  return from > to ? undefined : { from: instant(from), to: instant(to) };
}
