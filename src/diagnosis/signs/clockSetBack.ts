/**
 * A clock that was set back by more than an unhealthy time had lasted: what came after has earlier times than what came before, so that the two parts do not join, and their
 * lengths do not add up. A smaller step is a jump between skips (`clockJumps.ts`).
 */
import type { Episode, LogGap, ProvenHistory, Skip } from '../../inference/history.ts';
import { type Instant, seconds } from '../../kubelet/time.ts';

/** What stands so near the step was cut by it. */
const NEAR = seconds(10);

/** When an episode is seen last, where lines show that. */
export function lastSeen({ seenUntil }: Episode, skips: readonly Skip[]): Instant | undefined {
  return skips.at(-1)?.time ?? seenUntil;
}

/** The step back of the clock after which lines have the time of what shows an episode last, once more. */
export function setBackOver(
  { gaps }: Pick<ProvenHistory, 'gaps'>,
  { endedBy }: Episode,
  last: Instant,
): LogGap | undefined {
  return endedBy === 'gap'
    ? gaps.find(({ why, from, to }) => why === 'clock-step' && from < last && to >= last)
    : undefined;
}

/** The clock was set back right after what shows an episode last, whose end is not known: the lines that tell it stand among the earlier ones. */
export function setBackAfter(
  history: Pick<ProvenHistory, 'gaps'>,
  episode: Episode,
  skips: readonly Skip[],
): LogGap | undefined {
  const last = lastSeen(episode, skips);
  const step = last === undefined ? undefined : setBackOver(history, episode, last);
  return step !== undefined && last !== undefined && step.to - last < NEAR ? step : undefined;
}
