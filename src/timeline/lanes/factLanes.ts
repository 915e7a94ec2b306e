/** Lanes made from single facts: runtime errors by method, housekeeping, neighbours, and everything that has no lane of its own. */
import type { AttributedFact } from '../../inference/history.ts';
import type { NeighbourKind } from '../../messages/fact.ts';
import { draftLane, fullestFirst, type TimelineContext } from '../context.ts';
import { type FactText, factText, placeOf } from './factText.ts';
import { type GapMark, gapMarks } from './gapMarks.ts';
import type { LaneDraft } from '../marks.ts';
import { podLabel, shortId } from './podNames.ts';

const NEIGHBOUR_FAMILIES: Readonly<Record<NeighbourKind, string>> = {
  'kernel-hung-task': 'kernel',
  'out-of-memory': 'kernel',
  'io-error': 'kernel',
  'filesystem-error': 'kernel',
  nfs: 'kernel',
  'soft-lockup': 'kernel',
  'netdevice-held': 'kernel',
  'link-down': 'kernel',
  'network-card-hung': 'kernel',
  'conntrack-full': 'kernel',
  'arp-table-full': 'kernel',
  'tcp-memory-full': 'kernel',
  'fork-rejected': 'kernel',
  'kernel-fault': 'kernel',
  'gpu-error': 'kernel',
  'memory-error': 'kernel',
  'clock-set': 'clock',
  'clock-first-set': 'clock',
  'runtime-error': 'runtime',
  'container-hangs': 'runtime',
  'runtime-started': 'runtime',
  'runtime-stopped': 'runtime',
  'unit-started': 'systemd',
  'unit-restarts': 'systemd',
  'unit-stopped': 'systemd',
  'unit-failed': 'systemd',
  'unit-given-up': 'systemd',
  'unit-status': 'systemd',
  watchdog: 'systemd',
  'health-monitor': 'systemd',
  'systemd-dbus': 'systemd',
  'disk-full': 'disk',
  boot: 'systemd',
  'unclean-shutdown': 'systemd',
  'power-off': 'systemd',
  'power-off-asked': 'systemd',
  'kubelet-stop-asked': 'systemd',
  suspended: 'systemd',
  resumed: 'systemd',
  'etcd-slow': 'etcd',
  'etcd-failing': 'etcd',
  'api-server-failing': 'API server',
  'client-refused': 'API server',
};

export interface FactLanes {
  readonly runtimeErrors: readonly LaneDraft[];
  readonly housekeeping: readonly LaneDraft[];
  readonly probes: readonly LaneDraft[];
  readonly neighbours: readonly LaneDraft[];
  readonly other: readonly LaneDraft[];
}

