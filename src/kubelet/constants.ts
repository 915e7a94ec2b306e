/**
 * Constants that are compiled into the kubelet: no flag or configuration file changes them. What can be set is in `settings.ts`,
 * what differs by version in `profile.ts`. Each value names the Kubernetes file (below pkg/kubelet) and the versions read.
 */
import { type Duration, milliseconds, seconds } from './time.ts';

/** Pause between the end of a relist and the start of the next. `plegRelistPeriod`, from 1.26 `genericPlegRelistPeriod`, kubelet.go, 1.8–1.36. */
export const RELIST_PERIOD: Duration = seconds(1);

/** PLEG is unhealthy when the last listed relist began strictly longer ago. `relistThreshold` in pleg/generic.go to 1.25, `genericPlegRelistThreshold` in kubelet.go from 1.26. */
export const RELIST_THRESHOLD: Duration = seconds(180);

/** Relist period of the generic PLEG while Evented PLEG is in use. `eventedPlegRelistPeriod`, kubelet.go, 1.26–1.36. */
export const EVENTED_RELIST_PERIOD: Duration = seconds(300);

/** Relist threshold of the generic PLEG while Evented PLEG is in use. `eventedPlegRelistThreshold`, kubelet.go, 1.26–1.36. */
export const EVENTED_RELIST_THRESHOLD: Duration = seconds(600);

/** Stream failures in the whole time of the process after which Evented PLEG is given up. `eventedPlegMaxStreamRetries`, kubelet.go, 1.26–1.36. */
export const EVENTED_MAX_STREAM_RETRIES = 5;

/** How often Evented PLEG moves the global time of the pod cache. `globalCacheUpdatePeriod`, pleg/evented.go, 1.26–1.36. */
export const EVENTED_CACHE_UPDATE_PERIOD: Duration = seconds(5);

/** Slots of the event channel between PLEG and sync loop. `plegChannelCapacity`, kubelet.go, 1.8–1.36. */
export const PLEG_CHANNEL_CAPACITY = 1000;

/** Slots of the queue of single-pod relists. `relistRequestsCapacity` of pleg/generic.go, 1.36. */
export const RELIST_REQUEST_CAPACITY = 200;

/** The runtime counts as down when its last good Status is this old. `maxWaitForContainerRuntime`, kubelet.go, 1.8–1.36. */
export const BASE_RUNTIME_SYNC_THRESHOLD: Duration = seconds(30);

/** How often `updateRuntimeUp` asks the runtime for its Status. `wait.Until(kl.updateRuntimeUp, 5*time.Second, …)`, kubelet.go, 1.8–1.36. */
export const RUNTIME_STATUS_PERIOD: Duration = seconds(5);

/** First sleep after a skipped turn. `base` in syncLoop, kubelet.go, 1.10–1.36. */
export const BACKOFF_BASE: Duration = milliseconds(100);

/** Longest sleep after a skipped turn. `max` in syncLoop, kubelet.go, 1.10–1.36; up to 1.9 the only one. */
export const BACKOFF_MAX: Duration = seconds(5);

/** Growth of the sleep from skip to skip. `factor` in syncLoop, kubelet.go, 1.10–1.36. */
export const BACKOFF_FACTOR = 2;

/** The sync ticker that wakes the loop. `syncTicker` in syncLoop, kubelet.go, 1.8–1.36. */
export const SYNC_TICKER_PERIOD: Duration = seconds(1);

/** Housekeeping runs inside the loop at this period. `housekeepingPeriod`, kubelet.go, 1.8–1.36. */
export const HOUSEKEEPING_PERIOD: Duration = seconds(2);

/** The loop's own health check allows at least this time between turns. `syncLoopHealthCheckMinPeriod` in `Kubelet.syncLoopHealthCheck`, kubelet.go: max(2 × resync, 5 min). */
export const SYNC_LOOP_HEALTH_PERIOD: Duration = seconds(300);

/** How often the orphaned pods' containers are collected by garbage collection. `ContainerGCPeriod`, kubelet.go, 1.8–1.36. */
export const CONTAINER_GC_PERIOD: Duration = seconds(60);

/** A listing of running pods counts as fresh for this long. `cachePeriod`, container/runtime_cache.go, 1.8–1.36. */
export const RUNTIME_CACHE_PERIOD: Duration = seconds(2);

/** While the node has not been Ready for this time after the start, its condition is computed at the short period. `nodeReadyGracePeriod`, kubelet.go, 1.26–1.36. */
export const NODE_READY_GRACE_PERIOD: Duration = seconds(120);

/** That short period. `fastStatusUpdateOnce`, kubelet_node_status.go, 1.26–1.36. */
export const FAST_NODE_STATUS_PERIOD: Duration = milliseconds(100);

/** After so long without a lease the node controller marks a node Unknown, which shows as NotReady. `--node-monitor-grace-period` of the controller manager, up to 1.31. */
export const LEASE_GRACE: Duration = seconds(40);

/** The same from 1.32 on. */
export const LEASE_GRACE_FROM_1_32: Duration = seconds(50);

/** The error of a runtime call that reached `runtimeRequestTimeout`. */
export const DEADLINE_EXCEEDED = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';

/** What Go prints for the time since the zero time: the largest `time.Duration`. Up to 1.12 it means that no relist was ever listed. */
export const NEVER_ELAPSED_TEXT = '2562047h47m16.854775807s';
