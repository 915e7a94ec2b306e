/** The changes of the containers of a life, with the times at which PLEG told each and the loop took it. */
import type { KubeletProcess, LineReference, PlegEvent } from '../../inference/history.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { HistoryIndex } from './historyIndex.ts';

/** A change of a container that PLEG told. */
export interface ContainerChange {
  readonly uid: string;
  readonly id: string;
  readonly kind: 'container' | 'sandbox' | 'unknown';
  readonly state: 'running' | 'exited' | 'removed' | 'unknown';
  readonly exitCode?: number;
  /** When PLEG told it, where its own line says so. */
  readonly told?: Instant;
  readonly toldAt?: LineReference;
  /** Which of the events that the loop handled (their place in `handled`) brought it. */
  readonly turn?: number;
  /** The time by which it was known. */
  readonly known: Instant;
}

/** There may be very many: their fields are set one by one, because spreading them costs more than all the rest. */
type Made = { -readonly [Field in keyof ContainerChange]: ContainerChange[Field] };

/** The changes of all containers that a life speaks of, in order of `known`; `handled`: the events that its loop took. */
export function changesOf(
  process: KubeletProcess,
  handled: readonly PlegEvent[],
  index: HistoryIndex,
): readonly ContainerChange[] {
  const turnAt = new Map<number, number>();
  handled.forEach((event, turn) => turnAt.set(placeKey(event), turn));
  const changes: Made[] = [];
  for (const { uid, containers } of index.pods(process.id))
    for (const { id, kind, states } of containers)
      for (const { state, from, exitCode, evidence } of states) {
        const known = from.max;
        if (!Number.isFinite(known) || known > process.to) continue;
        const change: Made = { uid, id, kind, state, known };
        if (exitCode !== undefined) change.exitCode = exitCode;
        const turn = turnOf(evidence, turnAt);
        const event = turn === undefined ? undefined : handled[turn];
        if (turn !== undefined) change.turn = turn;
        const finished = state === 'exited' ? index.finished(id) : undefined;
        if (finished !== undefined) {
          change.told = finished.time;
          change.toldAt = placeOf(finished);
        } else if (event !== undefined && known < event.time) {
          change.told = known;
          if (evidence[0] !== undefined) change.toldAt = evidence[0];
        }
        changes.push(change);
      }
  return changes.sort((a, b) => a.known - b.known);
}

function turnOf(evidence: readonly LineReference[], turnAt: ReadonlyMap<number, number>): number | undefined {
  for (const at of evidence) {
    const turn = turnAt.get(placeKey(at));
    if (turn !== undefined) return turn;
  }
  return undefined;
}

/** One number for a place in the log. */
function placeKey(at: LineReference): number {
  return at.source * 4_294_967_296 + at.line;
}

export function placeOf(at: LineReference): LineReference {
  return { source: at.source, line: at.line };
}
