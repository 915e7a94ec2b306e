/** How a kubelet stands where a stretch does not begin with its start. */
import type { ProcessFacts } from './innerStateFacts.ts';
import type { ModelClock } from './modelClock.ts';
import type { WarmStart } from '../../model/inputs.ts';
import type { SkipReasonKind } from '../../kubelet/skipReason.ts';
import { fromDuration } from '../../model/nanoseconds.ts';
import { BASE_RUNTIME_SYNC_THRESHOLD, EVENTED_RELIST_PERIOD, HOUSEKEEPING_PERIOD } from '../../kubelet/constants.ts';
import { type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import type { Stretch } from './innerStateStretch.ts';

/** A log that begins inside a run of skips: the loop begins with the first of them, in the middle of its back-off, and the reasons are there already. */
function insideStart(
  { namings, inside }: ProcessFacts,
  stretch: Stretch,
  clock: ModelClock,
): Partial<WarmStart> | undefined {
  if (inside === undefined || inside.skip.time > stretch.to || stretch.from > inside.skip.time) return undefined;
  const { skip, sleep } = inside;
  const has = (kind: SkipReasonKind): boolean => skip.reasons.some((reason) => reason.kind === kind);
  const listed = namings.find(({ start, last }) => start !== undefined && last >= skip.time)?.start;
  return {
    firstCheck: clock.model(skip.time),
    nextSleep: fromDuration(sleep),
    ...(listed === undefined || listed > skip.time ? {} : { lastListed: clock.model(listed) }),
    ...(has('runtime-down')
      ? { lastRuntimeSync: clock.model(skip.time - BASE_RUNTIME_SYNC_THRESHOLD - milliseconds(1)) }
      : {}),
  };
}

export function warmStart(facts: ProcessFacts, stretch: Stretch, origin: Instant, clock: ModelClock): WarmStart {
  const naming = facts.namings.find((one) => one.start !== undefined && one.start <= origin && one.last >= origin);
  const phase =
    facts.process.loopStarted ?? facts.stalls.find((stall) => stall.by === 'housekeeping')?.from.max ?? origin;
  const cycles = Math.ceil(Math.max(0, origin - phase) / HOUSEKEEPING_PERIOD) + 1;
  return {
    lastListed: clock.model(naming?.start ?? origin - seconds(0.5)),
    lastRuntimeSync: clock.model(origin - seconds(1)),
    tickersFrom: clock.model(
      phase +
        (phase > origin ? -Math.ceil((phase - origin) / HOUSEKEEPING_PERIOD) : cycles - 1) * HOUSEKEEPING_PERIOD -
        HOUSEKEEPING_PERIOD,
    ),
    nodeReady: true,
    ...(facts.process.evented === undefined ? {} : { nextRelist: fromDuration(EVENTED_RELIST_PERIOD) }),
    ...insideStart(facts, stretch, clock),
  };
}
