/** The lanes of the kubelet itself: sync loop, relists, processes. */
import { appendTo, grouped } from '../../kubelet/groups.ts';
import { countLeading } from '../../kubelet/ordered.ts';
import type { Analysis } from '../../analysis/analysis.ts';
import type { LoopStall, Relist, Skip } from '../../inference/history.ts';
import type { Instant } from '../../kubelet/time.ts';
import { formatVersion } from '../../kubelet/version.ts';
import type { ClockStep, LikelyRelist } from '../../replay/reconstruction.ts';
import { likelyEnd } from '../../inference/episodes/absences.ts';
import { endingText } from '../../diagnosis/words/endingText.ts';
import { boundsOf, firstLine, type TimelineContext } from '../context.ts';
import { formatSeconds } from '../format.ts';
import type { LaneDraft, MarkInput } from '../marks.ts';
import type { MarkLevel, MarkStyle } from '../timelineDocument.ts';
import { laneByNode } from './laneByNode.ts';

const SECOND = 1_000_000;
/** A relist longer than this is drawn and named as hung: a healthy one takes milliseconds, the slowest seen without a fault some seconds. */
const HUNG_AFTER = 10 * SECOND;
const SLOW_AFTER = SECOND;
/** What begins or ends at a time that is not known better than that has a least length only. */
const UNSEEN = 2.5 * SECOND;

/** Working, blocked and skipping of the loop, with every skip on it. `skipMarks` receives the mark of each skip. */
export function loopLanes(context: TimelineContext, analysis: Analysis, skipMarks: Map<Skip, number>): LaneDraft[] {
  const lanes = laneByNode(context, 'sync-loop', 'sync loop');
  const skips = context.history.skips;
  // A skip that stands alone at the begin of a log: nothing tells how long the loop slept after it.
  const alone = new Set<string | undefined>(
    context.history.episodes.flatMap(({ id, beginsBeforeLog, skips: { observed } }) =>
      beginsBeforeLog && observed === 1 ? id : [],
    ),
  );
  for (const span of analysis.reconstruction.loop) {
    const lane = lanes.of(span.process);
    const start = context.at(span.from);
    const end = context.at(span.to);
    const level: MarkLevel = span.state === 'working' ? 0 : span.state === 'unknown' ? 0 : 1;
    const shape = { start, end, style: span.state, level, proven: span.proven } as const;
    if (span.state === 'working' || span.state === 'unknown') {
      context.add(lane, shape);
      continue;
    }
    const stall =
      span.state === 'blocked' ? stallOf(context.history.stalls, span.process, span.from, span.to) : undefined;
    const skip =
      span.state === 'skipping'
        ? skips.find(
            (candidate) =>
              candidate.process === span.process && candidate.time >= span.from && candidate.time <= span.to,
          )
        : undefined;
    const isLeast =
      (stall !== undefined && stall.from.max - stall.from.min > UNSEEN) ||
      (skip !== undefined && alone.has(skip.episode));
    const least = isLeast ? 'at least ' : '';
    const took = `${least}${formatSeconds((end - start) / SECOND)}`;
    context.add(lane, shape, {
      what:
        span.state === 'blocked'
          ? `Sync loop blocked ${stall?.by === 'housekeeping' ? 'by housekeeping ' : ''}for ${took}`
          : `Sync loop skipping for ${took}`,
      ...(stall === undefined ? {} : boundsOf(context, stall.from)),
      ...firstLine(skip === undefined ? (stall?.evidence ?? []) : [skip]),
    } satisfies MarkText);
  }
  const startups = new Set(context.history.episodes.filter((episode) => episode.startup).map((episode) => episode.id));
  for (const skip of skips)
    skipMarks.set(
      skip,
      addSkip(context, lanes.of(skip.process), skip, skip.episode !== undefined && startups.has(skip.episode)),
    );
  return lanes.all();
}

type MarkText = Omit<MarkInput, 'time' | 'level' | 'proven'>;

