/** Messages about the API server: leases, the clients of client-go, events, mirror pods. Components of Kubernetes share most of these files. */
import { etcdOutOfReach } from '../facts/controlPlane.ts';
import { leaseFailed, apiFailed, apiSaid, eventLost, reflectorFailed, unhandledError } from '../facts/api.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

/** client-go/tools/cache/reflector.go: `name: Failed to list type: err` (1.8 to 1.30), `Unhandled Error` (1.31, 1.32), `Failed to watch` with keys (1.33). */
const reflectorRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'client',
      file: 'reflector.go',
      facts: reflectorFailed,
      meaning:
        'The kubelet could not list or watch objects at the API server (its pods, node, services, secrets, config maps). It tries again with growing pauses; until then it does not learn of changes.',
      whatToDo:
        'Check the way to the API server: `curl -k https://<server>/healthz`, and the credentials of the kubelet.',
    },
    text('api.list-failed.u', '{reflector}: Failed to list {type}: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.19',
    }),
    text('api.list-failed.u2', '{reflector}: failed to list {type}: {err}', {
      severity: 'W',
      verbosity: 0,
      since: '1.20',
      until: '1.32',
    }),
    text('api.watch-failed.u', '{reflector}: Failed to watch {type}: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.30',
    }),
    keyed('api.watch-failed.s', 'Failed to watch', ['err', 'logger', 'reflector', 'type'], {
      severity: 'E',
      verbosity: 0,
      since: '1.33',
    }),
    keyed('api.watch-list-failed.s', 'watch-list failed - backing off', ['reflector', 'type', 'err'], {
      severity: 'I',
      verbosity: 2,
      since: '1.33',
    }),
  ),
  ...family(
    {
      component: 'client',
      file: 'reflector.go',
      meaning:
        'A watch at the API server ended with an error and is begun anew; API servers end watches all the time. If it cannot be begun, that has a line of its own.',
    },
    text('api.watch-ended.u', '{reflector}: watch of {type} ended with: {err}', {
      severity: 'W',
      verbosity: 0,
      until: '1.32',
    }),
    keyed('api.watch-ended.s', 'Warning: watch ended with error', ['reflector', 'type', 'err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.32',
    }),
  ),
  ...family(
    {
      component: 'client',
      file: 'reflector.go',
      facts: unhandledError,
      meaning: 'An error that nobody else handles, mostly of a list or watch at the API server; the error says which.',
      whatToDo: 'Read the error; where it names the API server, check the way there.',
    },
    keyed('api.unhandled.s', 'Unhandled Error', ['err', 'logger'], { severity: 'E', verbosity: 0, since: '1.31' }),
  ),
];

/** What the libraries say beside it: client-go/tools/cache, google.golang.org/grpc. */
const clientRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'client',
      file: 'type.go',
      meaning:
        'The API server ended a list that is streamed, so the objects are listed in the old way. If that fails too, it has a line of its own.',
    },
    text(
      'api.watch-list.u',
      'The watchlist request for {type} ended with an error, falling back to the standard LIST semantics, err = {err}',
      { severity: 'W', verbosity: 0, since: '1.30' },
    ),
  ),
  ...family(
    {
      component: 'client',
      file: 'logging.go',
      facts: etcdOutOfReach,
      meaning:
        'The gRPC library could not connect, mostly to the socket of the container runtime or of a plug-in; it tries again. What needed the connection has a line of its own.',
      whatToDo: 'See whether the socket that the line names is there, and who should listen on it.',
    },
    text(
      'grpc.connect.u',
      '[core] {channel}grpc: addrConn.createTransport failed to connect to {address}. Err: {err}',
      { severity: 'W', verbosity: 0, since: '1.22' },
    ),
    text('grpc.connect.u2', '[core] grpc: addrConn.createTransport failed to connect to {address}. Err: {err}', {
      severity: 'W',
      verbosity: 0,
      since: '1.21',
      file: 'clientconn.go',
    }),
    text('grpc.connect.u3', 'grpc: addrConn.createTransport failed to connect to {address}. Err :{err}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
      file: 'clientconn.go',
    }),
  ),
];

