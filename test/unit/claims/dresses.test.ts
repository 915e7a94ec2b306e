/** Dresses in which a log once told something else. */
import { describe, expect, it } from 'vitest';
import { analysed } from './dresses.ts';
import { betweenWords } from '../analysis/captureWays.ts';

const entry = (second: number, message: string, by = 'kubelet[871]'): string =>
  `2026-03-02T09:14:${String(second).padStart(2, '0')}.000500+0000 node-b ${by}: ${message}`;
const klog = (second: number, text: string, severity = 'E'): string =>
  entry(second, `${severity}0302 09:14:${String(second).padStart(2, '0')}.000000     871 ${text}`);
const idsOf = (lines: readonly string[]): readonly string[] =>
  analysed([lines.join('\n')]).findings.map(({ id }) => id);

const EVICTION = [
  klog(1, 'eviction_manager.go:366] "Eviction manager: must evict pod(s) to reclaim" resourceName="memory"'),
  klog(
    2,
    'eviction_manager.go:610] "Eviction manager: pods evicted, waiting for pod to be cleaned up" pods=["jobs/sum-1"]',
    'I',
  ),
];
const PANIC = [
  klog(1, 'server.go:1190] "Started kubelet"', 'I'),
  entry(3, 'panic: runtime error: index out of range [3] with length 3'),
  entry(3, 'goroutine 91 [running]:'),
  entry(3, 'k8s.io/kubernetes/pkg/kubelet/status.(*manager).sync(0xc0001)'),
  entry(4, 'kubelet.service: Main process exited, code=exited, status=2/INVALIDARGUMENT', 'systemd[1]'),
];

describe('a log in other dress', () => {
  it('may be the journal that a container prints, in the files of a CRI runtime', () => {
    const { history } = analysed([
      PANIC.map((line) => `2026-03-02T09:14:09.123456789Z stdout F ${line}`).join('\n'),
    ]).reconstruction;
    expect(history.processes.map(({ pid, ending }) => [pid, ending?.how])).toEqual([[871, 'panic']]);
    expect(history.nodes.map(({ names }) => names)).toEqual([['node-b']]);
  });

  it('names pods that were evicted in klog JSON', () => {
    const json = [
      entry(
        1,
        '{"ts":1772442841000.1,"caller":"eviction/eviction_manager.go:366","msg":"Eviction manager: must evict pod(s) to reclaim","resourceName":"memory"}',
      ),
      entry(
        2,
        '{"ts":1772442842000.1,"caller":"eviction/eviction_manager.go:610","msg":"Eviction manager: pods evicted, waiting for pod to be cleaned up","v":0,"pods":[{"name":"sum-1","namespace":"jobs"}]}',
      ),
    ];
    const titles = [EVICTION, json].map((lines) =>
      analysed([lines.join('\n')]).findings.map(({ title }) => String(title)),
    );
    expect(titles[1]).toEqual(titles[0]);
    expect(titles[0]?.[0]).toContain('evicted 1 pod');
  });

  it('has its panic, turned round, too', () => {
    expect(idsOf(PANIC)).toContain('panic');
    expect(idsOf(PANIC.toReversed())).toContain('panic');
  });

  it('tells of the end of its kubelet, where lines of others stand below a heading of their own', () => {
    const lines = [
      klog(1, 'server.go:1190] "Started kubelet"', 'I').replaceAll('09:14', '09:04'),
      klog(1, 'kubelet.go:2421] "SyncLoop ADD" source="api" pods=["jobs/sum-1"]', 'I'),
      entry(4, 'kubelet.service: Main process exited, code=killed, status=9/KILL', 'systemd[1]'),
    ];
    const capture = [
      '==> kubelet <==',
      ...lines,
      '',
      '==> dmesg <==',
      entry(30, 'eth0: link is up', 'kernel').replace('09:14', '09:24'),
    ];
    const told = [lines, capture].map((text) => analysed([text.join('\n')]).answer);
    expect(told.map(({ state, headline }) => [state, headline])).toEqual(
      Array.from({ length: 2 }, () => ['unhealthy-at-end', 'The kubelet ended and did not run again']),
    );
  });

  it('is put together where words were kept whole, though most pieces end near an edge', () => {
    const server = 'https://192.0.2.7:6443/api/v1/nodes/node-b';
    const lines = Array.from({ length: 12 }, (_, row) =>
      klog(
        row * 4,
        row % 4 === 3
          ? 'kubelet_node_status.go:549] "Unable to update node status" err="update node status exceeds retry count"'
          : `kubelet_node_status.go:562] "Error updating node status, will retry" err="error getting node \\"node-b\\": Get \\"${server}?timeout=10s\\": x509: certificate has expired or is not yet valid: current time 2026-03-02T09:14:00Z is after 2026-03-01T00:00:00Z"`,
      ),
    );
    for (const columns of [100, 127, 128, 154, 156]) {
      const { findings } = analysed([betweenWords(lines, columns).join('\n')]);
      expect([columns, findings.map(({ title }) => String(title))]).toEqual([
        columns,
        analysed([lines.join('\n')]).findings.map(({ title }) => String(title)),
      ]);
    }
  });
});
