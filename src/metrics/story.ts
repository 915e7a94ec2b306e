/** What scrapes tell together: in the order of time, and what happened from one to the next. */
import type { Instant } from '../kubelet/time.ts';
import { added, type Distribution, together } from './distribution.ts';
import type { Scrape } from './scrape.ts';

/** The calls of one kind in a stretch. */
export interface OperationsBetween {
  readonly type: string;
  readonly calls: number;
  readonly errors: number;
  /** Mean in seconds; absent without a call that ended. */
  readonly mean?: number;
  readonly line: number;
}

/** From one scrape of a kubelet process to its next; or, `sinceStart`, from the start of the process to its first scrape. */
export interface MetricsStretch {
  readonly from: Instant;
  readonly to: Instant;
  readonly sinceStart: boolean;
  /** Both ends are written beside the scrapes: the length is one of clocks. */
  readonly isTimed: boolean;
  readonly scrape: Scrape;
  /** Relists that ended in it. */
  readonly relists?: Distribution;
  readonly intervals?: Distribution;
  readonly podRelists?: Distribution;
  /** Events that the full channel lost. */
  readonly discarded?: number;
  /** Connections of Evented PLEG to the runtime that failed, and that were made. */
  readonly eventedErrors?: number;
  readonly eventedConnections?: number;
  /** How old its events were when they came. */
  readonly eventedLatency?: Distribution;
  readonly operations: readonly OperationsBetween[];
}

/** How old the last listed relist was at a scrape, in seconds. */
interface MetricsStaleness {
  readonly time: Instant;
  /** It was at least that old; exact to the ten seconds in which the kubelet renews the number, where `isExact`. */
  readonly seconds: number;
  readonly isExact: boolean;
  readonly scrape: Scrape;
  readonly line: number;
}

export interface MetricsStory {
  /** In order of time. */
  readonly scrapes: readonly Scrape[];
  readonly stretches: readonly MetricsStretch[];
  readonly staleness: readonly MetricsStaleness[];
  /** Scrapes that were left out, because there are too many. */
  readonly leftOut: number;
}

/** A day at one every 15 seconds, and some. */
const MOST_SCRAPES = 6000;

/** Collects scrapes of one or several files. */
export class MetricsBook {
  readonly #scrapes: Scrape[] = [];
  #leftOut = 0;

