/** The start of the kubelet, where its pods come from, its node at the API server: what a kubelet that is well writes of it. Of these lines nothing follows; the hover says what they are. */
import type { CatalogueRow } from '../../recognise/row.ts';
import type { SourceTable } from '../source.ts';
import { ordinary, quotedToo } from './ordinary.ts';

const CLOUD =
  'The kubelet works without a cloud provider of its own: normal outside of clouds, and where an external one is used.';

export const nodeRows: readonly CatalogueRow[] = [
  ...ordinary(
    'ordinary.apiserver-source',
    ['config', 'kubelet.go'],
    'The kubelet will learn of its pods from the API server.',
    ['Adding apiserver pod source'],
    'Watching apiserver',
  ),
  ...ordinary(
    'ordinary.static-path',
    ['config', 'kubelet.go'],
    'The kubelet will run the static pods whose manifests are in this folder.',
    ['Adding static pod path', 'path'],
    'Adding pod path: {path}',
  ),
  ...ordinary(
    'ordinary.node-sync',
    ['config', 'apiserver.go'],
    'Pods of the API server are taken only once the kubelet has read its own Node object; it waits for that now.',
    ['Waiting for node sync before watching apiserver pods'],
  ),
  ...ordinary(
    'ordinary.watching-path',
    ['config', 'file.go'],
    'The folder of the static pods is watched for changes.',
    ['Watching path', 'path'],
    'Watching path "{path}"',
  ),
  ...ordinary('ordinary.reading-manifest', ['config', 'file.go'], 'The manifest of a static pod is read.', [
    'Reading config file',
    'path',
  ]),
  ...ordinary(
    'ordinary.debug-handlers',
    ['startup', 'server.go'],
    "The kubelet's own HTTPS interface also serves logs, exec, attach and port-forward.",
    ['Adding debug handlers to kubelet server'],
    'Adding debug handlers to kubelet server.',
  ),
  ...ordinary(
    'ordinary.root-directory',
    ['startup', 'server.go'],
    'The folder in which the kubelet keeps what belongs to pods, and the sockets of plugins.',
    ['Using root directory', 'path'],
    'Using root directory: {path}',
  ),
  ...ordinary(
    'ordinary.pod-certificates',
    ['certificate', 'kubelet.go'],
    'Pods cannot get certificates of their own (PodCertificateRequest): normal where the feature is not switched on.',
    [
      'Not starting PodCertificateRequest manager because we are in static kubelet mode or the PodCertificateProjection feature gate is disabled',
    ],
  ),
  ...ordinary(
    'ordinary.no-watchdog',
    ['watchdog', 'watchdog_linux.go'],
    'systemd does not ask this kubelet for signs of life (`WatchdogSec`), so it would not restart one that hangs. Normal: most units ask for none.',
    ['Systemd watchdog is not enabled'],
    ['Systemd watchdog is not enabled or the interval is invalid, so health checking will not be started.'],
  ),
  ...ordinary(
    'ordinary.certificate-rotation',
    ['certificate', 'server.go'],
    'The certificate with which the kubelet goes to the API server is requested and renewed while it runs.',
    ['Client rotation is on, will bootstrap in background'],
    'Client rotation is on, will bootstrap in background',
  ),
  ...ordinary(
    'ordinary.serving-certificate',
    ['certificate', 'dynamic_serving_content.go'],
    "The certificate of the kubelet's own HTTPS interface was read.",
    ['Loaded a new cert/key pair', 'name'],
  ),
  ...['dynamic_serving_content.go', 'dynamic_cafile_content.go'].flatMap((file) =>
    ordinary(
      `ordinary.certificate-files-${file.replace('dynamic_', '').replace('_content.go', '')}`,
      ['certificate', file],
      "The files of certificates are watched for changes: in a kubelet those of its own HTTPS interface, in an API server its own and others'.",
      ['Starting controller', 'name'],
    ),
  ),
  ...ordinary(
    'ordinary.bootstrap',
    ['certificate', 'bootstrap.go'],
    'The kubelet has no certificate of its own yet, and goes to the API server with that of the bootstrap kubeconfig to get one.',
    'Using bootstrap kubeconfig to generate TLS client cert, key and kubeconfig file',
    'No valid private key and/or certificate found, reusing existing private key or creating a new one',
  ),
  ...ordinary(
    'ordinary.volume-limits',
    ['node-status', 'setters.go'],
    'A kind of cloud volume sets no limit to how many of them this node may have: it is not of that cloud. Nothing is wrong; it comes with each report of the node.',
    'Error getting volume limit for plugin {plugin}',
  ),
  ...ordinary(
    'ordinary.client-certificate',
    ['certificate', 'certificate_store.go'],
    'The certificate with which the kubelet goes to the API server is read from its file.',
    'Loading cert/key pair from "{path}".',
  ),
  ...ordinary('ordinary.no-cloud', ['startup', 'plugins.go'], CLOUD, 'No cloud provider specified.'),
  ...ordinary(
    'ordinary.no-cloud-config',
    ['startup', 'server.go'],
    CLOUD,
    'No cloud provider specified: "{provider}" from the config file: "{file}"',
  ),
  ...['gce.go', 'metadata.go'].flatMap((file) =>
    ordinary(
      `ordinary.product-name-${file.replace('.go', '')}`,
      ['startup', file],
      "A look whether this machine runs in Google's cloud, whose image registry has its own credentials. That it fails elsewhere is normal.",
      'Error while reading product_name: {err}',
    ),
  ),
  ...ordinary(
    'ordinary.reflector',
    ['client', 'reflector.go'],
    'The kubelet reads all objects of this kind from the API server, and follows their changes from then on.',
    ['Caches populated', 'type', 'reflector'],
    'Caches populated for {type} from {place}',
    'Starting reflector {type} ({period}) from {place}',
    'Listing and watching {type} from {place}',
  ),
  ...ordinary(
    'ordinary.mirror-pod',
    ['config', 'kubelet.go'],
    'The API server gets an object for this static pod, so that it can be seen there.',
    ['Creating a mirror pod for static pod', 'pod'],
  ),
  ...ordinary(
    'ordinary.attach-annotation',
    ['node-status', 'kubelet_node_status.go'],
    'The kubelet puts its Node object together, and marks it so that the control plane attaches volumes for this node. Many of these lines in a row mean that the Node object is not at the API server yet.',
    ['Setting node annotation to enable volume controller attach/detach'],
    'Setting node annotation to enable volume controller attach/detach',
  ),
  ...ordinary(
    'ordinary.node-address',
    ['node-status', 'setters.go'],
    'The address that the kubelet reports for this node.',
    ['Using node IP', 'IP'],
    'Using node IP: "{address}"',
  ),
  ...ordinary(
    'ordinary.condition-set',
    ['node-status', 'kubelet_node_status.go'],
    'The kubelet puts the status of its node together, one condition after the other.',
    ['Setting node status condition code', 'position', 'node'],
  ),
  ...ordinary(
    'ordinary.sources-seen',
    ['config', 'config.go'],
    'Have all sources told of their pods (the API server, the folder of static pods)? Before that nothing is cleaned up.',
    ['Looking for sources, have seen', 'sources', 'seenSources'],
  ),
  ...ordinary(
    'ordinary.mirror-pod-deleted',
    ['config', 'mirror_client.go'],
    'The object of a static pod at the API server is deleted; the pod itself is not touched by that.',
    ['Deleting a mirror pod', 'pod', 'podUID'],
    'Deleting a mirror pod "{pod}" (uid {uid})',
  ),
  ...ordinary(
    'ordinary.caches',
    ['client', 'shared_informer.go'],
    'The program reads all objects of a kind from the API server before it begins to work with them.',
    'Waiting for caches to sync for {kind}',
    'Caches are synced for {kind}',
    ['Waiting for caches to sync', 'controller'],
    ['Caches are synced', 'controller'],
  ),
  ...ordinary(
    'ordinary.pod-sources',
    ['config', 'config.go'],
    'A source of pods (the API server, the folder of static pods) told which pods this node is to run.',
    ['Setting pods for source', 'source'],
    'Setting pods for source {source}',
    ['Receiving a new pod', 'pod'],
    'Receiving a new pod "{pod}"',
  ),
  ...ordinary(
    'ordinary.address-sought',
    ['node-status', 'interface.go'],
    'The address of this node is looked for: that of the network interface with the default route.',
    'Looking for default routes with IPv4 addresses',
    'Default route transits interface "{interface}"',
    'Interface {interface} is up',
    'Interface "{interface}" has {count} addresses :{addresses}',
    'Checking addr  {address}.',
    'IP found {address}',
    'Found valid IPv4 address {address} for interface "{interface}".',
    'Found active IP {address}',
  ),
  ...ordinary(
    'ordinary.node-update',
    ['node-status', 'kubelet_node_status.go'],
    'The status of the node is put together, to be sent to the API server where it changed.',
    ['Updating node status'],
  ),
  ...quotedToo(
    ordinary(
      'ordinary.watch-end',
      ['client', 'reflector.go'],
      'A watch of the API server ended, as each does after some minutes; the next one follows.',
      '{place}: Watch close - {type} total {count} items received',
    ),
  ),
];

