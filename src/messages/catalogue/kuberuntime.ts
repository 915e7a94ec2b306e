/** Messages of the component `kuberuntime`. */
import { inspectFailed } from '../facts/pleg.ts';
import { imageFailed, nodeTroubleSaid, runtimeAway } from '../facts/devices.ts';
import {
  claimsNotPrepared,
  containerNamed,
  containerNotStarted,
  containerNotStopped,
  containerRestarted,
  podNotKilled,
  sandboxEnded,
  sandboxFailed,
} from '../facts/pods.ts';
import { sandboxStatusFailed } from '../facts/runtime.ts';
import { nodeTrouble } from '../facts/troubles.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const kuberuntimeRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_container.go',
      facts: containerNamed('killing'),
      meaning: 'A container is being stopped: it is asked to end and killed when its grace period is over.',
    },
    text('kuberuntime.killing-grace.u', 'Killing container "{containerID}" with a {gracePeriod} second grace period', {
      severity: 'I',
      verbosity: 2,
      since: '1.19',
      until: '1.20',
    }),
    keyed(
      'kuberuntime.killing-grace.s',
      'Killing container with a grace period',
      ['pod', 'podUID', 'containerName', 'containerID', 'gracePeriod'],
      { severity: 'I', verbosity: 2, since: '1.22' },
    ),
    text('kuberuntime.killing-grace.u2', 'Killing container "{containerID}" with {gracePeriod} second grace period', {
      severity: 'I',
      verbosity: 2,
      until: '1.18',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_container.go',
      facts: containerNamed('killing'),
      meaning:
        'A container is being stopped with another grace period than its pod asks for, because of an eviction, a probe or a shutdown.',
      whatToDo: 'Look for the reason in the lines before.',
    },
    text(
      'kuberuntime.killing-override.u',
      'Killing container "{containerID}", but using {gracePeriod} second grace period override',
      { severity: 'I', verbosity: 3, until: '1.18' },
    ),
    text(
      'kuberuntime.killing-override.u2',
      'Killing container "{containerID}", but using a {gracePeriod} second grace period override',
      { severity: 'I', verbosity: 3, since: '1.19', until: '1.20' },
    ),
    keyed(
      'kuberuntime.killing-override.s',
      'Killing container with a grace period override',
      ['pod', 'podUID', 'containerName', 'containerID', 'gracePeriod'],
      { severity: 'I', verbosity: 3, since: '1.21' },
    ),
    keyed(
      'kuberuntime.killing-override.s2',
      'Killing container with a grace period override',
      ['pod', 'podUID', 'containerName', 'containerID', 'gracePeriod'],
      { severity: 'I', verbosity: 2, since: '1.21', until: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      facts: containerNamed('killing'),
      meaning:
        'A container is no longer wanted, because its definition changed or a probe failed, and is being stopped.',
      whatToDo: "The line 'Message for Container of pod' says why.",
    },
    text(
      'kuberuntime.killing-unwanted.u',
      'Killing unwanted container "{containerName}"(id="{containerID}") for pod "{pod}"',
      { severity: 'I', verbosity: 3, until: '1.20' },
    ),
    keyed(
      'kuberuntime.killing-unwanted.s',
      'Killing unwanted container for pod',
      ['containerName', 'containerID', 'pod'],
      { severity: 'I', verbosity: 3, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_container.go',
      facts: containerNotStopped,
      meaning: 'A container could not be stopped.',
      whatToDo: 'A process in it may wait in the kernel; see the error of StopContainer.',
    },
    text(
      'kuberuntime.termination-failed.u',
      'Container "{containerID}" termination failed with gracePeriod {gracePeriod}: {err}',
      { severity: 'E', verbosity: 0, until: '1.20' },
    ),
    keyed(
      'kuberuntime.termination-failed.s',
      'Container termination failed with gracePeriod',
      ['err', 'pod', 'podUID', 'containerName', 'containerID', 'gracePeriod'],
      { severity: 'E', verbosity: 0, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_container.go',
      facts: containerNamed('other'),
      meaning: 'A container was stopped within its grace period.',
    },
    text('kuberuntime.exited-normally.u', 'Container "{containerID}" exited normally', {
      severity: 'I',
      verbosity: 3,
      until: '1.20',
    }),
    keyed(
      'kuberuntime.exited-normally.s',
      'Container exited normally',
      ['pod', 'podUID', 'containerName', 'containerID'],
      { severity: 'I', verbosity: 3, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_container.go',
      facts: containerNamed('other'),
      meaning: 'A container could not be killed; it is tried again at the next sync of the pod.',
      whatToDo: 'See the error of StopContainer.',
    },
    text(
      'kuberuntime.kill-failed.u',
      'killContainer "{containerName}"(id="{containerID}") for pod "{pod}" failed: {err}',
      { severity: 'E', verbosity: 0, until: '1.20' },
    ),
    keyed(
      'kuberuntime.kill-failed.s',
      'Kill container failed',
      ['err', 'pod', 'podUID', 'containerName', 'containerID'],
      { severity: 'E', verbosity: 0, since: '1.21' },
    ),
    keyed(
      'kuberuntime.kill-failed.s2',
      'killContainer for pod failed',
      ['err', 'containerName', 'containerID', 'pod'],
      { severity: 'E', verbosity: 0, since: '1.21', file: 'kuberuntime_manager.go' },
    ),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      facts: containerRestarted,
      meaning: 'Why a container is going to be stopped or restarted, for example a liveness probe that failed.',
    },
    text(
      'kuberuntime.message.u2',
      'Container "{containerName}" ({"{runtime}" "{containerID}"}) of pod {pod}: {containerMessage}',
      { severity: 'I', verbosity: 0, until: '1.20' },
    ),
    text('kuberuntime.message.u', 'Container "{containerName}" ("{containerID}") of pod {pod}: {containerMessage}', {
      severity: 'I',
      verbosity: 2,
      until: '1.20',
    }),
    keyed(
      'kuberuntime.message.s',
      'Message for Container of pod',
      ['containerName', 'containerStatusID', 'pod', 'containerMessage'],
      { severity: 'I', verbosity: 2, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_container.go',
      facts: containerNamed('other'),
      meaning: 'The preStop hook of a container is run before it is stopped.',
    },
    text('kuberuntime.prestop-run.u', 'Running preStop hook for container "{containerID}"', {
      severity: 'I',
      verbosity: 3,
      until: '1.20',
    }),
    keyed('kuberuntime.prestop-run.s', 'Running preStop hook', ['pod', 'podUID', 'containerName', 'containerID'], {
      severity: 'I',
      verbosity: 3,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_container.go',
      facts: containerNamed('other'),
      meaning: 'The preStop hook of a container failed; the container is stopped anyway.',
      whatToDo: 'See the error.',
    },
    text('kuberuntime.prestop-failed.u', 'preStop hook for container "{containerName}" failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed(
      'kuberuntime.prestop-failed.s',
      'PreStop hook failed',
      ['err', 'pod', 'podUID', 'containerName', 'containerID'],
      { severity: 'E', verbosity: 0, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_container.go',
      facts: containerNamed('other'),
      meaning: 'The preStop hook used up the whole grace period.',
      whatToDo: 'Shorten the hook or lengthen the grace period.',
    },
    text(
      'kuberuntime.prestop-timeout.u',
      'preStop hook for container "{containerID}" did not complete in {gracePeriod} seconds',
      { severity: 'I', verbosity: 2, until: '1.20' },
    ),
    keyed(
      'kuberuntime.prestop-timeout.s',
      'PreStop hook not completed in grace period',
      ['pod', 'podUID', 'containerName', 'containerID', 'gracePeriod'],
      { severity: 'I', verbosity: 2, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      meaning: 'The pod has no sandbox yet and gets one.',
      whatToDo: 'Normal for a new pod; else its sandbox has vanished from the runtime.',
    },
    text('kuberuntime.no-sandbox.u', 'No sandbox for pod "{pod}" can be found. Need to start a new one', {
      severity: 'I',
      verbosity: 2,
      until: '1.20',
    }),
    keyed('kuberuntime.no-sandbox.s', 'No sandbox for pod can be found. Need to start a new one', ['pod'], {
      severity: 'I',
      verbosity: 2,
      since: '1.21',
      file: 'util.go',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      facts: sandboxEnded,
      meaning:
        'The sandbox of the pod is not ready, so the pod gets a new one and all its containers are started again.',
      whatToDo:
        'Normal for pods that are deleted or failed. In numbers it means that the runtime or the node was restarted; again and again for the same pods, that something ends them: compare the cgroup drivers of kubelet and runtime.',
    },
    text('kuberuntime.no-ready-sandbox.u', 'No ready sandbox for pod "{pod}" can be found. Need to start a new one', {
      severity: 'I',
      verbosity: 2,
      until: '1.20',
    }),
    keyed('kuberuntime.no-ready-sandbox.s', 'No ready sandbox for pod can be found. Need to start a new one', ['pod'], {
      severity: 'I',
      verbosity: 2,
      since: '1.21',
      file: 'util.go',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      meaning: 'The runtime has two ready sandboxes for one pod; one of them is taken down.',
      whatToDo: 'A fault of the runtime.',
    },
    text('kuberuntime.multiple-sandboxes.u', 'Multiple sandboxes are ready for Pod "{pod}". Need to reconcile them', {
      severity: 'I',
      verbosity: 2,
      since: '1.17',
      until: '1.20',
    }),
    keyed('kuberuntime.multiple-sandboxes.s', 'Multiple sandboxes are ready for Pod. Need to reconcile them', ['pod'], {
      severity: 'I',
      verbosity: 2,
      since: '1.21',
      file: 'util.go',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      meaning: "The pod's network mode differs from that of its sandbox, so it gets a new one.",
    },
    text('kuberuntime.sandbox-changed.u', 'Sandbox for pod "{pod}" has changed. Need to start a new one', {
      severity: 'I',
      verbosity: 2,
      until: '1.20',
    }),
    keyed('kuberuntime.sandbox-changed.s', 'Sandbox for pod has changed. Need to start a new one', ['pod'], {
      severity: 'I',
      verbosity: 2,
      since: '1.21',
      file: 'util.go',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      meaning: "The pod's sandbox has no address, so it gets a new one.",
      whatToDo: 'Check the network plugin.',
    },
    text('kuberuntime.sandbox-no-ip.u', 'Sandbox for pod "{pod}" has no IP address.  Need to start a new one', {
      severity: 'I',
      verbosity: 2,
      until: '1.16',
    }),
    text('kuberuntime.sandbox-no-ip.u2', 'Sandbox for pod "{pod}" has no IP address. Need to start a new one', {
      severity: 'I',
      verbosity: 2,
      since: '1.17',
      until: '1.20',
    }),
    keyed('kuberuntime.sandbox-no-ip.s', 'Sandbox for pod has no IP address. Need to start a new one', ['pod'], {
      severity: 'I',
      verbosity: 2,
      since: '1.21',
      file: 'util.go',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      facts: sandboxFailed,
      meaning: 'The sandbox of a pod could not be made, so the pod cannot start; it is tried again.',
      whatToDo: 'Read the error: the network plugin is the usual reason.',
    },
    text('kuberuntime.create-sandbox-failed.u', 'createPodSandbox for pod "{pod}" failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('kuberuntime.create-sandbox-failed.s', 'Failed to create sandbox for pod', ['err', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      file: 'kuberuntime_sandbox.go',
    }),
    keyed('kuberuntime.create-sandbox-failed.s2', 'CreatePodSandbox for pod failed', ['err', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    text('kuberuntime.create-sandbox-failed.u2', 'CreatePodSandbox for pod "{pod}" failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      file: 'kuberuntime_sandbox.go',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      meaning: 'A sandbox was made, but its state could not be read; the pod is tried again.',
      whatToDo: 'See whether the runtime is slow.',
    },
    text('kuberuntime.sandbox-status-failed.u', 'Failed to get pod sandbox status: {err}; Skipping pod "{pod}"', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('kuberuntime.sandbox-status-failed.s', 'Failed to get pod sandbox status; Skipping pod', ['err', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      highlight: 'trouble',
      facts: sandboxStatusFailed,
      meaning:
        'The call PodSandboxStatus to the container runtime failed while the status of a pod was read, mostly for a relist. PLEG keeps the events of this pod back and tries again. The call began one time-out (two minutes) before this line.',
      whatToDo:
        'If it repeats for one pod, that one holds up the relist: inspect its sandbox with crictl. If it comes for many pods, the runtime itself is in trouble.',
    },
    text(
      'kuberuntime.sandbox-status-of-pod.u',
      'PodSandboxStatus of sandbox "{podSandboxID}" for pod "{pod}" error: {err}',
      { severity: 'E', verbosity: 0, until: '1.20' },
    ),
    keyed(
      'kuberuntime.sandbox-status-of-pod.s',
      'PodSandboxStatus of sandbox for pod',
      ['err', 'podSandboxID', 'pod'],
      { severity: 'E', verbosity: 0, since: '1.21', until: '1.35' },
    ),
    keyed(
      'kuberuntime.sandbox-status-of-pod.s2',
      'PodSandboxStatus of sandbox for pod',
      ['err', 'pod', 'podSandboxID'],
      { severity: 'E', verbosity: 0, since: '1.36' },
    ),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      highlight: 'trouble',
      facts: inspectFailed,
      meaning:
        "The states of a pod's containers could not be read, mostly for a relist. PLEG keeps the events of this pod back and tries again.",
      whatToDo:
        "The failed call (ContainerStatus, with the container's id) stands just before. If it repeats for one pod, that pod holds up the relist.",
    },
    text('kuberuntime.container-statuses-failed.u', 'getPodContainerStatuses for pod "{pod}" failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('kuberuntime.container-statuses-failed.s', 'getPodContainerStatuses for pod failed', ['err', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.35',
    }),
    keyed('kuberuntime.container-statuses-failed.s2', 'getPodContainerStatuses for pod failed', ['err', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.36',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_container.go',
      meaning: 'The containers could not be listed from the container runtime.',
      whatToDo: 'See the error of the list call just before.',
    },
    text('kuberuntime.list-failed.u', 'ListPodSandbox failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      file: 'kuberuntime_sandbox.go',
    }),
    text('kuberuntime.list-failed.u2', 'getKubeletContainers failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    text('kuberuntime.list-failed.u3', 'ListContainers error: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('kuberuntime.list-failed.s', 'ListContainers failed', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.35',
    }),
    keyed('kuberuntime.list-failed.s2', 'ListContainers error', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.35',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      meaning: 'What a sync of the pod is going to do: which sandbox and containers to stop and to start.',
    },
    text('kuberuntime.compute-actions.u', 'computePodActions got {podContainerChanges} for pod "{pod}"', {
      severity: 'I',
      verbosity: 3,
      until: '1.20',
    }),
    keyed('kuberuntime.compute-actions.s', 'computePodActions got for pod', ['podActions', 'pod'], {
      severity: 'I',
      verbosity: 3,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      meaning:
        'A container that ended is not restarted at once; the wait doubles with each restart, up to five minutes.',
      whatToDo: 'Find out why the container ends.',
    },
    text('kuberuntime.backoff.u', 'checking backoff for container "{containerName}" in pod "{pod}"', {
      severity: 'I',
      verbosity: 0,
      until: '1.11',
    }),
    text('kuberuntime.backoff.u2', 'checking backoff for container "{containerName}" in pod "{pod}"', {
      severity: 'I',
      verbosity: 3,
      since: '1.12',
      until: '1.20',
    }),
    keyed('kuberuntime.backoff.s', 'Checking backoff for container in pod', ['containerName', 'pod'], {
      severity: 'I',
      verbosity: 3,
      since: '1.21',
    }),
    keyed('kuberuntime.backoff.s2', 'Back-off restarting failed container', ['err'], {
      severity: 'I',
      verbosity: 3,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      facts: containerNotStarted,
      meaning: 'A container could not be started.',
      whatToDo: 'See the error.',
    },
    text('kuberuntime.start-failed.u3', 'container start failed: {err}: {containerMessage}', {
      severity: 'E',
      verbosity: 0,
      until: '1.18',
    }),
    text('kuberuntime.start-failed.u4', 'init container start failed: {err}: {containerMessage}', {
      severity: 'E',
      verbosity: 0,
      until: '1.18',
    }),
    text(
      'kuberuntime.start-failed.u',
      '{containerType} {container} start failed in pod {pod}: {err}: {containerMessage}',
      { severity: 'I', verbosity: 3, since: '1.19', until: '1.20' },
    ),
    text(
      'kuberuntime.start-failed.u2',
      '{containerType} {container} start failed in pod {pod}: {err}: {containerMessage}',
      { severity: 'E', verbosity: 0, since: '1.21', until: '1.30' },
    ),
    keyed(
      'kuberuntime.start-failed.s',
      'Container start failed in pod',
      ['containerType', 'container', 'pod', 'containerMessage', 'err'],
      { severity: 'I', verbosity: 3, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      facts: claimsNotPrepared,
      meaning:
        'What the pod claims of devices (dynamic resource allocation) could not be made ready; nothing of the pod is started, and it is tried again.',
      whatToDo:
        'Look at the driver that the error names: its pod on this node, its log, its socket in /var/lib/kubelet/plugins_registry.',
    },
    keyed('kuberuntime.claims-not-prepared.s', 'Failed to prepare dynamic resources', ['err', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.28',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_image.go',
      facts: imageFailed,
      meaning: 'An image could not be fetched.',
      whatToDo: 'Check the name of the image, the registry, the credentials and the disk.',
    },
    text('kuberuntime.pull-failed.u', 'Pull image "{image}" failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('kuberuntime.pull-failed.s', 'Failed to pull image', ['err', 'image'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'plugin.go',
      facts: nodeTroubleSaid('image-credentials'),
      meaning:
        'The plug-in that gives the kubelet credentials for a registry (ECR, ACR, GCR, …) failed; the image is asked for without them.',
      whatToDo:
        "See the error: the plug-in's program, its permissions (the role of the machine), or its way to the cloud.",
    },
    text('kuberuntime.credentials.u', 'Failed getting credential from external registry credential provider: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.20',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kubelet_pods.go',
      facts: nodeTrouble('pull-secret', 'pod'),
      meaning:
        'A secret with credentials for a registry, which the pod names (imagePullSecrets), could not be read; images are asked for without it, each time the pod is synced, also where no credentials are needed.',
      whatToDo:
        'Where an image cannot be pulled: `kubectl -n <namespace> get secrets`. Otherwise take the name out of the pod or its service account.',
    },
    text(
      'kuberuntime.pull-secret.u',
      'Unable to retrieve pull secret {secret} for {pod} due to {err}.  The image pull may not succeed.',
      { severity: 'W', verbosity: 0, until: '1.20' },
    ),
    keyed(
      'kuberuntime.pull-secret.s',
      'Unable to retrieve pull secret, the image pull may not succeed.',
      ['pod', 'secret', 'err'],
      { severity: 'I', verbosity: 0, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      meaning: "The addresses that the network plugin gave to the pod's new sandbox.",
    },
    text('kuberuntime.ip.u', 'Determined the ip "{podIP}" for pod "{pod}" after sandbox changed', {
      severity: 'I',
      verbosity: 4,
      until: '1.15',
    }),
    text('kuberuntime.ip.u2', 'Determined the ip {podIPs} for pod "{pod}" after sandbox changed', {
      severity: 'I',
      verbosity: 4,
      since: '1.16',
      until: '1.20',
    }),
    keyed('kuberuntime.ip.s', 'Determined the ip for pod after sandbox changed', ['IPs', 'pod'], {
      severity: 'I',
      verbosity: 4,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      meaning: 'The range of pod addresses is handed to the container runtime.',
    },
    text('kuberuntime.podcidr.u', 'updating runtime config through cri with podcidr {podCIDR}', {
      severity: 'I',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('kuberuntime.podcidr.s', 'Updating runtime config through cri with podcidr', ['CIDR'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_gc.go',
      facts: runtimeAway('container-gc'),
      meaning: 'A dead sandbox could not be stopped before it is removed; it is tried again every minute.',
      whatToDo: 'Check the network plugin and the runtime.',
    },
    text('kuberuntime.gc-stop-sandbox.u', 'Failed to stop sandbox "{sandboxID}" before removing: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.19',
    }),
    keyed('kuberuntime.gc-stop-sandbox.s', 'Failed to stop sandbox before removing', ['err', 'sandboxID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      meaning:
        'A pod is being stopped, and its sandbox could not be. The pod stays in Terminating until that succeeds; it is tried again.',
      whatToDo: 'See the error of StopPodSandbox just before.',
    },
    text('kuberuntime.gc-stop-sandbox.u2', 'Failed to stop sandbox {{podSandboxID}}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('kuberuntime.gc-stop-sandbox.s2', 'Failed to stop sandbox', ['podSandboxID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_gc.go',
      facts: runtimeAway('container-gc'),
      meaning: 'A dead sandbox could not be removed; dead sandboxes pile up and make each relist slower.',
      whatToDo: 'See the error of RemovePodSandbox.',
    },
    text('kuberuntime.gc-remove-sandbox.u', 'Failed to remove sandbox "{sandboxID}": {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('kuberuntime.gc-remove-sandbox.s', 'Failed to remove sandbox', ['err', 'sandboxID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_gc.go',
      meaning:
        'What is left of a dead container could not be removed; dead containers pile up and make each relist slower.',
      whatToDo: 'See the error; mounts that are still in use are a common reason.',
    },
    text('kuberuntime.gc-remove-container.u', 'Failed to remove container "{containerID}": {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    text('kuberuntime.gc-remove-container.u2', 'Failed to remove container log dead symlink "{logSymlink}": {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('kuberuntime.gc-remove-container.s', 'Failed to remove container', ['err', 'containerID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    keyed('kuberuntime.gc-remove-container.s2', 'Failed to remove container log dead symlink', ['err', 'path'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_container.go',
      facts: containerNamed('other'),
      meaning: 'The postStart hook of a container failed, so the container is killed.',
      whatToDo: 'See the error.',
    },
    keyed(
      'kuberuntime.poststart.s',
      'Failed to execute PostStartHook',
      ['err', 'pod', 'podUID', 'containerName', 'containerID'],
      { severity: 'E', verbosity: 0, since: '1.22' },
    ),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'scope.go',
      facts: containerNamed('removing'),
      meaning:
        'A container that ended is taken out of the resource managers; its record in the runtime is removed next.',
    },
    keyed('kuberuntime.remove-container.s', 'RemoveContainer', ['containerID'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
    text('kuberuntime.remove-container.u', '[topologymanager] RemoveContainer - Container ID: {containerID}', {
      severity: 'I',
      verbosity: 0,
      since: '1.20',
      until: '1.20',
    }),
    text('kuberuntime.remove-container.u2', '[topologymanager] RemoveContainer - Container ID: {containerID}', {
      severity: 'I',
      verbosity: 0,
      since: '1.16',
      until: '1.19',
      file: 'topology_manager.go',
    }),
    text(
      'kuberuntime.remove-container.u3',
      '[topologymanager] RemoveContainer - Container ID: {containerID} podTopologyHints: {podTopologyHints}',
      { severity: 'I', verbosity: 0, since: '1.16', until: '1.19', file: 'topology_manager.go' },
    ),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_sandbox.go',
      meaning:
        'The list of pod sandboxes could not be read from the container runtime; the line of the call itself stands just before.',
      whatToDo: 'See the error of the ListPodSandbox call.',
    },
    keyed('kuberuntime.list-sandboxes-failed.s', 'Failed to list pod sandboxes', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      meaning: 'A pod was not stopped whole; the calls that failed have lines of their own, and it is tried again.',
    },
    text('kuberuntime.kill-pod-failed.u', 'killPodWithSyncResult failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('kuberuntime.kill-pod-failed.s', 'killPodWithSyncResult failed', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_manager.go',
      meaning:
        'The container runtime did not say its version at the start of the kubelet. The kubelet ends and says why in its last line.',
      whatToDo: 'See whether the runtime runs, and whether the socket is the right one.',
    },
    text('kuberuntime.version-failed.u', 'Get runtime version failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('kuberuntime.version-failed.s', 'Get runtime version failed', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kubelet_pods.go',
      facts: podNotKilled,
      meaning: 'A pod that should not be here any more could not be stopped; it is tried again.',
      whatToDo: 'The error names the call that failed.',
    },
    text('kuberuntime.orphan-kill.u', 'Failed killing the pod "{podName}": {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'pod_container_deletor.go',
      meaning:
        'A container that PLEG tells of is not known to its pod any more; it was removed meanwhile. Nothing is wrong, unless the error says anything but that it is not found.',
    },
    text('pod.container-gone.u', 'Container "{containerID}" not found in pod\'s containers', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    text(
      'pod.container-delete.u',
      '[pod_container_deletor] DeleteContainer returned error for (id={containerID}): {err}',
      { severity: 'W', verbosity: 0, since: '1.19', until: '1.20' },
    ),
    keyed('pod.container-gone.s', "Container not found in pod's containers", ['containerID'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
    keyed('pod.container-delete.s', 'DeleteContainer returned error', ['containerID', 'err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'kuberuntime',
      file: 'kuberuntime_container.go',
      meaning: 'Events of a container cannot be written, for nothing names its pod. Nothing else is hurt.',
    },
    text('kuberuntime.no-reference.u', 'Can\'t make a ref to pod "{pod}", container {containerName}: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('kuberuntime.no-reference.s', "Can't make a ref to pod and container", ['err', 'pod', 'containerName'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const kuberuntimeSources: SourceTable = {
  'pkg/kubelet/kuberuntime/kuberuntime_container.go': {
    'kuberuntime.killing-grace.u': '1.19-1.20',
    'kuberuntime.killing-grace.s': '1.22-1.36',
    'kuberuntime.killing-grace.u2': 'glog, klog, lines of 1.15',
    'kuberuntime.killing-override.u': '1.8-1.18',
    'kuberuntime.killing-override.u2': '1.19-1.20',
    'kuberuntime.killing-override.s': '1.21-1.36',
    'kuberuntime.killing-override.s2': '1.21',
    'kuberuntime.termination-failed.u': '1.8-1.20',
    'kuberuntime.termination-failed.s': '1.21-1.36',
    'kuberuntime.exited-normally.u': '1.8-1.20',
    'kuberuntime.exited-normally.s': '1.21-1.36',
    'kuberuntime.kill-failed.u': '1.8-1.20',
    'kuberuntime.kill-failed.s': '1.21-1.36',
    'kuberuntime.prestop-run.u': '1.8-1.20',
    'kuberuntime.prestop-run.s': '1.21-1.36',
    'kuberuntime.prestop-failed.u': '1.8-1.20',
    'kuberuntime.prestop-failed.s': '1.21-1.36',
    'kuberuntime.prestop-timeout.u': '1.8-1.20',
    'kuberuntime.prestop-timeout.s': '1.21-1.36',
    'kuberuntime.list-failed.u2': '1.8-1.20',
    'kuberuntime.list-failed.u3': '1.8-1.20',
    'kuberuntime.list-failed.s': '1.21-1.35',
    'kuberuntime.list-failed.s2': '1.21-1.35',
    'kuberuntime.poststart.s': '1.22-1.36',
    'kuberuntime.no-reference.u': 'glog, klog, lines',
    'kuberuntime.no-reference.s': 'structured, contextual',
  },
  'pkg/kubelet/kuberuntime/kuberuntime_manager.go': {
    'kuberuntime.killing-unwanted.u': '1.8-1.20',
    'kuberuntime.killing-unwanted.s': '1.21-1.36',
    'kuberuntime.claims-not-prepared.s': 'structured, contextual, lines',
    'kuberuntime.kill-failed.s2': '1.21-1.36',
    'kuberuntime.message.u': '1.8-1.20',
    'kuberuntime.message.u2': 'lines of 1.15',
    'kuberuntime.message.s': '1.21-1.36',
    'kuberuntime.no-sandbox.u': '1.8-1.20',
    'kuberuntime.no-ready-sandbox.u': '1.8-1.20',
    'kuberuntime.multiple-sandboxes.u': '1.17-1.20',
    'kuberuntime.sandbox-changed.u': '1.8-1.20',
    'kuberuntime.sandbox-no-ip.u': '1.8-1.16',
    'kuberuntime.sandbox-no-ip.u2': '1.17-1.20',
    'kuberuntime.create-sandbox-failed.u': '1.8-1.20',
    'kuberuntime.create-sandbox-failed.s2': '1.21-1.36',
    'kuberuntime.sandbox-status-failed.u': '1.8-1.20',
    'kuberuntime.sandbox-status-failed.s': '1.21-1.36',
    'kuberuntime.sandbox-status-of-pod.u': '1.8-1.20',
    'kuberuntime.sandbox-status-of-pod.s': '1.21-1.35',
    'kuberuntime.sandbox-status-of-pod.s2': '1.36',
    'kuberuntime.container-statuses-failed.u': '1.8-1.20',
    'kuberuntime.container-statuses-failed.s': '1.21-1.35',
    'kuberuntime.container-statuses-failed.s2': '1.36',
    'kuberuntime.compute-actions.u': '1.8-1.20',
    'kuberuntime.compute-actions.s': '1.21-1.36',
    'kuberuntime.backoff.u': '1.8-1.11',
    'kuberuntime.backoff.u2': '1.12-1.20',
    'kuberuntime.backoff.s': '1.21-1.36',
    'kuberuntime.backoff.s2': '1.21-1.36',
    'kuberuntime.start-failed.u3': 'glog, klog',
    'kuberuntime.start-failed.u4': 'glog, klog',
    'kuberuntime.start-failed.u': '1.19-1.20',
    'kuberuntime.start-failed.u2': 'structured, lines',
    'kuberuntime.start-failed.s': '1.21-1.36',
    'kuberuntime.ip.u': '1.8-1.15',
    'kuberuntime.ip.u2': '1.16-1.20',
    'kuberuntime.ip.s': '1.21-1.36',
    'kuberuntime.podcidr.u': '1.8-1.20',
    'kuberuntime.podcidr.s': '1.21-1.36',
    'kuberuntime.gc-stop-sandbox.u2': '1.8-1.20',
    'kuberuntime.gc-stop-sandbox.s2': '1.21-1.36',
    'kuberuntime.kill-pod-failed.u': 'glog, klog',
    'kuberuntime.kill-pod-failed.s': 'structured, contextual, lines of 1.28',
    'kuberuntime.version-failed.u': 'glog, klog, lines of 1.20',
    'kuberuntime.version-failed.s': 'structured',
  },
  'pkg/kubelet/kuberuntime/util/util.go': {
    'kuberuntime.no-sandbox.s': '1.21-1.36',
    'kuberuntime.no-ready-sandbox.s': '1.21-1.36',
    'kuberuntime.multiple-sandboxes.s': '1.21-1.36',
    'kuberuntime.sandbox-changed.s': '1.21-1.36',
    'kuberuntime.sandbox-no-ip.s': '1.21-1.36',
  },
  'pkg/kubelet/kuberuntime/kuberuntime_sandbox.go': {
    'kuberuntime.create-sandbox-failed.s': '1.21-1.36',
    'kuberuntime.create-sandbox-failed.u2': '1.8-1.20',
    'kuberuntime.list-failed.u': '1.8-1.20',
    'kuberuntime.list-sandboxes-failed.s': 'structured, lines of 1.28',
  },
  'pkg/credentialprovider/plugin/plugin.go': {
    'kuberuntime.credentials.u': 'klog, structured, contextual',
  },
  'pkg/kubelet/kuberuntime/kuberuntime_image.go': {
    'kuberuntime.pull-failed.u': '1.8-1.20',
    'kuberuntime.pull-failed.s': '1.21-1.36',
  },
  'pkg/kubelet/kuberuntime/kuberuntime_gc.go': {
    'kuberuntime.gc-stop-sandbox.u': '1.8-1.19',
    'kuberuntime.gc-stop-sandbox.s': '1.21-1.36',
    'kuberuntime.gc-remove-sandbox.u': '1.8-1.20',
    'kuberuntime.gc-remove-sandbox.s': '1.21-1.36',
    'kuberuntime.gc-remove-container.u': '1.8-1.20',
    'kuberuntime.gc-remove-container.u2': '1.8-1.20',
    'kuberuntime.gc-remove-container.s': '1.21-1.36',
    'kuberuntime.gc-remove-container.s2': '1.21-1.36',
  },
  'pkg/kubelet/cm/topologymanager/scope.go': {
    'kuberuntime.remove-container.s': 'lines of 1.24, 1.26, 1.27, 1.28, 1.30, 1.31, 1.32, 1.33, 1.36',
    'kuberuntime.remove-container.u': 'klog, lines of 1.20',
  },
  'pkg/kubelet/cm/topologymanager/topology_manager.go': {
    'kuberuntime.remove-container.u2': 'klog, lines',
    'kuberuntime.remove-container.u3': 'klog',
  },
  'pkg/kubelet/kubelet_pods.go': {
    'kuberuntime.orphan-kill.u': 'glog, klog, lines of 1.15',
    'kuberuntime.pull-secret.u': 'glog, klog',
    'kuberuntime.pull-secret.s': 'structured',
  },
  'pkg/kubelet/pod_container_deletor.go': {
    'pod.container-gone.u': 'lines of 1.15, 1.20',
    'pod.container-delete.u': 'lines of 1.20',
    'pod.container-gone.s': 'lines of 1.24, 1.26, 1.28, 1.30, 1.31, 1.34, 1.36',
    'pod.container-delete.s': 'lines of 1.24, 1.26, 1.30, 1.36',
  },
};
