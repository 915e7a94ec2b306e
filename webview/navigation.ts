/** Next and previous marks: within a lane, among the errors of all lanes. Pure. */
import { lowerBound, upperBound } from '../src/timeline/thinning.ts';
import type { Lane, MarkColumns } from '../src/timeline/timelineDocument.ts';

/** The mark of the lane before or after `from`, or -1. `from` is a mark or, when it lies on another lane, its time counts. */
export function stepInLane(lane: Lane, marks: MarkColumns, selected: number, time: number, by: 1 | -1): number {
  const here = selected < 0 ? -1 : lane.mark.indexOf(selected);
  if (here >= 0) {
    for (let index = here + by; index >= 0 && index < lane.mark.length; index += by) {
      const mark = lane.mark[index] ?? -1;
      if (mark >= 0 && mark !== selected) return mark;
    }
    return -1;
  }
  let index = by > 0 ? lowerBound(lane.start, time) : upperBound(lane.start, time) - 1;
  for (; index >= 0 && index < lane.mark.length; index += by) {
    const mark = lane.mark[index] ?? -1;
    if (mark >= 0 && mark < marks.count) return mark;
  }
  return -1;
}

/** The mark after or before `selected` in time that is an error; from the beginning again after the last one. -1: there is none. */
export function nextError(marks: MarkColumns, selected: number, time: number): number {
  const first = selected >= 0 ? selected + 1 : lowerBound(marks.time, time);
  for (let offset = 0; offset < marks.count; offset += 1) {
    const index = (first + offset) % marks.count;
    if ((marks.level[index] ?? 0) >= 2) return index;
  }
  return -1;
}

/** The mark before or after in time, of any lane, or -1. */
export function stepInTime(marks: MarkColumns, selected: number, time: number, by: 1 | -1): number {
  const next = selected >= 0 ? selected + by : by > 0 ? lowerBound(marks.time, time) : upperBound(marks.time, time) - 1;
  return next >= 0 && next < marks.count ? next : -1;
}
