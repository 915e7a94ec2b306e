import type { Instant } from '../../kubelet/time.ts';
import type { ContainerHistory } from '../../inference/history.ts';

/** Fewer share no lane: two containers may well be different ones. */
const LEAST = 3;
/** So many ended containers are looked at for one that another began after. */
const MOST_OPEN = 32;

/** Containers without a name of which each began when the one before had ended. */
interface Turn {
  readonly containers: ContainerHistory[];
  end: Instant;
}

/**
 * Containers of a pod that began one after the other, each when the one before had ended: mostly restarts of one container, which have new ids and of which the
 * kubelet's log rarely says the name.
 * @param containers of one pod, in order of appearance; those with a name, those that were not seen running and sandboxes are passed over
 * @returns groups of three or more, in the order of their first ones
 */
export function containersInTurn(containers: readonly ContainerHistory[]): readonly (readonly ContainerHistory[])[] {
  const turns: Turn[] = [];
  const open: Turn[] = [];
  for (const { container, start, end } of runsOf(containers)) {
    let before: Turn | undefined;
    for (const turn of open) if (turn.end <= start && (before === undefined || turn.end > before.end)) before = turn;
    if (before !== undefined) {
      before.containers.push(container);
      before.end = end;
      continue;
    }
    const turn = { containers: [container], end };
    turns.push(turn);
    if (Number.isFinite(end)) open.push(turn);
    if (open.length > MOST_OPEN) open.shift();
  }
  return turns.flatMap((turn) => (turn.containers.length < LEAST ? [] : [turn.containers]));
}

/** When each of them began and ended, as it is drawn, by their beginning. One that has not ended ends never. */
function runsOf(
  containers: readonly ContainerHistory[],
): readonly { readonly container: ContainerHistory; readonly start: Instant; readonly end: Instant }[] {
  return containers
    .flatMap((container) => {
      if (container.name !== undefined || container.kind === 'sandbox') return [];
      const [first] = container.states;
      // When one that was first seen as it had exited began, nobody knows: it can have run beside any other.
      if (first?.state !== 'running') return [];
      const over = container.states.find(({ state }) => state === 'exited' || state === 'removed');
      const end = over === undefined ? (Number.POSITIVE_INFINITY as Instant) : over.from.min;
      return [{ container, start: first.from.max, end }];
    })
    .toSorted((a, b) => a.start - b.start);
}
