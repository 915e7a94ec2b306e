/** What really happened in a recorded run, as far as a moment shows it, from its `truth.jsonl`. */
import type { MomentDocument } from '../../../src/timeline/moment/moment.ts';

/** Steps of one process over time, each list in order: the channel's length, `L`, the last good Status, sleeps of skips. Times are microseconds since the epoch. */
export interface ProcessTruth {
  readonly channel: readonly (readonly [time: number, length: number])[];
  readonly listed: readonly (readonly [time: number, start: number])[];
  readonly syncs: readonly number[];
  readonly skips: readonly (readonly [from: number, to: number])[];
  readonly turns: readonly (readonly [from: number, to: number])[];
  readonly relists: readonly (readonly [from: number, to: number])[];
}

const WANTED = [
  'pleg_event_sent',
  'pleg_event_consumed',
  'relist_time_set',
  'runtime_sync_set',
  'sync_skip',
  'sync_iter',
  'relist_return',
];

export function readTruth(text: string): ReadonlyMap<number, ProcessTruth> {
  const processes = new Map<
    number,
    {
      channel: [number, number][];
      listed: [number, number][];
      syncs: number[];
      skips: [number, number][];
      turns: [number, number][];
      relists: [number, number][];
    }
  >();
  for (const line of text.split('\n')) {
    if (!WANTED.some((name) => line.includes(name))) continue;
    const row = JSON.parse(line) as {
      ev: string;
      pid?: number;
      t: string;
      relist_ts?: string;
      sleep_ms?: number;
      start?: string;
    };
    if (row.pid === undefined) continue;
    let truth = processes.get(row.pid);
    if (truth === undefined)
      processes.set(row.pid, (truth = { channel: [], listed: [], syncs: [], skips: [], turns: [], relists: [] }));
    const time = microseconds(row.t);
    switch (row.ev) {
      case 'pleg_event_sent':
        truth.channel.push([time, 1]);
        break;
      case 'pleg_event_consumed':
        truth.channel.push([time, -1]);
        break;
      case 'relist_time_set':
        truth.listed.push([time, microseconds(row.relist_ts ?? row.t)]);
        break;
      case 'runtime_sync_set':
        truth.syncs.push(time);
        break;
      case 'sync_skip':
        truth.skips.push([time, time + (row.sleep_ms ?? 0) * 1000]);
        break;
      case 'sync_iter':
        truth.turns.push([microseconds(row.start ?? row.t), time]);
        break;
      case 'relist_return':
        truth.relists.push([microseconds(row.relist_ts ?? row.t), time]);
        break;
      default:
        break;
    }
  }
  for (const truth of processes.values()) {
    truth.channel.sort((a, b) => a[0] - b[0]);
    let length = 0;
    truth.channel = truth.channel.map(([time, step]) => [time, (length += step)]);
  }
  return processes;
}

function microseconds(text: string): number {
  const [seconds = '', rest = ''] = text.replace('Z', '').split('.');
  return Date.parse(`${seconds}Z`) * 1000 + Math.floor(Number(rest.padEnd(9, '0').slice(0, 9)) / 1000);
}

/** How a moment's parts fare against the truth. `contradictions` are proven parts that are wrong. */
export interface Verdicts {
  readonly right: Record<string, number>;
  readonly wrong: Record<string, number>;
  readonly unknown: Record<string, number>;
  readonly proven: Record<string, number>;
  readonly contradictions: string[];
}

export function noVerdicts(): Verdicts {
  return { right: {}, wrong: {}, unknown: {}, proven: {}, contradictions: [] };
}

/** Stamps of log and truth differ by this at most, under load. */
const STAMP = 30_000;
const ONE_RELIST = 1_500_000;
const STATUS_PERIOD = 5_500_000;

