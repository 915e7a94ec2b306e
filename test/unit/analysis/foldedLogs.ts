/** Logs of more than a history keeps, line by line, and their analysis within bounds of a test. */
import type { Analysis } from '../../../src/analysis/analysis.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { HistoryBounds } from '../../../src/inference/store/folded.ts';

/** More than any of these logs has. */
export const LARGE: HistoryBounds = {
  processes: 1000,
  skips: 1000,
  episodes: 1000,
  neighbours: 1000,
  pids: 1000,
  gaps: 1000,
  relists: 1000,
  constraints: 10_000,
  endSigns: 1000,
  texts: 10_000,
  troubles: 1000,
  subjects: 1000,
};

export const clock = (seconds: number): string =>
  new Date(Date.UTC(2026, 3, 26) + Math.round(seconds * 1000)).toISOString().slice(11, 23);
export const klog = (seconds: number, pid: number, severity: string, text: string): string =>
  `Apr 26 ${clock(seconds).slice(0, 8)} worker-7 kubelet[${pid}]: ${severity}0426 ${clock(seconds)}000 ${String(pid).padStart(7)} ${text}`;
/** As a program writes it without a journal. */
export const raw = (seconds: number, pid: number, severity: string, text: string): string =>
  `${severity}0426 ${clock(seconds)}000 ${String(pid).padStart(7)} ${text}`;
export const unit = (seconds: number, text: string): string =>
  `Apr 26 ${clock(seconds).slice(0, 8)} worker-7 systemd[1]: ${text}`;
export const skip = (seconds: number, pid: number, error: string): string =>
  klog(seconds, pid, 'E', `kubelet.go:2337] "Skipping pod synchronization" err="${error}"`);
export const stale = (elapsed: number): string =>
  `PLEG is not healthy: pleg was last seen active ${Math.floor(elapsed / 60)}m${(elapsed % 60).toFixed(1)}s ago; threshold is 3m0s`;
export const started = (seconds: number, pid: number): string[] => [
  klog(seconds, pid, 'I', 'server.go:487] "Kubelet version" kubeletVersion="v1.29.9"'),
  klog(seconds + 0.4, pid, 'I', 'kubelet.go:2311] "Starting kubelet main sync loop"'),
];
export const worked = (seconds: number, pid: number): string =>
  klog(seconds, pid, 'I', 'kubelet.go:2453] "SyncLoop ADD" source="api"');

export function analysed(lines: readonly string[], bounds: HistoryBounds): Analysis {
  const session = createAnalysisSession({ bounds });
  session.open('kubelet.log', { year: 2026 });
  session.push(new TextEncoder().encode(`${lines.join('\n')}\n`));
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error(result.problem.kind);
  return result.analysis;
}

export const historyOf = (lines: readonly string[], bounds: HistoryBounds): Analysis['reconstruction']['history'] =>
  analysed(lines, bounds).reconstruction.history;
