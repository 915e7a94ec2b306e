/** What stands between a kubelet and its API server, as far as the calls that failed say it: a proxy, a name, etcd, a load balancer, a program for credentials. */
import { ETCD_FIRST, IS_API_SERVER_UP } from '../../tools/commonSteps.ts';
import { type ApiStretch, errorOfEtcd } from '../../signs/apiTrouble.ts';
import type { ApiCall } from '../../../messages/fact.ts';
import { saysUnknownReason } from '../../../messages/texts/errorClass.ts';
import { WHOLE_LINES } from '../../tools/commands.ts';
import { K3S_BALANCER } from '../../tools/distribution.ts';
import { namedSteps } from '../../tools/namedSteps.ts';
import { healthAddress, serverText } from '../../words/apiText.ts';

/** What to look at: what the error names first, then the API server from this node, from its own and from others. `isStarting`: the kubelet waits for one that it starts itself. */
export function obstacleSteps(
  server: string | undefined,
  worst: ApiStretch | undefined,
  isStarting: boolean,
): readonly string[] {
  const isName = worst?.first.failure === 'dns';
  return [
    ...(isStarting || worst === undefined || errorOfEtcd(worst) === undefined
      ? []
      : [isEtcdFull(worst) ? ETCD_FULL : ETCD]),
    ...(proxyOf(worst) === undefined ? [] : [PROXY]),
    ...(isName ? [resolve(server)] : []),
    ...(isCut(worst) ? [WHOLE_LINES] : []),
    ...(pluginOf(worst) === undefined ? [] : [PLUGIN_STEP]),
    ...(balancerOf(worst) === undefined ? [] : [BEHIND_BALANCER]),
    askStep(server, worst),
    ...(isLocalProxy(worst) ? [LOCAL_PROXY] : []),
    ...(isCloudcore(worst) ? [] : [ON_CONTROL_PLANE]),
    ...(isName ? [] : namedSteps([FROM_ELSEWHERE], { address: addressOf(server) })),
  ];
}

/** How it is asked from this node. */
function askStep(server: string | undefined, worst: ApiStretch | undefined): string {
  if (isCloudcore(worst))
    return `See that cloudcore runs and listens there: \`kubectl -n kubeedge get pods -o wide\`, or \`systemctl status cloudcore\` on its machine; and that this node comes through: \`curl -k --max-time 10 https://${server ?? '<cloudcore>:10000'}\` (its address stands in \`grep -A2 -i server: /etc/kubeedge/config/edgecore.yaml\`).`;
  if (isSupervisor(server))
    return `Ask it from the node: \`curl -k --max-time 10 https://${server ?? ''}/cacerts\`; it runs in \`rke2-server\` there: \`systemctl status rke2-server\`. A server with a new address needs that in \`/etc/rancher/rke2/config.yaml\` of this node.`;
  return `Ask it from the node: \`curl -k --max-time 10 ${healthAddress(server, worst)}\` (the address stands in \`grep server: /etc/kubernetes/kubelet.conf\`).`;
}

const ON_CONTROL_PLANE = `${IS_API_SERVER_UP}.`;
const FROM_ELSEWHERE =
  'From another node: look for a load balancer without a healthy API server, a firewall or security group, a route that is gone (`ip route get <address>`).';

/** The address of a server on another machine, without its port. */
function addressOf(server: string | undefined): string | undefined {
  const address = server?.replace(/:\d{1,5}$/, '').replace(/^\[(.*)\]$/, '$1');
  return address?.startsWith('127.') === true || address === '::1' ? undefined : address;
}

/** An agent of k3s or rke2 asks its servers through a load balancer of its own (k3s, pkg/agent/loadbalancer), and by paths that no API server has. */
const OF_AGENT = /https:\/\/((?:127\.0\.0\.1|\[::1\]):\d{1,5})\/(?:cacerts|v1-(?:k3s|rke2)\/)/;
const BEHIND_BALANCER =
  'See which server this node is given, `grep -r server: /etc/rancher` or `K3S_URL` of its unit, and ask it from here: `curl -k --max-time 10 https://<server>:6443/cacerts` (rke2: port 9345); firewalls and proxies (NO_PROXY) must let that through.';

/** What the kubelet of an agent itself asks for. On a server of k3s others ask the API server at the very address, and its kubelet at 127.0.0.1:6443 (k3s, pkg/agent/proxy and pkg/daemons/control). */
const OF_KUBELET: ReadonlySet<ApiCall> = new Set<ApiCall>(['lease', 'node-status', 'registration']);

/** The load balancer in the agent of k3s or rke2; where it takes the call and breaks it off, or nothing answers behind it, it has no server that does. */
function balancerOf(worst: ApiStretch | undefined): string | undefined {
  const isBrokenOff =
    worst?.first.server === K3S_BALANCER &&
    (worst.first.failure === 'cut-off' ||
      worst.samples.some(
        ({ server, failure, call }) => server === K3S_BALANCER && failure === 'timed-out' && OF_KUBELET.has(call),
      ));
  return serverText(isBrokenOff ? K3S_BALANCER : OF_AGENT.exec(worst?.first.error.text ?? '')?.[1]);
}