function addSkip(context: TimelineContext, lane: LaneDraft, skip: Skip, startup: boolean): number {
  const time = context.at(skip.time);
  return context.add(
    lane,
    { start: time, end: time, style: startup ? 'startup' : 'skip', level: startup ? 1 : 2, proven: true },
    {
      what: startup ? 'Skip at start-up' : 'Skipping pod synchronization',
      detail: skip.reasons.map((reason) => reason.text).join('; '),
      source: skip.source,
      line: skip.line,
    },
  );
}

function stallOf(stalls: readonly LoopStall[], process: string, from: number, to: number): LoopStall | undefined {
  const middle = (from + to) / 2; // one stall follows on another within the bounds of its end
  return stalls.find((stall) => stall.process === process && stall.from.min <= middle && stall.to.max >= middle);
}

/** Relists that lines bound, and between them the likely ones of the replay. */
export function relistLanes(context: TimelineContext, analysis: Analysis): LaneDraft[] {
  const lanes = laneByNode(context, 'relists', 'relists');
  const proven = new Map<string, { start: number; end: number }[]>();
  for (const relist of context.history.relists) {
    const start = context.at(relist.start.max);
    const { end, isLeast, isNamed = false } = relistEnd(context, relist);
    appendTo(proven, relist.process, { start, end });
    const text = relistText(relist, end - start, isLeast, isNamed);
    context.add(
      lanes.of(relist.process),
      { start, end, style: text.style, level: text.level, proven: true },
      {
        what: text.what,
        ...(text.detail === '' ? {} : { detail: text.detail }),
        ...podName(context, relist),
        ...(relist.startOpen === undefined ? boundsOf(context, relist.start) : {}),
        ...firstLine(relist.evidence),
      },
    );
  }
  for (const { from, skip } of unlistedAfterFailures(context)) {
    const [start, end] = [context.at(from), context.at(skip.time)];
    proven.get(skip.process)?.push({ start, end });
    context.add(
      lanes.of(skip.process),
      { start, end, style: 'relist-none', level: 2, proven: true },
      {
        what: `No good relist for ${formatSeconds((end - start) / SECOND)}`,
        detail: 'At least this long: after the relist that failed, the skips still name an older one.',
        ...firstLine([skip]),
      },
    );
  }
  for (const [process, intervals] of proven)
    proven.set(
      process,
      intervals.toSorted((a, b) => a.start - b.start),
    );
  const cursor = new Map<string, number>();
  for (const likely of analysis.reconstruction.likelyRelists.toSorted((a, b) => a.start - b.start))
    addLikely(context, lanes.of(likely.process), likely, proven.get(likely.process) ?? [], cursor);
  return lanes.all();
}

/** How far lines prove a relist, or that none could list after it (`isNamed`: skips go on to name it). `isLeast`: it can have gone on. */
function relistEnd(context: TimelineContext, relist: Relist): { end: number; isLeast: boolean; isNamed?: boolean } {
  const start = context.at(relist.start.max);
  const until = (time: Instant): number => Math.max(start, context.at(time));
  if (relist.seenUntil !== undefined) return { end: until(relist.seenUntil), isLeast: true };
  const open = relist.outcome === 'open' ? context.process(relist.process)?.to : undefined;
  const known = relist.end ?? (relist.outcome === 'open' ? undefined : relist.listed);
  if (open !== undefined || known === undefined) return { end: until(open ?? relist.start.max), isLeast: false };
  const isInspecting = relist.phase === 'inspecting';
  // A relist whose inspections failed ends with the last of them, most likely.
  if (known.max - known.min <= UNSEEN)
    return { end: until(isInspecting && relist.end !== undefined ? known.min : known.max), isLeast: false };
  if (isInspecting) {
    // A failed inspection bounds the listing from above, and is the relist's own.
    const end = until(relist.end === undefined ? known.max : known.min);
    if (end - start >= SECOND) return { end, isLeast: true };
  }
  const named = isInspecting || relist.phase === 'unknown' ? lastNamed(context, relist) : undefined;
  const last = named === undefined ? known.min : (Math.min(named, relist.end?.max ?? named) as Instant);
  return { end: Math.max(until(known.min), until(last)), isLeast: true, isNamed: named !== undefined };
}

