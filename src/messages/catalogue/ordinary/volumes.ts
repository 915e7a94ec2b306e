/** Volumes of pods and how much they take: what a kubelet that is well writes of it. Of these lines nothing follows; the hover says what they are. */
import type { CatalogueRow } from '../../recognise/row.ts';
import type { SourceTable } from '../source.ts';
import { ordinary, quotedToo } from './ordinary.ts';

const VOLUME_STEP =
  'A step on the way of a volume into or out of a pod begins. If no line tells later that it succeeded, look for the error of this volume.';

const CONTENT =
  'The content of a volume of a pod (a Secret, a ConfigMap, an empty folder …) is made, brought up to date or removed.';

const FOLDER = 'A folder of a pod is mounted, unmounted or looked at.';

/** Both files of the volume manager, as old and new kubelets name it. */
const RECONCILERS = ['reconciler.go', 'reconciler_common.go'];

export const volumesRows: readonly CatalogueRow[] = [
  ...ordinary(
    'ordinary.trust-bundles',
    ['volume', 'kubelet.go'],
    'Pods cannot mount bundles of trusted certificates (ClusterTrustBundle): normal where the feature is not switched on.',
    [
      'Not starting ClusterTrustBundle informer because we are in static kubelet mode or the ClusterTrustBundleProjection featuregate is disabled',
    ],
    ['Not starting ClusterTrustBundle informer because we are in static kubelet mode'],
  ),
  ...ordinary(
    'ordinary.no-systemd-run',
    ['volume', 'mount_linux.go'],
    'Mounts are made without scopes of systemd: normal where the kubelet runs in a container (kind, minikube) and without systemd.',
    'Cannot run systemd-run, assuming non-systemd OS',
    'Detected OS without systemd',
  ),
  ...['mount_linux.go', 'hostutil_linux.go'].flatMap((file) =>
    ordinary(
      `ordinary.shared-mount-${file.replace('_linux.go', '')}`,
      ['volume', file],
      "The kubelet's folder is mounted onto itself, so that the node sees what containers mount in it.",
      'Bind-mounting "{path}" with shared mount propagation',
    ),
  ),
  ...ordinary(
    'ordinary.volume-sizes',
    ['file-system', 'fs_resource_analyzer.go'],
    'The part that measures how much space the volumes of pods take starts.',
    ['Starting FS ResourceAnalyzer'],
    'Starting FS ResourceAnalyzer',
  ),
  ...ordinary(
    'ordinary.volume-populator',
    ['volume', 'desired_state_of_world_populator.go'],
    'The volume manager finds out which volumes the pods of this node need.',
    ['Desired state populator starts to run'],
    'Desired state populator starts to run',
    ['Finished populating initial desired state of world'],
  ),
  ...ordinary(
    'ordinary.volume-populator-start',
    ['volume', 'volume_manager.go'],
    'The volume manager finds out which volumes the pods of this node need.',
    ['The desired_state_of_world populator starts'],
    'The desired_state_of_world populator starts',
  ),
  ...ordinary(
    'ordinary.volume-reconciler',
    ['volume', 'reconciler.go'],
    'The volume manager compares which volumes are mounted with those that pods need, and finds again those of before the start.',
    ['Reconciler: start to sync state'],
    'Reconciler: start to sync state',
  ),
  ...ordinary(
    'ordinary.volume-reconstruction',
    ['volume', 'reconstruct.go'],
    'The volumes that were mounted before the start have been found again.',
    ['Volume reconstruction finished'],
  ),
  ...ordinary(
    'ordinary.volume-plugin',
    ['volume', 'plugins.go'],
    'A kind of volume that this kubelet can mount.',
    ['Loaded volume plugin', 'pluginName'],
    'Loaded volume plugin "{plugin}"',
  ),
  ...ordinary(
    'ordinary.csi-node-not-found',
    ['volume', 'nodeinfomanager.go'],
    'The CSINode object of this node is not made yet, because its Node object is missing. Tried again by itself; normal while a new node registers.',
    'Failed to publish CSINode: nodes "{node}" not found',
  ),
  ...ordinary(
    'ordinary.volumes-end',
    ['volume', 'volume_manager.go'],
    'The part that mounts and unmounts volumes stops, for the kubelet ends.',
    ['Shutting down Kubelet Volume Manager'],
  ),
  ...ordinary(
    'ordinary.no-volumes-folder',
    ['volume', 'kubelet_getters.go'],
    'The folder of the volumes of a pod is not there: they were removed already.',
    ['Path does not exist', 'path'],
  ),
  ...ordinary(
    'ordinary.secret-content',
    ['volume', 'secret.go'],
    'A Secret was read for the volume of a pod.',
    'Received secret {secret} containing ({count}) pieces of data, {bytes} total bytes',
  ),
  ...ordinary(
    'ordinary.config-map-content',
    ['volume', 'configmap.go'],
    'A ConfigMap was read for the volume of a pod.',
    'Received configMap {name} containing ({count}) pieces of data, {bytes} total bytes',
  ),
  ...ordinary(
    'ordinary.volume-content',
    ['volume', 'atomic_writer.go'],
    'What a volume holds is as it should be.',
    '{writer}: no update required for target directory {directory}',
  ),
  ...ordinary(
    'ordinary.no-quotas',
    ['volume', 'quota_linux.go'],
    'How much space a volume takes is measured by walking through it: file system quotas are not switched on, which is the default.',
    'SupportsQuotas called, but quotas disabled',
  ),
  ...ordinary(
    'ordinary.wanted-volume',
    ['volume', 'desired_state_of_world_populator.go'],
    'A volume of a pod is to be mounted.',
    ['Added volume to desired state', 'pod', 'volumeName', 'volumeSpecName'],
    'Added volume "{volume}" (volSpec="{spec}") for pod "{pod}" to desired state.',
  ),
  ...quotedToo(
    RECONCILERS.flatMap((file) =>
      ordinary(
        `ordinary.volume-step-${file.replace('.go', '').replace('_', '-')}`,
        ['volume', file],
        VOLUME_STEP,
        'operationExecutor.VerifyControllerAttachedVolume started for volume {volume}',
        'operationExecutor.MountVolume started for volume {volume}',
        'operationExecutor.UnmountVolume started for volume {volume}',
        'operationExecutor.UnmountDevice started for volume {volume}',
        'operationExecutor.AttachVolume started for volume {volume}',
        'Starting operationExecutor.{operation} for volume {volume}',
      ),
    ),
  ),
  ...quotedToo(
    RECONCILERS.flatMap((file) =>
      ordinary(
        `ordinary.volume-detached-${file.replace('.go', '').replace('_', '-')}`,
        ['volume', file],
        'A volume is no longer attached to this node.',
        'Volume detached for volume {volume}',
      ),
    ),
  ),
  ...quotedToo(
    ordinary(
      'ordinary.volume-done',
      ['volume', 'operation_generator.go'],
      'A step on the way of a volume into or out of a pod succeeded.',
      'MountVolume.SetUp succeeded for volume {volume}',
      'MountVolume.WaitForAttach succeeded for volume {volume}',
      'MountVolume.MountDevice succeeded for volume {volume}',
      'UnmountVolume.TearDown succeeded for volume {volume}',
      'UnmountDevice succeeded for volume {volume}',
      'Controller attach succeeded for volume {volume}',
    ),
  ),
  ...ordinary(
    'ordinary.unwanted-volume',
    ['volume', 'desired_state_of_world_populator.go'],
    'A volume is to be unmounted, because its pod ended.',
    ['Removing volume from desired state', 'pod', 'podUID', 'volumeName'],
    'Removing volume from desired state for volume {volume}',
  ),
  ...ordinary(
    'ordinary.selinux-label',
    ['volume', 'desired_state_of_world.go'],
    'With which SELinux label a volume is to be mounted; none is normal, and without SELinux always so.',
    ['expected volume SELinux label context', 'volume', 'label'],
  ),
  ...ordinary(
    'ordinary.unmounting',
    ['volume', 'volume_manager.go'],
    'A pod is taken down, which waits for its volumes to be unmounted. If they are not, look for the errors of these volumes.',
    ['Waiting for volumes to unmount for pod', 'pod'],
    ['All volumes are unmounted for pod', 'pod'],
  ),
  ...['configmap.go', 'secret.go', 'projected.go'].flatMap((file) =>
    ordinary(
      `ordinary.volume-made-${file.replace('.go', '')}`,
      ['volume', file],
      CONTENT,
      'Setting up volume {volume} for pod {pod} at {path}',
    ),
  ),
  ...ordinary(
    'ordinary.volume-made-downwardapi',
    ['volume', 'downwardapi.go'],
    CONTENT,
    'Setting up a downwardAPI volume {volume} for pod {pod} at {path}',
  ),
  ...['projected.go', 'util.go'].flatMap((file) =>
    ordinary(
      `ordinary.volume-unmade-${file.replace('.go', '')}`,
      ['volume', file],
      CONTENT,
      'Tearing down volume {volume} for pod {pod} at {path}',
    ),
  ),
  ...ordinary(
    'ordinary.empty-folder',
    ['volume', 'empty_dir.go'],
    CONTENT,
    'pod {pod}: mounting tmpfs for volume {volume}',
    ['Dir exists, so check and assign quota if the underlying medium supports quotas', 'dir'],
  ),
  ...ordinary(
    'ordinary.volume-written',
    ['volume', 'atomic_writer.go'],
    CONTENT,
    '{writer}: performed write of new data to ts data directory: {directory}',
    '{writer}: current paths:   {paths}',
  ),
  ...ordinary(
    'ordinary.mount-call',
    ['volume', 'mount_linux.go'],
    FOLDER,
    'Mounting cmd ({command}) with arguments ({arguments})',
    'Unmounting {path}',
  ),
  ...ordinary('ordinary.mount-state', ['volume', 'empty_dir_linux.go'], FOLDER, 'Statfs_t of {path}: {state}'),
  ...ordinary('ordinary.subpaths', ['volume', 'subpath_linux.go'], FOLDER, 'Cleaning up subpath mounts for {path}'),
  ...ordinary(
    'ordinary.mount-on-windows',
    ['volume', 'mount_windows.go'],
    FOLDER,
    'mounting source ({source}), target ({target}), with options ({options})',
  ),
  ...ordinary(
    'ordinary.removed-volumes',
    ['volume', 'kubelet_volumes.go'],
    'The folder of the volumes of a pod that is gone was removed.',
    ['Cleaned up orphaned pod volumes dir', 'podUID', 'path'],
  ),
];

