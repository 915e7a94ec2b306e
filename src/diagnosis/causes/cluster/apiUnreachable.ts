/**
 * api-unreachable: the kubelet does not reach its API server, so leases, status, watches, mirror pods and events fail together. Sign: errors of client-go that say so.
 * High where they last 40 s and more, or ended the kubelet; medium where the log ends with them or they last ten seconds; low for a short break, for the first minute of
 * a kubelet, and where the log ends in the first half minute of one that starts the API server itself. Where etcd or the API server of the same node say why, that is part of the same story.
 */
import { inSeconds, seconds } from '../../../kubelet/time.ts';
import { LEASE_GRACE } from '../../../kubelet/constants.ts';
import {
  callsText,
  failureText,
  healthAddress,
  leaseText,
  saidText,
  serverText,
  whenText,
} from '../../words/apiText.ts';
import {
  type ApiStretch,
  goesOn,
  isAtStart,
  lengthOf,
  serversOf,
  stretchesOf,
  WAITS_AT_START,
} from '../../signs/apiTrouble.ts';
import { type Cause, highest, makeFinding } from '../../cause.ts';
import { weightOfFailedCalls } from './apiWeight.ts';
import { CLOSED_CONNECTION, keepsClosedConnection } from '../../signs/closedConnection.ts';
import { controlPlaneTrouble } from '../../signs/etcdTrouble.ts';
import { exitsOf, exitsText } from '../../signs/exits.ts';
import {
  API_SERVER,
  CHANGED_TITLE,
  EDITED_STEP,
  EDITED_TITLE,
  manifestsChanged,
  manifestsEdited,
} from '../../signs/editedManifest.ts';
import { networkTrouble, routeTrouble } from '../../signs/nodeNetwork.ts';
import { shorten } from '../../words/factText.ts';
import { amountOf } from '../../words/amountText.ts';
import type { Confidence } from '../../finding.ts';
import type { DiagnosisView } from '../../view.ts';
import { WHOLE_LINES } from '../../tools/commands.ts';
import { K3S_BALANCER } from '../../tools/distribution.ts';
import { unlessItLasts } from '../../tools/unlessItLasts.ts';

const BRIEF = seconds(10);

