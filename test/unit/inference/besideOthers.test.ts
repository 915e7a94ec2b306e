import { describe, expect, it } from 'vitest';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';

const processes = (text: string): readonly (readonly [number | undefined, number])[] =>
  analysisOf(sessionOf(text)).reconstruction.history.processes.map(({ pid, records }) => [pid, records]);

const KUBELET = [
  'I0304 08:20:01.000000    4242 server.go:416] "Kubelet version" kubeletVersion="v1.30.1"',
  'I0304 08:20:02.000000    4242 kubelet.go:2321] "Starting kubelet main sync loop"',
  'I0304 08:20:05.000000    4242 kubelet.go:2430] "SyncLoop ADD" source="api" pods=["default/a"]',
];

describe('a capture of many programs', () => {
  const capture = [
    '==> etcd [0123abcd] <==',
    '{"level":"warn","ts":"2026-03-04T08:20:00.370281Z","caller":"etcdserver/server.go:687","msg":"apply request took too long","took":"200ms"}',
    '==> kube-apiserver [0123abcd] <==',
    'I0304 08:20:00.100000       1 server.go:152] Version: v1.30.1',
    'E0304 08:20:00.200000       1 controller.go:113] loading OpenAPI spec for "v1beta1.metrics.k8s.io" failed',
    '==> kubelet <==',
    ...KUBELET,
    '==> kube-scheduler [0123abcd] <==',
    'I0304 08:20:06.100000       1 server.go:154] "Starting Kubernetes Scheduler" version="v1.30.1"',
  ];

  it('has one kubelet, of its section, whatever JSON and klog lines stand around it', () => {
    expect(processes(capture.join('\n'))).toEqual([[4242, 3]]);
    expect(analysisOf(sessionOf(capture.join('\n'))).reconstruction.history.nodes).toHaveLength(1);
  });

  it('has it under the headings of older minikubes as well', () => {
    expect(processes(capture.map((line) => (line.startsWith('==>') ? `* ${line}` : line)).join('\n'))).toEqual([
      [4242, 3],
    ]);
  });

  it('has one where others have the pid of the kubelet in a container', () => {
    expect(processes(capture.map((line) => line.replace('    4242', '       1')).join('\n'))).toEqual([[1, 3]]);
  });

  it('begins with the kubelet already running at the first line of it, not at one that another program wrote before', () => {
    const running = [...capture.slice(0, 5), 'kubelet', ...capture.slice(8)].map((line) =>
      line === 'kubelet' ? '==> kubelet <==' : line,
    );
    const { gaps } = analysisOf(sessionOf(running.join('\n'))).reconstruction.history;
    expect(
      gaps.map(({ why, from, to }) => [why, new Date(from / 1000).toISOString().slice(11, 23), to - from]),
    ).toEqual([['truncated-start', '08:20:05.000', 0]]);
  });

  it('is refused without a line of a kubelet', () => {
    const result = sessionOf(capture.filter((line) => !KUBELET.includes(line)).join('\n')).result();
    expect(result.ok).toBe(false);
  });

  it('is refused where minikube could not fetch the part of the kubelet', () => {
    const failed =
      'E0304 08:20:05.529559 71419 logs.go:178] command /bin/bash -c "sudo journalctl -u kubelet -n 60" failed with error: NewSession: new client: dial tcp 127.0.0.1:56168: connect: connection refused output: ""';
    const result = sessionOf(['==> dmesg <==', failed, '==> kubelet <==', failed].join('\n')).result();
    expect(result.ok).toBe(false);
  });
});

