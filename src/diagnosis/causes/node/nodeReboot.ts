/** node-reboot: the machine itself was started anew inside the log. Sign: a boot mark of the journal or the kernel's first line. High. Where no kubelet wrote a line for ten minutes over it, and no other line tells how long none ran, that is the story. */
import type { Fact } from '../../../messages/fact.ts';
import { type Cause, makeFinding, times } from '../../cause.ts';
import { hasBetween } from '../../../kubelet/ordered.ts';
import { LEASE_GRACE } from '../../../kubelet/constants.ts';
import { lookupsOf } from '../../../inference/lookups.ts';
import { absencesOf } from '../../../inference/episodes/absences.ts';
import { duration, type Duration, type Instant, seconds } from '../../../kubelet/time.ts';
import { durationText } from '../../words/durationText.ts';
import { LEASE_GRACE_TEXT } from '../../words/leaseText.ts';
import type { DiagnosisView } from '../../view.ts';

export const nodeReboot: Cause = {
  id: 'node-reboot',
  find(view) {
    const lookups = lookupsOf(view.history);
    // A machine that boots behind kubelets of others was not rebooted for all that the log tells.
    const later = <Item extends Fact>(facts: readonly Item[]): readonly Item[] =>
      facts.filter((fact) => {
        const of = lookups.nodeOfHost(view.queries.hostOf(fact) ?? '');
        return view.history.processes.some(({ node, to }) => to <= fact.time && (of === undefined || node === of));
      });
    const marks = later(view.facts.all('boot'));
    const kernels = later(view.facts.all('neighbour').filter((fact) => fact.what === 'boot'));
    // The journal's mark and the kernel's first line tell of the same boot.
    const boots = marks.length >= kernels.length ? marks : kernels;
    if (boots.length === 0) return [];
    const away = longestAway(view);
    const booted = [...marks, ...kernels].map(({ time }) => time).sort((a, b) => a - b);
    const unclean = view.facts
      .fitting('neighbour', ({ what }) => what === 'unclean-shutdown')
      .filter(({ time }) => hasBetween(booted, time - AT_BOOT, time));
    // Nothing tells when the machine went down, so no absence is proven; but a kubelet is hardly quiet for so long, and one that was not shut down in order went down unasked.
    const isStory =
      away !== undefined &&
      away.length >= (unclean.length > 0 ? LEASE_GRACE : LONG_AWAY) &&
      view.episodes.length === 0 &&
      absencesOf(view.history).length === 0;
    return [
      makeFinding('node-reboot', {
        weight: isStory ? 'cause' : 'circumstance',
        confidence: 'high',
        title: `The node ${unclean.length > 0 ? 'went down without a shutdown' : 'was rebooted'}${isStory ? `, and no kubelet wrote a line for ${durationText(away.length)}` : ''}`,
        explanation: `The machine booted ${times(boots.length)} inside this log. All containers ended with it and were started anew; what hung in the kernel before is gone.${unclean.length > 0 ? uncleanText(boots.length) : ''}${awayText(view, away)}`,
        nextSteps: [
          ...(unclean.length > 0 ? [WHAT_TOOK_IT_DOWN] : []),
          'See how the boot before ended: `last -x reboot shutdown | head`, `journalctl -b -1 -n 50`.',
        ],
        evidence: [...marks, ...kernels, ...unclean],
      }),
    ];
  },
};

/** journald opens its files so soon after the kernel began. */
const AT_BOOT = seconds(300);

function uncleanText(boots: number): string {
  return boots === 1
    ? ' It was not shut down in order: journald found its file of before not closed, as after a loss of power, a reset or a crash of the kernel.'
    : ' At least once it was not shut down in order: journald found its file of before not closed, as after a loss of power, a reset or a crash of the kernel.';
}

/** Its own log mostly ends before. */
export const WHAT_TOOK_IT_DOWN =
  'See what took the machine down: the events of the cloud or hypervisor, those of its board (`ipmitool sel list`), and dumps of its kernel: `ls -l /sys/fs/pstore /var/crash`.';

/** A kubelet that has something to do is not quiet for so long. */
const LONG_AWAY = seconds(600);

interface Away {
  readonly from: Instant;
  readonly to: Instant;
  readonly length: Duration;
  /** Of so many reboots. */
  readonly of: number;
}

/** The longest time over a reboot in which no kubelet was heard. */
function longestAway({ history }: DiagnosisView): Away | undefined {
  const lookups = lookupsOf(history);
  const away = history.processes.flatMap((before) => {
    const after = before.ending?.how === 'reboot' ? lookups.processAfter(before) : undefined;
    return after === undefined ? [] : [{ from: before.to, to: after.from, length: duration(after.from - before.to) }];
  });
  const longest = away.reduce<(typeof away)[number] | undefined>(
    (most, one) => (one.length > (most?.length ?? 0) ? one : most),
    undefined,
  );
  return longest === undefined ? undefined : { ...longest, of: away.length };
}

/** For how long no kubelet was heard over the longest reboot; nothing where it was shorter than a lease may be late. */
function awayText({ formatTime }: DiagnosisView, longest: Away | undefined): string {
  return longest === undefined || longest.length < LEASE_GRACE
    ? ''
    : ` ${longest.of === 1 ? 'No' : 'At the longest no'} kubelet wrote a line for ${durationText(longest.length)}, from ${formatTime(longest.from)} to ${formatTime(longest.to)}; a node that sends no lease for ${LEASE_GRACE_TEXT} shows as NotReady.`;
}
