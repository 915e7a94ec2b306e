/** In which order recorded relists worked through the pods (a Go map has none), where it mattered: in relists that inspected several pods for more than a second. Read off the calls that inspect. */
import { inspectedPods, SECOND } from './ownWork.ts';
import type { Record } from './record.ts';

export interface KnownOrder {
  readonly from: number;
  /** Empty: not known from here on. */
  readonly pods: readonly string[];
}

/** An order counts from so long before its relist. */
const BEFORE = 0.5 * SECOND;

export function relistOrders(record: Record): KnownOrder[] {
  const orders: KnownOrder[] = [];
  for (const { start, listed, ended } of record.relists) {
    if (listed === undefined || ended === undefined || ended - listed < SECOND) continue;
    const pods = inspectedPods(record, { listed, ended });
    if (pods.length < 2) continue;
    orders.push({ from: start - BEFORE, pods }, { from: ended, pods: [] });
  }
  return orders.filter(({ pods }, index) => pods.length > 0 || (orders[index + 1]?.from ?? Number.POSITIVE_INFINITY) > (orders[index]?.from ?? 0) + SECOND);
}
