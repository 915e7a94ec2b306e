/**
 * One sync of a pod: what is missing is started, what ended is started again unless its back-off holds it, a pod that has done its work loses its sandbox.
 * It acts on the pod's status as PLEG wrote it. kuberuntime_manager.go `computePodActions`, `SyncPod`, `doBackOff`; kubelet.go `SyncPod`.
 */
import { formatCrashLoop } from '../../kubelet/crashLoopText.ts';
import { formatGoDuration } from '../../kubelet/goDuration.ts';
import type { RuntimeContainerState } from '../../kubelet/containerState.ts';
import { fromSeconds, minus, type Nanoseconds, plus } from '../../model/nanoseconds.ts';
import type { PodStatus } from '../../model/plegPod.ts';
import type { Activity } from '../../model/scheduler.ts';
import type { CrashBackoff } from './crashBackoff.ts';
import type { PodWork } from './podWork.ts';
import type { LiveContainer } from './runtimeContainers.ts';
import type { PodScenario } from '../scenario/scenario.ts';

/** How a sync ended. */
export interface SyncOutcome {
  readonly error?: string;
  /** The first of the back-offs that hold containers of the pod ends then (model's time). */
  readonly heldUntil?: Nanoseconds;
  /** Something was started, and nothing failed. */
  readonly worked: boolean;
}

interface Seen {
  readonly container: LiveContainer;
  readonly state: RuntimeContainerState;
  readonly exitCode: number;
}

const STOP_DONE = fromSeconds(1);
const IDLE: SyncOutcome = { worked: false };

/** Syncs a pod with the status that PLEG found; `terminating` says whether the pod was deleted meanwhile, which ends the sync. */
export function* syncPod(
  work: PodWork,
  backoff: CrashBackoff,
  pod: PodScenario,
  status: PodStatus | undefined,
  terminating: () => boolean,
): Activity<SyncOutcome> {
  const { runtime, observe } = work;
  const seen = (status?.containers ?? []).flatMap(({ id, state, exitCode }): Seen[] => {
    const container = runtime.byId(id);
    return container === undefined ? [] : [{ container, state, exitCode }];
  });
  const wanted = pod.containers.filter(({ name }) => {
    const last = newest(seen, name);
    return last === undefined || (last.state === 'exited' && restarts(pod, last.exitCode));
  });
  const done =
    pod.restartPolicy !== 'Always' &&
    pod.containers.every(({ name }) => newest(seen, name)?.state === 'exited') &&
    wanted.length === 0;
  if (done) {
    yield* stopDone(work, pod);
    return IDLE;
  }
  let worked = false;
  let starts = wanted.map(({ name }) => name);
  if (status?.sandboxes.some(({ ready }) => ready) !== true) {
    observe({ kind: 'sandbox-needed', at: work.now(), podUid: pod.uid, any: (status?.sandboxes.length ?? 0) > 0 });
    const failed = yield* work.change(
      'RunPodSandbox',
      (status?.sandboxes.length ?? 0) === 0 ? pod.sandboxTakes : undefined,
    );
    if (failed !== undefined)
      return {
        worked,
        error: `failed to "CreatePodSandbox" for "${pod.name}_${pod.namespace}(${pod.uid})" with CreatePodSandboxError: "${failed}"`,
      };
    if (terminating()) return IDLE;
    runtime.runSandbox(pod, work.time());
    starts = pod.containers.map(({ name }) => name);
    worked = true;
  }
  let error: string | undefined;
  let heldUntil: Nanoseconds | undefined;
  for (const name of starts) {
    const finished = newest(seen, name)?.container.finished;
    const key = `${pod.uid}/${name}`;
    if (finished !== undefined) {
      const wait = backoff.held(key, finished, work.time());
      if (wait !== undefined) {
        error ??= formatCrashLoop(name, formatGoDuration(BigInt(wait)), pod);
        const until = minus(plus(finished, wait), work.origin);
        heldUntil = heldUntil === undefined || until < heldUntil ? until : heldUntil;
        continue;
      }
      backoff.advance(key, finished, work.time());
    }
    const failed = yield* work.change(
      'StartContainer',
      pod.containers.find((one) => one.name === name)?.startTakes[runtime.starts(pod, name)],
    );
    if (terminating()) return IDLE;
    if (failed !== undefined) {
      error ??= `failed to "StartContainer" for "${name}" with RunContainerError: "${failed}"`;
      continue;
    }
    runtime.start(pod, name, work.time());
    worked = true;
  }
  return {
    worked: worked && error === undefined,
    ...(error === undefined ? {} : { error }),
    ...(heldUntil === undefined ? {} : { heldUntil }),
  };
}

/** A pod that has done its work keeps its containers, but not its sandbox. */
function* stopDone(work: PodWork, pod: PodScenario): Activity {
  const sandbox = work.runtime.containers(pod.uid).find(({ kind, state }) => kind === 'sandbox' && state === 'running');
  if (sandbox === undefined) return;
  yield* work.wait(STOP_DONE);
  work.runtime.stopSandbox(pod, work.time(), 0);
}

function newest(seen: readonly Seen[], name: string): Seen | undefined {
  return seen
    .filter(({ container }) => container.name === name)
    .toSorted((a, b) => a.container.attempt - b.container.attempt)
    .at(-1);
}

function restarts(pod: PodScenario, exitCode: number): boolean {
  return pod.restartPolicy === 'Always' || (pod.restartPolicy === 'OnFailure' && exitCode !== 0);
}
