import type { Analysis } from '../analysis/analysis.ts';
import type { KubeletProcess, ProvenHistory } from '../inference/history.ts';
import { queriesOf } from '../inference/queries.ts';
import { instant, type Instant, type TimeBounds } from '../kubelet/time.ts';
import type { Fact } from '../messages/fact.ts';
import { spanOfScrapes } from '../metrics/story.ts';
import { type LaneItem, LaneItems } from './laneItems.ts';
import { type LaneDraft, MarkCollector, type MarkInput } from './marks.ts';
import { podLabel, shortId } from './lanes/podNames.ts';
import { type Lane, MARK_STYLES, type MarkStyle } from './timelineDocument.ts';

const STYLE_INDEX: ReadonlyMap<MarkStyle, number> = new Map(MARK_STYLES.map((style, index) => [style, index]));

/** Index of a style in `MARK_STYLES`. */
function styleIndex(style: MarkStyle): number {
  return STYLE_INDEX.get(style) ?? STYLE_INDEX.get('other') ?? 0;
}

/** What the lane builders share: the marks, the origin, and short ways to add a bar or an instant. */
export class TimelineContext {
  /** What the lanes are made from now: all of the history, or the part of one node. */
  history: ProvenHistory;
  /** Marks of facts that stand on two lanes. */
  readonly factMarks = new Map<Fact, number>();
  readonly origin: Instant;
  /** End of the log, microseconds since origin. */
  readonly length: number;
  /** Until when the log shows a node, by its id: of several, one can end hours before the log; microseconds since origin. */
  readonly endOfNode: (node: string) => number;
  readonly marks = new MarkCollector();
  readonly #processes: ReadonlyMap<string, KubeletProcess>;
  readonly #nodeNames: ReadonlyMap<string, string>;
  readonly #podLabels: ReadonlyMap<string, string>;
  readonly #owners = new Map<string, { readonly uid: string; readonly pod: string; readonly container: string }>();

  constructor(analysis: Analysis) {
    this.history = analysis.reconstruction.history;
    const { from, to } = spanOf(this.history);
    this.origin = from;
    this.length = Math.max(0, to - from);
    this.endOfNode = endsOfNodes(this.history);
    this.#processes = new Map(this.history.processes.map((process) => [process.id, process]));
    this.#nodeNames = new Map(this.history.nodes.map((node) => [node.id, node.names[0] ?? node.id]));
    this.#podLabels = new Map(this.history.pods.map((pod) => [pod.uid, podLabel(pod) ?? pod.uid]));
    for (const pod of this.history.pods) {
      for (const container of pod.containers) {
        this.#owners.set(container.id, {
          uid: pod.uid,
          pod: podLabel(pod) ?? pod.uid,
          container: container.name ?? (container.kind === 'sandbox' ? 'sandbox' : shortId(container.id)),
        });
      }
    }
  }

  /** Where what is drawn now ends: of one of several nodes what the log shows last of its machine, else the log; microseconds since origin. */
  get end(): number {
    const [node, ...others] = this.history.nodes;
    return node === undefined || others.length > 0 ? this.length : this.endOfNode(node.id);
  }

  /** An instant as microseconds since origin. */
  at(time: Instant): number {
    return time - this.origin;
  }

  process(id: string | undefined): KubeletProcess | undefined {
    return id === undefined ? undefined : this.#processes.get(id);
  }

  /** The pod of a container or sandbox id, and what the container is called there. */
  ownerOf(
    id: string | undefined,
  ): { readonly uid: string; readonly pod: string; readonly container: string } | undefined {
    return id === undefined ? undefined : this.#owners.get(id);
  }

  /** ` · worker-2` where the log holds several nodes, else nothing. */
  nodeSuffix(process: string): string {
    const node = this.process(process)?.node;
    return node === undefined || this.#nodeNames.size < 2 ? '' : ` · ${this.nodeName(node)}`;
  }

  /** What a pod is called, by its uid; the uid itself where no name is known. */
  podName(uid: string): string {
    return this.#podLabels.get(uid) ?? uid;
  }

  nodeName(node: string): string {
    return this.#nodeNames.get(node) ?? node;
  }

  /** Adds an item to a lane, with a mark where `mark` is given (`reuse`: the number of a mark that exists already). */
  add(
    lane: LaneDraft,
    item: Omit<LaneItem, 'style' | 'mark'> & { readonly style: MarkStyle; readonly reuse?: number },
    mark?: Omit<MarkInput, 'time' | 'level' | 'proven'> & { readonly time?: number },
  ): number {
    const { style, reuse, ...rest } = item;
    const number =
      reuse ??
      (mark === undefined
        ? -1
        : this.marks.add(lane, {
            time: item.start,
            ...(item.end > item.start ? { end: item.end } : {}),
            ...mark,
            level: item.level,
            proven: item.proven,
          }));
    lane.items.push({ ...rest, style: styleIndex(style), mark: number });
    return number;
  }
}

