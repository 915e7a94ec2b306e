/**
 * The shape of `"schema": "kubelet-timeline/fleet@1"`, as `fleet --format json` prints it. Times are RFC 3339 with microseconds in UTC (as logged where a zone is unknown), durations are seconds.
 * Fields are only ever added. Nodes are named by their index in `nodes`.
 */
import type { JsonBounds } from '../../analysis/outputs/analysisJson.ts';
import { formatRfc3339 } from '../../analysis/outputs/instantText.ts';
import { jsonText } from '../../analysis/outputs/jsonBytes.ts';
import type { SummaryLabel } from '../../analysis/outputs/summary/summaryJson.ts';
import { asWritten, joinPrintable, type Printable } from '../../kubelet/printable.ts';
import type { First, Fleet, InCommon, LeftOut, NoClaim, TroubleGroup } from '../fleet.ts';
import { type FleetNode, kindOf, type NodeKind } from '../fleetNode.ts';
import { fleetReport } from './fleetReport.ts';
import { boundsJson } from '../../analysis/outputs/jsonParts.ts';

export interface JsonFleetNode {
  readonly name: string;
  readonly file: string;
  /** Line of the summary in the file. */
  readonly line: number;
  readonly kind: NodeKind;
  readonly state: string;
  readonly headline: string;
  readonly span?: { readonly from: string; readonly to: string };
  /** When trouble began; `open`: or earlier. */
  readonly since?: JsonBounds & { readonly open?: true };
  readonly over?: JsonBounds;
  readonly unhealthyTimes: number;
  readonly cause?: { readonly id: string; readonly title: string; readonly confidence: string };
  readonly kubelet?: string;
  readonly runtime?: { readonly name: string; readonly version: string };
  readonly kernel?: string;
  readonly labels: readonly SummaryLabel[];
  readonly slowestRelistSeconds?: number;
}

export interface JsonFirst {
  /** One, or those of which the bounds do not tell which was the first. */
  readonly nodes: readonly number[];
  readonly at: JsonBounds;
  readonly open?: true;
  readonly next?: { readonly node: number; readonly at: JsonBounds };
}

export interface JsonGroup {
  readonly cause?: string;
  readonly title: string;
  readonly confidence: { readonly high: number; readonly medium: number };
  readonly nodes: readonly number[];
  readonly first?: JsonFirst;
  /** More nodes than chance brings together began within this minute. */
  readonly together?: JsonBounds & { readonly nodes: number; readonly of: number; readonly chance: number };
  readonly unhealthyAtEnd: number;
  readonly comparedWith: number;
  readonly notSeen: number;
  readonly inCommon: readonly InCommon[];
  readonly noClaims: readonly NoClaim[];
  readonly lines: readonly { readonly node: number; readonly line: number; readonly text: string }[];
}

export interface FleetJson {
  readonly schema: 'kubelet-timeline/fleet@1';
  readonly headline: string;
  readonly counts: {
    readonly nodes: number;
    readonly affected: number;
    readonly healthy: number;
    readonly undecided: number;
  };
  readonly span?: { readonly from: string; readonly to: string };
  readonly first?: JsonFirst;
  readonly groups: readonly JsonGroup[];
  /** Those in trouble by when it began, then the others by name. */
  readonly nodes: readonly JsonFleetNode[];
  readonly caveats: readonly string[];
  readonly leftOut: LeftOut;
}

/** The nodes in the order of every list of them: those in trouble by when it began, then the others by name. */
export function nodesInOrder({ affected, nodes }: Fleet): readonly FleetNode[] {
  const rest = nodes.filter((node) => kindOf(node) !== 'affected');
  return [...affected, ...rest.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))];
}

