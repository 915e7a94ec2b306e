/**
 * A whole kubelet on the virtual clock, from inputs to observations: the way in for replay and simulator. `Kubelet.Run` in pkg/kubelet/kubelet.go says
 * which activities there are; how each behaves is in the files beside. The cost is linear in the virtual time and in the number of changes.
 */
import type { KubeletInputs, KubeletRun, OpenKubelet, RunOptions } from './inputs.ts';
import { KubeletParts } from './kubeletParts.ts';
import type { Observation, Observer } from './observation.ts';
import { KubeletPanic } from './plegPod.ts';
import { Scheduler } from './scheduler.ts';

/**
 * Runs one kubelet process from time 0 to `options.until`. The same inputs and seed give the same observations, in the order of their times.
 * A panic of the kubelet ends the run with its observation.
 */
export function runKubelet(inputs: KubeletInputs, options: RunOptions): KubeletRun {
  const observations: Observation[] = [];
  const kubelet = openKubelet(inputs, {
    ...options,
    observe: options.observe ?? ((observation) => observations.push(observation)),
  });
  kubelet.advance(options.until);
  return { observations, endedAt: kubelet.now(), discardedEvents: kubelet.discardedEvents };
}

/** Starts a kubelet at time 0 that runs step by step; without `observe` nothing is observed. The same inputs, options and seed give the same run however it is cut into steps. */
export function openKubelet(inputs: KubeletInputs, options: Omit<RunOptions, 'until'>): OpenKubelet {
  const { only, observe: take } = options;
  const observe: Observer = (observation) =>
    only === undefined || only.has(observation.kind) ? take?.(observation) : undefined;
  const scheduler = new Scheduler();
  const parts = new KubeletParts(inputs, options, scheduler, observe);
  parts.start();
  let panicked = false;
  return {
    advance(until) {
      if (panicked) return;
      try {
        scheduler.run(until);
      } catch (problem) {
        if (!(problem instanceof KubeletPanic)) throw problem;
        panicked = true;
        observe({ kind: 'panicked', at: scheduler.now(), message: problem.message });
      }
    },
    inspect: (withPods) => parts.inspect(withPods),
    get discardedEvents() {
      return parts.pleg.discarded;
    },
    now: () => scheduler.now(),
  };
}