/** Until when a log shows each of its nodes, by their ids, in microseconds since its begin; a log of one node to its end. */
export function endsOfNodes(history: ProvenHistory): (node: string) => number {
  const { from, to } = spanOf(history);
  const { seenUntil } = queriesOf(history);
  const last = new Map(history.nodes.length < 2 ? [] : history.processes.map((process) => [process.node, process]));
  const ends = new Map([...last].map(([node, process]) => [node, seenUntil(process) - from]));
  return (node) => ends.get(node) ?? Math.max(0, to - from);
}

/** A lane with nothing on it yet. */
export function draftLane(id: string, kind: Lane['kind'], label: string, parent?: string): LaneDraft {
  return { id, kind, label, items: new LaneItems(), ...(parent === undefined ? {} : { parent }) };
}

/** Lanes with most marks first, those with as many by their names. */
export function fullestFirst(lanes: Iterable<LaneDraft>): readonly LaneDraft[] {
  return [...lanes].sort((a, b) => b.items.length - a.items.length || (a.label < b.label ? -1 : 1));
}

/** `min` and `max` of a mark, where the bounds are not one moment. */
export function boundsOf(context: TimelineContext, bounds: TimeBounds): { min?: number; max?: number } {
  return bounds.min === bounds.max ? {} : { min: context.at(bounds.min), max: context.at(bounds.max) };
}

/** The line that stands first in an evidence list; `line` 0 when there is none. */
export function firstLine(evidence: readonly { readonly source: number; readonly line: number }[]): {
  source: number;
  line: number;
} {
  const first = evidence[0];
  return first === undefined ? { source: 0, line: 0 } : { source: first.source, line: first.line };
}

const DAY = 24 * 3600 * 1e6;

/** The log's span with that of scrapes beside it, where the two lie near each other: a log of a minute beside an hour of metrics is shown with all of that hour. */
function withScrapes(
  span: { readonly from: Instant; readonly to: Instant },
  metrics: ProvenHistory['metrics'],
): { from: Instant; to: Instant } {
  const scrapes = metrics === undefined ? undefined : spanOfScrapes(metrics);
  if (scrapes === undefined) return span;
  const from = Math.min(span.from, scrapes.from);
  const to = Math.max(span.to, scrapes.to);
  return to - from <= Math.max(DAY, span.to - span.from) ? { from: instant(from), to: instant(to) } : span;
}

/** From the earliest to the latest moment that the history names. */
export function spanOf(history: ProvenHistory): { from: Instant; to: Instant } {
  if (history.span !== undefined) return withScrapes(history.span, history.metrics);
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const process of history.processes) {
    from = Math.min(from, process.from);
    to = Math.max(to, process.to);
  }
  return from <= to ? { from: instant(from), to: instant(to) } : { from: instant(0), to: instant(0) };
}
