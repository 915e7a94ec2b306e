/** Messages of the Pod Lifecycle Event Generator (pkg/kubelet/pleg/generic.go). */
import {
  channelFull,
  containerFinished,
  eventsHeldBack,
  inspectFailed,
  relistFailed,
  relistStarted,
  stateChange,
} from '../facts/pleg.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const plegRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'pleg',
      file: 'generic.go',
      highlight: 'pleg',
      facts: relistStarted('all'),
      meaning:
        'PLEG begins a relist: it asks the container runtime for all pod sandboxes and all containers and compares the answer with that of the relist before. It does so one second after the previous relist ended.',
      whatToDo:
        'The spacing of these lines is the duration of a relist plus one second. Without them (they need -v=5) the duration is not logged.',
    },
    text('pleg.relisting.u', 'GenericPLEG: Relisting', { severity: 'I', verbosity: 5, until: '1.20' }),
    keyed('pleg.relisting.s', 'GenericPLEG: Relisting', [], { severity: 'I', verbosity: 5, since: '1.21' }),
  ),
  ...family(
    {
      component: 'pleg',
      file: 'generic.go',
      highlight: 'pleg',
      facts: relistStarted('pod'),
      meaning:
        "PLEG begins a relist of a single pod that was asked for out of turn (from 1.36 on), because the kubelet has just done something to it. Such a relist does not refresh PLEG's health, and while it runs no full relist can start.",
      whatToDo: 'Normal. If the next line of PLEG comes much later, the runtime answers slowly for this pod.',
    },
    keyed('pleg.relist-pod.s', 'GenericPLEG: Relisting Pod', ['podUID'], {
      severity: 'I',
      verbosity: 5,
      since: '1.36',
    }),
  ),
  ...family(
    {
      component: 'pleg',
      file: 'generic.go',
      highlight: 'pleg',
      facts: stateChange,
      meaning:
        'A relist found that a container or a pod sandbox changed its state since the relist before: from oldState to newState (running, exited, unknown, non-existent). An event for the sync loop follows, unless the new state is unknown.',
      whatToDo: 'Put together, these lines (they need -v=4) are the history of each container.',
    },
    text('pleg.state-change.u', 'GenericPLEG: {podUID}/{containerID}: {oldState} -> {newState}', {
      severity: 'I',
      verbosity: 4,
      until: '1.20',
    }),
    keyed('pleg.state-change.s', 'GenericPLEG', ['podUID', 'containerID', 'oldState', 'newState'], {
      severity: 'I',
      verbosity: 4,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'pleg',
      file: 'generic.go',
      highlight: 'trouble',
      facts: relistFailed('all'),
      meaning:
        "A relist ended without result, because the container runtime did not list its sandboxes or containers. PLEG's health is not refreshed: if no list call succeeds for three minutes, PLEG is unhealthy and the node becomes NotReady.",
      whatToDo:
        "The error says why: a time-out means that the runtime is stuck or overloaded, 'connection refused' or 'no such file' that it is not running, ResourceExhausted that there are too many containers to list. The failed call itself is logged just before.",
    },
    text('pleg.unable-retrieve-pods.u', 'GenericPLEG: Unable to retrieve pods: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('pleg.unable-retrieve-pods.s', 'GenericPLEG: Unable to retrieve pods', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'pleg',
      file: 'generic.go',
      highlight: 'trouble',
      facts: relistFailed('pod'),
      meaning:
        "A relist of a single pod (1.36) ended without result, because the container runtime did not answer for this pod. PLEG's health does not depend on it, but a full relist had to wait meanwhile.",
      whatToDo: 'Look for other calls to the runtime that failed at this time.',
    },
    keyed('pleg.unable-retrieve-pod.s', 'GenericPLEG: Unable to retrieve pod', ['err', 'podUID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.36',
    }),
  ),
  ...family(
    {
      component: 'pleg',
      file: 'generic.go',
      meaning:
        'More than 200 relists of single pods are waiting (1.36), so this request is dropped. Nothing is lost: the next full relist covers the pod.',
      whatToDo:
        'Harmless by itself. It comes in numbers when many pods change at once, typically just after the sync loop was blocked.',
    },
    keyed('pleg.request-full.s', 'Relist request channel full; dropping relist request', ['podUID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.36',
    }),
  ),
  ...family(
    {
      component: 'pleg',
      file: 'generic.go',
      facts: eventsHeldBack,
      meaning:
        "PLEG saw that something happened to this pod but could not read its status from the container runtime, so it keeps the pod's events back and tries again at the next relist. Until then the kubelet does not react to what happened.",
      whatToDo:
        'Find the call that failed for this pod (PodSandboxStatus, ContainerStatus) just before. If it repeats, this pod blocks the relist: inspect its sandbox and containers with crictl.',
    },
    text('pleg.ignoring-events.u', 'PLEG: Ignoring events for pod {name}/{namespace}: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.13',
    }),
    text('pleg.ignoring-events.u2', 'PLEG: Ignoring events for pod {name}/{namespace}: {err}', {
      severity: 'I',
      verbosity: 4,
      since: '1.14',
      until: '1.20',
    }),
    keyed('pleg.ignoring-events.s', 'PLEG: Ignoring events for pod', ['err', 'pod'], {
      severity: 'E',
      verbosity: 4,
      since: '1.21',
      until: '1.34',
    }),
    keyed('pleg.ignoring-events.s2', 'PLEG: Ignoring events for pod', ['pod', 'err'], {
      severity: 'I',
      verbosity: 4,
      since: '1.35',
    }),
  ),
  ...family(
    {
      component: 'pleg',
      file: 'generic.go',
      meaning:
        'At the end of a relist PLEG tries again to read the status of pods for which this failed in the relist before.',
      whatToDo: 'If it repeats, some pod cannot be inspected; the lines after it name the pod.',
    },
    text('pleg.reinspecting.u', 'GenericPLEG: Reinspecting pods that previously failed inspection', {
      severity: 'I',
      verbosity: 5,
      until: '1.20',
    }),
    keyed('pleg.reinspecting.s', 'GenericPLEG: Reinspecting pods that previously failed inspection', [], {
      severity: 'I',
      verbosity: 5,
      since: '1.21',
      until: '1.31',
    }),
  ),
  ...family(
    {
      component: 'pleg',
      file: 'generic.go',
      highlight: 'trouble',
      facts: inspectFailed,
      meaning:
        'The second attempt to read the status of this pod failed as well; the pod stays on the list for the next relist. Up to 1.31 a pod that hangs therefore costs two time-outs per relist, four minutes together, which is more than the three minutes after which PLEG is unhealthy.',
      whatToDo:
        'This pod is the culprit, or the first one to ask about: inspect its sandbox and containers with crictl and look for what they hang on (volume, network plugin, runc).',
    },
    text('pleg.failed-reinspection.u', 'PLEG: pod {name}/{namespace} failed reinspection: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.13',
    }),
    text('pleg.failed-reinspection.u2', 'PLEG: pod {name}/{namespace} failed reinspection: {err}', {
      severity: 'I',
      verbosity: 5,
      since: '1.14',
      until: '1.20',
    }),
    keyed('pleg.failed-reinspection.s', 'PLEG: pod failed reinspection', ['err', 'pod'], {
      severity: 'E',
      verbosity: 5,
      since: '1.21',
      until: '1.31',
    }),
  ),
  ...family(
    {
      component: 'pleg',
      file: 'generic.go',
      meaning:
        "The pod has neither containers nor sandboxes left in the runtime, so PLEG removes its status from the pod cache. This is the end of a pod's life on the node.",
    },
    text('pleg.delete-status.u', 'PLEG: Delete status for pod "{podUID}"', {
      severity: 'I',
      verbosity: 4,
      until: '1.20',
    }),
    keyed('pleg.delete-status.s', 'PLEG: Delete status for pod', ['podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'pleg',
      file: 'generic.go',
      facts: inspectFailed,
      meaning:
        'PLEG read the status of a pod from the container runtime and wrote it to the pod cache, from which the pod workers take it. With an error, the runtime did not give the status, and the error was written instead.',
      whatToDo:
        'Without an error: normal. With one: the runtime could not inspect this pod; if it repeats for the same pod, that pod holds up the relist.',
    },
    text('pleg.write-status.u', 'PLEG: Write status for {name}/{namespace}: {status} (err: {err})', {
      severity: 'I',
      verbosity: 4,
      until: '1.20',
    }),
    keyed('pleg.write-status.s', 'PLEG: Write status', ['err', 'pod', 'podStatus'], {
      severity: 'E',
      verbosity: 6,
      since: '1.21',
      until: '1.23',
    }),
    keyed('pleg.write-status.s2', 'PLEG: Write status', ['err', 'pod'], {
      severity: 'E',
      verbosity: 4,
      since: '1.21',
      until: '1.23',
    }),
    keyed('pleg.write-status.s3', 'PLEG: Write status', ['err', 'pod', 'podStatus'], {
      severity: 'E',
      verbosity: 0,
      since: '1.24',
    }),
    keyed('pleg.write-status.s4', 'PLEG: Write status', ['err', 'pod'], { severity: 'E', verbosity: 0, since: '1.24' }),
    keyed('pleg.write-status.s5', 'PLEG: Write status', ['pod', 'podStatus'], {
      severity: 'I',
      verbosity: 6,
      since: '1.24',
    }),
    keyed('pleg.write-status.s6', 'PLEG: Write status', ['pod'], { severity: 'I', verbosity: 4, since: '1.24' }),
  ),
  ...family(
    {
      component: 'pleg',
      file: 'generic.go',
      highlight: 'trouble',
      facts: channelFull,
      meaning:
        'The queue of events from PLEG to the sync loop holds 1000 events and is full, so this event is thrown away. The sync loop is not taking events: either it skips because the runtime state is unhealthy, or one of its turns is blocked.',
      whatToDo:
        'Find out why the sync loop stood still; the queue only shows it. Lost events are made good by the periodic sync of the pods, which can take minutes.',
    },
    text('pleg.channel-full.u', 'event channel is full, discard this relist() cycle event', {
      severity: 'E',
      verbosity: 0,
      since: '1.14',
      until: '1.20',
    }),
    keyed('pleg.channel-full.s', 'Event channel is full, discard this relist() cycle event', [], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'pleg',
      file: 'generic.go',
      highlight: 'pleg',
      facts: containerFinished,
      meaning:
        'A relist found that a container has ended; exitCode is its exit code. PLEG sends a ContainerDied event for it next. The line also proves that the list calls of this relist succeeded before it.',
      whatToDo:
        "Exit code 137 means killed (often for lack of memory), 143 terminated on request; others are the application's own.",
    },
    keyed('pleg.container-finished.s', 'Generic (PLEG): container finished', ['podID', 'containerID', 'exitCode'], {
      severity: 'I',
      verbosity: 2,
      since: '1.22',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const plegSources: SourceTable = {
  'pkg/kubelet/pleg/generic.go': {
    'pleg.relisting.u': '1.8-1.20',
    'pleg.relisting.s': '1.21-1.36',
    'pleg.relist-pod.s': '1.36',
    'pleg.state-change.u': '1.8-1.20',
    'pleg.state-change.s': '1.21-1.36',
    'pleg.unable-retrieve-pods.u': '1.8-1.20',
    'pleg.unable-retrieve-pods.s': '1.21-1.36',
    'pleg.unable-retrieve-pod.s': '1.36',
    'pleg.request-full.s': '1.36',
    'pleg.ignoring-events.u': '1.8-1.13',
    'pleg.ignoring-events.u2': '1.14-1.20',
    'pleg.ignoring-events.s': '1.21-1.34',
    'pleg.ignoring-events.s2': '1.35-1.36',
    'pleg.reinspecting.u': '1.8-1.20',
    'pleg.reinspecting.s': '1.21-1.31',
    'pleg.failed-reinspection.u': '1.8-1.13',
    'pleg.failed-reinspection.u2': '1.14-1.20',
    'pleg.failed-reinspection.s': '1.21-1.31',
    'pleg.delete-status.u': '1.8-1.20',
    'pleg.delete-status.s': '1.21-1.36',
    'pleg.write-status.u': '1.8-1.20',
    'pleg.write-status.s': '1.21-1.23',
    'pleg.write-status.s2': '1.21-1.23',
    'pleg.write-status.s3': '1.24-1.36',
    'pleg.write-status.s4': '1.24-1.36',
    'pleg.write-status.s5': '1.24-1.36',
    'pleg.write-status.s6': '1.24-1.36',
    'pleg.channel-full.u': '1.14-1.20',
    'pleg.channel-full.s': '1.21-1.36',
    'pleg.container-finished.s': '1.22-1.36',
  },
};
