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

/** Each such line, in the order of the log. */
export function clockSetsOf({ facts }: Pick<DiagnosisView, 'facts'>): readonly ClockSet[] {
  return facts
    .fitting('neighbour', ({ what }) => what === 'clock-set')
    .map((fact) => {
      const by = BY.exec(fact.text)?.[1];
      return by === undefined ? { fact } : { fact, by: seconds(Number(by)) };
    });
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
