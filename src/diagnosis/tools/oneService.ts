/** Next steps on nodes where one program holds the kubelet, its runtime and on servers the control plane: k3s, rke2, k0s, MicroK8s. */
import { ANY_API_SERVER_UP, ANY_ETCD_FIRST, NOT_BY_KUBELET } from './commonSteps.ts';
import type { Words } from '../words/runtimeWords.ts';

/** What the causes say of the flag of a kube-proxy that runs in the same program. */
export const CONNTRACK_FLAG = 'put `--conntrack-max-per-core=0` among its flags';

/** One service with containerd and the kubelet in it; its containers go on when it stops (docs.k3s.io/upgrades/killall). */
export function ofOneService(unit: string, other: string, where = 'a worker'): Words {
  return [
    [
      '`systemctl restart containerd`',
      `\`systemctl restart ${unit}\` (on ${where} \`${other}\`; containerd and the kubelet are parts of it)`,
    ],
    ['`systemctl restart kubelet`', `\`systemctl restart ${unit}\` (on ${where} \`${other}\`)`],
    ['`systemctl status containerd`', `\`systemctl status ${unit}\` (on ${where} \`${other}\`)`],
    ['`systemctl start containerd`', `\`systemctl start ${unit}\` (on ${where} \`${other}\`)`],
    [
      /systemctl (start|stop|restart|status|enable --now|cat|show|edit|reset-failed) kubelet\b/g,
      `systemctl $1 ${unit}`,
    ],
    ['systemctl restart containerd kubelet', `systemctl restart ${unit}`],
    ['systemctl restart docker kubelet', `systemctl restart docker ${unit}`],
    [NOT_BY_KUBELET, ''],
  ];
}

/** Where the kubelet is given flags and no file with its configuration. `show`: what prints the flags; `place`: where its user sets them. */
export function withFlagsAlone(show: string, place: string): Words {
  return [
    [/`grep (?:-\w{1,5} ){0,3}(?:"[^"`]{1,120}"|\w{1,40}) \/var\/lib\/kubelet\/config\.yaml`/g, `\`${show}\``],
    // Defaults of such a program stand in no unit.
    [/`systemctl cat [\w-]{1,20} \| grep image-credential-provider`/g, `\`${show}\``],
    ['`/var/lib/kubelet/config.yaml`', place],
  ];
}

/** The same where the log names the other service of the two: steps name that one alone. Behind the words of `ofOneService`. */
export function ofAgent(unit: string, agent: string): Words {
  return [
    [` (on a worker \`${agent}\`)`, ''],
    [`on a worker \`${agent}\`; `, ''],
    [/(systemctl (?:[a-z-]{1,12} )(?:--now )?)(?:k3s|rke2-server)\b(?!-)/g, `$1${agent}`],
    [`journalctl -u ${unit} -u ${agent}`, `journalctl -u ${agent}`],
  ];
}

/** What the causes say of the static pods of a control plane, where API server and datastore are no pods. `server`: what reads the log of the API server; `data`: that of the datastore; `folder`: where it lies. */
export function withoutStaticPods(server: string, data: string, folder: string): Words {
  return [
    [
      ANY_API_SERVER_UP,
      `It is no pod there: on a server see what it says, \`${server}\`, and its datastore: \`${data}\``,
    ],
    [
      /Read what it said before it ended on this node itself, for without the API server kubectl has no answer: `[^`]{1,80}`, then `[^`]{1,60}`/g,
      `Read what it said before it ended, for without the API server kubectl has no answer: \`${server}\``,
    ],
    [/on a control plane see whether it runs: `[^`]{1,80}`/g, `on a server see what it says: \`${server}\``],
    [ANY_ETCD_FIRST, `On a server look at its datastore first: \`${data}\``],
    [/Look at etcd first: `[^`]{1,80}`, `[^`]{1,60}`/g, `Look at the datastore first: \`${data}\``],
    [/Read the API server's own log: `[^`]{1,80}`, `[^`]{1,60}`/g, `Read the API server's own log: \`${server}\``],
    ['df -h /var/lib/etcd', `df -h ${folder}`],
    [', are the other members there (`etcdctl endpoint status --cluster -w table`)?', ', are the other servers there?'],
  ];
}
