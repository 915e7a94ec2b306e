/** Puts what a scenario says about pods on the agenda. */
import { type Nanoseconds, ZERO } from '../../model/nanoseconds.ts';
import type { NodeApi } from './nodeApi.ts';
import { matchesPod } from '../scenario/podPattern.ts';
import type { LiveContainer, RuntimeContainers } from './runtimeContainers.ts';
import type { Action, PodScenario, Scenario } from '../scenario/scenario.ts';

export function scheduleActions(scenario: Scenario, runtime: RuntimeContainers, api: NodeApi): void {
  for (const pod of scenario.pods) {
    runtime.agenda.add(pod.added, () => api.add(pod));
    if (pod.deleted !== undefined) runtime.agenda.add(pod.deleted, () => api.delete(pod));
    if (!pod.running) continue;
    runtime.agenda.add(ZERO, (at) => {
      runtime.runSandbox(pod, at);
      for (const { name } of pod.containers) runtime.start(pod, name, at);
    });
  }
  for (const action of scenario.actions) {
    if (action.do !== 'restart-kubelet') runtime.agenda.add(action.at, (at) => act(action, at, scenario, runtime, api));
  }
}

function act(
  action: Exclude<Action, { do: 'restart-kubelet' }>,
  at: Nanoseconds,
  scenario: Scenario,
  runtime: RuntimeContainers,
  api: NodeApi,
): void {
  for (const pod of scenario.pods.filter((candidate) =>
    action.pods.some((pattern) => matchesPod(pattern, candidate)),
  )) {
    switch (action.do) {
      case 'exit':
        for (const container of chosen(runtime, pod, action.container)) runtime.exit(container, at, action.code);
        break;
      case 'vanish':
        for (const container of action.container === undefined
          ? runtime.containers(pod.uid)
          : chosen(runtime, pod, action.container))
          runtime.remove(container, at);
        break;
      case 'unknown':
      case 'known':
        for (const container of chosen(runtime, pod, action.container))
          runtime.setKnown(container, at, action.do === 'known');
        break;
      case 'stop-sandbox':
        runtime.stopSandbox(pod, at, action.code);
        break;
      case 'probe':
        api.probe(pod);
    }
  }
}

/** The containers of a pod by name that have not ended; all of them without a name. */
function chosen(runtime: RuntimeContainers, pod: PodScenario, name: string | undefined): LiveContainer[] {
  return runtime
    .containers(pod.uid)
    .filter(
      (container) =>
        container.kind === 'container' &&
        container.state !== 'exited' &&
        (name === undefined || container.name === name),
    );
}
