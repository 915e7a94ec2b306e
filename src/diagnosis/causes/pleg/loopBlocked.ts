/**
 * loop-blocked: the sync loop stood still, mostly in its own housekeeping, which lists pods too, so skips are late or missing and pods were not served.
 * Sign: `Housekeeping took longer than expected` of ten seconds or more (one second happens under plain load), or a stall that inference proves (a late first skip, the kubelet's own health check, at -v=4 turns that stop). High from one minute, else medium.
 */
import { type Duration, type Instant, seconds } from '../../../kubelet/time.ts';
import type { LoopStall } from '../../../inference/history.ts';
import { stoodStill, wasLockedUp } from '../../answer/verdicts.ts';
import { type Cause, makeFinding, type RankedFinding, times } from '../../cause.ts';
import { PROCESSES_IN_D_STATE, runtimeJournal, SAVE_STACKS, tryListing, WAS_IT_PAUSED } from '../../tools/commands.ts';
import { runtimeOf } from '../../tools/runtimeName.ts';
import type { EvidenceLine } from '../../finding.ts';
import { durationText } from '../../words/durationText.ts';
import { type EpisodeView, lineEvidence, skipEvidence } from '../../view.ts';

const WORTH_SAYING = seconds(10);
/** No call of the runtime keeps the loop so long: it may hang in anything. */
const LATE = seconds(300);

export const loopBlocked: Cause = {
  id: 'loop-blocked',
  find(view) {
    const slow = view.facts.all('housekeeping-slow').filter((fact) => fact.took >= WORTH_SAYING);
    const stalls = view.history.stalls.filter((stall) => stall.to.min - stall.from.max >= WORTH_SAYING);
    const still = slow.length === 0 ? view.episodes.filter((episode) => stoodStill(episode, view.searched)) : [];
    // A turn that did not end has to do with an unhealthy time only where its first skip waited for it.
    const unhealthy = view.episodes.some(
      ({ process: { id }, skips: [first] }) =>
        slow.length > 0 ||
        (first !== undefined &&
          stalls.some(({ process, from, to }) => process === id && first.time > from.max && first.time <= to.max)),
    );
    const runtime = runtimeOf(view, view.history.processes[0]);
    const longest = Math.max(
      0,
      ...slow.map((fact) => fact.took),
      ...stalls.map((stall) => stall.to.min - stall.from.max),
      ...still.map(({ firstSkipDelay = 0 }) => firstSkipDelay),
    ) as Duration;
    const isOpen = ({ process, to }: LoopStall): boolean => to.max >= (view.processes.get(process)?.to ?? 0);
    // A loop that skips fails its check, too: that is no stall.
    const isLate =
      slow.length === 0 &&
      view.facts
        .all('loop-late')
        .some((fact) => stalls.some(({ evidence: [at] }) => at?.line === fact.line && at.source === fact.source));
    // Of a processor that was locked up the finding on the kernel tells.
    if (still.length > 0 && still.length === view.episodes.length)
      return still.every(wasLockedUp) ? [] : [paused(still, longest, stalls)];
    if (slow.length + stalls.length === 0) return [];
    return [
      makeFinding('loop-blocked', {
        weight: 'circumstance',
        confidence: longest >= seconds(60) ? 'high' : 'medium',
        title: `The sync loop stood still for ${slow.length > 0 ? 'up to' : 'at least'} ${durationText(longest)}`,
        explanation: `Every two seconds the sync loop cleans up (housekeeping) and asks the runtime for its list of pods. ${slow.length > 0 ? `It took ten seconds or more ${times(slow.length)} in this log` : `No line of this kubelet says how long that took, but ${isLate ? 'its own health check failed, as the loop had ended no turn for five minutes or more without a skip: it hung in this or in another wait (a volume, a device, a lock)' : `${times(stalls.length)} the loop did nothing for ten seconds or more`}`}. Meanwhile the loop handles nothing and prints no skip line, so ${unhealthy ? 'the trouble began earlier than the first skip says' : `new and changed pods had to wait${isLate ? '' : ', although no health check failed'}`}.`,
        nextSteps: [
          ...(unhealthy
            ? ['Take the time of its begin from the answer above, not from the first skip line.']
            : [
                ...(longest < LATE ? [] : [SAVE_STACKS]),
                tryListing(runtime),
                runtimeJournal(runtime),
                PROCESSES_IN_D_STATE,
              ]),
          ...(slow.length === 0 && stalls.every(isOpen)
            ? []
            : ['Events of this time were handled when the loop resumed; look at pods that changed in between.']),
        ],
        // Its line comes when housekeeping is over.
        stepsAbout: [
          ...slow.flatMap((fact) => [fact, { ...fact, time: (fact.time - fact.took) as Instant }]),
          ...stalls.flatMap(({ from, to }) => [{ time: from.min }, { time: to.max }]),
        ],
        evidence: [...slow, ...(slow.length === 0 ? linesOf(stalls) : [])],
      }),
    ];
  },
};

/** Nothing that the kubelet waits for was slow, as it would say itself: it was not at work at all. */
function paused(episodes: readonly EpisodeView[], longest: Duration, stalls: readonly LoopStall[]): RankedFinding {
  return makeFinding('loop-blocked', {
    weight: 'cause',
    confidence: 'medium',
    title: `The kubelet or the whole machine stood still for at least ${durationText(longest)}`,
    explanation:
      'The first skip came late, though no call to the runtime failed and no housekeeping took long, which this kubelet would say. What fits is that it did not run: a virtual machine that was paused, migrated or restored, a process that was stopped, or a node without processor time. The skip that follows is the first check after it, and the runtime is most likely well.',
    nextSteps: [
      WAS_IT_PAUSED,
      'Look for a processor that was kept from the node: `vmstat 1 5` (st), `sar -u`, `journalctl -k | grep -iE "clocksource|soft lockup|stall"`.',
    ],
    evidence: [...linesOf(stalls), ...episodes.flatMap(({ skips }) => skips.slice(0, 1)).map(skipEvidence)],
    episodes,
  });
}

function linesOf(stalls: readonly LoopStall[]): readonly EvidenceLine[] {
  return stalls.flatMap(({ evidence: [at] }) => (at === undefined ? [] : lineEvidence(at, 'The loop stood still')));
}
