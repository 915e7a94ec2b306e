/** When nodes of one log had what a cause finds of them. */
import { type Instant, seconds } from '../kubelet/time.ts';
import type { RankedFinding } from './cause.ts';
import type { Finding } from './finding.ts';

/** What began on a node within this time after it was over on another can be one trouble of both. */
const TOGETHER = seconds(600);

/** The same trouble on nodes that had it at one time. */
export interface OneTime {
  readonly ids: string[];
  from: Instant;
  to: Instant;
}

/** What came on several nodes at one time as one. */
export function together(each: readonly OneTime[]): readonly OneTime[] {
  const times: OneTime[] = [];
  for (const one of each.toSorted((a, b) => a.from - b.from)) {
    const last = times.at(-1);
    if (last === undefined || one.from - last.to > TOGETHER) times.push(one);
    else {
      last.ids.push(...one.ids);
      last.to = Math.max(last.to, one.to) as Instant;
    }
  }
  return times;
}

/** From when to when a finding is: as its lines are, else from the first to the last of its unhealthy times. */
export function spanOf({ finding, episodes }: RankedFinding): Finding['shows'] {
  if (finding.shows !== undefined || episodes.length === 0) return finding.shows;
  return {
    from: Math.min(...episodes.map(({ from }) => from)) as Instant,
    to: Math.max(...episodes.map(({ episode, seenTo }) => episode.end?.max ?? seenTo)) as Instant,
  };
}
