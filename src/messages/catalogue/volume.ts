/** Messages of the component `volume`. */
import { volumeFailed } from '../facts/pods.ts';
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const volumeRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'volume', file: 'kubelet.go', facts: volumeFailed,
      meaning: 'Volumes of the pod were not ready in time (2 min 3 s); sync is retried.',
      whatToDo: 'Check attach-detach, CSI driver, missing secrets/configmaps.',
    },
    text('volume.mount-timeout.u', 'Unable to mount volumes for pod "{pod}": {err}; skipping pod', { severity: 'E', verbosity: 0, until: '1.15' }),
    text('volume.mount-timeout.u2', 'Unable to attach or mount volumes for pod "{pod}": {err}; skipping pod', { severity: 'E', verbosity: 0, since: '1.16', until: '1.20' }),
    keyed('volume.mount-timeout.s', 'Unable to attach or mount volumes for pod; skipping pod', ['err', 'pod'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'volume', file: 'kubelet_volumes.go', loop: 'middle',
      meaning: 'Directories of deleted pods are left on disk and cannot be removed.',
      whatToDo: 'Unmount and remove the orphan path under /var/lib/kubelet/pods.',
    },
    text('volume.orphan.u', 'Orphaned pod "{podUID}" found, but volumes are not cleaned up', { severity: 'I', verbosity: 3, until: '1.20' }),
    text('volume.orphan.u2', '{err} : There were a total of {count} errors similar to this. Turn up verbosity to see them.', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('volume.orphan.s', 'Orphaned pod found, but volumes are not cleaned up', ['podUID'], { severity: 'I', verbosity: 3, since: '1.21' }),
    keyed('volume.orphan.s2', 'There were many similar errors. Turn up verbosity to see them.', ['err', 'numErrs'], { severity: 'E', verbosity: 0, since: '1.21' }),
    keyed('volume.orphan.s3', 'Orphaned pod found, but failed to remove volumes subdir', ['err', 'podUID', 'path'], { severity: 'E', verbosity: 0, since: '1.22' }),
  ),
  ...family(
    {
      component: 'volume', file: 'kubelet_volumes.go', loop: 'middle',
      meaning: 'Orphan pod directory is removed.',
      whatToDo: 'Normal.',
    },
    text('volume.orphan-removing.u', 'Orphaned pod "{podUID}" found, removing', { severity: 'I', verbosity: 3, until: '1.20' }),
    keyed('volume.orphan-removing.s', 'Orphaned pod found, removing', ['podUID'], { severity: 'I', verbosity: 3, since: '1.21' }),
  ),
  ...family(
    {
      component: 'volume', file: 'kubelet_volumes.go', loop: 'middle',
      meaning: 'Removing the orphan directory failed.',
      whatToDo: 'Device busy; unmount.',
    },
    text('volume.orphan-dir-failed.u', 'Failed to remove orphaned pod "{podUID}" dir; err: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('volume.orphan-dir-failed.s', 'Failed to remove orphaned pod dir', ['err', 'podUID'], { severity: 'E', verbosity: 0, since: '1.21' }),
    keyed('volume.orphan-dir-failed.s2', 'Failed to remove orphaned pod subdir', ['err', 'podUID', 'path'], { severity: 'E', verbosity: 0, since: '1.22' }),
  ),
  ...family(
    {
      component: 'volume', file: 'volume_manager.go',
      meaning: 'Pod waits for volumes.',
      whatToDo: 'Timeline only (V(3)).',
    },
    text('volume.waiting.u', 'Waiting for volumes to attach and mount for pod "{pod}"', { severity: 'I', verbosity: 3, until: '1.20' }),
    keyed('volume.waiting.s', 'Waiting for volumes to attach and mount for pod', ['pod'], { severity: 'I', verbosity: 3, since: '1.21' }),
  ),
  ...family(
    {
      component: 'volume', file: 'volume_manager.go',
      meaning: 'Volumes are ready.',
      whatToDo: 'Timeline only (V(3)).',
    },
    text('volume.all-mounted.u', 'All volumes are attached and mounted for pod "{pod}"', { severity: 'I', verbosity: 3, until: '1.20' }),
    keyed('volume.all-mounted.s', 'All volumes are attached and mounted for pod', ['pod'], { severity: 'I', verbosity: 3, since: '1.21' }),
  ),
  ...family(
    {
      component: 'volume', file: 'desired_state_of_world_populator.go', facts: volumeFailed,
      meaning: 'A volume of the pod could not be prepared.',
      whatToDo: 'PVC unbound, missing object, access denied.',
    },
    text('volume.processing-error.u', 'Error processing volume "{volumeName}" for pod "{pod}": {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('volume.processing-error.s', 'Error processing volume', ['err', 'pod', 'volumeName'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'volume', file: 'desired_state_of_world_populator.go', facts: volumeFailed,
      meaning: 'Volume could not be added to the desired state.',
      whatToDo: 'See err.',
    },
    text('volume.add-failed.u', 'Failed to add volume "{volumeName}" (specName: "{volumeSpecName}") for pod "{pod}" to desiredStateOfWorld. err={err}', { severity: 'E', verbosity: 0, until: '1.15' }),
    text('volume.add-failed.u2', 'Failed to add volume {volumeName} (specName: {volumeSpecName}) for pod "{pod}" to desiredStateOfWorld: {err}', { severity: 'E', verbosity: 0, since: '1.16', until: '1.20' }),
    keyed('volume.add-failed.s', 'Failed to add volume to desiredStateOfWorld', ['err', 'pod', 'volumeName', 'volumeSpecName'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'volume', file: 'nestedpendingoperations.go', facts: volumeFailed,
      meaning: 'A volume operation failed; text names the operation and says when the next retry is allowed (No retries permitted until ... durationBeforeRetry ...).',
      whatToDo: 'Read Error part; back-off doubles from 500 ms to 2 min 2 s.',
    },
    text('volume.operation-failed.u', '{err}', { severity: 'E', verbosity: 0 }),
    text('volume.operation-failed.u2', 'operation {key} failed with: {err}', { severity: 'E', verbosity: 0, since: '1.16' }),
  ),
];
