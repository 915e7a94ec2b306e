/** The inner state in the incident of documents.ts, by hand: the relist hangs in ListPodSandbox, an exit waits, nothing is known of one pod. */
import type { MomentDocument } from '../../src/timeline/moment.ts';
import { at } from '../unit/timeline/hangAnalysis.ts';

/** Every text of a moment replaced by one that tries to be markup; what the guard wants as names of ours stays. */
export function hostileMoment(text: string): MomentDocument {
  const names = new Set(['id', 'known', 'state', 'call', 'scope', 'kind', 'old', 'current', 'reasonsKnown', 'reinspectKnown', 'podRecordsKnown']);
  const replace = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return names.has(key) ? value : `${text} ${value}`;
    if (Array.isArray(value)) return value.map((item) => replace(item, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replace(item, name)]));
  };
  return replace(hangMoment(at(320)), '') as MomentDocument;
}

/** The moment at `time` (microseconds since the epoch), as if it were in the middle of the hang. */
export function hangMoment(time: number): MomentDocument {
  const place = { source: 0, line: 407 };
  const staleness = (time - at(66.387)) / 1e6;
  return {
    time, process: 'process-1', processLabel: 'kubelet v1.36.2 (pid 20595)', otherProcesses: [],
    headline: 'The sync loop skips, because PLEG is stale: its relist hangs in ListPodSandbox.',
    fields: [
      { id: 'loop', label: 'Sync loop', value: 'skipping, sleeps 5 s', known: 'proven', ...place },
      { id: 'reasons', label: 'Reasons', value: 'PLEG is not healthy', known: 'proven', ...place },
      { id: 'staleness', label: 'Staleness', value: `${staleness.toFixed(1)} s`, known: 'proven', ...place },
      { id: 'last-listed', label: 'Last listed relist', value: '00:28:42.387', known: 'proven', ...place },
      { id: 'threshold', label: 'Threshold', value: '3m0s', known: 'proven' },
      { id: 'relist', label: 'Relist', value: 'hangs in ListPodSandbox', known: 'likely' },
      { id: 'channel', label: 'Events waiting', value: '0–2 of 1000', known: 'likely' },
      { id: 'reinspect', label: 'To reinspect', value: '', known: 'unknown' },
      { id: 'cache-age', label: 'Cache age', value: '4m2s', known: 'likely' },
      { id: 'back-off', label: 'Back-off', value: 'step 7 of 7: 5 s', known: 'proven' },
      { id: 'node-ready', label: 'Node Ready', value: 'NotReady since 00:31:52.501', known: 'proven', source: 0, line: 399 },
      { id: 'pods', label: 'Pods', value: '5', known: 'proven' },
    ],
    loop: { state: 'skipping', known: 'proven', sleep: 5, backoffStep: 7, ...place },
    reasons: [{ kind: 'pleg-stale', text: 'PLEG is not healthy: pleg was last seen active 4m2s ago; threshold is 3m0s', known: 'proven', ...place }],
    reasonsKnown: 'proven',
    staleness: { seconds: staleness, lastListed: at(66.387), threshold: 180, known: 'proven', ...place },
    channel: { capacity: 1000, count: 1, min: 0, max: 2, known: 'likely', waiting: [{ type: 'ContainerDied', pod: 'default/web-1', container: 'nginx', sent: at(376.9), handled: at(379.99), known: 'likely', source: 0, line: 441 }] },
    reinspect: [], reinspectKnown: 'unknown',
    cache: { globalAge: 242, known: 'likely', entries: [{ uid: 'uid-web-1', pod: 'default/web-1', age: 242, error: 'rpc error: code = DeadlineExceeded', known: 'proven', ...place }, { uid: 'uid-db-0', pod: 'prod/db-0', age: 300, known: 'likely' }] },
    podRecords: [
      { uid: 'uid-web-1', pod: 'default/web-1', pending: true, containers: [
        { id: 'ef99'.repeat(16), name: 'nginx', kind: 'container', old: 'running', current: 'exited', known: 'likely', source: 0, line: 431 },
        { id: '400d'.repeat(16), kind: 'sandbox', old: 'running', current: 'running', known: 'likely' },
      ] },
      { uid: 'uid-db-0', pod: 'prod/db-0', pending: false, containers: [{ id: 'aaa4'.repeat(16), name: 'postgres', kind: 'container', old: 'running', current: 'running', known: 'proven' }] },
    ],
    podRecordsKnown: 'likely', pods: 5,
    callPath: { running: true, scope: 'all', known: 'likely', morePods: 3, steps: [
      { call: 'relist', depth: 0, state: 'running', known: 'proven', began: at(309.402), took: 40 },
      { call: 'GetPods', depth: 1, state: 'running', known: 'proven', took: 40 },
      { call: 'ListPodSandbox', depth: 2, state: 'hung', known: 'proven', began: at(309.402), took: 40, ends: at(375), text: 'context deadline exceeded after 2m0s', source: 0, line: 401 },
      { call: 'ListContainers', depth: 2, state: 'pending', known: 'likely' },
      { call: 'inspect', depth: 1, pod: 'default/web-1', state: 'pending', known: 'likely' },
      { call: 'PodSandboxStatus', depth: 2, pod: 'default/web-1', state: 'failed', known: 'proven', took: 120, source: 0, line: 402 },
      { call: 'ContainerStatus', depth: 2, pod: 'default/web-1', container: 'nginx', state: 'done', known: 'likely', took: 0.004 },
      { call: 'write-cache', depth: 2, pod: 'default/web-1', state: 'unknown', known: 'unknown' },
      { call: 'send-events', depth: 1, state: 'pending', known: 'likely' },
      { call: 'update-cache-time', depth: 1, state: 'pending', known: 'likely' },
    ] },
    previousChange: { time: at(308.553), what: 'The loop begins to skip', known: 'proven', ...place },
    nextChange: { time: at(376.866), what: 'The relist is listed', known: 'proven', source: 0, line: 431 },
    caveats: ['journald dropped lines at 00:34:16: what happened there is not known.'],
  };
}
