/** Runs a scenario: kubelet after kubelet in virtual time, over containers that outlive them. A witness is told of all that happens, in the order of its time within each process. */
import { profileFor } from '../kubelet/profile.ts';
import { goesOn, type StopCheck } from '../kubelet/stopCheck.ts';
import { type Nanoseconds, plus, ZERO } from '../model/nanoseconds.ts';
import { drawSpan } from './node/draws.ts';
import { drawOf } from './node/hash.ts';
import { KubeletProcess } from './node/kubeletProcess.ts';
import { NodeApi } from './node/nodeApi.ts';
import { scheduleActions } from './node/podActions.ts';
import { RuntimeContainers } from './node/runtimeContainers.ts';
import type { RunWitness } from './node/witness.ts';
import type { Action, Scenario } from './scenario/scenario.ts';

/** Runs it from its start to its end. `stopCheck` is asked every few seconds of virtual time. */
export function runScenario(scenario: Scenario, witness: RunWitness, stopCheck: StopCheck = goesOn): void {
  const api = new NodeApi(scenario);
  const runtime = new RuntimeContainers(scenario, (at, container, event) => {
    if (at <= scenario.duration) witness.containerChanges(at, container);
    if (event !== undefined) api.tellStream(at, event, container);
  });
  scheduleActions(scenario, runtime, api);
  const restarts = scenario.actions.filter(
    (action): action is Extract<Action, { do: 'restart-kubelet' }> => action.do === 'restart-kubelet',
  );
  let start = ZERO;
  let { verbosity } = scenario;
  let version = scenario.version;
  let { startup } = scenario.kubelet;
  let count = 0;
  let failures = 0;
  while (start < scenario.duration) {
    stopCheck();
    runtime.agenda.runUntil(start);
    const restart = restarts.find(({ at }) => at > start);
    const until = Math.min(restart?.at ?? scenario.duration, scenario.duration) as Nanoseconds;
    const pid =
      scenario.kubelet.pid + count * 700 + Math.floor(drawOf(scenario.seed, `pid ${count}`) * 300) * Math.min(1, count);
    const profile = profileFor(version);
    const origin = plus(start, drawSpan(startup, scenario.seed, `startup ${count}`));
    const process = new KubeletProcess({
      scenario,
      witness: witness.processStarts({
        pid,
        verbosity,
        profile,
        start,
        origin,
        failures,
        wasReady: () => api.ready,
      }),
      runtime,
      api,
      start,
      until,
      profile,
      origin,
      seed: Math.floor(drawOf(scenario.seed, `process ${count}`) * 4_294_967_296),
      stopCheck,
    });
    const end = process.run();
    runtime.detach();
    count += 1;
    const stopped = restart !== undefined && end.at >= restart.at ? restart : undefined;
    if (stopped === undefined && end.at >= scenario.duration) break;
    witness.processEnds({ pid, at: end.at, status: end.status, signal: stopped?.signal });
    failures = stopped?.signal === 'term' ? 0 : failures + 1;
    const next = plus(end.at, scenario.kubelet.restartAfter);
    // Who restarts a kubelet that is down anyway does not wait for systemd.
    const called = stopped ?? restarts.find(({ at }) => at > end.at && at < next);
    verbosity = called?.verbosity ?? verbosity;
    version = called?.version ?? version;
    startup = called?.startup ?? scenario.kubelet.startup;
    start = called === undefined ? next : plus(called.at, called.after);
  }
  runtime.agenda.runUntil(scenario.duration);
  witness.ends(scenario.duration);
}
