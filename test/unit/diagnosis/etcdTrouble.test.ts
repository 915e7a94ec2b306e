/** An API server that does not reach its etcd, and a kubelet that does not reach that API server, are one story. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from './diagnoseLog.ts';

const kubelet = (minute: string, severity: string, text: string): string =>
  `Nov 21 10:${minute} cp-1 kubelet[2101]: ${severity}1121 10:${minute}.000001    2101 ${text}`;
const lease = (minute: string): string =>
  kubelet(
    minute,
    'E',
    'controller.go:195] "Failed to update lease" err="Put \\"https://10.0.0.1:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/cp-1?timeout=10s\\": dial tcp 10.0.0.1:6443: connect: connection refused"',
  );
const KUBELET = [
  '==> kubelet <==',
  kubelet('00:00', 'I', 'server.go:467] "Kubelet version" kubeletVersion="v1.28.6"'),
  ...['02:33', '02:43', '02:53', '03:03', '03:13', '03:23', '03:33'].map(lease),
];
const etcd = (time: string, message: string, rest: string): string =>
  `{"level":"warn","ts":"2026-11-21T${time}.586194Z","caller":"etcdserver/util.go:170","msg":"${message}",${rest}}`;
const API = '==> kube-apiserver [def] <==';
const NO_ETCD =
  'W1121 10:02:20.814492       1 logging.go:55] [core] [Channel #28 SubChannel #29]grpc: addrConn.createTransport failed to connect to {Addr: "127.0.0.1:2379", ServerName: "127.0.0.1:2379", }. Err: connection error: desc = "transport: Error while dialing: dial tcp 127.0.0.1:2379: connect: connection refused"';

function apiFinding(lines: readonly string[]): Finding {
  const { findings } = diagnoseText([...lines, '', ...KUBELET].join('\n'));
  expect(findings.map(({ id }) => id)).toEqual(['api-unreachable']);
  return findings[0] as Finding;
}

describe('why the API server could not be reached', () => {
  it('is not told where nothing tells it', () => {
    const { title, explanation } = apiFinding([]);
    expect(title).toBe('The API server 10.0.0.1:6443 could not be reached');
    expect(explanation).not.toMatch(/etcd/);
  });

  it('is its etcd where it passes that on, also in the words of etcd 2', () => {
    const refused = (minute: string, error: string): string =>
      kubelet(
        minute,
        'E',
        `kubelet_node_status.go:301] Error updating node status, will retry: error getting node "cp-1": ${error}`,
      );
    for (const error of [
      'client: etcd cluster is unavailable or misconfigured',
      'error #0: client: etcd member http://10.0.0.2:2379 has no leader',
      'client: etcd cluster is unavailable or misconfigured; error #0: dial tcp 10.0.0.2:2379: getsockopt: connection refused',
      'etcdserver: request timed out',
    ]) {
      const { findings } = diagnoseText(['00:10', '00:20', '00:30'].map((minute) => refused(minute, error)).join('\n'));
      expect(findings[0]?.title).toBe('The API server got no answer from its etcd');
    }
  });

  it('is its etcd where one line says so among calls that only waited for an answer', () => {
    const lease = (minute: string, error: string): string =>
      kubelet(
        minute,
        'E',
        `controller.go:145] "Failed to ensure lease exists, will retry" err="${error}" interval="7s"`,
      );
    const late =
      'Get \\"https://10.0.0.1:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/cp-1?timeout=10s\\": net/http: request canceled (Client.Timeout exceeded while awaiting headers)';
    const status = kubelet(
      '00:41',
      'E',
      'kubelet_node_status.go:544] "Error updating node status, will retry" err="failed to patch status for node \\"cp-1\\": etcdserver: too many requests"',
    );
    const titleOf = (error: string): string | undefined =>
      diagnoseText([lease('00:10', error), lease('00:27', error), status, lease('00:50', error)].join('\n')).findings[0]
        ?.title;
    expect(titleOf(late)).toBe('The API server 10.0.0.1:6443 was turned away by its etcd');
    expect(titleOf(late.replace(/net\/http.*/, 'dial tcp 10.0.0.1:6443: connect: connection refused'))).toBe(
      'The API server 10.0.0.1:6443 could not be reached',
    );
  });

  it('is asked as the kubelet asks: without TLS on a cluster of old', () => {
    const asked = (scheme: string): string =>
      diagnoseText(
        ['10', '13', '16', '19', '22', '50']
          .map((second) =>
            kubelet(
              `13:${second}`,
              'E',
              `reflector.go:188] pkg/kubelet/kubelet.go:386: Failed to list *api.Node: Get ${scheme}://10.0.0.1:8080/api/v1/nodes?resourceVersion=0: dial tcp 10.0.0.1:8080: getsockopt: no route to host`,
            ),
          )
          .join('\n'),
      ).findings[0]?.nextSteps.join('\n') ?? '';
    expect(asked('http')).toContain(' http://10.0.0.1:8080/healthz`');
    expect(asked('https')).toContain(' https://10.0.0.1:8080/healthz`');
  });

  it('is its etcd where it says so', () => {
    const { title, explanation, evidence, nextSteps } = apiFinding([
      API,
      NO_ETCD,
      'F1121 10:02:30.814492       1 instance.go:232] Error creating leases: error creating storage factory: context deadline exceeded',
    ]);
    expect(title).toContain('because it did not reach its etcd');
    expect(explanation).toContain(
      'could not use its etcd, as 2 lines of its own say: "Error creating leases: error creating storage factory: context deadline exceeded"',
    );
    expect(evidence.map(({ line }) => line)).toEqual(expect.arrayContaining([2, 3]));
    expect(nextSteps[0]).toContain('etcd');
  });

  it('is etcd itself where it has no leader', () => {
    expect(
      apiFinding(['==> etcd [abc] <==', etcd('10:02:10', 'serving /health false; no leader', '"x":"y"')]).title,
    ).toContain('because its etcd failed');
  });

  it('is an etcd that was slow by seconds, not by what it warns of each day', () => {
    expect(
      apiFinding([
        '==> etcd [abc] <==',
        etcd('10:02:10', 'apply request took too long', '"took":"4.39s","expected-duration":"100ms"'),
      ]).explanation,
    ).toContain('On this node etcd was slow meanwhile, as 1 line of its own says');
    expect(
      apiFinding([
        '==> etcd [abc] <==',
        etcd('10:02:10', 'apply request took too long', '"took":"119.39ms","expected-duration":"100ms"'),
      ]).explanation,
    ).not.toContain('etcd on this node');
  });

  it('is nothing of another hour', () => {
    expect(apiFinding([API, NO_ETCD.replace('10:02:20', '08:02:20')]).title).toBe(
      'The API server 10.0.0.1:6443 could not be reached',
    );
  });

  it('is no plug-in whose socket is gone', () => {
    expect(apiFinding([API, NO_ETCD.replaceAll('127.0.0.1:2379', '/var/lib/kubelet/plugins/x.sock')]).title).toBe(
      'The API server 10.0.0.1:6443 could not be reached',
    );
  });

  it('is its own pod where the kubelet says that it does not stay up', () => {
    const crash = kubelet(
      '03:01',
      'E',
      'pod_workers.go:1298] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"kube-apiserver\\" with CrashLoopBackOff: \\"back-off 40s restarting failed container=kube-apiserver pod=kube-apiserver-cp-1_kube-system(0a67324e69fe4f79aa3e15517a142271)\\"" pod="kube-system/kube-apiserver-cp-1" podUID="0a67324e69fe4f79aa3e15517a142271"',
    );
    const { findings } = diagnoseText([...KUBELET, crash].join('\n'));
    expect(findings[0]).toMatchObject({
      id: 'api-unreachable',
      title: 'The API server 10.0.0.1:6443 could not be reached, because kube-apiserver-cp-1 does not stay up',
    });
    expect(findings[0]?.evidence.map(({ line }) => line)).toContain(KUBELET.length + 1);
  });

  it.each([
    [
      'failed to \\"CreatePodSandbox\\" for \\"kube-apiserver-cp-1_kube-system(0a67)\\" with CreatePodSandboxError: \\"CreatePodSandbox for pod \\\\\\"kube-apiserver-cp-1_kube-system(0a67)\\\\\\" failed: rpc error: code = Unknown desc = failed pulling image \\\\\\"registry.k8s.io/pause-amd64:3.1\\\\\\": Error response from daemon: Get https://registry.k8s.io/v2/: dial tcp 0.0.0.80:443: connect: invalid argument\\"',
      'the image of the sandbox (pause) could not be had',
      'the sandbox image (pause) for its pod could not be had',
      '`docker pull registry.k8s.io/pause-amd64:3.1`',
    ],
    [
      'failed to \\"StartContainer\\" for \\"kube-apiserver\\" with ImagePullBackOff: \\"Back-off pulling image \\\\\\"registry.k8s.io/kube-apiserver:v1.99.0\\\\\\"\\"',
      'its image could not be pulled',
      'kube-apiserver-cp-1 cannot be started',
      'Error syncing pod',
    ],
  ])('is its own pod where the kubelet cannot start it: %#', (error, why, title, step) => {
    const unstarted = kubelet(
      '03:01',
      'E',
      `pod_workers.go:1298] "Error syncing pod, skipping" err="${error}" pod="kube-system/kube-apiserver-cp-1" podUID="0a67324e69fe4f79aa3e15517a142271"`,
    );
    const [first] = diagnoseText([...KUBELET, unstarted].join('\n')).findings;
    expect(first).toMatchObject({
      id: 'api-unreachable',
      title: `The API server 10.0.0.1:6443 could not be reached, because ${title}`,
    });
    expect(first?.explanation).toContain(
      `This node runs the API server itself, and the kubelet cannot start kube-apiserver-cp-1: ${why}`,
    );
    expect(first?.nextSteps[0]).toContain(step);
    // A pod of another name is no API server.
    const [other] = diagnoseText(
      [...KUBELET, unstarted.replaceAll('kube-apiserver-cp-1', 'web-1')].join('\n'),
    ).findings;
    expect(other?.title).toBe('The API server 10.0.0.1:6443 could not be reached');
  });

  it('is told beside another pod of the control plane that gets no sandbox', () => {
    const titleOf = (pod: string, why = 'connect: connection refused'): string | undefined =>
      diagnoseText(
        [
          ...KUBELET.map((line) => line.replaceAll('connect: connection refused', why)),
          kubelet(
            '03:01',
            'E',
            `pod_workers.go:1298] "Error syncing pod, skipping" err="failed to \\"CreatePodSandbox\\" for \\"${pod}_kube-system(0a67)\\" with CreatePodSandboxError: \\"Failed to create sandbox for pod: rpc error: code = Unknown desc = failed to mount rootfs: invalid argument\\"" pod="kube-system/${pod}" podUID="0a67324e69fe4f79aa3e15517a142271"`,
          ),
        ].join('\n'),
      ).findings[0]?.title;
    expect(titleOf('kube-scheduler-cp-1')).toBe(
      'The API server 10.0.0.1:6443 could not be reached, while the sandbox of kube-scheduler-cp-1 could not be made',
    );
    expect(titleOf('web-1')).toBe('The API server 10.0.0.1:6443 could not be reached');
    // Where nothing answers it is the network, or another machine.
    expect(titleOf('kube-scheduler-cp-1', 'i/o timeout')).toBe('The API server 10.0.0.1:6443 could not be reached');
  });

  it('asks for the cgroup drivers where the whole control plane ends again and again', () => {
    const crash = (name: string): string =>
      kubelet(
        '03:01',
        'E',
        `pod_workers.go:1298] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"${name}\\" with CrashLoopBackOff: \\"back-off 40s restarting failed container=${name} pod=${name}-cp-1_kube-system(${name})\\"" pod="kube-system/${name}-cp-1" podUID="${name}"`,
      );
    const steps = (...names: readonly string[]): string =>
      diagnoseText([...KUBELET, ...names.map(crash)].join('\n')).findings[0]?.nextSteps.join('\n') ?? '';
    expect(steps('etcd', 'kube-apiserver', 'kube-scheduler')).toContain('grep SystemdCgroup` (true for systemd)');
    expect(steps('kube-apiserver')).not.toContain('SystemdCgroup');
  });
});

