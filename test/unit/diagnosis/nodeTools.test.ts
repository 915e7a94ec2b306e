/** Next steps are given as they are done on the node at hand. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText, plain, runText } from './diagnoseLog.ts';

const time = (second: number): string => `16:2${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`;
const klog = (second: number, text: string): string => `E1008 ${time(second)}.140000    1636 ${text}`;
/** List calls that hang, as a kubelet of 1.18 says it. */
const lines = (error = ''): readonly string[] => [
  ...[0, 5, 10, 15].map((second) =>
    klog(
      second,
      `kubelet.go:1846] skipping pod synchronization - PLEG is not healthy: pleg was last seen active ${Math.floor((291 + second) / 60)}m${(291 + second) % 60}.76s ago; threshold is 3m0s`,
    ),
  ),
  klog(
    18,
    `remote_runtime.go:277] ListContainers with filter &ContainerFilter{Id:,State:nil,PodSandboxId:,LabelSelector:map[string]string{},} from runtime service failed: rpc error: code = DeadlineExceeded desc = context deadline exceeded${error}`,
  ),
  klog(
    18,
    `kuberuntime_container.go:395] getKubeletContainers failed: rpc error: code = DeadlineExceeded desc = context deadline exceeded${error}`,
  ),
];
const journal = (identifier: string): string =>
  lines()
    .map((line) => `Oct  8 ${line.slice(6, 14)} worker9 ${identifier}: ${line}`)
    .join('\n');
const stepsOf = (log: string): string => {
  const found = diagnoseText(log).findings.find(({ id }) => id === 'list-calls-hang');
  expect(found).toBeDefined();
  return found?.nextSteps.join('\n') ?? '';
};