  take(scrape: Scrape): void {
    if (this.#scrapes.length < MOST_SCRAPES) this.#scrapes.push(scrape);
    else this.#leftOut += 1;
  }

  get isEmpty(): boolean {
    return this.#scrapes.length === 0;
  }

  /** `undefined` without a scrape. */
  story(): MetricsStory | undefined {
    if (this.#scrapes.length === 0) return undefined;
    const scrapes = this.#scrapes.toSorted((a, b) => a.time - b.time || a.source - b.source || a.line - b.line);
    return {
      scrapes,
      stretches: scrapes.flatMap((scrape, at) => stretchOf(scrapes[at - 1], scrape) ?? []),
      staleness: scrapes.flatMap((scrape) => stalenessAt(scrape) ?? []),
      leftOut: this.#leftOut,
    };
  }
}

/** Stretches that follow one another as one: from the begin of the first to the end of the last. */
export function joinStretches(first: MetricsStretch, ...others: readonly MetricsStretch[]): MetricsStretch {
  return others.reduce(joinTwo, first);
}

function joinTwo(one: MetricsStretch, other: MetricsStretch): MetricsStretch {
  const both = (name: 'relists' | 'intervals' | 'podRelists' | 'eventedLatency'): Distribution | undefined => {
    const [a, b] = [one[name], other[name]];
    return a === undefined ? b : b === undefined ? a : together(a, b);
  };
  const [relists, intervals, podRelists] = [both('relists'), both('intervals'), both('podRelists')];
  const eventedLatency = both('eventedLatency');
  return {
    from: one.from,
    to: other.to,
    sinceStart: one.sinceStart,
    isTimed: one.isTimed && other.isTimed,
    scrape: other.scrape,
    ...(relists === undefined ? {} : { relists }),
    ...(intervals === undefined ? {} : { intervals }),
    ...(podRelists === undefined ? {} : { podRelists }),
    discarded: (one.discarded ?? 0) + (other.discarded ?? 0),
    eventedErrors: (one.eventedErrors ?? 0) + (other.eventedErrors ?? 0),
    eventedConnections: (one.eventedConnections ?? 0) + (other.eventedConnections ?? 0),
    ...(eventedLatency === undefined ? {} : { eventedLatency }),
    operations: joinOperations(one.operations, other.operations),
  };
}

function joinOperations(
  one: readonly OperationsBetween[],
  other: readonly OperationsBetween[],
): readonly OperationsBetween[] {
  const all = new Map(one.map((operation) => [operation.type, operation]));
  for (const operation of other) {
    const before = all.get(operation.type);
    const calls = operation.calls + (before?.calls ?? 0);
    const took = (operation.mean ?? 0) * operation.calls + (before?.mean ?? 0) * (before?.calls ?? 0);
    all.set(operation.type, {
      ...operation,
      calls,
      errors: operation.errors + (before?.errors ?? 0),
      ...(operation.mean === undefined && before?.mean === undefined ? {} : { mean: calls > 0 ? took / calls : 0 }),
    });
  }
  return [...all.values()];
}

/** From the first scrape to the last. */
export function spanOfScrapes({
  scrapes,
}: Pick<MetricsStory, 'scrapes'>): { readonly from: Instant; readonly to: Instant } | undefined {
  const [first, last] = [scrapes[0], scrapes.at(-1)];
  return first === undefined || last === undefined ? undefined : { from: first.time, to: last.time };
}

function stretchOf(before: Scrape | undefined, after: Scrape): MetricsStretch | undefined {
  const start = after.numbers.get('processStart')?.value;
  const isSame = before !== undefined && isSameProcess(before, after);
  const from = isSame ? before.time : start === undefined ? undefined : ((start * 1e6) as Instant);
  if (from === undefined || from > after.time || (isSame && before.time === after.time)) return undefined;
  const since = isSame ? before : undefined;
  const relists = between(since, after, 'relist');
  const intervals = between(since, after, 'relistInterval');
  const podRelists = between(since, after, 'podRelist');
  const discarded = counted(since, after, 'discarded');
  const eventedErrors = counted(since, after, 'eventedErrors');
  const eventedConnections = counted(since, after, 'eventedSuccesses');
  const eventedLatency = between(since, after, 'eventedLatency');
  return {
    from,
    to: after.time,
    sinceStart: !isSame,
    isTimed: isSame && before.timeFrom === 'written' && after.timeFrom === 'written',
    scrape: after,
    ...(relists === undefined ? {} : { relists }),
    ...(intervals === undefined ? {} : { intervals }),
    ...(podRelists === undefined ? {} : { podRelists }),
    ...(discarded === undefined ? {} : { discarded }),
    ...(eventedErrors === undefined ? {} : { eventedErrors }),
    ...(eventedConnections === undefined ? {} : { eventedConnections }),
    ...(eventedLatency === undefined ? {} : { eventedLatency }),
    operations: operationsBetween(since, after),
  };
}

/** Counters only grow within a process, and its start stays. */
function isSameProcess(before: Scrape, after: Scrape): boolean {
  const [one, other] = [before.numbers.get('processStart'), after.numbers.get('processStart')];
  if (one !== undefined && other !== undefined && Math.abs(one.value - other.value) > 1) return false;
  return [...after.distributions].every(([name, later]) => later.count >= (before.distributions.get(name)?.count ?? 0));
}

const NONE: Distribution = { count: 0, sum: 0, buckets: [], quantiles: [], line: 0 };

function between(
  before: Scrape | undefined,
  after: Scrape,
  name: 'relist' | 'relistInterval' | 'podRelist' | 'eventedLatency',
): Distribution | undefined {
  const now = after.distributions.get(name);
  return now === undefined ? undefined : added(before?.distributions.get(name) ?? NONE, now);
}

function counted(
  before: Scrape | undefined,
  after: Scrape,
  name: 'discarded' | 'eventedErrors' | 'eventedSuccesses',
): number | undefined {
  const now = after.numbers.get(name)?.value;
  return now === undefined ? undefined : Math.max(0, now - (before?.numbers.get(name)?.value ?? 0));
}

function operationsBetween(before: Scrape | undefined, after: Scrape): readonly OperationsBetween[] {
  return [...after.operations]
    .map(([type, { calls, errors, took }]): OperationsBetween => {
      const was = before?.operations.get(type);
      const ended = took === undefined ? undefined : added(was?.took ?? NONE, took);
      return {
        type,
        calls: Math.max(0, (calls?.value ?? took?.count ?? 0) - (was?.calls?.value ?? was?.took?.count ?? 0)),
        errors: Math.max(0, (errors?.value ?? 0) - (was?.errors?.value ?? 0)),
        ...(ended === undefined || ended.count === 0 ? {} : { mean: ended.sum / ended.count }),
        line: (errors ?? calls)?.line ?? took?.line ?? after.line,
      };
    })
    .filter(({ calls, errors }) => calls > 0 || errors > 0);
}

/** The gauge is the start of the last listed relist (from 1.18), set when health is asked for: each turn of the sync loop, and for the node's status every ten seconds. */
function stalenessAt(scrape: Scrape): MetricsStaleness | undefined {
  const last = scrape.numbers.get('lastSeen');
  if (last === undefined || scrape.timeFrom === 'file-date') return undefined;
  const seconds = scrape.time / 1e6 - last.value;
  return seconds < 0 || (seconds === 0 && scrape.timeFrom !== 'written')
    ? undefined
    : { time: scrape.time, seconds, isExact: scrape.timeFrom === 'written', scrape, line: last.line };
}
