/** Puts what a scenario says about pods on the agenda. */
import { type Nanoseconds, ZERO } from '../../model/nanoseconds.ts';
import type { NodeApi } from './nodeApi.ts';
import { matchesPod } from '../scenario/podPattern.ts';
import type { LiveContainer, RuntimeLife } from './runtimeLife.ts';
import type { Action, PodScenario, Scenario } from '../scenario/scenario.ts';

export function scheduleActions(scenario: Scenario, life: RuntimeLife, api: NodeApi): void {
  for (const pod of scenario.pods) {
    life.agenda.add(pod.added, () => api.add(pod));
    if (pod.deleted !== undefined) life.agenda.add(pod.deleted, () => api.delete(pod));
    if (!pod.running) continue;
    life.agenda.add(ZERO, (at) => {
      life.runSandbox(pod, at);
      for (const { name } of pod.containers) life.start(pod, name, at);
    });
  }
  for (const action of scenario.actions) {
    if (action.do !== 'restart-kubelet') life.agenda.add(action.at, (at) => act(action, at, scenario, life, api));
  }
}

function act(
  action: Exclude<Action, { do: 'restart-kubelet' }>,
  at: Nanoseconds,
  scenario: Scenario,
  life: RuntimeLife,
  api: NodeApi,
): void {
  for (const pod of scenario.pods.filter((candidate) =>
    action.pods.some((pattern) => matchesPod(pattern, candidate)),
  )) {
    switch (action.do) {
      case 'exit':
        for (const container of chosen(life, pod, action.container)) life.exit(container, at, action.code);
        break;
      case 'vanish':
        for (const container of action.container === undefined
          ? life.containers(pod.uid)
          : chosen(life, pod, action.container))
          life.remove(container, at);
        break;
      case 'unknown':
      case 'known':
        for (const container of chosen(life, pod, action.container))
          life.setKnown(container, at, action.do === 'known');
        break;
      case 'stop-sandbox':
        life.stopSandbox(pod, at, action.code);
        break;
      case 'probe':
        api.probe(pod);
    }
  }
}

/** The containers of a pod by name that have not ended; all of them without a name. */
function chosen(life: RuntimeLife, pod: PodScenario, name: string | undefined): LiveContainer[] {
  return life
    .containers(pod.uid)
    .filter(
      (container) =>
        container.kind === 'container' &&
        container.state !== 'exited' &&
        (name === undefined || container.name === name),
    );
}
