/** A scenario as it is run: what a scenario file says, checked and in the model's units. Times count from the start of the scenario. */
import type { KubeletVersion } from '../../kubelet/version.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { WrittenMode } from '../../journal/envelope/writeEnvelope.ts';
import type { Nanoseconds } from '../../model/nanoseconds.ts';
import type { Chance } from '../node/chance.ts';
import type { RuntimeCondition, RuntimeMethod } from '../../model/runtimeBehaviour.ts';

export interface Scenario {
  readonly version: KubeletVersion;
  readonly start: Instant;
  readonly duration: Nanoseconds;
  readonly node: string;
  readonly verbosity: number;
  readonly format: 'text' | 'json';
  readonly envelope: WrittenMode;
  readonly seed: number;
  readonly kubelet: KubeletScenario;
  readonly latency: Latencies;
  readonly faults: readonly Fault[];
  /** In the order of their begins. */
  readonly busy: readonly BusyTime[];
  readonly conditions: readonly ConditionsAt[];
  readonly pods: readonly PodScenario[];
  readonly actions: readonly Action[];
  readonly chance: Chance;
}

export interface KubeletScenario {
  readonly pid: number;
  /** From the start of the process to the first turn of its sync loop. */
  readonly startup: Span;
  /** What systemd waits before it starts a kubelet again that ended by itself or was killed. */
  readonly restartAfter: Nanoseconds;
  readonly runtimeRequestTimeout: Nanoseconds;
  readonly nodeStatusUpdateFrequency: Nanoseconds;
  readonly eventedPleg: boolean;
  readonly plegOnDemandRelist?: boolean;
  /** The settings stand in the configuration file: the flags that the kubelet prints at its start show the defaults. */
  readonly configFile: boolean;
  /** How often an inspection asks for the status of each sandbox. */
  readonly sandboxStatusCalls: number;
  /** What the loop spends on handing one pod to its worker. */
  readonly podWorkerLatency: Nanoseconds;
  readonly pace: Pace;
  /** The node object exists already when the first process starts. */
  readonly registered: boolean;
}

/** What the kubelet and its host cost beside the runtime's answers. */
export interface Pace {
  /** From when a caller makes a call until the runtime has it. */
  readonly callWork: Nanoseconds;
  /** The same for the calls that list or inspect a single pod. */
  readonly inspectionWork: Nanoseconds;
  /** What the kubelet itself spends on a listing of pods after its two calls are answered. */
  readonly listWork: Nanoseconds;
  /** By how much timers fire late. */
  readonly timerLateness: Nanoseconds;
}

/** A time in which the host is busy: what it says instead of the ordinary pace. */
export interface BusyTime extends Partial<Pace> {
  readonly from: Nanoseconds;
  readonly to: Nanoseconds;
}

/** A length of time, or a range from which each draw takes one. */
export type Span =
  | Nanoseconds
  | { readonly from: Nanoseconds; readonly to: Nanoseconds }
  | { readonly mean: Nanoseconds; readonly deviation: Nanoseconds };

/** Calls that change something; the pod workers make them. */
export type ChangingMethod = 'RunPodSandbox' | 'StartContainer' | 'RemoveContainer';

export interface Latencies {
  readonly default: Span;
  readonly byMethod: Partial<Readonly<Record<RuntimeMethod | ChangingMethod, Span>>>;
}

export type FaultEffect =
  /** No answer before the end of the window. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'slow'; readonly by: Span }
  | { readonly kind: 'takes'; readonly time: Span }
  | { readonly kind: 'error'; readonly error: string; readonly after: Nanoseconds }
  /** The socket is gone or refuses: every call fails at once, streams break, a kubelet that starts exits. */
  | { readonly kind: 'refuse'; readonly error: string };

/** What happens to the runtime calls that begin in a window. */
export interface Fault {
  readonly from: Nanoseconds;
  readonly to: Nanoseconds;
  /** It begins so long after the first relist that ends at `from` or later: whoever injects it watches the kubelet. */
  readonly afterRelist?: Nanoseconds;
  readonly effect: FaultEffect;
  readonly methods?: readonly RuntimeMethod[];
  /** `namespace/name`, `*` at the end stands for anything; only calls for one of these pods. */
  readonly pods?: readonly string[];
  /** Only calls that list or inspect for PLEG, for housekeeping, …; default all. */
  readonly callers?: readonly string[];
}

export interface ConditionsAt {
  readonly at: Nanoseconds;
  readonly runtimeReady: RuntimeCondition;
  readonly networkReady: RuntimeCondition;
}

export interface PodScenario {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly source: 'api' | 'file';
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never';
  readonly added: Nanoseconds;
  readonly deleted?: Nanoseconds;
  /** How long its first sandbox takes; else as long as any. */
  readonly sandboxTakes?: Span;
  /** How long its containers take to stop when the pod is deleted. */
  readonly stopTakes: Span;
  readonly containers: readonly ContainerScenario[];
  /** It needs no network of its own: it is synced while the network is not ready. */
  readonly hostNetwork: boolean;
  /** It runs already when the first kubelet starts. */
  readonly running: boolean;
}

export interface ContainerScenario {
  readonly name: string;
  /** How long its first starts take, one after another; later ones as long as any. */
  readonly startTakes: readonly Nanoseconds[];
  /** Each of its starts ends by itself after so long. */
  readonly exits?: { readonly after: Span; readonly code: number };
}

/** Something that happens to a pod in the runtime, or to the kubelet. */
export type Action =
  | {
      readonly at: Nanoseconds;
      readonly do: 'exit';
      readonly pods: readonly string[];
      readonly container?: string;
      readonly code: number;
    }
  | {
      readonly at: Nanoseconds;
      readonly do: 'vanish' | 'unknown' | 'known';
      readonly pods: readonly string[];
      readonly container?: string;
    }
  | { readonly at: Nanoseconds; readonly do: 'stop-sandbox'; readonly pods: readonly string[]; readonly code: number }
  | { readonly at: Nanoseconds; readonly do: 'probe'; readonly pods: readonly string[] }
  | {
      readonly at: Nanoseconds;
      readonly do: 'restart-kubelet';
      readonly signal: 'kill' | 'term';
      readonly after: Nanoseconds;
      readonly startup?: Span;
      readonly verbosity?: number;
      readonly version?: KubeletVersion;
    };
