/** Runs a scenario through the embedded kubelet and keeps what a what-if compares. */
import { joinedStretches, type Stretch } from '../kubelet/stretches.ts';
import {
  BASE_RUNTIME_SYNC_THRESHOLD,
  EVENTED_RELIST_THRESHOLD,
  LEASE_GRACE,
  RELIST_THRESHOLD,
} from '../kubelet/constants.ts';
import { goesOn, type StopCheck } from '../kubelet/stopCheck.ts';
import { after, type Instant, seconds } from '../kubelet/time.ts';
import type { Nanoseconds } from '../model/nanoseconds.ts';
import type { ProcessObservation } from '../simulator/node/workerObservation.ts';
import { runScenario } from '../simulator/runScenario.ts';
import type { ProcessWitness, StartedProcess } from '../simulator/node/witness.ts';
import type { Scenario } from '../simulator/scenario/scenario.ts';
import { type Course, type ListedAt } from './course.ts';

export interface PredictedCourse extends Course {
  readonly relists: {
    readonly count: number;
    /** The longest one, in microseconds. */
    readonly longest: number;
  };
}

/** Unhealthy for no longer than this at the start of a kubelet is usual. */
const USUAL_START = seconds(30);

/** `start`: the time of the log that the scenario calls 0. `onProgress` is told how much of it is done, from 0 to 1. */
export function predictedCourse(
  scenario: Scenario,
  start: Instant,
  {
    stopCheck = goesOn,
    onProgress,
  }: { readonly stopCheck?: StopCheck; readonly onProgress?: (share: number) => void } = {},
): PredictedCourse {
  const kept = new KeptCourse();
  const time = (at: Nanoseconds): Instant => (start + at / 1000) as Instant;
  let nextReport = 0;
  runScenario(
    scenario,
    {
      processStarts(process): ProcessWitness {
        const real = (at: number): Instant => (start + (process.origin + at) / 1000) as Instant;
        kept.processStarts(new ProcessHealth(process, scenario, time(process.origin)), time(process.start));
        return {
          starting: () => undefined,
          startFailed: () => undefined,
          registering: () => undefined,
          panicked: () => undefined,
          observed(observation) {
            const at = observation.at + process.origin;
            if (onProgress !== undefined && at > nextReport) {
              nextReport = at + scenario.duration / 50;
              onProgress(Math.min(1, at / scenario.duration));
            }
            kept.observed(observation, real);
          },
        };
      },
      processEnds: ({ at }) => kept.processEnds(time(at)),
      containerChanges: () => undefined,
      ends: () => undefined,
    },
    stopCheck,
  );
  return kept.until(time(scenario.duration));
}

/** What a run has shown so far. */
class KeptCourse {
  readonly #listed: ListedAt[] = [];
  readonly #skips: Instant[] = [];
  readonly #unhealthy: Stretch[] = [];
  readonly #notReady: Stretch[] = [];
  readonly #relists = { count: 0, longest: 0 };
  #notReadySince: Instant | undefined;
  #relistSince: Instant | undefined;
  /** No kubelet runs since then. */
  #goneSince: Instant | undefined;
  #current: ProcessHealth | undefined;

  processStarts(health: ProcessHealth, at: Instant): void {
    this.#countAbsence(at);
    this.#goneSince = undefined;
    this.#current = health;
    this.#listed.push({ at, since: undefined });
  }

