/** A kubelet that ended before its sync loop started: nothing says that a loop worked or relists ran in it. */
import { describe, expect, it } from 'vitest';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import { instant } from '../../../src/kubelet/time.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 3, 26, 10, 0, second)).toISOString().slice(11, 19);
const line = (second: number, pid: number, text: string, severity = 'I'): string =>
  `Apr 26 ${at(second)} worker-7 kubelet[${pid}]: ${severity}0426 ${at(second)}.000000 ${String(pid).padStart(7)} ${text}`;

const version = (second: number, pid: number): string =>
  line(second, pid, 'server.go:487] "Kubelet version" kubeletVersion="v1.29.9"');

/** Two lives of a kubelet: what the first does after it said its version, and a second one that runs. */
function analysed(first: readonly string[]) {
  const log = [
    version(0, 100),
    ...first,
    version(20, 200),
    line(21, 200, 'kubelet.go:2311] "Starting kubelet main sync loop"'),
    line(30, 200, 'kubelet_node_status.go:73] "Attempting to register node" node="worker-7"'),
  ];
  const session = createAnalysisSession();
  session.open('kubelet.log', { year: 2026 });
  session.push(new TextEncoder().encode(`${log.join('\n')}\n`));
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error(result.problem.kind);
  const { analysis } = result;
  const moment = createMoments(analysis.reconstruction).at(instant(Date.UTC(2026, 3, 26, 10, 0, 2) * 1000));
  const timeline = buildTimeline(analysis, 'kubelet.log');
  return {
    loop: analysis.reconstruction.loop.map(({ process, state }) => `${process} ${state}`),
    curves: timeline.staleness.map(({ process }) => process),
    lanes: timeline.lanes.find(({ kind }) => kind === 'sync-loop')?.start.length,
    moment: moment?.loop.state,
  };
}

const fatal = line(3, 100, 'run.go:74] "command failed" err="failed to run Kubelet: running with swap on"', 'E');

describe('a kubelet that ended before its sync loop started', () => {
  it('is drawn with neither a working loop nor healthy relists, as the state at that moment says', () => {
    expect(analysed([fatal])).toEqual({
      loop: ['process-2 working'],
      curves: ['process-2'],
      lanes: 1,
      moment: 'not-started',
    });
  });

  it('is not one whose loop wrote a line', () => {
    const started = line(1, 100, 'kubelet.go:2311] "Starting kubelet main sync loop"');
    const event = line(
      2,
      100,
      'kubelet.go:2453] "SyncLoop (PLEG): event for pod" pod="team/app-1" event={"ID":"3f6a6c1e-0000-4000-a000-000000000001","Type":"ContainerStarted","Data":"abc"}',
    );
    for (const sign of [started, event])
      expect(analysed([sign, fatal])).toMatchObject({
        loop: ['process-1 working', 'process-2 working'],
        curves: ['process-1', 'process-2'],
      });
  });

  it('is not one of which lines are missing', () => {
    const lost = `Apr 26 ${at(2)} worker-7 systemd-journald[80]: Suppressed 4000 messages from kubelet.service`;
    expect(analysed([lost, fatal]).loop).toContain('process-1 working');
  });
});
