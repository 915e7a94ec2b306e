/** What a run of the embedded kubelet takes in: a version, how the runtime answers, what the runtime holds over time, and how long to run. */
import type { RuntimeContainerState } from '../kubelet/containerState.ts';
import type { KubeletProfile } from '../kubelet/profile.ts';
import type { ConfigOp, EventedKind, LoopWork, Observation, Observer } from './observation.ts';
import type { Nanoseconds } from './nanoseconds.ts';
import type { KubeletState } from './kubeletState.ts';
import type { OwnWork } from './ownWork.ts';
import type { CachedPod } from './podCache.ts';
import type { RuntimeBehaviour } from './runtimeBehaviour.ts';
import type { Scheduler } from './scheduler.ts';

/** A container or sandbox in the runtime: its states in order of time; `removed` takes it off the lists. */
export interface ContainerScript {
  readonly id: string;
  readonly kind: 'container' | 'sandbox';
  readonly name?: string;
  readonly states: readonly {
    readonly at: Nanoseconds;
    readonly state: RuntimeContainerState | 'removed';
    readonly exitCode?: number;
  }[];
}

/** A pod as the runtime knows it. IPs are optional and only reach the cache. */
export interface PodScript {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly containers: readonly ContainerScript[];
  readonly ips?: readonly string[];
}

/** Something that the API server or a file tells the kubelet. Pods that were never added are unknown to the sync loop. */
export interface ConfigUpdate {
  readonly at: Nanoseconds;
  readonly op: ConfigOp;
  readonly podUids: readonly string[];
}

/** An event of the runtime's stream (Evented PLEG). */
export interface RuntimeStreamEvent {
  readonly at: Nanoseconds;
  readonly event: EventedKind;
  readonly podUid: string;
  readonly id: string;
}

/** What can be set; defaults are the kubelet's. */
export interface ModelSettings {
  /** Time-out of each runtime call; default 2 min. */
  readonly runtimeRequestTimeout: Nanoseconds;
  /** Period of the node status; default 10 s. */
  readonly nodeStatusUpdateFrequency: Nanoseconds;
  /** Feature gate EventedPLEG; default off. */
  readonly eventedPleg: boolean;
  /** Feature gate PLEGOnDemandRelist; default as the profile has it. */
  readonly onDemandRelist: boolean;
  /** How often an inspection asks for the status of each sandbox; default 1 (a patched kubelet may ask twice). */
  readonly sandboxStatusCalls: number;
  /** What the loop spends on one pod it hands to its worker; default 0. */
  readonly podWorkerLatency: Nanoseconds;
}

/** The state in which the model begins when the log begins in the middle of a process. Times may be negative: before the beginning. */
export interface WarmStart {
  /** Start of the last listed relist. */
  readonly lastListed?: Nanoseconds;
  /** When the next relist starts; default: at once. */
  readonly nextRelist?: Nanoseconds;
  /** Last good Status. */
  readonly lastRuntimeSync?: Nanoseconds;
  /** When the next Status call starts; default: at once. */
  readonly nextStatus?: Nanoseconds;
  /** When the node status is computed next; default: at once. */
  readonly nextNodeStatus?: Nanoseconds;
  /** When the loop makes its first check; default: at once. */
  readonly firstCheck?: Nanoseconds;
  /** The sleep that the next skip has (the back-off in the middle of a run of skips); default: the first step. */
  readonly nextSleep?: Nanoseconds;
  /** The loop's tickers count from here; default: the first check. */
  readonly tickersFrom?: Nanoseconds;
  /** Whether the node was Ready; default: unknown. */
  readonly nodeReady?: boolean;
}

