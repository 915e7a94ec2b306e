/** Messages of the component `cri-remote`. */
import { callFailed } from '../facts/runtime.ts';
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const criRemoteRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', highlight: 'trouble', facts: callFailed('ListPodSandbox'),
      meaning: 'Listing pod sandboxes failed (first half of a relist).',
      whatToDo: 'Runtime did not answer or answered with an error; check containerd/CRI-O/docker load, disk and hung shims.',
    },
    text('cri.list-sandbox.u', 'ListPodSandbox with filter {filter} from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.list-sandbox.s', 'ListPodSandbox with filter from runtime service failed', ['err', 'filter'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', highlight: 'trouble', facts: callFailed('ListContainers'),
      meaning: 'Listing containers failed (second half of a relist).',
      whatToDo: 'Runtime did not answer or answered with an error; check containerd/CRI-O/docker load, disk and hung shims.',
    },
    text('cri.list-containers.u', 'ListContainers with filter {filter} from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.list-containers.s', 'ListContainers with filter from runtime service failed', ['err', 'filter'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go',
      meaning: 'Streaming sandbox list failed or is not supported.',
      whatToDo: 'Runtime did not answer or answered with an error; check containerd/CRI-O/docker load, disk and hung shims.',
    },
    keyed('cri.stream-sandboxes.s', 'StreamPodSandboxes from runtime service failed', ['err', 'filter'], { severity: 'E', verbosity: 0, since: '1.36', facts: callFailed('StreamPodSandboxes') }),
    keyed('cri.stream-sandboxes.s2', 'StreamPodSandboxes not implemented, falling back to ListPodSandbox', ['filter'], { severity: 'I', verbosity: 0, since: '1.36' }),
    keyed('cri.stream-sandboxes.s3', 'StreamPodSandboxes recv failed', ['err', 'filter', 'itemsReceived'], { severity: 'E', verbosity: 0, since: '1.36', facts: callFailed('StreamPodSandboxes') }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go',
      meaning: 'Streaming container list failed or is not supported.',
      whatToDo: 'Runtime did not answer or answered with an error; check containerd/CRI-O/docker load, disk and hung shims.',
    },
    keyed('cri.stream-containers.s', 'StreamContainers from runtime service failed', ['err', 'filter'], { severity: 'E', verbosity: 0, since: '1.36', facts: callFailed('StreamContainers') }),
    keyed('cri.stream-containers.s2', 'StreamContainers not implemented, falling back to ListContainers', ['filter'], { severity: 'I', verbosity: 0, since: '1.36' }),
    keyed('cri.stream-containers.s3', 'StreamContainers recv failed', ['err', 'filter', 'itemsReceived'], { severity: 'E', verbosity: 0, since: '1.36', facts: callFailed('StreamContainers') }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', facts: callFailed('ContainerStatus'),
      meaning: 'Reading one container status failed.',
      whatToDo: 'Runtime did not answer or answered with an error; check containerd/CRI-O/docker load, disk and hung shims. NotFound during deletion is harmless.',
    },
    text('cri.container-status.u', 'ContainerStatus "{containerID}" from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.container-status.s', 'ContainerStatus from runtime service failed', ['err', 'containerID'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', facts: callFailed('ContainerStatus'),
      meaning: 'Container status came back malformed.',
      whatToDo: 'Runtime bug.',
    },
    text('cri.verify-status.u', 'ContainerStatus of "{containerID}" failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.verify-status.s', 'verify ContainerStatus failed', ['err', 'containerID'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', facts: callFailed('RunPodSandbox'),
      meaning: 'Creating the pod sandbox failed (often CNI).',
      whatToDo: 'Read err: CNI, image pull of pause, cgroup driver mismatch.',
    },
    text('cri.run-sandbox.u', 'RunPodSandbox from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.run-sandbox.s', 'RunPodSandbox from runtime service failed', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', facts: callFailed('StopPodSandbox'),
      meaning: 'Stopping the sandbox failed (often CNI teardown).',
      whatToDo: 'Check CNI and the runtime; pod stays Terminating.',
    },
    text('cri.stop-sandbox.u', 'StopPodSandbox "{podSandboxID}" from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.stop-sandbox.s', 'StopPodSandbox from runtime service failed', ['err', 'podSandboxID'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', facts: callFailed('RemovePodSandbox'),
      meaning: 'Removing the sandbox failed.',
      whatToDo: 'Runtime did not answer or answered with an error; check containerd/CRI-O/docker load, disk and hung shims.',
    },
    text('cri.remove-sandbox.u', 'RemovePodSandbox "{podSandboxID}" from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.remove-sandbox.s', 'RemovePodSandbox from runtime service failed', ['err', 'podSandboxID'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', facts: callFailed('CreateContainer'),
      meaning: 'Creating a container failed.',
      whatToDo: 'Read err: name in use, missing mount, OCI error.',
    },
    text('cri.create-container.u', 'CreateContainer in sandbox "{podSandboxID}" from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.create-container.s', 'CreateContainer in sandbox from runtime service failed', ['err', 'podSandboxID'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', facts: callFailed('StartContainer'),
      meaning: 'Starting a container failed.',
      whatToDo: 'Read err: OCI runtime / command not found.',
    },
    text('cri.start-container.u', 'StartContainer "{containerID}" from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.start-container.s', 'StartContainer from runtime service failed', ['err', 'containerID'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', facts: callFailed('StopContainer'),
      meaning: 'Stopping a container failed or timed out.',
      whatToDo: 'Process may be in D state; check disk/NFS and the shim.',
    },
    text('cri.stop-container.u', 'StopContainer "{containerID}" from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.stop-container.s', 'StopContainer from runtime service failed', ['err', 'containerID'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', facts: callFailed('RemoveContainer'),
      meaning: 'Removing a container failed.',
      whatToDo: 'Runtime did not answer or answered with an error; check containerd/CRI-O/docker load, disk and hung shims.',
    },
    text('cri.remove-container.u', 'RemoveContainer "{containerID}" from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.remove-container.s', 'RemoveContainer from runtime service failed', ['err', 'containerID'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', facts: callFailed('ExecSync'),
      meaning: 'Exec probe or hook failed in the runtime.',
      whatToDo: 'Timeouts here make exec probes fail; check runtime load.',
    },
    text('cri.exec-sync.u', "ExecSync {containerID} '{cmd}' from runtime service failed: {err}", { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.exec-sync.s', 'ExecSync cmd from runtime service failed', ['err', 'containerID', 'cmd'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', highlight: 'trouble', facts: callFailed('Status'),
      meaning: 'Runtime Status call failed; leads to "container runtime is down" after 30 s.',
      whatToDo: 'Runtime did not answer or answered with an error; check containerd/CRI-O/docker load, disk and hung shims.',
    },
    text('cri.status.u', 'Status from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.status.s', 'Status from runtime service failed', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', facts: callFailed('Version'),
      meaning: 'Runtime Version call failed.',
      whatToDo: 'Runtime did not answer or answered with an error; check containerd/CRI-O/docker load, disk and hung shims.',
    },
    text('cri.version.u', 'Version from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.version.s', 'Version from runtime service failed', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_image.go', facts: callFailed('PullImage'),
      meaning: 'Image pull failed.',
      whatToDo: 'Check registry, credentials and disk.',
    },
    text('cri.pull.u', 'PullImage "{image}" from image service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    text('cri.pull.u2', 'PullImage failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.pull.s', 'PullImage from image service failed', ['err', 'image'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_image.go', facts: callFailed('ImageStatus'),
      meaning: 'Reading image status failed.',
      whatToDo: 'Runtime did not answer or answered with an error; check containerd/CRI-O/docker load, disk and hung shims.',
    },
    text('cri.image-status.u', 'ImageStatus "{image}" from image service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.image-status.s', 'Get ImageStatus from image service failed', ['err', 'image'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_image.go', facts: callFailed('ListImages'),
      meaning: 'Listing images failed.',
      whatToDo: 'Runtime did not answer or answered with an error; check containerd/CRI-O/docker load, disk and hung shims.',
    },
    text('cri.list-images.u', 'ListImages with filter {filter} from image service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.list-images.s', 'ListImages with filter from image service failed', ['err', 'filter'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_image.go', facts: callFailed('ImageFsInfo'),
      meaning: 'Image filesystem info failed (used by eviction and image GC).',
      whatToDo: 'Runtime did not answer or answered with an error; check containerd/CRI-O/docker load, disk and hung shims.',
    },
    text('cri.imagefs.u', 'ImageFsInfo from image service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.imagefs.s', 'ImageFsInfo from image service failed', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go',
      meaning: 'Container stats failed.',
      whatToDo: 'Runtime did not answer or answered with an error; check containerd/CRI-O/docker load, disk and hung shims.',
    },
    text('cri.container-stats.u', 'ListContainerStats with filter {filter} from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20', facts: callFailed('ListContainerStats') }),
    text('cri.container-stats.u2', 'ContainerStats "{containerID}" from runtime service failed: {err}', { severity: 'E', verbosity: 0, since: '1.19', until: '1.20', facts: callFailed('ContainerStats') }),
    keyed('cri.container-stats.s', 'ContainerStats from runtime service failed', ['err', 'containerID'], { severity: 'E', verbosity: 0, since: '1.21', facts: callFailed('ContainerStats') }),
    keyed('cri.container-stats.s2', 'ListContainerStats with filter from runtime service failed', ['err', 'filter'], { severity: 'E', verbosity: 0, since: '1.21', facts: callFailed('ListContainerStats') }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go',
      meaning: 'Sandbox stats failed.',
      whatToDo: 'Runtime did not answer or answered with an error; check containerd/CRI-O/docker load, disk and hung shims.',
    },
    keyed('cri.stats-sandbox.s', 'PodSandbox from runtime service failed', ['err', 'podSandboxID'], { severity: 'E', verbosity: 0, since: '1.23', facts: callFailed('PodSandboxStats') }),
    keyed('cri.stats-sandbox.s2', 'ListPodSandboxStats with filter from runtime service failed', ['err', 'filter'], { severity: 'E', verbosity: 0, since: '1.23', facts: callFailed('ListPodSandboxStats') }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', facts: callFailed('UpdateContainerResources'),
      meaning: 'Updating container cgroup limits failed (CPU manager, in-place resize).',
      whatToDo: 'Runtime did not answer or answered with an error; check containerd/CRI-O/docker load, disk and hung shims.',
    },
    text('cri.update-resources.u', 'UpdateContainerResources "{containerID}" from runtime service failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('cri.update-resources.s', 'UpdateContainerResources from runtime service failed', ['err', 'containerID'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', facts: callFailed('GetContainerEvents'),
      meaning: 'CRI event stream problem (Evented PLEG).',
      whatToDo: 'Runtime without event support or restarted.',
    },
    keyed('cri.events.s', 'GetContainerEvents failed to get streaming client', ['err'], { severity: 'E', verbosity: 0, since: '1.26' }),
    keyed('cri.events.s2', 'container events stream is closed', ['err'], { severity: 'E', verbosity: 0, since: '1.26' }),
    keyed('cri.events.s3', 'failed to receive streaming container event', ['err'], { severity: 'E', verbosity: 0, since: '1.26' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go',
      meaning: 'Connecting to the runtime socket.',
      whatToDo: 'If it fails: wrong endpoint or runtime not running.',
    },
    text('cri.connect.u', 'Connecting to image service {endpoint}', { severity: 'I', verbosity: 3, until: '1.20', file: 'remote_image.go' }),
    text('cri.connect.u2', 'Connect remote image service {address} failed: {err}', { severity: 'E', verbosity: 0, until: '1.20', file: 'remote_image.go', facts: callFailed('Connect') }),
    text('cri.connect.u3', 'Connecting to runtime service {endpoint}', { severity: 'I', verbosity: 0, until: '1.10' }),
    text('cri.connect.u4', 'Connect remote runtime {address} failed: {err}', { severity: 'E', verbosity: 0, until: '1.20', facts: callFailed('Connect') }),
    text('cri.connect.u5', 'Connecting to runtime service {endpoint}', { severity: 'I', verbosity: 3, since: '1.11', until: '1.20' }),
    keyed('cri.connect.s', 'Connecting to image service', ['endpoint'], { severity: 'I', verbosity: 3, since: '1.21', file: 'remote_image.go' }),
    keyed('cri.connect.s2', 'Connect remote image service failed', ['err', 'address'], { severity: 'E', verbosity: 0, since: '1.21', file: 'remote_image.go', facts: callFailed('Connect') }),
    keyed('cri.connect.s3', 'Connecting to runtime service', ['endpoint'], { severity: 'I', verbosity: 3, since: '1.21' }),
    keyed('cri.connect.s4', 'Connect remote runtime failed', ['err', 'address'], { severity: 'E', verbosity: 0, since: '1.21', until: '1.35', facts: callFailed('Connect') }),
    keyed('cri.connect.s5', 'Connect remote runtime service failed', ['err', 'address'], { severity: 'E', verbosity: 0, since: '1.36', facts: callFailed('Connect') }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', facts: callFailed('ReopenContainerLog'),
      meaning: 'Log rotation could not reopen the log.',
      whatToDo: 'Check runtime.',
    },
    text('cri.reopen-log.u', 'ReopenContainerLog "{containerID}" from runtime service failed: {err}', { severity: 'E', verbosity: 0, since: '1.10', until: '1.20' }),
    keyed('cri.reopen-log.s', 'ReopenContainerLog from runtime service failed', ['err', 'containerID'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'cri-remote', file: 'remote_runtime.go', facts: callFailed('RuntimeConfig'),
      meaning: 'RuntimeConfig call failed.',
      whatToDo: 'Old runtime; kubelet falls back to its own cgroupDriver setting.',
    },
    keyed('cri.runtime-config.s', 'RuntimeConfig from runtime service failed', ['err'], { severity: 'E', verbosity: 0, since: '1.28' }),
  ),
];
