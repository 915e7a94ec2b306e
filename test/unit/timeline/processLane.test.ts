/** The lane of the kubelet's processes. */
import { expect, it } from 'vitest';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';

/** From and to of the bars, microseconds since the log's begin. */
function bars(log: readonly string[]): readonly (readonly [number, number])[] {
  const lane = buildTimeline(analysisOf(sessionOf(log.join('\n'))), 'kubelet.log').lanes.find(
    ({ kind }) => kind === 'processes',
  );
  return [...(lane?.start ?? [])].flatMap((start, at) => {
    const end = lane?.end[at] ?? start;
    return end > start ? [[start, end] as const] : [];
  });
}

const START =
  'Apr 05 05:33:39 n1 kubelet[4759]: I0405 05:33:39.000000    4759 server.go:446] "Kubelet version" kubeletVersion="v1.24.7"';
const LAST = (text: string): string =>
  `Apr 05 05:33:40 n1 kubelet[4759]: ${text.slice(0, 1)}0405 05:33:40.511000    4759 ${text.slice(1)}`;
const FAILED = 'Apr 05 05:33:40 n1 systemd[1]: kubelet.service: main process exited, code=exited, status=255/n/a';

it('ends with the last words of a kubelet that wrote why it ends, whatever systemd cut of its stamp', () => {
  const words = LAST('F server.go:233] failed to run Kubelet: misconfiguration: kubelet cgroup driver: "cgroupfs"');
  expect(bars([START, words, FAILED])).toEqual([[0, 1_511_000]]);
});

it('ends in the middle of what systemd tells, where the kubelet wrote nothing of it', () => {
  const [bar] = bars([START, LAST('I kubelet.go:400] "Attempting to sync node with API server"'), FAILED]);
  expect(bar?.[1]).toBeGreaterThan(1_511_000);
});

it('says of each kubelet whose start is not in the log that, also where another one wrote the first line', () => {
  const line = (clock: string, pid: number): string => `I0405 ${clock}.000000    ${pid} kubelet.go:2153] "Something"`;
  const { marks, strings, lanes } = buildTimeline(
    analysisOf(sessionOf([line('05:33:39', 4759), line('05:34:40', 5800), ''].join('\n'))),
    'kubelet.log',
  );
  const lane = lanes.findIndex(({ kind }) => kind === 'processes');
  const told = [...marks.what].flatMap((what, at) => (marks.lane[at] === lane ? [strings[what]] : []));
  expect(told).toEqual([
    'kubelet (pid 4759), whose start is not in the log',
    'kubelet (pid 5800), whose start is not in the log',
  ]);
});