/** The last skip that names a relist as the last one that was listed. */
function lastNamed(context: TimelineContext, relist: Relist): Instant | undefined {
  return context.history.skips.findLast(
    ({ process, lastRelist }) =>
      process === relist.process && lastRelist !== undefined && Math.abs(lastRelist - relist.start.max) < SECOND / 2,
  )?.time;
}

/** Where after a failed relist no line bounds the next one for long, but skips go on to name an older one: from that failure to the last such skip. */
function unlistedAfterFailures({ history }: TimelineContext): { readonly from: Instant; readonly skip: Skip }[] {
  const naming = grouped(
    history.skips.filter(({ lastRelist }) => lastRelist !== undefined),
    ofProcess,
  );
  return [
    ...grouped(
      history.relists.filter(({ scope }) => scope === 'all'),
      ofProcess,
    ),
  ].flatMap(([process, relists]) =>
    relists.flatMap((relist, place) => {
      if (relist.outcome !== 'list-failed' || relist.end === undefined) return [];
      const from = relist.end.max;
      const next = relists[place + 1]?.start.min ?? Number.POSITIVE_INFINITY;
      if (next - from < HUNG_AFTER) return [];
      const skips = naming.get(process) ?? [];
      const skip = skips[countLeading(skips, ({ time }) => time < next) - 1];
      return skip !== undefined && skip.time - from >= HUNG_AFTER && (skip.lastRelist ?? from) < relist.start.min
        ? [{ from, skip }]
        : [];
    }),
  );
}

const ofProcess = ({ process }: { readonly process: string }): string => process;

function relistText(
  relist: Relist,
  took: number,
  isLeast: boolean,
  isNamed: boolean,
): { what: string; detail: string; style: MarkStyle; level: MarkLevel } {
  const hung = took >= HUNG_AFTER || relist.outcome === 'open';
  const failed = relist.outcome === 'list-failed';
  const subject = relist.scope === 'pod' ? 'Relist of one pod' : 'Relist';
  const where =
    relist.call !== undefined
      ? ` in ${relist.call}`
      : relist.phase === 'listing'
        ? ' while listing'
        : relist.phase === 'inspecting'
          ? ' while inspecting'
          : '';
  const length = took > 0 ? `${isLeast ? 'at least ' : ''}${formatSeconds(took / SECOND)}` : '';
  const style: MarkStyle =
    hung && (failed || relist.scope === 'all')
      ? 'relist-hung'
      : failed
        ? 'relist-failed'
        : relist.scope === 'pod'
          ? 'relist-pod'
          : 'relist';
  const level: MarkLevel = hung || failed ? 2 : took >= SLOW_AFTER ? 1 : 0;
  if (hung && (isNamed || (isLeast && relist.phase === 'unknown')))
    return {
      what: `No good relist for ${formatSeconds(took / SECOND)}`,
      detail: 'At least this long.',
      style: 'relist-none',
      level,
    };
  // That its calls hung, only one that was given up shows: these were answered at last, held back or just slow.
  const answered = relist.outcome === 'ok' && relist.call === undefined && length !== '';
  const what = hung
    ? answered
      ? `${subject} took ${length}${where}`
      : `${subject} hung${where}${length === '' ? '' : ` for ${length}`}`
    : failed
      ? `${subject} failed${where}`
      : took >= SLOW_AFTER
        ? `${subject} slow${where}: ${length}`
        : subject;
  const detail =
    relist.outcome === 'open'
      ? 'No end in this log.'
      : failed
        ? 'It ended without listing the containers.'
        : relist.outcome === 'ok'
          ? 'The list calls succeeded.'
          : '';
  return { what, detail, style, level };
}

