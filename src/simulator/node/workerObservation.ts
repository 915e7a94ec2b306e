/** What pod workers and garbage collection do, as far as it is logged: the simulator's own observations beside the model's. Times are the model's. */
import type { Nanoseconds } from '../../model/nanoseconds.ts';
import type { Observation } from '../../model/observation.ts';

interface At {
  readonly at: Nanoseconds;
}

export type WorkerObservation =
  | (At & { readonly kind: 'sandbox-needed'; readonly podUid: string; readonly any: boolean })
  | (At & {
      readonly kind: 'container-killing';
      readonly podUid: string;
      readonly id: string;
      readonly name: string;
      readonly grace: number;
    })
  | (At & { readonly kind: 'container-removing'; readonly id: string })
  | (At & { readonly kind: 'pod-sync-failed'; readonly podUid: string; readonly error: string })
  | (At & { readonly kind: 'garbage-collection-failed'; readonly error: string });

/** Everything that a process does while its loop runs. */
export type ProcessObservation = Observation | WorkerObservation;
