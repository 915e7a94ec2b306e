/**
 * One table that says what differs between kubelet versions, row by row, each with its source as a comment. A row holds from its `since` until the next row of the same trait.
 * Files are below pkg/kubelet; versions before 1.15 were read from snapshots near the release, so a boundary can be off by a backport.
 */
import { BACKOFF_BASE, BACKOFF_FACTOR, BACKOFF_MAX } from './constants.ts';
import type { ProfileTraits } from './profileTraits.ts';
import { milliseconds, seconds } from './time.ts';
import { isAtLeast, type KubeletVersion } from './version.ts';

export type { BackoffSchedule, ProfileTraits } from './profileTraits.ts';

/** All traits of one version. */
export interface KubeletProfile extends ProfileTraits {
  readonly version: KubeletVersion;
}

/** One row of the table: from this version on, the trait has this value. Where that was read stands behind it. */
interface ProfileRow<Trait extends keyof ProfileTraits> {
  readonly since: KubeletVersion;
  readonly value: ProfileTraits[Trait];
}

type ProfileTable = { readonly [Trait in keyof ProfileTraits]: readonly [ProfileRow<Trait>, ...ProfileRow<Trait>[]] };

const v = (minor: number, patch?: number): KubeletVersion =>
  patch === undefined ? { major: 1, minor } : { major: 1, minor, patch };

const FIRST = v(8);