/** pkg/kubelet/nodelease (1.13), component-helpers/apimachinery/lease/controller.go (1.20): printf up to 1.26. */
const leaseRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'node-status',
      file: 'controller.go',
      facts: leaseFailed,
      meaning:
        "The node's lease, due every 10 seconds, could not be renewed at the API server. After 40 seconds without one (by default) the control plane marks the node Unknown, which shows as NotReady.",
      whatToDo: 'Check the way to the API server; the runtime has no part in it.',
    },
    text('lease.ensure-failed.u', 'failed to ensure node lease exists, will retry in {interval}, error: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.13',
      until: '1.19',
    }),
    text('lease.ensure-failed.u2', 'failed to ensure lease exists, will retry in {interval}, error: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.20',
      until: '1.26',
    }),
    keyed('lease.ensure-failed.s', 'Failed to ensure lease exists, will retry', ['err', 'interval'], {
      severity: 'E',
      verbosity: 0,
      since: '1.27',
    }),
    text('lease.update-failed.u', 'failed to update node lease, error: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.13',
      until: '1.19',
    }),
    text('lease.update-failed.u2', 'failed to update lease, error: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.20',
      until: '1.26',
    }),
    keyed('lease.update-failed.s', 'Failed to update lease', ['err'], { severity: 'E', verbosity: 0, since: '1.27' }),
    text('lease.update-latest.u', 'failed to update lease using latest lease, fallback to ensure lease, err: {err}', {
      severity: 'I',
      verbosity: 0,
      since: '1.16',
      until: '1.26',
    }),
    keyed('lease.update-latest.s', 'failed to update lease using latest lease, fallback to ensure lease', ['err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.27',
    }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'nodelease.go',
      facts: apiFailed('node'),
      meaning:
        'The lease of the node has no owner yet, for the Node object could not be read. Normal before the node is registered.',
    },
    text('lease.owner.u', 'failed to get node "{node}" when trying to set owner ref to the node lease: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.20',
      until: '1.20',
    }),
    text('lease.owner.u2', 'failed to get node "{node}" when trying to set owner ref to the node lease: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.13',
      until: '1.19',
      file: 'controller.go',
    }),
    keyed('lease.owner.s', 'Failed to get node when trying to set owner ref to the node lease', ['err', 'node'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
];

/** client-go/tools/record/event.go. */
const eventRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'client',
      file: 'event.go',
      facts: apiFailed('event'),
      meaning:
        'An event could not be written to the API server; it is tried again a few times and dropped then. `kubectl describe` will not show it.',
      whatToDo: 'Check the way to the API server.',
    },
    text('event.write-failed.u', "Unable to write event: '{err}' (may retry after sleeping)", {
      severity: 'E',
      verbosity: 0,
      until: '1.18',
    }),
    text('event.write-failed.u2', "Unable to write event: '{event}': '{err}'(may retry after sleeping)", {
      severity: 'E',
      verbosity: 0,
      since: '1.19',
      until: '1.28',
    }),
    keyed('event.write-failed.s', 'Unable to write event (may retry after sleeping)', ['err', 'event'], {
      severity: 'E',
      verbosity: 0,
      since: '1.29',
    }),
  ),
  ...family(
    {
      component: 'client',
      file: 'event.go',
      facts: apiFailed('event'),
      meaning:
        'The API server answered, and did not take an event; it is dropped. `kubectl describe` will not show it.',
      whatToDo:
        'Read the error: `forbidden` is a matter of credentials, or of a namespace that is being deleted; `already exists` and `not found` are nothing to care for.',
    },
    text('event.rejected.u', "Server rejected event '{event}': '{err}' (will not retry!)", {
      severity: 'E',
      verbosity: 0,
      until: '1.28',
    }),
    keyed('event.rejected.s', 'Server rejected event (will not retry!)', ['err', 'event'], {
      severity: 'E',
      verbosity: 0,
      since: '1.29',
    }),
  ),
  ...family(
    {
      component: 'client',
      file: 'event.go',
      facts: apiFailed('event'),
      meaning:
        'An event could not be written to the API server, and is dropped now. `kubectl describe` will not show it.',
      whatToDo: 'Check the way to the API server.',
    },
    text('event.gave-up.u', "Unable to write event '{event}' (retry limit exceeded!)", {
      severity: 'E',
      verbosity: 0,
      until: '1.28',
      facts: eventLost,
    }),
    keyed('event.gave-up.s', 'Unable to write event (retry limit exceeded!)', ['err', 'event'], {
      severity: 'E',
      verbosity: 0,
      since: '1.29',
    }),
  ),
  ...family(
    {
      component: 'client',
      file: 'event.go',
      meaning:
        'An event is dropped for a reason of its own: too many wait to be written, the kubelet ends, or it cannot be made.',
    },
    text('event.dropped.u', 'unable to record event: too many queued events, dropped event {event}', {
      severity: 'E',
      verbosity: 0,
      until: '1.28',
    }),
    text('event.dropped.u2', 'unable to record event: {err} (will not retry!)', {
      severity: 'E',
      verbosity: 0,
      until: '1.28',
    }),
    keyed('event.dropped.s', 'Unable to record event: too many queued events, dropped event', ['event'], {
      severity: 'E',
      verbosity: 0,
      since: '1.29',
    }),
    keyed('event.dropped.s2', 'Unable to record event (will not retry!)', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.29',
    }),
    keyed('event.shut-down.s', 'Unable to write event (broadcaster is shut down)', ['event'], {
      severity: 'E',
      verbosity: 0,
      since: '1.29',
    }),
    text('event.construct.u', "Unable to construct event '{event}': '{err}' (will not retry!)", {
      severity: 'E',
      verbosity: 0,
      until: '1.28',
    }),
    keyed('event.construct.s', 'Unable to construct event (will not retry!)', ['err', 'event'], {
      severity: 'E',
      verbosity: 0,
      since: '1.29',
    }),
    text(
      'event.reference.u',
      "Could not construct reference to: '{object}' due to: '{err}'. Will not report event: '{eventType}' '{reason}' '{message}'",
      { severity: 'E', verbosity: 0, until: '1.28' },
    ),
    keyed(
      'event.reference.s',
      'Could not construct reference, will not report event',
      ['err', 'object', 'eventType', 'reason', 'message'],
      { severity: 'E', verbosity: 0, since: '1.29' },
    ),
  ),
];

