/** The name of a node whose log has no host: as the kubelet calls it where it talks to the API server. */
import { describe, expect, it } from 'vitest';
import { diagnoseText } from '../diagnosis/diagnoseLog.ts';
import { replayOf } from '../replay/readLog.ts';

const LEASE = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/';
const error = (text: string, second = 1): string => `E0116 14:19:0${second}.411840 2315219 ${text}\n`;
/** Lines of a library alone are nobody's. */
const ANY = 'I0116 14:19:00.100000 2315219 kubelet.go:1908] SyncLoop (UPDATE, "api"): "web-1_shop(1d2f0a53)"\n';
const namesOf = (log: string): readonly (readonly string[])[] =>
  replayOf(`${log.startsWith('Jan') ? '' : ANY}${log}`).history.nodes.map(({ names }) => names);

describe('the name of a node in a raw klog file', () => {
  it.each([
    error(
      `controller.go:144] failed to ensure lease exists, will retry in 7s, error: Get "https://10.0.0.1:6443${LEASE}edge-7.lan?timeout=10s": context deadline exceeded`,
    ),
    error(
      'kubelet_node_status.go:470] Error updating node status, will retry: error getting node "edge-7.lan": Get "https://10.0.0.1:6443/api/v1/nodes/edge-7.lan?timeout=10s": context deadline exceeded',
    ),
    error(
      'controller.go:170] failed to update node lease, error: leases.coordination.k8s.io "edge-7.lan" is forbidden: can only access node lease with the same name as the requesting node',
    ),
    error('kubelet.go:2263] node "edge-7.lan" not found'),
    error(
      'reflector.go:138] k8s.io/kubernetes/pkg/kubelet/config/apiserver.go:66: Failed to watch *v1.Pod: failed to list *v1.Pod: Get "https://10.0.0.1:6443/api/v1/pods?fieldSelector=spec.nodeName%3Dedge-7.lan&limit=500&resourceVersion=0": dial tcp 10.0.0.1:6443: connect: connection refused',
    ),
  ])('is that of its own calls: %s', (log) => {
    expect(namesOf(log)).toEqual([['edge-7.lan']]);
  });

  it('is the first that they give, and stands in the next steps', () => {
    const log =
      error('kubelet.go:2448] "Error getting node" err="node \\"edge-7.lan\\" not found"', 1) +
      error('eviction_manager.go:392] "Eviction manager: must evict pod(s) to reclaim" resourceName="memory"', 2);
    expect(namesOf(log)).toEqual([['edge-7.lan']]);
    expect(
      diagnoseText(log)
        .findings.flatMap(({ nextSteps }) => nextSteps)
        .join(' '),
    ).toContain('kubectl describe node edge-7.lan');
  });

  it.each([
    error(
      `event.go:276] Unable to write event: 'Patch "https://10.0.0.1:6443/api/v1/namespaces/default/events/edge-7.1": dial tcp 10.0.0.1:6443: connect: connection refused'`,
    ),
    error(
      'reflector.go:138] client-go/informers/factory.go:134: Failed to watch *v1.Lease: Get "https://10.0.0.1:6443/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-scheduler?timeout=10s": EOF',
    ),
    error(
      `controller.go:144] failed to ensure lease exists, will retry in 7s, error: Get "https://10.0.0.1:6443${LEASE}edge-7.l`,
    ),
  ])('is not that of something else, and not half of one: %s', (log) => {
    expect(namesOf(log)).toEqual([[]]);
  });

  it('is that of the host where lines have one', () => {
    expect(
      namesOf(`Jan 16 14:19:01 cp-2 kubelet[2315219]: ${error('kubelet.go:2263] node "edge-7.lan" not found')}`),
    ).toEqual([['cp-2']]);
  });
});
