/** What a kubelet writes about troubles that are none of PLEG's, and about what is no trouble of the node: in its periods, from when to when. Times in microseconds. */
import type { Pen, SignedLine } from './pen.ts';
import { uidOf } from './pen.ts';
import { SECOND } from './rule.ts';

/** From when to when, and of which kubelet. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly pid: number;
  /** It begins with the kubelet. */
  readonly isAtStart?: boolean;
}

const SERVER = '10.20.0.5:6443';
/** How calls fail, and after how long. */
export const API_WAYS = {
  refused: [0.002, `dial tcp ${SERVER}: connect: connection refused`],
  'no-route': [3.1, `dial tcp ${SERVER}: connect: no route to host`],
  dns: [0.02, 'dial tcp: lookup api.cluster.example on 10.20.0.2:53: no such host'],
  'dns-timed-out': [
    10,
    'dial tcp: lookup api.cluster.example on 10.20.0.2:53: read udp 10.20.0.9:40211->10.20.0.2:53: i/o timeout',
  ],
  'timed-out': [
    10,
    'net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)',
  ],
} as const;
export type ApiWay = keyof typeof API_WAYS;

/** What the API server answers where it does nothing: nobody of this name, not allowed, not now. */
export const API_ANSWERS = ['unauthorized', 'forbidden', 'unavailable', 'throttled'] as const;
export type ApiAnswer = (typeof API_ANSWERS)[number];

const VERBS: Readonly<Record<string, string>> = { Get: 'get', Put: 'update', Post: 'create', Patch: 'patch' };

/** In the words of client-go's `errors.NewGenericServerResponse` and of the authorizer. */
function answered(answer: ApiAnswer, verb: string, path: string): string {
  const isLease = path.includes('/leases');
  const [resource, group] = isLease ? ['leases', 'coordination.k8s.io'] : ['nodes', ''];
  const name = /\/(?:leases|nodes)\/([^/?]+)/.exec(path)?.[1];
  const about = `(${verb.toLowerCase()} ${resource}${group === '' ? '' : `.${group}`}${name === undefined ? '' : ` ${name}`})`;
  switch (answer) {
    case 'unauthorized':
      return 'Unauthorized';
    case 'forbidden':
      return `${resource}${group === '' ? '' : `.${group}`}${name === undefined ? '' : ` "${name}"`} is forbidden: User "system:anonymous" cannot ${VERBS[verb] ?? verb} resource "${resource}" in API group "${group}" ${isLease ? 'in the namespace "kube-node-lease"' : 'at the cluster scope'}`;
    case 'unavailable':
      return `the server is currently unable to handle the request ${about}`;
    case 'throttled':
      return `the server has received too many requests and has asked us to try again later ${about}`;
  }
}

const isAnswer = (way: string): way is ApiAnswer => (API_ANSWERS as readonly string[]).includes(way);

const CERTIFICATE =
  'x509: certificate has expired or is not yet valid: current time 2026-11-21T00:20:00Z is after 2026-11-21T00:01:40Z';
const UNTIL_LEASES = 13;
/** From here on the first look at the Node object is one into the kubelet's own cache: then nothing fails until there is something to report, at the latest after five minutes. */
const OWN_CACHE = 31;

