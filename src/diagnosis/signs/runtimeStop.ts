/** What systemd says of the runtime's service about the time at which its socket was gone: whether it was stopped or ended by itself, and when it was started again. */
import { duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { NeighbourFact } from '../../messages/fact.ts';
import { namesRuntime } from './neighbours.ts';

/** `crashed`: it ended with an error of its own or by a signal that nobody's stop explains. */
export interface RuntimeStop {
  readonly how: 'crashed' | 'stopped' | 'restarted';
  readonly end: NeighbourFact;
  /** The last start after it. */
  readonly back?: NeighbourFact;
}

/** A first refused call comes so long before (journal and klog are not one clock) or after the line of its end. */
const BEFORE = seconds(60);
/** A start that follows the last refused call by more than this is another one. */
const AFTER = seconds(30);
/** What is back so soon was restarted, not stopped. */
const RESTART = seconds(30);

/** The end of the runtime that the refused calls from `first` to `last` followed; `undefined` where no line tells it. */
export function runtimeStopped(
  neighbours: readonly NeighbourFact[],
  first: Instant,
  last: Instant,
): RuntimeStop | undefined {
  const near = neighbours.filter(
    (fact) => fact.time >= first - BEFORE && fact.time <= last + AFTER && isOfService(fact),
  );
  const asked = near.find(({ what, end }) => what === 'runtime-stopped' || end?.sign === 'stopping');
  const ended = near.find(({ end }) => end?.sign === 'killed' || (end?.sign === 'exited' && end.status !== 0));
  // A process that is told to stop may end with an error, or be killed for not stopping.
  const end = asked !== undefined && (ended === undefined || asked.time <= ended.time) ? asked : ended;
  if (end === undefined) return undefined;
  const back = near.findLast(({ what, time }) => isStart(what) && time >= end.time);
  const how =
    end === ended
      ? 'crashed'
      : back !== undefined && duration(back.time - end.time) <= RESTART
        ? 'restarted'
        : 'stopped';
  return { how, end, ...(back === undefined ? {} : { back }) };
}

function isStart(what: NeighbourFact['what']): boolean {
  return what === 'runtime-started' || what === 'unit-started';
}

/** A line about the runtime itself; of its sockets, slices and containers there are many. */
function isOfService(fact: NeighbourFact): boolean {
  return (
    (isStart(fact.what) || fact.what === 'runtime-stopped' || fact.end !== undefined) &&
    namesRuntime(fact) &&
    !/\.(?:scope|slice|socket|mount)\b/.test(fact.text)
  );
}
