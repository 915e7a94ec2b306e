/** Who watches a run of a scenario: one writes its log and the truth, another one only looks at what happens. Times are the scenario's. */
import type { KubeletProfile } from '../../kubelet/profile.ts';
import type { Nanoseconds } from '../../model/nanoseconds.ts';
import type { LiveContainer } from './runtimeContainers.ts';
import type { ProcessObservation } from './workerObservation.ts';

/** A kubelet process that starts. */
export interface StartedProcess {
  readonly pid: number;
  readonly verbosity: number;
  readonly profile: KubeletProfile;
  /** When systemd starts it, and when its loop begins: the time 0 of what is observed of it. */
  readonly start: Nanoseconds;
  readonly origin: Nanoseconds;
  /** How many before it failed one after another. */
  readonly failures: number;
  /** The Ready condition that the API server has now; `undefined` before the node was registered. */
  readonly wasReady: () => boolean | undefined;
}

/** How a process ended. */
export interface EndedProcess {
  readonly pid: number;
  readonly at: Nanoseconds;
  /** Exit status, if it ended by itself. */
  readonly status: number;
  /** It was stopped with this. */
  readonly signal: 'kill' | 'term' | undefined;
}

/** Watches one process. */
export interface ProcessWitness {
  /** It starts up, until it is stopped or its runtime refuses it. */
  readonly starting: (until: Nanoseconds, contact: Nanoseconds, refused: boolean) => void;
  readonly startFailed: (at: Nanoseconds, error: string) => void;
  readonly registering: (at: Nanoseconds, registered: boolean) => void;
  readonly panicked: (at: Nanoseconds, message: string) => void;
  /** The time of the observation is that of the model. */
  readonly observed: (observation: ProcessObservation) => void;
}

export interface RunWitness {
  readonly processStarts: (process: StartedProcess) => ProcessWitness;
  readonly processEnds: (process: EndedProcess) => void;
  readonly containerChanges: (at: Nanoseconds, container: LiveContainer) => void;
  readonly ends: (at: Nanoseconds) => void;
}
