import type { Instant } from '../../kubelet/time.ts';
import type { RelistFailedFact } from '../../messages/fact.ts';
import { ranIntoTimeout } from '../../messages/texts/timedOut.ts';
import type { ProcessEvidence } from '../evidence.ts';
import { latestBegin } from '../relists/knownTimeout.ts';
import type { RuleText } from '../rule.ts';
import { TIMEOUT_LAG } from './margins.ts';

export const callTimedOut: RuleText = {
  id: 'call-timed-out',
  title: 'A listing that timed out began one time-out before its line',
  reason:
    'The first call of a relist lists the sandboxes. If the kubelet gives this call up, it has run for runtimeRequestTimeout (two minutes), and the relist began with it.',
  condition:
    'The error line of the same moment names ListPodSandbox, in the words of the kubelet’s own client. If the second call (ListContainers) timed out, the begin is only bounded: each of the two calls takes one time-out at most. A runtime can answer DeadlineExceeded itself, sooner and in the same words. So lines have to show that the call ran so long: it ended one time-out and the pause of a second after the relist before it, which failed or is named by a skip; or a housekeeping that took as long ended with it. That the call after it did so shows nothing: a runtime can give up once by itself and hang right after it. Else the begin is only bounded. The setting is read from the FLAG dump; where that shows the default or is missing, from time-outs that follow one another and contradict the default (whole seconds; three waits, or two and a housekeeping that took as long, because lines between can be missing; where a pause of a second is what lies between a setting in whole steps of 5 s and one that nobody chose, housekeeping has to show it), unless another call cannot have run so long. A time-out other than the default that only waits show can be the runtime’s own: then it bounds no other call from above.',
  source: 'pkg/kubelet/cri/remote (a context with timeout for each call); pleg/generic.go, Relist → GetPods; 1.8–1.36',
};

/** When a relist began whose listing timed out, `call` with it; without `min` where the second call can be the one that did. */
export function startOfTimedOut(
  process: ProcessEvidence,
  { error, time }: RelistFailedFact,
  call: string | undefined,
): { readonly min?: Instant; readonly max: Instant } | undefined {
  if (!ranIntoTimeout(error)) return undefined;
  const max = latestBegin(process.callTimeout, 'list', time);
  const isFirstCall = call === 'ListPodSandbox' || call === 'StreamPodSandboxes';
  return isFirstCall ? { min: (time - process.callTimeout.max - TIMEOUT_LAG) as Instant, max } : { max };
}
