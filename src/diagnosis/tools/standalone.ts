/** Next steps for a kubelet that has no API server (kubernetes.io/docs/tutorials/cluster-management/kubelet-standalone): nothing of what it runs is known to kubectl. */
import type { KubeletProcess } from '../../inference/history.ts';
import type { DiagnosisView } from '../view.ts';

/** Whether the last of these processes says that it works alone; a node that joins a cluster has a later one that does not. */
export function worksAlone(view: DiagnosisView, processes: readonly KubeletProcess[]): boolean {
  const last = processes.at(-1);
  return last !== undefined && view.facts.of(last.id, 'node-trouble').some(({ what }) => what === 'standalone');
}

const OF_KUBECTL = /`(?:time )?kubectl [^`]{1,300}`/;
const IN_A_LIST = /`(?:time )?kubectl [^`]{1,300}`, (?=`)|, `(?:time )?kubectl [^`]{1,300}`(?=[,.;)]|$)/g;

/** The steps that can be taken without an API server; what kubectl would show of pods, the node itself does. */
export function withoutCluster(steps: readonly string[]): readonly string[] {
  const kept = steps.map((step) => step.replaceAll(IN_A_LIST, '')).filter((step) => !OF_KUBECTL.test(step));
  return kept.length === steps.length ? kept : [...kept, ON_THE_NODE];
}

const ON_THE_NODE =
  'This kubelet works alone, without an API server: see its pods on the node, `crictl pods`, `crictl ps -a`, what a container of theirs said, `crictl logs <id>`, and their manifests: `grep staticPodPath /var/lib/kubelet/config.yaml`.';
