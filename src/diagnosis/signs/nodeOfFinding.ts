import { onceFor } from '../../kubelet/oncePer.ts';
import type { NodeHistory } from '../../inference/history.ts';
import { packLine } from '../../inference/store/lines.ts';
import type { Finding } from '../finding.ts';
import type { DiagnosisView } from '../view.ts';

/** Kept, for each unhealthy time asks it of each cause, and all facts are looked at. */
const known = new WeakMap<Finding, NodeHistory | 'none'>();

/** The one node whose kubelets wrote all of a finding's lines that are a kubelet's; `undefined`: several, or none. */
export function nodeOf(view: DiagnosisView, finding: Finding): NodeHistory | undefined {
  const node = onceFor(known, finding, () => findNode(view, finding) ?? 'none');
  return node === 'none' ? undefined : node;
}

function findNode(view: DiagnosisView, { evidence }: Finding): NodeHistory | undefined {
  const wanted = new Set(evidence.map(packLine));
  const found = new Set<string | undefined>();
  for (const { fact, process } of view.queries.passingFacts(() => true))
    if (process !== undefined && wanted.has(packLine(fact))) found.add(view.processes.get(process)?.node);
  const [id] = found;
  return found.size === 1 ? view.history.nodes.find((node) => node.id === id) : undefined;
}