/** pkg/kubelet/kubelet.go and kubelet_getters.go; pkg/volume/csi. */
const nodeRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'node-status',
      file: 'kubelet.go',
      facts: apiSaid('node'),
      meaning:
        'The kubelet does not find its own Node object in what it has read from the API server. For seconds after a start that is normal; else the node was never registered, or under another name, or the API server cannot be reached.',
      whatToDo:
        'See whether the node is there: `kubectl get node`; compare its name with `hostname` and `--hostname-override`.',
    },
    text('node.not-found.u', 'node "{node}" not found', { severity: 'E', verbosity: 0, until: '1.20' }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'kubelet_node_status.go',
      facts: apiFailed('node'),
      meaning:
        'The kubelet does not find its own Node object among what it has read from the API server. For seconds after a start that is normal.',
      whatToDo: 'See whether the node is there under the name that the kubelet uses: `kubectl get node`.',
    },
    keyed('node.get-current.s', 'Error getting the current node from lister', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.26',
    }),
  ),
  ...family(
    {
      component: 'client',
      file: 'token_manager.go',
      facts: apiFailed('client'),
      meaning:
        'The API server gave no new token for a pod. The old one is still valid, so the pod goes on with it; it is tried again.',
    },
    keyed('api.token-kept.s', "Couldn't update token", ['cacheKey', 'err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'kubelet.go',
      facts: apiFailed('mirror-pod'),
      meaning:
        'The API server did not take the object that shows a static pod there (its mirror pod). The pod itself runs without it.',
      whatToDo: 'Check the way to the API server; "already exists" is nothing to care for.',
    },
    text('mirror.create-failed.u', 'Failed creating a mirror pod for "{pod}": {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('mirror.create-failed.s', 'Failed creating a mirror pod for', ['err', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.31',
    }),
    keyed('mirror.create-failed.s2', 'Failed creating a mirror pod', ['err', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.32',
    }),
    text('mirror.delete-failed.u', 'Failed deleting a mirror pod "{pod}": {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      file: 'mirror_client.go',
    }),
    keyed('mirror.delete-failed.s', 'Failed deleting a mirror pod', ['err', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      file: 'mirror_client.go',
    }),
  ),
  ...family(
    {
      component: 'node-status',
      file: 'kubelet.go',
      facts: apiFailed('node'),
      meaning:
        'No mirror pod is made for a static pod, for the Node object is not known yet. Normal before the node is registered.',
    },
    keyed(
      'mirror.no-node.s',
      'No need to create a mirror pod, since failed to get node info from the cluster',
      ['err', 'node'],
      { severity: 'E', verbosity: 0, since: '1.32' },
    ),
    keyed(
      'mirror.unregistered.s',
      'Unable to register mirror pod because node is not registered yet',
      ['err', 'node'],
      { severity: 'E', verbosity: 0, since: '1.34', facts: () => undefined },
    ),
    keyed(
      'mirror.no-node.s2',
      'No need to create a mirror pod, since node has been removed from the cluster',
      ['node'],
      { severity: 'I', verbosity: 4, since: '1.21', facts: () => undefined },
    ),
  ),
  ...family(
    {
      component: 'volume',
      file: 'csi_plugin.go',
      facts: apiFailed('csi-node'),
      meaning:
        'The kubelet could not read or write its CSINode object, in which the API server lists the CSI drivers of the node. After many attempts it ends.',
      whatToDo: 'Check the way to the API server, and whether its version has CSINode.',
    },
    text('csi.node-failed.u', 'Failed to initialize CSINode: {err}', { severity: 'E', verbosity: 0, since: '1.14' }),
    text('csi.node-failed.u2', 'Failed to initialize CSINodeInfo: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.14',
      until: '1.16',
    }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'csi_plugin.go',
      facts: apiFailed('csi-node'),
      meaning:
        'At its start the kubelet waits until the API server has its CSINode object, and asks about once a second. For some seconds it is normal that nobody answers; "system:anonymous" means that it has no valid certificate.',
      whatToDo: 'Check the way to the API server, and the certificate of the kubelet: `kubectl get csr`.',
    },
    text('csi.node-waits.u', 'Failed to contact API server when waiting for CSINode publishing: {err}', {
      severity: 'I',
      verbosity: 0,
      since: '1.17',
    }),
  ),
];

