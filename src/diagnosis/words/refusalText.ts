/**
 * What it means that an API server does not do what the kubelet asks, and what to do: it depends on for whom it takes the kubelet. The names of users are those of Kubernetes
 * (https://kubernetes.io/docs/reference/access-authn-authz/node/, …/kubelet-tls-bootstrapping/, …/authentication/#anonymous-requests).
 */
import { AGE_OF_TOKEN, IS_OF_CA } from '../tools/commonSteps.ts';
import { FLAG_FILES } from '../tools/flagFiles.ts';
import { NEW_TOKEN as TOKEN_OF_SERVER } from '../tools/joiningServer.ts';
import { plainName } from '../tools/namedSteps.ts';
import { type ErrorClass, NO_NAMESPACE, NO_SUCH_API } from '../../messages/texts/errorClass.ts';
import { PASSWORD_REJECTED } from '../../messages/facts/api.ts';
import { LEASE_GRACE_TEXT } from './leaseText.ts';

/** `anonymous`: no credentials came, or none that the server trusts; `bootstrap`: a token that may only ask for a certificate; `user`: neither a node nor one of these. */
type Caller = 'anonymous' | 'bootstrap' | 'node' | 'user' | 'unknown';

/** `lost`: the Node is not in the kubelet's own copy, nobody refused anything. */
export interface Refusal {
  readonly lost: boolean;
  readonly failure: ErrorClass;
  readonly text: string;
  /** Of calls that report of the node, or of no call: not of pods only. */
  readonly ofNode: boolean;
}

const USER = /\bUser \\?"([^"\\]{1,200})\\?"/;

function callerOf({ text }: Refusal): Caller {
  const user = USER.exec(text)?.[1];
  if (user === 'system:anonymous') return 'anonymous';
  if (user?.startsWith('system:node:') === true) return 'node';
  if (user?.startsWith('system:bootstrap:') === true || FIRST_CERTIFICATE.test(text)) return 'bootstrap';
  return user === undefined ? 'unknown' : 'user';
}

