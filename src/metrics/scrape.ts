/** One scrape: what a kubelet answered at one moment, of the metrics that are taken. */
import type { Instant } from '../kubelet/time.ts';
import { type Bucket, type Distribution } from './distribution.ts';
import { type DistributionName, familyOf, type NumberName } from './families.ts';
import type { Sample } from './sampleLine.ts';

/** A number and the line that says it. */
export interface Reading {
  readonly value: number;
  readonly line: number;
}

/** The calls of one kind to the container runtime. */
interface Operations {
  readonly calls?: Reading;
  readonly errors?: Reading;
  readonly took?: Distribution;
}

/**
 * How the time of a scrape is known. `written`: by a time stamp of its samples or a line with a date before it; `floor`: only that it is no earlier than what its own numbers are of (the last relist, the last
 * collection of garbage, which Go does every two minutes at the latest); `file-date`: the date of the file.
 */
type TimeFrom = 'written' | 'floor' | 'file-date';

export interface Scrape {
  readonly source: number;
  /** First and last line, 1-based. */
  readonly line: number;
  readonly lastLine: number;
  readonly time: Instant;
  readonly timeFrom: TimeFrom;
  readonly distributions: ReadonlyMap<Exclude<DistributionName, 'operation'>, Distribution>;
  readonly numbers: ReadonlyMap<Exclude<NumberName, 'operationCalls' | 'operationErrors'>, Reading>;
  /** By `operation_type`. */
  readonly operations: ReadonlyMap<string, Operations>;
}

/** A kubelet has some thirty kinds of calls. */
const MOST_OPERATIONS = 100;
const MOST_BUCKETS = 100;
/** 2000 and 2200: what lies outside is no time of a kubelet. */
const EARLIEST = 946_684_800;
const LATEST = 7_258_118_400;

interface Draft {
  count?: Reading;
  sum?: number;
  /** Of the second generation, which counts where both are there. */
  inSeconds: boolean;
  readonly buckets: Map<number, number>;
  readonly quantiles: Map<number, number>;
}

/** Collects the samples of one scrape. */
export class ScrapeDraft {
  readonly #line: number;
  readonly #written: Instant | undefined;
  readonly #distributions = new Map<string, Draft>();
  readonly #numbers = new Map<NumberName, Reading>();
  readonly #calls = new Map<string, { calls?: Reading; errors?: Reading }>();
  readonly #seen = new Set<string>();
  #latestStamp = Number.NEGATIVE_INFINITY;

  /** `written`: the time that a line before it gave. */
  constructor(line: number, written: Instant | undefined) {
    this.#line = line;
    this.#written = written;
  }

