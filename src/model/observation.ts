/**
 * What the embedded kubelet does, as typed observations in the order of their time. No text of a log line is in here: the catalogue writes those.
 * Times are the model's nanoseconds; reasons are the leaf room's values.
 */
import type { PlegEventType } from '../kubelet/plegEvent.ts';
import type { PlegContainerState } from '../kubelet/containerState.ts';
import type { SkipReason } from '../kubelet/skipReason.ts';
import type { Nanoseconds } from './nanoseconds.ts';
import type { RuntimeCaller, RuntimeMethod } from './runtimeBehaviour.ts';

interface At {
  readonly at: Nanoseconds;
}

/** A lifecycle event on its way from PLEG to the sync loop. */
export interface PlegEvent {
  readonly podUid: string;
  readonly type: PlegEventType;
  /** Container or sandbox id; missing for PodSync and ConditionMet. */
  readonly data?: string;
}

/** The sync loop's view. */
type LoopObservation =
  | (At & { readonly kind: 'loop-started' })
  /** The check failed; the loop sleeps `sleep` and checks again. */
  | (At & { readonly kind: 'skipped'; readonly reasons: readonly SkipReason[]; readonly sleep: Nanoseconds })
  /** The check was good and the loop waits for work (`at` is the time of the check). */
  | (At & { readonly kind: 'turn-started' })
  /** The turn did this and ended; `began` is the time at which it picked its work up, after waiting. */
  | (At & { readonly kind: 'turn-ended'; readonly work: LoopWork; readonly began: Nanoseconds })
  | (At & { readonly kind: 'event-consumed'; readonly event: PlegEvent; readonly podKnown: boolean })
  | (At & { readonly kind: 'config-applied'; readonly op: ConfigOp; readonly podUids: readonly string[] })
  | (At & { readonly kind: 'pods-synced'; readonly podUids: readonly string[] })
  | (At & { readonly kind: 'housekeeping-started' })
  /** `slow`: longer than the profile's limit, so that it is logged as an error. `error`: its runtime call failed. */
  | (At & {
      readonly kind: 'housekeeping-ended';
      readonly took: Nanoseconds;
      readonly slow: boolean;
      readonly error?: string;
    })
  | (At & { readonly kind: 'probe-handled'; readonly podUid: string })
  | (At & { readonly kind: 'loop-ended' });

export type LoopWork = 'config' | 'pleg' | 'sync' | 'housekeeping' | 'probe' | 'container-manager';
export type ConfigOp = 'ADD' | 'UPDATE' | 'REMOVE' | 'DELETE' | 'RECONCILE';

/** PLEG's view. `start` names the relist by the time of its beginning. */
type PlegObservation =
  | (At & { readonly kind: 'relist-started'; readonly scope: 'all' | 'pod'; readonly podUid?: string })
  /** The list calls succeeded: `start` is now the last seen active time (scope `all` only). */
  | (At & {
      readonly kind: 'relist-listed';
      readonly scope: 'all' | 'pod';
      readonly start: Nanoseconds;
      readonly podUid?: string;
    })
  | (At & {
      readonly kind: 'relist-failed';
      readonly scope: 'all' | 'pod';
      readonly start: Nanoseconds;
      readonly error: string;
      readonly podUid?: string;
    })
  | (At & {
      readonly kind: 'relist-ended';
      readonly scope: 'all' | 'pod';
      readonly start: Nanoseconds;
      readonly podUid?: string;
    })
  | (At & { readonly kind: 'event-sent'; readonly event: PlegEvent })
  | (At & { readonly kind: 'event-discarded'; readonly event: PlegEvent })
  /** The send blocks until the loop reads (versions up to 1.13). */
  | (At & { readonly kind: 'send-blocked'; readonly event: PlegEvent })
  | (At & {
      readonly kind: 'container-state-changed';
      readonly podUid: string;
      readonly id: string;
      readonly from: PlegContainerState;
      readonly to: PlegContainerState;
    })
  | (At & {
      readonly kind: 'pod-inspected';
      readonly podUid: string;
      readonly began: Nanoseconds;
      readonly error?: string;
    })
  | (At & { readonly kind: 'events-ignored'; readonly podUid: string; readonly error: string })
  | (At & { readonly kind: 'reinspection-started'; readonly podUids: readonly string[] })
  | (At & { readonly kind: 'reinspection-failed'; readonly podUid: string; readonly error: string })
  | (At & { readonly kind: 'status-deleted'; readonly podUid: string })
  | (At & {
      readonly kind: 'container-finished';
      readonly podUid: string;
      readonly id: string;
      readonly exitCode: number;
    })
  | (At & { readonly kind: 'relist-request-dropped'; readonly podUid: string })
  | (At & { readonly kind: 'evented-stream-started' })
  | (At & { readonly kind: 'evented-stream-ended'; readonly error: string })
  | (At & { readonly kind: 'evented-stream-failed'; readonly failures: number; readonly error: string })
  | (At & { readonly kind: 'evented-fallback' })
  | (At & {
      readonly kind: 'evented-received';
      readonly event: EventedKind;
      readonly podUid: string;
      readonly id: string;
    })
  | (At & { readonly kind: 'evented-ignored'; readonly missing: 'sandbox' | 'metadata' });

export type EventedKind = 'created' | 'started' | 'stopped' | 'deleted';

/** What the runtime calls and the node's status show. */
export type NodeObservation =
  | (At & {
      readonly kind: 'runtime-call-failed';
      readonly method: RuntimeMethod;
      readonly caller: RuntimeCaller;
      readonly began: Nanoseconds;
      readonly error: string;
      readonly timedOut: boolean;
      readonly podUid?: string;
      readonly id?: string;
    })
  /** Status answered and RuntimeReady is true: the base runtime sync is now. */
  | (At & { readonly kind: 'runtime-synced' })
  | (At & { readonly kind: 'runtime-status-failed'; readonly error: string })
  | (At & { readonly kind: 'runtime-not-ready'; readonly text: string })
  | (At & { readonly kind: 'network-not-ready'; readonly text: string })
  /** The Ready condition was computed. `changed`: its status differs from the one before, so that it is logged; the first of an unknown node does not. */
  | (At & {
      readonly kind: 'node-status';
      readonly ready: boolean;
      readonly reasons: readonly SkipReason[];
      readonly changed: boolean;
    });

/** The kubelet panicked; the run ends here. */
type EndObservation = At & { readonly kind: 'panicked'; readonly message: string };

export type Observation = EndObservation | LoopObservation | PlegObservation | NodeObservation;

/** Takes observations as they happen. */
export type Observer = (observation: Observation) => void;
