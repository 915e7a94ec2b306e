/** `updateRuntimeUp`: asks the runtime for its Status and tells the runtime state. pkg/kubelet/kubelet.go, 1.8–1.36. */
import type { KubeletProfile } from '../kubelet/profile.ts';
import type { Observer } from './observation.ts';
import type { RuntimeBehaviour, RuntimeCondition } from './runtimeBehaviour.ts';
import type { RuntimeClient } from './runtimeClient.ts';
import type { RuntimeState } from './runtimeState.ts';
import { type Activity, type Scheduler } from './scheduler.ts';
import { Lock } from './lock.ts';

export interface RuntimeStatusOptions {
  readonly profile: KubeletProfile;
  readonly scheduler: Scheduler;
  readonly client: RuntimeClient;
  readonly behaviour: RuntimeBehaviour;
  readonly state: RuntimeState;
  /** The one-time initialisation is over (a model that begins in the middle of a process). */
  readonly initialized: boolean;
  readonly observe?: Observer;
}

export class RuntimeStatus {
  readonly #options: RuntimeStatusOptions;
  readonly #lock: Lock;
  #initialized: boolean;

  constructor(options: RuntimeStatusOptions) {
    this.#options = options;
    this.#lock = new Lock(options.scheduler);
    this.#initialized = options.initialized;
  }

  /** One run; a second one waits for the first (`updateRuntimeMux`). */
  *update(): Activity {
    yield* this.#lock.lock();
    yield* this.#update();
    this.#lock.unlock();
  }

  *#update(): Activity {
    const { scheduler, client, behaviour, state, profile, observe } = this.#options;
    const answer = yield* client.call('Status', 'runtime-status');
    const at = scheduler.now();
    if (!answer.ok) {
      observe?.({ kind: 'runtime-status-failed', at, error: answer.error });
      return;
    }
    const conditions = behaviour.conditions?.(at);
    const network = conditions?.networkReady;
    if (network !== undefined && !network.ready) {
      const text = `${profile.networkNotReady}: ${conditionText('NetworkReady', network)}`;
      state.networkError = { kind: 'network', text };
      observe?.({ kind: 'network-not-ready', at, text });
    } else state.networkError = undefined;
    const runtime = conditions?.runtimeReady;
    if (runtime !== undefined && !runtime.ready) {
      const word = profile.runtimeNotReady === 'Container' ? 'Container' : 'container';
      const text = `${word} runtime not ready: ${conditionText('RuntimeReady', runtime)}`;
      state.runtimeError = { kind: 'runtime-not-ready', text };
      observe?.({ kind: 'runtime-not-ready', at, text });
      return;
    }
    state.runtimeError = undefined;
    if (!this.#initialized) {
      // Whatever these lists answer: the initialisation goes on with what it has, but a hanging runtime holds it up.
      if (profile.initializationLists) {
        yield* client.call('ListPodSandbox', 'initialization');
        yield* client.call('ListContainers', 'initialization');
      }
      this.#initialized = true;
    }
    state.setRuntimeSync(scheduler.now());
    observe?.({ kind: 'runtime-synced', at: scheduler.now() });
  }
}

/** `RuntimeCondition.String()`, container/runtime.go, 1.8–1.36. */
function conditionText(type: string, condition: RuntimeCondition): string {
  return `${type}=false reason:${condition.reason ?? ''} message:${condition.message ?? ''}`;
}
