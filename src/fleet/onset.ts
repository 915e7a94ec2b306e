/** Which node was the first, and which began together. Clocks of nodes are compared as they are. */
import { between, type Instant, instant, seconds, type TimeBounds } from '../kubelet/time.ts';
import type { First, Together } from './fleet.ts';
import type { FleetNode, Onset } from './fleetNode.ts';
import { chanceTogether } from './statistics.ts';
import { RARE } from './compare.ts';

const MINUTE = seconds(60);
/** Fewer are no crowd. */
const LEAST_TOGETHER = 3;

/** A node whose trouble has a time. */
export interface Timed {
  readonly node: FleetNode;
  readonly trouble: Onset;
}

/** Nodes in order of when their trouble had certainly begun; those without a time are left out. */
export function inOrderOfOnset(nodes: readonly FleetNode[]): readonly Timed[] {
  return nodes
    .flatMap((node) => (node.trouble === undefined ? [] : [{ node, trouble: node.trouble }]))
    .sort((a, b) => a.trouble.max - b.trouble.max || a.trouble.min - b.trouble.min || compareNames(a.node, b.node));
}

function compareNames(a: FleetNode, b: FleetNode): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** The first of nodes in order. */
export function firstOf(inOrder: readonly Timed[]): First | undefined {
  const [earliest] = inOrder;
  if (earliest === undefined) return undefined;
  const latest = earliest.trouble.max;
  const candidates = inOrder.filter(({ trouble }) => trouble.isOpen || trouble.min <= latest);
  const isOpen = candidates.some(({ trouble }) => trouble.isOpen);
  const min = instant(Math.min(...candidates.map(({ trouble }) => trouble.min)));
  const [, second] = inOrder;
  return {
    nodes: candidates.map(({ node }) => node),
    at: { min, max: latest },
    isOpen,
    ...(candidates.length === 1 && second !== undefined
      ? { next: { node: second.node, at: boundsOf(second.trouble) } }
      : {}),
  };
}

function boundsOf({ min, max }: Onset): TimeBounds {
  return { min, max };
}

/** The minute in which most of them began, if chance would not bring so many together. `span`: the stretch of time that their logs cover. */
export function togetherOf(
  inOrder: readonly Timed[],
  span: { readonly from: Instant; readonly to: Instant } | undefined,
): Together | undefined {
  const exact = inOrder
    .filter(({ trouble }) => !trouble.isOpen && trouble.max - trouble.min <= MINUTE)
    .map(({ trouble }) => trouble);
  let best: { readonly from: number; readonly to: number } | undefined;
  let from = 0;
  exact.forEach(({ max }, to) => {
    while (max - (exact[from]?.max ?? max) > MINUTE) from += 1;
    if (best === undefined || to - from > best.to - best.from) best = { from, to };
  });
  if (best === undefined || span === undefined) return undefined;
  const nodes = best.to - best.from + 1;
  const length = between(span.from, span.to);
  const chance = chanceTogether(nodes, exact.length, length <= 0 ? 1 : MINUTE / length);
  const [begin, end] = [exact[best.from], exact[best.to]];
  if (
    nodes < LEAST_TOGETHER ||
    nodes * 2 < inOrder.length ||
    chance >= RARE ||
    begin === undefined ||
    end === undefined
  )
    return undefined;
  return { min: begin.max, max: end.max, nodes, of: inOrder.length, chance };
}
