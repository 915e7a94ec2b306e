/** Sandboxes that had ended before the kubelet asked for their network (dockershim, up to 1.23): it only warns, and makes new ones. */
import { isOfGoneSandbox } from '../../messages/texts/cniWords.ts';
import { makeFinding, plural, type RankedFinding } from '../cause.ts';
import { amountOf } from '../words/amountText.ts';
import { bothEnds } from '../words/factText.ts';
import { nodeTroubles } from './exits.ts';
import type { DiagnosisView } from '../view.ts';

const ID = /container:? "?([0-9a-f]{10,64})/;

export function goneSandboxes(view: DiagnosisView): readonly RankedFinding[] {
  const lines = nodeTroubles(view, 'docker-sandbox').filter(({ text }) => isOfGoneSandbox(text));
  const last = lines.at(-1);
  if (last === undefined) return [];
  const ids = new Set(lines.map(({ text }) => ID.exec(text)?.[1] ?? ''));
  return [
    makeFinding('pod-sandbox-broken', {
      weight: 'note',
      confidence: 'low',
      title: `${ids.size === 1 ? 'A sandbox' : `${ids.size} sandboxes`} had ended before the kubelet asked for ${ids.size === 1 ? 'its' : 'their'} network`,
      explanation: `${amountOf(view, lines, 'say')} so of ${plural(ids.size, 'sandbox', 'sandboxes')}: "${bothEnds(last.text, 200)}". After a restart of the node or of docker that is so for all pods, and the kubelet makes new sandboxes. Where more come for the same pod, something ends them.`,
      nextSteps: [
        'Nothing to do, where the pods come back: `kubectl get pods -A -o wide | grep <node>`.',
        'Where one does not, see what keeps its new sandbox from starting: `journalctl -u kubelet | grep -iE "CreatePodSandbox|RunPodSandbox" | tail`, `docker ps -a --filter label=io.kubernetes.docker.type=podsandbox`.',
      ],
      timedBy: lines,
      evidence: [...lines.slice(0, 3), ...lines.slice(3).slice(-1)],
    }),
  ];
}