/** The running kubelet in the hands of its company: whoever plays the pod workers and the containers while it runs (the simulator). */
export interface KubeletHost {
  readonly scheduler: Scheduler;
  /** Adds states to what the runtime holds: new pods, new containers, changes of known ones, from now on. */
  changeRuntime(pod: PodScript): void;
  /** The API server or a file tells the kubelet something now. */
  sendConfig(update: ConfigUpdate): void;
  /** A worker asks for a relist of its pod (1.36). */
  requestRelist(podUid: string): void;
  /** What a worker gets that waits for a status newer than this; `undefined` while it has to wait. */
  statusNewerThan(podUid: string, than: Nanoseconds): { readonly pod: CachedPod | undefined } | undefined;
  /** The pod comes up for a sync at this time (the work queue of the workers). */
  syncAgain(podUid: string, at: Nanoseconds): void;
  /** A probe result changed. */
  sendProbe(podUid: string): void;
  /** The runtime tells the stream of container events (Evented PLEG). */
  sendStreamEvent(event: RuntimeStreamEvent): void;
}

/** Everything about one kubelet process. The model begins at 0 with the sync loop, PLEG and the Status calls, unless `warm` says otherwise. */
export interface KubeletInputs {
  readonly profile: KubeletProfile;
  readonly runtime: RuntimeBehaviour;
  readonly pods?: readonly PodScript[];
  readonly config?: readonly ConfigUpdate[];
  readonly stream?: readonly RuntimeStreamEvent[];
  /** Changed probe results of pods, which make them sync. */
  readonly probes?: readonly { readonly at: Nanoseconds; readonly podUid: string }[];
  /** Times at which a pod worker asks for a relist of one pod (1.36); default: whenever a container of `pods` starts after the kubelet. */
  readonly relistRequests?: readonly { readonly at: Nanoseconds; readonly podUid: string }[];
  readonly settings?: Partial<ModelSettings>;
  /** What the kubelet and its host cost beside the runtime's answers; default nothing. */
  readonly ownWork?: OwnWork;
  readonly warm?: WarmStart;
  /** Called once before the first step; what it needs to know comes as observations. */
  readonly company?: (host: KubeletHost) => void;
}

export interface RunOptions {
  /** The model stops here; activities that still wait are dropped. */
  readonly until: Nanoseconds;
  /** For the choice where Go's select and map order are random; the same seed gives the same run. Default 1. */
  readonly seed?: number;
  /** Takes each observation; without it they are collected in the result. */
  readonly observe?: Observer;
  /** Only these kinds are made; default all. */
  readonly only?: ReadonlySet<Observation['kind']>;
  /** Moves the start of a global relist to a known time: gets the planned start, gives the true one (not earlier than the end of the relist before). */
  readonly relistStart?: (planned: Nanoseconds) => Nanoseconds;
  /** Moves the check after a skip's sleep to a known time: gets the planned one, gives the true one. */
  readonly checkAt?: (planned: Nanoseconds) => Nanoseconds;
  /** Moves the first skip of a run, where the turn before it took longer than the model knows: gets the planned time, gives the true one. */
  readonly firstSkipAt?: (planned: Nanoseconds) => Nanoseconds;
  /** Which of several ready channels the loop takes, where it is known; default (also for `undefined`): at random by the seed. */
  readonly loopChoice?: (ready: readonly LoopWork[]) => LoopWork | undefined;
  /** The order in which a relist works through its pods, where it is known; default: at random by the seed. */
  readonly podOrder?: (uids: readonly string[]) => readonly string[];
}

/** What a run gives. `observations` is empty when `observe` was given. */
export interface KubeletRun {
  readonly observations: readonly Observation[];
  readonly endedAt: Nanoseconds;
  /** Events that were dropped on a full channel. */
  readonly discardedEvents: number;
}

/** A running kubelet that goes on when it is told to, and can be looked into in between. */
export interface OpenKubelet {
  /** Runs up to and including this time; a time that is past does nothing. */
  advance(until: Nanoseconds): void;
  /** The state now. Costs time in the number of pods. */
  inspect(withPods?: boolean): KubeletState;
  now(): Nanoseconds;
  /** Events dropped on a full channel so far. */
  readonly discardedEvents: number;
}
