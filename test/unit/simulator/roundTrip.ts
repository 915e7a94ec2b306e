/** There and back: what the analysis of a simulated log gets wrong. */
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { Reconstruction } from '../../../src/replay/reconstruction.ts';
import type { Episode, ProvenHistory } from '../../../src/inference/history.ts';
import type { TruthRecord } from '../../../src/simulator/wording/truth.ts';
import { untrueStates } from './containerBounds.ts';
import type { Simulated } from './scenarios.ts';
import { pidOf, relists, skipRuns, timeOf, unhealthyWindows } from './truth.ts';

const MILLISECOND = 1000;

/** The analysis of a log, as the command line makes it. */
export function analysed(log: string, year = 2026): Reconstruction {
  const session = createAnalysisSession();
  session.open('simulated.log', { year });
  session.push(new TextEncoder().encode(log));
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error(`no analysis: ${result.problem.kind}`);
  return result.analysis.reconstruction;
}

/** All that differs between the truth and the analysis of its log; empty if the analysis is right. */
export function differences({ log, truth }: Simulated, year = 2026): string[] {
  const { history, check } = analysed(log, year);
  const found: string[] = [];
  const shown = shownFrom(truth);
  const pidOfProcess = pidsOf(history);

  const trueSkips = truth.filter(({ ev }) => ev === 'sync_skip');
  if (history.skips.length !== trueSkips.length) found.push(`${history.skips.length} skips for ${trueSkips.length}`);
  for (const run of skipRuns(truth)) {
    if (
      episodeOf(
        history.episodes.filter(({ process }) => pidOfProcess.get(process) === run.pid),
        run.first,
        run.last,
      ) === undefined
    )
      found.push(`no episode for the skips from ${shown(run.first)}`);
  }
  found.push(...untrueBounds(history, truth));
  for (const { id, beginsBeforeLog } of history.episodes)
    if (beginsBeforeLog) found.push(`${id} is said to begin before the log, which begins with the kubelet`);

  const last = new Map<string, string>();
  const running = new Map<string, boolean>();
  for (const { ev, data, type, id, state } of truth as readonly (TruthRecord &
    Readonly<Record<'data' | 'type' | 'id' | 'state', unknown>>)[]) {
    if (ev === 'pleg_event_consumed' && typeof data === 'string' && typeof type === 'string') last.set(data, type);
    else if ((ev === 'container_state' || ev === 'sandbox_state') && typeof id === 'string')
      running.set(id, state === 'RUNNING' || state === 'READY');
  }
  const logged = new Map(history.plegEvents.map(({ containerId, type }) => [containerId ?? '', type]));
  for (const { containers, name } of history.pods) {
    for (const { id, states } of containers) {
      const truly = last.get(id);
      const state = states.at(-1)?.state;
      if (truly === undefined || state === undefined || state === 'unknown' || truly !== logged.get(id)) continue;
      // PLEG's own line can tell an exit whose event the loop no longer handled.
      if (running.get(id) === (state === 'running')) continue;
      if ((state === 'running') !== (truly === 'ContainerStarted'))
        found.push(`${name}/${id.slice(0, 8)} is ${state}, its last event was ${truly}`);
    }
  }

  if (check.explainedSkips !== trueSkips.length)
    found.push(`${check.explainedSkips} of ${trueSkips.length} skips explained, ${check.unexplainedSkips.length} not`);
  if (check.missingSkips.length > 0)
    found.push(
      `${check.missingSkips.length} skips called missing, the first at ${shown(check.missingSkips[0]?.time ?? 0)}`,
    );
  const pids = new Set(truth.filter(({ ev }) => ev === 'relist_start').map(pidOf));
  for (const pid of pids) if (![...pidOfProcess.values()].includes(pid)) found.push(`process ${pid} was not found`);
  return found;
}

