/**
 * A container or sandbox whose name another one has: who has it, and whose name it is. dockershim and cri-dockerd name what they make
 * `k8s_CONTAINER_POD_NAMESPACE_UID_ATTEMPT` (pkg/kubelet/dockershim/naming.go), as iSulad does; docker's daemon says who has a name (daemon/names.go).
 */
import { NAME_TAKEN } from './startReasons.ts';
import { type Reason, reasonOf } from './reasons.ts';

const HOLDER = /already in use by (container|sandbox) \\{0,16}"?([0-9a-f]{12,64})/;
const NAME = /\bk8s_([a-z0-9-]{1,63})_([a-z0-9.-]{1,253})_([a-z0-9-]{1,63})_/i;
/** containerd's name of a sandbox or of a container (internal/cri/server/helpers.go, makeSandboxName, makeContainerName); CRI-O puts `k8s_` before them (server/sandbox_run.go). */
const SANDBOX_NAME =
  /(?:\bname \\{0,16}"|\bk8s_)([a-z0-9.-]{1,253})_([a-z0-9-]{1,63})_(?:[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32})_\d/;
const CONTAINER_NAME =
  /\bname \\{0,16}"([a-z0-9-]{1,63})_([a-z0-9.-]{1,253})_([a-z0-9-]{1,63})_(?:[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32})_\d/;
/** As much of an id as docker and crictl show. */
const SHORT_ID = 12;

const ADVICE = /[.;] You have to (?:remove|delete) (?:\(or rename\) )?that [^"]{1,80} to be able to reuse that name\.?/;

/** The text without what docker and others advise at its end: the next steps say it with the id. */
export function withoutAdvice(text: string): string {
  return text.replace(ADVICE, '');
}

/** The pod of a name that is taken, and its container, where it is not that of the sandbox. */
export function ownerOfName(
  text: string,
): { readonly pod: string; readonly container: string | undefined } | undefined {
  const [, ofSandbox, its] = SANDBOX_NAME.exec(text) ?? [];
  if (ofSandbox !== undefined && its !== undefined) return { pod: `${its}/${ofSandbox}`, container: undefined };
  const [, container, pod, namespace] = NAME.exec(text) ?? CONTAINER_NAME.exec(text) ?? [];
  return pod === undefined || namespace === undefined
    ? undefined
    : { pod: `${namespace}/${pod}`, container: container === 'POD' ? undefined : container };
}

/** What is to be done about a reason; of a name that is taken, with who has it, where a text says so. */
export function reasonStep(reason: Reason, texts: readonly string[]): string {
  if (reason !== NAME_TAKEN) return reason[2];
  for (const text of texts) {
    const [, what, id] = reasonOf([NAME_TAKEN], text) === undefined ? [] : (HOLDER.exec(text) ?? []);
    if (id === undefined) continue;
    const short = id.slice(0, SHORT_ID);
    return what === 'sandbox'
      ? `See what has the name: \`crictl inspectp ${short}\`; where it is left of an earlier try, remove it, and the kubelet makes a new one: \`crictl rmp -f ${short}\`.`
      : `See what has the name, and whether it runs: \`docker inspect -f '{{.Name}} {{.State.Status}} {{.State.StartedAt}}' ${short}\`; where it is left of an earlier try, remove it, and the kubelet makes a new one: \`docker rm -f ${short}\`. A clock that was set back leads to this, too: the kubelet then counts from an older try.`;
  }
  return reason[2];
}