  processEnds(at: Instant): void {
    if (this.#current === undefined) return;
    this.#unhealthy.push(...this.#current.unhealthyUntil(at));
    this.#relistEnds(at);
    this.#current = undefined;
    this.#goneSince = at;
    this.#listed.push({ at, since: undefined });
  }

  /** The control plane counts a node as NotReady once a lease is late, until a kubelet reports that it is Ready. */
  #countAbsence(until: Instant): void {
    const counted = after(this.#goneSince ?? until, LEASE_GRACE);
    if (counted < until) this.#notReadySince ??= counted;
  }

  /** `real`: the time of the log for one of the process. */
  observed(observation: ProcessObservation, real: (at: number) => Instant): void {
    const at = real(observation.at);
    switch (observation.kind) {
      case 'relist-listed':
        if (observation.scope !== 'all') return;
        this.#current?.listed(at, real(observation.start));
        this.#listed.push({ at, since: real(observation.start) });
        return;
      case 'relist-started':
        if (observation.scope === 'all') this.#relistSince = at;
        return;
      case 'relist-ended':
      case 'relist-failed':
        if (observation.scope === 'all') this.#relistEnds(at);
        return;
      case 'evented-fallback':
        return this.#current?.fellBack(at);
      case 'runtime-synced':
        return this.#current?.synced(at);
      case 'runtime-not-ready':
        return this.#current?.notReady(at);
      case 'skipped':
        this.#skips.push(at);
        return;
      case 'node-status':
        if (!observation.ready) this.#notReadySince ??= at;
        else this.#readyAgain(at);
        return;
      default:
    }
  }

  /** Also one that goes on when its kubelet ends: it took at least so long. */
  #relistEnds(at: Instant): void {
    if (this.#relistSince === undefined) return;
    this.#relists.count += 1;
    this.#relists.longest = Math.max(this.#relists.longest, at - this.#relistSince);
    this.#relistSince = undefined;
  }

  #readyAgain(at: Instant): void {
    if (this.#notReadySince !== undefined) this.#notReady.push({ from: this.#notReadySince, to: at });
    this.#notReadySince = undefined;
  }

  /** All of it, up to the end of the run. */
  until(end: Instant): PredictedCourse {
    this.#countAbsence(end);
    this.processEnds(end);
    this.#readyAgain(end);
    const unhealthy = joinedStretches(this.#unhealthy);
    return {
      listed: this.#listed,
      skips: inside(this.#skips, unhealthy),
      unhealthy,
      notReady: this.#notReady,
      relists: this.#relists,
    };
  }
}

/** The times that lie in stretches, both in order: the skips of a usual start do not. */
function inside(times: readonly Instant[], stretches: readonly Stretch[]): readonly Instant[] {
  let next = 0;
  return times.filter((time) => {
    while (stretches[next] !== undefined && (stretches[next]?.to ?? 0) < time) next += 1;
    return (stretches[next]?.from ?? Number.POSITIVE_INFINITY) <= time;
  });
}

/** When the runtime state of one process is unhealthy: PLEG's last listing is too old, the last good Status is, or the runtime says that it is not ready (from 1.16). */
class ProcessHealth {
  readonly #begin: Instant;
  readonly #windows: Stretch[] = [];
  readonly #saysNotReady: boolean;
  #threshold: number;
  /** PLEG is healthy until then, and so is the Status. */
  #plegUntil: number;
  #statusUntil: number;
  #lastListed: number | undefined;
  #notReadySince: Instant | undefined;

  constructor({ profile }: StartedProcess, { kubelet }: Scenario, begin: Instant) {
    this.#begin = begin;
    this.#threshold = kubelet.eventedPleg && profile.eventedPleg ? EVENTED_RELIST_THRESHOLD : RELIST_THRESHOLD;
    this.#saysNotReady = profile.runtimeNotReady !== 'none';
    this.#plegUntil = this.#statusUntil = begin;
  }

  listed(at: Instant, since: Instant): void {
    this.#add(this.#plegUntil, at);
    this.#lastListed = since;
    this.#plegUntil = Math.max(this.#plegUntil, since + this.#threshold);
  }

  /** Evented PLEG is given up: the ordinary threshold counts. */
  fellBack(at: Instant): void {
    this.#threshold = RELIST_THRESHOLD;
    if (this.#lastListed !== undefined)
      this.#plegUntil = Math.min(this.#plegUntil, Math.max(at, this.#lastListed + RELIST_THRESHOLD));
  }

  synced(at: Instant): void {
    this.#add(this.#statusUntil, at);
    this.#statusUntil = at + BASE_RUNTIME_SYNC_THRESHOLD;
    if (this.#notReadySince !== undefined) this.#add(this.#notReadySince, at);
    this.#notReadySince = undefined;
  }

  notReady(at: Instant): void {
    if (this.#saysNotReady) this.#notReadySince ??= at;
  }

  /** All of it up to the end of the process; the usual start is left out. */
  unhealthyUntil(end: Instant): readonly Stretch[] {
    this.#add(this.#plegUntil, end);
    this.#add(this.#statusUntil, end);
    if (this.#notReadySince !== undefined) this.#add(this.#notReadySince, end);
    return joinedStretches(this.#windows).filter(({ from, to }) => from > this.#begin || to - from > USUAL_START);
  }

  #add(from: number, to: number): void {
    if (to > from) this.#windows.push({ from: from as Instant, to: to as Instant });
  }
}
