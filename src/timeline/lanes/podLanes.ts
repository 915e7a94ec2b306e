/** Pods and their containers: states as bars, PLEG events and errors as instants, sorted so that what the episodes are about comes first. */
import { oncePer, onceFor } from '../../kubelet/oncePer.ts';
import { appendTo } from '../../kubelet/groups.ts';
import type { ContainerHistory, ContainerStateInterval, LineReference, PodHistory } from '../../inference/history.ts';
import type { PodReference } from '../../messages/fact.ts';
import { boundsOf, draftLane, firstLine, type TimelineContext } from '../context.ts';
import { addFact } from './factLanes.ts';
import { containersInTurn } from './inTurn.ts';
import { factText, placeOf } from './factText.ts';
import { formatSeconds } from '../format.ts';
import { type HeldBackEvent, heldBackEvents } from './heldBack.ts';
import type { LaneDraft } from '../marks.ts';
import { podLabel, shortId } from './podNames.ts';
import { type PodInterest, sortByInterest } from './podRelevance.ts';
import type { MarkLevel, MarkStyle } from '../timelineDocument.ts';

const UNCERTAIN_FROM = 500_000;
/** At first only the pods that the episodes are about are unfolded, and not more than this. */
const UNFOLDED_PODS = 8;

interface PodDraft extends PodInterest {
  readonly lane: LaneDraft;
  readonly history: PodHistory | undefined;
}

/** Marks by line and container, so that a state proven by an event line does not get a second row in the table. */
class MarksByLine {
  readonly #ofContainer = new Map<string, Map<number, number>>();

  get(place: LineReference, container: string): number | undefined {
    return this.#ofContainer.get(container)?.get(keyOf(place));
  }

