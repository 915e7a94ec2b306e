/**
 * Jumps of the node's clock in the middle of an unhealthy time: the stamps before and after do not compare, so the time between them is not what passed. The
 * elapsed of the skips tells what passed, because the kubelet measures it by another clock.
 */
import { oncePer } from '../../kubelet/oncePer.ts';
import { countLeading } from '../../kubelet/ordered.ts';
import type { Episode, LineReference, LogGap, ProvenHistory, Skip } from '../../inference/history.ts';
import { backwardSources, lookupsOf } from '../../inference/lookups.ts';
import { type Duration, type Instant, milliseconds } from '../../kubelet/time.ts';

/** One jump; forward when `by` is positive. */
export interface ClockJump {
  readonly by: Duration;
  readonly at: LineReference;
}

/** Less is the noise of two clocks. */
const LEAST_JUMP = milliseconds(500);

/** The jumps between the skips of one episode. Those over which no elapsed goes are not known by length, and left out. */
export function jumpsBetween(skips: readonly Skip[], history: ProvenHistory): readonly ClockJump[] {
  const steps = stepsOf(history.gaps);
  if (steps.length === 0) return [];
  const jumps: ClockJump[] = [];
  const backwards = backwardSources(history);
  // By line: a clock that was set back gives later lines earlier times.
  const written = [...skips].sort(
    (a, b) => a.source - b.source || (a.line - b.line) * (backwards.has(a.source) ? -1 : 1),
  );
  written.forEach((after, index) => {
    const before = written[index - 1];
    const [first, second] = [before, after].map(
      (skip) => skip?.reasons.find(({ elapsed }) => elapsed !== undefined)?.elapsed,
    );
    if (before === undefined || first === undefined || second === undefined || before.source !== after.source) return;
    const back = after.time < before.time;
    const by = (after.time - before.time - (second - first)) as Duration;
    // Lines that stand in another order go back without a jump of any clock.
    if (Math.abs(by) >= LEAST_JUMP && (back || hasStep(steps, before.time, after.time)))
      jumps.push({ by, at: { source: after.source, line: after.line } });
  });
  return jumps;
}

/** How much later the stamps after the jumps are than the time that passed. */
export function jumpedBy(jumps: readonly ClockJump[]): Duration {
  return jumps.reduce((sum, { by }) => sum + by, 0) as Duration;
}

/** How much later, at least and at most, the stamps behind an episode are than the time that passed: by its jumps, and by a silence in it that can be one. */
export function stampedBeyond(
  history: ProvenHistory,
  { id, silent = 0 as Duration }: Episode,
): {
  readonly least: Duration;
  readonly most: Duration;
} {
  const least = jumpedBy(jumpsBetween(lookupsOf(history).skipsOf(id), history));
  return { least, most: (least + silent) as Duration };
}

/** In order of their begin; kept, because each episode asks. */
const stepsOf = oncePer((gaps: readonly LogGap[]): readonly LogGap[] =>
  gaps.filter((gap) => gap.why === 'clock-step').sort((a, b) => a.from - b.from),
);

function hasStep(steps: readonly LogGap[], from: Instant, to: Instant): boolean {
  for (let at = countLeading(steps, (step) => step.from <= from - milliseconds(1)); at < steps.length; at += 1) {
    const step = steps[at];
    if (step === undefined || step.from >= from + milliseconds(1)) return false;
    if (isAt(step.to, to)) return true;
  }
  return false;
}

function isAt(a: Instant, b: Instant): boolean {
  return Math.abs(a - b) < milliseconds(1);
}
