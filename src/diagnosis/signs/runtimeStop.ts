/** What systemd says of the runtime's service about the time at which its socket was gone: whether it was stopped or ended by itself, and when it was started again. */
import { isOfRuntimesEnd } from '../../messages/factTraits.ts';
import { duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { NeighbourFact } from '../../messages/fact.ts';
import type { DiagnosisView, EpisodeView } from '../view.ts';
import { shorten } from '../words/factText.ts';
import { namesRuntime } from './neighbours.ts';

/** `crashed`: it ended with an error of its own or by a signal that nobody's stop explains; `crash-loop`: and so did what was started after that, time and again; `not-started`: what was started after the end failed, too, and no line shows a start after that. */
export interface RuntimeStop {
  readonly how: 'crashed' | 'crash-loop' | 'stopped' | 'restarted' | 'not-started';
  readonly end: NeighbourFact;
  /** The last start after it. */
  readonly back?: NeighbourFact;
  /** Where it ended by itself: what it said last. */
  readonly said?: NeighbourFact;
}

/** A first refused call comes so long before (journal and klog are not one clock) or after the line of its end. */
const BEFORE = seconds(60);
/** A start that follows the last refused call by more than this is another one. */
const AFTER = seconds(30);
/** The lines of one end are not further apart, unless it was killed for not stopping; that takes 90 s. */
const ONE_END = seconds(3);
const SECOND = seconds(1);
/** So many crashes, each of what was started after the one before, are a loop. */
const LOOP = 3;
/** What is back so soon was restarted, not stopped. */
const RESTART = seconds(30);

/** The end of the runtime that the refused calls from `first` to `last` followed; `undefined` where no line tells it. */
export function runtimeStopped(
  neighbours: readonly NeighbourFact[],
  first: Instant,
  last: Instant,
): RuntimeStop | undefined {
  const near = neighbours.filter(
    (fact) => fact.time >= first - BEFORE && fact.time <= last + AFTER && isOfService(fact),
  );
  const asked = near.find(
    ({ what, end }) => what === 'runtime-stopped' || what === 'health-monitor' || end?.sign === 'stopping',
  );
  const ended = near.find(isFailure);
  // A process that is told to stop may end with an error, or be killed for not stopping.
  const end = asked !== undefined && (ended === undefined || asked.time <= ended.time) ? asked : ended;
  if (end === undefined) return givenUp(near);
  const words = neighbours.findLast(
    (fact) =>
      isOfRuntimesEnd(fact) && fact.time >= end.time - ONE_END && fact.time <= last + AFTER && isOfUnit(fact, end),
  );
  const said = words === undefined ? {} : { said: words };
  if (end === ended && crashesOf(near) >= LOOP) return { how: 'crash-loop', end, ...said };
  const failed = near.findLast((fact) => fact !== end && fact.time > end.time + ONE_END && isFailure(fact));
  const over = failed ?? end;
  // Stamps may be cut to the second, in which a start and its failure both fall.
  const back = near.findLast(
    ({ what, time, source, line }) =>
      isStart(what) && time >= over.time && (time - over.time >= SECOND || source !== over.source || line > over.line),
  );
  const how =
    failed !== undefined && back === undefined
      ? 'not-started'
      : end === ended
        ? 'crashed'
        : back !== undefined && duration(back.time - end.time) <= RESTART
          ? 'restarted'
          : 'stopped';
  return {
    how,
    end,
    ...(back === undefined ? {} : { back }),
    ...(how === 'stopped' || how === 'restarted' ? {} : said),
  };
}

/** Where no line of an end is left, systemd's that it starts the unit no more tells it (StartLimitBurst=, systemd.unit(5)). */
function givenUp(near: readonly NeighbourFact[]): RuntimeStop | undefined {
  const last = near.findLast(({ what, end }) => isStart(what) || end?.result === 'start-limit-hit');
  return last === undefined || isStart(last.what) ? undefined : { how: 'not-started', end: last };
}

/** Whether a program is that of a unit, which systemd gives with its type, or by its description alone: `docker.service` is dockerd's, so is `Docker Application Container Engine`. */
function isOfUnit({ unit: program = '' }: NeighbourFact, { unit = '' }: NeighbourFact): boolean {
  const name = /^[a-z-]{1,40}/.exec(unit.toLowerCase())?.[0];
  return name !== undefined && program.startsWith(name);
}

/** How often it ended with an error; each time but the first something was started before. */
function crashesOf(near: readonly NeighbourFact[]): number {
  let [count, isUp] = [0, true];
  for (const fact of near) {
    if (isStart(fact.what)) isUp = true;
    else if (isUp && isFailure(fact)) [count, isUp] = [count + 1, false];
  }
  return count;
}

function isFailure({ end }: NeighbourFact): boolean {
  return end?.sign === 'killed' || (end?.sign === 'exited' && end.status !== 0);
}

function isStart(what: NeighbourFact['what']): boolean {
  return what === 'runtime-started' || what === 'unit-started';
}

/** A line about the runtime itself; of its sockets, slices and containers there are many. */
function isOfService(fact: NeighbourFact): boolean {
  return (
    (isStart(fact.what) ||
      fact.what === 'runtime-stopped' ||
      fact.what === 'health-monitor' ||
      fact.end !== undefined) &&
    namesRuntime(fact) &&
    !/\.(?:scope|slice|socket|mount)\b/.test(fact.text)
  );
}

/** ` The journal says that the runtime then ended ("…" at 09:20:00), and was started again at 09:21:35.` where that is how one of these unhealthy times ended; else nothing. */
export function endedByRestart(view: DiagnosisView, episodes: readonly EpisodeView[]): string {
  for (const { signs, episode } of episodes) {
    const { end: over } = episode;
    const stop = over === undefined ? undefined : runtimeStopped(signs.neighbours, over.min, over.max);
    if (stop?.back !== undefined)
      return ` The journal says that the runtime then ended ("${shorten(stop.end.text, 100)}" at ${view.formatTime(stop.end.time)}), and was started again at ${view.formatTime(stop.back.time)}.`;
  }
  return '';
}
