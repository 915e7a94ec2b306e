/** The tools of MicroK8s (canonical.com/microk8s/docs/configuring-services): from 1.21 on kubelet and API server are parts of kubelite, before each is a service of its own. */
import { FLAG_FILES } from './flagFiles.ts';
import { saveJournalCommand } from '../../kubelet/journalCommand.ts';
import { OF_RUNTIMES, SANDBOX_IMAGE_SETTING } from '../words/runtimeWords.ts';
import { CONNTRACK_FLAG, withoutStaticPods } from './oneService.ts';
import type { Tools } from './tools.ts';
import { withoutKubeadm } from './withoutKubeadm.ts';

/** The services of the snap with the kubelet, the API server and the datastore. */
interface Services {
  readonly kubelet: string;
  readonly server: string;
  readonly data: string;
}

function toolsWith({ kubelet, server, data }: Services): Tools {
  return {
    first: {
      where: ['crictl '],
      step: 'MicroK8s does not come with crictl; with your own copy: `export CONTAINER_RUNTIME_ENDPOINT=unix:///var/snap/microk8s/common/run/containerd.sock`.',
    },
    instead: [
      ...withoutKubeadm(
        '`microk8s refresh-certs`',
        'join the node anew (`microk8s leave`, `microk8s add-node` on another)',
      ),
      ...withoutStaticPods(
        `journalctl -u snap.microk8s.${server}`,
        `journalctl -u snap.microk8s.${data}`,
        '/var/snap/microk8s/current/var/kubernetes/backend',
      ),
      [CONNTRACK_FLAG, 'put `--conntrack-max-per-core=0` into `/var/snap/microk8s/current/args/kube-proxy`'],
      ['/run/containerd/containerd.sock', '/var/snap/microk8s/common/run/containerd.sock'],
      ['`systemctl restart containerd`', '`snap restart microk8s.daemon-containerd`'],
      ['`systemctl restart kubelet`', `\`snap restart microk8s.${kubelet}\``],
      ['`systemctl status containerd`', '`systemctl status snap.microk8s.daemon-containerd`'],
      ['`systemctl start containerd`', '`snap start microk8s.daemon-containerd`'],
      ['journalctl -u containerd', 'journalctl -u snap.microk8s.daemon-containerd'],
      ['journalctl -t containerd -t dockerd -t crio', 'journalctl -u snap.microk8s.daemon-containerd'],
      ['journalctl -u kubelet', `journalctl -u snap.microk8s.${kubelet}`],
      [/systemctl (start|stop|restart) kubelet\b/g, `snap $1 microk8s.${kubelet}`],
      ['systemctl enable --now kubelet', `snap start --enable microk8s.${kubelet}`],
      // The unit of a snap names no flag, and a file of its arguments is read at each start.
      ['`systemctl daemon-reload` and ', ''],
      ['`grep -A20 featureGates /var/lib/kubelet/config.yaml`, ', ''],
      [`\`systemctl cat kubelet\`, \`${FLAG_FILES}\``, '`cat /var/snap/microk8s/current/args/kubelet`'],
      ['systemctl cat kubelet', 'cat /var/snap/microk8s/current/args/kubelet'],
      [/systemctl (status|show|edit|reset-failed) kubelet\b/g, `systemctl $1 snap.microk8s.${kubelet}`],
      ['systemctl restart containerd kubelet', 'snap restart microk8s'],
      [FLAG_FILES, 'cat /var/snap/microk8s/current/args/kubelet'],
      [' On a control plane: `ls -la /etc/kubernetes/manifests`.', ''],
      ['/etc/kubernetes/kubelet.conf', '/var/snap/microk8s/current/credentials/kubelet.config'],
      ['/etc/kubernetes/pki/ca.crt', '/var/snap/microk8s/current/certs/ca.crt'],
      ['/var/lib/kubelet/config.yaml', '/var/snap/microk8s/current/args/kubelet'],
      ['/var/lib/kubelet/pki/kubelet-client-current.pem', '/var/snap/microk8s/current/certs/kubelet.crt'],
      ['containerd config dump', 'cat /var/snap/microk8s/current/args/containerd.toml'],
      [SANDBOX_IMAGE_SETTING, '`sandbox_image` in `/var/snap/microk8s/current/args/containerd-template.toml`'],
      [OF_RUNTIMES, '/var/snap/microk8s/current/args/containerd.toml'],
      ['/etc/cni/net.d', '/var/snap/microk8s/current/args/cni-network'],
      ['/opt/cni/bin', '/var/snap/microk8s/current/opt/cni/bin'],
      ['ctr -n k8s.io', 'microk8s ctr'],
      // What a snap does with them when its service stops is not known to us.
      [' Running containers survive this;', ' Take it that its containers stop, too;'],
    ],
    save: (options) => saveJournalCommand(options).replace('-u kubelet', `-u snap.microk8s.${kubelet}`),
  };
}

export const MICROK8S_TOOLS = toolsWith({
  kubelet: 'daemon-kubelite',
  server: 'daemon-kubelite',
  data: 'daemon-k8s-dqlite',
});

/** Up to 1.20; its datastore was etcd, or dqlite within the API server. */
export const MICROK8S_WITHOUT_KUBELITE = toolsWith({
  kubelet: 'daemon-kubelet',
  server: 'daemon-apiserver',
  data: 'daemon-etcd -u snap.microk8s.daemon-apiserver',
});
