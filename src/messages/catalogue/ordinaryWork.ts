/** What a kubelet that is well writes while it works, much of it only at a higher `-v`. Of these lines nothing follows; the hover says what they are. */
import type { CatalogueRow } from '../recognise/row.ts';
import { ordinary, quotedToo } from './ordinary.ts';
import type { SourceTable } from './source.ts';

const CADVISOR_SORTS =
  'cAdvisor, which measures containers, asks itself whether a control group belongs to a container. Those of systemd units and mounts do not, which is normal.';
const SOMEBODY_ASKED = 'The status of a pod was put together, because a worker or somebody who asked needs it.';
const VOLUME_STEP =
  'A step on the way of a volume into or out of a pod begins. If no line tells later that it succeeded, look for the error of this volume.';

/** Both files of the volume manager, as old and new kubelets name it. */
const RECONCILERS = ['reconciler.go', 'reconciler_common.go'];

export const ordinaryWorkRows: readonly CatalogueRow[] = [
  ...ordinary(
    'ordinary.pod-start-duration',
    ['pod-worker', 'pod_startup_latency_tracker.go'],
    'How long this pod took from when it was made until it was seen to run. `podStartSLOduration` leaves out the pull of images; a huge negative number there means that the time is not known.',
    ['Observed pod startup duration', 'pod', 'podStartSLOduration', 'podCreationTimestamp'],
  ),
  ...ordinary(
    'ordinary.mirror-pod',
    ['config', 'kubelet.go'],
    'The API server gets an object for this static pod, so that it can be seen there.',
    ['Creating a mirror pod for static pod', 'pod'],
  ),
  ...ordinary(
    'ordinary.attach-annotation',
    ['node-status', 'kubelet_node_status.go'],
    'The kubelet puts its Node object together, and marks it so that the control plane attaches volumes for this node. Many of these lines in a row mean that the Node object is not at the API server yet.',
    ['Setting node annotation to enable volume controller attach/detach'],
    'Setting node annotation to enable volume controller attach/detach',
  ),
  ...ordinary(
    'ordinary.node-address',
    ['node-status', 'setters.go'],
    'The address that the kubelet reports for this node.',
    ['Using node IP', 'IP'],
    'Using node IP: "{address}"',
  ),
  ...ordinary(
    'ordinary.condition-set',
    ['node-status', 'kubelet_node_status.go'],
    'The kubelet puts the status of its node together, one condition after the other.',
    ['Setting node status condition code', 'position', 'node'],
  ),
  ...ordinary(
    'ordinary.runtime-listed',
    ['runtime', 'kuberuntime_manager.go'],
    'The container runtime answered the list calls: with `all=true` those of PLEG, else mostly those of the housekeeping.',
    ['Retrieved pods from runtime', 'all'],
  ),
  ...ordinary(
    'ordinary.sources-seen',
    ['config', 'config.go'],
    'Have all sources told of their pods (the API server, the folder of static pods)? Before that nothing is cleaned up.',
    ['Looking for sources, have seen', 'sources', 'seenSources'],
  ),
  ...ordinary(
    'ordinary.mirror-pod-deleted',
    ['config', 'mirror_client.go'],
    'The object of a static pod at the API server is deleted; the pod itself is not touched by that.',
    ['Deleting a mirror pod', 'pod', 'podUID'],
    'Deleting a mirror pod "{pod}" (uid {uid})',
  ),
  ...ordinary(
    'ordinary.caches',
    ['client', 'shared_informer.go'],
    'The program reads all objects of a kind from the API server before it begins to work with them.',
    'Waiting for caches to sync for {kind}',
    'Caches are synced for {kind}',
    ['Waiting for caches to sync', 'controller'],
    ['Caches are synced', 'controller'],
  ),
  ...ordinary(
    'ordinary.topology-admit',
    ['resources', 'topology_manager.go'],
    'A new pod is looked at before it is let in: are the processors, memory and devices that it asks for there? Written once for each pod that comes.',
    ['Topology Admit Handler'],
    ['Topology Admit Handler', 'podUID', 'podNamespace', 'podName'],
    '[topologymanager] Topology Admit Handler',
  ),
  ...ordinary(
    'ordinary.container-of-the-past',
    ['resources', 'cpu_manager.go'],
    'A container is gone, so the CPU manager forgets it.',
    ['containerMap: removing container', 'podUID', 'containerName'],
  ),
  ...ordinary(
    'ordinary.set-of-the-past',
    ['resources', 'state_mem.go'],
    'A container is gone, so the CPU manager forgets it.',
    ['Deleted CPUSet assignment', 'podUID', 'containerName'],
  ),
  ...ordinary(
    'ordinary.own-interface',
    ['startup', 'httplog.go'],
    "Somebody called the kubelet's own HTTPS interface: `URI` says for what, `userAgent` who, `latency` how long the answer took.",
    ['HTTP', 'verb', 'URI', 'latency', 'userAgent', 'srcIP', 'resp'],
  ),
  ...ordinary(
    'ordinary.volumes-end',
    ['volume', 'volume_manager.go'],
    'The part that mounts and unmounts volumes stops, for the kubelet ends.',
    ['Shutting down Kubelet Volume Manager'],
  ),
  ...ordinary(
    'ordinary.qos-groups',
    ['cgroup', 'qos_container_manager_linux.go'],
    'The control groups of the quality-of-service classes got their limits anew, as once a minute.',
    ['Updated QoS cgroup configuration'],
  ),
  ...ordinary(
    'ordinary.orphaned-groups',
    ['housekeeping', 'kubelet_pods.go'],
    'Housekeeping, every two seconds, looks for control groups of pods that are gone.',
    ['Clean up orphaned pod cgroups'],
  ),
  ...ordinary(
    'ordinary.unwanted-pod',
    ['housekeeping', 'kubelet_pods.go'],
    'Housekeeping found containers of a pod that this node is no longer to run, and stops them.',
    'Killing unwanted pod "{pod}"',
  ),
  ...ordinary(
    'ordinary.pod-status',
    ['status-manager', 'kubelet_pods.go'],
    SOMEBODY_ASKED,
    ['Generating pod status', 'pod'],
    ['Got phase for pod', 'pod', 'oldPhase', 'phase'],
    'Generating status for "{pod}"',
  ),
  ...ordinary(
    'ordinary.static-pod-status',
    ['status-manager', 'kubelet_getters.go'],
    'Somebody asked the kubelet for its pods; the status of static pods is filled in for that.',
    ['Pod status updated', 'pod', 'status'],
  ),
  ...ordinary(
    'ordinary.same-status',
    ['status-manager', 'status_manager.go'],
    'The status of a pod is as it was, so nothing is sent to the API server.',
    ['Ignoring same status for pod', 'pod', 'status'],
    'Ignoring same status for pod "{pod}", status: {status}',
  ),
  ...ordinary(
    'ordinary.no-volumes-folder',
    ['volume', 'kubelet_getters.go'],
    'The folder of the volumes of a pod is not there: they were removed already.',
    ['Path does not exist', 'path'],
  ),
  ...ordinary(
    'ordinary.container-gc',
    ['image-gc', 'kubelet.go'],
    'Dead containers that are no longer needed were looked for and removed, as once a minute.',
    ['Container garbage collection succeeded'],
    'Container garbage collection succeeded',
  ),
  ...ordinary(
    'ordinary.image-gc',
    ['image-gc', 'kubelet.go'],
    'Images were looked at; they are only removed where the disk is full enough.',
    'Image garbage collection succeeded',
  ),
  ...ordinary(
    'ordinary.pod-event',
    ['pod-worker', 'pod_workers.go'],
    'The worker of a pod takes up a change of it, or has done so. A begin without an end means that it is still at work, or hangs.',
    ['Processing pod event', 'pod', 'podUID', 'updateType'],
    ['Processing pod event done', 'pod', 'podUID', 'updateType'],
  ),
  ...ordinary(
    'ordinary.probe',
    ['prober', 'prober.go'],
    'A probe is sent to a container.',
    ['HTTP-Probe', 'scheme', 'host', 'port', 'path', 'timeout'],
    ['HTTP-Probe Headers', 'headers'],
    ['Exec-Probe runProbe', 'pod', 'containerName', 'execCommand'],
  ),
  ...ordinary(
    'ordinary.probe-answer',
    ['prober', 'http.go'],
    'A probe of a container got the answer that it wants.',
    'Probe succeeded for {url}, Response: {response}',
  ),
  ...ordinary(
    'ordinary.probe-now',
    ['prober', 'prober_manager.go'],
    'A probe could not be brought forward, because one is to come anyway.',
    ['Failed to trigger a manual run', 'probe'],
  ),
  ...ordinary(
    'ordinary.eviction-check',
    ['eviction', 'eviction_manager.go'],
    'The eviction manager looked at memory, disk and process ids, as every ten seconds; it says what it found.',
    ['Eviction manager: synchronize housekeeping'],
    ['Eviction manager: no resources are starved'],
    'eviction manager: synchronize housekeeping',
    'eviction manager: no resources are starved',
  ),
  ...ordinary(
    'ordinary.eviction-numbers',
    ['eviction', 'helpers.go'],
    'How much there is of what the eviction manager watches, and how much of it is free.',
    ['Eviction manager:', 'log', 'signal', 'resourceName', 'available', 'capacity', 'time'],
    'eviction manager: observations: signal={signal}, available: {available}, capacity: {capacity}, time: {time}',
  ),
  ...ordinary(
    'ordinary.pod-sources',
    ['config', 'config.go'],
    'A source of pods (the API server, the folder of static pods) told which pods this node is to run.',
    ['Setting pods for source', 'source'],
    'Setting pods for source {source}',
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
    'ordinary.removed-volumes',
    ['volume', 'kubelet_volumes.go'],
    'The folder of the volumes of a pod that is gone was removed.',
    ['Cleaned up orphaned pod volumes dir', 'podUID', 'path'],
  ),
  ...ordinary(
    'ordinary.cadvisor-sorts',
    ['cadvisor', 'factory.go'],
    CADVISOR_SORTS,
    'Factory "{factory}" was unable to handle container "{container}"',
    'Factory "{factory}" can handle container "{container}", but ignoring.',
    'Using factory "{factory}" for container "{container}"',
  ),
  ...ordinary(
    'ordinary.cadvisor-ignores',
    ['cadvisor', 'manager.go'],
    CADVISOR_SORTS,
    'ignoring container "{container}"',
    'Added container: "{container}" (aliases: {aliases}, namespace: "{namespace}")',
    'Destroyed container: "{container}" (aliases: {aliases}, namespace: "{namespace}")',
  ),
  ...ordinary(
    'ordinary.cadvisor-process-gone',
    ['cadvisor', 'handler.go'],
    'A process ended while cAdvisor, which measures containers, looked at its open files.',
    'error while reading "{path}" link: {err}',
  ),
  ...ordinary(
    'ordinary.no-network-counters',
    ['cadvisor', 'cri_stats_provider.go'],
    'No network counters of this sandbox are known: normal for pods on the network of the node.',
    ['Unable to find network stats for sandbox', 'sandboxID'],
  ),
  ...quotedToo(
    ordinary(
      'ordinary.watch-end',
      ['client', 'reflector.go'],
      'A watch of the API server ended, as each does after some minutes; the next one follows.',
      '{place}: Watch close - {type} total {count} items received',
    ),
  ),
];

