/** What removes dead containers: the sync loop after ContainerDied (pod_container_deletor.go), and the garbage collection every minute (kuberuntime/kuberuntime_gc.go). */
import { CONTAINER_GC_PERIOD } from '../../kubelet/constants.ts';
import { fromDuration, type Nanoseconds } from '../../model/nanoseconds.ts';
import type { Activity } from '../../model/scheduler.ts';
import type { PodWork } from './podWork.ts';
import type { LiveContainer } from './runtimeContainers.ts';

/** After ContainerDied: of the dead containers of that name which the pod cache knows, only the newest is kept. A sandbox, or a container that the cache does not know, moves nothing. */
export function cleanUp(work: PodWork, podUid: string, id: string): void {
  const { runtime, host } = work;
  const cached = host.statusNewerThan(podUid, Number.NEGATIVE_INFINITY as Nanoseconds)?.pod?.status?.containers ?? [];
  const died = runtime.byId(id);
  if (died === undefined || !cached.some((one) => one.id === id)) return;
  const dead = cached.flatMap((one) => {
    const container = one.state === 'exited' ? runtime.byId(one.id) : undefined;
    return container?.name === died.name ? [container] : [];
  });
  for (const container of oldestFirst(dead).slice(0, -1)) host.scheduler.spawn(work.remove(container));
}

/** Every minute: dead containers, then dead sandboxes. A list call that fails ends it, so that containers can go while sandboxes cannot be listed. `gone` says which pods were deleted and have been stopped. */
export function* collectGarbage(work: PodWork, gone: (podUid: string) => boolean): Activity {
  for (;;) {
    yield* work.wait(fromDuration(CONTAINER_GC_PERIOD));
    const errors = new Set(
      [yield* evictContainers(work, gone), yield* evictSandboxes(work, gone)].filter((error) => error !== undefined),
    );
    if (errors.size > 0)
      work.observe({
        kind: 'garbage-collection-failed',
        at: work.now(),
        error: errors.size > 1 ? `[${[...errors].join(', ')}]` : [...errors].join(''),
      });
  }
}

/** Of deleted pods all dead containers go, of others all but the newest of each name. */
function* evictContainers(work: PodWork, gone: (podUid: string) => boolean): Activity<string | undefined> {
  const error = yield* work.list('ListContainers');
  if (error !== undefined) return error;
  const { runtime, host } = work;
  for (const uid of runtime.podUids()) {
    const containers = runtime.containers(uid);
    for (const name of new Set(containers.map((one) => one.name))) {
      const ended = oldestFirst(
        containers.filter((one) => one.kind === 'container' && one.name === name && one.state === 'exited'),
      );
      for (const container of gone(uid) ? ended : ended.slice(0, -1)) host.scheduler.spawn(work.remove(container));
    }
  }
  return undefined;
}

/** Of deleted pods all dead sandboxes without containers go, of others all but the newest sandbox. */
function* evictSandboxes(work: PodWork, gone: (podUid: string) => boolean): Activity<string | undefined> {
  const error = (yield* work.list('ListContainers')) ?? (yield* work.list('ListPodSandbox'));
  if (error !== undefined) return error;
  const { runtime } = work;
  for (const uid of runtime.podUids()) {
    const dead = oldestFirst(
      runtime.containers(uid).filter(({ kind, state }) => kind === 'sandbox' && state === 'exited'),
    );
    const runs = runtime.containers(uid).some(({ kind, state }) => kind === 'sandbox' && state === 'running');
    for (const sandbox of gone(uid) || runs ? dead : dead.slice(0, -1)) {
      if (runtime.containers(uid).some(({ kind, state }) => kind === 'container' && state !== 'exited')) continue;
      runtime.remove(sandbox, work.time());
    }
  }
  return undefined;
}

function oldestFirst(containers: readonly LiveContainer[]): LiveContainer[] {
  return containers.toSorted((a, b) => a.attempt - b.attempt);
}
