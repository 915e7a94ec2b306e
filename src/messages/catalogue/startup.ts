/** Messages of the component `startup`. */
import { flag, kubeletVersion, startFailed } from '../facts/node.ts';
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const startupRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'startup', file: 'server.go', facts: kubeletVersion,
      meaning: 'Version of the kubelet binary.',
      whatToDo: 'Use it to pick the version-specific model and source links.',
    },
    text('startup.version.u', 'Version: {kubeletVersion}', { severity: 'I', verbosity: 0, since: '1.9', until: '1.20' }),
    keyed('startup.version.s', 'Kubelet version', ['kubeletVersion'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'startup', file: 'server.go',
      meaning: 'Go runtime environment settings.',
    },
    keyed('startup.golang.s', 'Golang settings', ['GOGC', 'GOMAXPROCS', 'GOTRACEBACK'], { severity: 'I', verbosity: 0, since: '1.24' }),
  ),
  ...family(
    {
      component: 'startup', file: 'server.go',
      meaning: 'Kubelet goroutines are launched.',
    },
    text('startup.started.u', 'Started kubelet', { severity: 'I', verbosity: 0, since: '1.9', until: '1.20' }),
    keyed('startup.started.s', 'Started kubelet', [], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'startup', file: 'server.go',
      meaning: 'Kubelet HTTPS endpoint (10250) opened.',
    },
    text('startup.listen.u', 'Starting to listen on {address}:{port}', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('startup.listen.s', 'Starting to listen', ['address', 'port'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'startup', file: 'kuberuntime_manager.go',
      meaning: 'Name, version and API version of the container runtime.',
      whatToDo: 'Use to know docker/containerd/CRI-O and its version.',
    },
    text('startup.runtime-init.u', 'Container runtime {containerRuntime} initialized, version: {version}, apiVersion: {apiVersion}', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('startup.runtime-init.s', 'Container runtime initialized', ['containerRuntime', 'version', 'apiVersion'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'startup', file: 'status_manager.go',
      meaning: 'Status manager starts.',
    },
    text('startup.status-manager.u', 'Starting to sync pod status with apiserver', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('startup.status-manager.s', 'Starting to sync pod status with apiserver', [], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'startup', file: 'volume_manager.go',
      meaning: 'Volume manager starts.',
    },
    text('startup.volume-manager.u', 'Starting Kubelet Volume Manager', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('startup.volume-manager.s', 'Starting Kubelet Volume Manager', [], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'startup', file: 'container_manager_linux.go',
      meaning: 'Container manager created, prints the node config (cgroup driver, reservations, eviction).',
      whatToDo: 'Read CgroupDriver and reserved resources.',
    },
    text('startup.container-manager.u', 'Creating Container Manager object based on Node Config: {nodeConfig}', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('startup.container-manager.s', 'Creating Container Manager object based on Node Config', ['nodeConfig'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'startup', file: 'kubelet.go', facts: startFailed,
      meaning: 'Container manager did not start; kubelet exits.',
      whatToDo: 'cgroup, swap or reserved-resources problem; see err.',
    },
    text('startup.cm-failed.u', 'Failed to start ContainerManager {err}', { severity: 'F', verbosity: 0, since: '1.10', until: '1.20' }),
    keyed('startup.cm-failed.s', 'Failed to start ContainerManager', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'startup', file: 'kubelet.go', facts: startFailed,
      meaning: 'cAdvisor did not start; kubelet exits.',
      whatToDo: 'Check cgroup mounts and disk info.',
    },
    text('startup.cadvisor-failed.u', 'Failed to start cAdvisor {err}', { severity: 'F', verbosity: 0, until: '1.20' }),
    keyed('startup.cadvisor-failed.s', 'Failed to start cAdvisor', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'startup', file: 'kubelet.go',
      meaning: 'Standalone mode: no node status is sent.',
      whatToDo: 'Expected only for standalone kubelets.',
    },
    text('startup.no-api.u', 'No api server defined - no node status update will be sent.', { severity: 'W', verbosity: 0, until: '1.20' }),
    keyed('startup.no-api.s', 'No API server defined - no node status update will be sent', [], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'startup', file: 'kubelet.go',
      meaning: 'Node informer start.',
    },
    keyed('startup.attempt-sync.s', 'Attempting to sync node with API server', [], { severity: 'I', verbosity: 0, since: '1.22' }),
  ),
  ...family(
    {
      component: 'startup', file: 'remote_image.go',
      meaning: 'CRI API version agreed with the runtime.',
      whatToDo: 'Failure here means runtime too old.',
    },
    keyed('startup.validated-cri.s', 'Finding the CRI API image version', [], { severity: 'I', verbosity: 4, since: '1.23', until: '1.25' }),
    keyed('startup.validated-cri.s2', 'Using CRI v1 image API', [], { severity: 'I', verbosity: 2, since: '1.23', until: '1.25' }),
    keyed('startup.validated-cri.s3', 'Finding the CRI API runtime version', [], { severity: 'I', verbosity: 4, since: '1.23', until: '1.25', file: 'remote_runtime.go' }),
    keyed('startup.validated-cri.s4', 'Using CRI v1 runtime API', [], { severity: 'I', verbosity: 2, since: '1.23', until: '1.25', file: 'remote_runtime.go' }),
    keyed('startup.validated-cri.s5', 'Validated CRI v1 image API', [], { severity: 'I', verbosity: 2, since: '1.26' }),
    keyed('startup.validated-cri.s6', 'Validated CRI v1 runtime API', [], { severity: 'I', verbosity: 2, since: '1.26', file: 'remote_runtime.go' }),
  ),
  ...family(
    {
      component: 'startup', file: 'flags.go', facts: flag,
      meaning: 'One command line flag of the kubelet with its value. Settings of a configuration file are not among them.',
    },
    text('startup.flag.u', 'FLAG: --{name}="{value}"', { severity: 'I', verbosity: 1 }),
  ),
  ...family(
    {
      component: 'startup', file: 'run.go', facts: startFailed, highlight: 'trouble',
      meaning: 'The kubelet ends because it could not start or had to stop; the error says why. The service manager usually starts it again at once.',
      whatToDo: 'Read the error: a wrong flag or configuration, a runtime socket that does not answer, a cgroup driver that differs from the runtime.',
    },
    keyed('startup.command-failed.s', 'command failed', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
    text('startup.command-failed.u', 'failed to run Kubelet: {err}', { severity: 'F', verbosity: 0, until: '1.20', file: 'server.go' }),
    keyed('startup.command-failed.s2', 'Failed to run kubelet', ['err'], { severity: 'E', verbosity: 0, since: '1.21', until: '1.23', file: 'server.go' }),
  ),
];
