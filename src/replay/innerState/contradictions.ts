import { lowerBound } from '../../kubelet/ordered.ts';
import type { Stretch } from '../../kubelet/stretches.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { ProcessFacts } from './innerStateFacts.ts';

/** A skip of the log and one of the model are the same within this. */
const SAME_SKIP = 350_000;

/** A time in which model and log contradict each other: nothing that the model says there is believed. */
export interface Contradiction extends Stretch {
  readonly why: string;
}

/** Where model and log differ in their skips. From the last point at which they agreed to the next one nothing the model says is believed. */
export function contradictionsOf(
  facts: ProcessFacts,
  stretch: Stretch,
  model: readonly Instant[],
  complete: boolean,
): readonly Contradiction[] {
  const log = facts.skips.map(({ skip }) => skip.time).filter((time) => time >= stretch.from && time <= stretch.to);
  const inside = model.filter((time) => time >= stretch.from);
  const wrong: { time: Instant; why: string }[] = [];
  for (const time of log)
    if (!isNear(inside, time)) wrong.push({ time, why: 'the log has a skip that the embedded kubelet does not print' });
  if (complete)
    for (const time of inside)
      if (!isNear(log, time)) wrong.push({ time, why: 'the embedded kubelet skips where the log has no skip' });
  const agreed = log.filter((time) => isNear(inside, time));
  return wrong.map(({ time, why }) => {
    const before = agreed.findLast((one) => one < time);
    const after = agreed.find((one) => one > time);
    return {
      from: Math.max(before ?? stretch.from, time - 10_000_000) as Instant,
      to: Math.min(after ?? stretch.to, time + 10_000_000) as Instant,
      why,
    };
  });
}

function isNear(times: readonly Instant[], time: Instant): boolean {
  const found = times[lowerBound(times, time - SAME_SKIP)];
  return found !== undefined && found <= time + SAME_SKIP;
}
