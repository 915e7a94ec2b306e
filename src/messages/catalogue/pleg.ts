/** Messages of the Pod Lifecycle Event Generator (pkg/kubelet/pleg/generic.go). */
import { channelFull, containerFinished, eventsHeldBack, inspectFailed, relistFailed, relistStarted, stateChange } from '../facts/pleg.ts';
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const plegRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'pleg', file: 'generic.go', facts: relistStarted('all'),
      meaning: 'A relist pass starts (one list of sandboxes + one of containers from the runtime).',
      whatToDo: 'Count these at V(5) to measure the true relist cadence; gaps over ~1 s mean slow relists.',
    },
    text('pleg.relisting.u', 'GenericPLEG: Relisting', { severity: 'I', verbosity: 5, until: '1.20' }),
    keyed('pleg.relisting.s', 'GenericPLEG: Relisting', [], { severity: 'I', verbosity: 5, since: '1.21' }),
  ),
  ...family(
    {
      component: 'pleg', file: 'generic.go', facts: relistStarted('pod'),
      meaning: 'On-demand relist of a single pod (PLEGOnDemandRelist).',
      whatToDo: 'Normal on 1.36+; use podUID to tie it to a pod.',
    },
    keyed('pleg.relist-pod.s', 'GenericPLEG: Relisting Pod', ['podUID'], { severity: 'I', verbosity: 5, since: '1.36' }),
  ),
  ...family(
    {
      component: 'pleg', file: 'generic.go', facts: stateChange,
      meaning: 'PLEG saw a container or sandbox change state (running, exited, unknown, non-existent).',
      whatToDo: 'Replay oldState/newState to rebuild the container history.',
    },
    text('pleg.state-change.u', 'GenericPLEG: {podUID}/{containerID}: {oldState} -> {newState}', { severity: 'I', verbosity: 4, until: '1.20' }),
    keyed('pleg.state-change.s', 'GenericPLEG', ['podUID', 'containerID', 'oldState', 'newState'], { severity: 'I', verbosity: 4, since: '1.21' }),
  ),
  ...family(
    {
      component: 'pleg', file: 'generic.go', facts: relistFailed('all'),
      meaning: 'Listing pods from the runtime failed; this relist is abandoned and the health stamp is not refreshed.',
      whatToDo: 'Look at the runtime error in the same second; restart or unblock containerd/CRI-O/docker.',
    },
    text('pleg.unable-retrieve-pods.u', 'GenericPLEG: Unable to retrieve pods: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('pleg.unable-retrieve-pods.s', 'GenericPLEG: Unable to retrieve pods', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'pleg', file: 'generic.go', facts: relistFailed('pod'),
      meaning: 'The single-pod relist could not read the pod from the runtime.',
      whatToDo: 'Check runtime responsiveness for that pod.',
    },
    keyed('pleg.unable-retrieve-pod.s', 'GenericPLEG: Unable to retrieve pod', ['err', 'podUID'], { severity: 'E', verbosity: 0, since: '1.36' }),
  ),
  ...family(
    {
      component: 'pleg', file: 'generic.go',
      meaning: 'More than 200 on-demand relist requests are queued; this one is dropped (the global relist still covers it).',
      whatToDo: 'Sign of a slow runtime or mass pod churn; check relist duration.',
    },
    keyed('pleg.request-full.s', 'Relist request channel full; dropping relist request', ['podUID'], { severity: 'E', verbosity: 0, since: '1.36' }),
  ),
  ...family(
    {
      component: 'pleg', file: 'generic.go', facts: eventsHeldBack,
      meaning: 'The pod status could not be read, so the events of this pod are kept back and retried at the next relist.',
      whatToDo: 'Find the runtime error for the same pod (PodSandboxStatus/ContainerStatus).',
    },
    text('pleg.ignoring-events.u', 'PLEG: Ignoring events for pod {name}/{namespace}: {err}', { severity: 'E', verbosity: 0, until: '1.13' }),
    text('pleg.ignoring-events.u2', 'PLEG: Ignoring events for pod {name}/{namespace}: {err}', { severity: 'I', verbosity: 4, since: '1.14', until: '1.20' }),
    keyed('pleg.ignoring-events.s', 'PLEG: Ignoring events for pod', ['err', 'pod'], { severity: 'E', verbosity: 4, since: '1.21', until: '1.34' }),
    keyed('pleg.ignoring-events.s2', 'PLEG: Ignoring events for pod', ['pod', 'err'], { severity: 'I', verbosity: 4, since: '1.35' }),
  ),
  ...family(
    {
      component: 'pleg', file: 'generic.go',
      meaning: 'PLEG retries pods whose status could not be read in an earlier relist.',
      whatToDo: 'If repeated, one or more pods keep failing inspection.',
    },
    text('pleg.reinspecting.u', 'GenericPLEG: Reinspecting pods that previously failed inspection', { severity: 'I', verbosity: 5, until: '1.20' }),
    keyed('pleg.reinspecting.s', 'GenericPLEG: Reinspecting pods that previously failed inspection', [], { severity: 'I', verbosity: 5, since: '1.21', until: '1.31' }),
  ),
  ...family(
    {
      component: 'pleg', file: 'generic.go', facts: inspectFailed,
      meaning: 'A retry of the status read failed again; the pod stays in the retry set.',
      whatToDo: 'Inspect that pod with crictl inspectp / inspect.',
    },
    text('pleg.failed-reinspection.u', 'PLEG: pod {name}/{namespace} failed reinspection: {err}', { severity: 'E', verbosity: 0, until: '1.13' }),
    text('pleg.failed-reinspection.u2', 'PLEG: pod {name}/{namespace} failed reinspection: {err}', { severity: 'I', verbosity: 5, since: '1.14', until: '1.20' }),
    keyed('pleg.failed-reinspection.s', 'PLEG: pod failed reinspection', ['err', 'pod'], { severity: 'E', verbosity: 5, since: '1.21', until: '1.31' }),
  ),
  ...family(
    {
      component: 'pleg', file: 'generic.go',
      meaning: 'The pod has no containers or sandboxes any more; its cached status is dropped.',
      whatToDo: 'Normal at the end of a pod life.',
    },
    text('pleg.delete-status.u', 'PLEG: Delete status for pod "{podUID}"', { severity: 'I', verbosity: 4, until: '1.20' }),
    keyed('pleg.delete-status.s', 'PLEG: Delete status for pod', ['podUID'], { severity: 'I', verbosity: 4, since: '1.21' }),
  ),
  ...family(
    {
      component: 'pleg', file: 'generic.go', facts: inspectFailed,
      meaning: 'The pod status was read and written to the pod cache (or the read failed, when err is set).',
      whatToDo: 'With err set: the runtime failed for this pod; without: normal.',
    },
    text('pleg.write-status.u', 'PLEG: Write status for {name}/{namespace}: {status} (err: {err})', { severity: 'I', verbosity: 4, until: '1.20' }),
    keyed('pleg.write-status.s', 'PLEG: Write status', ['err', 'pod', 'podStatus'], { severity: 'E', verbosity: 6, since: '1.21', until: '1.23' }),
    keyed('pleg.write-status.s2', 'PLEG: Write status', ['err', 'pod'], { severity: 'E', verbosity: 4, since: '1.21', until: '1.23' }),
    keyed('pleg.write-status.s3', 'PLEG: Write status', ['err', 'pod', 'podStatus'], { severity: 'E', verbosity: 0, since: '1.24' }),
    keyed('pleg.write-status.s4', 'PLEG: Write status', ['err', 'pod'], { severity: 'E', verbosity: 0, since: '1.24' }),
    keyed('pleg.write-status.s5', 'PLEG: Write status', ['pod', 'podStatus'], { severity: 'I', verbosity: 6, since: '1.24' }),
    keyed('pleg.write-status.s6', 'PLEG: Write status', ['pod'], { severity: 'I', verbosity: 4, since: '1.24' }),
  ),
  ...family(
    {
      component: 'pleg', file: 'generic.go', facts: channelFull,
      meaning: 'The 1000-slot event channel is full, so this event is thrown away; the sync loop is not draining it.',
      whatToDo: 'Find why syncLoop is stuck or too slow; watch kubelet_pleg_discard_events.',
    },
    text('pleg.channel-full.u', 'event channel is full, discard this relist() cycle event', { severity: 'E', verbosity: 0, since: '1.14', until: '1.20' }),
    keyed('pleg.channel-full.s', 'Event channel is full, discard this relist() cycle event', [], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'pleg', file: 'generic.go', facts: containerFinished,
      meaning: 'A container ended; gives the exit code.',
      whatToDo: 'Use exitCode (137 OOM/kill, 143 SIGTERM, other app error) to explain restarts.',
    },
    keyed('pleg.container-finished.s', 'Generic (PLEG): container finished', ['podID', 'containerID', 'exitCode'], { severity: 'I', verbosity: 2, since: '1.22' }),
  ),
];