describe('next steps', () => {
  it('are those of systemd, containerd and crictl where nothing tells of a distribution', () => {
    const steps = stepsOf(journal('kubelet[1636]'));
    expect(steps).toContain('`time crictl --timeout 20s pods`');
    expect(steps).toContain(
      '`systemctl restart containerd`. Running containers survive this; a restart of the kubelet alone does not help',
    );
    expect(steps).toMatch(/`journalctl -u containerd --since "20\d\d-10-08 16:14:50"`/);
  });

  it('are those of k3s by the name under which it logs', () => {
    const steps = stepsOf(journal('k3s[1636]'));
    expect(steps).toContain('`time k3s crictl --timeout 20s pods`');
    expect(steps).toContain('`tail -n 500 /var/lib/rancher/k3s/agent/containerd/containerd.log`');
    expect(steps).toContain(
      '`systemctl restart k3s` (on a worker `k3s-agent`; containerd and the kubelet are parts of it). Running containers survive this.',
    );
    expect(steps).not.toMatch(
      /`systemctl restart (?:containerd|kubelet)|journalctl -u (?:containerd|kubelet)|(?<!k3s )crictl/,
    );
  });

  it('are those of the name under which it logs, also where the first line was pasted without it', () => {
    const [first = '', ...others] = journal('k3s[1636]').split('\n');
    expect(stepsOf([first.slice(first.indexOf(': ') + 2), ...others].join('\n'))).toContain('`time k3s crictl');
  });

  it('are those of rke2 by the socket in its own kubelet.log', () => {
    const steps = stepsOf(lines('; endpoint unix:///run/k3s/containerd/containerd.sock').join('\n'));
    expect(steps).toMatch(/^The tools of rke2 stand apart; first: `export PATH=\$PATH:\/var\/lib\/rancher\/rke2\/bin /);
    expect(steps).toContain('`systemctl restart rke2-server` (on a worker `rke2-agent`;');
    expect(steps).not.toContain('journalctl -u containerd');
  });

  it('are those of MicroK8s by its snap', () => {
    const steps = stepsOf(journal('microk8s.daemon-kubelite[1636]'));
    expect(steps).toContain('`snap restart microk8s.daemon-containerd`. Take it that its containers stop, too;');
    expect(steps).toMatch(/`journalctl -u snap\.microk8s\.daemon-containerd --since "20\d\d-10-08 16:14:50"`/);
  });

  it('are those of the own service of the kubelet in MicroK8s up to 1.20', () => {
    const invalid = (service: string): string =>
      JSON.stringify(
        diagnoseText(
          `Oct  8 ${time(0)} w_9 microk8s.${service}[1636]: ${klog(0, 'kubelet_node_status.go:92] Unable to register node "w_9" with API server: Node "w_9" is invalid: metadata.name: Invalid value: "w_9": a DNS-1123 subdomain must consist of lower case alphanumeric characters')}`,
        ),
      );
    const apart = invalid('daemon-kubelet');
    expect(apart).toContain('snap restart microk8s.daemon-kubelet`');
    expect(apart).toContain('cat /var/snap/microk8s/current/args/kubelet');
    expect(apart).not.toMatch(/daemon-kubelite|systemctl cat/);
    expect(invalid('daemon-kubelite')).toContain('snap restart microk8s.daemon-kubelite`');
  });

  it('name the flags of a kubelet once where no unit has them', () => {
    const invalid = (writer: string, text: string): string =>
      diagnoseText(`Oct  8 ${time(0)} w-9 ${writer}[1636]: ${klog(0, text)}`)
        .findings.flatMap(({ nextSteps }) => nextSteps)
        .join('\n');
    expect(
      invalid(
        'microk8s.daemon-kubelite',
        'server.go:158] "Failed to parse kubelet flag" err="unknown flag: --azure-container-registry-config"',
      ),
    ).toContain(
      'where it stands: `cat /var/snap/microk8s/current/args/kubelet`; then `snap restart microk8s.daemon-kubelite`.',
    );
    expect(
      invalid('microk8s.daemon-kubelite', 'run.go:74] "command failed" err="unrecognized feature gate: DevicePlugins"'),
    ).toContain('where they stand: `cat /var/snap/microk8s/current/args/kubelet`; then `snap restart');
    expect(
      invalid(
        'k3s',
        'kuberuntime_manager.go:286] "Failed to register CRI auth plugins" err="unable to access path \\"/etc/creds.yaml\\": stat /etc/creds.yaml: no such file or directory"',
      ),
    ).toContain('what they hold: `journalctl -u k3s -u k3s-agent | grep "Running kubelet" | tail -1`.');
  });

  it('begin on OpenShift with the way to the node, and take CRI-O for its runtime', () => {
    const steps = stepsOf(journal('kubenswrapper[1636]'));
    expect(steps).toMatch(/^Reach the node by `oc debug node\/<node>`, then `chroot \/host`;.*`ssh core@<node>`\.\n/);
    expect(steps).toContain('`systemctl restart crio`');
  });

  it('name on OpenShift its own files, folders and namespaces', () => {
    const log = [0, 5, 10]
      .map(
        (second) =>
          `Oct  8 ${time(second)} worker9 kubenswrapper[1636]: ${klog(second, 'kubelet.go:2367] "Container runtime network not ready" networkReady="NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized"')}`,
      )
      .join('\n');
    const steps = diagnoseText(log)
      .findings.find(({ id }) => id === 'network-not-ready')
      ?.nextSteps.join('\n');
    expect(steps).toContain('`ls -l /etc/kubernetes/cni/net.d`');
    expect(steps).toContain('openshift-(ovn-kubernetes|sdn|multus)');
    expect(steps).not.toContain('kube-system');
  });

  const noRight = (identifier: string, server: string): string =>
    [0, 10, 20]
      .map(
        (second) =>
          `Oct  8 ${time(second)} worker9 ${identifier}[1636]: ${klog(second, `kubelet_node_status.go:94] Unable to register node "worker9" with API server: Post https://${server}:6443/api/v1/nodes: x509: certificate signed by unknown authority`)}`,
      )
      .join('\n');

  it('are those of OpenShift by the name of its API server, where its kubelet is a part of hyperkube', () => {
    const ofOpenShift = JSON.stringify(diagnoseText(noRight('hyperkube', 'api-int.lab.example.com')).findings);
    expect(ofOpenShift).toContain('oc debug node/');
    expect(ofOpenShift).toContain('/var/lib/kubelet/kubeconfig');
    expect(ofOpenShift).not.toMatch(/kubeadm|\/etc\/kubernetes\/kubelet\.conf/);
    const ofOthers = JSON.stringify(diagnoseText(noRight('hyperkube', 'lb.example.com')).findings);
    expect(ofOthers).not.toMatch(/oc debug|kubeadm|systemctl \w+ hyperkube|\/etc\/kubernetes\/kubelet\.conf/);
    expect(ofOthers).toContain('/var/lib/kubelet/kubeconfig');
    expect(JSON.stringify(diagnoseText(noRight('kubelet', 'api-int.example.com')).findings)).not.toContain('oc debug');
  });

  const flagged = (identifier: string, ...flags: readonly string[]): string =>
    [
      ...flags.map((flag, at) => klog(at, `flags.go:33] FLAG: --${flag}`)),
      klog(
        9,
        'server.go:273] failed to run Kubelet: [cpumanager] unable to determine reserved CPU resources for static policy',
      ).replace(/^E/, 'F'),
    ]
      .map((line, at) => `Oct  8 ${time(at)} worker9 ${identifier}[1636]: ${line}`)
      .join('\n');
  const stepsAfter = (log: string): string => JSON.stringify(diagnoseText(log).findings[0]?.nextSteps);

  it('name the files that the kubelet says it was given', () => {
    const files = ['config="/etc/kubernetes/kubelet.conf"', 'kubeconfig="/srv/kubelet/kubeconfig"'];
    for (const identifier of ['kubelet', 'hyperkube']) {
      expect(stepsAfter(flagged(identifier, ...files))).toContain('Reserve some in `/etc/kubernetes/kubelet.conf`');
      expect(stepsAfter(flagged(identifier, 'config=""'))).toContain('Reserve some in `/var/lib/kubelet/config.yaml`');
    }
  });

  it('are those of OpenShift by the label that its unit gives to the node', () => {
    const label = 'node-labels="node-role.kubernetes.io/worker=,node.openshift.io/os_id=rhcos"';
    expect(stepsAfter(flagged('hyperkube', label))).toContain('oc debug node/');
    expect(stepsAfter(flagged('hyperkube', 'node-labels="pool=blue"'))).not.toContain('oc debug');
  });

  it('are those of OpenShift by the version of its kubelet', () => {
    const started = (version: string): string =>
      `Oct  8 16:19:59 worker9 kubelet[1636]: I1008 16:19:59.140000    1636 server.go:410] Version: ${version}\n${noRight('kubelet', 'lb.example.com')}`;
    expect(JSON.stringify(diagnoseText(started('v1.19.0+db1fc96')).findings)).toContain('oc debug node/');
    expect(JSON.stringify(diagnoseText(started('v1.19.0+lab.1')).findings)).not.toContain('oc debug');
  });

  it('name the unit of a kubelet that is not called so', () => {
    const log = [0, 10, 20]
      .map((second) => `Oct  8 ${time(second)} edge-1 edgecore[583]: ${klog(second, 'ws.go:77] dial websocket error')}`)
      .join('\n');
    expect(plain(diagnoseText(log.replaceAll('    1636 ', '     583 ')).answer)).toContain('`journalctl -u edgecore ');
  });

  it('are those of k0s by the form of its lines, where nobody says who wrote them', () => {
    const steps = stepsOf(
      lines()
        .map(
          (line) => `time="2026-10-08 ${line.slice(6, 14)}" level=info msg="${line}" component=kubelet stream=stderr`,
        )
        .join('\n'),
    );
    expect(steps).toContain('CONTAINER_RUNTIME_ENDPOINT=unix:///run/k0s/containerd.sock');
    expect(steps).toContain('`systemctl restart k0sworker`');
  });

  const STATUS = 'container runtime status check may not have completed yet';
  const talos = (name: string, before = ''): string =>
    [0, 5, 10]
      .map(
        (second) =>
          `${name}: ${before}{"ts":${1_753_178_400_000 + second * 1000}.5,"caller":"kubelet/kubelet.go:2406","msg":"Skipping pod synchronization","err":"${STATUS}"}`,
      )
      .join('\n');

  it('say on Talos what stands for them, for it has no shell', () => {
    expect(plain(diagnoseText(talos('10.5.0.2')).answer)).toContain(
      'Save the whole journal: `talosctl -n 10.5.0.2 logs kubelet > kubelet.log`',
    );
    const steps = diagnoseText(
      `${talos('10.5.0.2')}\n10.5.0.2: {"ts":1753178411000.5,"caller":"log.go:32","msg":"ListPodSandbox with filter from runtime service failed","filter":"nil","err":"rpc error: code = Unavailable desc = connection error: desc = \\"transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: no such file or directory\\""}`,
    ).findings[0]?.nextSteps.join('\n');
    expect(steps).toContain('Read what the runtime said at that time: `talosctl logs cri`.');
  });

  it('ask on Talos from outside for the certificate and the name of the node', () => {
    const refused = (second: number): string =>
      `10.5.0.2: {"ts":${1_753_178_400_000 + second * 1000}.5,"caller":"kubelet/kubelet_node_status.go:92","msg":"Unable to register node with API server","node":{"name":"w1"},"err":"Unauthorized"}`;
    const steps = diagnoseText([0, 7, 14].map(refused).join('\n')).findings[0]?.nextSteps.join('\n');
    expect(steps).toContain(
      '`talosctl read /var/lib/kubelet/pki/kubelet-client-current.pem | openssl x509 -noout -subject -dates`',
    );
    expect(steps).toContain('`talosctl get hostname`');
    expect(steps).not.toContain('`hostname`');
  });

  it('are those of docker where gRPC names its codes by numbers', () => {
    const steps = diagnoseText(
      'Oct 23 09:37:37 n1 kubelet[28811]: E1023 09:37:37.716122   28811 remote_runtime.go:257] ListContainers with filter "nil" from runtime service failed: rpc error: code = 4 desc = context deadline exceeded',
    ).findings[0]?.nextSteps.join('\n');
    expect(steps).toContain('docker ps -a');
    expect(steps).not.toContain('crictl');
  });

  it.each([
    ['crio', 'journalctl -u crio'],
    ['containerd', 'journalctl -u containerd'],
    ['dockerd', 'journalctl -u docker'],
  ])('are those of %s where that writes beside the kubelet, whatever it says', (writer, command) => {
    const steps = diagnoseText(
      [
        'Apr 11 22:04:11 n1 kubelet[14277]: E0411 22:04:11.104218   14277 kubelet.go:1371] "Container garbage collection failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"',
        `Apr 11 22:06:11 n1 ${writer}[900]: time="2024-04-11T22:06:11.120433243Z" level=info msg="a word"`,
      ].join('\n'),
    ).findings[0]?.nextSteps.join('\n');
    expect(steps).toContain(command);
  });

  it('remove on Talos what the kubelet has noted without a shell, and drain no address', () => {
    const steps = diagnoseText(
      '10.5.0.2: {"ts":1690001513203.121,"caller":"kubelet/kubelet.go:1480","msg":"Failed to start ContainerManager","err":"start cpu manager error: could not restore state from checkpoint: configured policy \\"static\\" differs from state checkpoint policy \\"none\\", please drain this node and delete the CPU manager checkpoint file \\"/var/lib/kubelet/cpu_manager_state\\" before restarting Kubelet"}',
    ).findings[0]?.nextSteps.join('\n');
    expect(steps).toContain('`kubectl drain <node> --ignore-daemonsets`');
    expect(steps).toContain('rm /host/var/lib/kubelet/cpu_manager_state`');
    expect(steps).toContain('`talosctl read /etc/kubernetes/kubelet.yaml | grep -iE');
    expect(steps).not.toMatch(/systemctl|mv /);
  });

  it('are those of Talos also where talosctl was asked by names, by the address that its kubelet asks', () => {
    const log = (server: string): string =>
      [0, 10, 20, 30, 41]
        .map(
          (second) =>
            `sanji: {"ts":${1_746_932_394_000 + second * 1000}.5,"caller":"kubelet/kubelet_node_status.go:544","msg":"Error updating node status, will retry","err":"error getting node \\"sanji\\": Get \\"https://${server}/api/v1/nodes/sanji?timeout=10s\\": context deadline exceeded"}`,
        )
        .join('\n');
    const { answer, findings } = diagnoseText(log('127.0.0.1:7445'));
    expect(plain(answer)).toContain(
      'Next: see whether KubePrism, which the kubelet asks, finds an API server: `talosctl get kubeprismstatuses`',
    );
    expect(findings[0]?.nextSteps.join('\n')).toContain(
      '`talosctl containers -k | grep kube-apiserver`, then `talosctl logs -k <id>`; and etcd: `talosctl service etcd`',
    );
    expect(JSON.stringify(findings)).not.toMatch(/curl|kubelet\.conf/);
    expect(JSON.stringify(diagnoseText(log('10.0.0.1:6443')))).not.toContain('talosctl');
  });

  it('ask Talos by the address that the log was had by, and KubePrism only where the kubelet asks it', () => {
    const refused = (server: string): Finding | undefined =>
      diagnoseText(
        [0, 7, 14]
          .map(
            (second) =>
              `10.5.0.2: {"ts":${1_746_932_394_000 + second * 1000}.5,"caller":"lease/controller.go:146","msg":"Failed to ensure lease exists, will retry","interval":"7s","err":"Get \\"https://${server}/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/nami?timeout=10s\\": dial tcp 10.5.0.9:6443: connect: connection refused"}`,
          )
          .join('\n'),
      ).findings[0];
    const ofLocal = refused('localhost:6443')?.nextSteps.join('\n');
    expect(ofLocal).toContain('`talosctl -n 10.5.0.2 logs cri`');
    expect(ofLocal).toContain('`talosctl read /etc/kubernetes/kubeconfig-kubelet`; one on its own machine');
    expect(ofLocal).not.toMatch(/KubePrism|nginx-proxy|nami/);
    expect(refused('10.5.0.9:6443')?.nextSteps.join('\n')).toContain(
      'Ask it from another machine of its network, for Talos has no shell: `curl -k --max-time 10 https://10.5.0.9:6443/healthz`',
    );
    expect(refused('127.0.0.1:7445')?.nextSteps.join('\n')).toContain('See whether KubePrism');
  });

  it('are those of k3s where its agent answers for the API server, and name the server behind it only where the call was taken', () => {
    const log = (server: string, failure: string): string =>
      [10, 20, 30]
        .map(
          (second) =>
            `E1120 10:00:${second}.101000      55 controller.go:195] "Failed to update lease" err="Put \\"https://${server}/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/agent-0?timeout=10s\\": ${failure}"`,
        )
        .join('\n');
    const taken = diagnoseText(log('127.0.0.1:6444', 'EOF')).findings[0];
    expect(taken?.title).toBe('The server behind the load balancer 127.0.0.1:6444 of this node could not be reached');
    expect(JSON.stringify(taken?.nextSteps)).toContain('/var/lib/rancher/k3s/agent/kubelet.kubeconfig');
    const waited = 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)';
    expect(diagnoseText(log('127.0.0.1:6444', waited)).findings[0]?.title).toBe(taken?.title);
    // Reflectors of a server's own parts ask its API server there.
    // Parts of a server ask its own API server there; a kubelet does where it has an agent's balancer.
    const list = `E1120 10:00:09.101000      55 reflector.go:158] "Unhandled Error" err="k8s.io/client-go/informers/factory.go:160: Failed to watch *v1.Node: failed to list *v1.Node: Get \\"https://127.0.0.1:6444/api/v1/nodes?limit=500&resourceVersion=0\\": ${waited}"`;
    const ofKubelet = log('127.0.0.1:6444', waited);
    expect(diagnoseText(`${list}\n${ofKubelet}`).findings[0]?.title).toBe(taken?.title);
    expect(diagnoseText(`${list}\n${ofKubelet.replaceAll('6444', '6443')}`).findings[0]?.title).toBe(
      'The API server 127.0.0.1:6443 could not be reached',
    );
    const refused = diagnoseText(log('127.0.0.1:6444', 'dial tcp 127.0.0.1:6444: connect: connection refused'));
    expect(refused.findings[0]?.title).toBe('The API server 127.0.0.1:6444 could not be reached');
    expect(diagnoseText(log('10.0.0.1:6444', 'EOF')).findings[0]?.title).toBe(
      'The API server 10.0.0.1:6444 could not be reached',
    );
  });

  it('take no journal for Talos because its entries hold JSON, and put no name that is more than a name into a command', () => {
    const journalJson = (host: string): string =>
      talos('x')
        .split('\n')
        .map((line, at) =>
          JSON.stringify({
            __REALTIME_TIMESTAMP: String(1_753_178_400_000_500 + at * 5_000_000),
            _HOSTNAME: host,
            MESSAGE: line.slice(3),
          }),
        )
        .join('\n');
    const ofAddress = plain(diagnoseText(journalJson('10.5.0.2')).answer);
    expect(ofAddress).toContain('talosctl -n 10.5.0.2');
    for (const name of ['node-1', '$(reboot)', 'a`b', 'node;x']) {
      const diagnosis = diagnoseText(journalJson(name));
      expect(diagnosis.answer.state).toBe('unhealthy-at-end');
      expect(JSON.stringify(diagnosis)).not.toContain('talosctl');
    }
  });

  it('stay as they are where nodes are of different distributions', () => {
    const k3s = journal('k3s[1636]').replaceAll('worker9', 'worker8').replaceAll('1636', '1700');
    // Whichever comes first.
    for (const log of [`${journal('kubelet[1636]')}\n${k3s}`, `${k3s}\n${journal('kubelet[1636]')}`]) {
      const steps = diagnoseText(log)
        .findings.flatMap(({ nextSteps }) => nextSteps)
        .join('\n');
      expect(steps).toContain('`systemctl restart containerd`');
      expect(steps).not.toContain('k3s');
    }
  });

  it('name no other distribution for recorded kubelets of kubeadm', () => {
    expect(JSON.stringify(diagnoseText(runText('v1.36.2-f-killed-restarted')).findings)).not.toMatch(
      /k3s|rke2|talos|oc debug|microk8s/,
    );
  });

  it('are those of docker where the kubelet says of dockershim that its network is not ready', () => {
    const log = (message: string): string =>
      [0, 5, 10, 15]
        .map((second) =>
          klog(
            second,
            `kubelet.go:2183] Container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:${message}`,
          ),
        )
        .join('\n');
    const stepsFor = (message: string): string => diagnoseText(log(message)).findings[0]?.nextSteps.join('\n') ?? '';
    expect(stepsFor('docker: network plugin is not ready: cni config uninitialized')).toContain('network-plugin|cni-');
    expect(stepsFor('docker: network plugin is not ready: cni config uninitialized')).not.toContain('crictl');
    expect(stepsFor('Network plugin returns error: cni plugin not initialized')).toContain(
      '`crictl --timeout 20s info',
    );
  });

  it('are those of docker where the kubelet began with its name', () => {
    const named = klog(
      0,
      'kuberuntime_manager.go:210] Container runtime docker initialized, version: 19.03.8, apiVersion: 1.40.0',
    );
    expect(stepsOf([named, ...lines()].join('\n'))).toContain('`time timeout 20 docker ps -a`');
    expect(stepsOf([named.replace(' docker ', ' containerd '), ...lines()].join('\n'))).toContain('crictl');
  });

  it('are those of etcd as Talos runs it, which is no pod there', () => {
    const log = [0, 10, 20, 30, 41]
      .map(
        (second) =>
          `sanji: {"ts":${1_746_932_394_000 + second * 1000}.5,"caller":"lease/controller.go:195","msg":"Failed to update lease","err":"Put \\"https://127.0.0.1:7445/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/sanji?timeout=10s\\": etcdserver: request timed out"}`,
      )
      .join('\n');
    const steps = diagnoseText(log).findings[0]?.nextSteps.join('\n') ?? '';
    expect(steps).toContain('look at etcd first: `talosctl etcd status`, `talosctl logs etcd --tail 200`');
    expect(steps).not.toContain('crictl ps');
  });

  it('are not those of OpenShift 4 on a node of OpenShift 3, which has docker', () => {
    const steps = (version: string): string =>
      stepsOf([`I1008 16:19:59.140000    1636 server.go:467] Version: ${version}`, ...lines()].join('\n'));
    expect(steps('v1.11.0+d4cacc0')).not.toContain('oc debug');
    expect(steps('v1.17.1+45f8ddb')).toContain('oc debug');
  });
});

