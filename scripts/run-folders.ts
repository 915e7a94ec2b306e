/**
 * Writes simulated runs in the layout of the recorded ones: npm run run-folders -- FOLDER [COUNT [SEED]] [--covered]
 * FOLDER/sim-NN/KIND/ gets kubelet.journal.short.log, kubelet.raw.log, truth.jsonl and scenario.json, so that whatever reads recorded runs reads these; kinds take turns, all else is
 * chance of the seed. --covered names the folders by their number alone and leaves kind and truth to FOLDER/NN/truth/, for a reader who must not know what happened.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { choose, type Random, seededRandom, shuffled } from '../src/model/random.ts';
import { checkScenario } from '../src/simulator/scenario/readScenario.ts';
import { simulate } from '../src/simulator/simulate.ts';
import type { TruthRecord } from '../src/simulator/wording/truth.ts';
import { type Between, type Incident, KINDS } from './run-folders/kinds.ts';

const VERSIONS = ['1.15.11', '1.20.0', '1.22.0', '1.24.14', '1.27.16', '1.30.14', '1.32.8', '1.34.8', '1.36.2'];
/** Evented PLEG is there from 1.26 on. */
const EVENTED_VERSIONS = ['1.27.16', '1.30.14', '1.32.8'];
/** A log goes on for so long after the last fault, in seconds. */
const TAIL = 20;

const covered = process.argv.includes('--covered');
const [folder, count = '20', seed = '1'] = process.argv.slice(2).filter((word) => !word.startsWith('--'));

function nothing(): Incident {
  return { faults: [] };
}

function scenarioOf(kind: string, random: Random): Record<string, unknown> {
  const between: Between = (min, max) => min + Math.floor(random() * (max - min + 1));
  const from = between(40, 90);
  const { faults, actions = [], kubelet = {} } = (KINDS[kind] ?? nothing)(from, between);
  const to = Math.max(from + 200, ...faults.map((fault) => Number(fault['to'])));
  const pods = between(2, 5);
  const exits = Array.from({ length: between(1, 5) }, () => ({
    at: between(20, to + 40),
    do: 'exit',
    pod: `default/web-${between(1, pods)}`,
    container: 'nginx',
    code: choose([0, 1, 137], random) ?? 1,
  }));
  return {
    version: choose('eventedPLEG' in kubelet ? EVENTED_VERSIONS : VERSIONS, random) ?? '1.36.2',
    seed: between(1, 1_000_000),
    verbosity: 2,
    start: '2026-11-21T00:00:00Z',
    node: `worker-${between(1, 99)}`,
    duration: to + TAIL,
    kubelet: { startup: between(5, 30) / 10, ...kubelet },
    pods: [
      { name: 'web', count: pods, every: '150ms', added: 4.5, containers: [{ name: 'nginx' }, { name: 'sidecar' }] },
      ...(random() < 0.5
        ? [{ name: 'crasher-1', added: 5, containers: [{ name: 'app', exits: { after: '7s', code: 1 } }] }]
        : []),
    ],
    faults,
    actions: [...exits, ...actions],
  };
}

/** The log and the truth of a scenario in an envelope. */
function run(scenario: Record<string, unknown>, envelope: string): { readonly log: string; readonly truth: string } {
  const checked = checkScenario({ ...scenario, envelope });
  if (!checked.ok) throw new Error(checked.problems.map(({ path, text }) => `${path}: ${text}`).join('\n'));
  const pieces: string[] = [];
  const truth: TruthRecord[] = [];
  simulate(checked.scenario, { log: (text) => pieces.push(text), truth: (record) => truth.push(record) });
  return { log: pieces.join(''), truth: `${truth.flatMap(recordedAs).join('\n')}\n` };
}

/** As recorded: an exit says that it was one, and a relist that failed returns. */
function recordedAs(record: TruthRecord): readonly string[] {
  const isExit = record.ev === 'container_state' && record['state'] === 'EXITED' && record['what'] === undefined;
  const text = JSON.stringify(isExit ? { ...record, what: 'exit' } : record);
  return record.ev === 'relist_error' ? [text, JSON.stringify({ ...record, ev: 'relist_return' })] : [text];
}

function main(): number {
  if (folder === undefined || !/^\d+$/.test(count) || !/^\d+$/.test(seed)) {
    console.error('usage: npm run run-folders -- FOLDER [COUNT [SEED]] [--covered]');
    return 2;
  }
  const random = seededRandom(Number(seed));
  let kinds: string[] = [];
  for (let number = 1; number <= Number(count); number += 1) {
    if (kinds.length === 0) kinds = shuffled(Object.keys(KINDS), random);
    const kind = kinds.pop() ?? 'a-healthy';
    const scenario = scenarioOf(kind, random);
    const id = String(number).padStart(2, '0');
    const own = covered ? join(folder, id) : join(folder, `sim-${id}`, kind);
    const aside = covered ? join(own, 'truth') : own;
    mkdirSync(aside, { recursive: true });
    const { log, truth } = run(scenario, 'short');
    writeFileSync(join(own, 'kubelet.journal.short.log'), log);
    writeFileSync(join(own, 'kubelet.raw.log'), run(scenario, 'none').log);
    writeFileSync(join(aside, 'truth.jsonl'), truth);
    writeFileSync(join(aside, 'scenario.json'), `${JSON.stringify({ kind, ...scenario }, undefined, 2)}\n`);
    console.log(own);
  }
  return 0;
}

process.exitCode = main();
