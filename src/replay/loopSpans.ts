/** What the sync loop did over time: skipping where skips stand, blocked where a stall is proven, working else; unknown where the log cannot tell. */
import { mostBy } from '../kubelet/most.ts';
import type { KubeletProcess, LineReference, ProvenHistory } from '../inference/history.ts';
import { oddSilence } from '../inference/streams/silences.ts';
import { lookupsOf } from '../inference/lookups.ts';
import { livedUntil } from '../inference/streams/livedUntil.ts';
import { packLine } from '../inference/store/lines.ts';
import { type Duration, type Instant, milliseconds, seconds, type TimeBounds } from '../kubelet/time.ts';
import type { LoggedSkip } from './loggedSkips.ts';
import type { LoopSpan } from './reconstruction.ts';
import type { Run } from './runs.ts';
import { unknownEnds } from './unknownEnds.ts';

type State = LoopSpan['state'];
interface Piece {
  readonly from: Instant;
  readonly to: Instant;
  readonly state: State;
  readonly proven: boolean;
}

/** What wins where pieces overlap. */
const STRENGTH: Readonly<Record<State, number>> = { working: 0, unknown: 1, blocked: 2, skipping: 3 };
export const PROMPT: Duration = seconds(2.5);
/** So soon after a turn the loop begins the next, with a skip. */
const AT_ONCE: Duration = milliseconds(10);

/** The middle of close bounds; of wide ones `sure`, the side up to which the lines prove it: their middle would be made up. */
function nearest({ min, max }: TimeBounds, sure: Instant): Instant {
  return max - min <= PROMPT ? (((min + max) / 2) as Instant) : sure;
}

/** Spans of one process in order of time, without overlap. `sleeps` gives the sleep after the last skip of a run. */
export function loopSpansOf(
  process: KubeletProcess,
  history: ProvenHistory,
  runs: readonly { readonly run: Run; readonly lastSleep: Duration }[],
): readonly LoopSpan[] {
  const begin = process.loopStarted ?? process.from;
  const end = livedUntil(process);
  const pieces: Piece[] = [];
  runs.forEach(({ run, lastSleep }, index) => {
    const first = run.skips[0];
    const last = run.skips.at(-1);
    if (first === undefined || last === undefined) return;
    pieces.push({
      from: first.time,
      to: Math.min(last.time + lastSleep, Math.max(end, last.time)) as Instant,
      state: 'skipping',
      proven: true,
    });
    const after = runs[index + 1]?.run.skips[0];
    // Between them only the number of the skips is kept: of one episode the loop skipped all the time.
    if (after?.isAfterFolded === true)
      pieces.push({
        from: last.time,
        to: after.time,
        ...(after.skip.episode === last.skip.episode
          ? { state: 'skipping', proven: true }
          : { state: 'unknown', proven: false }),
      });
  });
  const around = lookupsOf(history);
  for (const stall of around.stallsOf(process.id)) {
    pieces.push({
      from: nearest(stall.from, stall.from.max),
      to: nearest(stall.to, stall.to.min),
      state: 'blocked',
      proven: stall.evidence.length > 0,
    });
  }
  const wakes = new Map(
    runs.flatMap(({ run, lastSleep }) => {
      const last = run.skips.at(-1);
      return last === undefined ? [] : [[packLine(last.skip), (last.time + lastSleep) as Instant] as const];
    }),
  );
  for (const { from, to } of unknownEnds({ to: end }, around.episodesOf(process.id), (skip) =>
    wakes.get(packLine(skip)),
  ))
    pieces.push({ from, to, state: 'unknown', proven: false });
  const silence = oddSilence(process);
  for (const gap of [...around.holesBetween(process.from, end), ...(silence === undefined ? [] : [silence])]) {
    pieces.push({ from: gap.from, to: gap.to, state: 'unknown', proven: false });
  }
  const times = timesOf(
    runs.flatMap(({ run }) => run.skips),
    around.episodesOf(process.id).flatMap(({ firstSkip }) => firstSkip ?? []),
  );
  for (const episode of around.episodesOf(process.id)) {
    if (episode.startup) continue;
    const skipAt = episode.firstSkip === undefined ? undefined : times.get(packLine(episode.firstSkip));
    const until = skipAt ?? episode.end?.min ?? end;
    const { max: begun } = episode.begin;
    if (until - begun <= PROMPT) continue;
    // Unhealthy, and yet no skip: the loop must have been held up, by what is not said, or by the stall of which lines say that it ends here and that may have begun before.
    const stall = around.stallsOf(process.id).findLast(({ to }) => to.min <= until && until - to.max < AT_ONCE);
    if (stall === undefined || stall.evidence.length === 0) {
      pieces.push({ from: begun, to: until, state: 'unknown', proven: false });
      continue;
    }
    const seen = nearest(stall.from, stall.from.max);
    const from = stall.from.min <= begun ? (Math.min(begun, seen) as Instant) : seen;
    pieces.push(
      { from: begun, to: from, state: 'unknown', proven: false },
      { from, to: nearest(stall.to, stall.to.min), state: 'blocked', proven: true },
    );
  }
  return layOut(process, { from: begin, to: end }, pieces);
}

/** When the skips of these lines were, by packed line. */
function timesOf(skips: readonly LoggedSkip[], lines: readonly LineReference[]): ReadonlyMap<number, Instant> {
  const wanted = new Set(lines.map(packLine));
  const times = new Map<number, Instant>();
  for (const { skip, time } of skips) {
    const line = packLine(skip);
    if (wanted.has(line)) times.set(line, time);
  }
  return times;
}

/** Lays the pieces over a working loop; a sweep over their borders, the strongest piece wins. */
function layOut(
  process: KubeletProcess,
  { from: begin, to: end }: Pick<Piece, 'from' | 'to'>,
  pieces: readonly Piece[],
): readonly LoopSpan[] {
  const borders = new Set<number>([begin, end]);
  for (const piece of pieces)
    for (const time of [piece.from, piece.to]) if (time > begin && time < end) borders.add(time);
  const times = [...borders].sort((a, b) => a - b);
  const starts = pieces.filter((piece) => piece.to > piece.from).sort((a, b) => a.from - b.from);
  const spans: LoopSpan[] = [];
  let active: Piece[] = [];
  let next = 0;
  for (let at = 0; at + 1 < times.length; at += 1) {
    const from = times[at] as Instant;
    const to = times[at + 1] as Instant;
    while (next < starts.length && (starts[next]?.from ?? 0) <= from) {
      const piece = starts[next];
      if (piece !== undefined) active.push(piece);
      next += 1;
    }
    active = active.filter((piece) => piece.to > from);
    const strongest = mostBy(active, (piece) => STRENGTH[piece.state]);
    const state: State = strongest?.state ?? 'working';
    const proven = strongest?.proven ?? false;
    const last = spans.at(-1);
    if (last !== undefined && last.state === state && last.proven === proven) spans[spans.length - 1] = { ...last, to };
    else spans.push({ process: process.id, from, to, state, proven });
  }
  return spans;
}