/** The API server cannot be reached, or the certificate of either side is not taken any more: leases, status and watches fail, each in its own rhythm. */
export function apiLines(
  pen: Pen,
  { from, to, pid, isAtStart }: Stretch,
  way: ApiWay | ApiAnswer | 'certificate',
): readonly SignedLine[] {
  const [takes, why] =
    way === 'certificate'
      ? ([0.01, `tls: failed to verify certificate: ${CERTIFICATE}`] as const)
      : isAnswer(way)
        ? ([0.006, ''] as const)
        : API_WAYS[way];
  const failed = (verb: string, path: string): string =>
    isAnswer(way)
      ? answered(way, verb, path)
      : pen.version.minor >= 20
        ? `${verb} "https://${SERVER}${path}": ${why}`
        : `${verb} https://${SERVER}${path}: ${why}`;
  return [...(isAtStart === true ? registrationLines() : statusLines()), ...leaseLines(), ...watchLines()].filter(
    ({ at }) => at < to,
  );

  /** Before its node is registered a kubelet reports no status. */
  function registrationLines(): readonly SignedLine[] {
    const lines: SignedLine[] = [];
    let at = from + 2.2 * SECOND;
    for (let pause = 0.2; at < to; pause = Math.min(7, pause * 2)) {
      lines.push(...pen.klog(at, pid, 'node.registering', { node: pen.node }));
      at += takes * SECOND;
      lines.push(
        ...pen.klog(at, pid, 'node.register-failed', { node: pen.node, err: failed('Post', '/api/v1/nodes') }),
      );
      at += pause * SECOND;
    }
    return lines;
  }

  function statusLines(): readonly SignedLine[] {
    const lines: SignedLine[] = [];
    const isCached = pen.version.minor >= OWN_CACHE;
    const node = `/api/v1/nodes/${pen.node}`;
    for (let at = from + (isCached ? 130 : 4.2) * SECOND; at < to; at += 10 * SECOND) {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        at += takes * SECOND;
        const got = `error getting node "${pen.node}": ${failed('Get', `${node}?${attempt === 0 ? 'resourceVersion=0&' : ''}timeout=10s`)}`;
        const err = isCached && attempt === 0 ? failed('Patch', `${node}/status?timeout=10s`) : got;
        lines.push(...pen.klog(at, pid, 'node.update-retry', { err }));
      }
      lines.push(...pen.klog(at + 30, pid, 'node.update-failed', { err: 'update node status exceeds retry count' }));
    }
    return lines;
  }

  function leaseLines(): readonly SignedLine[] {
    if (pen.version.minor <= UNTIL_LEASES) return [];
    const lines: SignedLine[] = [];
    const path = `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${pen.node}?timeout=10s`;
    let at = from + 2.7 * SECOND;
    for (let attempt = 0; attempt < 5; attempt += 1)
      lines.push(...pen.klog((at += takes * SECOND), pid, 'lease.update-failed', { err: failed('Put', path) }));
    lines.push(...pen.klog(at + 20, pid, 'lease.update-latest', { err: 'failed 5 attempts to update lease' }));
    for (let pause = 0.2; at < to; pause = Math.min(7, pause * 2)) {
      at += takes * SECOND;
      const interval = pause < 1 ? `${Math.round(pause * 1000)}ms` : `${pause}s`;
      lines.push(...pen.klog(at, pid, 'lease.ensure-failed', { interval, err: failed('Get', path) }));
      at += pause * SECOND;
    }
    return lines;
  }

  function watchLines(): readonly SignedLine[] {
    const lines: SignedLine[] = [];
    const reflector = 'k8s.io/client-go/informers/factory.go:150';
    const name = pen.version.minor >= 18 ? 'api.watch-failed' : 'api.list-failed';
    const first = pen.version.minor >= 18 ? 'failed to list *v1.Node: ' : '';
    const err = `${first}${failed('Get', `/api/v1/nodes?fieldSelector=metadata.name%3D${pen.node}&limit=500&resourceVersion=0`)}`;
    let at = from + 1.1 * SECOND;
    for (let pause = 1; at < to; pause = Math.min(40, pause * 2)) {
      at += takes * SECOND;
      lines.push(...pen.klog(at, pid, name, { reflector, type: '*v1.Node', err, logger: 'UnhandledError' }));
      at += pause * SECOND;
    }
    return lines;
  }
}

export const RESOURCES = {
  disk: ['ephemeral-storage', 'NodeHasDiskPressure', 'NodeHasNoDiskPressure'],
  memory: ['memory', 'NodeHasInsufficientMemory', 'NodeHasSufficientMemory'],
  pids: ['pids', 'NodeHasInsufficientPID', 'NodeHasSufficientPID'],
} as const;
export type Resource = keyof typeof RESOURCES;

/** The conditions stay for so long after the last sign of a shortage (evictionPressureTransitionPeriod). */
const TRANSITION = 300 * SECOND;

export interface Shortage {
  readonly resource: Resource;
  /** Pods that are ended for it, one after another. */
  readonly evicted: readonly string[];
  /** Until when the node is reported, and reports itself. */
  readonly until: number;
}

