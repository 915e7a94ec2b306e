/** What the fields of messages hold, by name; klog prints each kind in its own way (kubelet-facts section 8; klog `internal/serialize`). */

/**
 * `text` covers strings and everything with a String method: always Go-quoted. `name` is a string type of its own (types.UID, probe results):
 * bare up to 1.27, quoted from 1.28. `value` is a number, a boolean or a structure: never quoted.
 */
export type FieldType =
  | 'text'
  | 'error'
  | 'pod'
  | 'pods'
  | 'node'
  | 'uid'
  | 'name'
  | 'container-id'
  | 'duration'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'value';

const BY_NAME: Readonly<Record<string, FieldType>> = {
  err: 'error',
  error: 'error',
  pod: 'pod',
  pods: 'pods',
  node: 'node',
  podUID: 'uid',
  podID: 'uid',
  oldPodUID: 'uid',
  containerID: 'container-id',
  podSandboxID: 'container-id',
  sandboxID: 'container-id',
  containerStatusID: 'container-id',
  expected: 'duration',
  actual: 'duration',
  duration: 'duration',
  elapsed: 'duration',
  threshold: 'duration',
  interval: 'duration',
  shutdownThreshold: 'duration',
  shutdownGracePeriodRequested: 'duration',
  shutdownGracePeriodCriticalPods: 'duration',
  exitCode: 'integer',
  gracePeriod: 'integer',
  total: 'integer',
  numErrs: 'integer',
  pid: 'integer',
  worker: 'integer',
  currentSize: 'integer',
  maxSize: 'integer',
  itemsReceived: 'integer',
  usage: 'integer',
  highThreshold: 'integer',
  lowThreshold: 'integer',
  amountToFree: 'integer',
  size: 'integer',
  statusVersion: 'integer',
  priority: 'integer',
  count: 'integer',
  port: 'integer',
  seconds: 'number',
  isTerminal: 'boolean',
  probeResult: 'name',
  probe: 'text',
  operation: 'text',
  updateType: 'text',
  workType: 'text',
  podStatus: 'value',
  condition: 'value',
  nodeConfig: 'value',
  update: 'value',
  cmd: 'value',
  IPs: 'value',
  containerEventResponse: 'value',
  nodeCondition: 'value',
  shutdownGracePeriodByPodPriority: 'value',
  endpoint: 'text',
};

/** Rows whose field of a common name holds something else than elsewhere. */
const BY_ROW: Readonly<Record<string, FieldType>> = {
  'syncloop.pleg.s:event': 'value',
  'syncloop.pleg-ignored.s:event': 'value',
  'syncloop.cm.s:event': 'value',
  'syncloop.cm-ignored.s:event': 'value',
  'oom.event.s:event': 'value',
  'shutdown.event.s:event': 'boolean',
  'shutdown.event.s2:event': 'text',
  'status.updated.s:status': 'value',
  'startup.listen.s:port': 'integer',
  'syncloop.pleg-ignored.u:event': 'value',
  'device.unhealthy.s:endpoint': 'value',
  'startup.runtime-init.s:version': 'text',
};

/** The type of a field of a row. Unknown names hold text. */
export function fieldType(rowId: string, name: string): FieldType {
  return BY_ROW[`${rowId}:${name}`] ?? BY_NAME[name] ?? 'text';
}