export const apiUnreachable: Cause = {
  id: 'api-unreachable',
  find(view) {
    const stretches = stretchesOf(view, 'unreachable');
    const exits = exitsOf(view, 'api-unreachable');
    if (stretches.length + exits.length === 0) return [];
    const confidence = exits.length > 0 ? 'high' : highest(stretches.map((stretch) => confidenceOf(view, stretch)));
    const server = serverText(serversOf(stretches)[0]);
    const worst = stretches.toSorted((a, b) => lengthOf(b) - lengthOf(a) || b.count - a.count)[0];
    const ends = stretches.filter((stretch) => goesOn(view, stretch));
    const open = ends.some((stretch) => !hasSuccessor(view, stretch));
    const behind = controlPlaneTrouble(view, stretches);
    const why = behind === undefined ? networkTrouble(view, stretches) : undefined;
    const route = why === undefined && behind === undefined ? routeTrouble(worst) : undefined;
    const closed = behind === undefined && why === undefined && worst !== undefined && keepsClosedConnection(worst);
    const isUnexplained = behind === undefined && why === undefined && route === undefined;
    const changed = isUnexplained ? manifestsChanged(view, stretches) : [];
    const edited = isUnexplained && changed.length === 0 ? manifestsEdited(view, stretches) : [];
    const balancer = balancerOf(worst);
    const starting = confidence === 'low' && stretches.every((stretch) => isAtStart(view, stretch));
    return [
      makeFinding('api-unreachable', {
        weight: weightOfFailedCalls(view, stretches, exits.length, confidence),
        confidence,
        ofStart: starting ? 'an API server that did not answer yet' : undefined,
        title: starting
          ? 'At its start the kubelet had to wait for the API server'
          : `${titleOf(server, worst, behind !== undefined)}${why?.title ?? behind?.title ?? route?.title ?? (closed ? CLOSED_CONNECTION.title : changed.length > 0 ? CHANGED_TITLE : edited.length > 0 ? EDITED_TITLE : '')}`,
        explanation:
          exitsText(view, exits) +
          (worst === undefined
            ? ''
            : `${whenText(view, stretches)}: ${callsText(stretches)} failed (${failureText(worst)}: ${saidText(worst)}).${closed ? CLOSED_CONNECTION.text : ''} `) +
          (starting ? '' : (behind?.text ?? '')) +
          (why === undefined
            ? ''
            : `${amountOf(view, why.lines)} of the kernel ${why.lines.length === 1 ? 'says' : 'say'} why: "${shorten(why.lines[0]?.text ?? '', 120)}". `) +
          (edited.length === 0 || starting
            ? ''
            : `${amountOf(view, edited)} of the folder of static pods ${edited.length === 1 ? 'tells' : 'tell'} of a file that an editor wrote: "${shorten(edited[0]?.text ?? '', 120)}". When a manifest is saved, the kubelet starts that pod anew, the API server too. `) +
          (changed.length === 0 || starting
            ? ''
            : `${amountOf(view, changed)} ${changed.length === 1 ? 'tells' : 'tell'} that the manifest of the API server was changed on this node about then; when it is, the kubelet ends that pod and starts it anew. `) +
          (starting
            ? 'On a control plane the kubelet itself starts the API server, so this is normal for the first seconds.'
            : `${leaseText(stretches)} Running pods keep running; changes of pods, nodes and secrets do not come through. ${open ? 'The log ends with it.' : exits.length > 0 ? '' : ends.length > 0 ? 'That kubelet has no lines after it, and the next one none of it.' : 'It was over before the log ends.'}`.trimEnd()),
        nextSteps: unlessItLasts(!starting, [
          ...(starting ? [] : (behind?.nextSteps ?? [])),
          ...(starting || edited.length + changed.length === 0 ? [] : [EDITED_STEP]),
          ...(why === undefined ? [] : [why.step]),
          ...(route === undefined || starting ? [] : [route.step]),
          ...(closed ? [CLOSED_CONNECTION.step] : []),
          ...(starting || !isOfEtcd(worst) ? [] : [isEtcdFull(worst) ? ETCD_FULL : ETCD]),
          ...(proxyOf(worst) === undefined ? [] : [PROXY]),
          ...(worst?.first.failure === 'dns' ? [resolve(server)] : []),
          ...(isCut(worst) ? [WHOLE_LINES] : []),
          ...(pluginOf(worst) === undefined ? [] : [PLUGIN_STEP]),
          ...(balancer === undefined ? [] : [BEHIND_BALANCER]),
          isCloudcore(worst)
            ? `See that cloudcore runs and listens there: \`kubectl -n kubeedge get pods -o wide\`, or \`systemctl status cloudcore\` on its machine; and that this node comes through: \`curl -k --max-time 10 https://${server ?? '<cloudcore>:10000'}\` (its address stands in \`grep -A2 -i server: /etc/kubeedge/config/edgecore.yaml\`).`
            : isSupervisor(server)
              ? `Ask it from the node: \`curl -k --max-time 10 https://${server ?? ''}/cacerts\`; it runs in \`rke2-server\` there: \`systemctl status rke2-server\`. A server with a new address needs that in \`/etc/rancher/rke2/config.yaml\` of this node.`
              : `Ask it from the node: \`curl -k --max-time 10 ${healthAddress(server, worst)}\` (the address stands in \`grep server: /etc/kubernetes/kubelet.conf\`).`,
          ...(isLocalProxy(worst) ? [LOCAL_PROXY] : []),
          ...(isCloudcore(worst)
            ? []
            : [
                'On a control plane see whether it runs: `crictl ps -a --name kube-apiserver`, then `crictl logs <id>`; and etcd: `crictl ps -a --name etcd`.',
              ]),
          ...(worst?.first.failure === 'dns'
            ? []
            : [
                'From another node: look for a load balancer without a healthy API server, a firewall or security group, a route that is gone (`ip route get <address>`).',
              ]),
        ]),
        timedBy: [...exits, ...(starting ? [] : stretches.flatMap(({ first, last }) => [first, last]))],
        evidence: [
          ...exits.slice(0, 2),
          ...(starting ? [] : (behind?.facts.slice(0, 2) ?? [])),
          ...(why?.lines.slice(0, 2) ?? []),
          ...(starting ? [] : [...edited.slice(0, 2), ...changed.slice(0, 2)]),
          ...stretches.flatMap(({ samples, last }) => [...samples, last]),
        ],
      }),
    ];
  },
};

