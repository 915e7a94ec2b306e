/** What the kubelet makes its runtime state of: staleness, reasons, the runtime's last Status, and what the node said of it. */
import { firstAfter } from '../../kubelet/ordered.ts';
import { BASE_RUNTIME_SYNC_THRESHOLD } from '../../kubelet/constants.ts';
import { formatSkipReason } from '../../kubelet/skipReason.ts';
import { inSeconds, seconds } from '../../kubelet/time.ts';
import { thresholdAt } from '../../replay/innerState/innerStateFacts.ts';
import { relistAt } from '../../replay/innerState/plannedRelists.ts';
import {
  provenListed,
  provenReasons,
  provenRelist,
  provenUnhealthy,
} from '../../replay/innerState/innerStateProven.ts';
import { likelyOtherwise } from '../likelyReady.ts';
import type { Known, MomentHealth, MomentPlace, MomentReason, MomentRelist, MomentStaleness } from './moment.ts';
import type { MomentContext } from './momentContext.ts';

/** How old the last listed relist is: as lines prove it, else as the model has it within what they bound. */
export function stalenessAt(moment: MomentContext): MomentStaleness {
  const threshold = inSeconds(thresholdAt(moment.facts, moment.time));
  const proven = provenListed(moment.facts, moment.time);
  if (proven !== undefined) {
    const place = { source: proven.at.source, line: proven.at.line };
    if (proven.start === undefined) return { never: true, threshold, known: 'proven', ...place };
    const { min, max } = proven.start;
    return {
      seconds: moment.since(max),
      min: moment.since(max),
      max: moment.since(min),
      lastListed: max,
      threshold,
      known: 'proven',
      ...place,
    };
  }
  const bounds = moment.state.plan.proven.at(moment.time);
  const [min, max] = [
    inSeconds(bounds.min),
    bounds.max === undefined ? Number.POSITIVE_INFINITY : inSeconds(bounds.max),
  ];
  const within = { min, ...(Number.isFinite(max) ? { max } : {}), threshold };
  if (moment.believed === 'unknown') return { ...within, known: 'unknown' };
  const { lastListed } = moment.state.model;
  if (lastListed === undefined) return { never: true, threshold, known: moment.believed };
  // What the model says is likely within what lines prove.
  const likely = Math.min(Math.max(moment.since(moment.state.real(lastListed)), min), max);
  return { ...within, seconds: likely, lastListed: moment.time - Math.round(likely * 1e6), known: moment.believed };
}

/** Evented PLEG is known by its lines; else only a skip that prints the threshold excludes it. */
export function thresholdKnown(moment: MomentContext): { readonly known: Known } & MomentPlace {
  const { process, thresholdAt: printed } = moment.facts;
  if (process.evented !== undefined) return { known: 'proven' };
  return printed === undefined ? { known: 'likely' } : { known: 'proven', source: printed.source, line: printed.line };
}

/** Whether a relist of all pods runs. */
export function relistNow(moment: MomentContext): MomentRelist {
  if (provenRelist(moment.facts, moment.time)) return { running: true, known: 'proven' };
  if (moment.believed === 'unknown') return { known: 'unknown' };
  return {
    running:
      moment.state.model.relist?.scope === 'all' || relistAt(moment.state.plan.relists, moment.time) !== undefined,
    known: moment.believed,
  };
}

/**
 * What the bounds of the unhealthy time before prove, where the model's likely times lie a little beyond them: `unhealthy` from its latest begin to its earliest end, `over` from its latest end
 * until the loop wakes from the sleep that it was in.
 */
function boundsOf({ facts: { episodes }, time }: MomentContext): 'unhealthy' | 'over' | undefined {
  const last = episodes[firstAfter(episodes, time, ({ begin }) => begin.max) - 1];
  if (last === undefined || last.startup) return undefined;
  const { end, endedBy, resumed, seenUntil } = last;
  if (time < (end?.min ?? seenUntil ?? last.begin.max)) return 'unhealthy';
  return endedBy === 'recovered' && end !== undefined && time > end.max && time <= (resumed ?? end).max
    ? 'over'
    : undefined;
}

/** Whether the runtime state is healthy, by the reasons of that moment. */
export function healthAt(
  moment: MomentContext,
  { reasons, known }: { readonly reasons: readonly MomentReason[]; readonly known: Known },
): MomentHealth {
  if (provenUnhealthy(moment.facts, moment.time) || boundsOf(moment) === 'unhealthy')
    return { healthy: false, known: 'proven' };
  return known === 'unknown'
    ? { known }
    : {
        healthy: reasons.length === 0,
        known: known === 'proven' ? 'proven' : moment.believed === 'unknown' ? 'likely' : moment.believed,
      };
}

