/** The way to the container runtime, and docker within the kubelet: what a kubelet that is well writes of it. Of these lines nothing follows; the hover says what they are. */
import type { CatalogueRow } from '../../recognise/row.ts';
import type { SourceTable } from '../source.ts';
import { ordinary } from './ordinary.ts';

const SOCKET =
  'The library that makes gRPC calls connects to an address: in a kubelet the socket of the container runtime or of a plugin, in an API server mostly etcd.';

export const runtimeRows: readonly CatalogueRow[] = [
  ...ordinary(
    'ordinary.docker-cgroup-driver',
    ['cgroup', 'docker_service.go'],
    'docker told the kubelet which driver of control groups it uses; the kubelet has to use the same.',
    'Setting cgroupDriver to {driver}',
  ),
  ...ordinary(
    'ordinary.docker-client',
    ['startup', 'client.go'],
    'The kubelet connects to docker, which is its container runtime.',
    'Connecting to docker on {address}',
    'Start docker client with request timeout={timeout}',
    ['Connecting to docker on the dockerEndpoint', 'endpoint'],
    ['Start docker client with request timeout', 'timeout'],
  ),
  ...ordinary(
    'ordinary.dockershim-deprecated',
    ['startup', 'kubelet.go'],
    'docker is used through the dockershim, which kubelets from 1.24 on do not have.',
    ['Using dockershim is deprecated, please consider using a full-fledged CRI implementation'],
  ),
  ...ordinary(
    'ordinary.docker-info',
    ['startup', 'docker_service.go'],
    'What docker told about itself: its version, its storage driver, its driver of control groups.',
    'Docker Info: {info}',
  ),
  ...ordinary(
    'ordinary.docker-network',
    ['network', 'docker_service.go'],
    'Which network plugin the kubelet uses with docker, and how a pod reaches itself over its own service (hairpin).',
    'Docker cri networking managed by {plugin}',
    ['Docker cri networking managed by the network plugin', 'networkPluginName'],
    'Hairpin mode set to "{mode}"',
    ['Hairpin mode is set', 'hairpinMode'],
  ),
  ...ordinary(
    'ordinary.docker-cni',
    ['network', 'cni.go'],
    'The kubelet found the configuration of the network plugin that it uses with docker; it looks for it every five seconds.',
    'Using CNI configuration file {file}',
  ),
  ...['remote_runtime.go', 'remote_image.go', 'clientconn.go'].flatMap((file) =>
    ordinary(
      `ordinary.socket-scheme-${file.replace('.go', '').replace('_', '-')}`,
      ['cri-remote', file],
      SOCKET,
      'parsed scheme: "{scheme}"',
      'scheme "{scheme}" not registered, fallback to default scheme',
    ),
  ),
  ...ordinary(
    'ordinary.docker-pull',
    ['runtime', 'kube_docker_client.go'],
    'How far Docker is with the pull of an image, every ten seconds and at its end (with dockershim).',
    'Pulling image "{image}": "{progress}"',
    'Stop pulling image "{image}": "{progress}"',
  ),
  ...ordinary(
    'ordinary.socket-balancer',
    ['cri-remote', 'clientconn.go'],
    SOCKET,
    'ClientConn switching balancer to "{balancer}"',
  ),
  ...ordinary(
    'ordinary.socket-addresses',
    ['cri-remote', 'passthrough.go'],
    SOCKET,
    'ccResolverWrapper: sending new addresses to cc: {addresses}',
    'ccResolverWrapper: sending update to cc: {addresses}',
  ),
  ...ordinary(
    'ordinary.socket-state',
    ['cri-remote', 'balancer_conn_wrappers.go'],
    SOCKET,
    'pickfirstBalancer: HandleSubConnStateChange: {state}',
  ),
  ...ordinary(
    'ordinary.runtime-listed',
    ['runtime', 'kuberuntime_manager.go'],
    'The container runtime answered the list calls: with `all=true` those of PLEG, else mostly those of the housekeeping.',
    ['Retrieved pods from runtime', 'all'],
  ),
  ...ordinary(
    'ordinary.registry-credentials',
    ['image-gc', 'provider.go'],
    'The credentials for registries of images that the node itself has are looked up anew.',
    'Refreshing cache for provider: {provider}',
  ),
  ...ordinary(
    'ordinary.runtime-cgroups',
    ['cgroup', 'container_manager_linux.go'],
    'The kubelet found out in which control group docker runs.',
    '[ContainerManager]: Discovered runtime cgroups name: {name}',
  ),
  ...ordinary(
    'ordinary.iptables-wait',
    ['network', 'iptables.go'],
    'This `iptables-restore` cannot wait for its lock, or is not there; it is used without that.',
    "couldn't get iptables-restore version; assuming it doesn't support --wait",
    ["Couldn't get iptables-restore version; assuming it doesn't support --wait"],
  ),
];

