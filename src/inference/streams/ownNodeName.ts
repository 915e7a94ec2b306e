/**
 * The name that a kubelet gives its own node where it talks to the API server, as the error of such a call has it: in the path of its lease or of its Node object, in the selector of its own
 * pods, or in the words of the error. A raw klog file tells the node nowhere else. Sources: pkg/kubelet/kubelet.go and kubelet_node_status.go, pkg/kubelet/config/apiserver.go
 * (`spec.nodeName=…`), component-helpers/apimachinery/lease/controller.go; apimachinery/pkg/api/errors (`nodes "x" not found`, `… is forbidden`).
 */
import type { ApiCall, ApiErrorFact } from '../../messages/fact.ts';

const NAME = '([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)';
/** A name that a cut line ends with may go on. */
const END = '(?=[/?&":,\\\\ ])';

const OF_LEASE = new RegExp(`/kube-node-lease/leases/${NAME}${END}|\\bleases\\.coordination\\.k8s\\.io "${NAME}" `);
const OF_NODE = new RegExp(`/api/v1/nodes/${NAME}${END}|\\bnodes? "${NAME}"`);
/** Reflectors list and watch objects of any kind; these two are of the kubelet's own node. */
const OF_LIST = new RegExp(
  `/api/v1/pods\\?fieldSelector=spec\\.nodeName%3D${NAME}${END}|/api/v1/nodes\\?fieldSelector=metadata\\.name%3D${NAME}${END}`,
);

const BY_CALL: Partial<Readonly<Record<ApiCall, RegExp>>> = {
  lease: OF_LEASE,
  node: OF_NODE,
  'node-status': OF_NODE,
  registration: OF_NODE,
  'list-watch': OF_LIST,
};

/** As the kubelet writes it beside an error. */
const WHOLE = new RegExp(`^${NAME}$`);

const LONGEST = 4000;

export function ownNodeName({ call, error, node }: ApiErrorFact): string | undefined {
  if (node !== undefined) return WHOLE.exec(node)?.[0];
  const found = BY_CALL[call]?.exec(error.text.slice(0, LONGEST));
  return found?.[1] ?? found?.[2];
}
