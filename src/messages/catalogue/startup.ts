/** Messages of the component `startup`. */
import { exits, featureGates, flag, kubeletVersion, runtimeVersion, startFailed, stateRefused } from '../facts/node.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

/** What the last words of a kubelet mean, wherever it wrote them. */
export const ENDED = {
  meaning:
    'The kubelet ends because it could not start or had to stop; the error says why. The service manager usually starts it again at once.',
  whatToDo:
    'Read the error: a wrong flag or configuration, a runtime socket that does not answer, a cgroup driver that differs from the runtime.',
};

export const startupRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'startup',
      file: 'server.go',
      facts: kubeletVersion,
      meaning: 'The version of this kubelet. A new process begins to log here.',
    },
    text('startup.version.u', 'Version: {kubeletVersion}', {
      severity: 'I',
      verbosity: 0,
      since: '1.9',
      until: '1.20',
    }),
    keyed('startup.version.s', 'Kubelet version', ['kubeletVersion'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'server.go',
      facts: kubeletVersion,
      meaning: 'All parts of the kubelet have been started, and this is its version.',
    },
    text('startup.started-version.u', 'Started kubelet {kubeletVersion}', {
      severity: 'I',
      verbosity: 0,
      until: '1.8',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'server.go',
      meaning: 'Settings of the Go runtime in which the kubelet runs.',
    },
    keyed('startup.golang.s', 'Golang settings', ['GOGC', 'GOMAXPROCS', 'GOTRACEBACK'], {
      severity: 'I',
      verbosity: 0,
      since: '1.24',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'server.go',
      meaning: 'All parts of the kubelet have been started.',
    },
    text('startup.started.u', 'Started kubelet', { severity: 'I', verbosity: 0, since: '1.9', until: '1.20' }),
    keyed('startup.started.s', 'Started kubelet', [], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'server.go',
      meaning: 'The kubelet opens its own HTTPS endpoint, for logs, exec and metrics.',
    },
    text('startup.listen.u', 'Starting to listen on {address}:{port}', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('startup.listen.s', 'Starting to listen', ['address', 'port'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'kuberuntime_manager.go',
      facts: runtimeVersion,
      meaning: 'The kubelet reached its container runtime, and this is its name and version.',
    },
    text(
      'startup.runtime-init.u',
      'Container runtime {containerRuntime} initialized, version: {version}, apiVersion: {apiVersion}',
      { severity: 'I', verbosity: 0, until: '1.20' },
    ),
    keyed('startup.runtime-init.s', 'Container runtime initialized', ['containerRuntime', 'version', 'apiVersion'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'status_manager.go',
      meaning: 'The part that sends the status of pods to the API server starts.',
    },
    text('startup.status-manager.u', 'Starting to sync pod status with apiserver', {
      severity: 'I',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('startup.status-manager.s', 'Starting to sync pod status with apiserver', [], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'volume_manager.go',
      meaning: 'The part that mounts and unmounts the volumes of pods starts.',
    },
    text('startup.volume-manager.u', 'Starting Kubelet Volume Manager', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('startup.volume-manager.s', 'Starting Kubelet Volume Manager', [], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'container_manager_linux.go',
      meaning:
        'The part that looks after control groups starts, with these settings (cgroup driver, reserved resources, eviction thresholds).',
    },
    text('startup.container-manager.u', 'Creating Container Manager object based on Node Config: {nodeConfig}', {
      severity: 'I',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('startup.container-manager.s', 'Creating Container Manager object based on Node Config', ['nodeConfig'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'kubelet.go',
      facts: startFailed,
      meaning:
        'The part that looks after control groups could not start, so the kubelet ends; it is usually started again at once and fails in the same way.',
      whatToDo:
        "Read the error: control groups that are not mounted, swap, leftover slices of systemd, or a cgroup driver that differs from the runtime's.",
    },
    text('startup.cm-failed.u', 'Failed to start ContainerManager {err}', {
      severity: 'F',
      verbosity: 0,
      since: '1.10',
      until: '1.20',
    }),
    keyed('startup.cm-failed.s', 'Failed to start ContainerManager', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'kubelet.go',
      facts: stateRefused,
      meaning:
        'The part that looks after control groups could not start; a kubelet this old goes on without it, and skips all pods until it is started again.',
      whatToDo: 'Read the error, mend that, and restart the kubelet.',
    },
    text('startup.cm-failed.old', 'Failed to start ContainerManager {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.9',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'kubelet.go',
      facts: startFailed,
      meaning: 'The part that measures the use of resources could not start, so the kubelet ends.',
      whatToDo: 'Check that control groups are mounted and the disks can be read.',
    },
    text('startup.cadvisor-failed.u', 'Failed to start cAdvisor {err}', { severity: 'F', verbosity: 0, until: '1.20' }),
    keyed('startup.cadvisor-failed.s', 'Failed to start cAdvisor', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'kuberuntime_manager.go',
      facts: exits(true),
      meaning:
        'What the kubelet was told of plug-ins that give it credentials for registries cannot be used, so it ends; it is started again and ends in the same way.',
      whatToDo:
        'Check the file of `--image-credential-provider-config`, and that the folder of `--image-credential-provider-bin-dir` has each program that it names.',
    },
    keyed('startup.credential-plugins.s', 'Failed to register CRI auth plugins', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'kubelet.go',
      meaning: 'No API server is configured, so the status of the node is sent nowhere.',
      whatToDo: 'Expected only for a kubelet that runs alone.',
    },
    text('startup.no-api.u', 'No api server defined - no node status update will be sent.', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('startup.no-api.s', 'No API server defined - no node status update will be sent', [], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'kubelet.go',
      meaning: 'The kubelet begins to read its own Node object from the API server.',
    },
    keyed('startup.attempt-sync.s', 'Attempting to sync node with API server', [], {
      severity: 'I',
      verbosity: 0,
      since: '1.22',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'remote_image.go',
      meaning: 'The kubelet and the container runtime agree on the version of the interface between them.',
    },
    keyed('startup.validated-cri.s', 'Finding the CRI API image version', [], {
      severity: 'I',
      verbosity: 4,
      since: '1.23',
      until: '1.25',
    }),
    keyed('startup.validated-cri.s2', 'Using CRI v1 image API', [], {
      severity: 'I',
      verbosity: 2,
      since: '1.23',
      until: '1.25',
    }),
    keyed('startup.validated-cri.s3', 'Finding the CRI API runtime version', [], {
      severity: 'I',
      verbosity: 4,
      since: '1.23',
      until: '1.25',
      file: 'remote_runtime.go',
    }),
    keyed('startup.validated-cri.s4', 'Using CRI v1 runtime API', [], {
      severity: 'I',
      verbosity: 2,
      since: '1.23',
      until: '1.25',
      file: 'remote_runtime.go',
    }),
    keyed('startup.validated-cri.s5', 'Validated CRI v1 image API', [], { severity: 'I', verbosity: 2, since: '1.26' }),
    keyed('startup.validated-cri.s6', 'Validated CRI v1 runtime API', [], {
      severity: 'I',
      verbosity: 2,
      since: '1.26',
      file: 'remote_runtime.go',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'flags.go',
      facts: flag,
      meaning:
        'One command line flag of the kubelet with its value. Settings of a configuration file are not among them.',
    },
    text('startup.flag.u', 'FLAG: --{name}="{value}"', { severity: 'I', verbosity: 1 }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'feature_gate.go',
      facts: featureGates,
      meaning:
        'The feature gates that are set so far; those of the configuration file are among them in the last of these lines. A gate that is not named has its default. EventedPLEG:true means that Evented PLEG is in use.',
    },
    text('startup.feature-gates.u', 'feature gates: {featureGates}', { severity: 'I', verbosity: 1 }),
    keyed('startup.feature-gates.s', 'Updated', ['featureGates'], { severity: 'I', verbosity: 1 }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'run.go',
      facts: startFailed,
      highlight: 'trouble',
      ...ENDED,
    },
    keyed('startup.command-failed.s', 'command failed', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
    text('startup.command-failed.u', 'failed to run Kubelet: {err}', {
      severity: 'F',
      verbosity: 0,
      until: '1.20',
      file: 'server.go',
    }),
    text('startup.command-failed.u2', 'Failed running kubelet: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.3',
      file: 'server.go',
    }),
    keyed('startup.command-failed.s2', 'Failed to run kubelet', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.23',
      file: 'server.go',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'server.go',
      facts: startFailed,
      meaning: 'A part of the kubelet could not start, so it ends; the error says why.',
    },
    keyed('kernel.modules.s', 'Failed to initialize internal modules', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      file: 'kubelet.go',
    }),
    keyed('startup.pod-resources.s', 'Failed to create listener for podResources endpoint', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    keyed('startup.unknown-command.s', 'Unknown command', ['command'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.23',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'kubelet.go',
      facts: startFailed,
      meaning:
        'The kubelet cannot make out what its own node is (its name, or what the API server knows of it), so it ends.',
    },
    text('startup.no-node.u', 'Kubelet failed to get node info: {err}', {
      severity: 'F',
      verbosity: 0,
      since: '1.10',
      until: '1.20',
    }),
    keyed('startup.no-node.s', 'Kubelet failed to get node info', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const startupSources: SourceTable = {
  'cmd/kubelet/app/server.go': {
    'startup.version.u': '1.9-1.20',
    'startup.version.s': '1.21-1.36',
    'startup.golang.s': '1.24-1.36',
    'startup.started-version.u': 'lines of 1.5',
    'startup.started.u': '1.9-1.20',
    'startup.started.s': '1.21-1.36',
    'startup.command-failed.u': 'lines of 1.20',
    'startup.command-failed.u2': 'glog, lines',
    'startup.command-failed.s2': 'structured, lines',
    'startup.unknown-command.s': 'structured',
  },
  'pkg/kubelet/server/server.go': {
    'startup.listen.u': '1.8-1.20',
    'startup.listen.s': '1.21-1.36',
    'startup.pod-resources.s': 'structured, contextual',
  },
  'pkg/kubelet/kuberuntime/kuberuntime_manager.go': {
    'startup.runtime-init.u': '1.8-1.20',
    'startup.runtime-init.s': '1.21-1.36',
    'startup.credential-plugins.s': 'structured, lines of 1.25, 1.33',
  },
  'pkg/kubelet/status/status_manager.go': {
    'startup.status-manager.u': '1.8-1.20',
    'startup.status-manager.s': '1.21-1.36',
  },
  'pkg/kubelet/volumemanager/volume_manager.go': {
    'startup.volume-manager.u': '1.8-1.20',
    'startup.volume-manager.s': '1.21-1.36',
  },
  'pkg/kubelet/cm/container_manager_linux.go': {
    'startup.container-manager.u': '1.8-1.20',
    'startup.container-manager.s': '1.21-1.36',
  },
  'pkg/kubelet/kubelet.go': {
    'startup.cm-failed.u': '1.10-1.20',
    'startup.cm-failed.old': 'glog',
    'startup.cm-failed.s': '1.21-1.36',
    'startup.cadvisor-failed.u': '1.8-1.20',
    'startup.cadvisor-failed.s': '1.21-1.36',
    'startup.no-api.u': '1.8-1.20',
    'startup.no-api.s': '1.21-1.36',
    'startup.attempt-sync.s': '1.22-1.36',
    'startup.no-node.u': 'glog, klog',
    'startup.no-node.s': 'structured, contextual',
    'kernel.modules.s': 'structured',
  },
  'pkg/kubelet/cri/remote/remote_image.go': {
    'startup.validated-cri.s': '1.23-1.25',
    'startup.validated-cri.s2': '1.23-1.25',
  },
  'pkg/kubelet/cri/remote/remote_runtime.go': {
    'startup.validated-cri.s3': '1.23-1.25',
    'startup.validated-cri.s4': '1.23-1.25',
  },
  'staging/src/k8s.io/cri-client/pkg/remote_image.go': {
    'startup.validated-cri.s5': '1.26-1.36',
  },
  'staging/src/k8s.io/cri-client/pkg/remote_runtime.go': {
    'startup.validated-cri.s6': '1.26-1.36',
  },
  'k8s.io/component-base/cli/flag/flags.go': {
    'startup.flag.u': 'lines of 1.15, 1.20, 1.36',
  },
  'k8s.io/component-base/featuregate/feature_gate.go': {
    'startup.feature-gates.u': 'lines of 1.15, 1.20',
    'startup.feature-gates.s': 'lines of 1.36',
  },
  'k8s.io/component-base/cli/run.go': {
    'startup.command-failed.s': 'lines of 1.28, 1.30, 1.31, 1.32',
  },
};
