/** Messages of the component `volume`. */
import { apiFailed } from '../facts/api.ts';
import { exits } from '../facts/node.ts';
import { operationFailed, orphanedVolumes, mountFailed, volumeFailed } from '../facts/volumes.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import { quotedToo } from './ordinary/ordinary.ts';
import type { SourceTable } from './source.ts';

export const volumeRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'volume',
      file: 'kubelet.go',
      facts: volumeFailed,
      meaning:
        'The volumes of the pod were not there in time (about two minutes), so it cannot start yet; it is tried again.',
      whatToDo: 'Check the storage driver, the attachment of the disk, and missing secrets or config maps.',
    },
    text('volume.mount-timeout.u', 'Unable to mount volumes for pod "{pod}": {err}; skipping pod', {
      severity: 'E',
      verbosity: 0,
      until: '1.15',
    }),
    text('volume.mount-timeout.u2', 'Unable to attach or mount volumes for pod "{pod}": {err}; skipping pod', {
      severity: 'E',
      verbosity: 0,
      since: '1.16',
      until: '1.20',
    }),
    keyed('volume.mount-timeout.s', 'Unable to attach or mount volumes for pod; skipping pod', ['err', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'kubelet_volumes.go',
      loop: 'middle',
      meaning: 'Folders of a deleted pod are still on the disk, because its volumes are being taken down.',
    },
    text('volume.orphan.u', 'Orphaned pod "{podUID}" found, but volumes are not cleaned up', {
      severity: 'I',
      verbosity: 3,
      until: '1.20',
    }),
    keyed('volume.orphan.s', 'Orphaned pod found, but volumes are not cleaned up', ['podUID'], {
      severity: 'I',
      verbosity: 3,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'kubelet_volumes.go',
      loop: 'middle',
      facts: orphanedVolumes,
      meaning:
        'Folders of a deleted pod are still on the disk, because volumes in them are not cleaned up. It is said again every two seconds, one line for all such pods.',
      whatToDo: 'Unmount and remove what is left below /var/lib/kubelet/pods.',
    },
    text('volume.orphan.u3', 'Orphaned pod "{podUID}" found, but volume paths are still present on disk.', {
      severity: 'E',
      verbosity: 0,
      until: '1.8',
    }),
    text(
      'volume.orphan.u4',
      'Orphaned pod "{podUID}" found, but {err} : There were a total of {count} errors similar to this. Turn up verbosity to see them.',
      { severity: 'E', verbosity: 0, until: '1.20' },
    ),
    text(
      'volume.orphan.u5',
      'orphaned pod "{podUID}" found, but {err} : There were a total of {count} errors similar to this. Turn up verbosity to see them.',
      { severity: 'E', verbosity: 0, since: '1.19', until: '1.20' },
    ),
    text(
      'volume.orphan.u2',
      '{err} : There were a total of {count} errors similar to this. Turn up verbosity to see them.',
      { severity: 'E', verbosity: 0, until: '1.20' },
    ),
    keyed('volume.orphan.s2', 'There were many similar errors. Turn up verbosity to see them.', ['err', 'numErrs'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    keyed('volume.orphan.s3', 'Orphaned pod found, but failed to remove volumes subdir', ['err', 'podUID', 'path'], {
      severity: 'E',
      verbosity: 0,
      since: '1.22',
    }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'kubelet_volumes.go',
      loop: 'middle',
      meaning: 'The folders of a deleted pod are removed.',
    },
    text('volume.orphan-removing.u', 'Orphaned pod "{podUID}" found, removing', {
      severity: 'I',
      verbosity: 3,
      until: '1.20',
    }),
    keyed('volume.orphan-removing.s', 'Orphaned pod found, removing', ['podUID'], {
      severity: 'I',
      verbosity: 3,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'kubelet_volumes.go',
      loop: 'middle',
      facts: volumeFailed,
      meaning:
        'The kubelet looked whether volumes of a pod are still mounted, and the file system did not let it look, so the pod counts as not cleaned up.',
      whatToDo: 'Unmount what stands in the error, if its server or its program is gone for good.',
    },
    text(
      'volume.look-failed.u',
      'pod "{podUID}" found, but error {err} occurred during checking mounted volumes from disk',
      { severity: 'E', verbosity: 0, until: '1.20' },
    ),
    keyed(
      'volume.look-failed.s',
      'Pod found, but error occurred during checking mounted volumes from disk',
      ['err', 'podUID'],
      { severity: 'E', verbosity: 0, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'volume',
      file: 'kubelet_volumes.go',
      loop: 'middle',
      facts: orphanedVolumes,
      meaning: 'The folders of a deleted pod could not be removed.',
      whatToDo: 'A mount is still in use; unmount it.',
    },
    text('volume.orphan-dir-failed.u', 'Failed to remove orphaned pod "{podUID}" dir; err: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('volume.orphan-dir-failed.s', 'Failed to remove orphaned pod dir', ['err', 'podUID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    keyed('volume.orphan-dir-failed.s2', 'Failed to remove orphaned pod subdir', ['err', 'podUID', 'path'], {
      severity: 'E',
      verbosity: 0,
      since: '1.22',
    }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'volume_manager.go',
      meaning: 'The pod waits for its volumes.',
    },
    text('volume.waiting.u', 'Waiting for volumes to attach and mount for pod "{pod}"', {
      severity: 'I',
      verbosity: 3,
      until: '1.20',
    }),
    keyed('volume.waiting.s', 'Waiting for volumes to attach and mount for pod', ['pod'], {
      severity: 'I',
      verbosity: 3,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'volume_manager.go',
      meaning: "The pod's volumes are ready.",
    },
    text('volume.all-mounted.u', 'All volumes are attached and mounted for pod "{pod}"', {
      severity: 'I',
      verbosity: 3,
      until: '1.20',
    }),
    keyed('volume.all-mounted.s', 'All volumes are attached and mounted for pod', ['pod'], {
      severity: 'I',
      verbosity: 3,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'desired_state_of_world_populator.go',
      facts: volumeFailed,
      meaning: 'A volume of the pod could not be prepared.',
      whatToDo: 'Read the error: a claim that is not bound, or an object that is missing or may not be read.',
    },
    text('volume.processing-error.u', 'Error processing volume "{volumeName}" for pod "{pod}": {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('volume.processing-error.s', 'Error processing volume', ['err', 'pod', 'volumeName'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'desired_state_of_world_populator.go',
      facts: volumeFailed,
      meaning: 'A volume of the pod could not be planned for.',
      whatToDo: 'See the error.',
    },
    text(
      'volume.add-failed.u',
      'Failed to add volume "{volumeName}" (specName: "{volumeSpecName}") for pod "{pod}" to desiredStateOfWorld. err={err}',
      { severity: 'E', verbosity: 0, until: '1.15' },
    ),
    text(
      'volume.add-failed.u2',
      'Failed to add volume {volumeName} (specName: {volumeSpecName}) for pod "{pod}" to desiredStateOfWorld: {err}',
      { severity: 'E', verbosity: 0, since: '1.16', until: '1.20' },
    ),
    keyed(
      'volume.add-failed.s',
      'Failed to add volume to desiredStateOfWorld',
      ['err', 'pod', 'volumeName', 'volumeSpecName'],
      { severity: 'E', verbosity: 0, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'volume',
      file: 'nestedpendingoperations.go',
      facts: operationFailed,
      meaning:
        'An operation on a volume failed (attach, mount, unmount, detach). The text names it and says when it is tried again; the wait doubles up to about two minutes.',
      whatToDo: "Read what stands after 'Error'.",
    },
    text('volume.operation-failed.u', '{err}', { severity: 'E', verbosity: 0 }),
    text('volume.operation-failed.u2', 'operation {key} failed with: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.16',
    }),
  ),
  ...quotedToo(
    ['reconciler.go', 'reconciler_common.go'].flatMap((file, index) =>
      family(
        {
          component: 'volume',
          file,
          facts: operationFailed,
          meaning:
            'An operation on a volume could not even begin. The reconciler of volumes tries again ten times a second, and writes this line each time.',
          whatToDo: 'Read what stands behind the last colon.',
        },
        text(
          `volume.executor-failed.u${index === 0 ? '' : '2'}`,
          'operationExecutor.{operation} failed (controllerAttachDetachEnabled {enabled}) {err}',
          { severity: 'E', verbosity: 0 },
        ),
      ),
    ),
  ),
  ...family(
    {
      component: 'volume',
      file: 'mount_linux.go',
      facts: mountFailed,
      meaning:
        'The command `mount` failed; what it was asked for and said stands below. With `tmpfs-noswap-test-…` the kubelet only tried whether the kernel knows an option: no volume failed.',
      whatToDo: 'Exit status 32 is a failed mount: see its output. Try the same command by hand.',
    },
    text('volume.mount-command.u', 'Mount failed: {err}', { severity: 'E', verbosity: 0 }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'secret.go',
      facts: volumeFailed,
      meaning:
        'A secret or a config map that a volume is made of could not be read. `not registered` just after a start means that the kubelet has not seen it yet.',
      whatToDo: 'If it goes on: is it there, in the namespace of the pod?',
    },
    text('volume.no-secret.u', "Couldn't get secret {err}", { severity: 'E', verbosity: 0 }),
    text('volume.no-config-map.u', "Couldn't get configMap {err}", {
      severity: 'E',
      verbosity: 0,
      file: 'configmap.go',
    }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'projected.go',
      facts: volumeFailed,
      meaning: 'A volume that is put together of tokens, config maps and secrets could not be made.',
      whatToDo: 'If it goes on: are they there, in the namespace of the pod, and does the API server answer?',
    },
    text('volume.projected.u', 'Error preparing data for projected volume {volumeName} for pod {pod}: {err}', {
      severity: 'E',
      verbosity: 0,
    }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'csi_attacher.go',
      meaning:
        'A CSI driver did not do what it was asked to, or is not registered; the failed operation on the volume has a line of its own.',
      whatToDo: "See the pod of the driver on this node, and the driver's own log.",
    },
    text('volume.csi.u', 'kubernetes.io/csi: attacher.{details}', { severity: 'E', verbosity: 0 }),
    text('volume.csi.u2', 'kubernetes.io/csi: mounter.{details}', {
      severity: 'E',
      verbosity: 0,
      file: 'csi_mounter.go',
    }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'reconciler.go',
      meaning:
        'A volume was found on the disk after a start of the kubelet, and nothing tells what it was; its mounts are taken down if no pod needs it.',
      whatToDo:
        'Normal for a pod that was deleted while the kubelet was down. If the folder is left: unmount and remove it.',
    },
    text('volume.reconstruct.u', 'Could not construct volume information: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.10',
    }),
    text(
      'volume.reconstruct.u2',
      'Could not construct volume information, cleanup the mounts. (pod.UID {podUID}, volume.SpecName {volumeSpecName}): {err}',
      { severity: 'W', verbosity: 0, since: '1.11', until: '1.20' },
    ),
    keyed(
      'volume.reconstruct.s',
      'Could not construct volume information, cleaning up mounts',
      ['podName', 'volumeSpecName', 'err'],
      { severity: 'I', verbosity: 0, since: '1.21' },
    ),
    keyed('volume.reconstruct.s2', 'Could not construct volume information', ['podName', 'volumeSpecName', 'err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.26',
      file: 'reconstruct.go',
    }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'operation_generator.go',
      meaning:
        'Whether volumes are still attached could not be asked; each volume that cannot be used has a line of its own.',
    },
    text('volume.attached-check.u', 'VolumesAreAttached failed for checking on node "{node}" with: {err}', {
      severity: 'E',
      verbosity: 0,
    }),
    text(
      'volume.attached-check.u2',
      'VolumesAreAttached.NewAttacher failed for getting plugin "{plugin}" with: {err}',
      { severity: 'E', verbosity: 0 },
    ),
    text(
      'volume.attached-check.u3',
      'VolumeAreAttached.FindAttachablePluginBySpec failed for plugin "{plugin}" with: {err}',
      { severity: 'E', verbosity: 0 },
    ),
  ),
  ...family(
    {
      component: 'volume',
      file: 'csi_plugin.go',
      facts: apiFailed('csi-node'),
      meaning: 'The kubelet could not set up its CSINode object, so it ends.',
      whatToDo: 'Check the way to the API server, and whether its version has CSINode.',
    },
    text('csi.node-fatal.u', 'Failed to initialize CSINode after retrying: {err}', {
      severity: 'F',
      verbosity: 0,
      since: '1.14',
      facts: exits(true),
    }),
    text('csi.node-fatal.u3', 'Failed to initialize CSINodeInfo after retrying', {
      severity: 'F',
      verbosity: 0,
      since: '1.14',
      until: '1.16',
      facts: exits(true),
    }),
    text('csi.node-fatal.u2', 'Failed to initialize CSINode while waiting for API server to report ok: {err}', {
      severity: 'F',
      verbosity: 0,
      since: '1.15',
      facts: exits(true),
    }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'csi_plugin.go',
      meaning:
        'A CSI driver that registered or went away could not be taken off the list; it registers again by itself.',
    },
    text('csi.unregister.u', 'kubernetes.io/csi: registrationHandler.DeRegisterPlugin failed: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.13',
    }),
    text(
      'csi.unregister.u2',
      'kubernetes.io/csi: registrationHandler.RegisterPlugin failed to unregister plugin due to previous error: {err}',
      { severity: 'E', verbosity: 0, since: '1.13' },
    ),
    text(
      'csi.unregister.u3',
      'kubernetes.io/csi: RegisterPlugin failed to unregister plugin due to previous error: {err}',
      { severity: 'E', verbosity: 0, since: '1.13' },
    ),
  ),
  ...family(
    {
      component: 'volume',
      file: 'empty_dir.go',
      meaning: 'The limit on an emptyDir could not be taken back, for its folder is gone. Nothing is wrong.',
    },
    text('volume.quota.u', 'Warning: Failed to clear quota on {path}: {err}', {
      severity: 'W',
      verbosity: 0,
      since: '1.15',
    }),
  ),
  ...family(
    {
      component: 'device',
      file: 'goroutinemap.go',
      meaning:
        'A plug-in (a CSI driver, a device plug-in) put its socket into /var/lib/kubelet/plugins_registry, but could not be registered. It is tried again with growing pauses.',
      whatToDo:
        'A socket that nobody answers on is left over from a plug-in that is gone: remove it, or restart the plug-in.',
    },
    text('plugin.operation.u', 'Operation for "{socket}" failed. No retries permitted until {time}', {
      severity: 'E',
      verbosity: 0,
      since: '1.13',
    }),
    text('plugin.watch.u', 'failed to traverse plugin socket path "{path}", err: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      file: 'plugin_watcher.go',
    }),
    keyed('plugin.watch.s', 'Failed to traverse plugin socket path', ['err', 'path'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      file: 'plugin_watcher.go',
    }),
    text('plugin.event.u', 'error {err} when handling create event: {event}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      file: 'plugin_watcher.go',
    }),
    text('plugin.event.u2', 'fsWatcher received error: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      file: 'plugin_watcher.go',
    }),
    keyed('plugin.event.s', 'Error when handling create event', ['err', 'event'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      file: 'plugin_watcher.go',
    }),
    keyed('plugin.event.s2', 'FsWatcher received error', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      file: 'plugin_watcher.go',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const volumeSources: SourceTable = {
  'pkg/kubelet/kubelet.go': {
    'volume.mount-timeout.u': '1.8-1.15',
    'volume.mount-timeout.u2': '1.16-1.20',
    'volume.mount-timeout.s': '1.21-1.36',
  },
  'pkg/kubelet/kubelet_volumes.go': {
    'volume.orphan.u': '1.8-1.20',
    'volume.orphan.s': '1.21-1.36',
    'volume.orphan.u3': 'lines',
    'volume.orphan.u4': 'lines',
    'volume.orphan.u5': 'lines',
    'volume.orphan.u2': '1.8-1.20',
    'volume.orphan.s2': '1.21-1.36',
    'volume.orphan.s3': '1.22-1.36',
    'volume.orphan-removing.u': '1.8-1.20',
    'volume.orphan-removing.s': '1.21-1.36',
    'volume.look-failed.u': 'glog, klog, lines',
    'volume.look-failed.s': 'structured',
    'volume.orphan-dir-failed.u': '1.8-1.20',
    'volume.orphan-dir-failed.s': '1.21-1.36',
    'volume.orphan-dir-failed.s2': '1.22-1.36',
  },
  'pkg/kubelet/volumemanager/volume_manager.go': {
    'volume.waiting.u': '1.8-1.20',
    'volume.waiting.s': '1.21-1.36',
    'volume.all-mounted.u': '1.8-1.20',
    'volume.all-mounted.s': '1.21-1.36',
  },
  'pkg/kubelet/volumemanager/populator/desired_state_of_world_populator.go': {
    'volume.processing-error.u': '1.8-1.20',
    'volume.processing-error.s': '1.21-1.36',
    'volume.add-failed.u': '1.8-1.15',
    'volume.add-failed.u2': '1.16-1.20',
    'volume.add-failed.s': '1.21-1.36',
  },
  'pkg/volume/util/nestedpendingoperations/nestedpendingoperations.go': {
    'volume.operation-failed.u': '1.8-1.36',
    'volume.operation-failed.u2': '1.16-1.36',
  },
  'k8s.io/mount-utils/mount_linux.go': {
    'volume.mount-command.u': 'klog, lines of 1.32',
  },
  'pkg/volume/secret/secret.go': {
    'volume.no-secret.u': 'glog',
  },
  'pkg/volume/configmap/configmap.go': {
    'volume.no-config-map.u': 'lines of 1.30',
  },
  'pkg/volume/projected/projected.go': {
    'volume.projected.u': 'klog, lines of 1.30, 1.31',
  },
  'pkg/volume/csi/csi_attacher.go': {
    'volume.csi.u': 'klog',
  },
  'pkg/volume/csi/csi_mounter.go': {
    'volume.csi.u2': 'klog',
  },
  'pkg/kubelet/volumemanager/reconciler/reconciler_common.go': {
    'volume.executor-failed.u2': 'structured',
  },
  'pkg/kubelet/volumemanager/reconciler/reconciler.go': {
    'volume.executor-failed.u': 'glog, klog, structured',
    'volume.reconstruct.u': 'glog, lines',
    'volume.reconstruct.u2': 'klog',
    'volume.reconstruct.s': 'structured',
  },
  'pkg/kubelet/volumemanager/reconciler/reconstruct.go': {
    'volume.reconstruct.s2': 'structured, contextual',
  },
  'pkg/volume/util/operationexecutor/operation_generator.go': {
    'volume.attached-check.u': 'glog, klog',
    'volume.attached-check.u2': 'glog, klog',
    'volume.attached-check.u3': 'glog, klog',
  },
  'pkg/volume/csi/csi_plugin.go': {
    'csi.node-fatal.u': 'klog',
    'csi.node-fatal.u3': 'klog, lines',
    'csi.node-fatal.u2': 'klog',
    'csi.unregister.u': 'klog',
    'csi.unregister.u2': 'klog',
    'csi.unregister.u3': 'klog',
  },
  'pkg/volume/emptydir/empty_dir.go': {
    'volume.quota.u': 'klog, lines',
  },
  'pkg/util/goroutinemap/goroutinemap.go': {
    'plugin.operation.u': 'lines',
  },
  'pkg/kubelet/pluginmanager/pluginwatcher/plugin_watcher.go': {
    'plugin.watch.u': 'klog',
    'plugin.watch.s': 'structured',
    'plugin.event.u': 'glog, klog',
    'plugin.event.u2': 'glog, klog',
    'plugin.event.s': 'structured',
    'plugin.event.s2': 'structured',
  },
};
