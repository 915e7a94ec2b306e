import type { Instant } from '../../kubelet/time.ts';
import { TIMER_GRAIN, wakeAfter } from '../episodes/backoff.ts';
import type { ProcessEvidence } from '../evidence.ts';
import { lineOf } from '../store/lines.ts';
import type { Proof } from '../proof.ts';
import type { RuleText } from '../rule.ts';
import type { PlacedSkip } from '../episodes/skipRuns.ts';

export const afterLastSkip: RuleText = {
  id: 'after-last-skip',
  title: 'After the last skip the loop sleeps its step and then works',
  reason:
    'No line says that the kubelet is healthy again. But after each skip the loop sleeps 100 ms, 200 ms, 400 ms … up to 5 s (always 5 s up to 1.9) and checks again. If no skip follows, that check was healthy: the loop resumes there, and the state became healthy between the last skip and that moment.',
  condition:
    'The same process wrote a line after the sleep, and no lines are missing there (no suppression mark that stands for that time, no gap, no skips of this kubelet that are missing without a mark, as in a log of which lines got lost on their way; no few lines for minutes, as if they had been picked; no inspection that timed out later and would have been under way at the skip; not all lines of later times before the skip; no silence from the skip on for ten minutes or more, and five times as long as any other of this kubelet, as where a rotated file was left out).',
  source: 'pkg/kubelet/kubelet.go, syncLoop: base 100 ms, factor 2, max 5 s since 1.10; 5 s before',
};

/** When the loop resumed after the last skip of a run. */
export function whenLoopResumed(process: ProcessEvidence, last: PlacedSkip): Proof {
  const wake = wakeAfter(process.schedule, last.fact.time, last.step);
  return {
    min: (wake.min - TIMER_GRAIN) as Instant,
    max: byTheEnd(process, wake),
    rule: afterLastSkip.id,
    lines: [lineOf(last.fact)],
  };
}

/** When the state became healthy after the last skip of a run, as far as the back-off tells. */
export function whenHealthyAgain(process: ProcessEvidence, last: PlacedSkip): Proof {
  return { ...whenLoopResumed(process, last), min: last.fact.time };
}

/** Where the last line of a process is the turn with which the loop resumed, it had done so by then; where its stamps went back, that says nothing. */
function byTheEnd({ to }: ProcessEvidence, wake: { readonly min: Instant; readonly max: Instant }): Instant {
  return to >= wake.min - TIMER_GRAIN && to < wake.max ? to : wake.max;
}