/** Bounds of episodes, relists and states of containers that exclude what truly happened. Holds for a log with lines taken out too. */
export function untrueBounds(history: ProvenHistory, truth: readonly TruthRecord[]): string[] {
  const shown = shownFrom(truth);
  const found = untrueStates(history, truth, shown);
  const pidOfProcess = pidsOf(history);
  const windows = unhealthyWindows(truth);
  for (const run of skipRuns(truth)) {
    const episode = episodeOf(
      history.episodes.filter(({ process, skips }) => pidOfProcess.get(process) === run.pid && skips.observed > 0),
      run.first,
      run.last,
    );
    if (episode === undefined) continue;
    const window = windows.findLast(
      ({ pid, from, to }) => pid === run.pid && from - 50 * MILLISECOND <= run.first && run.first <= to + 6e6,
    );
    if (window === undefined) continue;
    // The state can have been healthy for a moment in which the sleeping loop did not look.
    const { to } =
      windows.findLast(({ pid, from }) => pid === run.pid && from - 50 * MILLISECOND <= run.last) ?? window;
    const { begin, beginOpen, end, resumed } = episode;
    const beginHeld =
      ((beginOpen === true || begin.min - 10 * MILLISECOND <= window.from) &&
        window.from <= begin.max + 10 * MILLISECOND) ||
      (episode.startup && begin.min <= run.first + 5 * MILLISECOND);
    if (!beginHeld)
      found.push(`${episode.id} begins ${shown(begin.min)}–${shown(begin.max)}, truly ${shown(window.from)}`);
    if (
      end !== undefined &&
      run.next !== undefined &&
      !(end.min - 10 * MILLISECOND <= to && to <= end.max + 10 * MILLISECOND)
    ) {
      found.push(`${episode.id} ends ${shown(end.min)}–${shown(end.max)}, truly ${shown(to)}`);
    }
    if (
      resumed !== undefined &&
      run.next !== undefined &&
      !(resumed.min - 10 * MILLISECOND <= run.next && run.next <= resumed.max + 10 * MILLISECOND)
    ) {
      found.push(`${episode.id} resumes ${shown(resumed.min)}–${shown(resumed.max)}, truly ${shown(run.next)}`);
    }
  }
  for (const { id, begin, beginOpen, end, process, skips } of history.episodes) {
    if (skips.observed > 0) continue;
    const slack = 10 * MILLISECOND;
    const real = windows.some(
      ({ pid, from, to }) =>
        pid === pidOfProcess.get(process) &&
        (beginOpen === true || begin.min - slack <= from) &&
        from <= begin.max + slack &&
        (end === undefined || (end.min - slack <= to && to <= end.max + slack)),
    );
    if (!real)
      found.push(
        `silent ${id} begins ${shown(begin.min)}–${shown(begin.max)} and ends ${end === undefined ? 'nowhere' : `${shown(end.min)}–${shown(end.max)}`}, truly ${windows
          .filter(({ pid }) => pid === pidOfProcess.get(process))
          .map(({ from, to }) => `${shown(from)}–${shown(to)}`)
          .join(', ')}`,
      );
  }
  for (const { id, begin, end, process } of history.episodes) {
    const real = windows.some(
      ({ pid, from, to }) =>
        pid === pidOfProcess.get(process) &&
        from - 1e6 <= (end?.max ?? Number.POSITIVE_INFINITY) &&
        begin.min <= to + 1e6,
    );
    if (!real) found.push(`${id} is invented: ${shown(begin.min)}–${shown(begin.max)}`);
  }

  const trueRelists = relists(truth);
  for (const { process, scope, start: bounds, startOpen, listed, end } of history.relists) {
    if (scope !== 'all') continue;
    const pid = pidOfProcess.get(process);
    const inside = trueRelists.filter(
      (relist) =>
        relist.pid === pid &&
        (startOpen === true || bounds.min - 2 * MILLISECOND <= relist.start) &&
        relist.start <= bounds.max + 2 * MILLISECOND,
    );
    if (inside.length === 0) found.push(`no relist began ${shown(bounds.min)}–${shown(bounds.max)}`);
    const only = inside.length === 1 ? inside[0] : undefined;
    if (only?.listed !== undefined && listed !== undefined && !within(only.listed, listed))
      found.push(
        `the relist of ${shown(only.start)} was listed ${shown(listed.min)}–${shown(listed.max)}, truly ${shown(only.listed)}`,
      );
    if (only?.end !== undefined && end !== undefined && !within(only.end, end))
      found.push(
        `the relist of ${shown(only.start)} ended ${shown(end.min)}–${shown(end.max)}, truly ${shown(only.end)}`,
      );
  }
  return found;
}

function shownFrom(truth: readonly TruthRecord[]): (time: number) => string {
  const start = timeOf(truth[0]?.t);
  return (time) => `+${((time - start) / 1e6).toFixed(3)} s`;
}

function pidsOf(history: ProvenHistory): ReadonlyMap<string, number | undefined> {
  return new Map(history.processes.map(({ id, pid }) => [id, pid]));
}

function within(time: number, bounds: { readonly min: number; readonly max: number }): boolean {
  return bounds.min - 5 * MILLISECOND <= time && time <= bounds.max + 5 * MILLISECOND;
}

function episodeOf(episodes: readonly Episode[], first: number, last: number): Episode | undefined {
  const fitting = episodes.filter(
    ({ begin, end }) =>
      begin.min <= first + 5 * MILLISECOND && (end === undefined || end.max >= last - 5 * MILLISECOND),
  );
  return fitting.toSorted((a, b) => b.begin.min - a.begin.min)[0];
}
