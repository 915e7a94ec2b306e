/** What can differ between kubelet versions, as far as a timeline or the model sees it. The values by version are in `profile.ts`. */
import type { Duration } from './time.ts';

/** The sleep after a skipped turn of the sync loop. */
export type BackoffSchedule =
  | { readonly kind: 'fixed'; readonly every: Duration }
  | { readonly kind: 'exponential'; readonly base: Duration; readonly factor: number; readonly max: Duration };

/** One value per question; names are the kubelet's own words where it has some. */
export interface ProfileTraits {
  /** Severity of the skip line. */
  readonly skipSeverity: 'I' | 'E';
  /** klog's structured form (`"Skipping pod synchronization" err="…"`) instead of printf (`skipping pod synchronization - …`). */
  readonly structuredLogging: boolean;
  /** How several reasons are put together: `[a b]`, `[a., b.]` with full stops, or `[a, b]` with equal texts merged. */
  readonly reasonList: 'space' | 'dots' | 'comma';
  /** How the reasons of the node's Ready condition are put together. */
  readonly conditionList: 'comma-no-blank' | 'dots' | 'comma';
  /** What PLEG says before the first listed relist. */
  readonly plegNever: 'largest-elapsed' | 'yet-to-be-successful';
  /** What the runtime state says before the first good Status: a text of its own, or `container runtime is down` like later. */
  readonly beforeFirstStatus: 'runtime-down' | 'runtime-status-unknown';
  /** The runtime state holds the error of the kubelet's initialisation (container manager), first in the list. */
  readonly initError: boolean;
  /** The runtime state holds an internal error (node info), after the runtime's state. */
  readonly internalError: boolean;
  /** RuntimeReady=false is a reason to skip, last in the list; with the first letter as written. */
  readonly runtimeNotReady: 'none' | 'Container' | 'container';
  /** First words of the network reason in the Ready condition. */
  readonly networkNotReady: 'runtime network not ready' | 'container runtime network not ready';
  /** Storage errors (CSI node) are part of the Ready condition. */
  readonly storageErrors: boolean;
  /** The node's shutdown is part of the Ready condition. */
  readonly shutdownErrors: boolean;
  readonly backoff: BackoffSchedule;
  /** A send on the full event channel blocks the relist (deadlock with a skipping loop), or drops the event. */
  readonly eventChannel: 'blocking' | 'discarding';
  /** Pods whose inspection failed are inspected again in a second pass of the same relist, or in the one pass of all. */
  readonly reinspection: 'second-pass' | 'single-pass';
  /** A pod that was inspected again without any change sends PodSync. */
  readonly podSyncEvents: boolean;
  /** Watch conditions keep a pod inspected until met, then ConditionMet. */
  readonly watchConditions: boolean;
  /** Single-pod relists between the global ones, by one worker: it resets its timer after each global relist, and a pod's relist can hold it. */
  readonly onDemandRelist: boolean;
  /** The time written to the pod cache: the clock at the inspection, or the pod's time stamp from the listing. */
  readonly cacheTime: 'inspection' | 'pod-timestamp';
  /** How IPs of the old status are kept when the new one has none: not at all, one IP, or all. */
  readonly preservedIps: 'none' | 'single' | 'list';
  /** `Generic (PLEG): container finished` with the exit code: no line, read from the cache, or from the fresh status. */
  readonly containerFinished: 'none' | 'from-cache' | 'from-status';
  /** Housekeeping that takes longer is logged as an error; `undefined` where no such line exists. */
  readonly housekeepingLimit: Duration | undefined;
  /** How a turn of housekeeping lists the running pods: from a cache of 2 s and then afresh, or afresh and then from that cache (so that a listing of more than 2 s is made twice). */
  readonly housekeepingListings: 'cached-then-fresh' | 'fresh-then-cached';
  /** When a pod with a crashing container is synced again: after the period of any failed sync, or when the container's back-off is over. */
  readonly crashRetry: 'after-back-off-period' | 'when-held-no-longer';
  /** How long the connection to the runtime waits after its first failed try, and at most, before it is tried again. */
  readonly reconnect: { readonly base: Duration; readonly max: Duration };
  /** Deleting a pod ends the sync under way; else a worker that waits for a status syncs once more with the pod as it was before. */
  readonly deletionInterrupts: boolean;
  /** The inspection of a pod lists its sandboxes and containers first, or takes them from PLEG's listing. */
  readonly inspectionLists: boolean;
  /** The first good Status makes the kubelet list sandboxes and containers once, before the runtime counts as up. */
  readonly initializationLists: boolean;
  /** In the first two minutes the Ready condition is computed every 100 ms until it is true. */
  readonly fastNodeStatus: boolean;
  /** Evented PLEG exists (feature gate, off by default). */
  readonly eventedPleg: boolean;
  /** How Evented PLEG reads CreatedAt: as seconds (a bug: cache times far in the future), or as nanoseconds. */
  readonly eventedTimestamps: 'none' | 'as-seconds' | 'as-nanoseconds';
  /** Evented PLEG in use and the inspection failed without a status: the kubelet panics. */
  readonly eventedNilStatusPanics: boolean;
  /** Last start time of each container is kept by the sync loop to notice late events. */
  readonly lastContainerStartTimes: boolean;
  /** Pod text of unstructured lines is `name_namespace(uid)`, of structured ones `namespace/name`. */
  readonly podText: 'name_namespace(uid)' | 'namespace/name';
  /** How a PLEG event is printed. */
  readonly plegEventForm: 'go-struct' | 'plus-v' | 'json';
}
