/** What happened on a node, or would happen, as far as a what-if compares it. Times are those of the log. */
import type { Stretch } from '../kubelet/stretches.ts';
import type { Instant } from '../kubelet/time.ts';

/** From here on the staleness counts from `since`, the start of the last listed relist; `undefined`: no relist was listed yet in this process, or none runs. */
export interface ListedAt {
  readonly at: Instant;
  readonly since: Instant | undefined;
}

export interface Course {
  /** In order; each holds until the next one. */
  readonly listed: readonly ListedAt[];
  /** The runtime state was unhealthy: the loop skips, or would if it were free. Starts of a kubelet are not counted. */
  readonly unhealthy: readonly Stretch[];
  /** The kubelet reported the node as not ready, or the control plane counted it so, because no kubelet ran. */
  readonly notReady: readonly Stretch[];
  readonly skips: readonly Instant[];
}
