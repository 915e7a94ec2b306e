import type { Instant } from '../../kubelet/time.ts';
import { sleepAfter, TIMER_GRAIN } from '../episodes/backoff.ts';
import type { SkipRun } from '../episodes/skipRuns.ts';
import type { ProcessEvidence } from '../evidence.ts';
import type { Proof } from '../proof.ts';
import type { RuleText } from '../rule.ts';
import { lineOf } from '../store/lines.ts';

export const backOff: RuleText = {
  id: 'back-off',
  title: 'The spacing of skips tells missing skips and a reset',
  reason:
    'After each skip the sleep doubles (100, 200, 400, 800, 1600, 3200 ms, then always 5 s); one healthy check sets it back to 100 ms. So a step back to 100 ms proves a healthy check in between, even if nothing was logged: a new episode begins. A spacing that is the sum of several sleeps, while the next spacing goes on, proves missing skips.',
  condition:
    'A spacing shorter than any sleep proves nothing but a wrong line or a stepped clock. Up to 1.9 the sleep is always 5 s and tells no reset. At most three missing skips are assumed where no later spacing confirms them. A new run shows the shortest sleep first: skips that show a longer one soon after others are of the same run, with lines missing, as are those whose reason allows no healthy state in between (“yet to be successful”, or a runtime that is down twice within 30 s). Without a sign of a healthy check nothing follows where lines are missing.',
  source:
    'pkg/kubelet/kubelet.go, syncLoop, 1.10–1.36; spacing of 580 skips measured: never shorter than the sleep, at most 193 ms longer',
};

/** A run that begins after another one began after the sleep of that one's last skip, for there was a healthy check between them. `partIntoRuns` finds where one ends. */
export function notBeforeReset(process: ProcessEvidence, before: SkipRun): readonly Proof[] {
  const last = before.skips.at(-1);
  if (last === undefined) return [];
  return [
    {
      min: (last.fact.time + sleepAfter(process.schedule, last.step ?? 0) - TIMER_GRAIN) as Instant,
      rule: backOff.id,
      lines: [lineOf(last.fact)],
    },
  ];
}
