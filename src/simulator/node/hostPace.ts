/** How busy the host of a scenario is over time: the ordinary pace of its kubelet, and the times in which it is another. */
import { countLeading } from '../../kubelet/ordered.ts';
import { type Nanoseconds, plus } from '../../model/nanoseconds.ts';
import type { OwnWork } from '../../model/ownWork.ts';
import type { BusyTime, Pace, Scenario } from '../scenario/scenario.ts';

/** The own work of a process whose model began at `origin`. */
export function hostPace({ kubelet: { pace }, busy }: Scenario, origin: Nanoseconds): OwnWork {
  const of =
    (what: keyof Pace) =>
    (at: Nanoseconds): Nanoseconds =>
      busyTime(busy, plus(at, origin))?.[what] ?? pace[what];
  return {
    callWork: of('callWork'),
    inspectionWork: of('inspectionWork'),
    listWork: of('listWork'),
    timerLateness: of('timerLateness'),
  };
}

/** The busy time that holds at this time. They do not overlap. */
function busyTime(busy: readonly BusyTime[], at: Nanoseconds): BusyTime | undefined {
  const last = busy[countLeading(busy, ({ from }) => from <= at) - 1];
  return last !== undefined && at < last.to ? last : undefined;
}
