/**
 * machine-suspended: the machine slept for longer than a lease may be late, so the node was NotReady although nothing on it failed.
 * Signs: the kernel and systemd say so when they suspend or hibernate it, and when it is back. High.
 */
import { type Cause, makeFinding, times } from '../../cause.ts';
import { LEASE_GRACE } from '../../../kubelet/constants.ts';
import { between, type Duration } from '../../../kubelet/time.ts';
import type { NeighbourFact } from '../../../messages/fact.ts';
import { AT_THAT_TIME } from '../../tools/atThatTime.ts';
import type { DiagnosisView } from '../../view.ts';
import { durationText } from '../../words/durationText.ts';
import { UNHEARD } from '../../words/absenceText.ts';

export const machineSuspended: Cause = {
  id: 'machine-suspended',
  ofUnit: true,
  find(view) {
    // Lines of two machines would be paired with each other.
    const sleeps = view.history.nodes.length > 1 ? [] : sleepsOf(view);
    const [first] = sleeps;
    if (first === undefined) return [];
    const slept = durationText(
      sleeps.reduce((sum, { asleep, awake }) => sum + awake.time - asleep.time, 0) as Duration,
    );
    const lines = sleeps.flatMap(({ asleep, awake }) => [asleep, awake]);
    return [
      makeFinding('machine-suspended', {
        weight: view.episodes.length === 0 ? 'cause' : 'circumstance',
        confidence: 'high',
        title:
          sleeps.length === 1
            ? `The machine slept for ${slept}`
            : `The machine slept ${times(sleeps.length)}, for ${slept} in total`,
        explanation: `It ${sleeps.length === 1 ? 'was' : 'was first'} put to sleep at ${view.formatTime(first.asleep.time)}, and woke at ${view.formatTime(first.awake.time)}; nothing ran on it meanwhile. ${UNHEARD} That is no fault of the kubelet or of PLEG. What fails right after it woke mostly waits for the network.`,
        nextSteps: [
          `See who or what asked for it, as a lid, a key or an idle desktop: \`journalctl ${AT_THAT_TIME} -t systemd-logind -t systemd-sleep\`.`,
          'A node must not sleep: `systemctl mask sleep.target suspend.target hibernate.target hybrid-sleep.target`.',
        ],
        timedBy: lines,
        evidence: lines,
      }),
    ];
  },
};

interface Sleep {
  readonly asleep: NeighbourFact;
  readonly awake: NeighbourFact;
}

/** The times that the machine slept, from the last line before each to the first behind it, where that is longer than a lease may be late. */
function sleepsOf(view: DiagnosisView): readonly Sleep[] {
  const sleeps: Sleep[] = [];
  let asleep: NeighbourFact | undefined;
  for (const fact of view.facts.fitting('neighbour', ({ what }) => what === 'suspended' || what === 'resumed')) {
    if (fact.what === 'resumed') {
      if (asleep !== undefined && between(asleep.time, fact.time) >= LEASE_GRACE) sleeps.push({ asleep, awake: fact });
      asleep = undefined;
    } else {
      asleep = fact;
    }
  }
  return sleeps;
}
