/** Lines that somebody picked out of a journal: what is not among them proves nothing. */
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';

/** A kubelet that is in trouble writes more lines than this in less time. */
const FEW_RECORDS = 8;
const LONG: Duration = seconds(120);

/** Whether so many records are too few for the time that they cover. */
export function arePicked(records: number, from: Instant, to: Instant): boolean {
  return records < FEW_RECORDS && to - from >= LONG;
}
