/** The tools of clusters on a developer's own machine: their node is a machine or a container of its own, which is made anew rather than mended. */
import { ANY_API_SERVER_UP, ANY_ETCD_FIRST } from './commonSteps.ts';
import { saveJournalCommand } from '../../kubelet/journalCommand.ts';
import { NODE_CONTAINER, type Tools } from './tools.ts';
import { FLAGS_IN_UNIT, withoutKubeadm } from './withoutKubeadm.ts';

/** There is neither systemd nor crictl in the machine of Docker Desktop, its kubelet has no unit, and there are no other nodes. */
const NOT_IN_DOCKER_DESKTOP =
  /systemctl|journalctl|kubeadm|crictl|\bctr -n|\/etc\/default\/kubelet|^(?:From another node|Compare (?:with|the name)|Start it by hand)/;

/** docs.docker.com/desktop, "Kubernetes" and "Troubleshoot and diagnose": the pods are containers of its docker, and its log is a file on the machine around it. */
export const DOCKER_DESKTOP_TOOLS: Tools = {
  first: {
    where: ['`'],
    step: 'The node is the virtual machine of Docker Desktop. A shell in that machine: `docker run -it --rm --privileged --pid=host alpine nsenter -t 1 -m -u -n -i sh`.',
  },
  last: 'Where none of this helps, restart Docker Desktop; where that does not help either, reset the cluster (Settings, Kubernetes, Reset Kubernetes Cluster), which deletes all that runs in it.',
  instead: [
    [
      /Ask it from the node: `curl -k --max-time 10 [^`]{1,200}` \(the address stands in `grep server: [^`]{1,100}`\)/g,
      'Ask it: `kubectl --context docker-desktop get --raw /healthz`; its name must stand in the hosts file of your machine, beside 127.0.0.1',
    ],
    [
      ANY_API_SERVER_UP,
      'See whether it runs: `docker ps -a --filter name=k8s_kube-apiserver`, then `docker logs <id>`; and etcd: `docker ps -a --filter name=k8s_etcd`',
    ],
    [ANY_ETCD_FIRST, 'Look at etcd first: `docker ps -a --filter name=k8s_etcd`, `docker logs --tail 200 <id>`'],
  ],
  isForeign: (step) => NOT_IN_DOCKER_DESKTOP.test(step),
  save: () =>
    'cp ~/Library/Containers/com.docker.docker/Data/log/vm/kubelet.log . # Windows: copy %LOCALAPPDATA%\\Docker\\log\\vm\\kubelet.log .',
};

/** minikube.sigs.k8s.io/docs: kubeadm makes its nodes, by a copy of its own and with certificates in a folder of its own; `minikube start` mends what is broken. */
export const MINIKUBE_TOOLS: Tools = {
  first: {
    where: ['`'],
    step: 'Reach the node by `minikube ssh -n NODE`, there `sudo -i`.',
  },
  last: 'Where none of this helps, make the cluster anew, which deletes all that runs in it: `minikube delete`, then `minikube start`.',
  instead: [
    ...withoutKubeadm('`minikube stop`, then `minikube start`', 'make it anew (`minikube delete`, `minikube start`)'),
    ...FLAGS_IN_UNIT,
    ['/etc/kubernetes/pki/ca.crt', '/var/lib/minikube/certs/ca.crt'],
    ['/var/lib/etcd', '/var/lib/minikube/etcd'],
  ],
  isForeign: (step) => step.startsWith('From another node'),
  save: (options) =>
    `minikube ssh "sudo ${saveJournalCommand(`--no-pager ${options}`)
      .replace(' > kubelet.log', '')
      .replaceAll('"', "'")
      .trimEnd()}" > kubelet.log`,
};

/** The machine has another name: a cluster of a name of its own, or the driver "none", with which the node is the machine on which minikube was started. */
export const NAMED_MINIKUBE_TOOLS: Tools = {
  ...MINIKUBE_TOOLS,
  first: {
    where: ['`'],
    step: 'Reach the node by `minikube ssh -p <profile>`, there `sudo -i`; with the driver "none" it is the machine itself on which minikube was started.',
  },
  save: (options) =>
    `${saveJournalCommand(`--no-pager ${options}`).trimEnd()} # of a machine that minikube made: minikube ssh -p <profile>`,
};

/** kind.sigs.k8s.io/docs: each node is a container of docker with systemd, containerd and a kubelet of kubeadm in it. */
export const KIND_TOOLS: Tools = {
  first: {
    where: ['`'],
    step: `The node is a container on the machine where kind runs; a shell in it: \`docker exec -it ${NODE_CONTAINER} bash\`.`,
  },
  instead: [],
  isForeign: (step) => step.startsWith('From another node'),
  save: (options, node) => `docker exec ${node} ${saveJournalCommand(`--no-pager ${options}`)}`,
};
