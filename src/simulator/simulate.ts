/**
 * Runs a scenario: kubelet after kubelet in virtual time, over containers that outlive them. Gives the text of the log and the truth as they come, in the order of their times.
 */
import { profileFor } from '../kubelet/profile.ts';
import { fromSeconds, minus, type Nanoseconds, plus, ZERO } from '../model/nanoseconds.ts';
import { drawSpan } from './node/draws.ts';
import { drawOf } from './node/hash.ts';
import { KubeletProcess, type ProcessEnd } from './node/kubeletProcess.ts';
import { LogWriter } from './wording/logWriter.ts';
import { NodeApi } from './node/nodeApi.ts';
import { scheduleActions } from './node/podActions.ts';
import { RuntimeLife } from './node/runtimeLife.ts';
import type { Action, Scenario } from './scenario/scenario.ts';
import { formatNanoseconds } from './scenario/times.ts';
import { lifeRecord, type TruthRecord } from './wording/truth.ts';

/** Takes the log (text with newlines) and the truth. */
export interface SimulationSink {
  readonly log: (text: string) => void;
  readonly truth?: (record: TruthRecord) => void;
}

/** Runs it from its start to its end. */
export function simulate(scenario: Scenario, sink: SimulationSink): void {
  const truth = sink.truth ?? ((): void => undefined);
  const log = new LogWriter(scenario, sink.log);
  const api = new NodeApi(scenario);
  const life = new RuntimeLife(scenario, (at, container, event) => {
    if (at <= scenario.duration) truth(lifeRecord(scenario.start, at, container));
    if (event !== undefined) api.tellStream(at, event, container);
  });
  scheduleActions(scenario, life, api);
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
    life.agenda.runUntil(start);
    const restart = restarts.find(({ at }) => at > start);
    const until = Math.min(restart?.at ?? scenario.duration, scenario.duration) as Nanoseconds;
    const pid =
      scenario.kubelet.pid + count * 700 + Math.floor(drawOf(scenario.seed, `pid ${count}`) * 300) * Math.min(1, count);
    if (failures > 0) log.systemd(start, 'systemd.restart-scheduled', { count: String(failures) });
    log.systemd(start, 'systemd.started-unit');
    truth({
      ev: 'kubelet_start',
      pid,
      version: version.minor,
      ...(scenario.kubelet.eventedPleg && profileFor(version).eventedPleg ? { eventedPLEG: true } : {}),
      t: formatNanoseconds(scenario.start, start),
    });
    const process = new KubeletProcess({
      scenario,
      log,
      truth,
      life,
      api,
      start,
      until,
      pid,
      verbosity,
      profile: profileFor(version),
      origin: plus(start, drawSpan(startup, scenario.seed, `startup ${count}`)),
      seed: Math.floor(drawOf(scenario.seed, `process ${count}`) * 4_294_967_296),
    });
    const end = process.run();
    life.detach();
    count += 1;
    const stopped = restart !== undefined && end.at >= restart.at ? restart : undefined;
    if (stopped === undefined && end.at >= scenario.duration) break;
    reportEnd(log, end, stopped?.signal);
    truth({
      ev: 'kubelet_exit',
      pid,
      rc: stopped?.signal === 'term' ? 0 : stopped === undefined ? end.status : -9,
      t: formatNanoseconds(scenario.start, end.at),
    });
    failures = stopped?.signal === 'term' ? 0 : failures + 1;
    const next = plus(end.at, scenario.kubelet.restartAfter);
    // Who restarts a kubelet that is down anyway does not wait for systemd.
    const called = stopped ?? restarts.find(({ at }) => at > end.at && at < next);
    verbosity = called?.verbosity ?? verbosity;
    version = called?.version ?? version;
    startup = called?.startup ?? scenario.kubelet.startup;
    start = called === undefined ? next : plus(called.at, called.after);
  }
  life.agenda.runUntil(scenario.duration);
  truth({ ev: 'scenario_end', t: formatNanoseconds(scenario.start, scenario.duration) });
}

function reportEnd(log: LogWriter, end: ProcessEnd, signal: 'kill' | 'term' | undefined): void {
  if (signal === 'term') {
    log.systemd(minus(end.at, fromSeconds(0.01)), 'systemd.stopping-unit');
    log.systemd(end.at, 'systemd.deactivated');
    log.systemd(end.at, 'systemd.stopped-unit');
    return;
  }
  log.systemd(
    end.at,
    'systemd.exited',
    signal === 'kill'
      ? { code: 'killed', status: '9/KILL' }
      : { code: 'exited', status: end.status === 2 ? '2/INVALIDARGUMENT' : `${end.status}/FAILURE` },
  );
  log.systemd(end.at, 'systemd.failed-result', { result: signal === 'kill' ? 'signal' : 'exit-code' });
}
