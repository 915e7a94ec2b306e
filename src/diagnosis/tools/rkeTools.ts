/** RKE, the first of its name (docs of Rancher, "Kubernetes components"): kubelet, API server and etcd are containers of docker that are called so, and start again by themselves. */
import { ANY_API_SERVER_UP, ANY_ETCD_FIRST } from './commonSteps.ts';
import { FLAG_FILES } from './flagFiles.ts';
import { withFlagsAlone } from './oneService.ts';
import type { Tools } from './tools.ts';
import { withoutKubeadm } from './withoutKubeadm.ts';

export const RKE_TOOLS: Tools = {
  instead: [
    ...withoutKubeadm(
      '`rke cert rotate` where its cluster.yml is, or in Rancher "Rotate Certificates"',
      'join the node anew (`rke up`, or the command that Rancher shows for new nodes)',
    ),
    [
      ANY_API_SERVER_UP,
      'On a control plane see whether it runs: `docker ps -a --filter name=kube-apiserver`, then `docker logs --tail 200 kube-apiserver`; and etcd: `docker logs --tail 200 etcd`',
    ],
    [
      ANY_ETCD_FIRST,
      'On a control plane look at etcd first: `docker ps -a --filter name=etcd`, `docker logs --tail 200 etcd`',
    ],
    [
      /Look at etcd first: `[^`]{1,80}`, `[^`]{1,60}`/g,
      'Look at etcd first: `docker ps -a --filter name=etcd`, `docker logs --tail 200 etcd`',
    ],
    [
      /Read the API server's own log: `[^`]{1,80}`, `[^`]{1,60}`/g,
      "Read the API server's own log: `docker logs --tail 200 kube-apiserver`",
    ],
    ['name=k8s_kube-apiserver', 'name=kube-apiserver'],
    ['grep cgroupDriver /var/lib/kubelet/config.yaml', 'docker inspect kubelet | grep cgroup-driver'],
    ...withFlagsAlone('docker inspect -f "{{.Args}}" kubelet', '`extra_args` of the kubelet in its cluster.yml'),
    [FLAG_FILES, 'docker inspect -f "{{.Args}}" kubelet'],
    ['/etc/kubernetes/kubelet.conf', '/etc/kubernetes/ssl/kubecfg-kube-node.yaml'],
    ['/etc/kubernetes/pki/ca.crt', '/etc/kubernetes/ssl/kube-ca.pem'],
    ['/var/lib/kubelet/pki/kubelet-client-current.pem', '/etc/kubernetes/ssl/kube-node.pem'],
    ['systemctl daemon-reload && ', ''],
    ['systemctl reset-failed kubelet && ', ''],
    ['systemctl restart docker kubelet', 'systemctl restart docker'],
    ['systemctl enable --now kubelet', 'docker start kubelet'],
    [/systemctl (start|stop|restart) kubelet\b/g, 'docker $1 kubelet'],
    [
      /systemctl show kubelet(?: -p \w{1,30}){1,4}/g,
      'docker inspect -f "{{.RestartCount}} {{.State.StartedAt}}" kubelet',
    ],
    ['systemctl status kubelet', 'docker ps -a --filter name=kubelet'],
    [/systemctl (?:cat|edit) kubelet\b/g, 'docker inspect kubelet'],
    [/journalctl -u kubelet\b[^`|]{0,80}\| /g, 'docker logs kubelet 2>&1 | '],
    [/journalctl -u kubelet\b[^`|]{0,80}/g, 'docker logs kubelet'],
  ],
  save: () => 'docker logs kubelet > kubelet.log 2>&1',
};