/** The eviction manager looks every ten seconds, removes images where the disk is short, and ends a pod each time that this does not help. */
export function shortageLines(
  pen: Pen,
  { from, to, pid }: Stretch,
  { resource, evicted, until }: Shortage,
): readonly SignedLine[] {
  const [resourceName, begins, ends] = RESOURCES[resource];
  const lines: SignedLine[] = [];
  let next = 0;
  let last = from;
  for (let at = from + 3 * SECOND; at < to; at += 10 * SECOND) {
    if (evicted.length === next && resource !== 'disk') break;
    last = at;
    lines.push(...pen.klog(at, pid, 'eviction.reclaim', { resourceName }));
    if (resource === 'disk') {
      const err =
        'wanted to free 9223372036854775807 bytes, but freed 0 bytes space with errors in image deletion: <nil>';
      if (next > 0) lines.push(...pen.klog(at + 0.02 * SECOND, pid, 'eviction.reclaim-failed', { resourceName, err }));
    }
    const victim = evicted[next];
    if (victim === undefined) {
      lines.push(...pen.klog(at + 0.03 * SECOND, pid, 'eviction.reduced', { resourceName }));
      continue;
    }
    next += 1;
    const others = evicted.slice(next - 1).map((name) => pen.pod(name));
    const ranked =
      pen.version.minor >= 21
        ? pen.version.minor >= 28
          ? JSON.stringify(others)
          : `[${others.join(' ')}]`
        : others.join(', ');
    const one =
      pen.version.minor >= 28
        ? JSON.stringify([pen.pod(victim)])
        : pen.version.minor >= 21
          ? `[${pen.pod(victim)}]`
          : pen.pod(victim);
    lines.push(
      ...pen.klog(at + 0.03 * SECOND, pid, 'eviction.must-evict', { resourceName }),
      ...pen.klog(at + 0.0301 * SECOND, pid, 'eviction.ranked', { pods: ranked }),
      ...pen.klog(at + 0.9 * SECOND, pid, 'eviction.evicted-ok', { pod: pen.pod(victim) }),
      ...pen.klog(at + 0.9001 * SECOND, pid, 'eviction.evicted', { pods: one }),
      ...pen.klog(at + 3 * SECOND, pid, 'eviction.cleaned', { pods: one }),
    );
  }
  lines.push(...pen.klog(from + 6 * SECOND, pid, 'node.recording-event', { node: pen.node, event: begins }));
  if (last + TRANSITION < until)
    lines.push(
      ...pen.klog(last + TRANSITION + 4 * SECOND, pid, 'node.recording-event', { node: pen.node, event: ends }),
    );
  return lines.filter(({ at }) => at < until);
}

/** What stands beside any trouble, and is none of the node's. */
export const NOISES = ['probe', 'pull', 'volume'] as const;
export type Noise = (typeof NOISES)[number];

export function noiseLines(pen: Pen, { from, to, pid }: Stretch, noise: Noise): readonly SignedLine[] {
  const lines: SignedLine[] = [];
  const period = { probe: 10, pull: 13, volume: 62 }[noise] * SECOND;
  for (let at = from; at < to; at += period) lines.push(...ofNoise(pen, at, pid, noise));
  return lines;
}

function ofNoise(pen: Pen, at: number, pid: number, noise: Noise): readonly SignedLine[] {
  const name = { probe: 'slow-api-0', pull: 'wrong-tag-0', volume: 'db-0' }[noise];
  const pod = pen.pod(name);
  const podUID = uidOf(name);
  if (noise === 'probe')
    return pen.klog(at, pid, 'prober.failed', {
      probeType: 'Readiness',
      pod,
      podUID,
      ctrName: `${pod}:app`,
      containerName: 'app',
      probeResult: 'failure',
      output: 'HTTP probe failed with statuscode: 503',
    });
  const err =
    noise === 'pull'
      ? 'failed to "StartContainer" for "app" with ImagePullBackOff: "Back-off pulling image \\"registry.example/app:v9\\""'
      : 'unmounted volumes=[data], unattached volumes=[], failed to process volumes=[]: timed out waiting for the condition';
  return [
    ...(noise === 'volume' ? pen.klog(at - 100, pid, 'volume.mount-timeout', { err, pod }) : []),
    ...pen.klog(at, pid, 'podworker.error-syncing', { err, pod, podUID }),
  ];
}