/** Adds what no proven relist covers of a likely one: the replay runs through the proven ones too. `cursor` remembers the place in the sorted intervals. */
function addLikely(
  context: TimelineContext,
  lane: LaneDraft,
  likely: LikelyRelist,
  proven: readonly { start: number; end: number }[],
  cursor: Map<string, number>,
): void {
  const start = context.at(likely.start);
  const end = Math.max(start, context.at(likely.end ?? likely.listed ?? likely.start));
  let place = cursor.get(likely.process) ?? 0;
  while (place < proven.length && (proven[place]?.end ?? 0) < start - SECOND / 2) place += 1;
  cursor.set(likely.process, place);
  const hung = end - start >= HUNG_AFTER;
  const style = hung ? 'relist-hung' : likely.failed ? 'relist-failed' : 'relist';
  const add = (from: number, to: number): void =>
    void context.add(lane, { start: from, end: to, style, level: hung || likely.failed ? 1 : 0, proven: false });
  let from = start;
  for (; place < proven.length && (proven[place]?.start ?? 0) <= end + SECOND / 2; place += 1) {
    const covered = proven[place];
    if (covered === undefined) break;
    if (covered.start - from > UNSEEN) add(from, covered.start);
    from = Math.max(from, covered.end);
  }
  // Beside proven ones less than that is not a relist, but what their bounds leave open.
  if (place === (cursor.get(likely.process) ?? 0) || end - from > UNSEEN) add(from, end);
}

function podName(context: TimelineContext, relist: Relist): { pod?: string } {
  if (relist.pod?.name !== undefined)
    return { pod: relist.pod.namespace === undefined ? relist.pod.name : `${relist.pod.namespace}/${relist.pod.name}` };
  return relist.podUid === undefined ? {} : { pod: context.podName(relist.podUid) };
}

/** One bar for each kubelet process, a flag where it started, a triangle where the clock was set. */
export function processLanes(context: TimelineContext, steps: readonly ClockStep[]): LaneDraft[] {
  const lanes = laneByNode(context, 'processes', 'kubelet');
  for (const step of steps) {
    const time = context.at(step.time);
    const what = `The wall clock was set ${step.by < 0 ? 'back' : 'forward'} by ${formatSeconds(Math.abs(step.by) / SECOND, 3)}`;
    context.add(
      lanes.of(step.process),
      { start: time, end: time, style: 'gap', level: 1, proven: true },
      {
        what,
        detail:
          'The elapsed times of the skips advance evenly (the kubelet measures them with a monotonic clock), but their timestamps jump here.',
        ...step.at,
      },
    );
  }
  for (const process of context.history.processes) {
    const lane = lanes.of(process.id);
    const start = context.at(process.from);
    const end = context.at(process.ending === undefined ? process.to : likelyEnd(process.ending));
    const name = `kubelet${process.version === undefined ? '' : ` ${formatVersion(process.version)}`}${process.pid === undefined ? '' : ` (pid ${process.pid})`}`;
    const ending =
      process.ending !== undefined
        ? `It ${endingText(process.ending)}.`
        : process.endedBy === 'replaced'
          ? 'Replaced by a new process.'
          : process.endedBy === 'exit'
            ? `Ran until it reported its end on line ${process.last.line}.`
            : 'Still alive at the end of the log.';
    context.add(
      lane,
      { start, end, style: 'process', level: 0, proven: true },
      {
        what: process.startedInLog ? `${name} starts` : `${name}, whose start is not in the log`,
        detail: ending,
        source: process.first.source,
        line: process.first.line,
      },
    );
    if (process.startedInLog) context.add(lane, { start, end: start, style: 'process-start', level: 0, proven: true });
    if (process.endedBy === 'exit' || process.ending !== undefined)
      context.add(
        lane,
        { start: end, end, style: 'process-start', level: 1, proven: true },
        {
          what: process.ending === undefined ? `${name} ends` : `${name} ${endingText(process.ending)}`,
          ...(process.ending === undefined ? {} : boundsOf(context, process.ending.at)),
          ...(process.ending?.evidence[0] ?? process.last),
        },
      );
  }
  return lanes.all();
}
