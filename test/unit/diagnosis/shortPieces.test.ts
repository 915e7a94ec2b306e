/** Pieces of a few lines, as people paste them: what they show is said first, and nothing is said that they do not show. */
import { describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../../src/diagnosis/finding.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';

interface Read extends Diagnosis {
  readonly text: string;
}

function read(...lines: readonly string[]): Read {
  const session = createAnalysisSession({ lineIndex: false });
  session.open('test.log', { year: 2026 });
  session.push(new TextEncoder().encode(`${lines.join('\n')}\n`));
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error('not read');
  const { findings, answer, folded } = result.analysis;
  return {
    findings,
    answer,
    folded,
    text: answer.paragraphs.map((parts) => parts.map(({ text }) => text).join('')).join('\n'),
  };
}

const at = (second: number, rest: string): string =>
  `Mar 11 09:14:0${second} worker-b kubelet[3120]: ${rest.replace('%', `0311 09:14:0${second}.221940    3120`)}`;
const NO_NETWORK =
  'E% pod_workers.go:1301] "Error syncing pod, skipping" err="network is not ready: container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:cni plugin not initialized" pod="default/web" podUID="1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01"';
const REFUSED =
  'E% reflector.go:205] k8s.io/kubernetes/pkg/kubelet/kubelet.go:465: Failed to list *v1.Service: Get https://10.9.8.1:6443/api/v1/services?limit=500: dial tcp 10.9.8.1:6443: connect: connection refused';

describe('lines without times', () => {
  it('tell of an API server that is not reached, with nothing evicted before', () => {
    const { text } = read(
      'kubelet_node_status.go:94] Unable to register node "node-2" with API server: Post https://localhost:6443/api/v1/nodes: dial tcp 127.0.0.1:6443: connect: connection refused',
      'kubelet.go:2267] node "node-2" not found',
    );
    expect(text).toMatch(/^node-2: the API server localhost:6443 could not be reached\./);
  });

  it('are not said to be of midnight, or of less than a second', () => {
    const { text } = read(
      'E ... kubelet.go:2451] "Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"',
    );
    expect(text).toContain('too short to say how PLEG was doing');
    expect(text).not.toMatch(/00:00|less than a second/);
    const call = read(
      'E ... remote_runtime.go:261] RemoveContainer "4c1f0e7d9b3a" from runtime service failed: rpc error: code = Unknown desc = no such task',
      'E ... kuberuntime_gc.go:126] Failed to remove container "4c1f0e7d9b3a": rpc error: code = Unknown desc = no such task',
    );
    expect(call.text).toContain('A call to the runtime failed: "');
    expect(call.text).not.toContain('00:00');
  });
});

describe('a call to the runtime that failed', () => {
  it('is quoted to the end of its error, where the reason stands', () => {
    const id = '4c1f0e7d9b3a58261c7e4f9d0b2a6835e1d4c7f09a3b5e8d2c6f1a4079b3e5d8';
    const { text } = read(
      at(
        1,
        `E% remote_runtime.go:261] RemoveContainer "${id}" from runtime service failed: rpc error: code = Unknown desc = failed to remove container "${id}": Error response from daemon: container ${id}: driver "overlay2" failed to remove root filesystem: unlinkat /data/docker/overlay2/${id}/diff/etc/app.conf: operation not permitted`,
      ),
    );
    expect(text).toContain('operation not permitted"');
  });
});

describe('a network that is not ready', () => {
  it('is told by the pods that wait for it', () => {
    const { findings } = read(at(1, NO_NETWORK), at(3, NO_NETWORK));
    expect(findings[0]).toMatchObject({ id: 'network-not-ready', confidence: 'high' });
    expect(findings[0]?.explanation).toContain('2 lines about default/web say that the network is not ready');
    // Flannel, and Calico by its operator, have namespaces of their own.
    expect(findings[0]?.nextSteps.join()).toContain(
      '`kubectl get pods -A -o wide --field-selector spec.nodeName=worker-b`',
    );
  });

  it('asks for the pods of the node by its name, which blanks of a paste do not hide', () => {
    const registered = 'I% kubelet_node_status.go:75] Successfully registered node worker-b   ';
    const { findings } = read(at(1, registered), at(3, NO_NETWORK));
    expect(findings[0]?.nextSteps.join()).toContain('spec.nodeName=worker-b`');
  });

  it('is not said to go on to the end of the log where the kubelet is silent of it for longer than it spoke', () => {
    const other = at(9, 'I% kubelet.go:2421] "SyncLoop ADD" source="api" pods=["default/late"]');
    expect(read(at(1, NO_NETWORK), at(6, NO_NETWORK), other).text).toContain(' to the end of the log.');
    expect(read(at(1, NO_NETWORK), at(3, NO_NETWORK), other).text).toContain('Seen from 09:14:01.221 to 09:14:03.221.');
  });

  it('comes behind an API server that cannot be reached, for the plug-in comes from there', () => {
    const { findings } = read(at(1, REFUSED), at(2, NO_NETWORK), at(3, REFUSED));
    expect(findings.map(({ id }) => id)).toEqual(['api-unreachable', 'network-not-ready']);
    expect(findings[1]?.explanation).toContain('look at that first');
  });

  it('comes behind a Node object that is not there, for it gets no pods', () => {
    const gone =
      'E% kubelet_node_status.go:383] Error updating node status, will retry: error getting node "worker-b": nodes "worker-b" not found';
    const { findings } = read(at(1, gone), at(1, gone), at(2, NO_NETWORK), at(3, NO_NETWORK));
    expect(findings.map(({ id }) => id)).toEqual(['api-refuses', 'network-not-ready']);
    expect(findings[1]?.explanation).toContain('The API server had no such node at that time');
  });

  it('is normal beside the skip of a start, of which the log has no other line', () => {
    const { findings } = read(
      at(
        1,
        'E% kubelet.go:2386] "Container runtime network not ready" networkReady="NetworkReady=false reason:NetworkPluginNotReady message:cni plugin not initialized"',
      ),
      at(
        2,
        'E% kubelet.go:2040] "Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"',
      ),
    );
    expect(findings.find(({ id }) => id === 'network-not-ready')?.confidence).toBe('low');
  });

  it('stays ahead of one that could not be reached long before', () => {
    const later = NO_NETWORK.replace('%', '0311 09:44:02.221940    3120');
    const { findings } = read(at(1, REFUSED), at(3, REFUSED), `Mar 11 09:44:02 worker-b kubelet[3120]: ${later}`);
    expect(findings[0]?.id).toBe('network-not-ready');
  });
});

it('knows a request for a certificate whose error was cut away, with the blank before it', () => {
  const { findings } = read(
    at(1, 'E% certificate_manager.go:437] Failed while requesting a signed certificate from the master:'),
    at(2, 'E% certificate_manager.go:437] Failed while requesting a signed certificate from the master:'),
  );
  expect(findings[0]).toMatchObject({
    id: 'certificate-expired',
    confidence: 'low',
    title: 'The kubelet gets no new certificate',
  });
});

it('does not say that a panic was caught where only its stack is there', () => {
  const { findings } = read(
    '$ journalctl -xeu kubelet',
    '',
    at(1, 'goroutine 8 [running]:'),
    at(1, 'k8s.io/kubernetes/pkg/kubelet.work(0x0)'),
    at(1, 'panic(0x3a2dec0, 0x6d6df80)'),
    at(1, '        /usr/local/go/src/runtime/panic.go:679 +0x1b2'),
  );
  expect(findings[0]?.id).toBe('panic');
  expect(findings[0]?.explanation).not.toContain('was caught,');
});

it('takes the last words of a kubelet behind one of its lines for a record of their own', () => {
  const { findings } = read(
    at(1, 'I% feature_gate.go:144] feature gates: map[]'),
    at(
      1,
      'error: failed to run Kubelet: cannot create certificate signing request: User "system:anonymous" cannot create certificatesigningrequests.certificates.k8s.io at the cluster scope',
    ),
  );
  expect(findings[0]?.explanation).toContain('system:anonymous');
  expect(findings[0]).toMatchObject({ id: 'api-refuses', confidence: 'high' });
});

it('calls no refusal for want of credentials normal', () => {
  const { findings } = read(
    at(1, 'E% reflector.go:205] k8s.io/kubernetes/pkg/kubelet/kubelet.go:464: Failed to list *v1.Node: Unauthorized'),
  );
  expect(findings[0]?.id).toBe('api-refuses');
  expect(findings[0]?.explanation).not.toContain('normal');
});

it('says first what the lines explain, and behind it that they are few', () => {
  const { answer, text } = read(
    at(
      1,
      'E% kuberuntime_manager.go:727] createPodSandbox for pod "dns_kube-system(1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01)" failed: rpc error: code = Unknown desc = failed to setup network for sandbox "0a1b": failed to find plugin "loopback" in path [/opt/cni/bin]',
    ),
  );
  expect(answer.headline).toBe('The network plug-in loopback is not installed on this node');
  expect(text).toMatch(
    /^worker-b: the network plug-in loopback is not installed on this node\. Next: [^]*failed to find plugin "loopback"[^]*The log is too short to say how PLEG was doing\./,
  );
});

it('shows an error of the API server without what was asked for behind its path', () => {
  const { findings } = read(
    at(
      1,
      'E% reflector.go:127] k8s.io/client-go/informers/factory.go:134: Failed to watch *v1.Service: failed to list *v1.Service: Get "https://10.9.8.1:6443/api/v1/services?labelSelector=a%3Db&limit=500&resourceVersion=0": x509: certificate signed by unknown authority',
    ),
  );
  expect(findings[0]?.explanation).toContain(
    'Get "https://10.9.8.1:6443/api/v1/services": x509: certificate signed by unknown authority',
  );
  expect(findings[0]?.nextSteps[0]).toContain('openssl s_client -connect 10.9.8.1:6443');
});

it('asks an API server at the port of HTTPS where none is named', () => {
  const { findings } = read(
    at(
      1,
      'E% kubelet.go:977] Unable to register node-1 with the apiserver: Post https://kubernetes-master/api/v1/nodes: x509: certificate signed by unknown authority',
    ),
  );
  expect(findings[0]?.nextSteps[0]).toContain('openssl s_client -connect kubernetes-master:443 ');
});

it('tells of a sandbox that could not be made by its call alone', () => {
  const { findings } = read(
    at(
      1,
      'E% remote_runtime.go:91] RunPodSandbox from runtime service failed: rpc error: code = 2 desc = failed to start sandbox container for pod "web-0": Error response from daemon: {"message":"oci runtime error: exit status 6"}',
    ),
  );
  expect(findings[0]).toMatchObject({
    id: 'pod-sandbox-broken',
    confidence: 'low',
    title: 'The sandbox of web-0 could not be made',
  });
});

it('leaves a sandbox to the network where the call alone says so', () => {
  const { findings } = read(
    at(
      1,
      'E% remote_runtime.go:91] RunPodSandbox from runtime service failed: rpc error: code = Unknown desc = failed to setup network for sandbox "0a1b": plugin type="calico" failed (add): no route',
    ),
  );
  expect(findings.map(({ id }) => id)).not.toContain('pod-sandbox-broken');
});

it('names the pod of a crash loop where the line is cut inside its error', () => {
  const { findings } = read(
    at(
      1,
      String.raw`E% pod_workers.go:765] "Error syncing pod, skipping" err="[failed to \"StartContainer\" for \"web\" with CrashLoopBackOff: \"back-off 5m0s restarting failed container=web pod=web-0_shop(1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01)\", failed to \"StartContainer\" for \"side`,
    ),
  );
  expect(findings[0]).toMatchObject({ id: 'pods-crashing' });
  expect(findings[0]?.title).toContain('shop/web-0');
});

it('says of a control plane that does not stay up what that means, and how to read it without an API server', () => {
  const line = String.raw`E% pod_workers.go:190] "Error syncing pod, skipping" err="failed to \"StartContainer\" for \"etcd\" with CrashLoopBackOff: \"back-off 5m0s restarting failed container=etcd pod=etcd-cp_kube-system(e2c7b04fddb2a572ab8a8dd014822a9f)\"" pod="kube-system/etcd-cp" podUID=e2c7b04fddb2a572ab8a8dd014822a9f`;
  const { findings } = read(at(1, line), at(3, line));
  expect(findings[0]?.title).toBe('The container etcd of kube-system/etcd-cp does not stay up');
  expect(findings[0]?.explanation).toContain('That is the control plane itself: while etcd is down');
  expect(findings[0]?.explanation).not.toContain('other pods are not hurt');
  expect(findings[0]?.nextSteps[0]).toContain('crictl ps -a --name etcd');
  const both = read(at(1, line), at(3, line.replaceAll('etcd', 'kube-apiserver').replaceAll('e2c7', 'e2c8'))).findings;
  expect(both[0]?.title).toBe('Containers of 2 pods do not stay up, etcd and kube-apiserver among them');
  const [scheduler] = read(at(1, line.replaceAll('etcd', 'kube-scheduler'))).findings;
  expect(scheduler?.title).toBe('The container kube-scheduler of kube-system/kube-scheduler-cp does not stay up');
  expect(scheduler?.explanation).toMatch(
    /part of the control plane: while kube-scheduler is down, new pods stay Pending\. .*lease/,
  );
  expect(scheduler?.explanation).not.toContain('controller-manager');
});

describe('a container manager that does not start', () => {
  it('is told by its reason alone where that has a finding of its own', () => {
    const { findings } = read(
      at(
        1,
        'F% kubelet.go:1359] Failed to start ContainerManager failed to get rootfs info: failed to get device for dir "/data/kubelet": could not find device with major: 0, minor: 38 in cached partitions map',
      ),
    );
    expect(findings.map(({ id }) => id)).toEqual(['cadvisor-failed']);
    // The folder is that of its error, not the usual one.
    expect(findings[0]?.explanation).toContain('the file system below /data/kubelet and of');
    expect(findings[0]?.nextSteps[0]).toContain('`findmnt -T /data/kubelet`');
  });

  it('says which container to remove where its sandbox is gone', () => {
    const { findings } = read(
      at(
        1,
        "F% kubelet.go:1384] Failed to start ContainerManager failed to build map of initial containers from runtime: no PodsandBox found with Id '0a1b'",
      ),
    );
    expect(findings[0]).toMatchObject({ id: 'container-manager', confidence: 'high' });
    expect(findings[0]?.explanation).toContain('sandbox is gone');
    expect(findings[0]?.nextSteps.join(' ')).toContain('crictl rm');
  });
});

describe('lines of a kubelet that only their own words tell', () => {
  it('are those of a kubelet of Windows in its error file', () => {
    expect(
      read(
        'Log file created at: 2026/03/11 09:14:01',
        'E0311 09:14:01.100000    4216 server.go:749] kubelet needs to run as uid `0`. It is being run as -1',
      ).findings,
    ).toEqual([]);
    expect(
      read(
        'E0311 09:14:01.100000    4216 perfcounter_nodestats.go:171] Unable to get cpu perf counter data; err: unable to collect data from counter',
      ).findings,
    ).toEqual([]);
  });

  it('are those of an old kubelet that somebody started by hand', () => {
    expect(
      read(
        '# kubelet',
        'W0311 09:14:01.100000   5812 server.go:400] No API client: no api servers specified',
        'I0311 09:14:01.100100   5812 docker.go:356] Connecting to docker on unix:///var/run/docker.sock',
      ).findings,
    ).toEqual([]);
  });
});

describe('half a minute and more with a lease that was not renewed once', () => {
  const lease = (time: string): string =>
    `Mar 11 ${time} worker-b kubelet[3120]: E0311 ${time}.221940    3120 controller.go:144] failed to ensure lease exists, will retry in 7s, error: Get https://10.9.8.1:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/worker-b?timeout=10s: net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)`;
  const line = (time: string): string =>
    `Mar 11 ${time} worker-b kubelet[3120]: I0311 ${time}.221940    3120 kubelet.go:2442] "SyncLoop ADD" source="api" pods=["default/web"]`;

  it('is no healthy node', () => {
    const { answer } = read(lease('09:14:01'), line('09:14:40'));
    expect([answer.headline, answer.state]).toEqual(['No unhealthy time', 'unknown']);
    expect(read(line('09:14:01'), line('09:14:40')).answer.state).toBe('healthy');
  });
});

describe('a line quoted before the one it follows', () => {
  const ready = 'I0109 01:40:27.563475   21132 kubelet.go:2300] Recording NodeReady event message for node worker-b';
  const notReady =
    'I0107 17:56:34.809399   21132 kubelet.go:2300] Recording NodeNotReady event message for node worker-b';

  it('is no step of the clock', () => {
    expect(read(ready, '', 'I miss the one before it:', '', notReady).findings).toEqual([]);
  });

  it('is one, or a piece in another order, where the log goes on without a word between', () => {
    const { findings } = read(ready.replace('01:40:27', '01:40:21'), ready, notReady);
    expect(findings.map(({ id, title }) => [id, title])).toEqual([
      ['clock-step', 'The times of the log go back by up to 1d8h'],
    ]);
    expect(findings[0]?.explanation).toContain('or lines stand in another order than they were written');
  });

  it('is a log that runs backwards where there are just the two', () => {
    expect(read(ready, notReady).findings).toEqual([]);
  });
});

describe('what few lines tell of the kubelet itself', () => {
  const START = at(3, 'I% server.go:417] Version: v1.18.0');
  const RESTARTED =
    'Mar 11 09:14:02 worker-b systemd[1]: kubelet.service: Scheduled restart job, restart counter is at 181.';

  it('has the number of restarts that systemd counts', () => {
    const { findings } = read(RESTARTED, START);
    expect(findings[0]).toMatchObject({
      id: 'kubelet-crash-loop',
      confidence: 'medium',
      title: 'The kubelet does not stay up: systemd has started it again 181 times',
    });
  });

  it('makes nothing of a few restarts, or of many where the kubelet stayed up afterwards', () => {
    expect(read(RESTARTED.replace('181', '2'), START).findings).toEqual([]);
    expect(read(RESTARTED, START, START.replaceAll('09:14:03', '09:17:03')).findings.map(({ id }) => id)).not.toContain(
      'kubelet-crash-loop',
    );
  });

  it('adds those counted before the log began where the log shows several, none of which runs when others still write', () => {
    const lives = (first: number): readonly string[] =>
      [0, 1, 2].flatMap((life) => [
        `Mar 11 09:14:${10 * life + 11} worker-b systemd[1]: kubelet.service: Scheduled restart job, restart counter is at ${first + life}.`,
        `Mar 11 09:14:${10 * life + 12} worker-b kubelet[${life + 900}]: E0311 09:14:${10 * life + 12}.100000 ${life + 900} run.go:74] "command failed" err="failed to load kubelet config file, path: /var/lib/kubelet/config.yaml, error: open /var/lib/kubelet/config.yaml: no such file or directory"`,
        `Mar 11 09:14:${10 * life + 12} worker-b systemd[1]: kubelet.service: Main process exited, code=exited, status=1/FAILURE`,
      ]);
    const other = 'Mar 11 09:19:07 worker-b systemd[1]: snapd.service: start operation timed out. Terminating.';
    const many = read(...lives(181), other);
    const loop = many.findings.find(({ id }) => id === 'kubelet-crash-loop');
    expect(loop?.explanation).toContain("By systemd's own count it was started again 183 times.");
    expect(many.text).toContain('Seen from 09:14:12.100 to 09:14:32.100. ');
    const few = read(...lives(1)).findings.find(({ id }) => id === 'kubelet-crash-loop');
    expect(few?.title).toBe('The kubelet ended 3 times');
    expect(few?.explanation).not.toContain('own count');
  });

  it('says first that the kubelet was stopped, where none was started after it', () => {
    const stopped = [
      at(1, 'I% kubelet_volumes.go:161] "Cleaned up orphaned pod volumes dir" podUID="681ab091" path="/var/lib/x"'),
      'Mar 11 09:14:03 worker-b systemd[1]: Stopping kubelet: The Kubernetes Node Agent...',
      'Mar 11 09:14:03 worker-b systemd[1]: kubelet.service: Deactivated successfully.',
      'Mar 11 09:14:03 worker-b systemd[1]: Stopped kubelet: The Kubernetes Node Agent.',
    ];
    const long = stopped[0]?.replaceAll('09:14:01', '09:10:01') ?? '';
    expect(read(long, ...stopped).text).toContain('but the kubelet was stopped by systemd at');
    expect(
      read(long, ...stopped, 'Mar 11 09:14:04 worker-b systemd[1]: Started kubelet: The Kubernetes Node Agent.').text,
    ).not.toContain('but the kubelet was stopped');
  });

  it('calls no start normal that a log from which lines are missing shows to go on for half an hour', () => {
    const skip = (stamp: string, more = ''): string =>
      `Mar 11 ${stamp.slice(0, 8)} worker-b kubelet[3120]: E0311 ${stamp}    3120 kubelet.go:2406] "Skipping pod synchronization" err="${more}container runtime status check may not have completed yet${more === '' ? '' : ', PLEG is not healthy: pleg has yet to be successful]'}"`;
    const told = read(
      'Mar 11 09:14:00 worker-b kubelet[3120]: I0311 09:14:00.000000    3120 kubelet.go:2382] "Starting kubelet main sync loop"',
      skip('09:14:00.100000', '['),
      skip('09:47:11.400000'),
      skip('09:47:16.400000'),
    );
    expect(told.answer.state).toBe('unhealthy-at-end');
    expect(told.text).toContain('no good answer about the state of the container runtime for at least 33m16s');
    expect(told.findings.map(({ id }) => id)).not.toContain('startup-normal');
  });

  it('takes lines of a start that are missing for no slow housekeeping, no pause and no normal start', () => {
    const line = (stamp: string, rest: string): string =>
      `Mar 11 ${stamp} worker-b kubelet[3120]: ${rest.replace('%', `0311 ${stamp}.123045    3120`)}`;
    const start = (stamp: string): string => line(stamp, 'I% kubelet.go:1768] Starting kubelet main sync loop.');
    const skip = (stamp: string): string =>
      line(
        stamp,
        'I% kubelet.go:1779] skipping pod synchronization - [container runtime is down PLEG is not healthy: pleg was last seen active 2562047h47m16.854775807s ago; threshold is 3m0s]',
      );
    const failed = (...stamps: readonly string[]): readonly string[] =>
      stamps.map((stamp) =>
        line(
          stamp,
          'E% generic.go:196] GenericPLEG: Unable to retrieve pods: rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: connection refused"',
        ),
      );
    const late = read(start('09:14:00'), ...failed('09:14:30', '09:14:31', '09:14:32'), skip('09:14:35'));
    expect(late.text).toContain('in this log first at 09:14:30.123');
    expect(late.text).not.toContain('housekeeping');
    const held = read(start('09:14:00'), skip('09:14:00'), ...failed('09:14:31', '09:14:32'), skip('09:14:35'));
    expect(held.text).toMatch(/^worker-b: PLEG was unhealthy for at least 35s/);
    const young = [start('09:14:00'), skip('09:14:00'), ...failed('09:14:01', '09:14:02')];
    expect(read(...young).text).toContain('but for a start that is not over');
    const before = young.map((said) => said.replaceAll('3120', '2990').replaceAll('09:14', '09:10'));
    expect(read(...before, ...young).text).toContain('but for 2 starts, one of them not over');
  });

  it.each([
    [
      'the loop waits longer each time',
      'E% kubelet.go:2323] "Skipping pod synchronization" err="PLEG is not healthy: pleg has yet to be successful"',
    ],
    [
      'the loop waits five seconds each time',
      'I% kubelet.go:1779] skipping pod synchronization - [PLEG is not healthy: pleg was last seen active 2562047h47m16.854775807s ago; threshold is 3m0s]',
    ],
  ])('calls a lone skip no normal start behind listings that failed, where %s', (_, skip) => {
    const failed =
      'E% generic.go:238] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = Unavailable desc = connection error: desc = \\"transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: connection refused\\""';
    const told = read(
      at(1, failed),
      at(2, failed),
      at(3, skip),
      at(8, 'I% kubelet.go:2430] "SyncLoop ADD" source="api" pods=["default/web-1"]'),
    );
    expect(told.text).toMatch(/^worker-b: PLEG was already unhealthy when this log begins.*has recovered/);
    expect(told.text).not.toContain('normal start');
  });

  it('calls no kubelet healthy of which only seconds are seen, however long others wrote before', () => {
    const kubelet = at(1, 'I% kubelet_volumes.go:161] "Cleaned up orphaned pod volumes dir" podUID="681ab091"');
    const before = 'Mar 11 08:40:02 worker-b systemd[1]: Started session-41.scope - Session 41 of User admin.';
    const after = before.replace('08:40:02', '09:40:02');
    const { answer, text } = read(before, kubelet);
    expect(answer.state).toBe('unknown');
    expect(text).toContain('The kubelet is seen in it for less than a second only, and no line shows PLEG');
    // It may have had nothing to say.
    expect(read(before, kubelet, after).answer.state).toBe('healthy');
  });

  it('says of several nodes whose kubelet ended, but not of a machine that got another name', () => {
    const line = at(1, 'I% kubelet_volumes.go:161] "Cleaned up orphaned pod volumes dir" podUID="681ab091"');
    const early = line.replaceAll('09:14:01', '09:10:01');
    const killed =
      'Mar 11 09:14:03 worker-b systemd[1]: kubelet.service: Main process exited, code=killed, status=9/KILL';
    const other = [early, line, line.replaceAll('09:14:01', '09:34:01')].map((one) =>
      one.replace('worker-b', 'worker-a').replaceAll('3120', '1500'),
    );
    expect(read(early, line, killed, ...other).text).toMatch(
      /^No unhealthy time in this log, but the kubelet on worker-b was killed by SIGKILL at about 09:14:03 and none/,
    );
    expect(
      read(
        early,
        line,
        killed,
        'Mar 11 09:15:01 worker-c kubelet[901]: I0311 09:15:01.100000     901 server.go:415] "Kubelet version" kubeletVersion="v1.28.3"',
      ).text,
    ).toMatch(/^No unhealthy time in this log\./);
  });

  it('calls no kubelet healthy that was killed, though the log ends before a healthy one would have been started', () => {
    const line = at(
      1,
      'I% kubelet_volumes.go:161] "Cleaned up orphaned pod volumes dir" podUID="681ab091" path="/var/lib/x"',
    );
    const pid = / kubelet\[(\d+)\]/.exec(line)?.[1] ?? '';
    const killed =
      'Mar 11 09:14:03 worker-b systemd[1]: kubelet.service: Main process exited, code=killed, status=9/KILL';
    const told = read(line.replaceAll('09:14:01', '09:10:01'), line, killed);
    expect(told.answer).toMatchObject({
      state: 'unhealthy-at-end',
      headline: 'The kubelet ended and did not run again',
    });
    expect(told.text).toContain(
      'but the kubelet was killed by SIGKILL at about 09:14:03 and none was started after it',
    );
    const starved = read(
      line.replaceAll('09:14:01', '09:10:01'),
      line,
      `Mar 11 09:14:03 worker-b kernel: Out of memory: Killed process ${pid} (kubelet) total-vm:4918820kB, anon-rss:3202040kB`,
      killed,
    );
    expect(starved.answer).toMatchObject({
      state: 'unhealthy-at-end',
      headline: 'The node ran out of memory, and the kernel killed kubelet',
    });
  });

  it('does not put words into a last line that is cut off', () => {
    const { findings } = read(at(1, 'I% server.go:755] Started kubelet'), at(2, 'F% kubelet.go:1370'));
    expect(findings[0]?.explanation).toContain('its last line is cut off before it says why');
  });

  it('takes a CPU policy without reserved CPUs for a configuration that is not valid', () => {
    const { findings } = read(
      at(
        2,
        'F% server.go:273] failed to run Kubelet: [cpumanager] unable to determine reserved CPU resources for static policy',
      ),
    );
    expect(findings[0]?.id).toBe('config-invalid');
  });

  it('names the mount that no kubelet can read, and the unit of k3s where only systemd does', () => {
    const { findings } = read(
      'Jun 28 00:27:50 laptop systemd[1]: k3s.service: Main process exited, code=exited, status=1/FAILURE',
      'E0628 00:27:49.823218   26357 kubelet.go:1643] "Failed to start ContainerManager" err="system validation failed - wrong number of fields (expected 6, got 7)"',
    );
    expect(findings[0]?.id).toBe('kernel-setting');
    expect(findings[0]?.nextSteps[0]).toContain("awk 'NF != 6' /proc/mounts");
  });

  it('says once how the kubelet ended, in the words of the program that runs it', () => {
    const { findings } = read(
      'Aug 27 21:04:34 w1 rke2[1665]: time="2020-08-27T21:04:34Z" level=info msg="Logging containerd to /var/lib/rancher/rke2/agent/containerd/containerd.log"',
      'Aug 27 21:04:34 w1 rke2[1665]: time="2020-08-27T21:04:34Z" level=error msg="Kubelet exited: exit status 1"',
    );
    expect(findings[0]?.id).toBe('kubelet-fatal');
    expect(findings[0]?.explanation).toContain(': "Kubelet exited: exit status 1". Why it ended');
  });

  it('lets kube-proxy leave a value that it may not set, and asks first for the module of one that is not there', () => {
    const steps = (error: string): readonly string[] =>
      read(
        `Aug 11 18:18:02 pi microk8s.daemon-kubelite[742]: F0811 18:18:02.120000     742 daemon.go:66] Proxy exited open /proc/sys/net/netfilter/nf_conntrack_max: ${error}`,
      ).findings[0]?.nextSteps ?? [];
    expect(steps('permission denied')).toHaveLength(1);
    expect(steps('permission denied')[0]).toContain(
      'put `--conntrack-max-per-core=0` into `/var/snap/microk8s/current/args/kube-proxy`',
    );
    expect(steps('no such file or directory')[0]).toContain('modprobe nf_conntrack');
  });

  it('asks first for the controllers where a control group is not mounted', () => {
    const { findings } = read(
      'E1221 06:15:22.910142   20357 server.go:294] "Failed to run kubelet" err="failed to run Kubelet: mountpoint for cpu not found"',
    );
    expect(findings[0]?.id).toBe('kernel-setting');
    expect(findings[0]?.title).toBe('The kubelet finds no control groups that it knows, so it exits');
    expect(findings[0]?.nextSteps[0]).toContain('stat -fc %T /sys/fs/cgroup');
    expect(findings[0]?.nextSteps[1]).toContain('/proc/cgroups');
  });
});

describe('what few lines tell of pods', () => {
  it('names the pods that were evicted, and counts a ranking as a wish to evict', () => {
    const { findings } = read(
      at(1, 'I% eviction_manager.go:405] "Eviction manager: pods ranked for eviction" pods=["sre/logs-0","sre/web-1"]'),
      at(2, 'I% eviction_manager.go:627] "Eviction manager: pod is evicted successfully" pod="sre/logs-0"'),
    );
    expect(findings.find(({ id }) => id === 'evicting')?.explanation).toContain('(sre/logs-0)');
    const ranked = read(
      at(1, 'W% eviction_manager.go:335] eviction manager: attempting to reclaim ephemeral-storage'),
      at(
        2,
        'I% eviction_manager.go:364] eviction manager: pods ranked for eviction: web-1_default(9ea687f2-74a9-459e-83b4-2c21e64a45f7)',
      ),
    );
    expect(ranked.findings[0]).toMatchObject({ id: 'evicting', confidence: 'medium' });
  });

  it('tells of a command in a container that took too long, where no probe is named', () => {
    const { findings } = read(
      at(
        2,
        "E% remote_runtime.go:351] ExecSync e8c5a50d8910 '/bin/true' from runtime service failed: rpc error: code = DeadlineExceeded desc = failed to exec in container: timeout 5s exceeded: context deadline exceeded",
      ),
    );
    expect(findings[0]).toMatchObject({ id: 'probes-failing', confidence: 'low' });
  });

  it('calls a container that cannot be stopped no sandbox', () => {
    const { findings } = read(
      at(
        2,
        'E% pod_workers.go:186] Error syncing pod fbb6fe6e ("web-1_default(fbb6fe6e)"), skipping: error killing pod: failed to "KillContainer" for "web" with KillContainerError: "rpc error: code = Unknown desc = failed to kill container"',
      ),
    );
    expect(findings[0]?.title).toBe('A container of default/web-1 could not be stopped');
  });

  it('takes the time-out of a network plug-in for none of the runtime', () => {
    const { findings } = read(
      at(
        2,
        'E% log.go:32] "StopPodSandbox from runtime service failed" err="rpc error: code = Unknown desc = failed to destroy network for sandbox \\"3ea0\\": plugin type=\\"calico\\" failed (delete): error getting ClusterInformation: Get \\"https://10.96.0.1:443/apis\\": dial tcp 10.96.0.1:443: i/o timeout" podSandboxID="3ea0"',
      ),
    );
    expect(findings.map(({ id }) => id)).not.toContain('runtime-calls-time-out');
  });

  it('names as the next step one that does something, not how its tools are had', () => {
    const { text } = read(
      at(1, NO_NETWORK).replace('kubelet[3120]', 'microk8s.daemon-kubelite[3120]'),
      at(3, NO_NETWORK).replace('kubelet[3120]', 'microk8s.daemon-kubelite[3120]'),
    );
    expect(text).toContain('Next: see whether a network configuration exists');
  });

  it('names the pod that was ranked first, of old lines and new', () => {
    for (const [second, line] of [
      'I% eviction_manager.go:364] eviction manager: pods ranked for eviction: web-1_default(9ea687f2-74a9), web-2_default(9ea687f2-74aa)',
      'I% eviction_manager.go:405] "Eviction manager: pods ranked for eviction" pods=["default/web-1","default/web-2"]',
      'I% eviction_manager.go:381] "Eviction manager: pods ranked for eviction" pods="[default/web-1 default/web-2]"',
    ].entries()) {
      const { findings } = read(at(second, line));
      expect(findings[0]?.explanation).toContain('the first to go is default/web-1.');
    }
  });

  it('names the pod that an old network plug-in could not delete', () => {
    const { findings } = read(
      at(
        1,
        'E% cni.go:366] Error deleting kube-system_coredns-66bff467f8-abcde/62b9d1a3eb2aa2a8c4d57f0a3b0f36d5f2f1b8c6a4e2d0b9c7a5e3f1d9b7c5a3 from network calico/k8s-pod-network: error getting ClusterInformation: connection is unauthorized: Unauthorized',
      ),
    );
    expect(JSON.stringify(findings)).toContain('kube-system/coredns-66bff467f8-abcde');
  });

  it("takes the folder of the network's configuration from the error of a pod too", () => {
    const { findings } = read(
      at(
        1,
        'E% pod_workers.go:951] "Error syncing pod, skipping" err="network is not ready: container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: No CNI configuration file in /etc/kubernetes/cni/net.d/. Has your network provider started?" pod="default/web" podUID=1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01',
      ),
    );
    expect(findings[0]?.nextSteps[0]).toContain('`ls -l /etc/kubernetes/cni/net.d`');
  });

  it('takes no end of a kubelet up to 1.9 from a container manager that it goes on without', () => {
    const words =
      'Failed to start ContainerManager system validation failed - Following Cgroup subsystem not mounted: [memory]';
    const { findings, text } = read(
      at(1, `E% kubelet.go:1228] ${words}`),
      at(6, `I% kubelet.go:1758] skipping pod synchronization - [${words}]`),
    );
    expect(findings.map(({ id }) => id)).toStrictEqual(['kernel-setting', 'container-manager']);
    expect(text).toContain('It had not recovered when the log ends at 09:14:06.221.');
    expect(text + JSON.stringify(findings)).not.toMatch(/exit|ended|ends again/);
  });

  it('puts the step first that fits what the kernel lacks', () => {
    const steps = (error: string): readonly string[] =>
      read(at(1, `E% kubelet.go:1511] "Failed to start ContainerManager" err="${error}"`)).findings[0]?.nextSteps ?? [];
    expect(steps('invalid kernel flag: vm/overcommit_memory, expected value: 1, actual value: 0')[0]).toContain(
      '/proc/sys',
    );
    expect(steps('system validation failed - Following Cgroup subsystem not mounted: [memory]')[0]).toContain(
      '/proc/cgroups',
    );
  });

  it('advises the boot only for controllers that are off at boot', () => {
    const { findings } = read(
      at(
        1,
        'E% kubelet.go:1397] "Failed to start ContainerManager" err="system validation failed - Following Cgroup subsystem not mounted: [cpuacct]"',
      ),
    );
    expect(findings[0]?.id).toBe('kernel-setting');
    expect(findings[0]?.title).toBe('The kubelet finds no control groups for cpuacct');
    expect(findings[0]?.nextSteps[0]).toContain('/proc/self/mountinfo');
    expect(findings[0]?.nextSteps.join()).not.toContain('cgroup_enable');
  });

  it('calls a panic for a certificate out of its time no fault of the program', () => {
    const { findings } = read(
      at(
        1,
        'panic: Get "https://127.0.0.1:6443/apis": x509: certificate has expired or is not yet valid: current time 2026-03-11T09:14:01Z is before 2026-03-12T00:00:00Z',
      ),
      at(1, 'goroutine 1 [running]:'),
    );
    const found = findings.find(({ id }) => id === 'panic');
    expect(found?.nextSteps[0]).toContain('timedatectl');
    expect(found?.explanation).not.toContain('a fault in the program');
  });
});

describe('errors alone, picked out of a log', () => {
  const status = (seconds: readonly number[], text: string): Read =>
    read(
      ...seconds.map((second) => {
        const clock = `09:${String(14 + Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
        return `Mar 11 ${clock} worker-b kubelet[3120]: E0311 ${clock}.221940    3120 ${text}`;
      }),
    );
  const FAILED =
    'remote_runtime.go:617] "Status from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"';
  const NOT_READY =
    'kubelet.go:2855] "Container runtime not ready" runtimeReady="RuntimeReady=false reason:DockerDaemonNotReady message:docker: failed to get docker version"';

  it('show a Status that fails for longer than the runtime may be silent, without a skip', () => {
    const { findings, answer, text } = status([0, 125, 250], FAILED);
    expect(findings[0]).toMatchObject({ id: 'runtime-status-failing', confidence: 'medium' });
    expect(answer.state).not.toBe('healthy');
    expect(text).not.toContain('or the runtime itself ever failed');
  });

  it('show a runtime that says for longer than that it is not ready', () => {
    const { findings } = status([0, 5, 10, 15, 20, 25, 30, 35], NOT_READY);
    expect(findings[0]).toMatchObject({
      id: 'runtime-status-failing',
      title: 'The container runtime said that it is not ready',
    });
    expect(findings[0]?.explanation).toContain('The runtime answered that it is not ready (8 lines');
  });

  it.each([
    ['for a moment', [0, 5, 10]],
    ['now and then', [0, 1200, 2400]],
  ])('show no runtime that is down where they come %s', (_, seconds) => {
    expect(status(seconds, NOT_READY).findings.map(({ id }) => id)).not.toContain('runtime-status-failing');
  });

  it('leave a socket that is gone to the finding of that', () => {
    const { findings } = status(
      [0, 5, 10, 20, 40],
      'remote_runtime.go:617] "Status from runtime service failed" err="rpc error: code = Unavailable desc = connection error: desc = \\"transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: connection refused\\""',
    );
    expect(findings.map(({ id }) => id)).toContain('runtime-unreachable');
    expect(findings.map(({ id }) => id)).not.toContain('runtime-status-failing');
  });
});

describe('a network that cannot be set up', () => {
  const START = 'I% server.go:467] "Kubelet version" kubeletVersion="v1.28.3"';
  const FAILED =
    'E% pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"CreatePodSandbox\\" for \\"web_default\\" with CreatePodSandboxError: \\"rpc error: code = Unknown desc = failed to setup network for sandbox \\\\\\\"aa\\\\\\\": plugin type=\\\\\\\"bridge\\\\\\\" failed (add): failed to set bridge addr\\"" pod="default/web" podUID="1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01"';

  it('is worth a look in a piece that ends with it', () => {
    expect(read(at(1, FAILED), at(4, FAILED)).findings[0]).toMatchObject({ id: 'cni-failing', confidence: 'medium' });
  });

  it('is not while the kubelet starts, nor once', () => {
    for (const lines of [[at(0, START), at(1, FAILED), at(4, FAILED)], [at(1, FAILED)]])
      expect(read(...lines).findings.find(({ id }) => id === 'cni-failing')?.confidence).toBe('low');
  });
});

describe('calls to the API server that fail at moments far from each other', () => {
  const later = REFUSED.replace('%', '0311 09:44:02.221940    3120');
  const inTheEnd = `Mar 11 09:44:02 worker-b kubelet[3120]: ${later}`;

  it('are told as single ones only where they are', () => {
    const [single] = read(at(1, REFUSED), inTheEnd).findings;
    expect(single?.explanation).toContain('none of them with another soon after it');
    const [first] = read(at(1, REFUSED), at(1, REFUSED).replace('221940', '541940'), inTheEnd).findings;
    expect(first?.explanation).toContain(
      '3 lines from 09:14:01.221 to 09:44:02.221, at 2 moments far from each other: lists and watches (3) failed',
    );
  });
});

describe('calls to the API server of several nodes', () => {
  it('that fail at the same moment are not said to stand alone', () => {
    const lease = at(1, 'E% controller.go:251] "Failed to update lease" err="etcdserver: request timed out"');
    const other = lease.replace('worker-b', 'worker-c').replaceAll('3120', '4170').replace('221940', '227301');
    const [finding] = read(lease, other).findings;
    expect(finding?.explanation).toContain('2 lines from 09:14:01.221 to 09:14:01.227');
    expect(finding?.explanation).not.toContain('none of them');
  });
});

describe('an API server that cannot be reached', () => {
  it('is no reason why PLEG is unhealthy', () => {
    const stale =
      'E% kubelet.go:2412] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m5.5s ago; threshold is 3m0s"';
    const { text, findings } = read(at(1, REFUSED), at(3, REFUSED), at(8, stale));
    expect(text).toContain('The log does not show why');
    expect(findings.map(({ id }) => id)).toContain('api-unreachable');
  });
});

describe('a pod that is critical for the node', () => {
  const evicts = (second: number, rest: string): string =>
    at(second, `I% eviction_manager.go:410] "Eviction manager: ${rest}`);
  const lines = [
    evicts(1, 'must evict pod(s) to reclaim" resourceName="ephemeral-storage"'),
    evicts(1, 'pods ranked for eviction" pods=["flux/controller","default/web"]'),
    evicts(2, 'cannot evict a critical pod" pod="flux/controller"'),
  ];
  const evicting = (...more: readonly string[]): string | undefined => {
    const found = read(...lines, ...more).findings.find(({ id }) => id === 'evicting');
    return found === undefined ? undefined : `${found.title}. ${found.explanation}`;
  };

  it('is passed over, which does not mean that there is no other', () => {
    const text = evicting();
    expect(text).toContain('The kubelet has to evict pods for lack of disk');
    expect(text).toContain('It passed over flux/controller, which is critical for the node.');
    expect(text).not.toContain('first to go');
  });

  it('may be one of many that cannot be ended', () => {
    const text = evicting(evicts(2, 'unable to evict any pods from the node"'));
    expect(text).toContain('but finds none that it could');
    expect(text).toContain('; it found no pod that it could end.');
    expect(text).not.toContain('outside of pods');
  });

  it('is not what is left where there is no pod at all', () => {
    const none = (second: number): string =>
      at(
        second,
        'E% eviction_manager.go:410] "Eviction manager: eviction thresholds have been met, but no pods are active to evict"',
      );
    const { findings } = read(evicts(1, 'must evict pod(s) to reclaim" resourceName="memory"'), none(1), none(3));
    expect(findings.find(({ id }) => id === 'evicting')?.explanation).toContain(
      'so something outside of pods uses it up',
    );
  });
});

it('reads what a search for sandboxes leaves of errors of several lines', () => {
  const error =
    'rpc error: code = Unknown desc = failed to setup network for sandbox "eda8": plugin type="cilium-cni" failed (add): unable to connect to Cilium agent: dial unix /var/run/cilium/cilium.sock: connect: no such file or directory';
  const { findings } = read(at(1, `        ${error}`), at(3, `        ${error}`));
  expect(findings[0]).toMatchObject({
    id: 'cni-failing',
    title: 'The agent of the network plug-in did not answer on this node',
  });
});

describe('a single probe that failed', () => {
  const probe = (kind: string, output: string): string =>
    `I% prober.go:107] "Probe failed" probeType="${kind}" pod="default/web" podUID="1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01" containerName="web" probeResult="failure" output="${output}"`;

  it('is told where it is all that was pasted', () => {
    const { findings } = read(at(1, probe('Readiness', 'HTTP probe failed with statuscode: 503')));
    expect(findings[0]).toMatchObject({
      id: 'probes-failing',
      confidence: 'low',
      title: 'A readiness probe of default/web failed',
    });
  });

  it('may be one that brings no credentials', () => {
    const [finding] = read(at(1, probe('Startup', 'HTTP probe failed with statuscode: 401'))).findings;
    expect(finding?.title).toBe('A startup probe of default/web failed');
    expect(finding?.explanation).toContain('does not pass its startup probe in time');
    expect(finding?.nextSteps[0]).toContain('--anonymous-auth=false');
  });

  it('is nothing in the start of a kubelet', () => {
    const { findings } = read(
      at(0, 'I% kubelet.go:2405] "Starting kubelet main sync loop"'),
      at(1, probe('Readiness', 'HTTP probe failed with statuscode: 503')),
    );
    expect(findings.map(({ id }) => id)).not.toContain('probes-failing');
  });
});

describe('a kubelet that does not start', () => {
  const first = (...lines: readonly string[]): string => {
    const [finding] = read(...lines).findings;
    return `${finding?.title}. ${finding?.explanation} ${finding?.nextSteps.join(' ')}`;
  };
  const manager = (error: string): string =>
    at(2, `E% kubelet.go:1688] "Failed to start ContainerManager" err="${error}"`);

  it('is told to reserve more than the node has', () => {
    const text = first(
      manager(
        String.raw`invalid Node Allocatable configuration. Resource \"memory\" has an allocatable of {{2357198848 0} {<nil>}  BinarySI}, capacity of {{-168800256 0} {<nil>}  BinarySI}`,
      ),
    );
    expect(text).toContain('The kubelet is told to reserve more than the node has, so it does not start.');
    expect(text).toContain('evictionHard');
  });

  it('makes its groups in one that has processes', () => {
    const text = first(
      manager(
        String.raw`cannot enter cgroupv2 \"/sys/fs/cgroup/kubepods\" with domain controllers -- it is in an invalid state`,
      ),
    );
    expect(text).toContain('a group with processes of its own cannot give controllers');
  });

  it('finds no kubepods, which blanks of a paste do not hide', () => {
    const text = first(
      manager("failed to initialize top level QOS containers: root container [kubepods]         doesn't exist"),
    );
    expect(text).toContain('did not find it under each controller');
  });

  it('has no processor reserved for its CPU manager', () => {
    const text = first(
      at(
        1,
        'E% server.go:294] "Failed to run kubelet" err="failed to run Kubelet: [cpumanager] unable to determine reserved CPU resources for static policy"',
      ),
    );
    expect(text).toContain('for its CPU manager (static) needs a processor that is reserved.');
    expect(text).toContain('`reservedSystemCPUs`');
  });
});

it('names the crash loop of a container before the limits of its DNS', () => {
  const { findings } = read(
    at(
      1,
      'E% dns.go:153] "Nameserver limits exceeded" err="Nameserver limits were exceeded, some nameservers have been omitted, the applied nameserver line is: 10.0.0.2 10.0.0.3 10.0.0.4"',
    ),
    at(
      2,
      'E% pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"web\\" with CrashLoopBackOff: \\"back-off 5m0s restarting failed container=web pod=web_default(1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01)\\"" pod="default/web" podUID="1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01"',
    ),
    at(
      3,
      'E% dns.go:153] "Nameserver limits exceeded" err="Nameserver limits were exceeded, some nameservers have been omitted, the applied nameserver line is: 10.0.0.2 10.0.0.3 10.0.0.4"',
    ),
  );
  expect(findings.map(({ id }) => id)).toEqual(['pods-crashing', 'dns-config']);
});

it('says of a certificate that cannot be read that a new one is asked for, and leaves out the hint below a status', () => {
  const { findings, text } = read(
    at(
      1,
      'E% bootstrap.go:184] Unable to read existing bootstrap client config: invalid configuration: [unable to read client-...',
    ),
    'Hint: Some lines were ellipsized, use -l to show in full.',
  );
  expect(findings).toMatchObject([
    { id: 'certificate-expired', confidence: 'low', title: 'The kubelet could not read its own certificate' },
  ]);
  expect(text).toContain('[unable to read client-...". It asks for a new one');
  expect(text).not.toContain('does not trust');
});

it('quotes nothing of a call whose error is cut off', () => {
  const { text } = read(
    at(1, 'E% remote_runtime.go:332] ContainerStatus "ed0f52a1a69f6cc8f03905a03424afed>'),
    at(2, 'E% kuberuntime_manager.go:980] getPodContainerStatuses for pod "calico-node>'),
  );
  expect(text).toContain('A call to the runtime failed at 09:14:01.221, and why is cut off.');
});

it('shows of long last words what failed and why, without what stands behind all of them', () => {
  const fault = (name: string): string =>
    `invalid configuration: ${name}Cgroup must be specified when it is enforced on the node`;
  const { findings } = read(
    at(
      1,
      `E% run.go:74] "command failed" err="failed to validate kubelet configuration, error: [${['system', 'kube', 'other'].map(fault).join(', ')}], path: &TypeMeta{Kind:,APIVersion:,}"`,
    ),
  );
  expect(findings[0]?.id).toBe('config-invalid');
  expect(findings[0]?.explanation).toContain('"command failed: failed to validate kubelet configuration');
  expect(findings[0]?.explanation).toContain(
    'otherCgroup must be specified when it is enforced on the node]". It exits',
  );
});

it('counts a second kubelet of which one line stands there, and does not take it for another program', () => {
  const hints =
    'Mar 12 10:41:22 worker-b kubelet[7227]: I0312 10:41:22.451426    7227 scope_container.go:53] [topologymanager] Best TopologyHint for (pod: web container: web): {01 true}';
  const { text } = read(at(1, 'I% kubelet.go:2421] "SyncLoop ADD" source="api" pods=["default/web"]'), hints);
  expect(text).not.toContain('other programs wrote');
});

it('tells of a kubeconfig whose server is no address, also where systemctl left out its middle', () => {
  const exits = (host: string): string =>
    at(
      1,
      `F% server.go:273] failed to run Kubelet: unable to create certificates signing request client: host must be a ${host}"`,
    );
  for (const host of ['URL or a host:port pair: "https:///10.9.8.1:6443', '...8.1:6443'])
    expect(read(exits(host)).findings.map(({ id }) => id)).toEqual(['config-invalid']);
});

it('takes systemd for its word that the machine goes down where it starts no pod any more', () => {
  const refused = (queued: string): string =>
    at(
      1,
      `E% pod_workers.go:1301] "Error syncing pod, skipping" err="failed to ensure that the pod: 51f0 cgroups exist and are correctly applied: failed to create container for [kubepods besteffort pod51f0] : Transaction for kubepods-besteffort-pod51f0.slice/start is destructive (${queued} has 'start' job queued, but 'stop' is included in transaction)." pod="default/web" podUID="51f0"`,
    );
  for (const queued of ['systemd-reboot.service', 'shutdown.target']) {
    const { findings, text } = read(refused(queued));
    expect(findings.map(({ id }) => id)).toEqual(['node-shutdown']);
    expect(text).toContain(`the machine goes down: "${queued} has 'start' job queued"`);
  }
  expect(read(refused('var-lib-x.mount')).findings.map(({ id }) => id)).toEqual(['pods-crashing']);
});

it('quotes why a sandbox could not be made where the reason is none that it knows', () => {
  const { findings } = read(
    at(
      1,
      'E% pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"CreatePodSandbox\\" for \\"web_default(51f0)\\" with CreatePodSandboxError: \\"Failed to create sandbox for pod \\\\\\"web_default(51f0)\\\\\\": rpc error: code = Unknown desc = failed to start sandbox \\\\\\"ab12\\\\\\": failed to pin user namespace: failed to open netns()\\"" pod="default/web" podUID="51f0"',
    ),
  );
  expect(findings[0]?.id).toBe('pod-sandbox-broken');
  expect(findings[0]?.explanation).toContain('failed to start sandbox "ab12": failed to pin user namespace');
  expect(findings[0]?.nextSteps.join()).not.toContain('hangs');
});

it('knows the end of a kubelet that prints what its own command ended with', () => {
  const { findings } = read(
    'Mar 12 09:14:01 worker-b kubelet[811]: Error: failed to construct kubelet dependencies: unable to load client CA file /etc/kubernetes/pki/ca2.crt: open /etc/kubernetes/pki/ca2.crt: no such file or directory',
  );
  expect(findings).toMatchObject([
    { id: 'config-invalid', title: 'The kubelet does not start, for /etc/kubernetes/pki/ca2.crt is not there' },
  ]);
});

it.each([1, 2, 4])(
  'says of %d skips alone that the runtime said it is not ready, not that it gave no answer',
  (count) => {
    const skip =
      'E% kubelet.go:2661] "Skipping pod synchronization" err="[container runtime is down, container runtime not ready: RuntimeReady=false reason:RuntimeNotReady message:runtime is shutting down]"';
    const { findings } = read(...Array.from({ length: count }, (_unused, second) => at(second * 2, skip)));
    expect(findings[0]).toMatchObject({
      id: 'runtime-status-failing',
      title: 'The container runtime said that it is not ready',
    });
    expect(findings[0]?.explanation).toContain('The runtime answered RuntimeReady=false.');
    expect(findings[0]?.explanation).not.toMatch(/came late or not at all|How it failed/);
  },
);