/** Where the texts of these rows were read. */
export const volumesSources: SourceTable = {
  'pkg/kubelet/kubelet.go': {
    'ordinary.trust-bundles.s': 'lines',
    'ordinary.trust-bundles.s2': 'lines',
  },
  'k8s.io/mount-utils/mount_linux.go': {
    'ordinary.no-systemd-run.u': 'lines',
    'ordinary.no-systemd-run.u2': 'lines',
    'ordinary.shared-mount-mount.u': 'lines',
    'ordinary.mount-call.u': 'lines',
    'ordinary.mount-call.u2': 'lines',
  },
  'pkg/volume/util/hostutil/hostutil_linux.go': {
    'ordinary.shared-mount-hostutil.u': 'lines',
  },
  'pkg/kubelet/server/stats/fs_resource_analyzer.go': {
    'ordinary.volume-sizes.s': 'lines',
    'ordinary.volume-sizes.u': 'lines',
  },
  'pkg/kubelet/volumemanager/populator/desired_state_of_world_populator.go': {
    'ordinary.volume-populator.s': 'lines',
    'ordinary.volume-populator.u': 'lines',
    'ordinary.volume-populator.s2': 'lines',
    'ordinary.wanted-volume.s': 'lines',
    'ordinary.wanted-volume.u': 'lines',
    'ordinary.unwanted-volume.s': 'lines',
    'ordinary.unwanted-volume.u': 'lines',
  },
  'pkg/kubelet/volumemanager/volume_manager.go': {
    'ordinary.volume-populator-start.s': 'lines',
    'ordinary.volume-populator-start.u': 'lines',
    'ordinary.volumes-end.s': 'lines',
    'ordinary.unmounting.s': 'lines',
    'ordinary.unmounting.s2': 'lines',
  },
  'pkg/kubelet/volumemanager/reconciler/reconciler.go': {
    'ordinary.volume-reconciler.s': 'lines',
    'ordinary.volume-reconciler.u': 'lines',
    'ordinary.volume-step-reconciler.u': 'lines',
    'ordinary.volume-step-reconciler.u2': 'lines',
    'ordinary.volume-step-reconciler.u3': 'lines',
    'ordinary.volume-step-reconciler.u4': 'glog, klog, structured',
    'ordinary.volume-step-reconciler.u5': 'glog, klog, structured',
    'ordinary.volume-detached-reconciler.u': 'lines',
    'ordinary.volume-step-reconciler.u6': 'lines',
  },
  'pkg/kubelet/volumemanager/reconciler/reconstruct.go': {
    'ordinary.volume-reconstruction.s': 'lines',
  },
  'pkg/volume/plugins.go': {
    'ordinary.volume-plugin.s': 'lines',
    'ordinary.volume-plugin.u': 'lines',
  },
  'pkg/volume/csi/nodeinfomanager/nodeinfomanager.go': {
    'ordinary.csi-node-not-found.u': 'lines',
  },
  'pkg/kubelet/kubelet_getters.go': {
    'ordinary.no-volumes-folder.s': 'lines',
  },
  'pkg/volume/secret/secret.go': {
    'ordinary.secret-content.u': 'lines',
    'ordinary.volume-made-secret.u': 'lines',
  },
  'pkg/volume/configmap/configmap.go': {
    'ordinary.config-map-content.u': 'lines',
    'ordinary.volume-made-configmap.u': 'lines',
  },
  'pkg/volume/util/atomic_writer.go': {
    'ordinary.volume-content.u': 'lines',
    'ordinary.volume-written.u': 'lines',
    'ordinary.volume-written.u2': 'lines',
  },
  'pkg/volume/util/fsquota/quota_linux.go': {
    'ordinary.no-quotas.u': 'lines',
  },
  'pkg/kubelet/volumemanager/reconciler/reconciler_common.go': {
    'ordinary.volume-step-reconciler-common.u': 'lines',
    'ordinary.volume-step-reconciler-common.u2': 'lines',
    'ordinary.volume-step-reconciler-common.u3': 'lines',
    'ordinary.volume-step-reconciler-common.u4': 'glog, klog, structured',
    'ordinary.volume-step-reconciler-common.u5': 'glog, klog, structured',
    'ordinary.volume-detached-reconciler-common.u': 'lines',
    'ordinary.volume-step-reconciler-common.u6': 'lines',
  },
  'pkg/volume/util/operationexecutor/operation_generator.go': {
    'ordinary.volume-done.u': 'lines',
    'ordinary.volume-done.u2': 'glog, klog, structured',
    'ordinary.volume-done.u3': 'glog, klog, structured',
    'ordinary.volume-done.u4': 'lines',
    'ordinary.volume-done.u5': 'glog, klog',
    'ordinary.volume-done.u6': 'glog, klog, structured',
  },
  'pkg/kubelet/kubelet_volumes.go': {
    'ordinary.removed-volumes.s': 'lines',
  },
  'pkg/kubelet/volumemanager/cache/desired_state_of_world.go': {
    'ordinary.selinux-label.s': 'lines',
  },
  'pkg/volume/projected/projected.go': {
    'ordinary.volume-made-projected.u': 'lines',
    'ordinary.volume-unmade-projected.u': 'lines',
  },
  'pkg/volume/downwardapi/downwardapi.go': {
    'ordinary.volume-made-downwardapi.u': 'lines',
  },
  'pkg/volume/util/util.go': {
    'ordinary.volume-unmade-util.u': 'lines',
  },
  'pkg/volume/emptydir/empty_dir.go': {
    'ordinary.empty-folder.u': 'lines',
    'ordinary.empty-folder.s': 'lines',
  },
  'pkg/volume/emptydir/empty_dir_linux.go': {
    'ordinary.mount-state.u': 'lines',
  },
  'pkg/volume/util/subpath/subpath_linux.go': {
    'ordinary.subpaths.u': 'lines',
  },
  'k8s.io/mount-utils/mount_windows.go': {
    'ordinary.mount-on-windows.u': 'lines',
  },
};
