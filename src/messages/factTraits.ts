/**
 * What is true of each kind of fact, in one table. Whoever treats kinds differently on the way of a fact (read by a plan, learned by its text, kept, named as
 * evidence, shown in a lane) asks here, so that a new kind breaks the build until all of it is stated, and none is dropped in a fast path.
 */
import type { Fact, FactKind, NeighbourFact } from './fact.ts';

/** A fact of one kind. */
export type FactOf<Kind extends FactKind> = Extract<Fact, { readonly kind: Kind }>;

/**
 * The lane of a fact in the timeline. `shown-elsewhere`: a field of its own in the history makes its marks (skips, PLEG events, processes, Ready),
 * `background`: what says nothing by itself (configuration, flags).
 */
export type FactLane =
  | 'shown-elsewhere'
  | 'background'
  | 'runtime-errors'
  | 'api-errors'
  | 'housekeeping'
  | 'probes'
  | 'neighbours'
  | 'node-ready'
  | 'pod'
  | 'other';

interface FactTraits<F extends Fact = Fact> {
  /** Who states it: only a kubelet, other components of Kubernetes as well, or only others in the same journal. */
  readonly saidBy: 'kubelet' | 'components' | 'others';
  /** How the history keeps it. `no`: there are very many, with fields of their own there, or only serves the rules. `columns`: its values, for it is made anew each time (`inference/store/keptFacts.ts`). */
  readonly kept: 'no' | 'object' | 'columns';
  /** Of how many lines with it the text is kept, as they may be named as evidence. */
  readonly evidence: number;
  /** Its line is written by the sync loop in a turn that it began, so that it passed the check of the runtime. */
  readonly beginsTurn: boolean | ((fact: F) => boolean);
  /**
   * What a further line is that says the same. `counts`: as much as the first; `kept`: it has the same values and is kept by them without a fact (`plans/statedLine.ts`),
   * `kept-with-id`: but for the id of a container, which is kept beside;
   * `nothing-new`: it names the same pods, or comes from the same place (`same-place`), and says nothing but that the loop works.
   */
  readonly again: 'counts' | 'kept' | 'kept-with-id' | 'nothing-new' | 'same-place';
  /** It is frequent and says nothing of the kubelet process itself: its lines are read by a plan (`plannedFacts.ts`), without a record. */
  readonly planned: boolean;
  /** Pods are known by it: its `pod` (`no`: it has none, or `inference/containers/pods.ts` takes more from it). */
  readonly tellsPod: boolean;
  readonly lane: FactLane;
  /** It is an entry of the log's outline, where the first of several in a row stands. */
  readonly inOutline: boolean;
  /** The inner state of the kubelet at a moment is made from it, too (`replay/innerState/innerStateFacts.ts`). */
  readonly innerState: boolean;
  /** The word that the text of its lines always has, of those that people search logs for; `other`: it has neither; absent: one line has it and another not. */
  readonly word?: 'skipping' | 'PLEG' | 'other';
}

const ALL_LINES = Number.POSITIVE_INFINITY;
/** Most kinds: a kubelet's line that is kept and may be evidence. */
const ORDINARY = {
  saidBy: 'kubelet',
  kept: 'object',
  evidence: ALL_LINES,
  beginsTurn: false,
  again: 'counts',
  planned: false,
  tellsPod: false,
  inOutline: false,
  innerState: false,
} as const satisfies Omit<FactTraits, 'lane'>;
/** Kinds of which a long log has one on every other line. */
const FREQUENT = { ...ORDINARY, kept: 'no', evidence: 0, planned: true } as const satisfies Omit<FactTraits, 'lane'>;
/** Kinds that a long log is full of, while few of them are named: they must not drive out the others. */
const CROWD = { ...ORDINARY, kept: 'columns', evidence: 5000, planned: true, again: 'kept' } as const satisfies Omit<
  FactTraits,
  'lane'
>;

