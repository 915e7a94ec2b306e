/**
 * file-limit: the kubelet has as many open files as it may (or the node has). Sign: "too many open files" of another kind than inotify's, also where it connects to the runtime. High where it
 * ends for it or says it several times.
 */
import { type Cause, makeFinding, type RankedFinding } from '../../cause.ts';
import { lackFiles } from '../../signs/episodeSigns.ts';
import { hasNoFileLeft } from '../../signs/runtimeErrors.ts';
import { severalAre, troubleFinding } from '../../signs/troubleFinding.ts';
import type { DiagnosisView, EpisodeView } from '../../view.ts';
import { amountOf } from '../../words/amountText.ts';
import { shorten } from '../../words/factText.ts';

const TITLE = 'The kubelet has reached its limit of open files';
const MEANING =
  'Sockets count as files: it cannot take or make connections any more, so probes, `kubectl logs` and calls to the runtime and the API server fail one after the other. Mostly something leaks connections.';
const STEPS = [
  'See how many it has, and how many are allowed: `ls /proc/$(pidof kubelet)/fd | wc -l`, `grep "open files" /proc/$(pidof kubelet)/limits`, `sysctl fs.file-nr`.',
  'See what they are: `ls -l /proc/$(pidof kubelet)/fd | sed "s/.*-> //; s/[0-9]*//g" | sort | uniq -c | sort -rn | head`.',
  'Raise it: `systemctl edit kubelet` with `[Service]` and `LimitNOFILE=1048576`; `systemctl restart kubelet` frees them at once.',
];
const SEVERAL = 3;

export const fileLimit: Cause = {
  id: 'file-limit',
  find(view) {
    const episodes = view.episodes.filter(({ signs: { list, status } }) => lackFiles([...list, ...status]));
    const found =
      episodes.length > 0
        ? []
        : troubleFinding(view, {
            id: 'file-limit',
            what: 'file-limit',
            exit: 'file-limit',
            title: TITLE,
            meaning: MEANING,
            nextSteps: STEPS,
            confidence: severalAre(SEVERAL, 'high', 'medium'),
            weight: () => 'cause',
          });
    return found.length > 0 ? found : ofCalls(view, episodes);
  },
};

/** Its connections to the runtime tell it: alone, or they made PLEG unhealthy in `episodes`. */
function ofCalls(view: DiagnosisView, episodes: readonly EpisodeView[]): readonly RankedFinding[] {
  const calls = (['runtime-call-failed', 'relist-failed'] as const)
    .flatMap((kind) => view.facts.fitting(kind, ({ error }) => hasNoFileLeft(error.text)))
    .sort((a, b) => a.time - b.time);
  const [first] = calls;
  if (first === undefined) return [];
  return [
    makeFinding('file-limit', {
      weight: 'cause',
      confidence: calls.length >= SEVERAL ? 'high' : 'medium',
      title: TITLE,
      explanation: `${amountOf(view, calls, 'say')} so: "${shorten(first.error.text, 160)}". ${MEANING}`,
      nextSteps: STEPS,
      timedBy: calls,
      evidence: [first, calls.at(-1) ?? first],
      episodes,
    }),
  ];
}