  set(place: LineReference, container: string, mark: number): void {
    onceFor(this.#ofContainer, container, () => new Map()).set(keyOf(place), mark);
  }
}

function keyOf({ source, line }: LineReference): number {
  return source * 2 ** 32 + line;
}

export function podLanes(context: TimelineContext): LaneDraft[] {
  const pods = new Map<string, PodDraft>();
  const byName = new Map<string, PodDraft>();
  const byLine = new MarksByLine();
  const create = (key: string, label: string, history: PodHistory | undefined): PodDraft => {
    const lane = draftLane(`pod/${key}`, 'pod', label);
    if (history !== undefined) lane.uid = history.uid;
    const draft: PodDraft = { lane, history, label, key };
    pods.set(key, draft);
    if (!byName.has(label)) byName.set(label, draft);
    return draft;
  };
  for (const pod of context.history.pods) create(pod.uid, podLabel(pod) ?? pod.uid, pod);
  const find = (reference: PodReference): PodDraft | undefined => {
    const byUid = reference.uid === undefined ? undefined : pods.get(reference.uid);
    if (byUid !== undefined) return byUid;
    const label = podLabel(reference);
    return label === undefined ? undefined : (byName.get(label) ?? create(reference.uid ?? label, label, undefined));
  };

  for (const event of context.history.plegEvents) {
    const pod = find(event.pod);
    if (pod === undefined) continue;
    const time = context.at(event.time);
    const container = event.containerId === undefined ? '' : containerLabel(pod.history, event.containerId);
    const number = context.add(
      pod.lane,
      { start: time, end: time, style: 'pleg-event', level: event.type === 'ContainerDied' ? 1 : 0, proven: true },
      {
        what: `PLEG: ${event.type}`,
        pod: pod.label,
        ...(container === '' ? {} : { container }),
        source: event.source,
        line: event.line,
      },
    );
    byLine.set(event, container, number);
  }
  for (const attributed of context.history.facts) {
    const place = placeOf(attributed.fact);
    if (place !== 'pod' && place !== 'probes') continue;
    const text = factText(attributed.fact);
    const pod = text.pod === undefined ? undefined : find(text.pod);
    if (pod === undefined) continue;
    const named: { container?: string } =
      text.container === undefined ? {} : { container: containerLabel(pod.history, text.container) };
    const number = addFact(
      context,
      pod.lane,
      attributed,
      { ...text, pod: { name: pod.label }, ...named },
      context.factMarks.get(attributed.fact),
    );
    byLine.set(attributed.fact, named.container ?? '', number);
  }

  const namespaces = new Map<string, LaneDraft[]>();
  const held = heldBackEvents(context);
  let unfolded = 0;
  for (const { pod, relevant } of sortByInterest(context, [...pods.values()])) {
    const containers = containerLanes(context, pod, byLine, held);
    if (pod.lane.items.length === 0 && containers.length === 0) continue;
    if (!relevant || unfolded >= UNFOLDED_PODS) pod.lane.folded = true;
    else unfolded += 1;
    const namespace = pod.label.includes('/') ? pod.label.slice(0, pod.label.indexOf('/')) : '';
    for (const lane of [pod.lane, ...containers]) appendTo(namespaces, namespace, lane);
  }
  return [...namespaces].flatMap(([namespace, lanes]) => (namespace === '' ? lanes : underNamespace(namespace, lanes)));
}

/** Puts pods under their namespace, whose own row shows what went wrong with them. The first pod is the most relevant one, so namespaces are in that order too. */
function underNamespace(namespace: string, lanes: readonly LaneDraft[]): LaneDraft[] {
  const head = draftLane(`namespace/${namespace}`, 'namespace', namespace);
  for (const lane of lanes) {
    if (lane.kind !== 'pod') continue;
    lane.parent = head.id;
    head.items.addFrom(lane.items, 1);
  }
  return [head, ...lanes];
}

/** The name of a container where the history knows it, else its short id. */
function containerLabel(pod: PodHistory | undefined, id: string): string {
  const known = pod === undefined ? undefined : containersOf(pod).get(id);
  return known === undefined ? shortId(id) : labelOf(known);
}

/** The containers of each pod by id: each of its events asks for one. */
const containersOf = oncePer(
  (pod: PodHistory) => new Map(pod.containers.map((container) => [container.id, container])),
);

/**
 * One lane for each container of a pod: restarts of the same container, which have new ids, share it, and so do those without a name that ran one after the other. Those with
 * a name come first, then those with an id only; the sandbox comes last.
 */
function containerLanes(
  context: TimelineContext,
  pod: PodDraft,
  byLine: MarksByLine,
  held: ReadonlyMap<string, readonly HeldBackEvent[]>,
): LaneDraft[] {
  const lanes = new Map<string, { lane: LaneDraft; rank: number }>();
  const containers = pod.history?.containers ?? [];
  const turnOf = new Map(containersInTurn(containers).flatMap((turn) => turn.map((container) => [container, turn])));
  for (const container of containers) {
    const label = labelOf(container);
    const turn = turnOf.get(container);
    const name = turn?.[0] === undefined ? label : labelOf(turn[0]);
    const entry = lanes.get(name) ?? {
      lane: draftLane(`${pod.lane.id}/${name}`, 'container', name, pod.lane.id),
      rank: container.kind === 'sandbox' ? 2 : container.name === undefined ? 1 : 0,
    };
    lanes.set(name, entry);
    const { lane } = entry;
    if (lane.ids !== undefined && container.kind === 'container' && container.name !== undefined)
      lane.restarts = (lane.restarts ?? 0) + 1;
    if (turn !== undefined) lane.inTurn = turn.length;
    (lane.ids ??= []).push(container.id);
    for (const state of container.states) addState(context, lane, pod.label, label, container, state, byLine);
    for (const event of held.get(container.id) ?? []) addHeldBack(context, lane, pod.label, label, event);
  }
  return [...lanes.values()].toSorted((a, b) => a.rank - b.rank).map((entry) => entry.lane);
}

function labelOf({ id, kind, name }: Pick<ContainerHistory, 'id' | 'kind' | 'name'>): string {
  return kind === 'sandbox' ? 'sandbox' : (name ?? shortId(id));
}

function addHeldBack(
  context: TimelineContext,
  lane: LaneDraft,
  pod: string,
  label: string,
  event: HeldBackEvent,
): void {
  const start = context.at(event.seen);
  const end = context.at(event.handled);
  context.add(
    lane,
    { start, end, style: 'held-back', level: 1, proven: true },
    {
      what: `Event held back for ${formatSeconds((end - start) / 1e6)}: PLEG saw ${label} exit, the sync loop took the event later`,
      pod,
      container: label,
      source: event.source,
      line: event.line,
      end,
    },
  );
}

const STATE_STYLES = {
  running: 'running',
  exited: 'exited',
  removed: 'removed',
  unknown: 'state-unknown',
} as const satisfies Record<ContainerStateInterval['state'], MarkStyle>;

function addState(
  context: TimelineContext,
  lane: LaneDraft,
  pod: string,
  label: string,
  container: ContainerHistory,
  state: ContainerStateInterval,
  byLine: MarksByLine,
): void {
  const start = context.at(state.from.max);
  const end = state.to === undefined ? Math.max(start, context.end) : Math.max(start, context.at(state.to.min));
  const failed = state.state === 'exited' && state.exitCode !== undefined && state.exitCode !== 0;
  const level: MarkLevel = failed ? 1 : 0;
  const line = firstLine(state.evidence);
  const reuse = state.state === 'unknown' ? undefined : byLine.get(line, label);
  const what =
    state.state === 'exited' && state.exitCode !== undefined
      ? `${label} exited with code ${state.exitCode}`
      : `${label} ${state.state === 'unknown' ? 'in an unknown state' : state.state}`;
  const number = context.add(
    lane,
    {
      start,
      end: state.state === 'removed' ? start : end,
      style: failed ? 'exited-error' : STATE_STYLES[state.state],
      level,
      proven: state.state !== 'unknown',
      ...(reuse === undefined ? {} : { reuse }),
    },
    {
      what,
      pod,
      container: label,
      ...(state.fromOpen === undefined ? boundsOf(context, state.from) : {}),
      ...(container.kind === 'container' && container.name !== undefined
        ? { detail: `container id ${shortId(container.id)}` }
        : {}),
      ...line,
    },
  );
  if (failed) context.add(lane, { start, end: start, style: 'exited-error', level, proven: true, reuse: number });
  if (state.to !== undefined && state.to.max - state.to.min > UNCERTAIN_FROM) {
    context.add(lane, {
      start: end,
      end: Math.max(end, context.at(state.to.max)),
      style: STATE_STYLES[state.state],
      level,
      proven: false,
      reuse: number,
    });
  }
}
