/**
 * Measures recorded kubelets for their scenarios: npm run scenario-from-record [-- RECORDS [SCENARIO…]] [--write]
 * What a file of `test/fixtures/scenarios` says of the pace of its kubelet and host (`kubelet.callWork`, `inspectionWork`, `listWork`, `timerLateness`, `busy`), of `latency`, and of `chance` is what this
 * script takes from the record of the same name in RECORDS (default ../shared/runs), by one rule for all; the rest of the file (what was injected, and the pods) stays as it is.
 * Without --write it tells which files say something else, and exits with 1 if any does.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { profileFor } from '../src/kubelet/profile.ts';
import { checkScenario, problemLines } from '../src/simulator/readScenario.ts';
import { linesOf, readRawTruthOf } from './compare-runs/truth.ts';
import { listFiles } from './lib/files.mjs';
import { hostPaceOf, type Pace } from './scenario-from-record/hostPace.ts';
import { latenciesOf } from './scenario-from-record/latency.ts';
import { loopChoices } from './scenario-from-record/loopChoices.ts';
import { recordOf } from './scenario-from-record/record.ts';
import { relistOrders } from './scenario-from-record/relistOrder.ts';
import { gapsOf, podRelistWorks, relistWorks } from './scenario-from-record/ownWork.ts';
import { resyncsOf } from './scenario-from-record/resyncs.ts';
import { failuresOf, type KnownJitter, retriesOf } from './scenario-from-record/retries.ts';
import { type Starts, startsOf } from './scenario-from-record/starts.ts';
import { type Json, microseconds, type ScenarioFile, scenarioText, seconds } from './scenario-from-record/scenarioFile.ts';

const MEASURED = ['callWork', 'inspectionWork', 'listWork', 'timerLateness'] as const;

const write = process.argv.includes('--write');
const [records = '../shared/runs', ...wanted] = process.argv.slice(2).filter((word) => !word.startsWith('--'));

function main(): number {
  if (!existsSync(records)) {
    console.error(`${records} does not exist: give the folder of the records`);
    return 2;
  }
  let others = 0;
  for (const file of listFiles('test/fixtures/scenarios', /\.kubelet-scenario\.json$/)) {
    const name = file.split('/').slice(-2).join('/').replace('.kubelet-scenario.json', '');
    if (wanted.length > 0 && !wanted.some((one) => name.includes(one))) continue;
    const before = readFileSync(file, 'utf8');
    const after = measured(before, join(records, name));
    if (after === undefined || after === before) continue;
    others += 1;
    console.log(`${name}${write ? ': written' : ' says something else than its record'}`);
    if (write) writeFileSync(file, after);
  }
  return write || others === 0 ? 0 : 1;
}

/** The text of a scenario with what its record says; `undefined` if there is no record. */
function measured(text: string, folder: string): string | undefined {
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
  const latency = Object.fromEntries([...latenciesOf(record, checked.scenario.pods)].map(([method, { from, to }]) => [method, { from: microseconds(from), to: microseconds(to) }]));
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
  return Object.fromEntries(MEASURED.flatMap((name) => (pace[name] === undefined ? [] : [[name, microseconds(pace[name])]])));
}

function withStarts(pod: ScenarioFile, { sandbox, containers }: Starts): ScenarioFile {
  if (pod['count'] !== undefined) return pod;
  const own = (pod['containers'] as readonly ScenarioFile[]).map((container): ScenarioFile => {
    const { name, startTakes: _, ...rest } = container;
    if (typeof name !== 'string') return container;
    const takes = containers.get(name)?.map(microseconds) ?? [];
    return { name, ...(takes.length === 0 ? {} : { startTakes: takes.length === 1 ? (takes[0] ?? '') : takes }), ...rest };
  });
  const { containers: _, sandboxTakes: __, ...rest } = pod;
  return { ...rest, ...(sandbox === undefined ? {} : { sandboxTakes: microseconds(sandbox) }), containers: own };
}

function jitterJson({ from, pod, jitter }: KnownJitter): { readonly from: string; readonly pod: string; readonly jitter: number } {
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
  return Object.fromEntries(names.map((name) => [name, members[name] ?? file[name] ?? null] as const).filter(([name, value]) => !(name === 'busy' && (value as readonly Json[]).length === 0)));
}

process.exitCode = main();
