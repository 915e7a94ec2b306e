/** All causes, in the order in which they stand when nothing else decides: what says most about the root first. */
import type { Cause } from '../cause.ts';
import { apiRefuses } from './apiRefuses.ts';
import { apiUnreachable } from './apiUnreachable.ts';
import { cadvisorFailed } from './cadvisorFailed.ts';
import { certificateExpired } from './certificateExpired.ts';
import { certificateUntrusted } from './certificateUntrusted.ts';
import { cgroupDriver } from './cgroupDriver.ts';
import { cgroupTrouble } from './cgroupTrouble.ts';
import { clockStep } from './clockStep.ts';
import { cniFailing } from './cniFailing.ts';
import { configInvalid } from './configInvalid.ts';
import { containerManager } from './containerManager.ts';
import { devicePlugin } from './devicePlugin.ts';
import { diskIo } from './diskIo.ts';
import { diskPressure } from './diskPressure.ts';
import { dnsConfig } from './dnsConfig.ts';
import { eventChannelFull } from './eventChannelFull.ts';
import { eventedPlegFallback } from './eventedPlegFallback.ts';
import { evicting } from './evicting.ts';
import { exitedContainersAfterRestart } from './exitedContainersAfterRestart.ts';
import { fileLimit } from './fileLimit.ts';
import { inotifyLimit } from './inotifyLimit.ts';
import { housekeepingSlow } from './housekeepingSlow.ts';
import { imageGcFailing } from './imageGcFailing.ts';
import { imagePullFailing } from './imagePullFailing.ts';
import { inspectCallsHang } from './inspectCallsHang.ts';
import { inspectCallsSlow } from './inspectCallsSlow.ts';
import { journalLoss } from './journalLoss.ts';
import { kernelHungTask } from './kernelHungTask.ts';
import { kernelSetting } from './kernelSetting.ts';
import { kubeletCrashLoop } from './kubeletCrashLoop.ts';
import { kubeletFatal } from './kubeletFatal.ts';
import { kubeletGone } from './kubeletGone.ts';
import { kubeletRestart } from './kubeletRestart.ts';
import { listCallsFail } from './listCallsFail.ts';
import { listCallsHang } from './listCallsHang.ts';
import { listCallsSlow } from './listCallsSlow.ts';
import { listTooLarge } from './listTooLarge.ts';
import { loopBlocked } from './loopBlocked.ts';
import { manyNodesAtOnce } from './manyNodesAtOnce.ts';
import { memoryErrors } from './memoryErrors.ts';
import { networkNotReady } from './networkNotReady.ts';
import { nodeShutdown } from './nodeShutdown.ts';
import { nodeAddress } from './nodeAddress.ts';
import { nodeReboot } from './nodeReboot.ts';
import { orphanedVolumes } from './orphanedVolumes.ts';
import { outOfMemory } from './outOfMemory.ts';
import { panic } from './panic.ts';
import { podsRejected } from './podsRejected.ts';
import { portInUse } from './portInUse.ts';
import { podSandboxBroken } from './podSandboxBroken.ts';
import { podsCrashing } from './podsCrashing.ts';
import { probesFailing } from './probesFailing.ts';
import { relistDeadlock } from './relistDeadlock.ts';
import { relistsNearThreshold } from './relistsNearThreshold.ts';
import { runtimeCallsTimeOut } from './runtimeCallsTimeOut.ts';
import { runtimeSlow } from './runtimeSlow.ts';
import { runtimeStatusFailing } from './runtimeStatusFailing.ts';
import { runtimeUnreachable } from './runtimeUnreachable.ts';
import { runtimeUnresponsive } from './runtimeUnresponsive.ts';
import { serialInspectionSlow } from './serialInspectionSlow.ts';
import { startupNormal } from './startupNormal.ts';
import { staticPodFailing } from './staticPodFailing.ts';
import { storageHang } from './storageHang.ts';
import { swapOn } from './swapOn.ts';
import { systemdDbus } from './systemdDbus.ts';
import { volumesFailing } from './volumesFailing.ts';

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
  cniFailing,
  exitedContainersAfterRestart,
  serialInspectionSlow,
  inspectCallsSlow,
  relistsNearThreshold,
  networkNotReady,
  kubeletCrashLoop,
  kubeletFatal,
  nodeShutdown,
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