/** Judges one moment. */
export function judge(moment: MomentDocument, truth: ProcessTruth, verdicts: Verdicts): void {
  const { time, staleness, channel, loop } = moment;
  const say = (part: string, known: string, good: boolean | undefined, what: () => string): void => {
    if (known === 'unknown' || good === undefined) add(verdicts.unknown, part);
    else {
      add(good ? verdicts.right : verdicts.wrong, part);
      if (known === 'proven') {
        add(verdicts.proven, part);
        if (!good) verdicts.contradictions.push(`${part} at ${new Date(time / 1000).toISOString()}: ${what()}`);
      }
    }
  };
  const listed = last(truth.listed, time);
  const near = listed === undefined ? undefined : (time - listed[1]) / 1e6;
  const before = last(truth.listed, time - STAMP);
  const after = last(truth.listed, time + STAMP);
  const ages = [before, listed, after].map((one) => (one === undefined ? undefined : (time - one[1]) / 1e6));
  say(
    'staleness',
    staleness.known,
    ages.some((age) =>
      staleness.never === true
        ? age === undefined
        : age !== undefined &&
          staleness.seconds !== undefined &&
          (staleness.known === 'proven'
            ? age >= (staleness.min ?? staleness.seconds) - 0.005 && age <= (staleness.max ?? staleness.seconds) + 0.03
            : (age >= (staleness.min ?? 0) - 0.001 && staleness.max !== undefined && age <= staleness.max) ||
              Math.abs(age - staleness.seconds) < ONE_RELIST / 1e6),
    ),
    () => `${staleness.seconds} and not ${near}`,
  );
  const lengths = [last(truth.channel, time - STAMP), last(truth.channel, time), last(truth.channel, time + STAMP)].map(
    (one) => one?.[1] ?? 0,
  );
  say(
    'channel',
    channel.known,
    lengths.some((length) => length >= channel.min && length <= channel.max),
    () => `${channel.min} to ${channel.max} and not ${lengths[1]}`,
  );
  if (channel.known !== 'unknown')
    add(lengths.includes(channel.count) ? verdicts.right : verdicts.wrong, 'channel, exactly');
  const skipping = spanAt(truth.skips, time);
  const turning = spanAt(truth.turns, time);
  const saysSkip = loop.state === 'skipping';
  const edge = [-STAMP, STAMP].some(
    (by) => (spanAt(truth.skips, time + by) === undefined) !== (skipping === undefined),
  );
  if (loop.state !== 'unknown' && loop.state !== 'not-started' && !edge) {
    // A loop that is late, or that was killed in a turn, is in no span of the truth.
    const good =
      loop.state === 'blocked'
        ? turning === undefined && skipping === undefined
          ? undefined
          : skipping === undefined
        : saysSkip
          ? skipping === undefined && turning === undefined
            ? undefined
            : skipping !== undefined
          : skipping === undefined;
    say('loop', loop.known, good, () => `${loop.state} and not ${skipping === undefined ? 'turning' : 'skipping'}`);
  }
  const sync = truth.syncs.findLast((one) => one <= time + STAMP);
  const stale = listed === undefined ? 'pleg-never' : (near ?? 0) > staleness.threshold ? 'pleg-stale' : undefined;
  const atEdge =
    near !== undefined && (Math.abs(near - staleness.threshold) < 2 || ages.some((age) => age === undefined));
  if (!atEdge) {
    const told = moment.reasons.find((reason) => reason.kind === 'pleg-never' || reason.kind === 'pleg-stale');
    say(
      'reason of PLEG',
      told?.known ?? moment.reasonsKnown,
      told?.kind === stale,
      () => `${told?.kind} and not ${stale}`,
    );
  }
  const down = sync === undefined || time - sync > 30_000_000;
  const downEdge = sync !== undefined && Math.abs(time - sync - 30_000_000) < STATUS_PERIOD;
  if (!downEdge && sync !== undefined) {
    const told = moment.reasons.find(
      (reason) => reason.kind === 'runtime-down' || reason.kind === 'runtime-status-unknown',
    );
    say(
      'reason of Status',
      told?.known ?? moment.reasonsKnown,
      (told !== undefined) === down,
      () => `${told?.kind}, last sync ${(time - sync) / 1e6} s ago`,
    );
  }
  const relist = spanAt(truth.relists, time);
  const path = moment.callPath;
  if (
    path !== undefined &&
    path.scope === 'all' &&
    (relist === undefined || relist[1] - relist[0] > ONE_RELIST) &&
    path.running &&
    path.steps[0]?.known === 'proven'
  ) {
    say(
      'relist',
      'proven',
      relist !== undefined ||
        spanAt(truth.relists, time + STAMP) !== undefined ||
        spanAt(truth.relists, time - STAMP) !== undefined ||
        openEnd(truth, time),
      () => 'no relist ran',
    );
  }
}

/** The process ended inside a relist: it has no return in the truth. */
function openEnd(truth: ProcessTruth, time: number): boolean {
  return (truth.relists.at(-1)?.[1] ?? 0) < time;
}

function add(counts: Record<string, number>, part: string): void {
  counts[part] = (counts[part] ?? 0) + 1;
}

function last<Row extends readonly [number, number]>(rows: readonly Row[], time: number): Row | undefined {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.[0] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1];
}

function spanAt(spans: readonly (readonly [number, number])[], time: number): readonly [number, number] | undefined {
  const span = last(spans, time);
  return span !== undefined && span[1] >= time ? span : undefined;
}
