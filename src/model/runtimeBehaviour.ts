/** How the container runtime answers the kubelet's calls: the main input of the model. A behaviour is a function of the call and of its time. */
import type { Nanoseconds } from './nanoseconds.ts';

/** Calls of the CRI that matter for PLEG, sync loop and node status. `StreamEvents` is GetContainerEvents. */
export type RuntimeMethod =
  | 'Version'
  | 'Status'
  | 'ListPodSandbox'
  | 'ListContainers'
  | 'PodSandboxStatus'
  | 'ContainerStatus'
  | 'ListImages'
  | 'StreamEvents';

/** Who made the call: different activities of the kubelet call the same runtime. */
export type RuntimeCaller =
  | 'relist'
  | 'pod-relist'
  | 'housekeeping'
  | 'runtime-status'
  | 'initialization'
  | 'node-status'
  | 'pod-worker'
  | 'garbage-collection'
  | 'evented';

/** One call. `id` is the sandbox or container asked for. */
export interface RuntimeCall {
  readonly method: RuntimeMethod;
  readonly at: Nanoseconds;
  readonly caller: RuntimeCaller;
  readonly podUid?: string;
  readonly id?: string;
}

/**
 * What the runtime would do with a call: answer after this time (`Infinity`: never), with an error if it has one.
 * An answer later than `runtimeRequestTimeout` becomes a time-out (DeadlineExceeded) at that moment.
 */
export interface RuntimeAnswer {
  readonly after: Nanoseconds;
  readonly error?: string;
}

/** What Status reports, when it answers. */
export interface RuntimeConditions {
  readonly runtimeReady: RuntimeCondition;
  readonly networkReady: RuntimeCondition;
}

export interface RuntimeCondition {
  readonly ready: boolean;
  readonly reason?: string;
  readonly message?: string;
}

/** The runtime as the kubelet sees it. Must be a pure function of its arguments, so that the same inputs give the same run. */
export interface RuntimeBehaviour {
  call(call: RuntimeCall): RuntimeAnswer;
  /** The conditions in a Status answer given at this time; both ready when missing. */
  conditions?(at: Nanoseconds): RuntimeConditions;
}