  /** Takes a sample. `false`: it was there already, so that another scrape begins with it. */
  take(sample: Sample, line: number): boolean {
    const known = familyOf(sample.name);
    if (known === undefined) return true;
    const key = `${sample.name}|${[...sample.labels].flat().join('|')}`;
    if (this.#seen.has(key)) return false;
    if (this.#seen.size > MOST_OPERATIONS * MOST_BUCKETS) return true;
    this.#seen.add(key);
    if (sample.timestamp !== undefined) this.#latestStamp = Math.max(this.#latestStamp, sample.timestamp);
    const { family, part } = known;
    const operation = sample.labels.get('operation_type');
    if (family.kind === 'number') this.#number(family.is, sample, line, operation);
    else if (family.is !== 'operation' || operation !== undefined)
      this.#part(
        family.is === 'operation' ? `operation ${operation ?? ''}` : family.is,
        part,
        sample,
        line,
        family.perSecond,
      );
    return true;
  }

  /** Whether it holds something of a kubelet. */
  get isKubelet(): boolean {
    return this.#distributions.size > 0 || this.#calls.size > 0 || this.#numbers.has('lastSeen');
  }

  #number(is: NumberName, { value, labels }: Sample, line: number, operation: string | undefined): void {
    if (!Number.isFinite(value)) return;
    if (is === 'operationCalls' || is === 'operationErrors') {
      if (operation === undefined) return;
      const known = this.#calls.get(operation) ?? {};
      if (!this.#calls.has(operation) && this.#calls.size >= MOST_OPERATIONS) return;
      this.#calls.set(operation, { ...known, [is === 'operationCalls' ? 'calls' : 'errors']: { value, line } });
      return;
    }
    if (is === 'runningContainers' && (labels.get('container_state') ?? 'running') !== 'running') return;
    const isTime = is === 'lastSeen' || is === 'processStart' || is === 'lastGarbageCollection';
    if (isTime && (value < EARLIEST || value > LATEST)) return;
    this.#numbers.set(is, { value, line });
  }

  #part(key: string, part: string, { value, labels }: Sample, line: number, perSecond: number): void {
    if (!Number.isFinite(value)) return;
    let draft = this.#distributions.get(key);
    const isNewer = draft !== undefined && perSecond === 1 && !draft.inSeconds;
    if (draft === undefined || isNewer) {
      if (draft === undefined && this.#distributions.size >= 2 * MOST_OPERATIONS) return;
      draft = { inSeconds: perSecond === 1, buckets: new Map(), quantiles: new Map() };
      this.#distributions.set(key, draft);
    } else if (draft.inSeconds && perSecond !== 1) return;
    if (part === 'count') draft.count = { value, line };
    else if (part === 'sum') draft.sum = value / perSecond;
    else if (part === 'bucket') {
      const upTo = boundOf(labels.get('le'));
      if (upTo !== undefined && draft.buckets.size < MOST_BUCKETS) draft.buckets.set(upTo / perSecond, value);
    } else {
      const quantile = Number(labels.get('quantile') ?? Number.NaN);
      if (quantile >= 0 && quantile <= 1) draft.quantiles.set(quantile, value / perSecond);
    }
  }

  /** The scrape; `undefined` when it holds nothing of a kubelet, or nothing tells its time. */
  finish(source: number, lastLine: number, fileDate: Instant | undefined): Scrape | undefined {
    if (!this.isKubelet) return undefined;
    const when = this.#time(fileDate);
    if (when === undefined) return undefined;
    const distributions = new Map<Exclude<DistributionName, 'operation'>, Distribution>();
    const operations = new Map<string, Operations>(this.#calls);
    for (const [key, draft] of this.#distributions) {
      const made = distributionOf(draft);
      if (made === undefined) continue;
      if (key.startsWith('operation ')) {
        const type = key.slice('operation '.length);
        operations.set(type, { ...operations.get(type), took: made });
      } else distributions.set(key as Exclude<DistributionName, 'operation'>, made);
    }
    return {
      source,
      line: this.#line,
      lastLine,
      ...when,
      distributions,
      numbers: this.#numbers as Scrape['numbers'],
      operations,
    };
  }

  #time(fileDate: Instant | undefined): Pick<Scrape, 'time' | 'timeFrom'> | undefined {
    const stamp = this.#latestStamp / 1000;
    if (stamp >= EARLIEST && stamp <= LATEST) return { time: Math.round(stamp * 1e6) as Instant, timeFrom: 'written' };
    if (this.#written !== undefined) return { time: this.#written, timeFrom: 'written' };
    const floors = (['lastSeen', 'lastGarbageCollection'] as const).flatMap(
      (name) => this.#numbers.get(name)?.value ?? [],
    );
    if (floors.length > 0) return { time: Math.round(Math.max(...floors) * 1e6) as Instant, timeFrom: 'floor' };
    return fileDate === undefined ? undefined : { time: fileDate, timeFrom: 'file-date' };
  }
}

function boundOf(le: string | undefined): number | undefined {
  if (le === '+Inf') return Number.POSITIVE_INFINITY;
  const bound = Number(le ?? Number.NaN);
  return Number.isFinite(bound) ? bound : undefined;
}

/** Buckets in order, never falling; a distribution without a count tells nothing. */
function distributionOf({ count, sum, buckets, quantiles }: Draft): Distribution | undefined {
  if (count === undefined || sum === undefined || count.value < 0 || sum < 0) return undefined;
  const sorted: Bucket[] = [...buckets].sort(([a], [b]) => a - b).map(([upTo, value]) => ({ upTo, count: value }));
  const rising = sorted.every(
    (bucket, at) => bucket.count >= (sorted[at - 1]?.count ?? 0) && bucket.count <= count.value,
  );
  return {
    count: count.value,
    sum,
    buckets: rising ? sorted : [],
    quantiles: [...quantiles].sort(([a], [b]) => a - b).map(([quantile, seconds]) => ({ quantile, seconds })),
    line: count.line,
  };
}
