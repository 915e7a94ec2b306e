/**
 * The inner state of one kubelet process at one moment, for the page's panel "State at this moment". Plain objects: a moment is small. All times are
 * microseconds since the epoch, lengths are seconds. Every part says how it is known, and where one line proves it, which one.
 */

/** `proven`: follows from log lines and the kubelet's code. `likely`: what the embedded kubelet says between them. `unknown`: neither can tell. */
export type Known = 'proven' | 'likely' | 'unknown';

/** Places a statement in the log; both missing when no single line says it. `line` is 1-based. */
export interface MomentPlace {
  readonly source?: number;
  readonly line?: number;
}

/** One row of the summary: the same facts as below in words, for a list or a table. `value` is empty when `known` is `unknown`. */
export interface MomentField extends MomentPlace {
  readonly id: MomentFieldId;
  readonly label: string;
  readonly value: string;
  readonly known: Known;
}

export const MOMENT_FIELDS = [
  'loop',
  'reasons',
  'staleness',
  'last-listed',
  'threshold',
  'relist',
  'channel',
  'reinspect',
  'cache-age',
  'runtime-sync',
  'back-off',
  'next-check',
  'node-ready',
  'pods',
] as const;
export type MomentFieldId = (typeof MOMENT_FIELDS)[number];

export const CONTAINER_MOMENT_STATES = ['running', 'exited', 'unknown', 'non-existent'] as const;
/** A container's state as PLEG keeps it; `non-existent`: not in that listing. */
export type ContainerMomentState = (typeof CONTAINER_MOMENT_STATES)[number];

/** One container (or sandbox) of a pod record. */
export interface MomentContainer extends MomentPlace {
  readonly id: string;
  readonly name?: string;
  readonly kind: 'container' | 'sandbox' | 'unknown';
  /** In the listing whose changes were reported last. */
  readonly old: ContainerMomentState;
  /** In the newest listing; the same as `old` when nothing waits to be reported. */
  readonly current: ContainerMomentState;
  readonly known: Known;
}

/** PLEG's record of a pod. */
export interface MomentPodRecord {
  readonly uid: string;
  /** `namespace/name`, or what is known of it. */
  readonly pod: string;
  /** At most `MOST_CONTAINERS_SHOWN`. */
  readonly containers: readonly MomentContainer[];
  /** `old` and `current` differ in a container: a change that is not reported yet. */
  readonly pending: boolean;
}

/** An event between PLEG and the sync loop. */
export interface MomentEvent extends MomentPlace {
  readonly type: string;
  readonly pod?: string;
  readonly container?: string;
  /** When PLEG sent it (the likely time), and when the loop took it, where a line says so. */
  readonly sent?: number;
  readonly handled?: number;
  readonly known: Known;
}

export interface MomentChannel {
  readonly capacity: number;
  /** Number of events waiting; `waiting` lists the oldest of them (at most `MOST_WAITING_SHOWN`). */
  readonly count: number;
  readonly waiting: readonly MomentEvent[];
  /** How the count is known. */
  readonly known: Known;
  /** Bounds of the count where less is known than one number. */
  readonly min: number;
  readonly max: number;
}

export const MOST_WAITING_SHOWN = 200;

/** A pod that the next relist inspects although nothing changed, because its last inspection failed (or a worker asked for it). */
export interface MomentReinspect extends MomentPlace {
  readonly pod: string;
  readonly known: Known;
}

/** The pod cache entry of one pod. */
interface MomentCacheEntry extends MomentPlace {
  readonly uid: string;
  readonly pod: string;
  /** Seconds since it was written. */
  readonly age?: number;
  /** The entry is an error: pod workers of this pod cannot go on. */
  readonly error?: string;
  readonly known: Known;
}

export interface MomentCache {
  /** Seconds since the time up to which all pods are known; missing before the first relist, or when unknown. */
  readonly globalAge?: number;
  readonly known: Known;
  /** Entries with an error first, then the newest. */
  readonly entries: readonly MomentCacheEntry[];
}

export const LOOP_MOMENT_STATES = [
  'working',
  'waiting',
  'housekeeping',
  'blocked',
  'skipping',
  'not-started',
  'ended',
  'unknown',
] as const;
/**
 * `working`: a turn is at work; `waiting`: healthy, waits for the next event or tick; `housekeeping`: in a housekeeping that has not taken long yet; `blocked`: held up by
 * it for longer than it should take; `skipping`: unhealthy, sleeps its back-off.
 */
type LoopMomentState = (typeof LOOP_MOMENT_STATES)[number];

