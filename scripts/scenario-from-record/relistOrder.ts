/** In which order recorded relists worked through the pods (a Go map has none), where it mattered: in relists that inspected several pods for more than a second. Read off the calls that inspect. */
import { inspectedPods, SECOND } from './ownWork.ts';
import type { Record, Relist } from './record.ts';

export interface KnownOrder {
  readonly from: number;
  /** Empty: not known from here on. */
  readonly pods: readonly string[];
}

export function relistOrders(record: Record): KnownOrder[] {
  const { relists } = record;
  const orders: KnownOrder[] = [];
  relists.forEach(({ listed, ended }, index) => {
    if (listed === undefined || ended === undefined || ended - listed < SECOND) return;
    const pods = inspectedPods(record, { listed, ended });
    if (pods.length < 2) return;
    // The order is drawn when a relist has its listing: it counts from the middle between two such times, because a simulated relist is not there to the second.
    const [before, next] = [
      drawnAt(relists[index - 1]) ?? listed - SECOND,
      drawnAt(relists[index + 1]) ?? ended + SECOND,
    ];
    const from = (before + listed) / 2;
    if (orders.at(-1)?.from === from) orders.pop();
    orders.push({ from, pods }, { from: (listed + next) / 2, pods: [] });
  });
  return orders;
}

function drawnAt(relist: Relist | undefined): number | undefined {
  return relist?.listed ?? relist?.start;
}
