/**
 * evented-pleg-fallback: Evented PLEG lost the runtime's event stream five times in the whole time of the process and fell back to listing every second.
 * Sign: the fall-back line (V(4)) or five failures of the stream. High with the line, medium with the failures.
 */
import { EVENTED_MAX_STREAM_RETRIES } from '../../../kubelet/constants.ts';
import { AT_THAT_TIME } from '../../tools/atThatTime.ts';
import { type Cause, makeFinding, plural } from '../../cause.ts';

export const eventedPlegFallback: Cause = {
  id: 'evented-pleg-fallback',
  find(view) {
    const facts = view.facts.all('evented');
    const fallBack = facts.filter((fact) => fact.what === 'fall-back');
    const failed = facts.filter((fact) => fact.what === 'stream-failed');
    if (fallBack.length === 0 && failed.length < EVENTED_MAX_STREAM_RETRIES) return [];
    return [
      makeFinding('evented-pleg-fallback', {
        weight: 'circumstance',
        confidence: fallBack.length > 0 ? 'high' : 'medium',
        title: 'Evented PLEG gave up and fell back to listing',
        explanation: `The runtime's stream of container events broke (${plural(failed.length, 'line')}). After five breaks in one process run the kubelet gives the stream up and lists every second again, with the threshold of three minutes instead of ten.`,
        nextSteps: [
          `Find why the stream breaks: restarts of the runtime, or a runtime that does not support it (\`journalctl -u containerd ${AT_THAT_TIME}\`).`,
          'The feature gate EventedPLEG is alpha and off by default; turning it off loses nothing.',
        ],
        evidence: [...failed.slice(0, 5), ...fallBack],
      }),
    ];
  },
};