/** Who asks for the first certificate of a node, by whatever name: tokens of a file have one; a line may be cut in it, or before it. */
const FIRST_CERTIFICATE = /certificate signing request: (?!.{0,300}?\bUser \\?"system:)/;

const NEVER_HEARD = `Where leases and status are refused, the control plane marks the node Unknown after ${LEASE_GRACE_TEXT}, which shows as NotReady; running pods keep running.`;
/** Whether the API server takes the kubelet for nobody. */
export function isNobody(refusal: Refusal): boolean {
  return callerOf(refusal) === 'anonymous';
}

const UNTIL_THERE = 'until it is there no pod comes to the node.';

const WHO: Readonly<Record<Caller, string>> = {
  anonymous:
    'It takes the kubelet for nobody (system:anonymous): its calls bring no certificate or token, or one that this API server does not trust, such as one of another certificate authority.',
  bootstrap:
    'The bootstrap token is accepted, but who has it may not do this: the right to ask for a certificate is given to the group system:bootstrappers.',
  node: 'Its credentials are those of another node, or this is none of its business.',
  user: 'It comes as a user that is no node: the certificate of a kubelet says CN=system:node:<name> and O=system:nodes.',
  unknown: 'Its credentials are those of another node or user.',
};

export const UNTIL_ACCEPTED = `Leases and status do not come through, so the control plane marks the node Unknown after ${LEASE_GRACE_TEXT}; running pods keep running.`;

const OF_NODES = `Where such a webhook is asked for leases and Node objects, and must not be left out (\`failurePolicy: Fail\`), no node can report. The control plane marks them all Unknown after ${LEASE_GRACE_TEXT}; running pods keep running.`;
const OF_MIRRORS =
  'Where that is the mirror of a static pod, the pod runs on this node all the same, but the API server does not show it; the node itself reports as before.';

/** What follows from it. */
export function refusalMeaning(refusal: Refusal | undefined): string {
  if (refusal === undefined) return `${WHO.unknown} ${NEVER_HEARD}`;
  if (refusal.lost)
    return `This is said by the kubelet's own copy of what it has read, not by the API server: mostly it could read nothing, because the API server is out of reach or refuses it; else the node was never registered, was deleted, or has another name, and ${UNTIL_THERE}`;
  if (refusal.failure === 'unauthorized')
    return `Its certificate or token is not of this cluster, or not valid any more. ${UNTIL_ACCEPTED}`;
  if (refusal.failure === 'webhook')
    return `Before the API server takes what the kubelet writes it asks an admission webhook of the cluster${webhookText(refusal)}, which ${SAID_NO.test(refusal.text) ? 'said no' : 'did not answer'}. ${refusal.ofNode ? OF_NODES : OF_MIRRORS}`;
  if (refusal.failure === 'invalid' && TOO_LARGE.test(refusal.text))
    return `The Node object with its status is larger than the API server or etcd takes (1.5 MB by default). ${NEVER_HEARD}`;
  if (refusal.failure === 'invalid')
    return `The API server knows who asks, but the Node object that the kubelet sends breaks one of its rules; the text names the field. ${NEVER_HEARD}`;
  if (refusal.text.includes(NO_SUCH_API))
    return `Kubelet and API server are of versions that do not fit: mostly the kubelet is newer, which Kubernetes does not support, else it is far older.${refusal.text.includes('CSINode') ? ' Without its CSINode object the node stays NotReady, and after some minutes of it the kubelet ends and is started again.' : ''}`;
  if (NO_NAMESPACE.test(refusal.text)) return NEVER_HEARD;
  if (refusal.failure === 'not-found')
    return `The node was deleted, never registered, or has another name; a kubelet registers its node when it starts, and ${UNTIL_THERE}`;
  if (refusal.text.startsWith(PASSWORD_REJECTED))
    return 'Its server knows another machine by this name: this one was installed anew, or two have the name. Its kubelet does not start until that is mended.';
  if (LABELS.test(refusal.text))
    return `A kubelet may not give its node these labels (of kubernetes.io and k8s.io only some are allowed), so the node is not registered. ${NEVER_HEARD}`;
  if (ADMISSION.test(refusal.text))
    return `An admission plug-in of the API server does not let it be written. ${OF_MIRRORS}`;
  const node = ASKING_NODE.exec(refusal.text)
    ?.slice(1)
    .find((name) => name !== undefined);
  if (NO_RIGHTS.test(refusal.text))
    return `It knows the kubelet as node ${node}, but gives it none of the rights that each node has: it runs without the authorizer Node, or the credentials are not of group system:nodes. ${NEVER_HEARD}`;
  return `${node === undefined ? WHO[callerOf(refusal)] : `It takes the kubelet for that of ${node}, by the name in its certificate, and a node may touch only what is its own.${capitalsText(node, refusal.text)}`} ${NEVER_HEARD}`;
}

const WEBHOOK = /\bwebhook \\?"([\w.-]{1,253})\\?"/;
const SAID_NO = /\bwebhook \\?"[\w.-]{1,253}\\?" denied the request/;
/** etcd's `ErrRequestTooLarge`, and the limit of the API server itself. */
const TOO_LARGE = /request is too large|[Rr]equest entity too large/;

function webhookText({ text }: Refusal): string {
  const name = WEBHOOK.exec(text)?.[1];
  return name === undefined ? '' : ` (${name})`;
}

/** What admission plug-ins say of pods (plugin/pkg/admission: serviceaccount, resourcequota, podsecurity; PodSecurityPolicy up to 1.24). */
const ADMISSION =
  /error looking up service account|no providers available to validate pod|exceeded quota|violates PodSecurity|unable to validate against any (?:pod )?security (?:policy|context)/;
const MEND_ADMISSION =
  'See what the text complains of: a service account, `kubectl get serviceaccount -A`; a quota, `kubectl get resourcequota -A`; a policy for the security of pods, `kubectl get namespace --show-labels`.';

/** The node as which the kubelet asks: its user, or how the admission plug-in NodeRestriction names it (plugin/pkg/admission/noderestriction; up to 1.7 without quotes). */
const ASKING_NODE =
  /\bUser \\?"system:node:([^"\\ ]{1,200})\\?"|\bnode \\?"?([^"\\ ]{1,200})\\?"? (?:cannot|can only|is not allowed to) /;
/** plugin/pkg/auth/authorizer/node (NodeRules): each node may create, read and update Nodes and read Services; where that authorizer says no, it says why behind "at the cluster scope". */
const NO_RIGHTS =
  /\bUser \\?"system:node:[^"\\ ]{1,200}\\?" cannot (?:create|get|list|watch|update|patch) (?:resource \\?")?(?:nodes|services)(?:\\?" in API group \\?"\\?")? at the cluster scope(?!:)/;
const ASKED_NODE = /\bnodes \\?"([^"\\ ]{1,200})\\?" is forbidden/;

/** A certificate made for the host's name as it is written, of a node whose name is in lower case. */
function capitalsText(asking: string, text: string): string {
  const asked = ASKED_NODE.exec(text)?.[1];
  return asked !== undefined && asked !== asking && asked.toLowerCase() === asking.toLowerCase()
    ? ' The two names differ in capitals only: names of nodes are in lower case, so the certificate has to be made for that.'
    : '';
}

