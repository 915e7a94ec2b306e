/** How often systemd says that it has started the unit of a kubelet again: it counts what came before the log, too. */
import type { NeighbourFact } from '../../messages/fact.ts';
import type { DiagnosisView } from '../view.ts';

const COUNTER = /restart counter is at (\d{1,9})/;

/** systemd's lines that count (core/service.c, service_enter_restart). */
export function linesOfRestarts(view: DiagnosisView): readonly NeighbourFact[] {
  return view.facts.of(undefined, 'neighbour').filter(({ what }) => what === 'unit-restarts');
}

/** The last of them, and how often systemd says in it that it has started the unit again; not a number where none says it. */
export function lastRestart(view: DiagnosisView): {
  readonly last: NeighbourFact | undefined;
  readonly count: number;
} {
  const last = linesOfRestarts(view).reduce<NeighbourFact | undefined>(
    (latest, fact) => (latest === undefined || fact.time >= latest.time ? fact : latest),
    undefined,
  );
  return { last, count: Number(COUNTER.exec(last?.text ?? '')?.[1]) };
}
