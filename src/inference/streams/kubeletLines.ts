import type { LogRecord } from '../../journal/record.ts';
import { isKubeletFlag, isKubeletMessage, ownerOfFile } from '../../kubelet/callerFiles.ts';
import { callerLinesOf, distanceToMinor } from '../../kubelet/callerLines.ts';
import { isAllInOne, isKubeadmMessage } from '../../kubelet/writers.ts';
import { parseVersion } from '../../kubelet/version.ts';
import type { ApiCall, Fact, KubeletVersionFact, NodeTrouble } from '../../messages/fact.ts';
import { LOGRUS } from '../../messages/recognise/logrus.ts';
import { isOfComponents, traitsOf } from '../../messages/factTraits.ts';

/** The catalogue's row of `Version: v1.18.0`, which every component of Kubernetes prints. */
export const BARE_VERSION = 'startup.version.u';

/** Whether the program that runs a kubelet, k3s or rke2, says its own version, which is that of its kubelet. */
export function isOfParent(fact: Fact): boolean {
  return fact.message.startsWith('parent.version.');
}

/**
 * True if a klog record says by itself that a kubelet wrote it: by its source file, or from a file of several components by what it states.
 * Who wrote it by its name (identifier, section) is not looked at.
 */
export function isKubeletRecord(record: LogRecord, facts: readonly Fact[]): boolean {
  const { klog } = record;
  if (klog === undefined) return false;
  const owner = ownerOfFile(klog.file);
  if (owner === 'kubelet') return !isKubeadmMessage(record.message);
  if (facts.some((fact) => fact.kind === 'skip' || fact.kind === 'pleg-event')) return true;
  if (owner === 'other') return false;
  if (isKubeletMessage(record.message) || facts.some(isCallOfKubelet)) return true;
  return (
    owner === 'shared' &&
    facts.some((fact) =>
      fact.message === BARE_VERSION ? isKubeletVersionLine(fact, klog.fileLine) : isKubeletFact(fact),
    )
  );
}

/** Calls to the runtime that fail in the same words for crictl, with which hardly anybody makes them by hand: a kubelet starts containers and runs the commands of probes. */
const OWN_RUNTIME_CALLS: ReadonlySet<string> = new Set([
  'CreateContainer',
  'StartContainer',
  'UpdateContainerResources',
  'ExecSync',
  'ReopenContainerLog',
]);

function isCallOfKubelet(fact: Fact): boolean {
  return fact.kind === 'runtime-call-failed' && OWN_RUNTIME_CALLS.has(fact.method);
}

/** Whether the line number is the one at which a kubelet of this version prints its version: other components print it from other lines of a `server.go`. */
function isKubeletVersionLine(fact: Fact, fileLine: number): boolean {
  const version =
    fact.kind === 'kubelet-version' ? parseVersion((fact satisfies KubeletVersionFact).version) : undefined;
  const lines = callerLinesOf(BARE_VERSION);
  return (
    version !== undefined && lines !== undefined && distanceToMinor(lines, fileLine, version.minor)?.distance === 0
  );
}

/** What of the components of Kubernetes only a kubelet asks the API server for, and what only a kubelet is troubled by. */
const KUBELET_CALLS: ReadonlySet<ApiCall> = new Set<ApiCall>([
  'node-status',
  'registration',
  'node',
  'pod-status',
  'mirror-pod',
  'csi-node',
  'cloudcore',
]);
const KUBELET_TROUBLES: ReadonlySet<NodeTrouble> = new Set<NodeTrouble>([
  'swap',
  'cadvisor',
  'static-pod',
  'dns',
  'cgroup',
  'device-plugin',
  'image-gc',
  'container-gc',
  'log-rotation',
  'orphaned-volumes',
  'docker',
  'images-fill-disk',
  'image-credentials',
  'pull-secret',
  'docker-sandbox',
]);

/** Rows of lines that speak of the lease of a node (up to 1.19); later ones speak of a lease, as other users of the same library do. */
const OWN_LEASE: ReadonlySet<string> = new Set(['lease.ensure-failed.u', 'lease.update-failed.u']);

/** How the rows of last words are called that are a kubelet's alone; of others it must be named in them. */
const OWN_ENDS = ['startup.cm-', 'startup.cadvisor-', 'cert.', 'csi.', 'kernel.', 'port.'];

/** Refused in the name of a node, or to see the runtime classes, which beside a kubelet only an API server lists. */
function isRefusedKubelet(text: string): boolean {
  return (
    text.includes('User "system:node:') ||
    (text.includes('runtimeclasses.node.k8s.io is forbidden') && !text.includes('User "system:apiserver"'))
  );
}

/** True if only a kubelet states this. All components print a bare `Version: …`, their flags and `command failed`; the rest of the node tells no facts of a kubelet. */
export function isKubeletFact(fact: Fact): boolean {
  if (!isOfComponents(fact)) return traitsOf(fact.kind).saidBy === 'kubelet';
  switch (fact.kind) {
    case 'kubelet-version':
      return fact.message !== BARE_VERSION;
    case 'flag':
      return isKubeletFlag(fact.name);
    case 'kubelet-exit':
    case 'startup-failed':
      return (
        OWN_ENDS.some((beginning) => fact.message.startsWith(beginning)) ||
        fact.text.toLowerCase().includes('kubelet') ||
        fact.text.includes(':10250')
      );
    case 'api-error':
      return (
        KUBELET_CALLS.has(fact.call) ||
        (fact.call === 'lease' &&
          (OWN_LEASE.has(fact.message) ||
            fact.error.text.includes('kube-node-lease') ||
            fact.error.text.includes('access node lease'))) ||
        (fact.call === 'list-watch' && isRefusedKubelet(fact.error.text))
      );
    case 'other-error':
      return false;
    case 'node-trouble':
      return KUBELET_TROUBLES.has(fact.what) || fact.message.startsWith('port.');
  }
}

/** Beginnings of what a kubelet prints without a klog header at its start and at its end (cobra, the Go runtime). */
const OWN_PRINTS: readonly string[] = [
  'Flag --',
  'Error: ',
  'error: ',
  'kubelet: ',
  'Usage:',
  'panic: ',
  'fatal error: ',
  'runtime: ',
  'runtime/cgo: ',
  'SIGABRT: ',
  'SIGQUIT: ',
  'goroutine ',
];

/** A klog header that a screen cut behind its pid. */
const CUT_HEADER = /^[IWEF]\d{4} [\d:.]{15} {1,8}(\d{1,10}) /;

/** True if a line without klog header, under a kubelet's name, certainly comes from the program itself and not from a script that starts it, or from one that it starts: k3s writes as logrus does, and so do network plug-ins. `pid`: of the journal. */
export function isOwnPrint(message: string, facts: readonly Fact[], identifier: string, pid: number): boolean {
  return (
    facts.length > 0 ||
    OWN_PRINTS.some((beginning) => message.startsWith(beginning)) ||
    (message.startsWith(LOGRUS) && isAllInOne(identifier)) ||
    Number(CUT_HEADER.exec(message)?.[1]) === pid
  );
}
