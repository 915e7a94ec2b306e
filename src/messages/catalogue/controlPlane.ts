/**
 * Lines of etcd and of the API server in the same capture: only those by which they cannot do their work, for they are why a kubelet does not reach its API server.
 * etcd: server/etcdserver (util.go, raft.go, v3_server.go), server/storage/wal, server/embed, server/etcdserver/api (3.4 to 3.6); printf up to 3.3.
 * kine, in k3s and MicroK8s: pkg/drivers/generic (github.com/k3s-io/kine; canonical/k8s-dqlite). Leader election: staging/src/k8s.io/client-go/tools/leaderelection, and what its users end with.
 * API server: pkg/controlplane/instance.go, staging/src/k8s.io/apiserver (endpoints/handlers/responsewriters/status.go, server/hooks.go).
 */
import {
  apiServerEnds,
  databaseLocked,
  etcdError,
  etcdFailing,
  etcdHeartbeat,
  etcdSlow,
  leadershipLost,
  slowQuery,
  storageTrace,
} from '../facts/controlPlane.ts';
import { type CatalogueRow, family, keyed, neighbour, text } from '../recognise/row.ts';

const etcdRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'etcd',
      file: 'util.go',
      facts: etcdSlow,
      meaning:
        'etcd took long for a request. Below a second it is little; with seconds the API server gets slow, and leases of nodes are renewed late.',
      whatToDo:
        'See the disk below /var/lib/etcd (fsync within 10 ms), the load of the node, and the network between the members.',
    },
    keyed('etcd.slow-request.s', 'apply request took too long', [
      'took',
      'expected-duration',
      'prefix',
      'request',
      'response',
    ]),
    keyed('etcd.slow-fsync.s', 'slow fdatasync', ['took', 'expected-duration'], { file: 'wal.go' }),
    keyed(
      'etcd.slow-read.s',
      'waiting for ReadIndex response took too long, retrying',
      ['sent-request-id', 'retry-timeout'],
      { file: 'v3_server.go' },
    ),
    keyed(
      'etcd.slow-heartbeat.s',
      'leader failed to send out heartbeat on time; took too long, leader is overloaded likely from slow disk',
      ['to', 'heartbeat-interval', 'expected-duration', 'exceeded-duration'],
      { file: 'raft.go', facts: etcdHeartbeat },
    ),
    neighbour('etcd.slow-request.n', 'took too long ({took}) to execute'),
    neighbour('etcd.slow-fsync.n', 'wal: sync duration of {took}, expected less than'),
    neighbour('etcd.slow-heartbeat.n', 'failed to send out heartbeat on time {details}', { facts: etcdHeartbeat }),
  ),
  ...family(
    {
      component: 'etcd',
      file: 'health.go',
      facts: etcdFailing,
      meaning:
        'etcd has no leader, no space or another fault of its own, so the API server can neither read nor write.',
      whatToDo: 'See the members: `etcdctl endpoint status --cluster -w table`, and the log of each.',
    },
    keyed('etcd.unhealthy.s', '/health error', ['output', 'status-code']),
    keyed('etcd.unhealthy.s2', 'serving /health false due to an alarm', ['alarm']),
    keyed('etcd.unhealthy.s3', 'serving /health false; no leader', []),
    keyed(
      'etcd.peer-lost.s',
      'prober detected unhealthy status',
      ['round-tripper-name', 'remote-peer-id', 'rtt', 'error'],
      { file: 'probing_status.go' },
    ),
    keyed('etcd.not-served.s', 'setting up serving from embedded etcd failed.', ['error'], { file: 'etcd.go' }),
    keyed(
      'etcd.not-published.s',
      'failed to publish local member to cluster through raft',
      ['local-member-id', 'error'],
      { file: 'server.go' },
    ),
    neighbour('etcd.unhealthy.n', 'etcdserver: no leader{details}'),
    neighbour('etcd.unhealthy.n2', 'lost leader {id} at term {term}'),
    neighbour('etcd.peer-lost.n', 'the connection to peer {peer} is unhealthy'),
    neighbour('etcd.no-space.n', 'etcdserver: mvcc: database space exceeded{details}'),
  ),
];

const apiServerRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'kube-apiserver',
      file: 'instance.go',
      facts: apiServerEnds,
      meaning: 'The API server could not use its storage, mostly because etcd does not answer, so it ends.',
      whatToDo: 'See etcd: `crictl ps -a --name etcd`, and its log.',
    },
    text('apiserver.storage.u', 'Error creating leases: {err}', { severity: 'F' }),
    text('apiserver.storage.u2', 'Unable to create storage backend: {err}', {
      severity: 'F',
      file: 'storage_decorator.go',
    }),
    text('apiserver.storage.u3', 'Failed to initialize storage backend: {err}', { severity: 'F', file: 'store.go' }),
  ),
  ...family(
    {
      component: 'kube-apiserver',
      file: 'hooks.go',
      facts: apiServerEnds,
      meaning: 'A part of the API server that it needs did not start, so it ends.',
      whatToDo: 'See the lines of the API server before it, and etcd.',
    },
    text('apiserver.hook.u', 'PostStartHook "{hook}" failed: {err}', { severity: 'F' }),
  ),
  ...family(
    {
      component: 'kube-apiserver',
      file: 'status.go',
      facts: etcdError,
      meaning:
        'The API server had an error that it does not know what to answer with, mostly from etcd or of a client that went away.',
      whatToDo: 'Where it names etcd: see whether etcd is slow or has no leader.',
    },
    // go.etcd.io/etcd/client/v3/retry_interceptor.go, in whoever asks etcd.
    keyed('etcd.client-retry.s', 'retrying of unary invoker failed', ['target', 'attempt', 'error'], {
      file: 'retry_interceptor.go',
    }),
    text('apiserver.status.u', 'apiserver received an error that is not an metav1.Status: {err}', { severity: 'E' }),
  ),
];

/** k8s.io/utils/trace: of a line with so many forms only those are rows that name the storage, told by words in their middle. */
const traceRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'kube-apiserver',
      file: 'trace.go',
      facts: storageTrace,
      meaning:
        'The API server says how long a call of its storage took, because it was long: etcd, or the database of k3s.',
      whatToDo:
        'Below a second it is little. With seconds see the disk below the storage, and the load of the machine.',
    },
    text('apiserver.trace.u', '{what} etcd3"{rest}', { severity: 'I' }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'trace.go',
      meaning:
        'What stands in quotes took as long as `total time` says; below it its steps. One such line tells little; many, of different things, that the disk or the processors do not suffice.',
    },
    // `(total time: …)`; with fewer letters than the row above, which is asked first for having more.
    text('trace.u', '{what}time: {took}', { severity: 'I' }),
  ),
];

const kineRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'kine',
      facts: slowQuery,
      meaning:
        'The database of k3s took more than a second for a query. With seconds the API server gets slow, leases are renewed late, and k3s ends itself.',
      whatToDo: 'See the disk below the database, and how large the database is; cards and USB sticks are too slow.',
    },
    neighbour('kine.slow-sql', 'Slow SQL{query}(total time: {took}){rest}'),
    neighbour('kine.locked', 'database is locked{rest}', {
      facts: databaseLocked,
      meaning: 'The database of MicroK8s or k3s took no write, because another one held it for too long.',
    }),
  ),
];

const leaderRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'leaders',
      file: 'leaderelection.go',
      facts: etcdError,
      meaning:
        'A component that leads, or would like to, could not read or write the lease of its leader. Without it for ten seconds and more a leader ends itself.',
      whatToDo: 'The error says what failed: where it names etcd or the database, see the disk below it and the load.',
    },
    text('leader.lock.u', 'error retrieving resource lock {lock}: {err}', { severity: 'E' }),
    text('leader.lock.u2', 'Failed to update lock: {err}', { severity: 'E' }),
    text('leader.lock.u3', 'Failed to update lock optimistically: {err}, falling back to slow path', { severity: 'E' }),
  ),
  ...family(
    {
      component: 'leaders',
      file: 'controllermanager.go',
      facts: leadershipLost,
      highlight: 'trouble',
      meaning:
        'A controller could not renew the lease by which it leads, so its program ends. In k3s, MicroK8s and the like the kubelet is part of that program.',
      whatToDo: 'See why the API server did not answer in time: its datastore, the disk below it, and the load.',
    },
    text('leader.lost.u', 'leaderelection lost', { severity: 'F' }),
    keyed('leader.lost.s', 'leaderelection lost', [], { severity: 'E' }),
    keyed('leader.lost.s2', 'Leaderelection lost', [], { severity: 'E', file: 'server.go' }),
  ),
];

export const CONTROL_PLANE_ROWS: readonly CatalogueRow[] = [
  ...etcdRows,
  ...kineRows,
  ...apiServerRows,
  ...traceRows,
  ...leaderRows,
];
