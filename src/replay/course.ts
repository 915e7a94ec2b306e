/**
 * The reconstruction as charts and lanes draw it: the same run of the model that moments look into, over all times in which something is under way, and between them relists every
 * second. Where the model is not believed nothing is drawn but what lines prove, and so it is where a process has more trouble than the model is run over.
 */
import { type Stretch, joinedStretches, totalOf, within, without } from '../kubelet/stretches.ts';
import { firstAfter } from '../kubelet/ordered.ts';
import type { KubeletProcess } from '../inference/history.ts';
import { goesOn, type StopCheck } from '../kubelet/stopCheck.ts';
import { type Instant, type Duration, seconds } from '../kubelet/time.ts';
import { doubtfulStretches } from './belief.ts';
import { CoursePoints, type ListedStep } from './coursePoints.ts';
import { innerStatesOf } from './innerState/innerState.ts';
import type { StretchRun } from './innerState/runStretch.ts';
import { type ProcessFacts } from './innerState/innerStateFacts.ts';
import type { PlannedRelist } from './innerState/plannedRelists.ts';
import { provenSince } from './innerState/innerStateProven.ts';
import type { LikelyRelist, LoopSpan, Reconstruction, StalenessPoint } from './reconstruction.ts';
import { LONG_RELIST } from './innerState/innerStateStretch.ts';

/** So much time of the model is run for the drawing of one process, and for all of them together. */
export const MOST_OF_PROCESS: Duration = seconds(3 * 3600);
const MOST_OF_ALL: Duration = seconds(6 * 3600);
/** Less of a zone is not worth a run. */
const LEAST_OF_ZONE: Duration = seconds(600);

/** What is left of a likely stall beside what lines tell of it. */
const LEAST_BLOCKED: Duration = seconds(1);

interface Zone extends Stretch {
  /** The trouble goes on behind it. */
  readonly isCut?: true;
}

interface Modelled {
  readonly zones: readonly (Stretch & { readonly steps: readonly ListedStep[] })[];
  readonly relists: readonly LikelyRelist[];
  readonly blocked: readonly Stretch[];
}

/** The reconstruction with what is drawn taken from the model's run. Costs the time of that run; `stopCheck` is asked between processes and in it. */
export function withCourse(reconstruction: Reconstruction, stopCheck: StopCheck = goesOn): Reconstruction {
  const { history } = reconstruction;
  const states = innerStatesOf(history);
  const staleness = new Map<string, readonly StalenessPoint[]>(reconstruction.staleness);
  const modelled = new Map<string, Modelled>();
  let left: number = MOST_OF_ALL;
  for (const { id, from } of history.processes) {
    stopCheck();
    const facts = states.factsAt(from, id);
    if (facts === undefined || !Number.isFinite(from) || !Number.isFinite(facts.process.to)) continue;
    const { process } = facts;
    const zones = zonesWithin(facts, states.zonesOf(facts));
    const run = zonesToRun(zones, Math.min(MOST_OF_PROCESS, left));
    left -= totalOf(run);
    const course = modelledOver(process, run, (zone) => states.runsOver(facts, zone.from, zone.to, stopCheck));
    const notRun = without(zones, course.zones);
    const named = namedSteps(facts);
    const doubtful = joinedStretches([...doubtfulStretches(history, facts, course.contradictions), ...notRun]);
    modelled.set(process.id, {
      ...course,
      relists: [
        ...course.relists.filter(({ start }) => !isIn(doubtful, start)),
        ...plannedWithin(process.id, states.planOf(facts).relists, notRun),
      ],
      blocked: course.blocked.filter(({ from }) => !isIn(doubtful, from)),
    });
    staleness.set(
      process.id,
      new CoursePoints(facts, states.planOf(facts).proven).points(
        [...course.zones, ...notRun.map((zone) => ({ ...zone, steps: namedWithin(named, zone) }))].sort(
          (a, b) => a.from - b.from,
        ),
        doubtful,
      ),
    );
  }
  return {
    ...reconstruction,
    staleness,
    likelyRelists: [
      ...reconstruction.likelyRelists.filter(({ process }) => !modelled.has(process)),
      ...[...modelled.values()].flatMap(({ relists }) => relists),
    ],
    loop: reconstruction.loop.flatMap((span) => withBlocked(span, modelled.get(span.process))),
  };
}

/** Zones within a process; while Evented PLEG is in use all of it is one, because its relists are far apart. */
function zonesWithin({ begin, process }: ProcessFacts, zones: readonly Stretch[]): readonly Stretch[] {
  const evented = process.evented === undefined ? [] : [{ from: begin, to: process.evented.until ?? process.to }];
  const start = { from: begin, to: (begin + seconds(5)) as Instant };
  return joinedStretches(within([...zones, ...evented, start], { from: begin, to: process.to }));
}

/** The first zones, so much of them that their length together is no more than `most`. */
function zonesToRun(zones: readonly Stretch[], most: number): readonly Zone[] {
  const run: Zone[] = [];
  let left = most;
  for (const { from, to } of zones) {
    if (to - from <= left) run.push({ from, to });
    else if (left >= LEAST_OF_ZONE) run.push({ from, to: (from + left) as Instant, isCut: true });
    if (to - from > left) break;
    left -= to - from;
  }
  return run;
}

/** A listing that lines name. */
interface NamedStep {
  readonly start: Instant;
  readonly since: Instant;
  readonly last: Instant;
  /** The earliest `since` of this one and all after it. */
  readonly leastSince: Instant;
}

