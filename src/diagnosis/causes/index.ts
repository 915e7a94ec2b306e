/** All causes, in the order in which they stand when nothing else decides: what says most about the root first. */
import type { Cause } from '../cause.ts';
import { apiRefuses } from './cluster/apiRefuses.ts';
import { apiUnreachable } from './cluster/apiUnreachable.ts';
import { cadvisorFailed } from './kubelet/cadvisorFailed.ts';
import { certificateExpired } from './cluster/certificateExpired.ts';
import { certificateUntrusted } from './cluster/certificateUntrusted.ts';
import { cgroupDriver } from './kubelet/cgroupDriver.ts';
import { cgroupTrouble } from './node/cgroupTrouble.ts';
import { clockStep } from './node/clockStep.ts';
import { cniFailing } from './runtime/cniFailing.ts';
import { configInvalid } from './kubelet/configInvalid.ts';
import { containerHangs } from './runtime/containerHangs.ts';
import { containerManager } from './kubelet/containerManager.ts';
import { devicePlugin } from './pods/devicePlugin.ts';
import { diskIo } from './node/diskIo.ts';
import { diskPressure } from './node/diskPressure.ts';
import { dnsConfig } from './node/dnsConfig.ts';
import { eventChannelFull } from './pleg/eventChannelFull.ts';
import { eventedPlegFallback } from './pleg/eventedPlegFallback.ts';
import { evicting } from './node/evicting.ts';
import { exitedContainersAfterRestart } from './pleg/exitedContainersAfterRestart.ts';
import { fileLimit } from './kubelet/fileLimit.ts';
import { inotifyLimit } from './kubelet/inotifyLimit.ts';
import { housekeepingSlow } from './pleg/housekeepingSlow.ts';
import { imageGcFailing } from './pods/imageGcFailing.ts';
import { imagePullFailing } from './pods/imagePullFailing.ts';
import { inspectCallsHang } from './pleg/inspectCallsHang.ts';
import { inspectCallsSlow } from './pleg/inspectCallsSlow.ts';
import { journalLoss } from './node/journalLoss.ts';
import { kernelHungTask } from './node/kernelHungTask.ts';
import { kernelSetting } from './kubelet/kernelSetting.ts';
import { kubeletCrashLoop } from './kubelet/kubeletCrashLoop.ts';
import { kubeletFatal } from './kubelet/kubeletFatal.ts';
import { kubeletGone } from './kubelet/kubeletGone.ts';
import { kubeletRestart } from './kubelet/kubeletRestart.ts';
import { listCallsFail } from './pleg/listCallsFail.ts';
import { listCallsHang } from './pleg/listCallsHang.ts';
import { listCallsSlow } from './pleg/listCallsSlow.ts';
import { listTooLarge } from './pleg/listTooLarge.ts';
import { loopBlocked } from './pleg/loopBlocked.ts';
import { manyNodesAtOnce } from './cluster/manyNodesAtOnce.ts';
import { machineSuspended } from './node/machineSuspended.ts';
import { memoryErrors } from './node/memoryErrors.ts';
import { networkNotReady } from './runtime/networkNotReady.ts';
import { nodeShutdown } from './node/nodeShutdown.ts';
import { nodeAddress } from './cluster/nodeAddress.ts';
import { nodeReboot } from './node/nodeReboot.ts';
import { orphanedVolumes } from './pods/orphanedVolumes.ts';
import { outOfMemory } from './node/outOfMemory.ts';
import { panic } from './kubelet/panic.ts';
import { processLimit } from './node/processLimit.ts';
import { podsRejected } from './pods/podsRejected.ts';
import { portInUse } from './kubelet/portInUse.ts';
import { podSandboxBroken } from './pods/podSandboxBroken.ts';
import { podsCrashing } from './pods/podsCrashing.ts';
import { probesFailing } from './pods/probesFailing.ts';
import { relistDeadlock } from './pleg/relistDeadlock.ts';
import { relistsNearThreshold } from './pleg/relistsNearThreshold.ts';
import { runtimeCallsTimeOut } from './runtime/runtimeCallsTimeOut.ts';
import { runtimeSlow } from './runtime/runtimeSlow.ts';
import { runtimeStatusFailing } from './runtime/runtimeStatusFailing.ts';
import { runtimeUnreachable } from './runtime/runtimeUnreachable.ts';
import { runtimeUnresponsive } from './runtime/runtimeUnresponsive.ts';
import { serialInspectionSlow } from './pleg/serialInspectionSlow.ts';
import { startupNormal } from './kubelet/startupNormal.ts';
import { staticPodFailing } from './kubelet/staticPodFailing.ts';
import { storageHang } from './node/storageHang.ts';
import { swapOn } from './kubelet/swapOn.ts';
import { systemdDbus } from './node/systemdDbus.ts';
import { volumesFailing } from './pods/volumesFailing.ts';

/** Trouble of the node and of the kubelet that is not PLEG's: what ends a kubelet first. */
const NODE_TROUBLE: readonly Cause[] = [
  swapOn,
  configInvalid,
  certificateExpired,
  certificateUntrusted,
  kernelSetting,
  inotifyLimit,
  fileLimit,
  cadvisorFailed,
  portInUse,
  panic,
  staticPodFailing,
  apiRefuses,
  apiUnreachable,
  nodeAddress,
  dnsConfig,
  cgroupTrouble,
];

/** Trouble of pods. */
const POD_TROUBLE: readonly Cause[] = [
  runtimeCallsTimeOut,
  podSandboxBroken,
  devicePlugin,
  evicting,
  volumesFailing,
  imagePullFailing,
  podsCrashing,
  podsRejected,
  probesFailing,
  imageGcFailing,
  housekeepingSlow,
  orphanedVolumes,
];

export const CAUSES: readonly Cause[] = [
  ...NODE_TROUBLE,
  storageHang,
  kernelHungTask,
  outOfMemory,
  memoryErrors,
  processLimit,
  diskIo,
  systemdDbus,
  cgroupDriver,
  containerManager,
  listTooLarge,
  listCallsFail,
  runtimeUnreachable,
  relistDeadlock,
  inspectCallsHang,
  runtimeUnresponsive,
  listCallsHang,
  listCallsSlow,
  runtimeSlow,
  runtimeStatusFailing,
  containerHangs,
  cniFailing,
  exitedContainersAfterRestart,
  serialInspectionSlow,
  inspectCallsSlow,
  relistsNearThreshold,
  networkNotReady,
  kubeletCrashLoop,
  kubeletFatal,
  nodeShutdown,
  machineSuspended,
  kubeletGone,
  manyNodesAtOnce,
  nodeReboot,
  eventedPlegFallback,
  kubeletRestart,
  eventChannelFull,
  diskPressure,
  loopBlocked,
  clockStep,
  journalLoss,
  startupNormal,
  ...POD_TROUBLE,
];
