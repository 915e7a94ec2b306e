/** Writes what happens in a run: the log, and the truth beside it. */
import { type Nanoseconds, fromSeconds, minus, nanoseconds, plus } from '../../model/nanoseconds.ts';
import type { EndedProcess, ProcessWitness, RunWitness, StartedProcess } from '../node/witness.ts';
import type { PodScenario, Scenario } from '../scenario/scenario.ts';
import { formatGoTime, formatNanoseconds, formatSeconds } from '../scenario/times.ts';
import type { Line } from './line.ts';
import { LogWriter } from './logWriter.ts';
import { registrationLines, startFailedLines, startupLines } from './startupLines.ts';
import { containerRecord, ProcessTruth, type TruthRecord } from './truth.ts';
import { linesOf } from './wording.ts';
import type { WordingContext } from './wordingContext.ts';

/** Takes the log (text with newlines) and the truth. */
export interface SimulationSink {
  readonly log: (text: string) => void;
  readonly truth?: (record: TruthRecord) => void;
}

/** The witness that writes the run of a scenario into a sink. */
export function writtenRun(scenario: Scenario, sink: SimulationSink): RunWitness {
  const truth = sink.truth ?? ((): void => undefined);
  const log = new LogWriter(scenario, sink.log);
  const pods = new Map(scenario.pods.map((pod) => [pod.uid, pod]));
  return {
    processStarts(process) {
      const { start, failures, pid, profile } = process;
      if (failures > 0) log.systemd(start, 'systemd.restart-scheduled', { count: String(failures) });
      log.systemd(start, 'systemd.started-unit');
      truth({
        ev: 'kubelet_start',
        pid,
        version: profile.version.minor,
        ...(scenario.kubelet.eventedPleg && profile.eventedPleg ? { eventedPLEG: true } : {}),
        t: formatNanoseconds(scenario.start, start),
      });
      return writtenProcess(scenario, process, { log, truth, pods });
    },
    processEnds(end) {
      reportEnd(log, end);
      const { pid, at, status, signal } = end;
      truth({
        ev: 'kubelet_exit',
        pid,
        rc: signal === 'term' ? 0 : signal === undefined ? status : -9,
        t: formatNanoseconds(scenario.start, at),
      });
    },
    containerChanges: (at, container) => truth(containerRecord(scenario.start, at, container)),
    ends: (at) => truth({ ev: 'scenario_end', t: formatNanoseconds(scenario.start, at) }),
  };
}

interface Outputs {
  readonly log: LogWriter;
  readonly truth: (record: TruthRecord) => void;
  readonly pods: ReadonlyMap<string, PodScenario>;
}

function writtenProcess(scenario: Scenario, process: StartedProcess, { log, truth, pods }: Outputs): ProcessWitness {
  const { pid, verbosity, profile, start, origin, wasReady } = process;
  const records = new ProcessTruth(scenario.start, origin, pid, profile);
  const context: WordingContext = {
    profile,
    node: scenario.node,
    json: scenario.format === 'json',
    pod: (uid) => pods.get(uid),
    time: (at) => ({
      rfc3339: formatSeconds(scenario.start, plus(at, origin)),
      go: formatGoTime(scenario.start, plus(at, origin), start),
    }),
    get wasReady() {
      return wasReady();
    },
  };
  const write = (at: Nanoseconds, lines: readonly Line[]): void =>
    log.klog(at, { pid, verbosity, version: profile.version }, lines);
  return {
    starting(until, contact, refused) {
      const startup = minus(origin, start);
      for (const { part, lines } of startupLines(scenario, verbosity, context)) {
        const at = plus(start, nanoseconds(startup * part));
        if (at < until && (at < contact || !refused)) write(at, lines);
      }
    },
    startFailed: (at, error) => write(at, startFailedLines(error, context)),
    registering: (at, registered) => write(at, registrationLines(registered, context)),
    panicked: (at, message) => log.raw(at, pid, `panic: ${message}\n\ngoroutine 1 [running]:`),
    observed(observation) {
      const record = records.of(observation);
      if (record !== undefined) truth(record);
      write(plus(observation.at, origin), linesOf(observation, context));
    },
  };
}

function reportEnd(log: LogWriter, { at, status, signal }: EndedProcess): void {
  if (signal === 'term') {
    log.systemd(minus(at, fromSeconds(0.01)), 'systemd.stopping-unit');
    log.systemd(at, 'systemd.deactivated');
    log.systemd(at, 'systemd.stopped-unit');
    return;
  }
  log.systemd(
    at,
    'systemd.exited',
    signal === 'kill'
      ? { code: 'killed', status: '9/KILL' }
      : { code: 'exited', status: status === 2 ? '2/INVALIDARGUMENT' : `${status}/FAILURE` },
  );
  log.systemd(at, 'systemd.failed-result', { result: signal === 'kill' ? 'signal' : 'exit-code' });
}
