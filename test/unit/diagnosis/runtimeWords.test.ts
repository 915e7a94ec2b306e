/** What is said of calls to the runtime fits what their errors say: a reason that is cut away, a connection that broke, a call that waits for the network plug-in. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from './diagnoseLog.ts';

const find = (id: string, ...lines: readonly string[]): Finding | undefined =>
  diagnoseText(`${lines.join('\n')}\n`).findings.find((finding) => finding.id === id);

describe('a sandbox that could not be made', () => {
  const sandbox = (time: string, end: string): string =>
    `Apr 30 17:03:38 master1 kubelet[9595]: E0430 ${time}    9595 kuberuntime_manager.go:727] createPodSandbox for pod "web-1_shop(1bd0ec9d455025cd61676cd8f55e9c4a)" failed: rpc error: code = Unknown desc = ${end}`;

  it('is not explained by a shim where the reason is cut off', () => {
    const cut = find('pod-sandbox-broken', sandbox('17:03:38.226593', 'faile>'), sandbox('17:03:48.226593', 'faile>'));
    expect(cut?.explanation).toContain('Why is cut off');
    expect(cut?.nextSteps[0]).toContain('--no-pager');
    expect(cut?.nextSteps.join(' ')).not.toContain('holds the container');
  });

  it('is not quoted of a call whose error has its lines below, and they are missing', () => {
    const call =
      'Apr 18 05:29:36 node-a kubelet[15642]: E0418 05:29:36.594072   15642 remote_runtime.go:205] "StopPodSandbox from runtime service failed" err=<';
    const found = find('pod-sandbox-broken', call);
    expect(found?.explanation).toContain('could not take down a sandbox. Why is cut off in these lines.');
    expect(found?.explanation).not.toContain('"<"');
    expect(found?.nextSteps[0]).toContain('--no-pager');
  });

  it('is looked for at the shim where the reason stands there', () => {
    const whole = find(
      'pod-sandbox-broken',
      sandbox('17:03:38.226593', 'failed to start sandbox "a1": runc did not end'),
    );
    expect(whole?.explanation).not.toContain('cut off');
    expect(whole?.nextSteps.join(' ')).toContain('holds the container');
  });

  it('is explained by the call where the line of the pod is cut', () => {
    const begin = 'failed to get sandbox image "k8s.gcr.io/pause:3.1": failed to do request: Head "https://k8s.gcr.io/';
    const found = find(
      'pod-sandbox-broken',
      `Apr 30 17:03:38 master1 kubelet[9595]: E0430 17:03:38.226100    9595 remote_runtime.go:105] RunPodSandbox from runtime service failed: rpc error: code = Unknown desc = ${begin}v2/pause/manifests/3.1": dial tcp: lookup k8s.gcr.io on [::1]:53: connect: cannot assign requested address`,
      sandbox('17:03:38.226593', begin),
    );
    expect(found?.explanation).toContain('lookup k8s.gcr.io on [::1]:53');
    expect(found?.evidence.map(({ line }) => line)).toEqual([1, 2]);
  });

  it('is of a pod where no line names it', () => {
    const unnamed = find(
      'pod-sandbox-broken',
      'E1024 11:07:02.248491  397647 kuberuntime_sandbox.go:70] "Failed to create sandbox for pod" err="rpc error: code = Unknown desc = failed to create containerd task: OCI runtime create failed: unable to',
    );
    expect(unnamed?.title).toBe('The sandbox of a pod could not be made');
    expect(unnamed?.explanation).not.toContain('unknown pod');
  });

  it.each(['c>', 'code = Unk>', 'code = Unknown desc = fai>'])('is cut away behind %j', (words) => {
    const cut = find(
      'pod-sandbox-broken',
      `Sep 09 02:58:28 n1 kubelet[4658]: E0909 02:58:28.809575    4658 kuberuntime_sandbox.go:72] "Failed to create sandbox for pod" err="rpc error: ${words}`,
    );
    expect(cut?.explanation).toContain('could not make the sandbox of a pod whose name is not in the line');
    expect(cut?.explanation).toContain('Why is cut off');
    expect(cut?.explanation).toContain('does not start.');
  });

  it.each([
    'failed to create containerd task: cgroups: cgroup mountpoint does not exist: unknown',
    'failed to start sandbox container: Error response from daemon: cgroups: cannot found cgroup mount destination: unknown',
  ])('needs control groups that are not mounted: %s', (words) => {
    const found = find('pod-sandbox-broken', sandbox('17:03:38.226593', words));
    expect(found?.explanation).toContain('control groups of version 1');
    expect(found?.explanation).toContain('Other pods of this node');
    expect(found?.nextSteps[0]).toContain('stat -fc %T /sys/fs/cgroup');
  });
});

describe('a connection to the runtime', () => {
  const listing = (why: string): Finding | undefined =>
    find(
      'runtime-unreachable',
      `Jan  7 05:55:22 n1 kubelet[1375]: E0107 05:55:22.524725    1375 remote_runtime.go:549] "ListContainers with filter from runtime service failed" err="rpc error: code = Unavailable desc = ${why}" filter="&ContainerFilter{Id:,State:nil,PodSandboxId:,LabelSelector:map[string]string{},}"`,
    );

  it('broke, or could not be made', () => {
    const broke =
      'error reading from server: read unix @->/run/containerd/containerd.sock: read: connection reset by peer';
    expect(listing(broke)?.explanation).toContain('broke while a call waited');
    const refused =
      'connection error: desc = \\"transport: Error while dialing dial unix /run/containerd/containerd.sock: connect: connection refused\\"';
    expect(listing(refused)?.explanation).toContain('could not be made');
  });
});

it.each([
  ['sandbox network creation', 'grep /opt/cni/bin'],
  ['container volume configuration', 'df -i'],
])('tells the stage that CRI-O names: %s', (stage, step) => {
  const finding = find(
    'runtime-calls-time-out',
    `Aug 14 16:05:33 n1 kubelet[3100]: E0814 16:05:33.590000    3100 kuberuntime_sandbox.go:72] "Failed to create sandbox for pod" err="rpc error: code = Unknown desc = Kubelet may be retrying requests that are timing out in CRI-O due to system load. Currently at stage ${stage}: context deadline exceeded: error reserving pod name k8s_web-1_shop_0 for id 3e72: name is reserved" pod="shop/web-1"`,
  );
  expect(finding?.explanation).toContain(`"${stage}"`);
  expect(finding?.nextSteps.join(' ')).toContain(step);
  expect(finding?.nextSteps.join(' ')).toContain('journalctl -u crio');
});

it('looks for plug-ins that hang where the runtime does not end a call that waits for one', () => {
  const call = (time: string, method: string, id: string): string =>
    `May 12 11:20:48 n1 kubelet[39085]: E0512 ${time}   39085 remote_runtime.go:205] "${method} from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" ${id}="b25b1fe9f0eae615534102c4a2d370897be12abe05d26408e6baed4556c3d1f1"`;
  const steps = (method: string, id: string): string =>
    find(
      'runtime-calls-time-out',
      call('11:18:48.474993', method, id),
      call('11:20:48.474993', method, id),
    )?.nextSteps.join(' ') ?? '';
  expect(steps('StopPodSandbox', 'podSandboxID')).toContain('grep /opt/cni/bin');
  expect(steps('StopContainer', 'containerID')).not.toContain('grep /opt/cni/bin');
});

it('looks for processes that cannot be killed where the runtime waits for the end of a container', () => {
  const call = (time: string, method: string, error: string): string =>
    `Jun 19 ${time.slice(0, 8)} n1 kubelet[3122]: E0619 ${time}    3122 remote_runtime.go:222] "${method} from runtime service failed" err="rpc error: code = DeadlineExceeded desc = ${error}" podSandboxID="f1b92f9befcc5cb2ef990a8b924937b1439523651513483e54514ca48b36769a"`;
  const finding = find(
    'runtime-calls-time-out',
    call('14:49:06.135666', 'StopContainer', 'context deadline exceeded'),
    call(
      '14:51:06.136339',
      'StopPodSandbox',
      'failed to stop container \\"0e22\\": an error occurs during waiting for container \\"0e22\\" to be killed: wait container \\"0e22\\": context deadline exceeded',
    ),
  );
  expect(finding?.nextSteps[0]).toContain('state D; they cannot be killed');
  expect(finding?.nextSteps.join(' ')).not.toContain('grep /opt/cni/bin');
  expect(finding?.nextSteps.filter((step) => step.includes('state D'))).toHaveLength(1);
  expect(finding?.explanation).toContain(
    '(after 2m by default, for StopContainer plus the grace period of its container), so the hang began',
  );
});

describe('a sandbox that is not ready', () => {
  const none = (time: string, pod: string): string =>
    `May 26 16:43:58 n1 kubelet[485]: I0526 ${time}.743876     485 util.go:48] "No ready sandbox for pod can be found. Need to start a new one" pod="kube-system/${pod}"`;

  it('again and again is one that something ends', () => {
    const lines = ['16:43:58', '16:45:10', '16:47:01'].flatMap((time) => [
      none(time, 'etcd-n1'),
      none(time, 'proxy-1'),
    ]);
    const finding = find('pod-sandbox-broken', ...lines);
    expect(finding?.title).toBe('The sandboxes of 2 pods ended again and again');
    expect(finding?.nextSteps[0]).toContain('SystemdCgroup');
  });

  it('is nothing once, or within a moment, or where the log says that it could not be made', () => {
    expect(find('pod-sandbox-broken', none('16:43:58', 'etcd-n1'), none('16:43:58', 'proxy-1'))).toBeUndefined();
    expect(find('pod-sandbox-broken', none('16:43:58', 'etcd-n1'), none('16:43:59', 'etcd-n1'))).toBeUndefined();
    const failed = (time: string): string =>
      `May 26 16:43:58 n1 kubelet[485]: E0526 ${time}.843876     485 kuberuntime_sandbox.go:72] "Failed to create sandbox for pod" err="rpc error: code = Unknown desc = failed to start sandbox \\"a1\\": runc did not end" pod="kube-system/etcd-n1"`;
    const times = ['16:43:58', '16:45:10', '16:47:01'];
    const both = times.flatMap((time) => [none(time, 'etcd-n1'), failed(time)]);
    expect(find('pod-sandbox-broken', ...both)?.title).not.toContain('again and again');
  });
});

describe('what a sandbox that could not be made means to other pods', () => {
  const meaningOf = (desc: string): string =>
    diagnoseText(
      `Nov 04 08:20:13 n2 kubelet[990]: E1104 08:20:13.114702     990 log.go:32] "RunPodSandbox from runtime service failed" err="rpc error: code = Unknown desc = ${desc}"\n`,
    ).findings[0]?.explanation ?? '';

  it('is that they fail, too, where the node lacks something', () => {
    for (const desc of ['container.Runtime.Name must be set', 'mkdir /run/x: no space left on device', 'dbus: closed'])
      expect(meaningOf(desc), desc).toContain('Other pods of this node can fail');
  });

  it('is nothing where it is of that pod alone', () => {
    expect(meaningOf('failed to set sysctl: open /proc/sys/net/x: no such file')).toContain('Other pods are not hurt');
  });

  it('is not told where the words say nothing of it', () => {
    expect(meaningOf('quux')).not.toContain('Other pods');
  });
});

it('calls a start that has no room on the disk no fault of the container', () => {
  const { findings } = diagnoseText(
    'Nov 04 08:20:13 n2 kubelet[990]: E1104 08:20:13.114702     990 log.go:32] "CreateContainer in sandbox from runtime service failed" err="rpc error: code = Unknown desc = failed to extract layer: no space left on device" podSandboxID="9d1c"\n',
  );
  expect(findings[0]?.explanation).toContain('no room left');
  expect(findings[0]?.explanation).not.toContain('other pods are not hurt');
});
