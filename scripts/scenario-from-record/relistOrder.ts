/** In which order recorded relists worked through the pods (a Go map has none), where it mattered: in relists that inspected several pods for more than a second. Read off the calls that inspect. */
import { inspectedPods, SECOND } from './ownWork.ts';
import type { Record } from './record.ts';

export interface KnownOrder {
  readonly from: number;
  /** Empty: not known from here on. */
  readonly pods: readonly string[];
}

export function relistOrders(record: Record): KnownOrder[] {
  const { relists } = record;
  const orders: KnownOrder[] = [];
  relists.forEach(({ start, listed, ended }, index) => {
    if (listed === undefined || ended === undefined || ended - listed < SECOND) return;
    const pods = inspectedPods(record, { listed, ended });
    if (pods.length < 2) return;
    // The order is drawn when a relist begins: it counts from the middle between the begins, because a simulated relist is not there to the second.
    const [before, next] = [relists[index - 1]?.start ?? start, relists[index + 1]?.start ?? start + 2 * SECOND];
    const from = (before + start) / 2;
    if (orders.at(-1)?.from === from) orders.pop();
    orders.push({ from, pods }, { from: (start + next) / 2, pods: [] });
  });
  return orders;
}
