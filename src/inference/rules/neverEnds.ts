import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { RuleText } from '../rule.ts';

export const neverEnds: RuleText = {
  id: 'relist-never-ends',
  title: 'A relist that no call holds up waits for the sync loop',
  reason:
    'A call that hangs fails after runtimeRequestTimeout, with a line. So when the last listed relist stays the last one for longer than two list calls may take, without a failed call and while Status is answered, no call holds it up: it inspects very many pods slowly, or (up to 1.13) it waits for room in the event channel of 1000 slots. ' +
    'Only the loop empties the channel, and the loop skips, because PLEG is not healthy: this never ends by itself. That the loop skipped already when the relist began, for another reason, tells the two apart: then nobody read the channel.',
  condition:
    'Up to 1.13, the version known. No listing and no inspection failed after the start of the relist, the runtime counts as up, nothing recovered. If the loop did not skip when the relist began, a slow pass looks the same for the first quarter of an hour.',
  source:
    'pkg/kubelet/pleg/generic.go, Relist: a blocking send to eventChannel, 1.8–1.13; mended in 1.14 (kubernetes issue 72482, PR 72709)',
};

/** The list calls of a relist. */
const LIST_CALLS = 2;
const MARGIN: Duration = seconds(60);

/** True if no call that was under way at `from` (or begun by the next relist) can still be waiting at `to`, when none failed in between; `callTimeout` is runtimeRequestTimeout. */
export function outlastsCalls(from: Instant, to: Instant, callTimeout: Duration): boolean {
  return to - from >= LIST_CALLS * callTimeout + MARGIN;
}
