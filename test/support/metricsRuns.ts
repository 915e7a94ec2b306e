/** Simulated runs for the tests of metrics: the log, and scrapes of the same kubelet. */
import { readScenario } from '../../src/simulator/scenario/readScenario.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import type { TruthRecord } from '../../src/simulator/wording/truth.ts';
import { type Generation, scrapesOf } from './kubeletScrapes.ts';

export interface MetricsRun {
  readonly log: string;
  readonly truth: readonly TruthRecord[];
  readonly metrics: string;
}

const START = '2026-11-21T10:00:00Z';
export const RUN_START = Date.parse(START) / 1000;

const NODE = {
  start: START,
  node: 'worker-3',
  pods: [
    { name: 'kube-proxy', namespace: 'kube-system', source: 'file' },
    { name: 'web', count: 3, added: '5s', containers: [{ name: 'nginx' }] },
  ],
};

/** List calls are slow from the second minute on: a relist takes some 20 s, far below the threshold, and no line says so. */
export const NEAR_THE_CLIFF = {
  ...NODE,
  version: '1.32.0',
  duration: '20m',
  faults: [{ from: '2m', to: '20m', methods: ['ListPodSandbox', 'ListContainers'], effect: 'takes', takes: '10s' }],
};

/** Nothing is wrong. */
export const WELL = { ...NODE, version: '1.32.0', duration: '20m' };

/** List calls hang for four minutes. */
export const HANGS = {
  ...NODE,
  version: '1.32.0',
  duration: '12m',
  faults: [{ from: '3m', to: '7m', methods: ['ListPodSandbox', 'ListContainers'], effect: 'hang' }],
};

/** Every minute, from the second on. */
export function everyMinute(minutes: number): readonly number[] {
  return Array.from({ length: minutes }, (_, minute) => RUN_START + 60 * (minute + 1));
}

/** Runs a scenario and scrapes its kubelet. */
export async function metricsRun(
  scenario: object,
  moments: readonly number[],
  options: { readonly generation?: Generation; readonly dated?: boolean } = {},
): Promise<MetricsRun> {
  const read = readScenario(JSON.stringify(scenario));
  if (!read.ok) throw new Error(read.problems.map(({ path, text }) => `${path}: ${text}`).join('\n'));
  const pieces: string[] = [];
  const truth: TruthRecord[] = [];
  simulate(read.scenario, { log: (text) => pieces.push(text), truth: (record) => truth.push(record) });
  return { log: pieces.join(''), truth, metrics: await scrapesOf(truth, moments, options) };
}
