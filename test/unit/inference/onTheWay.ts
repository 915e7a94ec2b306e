/** What happens to a kubelet's log between the node and who reads it, done to lines of klog: each way changes the log, and says what became of its times. */
import type { Random } from '../../fuzz/random.ts';
import type { Changed } from './recordedTruth.ts';

const SECOND = 1_000_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** How often journald looks, by its default. */
const RATE_INTERVAL = 30 * SECOND;

interface Line {
  readonly text: string;
  /** Of the line, or of the one before it that has a header. */
  readonly time: number;
  readonly pid: string;
}

interface Arrived {
  readonly lines: readonly string[];
  readonly changed?: Changed;
  readonly year?: number;
}

export type Way = (lines: readonly string[], random: Random) => Arrived;

const HEADER = /^([IWEF])(\d\d)(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{6})/;
const PID = /^\S+ \S+ +(\d+) /;
const SKIP = /kipping pod synchronization/;
const two = (value: number): string => String(value).padStart(2, '0');

function timed(lines: readonly string[]): readonly Line[] {
  const headers = lines.map((text) => HEADER.exec(text) ?? undefined);
  const timeOf = ([, , month, day, hour, minute, second, micros]: RegExpExecArray): number =>
    Date.UTC(2026, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) * 1000 +
    Number(micros);
  const first = headers.findIndex((header) => header !== undefined);
  const begin = headers[first];
  let pid = PID.exec(lines[first] ?? '')?.[1] ?? '';
  let time = begin === undefined ? 0 : timeOf(begin);
  return lines.map((text, index) => {
    const header = headers[index];
    if (header !== undefined) [time, pid] = [timeOf(header), PID.exec(text)?.[1] ?? pid];
    return { text, time, pid };
  });
}

const dateOf = (time: number): Date => new Date(Math.floor(time / 1000));

/** The line as it would read at another time. */
function movedTo({ text }: Line, time: number): string {
  const date = dateOf(time);
  const clock = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return text.replace(
    HEADER,
    (_, severity: string) =>
      `${severity}${two(date.getUTCMonth() + 1)}${two(date.getUTCDate())} ${clock}.${String(time % SECOND).padStart(6, '0')}`,
  );
}

/** As the journal prints it. */
function journaled({ text, time, pid }: Line): string {
  const date = dateOf(time);
  const stamp = `${MONTHS[date.getUTCMonth()]} ${two(date.getUTCDate())} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return `${stamp} worker-1 kubelet[${pid}]: ${text}`;
}

function suppressed(count: number, time: number): string {
  return journaled({ text: '', time, pid: '' }).replace(
    /kubelet.*$/,
    `systemd-journald[345]: Suppressed ${count} messages from kubelet.service`,
  );
}

const share = (random: Random): number => random.below(1_000_000) / 1_000_000;

/** The last skip of a run stays: that it alone is lost no line tells. */
const losing =
  (part: number): Way =>
  (lines, random) => {
    const all = timed(lines);
    const skips = all.flatMap(({ text, time }) => (SKIP.test(text) ? [time] : []));
    const isLast = ({ text, time }: Line): boolean =>
      SKIP.test(text) && !skips.some((other) => other > time && other < time + 6 * SECOND);
    return { lines: all.filter((line) => share(random) >= part || isLast(line)).map(({ text }) => text) };
  };

const rateLimited =
  (burst: number): Way =>
  (lines) => {
    const kept: string[] = [];
    let [interval, count, lost] = [-1, 0, 0];
    for (const line of timed(lines)) {
      const own = Math.floor(line.time / RATE_INTERVAL);
      if (own !== interval) {
        if (lost > 0) kept.push(suppressed(lost, line.time));
        [interval, count, lost] = [own, 0, 0];
      }
      count += 1;
      if (count > burst) lost += 1;
      else kept.push(journaled(line));
    }
    return { lines: kept };
  };

const aBurstIsLost: Way = (lines, random) => {
  const all = timed(lines);
  const from = random.below(all.length);
  const until = (all[from]?.time ?? 0) + (5 + 195 * share(random)) * SECOND;
  const to = all.findIndex(({ time }, index) => index > from && time > until);
  const end = to === -1 ? all.length : to;
  const mark = all[end] === undefined ? [] : [suppressed(end - from, all[end].time)];
  return { lines: [...all.slice(0, from).map(journaled), ...mark, ...all.slice(end).map(journaled)] };
};

const aBlockComesAgain: Way = (lines, random) => {
  const from = random.below(lines.length);
  const to = Math.min(lines.length, from + 5 + random.below(120));
  const at = Math.min(lines.length, to + random.below(200));
  return { lines: [...lines.slice(0, at), ...lines.slice(from, to), ...lines.slice(at)] };
};

const joinedTheWrongWay: Way = (lines, random) => {
  const middle = Math.floor(lines.length * (0.3 + 0.4 * share(random)));
  return { lines: [...lines.slice(Math.max(0, middle - random.below(60))), ...lines.slice(0, middle)] };
};

const swapped =
  (within: number): Way =>
  (lines, random) => ({
    lines: timed(lines)
      .map(({ text, time }) => ({ text, key: time + share(random) * within * SECOND }))
      .sort((a, b) => a.key - b.key)
      .map(({ text }) => text),
  });

const isError = (line: string): boolean => /^[EF]\d{4} /.test(line);

/** The time around which a run lies, moved to another one. */
const around =
  (goal: number, year: number): Way =>
  (lines) => {
    const all = timed(lines);
    const by = goal * 1000 - Math.round((all[all.length >> 1]?.time ?? 0) / SECOND) * SECOND;
    return { lines: all.map((line) => movedTo(line, line.time + by)), changed: { shift: (time) => time + by }, year };
  };

/** Only skips get lost, as in a sample of a line that comes again and again. */
const sampled: Way = (lines) => {
  let count = 0;
  return { lines: lines.filter((line) => !SKIP.test(line) || count++ % 5 === 0) };
};

export const WAYS: readonly (readonly [name: string, way: Way])[] = [
  ['each hundredth line is lost', losing(0.01)],
  ['each tenth line is lost', losing(0.1)],
  ['four of five skips are lost', sampled],
  ['journald drops all but five lines in half a minute', rateLimited(5)],
  ['journald drops all but twenty lines in half a minute', rateLimited(20)],
  ['journald drops a burst', aBurstIsLost],
  ['each line comes twice', (lines) => ({ lines: lines.flatMap((line) => [line, line]) })],
  ['a block comes again', aBlockComesAgain],
  ['the log comes twice', (lines) => ({ lines: [...lines, ...lines] })],
  ['its files are joined the wrong way round', joinedTheWrongWay],
  ['lines are swapped within a second', swapped(1)],
  ['lines are swapped within five seconds', swapped(5)],
  [
    'errors stand before all else',
    (lines) => ({ lines: [...lines.filter(isError), ...lines.filter((line) => !isError(line))] }),
  ],
  ['it goes over the turn of the year', around(Date.UTC(2027, 0, 1), 2026)],
  ['it goes into a leap day', around(Date.UTC(2028, 1, 29), 2028)],
];
