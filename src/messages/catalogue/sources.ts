/** Where each row's text was read. */
import { apiSources } from './api.ts';
import { certificateSources } from './certificate.ts';
import { cgroupSources } from './cgroup.ts';
import { configSources } from './config.ts';
import { criRemoteSources } from './criRemote.ts';
import { deviceSources } from './device.ts';
import { errorTextsSources } from './errorTexts.ts';
import { evictionSources } from './eviction.ts';
import { fileSystemSources } from './fileSystem.ts';
import { housekeepingSources } from './housekeeping.ts';
import { imageGcSources } from './imageGc.ts';
import { kuberuntimeSources } from './kuberuntime.ts';
import { logsSources } from './logs.ts';
import { networkSources } from './network.ts';
import { nodeStatusSources } from './nodeStatus.ts';
import { nodeTroubleSources } from './nodeTrouble.ts';
import { oomSources } from './oom.ts';
import { cadvisorSources as ordinaryCadvisorSources } from './ordinary/cadvisor.ts';
import { nodeSources as ordinaryNodeSources } from './ordinary/node.ts';
import { podStepsSources as ordinaryPodStepsSources } from './ordinary/podSteps.ts';
import { podsSources as ordinaryPodsSources } from './ordinary/pods.ts';
import { requestsSources as ordinaryRequestsSources } from './ordinary/requests.ts';
import { resourcesSources as ordinaryResourcesSources } from './ordinary/resources.ts';
import { runtimeSources as ordinaryRuntimeSources } from './ordinary/runtime.ts';
import { volumesSources as ordinaryVolumesSources } from './ordinary/volumes.ts';
import { plegSources } from './pleg.ts';
import { plegEventedSources } from './plegEvented.ts';
import { podWorkerSources } from './podWorker.ts';
import { proberSources } from './prober.ts';
import { resourcesSources } from './resources.ts';
import { runtimeSources } from './runtime.ts';
import { shutdownSources } from './shutdown.ts';
import { startWarningsSources } from './startWarnings.ts';
import { startupSources } from './startup.ts';
import { statusManagerSources } from './statusManager.ts';
import { syncLoopSources } from './syncLoop.ts';
import { volumeSources } from './volume.ts';
import { watchdogSources } from './watchdog.ts';
import { type RowSource, type SourceTable, rowSources } from './source.ts';

/** The tables, one for each file of rows. */
export const SOURCE_TABLES: readonly SourceTable[] = [
  apiSources,
  certificateSources,
  cgroupSources,
  configSources,
  criRemoteSources,
  deviceSources,
  errorTextsSources,
  evictionSources,
  fileSystemSources,
  housekeepingSources,
  imageGcSources,
  kuberuntimeSources,
  logsSources,
  networkSources,
  nodeStatusSources,
  nodeTroubleSources,
  oomSources,
  ordinaryCadvisorSources,
  ordinaryNodeSources,
  ordinaryPodStepsSources,
  ordinaryPodsSources,
  ordinaryRequestsSources,
  ordinaryResourcesSources,
  ordinaryRuntimeSources,
  ordinaryVolumesSources,
  plegSources,
  plegEventedSources,
  podWorkerSources,
  proberSources,
  resourcesSources,
  runtimeSources,
  shutdownSources,
  startWarningsSources,
  startupSources,
  statusManagerSources,
  syncLoopSources,
  volumeSources,
  watchdogSources,
];

/** By the id of the row. */
export const SOURCES: ReadonlyMap<string, RowSource> = rowSources(SOURCE_TABLES);