/** Where the texts of these rows were read. */
export const ordinaryWorkSources: SourceTable = {
  'pkg/kubelet/util/pod_startup_latency_tracker.go': {
    'ordinary.pod-start-duration.s': 'lines',
  },
  'pkg/kubelet/kubelet.go': {
    'ordinary.mirror-pod.s': 'lines',
    'ordinary.container-gc.s': 'lines',
    'ordinary.container-gc.u': 'lines',
    'ordinary.image-gc.u': 'lines',
  },
  'pkg/kubelet/kubelet_node_status.go': {
    'ordinary.attach-annotation.s': 'lines',
    'ordinary.attach-annotation.u': 'lines',
    'ordinary.condition-set.s': 'lines',
  },
  'pkg/kubelet/nodestatus/setters.go': {
    'ordinary.node-address.s': 'lines',
    'ordinary.node-address.u': 'lines',
  },
  'pkg/kubelet/kuberuntime/kuberuntime_manager.go': {
    'ordinary.runtime-listed.s': 'lines',
  },
  'pkg/kubelet/config/config.go': {
    'ordinary.sources-seen.s': 'lines',
    'ordinary.pod-sources.s': 'lines',
    'ordinary.pod-sources.u': 'lines',
  },
  'pkg/kubelet/pod/mirror_client.go': {
    'ordinary.mirror-pod-deleted.s': 'lines',
    'ordinary.mirror-pod-deleted.u': 'lines',
  },
  'k8s.io/client-go/tools/cache/shared_informer.go': {
    'ordinary.caches.u': 'lines',
    'ordinary.caches.u2': 'lines',
    'ordinary.caches.s': 'lines',
    'ordinary.caches.s2': 'lines',
  },
  'pkg/kubelet/cm/topologymanager/topology_manager.go': {
    'ordinary.topology-admit.s': 'lines',
    'ordinary.topology-admit.s2': 'lines',
    'ordinary.topology-admit.u': 'lines',
  },
  'pkg/kubelet/cm/cpumanager/cpu_manager.go': {
    'ordinary.container-of-the-past.s': 'lines',
  },
  'pkg/kubelet/cm/cpumanager/state/state_mem.go': {
    'ordinary.set-of-the-past.s': 'lines',
  },
  'k8s.io/apiserver/pkg/server/httplog/httplog.go': {
    'ordinary.own-interface.s': 'lines',
  },
  'pkg/kubelet/volumemanager/volume_manager.go': {
    'ordinary.volumes-end.s': 'lines',
  },
  'pkg/kubelet/cm/qos_container_manager_linux.go': {
    'ordinary.qos-groups.s': 'lines',
  },
  'pkg/kubelet/kubelet_pods.go': {
    'ordinary.orphaned-groups.s': 'lines',
    'ordinary.unwanted-pod.u': 'lines',
    'ordinary.pod-status.s': 'lines',
    'ordinary.pod-status.s2': 'lines',
    'ordinary.pod-status.u': 'lines',
  },
  'pkg/kubelet/kubelet_getters.go': {
    'ordinary.static-pod-status.s': 'lines',
    'ordinary.no-volumes-folder.s': 'lines',
  },
  'pkg/kubelet/status/status_manager.go': {
    'ordinary.same-status.s': 'lines',
    'ordinary.same-status.u': 'lines',
  },
  'pkg/kubelet/pod_workers.go': {
    'ordinary.pod-event.s': 'lines',
    'ordinary.pod-event.s2': 'lines',
  },
  'pkg/kubelet/prober/prober.go': {
    'ordinary.probe.s': 'lines',
    'ordinary.probe.s2': 'lines',
    'ordinary.probe.s3': 'lines',
  },
  'pkg/probe/http/http.go': {
    'ordinary.probe-answer.u': 'lines',
  },
  'pkg/kubelet/prober/prober_manager.go': {
    'ordinary.probe-now.s': 'lines',
  },
  'pkg/kubelet/eviction/eviction_manager.go': {
    'ordinary.eviction-check.s': 'lines',
    'ordinary.eviction-check.s2': 'lines',
    'ordinary.eviction-check.u': 'lines',
    'ordinary.eviction-check.u2': 'lines',
  },
  'pkg/kubelet/eviction/helpers.go': {
    'ordinary.eviction-numbers.s': 'lines',
    'ordinary.eviction-numbers.u': 'lines',
  },
  'pkg/volume/secret/secret.go': {
    'ordinary.secret-content.u': 'lines',
  },
  'pkg/volume/configmap/configmap.go': {
    'ordinary.config-map-content.u': 'lines',
  },
  'pkg/volume/util/atomic_writer.go': {
    'ordinary.volume-content.u': 'lines',
  },
  'pkg/volume/util/fsquota/quota_linux.go': {
    'ordinary.no-quotas.u': 'lines',
  },
  'pkg/kubelet/volumemanager/populator/desired_state_of_world_populator.go': {
    'ordinary.wanted-volume.s': 'lines',
  },
  'pkg/kubelet/volumemanager/reconciler/reconciler.go': {
    'ordinary.volume-step-reconciler.u': 'lines',
    'ordinary.volume-step-reconciler.u2': 'lines',
    'ordinary.volume-step-reconciler.u3': 'lines',
    'ordinary.volume-step-reconciler.u4': 'glog, klog, structured',
    'ordinary.volume-step-reconciler.u5': 'glog, klog, structured',
    'ordinary.volume-detached-reconciler.u': 'lines',
  },
  'pkg/kubelet/volumemanager/reconciler/reconciler_common.go': {
    'ordinary.volume-step-reconciler-common.u': 'lines',
    'ordinary.volume-step-reconciler-common.u2': 'lines',
    'ordinary.volume-step-reconciler-common.u3': 'lines',
    'ordinary.volume-step-reconciler-common.u4': 'glog, klog, structured',
    'ordinary.volume-step-reconciler-common.u5': 'glog, klog, structured',
    'ordinary.volume-detached-reconciler-common.u': 'lines',
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
  'github.com/google/cadvisor/container/factory.go': {
    'ordinary.cadvisor-sorts.u': 'lines',
    'ordinary.cadvisor-sorts.u2': 'lines',
    'ordinary.cadvisor-sorts.u3': 'lines',
  },
  'github.com/google/cadvisor/manager/manager.go': {
    'ordinary.cadvisor-ignores.u': 'lines',
    'ordinary.cadvisor-ignores.u2': 'lines',
    'ordinary.cadvisor-ignores.u3': 'lines',
  },
  'github.com/google/cadvisor/container/libcontainer/handler.go': {
    'ordinary.cadvisor-process-gone.u': 'lines',
  },
  'pkg/kubelet/stats/cri_stats_provider.go': {
    'ordinary.no-network-counters.s': 'lines',
  },
  'k8s.io/client-go/tools/cache/reflector.go': {
    'ordinary.watch-end.u': 'lines',
  },
};