const TRAITS = {
  skip: { ...ORDINARY, kept: 'no', planned: true, lane: 'shown-elsewhere' },
  'pleg-event': { ...FREQUENT, beginsTurn: true, again: 'kept-with-id', lane: 'shown-elsewhere' },
  'pleg-event-ignored': { ...FREQUENT, beginsTurn: true, lane: 'pod', word: 'PLEG' },
  'relist-failed': { ...ORDINARY, inOutline: true, planned: true, lane: 'runtime-errors', word: 'PLEG' },
  'relist-started': { ...FREQUENT, lane: 'shown-elsewhere', word: 'PLEG' },
  'container-finished': { ...ORDINARY, innerState: true, evidence: 5000, planned: true, lane: 'pod', word: 'PLEG' },
  'state-change': { ...FREQUENT, lane: 'pod', word: 'PLEG' },
  'inspect-failed': { ...ORDINARY, innerState: true, planned: true, lane: 'pod' },
  'events-held-back': { ...ORDINARY, planned: true, lane: 'pod' },
  'event-channel-full': { ...ORDINARY, inOutline: true, lane: 'other' },
  'runtime-call-failed': {
    ...ORDINARY,
    innerState: true,
    evidence: 10_000,
    planned: true,
    lane: 'runtime-errors',
    word: 'other',
  },
  'status-failed': {
    ...ORDINARY,
    innerState: true,
    inOutline: true,
    planned: true,
    lane: 'runtime-errors',
    word: 'other',
  },
  'runtime-not-ready': { ...ORDINARY, inOutline: true, lane: 'other' },
  'network-not-ready': { ...ORDINARY, lane: 'other', word: 'other' },
  housekeeping: { ...FREQUENT, beginsTurn: ({ phase }) => phase !== 'end', again: 'same-place', lane: 'housekeeping' },
  'housekeeping-slow': { ...ORDINARY, inOutline: true, planned: true, lane: 'housekeeping', word: 'other' },
  'housekeeping-failed': { ...ORDINARY, inOutline: true, lane: 'housekeeping' },
  'loop-late': { ...ORDINARY, inOutline: true, lane: 'housekeeping', word: 'other' },
  'node-condition': { ...ORDINARY, lane: 'node-ready' },
  'node-event': { ...ORDINARY, lane: 'node-ready', word: 'other' },
  'sync-loop-started': { ...ORDINARY, inOutline: true, lane: 'shown-elsewhere', word: 'other' },
  'kubelet-version': { ...ORDINARY, saidBy: 'components', lane: 'background', word: 'other' },
  'runtime-version': { ...ORDINARY, lane: 'background', word: 'other' },
  flag: { ...ORDINARY, saidBy: 'components', kept: 'no', lane: 'background', word: 'other' },
  'kubelet-exit': { ...ORDINARY, inOutline: true, saidBy: 'components', lane: 'other' },
  'pod-config': { ...FREQUENT, beginsTurn: true, again: 'nothing-new', lane: 'background' },
  'pods-sync': { ...FREQUENT, beginsTurn: true, again: 'nothing-new', lane: 'background' },
  probe: {
    ...FREQUENT,
    beginsTurn: ({ byLoop }) => byLoop,
    again: 'nothing-new',
    tellsPod: true,
    lane: 'probes',
  },
  'pod-sync-error': { ...CROWD, tellsPod: true, lane: 'pod', word: 'skipping' },
  'container-named': { ...CROWD, innerState: true, evidence: 0, again: 'counts', lane: 'pod' },
  evented: { ...ORDINARY, inOutline: true, lane: 'other', word: 'PLEG' },
  'cni-failed': { ...ORDINARY, planned: true, tellsPod: true, lane: 'pod' },
  'volume-failed': { ...ORDINARY, planned: true, tellsPod: true, lane: 'pod', word: 'other' },
  eviction: { ...CROWD, inOutline: true, lane: 'other' },
  'startup-failed': { ...ORDINARY, inOutline: true, saidBy: 'components', lane: 'other' },
  'api-error': { ...CROWD, saidBy: 'components', lane: 'api-errors', word: 'other' },
  'node-trouble': { ...CROWD, saidBy: 'components', lane: 'other', word: 'other' },
  'pod-trouble': { ...CROWD, tellsPod: true, lane: 'pod', word: 'other' },
  'other-error': { ...ORDINARY, saidBy: 'components', lane: 'background' },
  neighbour: { ...ORDINARY, inOutline: true, saidBy: 'others', lane: 'neighbours', word: 'other' },
  'journal-loss': { ...ORDINARY, inOutline: true, saidBy: 'others', lane: 'other' },
  boot: { ...ORDINARY, inOutline: true, saidBy: 'others', lane: 'other' },
} as const satisfies { readonly [Kind in FactKind]: FactTraits<FactOf<Kind>> };

/** The kinds that are kept as columns. */
export type ColumnKind = {
  readonly [Kind in FactKind]: (typeof TRAITS)[Kind]['kept'] extends 'columns' ? Kind : never;
}[FactKind];
export type ColumnFact = FactOf<ColumnKind>;

/** A fact that says something of the inner state. */
export type InnerStateFact = FactOf<
  { readonly [Kind in FactKind]: (typeof TRAITS)[Kind]['innerState'] extends true ? Kind : never }[FactKind]
>;

export function isInnerStateFact(fact: Fact): fact is InnerStateFact {
  return TRAITS[fact.kind].innerState;
}

/** A fact that other components of Kubernetes state as well. */
type ComponentFact = FactOf<
  { readonly [Kind in FactKind]: (typeof TRAITS)[Kind]['saidBy'] extends 'components' ? Kind : never }[FactKind]
>;

export function isOfComponents(fact: Fact): fact is ComponentFact {
  return TRAITS[fact.kind].saidBy === 'components';
}

/** Every kind, in the order of the table. */
export const FACT_KINDS = Object.keys(TRAITS) as readonly FactKind[];

/** What is true of a kind of fact. */
export function traitsOf(kind: FactKind): Omit<FactTraits, 'beginsTurn'> {
  return TRAITS[kind];
}

/** The kinds with a trait. */
export function kindsWith(has: (traits: Omit<FactTraits, 'beginsTurn'>) => boolean): readonly FactKind[] {
  return FACT_KINDS.filter((kind) => has(TRAITS[kind]));
}

/** Whether a line that states this was written by the sync loop in a turn that it began, so that it passed the check of the runtime. */
export function beginsTurn(fact: Fact): boolean {
  const { beginsTurn: begins } = TRAITS[fact.kind] as FactTraits;
  return typeof begins === 'boolean' ? begins : begins(fact);
}

/** What a container runtime says last, or why it does not start (`runtimeEnds`). */
export function isOfRuntimesEnd({ message }: NeighbourFact): boolean {
  return message.endsWith('.ended');
}

/** A line of etcd or of the API server about themselves, which has a klog header or is JSON as a kubelet's may be. */
export function isOfControlPlane({ what }: NeighbourFact): boolean {
  return what === 'etcd-slow' || what === 'etcd-failing' || what === 'api-server-failing' || what === 'client-refused';
}
