/** What time services say of a clock that they set at once, and stretches that look like the begin or end of daylight saving. */
import type { NeighbourFact } from '../../messages/fact.ts';
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { DiagnosisView } from '../view.ts';

/** `by`: how far; forward when positive. Absent where the line does not say it. */
export interface ClockSet {
  readonly fact: NeighbourFact;
  readonly by?: Duration;
}

/** `stepped by -90.221004 seconds`, `time reset +1.5 s`, `clock_step -3.1 s`, `offset 7200.1 sec`. */
const BY = /(?:stepped by|time reset|clock_step|offset) ([+-]?\d{1,10}(?:\.\d{1,9})?) s/;

/** A line of the time service that is so near, by the log's times, tells of the same jump. */
export const SAME_JUMP = seconds(600);

/** The time service saw a jump that it did not make; how long it is it does not say. */
export function isNoticed({ fact }: ClockSet): boolean {
  return fact.message.startsWith('clock.noticed-');
}

/** It went forward: the time between was not lived by the node, or not by its clock. */
export function isForward({ fact }: ClockSet): boolean {
  return fact.message === 'clock.noticed-forward';
}

/** Each such line, in the order of the log; but for jumps noticed where the service then set the clock, or the machine woke. */
export function clockSetsOf({ facts }: Pick<DiagnosisView, 'facts'>): readonly ClockSet[] {
  const lines = facts.fitting('neighbour', ({ what }) => what === 'clock-set' || what === 'resumed');
  const sets = lines
    .filter(({ what }) => what === 'clock-set')
    .map((fact) => {
      const by = BY.exec(fact.text)?.[1];
      return by === undefined ? { fact } : { fact, by: seconds(Number(by)) };
    });
  return sets.filter(
    (set) =>
      !isNoticed(set) || !lines.some((fact) => !isNoticed({ fact }) && Math.abs(fact.time - set.fact.time) < SAME_JUMP),
  );
}

const HOUR = seconds(3600);
const SUNDAY = 0;
/** Where clocks change, they do at one, two or three o'clock at night. */
const LATEST_HOUR = 4;

/** A stretch of the stamps of a log in local time that is about as long as the hour by which clocks change, on a Sunday night. `slack`: by so much it may miss the hour. */
export function looksLikeDaylightSaving(from: Instant, to: Instant, slack: Duration): boolean {
  const night = new Date(Math.floor(from / 1000));
  return Math.abs(to - from - HOUR) <= slack && night.getUTCDay() === SUNDAY && night.getUTCHours() < LATEST_HOUR;
}
