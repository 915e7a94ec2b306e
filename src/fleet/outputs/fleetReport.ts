/** What all outputs about a fleet say, before any writes it: sentences and rows, no layout. All of it is printable: names come from strangers. */
import { grouped } from '../../kubelet/groups.ts';
import { formatClock, formatDay, formatLengthBetween } from '../../analysis/outputs/instantText.ts';
import { durationText } from '../../diagnosis/words/durationText.ts';
import { type Printable, printable } from '../../kubelet/printable.ts';
import { seconds } from '../../kubelet/time.ts';
import type { First, Fleet, InCommon, TroubleGroup } from '../fleet.ts';
import type { FleetNode } from '../fleetNode.ts';
import { featureText, inCommonText, leftOutTexts, noClaimText, onsetText, timeText } from './fleetWords.ts';
import { plural } from '../../diagnosis/cause.ts';

/** A node as a row of a table, in order of first trouble. */
export interface NodeRow {
  readonly since: Printable;
  readonly node: Printable;
  readonly state: Printable;
  readonly cause: Printable;
  readonly kubelet: Printable;
  readonly runtime: Printable;
  readonly kernel: Printable;
}

export interface GroupReport {
  readonly title: Printable;
  readonly detail: readonly Printable[];
  readonly inCommon: readonly Printable[];
  readonly noClaims: readonly Printable[];
  /** Of the first node, with what says so. */
  readonly lines: readonly { readonly at: Printable; readonly text: Printable }[];
}

export interface FleetReport {
  readonly headline: Printable;
  readonly about: readonly Printable[];
  readonly groups: readonly GroupReport[];
  readonly rows: readonly NodeRow[];
  readonly caveats: readonly Printable[];
  readonly leftOut: readonly Printable[];
}

const STATES: { readonly [State in FleetNode['state']]: string } = {
  healthy: 'healthy',
  impaired: 'impaired',
  recovered: 'recovered',
  'unhealthy-at-end': 'unhealthy',
  unknown: 'end unknown',
};

/** Names in a sentence. */
const MOST_NAMES = 5;

/** Builds the report; `most`: so many rows. */
export function fleetReport(fleet: Fleet, most = Number.POSITIVE_INFINITY): FleetReport {
  const { nodes, affected, healthy, undecided, span, leftOut, groups } = fleet;
  const about = [
    `${plural(nodes.length, 'node')} in ${plural(leftOut.files, 'file')}: ${affected.length} in trouble, ${healthy} healthy${undecided === 0 ? '' : `, ${undecided} of which too little is known`}`,
    ...(span === undefined
      ? []
      : [
          `${formatDay(span.from)} ${formatClock(span.from)} – ${formatDay(span.from) === formatDay(span.to) ? '' : `${formatDay(span.to)} `}${formatClock(span.to)}`,
        ]),
  ];
  return {
    headline: printable(headlineOf(fleet)),
    about: about.map(printable),
    groups: groups.map((group) => groupReport(group, groups.length)),
    rows: affected.slice(0, most).map(rowOf),
    caveats: caveatsOf(fleet).map(printable),
    leftOut: leftOutTexts(leftOut).map(printable),
  };
}

function headlineOf({ nodes, affected, groups, first }: Fleet): string {
  if (nodes.length === 0) return 'No summary of a node was read';
  if (affected.length === 0) return `No node of ${nodes.length} was in trouble`;
  const [group] = groups;
  const cause =
    group?.cause === undefined
      ? ''
      : `: ${lowerFirst(group.title)}${groups.length === 1 ? '' : ` on ${group.nodes.length}`}`;
  const since =
    first === undefined ? '' : `; first ${namesText(first.nodes)}, ${onsetText({ ...first.at, isOpen: first.isOpen })}`;
  const shared = group?.inCommon.filter(({ strength }) => strength === 'nearly-all').slice(0, 3) ?? [];
  return `${affected.length} of ${plural(nodes.length, 'node')} in trouble${cause}${since}${shared.length === 0 ? '' : `; in common: ${shared.map(featureText).join(', ')}`}`;
}

