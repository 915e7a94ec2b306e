import { describe, expect, it } from 'vitest';
import { readHeading } from '../../../src/journal/envelope/headings.ts';
import { writerKind } from '../../../src/kubelet/writers.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';
import { diagnoseText } from '../diagnosis/diagnoseLog.ts';
import { readLog } from './readLog.ts';

const KUBELET = 'I0304 08:20:05.000000    4242 kubelet.go:2200] "SyncLoop ADD" source="api" pods=["default/a"]';
/** Lines of which the file alone does not tell that they are no kubelet's. */
const SHARED = [
  'I0304 08:20:00.000000       1 server.go:407] Version: v1.18.0',
  'E0304 08:20:02.000000       1 kubelet.go:12] something of ours',
];

describe('a heading tells whose lines follow', () => {
  it.each<[string, string | undefined]>([
    ['### kube-proxy logs', 'kube-proxy'],
    ['**kubelet log:**', 'kubelet'],
    ['**API server log:**', 'kube-apiserver'],
    ['<details><summary>controller manager</summary>', 'kube-controller-manager'],
    ['etcd:', 'etcd'],
    ['#### Logs of `kubelet` on the node', 'kubelet'],
    ['### etcd Panic', 'etcd'],
    ['**etcd 日志：**', 'etcd'],
    ['kubelet日志报错:', 'kubelet'],
    ['### Fehler des kubelet', 'kubelet'],
    ['#### 查看 etcd 状态', undefined],
    ['## What happened', undefined],
    ['**Environment**', undefined],
    ['### kubelet and kube-proxy', undefined],
    ['root@node-1:~# journalctl -u kubelet --no-pager | tail', 'kubelet'],
    ['[core@node-2 ~]$ sudo journalctl -u kubelet.service', 'kubelet'],
    ['$ kubectl logs -n kube-system kube-proxy-x7k2p', 'kube-proxy'],
    ['# crictl logs 3f2a', undefined],
    ['$ cat /var/log/pods/kube-system_etcd-m1/etcd/0.log', 'etcd'],
    ['PS C:\\k> kubectl logs kube-apiserver-m1', 'kube-apiserver'],
    ['root@node-1:~# kubectl get nodes', undefined],
    ['$ systemctl restart kubelet', undefined],
    ['==== START logs for container etcd of pod kube-system/etcd-m1 ====', 'container etcd'],
    ['==== START logs for container kubelet of pod kube-system/kubelet-n1 ====', 'kubelet'],
    ['==== END logs for container etcd of pod kube-system/etcd-m1 ====', undefined],
  ])('%s', (line, name) => expect(readHeading(line)).toEqual({ kind: 'begin', name }));

  it.each([
    'the kubelet says:',
    '/opt/bin/kubelet: not found',
    'goroutine 1 [running]:',
    '\tk8s.io/kubernetes/pkg/kubelet.(*Kubelet).syncLoop(0xc0)',
    'x'.repeat(100),
    '  kubeletExtraArgs:',
    'kubeletExtraArgs:',
    '    kubelet:',
    'Events:',
    '# 1 pod is missing',
  ])('not %s', (line) => {
    const heading = readHeading(line);
    expect(heading === undefined || (heading.kind === 'begin' && heading.name === undefined)).toBe(true);
  });

  it('what runs in a container is no kubelet of the node, unless it is called one', () => {
    expect([writerKind('container my-operator'), writerKind('container kubelet')]).toEqual(['other', 'kubelet']);
  });
});

describe('a kubelet among the logs of other programs', () => {
  const lives = (lines: readonly string[]): readonly unknown[] =>
    analysisOf(sessionOf(lines.join('\n'))).reconstruction.history.processes.map(({ pid, records }) => [pid, records]);

  it.each<[string, readonly string[]]>([
    [
      'of `kubectl cluster-info dump`',
      [
        '==== START logs for container my-operator of pod default/my-operator-0 ====',
        ...SHARED,
        '==== END logs for container my-operator of pod default/my-operator-0 ====',
        '==== START logs for container kubelet of pod kube-system/kubelet-n1 ====',
        KUBELET,
        '==== END logs for container kubelet of pod kube-system/kubelet-n1 ====',
      ],
    ],
    [
      'behind prompts',
      [
        'root@node-1:~# journalctl -u kubelet -o cat',
        KUBELET,
        'root@node-1:~# kubectl logs -n kube-system kube-proxy-x7k2p',
        ...SHARED,
      ],
    ],
    [
      'under headings of Markdown',
      ['### kubelet', '```', KUBELET, '```', '### kube-proxy logs', '```', ...SHARED, '```'],
    ],
    [
      'after a fence that ends what the heading named',
      ['**kube-proxy log:**', '```', ...SHARED, '```', 'and this is all that we have:', '```', KUBELET, '```'],
    ],
    [
      'in details of an issue',
      [
        '<details><summary>API server log</summary>',
        '',
        '```',
        ...SHARED,
        '```',
        '</details>',
        '',
        '<details><summary>kubelet</summary>',
        '',
        '```',
        KUBELET,
        '```',
        '</details>',
      ],
    ],
  ])('%s is the only one', (_what, lines) => expect(lives(lines)).toEqual([[4242, 1]]));

  it('a panic under the title of another program is not its own', () => {
    const log = ['### etcd Panic', '```', 'panic: tocommit(7) is out of range', '```', KUBELET].join('\n');
    expect(diagnoseText(log).findings.map(({ id }) => id)).not.toContain('panic');
    expect(diagnoseText(log.replace('etcd ', '')).findings.map(({ id }) => id)).toContain('panic');
  });

  it('headings of minikube stay, whatever somebody wrote between the lines', () => {
    const { records } = readLog(
      ['==> etcd <==', '### kubelet', KUBELET, '==> kubelet <==', '**Environment**', KUBELET].join('\n'),
    );
    expect(records.filter(({ klog }) => klog !== undefined).map(({ journal }) => journal?.identifier)).toEqual([
      'etcd',
      'kubelet',
    ]);
  });
});
