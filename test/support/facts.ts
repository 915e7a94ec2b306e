import type { LogRecord } from '../../src/journal/record.ts';
import { DEADLINE_EXCEEDED } from '../../src/kubelet/constants.ts';
import { parseSkipReasons } from '../../src/kubelet/skipReason.ts';
import { type Instant, instant } from '../../src/kubelet/time.ts';
import type { Fact } from '../../src/messages/fact.ts';
import { createInference, type Inference } from '../../src/inference/inference.ts';
import type { Episode, ProvenHistory } from '../../src/inference/history.ts';

/** Where hand-made logs begin: 2026-11-21T00:00:00Z. */
export const ZERO: Instant = instant(1_795_219_200_000_000);

/** The time so many seconds after the begin of a hand-made log. */
export function at(seconds: number): Instant {
  return instant(ZERO + Math.round(seconds * 1_000_000));
}

/** Seconds since the begin of a hand-made log, to the millisecond. */
export function secondsOf(time: Instant): number {
  return Math.round((time - ZERO) / 1000) / 1000;
}

type WithoutBase<F> = F extends Fact
  ? Omit<F, 'source' | 'line' | 'time' | 'message'> & { readonly message?: string }
  : never;

/** The error of a call that the kubelet gave up at its time-out. */
export const TIMED_OUT = { text: DEADLINE_EXCEEDED, code: 'DeadlineExceeded' } as const;

/** A fact without its place and time. */
export type FactPart = WithoutBase<Fact>;

export interface LineOptions {
  readonly pid?: number;
  readonly file?: string;
  readonly host?: string;
  readonly identifier?: string;
  /** A line without klog header: a neighbour's, journald's. */
  readonly plain?: boolean;
}

/** A hand-made log: each call is one record with its facts. */
export class HandMadeLog {
  readonly inference: Inference = createInference();
  line = 0;

  /** Adds a record at so many seconds, with facts or none. */
  add(seconds: number, facts: FactPart | readonly FactPart[] = [], options: LineOptions = {}): this {
    this.line += 1;
    const time = at(seconds);
    const pid = options.pid ?? 1234;
    const { line } = this;
    const record: LogRecord = {
      source: 0,
      line,
      lines: 1,
      time,
      form: 'structured',
      message: '',
      pairs: [],
      ...(options.plain === true
        ? {}
        : { klog: { severity: 'I', time, pid, file: options.file ?? 'kubelet.go', fileLine: 1 } }),
      ...(options.host === undefined && options.identifier === undefined
        ? {}
        : {
            journal: {
              time,
              ...(options.host === undefined ? {} : { host: options.host }),
              ...(options.identifier === undefined ? {} : { identifier: options.identifier }),
            },
          }),
    };
    const parts = Array.isArray(facts) ? (facts as readonly FactPart[]) : [facts as FactPart];
    this.inference.append(
      record,
      parts.map((part): Fact => ({ source: 0, line, time, message: `test.${part.kind}`, ...part })),
    );
    return this;
  }

  /** Version and start of the main sync loop. */
  start(seconds = 0, version = 'v1.36.2', options: LineOptions = {}): this {
    return this.add(seconds, { kind: 'kubelet-version', version }, options).add(
      seconds + 0.1,
      { kind: 'sync-loop-started' },
      options,
    );
  }

  /** Flags that say that there is no configuration file, so that the default of two minutes for calls to the runtime is sure. */
  flagsOnly(seconds = 0): this {
    return this.add(seconds, { kind: 'flag', name: 'config', value: '' }).add(seconds, {
      kind: 'flag',
      name: 'runtime-request-timeout',
      value: '2m0s',
    });
  }

  /** One skip with these reasons, as the kubelet writes them. */
  skip(seconds: number, text: string, options: LineOptions = {}): this {
    return this.add(seconds, { kind: 'skip', text, reasons: parseSkipReasons(text) }, options);
  }

  /** Skips of one back-off run from `first` on: 100 ms, 200 ms … 5 s apart. The relist named is the one that began at `relist` seconds. */
  skips(first: number, count: number, text: string | { readonly relist: number }): this {
    let seconds = first;
    for (let step = 0; step < count; step += 1) {
      this.skip(seconds, typeof text === 'string' ? text : stale(seconds - text.relist));
      seconds += sleepOf(step);
    }
    return this;
  }

  /** `Unable to retrieve pods`, with its call's error in the same moment. */
  relistFailed(seconds: number, code = 'DeadlineExceeded', method = 'ListPodSandbox'): this {
    const error = code === TIMED_OUT.code ? TIMED_OUT : { text: `rpc error: code = ${code} desc = failed`, code };
    return this.add(seconds - 0.0001, { kind: 'runtime-call-failed', method, error, pod: {} }).add(seconds, {
      kind: 'relist-failed',
      scope: 'all',
      pod: {},
      error,
    });
  }

  /** A failed Status call, with its two lines; `Unavailable` is that of a socket on which nobody listens. */
  statusFailed(seconds: number, code = 'DeadlineExceeded'): this {
    const error =
      code === TIMED_OUT.code
        ? TIMED_OUT
        : { text: code === 'Unavailable' ? UNREACHABLE : `rpc error: code = ${code} desc = failed`, code };
    return this.add(seconds, { kind: 'runtime-call-failed', method: 'Status', error, pod: {} }).add(seconds, {
      kind: 'status-failed',
      error,
    });
  }

  condition(seconds: number, text: string): this {
    return this.add(seconds, {
      kind: 'node-condition',
      ready: false,
      reason: 'KubeletNotReady',
      text,
      reasons: parseSkipReasons(text),
    });
  }

  /** A line of a working turn. */
  turn(seconds: number, options: LineOptions = {}): this {
    return this.add(
      seconds,
      { kind: 'pod-config', operation: 'ADD', from: 'api', pods: [{ namespace: 'default', name: 'web-1' }] },
      options,
    );
  }

  history(): ProvenHistory {
    return this.inference.history([]);
  }

  /** The episodes that are no normal start. */
  faults(): readonly Episode[] {
    return this.history().episodes.filter((episode) => !episode.startup);
  }
}

/** Sleep after the skip with this number in a run, in seconds. */
export function sleepOf(step: number): number {
  return Math.min(5, 0.1 * 2 ** step);
}

/** When the skip with this number of a run comes, in seconds after the first. */
export function skipTime(number: number): number {
  let seconds = 0;
  for (let step = 0; step < number; step += 1) seconds += sleepOf(step);
  return seconds;
}

/** PLEG's reason with an elapsed. */
export function stale(elapsedSeconds: number): string {
  const minutes = Math.floor(elapsedSeconds / 60);
  const seconds = (elapsedSeconds - minutes * 60).toFixed(6).replace(/\.?0+$/, '');
  return `PLEG is not healthy: pleg was last seen active ${minutes}m${seconds}s ago; threshold is 3m0s`;
}

export const START_REASONS =
  '[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]';
export const UNREACHABLE =
  'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial unix /run/x.sock: connect: connection refused"';
export const RUNTIME_DOWN = 'container runtime is down';