/** The listings that lines of a process name, in order of time. */
function namedSteps(facts: ProcessFacts): readonly NamedStep[] {
  const steps = facts.namings.flatMap(
    (naming): { start: Instant; since: Instant; last: Instant; leastSince: Instant }[] => {
      const { start, last } = naming;
      if (start === undefined) return [];
      const since = provenSince(facts, { ...naming, start });
      return [{ start, since, last, leastSince: since }];
    },
  );
  steps.reduceRight(
    (least, step) => (step.leastSince = Math.min(least, step.since) as Instant),
    Number.POSITIVE_INFINITY,
  );
  return steps;
}

/** Those of them that are steps in a zone that the model is not run over. */
function namedWithin(named: readonly NamedStep[], { from, to }: Stretch): readonly ListedStep[] {
  const steps: ListedStep[] = [];
  for (let at = firstAfter(named, from - 1, ({ last }) => last); at < named.length; at += 1) {
    const step = named[at];
    if (step === undefined || step.leastSince > to) break;
    if (step.since <= to && step.last >= from)
      steps.push({ listed: Math.max(from, step.since) as Instant, start: step.start });
  }
  return steps;
}

/** The likely relists of the plan where the model is not run. */
function plannedWithin(
  process: string,
  relists: readonly PlannedRelist[],
  notRun: readonly Stretch[],
): readonly LikelyRelist[] {
  return relists
    .filter(({ start, relist }) => relist.scope === 'all' && relist.startOpen !== true && isIn(notRun, start))
    .map(({ start, listed, end, failed }) => ({
      process,
      start,
      failed,
      ...(listed === undefined ? {} : { listed }),
      ...(end === undefined ? {} : { end }),
    }));
}

function modelledOver(
  { id: process, to: end }: KubeletProcess,
  zones: readonly Zone[],
  runsOver: (zone: Stretch) => Iterable<StretchRun>,
): Pick<Modelled, 'zones' | 'relists' | 'blocked'> & { readonly contradictions: StretchRun['contradictions'] } {
  const relists: LikelyRelist[] = [];
  const blocked: Stretch[] = [];
  const contradictions: StretchRun['contradictions'][number][] = [];
  const drawn: (Stretch & { readonly steps: readonly ListedStep[] })[] = [];
  let done = Number.NEGATIVE_INFINITY;
  for (const zone of zones) {
    if (zone.to <= done) continue;
    const begin = Math.max(zone.from, done) as Instant;
    const steps: ListedStep[] = [];
    let from: number = begin - 1;
    for (const run of runsUntilQuiet(runsOver, { from: begin, to: zone.to }, zone.isCut === true ? zone.to : end)) {
      // What is run is drawn: where a zone ends the model can still be in trouble.
      const until = run.stretch.to;
      for (const { scope, start, listed, end, failed } of run.relists) {
        if (scope !== 'all' || start > until) continue;
        if (listed !== undefined && listed > from && listed <= until) steps.push({ listed, start });
        if (start <= from || (end ?? until) - start < LONG_RELIST) continue;
        relists.push({ process, start, ...(listed === undefined ? {} : { listed }), end: end ?? until, failed });
      }
      for (const one of run.blocked)
        if (one.from > from && one.from <= until) blocked.push({ from: one.from, to: one.to ?? run.stretch.to });
      for (const one of run.contradictions) if (one.to > from && one.from <= until) contradictions.push(one);
      from = until;
    }
    done = from;
    drawn.push({ from: begin, to: done as Instant, steps });
  }
  return { zones: drawn, relists, blocked, contradictions };
}

/** The runs over a zone, and on from there as long as a relist is under way at the end of one. */
function* runsUntilQuiet(
  runsOver: (zone: Stretch) => Iterable<StretchRun>,
  zone: Stretch,
  end: Instant,
): Generator<StretchRun, void, undefined> {
  for (let { from, to } = zone; ;) {
    let last: StretchRun | undefined;
    for (const run of runsOver({ from, to })) {
      yield run;
      last = run;
    }
    const relist = last?.relists.at(-1);
    if (
      last === undefined ||
      last.stretch.to >= end ||
      last.stretch.to < to ||
      relist === undefined ||
      relist.end !== undefined
    )
      return;
    from = to = Math.min(end, last.stretch.to + LONG_RELIST) as Instant;
  }
}

/** The parts of a span that the log itself says nothing of, cut where the model's loop is held up. */
function withBlocked(span: LoopSpan, course: Modelled | undefined): readonly LoopSpan[] {
  if (course === undefined || (span.state !== 'working' && span.state !== 'unknown')) return [span];
  const spans: LoopSpan[] = [];
  let from = span.from;
  const blocked = within(course.blocked, span)
    .filter((one) => one.to - one.from > LEAST_BLOCKED)
    .sort((a, b) => a.from - b.from);
  for (const one of blocked) {
    if (one.from > from) spans.push({ ...span, from, to: one.from });
    if (one.to > from)
      spans.push({ ...span, from: Math.max(from, one.from) as Instant, to: one.to, state: 'blocked', proven: false });
    from = Math.max(from, one.to) as Instant;
  }
  if (span.to > from) spans.push({ ...span, from });
  return spans;
}

/** Whether a time is in one of the stretches, which are in order and do not overlap. */
function isIn(stretches: readonly Stretch[], time: Instant): boolean {
  const before = stretches[firstAfter(stretches, time, ({ from }) => from) - 1];
  return before !== undefined && time <= before.to;
}
