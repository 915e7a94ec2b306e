/** A scenario file with what its record says of its kubelet, its host, and chance. */
import { profileFor } from '../../src/kubelet/profile.ts';
import { checkScenario, problemLines } from '../../src/simulator/scenario/readScenario.ts';
import { linesOf, readRawTruthOf } from '../compare-runs/truth.ts';
import { hostPaceOf, type Pace } from './hostPace.ts';
import { latenciesOf } from './latency.ts';
import { loopChoices } from './loopChoices.ts';
import { gapsOf, podRelistWorks, relistWorks } from './ownWork.ts';
import { recordOf } from './record.ts';
import { relistOrders } from './relistOrder.ts';
import { resyncsOf } from './resyncs.ts';
import { failuresOf, type KnownJitter, retriesOf } from './retries.ts';
import { type Json, microseconds, type ScenarioFile, scenarioText, seconds } from './scenarioFile.ts';
import { type Starts, startsOf } from './starts.ts';

const MEASURED = ['callWork', 'inspectionWork', 'listWork', 'timerLateness'] as const;

/** The text of a scenario with what its record says; `undefined` if there is no record. */
export function measured(text: string, folder: string): string | undefined {
  const entries = readRawTruthOf(folder);
  if (entries === undefined) return undefined;
  const { busy: _, chance: __, ...file } = JSON.parse(text) as ScenarioFile;
  const checked = checkScenario(file);
  if (!checked.ok) throw new Error(problemLines(checked.problems).join('\n'));
  const start = typeof file['start'] === 'string' ? file['start'] : '';
  const record = recordOf(entries, start);
  const { ordinary, busy } = hostPaceOf(relistWorks(record), podRelistWorks(record), gapsOf(record));
  const { crashRetry, cacheTime } = profileFor(checked.scenario.version);
  const failures = failuresOf(linesOf(folder, 'kubelet.raw.log') ?? [], start);
  const chance = {
    comment: 'how chance fell in that kubelet, as far as its record shows it',
    retries: retriesOf(record, failures, crashRetry === 'when-held-no-longer').map(jitterJson),
    // Where the status of a pod has the time of its own inspection, a sync since the listing shows nowhere.
    resyncs: cacheTime === 'pod-timestamp' ? resyncsOf(record, failures).map(jitterJson) : [],
    relistOrder: relistOrders(record).map(({ from, pods }) => ({ from: seconds(from), pods: pods.map(short) })),
    loop: loopChoices(record).map(({ from, prefers }) => ({ from: seconds(from), prefers })),
  };
  const latency = Object.fromEntries(
    [...latenciesOf(record, checked.scenario.pods)].map(([method, { from, to }]) => [
      method,
      { from: microseconds(from), to: microseconds(to) },
    ]),
  );
  const targets = checked.scenario.actions.flatMap((action) => (action.do === 'restart-kubelet' ? [] : action.pods));
  const starts = startsOf(record, (pod) => targets.some((pattern) => pattern === pod));
  const pods = (file['pods'] as readonly ScenarioFile[] | undefined)?.map((pod, index) => {
    const own = checked.scenario.pods[index];
    return own === undefined ? pod : withStarts(pod, starts(own));
  });
  return scenarioText(
    ordered(file, {
      ...(pods === undefined ? {} : { pods }),
      kubelet: { ...without(file['kubelet'], MEASURED), ...paceJson(ordinary) },
      latency,
      busy: busy.map(({ from, to, ...pace }) => ({ from: seconds(from), to: seconds(to), ...paceJson(pace) })),
      chance: Object.fromEntries(Object.entries(chance).filter(([, value]) => value.length > 0)),
    }),
  );
}

function paceJson(pace: Pace): { readonly [name: string]: string } {
  return Object.fromEntries(
    MEASURED.flatMap((name) => (pace[name] === undefined ? [] : [[name, microseconds(pace[name])]])),
  );
}

function withStarts(pod: ScenarioFile, { sandbox, containers }: Starts): ScenarioFile {
  if (pod['count'] !== undefined) return pod;
  const own = (pod['containers'] as readonly ScenarioFile[]).map((container): ScenarioFile => {
    const { name, startTakes: _, ...rest } = container;
    if (typeof name !== 'string') return container;
    const takes = containers.get(name)?.map(microseconds) ?? [];
    return {
      name,
      ...(takes.length === 0 ? {} : { startTakes: takes.length === 1 ? (takes[0] ?? '') : takes }),
      ...rest,
    };
  });
  const { containers: _, sandboxTakes: __, ...rest } = pod;
  return { ...rest, ...(sandbox === undefined ? {} : { sandboxTakes: microseconds(sandbox) }), containers: own };
}

function jitterJson({ from, pod, jitter }: KnownJitter): {
  readonly from: string;
  readonly pod: string;
  readonly jitter: number;
} {
  return { from: seconds(from), pod: short(pod), jitter: Number(jitter.toFixed(3)) };
}

function short(pod: string): string {
  return pod.replace(/^default\//, '');
}

function without(value: Json | undefined, names: readonly string[]): ScenarioFile {
  return Object.fromEntries(Object.entries((value ?? {}) as ScenarioFile).filter(([name]) => !names.includes(name)));
}

/** The file with these members, each where it was; what is new comes behind the faults. */
function ordered(file: ScenarioFile, members: ScenarioFile): ScenarioFile {
  const names = [...new Set([...Object.keys(file), ...Object.keys(members)])];
  return Object.fromEntries(
    names
      .map((name) => [name, members[name] ?? file[name] ?? null] as const)
      .filter(([name, value]) => !(name === 'busy' && (value as readonly Json[]).length === 0)),
  );
}
