/** Messages of the component `cri-remote`. */
import { callFailed } from '../facts/runtime.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

/** One call alone, or all of them: that is what a failed call leaves open. */
const WHOSE_CALLS_FAIL =
  'A time-out (DeadlineExceeded) means that the runtime is stuck or overloaded, Unavailable that its socket does not answer. Look for other calls that failed at the same time: one call or one container alone points at that container, all calls at the runtime or the machine.';

export const criRemoteRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      highlight: 'trouble',
      facts: callFailed('ListPodSandbox'),
      meaning:
        'The call ListPodSandbox to the container runtime failed. It is the first half of each relist of PLEG, and housekeeping makes it too, inside the sync loop.',
      whatToDo: WHOSE_CALLS_FAIL,
    },
    text('cri.list-sandbox.u', 'ListPodSandbox with filter {filter} from runtime service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.list-sandbox.s', 'ListPodSandbox with filter from runtime service failed', ['err', 'filter'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      highlight: 'trouble',
      facts: callFailed('ListContainers'),
      meaning:
        'The call ListContainers to the container runtime failed. It is the second half of each relist of PLEG, and housekeeping makes it too, inside the sync loop.',
      whatToDo: WHOSE_CALLS_FAIL,
    },
    text('cri.list-containers.u', 'ListContainers with filter {filter} from runtime service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.list-containers.s', 'ListContainers with filter from runtime service failed', ['err', 'filter'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      meaning:
        'The call StreamPodSandboxes to the container runtime failed. It lists the pod sandboxes piece by piece (1.36).',
      whatToDo: WHOSE_CALLS_FAIL,
    },
    keyed('cri.stream-sandboxes.s', 'StreamPodSandboxes from runtime service failed', ['err', 'filter'], {
      severity: 'E',
      verbosity: 0,
      since: '1.36',
      facts: callFailed('StreamPodSandboxes'),
    }),
    keyed('cri.stream-sandboxes.s2', 'StreamPodSandboxes not implemented, falling back to ListPodSandbox', ['filter'], {
      severity: 'I',
      verbosity: 0,
      since: '1.36',
      meaning:
        'The container runtime cannot list its sandboxes piece by piece (1.36), so the kubelet uses the older call ListPodSandbox.',
      whatToDo: 'Normal with older runtimes.',
    }),
    keyed('cri.stream-sandboxes.s3', 'StreamPodSandboxes recv failed', ['err', 'filter', 'itemsReceived'], {
      severity: 'E',
      verbosity: 0,
      since: '1.36',
      facts: callFailed('StreamPodSandboxes'),
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      meaning:
        'The call StreamContainers to the container runtime failed. It lists the containers piece by piece (1.36).',
      whatToDo: WHOSE_CALLS_FAIL,
    },
    keyed('cri.stream-containers.s', 'StreamContainers from runtime service failed', ['err', 'filter'], {
      severity: 'E',
      verbosity: 0,
      since: '1.36',
      facts: callFailed('StreamContainers'),
    }),
    keyed('cri.stream-containers.s2', 'StreamContainers not implemented, falling back to ListContainers', ['filter'], {
      severity: 'I',
      verbosity: 0,
      since: '1.36',
      meaning:
        'The container runtime cannot list its containers piece by piece (1.36), so the kubelet uses the older call ListContainers.',
      whatToDo: 'Normal with older runtimes.',
    }),
    keyed('cri.stream-containers.s3', 'StreamContainers recv failed', ['err', 'filter', 'itemsReceived'], {
      severity: 'E',
      verbosity: 0,
      since: '1.36',
      facts: callFailed('StreamContainers'),
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      facts: callFailed('ContainerStatus'),
      meaning:
        'The call ContainerStatus to the container runtime failed. It reads the state of one container, for a relist, a start, a stop or the rotation of its log.',
      whatToDo:
        'NotFound is harmless while a container is removed. A time-out that repeats for one names the culprit: something holds it (a volume, the network plugin, runc).',
    },
    text('cri.container-status.u', 'ContainerStatus "{containerID}" from runtime service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.container-status.s', 'ContainerStatus from runtime service failed', ['err', 'containerID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      facts: callFailed('ContainerStatus'),
      meaning: 'The container runtime gave the state of a container, but parts of it were missing.',
      whatToDo: 'A fault of the runtime.',
    },
    text('cri.verify-status.u', 'ContainerStatus of "{containerID}" failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.verify-status.s', 'verify ContainerStatus failed', ['err', 'containerID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      facts: callFailed('RunPodSandbox'),
      meaning:
        'The call RunPodSandbox to the container runtime failed. It makes the sandbox of a pod, network included.',
      whatToDo:
        'Read the error: the network plugin is the usual reason; others are the image of the sandbox and the cgroup driver.',
    },
    text('cri.run-sandbox.u', 'RunPodSandbox from runtime service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.run-sandbox.s', 'RunPodSandbox from runtime service failed', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    // An error of several lines has them below the message, without a header: what `grep sandbox` leaves of it.
    text('cri.run-sandbox.u2', 'rpc error: code = {code} desc = failed to setup network for sandbox {err}', {
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      facts: callFailed('StopPodSandbox'),
      meaning:
        'The call StopPodSandbox to the container runtime failed. It stops the sandbox of a pod and takes its network down. The pod stays in Terminating until it succeeds.',
      whatToDo:
        'Check the network plugin. If it repeats for days for one sandbox, a process in it cannot be killed: look for tasks in state D.',
    },
    text('cri.stop-sandbox.u', 'StopPodSandbox "{podSandboxID}" from runtime service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.stop-sandbox.s', 'StopPodSandbox from runtime service failed', ['err', 'podSandboxID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      facts: callFailed('RemovePodSandbox'),
      meaning:
        'The call RemovePodSandbox to the container runtime failed. It removes what is left of a stopped sandbox.',
      whatToDo: WHOSE_CALLS_FAIL,
    },
    text('cri.remove-sandbox.u', 'RemovePodSandbox "{podSandboxID}" from runtime service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.remove-sandbox.s', 'RemovePodSandbox from runtime service failed', ['err', 'podSandboxID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      facts: callFailed('CreateContainer'),
      meaning: 'The call CreateContainer to the container runtime failed. It makes a container without starting it.',
      whatToDo:
        'Read the error: a name that is still taken, a mount that is missing, or a fault of the low-level runtime.',
    },
    text('cri.create-container.u', 'CreateContainer in sandbox "{podSandboxID}" from runtime service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.create-container.s', 'CreateContainer in sandbox from runtime service failed', ['err', 'podSandboxID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      facts: callFailed('StartContainer'),
      meaning: 'The call StartContainer to the container runtime failed. It starts a container that was made.',
      whatToDo: 'Read the error: mostly a command that does not exist, or a fault of the low-level runtime.',
    },
    text('cri.start-container.u', 'StartContainer "{containerID}" from runtime service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.start-container.s', 'StartContainer from runtime service failed', ['err', 'containerID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      facts: callFailed('StopContainer'),
      meaning:
        'The call StopContainer to the container runtime failed. It asks a container to end and kills it after its grace period.',
      whatToDo:
        'If the container cannot be killed, one of its processes waits in the kernel (state D), for a disk or NFS; or its shim hangs.',
    },
    text('cri.stop-container.u', 'StopContainer "{containerID}" from runtime service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.stop-container.s', 'StopContainer from runtime service failed', ['err', 'containerID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      facts: callFailed('RemoveContainer'),
      meaning:
        'The call RemoveContainer to the container runtime failed. It removes what is left of a container that has ended.',
      whatToDo: WHOSE_CALLS_FAIL,
    },
    text('cri.remove-container.u', 'RemoveContainer "{containerID}" from runtime service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.remove-container.s', 'RemoveContainer from runtime service failed', ['err', 'containerID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      facts: callFailed('ExecSync'),
      meaning:
        'The call ExecSync to the container runtime failed. It runs a command in a container, for a probe or a hook.',
      whatToDo: 'Time-outs here let probes fail: check the load of the runtime and of the container.',
    },
    text('cri.exec-sync.u', "ExecSync {containerID} '{cmd}' from runtime service failed: {err}", {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.exec-sync.s', 'ExecSync cmd from runtime service failed', ['err', 'containerID', 'cmd'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      highlight: 'trouble',
      facts: callFailed('Status'),
      meaning:
        'The call Status to the container runtime failed. The kubelet makes it every five seconds; if none succeeds for 30 seconds, the runtime counts as down and the sync loop skips.',
      whatToDo: WHOSE_CALLS_FAIL,
    },
    text('cri.status.u', 'Status from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.status.s', 'Status from runtime service failed', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      facts: callFailed('Version'),
      meaning: 'The call Version to the container runtime failed. The kubelet asks which runtime it has.',
      whatToDo: WHOSE_CALLS_FAIL,
    },
    text('cri.version.u', 'Version from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.version.s', 'Version from runtime service failed', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_image.go',
      facts: callFailed('PullImage'),
      meaning: 'The call PullImage to the container runtime failed. It fetches an image from its registry.',
      whatToDo: 'Check the name of the image, the registry, the credentials and the disk.',
    },
    text('cri.pull.u', 'PullImage "{image}" from image service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    text('cri.pull.u2', 'PullImage failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.pull.s', 'PullImage from image service failed', ['err', 'image'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_image.go',
      facts: callFailed('ImageStatus'),
      meaning: 'The call ImageStatus to the container runtime failed. It asks whether an image is there.',
      whatToDo: WHOSE_CALLS_FAIL,
    },
    text('cri.image-status.u', 'ImageStatus "{image}" from image service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.image-status.s', 'Get ImageStatus from image service failed', ['err', 'image'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_image.go',
      facts: callFailed('ListImages'),
      meaning:
        "The call ListImages to the container runtime failed. It lists the images, for garbage collection and the node's status.",
      whatToDo: WHOSE_CALLS_FAIL,
    },
    text('cri.list-images.u', 'ListImages with filter {filter} from image service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.list-images.s', 'ListImages with filter from image service failed', ['err', 'filter'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_image.go',
      facts: callFailed('ImageFsInfo'),
      meaning:
        'The call ImageFsInfo to the container runtime failed. It tells how full the disk with the images is, for eviction and garbage collection.',
      whatToDo: WHOSE_CALLS_FAIL,
    },
    text('cri.imagefs.u', 'ImageFsInfo from image service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.imagefs.s', 'ImageFsInfo from image service failed', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      meaning:
        'The call for the statistics of containers to the container runtime failed. They are read for eviction and metrics.',
      whatToDo: WHOSE_CALLS_FAIL,
    },
    text('cri.container-stats.u', 'ListContainerStats with filter {filter} from runtime service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      facts: callFailed('ListContainerStats'),
    }),
    text('cri.container-stats.u2', 'ContainerStats "{containerID}" from runtime service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.19',
      until: '1.20',
      facts: callFailed('ContainerStats'),
    }),
    keyed('cri.container-stats.s', 'ContainerStats from runtime service failed', ['err', 'containerID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      facts: callFailed('ContainerStats'),
    }),
    keyed('cri.container-stats.s2', 'ListContainerStats with filter from runtime service failed', ['err', 'filter'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      facts: callFailed('ListContainerStats'),
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      meaning:
        'The call for the statistics of pod sandboxes to the container runtime failed. They are read for eviction and metrics.',
      whatToDo: WHOSE_CALLS_FAIL,
    },
    keyed('cri.stats-sandbox.s', 'PodSandbox from runtime service failed', ['err', 'podSandboxID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.23',
      facts: callFailed('PodSandboxStats'),
    }),
    keyed('cri.stats-sandbox.s2', 'ListPodSandboxStats with filter from runtime service failed', ['err', 'filter'], {
      severity: 'E',
      verbosity: 0,
      since: '1.23',
      facts: callFailed('ListPodSandboxStats'),
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      facts: callFailed('UpdateContainerResources'),
      meaning:
        'The call UpdateContainerResources to the container runtime failed. It changes the limits of a running container.',
      whatToDo: WHOSE_CALLS_FAIL,
    },
    text('cri.update-resources.u', 'UpdateContainerResources "{containerID}" from runtime service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cri.update-resources.s', 'UpdateContainerResources from runtime service failed', ['err', 'containerID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      facts: callFailed('GetContainerEvents'),
      meaning: 'The stream of container events from the runtime, on which Evented PLEG relies, failed or ended.',
      whatToDo: 'The runtime was restarted, or does not support GetContainerEvents.',
    },
    keyed('cri.events.s', 'GetContainerEvents failed to get streaming client', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.26',
    }),
    keyed('cri.events.s2', 'container events stream is closed', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.26',
    }),
    keyed('cri.events.s3', 'failed to receive streaming container event', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.26',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      meaning: 'The kubelet connects to the socket of the container runtime.',
    },
    text('cri.connect.u', 'Connecting to image service {endpoint}', {
      severity: 'I',
      verbosity: 3,
      until: '1.20',
      file: 'remote_image.go',
    }),
    text('cri.connect.u2', 'Connect remote image service {address} failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      file: 'remote_image.go',
      meaning: 'The kubelet could not connect to the socket of the container runtime.',
      whatToDo: 'Check the endpoint and that the runtime runs.',
      facts: callFailed('Connect'),
    }),
    text('cri.connect.u3', 'Connecting to runtime service {endpoint}', { severity: 'I', verbosity: 0, until: '1.10' }),
    text('cri.connect.u4', 'Connect remote runtime {address} failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      meaning: 'The kubelet could not connect to the socket of the container runtime.',
      whatToDo: 'Check the endpoint and that the runtime runs.',
      facts: callFailed('Connect'),
    }),
    text('cri.connect.u5', 'Connecting to runtime service {endpoint}', {
      severity: 'I',
      verbosity: 3,
      since: '1.11',
      until: '1.20',
    }),
    keyed('cri.connect.s', 'Connecting to image service', ['endpoint'], {
      severity: 'I',
      verbosity: 3,
      since: '1.21',
      file: 'remote_image.go',
    }),
    keyed('cri.connect.s2', 'Connect remote image service failed', ['err', 'address'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      file: 'remote_image.go',
      meaning: 'The kubelet could not connect to the socket of the container runtime.',
      whatToDo: 'Check the endpoint and that the runtime runs.',
      facts: callFailed('Connect'),
    }),
    keyed('cri.connect.s3', 'Connecting to runtime service', ['endpoint'], {
      severity: 'I',
      verbosity: 3,
      since: '1.21',
    }),
    keyed('cri.connect.s4', 'Connect remote runtime failed', ['err', 'address'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.35',
      meaning: 'The kubelet could not connect to the socket of the container runtime.',
      whatToDo: 'Check the endpoint and that the runtime runs.',
      facts: callFailed('Connect'),
    }),
    keyed('cri.connect.s5', 'Connect remote runtime service failed', ['err', 'address'], {
      severity: 'E',
      verbosity: 0,
      since: '1.36',
      meaning: 'The kubelet could not connect to the socket of the container runtime.',
      whatToDo: 'Check the endpoint and that the runtime runs.',
      facts: callFailed('Connect'),
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      facts: callFailed('ReopenContainerLog'),
      meaning:
        'The call ReopenContainerLog to the container runtime failed. It is made after a log of a container was rotated.',
      whatToDo: WHOSE_CALLS_FAIL,
    },
    text('cri.reopen-log.u', 'ReopenContainerLog "{containerID}" from runtime service failed: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.10',
      until: '1.20',
    }),
    keyed('cri.reopen-log.s', 'ReopenContainerLog from runtime service failed', ['err', 'containerID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cri-remote',
      file: 'remote_runtime.go',
      facts: callFailed('RuntimeConfig'),
      meaning: 'The call RuntimeConfig to the container runtime failed. It asks for the cgroup driver of the runtime.',
      whatToDo: 'Normal with older runtimes: the kubelet uses its own setting.',
    },
    keyed('cri.runtime-config.s', 'RuntimeConfig from runtime service failed', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.28',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const criRemoteSources: SourceTable = {
  'pkg/kubelet/cri/remote/remote_runtime.go': {
    'cri.list-sandbox.u': '1.8-1.20',
    'cri.list-containers.u': '1.8-1.20',
    'cri.container-status.u': '1.8-1.20',
    'cri.verify-status.u': '1.8-1.20',
    'cri.run-sandbox.u': '1.8-1.20',
    'cri.stop-sandbox.u': '1.8-1.20',
    'cri.remove-sandbox.u': '1.8-1.20',
    'cri.create-container.u': '1.8-1.20',
    'cri.start-container.u': '1.8-1.20',
    'cri.stop-container.u': '1.8-1.20',
    'cri.remove-container.u': '1.8-1.20',
    'cri.exec-sync.u': '1.8-1.20',
    'cri.status.u': '1.8-1.20',
    'cri.version.u': '1.8-1.20',
    'cri.container-stats.u': '1.8-1.20',
    'cri.container-stats.u2': '1.19-1.20',
    'cri.update-resources.u': '1.8-1.20',
    'cri.connect.u4': '1.8-1.20',
    'cri.connect.u5': '1.11-1.20',
    'cri.reopen-log.u': '1.10-1.20',
  },
  'staging/src/k8s.io/cri-client/pkg/remote_runtime.go': {
    'cri.list-sandbox.s': '1.21-1.36',
    'cri.list-containers.s': '1.21-1.36',
    'cri.stream-sandboxes.s': '1.36',
    'cri.stream-sandboxes.s2': '1.36',
    'cri.stream-sandboxes.s3': '1.36',
    'cri.stream-containers.s': '1.36',
    'cri.stream-containers.s2': '1.36',
    'cri.stream-containers.s3': '1.36',
    'cri.container-status.s': '1.21-1.36',
    'cri.verify-status.s': '1.21-1.36',
    'cri.run-sandbox.s': '1.21-1.36',
    'cri.run-sandbox.u2': 'lines',
    'cri.stop-sandbox.s': '1.21-1.36',
    'cri.remove-sandbox.s': '1.21-1.36',
    'cri.create-container.s': '1.21-1.36',
    'cri.start-container.s': '1.21-1.36',
    'cri.stop-container.s': '1.21-1.36',
    'cri.remove-container.s': '1.21-1.36',
    'cri.exec-sync.s': '1.21-1.36',
    'cri.status.s': '1.21-1.36',
    'cri.version.s': '1.21-1.36',
    'cri.container-stats.s': '1.21-1.36',
    'cri.container-stats.s2': '1.21-1.36',
    'cri.stats-sandbox.s': '1.23-1.36',
    'cri.stats-sandbox.s2': '1.23-1.36',
    'cri.update-resources.s': '1.21-1.36',
    'cri.events.s': '1.26-1.36',
    'cri.events.s2': '1.26-1.36',
    'cri.events.s3': '1.26-1.36',
    'cri.connect.s3': '1.21-1.36',
    'cri.connect.s4': '1.21-1.35',
    'cri.connect.s5': '1.36',
    'cri.reopen-log.s': '1.21-1.36',
    'cri.runtime-config.s': '1.28-1.36',
  },
  'pkg/kubelet/cri/remote/remote_image.go': {
    'cri.pull.u': '1.8-1.20',
    'cri.pull.u2': '1.8-1.20',
    'cri.image-status.u': '1.8-1.20',
    'cri.list-images.u': '1.8-1.20',
    'cri.imagefs.u': '1.8-1.20',
    'cri.connect.u': '1.8-1.20',
    'cri.connect.u2': '1.8-1.20',
  },
  'staging/src/k8s.io/cri-client/pkg/remote_image.go': {
    'cri.pull.s': '1.21-1.36',
    'cri.image-status.s': '1.21-1.36',
    'cri.list-images.s': '1.21-1.36',
    'cri.imagefs.s': '1.21-1.36',
    'cri.connect.s': '1.21-1.36',
    'cri.connect.s2': '1.21-1.36',
  },
  'pkg/kubelet/remote/remote_runtime.go': {
    'cri.connect.u3': '1.8-1.10',
  },
};
