/**
 * Which failure of the listings made PLEG stale. One episode can hold several: list calls hang for minutes, then somebody restarts the runtime and the socket
 * refuses for a while. What counts is what filled the time between the last listing that worked and the begin, not which error has more lines: a call that
 * hangs has one line in two minutes, a refused connection one every second.
 */
import { type Duration, type Instant } from '../../kubelet/time.ts';
import type { EpisodeSigns, FailedCall } from './episodeSigns.ts';
import type { RuntimeErrorClass } from './runtimeErrors.ts';
import { RELIST_PERIOD } from '../../kubelet/constants.ts';

export interface BlameWindow {
  readonly signs: Pick<EpisodeSigns, 'list'>;
  /** Start of the last listing that worked. */
  readonly from: Instant;
  /** The latest moment at which the unhealthy time can have begun. */
  readonly begin: Instant;
  readonly timeout: Duration;
}

/** What the runtime's own errors are to the listing: answers without a list; `unnamed`: what happened is cut away. */
export type ListFailure = 'timed-out' | 'unreachable' | 'too-large' | 'answered' | 'unnamed';

/**
 * The failure that filled most of the time before the begin; of listings that all failed later (a begin before the log, a start) the one with most lines.
 * `undefined` when no listing failed.
 */
export function listingBlame({ signs, from, begin, timeout }: BlameWindow): ListFailure | undefined {
  const filled = new Map<ListFailure, number>();
  const lines = new Map<ListFailure, number>();
  const reached = new Map<ListFailure, number>();
  for (const call of signs.list) {
    const kind = failureOf(call.error);
    if (kind === undefined || kind === 'unnamed') continue;
    lines.set(kind, (lines.get(kind) ?? 0) + 1);
    const end = Math.min(call.fact.time, begin);
    const start = Math.max(
      call.fact.time - (kind === 'timed-out' ? timeout : RELIST_PERIOD),
      from,
      reached.get(kind) ?? from,
    );
    if (end <= start) continue;
    filled.set(kind, (filled.get(kind) ?? 0) + end - start);
    reached.set(kind, end);
  }
  return most(filled) ?? most(lines);
}

/** Listings that failed in a way, in order of time. */
export function failedBy(calls: readonly FailedCall[], failure: ListFailure): readonly FailedCall[] {
  return calls.filter((call) => failureOf(call.error) === failure);
}

function failureOf(error: RuntimeErrorClass): ListFailure | undefined {
  if (error === 'cancelled') return undefined;
  if (error === 'cut-off') return 'unnamed';
  return error === 'refused' || error === 'not-found' ? 'answered' : error;
}

/** The one with the greatest number; of equals the first. */
function most(counts: ReadonlyMap<ListFailure, number>): ListFailure | undefined {
  let best: ListFailure | undefined;
  for (const [kind, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = kind;
  return best;
}
