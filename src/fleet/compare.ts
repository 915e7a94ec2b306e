/** What affected nodes have in common that healthy ones have not. Nothing is claimed where there are too few, or where chance would do it. */
import { appendTo } from '../kubelet/groups.ts';
import type { Counted, Feature, InCommon, NoClaim } from './fleet.ts';
import type { FleetNode } from './fleetNode.ts';
import { chanceOfMore } from './statistics.ts';

/** Of fewer nodes on one side nothing is said. */
const LEAST_KNOWN = 3;
/** All comparisons together would claim something by chance in less than one of a hundred. */
export const RARE = 0.01;
const NEARLY_ALL = 0.9;
const FEW = 0.1;
const CLEARLY_MORE = 0.2;
/** A label with a value of its own on each node (a serial number) tells nothing, and there may be many. */
const MOST_VALUES = 1000;

type Asked = Pick<Feature, 'kind' | 'label'>;

interface Side {
  readonly known: number;
  readonly byValue: ReadonlyMap<string, readonly number[]>;
}

/** Compares the affected nodes with the healthy ones by all that is known of any of them. */
export function compare(
  affected: readonly FleetNode[],
  healthy: readonly FleetNode[],
): { readonly inCommon: readonly InCommon[]; readonly noClaims: readonly NoClaim[] } {
  const asked = featuresOf([...affected, ...healthy]).map((one) => ({
    asked: one,
    affected: sideOf(affected, one),
    healthy: sideOf(healthy, one),
  }));
  const compared = asked.filter((one) => one.affected.known >= LEAST_KNOWN && one.healthy.known >= LEAST_KNOWN);
  const values = compared.flatMap((one) =>
    [...one.affected.byValue]
      .filter(([, nodes]) => nodes.length >= LEAST_KNOWN)
      .slice(0, MOST_VALUES)
      .map(([value, nodes]) => ({ ...one, value, nodes })),
  );
  const claims = values.flatMap(({ asked: feature, affected: ours, healthy: theirs, value, nodes }) => {
    const others = theirs.byValue.get(value) ?? [];
    const [a, b]: readonly [Counted, Counted] = [
      { with: nodes.length, known: ours.known },
      { with: others.length, known: theirs.known },
    ];
    const chance = Math.min(1, chanceOfMore(a.with, a.known, b.with, b.known) * values.length);
    const [share, otherShare] = [a.with / a.known, b.with / b.known];
    if (chance >= RARE || share - otherShare < CLEARLY_MORE) return [];
    const strength = share >= NEARLY_ALL && otherShare <= FEW ? 'nearly-all' : 'more-often';
    return [
      {
        ...feature,
        value,
        affected: a,
        healthy: b,
        chance,
        strength,
        members: `${nodes.join(' ')}|${others.join(' ')}`,
      } as const,
    ];
  });
  const inCommon = claims
    .filter((claim) => !claims.some((other) => isFiner(other.kind, claim.kind) && other.members === claim.members))
    .sort((a, b) => a.chance - b.chance);
  const alike = new Map<string, number>();
  for (const { members } of inCommon) if (!alike.has(members)) alike.set(members, alike.size + 1);
  return {
    inCommon: inCommon.map(({ members, ...claim }) => ({ ...claim, alike: alike.get(members) ?? 0 })),
    noClaims: asked
      .filter(
        ({ asked: one }) =>
          !claims.some(({ kind, label }) => familyOf(kind) === familyOf(one.kind) && label === one.label) &&
          familyOf(one.kind) === one.kind,
      )
      .map(({ asked: one, affected: ours, healthy: theirs }) => noClaim(one, ours, theirs)),
  };
}

function noClaim(asked: Asked, affected: Side, healthy: Side): NoClaim {
  const [value, ...others] = new Set([...affected.byValue.keys(), ...healthy.byValue.keys()]);
  const why =
    affected.known < LEAST_KNOWN || healthy.known < LEAST_KNOWN
      ? 'too-few'
      : others.length === 0
        ? 'same'
        : 'no-difference';
  return {
    ...asked,
    why,
    ...(why === 'same' && value !== undefined ? { value } : {}),
    affectedKnown: affected.known,
    healthyKnown: healthy.known,
  };
}

/** `v1.31` of `v1.31.4`, the runtime without its version: where the finer one says the same, that says it. */
function isFiner(kind: Feature['kind'], than: Feature['kind']): boolean {
  return kind !== than && familyOf(than) === kind;
}

function familyOf(kind: Feature['kind']): Feature['kind'] {
  return kind === 'kubelet-minor' ? 'kubelet' : kind === 'runtime-name' ? 'runtime' : kind;
}

function featuresOf(nodes: readonly FleetNode[]): readonly Asked[] {
  const labels = new Set(nodes.flatMap((node) => node.labels.map(({ name }) => name)));
  return [
    { kind: 'kubelet' },
    { kind: 'kubelet-minor' },
    { kind: 'runtime' },
    { kind: 'runtime-name' },
    { kind: 'kernel' },
    ...[...labels].sort().map((label) => ({ kind: 'label' as const, label })),
  ];
}

function sideOf(nodes: readonly FleetNode[], asked: Asked): Side {
  const byValue = new Map<string, number[]>();
  let known = 0;
  nodes.forEach((node, at) => {
    const value = valueOf(node, asked);
    if (value === undefined) return;
    known += 1;
    appendTo(byValue, value, at);
  });
  return { known, byValue };
}

/** What a node has of it; `undefined` where that is not known. */
function valueOf(node: FleetNode, { kind, label }: Asked): string | undefined {
  switch (kind) {
    case 'kubelet':
      return node.kubelet;
    case 'kubelet-minor':
      return node.kubelet === undefined ? undefined : (/^v?\d{1,3}\.\d{1,3}/.exec(node.kubelet)?.[0] ?? undefined);
    case 'runtime':
      return node.runtime === undefined ? undefined : `${node.runtime.name} ${node.runtime.version}`;
    case 'runtime-name':
      return node.runtime?.name;
    case 'kernel':
      return node.kernel;
    case 'label':
      return node.labels.find(({ name }) => name === label)?.value;
  }
}