export const apiRows: readonly CatalogueRow[] = [
  ...reflectorRows,
  ...clientRows,
  ...leaseRows,
  ...eventRows,
  ...nodeRows,
];

/** Where the texts of these rows were read. */
export const apiSources: SourceTable = {
  'pkg/kubelet/token/token_manager.go': {
    'api.token-kept.s': 'structured',
  },
  'k8s.io/client-go/tools/cache/reflector.go': {
    'api.list-failed.u': 'glog, klog, lines',
    'api.list-failed.u2': 'klog, lines of 1.24, 1.27, 1.28, 1.30, 1.31, 1.32',
    'api.watch-failed.u': 'klog, lines of 1.24, 1.27, 1.28, 1.30',
    'api.watch-list-failed.s': 'contextual, lines of 1.36',
    'api.watch-failed.s': 'contextual, lines of 1.33, 1.34',
    'api.watch-ended.u': 'glog, klog, lines of 1.28',
    'api.watch-ended.s': 'contextual',
    'api.unhandled.s': 'lines of 1.31, 1.32',
  },
  'k8s.io/client-go/gentype/type.go': {
    'api.watch-list.u': 'lines of 1.32',
  },
  'google.golang.org/grpc/clientconn.go': {
    'grpc.connect.u': 'lines of 1.28, 1.30, 1.31, 1.32',
    'grpc.connect.u2': 'lines',
    'grpc.connect.u3': 'lines of 1.20',
  },
  'pkg/kubelet/nodelease/controller.go': {
    'lease.ensure-failed.u': 'klog, lines',
    'lease.ensure-failed.u2': 'klog, lines of 1.24',
    'lease.update-failed.u': 'klog, lines',
    'lease.update-failed.u2': 'klog',
    'lease.update-latest.u': 'klog',
    'lease.owner.u2': 'lines of 1.15',
  },
  'k8s.io/component-helpers/apimachinery/lease/controller.go': {
    'lease.ensure-failed.s': 'lines of 1.27, 1.28, 1.30, 1.31, 1.32, 1.36',
    'lease.update-failed.s': 'lines of 1.28',
    'lease.update-latest.s': 'contextual, lines of 1.28',
  },
  'pkg/util/node/nodelease.go': {
    'lease.owner.u': 'lines of 1.20',
    'lease.owner.s': 'structured, lines of 1.24, 1.28, 1.32, 1.36',
  },
  'k8s.io/client-go/tools/record/event.go': {
    'event.write-failed.u': 'klog',
    'event.write-failed.u2': 'klog',
    'event.write-failed.s': 'lines of 1.32, 1.36',
    'event.rejected.u': 'lines of 1.24, 1.28',
    'event.rejected.s': 'contextual',
    'event.gave-up.u': 'glog, klog, lines',
    'event.gave-up.s': 'contextual',
    'event.dropped.u': 'klog',
    'event.dropped.u2': 'klog',
    'event.dropped.s': 'contextual',
    'event.dropped.s2': 'contextual',
    'event.shut-down.s': 'contextual',
    'event.construct.u': 'glog, klog',
    'event.construct.s': 'contextual',
    'event.reference.u': 'glog, klog',
    'event.reference.s': 'contextual',
  },
  'pkg/kubelet/kubelet.go': {
    'node.not-found.u': 'lines of 1.15, 1.20',
    'mirror.create-failed.u': 'glog, klog',
    'mirror.create-failed.s': 'structured, lines of 1.30, 1.31',
    'mirror.create-failed.s2': 'structured, lines of 1.32, 1.36',
    'mirror.no-node.s': 'lines of 1.32, 1.36',
    'mirror.unregistered.s': 'lines of 1.36',
    'mirror.no-node.s2': 'structured',
  },
  'pkg/kubelet/kubelet_node_status.go': {
    'node.get-current.s': 'structured, lines of 1.32, 1.36',
  },
  'pkg/kubelet/pod/mirror_client.go': {
    'mirror.delete-failed.u': 'glog, klog',
    'mirror.delete-failed.s': 'structured, lines',
  },
  'pkg/volume/csi/csi_plugin.go': {
    'csi.node-failed.u': 'klog, lines of 1.24',
    'csi.node-failed.u2': 'klog',
    'csi.node-waits.u': 'klog, lines of 1.29',
  },
};
