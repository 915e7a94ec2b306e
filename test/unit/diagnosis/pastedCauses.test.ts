/** Pieces of a few lines whose cause was told wrongly, or not at all. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const POD = 'pod="shop/web-1" podUID="3b1f2c5e-7d10-4c1b-9a53-0c7b4f0a1101"';

describe('a pasted piece', () => {
  it('names the plug-in that failed to give credentials for the registry', () => {
    const { findings } = diagnoseText(
      [
        'E0310 08:10:03.000101    2999 plugin.go:285] Failed getting credential from external registry credential provider: error execing credential provider plugin ecr-credential-provider for image r.example.com/app: context deadline exceeded',
        `E0310 08:10:04.100101    2999 pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with ErrImagePull: \\"failed to resolve reference \\\\\\"r.example.com/app:1\\\\\\": 401 Unauthorized\\"" ${POD}`,
      ].join('\n'),
    );
    expect(findings[0]?.id).toBe('image-pull-failing');
    expect(findings[0]?.explanation).toContain(
      'the plug-in that gives the kubelet credentials for the registry failed',
    );
    expect(findings[0]?.evidence.map(({ line }) => line)).toContain(1);
    expect(findings[0]?.nextSteps[0]).toContain('image-credential-provider');
  });

  it('does not say of a network that it became ready, where the log ends before', () => {
    const lines = [
      'I0310 08:10:02.101010    1234 server.go:440] "Kubelet version" kubeletVersion="v1.22.9"',
      ...[5, 10].map(
        (second) =>
          `E0310 08:10:${String(second).padStart(2, '0')}.101010    1234 kubelet.go:2337] "Container runtime network not ready" networkReady="NetworkReady=false reason:NetworkPluginNotReady message:cni config uninitialized"`,
      ),
    ];
    expect(diagnoseText(lines.join('\n')).findings[0]?.title).toBe(
      "The node's network was not ready yet just after the start",
    );
    const later = 'I0310 08:10:32.101010    1234 kubelet.go:2453] "SyncLoop (SYNC) pods" total=0';
    expect(diagnoseText([...lines, later].join('\n')).findings[0]?.title).toBe(
      "The node's network became ready only after the start",
    );
  });

  it('does not say of a /proc/swaps that it may not read that it is not there', () => {
    const { findings } = diagnoseText(
      'Mar 10 10:01:02 node-a kubelet[999]: F0310 10:01:02.000201     999 server.go:274] failed to run Kubelet: open /proc/swaps: permission denied',
    );
    expect(findings[0]?.id).toBe('swap-on');
    expect(findings[0]?.explanation).toMatch(/could not read it: .* or reading it is denied\./);
    expect(findings[0]?.explanation).not.toContain('not there');
  });

  it('names the link of a card that systemd saw go, not those of pods', () => {
    const lost = (device: string): string => `Mar 10 10:00:58 node-a systemd-networkd[700]: ${device}: Lost carrier`;
    const leases = ['10:01:12', '10:01:22', '10:01:32'].map(
      (time) =>
        `Mar 10 ${time} node-a kubelet[999]: E0310 ${time}.000201     999 controller.go:195] "Failed to update lease" err="Put \\"https://10.0.0.9:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-a?timeout=10s\\": context deadline exceeded"`,
    );
    const titleWith = (device: string): string | undefined =>
      diagnoseText([lost(device), ...leases].join('\n')).findings[0]?.title;
    expect(titleWith('eth0')).toContain('while a network link of the node was down');
    expect(titleWith('enp1s0f0')).toContain('while a network link of the node was down');
    expect(titleWith('veth1a2b3c4')).not.toContain('link');
  });

  it('is over for a kubelet whose node was reported Ready since it began', () => {
    const ended = ['10:01:02', '10:01:12'].map(
      (time, index) =>
        `Mar 10 ${time} node-a kubelet[99${index}]: E0310 ${time}.000201     99${index} run.go:72] "command failed" err="failed to load kubelet config file, path: /var/lib/kubelet/config.yaml, error: open /var/lib/kubelet/config.yaml: no such file or directory"`,
    );
    const later = [
      'Mar 10 10:01:22 node-a kubelet[999]: I0310 10:01:22.000201     999 server.go:486] "Kubelet version" kubeletVersion="v1.31.2"',
      'Mar 10 10:01:23 node-a kubelet[999]: I0310 10:01:23.000201     999 kubelet_node_status.go:75] "Successfully registered node" node="node-a"',
    ];
    const ready =
      'Mar 10 10:01:41 node-a kubelet[999]: I0310 10:01:41.000201     999 kubelet_node_status.go:488] "Fast updating node status as it just became ready"';
    const { answer } = diagnoseText([...ended, ...later, ready].join('\n'));
    expect(answer.state).toBe('recovered');
    expect(plain(answer)).toContain('Seen from 10:01:02.000 to 10:01:12.000, and not after that.');
    expect(diagnoseText([...ended, ...later].join('\n')).answer.state).not.toBe('recovered');
  });

  it('tells a Windows node of AKS by its name', () => {
    const steps = (node: string): string =>
      diagnoseText(
        `I0310 10:01:01.000201     999 kubelet_node_status.go:74] "Successfully registered node" node="${node}"\nE0310 10:01:02.000201     999 kubelet.go:2246] "Container runtime network not ready" networkReady="NetworkReady=false reason:NetworkPluginNotReady message:cni plugin not initialized"\nE0310 10:02:02.000201     999 kubelet.go:2246] "Container runtime network not ready" networkReady="NetworkReady=false reason:NetworkPluginNotReady message:cni plugin not initialized"`,
      ).findings[0]?.nextSteps.join(' ') ?? '';
    expect(steps('aksweb000002')).not.toContain('/etc/cni/net.d');
    expect(steps('aks-web-12345678-vmss000002')).toContain('/etc/cni/net.d');
  });

  it('says when a kubelet ended for want of the runtime', () => {
    const { findings } = diagnoseText(
      'Mar 10 10:01:02 node-a kubelet[999]: F0310 10:01:02.000201     999 server.go:274] failed to run Kubelet: failed to create kubelet: rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing dial unix /run/crio/crio.sock: connect: no such file or directory"',
    );
    expect(findings[0]?.id).toBe('runtime-unreachable');
    expect(findings[0]?.shows).toBeDefined();
  });

  it('names the node in the step that drains it', () => {
    const { findings } = diagnoseText(
      'Mar 10 10:01:02 node-a kubelet[999]: E0310 10:01:02.000201     999 kubelet.go:1466] "Failed to start ContainerManager" err="start cpu manager error: could not restore state from checkpoint: configured policy \\"static\\" differs from state checkpoint policy \\"none\\", please drain this node and delete the CPU manager checkpoint file \\"/var/lib/kubelet/cpu_manager_state\\" before restarting Kubelet"',
    );
    expect(findings[0]?.nextSteps[0]).toContain('kubectl drain node-a');
  });

  it('does not call a node short of disk for a pod that was evicted without a word more', () => {
    const { findings } = diagnoseText(
      'I0310 08:10:10.131010    2101 eviction_manager.go:618] "Eviction manager: pod is evicted successfully" pod="ci/logger-1"',
    );
    expect(findings.map(({ id }) => id)).toEqual(['evicting']);
    expect(findings[0]?.explanation).toContain('No line says that the node was short of anything');
    expect(findings[0]?.nextSteps[0]).toContain('kubectl -n ci describe pod logger-1');
  });

  it('says of a cloud that does not answer that it is no flag', () => {
    const { findings } = diagnoseText(
      'F0310 10:01:02.000201     999 server.go:274] failed to run Kubelet: could not init cloud provider "aws": error finding instance i-0123: "error listing AWS instances: NoCredentialProviders: no valid providers in chain"',
    );
    expect(findings[0]?.title).toBe('The kubelet does not start, for its cloud provider fails');
    expect(findings[0]?.explanation).not.toContain('feature gate');
  });

  it('asks on Windows with what Windows has who listens on a port', () => {
    const { findings } = diagnoseText(
      [
        'W0310 10:01:02.000101    5120 server.go:1171] "Failed to start healthz server" err="listen tcp 127.0.0.1:10248: bind: Only one usage of each socket address (protocol/network address/port) is normally permitted."',
        'E0310 10:01:13.000101    5120 log.go:32] "Status from runtime service failed" err="rpc error: code = Unavailable desc = connection error: desc = \\"transport: Error while dialing: open //./pipe/containerd-containerd: The system cannot find the file specified.\\""',
      ].join('\n'),
    );
    const steps = findings.find(({ id }) => id === 'port-in-use')?.nextSteps ?? [];
    expect(steps[0]).toContain("'10248' -split");
    expect(steps[1]).toContain('Get-Process kubelet');
    expect(steps[2]).toBe('Then `Restart-Service kubelet`.');
  });

  it('says what of a pod could not be made before its containers', () => {
    const pod = (error: string): string =>
      `E0310 08:10:04.100101    2999 pod_workers.go:1298] "Error syncing pod, skipping" err="${error}" ${POD}`;
    const groups = diagnoseText(
      pod(
        'failed to ensure that the pod: 3b1f2c5e cgroups exist and are correctly applied: failed to create container for [kubepods burstable pod3b1f2c5e] : unable to apply cgroup configuration: mkdir /sys/fs/cgroup/memory/kubepods.slice/x.slice: no space left on device',
      ),
    ).findings[0];
    expect(groups?.explanation).toContain(
      '(control group): shop/web-1. As the text says, the kernel makes no more control',
    );
    expect(groups?.explanation).not.toContain('a disk of the node has no room');
    const folder = diagnoseText(pod('mkdir /var/lib/kubelet/pods/3b1f2c5e/volumes: read-only file system')).findings[0];
    expect(folder?.explanation).toContain(
      '(folder): shop/web-1. As the text says, nothing can be written to a file system',
    );
    expect(folder?.explanation).toContain('other pods of this node can fail');
  });

  it('knows that a kubelet without services gets none from the API server, not that a secret is missing', () => {
    const { findings } = diagnoseText(
      `E0310 08:10:04.100101    2999 pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"web\\" with CreateContainerConfigError: \\"services have not yet been read at least once, cannot construct envvars\\"" ${POD}`,
    );
    expect(findings[0]?.explanation).toContain('has not got the list of services');
    expect(findings[0]?.nextSteps[0]).toContain('v1.Service');
  });

  it('does not send to the interface of a runtime that is still starting, and asks for the socket that was dialled', () => {
    const failed = (error: string): ReturnType<typeof diagnoseText>['findings'] =>
      diagnoseText(
        `F0310 08:10:04.100101    2999 server.go:262] failed to run Kubelet: failed to create kubelet: ${error}`,
      ).findings;
    const starting = failed('rpc error: code = Unknown desc = server is not initialized yet')[0];
    expect(starting?.id).toBe('runtime-unreachable');
    expect(starting?.explanation).toContain('may not have finished its own start');
    expect(starting?.nextSteps.join()).not.toContain('CRI plug-in');
    const gone = failed(
      'get remote runtime typed version failed: rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing dial unix /var/lib/k0s/run/containerd.sock: connect: no such file or directory"',
    )[0];
    expect(gone?.explanation).toContain('no such file or directory');
    expect(gone?.nextSteps.join()).toContain('ls -l /var/lib/k0s/run/containerd.sock');
  });

  it('takes an event of PLEG for a listing that was answered after a runtime was restarted', () => {
    const lists = (second: number): string =>
      `E0310 08:10:${String(second).padStart(2, '0')}.220200     901 generic.go:238] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = Unavailable desc = connection error: desc = \\"transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: connection refused\\""`;
    const event =
      'I0310 08:10:18.220200     901 kubelet.go:2460] "SyncLoop (PLEG): event for pod" pod="shop/web-1" event={"ID":"a1b2c3d4-0000-1111-2222-333344445555","Type":"ContainerStarted","Data":"0f5f1a3b"}';
    const text = (...lines: readonly string[]): string =>
      diagnoseText(lines.join('\n')).findings.find(({ id }) => id === 'runtime-unreachable')?.explanation ?? '';
    expect(text(lists(13), lists(14), lists(15))).toContain('The log ends with it');
    expect(text(lists(13), lists(14), lists(15), event)).toContain('did not last long enough');
  });

  it('takes the line of a node that just became ready for its report', () => {
    const { answer } = diagnoseText(
      [
        'I0310 08:10:13.220000     901 setters.go:602] "Node became not ready" node="n1" condition={"type":"Ready","status":"False","lastHeartbeatTime":"2026-03-10T08:10:13Z","lastTransitionTime":"2026-03-10T08:10:13Z","reason":"KubeletNotReady","message":"PLEG is not healthy: pleg was last seen active 3m5.1s ago; threshold is 3m0s"}',
        'I0310 08:10:34.220000     901 kubelet_node_status.go:502] "Fast updating node status as it just became ready"',
      ].join('\n'),
    );
    expect(answer.state).toBe('recovered');
  });

  it('says of a teardown that it is one, and which Windows an image is made for', () => {
    const pod = (reason: string): string =>
      `E0310 08:10:04.100101    2999 pod_workers.go:1298] "Error syncing pod, skipping" err="failed to \\"${reason}\\"" ${POD}`;
    const teardown = diagnoseText(
      pod(
        'KillPodSandbox\\" for \\"3b1f2c5e\\" with KillPodSandboxError: \\"rpc error: code = Unknown desc = failed to destroy network for sandbox 0f5f: plugin type=calico failed (delete): connection is unauthorized: Unauthorized',
      ),
    ).findings[0];
    expect(teardown?.explanation).toContain('could not be taken off the network');
    const windows = diagnoseText(
      pod(
        'StartContainer\\" for \\"iis\\" with RunContainerError: \\"hcs::CreateComputeSystem 0f5f: The container operating system does not match the host operating system.: unknown',
      ),
    ).findings[0];
    expect(windows?.explanation).toContain('another version of Windows');
  });

  it('does not send to certificates where an admission plug-in refuses a mirror pod', () => {
    const mirror = (second: number): string =>
      `E0310 08:1${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}.220000     901 kubelet.go:2130] "Failed creating a mirror pod for" err="pods \\"kube-apiserver-n1\\" is forbidden: PodSecurityPolicy: no providers available to validate pod request" pod="kube-system/kube-apiserver-n1"`;
    const { findings } = diagnoseText(Array.from({ length: 20 }, (_, at) => mirror(at * 20)).join('\n'));
    expect(findings[0]?.id).toBe('api-refuses');
    expect(findings[0]?.explanation).toContain('An admission plug-in of the API server does not let it be written');
    expect(findings[0]?.nextSteps.join()).not.toContain('openssl');
  });

  it('reads a pull that failed from the call alone', () => {
    const { findings } = diagnoseText(
      'Mar 10 08:10:00 node-a kubelet[900]: E0310 08:10:00.100000     900 remote_image.go:180] "PullImage from image service failed" err="rpc error: code = Unknown desc = failed to pull and unpack image \\"docker.io/library/nginx:latest\\": failed to extract layer sha256:abc: write /var/lib/containerd/x: no space left on device: unknown" image="nginx:latest"',
    );
    expect(findings[0]).toMatchObject({
      id: 'image-pull-failing',
      title: 'Image docker.io/library/nginx:latest could not be pulled',
    });
    expect(findings[0]?.explanation).toContain('there is no room for it on the disk');
  });

  it('does not blame the container whose name an earlier try still holds', () => {
    const { findings } = diagnoseText(
      `E0310 08:10:04.100101    2999 pod_workers.go:1298] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"web\\" with CreateContainerError: \\"failed to reserve container name web_0: name web_0 is reserved for 0f5f\\"" ${POD}`,
    );
    expect(findings[0]?.explanation).toContain('still taken by an earlier try');
    expect(findings[0]?.explanation).toContain('other pods of this node can fail in the same way');
  });

  it('says why a postStart hook ended a container, and that a disk is still with another node', () => {
    const error = (reason: string): string =>
      `E0310 08:10:04.100101    2999 pod_workers.go:1301] "Error syncing pod, skipping" err="${reason}" ${POD}`;
    const hook = diagnoseText(
      error(
        `failed to \\"StartContainer\\" for \\"web\\" with PostStartHookError: \\"command '/bin/sh -c foo' exited with 127: /bin/sh: foo: not found\\\\n\\"`,
      ),
    ).findings[0];
    expect(hook?.explanation).toContain('its postStart hook failed');
    const disk = diagnoseText(
      'E0310 08:10:04.100101    2999 nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/csi/ebs.csi.aws.com^vol-0123 podName: nodeName:}" failed. No retries permitted until 2026-03-10 09:14:34.120011 +0000 UTC m=+1000.1 (durationBeforeRetry 2m2s). Error: MountVolume.WaitForAttach failed for volume "pvc-1" (UniqueName: "kubernetes.io/csi/ebs.csi.aws.com^vol-0123") pod "db-0" (UID: "a1b2c3d4-0000-1111-2222-333344445555") : volume attachment is being deleted',
    ).findings[0];
    expect(disk?.explanation).toContain('still being taken from the node that had it before');
  });
});
