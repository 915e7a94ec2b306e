/** What a simulated kubelet would answer at `/metrics`: the truth of a run observed by a client library of Prometheus, in its own text format. Log and metrics then tell the same story. */
import { Counter, Gauge, Histogram, Registry, Summary } from 'prom-client';
import type { TruthRecord } from '../../src/simulator/wording/truth.ts';

/** `first`: up to 1.17, summaries of microseconds; `second`: from 1.18. */
export type Generation = 'first' | 'second';

interface Relists {
  readonly took: (seconds: number) => void;
  readonly interval: (seconds: number) => void;
  readonly call: (type: string, seconds: number) => void;
  readonly failed: (type: string) => void;
  readonly discarded: () => void;
  readonly lastSeen: (seconds: number) => void;
}

/** client_golang's `DefBuckets`. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** `prometheus.ExponentialBuckets(.005, 2.5, 14)`, of operations from 1.20. */
const OPERATION_BUCKETS = Array.from({ length: 14 }, (_, power) => Number((0.005 * 2.5 ** power).toPrecision(12)));

function secondGeneration(registry: Registry): Relists {
  const registers = [registry];
  const took = new Histogram({
    name: 'kubelet_pleg_relist_duration_seconds',
    help: '[ALPHA] Duration in seconds for relisting pods in PLEG.',
    buckets: BUCKETS,
    registers,
  });
  const interval = new Histogram({
    name: 'kubelet_pleg_relist_interval_seconds',
    help: '[ALPHA] Interval in seconds between relisting in PLEG.',
    buckets: BUCKETS,
    registers,
  });
  const calls = new Counter({
    name: 'kubelet_runtime_operations_total',
    help: '[ALPHA] Cumulative number of runtime operations by operation type.',
    labelNames: ['operation_type'],
    registers,
  });
  const errors = new Counter({
    name: 'kubelet_runtime_operations_errors_total',
    help: '[ALPHA] Cumulative number of runtime operation errors by operation type.',
    labelNames: ['operation_type'],
    registers,
  });
  const operations = new Histogram({
    name: 'kubelet_runtime_operations_duration_seconds',
    help: '[ALPHA] Duration in seconds of runtime operations. Broken down by operation type.',
    labelNames: ['operation_type'],
    buckets: OPERATION_BUCKETS,
    registers,
  });
  const discarded = new Counter({
    name: 'kubelet_pleg_discard_events',
    help: '[ALPHA] The number of discard events in PLEG.',
    registers,
  });
  const lastSeen = new Gauge({
    name: 'kubelet_pleg_last_seen_seconds',
    help: '[ALPHA] Timestamp in seconds when PLEG was last seen active.',
    registers,
  });
  return {
    took: (seconds) => took.observe(seconds),
    interval: (seconds) => interval.observe(seconds),
    call: (type, seconds) => {
      calls.inc({ operation_type: type });
      operations.observe({ operation_type: type }, seconds);
    },
    failed: (type) => errors.inc({ operation_type: type }),
    discarded: () => discarded.inc(),
    lastSeen: (seconds) => lastSeen.set(seconds),
  };
}

function firstGeneration(registry: Registry): Relists {
  const registers = [registry];
  const percentiles = [0.5, 0.9, 0.99];
  const took = new Summary({
    name: 'kubelet_pleg_relist_latency_microseconds',
    help: 'Latency in microseconds for relisting pods in PLEG.',
    percentiles,
    registers,
  });
  const interval = new Summary({
    name: 'kubelet_pleg_relist_interval_microseconds',
    help: 'Interval in microseconds between relisting in PLEG.',
    percentiles,
    registers,
  });
  const operations = new Summary({
    name: 'kubelet_runtime_operations_latency_microseconds',
    help: 'Latency in microseconds of runtime operations. Broken down by operation type.',
    labelNames: ['operation_type'],
    percentiles,
    registers,
  });
  const calls = new Counter({
    name: 'kubelet_runtime_operations',
    help: 'Cumulative number of runtime operations by operation type.',
    labelNames: ['operation_type'],
    registers,
  });
  const errors = new Counter({
    name: 'kubelet_runtime_operations_errors',
    help: 'Cumulative number of runtime operation errors by operation type.',
    labelNames: ['operation_type'],
    registers,
  });
  return {
    took: (seconds) => took.observe(seconds * 1e6),
    interval: (seconds) => interval.observe(seconds * 1e6),
    call: (type, seconds) => {
      calls.inc({ operation_type: type });
      operations.observe({ operation_type: type }, seconds * 1e6);
    },
    failed: (type) => errors.inc({ operation_type: type }),
    discarded: () => undefined,
    lastSeen: () => undefined,
  };
}

const secondsOf = (time: unknown): number => {
  const text = String(time);
  return Date.parse(`${text.slice(0, 19)}Z`) / 1000 + Number(`0${/\.\d+/.exec(text)?.[0] ?? ''}`);
};

/** The names of `operation_type`. */
const OPERATIONS: Readonly<Record<string, string>> = {
  ListPodSandbox: 'list_podsandbox',
  ListContainers: 'list_containers',
  PodSandboxStatus: 'podsandbox_status',
  ContainerStatus: 'container_status',
  Status: 'status',
};

/** The scrapes of a run at these moments (seconds since the epoch), each with the date before it unless `dated` is false. A restarted kubelet counts anew. */
export async function scrapesOf(
  truth: readonly TruthRecord[],
  moments: readonly number[],
  { generation = 'second', dated = true }: { readonly generation?: Generation; readonly dated?: boolean } = {},
): Promise<string> {
  const pieces: string[] = [];
  let registry = new Registry();
  let counters: Relists | undefined;
  let [listedFrom, askedFrom] = [0, 0];
  const waiting = moments.toSorted((a, b) => a - b);
  const scrapeUntil = async (time: number): Promise<void> => {
    while ((waiting[0] ?? Number.POSITIVE_INFINITY) <= time) {
      const now = waiting.shift() ?? 0;
      // Health is asked for each second by a loop that works; the gauge is of that moment.
      if (counters !== undefined && listedFrom > 0) counters.lastSeen(listedFrom);
      if (dated) pieces.push(`${new Date(now * 1000).toISOString()}\n`);
      pieces.push(await registry.metrics());
    }
  };
  for (const record of truth) {
    const at = secondsOf(record.t);
    await scrapeUntil(at);
    switch (record.ev) {
      case 'kubelet_start': {
        registry = new Registry();
        counters = generation === 'first' ? firstGeneration(registry) : secondGeneration(registry);
        new Gauge({
          name: 'process_start_time_seconds',
          help: 'Start time of the process since unix epoch in seconds.',
          registers: [registry],
        }).set(at);
        listedFrom = 0;
        break;
      }
      case 'relist_start':
        // The kubelet measures from the last relist that could list.
        if (listedFrom > 0) counters?.interval(at - listedFrom);
        askedFrom = at;
        break;
      case 'relist_time_set':
        listedFrom = secondsOf(record['relist_ts']);
        for (const type of ['list_podsandbox', 'list_containers']) counters?.call(type, (at - askedFrom) / 2);
        break;
      case 'relist_end':
      case 'relist_error':
        counters?.took(at - secondsOf(record['relist_ts']));
        break;
      case 'cri': {
        const type = OPERATIONS[String(record['method'])];
        if (type === undefined) break;
        counters?.call(type, Number(record['dur_ms']) / 1000);
        counters?.failed(type);
        break;
      }
      case 'pleg_event_discarded':
        counters?.discarded();
        break;
      default:
    }
  }
  await scrapeUntil(Number.MAX_VALUE);
  return pieces.join('');
}
