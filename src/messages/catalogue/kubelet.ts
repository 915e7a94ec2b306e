/** Every row, component by component: PLEG and the sync loop first. */
import type { CatalogueRow } from '../recognise/row.ts';
import { apiRows } from './api.ts';
import { certificateRows } from './certificate.ts';
import { cgroupRows } from './cgroup.ts';
import { configRows } from './config.ts';
import { criRemoteRows } from './criRemote.ts';
import { deviceRows } from './device.ts';
import { errorTextsRows } from './errorTexts.ts';
import { evictionRows } from './eviction.ts';
import { fileSystemRows } from './fileSystem.ts';
import { housekeepingRows } from './housekeeping.ts';
import { imageGcRows } from './imageGc.ts';
import { kuberuntimeRows } from './kuberuntime.ts';
import { logsRows } from './logs.ts';
import { networkRows } from './network.ts';
import { nodeStatusRows } from './nodeStatus.ts';
import { nodeTroubleRows } from './nodeTrouble.ts';
import { oomRows } from './oom.ts';
import { ordinaryRows } from './ordinary/index.ts';
import { plegRows } from './pleg.ts';
import { plegEventedRows } from './plegEvented.ts';
import { podWorkerRows } from './podWorker.ts';
import { proberRows } from './prober.ts';
import { resourceRows } from './resources.ts';
import { runtimeRows } from './runtime.ts';
import { shutdownRows } from './shutdown.ts';
import { startupRows } from './startup.ts';
import { startWarningRows } from './startWarnings.ts';
import { statusManagerRows } from './statusManager.ts';
import { syncLoopRows } from './syncLoop.ts';
import { volumeRows } from './volume.ts';
import { watchdogRows } from './watchdog.ts';

export const KUBELET_ROWS: readonly CatalogueRow[] = [
  ...plegRows,
  ...plegEventedRows,
  ...syncLoopRows,
  ...housekeepingRows,
  ...runtimeRows,
  ...networkRows,
  ...nodeStatusRows,
  ...apiRows,
  ...startupRows,
  ...criRemoteRows,
  ...kuberuntimeRows,
  ...podWorkerRows,
  ...cgroupRows,
  ...volumeRows,
  ...evictionRows,
  ...proberRows,
  ...oomRows,
  ...imageGcRows,
  ...fileSystemRows,
  ...statusManagerRows,
  ...shutdownRows,
  ...watchdogRows,
  ...certificateRows,
  ...configRows,
  ...logsRows,
  ...deviceRows,
  ...resourceRows,
  ...startWarningRows,
  ...nodeTroubleRows,
  ...errorTextsRows,
  ...ordinaryRows,
];