const COMPARE_NAMES =
  'Compare the name of the node with that in its certificate: `openssl x509 -in /var/lib/kubelet/pki/kubelet-client-current.pem -noout -subject -dates` (CN=system:node:<name>), `hostname`, `--hostname-override`.';
export const WHAT_THE_CLUSTER_KNOWS =
  'See what the cluster knows: `kubectl get node`, `kubectl get csr`; a node that was deleted is registered anew by `systemctl restart kubelet`.';
/** kubernetes.io/releases/version-skew-policy: a kubelet may be up to three minor versions older than the API server (two before 1.28), and never newer. */
const COMPARE_VERSIONS =
  'Compare the versions of the API server and of the nodes: `kubectl version`, `kubectl get node -o wide`. Update the control plane first, then the kubelets; or give this node a kubelet that is no newer than the API server.';
const JOIN_ANEW =
  'Where the credentials are of another cluster or user: join the node anew (`kubeadm reset`, `kubeadm join`), or give it a kubeconfig of group system:nodes.';
const WHY_NOTHING_IS_READ = [
  'See why it reads nothing: `journalctl -u kubelet | grep -E "Unable to register|Failed to (list|watch)|Unauthorized|x509" | tail`.',
  'Ask the API server from the node: `curl -k --max-time 10 https://<server>/healthz` (the address stands in `grep server: /etc/kubernetes/kubelet.conf`); on a control plane see whether it runs: `crictl ps -a --name kube-apiserver`.',
];
const REQUESTS_WAIT =
  'See whether its request for a certificate waits for approval: `kubectl get csr`, then `kubectl certificate approve <name>`.';
const WHAT_IT_SHOWS = [
  `See what the kubelet shows to the API server, and whether the CA of the cluster made it: \`grep -A4 "user:" /etc/kubernetes/kubelet.conf\`, ${IS_OF_CA}.`,
  'See whether the API server knows that CA: its `--client-ca-file`, and that no load balancer between them ends TLS.',
];
const WHICH_FIELD =
  'Correct what the fields in the text are made of: the name of the node and its labels by the flags of the kubelet (`systemctl cat kubelet`), huge pages by the command line of the kernel (`cat /proc/cmdline`, `grep -i huge /proc/meminfo`).';
/** plugin/pkg/admission/noderestriction: labels of kubernetes.io and k8s.io that a node may not give itself. */
const LABELS = /is not allowed to (?:set|modify) (?:the following metadata )?labels/;
const TAKE_LABELS_OUT = `Take the labels that the text names out of \`--node-labels\`: \`systemctl cat kubelet\`, \`${FLAG_FILES}\`, then \`systemctl restart kubelet\`; give them from outside: \`kubectl label node <node> <label>=\`.`;
const WHAT_IT_IS_MADE_OF =
  'Then `systemctl restart kubelet`, and see what the API server has of it: `kubectl get node <node> -o yaml`.';
const GIVE_RIGHTS = [
  'See whether the API server has the authorizer Node: `--authorization-mode=Node,RBAC`, `grep authorization-mode /etc/kubernetes/manifests/kube-apiserver.yaml` on a control plane.',
  'See whether the certificate is of the group: `openssl x509 -in /var/lib/kubelet/pki/kubelet-client-current.pem -noout -subject` (O=system:nodes); where the cluster gives nodes their groups by role (EKS: `kubectl -n kube-system get configmap aws-auth -o yaml`), system:nodes has to be among them.',
];
const ALLOW_BOOTSTRAP =
  'Let the group ask for certificates: `kubectl create clusterrolebinding kubelet-bootstrap --clusterrole=system:node-bootstrapper --group=system:bootstrappers`; see that the token is not expired: `kubeadm token list`.';

/** A token that stands in a file (`--token-auth-file`) comes as the user that the file names, and is of that group only where the file says so. */
function allowBootstrap({ text }: Refusal): string {
  const user = USER.exec(text)?.[1];
  return user?.startsWith('system:') === true || !text.includes('User')
    ? ALLOW_BOOTSTRAP
    : `Let the user ask for certificates: \`kubectl create clusterrolebinding kubelet-bootstrap --clusterrole=system:node-bootstrapper --user=${plainName(user) ?? '<user>'}\`.`;
}

/** A token that `kubeadm token create` makes is valid for 24 hours by default (kubeadm, DefaultTokenDuration). */
const NEW_TOKEN = `See whether the token with which it asks for its first certificate is still valid${AGE_OF_TOKEN}.`;
/** A node that has joined asks with the certificate that it has. */
const OR_ITS_CERTIFICATE =
  'Where the node had joined already, see whether the certificate with which it asks is over: `openssl x509 -in /var/lib/kubelet/pki/kubelet-client-current.pem -noout -subject -dates`.';

