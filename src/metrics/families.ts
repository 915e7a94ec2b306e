/**
 * Which metrics of the kubelet are taken, in both generations, and what they are called here. Times of the first generation are microseconds (`…_microseconds`, summaries; to 1.17), of the second
 * seconds (histograms; from 1.14). Sources: pkg/kubelet/metrics/metrics.go at 1.8, 1.14, 1.18, 1.20, 1.27 and 1.36.
 */

export type DistributionName = 'relist' | 'relistInterval' | 'podRelist' | 'operation' | 'eventedLatency';
export type NumberName =
  | 'lastSeen'
  | 'discarded'
  | 'runningPods'
  | 'runningContainers'
  | 'eventedErrors'
  | 'eventedSuccesses'
  | 'operationCalls'
  | 'operationErrors'
  | 'processStart'
  | 'lastGarbageCollection';

export type Family =
  | { readonly kind: 'distribution'; readonly is: DistributionName; readonly perSecond: number }
  | { readonly kind: 'number'; readonly is: NumberName };

const seconds = (is: DistributionName): Family => ({ kind: 'distribution', is, perSecond: 1 });
const microseconds = (is: DistributionName): Family => ({ kind: 'distribution', is, perSecond: 1e6 });
const number = (is: NumberName): Family => ({ kind: 'number', is });

/** By the name of the metric, without `_bucket`, `_sum` and `_count`. From 1.14 to 1.17 a kubelet writes both generations; the second counts. */
const FAMILIES: ReadonlyMap<string, Family> = new Map([
  ['kubelet_pleg_relist_duration_seconds', seconds('relist')],
  ['kubelet_pleg_relist_latency_microseconds', microseconds('relist')],
  ['kubelet_pleg_relist_interval_seconds', seconds('relistInterval')],
  ['kubelet_pleg_relist_interval_microseconds', microseconds('relistInterval')],
  ['kubelet_pleg_pod_relist_duration_seconds', seconds('podRelist')],
  ['kubelet_pleg_last_seen_seconds', number('lastSeen')],
  ['kubelet_pleg_discard_events', number('discarded')],
  ['kubelet_pleg_discard_events_total', number('discarded')],
  ['kubelet_runtime_operations', number('operationCalls')],
  ['kubelet_runtime_operations_total', number('operationCalls')],
  ['kubelet_runtime_operations_errors', number('operationErrors')],
  ['kubelet_runtime_operations_errors_total', number('operationErrors')],
  ['kubelet_runtime_operations_duration_seconds', seconds('operation')],
  ['kubelet_runtime_operations_latency_microseconds', microseconds('operation')],
  ['kubelet_running_pods', number('runningPods')],
  ['kubelet_running_pod_count', number('runningPods')],
  ['kubelet_running_containers', number('runningContainers')],
  ['kubelet_running_container_count', number('runningContainers')],
  ['kubelet_evented_pleg_connection_error_count', number('eventedErrors')],
  ['kubelet_evented_pleg_connection_success_count', number('eventedSuccesses')],
  ['kubelet_evented_pleg_connection_latency_seconds', seconds('eventedLatency')],
  ['process_start_time_seconds', number('processStart')],
  ['go_memstats_last_gc_time_seconds', number('lastGarbageCollection')],
]);

export type Part = 'bucket' | 'sum' | 'count' | 'value';

const SUFFIXES: readonly (readonly [suffix: string, part: Part])[] = [
  ['_bucket', 'bucket'],
  ['_sum', 'sum'],
  ['_count', 'count'],
];

/** The family of a sample and which part of it the sample is; `undefined` for a metric that is not taken. */
export function familyOf(name: string): { readonly family: Family; readonly part: Part } | undefined {
  const whole = FAMILIES.get(name);
  if (whole !== undefined) return { family: whole, part: 'value' };
  for (const [suffix, part] of SUFFIXES) {
    const family = name.endsWith(suffix) ? FAMILIES.get(name.slice(0, -suffix.length)) : undefined;
    if (family?.kind === 'distribution') return { family, part };
  }
  return undefined;
}