describe('what was pasted behind the output of journalctl -u kubelet, without a word of whose it is', () => {
  const journal = KUBELET.map((line) => `Mar 04 08:20:01 n1 kubelet[4242]: ${line}`);
  it.each([
    ['the API server', 'I0304 08:20:07.000000       1 httplog.go:132] "HTTP" verb="GET" URI="/healthz" resp=200'],
    [
      'a controller manager',
      'I0304 08:20:07.000000       1 event.go:294] "Event occurred" object="n1" kind="Node" reason="NodeNotReady"',
    ],
    [
      'etcd',
      '{"level":"warn","ts":"2026-03-04T08:20:07.370281Z","caller":"etcdserver/util.go:170","msg":"apply request took too long"}',
    ],
  ])('is no kubelet: %s', (_, line) => {
    expect(processes(['$ journalctl -u kubelet', ...journal, line].join('\n'))).toEqual([[4242, 3]]);
  });

  it('is no kubelet before the first line of the journal, by its file', () => {
    const scheduler = 'I0304 08:20:00.000000       1 schedule_one.go:80] "Unable to schedule pod; no fit; waiting"';
    expect(processes(['$ journalctl -u kubelet', scheduler, ...journal].join('\n'))).toEqual([[4242, 3]]);
  });

  it('is a kubelet where its own lines say so', () => {
    const other = 'I0304 08:20:07.000000    5151 kubelet.go:2430] "SyncLoop ADD" source="api" pods=["default/b"]';
    expect(processes(['$ journalctl -u kubelet', ...journal, other].join('\n'))).toEqual([
      [4242, 3],
      [5151, 1],
    ]);
  });
});

describe('a kubelet that is only told by its files', () => {
  it.each([
    [
      'orphaned pods',
      'E0508 00:36:34.697341     469 kubelet_volumes.go:114] Orphaned pod "0ea8" found, but volume paths are still present on disk.',
    ],
    [
      'a lease, from a file that others have too',
      'E0116 14:19:24.411840 2315219 controller.go:144] failed to ensure lease exists, will retry in 7s, error: Get "https://127.0.0.1:6443/x": net/http: request canceled',
    ],
    [
      'the eviction manager, from a file that others have too',
      'I1215 19:22:59.485565   77158 helpers.go:814] eviction manager: observations after resource reclaim: signal=nodefs.inodesFree, available: 104781035',
    ],
    [
      'runtime classes that it may not list',
      'W0415 17:22:29.370938  456090 reflector.go:569] k8s.io/client-go/informers/factory.go:160: failed to list *v1.RuntimeClass: runtimeclasses.node.k8s.io is forbidden: User "system:anonymous" cannot list resource "runtimeclasses" in API group "node.k8s.io" at the cluster scope',
    ],
    [
      'what is refused to it in the name of its node',
      'W0415 17:22:29.370938  456090 reflector.go:569] k8s.io/client-go/informers/factory.go:160: failed to list *v1.Service: services is forbidden: User "system:node:w-1" cannot list resource "services" in API group "" at the cluster scope',
    ],
    [
      'its version, at the line where a kubelet prints it',
      'I0410 08:58:54.847081   39842 server.go:182] Version: v1.9.4',
    ],
  ])('%s', (_what, line) => expect(processes(line)).toHaveLength(1));

  it('is none by the version of another component', () => {
    expect(sessionOf('I0410 08:58:54.847081   39842 server.go:111] Version: v1.9.4\n').result().ok).toBe(false);
  });
});

describe('a program with a kubelet in it', () => {
  const line = (second: number, pid: number, text: string): string =>
    `Mar 04 08:20:${String(second).padStart(2, '0')} n1 microk8s.daemon-kubelite[${pid}]: I0304 08:20:${String(second).padStart(2, '0')}.000000 ${pid} ${text}`;
  const start = (second: number, pid: number): readonly string[] => [
    line(second, pid, 'server.go:153] Version: v1.28.14'),
    line(second + 1, pid, 'flags.go:64] FLAG: --max-pods="110"'),
    line(second + 2, pid, 'server.go:470] "Kubelet version" kubeletVersion="v1.28.14"'),
    line(second + 2, pid, 'kubelet.go:2321] "Starting kubelet main sync loop"'),
    line(second + 3, pid, 'server.go:153] Version: v1.28.14'),
  ];

  it('is one life for each start of that program', () => {
    expect(processes([...start(1, 2978), ...start(20, 8451)].join('\n'))).toEqual([
      [2978, 5],
      [8451, 5],
    ]);
  });

  it('is a life also when it ends before its kubelet starts, and its scripts are none', () => {
    const text = [
      line(1, 1281, 'server.go:153] Version: v1.28.14'),
      'Mar 04 08:20:09 n1 microk8s.daemon-kubelite[1300]: + exec something',
      ...start(20, 8451),
    ].join('\n');
    expect(processes(text).map(([pid]) => pid)).toEqual([1281, 8451]);
  });
});
