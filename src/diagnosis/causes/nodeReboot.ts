/** node-reboot: the machine itself was started anew inside the log. Sign: a boot mark of the journal or the kernel's first line. High. */
import type { Fact } from '../../messages/fact.ts';
import { type Cause, makeFinding, times } from '../cause.ts';
import { LEASE_GRACE } from '../../kubelet/constants.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import { duration } from '../../kubelet/time.ts';
import { durationText } from '../words/durationText.ts';
import { evidenceOf } from '../words/factText.ts';
import { LEASE_GRACE_TEXT } from '../words/leaseText.ts';
import type { DiagnosisView } from '../view.ts';

export const nodeReboot: Cause = {
  id: 'node-reboot',
  find(view) {
    const firstEnd = view.history.processes.reduce(
      (first, process) => Math.min(first, process.to),
      Number.POSITIVE_INFINITY,
    );
    const later = <Item extends Fact>(facts: readonly Item[]): readonly Item[] =>
      facts.filter((fact) => firstEnd <= fact.time);
    const marks = later(view.facts.all('boot'));
    const kernels = later(view.facts.all('neighbour').filter((fact) => fact.what === 'boot'));
    // The journal's mark and the kernel's first line tell of the same boot.
    const boots = marks.length >= kernels.length ? marks : kernels;
    if (boots.length === 0) return [];
    return [
      makeFinding('node-reboot', {
        weight: 'circumstance',
        confidence: 'high',
        title: 'The node was rebooted',
        explanation: `The machine booted ${times(boots.length)} inside this log. All containers ended with it and were started anew; what hung in the kernel before is gone.${awayText(view)}`,
        nextSteps: ['See how the boot before ended: `last -x reboot shutdown | head`, `journalctl -b -1 -n 50`.'],
        evidence: [...marks, ...kernels].map(evidenceOf),
        episodes: [],
      }),
    ];
  },
};

/** For how long no kubelet was heard over the longest reboot; nothing where it was shorter than a lease may be late. */
function awayText({ history, formatTime }: DiagnosisView): string {
  const lookups = lookupsOf(history);
  const away = history.processes.flatMap((before) => {
    const after = before.ending?.how === 'reboot' ? lookups.processAfter(before) : undefined;
    return after === undefined ? [] : [{ from: before.to, to: after.from, length: duration(after.from - before.to) }];
  });
  const longest = away.reduce<(typeof away)[number] | undefined>(
    (most, one) => (one.length > (most?.length ?? 0) ? one : most),
    undefined,
  );
  return longest === undefined || longest.length < LEASE_GRACE
    ? ''
    : ` ${away.length === 1 ? 'No' : 'At the longest no'} kubelet wrote a line for ${durationText(longest.length)}, from ${formatTime(longest.from)} to ${formatTime(longest.to)}; a node that sends no lease for ${LEASE_GRACE_TEXT} shows as NotReady.`;
}