export interface MomentLoop extends MomentPlace {
  readonly state: LoopMomentState;
  readonly known: Known;
  /** When this state began. */
  readonly since?: number;
  /** When it ends: the end of the sleep, of the housekeeping. */
  readonly until?: number;
  /** What it is blocked by, in words. */
  readonly by?: string;
  /** While skipping: the sleep that runs, seconds; how many skips in a row. */
  readonly sleep?: number;
  readonly backoffStep?: number;
}

export interface MomentStaleness extends MomentPlace {
  /** Seconds since the start of the last listed relist; missing before the first one, or when unknown. */
  readonly seconds?: number;
  /** Bounds that lines prove, whatever is likely; `max` is missing where nothing bounds it. */
  readonly min?: number;
  readonly max?: number;
  /** Start of the last listed relist (`L`). */
  readonly lastListed?: number;
  /** No relist was listed in this process yet. */
  readonly never?: boolean;
  /** Seconds. */
  readonly threshold: number;
  readonly known: Known;
}

/** Whether a relist of all pods runs; missing where neither can tell. */
export interface MomentRelist {
  readonly running?: boolean;
  readonly known: Known;
}

/** Whether a check of the runtime state would be good; missing where neither can tell. */
export interface MomentHealth {
  readonly healthy?: boolean;
  readonly known: Known;
}

/** The state of one process at one moment in short: what charts, lanes, hovers and the command line say of it. */
export interface MomentSummary {
  readonly time: number;
  readonly process: string;
  readonly staleness: MomentStaleness;
  readonly relist: MomentRelist;
  readonly health: MomentHealth;
  readonly loop: MomentLoop;
}

/** A reason why the runtime state is unhealthy. No reason: healthy (`reasonsKnown` says how that is known). */
export interface MomentReason extends MomentPlace {
  readonly kind: string;
  readonly text: string;
  readonly known: Known;
}

export const CALL_STATES = ['done', 'running', 'hung', 'failed', 'pending', 'unknown'] as const;
/** `hung`: running for longer than such a call takes; `pending`: comes after what runs now. */
export type CallState = (typeof CALL_STATES)[number];

export const CALLS = [
  'relist',
  'GetPods',
  'ListPodSandbox',
  'ListContainers',
  'inspect',
  'PodSandboxStatus',
  'ContainerStatus',
  'write-cache',
  'send-events',
  'update-cache-time',
] as const;
export type CallName = (typeof CALLS)[number];

/** One step of the relist's call path, in the order of the calls. `depth` is its level in the tree: the relist is 0. */
export interface MomentCall extends MomentPlace {
  readonly call: CallName;
  readonly depth: number;
  /** `namespace/name` for the steps of one pod. */
  readonly pod?: string;
  readonly container?: string;
  readonly state: CallState;
  readonly known: Known;
  readonly began?: number;
  /** Seconds it took; for a running or hung one the seconds up to the moment. */
  readonly took?: number;
  /** When a hung or running call ends, where the log goes on to say. */
  readonly ends?: number;
  /** What a failed call said, or what the step is, in words. */
  readonly text?: string;
}

export interface MomentCallPath {
  /** The relist that runs at the moment, or the one that ended last before it. */
  readonly running: boolean;
  readonly scope: 'all' | 'pod';
  readonly steps: readonly MomentCall[];
  readonly known: Known;
  /** Pods of this relist whose steps are not listed one by one, because nothing is to be said of them. */
  readonly morePods: number;
}

/** A change of the inner state before or after the moment. `time` is what to ask for to see it: the state just after the change. */
export interface MomentChange extends MomentPlace {
  readonly time: number;
  readonly what: string;
  readonly known: Known;
}

/** The state of one process at one moment. */
export interface MomentDocument extends MomentSummary {
  /** What to call the process shown; the others that live at this moment (several nodes). */
  readonly processLabel: string;
  readonly otherProcesses: readonly { readonly id: string; readonly label: string }[];
  /** One sentence: what the kubelet is doing at this moment. */
  readonly headline: string;
  readonly fields: readonly MomentField[];
  readonly reasons: readonly MomentReason[];
  readonly reasonsKnown: Known;
  readonly channel: MomentChannel;
  readonly reinspect: readonly MomentReinspect[];
  readonly reinspectKnown: Known;
  readonly cache: MomentCache;
  /** Records with a change that is not reported yet first; at most `MOST_PODS_SHOWN`. */
  readonly podRecords: readonly MomentPodRecord[];
  readonly podRecordsKnown: Known;
  /** Number of all pod records. */
  readonly pods: number;
  readonly callPath?: MomentCallPath;
  readonly previousChange?: MomentChange;
  readonly nextChange?: MomentChange;
  /** Why parts are unknown, in words: outside the process, a gap in the log, a stretch that the model cannot reproduce. */
  readonly caveats: readonly string[];
}

export const MOST_PODS_SHOWN = 500;
export const MOST_CONTAINERS_SHOWN = 40;
