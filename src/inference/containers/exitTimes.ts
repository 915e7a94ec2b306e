/** Between which times a container exited, put together for each process from its relists, its episodes and its failed calls. */
import { onceFor } from '../../kubelet/oncePer.ts';
import { EVENTED_RELIST_THRESHOLD, RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import type { Instant, TimeBounds } from '../../kubelet/time.ts';
import type { PlegEvent, ProvenHistory } from '../history.ts';
import { lookupsOf } from '../lookups.ts';
import { namingsOf } from '../relists/namings.ts';
import { requestTimeout } from '../requestTimeout.ts';
import { BEFORE_ALL } from '../store/lines.ts';
import { eventedAt } from '../streams/eventedAt.ts';
import { exitBounds, exitBoundsAfter, exitBoundsOfWaiting, type ListingsAround, ONE_RELIST } from './exitBounds.ts';
import { type ExitLines, type Finished, lastOf, nameOf } from './exitLines.ts';
import { AT_ONCE, sinceEarlierKubelet } from './exitsOverRestart.ts';

/** Of one pod: when its last exits were reported, and when those that another relist reported before. */
interface ReportedExits {
  last: Instant;
  before: Instant | undefined;
}

export class ExitTimes {
  readonly #history: ProvenHistory;
  readonly #lines: ExitLines;
  readonly #around = new Map<string, ListingsAround>();
  /** By process and pod. */
  readonly #reportedOf = new Map<string, Map<string, ReportedExits>>();

  constructor(history: ProvenHistory, lines: ExitLines) {
    this.#history = history;
    this.#lines = lines;
  }

  /** Notes that a relist reported an exit of a pod; gives when a relist before that one reported another. Lines in order of time. */
  noteReported({ process, pod, time }: Finished): Instant | undefined {
    const ofProcess = onceFor(this.#reportedOf, process, () => new Map<string, ReportedExits>());
    const key = pod.uid ?? nameOf(pod) ?? '';
    const reported = ofProcess.get(key);
    if (reported === undefined) {
      ofProcess.set(key, { last: time, before: undefined });
      return undefined;
    }
    if (time - reported.last >= ONE_RELIST) reported.before = reported.last;
    reported.last = time;
    return reported.before;
  }

  /** Of an exit that PLEG's own line tells; `earlier`: the process that reported that the container began. */
  ofLine(line: Finished, before: Instant | undefined, earlier: string | undefined): TimeBounds | undefined {
    const bounds = exitBoundsAfter(this.#aroundOf(line.process), line.time, before);
    return this.#sinceEarlier(line, line.id, earlier, bounds);
  }

  /** Of an exit that only its event tells. */
  ofEvent(event: PlegEvent, id: string, earlier: string | undefined): TimeBounds | undefined {
    return this.#sinceEarlier(event, id, earlier, this.#boundsOfEvent(event));
  }

  #boundsOfEvent(event: PlegEvent): TimeBounds | undefined {
    const around = this.#aroundOf(event.process);
    const process = lookupsOf(this.#history).process(event.process);
    const waited = around.episodes.find(
      (episode) => event.time >= episode.begin.min && event.time <= (episode.resumed?.max ?? lastOf(episode)) + AT_ONCE,
    );
    if (waited === undefined) return exitBounds(around, event.time);
    return exitBoundsOfWaiting(
      around,
      waited,
      event.time,
      process?.startedInLog === true ? (process.loopStarted ?? process.from) : undefined,
    );
  }

  /** A container that only an earlier kubelet of the node reported may have exited before this one ran. */
  #sinceEarlier(
    { process, time }: Pick<Finished, 'process' | 'time'>,
    id: string,
    earlier: string | undefined,
    bounds: TimeBounds | undefined,
  ): TimeBounds | undefined {
    if (earlier === undefined || earlier === process || (bounds !== undefined && bounds.min > BEFORE_ALL))
      return bounds;
    const lookups = lookupsOf(this.#history);
    const before = lookups.process(earlier);
    const since = sinceEarlierKubelet(
      this.#aroundOf(process),
      this.#aroundOf(earlier),
      time,
      before === undefined || this.#lines.finished.has(id) ? undefined : requestTimeout(before),
    );
    if (since === undefined) return bounds;
    // The earlier kubelet may have told of it in lines that are missing.
    const listed = (since.min + ONE_RELIST) as Instant;
    return before !== undefined && lookups.holesBetween(before.from, listed).length > 0 ? bounds : since;
  }

  #aroundOf(id: string): ListingsAround {
    return onceFor(this.#around, id, () => this.#listingsAround(id));
  }

  #listingsAround(id: string): ListingsAround {
    const lookups = lookupsOf(this.#history);
    const process = lookups.process(id);
    return {
      namings: namingsOf(this.#history).get(id) ?? [],
      relists: this.#history.relists
        .filter((relist) => relist.process === id && relist.scope === 'all')
        .sort((a, b) => a.start.max - b.start.max),
      episodes: lookups.episodesOf(id).filter(({ startup }) => !startup),
      failedCalls: this.#lines.failedCalls.get(id)?.sort((a, b) => a - b) ?? [],
      threshold: process?.evented === undefined ? RELIST_THRESHOLD : EVENTED_RELIST_THRESHOLD,
      isEvented: (time) => process !== undefined && eventedAt(process, time),
    };
  }
}
