/** The kubelet's side of the CRI: each call takes the time that the runtime needs, at most `runtimeRequestTimeout` (pkg/kubelet/cri/remote, later cri-client). */
import { DEADLINE_EXCEEDED } from '../kubelet/constants.ts';
import type { KubeletProfile } from '../kubelet/profile.ts';
import type { PlegRuntime } from './genericPleg.ts';
import { type Nanoseconds, plus } from './nanoseconds.ts';
import type { OwnWork } from './ownWork.ts';
import type { Observer } from './observation.ts';
import { type Outcome, succeeded } from './plegPod.ts';
import type { RuntimeBehaviour, RuntimeCaller, RuntimeMethod } from './runtimeBehaviour.ts';
import type { RuntimeWorld } from './runtimeWorld.ts';
import { type Activity, type Clock, waitUntil } from './scheduler.ts';

export interface RuntimeClientOptions {
  readonly clock: Clock;
  readonly behaviour: RuntimeBehaviour;
  readonly world: RuntimeWorld;
  readonly timeout: Nanoseconds;
  /** What the kubelet itself spends on calls and listings. */
  readonly ownWork: OwnWork;
  /** How often an inspection asks for the status of each sandbox. */
  readonly sandboxStatusCalls: number;
  readonly profile: KubeletProfile;
  readonly observe?: Observer;
}

/** A call that has not been answered yet. */
export interface RunningCall {
  readonly method: RuntimeMethod;
  readonly caller: RuntimeCaller;
  readonly began: Nanoseconds;
  readonly podUid?: string;
  readonly id?: string;
}

const DONE: Outcome<undefined> = succeeded(undefined);

export class RuntimeClient {
  readonly #options: RuntimeClientOptions;
  /** Calls without an answer. */
  readonly #running = new Set<RunningCall>();

  constructor(options: RuntimeClientOptions) {
    this.#options = options;
  }

  runningCalls(): readonly RunningCall[] {
    return [...this.#running];
  }

  /** One call; a failure is observed and given back. */
  *call(method: RuntimeMethod, caller: RuntimeCaller, podUid?: string, id?: string): Activity<Outcome<undefined>> {
    const { clock, behaviour, timeout, observe, ownWork } = this.#options;
    const began = clock.now();
    const work = podUid !== undefined ? ownWork.inspectionWork(began) : ownWork.callWork(began);
    if (work > 0) yield waitUntil(plus(began, work));
    const ids = { ...(podUid === undefined ? {} : { podUid }), ...(id === undefined ? {} : { id }) };
    const answer = behaviour.call({ method, at: clock.now(), caller, ...ids });
    // The deadline counts from the caller's begin.
    const takes = plus(work, answer.after);
    const timedOut = takes >= timeout;
    const after = timedOut ? timeout : takes;
    if (plus(began, after) > clock.now()) {
      const running: RunningCall = { method, caller, began, ...ids };
      this.#running.add(running);
      yield waitUntil(plus(began, after));
      this.#running.delete(running);
    }
    const error = timedOut ? DEADLINE_EXCEEDED : answer.error;
    if (error === undefined) return DONE;
    observe?.({ kind: 'runtime-call-failed', at: clock.now(), method, caller, began, error, timedOut, ...ids });
    return { ok: false, error };
  }

  /** `GetPods`: the sandboxes, then the containers; the second list is not asked for when the first failed. Gives what `answer` sees when both are answered. */
  *list<Answer>(caller: RuntimeCaller, answer: () => Answer, podUid?: string): Activity<Outcome<Answer>> {
    const { clock, ownWork } = this.#options;
    const sandboxes = yield* this.call('ListPodSandbox', caller, podUid);
    if (!sandboxes.ok) return sandboxes;
    const containers = yield* this.call('ListContainers', caller, podUid);
    if (!containers.ok) return containers;
    const answered = answer();
    const work = ownWork.listWork(clock.now());
    if (work > 0) yield waitUntil(plus(clock.now(), work));
    return succeeded(answered);
  }

  /** The runtime as PLEG sees it. */
  forPleg(): PlegRuntime {
    const client = this;
    const { clock, world, profile, sandboxStatusCalls } = this.#options;
    return {
      getPods: () => client.list('relist', () => world.list(clock.now())),
      getPod(uid) {
        const timestamp = clock.now();
        return client.list('pod-relist', () => ({ ...world.pod(uid, clock.now()), timestamp }), uid);
      },
      *getPodStatus(pod, scope) {
        const { uid } = pod;
        const caller = scope === 'all' ? 'relist' : 'pod-relist';
        if (profile.inspectionLists) {
          const sandboxes = yield* client.call('ListPodSandbox', caller, uid);
          if (!sandboxes.ok) return sandboxes;
        }
        for (const sandbox of pod.sandboxes) {
          for (let count = 0; count < sandboxStatusCalls; count += 1) {
            const status = yield* client.call('PodSandboxStatus', caller, uid, sandbox.id);
            if (!status.ok) return status;
          }
        }
        if (profile.inspectionLists) {
          const containers = yield* client.call('ListContainers', caller, uid);
          if (!containers.ok) return containers;
        }
        for (const container of pod.containers) {
          const status = yield* client.call('ContainerStatus', caller, uid, container.id);
          if (!status.ok) return status;
        }
        return succeeded(world.status(uid, clock.now()));
      },
    };
  }
}