/** The table. Rows of a trait are in ascending order of `since`. */
export const PROFILE_TABLE: ProfileTable = {
  skipSeverity: [
    { since: FIRST, value: 'I' }, // kubelet.go syncLoop, glog.Infof, 1.8–1.16
    { since: v(17), value: 'E' }, // kubelet.go syncLoop, klog.Errorf, 1.17
  ],
  structuredLogging: [
    { since: FIRST, value: false }, // glog and klog v1, v2 printf calls, 1.8–1.20
    { since: v(21), value: true }, // klog.InfoS/ErrorS in kubelet.go and pleg/generic.go, 1.21
  ],
  reasonList: [
    { since: FIRST, value: 'space' }, // runtime.go runtimeErrors returns []string printed with %v, 1.8–1.13
    { since: v(14), value: 'dots' }, // runtime.go, utilerrors.NewAggregate of texts that end with a full stop, 1.14
    { since: v(15), value: 'comma' }, // runtime.go, utilerrors.NewAggregate, 1.15
  ],
  conditionList: [
    { since: FIRST, value: 'comma-no-blank' }, // kubelet_node_status.go strings.Join(…, ","), 1.8–1.13
    { since: v(14), value: 'dots' }, // nodestatus/setters.go ReadyCondition, utilerrors.NewAggregate, 1.14
    { since: v(15), value: 'comma' }, // nodestatus/setters.go ReadyCondition, utilerrors.NewAggregate, 1.15
  ],
  plegNever: [
    { since: FIRST, value: 'largest-elapsed' }, // pleg/generic.go Healthy, time since the zero time, 1.8–1.12
    { since: v(13), value: 'yet-to-be-successful' }, // pleg/generic.go Healthy, 1.13
  ],
  beforeFirstStatus: [
    { since: FIRST, value: 'runtime-down' }, // runtime.go, zero lastBaseRuntimeSync is older than the threshold, 1.8–1.12
    { since: v(13), value: 'runtime-status-unknown' }, // runtime.go runtimeErrors, IsZero, 1.13
  ],
  initError: [
    { since: FIRST, value: true }, // runtime.go initError, in the text of 1.11 too (nothing is seen to set it after 1.9)
    { since: v(12), value: false }, // runtime.go, 1.12
  ],
  internalError: [
    { since: FIRST, value: true }, // runtime.go internalError, 1.8–1.12
    { since: v(13), value: false }, // runtime.go, 1.13
  ],
  runtimeNotReady: [
    { since: FIRST, value: 'none' }, // kubelet.go updateRuntimeUp only logs and returns, 1.8–1.15
    { since: v(16), value: 'Container' }, // kubelet.go updateRuntimeUp, runtimeState.setRuntimeState, 1.16–1.20
    { since: v(21), value: 'container' }, // kubelet.go updateRuntimeUp, 1.21
  ],
  networkNotReady: [
    { since: FIRST, value: 'runtime network not ready' }, // kubelet.go updateRuntimeUp, 1.8–1.20
    { since: v(21), value: 'container runtime network not ready' }, // kubelet.go updateRuntimeUp, 1.21
  ],
  storageErrors: [
    { since: FIRST, value: false }, // runtime.go, 1.8–1.14
    { since: v(15), value: true }, // runtime.go storageErrors, 1.15
  ],
  shutdownErrors: [
    { since: FIRST, value: false }, // nodestatus/setters.go, 1.8–1.19
    { since: v(20), value: true }, // nodestatus/setters.go nodeShutdownManagerErrorsFunc, 1.20
  ],
  backoff: [
    { since: FIRST, value: { kind: 'fixed', every: seconds(5) } }, // kubelet.go syncLoop, time.Sleep(5 * time.Second), 1.8–1.9
    { since: v(10), value: { kind: 'exponential', base: BACKOFF_BASE, factor: BACKOFF_FACTOR, max: BACKOFF_MAX } }, // kubelet.go syncLoop, base 100 ms, factor 2, max 5 s, 1.10
  ],
  eventChannel: [
    { since: FIRST, value: 'blocking' }, // pleg/generic.go relist, plain send, 1.8–1.13 (issue 72482)
    { since: v(14), value: 'discarding' }, // pleg/generic.go relist, select with default, 1.14 (PR 72709)
  ],
  reinspection: [
    { since: FIRST, value: 'second-pass' }, // pleg/generic.go relist, podsToReinspect after the events, 1.8–1.31
    { since: v(32), value: 'single-pass' }, // pleg/generic.go Relist, one loop over pod records, 1.32
  ],
  podSyncEvents: [
    { since: FIRST, value: false }, // pleg/generic.go, 1.8–1.35
    { since: v(36), value: true }, // pleg/generic.go, PodSync after a reinspection without change, 1.36
  ],
  watchConditions: [
    { since: FIRST, value: false }, // pleg/generic.go, 1.8–1.31
    { since: v(32), value: true }, // pleg/generic.go SetPodWatchCondition, 1.32–1.35
    { since: v(36), value: false }, // pleg/generic.go, removed in 1.36
  ],
  onDemandRelist: [
    { since: FIRST, value: false }, // pleg/generic.go, 1.8–1.35
    { since: v(36), value: true }, // pleg/generic.go workerLoop, gate PLEGOnDemandRelist on by default, 1.36 (PR 137362)
  ],
  cacheTime: [
    { since: FIRST, value: 'inspection' }, // pleg/generic.go updateCache, clock.Now(), 1.8–1.35
    { since: v(36), value: 'pod-timestamp' }, // pleg/generic.go updateCache, pod.Timestamp, 1.36
  ],
  preservedIps: [
    { since: FIRST, value: 'none' }, // pleg/generic.go, 1.8
    { since: v(9), value: 'single' }, // pleg/generic.go getPodIP, 1.9–1.15
    { since: v(16), value: 'list' }, // pleg/generic.go getPodIPs, 1.16
  ],
  containerFinished: [
    { since: FIRST, value: 'none' }, // pleg/generic.go, 1.8–1.21
    { since: v(22), value: 'from-cache' }, // pleg/generic.go relist, cache.Get after the update, 1.22–1.31
    { since: v(32), value: 'from-status' }, // pleg/generic.go Relist, the status just read, 1.32
  ],
  housekeepingLimit: [
    { since: FIRST, value: undefined }, // kubelet.go syncLoopIteration, 1.8–1.21
    { since: v(22), value: seconds(15) }, // kubelet.go housekeepingWarningDuration 15 s, 1.22–1.26
    { since: v(27), value: seconds(1) }, // kubelet.go housekeepingWarningDuration 1 s, 1.27
  ],
  housekeepingListings: [
    { since: FIRST, value: 'cached-then-fresh' }, // kubelet_pods.go HandlePodCleanups, runtimeCache.GetPods, then GetPods(false); seen in runs of 1.15 and 1.20
    { since: v(27), value: 'fresh-then-cached' }, // kubelet_pods.go HandlePodCleanups, runtimeCache.ForceUpdateIfOlder(now), then runtimeCache.GetPods, 1.27; lists of 5 s twice in runs of 1.36
  ],
  crashRetry: [
    { since: FIRST, value: 'after-back-off-period' }, // pod_workers.go wrapUp, completeWork: backOffPeriod 10 s, 1.8–1.34
    { since: v(35), value: 'when-held-no-longer' }, // pod_workers.go completeWork, MinBackoffExpiration, at most the resync interval, 1.35 (PR 133066); seen in runs of 1.36
  ],
  reconnect: [
    { since: FIRST, value: { base: seconds(1), max: seconds(120) } }, // cri/remote/remote_runtime.go grpc.Dial with gRPC’s default backoff, 1.8–1.27; 70 s seen after five minutes in runs of 1.15 and 1.20
    { since: v(28), value: { base: milliseconds(100), max: seconds(3) } }, // cri/remote/remote_runtime.go baseBackoffDelay, maxBackoffDelay, 1.28 (PRs 118779, 118857); 2.4 s seen in a run of 1.36
  ],
  deletionInterrupts: [
    { since: FIRST, value: false }, // pod_workers.go managePodLoop, one update after the other, 1.8–1.21; seen in a run of 1.20
    { since: v(22), value: true }, // pod_workers.go UpdatePod, cancelFn of the sync under way, 1.22
  ],
  inspectionLists: [
    { since: FIRST, value: true }, // kuberuntime_manager.go GetPodStatus, getSandboxIDsByPodUID and ListContainers by pod; seen in runs of 1.20
    { since: v(36), value: false }, // kuberuntime_manager.go GetPodStatus(ctx, pod), 1.36; seen in its runs
  ],
  initializationLists: [
    { since: FIRST, value: false }, // cm/container_manager_linux.go, 1.8–1.17
    { since: v(18), value: true }, // cm/container_manager_linux.go buildContainerMapFromRuntime, its errors are ignored, 1.18; seen in runs of 1.20 and 1.36
  ],
  fastNodeStatus: [
    { since: FIRST, value: false }, // kubelet.go, 1.8–1.25: runs of 1.15 and 1.20 become Ready at the 10 s period
    { since: v(26), value: true }, // kubelet_node_status.go fastNodeStatusUpdate, nodeReadyGracePeriod 120 s, 1.26
  ],
  eventedPleg: [
    { since: FIRST, value: false }, // pleg/, 1.8–1.25
    { since: v(26), value: true }, // pleg/evented.go, gate EventedPLEG, 1.26
  ],
  eventedTimestamps: [
    { since: FIRST, value: 'none' }, // pleg/, 1.8–1.25
    { since: v(26), value: 'as-seconds' }, // pleg/evented.go time.Unix(event.GetCreatedAt(), 0), 1.26–1.31
    { since: v(32), value: 'as-nanoseconds' }, // pleg/evented.go time.Unix(0, event.GetCreatedAt()), 1.32
  ],
  eventedNilStatusPanics: [
    { since: FIRST, value: false }, // pleg/generic.go, 1.8–1.25
    { since: v(26), value: true }, // pleg/generic.go updateCache reads status.TimeStamp of a nil status, 1.26–1.31
    { since: v(32), value: false }, // pleg/generic.go updateCache, 1.32
  ],
  lastContainerStartTimes: [
    { since: FIRST, value: false }, // kubelet.go, 1.8–1.20
    { since: v(21), value: true }, // kubelet.go lastContainerStartedTime, 1.21
  ],
  podText: [
    { since: FIRST, value: 'name_namespace(uid)' }, // util/format/pod.go, 1.8–1.20
    { since: v(21), value: 'namespace/name' }, // klog.KObj, 1.21
  ],
  plegEventForm: [
    { since: FIRST, value: 'go-struct' }, // kubelet.go %#v, 1.8–1.20
    { since: v(21), value: 'plus-v' }, // klog v2 %+v of a pointer, 1.21–1.27
    { since: v(28), value: 'json' }, // klog v2.100 writes structs as JSON, 1.28
  ],
};

/** The value of one trait in one version; versions before 1.8 take the rows of 1.8. */
export function traitOf<Trait extends keyof ProfileTraits>(
  trait: Trait,
  version: KubeletVersion,
): ProfileTraits[Trait] {
  const rows: readonly ProfileRow<Trait>[] = PROFILE_TABLE[trait];
  let value: ProfileTraits[Trait] = PROFILE_TABLE[trait][0].value;
  for (const row of rows) if (isAtLeast(version, row.since)) value = row.value;
  return value;
}

const TRAITS = Object.keys(PROFILE_TABLE) as readonly (keyof ProfileTraits)[];

/** All traits of a version. Versions newer than 1.36 take the last row of each trait, older than 1.8 the first. */
export function profileFor(version: KubeletVersion): KubeletProfile {
  const traits = TRAITS.map((trait) => [trait, traitOf(trait, version)] as const);
  // The table's type sees to it that each trait is there, which that of `fromEntries` cannot say.
  return { version, ...(Object.fromEntries(traits) as unknown as ProfileTraits) };
}
