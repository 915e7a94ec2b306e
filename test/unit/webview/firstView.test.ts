import { describe, expect, it } from 'vitest';
import { latestEnds } from '../../../src/timeline/series/thinning.ts';
import type { TimelineDocument } from '../../../src/timeline/timelineDocument.ts';
import { timelineOf } from '../../../src/timeline/timelineOf.ts';
import { fullView } from '../../../webview/charts/viewport.ts';
import { firstView } from '../../../webview/page/firstView.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';

const clock = (minute: number): string =>
  `${String(8 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const klog = (minute: number, text: string, severity = 'I'): string =>
  `${severity}0304 ${clock(minute)}:00.000000    4242 ${text}`;
const KUBELET = [
  '==> kubelet <==',
  klog(0, 'server.go:416] "Kubelet version" kubeletVersion="v1.30.1"'),
  klog(0, 'kubelet.go:2321] "Starting kubelet main sync loop"'),
  klog(10, 'kubelet.go:2430] "SyncLoop ADD" source="api" pods=["default/a"]'),
];
const OTHERS = (minute: number): readonly string[] => [
  '==> kube-scheduler [0123abcd] <==',
  `I0304 ${clock(minute)}:06.100000       1 server.go:154] "Starting Kubernetes Scheduler" version="v1.30.1"`,
];

/** The view in minutes, rounded, or `all`. */
function seen(log: readonly string[], state?: TimelineDocument['state']): readonly number[] | 'all' {
  const timeline = timelineOf(analysisOf(sessionOf(log.join('\n'))), 'capture.txt');
  const limits = fullView(timeline.length);
  const view = firstView(
    state === undefined ? timeline : { ...timeline, state },
    timeline.lanes.map(latestEnds),
    limits,
  );
  return view === limits ? 'all' : [view.from, view.to].map((time) => Math.round(time / 6e7));
}

describe('the first view', () => {
  it('is the stretch of the kubelet where other programs of the capture wrote for much longer after it', () => {
    expect(seen([...KUBELET, ...OTHERS(300)])).toEqual([-1, 12]);
  });

  it('is all of a log that the kubelet is not a small part of', () => {
    expect(seen([...KUBELET, ...OTHERS(30)])).toBe('all');
    expect(seen(KUBELET)).toBe('all');
  });

  it('is all where the kubelet was not well at the end: that it is silent since is news', () => {
    expect(seen([...KUBELET, ...OTHERS(300)], 'unhealthy-at-end')).toBe('all');
  });
});