/** An agent of k3s or rke2 asks its servers through a load balancer of its own (k3s, pkg/agent/loadbalancer), and by paths that no API server has. */
const OF_AGENT = /https:\/\/((?:127\.0\.0\.1|\[::1\]):\d{1,5})\/(?:cacerts|v1-(?:k3s|rke2)\/)/;
const BEHIND_BALANCER =
  'See which server this node is given, `grep -r server: /etc/rancher` or K3S_URL of its unit, and ask it from here: `curl -k --max-time 10 https://<server>:6443/cacerts` (rke2: port 9345); firewalls and proxies (NO_PROXY) must let that through.';

/** The load balancer in the agent of k3s or rke2; where it takes the call and breaks it off, it has no server that answers. */
function balancerOf(worst: ApiStretch | undefined): string | undefined {
  const isBrokenOff = worst?.first.server === K3S_BALANCER && worst.first.failure === 'cut-off';
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

const ETCD =
  'On a control plane look at etcd first: `crictl ps -a --name etcd`, `crictl logs --tail 200 <id>`; slow disks are the usual reason (`took too long`, `slow fdatasync`): `iostat -x 1 5`.';

/** etcd's alarm NOSPACE (etcd.io/docs, "Maintenance"). */
const ETCD_FULL =
  'On a control plane see how large the database is and which alarm is raised: `etcdctl endpoint status --cluster -w table`, `etcdctl alarm list`; compact it (`etcdctl compact <revision>`), then `etcdctl defrag --cluster` and `etcdctl alarm disarm`; raise `--quota-backend-bytes` if it is needed.';

function isEtcdFull(worst: ApiStretch | undefined): boolean {
  return worst?.first.error.text.includes('database space exceeded') === true;
}

function isOfEtcd(worst: ApiStretch | undefined): boolean {
  return /etcdserver: |etcd cluster is unavailable/.test(worst?.first.error.text ?? '');
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
  return pluginOf(worst) === undefined && worst?.samples.every(({ failure }) => failure === 'not-reached') === true;
}

/** What the first line shows: no way to it, an answer that says it is too slow, or no reason at all, for the line was cut. `explained`: what follows says why. */
function titleOf(server: string | undefined, worst: ApiStretch | undefined, explained: boolean): string {
  const name = `The API server${server === undefined ? '' : ` ${server}`}`;
  const proxy = proxyOf(worst);
  if (proxy !== undefined) return `${name} could not be reached through the proxy ${proxy}`;
  if (worst?.first.failure === 'dns') return `${name} could not be reached, as its name could not be resolved`;
  if (isEtcdFull(worst)) return `${name} cannot write, as the database of its etcd is full`;
  if (isOfEtcd(worst)) return `${name} got no answer from its etcd`;
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

/** Whether another kubelet of the node goes on in the log. */
function hasSuccessor(view: DiagnosisView, { process, last }: ApiStretch): boolean {
  return (
    process !== undefined &&
    view.history.processes.some(({ id, node, from }) => id !== process.id && node === process.node && from > last.time)
  );
}

/** The API server of a control plane takes so long until it answers, from the start of its kubelet. */
const API_SERVER_STARTS = seconds(30);

/** Whether this kubelet runs an API server, as on a control plane, and is refused as by a port that nobody listens on yet. */
function startsItself(view: DiagnosisView, { process, first, samples }: ApiStretch): boolean {
  if (process === undefined || first.failure !== 'refused') return false;
  if (samples.some(({ error }) => error.text.includes('/pods/kube-apiserver-'))) return true;
  for (const { name } of view.queries.passingPods()) if (API_SERVER.test(name ?? '')) return true;
  return false;
}

function confidenceOf(view: DiagnosisView, stretch: ApiStretch): Confidence {
  const length = lengthOf(stretch);
  if (goesOn(view, stretch) && length <= API_SERVER_STARTS && isAtStart(view, stretch) && startsItself(view, stretch))
    return 'low';
  if (goesOn(view, stretch)) return length >= LEASE_GRACE ? 'high' : 'medium';
  if (isAtStart(view, stretch)) return length <= WAITS_AT_START ? 'low' : 'medium';
  if (length >= LEASE_GRACE) return stretch.count / inSeconds(length) > 0.02 ? 'high' : 'medium';
  return length >= BRIEF && stretch.count >= 3 ? 'medium' : 'low';
}
