/**
 * event-channel-full: more than 1000 events waited for the sync loop and the rest was dropped (from 1.14). At least as often the sign of a skipping loop with
 * a working PLEG as of a hung runtime. Sign: `Event channel is full`. High: the line says it.
 */
import { type Cause, makeFinding, plural } from '../../cause.ts';

export const eventChannelFull: Cause = {
  id: 'event-channel-full',
  find(view) {
    const facts = view.facts.all('event-channel-full');
    if (facts.length === 0) return [];
    return [
      makeFinding('event-channel-full', {
        weight: 'circumstance',
        confidence: 'high',
        title: `${plural(facts.length, 'container event')} dropped: the event channel was full`,
        explanation: `PLEG kept finding changes while the sync loop did not read them: the channel holds 1000 events, what comes after is dropped, one line each. It follows from a loop that skips or is blocked, together with many changes; pods whose event was lost are put right by the next periodic sync only.`,
        nextSteps: [
          'Look at why the loop did not read (the first finding).',
          'Find what changed so many containers at once: a drain, a rollout, a mass deletion.',
          'Pods that look wrong afterwards are corrected within a minute or two; if not: `systemctl restart kubelet`.',
        ],
        evidence: [...facts.slice(0, 3), ...facts.slice(-1)],
      }),
    ];
  },
};