function lowerFirst(text: string): string {
  // A name in capitals (PLEG) stays one.
  return /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function namesText(nodes: readonly FleetNode[]): string {
  const [only, ...others] = nodes;
  if (only === undefined) return '';
  if (others.length === 0) return only.name;
  const names = nodes.slice(0, MOST_NAMES).map(({ name }) => name);
  return `one of ${names.join(', ')}${nodes.length > MOST_NAMES ? ` and ${nodes.length - MOST_NAMES} more` : ''}`;
}

function groupReport(group: TroubleGroup, groups: number): GroupReport {
  const { nodes, title, cause, confidence, first, together, unhealthyAtEnd, inCommon } = group;
  const sure =
    cause === undefined
      ? 'cause unknown'
      : `${cause}; ${confidence.high} with high confidence${confidence.medium === 0 ? '' : `, ${confidence.medium} with medium`}`;
  const detail = [
    ...(first === undefined ? ['When it began is not known.'] : [firstText(first)]),
    ...(together === undefined
      ? []
      : [
          `${together.nodes} of ${together.of} nodes began within a minute, ${timeText(together)}: more than chance brings together.`,
        ]),
    unhealthyAtEnd === 0
      ? `None of them was in trouble at the end of its log.`
      : `${unhealthyAtEnd} of ${nodes.length} ${unhealthyAtEnd === 1 ? 'was' : 'were'} still in trouble at the end of ${unhealthyAtEnd === 1 ? 'its log' : 'their logs'}.`,
    comparedText(group.comparedWith, group.notSeen),
  ];
  const alike = alikeText(inCommon);
  const [example] = first?.nodes ?? nodes;
  return {
    title: printable(`${plural(nodes.length, 'node')}${groups === 1 ? '' : ' of this trouble'}: ${title} (${sure})`),
    detail: detail.map(printable),
    inCommon: [...inCommon.map(inCommonText), ...(alike === undefined ? [] : [alike])].map(printable),
    noClaims: group.noClaims.map((one) => printable(noClaimText(one))),
    lines: (example?.cause?.lines ?? []).map(({ line, text }) => ({
      at: printable(`${example?.name ?? ''}:${line}`),
      text: printable(text),
    })),
  };
}

function firstText({ nodes, at, isOpen, next }: First): string {
  const since = onsetText({ ...at, isOpen });
  if (nodes.length > 1) return `Since ${since}; the first was ${namesText(nodes)}: their bounds do not tell which.`;
  const later = next === undefined ? '' : `; the next was ${next.node.name}, ${formatLengthBetween(at, next.at)} later`;
  return `Since ${since}; the first was ${namesText(nodes)}${isOpen ? '' : later}.`;
}

function comparedText(comparedWith: number, notSeen: number): string {
  const unseen = notSeen === 0 ? '' : ` The logs of ${plural(notSeen, 'other healthy node')} do not reach that time.`;
  return comparedWith === 0
    ? `There is no healthy node to compare them with.${unseen}`
    : `Compared with ${plural(comparedWith, 'healthy node')}.${unseen}`;
}

/** What always comes together counts as one. */
function alikeText(inCommon: readonly InCommon[]): string | undefined {
  const groups = grouped(inCommon, ({ alike }) => alike);
  const several = [...groups.values()].filter((ones) => ones.length > 1);
  return several.length === 0
    ? undefined
    : several
        .map(
          (ones) =>
            `${ones.map(featureText).join(' and ')} are on the same nodes: the comparison cannot tell which of them matters.`,
        )
        .join(' ');
}

/** A node as a row. */
export function rowOf(node: FleetNode): NodeRow {
  const { trouble, over, unhealthyTimes, cause, headline, state } = node;
  const length =
    over === undefined || trouble === undefined || trouble.isOpen || unhealthyTimes > 1
      ? ''
      : ` after ${formatLengthBetween(trouble, over)}`;
  const times = unhealthyTimes > 1 ? `, ${unhealthyTimes} times` : '';
  const slow =
    node.slowestRelist === undefined || node.slowestRelist < 10
      ? ''
      : `; a relist took ${durationText(seconds(node.slowestRelist))}`;
  return {
    since: printable(trouble === undefined ? '' : onsetText(trouble)),
    node: printable(node.name),
    state: printable(`${STATES[state]}${state === 'recovered' ? length : ''}${times}`),
    cause: printable(`${cause === undefined ? headline : cause.title}${slow}`),
    kubelet: printable(node.kubelet ?? ''),
    runtime: printable(node.runtime === undefined ? '' : `${node.runtime.name} ${node.runtime.version}`),
    kernel: printable(node.kernel ?? ''),
  };
}

function caveatsOf({ nodes, affected, caveats: { zoneUnknown, yearAssumed, redacted } }: Fleet): readonly string[] {
  const lines: string[] = [];
  if (affected.length > 1) lines.push('Times of several nodes are compared by their own clocks.');
  if (zoneUnknown > 0)
    lines.push(
      `The time zone of ${zoneUnknown === nodes.length ? (nodes.length === 1 ? 'the node' : 'all nodes') : plural(zoneUnknown, 'node')} is not known: times are as logged, and comparable where clocks have one zone.`,
    );
  if (yearAssumed > 0) lines.push(`The year of ${plural(yearAssumed, 'log')} is assumed.`);
  if (redacted > 0)
    lines.push(`${plural(redacted, 'summary has', 'summaries have')} pseudonyms: each counts as a node of its own.`);
  return lines;
}
