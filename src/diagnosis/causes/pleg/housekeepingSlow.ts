/**
 * housekeeping-slow: the housekeeping of the sync loop, or the counting of what files take, is slow though nothing is skipped: load, a slow disk, very many files. Sign:
 * `Housekeeping took longer than expected` below ten seconds (from there on it is loop-blocked), `du`/`disk usage and inodes count … took`. Medium from five seconds or ten lines
 * on (file systems: from ten seconds), else low; a single second is nothing.
 */
import { type Duration, seconds } from '../../../kubelet/time.ts';
import type { NodeTroubleFact } from '../../../messages/fact.ts';
import { type Cause, makeFinding } from '../../cause.ts';
import { durationText } from '../../words/durationText.ts';
import { classifyRuntimeError } from '../../signs/runtimeErrors.ts';
import type { DiagnosisView } from '../../view.ts';
import { amountOf } from '../../words/amountText.ts';

/** From here on the loop counts as blocked. */
const BLOCKED = seconds(10);
const WORTH_SAYING = seconds(2);
const SEVERAL = 3;
/** Counting files for a few seconds is normal on a large disk. */
const SLOW_COUNT = seconds(10);

export const housekeepingSlow: Cause = {
  id: 'housekeeping-slow',
  find(view) {
    const all = view.facts.all('housekeeping-slow').filter(({ took }) => took < BLOCKED);
    const slow = all.length >= SEVERAL || all.some(({ took }) => took >= WORTH_SAYING) ? all : [];
    const counting = view.facts.fitting(
      'node-trouble',
      (fact): fact is NodeTroubleFact => fact.what === 'file-system-slow',
    );
    const counts =
      counting.some(({ took }) => (took ?? 0) >= SLOW_COUNT) || counting.length >= 10 || isPace(counting)
        ? counting
        : [];
    if (slow.length === 0 && counts.length === 0) return [];
    const longest = slow.reduce((most, { took }) => Math.max(most, took), 0) as Duration;
    const longestCount = counts.reduce((most, { took }) => Math.max(most, took ?? 0), 0) as Duration;
    return [
      makeFinding('housekeeping-slow', {
        weight: 'circumstance',
        confidence: callsHang(view)
          ? 'low'
          : longest >= seconds(5) || slow.length >= 10 || longestCount >= SLOW_COUNT
            ? 'medium'
            : 'low',
        title:
          slow.length > 0
            ? `Housekeeping was slow, up to ${durationText(longest)}`
            : `Counting disk usage was slow, up to ${durationText(longestCount)}`,
        explanation:
          (slow.length === 0
            ? ''
            : `${amountOf(view, slow, 'say')} that housekeeping, which should take a second, took up to ${durationText(longest)}; the sync loop does nothing else meanwhile. `) +
          (counts.length === 0
            ? ''
            : `${amountOf(view, counts, 'say')} that counting the disk usage of containers (du over their file systems) took up to ${durationText(longestCount)}. `) +
          'No health check failed for it, but something is short: most often a slow or busy disk, a loaded processor, or very many files and pods.',
        nextSteps: [
          'Look at load, memory and disks: `uptime`, `vmstat 1 5`, `iostat -x 1 5`, `cat /proc/pressure/{cpu,io,memory}`.',
          'See whether listing is slow: `time crictl --timeout 20s ps -a | wc -l`.',
          'See where files pile up: `df -i`, `du --inodes -xs /var/lib/* | sort -n | tail`.',
        ],
        evidence: [...slow.slice(0, 4), ...slow.slice(-1), ...counts.slice(0, 3)],
      }),
    ];
  },
};

/** Calls to the runtime ran into their time-outs: that says more, and what makes them slow makes the counting slow. */
function callsHang(view: DiagnosisView): boolean {
  return [...view.facts.all('runtime-call-failed'), ...view.facts.all('relist-failed')].some(
    ({ error }) => classifyRuntimeError(error) === 'timed-out',
  );
}

/** Several in a few seconds, one of them of five seconds and more: files are counted without a pause. */
function isPace(counting: readonly NodeTroubleFact[]): boolean {
  const [first] = counting;
  const last = counting.at(-1);
  return (
    first !== undefined &&
    last !== undefined &&
    counting.length >= SEVERAL &&
    counting.some(({ took }) => (took ?? 0) >= SLOW_COUNT / 2) &&
    last.time - first.time <= counting.length * SLOW_COUNT
  );
}
