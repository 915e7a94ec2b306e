/** Whose commands the next steps have, where only a path, a unit or an id in the log tells which container runtime the node has. */
import { describe, expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const ID = '7f375a77bb311b99f25074f99058bdbb6f5b44ece39378c15d92503bc36bc49e';
const start = (version: string): string =>
  `Apr 11 22:04:01 node-a kubelet[14277]: I0411 22:04:01.004871   14277 server.go:440] "Kubelet version" kubeletVersion="${version}"`;
const LATE =
  'Apr 11 22:06:11 node-a kubelet[14277]: E0411 22:06:11.113781   14277 remote_runtime.go:205] "ListPodSandbox with filter from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" filter="nil"';
const OUT_OF_MEMORY = 'Apr 11 22:05:00 node-a kernel: oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=';

const stepsOf = (...lines: readonly string[]): string =>
  diagnoseText(lines.join('\n'))
    .findings.filter(({ id }) => id === 'list-calls-hang')
    .flatMap(({ nextSteps }) => nextSteps)
    .join('\n');

describe('the runtime in next steps', () => {
  it.each([
    ['crio', `${OUT_OF_MEMORY}crio-${ID}.scope,mems_allowed=0,task=java,pid=4711,uid=0`],
    ['docker', `${OUT_OF_MEMORY}docker-${ID}.scope,mems_allowed=0,task=java,pid=4711,uid=0`],
    ['containerd', `${OUT_OF_MEMORY}cri-containerd-${ID}.scope,mems_allowed=0,task=java,pid=4711,uid=0`],
    [
      'crio',
      `Apr 11 22:05:00 node-a kubelet[14277]: E0411 22:05:00.113781   14277 pod_workers.go:951] "Error syncing pod, skipping" err="failed to \\"KillContainer\\" for \\"web\\" with KillContainerError: \\"container cri-o://${ID} is gone\\"" pod="default/web-1"`,
    ],
    [
      'docker',
      'Apr 11 22:05:00 node-a systemd[1]: containerd.service: Main process exited, code=exited, status=1/FAILURE\nApr 11 22:05:00 node-a systemd[1]: docker.service: Main process exited, code=exited, status=1/FAILURE',
    ],
  ])('is %s by %s', (unit, line) => {
    expect(stepsOf(start('v1.22.4'), line, LATE)).toContain(`journalctl -u ${unit} `);
  });

  it.each([
    `W0411 22:05:00.113781   14277 cni.go:309] CNI failed to retrieve network namespace path: Error: No such container: ${ID}`,
    'W0411 22:05:00.113781   14277 cni.go:202] Error validating CNI config &{cbr0 0.3.1 false [0xc000829ee0] [123 10 10]}: [failed to find plugin "flannel" in path [/opt/cni/bin]]',
    'E0411 22:05:00.113781   14277 pod_workers.go:191] Error syncing pod 65e7c63a ("web-1_default(65e7c63a)"), skipping: failed to "KillPodSandbox" for "65e7c63a" with KillPodSandboxError: "rpc error: code = Unknown desc = networkPlugin cni failed to teardown pod \\"web-1_default\\" network: timed out"',
  ])('is docker where dockershim writes: %s', (line) => {
    expect(stepsOf(`Apr 11 22:05:00 node-a kubelet[14277]: ${line}`, LATE)).toContain('journalctl -u docker ');
  });

  it.each([
    ['docker', 'v1.22.4', 'INFO: task dockerd:1422 blocked for more than 120 seconds.'],
    ['docker', 'v1.22.4', 'Out of memory: Killed process 1422 (dockerd) total-vm:4813300kB, anon-rss:2813300kB'],
    ['containerd', 'v1.24.4', 'INFO: task dockerd:1422 blocked for more than 120 seconds.'],
    ['containerd', 'v1.22.4', 'INFO: task docker-credenti:1422 blocked for more than 120 seconds.'],
  ])('is %s for a kubelet %s where the kernel says: %s', (unit, version, line) => {
    expect(stepsOf(start(version), `Apr 11 22:05:00 node-a kernel: ${line}`, LATE)).toContain(`journalctl -u ${unit} `);
  });

  it('is docker where the wrapper of CoreOS runs the kubelet, or OpenShift 3', () => {
    const lines = [LATE, LATE.replaceAll('22:06:11', '22:08:12')];
    for (const name of ['kubelet-wrapper', 'origin-node', 'atomic-openshift-node'])
      expect(stepsOf(...lines.map((line) => line.replace(' kubelet[', ` ${name}[`)))).toContain('docker ps -a');
    expect(stepsOf(...lines)).not.toContain('docker ps -a');
  });

  it('is not docker for a pod that mounts the socket of docker', () => {
    const mounts =
      'Apr 11 22:05:00 node-a kubelet[14277]: E0411 22:05:00.113781   14277 pod_workers.go:951] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"web\\" with RunContainerError: \\"failed to mkdir /var/run/docker.sock: not a directory\\"" pod="default/web-1"';
    expect(stepsOf(start('v1.22.4'), mounts, LATE)).toContain('journalctl -u containerd ');
  });

  const pull = (image: string, text: string): string =>
    `Apr 11 22:05:00 node-a kubelet[14277]: E0411 22:05:00.113781   14277 log.go:32] "PullImage from image service failed" err="rpc error: code = Unknown desc = ${text}" image="${image}"`;
  const sandbox = (text: string): string =>
    `Apr 11 22:05:00 node-a kubelet[14277]: E0411 22:05:00.113781   14277 remote_runtime.go:176] "RunPodSandbox from runtime service failed" err="rpc error: code = Unknown desc = ${text}"`;

  it.each([
    pull('docker:24-dind', 'failed to resolve \\"docker:24-dind\\": not found'),
    pull('quay.example/ci/docker:2', 'reading manifest 2 in quay.example/ci/docker: manifest unknown'),
    pull('r.example:5000/docker/compose', 'Get https://r.example:5000/v2/docker/compose/manifests/1: EOF'),
    sandbox('failed to create network for k8s_docker-registry-1-x7k2p_default_65e7c63a_0: timed out'),
    sandbox('error adding pod docker-builder-0 to network: [ci/docker-builder-0/65e7c63a:net1]: timed out'),
    sandbox('plug-in failed for docker-registry-1_default(65e7c63a-92fb-457e-a1f2-3c5c6c1c2d3e): timed out'),
  ])('is not docker by the name of an image or a pod: %s', (line) => {
    expect(stepsOf(start('v1.24.4'), line, LATE)).toContain('journalctl -u containerd ');
  });

  it.each([
    ['docker', sandbox('Cannot connect to the Docker daemon at unix:///var/run/docker.sock')],
    ['docker', sandbox('open /var/lib/docker/overlay2/l: no such file or directory')],
    ['crio', sandbox('dial unix /var/run/crio/crio.sock: connect: no such file or directory')],
    ['containerd', pull('docker:2', 'failed to pull and unpack image \\"docker.io/library/docker:2\\": not found')],
    ['crio', pull('docker:2', 'initializing source docker://docker:2: reading manifest 2: manifest unknown')],
  ])('is %s by the words of an error: %s', (unit, line) => {
    expect(stepsOf(start('v1.22.4'), line, LATE)).toContain(`journalctl -u ${unit} `);
  });
});
