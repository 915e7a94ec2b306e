/** The tools of k3s: as a service of systemd or of OpenRC, and in a container of docker (k3d). */
import { RENEW_BY_KUBEADM } from './commonSteps.ts';
import { FLAG_FILES } from './flagFiles.ts';
import { saveJournalCommand } from '../../kubelet/journalCommand.ts';
import { OF_RUNTIMES, SANDBOX_IMAGE_SETTING } from '../words/runtimeWords.ts';
import { AT_THAT_TIME } from './atThatTime.ts';
import { CONNTRACK_FLAG, ofOneService, withFlagsAlone, withoutStaticPods } from './oneService.ts';
import { NODE_CONTAINER, type Tools } from './tools.ts';
import { withoutKubeadm } from './withoutKubeadm.ts';

/** docs.k3s.io: crictl and ctr are commands of k3s, containerd logs into a file. */
export const K3S_TOOLS: Tools = {
  instead: [
    // docs.k3s.io/cli/certificate: at a start it renews what is nearly over.
    [RENEW_BY_KUBEADM, 'restart k3s on the server, which renews it when it starts: `systemctl restart k3s`'],
    ...withoutKubeadm(
      'k3s does so itself when it starts: `systemctl restart k3s` (on a worker `k3s-agent`), or `k3s certificate rotate` while it is stopped',
      'join the node anew with the token of the server',
    ),
    ...ofOneService('k3s', 'k3s-agent'),
    [SANDBOX_IMAGE_SETTING, '`pause-image` in `/etc/rancher/k3s/config.yaml`'],
    ['`KubeletInUserNamespace: true`', '`--kubelet-arg=feature-gates=KubeletInUserNamespace=true`'],
    // docs.k3s.io/networking/basic-network-options.
    [
      /`kubectl get pods -A -o wide \| grep -E "flannel\|canal" \| grep [^`]{1,260}`, then its log/g,
      '`journalctl -u k3s -u k3s-agent | grep -i flannel`, because it is a part of k3s',
    ],
    [CONNTRACK_FLAG, 'start k3s with `--kube-proxy-arg=conntrack-max-per-core=0`'],
    ...withoutStaticPods(
      'journalctl -u k3s',
      'journalctl -u k3s | grep -E "Slow SQL|took too long|etcdserver"',
      '/var/lib/rancher/k3s/server/db',
    ),
    ['/run/containerd/containerd.sock', '/run/k3s/containerd/containerd.sock'],
    [`journalctl -u containerd ${AT_THAT_TIME}`, 'tail -n 500 /var/lib/rancher/k3s/agent/containerd/containerd.log'],
    ['journalctl -u containerd', 'cat /var/lib/rancher/k3s/agent/containerd/containerd.log'],
    ['journalctl -t containerd -t dockerd -t crio', 'cat /var/lib/rancher/k3s/agent/containerd/containerd.log'],
    ['journalctl -u kubelet', 'journalctl -u k3s -u k3s-agent'],
    [OF_RUNTIMES, '/var/lib/rancher/k3s/agent/etc/containerd/config.toml'],
    ['/etc/cni/net.d', '/var/lib/rancher/k3s/agent/etc/cni/net.d'],
    [FLAG_FILES, 'cat /etc/rancher/k3s/config.yaml'],
    ...withFlagsAlone(
      'journalctl -u k3s -u k3s-agent | grep "Running kubelet" | tail -1',
      '`kubelet-arg` of `/etc/rancher/k3s/config.yaml`',
    ),
    ['/etc/kubernetes/kubelet.conf', '/var/lib/rancher/k3s/agent/kubelet.kubeconfig'],
    ['/etc/kubernetes/manifests', '/var/lib/rancher/k3s/agent/pod-manifests'],
    ['/etc/kubernetes/pki/ca.crt', '/var/lib/rancher/k3s/agent/client-ca.crt'],
    ['/var/lib/kubelet/pki/kubelet-client-current.pem', '/var/lib/rancher/k3s/agent/client-kubelet.crt'],
    ['containerd config dump', 'cat /var/lib/rancher/k3s/agent/etc/containerd/config.toml'],
    ['crictl ', 'k3s crictl '],
    ['ctr -n', 'k3s ctr -n'],
  ],
  save: (options) => saveJournalCommand(options).replace('-u kubelet', '-u k3s -u k3s-agent'),
};

/** Where no line names who wrote it: in a file, or in a terminal, k3s logs where there is no systemd (docs.k3s.io/faq, "Where are the k3s logs?"; its service on Alpine is one of OpenRC). */
export const K3S_WITHOUT_WRITER: Tools = {
  ...K3S_TOOLS,
  first: {
    where: ['systemctl ', 'journalctl -u k3s'],
    step: 'Where k3s runs without systemd: on Alpine `rc-service k3s restart` stands for `systemctl restart k3s` (on a worker `k3s-agent`), and `/var/log/k3s.log` for its journal; in a container `docker restart <name>` and `docker logs <name>`.',
  },
};

/** k3d.io: each node is a container of docker in which k3s is the first process, without systemd. */
export const K3D_TOOLS: Tools = {
  first: {
    where: ['`'],
    step: `The node is a container on the machine where k3d runs; a shell in it: \`docker exec -it ${NODE_CONTAINER} sh\`.`,
  },
  instead: [
    ...K3S_TOOLS.instead,
    // The kernel is that of the machine around it.
    [/journalctl -k(?: --since "-1h")?/g, 'dmesg -T'],
    [
      /`systemctl (restart|start) k3s` \(on a worker `k3s-agent`(; containerd and the kubelet are parts of it)?\)(?:\. Running containers survive this;?)?/g,
      `\`docker $1 ${NODE_CONTAINER}\` (its pods stop with it)`,
    ],
    [/`systemctl status k3s` \(on a worker `k3s-agent`\)/g, `\`docker inspect ${NODE_CONTAINER}\``],
    [/systemctl (start|stop|restart) k3s\b/g, `docker $1 ${NODE_CONTAINER}`],
    [/systemctl (?:status|show|cat|edit) k3s\b(?: -p \w{1,30}){0,4}/g, `docker inspect ${NODE_CONTAINER}`],
    [
      /journalctl -u k3s(?: -u k3s-agent)?(?: -[\w-]{1,20}(?: (?:"[^"`]{1,40}"|\d{1,6}))?){0,6}(?= \|)/g,
      `docker logs ${NODE_CONTAINER} 2>&1`,
    ],
    [
      /journalctl -u k3s(?: -u k3s-agent)?(?: -[\w-]{1,20}(?: (?:"[^"`]{1,40}"|\d{1,6}))?){0,6}/g,
      `docker logs ${NODE_CONTAINER}`,
    ],
  ],
  isForeign: (step) => /systemctl|journalctl/.test(step),
  save: (_, node) => `docker logs ${node} > kubelet.log 2>&1`,
};