/** The reasons for which the loop skips, or would: what lines prove first, then what the model has beside it. */
export function reasonsAt(
  moment: MomentContext,
  staleness: MomentStaleness,
): { readonly reasons: readonly MomentReason[]; readonly known: Known } {
  const proven = provenReasons(moment.facts, moment.time);
  const reasons: MomentReason[] = proven.reasons.map((reason) => ({
    kind: reason.kind,
    known: 'proven',
    source: reason.at.source,
    line: reason.at.line,
    text:
      reason.kind === 'pleg-stale' && staleness.seconds !== undefined
        ? formatSkipReason(
            {
              kind: 'pleg-stale',
              text: reason.text,
              elapsed: seconds(staleness.seconds),
              threshold: thresholdAt(moment.facts, moment.time),
            },
            moment.facts.profile,
          )
        : reason.text,
  }));
  if (proven.complete) return { reasons, known: 'proven' };
  const bounds = reasons.length === 0 ? boundsOf(moment) : undefined;
  if (bounds === 'over') return { reasons, known: 'likely' };
  const healthyPleg =
    staleness.known === 'proven' && staleness.seconds !== undefined && staleness.seconds <= staleness.threshold;
  if (moment.believed !== 'unknown') {
    for (const reason of moment.state.model.reasons) {
      const isPleg = reason.kind === 'pleg-stale' || reason.kind === 'pleg-never';
      if (reasons.some((one) => one.kind === reason.kind) || (isPleg && (healthyPleg || staleness.known === 'proven')))
        continue;
      reasons.push({ kind: reason.kind, text: formatSkipReason(reason, moment.facts.profile), known: moment.believed });
    }
  }
  // The model is a moment late: which of the reasons it was is not known yet.
  if (reasons.length === 0 && bounds === 'unhealthy') return { reasons, known: 'unknown' };
  return {
    reasons,
    known:
      reasons.some((reason) => reason.known === 'proven') && moment.believed === 'unknown' ? 'likely' : moment.believed,
  };
}

/** How long ago the last good Status was answered. */
export function runtimeSync(moment: MomentContext): {
  readonly seconds?: number;
  readonly known: Known;
  readonly source?: number;
  readonly line?: number;
} {
  const { lastRuntimeSync } = moment.state.model;
  const index = firstAfter(moment.facts.skips, moment.time, ({ skip }) => skip.time) - 1;
  const before = moment.facts.skips[index];
  const isDown =
    before !== undefined &&
    moment.time - before.skip.time < before.sleep &&
    before.skip.reasons.some((reason) => reason.kind === 'runtime-down');
  const place = isDown ? { source: before.skip.source, line: before.skip.line } : {};
  if (moment.believed === 'unknown') return { known: 'unknown' };
  if (lastRuntimeSync === undefined) return { known: moment.believed, ...place };
  const age = Math.max(0, moment.since(moment.state.real(lastRuntimeSync)));
  return {
    seconds: isDown ? Math.max(age, inSeconds(BASE_RUNTIME_SYNC_THRESHOLD)) : age,
    known: moment.believed,
    ...place,
  };
}

/**
 * What the node reported last. That it is Ready again is said by a line of `-v=2` only, so a NotReady whose unhealthy time is over is shown as what it is: the last report in the log, of a
 * node that most likely became Ready since. So is a Ready where the kubelet is unhealthy since, and the log has no line that says NotReady.
 */
export function nodeReadyAt(moment: MomentContext): {
  readonly nodeReady?: { readonly text: string; readonly source: number; readonly line: number; readonly known: Known };
} {
  const last = moment.history.nodeReady.findLast(
    (change) => change.process === moment.facts.process.id && change.time <= moment.time,
  );
  if (last === undefined) return {};
  const { ready, text, source, line, time } = last;
  const isOtherwise = likelyOtherwise(moment.history, last).some(
    ({ from, to }) => moment.time > from && (to === undefined || moment.time < to),
  );
  return {
    nodeReady: {
      text: isOtherwise
        ? ready
          ? `NotReady, most likely; Ready was reported at ${moment.clock(time)}`
          : `Ready again, most likely; NotReady was reported at ${moment.clock(time)}`
        : ready
          ? 'Ready'
          : `NotReady${text === undefined ? '' : `: ${text}`}`,
      source,
      line,
      known: isOtherwise ? 'likely' : 'proven',
    },
  };
}
