/** With which time a relist writes a pod's status to the cache: pod workers wait for a time newer than their last sync. */
import { describe, expect, it } from 'vitest';
import { fromSeconds } from '../../../src/model/nanoseconds.ts';
import { openKubelet } from '../../../src/model/runKubelet.ts';
import { from, pod, profile } from './kubelets.ts';
import { windowedBehaviour } from './windowedBehaviour.ts';

/** The times in the cache, in seconds, after a relist that began at 10 s and inspected two pods one after another, 20 s each. */
function times(version: string): number[] {
  const slow = from(9.5, 49, { kind: 'takes', time: fromSeconds(20) }, { methods: ['PodSandboxStatus'] });
  const kubelet = openKubelet(
    {
      profile: profile(version),
      runtime: windowedBehaviour([slow]),
      pods: [pod('a', 9.6), pod('b', 9.6)],
      relistRequests: [],
    },
    {},
  );
  kubelet.advance(fromSeconds(50.5));
  return kubelet
    .inspect()
    .cache.map(([, { modified }]) => modified / 1e9)
    .sort((a, b) => a - b);
}

describe('the time of a status in the pod cache', () => {
  it('is the time of its inspection up to 1.35', () => {
    expect(times('1.35.5')).toEqual([10, 30]);
  });

  it('is the time of the listing from 1.36 on, so that a worker that synced meanwhile waits for the next relist', () => {
    expect(times('1.36.2')).toEqual([10, 10]);
  });
});
