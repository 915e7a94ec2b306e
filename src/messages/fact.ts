import type { PlegEventType as LoggedEventType } from '../kubelet/plegEvent.ts';
import type { SkipReason } from '../kubelet/skipReason.ts';
import type { Duration, Instant } from '../kubelet/time.ts';
import type { ErrorClass } from './texts/errorClass.ts';

/** What every fact carries: where it stands, when it happened and which message said so. */
export interface FactBase {
  readonly source: number;
  readonly line: number;
  /** klog time where there is one, else the journal's. */
  readonly time: Instant;
  /** The record has lost its time; `time` is that of the record before it (0 if there is none). Good for counting and order, not for measuring. */
  readonly timeUnknown?: true;
  /** Id of the catalogue row, e.g. `syncloop.skip.s`. */
  readonly message: string;
}

/** A pod as a line names it; every part may be missing. `namespace`/`name` from `ns/name` or `name_namespace(uid)`. */
export interface PodReference {
  readonly uid?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** As logged, or what no version logs. */
export type PlegEventType = LoggedEventType | 'unknown';

/** One error of a call to the container runtime. */
export interface RuntimeError {
  readonly text: string;
  /** gRPC code name where the text has one: `DeadlineExceeded`, `Unavailable`, `ResourceExhausted`, `NotFound`, `Unknown`, … */
  readonly code?: string | undefined;
}

export interface SkipFact extends FactBase {
  readonly kind: 'skip';
  readonly text: string;
  readonly reasons: readonly SkipReason[];
}
export interface PlegEventFact extends FactBase {
  readonly kind: 'pleg-event';
  readonly type: PlegEventType;
  readonly pod: PodReference;
  readonly containerId?: string;
}
/** `pod does not exist, ignore irrelevant event`: sent by PLEG, not handled. */
export interface PlegEventIgnoredFact extends FactBase {
  readonly kind: 'pleg-event-ignored';
  readonly type: PlegEventType;
  readonly pod: PodReference;
  readonly containerId?: string;
}
/** End of a failed relist (`Unable to retrieve pods`), global or of one pod (1.36). */
export interface RelistFailedFact extends FactBase {
  readonly kind: 'relist-failed';
  readonly scope: 'all' | 'pod';
  readonly pod: PodReference;
  readonly error: RuntimeError;
}
/** `GenericPLEG: Relisting` at V(5): a relist starts. */
export interface RelistStartedFact extends FactBase {
  readonly kind: 'relist-started';
  readonly scope: 'all' | 'pod';
  readonly pod: PodReference;
}
export interface ContainerFinishedFact extends FactBase {
  readonly kind: 'container-finished';
  readonly pod: PodReference;
  readonly containerId: string;
  readonly exitCode?: number;
}
/** `GenericPLEG` at V(4): old state to new state of a container or sandbox. */
export interface StateChangeFact extends FactBase {
  readonly kind: 'state-change';
  readonly pod: PodReference;
  readonly containerId: string;
  readonly oldState: string;
  readonly newState: string;
}
/** PLEG could not inspect a pod, or wrote a failed status to the cache. */
export interface InspectFailedFact extends FactBase {
  readonly kind: 'inspect-failed';
  readonly pod: PodReference;
  readonly sandboxId?: string;
  readonly containerId?: string;
  readonly error: RuntimeError;
}
export interface EventsHeldBackFact extends FactBase {
  readonly kind: 'events-held-back';
  readonly pod: PodReference;
  readonly error: RuntimeError;
}
export interface ChannelFullFact extends FactBase {
  readonly kind: 'event-channel-full';
}
/** A call to the runtime failed; `method` is the CRI name (`ListPodSandbox`, `ContainerStatus`, `Status`, …) or the old docker spelling mapped to it. */
export interface RuntimeCallFailedFact extends FactBase {
  readonly kind: 'runtime-call-failed';
  readonly method: string;
  readonly error: RuntimeError;
  readonly pod: PodReference;
  readonly sandboxId?: string;
  readonly containerId?: string;
}
/** `Container runtime sanity check failed`: the Status call of the runtime check failed. */
export interface StatusFailedFact extends FactBase {
  readonly kind: 'status-failed';
  readonly error: RuntimeError;
}
export interface RuntimeNotReadyFact extends FactBase {
  readonly kind: 'runtime-not-ready';
  readonly text: string;
}
export interface NetworkNotReadyFact extends FactBase {
  readonly kind: 'network-not-ready';
  readonly text: string;
  /** The line is of the whole answer of the runtime (verbosity 4); that of its network stands behind it, unless somebody searched the log. */ readonly ofStatus?: true;
}
export interface HousekeepingFact extends FactBase {
  readonly kind: 'housekeeping';
  readonly phase: 'start' | 'end' | 'skipped';
  readonly took?: Duration;
}
/** `Housekeeping took longer than expected`; `took` is `actual`. Written at the end of the housekeeping. */
export interface HousekeepingSlowFact extends FactBase {
  readonly kind: 'housekeeping-slow';
  readonly took: Duration;
}
/** `Failed cleaning pods` and the like: a housekeeping that ended with an error. */
export interface HousekeepingFailedFact extends FactBase {
  readonly kind: 'housekeeping-failed';
  readonly error: RuntimeError;
}
/** The kubelet's own health check says that the sync loop has ended no turn for five minutes or more. */
export interface LoopLateFact extends FactBase {
  readonly kind: 'loop-late';
}
/** `Node became not ready` with the condition. */
export interface NodeConditionFact extends FactBase {
  readonly kind: 'node-condition';
  readonly ready: boolean;
  readonly reason?: string;
  readonly text?: string;
  readonly reasons: readonly SkipReason[];
  readonly node?: string;
  /** How long the process had run. */
  readonly uptime?: Duration;
}
/** `Recording … NodeReady event message`. */
export interface NodeEventFact extends FactBase {
  readonly kind: 'node-event';
  readonly event: string;
  readonly node?: string;
  /** The condition that it says the node has, of those that a shortage sets: `DiskPressure`. */
  readonly pressure?: string;
}
export interface SyncLoopStartedFact extends FactBase {
  readonly kind: 'sync-loop-started';
}
export interface KubeletVersionFact extends FactBase {
  readonly kind: 'kubelet-version';
  readonly version: string;
}
/** The container runtime says its name and version when the kubelet connects to it. */
export interface RuntimeVersionFact extends FactBase {
  readonly kind: 'runtime-version';
  readonly runtime: string;
  readonly version: string;
}
export interface FlagFact extends FactBase {
  readonly kind: 'flag';
  readonly name: string;
  readonly value: string;
}
/**
 * The kubelet says that it ends: `error` (also where nothing is said), a last error like `command failed`; `fatal`, an F line; `panic`, a Go panic or a fatal error of Go's runtime; `signal`, the dump that Go writes
 * on SIGABRT or SIGQUIT; `shutdown`, the machine shuts down (not fatal).
 */
export interface KubeletExitFact extends FactBase {
  readonly kind: 'kubelet-exit';
  readonly text: string;
  readonly fatal: boolean;
  readonly by?: 'error' | 'fatal' | 'panic' | 'signal' | 'shutdown';
  readonly signal?: number;
  /** It ended with rke2, which runs the kubelet as a process of its own. */
  readonly ofRke2?: true;
}
export type PodConfigOperation = 'ADD' | 'UPDATE' | 'REMOVE' | 'DELETE' | 'RECONCILE' | 'RESTORE' | 'SET';
export interface PodConfigFact extends FactBase {
  readonly kind: 'pod-config';
  readonly operation: PodConfigOperation;
  readonly from: string;
  readonly pods: readonly PodReference[];
}
export interface PodsSyncFact extends FactBase {
  readonly kind: 'pods-sync';
  readonly pods: readonly PodReference[];
}
export interface ProbeFact extends FactBase {
  readonly kind: 'probe';
  readonly probe: string;
  readonly result: string;
  readonly pod: PodReference;
  readonly container?: string;
  readonly byLoop: boolean;
}
export interface PodSyncErrorFact extends FactBase {
  readonly kind: 'pod-sync-error';
  readonly pod: PodReference;
  readonly error: RuntimeError;
}
/** A container's id learned together with its name (`Killing container …`, `RemoveContainer`, image lines). */
export interface ContainerNamedFact extends FactBase {
  readonly kind: 'container-named';
  readonly pod: PodReference;
  readonly containerId?: string;
  readonly container?: string;
  readonly what: 'killing' | 'removing' | 'started' | 'other';
}
export interface EventedFact extends FactBase {
  readonly kind: 'evented';
  readonly what: 'stream-failed' | 'fall-back' | 'event' | 'other';
  readonly pod: PodReference;
  readonly error?: RuntimeError;
}
export interface CniFact extends FactBase {
  readonly kind: 'cni-failed';
  readonly pod: PodReference;
  readonly error: RuntimeError;
}
export interface VolumeFact extends FactBase {
  readonly kind: 'volume-failed';
  readonly pod: PodReference;
  readonly error: RuntimeError;
}
export interface EvictionFact extends FactBase {
  readonly kind: 'eviction';
  readonly text: string;
}
export interface StartupFailedFact extends FactBase {
  readonly kind: 'startup-failed';
  readonly cause: 'container-manager' | 'cgroup-driver' | 'other';
  readonly text: string;
}
/**
 * What the kubelet wanted of the API server when it failed. `list-watch`: its reflectors (pods, nodes, services, secrets …); `client`: client-go names no purpose;
 * `credentials`: tokens and certificate requests.
 */
export type ApiCall =
  | 'lease'
  | 'node-status'
  | 'registration'
  | 'node'
  | 'list-watch'
  | 'event'
  | 'pod-status'
  | 'mirror-pod'
  | 'credentials'
  | 'csi-node'
  | 'cloudcore'
  | 'client';
/** A call to the API server failed; `failure` from its text. */
export interface ApiErrorFact extends FactBase {
  readonly kind: 'api-error';
  readonly call: ApiCall;
  readonly failure: ErrorClass;
  /** `host:port` as the text names it. */ readonly server?: string;
  /** The kubelet's own node, where the line names it beside the error. */ readonly node?: string;
  readonly error: RuntimeError;
}
/** What is wrong on the node or with the kubelet itself, of no pod. */
export type NodeTrouble =
  | 'swap'
  | 'config'
  | 'certificate'
  | 'tls-client'
  | 'port-in-use'
  | 'inotify-limit'
  | 'file-limit'
  | 'process-limit'
  | 'kernel-setting'
  | 'cadvisor'
  | 'panic'
  | 'static-pod'
  | 'dns'
  | 'cgroup'
  | 'device-plugin'
  | 'image-gc'
  | 'container-gc'
  | 'log-rotation'
  | 'manifest-changed'
  | 'standalone'
  | 'orphaned-volumes'
  | 'attach'
  | 'file-system-slow'
  | 'docker'
  | 'images-fill-disk'
  | 'image-credentials'
  | 'pull-secret'
  | 'docker-sandbox'
  | 'node-address'
  | 'network-config'
  | 'kubelet-ended';
/** One line of such a trouble. `subject`: the file, flag, address, resource … that it names. `count`: how many alike it says it stands for. `took`: how long what it tells took. */
export interface NodeTroubleFact extends FactBase {
  readonly kind: 'node-trouble';
  readonly what: NodeTrouble;
  readonly text: string;
  readonly subject?: string;
  readonly count?: number;
  readonly took?: Duration;
}
export type PodTrouble =
  | 'image'
  | 'crash'
  | 'sandbox'
  | 'no-sandbox'
  | 'container'
  | 'volume'
  | 'probe'
  | 'device'
  | 'rejected'
  | 'kill';
/** One line of a pod in trouble that no other kind tells. `subject`: the image, volume, resource … that it names. */
export interface PodTroubleFact extends FactBase {
  readonly kind: 'pod-trouble';
  readonly what: PodTrouble;
  readonly pod: PodReference;
  readonly container?: string;
  readonly subject?: string;
  readonly error: RuntimeError;
}
export type NeighbourKind =
  | 'kernel-hung-task'
  | 'out-of-memory'
  | 'io-error'
  | 'filesystem-error'
  | 'nfs'
  | 'soft-lockup'
  | 'netdevice-held'
  | 'link-down'
  | 'network-card-hung'
  | 'conntrack-full'
  | 'arp-table-full'
  | 'tcp-memory-full'
  | 'fork-rejected'
  | 'kernel-fault'
  | 'gpu-error'
  | 'memory-error'
  | 'clock-set'
  | 'clock-first-set'
  | 'runtime-error'
  | 'container-hangs'
  | 'runtime-started'
  | 'runtime-stopped'
  | 'unit-started'
  | 'unit-restarts'
  | 'unit-stopped'
  | 'unit-failed'
  | 'unit-given-up'
  | 'unit-status'
  | 'watchdog'
  | 'health-monitor'
  | 'systemd-dbus'
  | 'disk-full'
  | 'boot'
  | 'unclean-shutdown'
  | 'power-off'
  | 'power-off-asked'
  | 'kubelet-stop-asked'
  | 'suspended'
  | 'resumed'
  | 'etcd-slow'
  | 'etcd-failing'
  | 'api-server-failing'
  | 'client-refused';
/**
 * How systemd says that a unit ends: it is told to stop (`stopping`), its main process exited with a status or was killed by a signal (the number is in `status`), it ended without an error
 * (`succeeded`), it failed with this `result`, or it is just gone (`gone`).
 */
export interface UnitEnd {
  readonly sign: 'stopping' | 'exited' | 'killed' | 'succeeded' | 'failed' | 'gone';
  readonly status?: number;
  readonly result?: string;
}
/** A line of somebody else in the same journal. `unit` is the systemd unit or the identifier; `end` where the line tells how a unit ends, `victim` the process that the kernel killed for want of memory. */
export interface NeighbourFact extends FactBase {
  readonly kind: 'neighbour';
  readonly what: NeighbourKind;
  readonly unit?: string;
  readonly text: string;
  readonly end?: UnitEnd;
  readonly victim?: { readonly pid: number; readonly name?: string };
}
/** journald says that it dropped lines (`Suppressed N messages`), or the file says that lines are missing. */
export interface JournalLossFact extends FactBase {
  readonly kind: 'journal-loss';
  readonly lost?: number;
  readonly text: string;
  /** Whoever copied the log left lines out, from the line before to the next. */ readonly isExcerpt?: true;
  /** It stands between two outputs of a paste: at the end of one that no other follows, nothing is missing. */ readonly isBetween?: true;
}
/** An error (`E`) that states nothing of the kinds above, the first of its place in the source: its message is in no row, or in one that says what to do but proves nothing. */
export interface OtherErrorFact extends FactBase {
  readonly kind: 'other-error';
  readonly text: string;
}
/** `-- Boot … --` or `-- Reboot --`. */
export interface BootFact extends FactBase {
  readonly kind: 'boot';
}

/** Everything a line can prove. Ended by `never` in every switch: a new kind must break the build, not the chart. */
export type Fact =
  | SkipFact
  | PlegEventFact
  | PlegEventIgnoredFact
  | RelistFailedFact
  | RelistStartedFact
  | ContainerFinishedFact
  | StateChangeFact
  | InspectFailedFact
  | EventsHeldBackFact
  | ChannelFullFact
  | RuntimeCallFailedFact
  | StatusFailedFact
  | RuntimeNotReadyFact
  | NetworkNotReadyFact
  | HousekeepingFact
  | HousekeepingSlowFact
  | HousekeepingFailedFact
  | LoopLateFact
  | NodeConditionFact
  | NodeEventFact
  | SyncLoopStartedFact
  | KubeletVersionFact
  | RuntimeVersionFact
  | FlagFact
  | KubeletExitFact
  | PodConfigFact
  | PodsSyncFact
  | ProbeFact
  | PodSyncErrorFact
  | ContainerNamedFact
  | EventedFact
  | CniFact
  | VolumeFact
  | EvictionFact
  | StartupFailedFact
  | ApiErrorFact
  | NodeTroubleFact
  | PodTroubleFact
  | NeighbourFact
  | JournalLossFact
  | OtherErrorFact
  | BootFact;

export type FactKind = Fact['kind'];

/** When in a turn of the sync loop a message is written: at its start, in its middle, at its end; absent: not by the loop. */
export type LoopPosition = 'start' | 'middle' | 'end';
