/** Who had a kubelet stopped, where sudo tells of the command just before systemd stops it. */
import type { KubeletProcess } from '../../inference/history.ts';
import { seconds } from '../../kubelet/time.ts';
import type { NeighbourFact } from '../../messages/fact.ts';
import { shorten } from '../words/factText.ts';
import type { DiagnosisView } from '../view.ts';

/** systemctl asks systemd at once; `kubeadm reset` asks whoever gave it first, and takes a member out of etcd. */
const AT_ONCE = seconds(5);
const AFTER_QUESTIONS = seconds(60);

/** sudo's line of the command by which this kubelet was told to stop; `undefined` where none stands before systemd's. */
export function stopAskedBy(view: DiagnosisView, process: KubeletProcess | undefined): NeighbourFact | undefined {
  if (process?.ending?.how !== 'stopped') return undefined;
  const { evidence } = process.ending;
  const stopping = view.facts
    .fitting('neighbour', ({ end }) => end?.sign === 'stopping')
    .find(({ source, line }) => evidence.some((at) => at.source === source && at.line === line));
  if (stopping === undefined) return undefined;
  const host = view.queries.hostOf(stopping);
  return view.facts
    .fitting('neighbour', ({ what }) => what === 'kubelet-stop-asked')
    .findLast(
      (fact) =>
        fact.source === stopping.source &&
        (fact.time < stopping.time || (fact.time === stopping.time && fact.line < stopping.line)) &&
        stopping.time - fact.time <= (fact.text.includes('kubeadm reset') ? AFTER_QUESTIONS : AT_ONCE) &&
        view.queries.hostOf(fact) === host,
    );
}

/** Behind a sentence; nothing where nobody is named. */
export function askedText(asked: NeighbourFact | undefined): string {
  return asked === undefined ? '' : ` sudo tells who asked for it: "${shorten(asked.text, 160)}".`;
}
