/** What really happened, as the records that lie beside recorded logs: one object a line, sorted by `t` (UTC, nanoseconds). */
import type { KubeletProfile } from '../../kubelet/profile.ts';
import { formatConditionReasons, formatSkipReasons } from '../../kubelet/skipReason.ts';
import type { Instant } from '../../kubelet/time.ts';
import { minus, type Nanoseconds, plus } from '../../model/nanoseconds.ts';
import type { LiveContainer } from '../node/runtimeContainers.ts';
import { formatNanoseconds, formatSeconds } from '../scenario/times.ts';
import type { ProcessObservation } from '../node/workerObservation.ts';

export type TruthRecord = { readonly ev: string; readonly t: string } & Readonly<Record<string, unknown>>;

/** Takes the observations of one process and gives its records. */
export class ProcessTruth {
  readonly #start: Instant;
  readonly #origin: Nanoseconds;
  readonly #pid: number;
  readonly #profile: KubeletProfile;
  #skips = 0;
  #turns = 0;
  #turnStarted: Nanoseconds | undefined;
  #condition = '';

  constructor(start: Instant, origin: Nanoseconds, pid: number, profile: KubeletProfile) {
    this.#start = start;
    this.#origin = origin;
    this.#pid = pid;
    this.#profile = profile;
  }

  /** Records of an observation; none for those that the recorded runs do not have. */
  of(observation: ProcessObservation): TruthRecord | undefined {
    const { at } = observation;
    switch (observation.kind) {
      case 'relist-started': {
        const { scope, podUid } = observation;
        return scope === 'all'
          ? this.#record('relist_start', at, { relist_ts: this.#time(at), since_ms: 0 })
          : this.#record('podrelist_start', at, { podUID: podUid, pod_relist_ts: this.#time(at) });
      }
      case 'relist-listed':
        return observation.scope === 'all' ? this.#relist('relist_time_set', at, observation.start) : undefined;
      case 'relist-ended':
        return observation.scope === 'all' ? this.#relist('relist_end', at, observation.start) : undefined;
      case 'relist-failed':
        return observation.scope === 'all'
          ? this.#relist('relist_error', at, observation.start, { err: observation.error })
          : undefined;
      case 'event-sent':
        return this.#record('pleg_event_sent', at, eventMembers(observation.event));
      case 'event-discarded':
        return this.#record('pleg_event_discarded', at, eventMembers(observation.event));
      case 'event-consumed':
        return this.#record('pleg_event_consumed', at, eventMembers(observation.event));
      case 'skipped':
        this.#skips += 1;
        return this.#record('sync_skip', at, {
          err: formatSkipReasons(observation.reasons, this.#profile),
          sleep_ms: observation.sleep / 1e6,
          n: this.#skips,
        });
      case 'turn-started':
        this.#turnStarted = at;
        return undefined;
      case 'turn-ended': {
        const began = this.#turnStarted ?? observation.began;
        this.#turns += 1;
        return this.#record('sync_iter', at, {
          start: this.#time(began),
          dur_ms: minus(at, began) / 1e6,
          n: this.#turns,
          work: observation.work,
        });
      }
      case 'evented-fallback':
        return this.#record('evented_fallback', at);
      case 'runtime-synced':
        return this.#record('runtime_sync_set', at);
      case 'runtime-not-ready':
        return this.#profile.runtimeNotReady === 'none' ? undefined : this.#record('runtime_not_ready', at);
      case 'node-status':
        return this.#condition_(observation);
      case 'runtime-call-failed': {
        const { method, began, error, caller, podUid, id } = observation;
        return this.#record('cri', at, {
          method,
          start: this.#time(began),
          end: this.#time(at),
          dur_ms: minus(at, began) / 1e6,
          error,
          caller,
          ...(podUid === undefined ? {} : { podUID: podUid }),
          ...(id === undefined ? {} : { id }),
        });
      }
      default:
        return undefined;
    }
  }

  #condition_({ at, ready, reasons }: Extract<ProcessObservation, { kind: 'node-status' }>): TruthRecord | undefined {
    const message = ready ? 'kubelet is posting ready status' : formatConditionReasons(reasons, this.#profile);
    const condition = `${ready} ${message}`;
    if (condition === this.#condition) return undefined;
    this.#condition = condition;
    const time = formatSeconds(this.#start, plus(at, this.#origin));
    return this.#record('node_ready_patch', at, {
      cond: {
        type: 'Ready',
        status: ready ? 'True' : 'False',
        reason: ready ? 'KubeletReady' : 'KubeletNotReady',
        message,
        lastHeartbeatTime: time,
      },
    });
  }

  #relist(ev: string, at: Nanoseconds, start: Nanoseconds, more: Readonly<Record<string, unknown>> = {}): TruthRecord {
    return this.#record(ev, at, { relist_ts: this.#time(start), since_ms: minus(at, start) / 1e6, ...more });
  }

  #record(ev: string, at: Nanoseconds, members: Readonly<Record<string, unknown>> = {}): TruthRecord {
    return { ev, pid: this.#pid, ...members, t: this.#time(at) };
  }

  #time(at: Nanoseconds): string {
    return formatNanoseconds(this.#start, plus(at, this.#origin));
  }
}

/** The record of a change in the runtime. */
export function containerRecord(start: Instant, at: Nanoseconds, container: LiveContainer): TruthRecord {
  const { id, kind, name, pod, attempt, state, exitCode } = container;
  const common = { id, pod: `${pod.namespace}/${pod.name}`, podUID: pod.uid };
  const t = formatNanoseconds(start, at);
  if (kind === 'sandbox')
    return {
      ev: 'sandbox_state',
      ...common,
      state: state === 'running' ? 'READY' : state === 'removed' ? 'REMOVED' : 'NOTREADY',
      t,
    };
  return { ev: 'container_state', ...common, name, attempt, state: state.toUpperCase(), exit: exitCode, t };
}

function eventMembers(event: {
  readonly podUid: string;
  readonly type: string;
  readonly data?: string;
}): Record<string, unknown> {
  return { type: event.type, podUID: event.podUid, ...(event.data === undefined ? {} : { data: event.data }) };
}