/** Where the texts of these rows were read. */
export const runtimeSources: SourceTable = {
  'pkg/kubelet/kubelet.go': {
    'ordinary.dockershim-deprecated.s': 'lines',
  },
  'pkg/kubelet/dockershim/network/cni/cni.go': {
    'ordinary.docker-cni.u': 'glog, klog, lines',
  },
  'pkg/kubelet/dockershim/docker_service.go': {
    'ordinary.docker-cgroup-driver.u': 'lines',
    'ordinary.docker-info.u': 'lines',
    'ordinary.docker-network.u': 'lines',
    'ordinary.docker-network.s': 'lines',
    'ordinary.docker-network.u2': 'lines',
    'ordinary.docker-network.s2': 'structured',
  },
  'pkg/kubelet/dockershim/libdocker/kube_docker_client.go': {
    'ordinary.docker-pull.u': 'glog',
    'ordinary.docker-pull.u2': 'glog, lines',
  },
  'pkg/kubelet/dockershim/libdocker/client.go': {
    'ordinary.docker-client.u': 'lines',
    'ordinary.docker-client.u2': 'lines',
    'ordinary.docker-client.s': 'structured',
    'ordinary.docker-client.s2': 'structured',
  },
  'pkg/kubelet/cri/remote/remote_runtime.go': {
    'ordinary.socket-scheme-remote-runtime.u': 'lines',
    'ordinary.socket-scheme-remote-runtime.u2': 'lines',
  },
  'pkg/kubelet/cri/remote/remote_image.go': {
    'ordinary.socket-scheme-remote-image.u': 'lines',
    'ordinary.socket-scheme-remote-image.u2': 'lines',
  },
  'google.golang.org/grpc/clientconn.go': {
    'ordinary.socket-scheme-clientconn.u': 'lines',
    'ordinary.socket-scheme-clientconn.u2': 'lines',
    'ordinary.socket-balancer.u': 'lines',
  },
  'google.golang.org/grpc/internal/resolver/passthrough/passthrough.go': {
    'ordinary.socket-addresses.u': 'lines',
    'ordinary.socket-addresses.u2': 'lines',
  },
  'google.golang.org/grpc/balancer_conn_wrappers.go': {
    'ordinary.socket-state.u': 'lines',
  },
  'pkg/kubelet/kuberuntime/kuberuntime_manager.go': {
    'ordinary.runtime-listed.s': 'lines',
  },
  'pkg/credentialprovider/provider.go': {
    'ordinary.registry-credentials.u': 'glog, klog, lines',
  },
  'pkg/kubelet/cm/container_manager_linux.go': {
    'ordinary.runtime-cgroups.u': 'glog, klog, lines',
  },
  'pkg/util/iptables/iptables.go': {
    'ordinary.iptables-wait.u': 'glog, klog, lines',
    'ordinary.iptables-wait.s': 'structured',
  },
};