it('may be a database of SQL, as k3s has it', () => {
  const locked = 'err:"database is locked"';
  const [first] = diagnoseText(
    [
      `E0823 14:32:33.954900    6017 status.go:71] apiserver received an error that is not an metav1.Status: sqlite3.Error{Code:5, ExtendedCode:5, ${locked}}`,
      'E0823 14:32:33.956373    6017 controller.go:159] failed to update node lease, error: database is locked',
    ].join('\n'),
  ).findings;
  expect(first?.title).toBe('The API server could not be reached, because its database took no writes');
  expect(first?.explanation).not.toContain('etcd');
  expect(first?.nextSteps[0]).toContain('Look at the database of the API server first');
});

it('may be the dqlite of MicroK8s, which was closed', () => {
  const closed = 'rpc error: code = Unknown desc = query (try: 0): sql: database is closed';
  const { findings, answer } = diagnoseText(
    [
      `E0823 14:32:30.956373    6017 status.go:71] apiserver received an error that is not an metav1.Status: &errors.errorString{s:"${closed}"}: ${closed}`,
      `E0823 14:32:33.956373    6017 controller.go:193] "Failed to update lease" err="${closed}"`,
      `E0823 14:32:43.956373    6017 controller.go:193] "Failed to update lease" err="${closed}"`,
    ]
      .map((line) => `Aug 23 ${line.slice(6, 14)} n1 microk8s.daemon-kubelite[6017]: ${line}`)
      .join('\n'),
  );
  expect(findings[0]).toMatchObject({
    id: 'api-unreachable',
    title: 'The API server could not be reached, because its database took no writes',
  });
  expect(answer.headline).toBe(findings[0]?.title);
});

it('knows what crashes where the lines are cut before the pod that they are about', () => {
  const at = (rest: string): string => `Jul 23 20:15:48 alfred kubelet[1323]: E0723 20:15:48.264590    1323 ${rest}`;
  const [finding] = diagnoseText(
    `${[
      at(
        'pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"kube-apiserver\\" with CrashLoopBackOff: \\"back-off 5m0s restarting failed container=kube-apiserver pod=kube-apiserver-alfred_kube-system(b254715d65c91745b90>',
      ),
      at(
        'controller.go:145] "Failed to ensure lease exists, will retry" err="Get \\"https://192.168.0.124:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/lease>',
      ),
    ].join('\n')}\n`,
  ).findings;
  expect(finding?.title).toBe(
    'Calls to the API server 192.168.0.124:6443 failed, because kube-apiserver-alfred does not stay up',
  );
});
