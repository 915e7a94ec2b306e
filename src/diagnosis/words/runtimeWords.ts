/**
 * Next steps in the words of a node's container runtime. The causes write them for containerd and crictl; here is what stands for that with docker behind dockershim
 * (to 1.23), where crictl does not reach the runtime, and with CRI-O, which has crictl and other units.
 */
import { SECOND_WAY } from '../tools/commonSteps.ts';
import type { RuntimeName } from '../tools/runtimeName.ts';

/** What is usual, a text or a pattern for all places (`g`), and what it is here; in this order. */
export type Words = readonly (readonly [usual: string | RegExp, here: string])[];

/** What a step adds for those who have another one. */
const OTHER_RUNTIMES = / \(docker: `[^)]{1,120}\)/g;

/** The interface is a plug-in of containerd alone. */
export const CRI_PLUGIN =
  "See which interface it has: `crictl version`; its CRI plug-in must be on (no `cri` in `disabled_plugins` of `/etc/containerd/config.toml`), and its version fit the kubelet's.";

/** What a runtime without that interface answers means. */
export const LACKS_INTERFACE =
  'The runtime answers, but does not have the interface that this kubelet wants: its CRI plug-in is off, or one of them is too old.';

/** Where the image of the sandbox is set. */
export const SANDBOX_IMAGE_SETTING = '`sandbox_image` in `/etc/containerd/config.toml`';

/** Where the programs are set that runtimes start containers with. */
export const OF_RUNTIMES = '/etc/containerd/config.toml /etc/crio/crio.conf.d/*';

/** Of a runtime that looks after the network itself. */
export const ASK_RUNTIME_FOR_NETWORK = 'Ask the runtime: `crictl --timeout 20s info | grep -A5 NetworkReady`.';

const DOCKER: Words = [
  [
    '`crictl info | grep -i -E "sandbox_?image"`',
    '`ps -C kubelet -o args= | grep -o "pod-infra-container-image=[^ ]*"`',
  ],
  [SANDBOX_IMAGE_SETTING, '`--pod-infra-container-image` of the kubelet'],
  [
    ASK_RUNTIME_FOR_NETWORK,
    'With docker the kubelet starts the plug-in itself: see which one, and from which folders, it is told: `ps -C kubelet -o args= | grep -oE "(network-plugin|cni-[a-z]+-dir)=[^ ]+"`.',
  ],
  [OTHER_RUNTIMES, ''],
  [
    CRI_PLUGIN,
    'See which cri-dockerd stands between docker and the kubelet: `cri-dockerd --version`; it must be as new as this kubelet wants.',
  ],
  [' Running containers survive this;', ' Containers stop, too, unless live-restore is on;'],
  [SECOND_WAY, ''],
  ['crictl pods --state NotReady -q', 'docker ps -aq --filter name=k8s_POD --filter status=exited'],
  ['crictl ps -a --name kube-apiserver', 'docker ps -a --filter name=k8s_kube-apiserver'],
  ['crictl ps -a --name etcd', 'docker ps -a --filter name=k8s_etcd'],
  ['crictl ps -a --state Exited -q', 'docker ps -aq --filter status=exited'],
  ['crictl ps -a --state Exited', 'docker ps -a --filter status=exited'],
  [/crictl --timeout (\d{1,3})s/g, 'timeout $1 crictl'],
  [/crictl ps -a\b/g, 'docker ps -a'],
  [/crictl pods\b/g, 'docker ps -a --filter name=k8s_POD'],
  [/crictl inspectp?\b/g, 'docker inspect'],
  ['crictl inspecti ', 'docker image inspect '],
  [/crictl info\b/g, 'docker info'],
  [/crictl (?:rmp|stopp|rm|stop)\b/g, 'docker rm'],
  ['crictl imagefsinfo', 'docker system df'],
  ['crictl rmi --prune', 'docker image prune -a'],
  [/crictl (logs|images|pull|rmi|stats|version|exec)\b/g, 'docker $1'],
  ['ctr -n k8s.io tasks ls', 'docker ps'],
  ['ctr -n k8s.io', 'docker'],
  [/systemctl (status|start|restart|stop|cat) containerd\b/g, 'systemctl $1 docker'],
  [/journalctl -u containerd\b/g, 'journalctl -u docker'],
  ['containerd config dump | grep SystemdCgroup', 'docker info | grep -i cgroup'],
  [/ls -l \/run\/containerd\/containerd\.sock(?: \/run\/crio\/crio\.sock)?/g, 'ls -l /var/run/docker.sock'],
];

const CRIO: Words = [
  [SANDBOX_IMAGE_SETTING, '`pause_image` in `/etc/crio/crio.conf`'],
  [OTHER_RUNTIMES, ''],
  [CRI_PLUGIN, "See which interface it has: `crictl version`; its version must fit the kubelet's."],
  [SECOND_WAY, ''],
  [/systemctl (status|start|restart|stop|cat) containerd\b/g, 'systemctl $1 crio'],
  [/journalctl -u containerd\b/g, 'journalctl -u crio'],
  ['containerd config dump | grep SystemdCgroup', 'crio config | grep cgroup_manager'],
  ['ctr -n k8s.io tasks ls', 'runc list'],
  ['ls -l /run/containerd/containerd.sock /run/crio/crio.sock', 'ls -l /run/crio/crio.sock'],
];

/** iSulad (docs of openEuler, "iSulad container engine"): it speaks CRI, has a command of its own, and its configuration is one file. */
const ISULAD: Words = [
  [SANDBOX_IMAGE_SETTING, '`pod-sandbox-image` in `/etc/isulad/daemon.json`'],
  [OTHER_RUNTIMES, ''],
  [CRI_PLUGIN, "See which interface it has: `crictl version`; its version must fit the kubelet's."],
  [SECOND_WAY, ' If crictl fails with the same text: `isula ps -aq | wc -l`.'],
  [/systemctl (status|start|restart|stop|cat) containerd\b/g, 'systemctl $1 isulad'],
  [/journalctl -u containerd\b/g, 'journalctl -u isulad'],
  ['ctr -n k8s.io tasks ls', 'isula ps'],
  ['ctr -n k8s.io', 'isula'],
  ['containerd config dump | grep SystemdCgroup', 'isula info | grep -i cgroup'],
  [/ls -l \/run\/containerd\/containerd\.sock(?: \/run\/crio\/crio\.sock)?/g, 'ls -l /var/run/isulad.sock'],
];

const CONTAINERD: Words = [
  [OTHER_RUNTIMES, ''],
  ['ls -l /run/containerd/containerd.sock /run/crio/crio.sock', 'ls -l /run/containerd/containerd.sock'],
];

const BY_RUNTIME: Readonly<Record<RuntimeName, Words>> = {
  docker: DOCKER,
  'cri-o': CRIO,
  containerd: CONTAINERD,
  isulad: ISULAD,
  unknown: [],
};

/** The words of a runtime for what the causes say of containerd; none where it is not known. */
export function runtimeWords(runtime: RuntimeName): Words {
  return BY_RUNTIME[runtime];
}

/** A step in other words: only what stands in it as a command is touched. */
export function inWords(step: string, words: Words): string {
  return words.reduce((text, [usual, here]) => text.replaceAll(usual, here), step);
}