/** Sorts the facts of the history onto their lanes; pods have lanes of their own, reports about Ready are added to `ready` unless a change at that time is on it already. */
export function factLanes(context: TimelineContext, ready: LaneDraft | undefined): FactLanes {
  const errors = draftLane('runtime-errors', 'runtime-errors', 'runtime errors');
  const methods = new Map<string, LaneDraft>();
  const housekeeping = draftLane('housekeeping', 'housekeeping', 'housekeeping');
  const probes = draftLane('probes', 'probes', 'probes');
  const families = new Map<string, LaneDraft>();
  const other = draftLane('other', 'other', 'other events');
  const gaps = gapMarks(context.history);
  for (const attributed of context.history.facts) {
    const { fact } = attributed;
    // The kubelet writes the same of the network in a line of its own.
    if (gaps.drawn.has(fact) || (fact.kind === 'network-not-ready' && fact.ofStatus === true)) continue;
    const text = factText(fact);
    switch (placeOf(fact)) {
      case 'runtime-errors': {
        const number = addFact(context, errors, attributed, text);
        const method =
          fact.kind === 'runtime-call-failed'
            ? fact.method
            : fact.kind === 'status-failed'
              ? 'Status'
              : fact.kind === 'relist-failed'
                ? 'relist'
                : 'other';
        const lane = methods.get(method) ?? draftLane(`runtime-errors/${method}`, 'runtime-errors', method, errors.id);
        methods.set(method, lane);
        addFact(context, lane, attributed, text, number);
        break;
      }
      case 'housekeeping':
        addFact(context, housekeeping, attributed, text);
        break;
      case 'probes':
        // Its pod shows it too.
        context.factMarks.set(fact, addFact(context, probes, attributed, text));
        break;
      case 'neighbours': {
        const family = (fact.kind === 'neighbour' ? NEIGHBOUR_FAMILIES[fact.what] : undefined) ?? 'neighbours';
        const lane = families.get(family) ?? draftLane(`neighbours/${family}`, 'neighbours', family);
        families.set(family, lane);
        addFact(context, lane, attributed, text);
        break;
      }
      case 'node-ready':
        if (fact.kind === 'node-event' && !READY_EVENTS.has(fact.event)) addFact(context, other, attributed, text);
        else if (ready !== undefined && !isReported(context, fact.time)) addFact(context, ready, attributed, text);
        break;
      case 'other':
        addFact(context, other, attributed, text);
        break;
      case 'api-errors': // apiLanes.ts
      case 'pod':
      case 'shown-elsewhere':
      case 'background':
        break;
    }
  }
  addGaps(context, other, gaps.marks);
  // One row says which method failed; the rows of the methods are there to be unfolded, so that pods stay in sight.
  if (methods.size > 1) errors.folded = true;
  return {
    runtimeErrors: methods.size > 1 ? [errors, ...fullestFirst(methods.values())] : [errors],
    housekeeping: housekeeping.items.length > 0 ? [housekeeping] : [],
    probes: probes.items.length > 0 ? [probes] : [],
    neighbours: [...families.values()].toSorted((a, b) => (a.label < b.label ? -1 : 1)),
    other: other.items.length > 0 ? [other] : [],
  };
}

/** The condition, its event and its patch are written within a moment: one mark for them is enough. */
const SAME_REPORT = 2_000_000;
const READY_EVENTS: ReadonlySet<string> = new Set(['NodeReady', 'NodeNotReady']);

function isReported(context: TimelineContext, time: number): boolean {
  return context.history.nodeReady.some((change) => Math.abs(change.time - time) <= SAME_REPORT);
}

/** Adds one fact to a lane: a bar that ends at its time when it says how long it took, else an instant. `reuse` shows an existing mark again. */
export function addFact(
  context: TimelineContext,
  lane: LaneDraft,
  { fact }: AttributedFact,
  text: FactText,
  reuse?: number,
): number {
  const end = context.at(fact.time);
  const start = text.took === undefined ? end : Math.max(0, end - text.took);
  const owner = context.ownerOf(text.container);
  const pod = (text.pod === undefined ? undefined : podLabel(text.pod)) ?? owner?.pod;
  return context.add(
    lane,
    { start, end, style: text.style, level: text.level, proven: true, ...(reuse === undefined ? {} : { reuse }) },
    {
      what: text.what,
      ...(text.detail === undefined ? {} : { detail: text.detail }),
      ...(pod === undefined ? {} : { pod }),
      ...(text.container === undefined ? {} : { container: owner?.container ?? shortId(text.container) }),
      source: fact.source,
      line: fact.line,
    },
  );
}

/** Stretches in which lines are missing, and places where the log was cut. */
function addGaps(context: TimelineContext, lane: LaneDraft, marks: readonly GapMark[]): void {
  for (const { from, to, what, detail, at } of marks) {
    context.add(
      lane,
      {
        start: Math.min(context.at(from), context.end),
        end: Math.min(context.at(to), context.end),
        style: 'gap',
        level: 1,
        proven: true,
      },
      { what, ...(detail === undefined ? {} : { detail }), source: at?.source ?? 0, line: at?.line ?? 0 },
    );
  }
}