/** Workers of kubespray and RKE ask a proxy on their own machine (kubespray, docs/operations/ha-mode.md); on a control plane the API server itself may listen there. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\]):(?:6443|8443)$/;
const LOCAL_PROXY =
  'On a worker that address is a proxy on the node itself (kubespray and RKE: nginx-proxy or haproxy): see whether it runs: `crictl ps -a | grep -E "nginx-proxy|haproxy"` (docker: `docker ps -a`), `ls /etc/kubernetes/manifests`.';

function isLocalProxy(worst: ApiStretch | undefined): boolean {
  const { server, failure } = worst?.first ?? {};
  return server !== undefined && failure === 'refused' && LOOPBACK.test(server);
}

/** Where the agents of rke2 join and hold their tunnel to a server (docs.rke2.io/install/requirements): no API server. */
function isSupervisor(server: string | undefined): boolean {
  return server?.endsWith(':9345') === true && !server.startsWith('127.');
}

/** KubeEdge's node knows no API server: all goes by one connection to cloudcore. */
function isCloudcore(worst: ApiStretch | undefined): boolean {
  return worst?.calls.has('cloudcore') === true;
}

const ETCD = `${ETCD_FIRST}; slow disks are the usual reason (\`took too long\`, \`slow fdatasync\`): \`iostat -x 1 5\`.`;

/** etcd's alarm NOSPACE (etcd.io/docs, "Maintenance"). */
const ETCD_FULL =
  'On a control plane see how large the database is and which alarm is raised: `etcdctl endpoint status --cluster -w table`, `etcdctl alarm list`; compact it (`etcdctl compact <revision>`), then `etcdctl defrag --cluster` and `etcdctl alarm disarm`; raise `--quota-backend-bytes` if it is needed.';

function isEtcdFull(worst: ApiStretch | undefined): boolean {
  return worst?.first.error.text.includes('database space exceeded') === true;
}

function resolve(server: string | undefined): string {
  return `See what the name resolves to: \`getent hosts ${server?.replace(/:\d{1,5}$/, '') ?? '<name>'}\`, \`cat /etc/resolv.conf\`.`;
}

const PROXY =
  'See which proxy the kubelet is told to use: `systemctl show kubelet -p Environment`; name the API server and the networks of the cluster in NO_PROXY, or see that the proxy answers.';

/** The proxy that did not let the kubelet through, as net/http names it. */
function proxyOf(worst: ApiStretch | undefined): string | undefined {
  return serverText(
    /proxyconnect tcp: dial tcp (?:lookup )?([\w.:[\]-]{1,253}?)(?=: | on )/.exec(worst?.first.error.text ?? '')?.[1],
  );
}

/** A program that the kubeconfig names gives the credentials of each call (client-go/plugin/pkg/client/auth/exec); without them nothing is sent. */
const OF_PLUGIN = /getting credentials: exec: (?:executable |[^:]{0,40}: "?)([\w./-]{1,200})/;
const PLUGIN_STEP =
  'Run by hand what the kubeconfig of the kubelet names below `exec:` (`systemctl cat kubelet | grep kubeconfig` tells the file): its error says why. On EKS it is `aws eks get-token` or `aws-iam-authenticator token`, which need the role of the machine: `aws sts get-caller-identity`.';

/** The program that did not give credentials. */
function pluginOf(worst: ApiStretch | undefined): string | undefined {
  return OF_PLUGIN.exec(worst?.first.error.text ?? '')?.[1];
}

function isCut(worst: ApiStretch | undefined): boolean {
  return (
    pluginOf(worst) === undefined &&
    worst?.samples.every(({ failure, error }) => failure === 'not-reached' && !saysUnknownReason(error.text)) === true
  );
}

/** What the first line of the longest outage shows: no way to it, an answer that says it is too slow, or no reason at all, for the line was cut. `explained`: what follows says why. */
export function obstacleTitle(server: string | undefined, worst: ApiStretch | undefined, explained: boolean): string {
  const name = `The API server${server === undefined ? '' : ` ${server}`}`;
  const proxy = proxyOf(worst);
  if (proxy !== undefined) return `${name} could not be reached through the proxy ${proxy}`;
  if (worst?.first.failure === 'dns') return `${name} could not be reached, as its name could not be resolved`;
  if (isEtcdFull(worst)) return `${name} cannot write, as the database of its etcd is full`;
  const ofEtcd = worst === undefined ? undefined : errorOfEtcd(worst);
  if (ofEtcd !== undefined)
    return ofEtcd.failure === 'overloaded'
      ? `${name} was turned away by its etcd`
      : `${name} got no answer from its etcd`;
  if (worst?.first.failure === 'overloaded') return `${name} did not do in time what the kubelet asked`;
  if (isCloudcore(worst))
    return `cloudcore${server === undefined ? '' : ` ${server}`}, by which this node reaches the API server, could not be reached`;
  if (isSupervisor(server)) return `The rke2 server ${server ?? ''} could not be reached`;
  const balancer = balancerOf(worst);
  if (balancer !== undefined)
    return `The server behind the load balancer ${balancer} of this node could not be reached`;
  const plugin = pluginOf(worst);
  if (plugin !== undefined)
    return `Calls to the API server${server === undefined ? '' : ` ${server}`} failed, for ${plugin}, which gives the kubelet its credentials, failed`;
  if (isCut(worst))
    return `Calls to the API server${server === undefined ? '' : ` ${server}`} failed${explained ? '' : ', and why is cut off'}`;
  return `${name} could not be reached`;
}
