/** The node's Ready condition over time. pkg/kubelet/kubelet_node_status.go and nodestatus/setters.go, 1.8–1.36. */
import { FAST_NODE_STATUS_PERIOD, NODE_READY_GRACE_PERIOD } from '../kubelet/constants.ts';
import type { KubeletProfile } from '../kubelet/profile.ts';
import { fromDuration, type Nanoseconds, plus } from './nanoseconds.ts';
import type { Observer } from './observation.ts';
import type { RuntimeClient } from './runtimeClient.ts';
import type { RuntimeState } from './runtimeState.ts';
import type { RuntimeStatus } from './runtimeStatus.ts';
import { type Activity, type Scheduler, waitUntil } from './scheduler.ts';
import { Lock } from './lock.ts';

export interface NodeStatusOptions {
  readonly profile: KubeletProfile;
  readonly scheduler: Scheduler;
  readonly client: RuntimeClient;
  readonly state: RuntimeState;
  readonly status: RuntimeStatus;
  /** What the condition was before, if that is known. */
  readonly ready?: boolean;
  readonly observe?: Observer;
}

export class NodeStatus {
  readonly #options: NodeStatusOptions;
  readonly #lock: Lock;
  #ready: boolean | undefined;

  constructor(options: NodeStatusOptions) {
    this.#options = options;
    this.#lock = new Lock(options.scheduler);
    this.#ready = options.ready;
  }

  /** One update: the runtime is asked for its version first, so that a runtime that hangs delays the condition by its time-out. */
  *update(): Activity {
    yield* this.#lock.lock();
    const { client, state, scheduler, observe } = this.#options;
    yield* client.call('Version', 'node-status');
    const reasons = state.readyErrors();
    const ready = reasons.length === 0;
    const changed = this.#ready !== undefined && this.#ready !== ready;
    this.#ready = ready;
    observe?.({ kind: 'node-status', at: scheduler.now(), ready, reasons, changed });
    this.#lock.unlock();
  }

  /** From 1.26: every 100 ms until the node is Ready, for two minutes at most; each time the runtime is asked for its Status too. */
  *updateFastUntilReady(from: Nanoseconds): Activity {
    const { profile, scheduler, status } = this.#options;
    if (!profile.fastNodeStatus) return;
    const end = plus(from, fromDuration(NODE_READY_GRACE_PERIOD));
    while (this.#ready !== true && scheduler.now() < end) {
      yield waitUntil(plus(scheduler.now(), fromDuration(FAST_NODE_STATUS_PERIOD)));
      yield* status.update();
      yield* this.update();
    }
  }
}
