/** Facts about calls to the API server that failed. */
import { classOfError, isUnreachable, saysOf } from '../texts/errorClass.ts';
import type { ApiCall, ApiErrorFact, FactBase, RuntimeError } from '../fact.ts';
import type { FactBuilder } from '../recognise/row.ts';
import { etcdError } from './controlPlane.ts';
import { made, withKnown } from './made.ts';
import { startupCause } from './node.ts';
import { nodeTrouble } from './troubles.ts';

/** A failed call; no fact where the line gives no error. */
export function apiFailed(call: ApiCall): FactBuilder {
  return ({ base, error }) => {
    const failed = error('err') ?? error('error');
    return failed === undefined ? undefined : apiError(base, call, failed);
  };
}

/** Who else lists and watches in the one program of k3s and its like, each in its own name. */
const OF_OTHERS = /User \\?"system:(?:(?:k3s|rke2)-controller|kube-scheduler|kube-controller-manager)\\?"/;

/** A reflector that gets nothing; what another component may not see is none of the kubelet's business. */
export const reflectorFailed: FactBuilder = (found) => {
  const failed = found.error('err') ?? found.error('error');
  const fact = failed && apiError(found.base, 'list-watch', failed);
  return fact?.failure === 'forbidden' && OF_OTHERS.test(fact.error.text) ? undefined : fact;
};

/** Asked of the cloud for the address of the node, before the API server hears of its status (pkg/kubelet/nodestatus/setters.go, up to 1.32). */
const OF_CLOUD = 'from cloud provider';

/** The status of the node could not be put together, or not be sent. */
export const statusFailed: FactBuilder = (found) =>
  found.error('err')?.text.includes(OF_CLOUD) === true ? nodeTrouble('config')(found) : apiFailed('node-status')(found);

/** In the address of a lease, or where the namespace itself is not there yet; that of a node is in `kube-node-lease`. */
const LEASE_OF_API_SERVER = /\/kube-system\/leases\/|^namespaces "kube-system"/;

/** The kubelet renews the lease of its node, by the code with which the API server beside it in k3s or kubelite renews one of its own (component-helpers/apimachinery/lease). */
export const leaseFailed: FactBuilder = (found) => {
  const { text } = found.error('err') ?? found.error('error') ?? { text: '' };
  return apiFailed(LEASE_OF_API_SERVER.test(text) ? 'client' : 'lease')(found);
};

/** The kubelet could not register its node, which the line names. */
export const registrationFailed: FactBuilder = (found) => {
  const failed = found.error('err') ?? found.error('error');
  return failed === undefined
    ? undefined
    : withKnown(apiError(found.base, 'registration', failed), 'node', found.field('node'));
};

function apiError(base: FactBase, call: ApiCall, error: RuntimeError): ApiErrorFact {
  const { failure, server } = saysOf(error);
  return withKnown(made(base, { kind: 'api-error', call, failure, error }), 'server', server);
}

/** The answer 403 of a k3s or rke2 server to a node whose password is not that under which its name is known (k3s, pkg/agent/config/config.go). */
export const PASSWORD_REJECTED = 'Node password rejected';

/** k3s starts nothing where containerd cannot lay images over each other (k3s, pkg/agent/config/config.go). */
const NO_SNAPSHOTTER = 'snapshotter cannot be enabled';

/** What k3s and rke2 say of their server before there is a kubelet: certificates that do not fit, a server out of reach, or one that refuses them. */
export const serverNotTrusted: FactBuilder = (found) => {
  const text = (found.field('err') ?? found.message).replaceAll('\\"', '"').replace(/"$/, '');
  if (text.startsWith(PASSWORD_REJECTED))
    return made(found.base, { kind: 'api-error', call: 'registration', failure: 'forbidden', error: { text } });
  if (text.includes(NO_SNAPSHOTTER)) return made(found.base, { kind: 'node-trouble', what: 'kernel-setting', text });
  const failure = classOfError(text);
  return failure === 'expired' || failure === 'tls' || isUnreachable(failure) || failure === 'unauthorized'
    ? apiError(found.base, 'client', { text })
    : undefined;
};

/** A server of k3s or rke2 that starts answers its own agent that it is not ready; that is no fault. */
const NOT_READY_YET = /\/readyz: 5\d\d\b/;

/** What keeps the agent in k3s or rke2 from its configuration, but for the start of the server itself. */
export const serverAway: FactBuilder = (found) =>
  NOT_READY_YET.test(found.field('err') ?? '') ? undefined : serverNotTrusted(found);

/** The tunnel of an agent of k3s or rke2 to its server broke; where it cannot be made, the line before says so as well (rancher/remotedialer, client.go). */
export const tunnelBroke: FactBuilder = (found) =>
  found.field('err')?.startsWith('dial ') === true ? undefined : serverNotTrusted(found);

/** A token names the certificate authority of its server (k3s, pkg/clientaccess/token.go). */
export const TOKEN_OF_OTHERS = 'token CA hash does not match the Cluster CA certificate hash';

/** The token that a node was given names another authority than that of its server. */
export const tokenOfOthers: FactBuilder = ({ base, field }) =>
  made(base, {
    kind: 'api-error',
    call: 'client',
    failure: 'tls',
    error: { text: `${TOKEN_OF_OTHERS}: ${field('err') ?? ''}`.replace(/"$/, '') },
  });

/** An event that could not be sent is lost for the API server, but it stands here: what the kubelet said of a start that failed (pkg/kubelet/kubelet.go, events.KubeletSetupFailed). */
const SETUP_FAILED = /\bReason:\s?"KubeletSetupFailed", Message:\s?"([^"]{1,1000})"/;

/** An event that was given up. */
export const eventLost: FactBuilder = (found) => {
  const setup = SETUP_FAILED.exec(found.message)?.[1];
  // Where its error was on a line that is gone, or it has none, the message says that it failed.
  const lost = apiError(found.base, 'event', found.error('err') ?? { text: found.message });
  if (setup === undefined) return lost;
  return [lost, made({ ...found.base }, { kind: 'startup-failed', cause: startupCause(setup), text: setup })];
};

/** `node "x" not found`, and the same of other rows whose whole text is the error. */
export function apiSaid(call: ApiCall): FactBuilder {
  return ({ base, message }) => apiError(base, call, { text: message });
}

/** An error that client-go hands to whoever looks after unhandled ones (from 1.31): a reflector's, or of another client; others are not of the API server. */
export const unhandledError: FactBuilder = (found) => {
  const { base, error } = found;
  const failed = error('err');
  if (failed === undefined) return undefined;
  const { text } = failed;
  if (text.includes('ailed to watch *') || text.includes('ailed to list *')) return reflectorFailed(found);
  // What an API server says of its own errors (apiserver/pkg/endpoints/handlers/responsewriters/status.go).
  if (text.startsWith('apiserver received an error')) return etcdError(found);
  return text.includes('://') ? apiError(base, 'client', failed) : undefined;
};