describe('next steps where there is no systemd', () => {
  const named = (node: string): string =>
    `${lines().join('\n')}\n${klog(20, `kubelet_node_status.go:402] Error updating node status, will retry: error getting node "${node}": Get "https://10.0.0.5:6443/api/v1/nodes/${node}?timeout=10s": context deadline exceeded`)}\n${klog(21, `kubelet.go:2183] node "${node}" not found`)}`;

  it('go by the container that a node of k3d is', () => {
    const steps = stepsOf(named('k3d-dev-agent-0'));
    expect(steps).toContain('`docker exec -it k3d-dev-agent-0 sh`');
    expect(steps).toContain('`docker restart k3d-dev-agent-0` (its pods stop with it)');
    expect(steps).toContain('k3s crictl --timeout 20s pods');
    expect(steps).not.toMatch(/systemctl|journalctl/);
  });

  it('go by the container that a node of kind is', () => {
    const steps = stepsOf(named('kind-worker2'));
    expect(steps).toContain('`docker exec -it kind-worker2 bash`');
    expect(steps).toContain('`systemctl restart containerd`');
  });

  it('say what stands for systemctl where no line of k3s names its writer', () => {
    const started = 'time="2026-10-08T16:19:00Z" level=fatal msg="k3s ended"';
    expect(stepsOf(`${lines().join('\n')}\n${started}`)).toContain('on Alpine `rc-service k3s restart` stands for');
    expect(stepsOf(journal('k3s[1636]'))).not.toContain('rc-service');
  });

  it('are those of iSulad where its socket is asked', () => {
    const steps = stepsOf(lines('; endpoint unix:///var/run/isulad.sock').join('\n'));
    expect(steps).toContain('`systemctl restart isulad`');
    expect(steps).not.toMatch(/\bctr -n|containerd/);
  });
});

describe('next steps of a kubelet that has no API server', () => {
  const alone = klog(0, 'server.go:554] "Standalone mode, no API client"').replace('E1008', 'I1008');
  const crashing = [1, 3, 5, 30]
    .map((second) =>
      klog(
        second,
        'pod_workers.go:1298] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with CrashLoopBackOff: \\"back-off 2m40s restarting failed container=app pod=web-n1_default(0a1b2c3d4e5f60718293a4b5c6d7e8f9)\\"" pod="default/web-n1" podUID="0a1b2c3d4e5f60718293a4b5c6d7e8f9"',
      ),
    )
    .join('\n');
  const steps = (log: string): string =>
    diagnoseText(log)
      .findings.find(({ id }) => id === 'pods-crashing')
      ?.nextSteps.join('\n') ?? '';

  it('do without kubectl', () => {
    expect(steps(crashing)).toContain('kubectl');
    expect(steps(`${alone}\n${crashing}`)).not.toContain('kubectl');
    expect(steps(`${alone}\n${crashing}`)).toContain('works alone, without an API server');
  });
});