/** Where the texts of these rows were read. */
export const nodeSources: SourceTable = {
  'pkg/kubelet/kubelet.go': {
    'ordinary.apiserver-source.s': 'lines',
    'ordinary.apiserver-source.u': 'lines',
    'ordinary.static-path.s': 'lines',
    'ordinary.static-path.u': 'lines',
    'ordinary.pod-certificates.s': 'lines',
    'ordinary.mirror-pod.s': 'lines',
  },
  'pkg/kubelet/config/apiserver.go': {
    'ordinary.node-sync.s': 'lines',
  },
  'pkg/kubelet/config/file.go': {
    'ordinary.watching-path.s': 'lines',
    'ordinary.watching-path.u': 'lines',
    'ordinary.reading-manifest.s': 'lines',
  },
  'pkg/kubelet/server/server.go': {
    'ordinary.debug-handlers.s': 'lines',
    'ordinary.debug-handlers.u': 'lines',
  },
  'cmd/kubelet/app/server.go': {
    'ordinary.root-directory.s': 'lines',
    'ordinary.root-directory.u': 'lines',
    'ordinary.certificate-rotation.s': 'lines',
    'ordinary.certificate-rotation.u': 'lines',
    'ordinary.no-cloud-config.u': 'lines',
  },
  'pkg/kubelet/watchdog/watchdog_linux.go': {
    'ordinary.no-watchdog.s': 'lines',
    'ordinary.no-watchdog.s2': 'lines',
  },
  'k8s.io/apiserver/pkg/server/dynamiccertificates/dynamic_serving_content.go': {
    'ordinary.serving-certificate.s': 'lines',
    'ordinary.certificate-files-serving.s': 'lines',
  },
  'k8s.io/apiserver/pkg/server/dynamiccertificates/dynamic_cafile_content.go': {
    'ordinary.certificate-files-cafile.s': 'lines',
  },
  'k8s.io/cloud-provider/plugins.go': {
    'ordinary.no-cloud.u': 'lines',
  },
  'github.com/google/cadvisor/utils/cloudinfo/gce/gce.go': {
    'ordinary.product-name-gce.u': 'lines',
  },
  'pkg/credentialprovider/gcp/metadata.go': {
    'ordinary.product-name-metadata.u': 'lines',
  },
  'k8s.io/client-go/tools/cache/reflector.go': {
    'ordinary.reflector.s': 'lines',
    'ordinary.reflector.u': 'lines',
    'ordinary.reflector.u2': 'lines',
    'ordinary.reflector.u3': 'lines',
    'ordinary.watch-end.u': 'lines',
  },
  'pkg/kubelet/kubelet_node_status.go': {
    'ordinary.attach-annotation.s': 'lines',
    'ordinary.attach-annotation.u': 'lines',
    'ordinary.condition-set.s': 'lines',
    'ordinary.node-update.s': 'lines',
  },
  'pkg/kubelet/nodestatus/setters.go': {
    'ordinary.volume-limits.u': 'glog, klog, lines',
    'ordinary.node-address.s': 'lines',
    'ordinary.node-address.u': 'lines',
  },
  'pkg/kubelet/config/config.go': {
    'ordinary.sources-seen.s': 'lines',
    'ordinary.pod-sources.s': 'lines',
    'ordinary.pod-sources.u': 'lines',
    'ordinary.pod-sources.s2': 'lines',
    'ordinary.pod-sources.u2': 'lines',
  },
  'pkg/kubelet/pod/mirror_client.go': {
    'ordinary.mirror-pod-deleted.s': 'lines',
    'ordinary.mirror-pod-deleted.u': 'lines',
  },
  'k8s.io/client-go/tools/cache/shared_informer.go': {
    'ordinary.caches.u': 'lines',
    'ordinary.caches.u2': 'lines',
    'ordinary.caches.s': 'lines',
    'ordinary.caches.s2': 'lines',
  },
  'k8s.io/client-go/util/certificate/certificate_store.go': {
    'ordinary.client-certificate.u': 'glog, klog, lines',
  },
  'k8s.io/apimachinery/pkg/util/net/interface.go': {
    'ordinary.address-sought.u': 'lines',
    'ordinary.address-sought.u2': 'lines',
    'ordinary.address-sought.u3': 'lines',
    'ordinary.address-sought.u4': 'lines',
    'ordinary.address-sought.u5': 'lines',
    'ordinary.address-sought.u6': 'lines',
    'ordinary.address-sought.u7': 'lines',
    'ordinary.address-sought.u8': 'lines',
  },
  'pkg/kubelet/certificate/bootstrap/bootstrap.go': {
    'ordinary.bootstrap.u': 'lines',
    'ordinary.bootstrap.u2': 'lines',
  },
};
