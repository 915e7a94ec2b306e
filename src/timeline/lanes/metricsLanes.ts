/** What the kubelet's metrics tell, over time: how long relists took between two scrapes, how old the last one was at each, and which calls failed. */
import { beyondBuckets, meanOf, quantileBounds } from '../../metrics/distribution.ts';
import type { MetricsStory, MetricsStretch } from '../../metrics/story.ts';
import { draftLane, type TimelineContext } from '../context.ts';
import { counted, formatSeconds } from '../format.ts';
import type { LaneDraft } from '../marks.ts';
import type { MarkLevel } from '../timelineDocument.ts';

/** Means, in seconds, from which a bar warns and from which it is an error. */
const SLOW = 1;
const NEAR_THE_CLIFF = 10;
/** A relist that was listed so long ago, in seconds, is late; and from the threshold on PLEG is unhealthy. */
const LATE = 15;
const THRESHOLD = 180;

/** The lanes of the metrics: those in which something is. They are of no node of their own. */
export function metricsLanes(context: TimelineContext, story: MetricsStory | undefined): LaneDraft[] {
  if (story === undefined) return [];
  const relists = draftLane('metrics/relists', 'other', 'relists (metrics)');
  const staleness = draftLane('metrics/staleness', 'other', 'last relist (metrics)');
  const calls = draftLane('metrics/calls', 'other', 'failed calls (metrics)');
  for (const stretch of story.stretches) {
    const within = clipped(context, stretch);
    if (within === undefined) continue;
    relistBar(context, relists, stretch, within);
    callBar(context, calls, stretch, within);
  }
  for (const { time, seconds, isExact, scrape, line } of story.staleness) {
    const start = context.at(time);
    if (start < 0 || start > context.length) continue;
    context.add(
      staleness,
      { start, end: start, style: 'relist', level: levelOf(seconds, LATE, THRESHOLD), proven: true },
      {
        what: `last relist listed ${isExact ? '' : 'at least '}${formatSeconds(seconds)} before`,
        detail: 'kubelet_pleg_last_seen_seconds: the kubelet renews it when it asks for its health, at least every 10s',
        source: scrape.source,
        line,
      },
    );
  }
  return [relists, staleness, calls].filter(({ items }) => items.length > 0);
}

interface Within {
  readonly start: number;
  readonly end: number;
}

/** The part of a stretch that the timeline shows. The whole time of a process before its first scrape says nothing of when. */
function clipped(context: TimelineContext, { from, to, sinceStart }: MetricsStretch): Within | undefined {
  const start = Math.max(0, context.at(from));
  const end = Math.min(context.length, context.at(to));
  return end <= start || (sinceStart && start === 0) ? undefined : { start, end };
}

function relistBar(context: TimelineContext, lane: LaneDraft, stretch: MetricsStretch, within: Within): void {
  const { relists, intervals, scrape, isTimed } = stretch;
  if (relists === undefined) return;
  const mean = meanOf(relists);
  const beyond = beyondBuckets(relists);
  const half = quantileBounds(relists, 0.5);
  const most = quantileBounds(relists, 0.99);
  const interval = intervals === undefined ? undefined : meanOf(intervals);
  context.add(
    lane,
    {
      ...within,
      style: mean === undefined ? 'relist-hung' : 'relist',
      level:
        mean === undefined
          ? 2
          : (Math.max(levelOf(mean, SLOW, NEAR_THE_CLIFF), beyond === undefined ? 0 : 1) as MarkLevel),
      proven: isTimed,
    },
    {
      what:
        mean === undefined
          ? 'no relist ended'
          : `${counted(relists.count, 'relist')}, ${formatSeconds(mean)} on average`,
      detail: [
        ...(half === undefined || !Number.isFinite(half.max) ? [] : [`half: at most ${formatSeconds(half.max, 3)}`]),
        ...(most === undefined || !Number.isFinite(most.max)
          ? []
          : [`99 of 100: at most ${formatSeconds(most.max, 3)}`]),
        ...(beyond === undefined ? [] : [`${beyond.count} of more than ${formatSeconds(beyond.bound)}`]),
        ...(interval === undefined ? [] : [`start to start: ${formatSeconds(interval)}`]),
      ].join('; '),
      source: scrape.source,
      line: scrape.distributions.get('relist')?.line ?? scrape.line,
    },
  );
}

function callBar(context: TimelineContext, lane: LaneDraft, stretch: MetricsStretch, within: Within): void {
  const failed = stretch.operations.filter(({ errors }) => errors > 0).toSorted((a, b) => b.errors - a.errors);
  const [first] = failed;
  if (first === undefined) return;
  context.add(
    lane,
    { ...within, style: 'runtime-error', level: 1, proven: stretch.isTimed },
    {
      what: `failed calls: ${failed.reduce((sum, { errors }) => sum + errors, 0).toLocaleString('en')}`,
      detail: failed
        .slice(0, 8)
        .map(({ type, errors }) => `${type}: ${errors}`)
        .join('; '),
      source: stretch.scrape.source,
      line: first.line,
    },
  );
}

function levelOf(value: number, warning: number, error: number): MarkLevel {
  return value >= error ? 2 : value >= warning ? 1 : 0;
}