/** docs.k3s.io/architecture, "How Agent Node Registration Works". */
const FORGET_PASSWORD = [
  'Look for a second machine with this name: `kubectl get node -o wide`, `hostname`; `with-node-id` in its configuration tells them apart.',
  'Where it was installed anew, let the server forget the old one: `kubectl delete node <node>`; its password is a secret: `kubectl -n kube-system get secrets | grep node-password` (here it stands in `/etc/rancher/node/password`).',
];

const WHICH_WEBHOOK = [
  'See which webhooks there are, and whether the pods of this one run: `kubectl get validatingwebhookconfiguration,mutatingwebhookconfiguration`, `kubectl get pods -A -o wide`.',
  'Let the nodes report at once: take its configuration away or set `failurePolicy: Ignore` (`kubectl edit validatingwebhookconfiguration <name>`); the webhook makes it anew when its pods run. Then leave nodes, leases and the namespaces kube-system and kube-node-lease out of its rules.',
];
const WHAT_IS_LARGE = [
  'See what makes it large: `kubectl get node <node> -o json | wc -c`; mostly it is annotations, labels, or images with very many names (`kubectl get node <node> -o json | jq ".status.images | length"`).',
  'Take away the annotations that somebody heaps up there, remove images (`crictl rmi --prune`), or list fewer of them: `nodeStatusMaxImages` in the configuration of the kubelet.',
];

/** The API server makes the namespaces of the system when it starts, and anew where they are missing (pkg/controlplane/controller/systemnamespaces, each minute; up to 1.26 pkg/controlplane/controller.go). */
const SEE_NAMESPACE =
  'See whether it is there, `kubectl get namespaces`: the API server makes that of leases when it starts, and anew within a minute.';

/** What k3s, and rke2 as it, asks its server for before it has a certificate (pkg/server/router.go): only a token can be wrong there. */
const OF_JOINING = /\/v1-(?:k3s|rke2)\/.{1,80}\b401\b/;

/** Whether the server did not take the token by which a node joins. */
export function isOfJoining(text: string): boolean {
  return OF_JOINING.test(text);
}

/** What to do, the first step first. */
export function refusalSteps(refusal: Refusal | undefined): readonly string[] {
  if (refusal?.text.startsWith(PASSWORD_REJECTED) === true) return FORGET_PASSWORD;
  if (refusal !== undefined && isOfJoining(refusal.text)) return [TOKEN_OF_SERVER];
  if (refusal?.lost === true) return [...WHY_NOTHING_IS_READ, COMPARE_NAMES, WHAT_THE_CLUSTER_KNOWS];
  if (refusal?.text.includes(NO_SUCH_API) === true) return [COMPARE_VERSIONS];
  if (refusal?.failure === 'webhook') return refusal.ofNode ? WHICH_WEBHOOK : WHICH_WEBHOOK.slice(0, 1);
  if (refusal?.failure === 'invalid' && TOO_LARGE.test(refusal.text)) return WHAT_IS_LARGE;
  if (refusal?.failure === 'invalid') return [WHICH_FIELD, WHAT_IT_IS_MADE_OF];
  if (refusal !== undefined && LABELS.test(refusal.text)) return [TAKE_LABELS_OUT];
  if (refusal !== undefined && ADMISSION.test(refusal.text)) return [MEND_ADMISSION];
  if (refusal !== undefined && NO_NAMESPACE.test(refusal.text)) return [SEE_NAMESPACE];
  if (refusal?.failure === 'not-found') return [WHAT_THE_CLUSTER_KNOWS, COMPARE_NAMES, JOIN_ANEW];
  if (refusal !== undefined && NO_RIGHTS.test(refusal.text)) return GIVE_RIGHTS;
  const caller = refusal === undefined ? 'unknown' : callerOf(refusal);
  if (refusal?.failure === 'unauthorized' && refusal.text.includes('certificate signing request'))
    return [NEW_TOKEN, OR_ITS_CERTIFICATE, WHAT_THE_CLUSTER_KNOWS];
  if (caller === 'anonymous') return [REQUESTS_WAIT, ...WHAT_IT_SHOWS, JOIN_ANEW];
  if (refusal !== undefined && caller === 'bootstrap') return [allowBootstrap(refusal), WHAT_THE_CLUSTER_KNOWS];
  return [COMPARE_NAMES, WHAT_THE_CLUSTER_KNOWS, JOIN_ANEW];
}