/** The whole contract as plain data. */
function fleetJson(fleet: Fleet): FleetJson {
  const inOrder = nodesInOrder(fleet);
  const places = new Map(inOrder.map((node, at) => [node, at]));
  const at = (node: FleetNode): number => places.get(node) ?? -1;
  const { headline, caveats } = fleetReport(fleet, 0);
  return {
    schema: 'kubelet-timeline/fleet@1',
    headline,
    counts: {
      nodes: fleet.nodes.length,
      affected: fleet.affected.length,
      healthy: fleet.healthy,
      undecided: fleet.undecided,
    },
    ...(fleet.span === undefined ? {} : { span: spanJson(fleet.span) }),
    ...(fleet.first === undefined ? {} : { first: firstJson(fleet.first, at) }),
    groups: fleet.groups.map((group) => groupJson(group, at)),
    nodes: inOrder.map(nodeJson),
    caveats,
    leftOut: fleet.leftOut,
  };
}

/** The same as text, in pieces, with a newline behind it. */
export function* fleetJsonPieces(fleet: Fleet): Generator<Printable, void, undefined> {
  const { nodes, ...rest } = fleetJson(fleet);
  yield asWritten(`${jsonText(rest).slice(0, -1)},"nodes":[`);
  for (let from = 0; from < nodes.length; from += 100)
    yield joinPrintable(
      [from === 0 ? asWritten('') : asWritten(','), joinPrintable(nodes.slice(from, from + 100).map(jsonText), ',')],
      '',
    );
  yield asWritten(']}\n');
}

function spanJson({ from, to }: NonNullable<Fleet['span']>): NonNullable<FleetJson['span']> {
  return { from: formatRfc3339(from), to: formatRfc3339(to) };
}

function firstJson({ nodes, at: bounds, isOpen, next }: First, at: (node: FleetNode) => number): JsonFirst {
  return {
    nodes: nodes.map(at),
    at: boundsJson(bounds),
    ...(isOpen ? { open: true } : {}),
    ...(next === undefined ? {} : { next: { node: at(next.node), at: boundsJson(next.at) } }),
  };
}

function groupJson(group: TroubleGroup, at: (node: FleetNode) => number): JsonGroup {
  const { cause, nodes, first, together } = group;
  const [example] = first?.nodes ?? nodes;
  return {
    ...(cause === undefined ? {} : { cause }),
    title: group.title,
    confidence: group.confidence,
    nodes: nodes.map(at),
    ...(first === undefined ? {} : { first: firstJson(first, at) }),
    ...(together === undefined
      ? {}
      : { together: { ...boundsJson(together), nodes: together.nodes, of: together.of, chance: together.chance } }),
    unhealthyAtEnd: group.unhealthyAtEnd,
    comparedWith: group.comparedWith,
    notSeen: group.notSeen,
    inCommon: group.inCommon,
    noClaims: group.noClaims,
    lines:
      example === undefined
        ? []
        : (example.cause?.lines ?? []).map(({ line, text }) => ({ node: at(example), line, text })),
  };
}

function nodeJson(node: FleetNode): JsonFleetNode {
  const { span, trouble, over, cause, kubelet, runtime, kernel, slowestRelist } = node;
  return {
    name: node.name,
    file: node.file,
    line: node.line,
    kind: kindOf(node),
    state: node.state,
    headline: node.headline,
    ...(span === undefined ? {} : { span: spanJson(span) }),
    ...(trouble === undefined ? {} : { since: { ...boundsJson(trouble), ...(trouble.isOpen ? { open: true } : {}) } }),
    ...(over === undefined ? {} : { over: boundsJson(over) }),
    unhealthyTimes: node.unhealthyTimes,
    ...(cause === undefined ? {} : { cause: { id: cause.id, title: cause.title, confidence: cause.confidence } }),
    ...(kubelet === undefined ? {} : { kubelet }),
    ...(runtime === undefined ? {} : { runtime }),
    ...(kernel === undefined ? {} : { kernel }),
    labels: node.labels,
    ...(slowestRelist === undefined ? {} : { slowestRelistSeconds: slowestRelist }),
  };
}
