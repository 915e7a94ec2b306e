/** What a page shows while there is no document for it: how far the reading is, or why there will be none. */
import type { HostToPage } from '../../protocol/protocol.ts';
import type { AnalysisStatus } from '../analysisClient.ts';

export function statusMessage(status: Exclude<AnalysisStatus, { readonly kind: 'done' }>, title: string): HostToPage {
  if (status.kind === 'failed')
    return {
      type: 'problem',
      title: status.problem.title,
      whatToDo: status.problem.whatToDo,
      canRetry: true,
      isOther: status.problem.kind === 'not-kubelet',
    };
  const { bytes = 0, totalBytes, lines = 0, phase = 'reading', headline } = status.progress ?? {};
  return {
    type: 'progress',
    title,
    bytes,
    lines,
    phase,
    ...(totalBytes === undefined ? {} : { totalBytes }),
    ...(headline === undefined ? {} : { headline }),
  };
}
