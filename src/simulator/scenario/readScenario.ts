/** Reads a scenario file: checks it against what `schemas/scenario.schema.json` says, and names the path of whatever is wrong. */
import { ENVELOPES, type WrittenMode } from '../../journal/envelope/writeEnvelope.ts';
import { DEFAULT_NODE_STATUS_UPDATE_FREQUENCY, DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../../kubelet/settings.ts';
import type { Instant } from '../../kubelet/time.ts';
import { profileFor } from '../../kubelet/profile.ts';
import { isAtLeast, type KubeletVersion } from '../../kubelet/version.ts';
import { fromDuration, fromSeconds, ZERO } from '../../model/nanoseconds.ts';
import { Checker, checkedObject, type Fields } from './fields.ts';
import { readActions } from './readActions.ts';
import { readChance } from './readChance.ts';
import { readConditions, readFaults, readLatencies } from './readFaults.ts';
import { DEFAULT_PACE, PACE, readBusy, readPace } from './readPace.ts';
import { readPods } from './readPods.ts';
import type { KubeletScenario, Scenario } from './scenario.ts';
import { checkVersion } from './versionCheck.ts';

/** One thing that is wrong: `path` as in `pods[2].containers[0].name`, empty for the file as a whole. */
export interface ScenarioProblem {
  readonly path: string;
  readonly text: string;
}

export type ScenarioResult =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: readonly ScenarioProblem[] };

/** Reads the text of a scenario file (JSON). */
export function readScenario(text: string): ScenarioResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {
      ok: false,
      problems: [{ path: '', text: `this is not JSON: ${error instanceof Error ? error.message : String(error)}` }],
    };
  }
  return checkScenario(value);
}

/** Checks a scenario that is parsed JSON already. */
export function checkScenario(value: unknown): ScenarioResult {
  const checker = new Checker();
  const fields = checkedObject(checker, value, '', [
    '$schema',
    'description',
    'version',
    'start',
    'duration',
    'node',
    'verbosity',
    'format',
    'envelope',
    'seed',
    'kubelet',
    'latency',
    'faults',
    'busy',
    'conditions',
    'pods',
    'actions',
    'chance',
    'known',
  ]);
  if (fields === undefined) return { ok: false, problems: checker.problems };
  fields.text('$schema', '');
  fields.text('description', '');
  readKnown(fields);
  const duration = fields.duration('duration', fromSeconds(600));
  if (duration <= 0) checker.report(fields.path('duration'), 'must be longer than 0');
  const seed = fields.integer('seed', 1, 0, 4_294_967_295);
  const pods = readPods(checker, fields, seed);
  const scenario: Scenario = {
    version: readVersion(checker, fields),
    start: readStart(checker, fields),
    duration,
    node: fields.text(
      'node',
      'worker-1',
      /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/,
      'a node name: lower case letters, digits, dots and hyphens',
    ),
    verbosity: fields.integer('verbosity', 2, 0, 10),
    format: fields.choice('format', ['text', 'json'], 'text'),
    envelope: fields.choice<WrittenMode>('envelope', ENVELOPES, 'short'),
    seed,
    kubelet: readKubelet(checker, fields),
    latency: readLatencies(checker, fields),
    faults: readFaults(checker, fields, duration),
    busy: readBusy(checker, fields),
    conditions: readConditions(checker, fields),
    pods,
    actions: readActions(checker, fields, pods),
    chance: readChance(checker, fields, pods),
  };
  if (scenario.format === 'json' && !isAtLeast(scenario.version, { major: 1, minor: 19 }))
    checker.report('format', 'the kubelet writes JSON from 1.19 on');
  if (scenario.kubelet.eventedPleg && !profileFor(scenario.version).eventedPleg)
    checker.report('kubelet.eventedPLEG', 'Evented PLEG exists from 1.26 on');
  return checker.problems.length > 0 ? { ok: false, problems: checker.problems } : { ok: true, scenario };
}

/** How the values of an inferred scenario are known is for its readers: only the form is checked. */
function readKnown(fields: Fields): void {
  for (const known of fields.objects('known', ['of', 'is', 'why', 'lines'])) {
    known.required('of');
    known.choice('is', ['inferred', 'assumed'], 'assumed');
    known.required('why');
  }
}

function readVersion(checker: Checker, fields: Fields): KubeletVersion {
  const text = fields.text('version', '1.36.2');
  return checkVersion(checker, text, fields.path('version'));
}

function readStart(checker: Checker, fields: Fields): Instant {
  const text = fields.text('start', '2026-11-21T00:00:00Z');
  const match = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(match)) {
    checker.report(fields.path('start'), `"${text}" is no UTC time; write it like 2026-11-21T00:27:32Z`);
    return 0 as Instant;
  }
  const fraction = /\.(\d{1,6})Z$/.exec(text)?.[1]?.padEnd(6, '0') ?? '0';
  return (Math.floor(match / 1000) * 1_000_000 + Number(fraction)) as Instant;
}

function readKubelet(checker: Checker, parent: Fields): KubeletScenario {
  const fields = parent.object('kubelet', [
    'pid',
    'startup',
    'restartAfter',
    'runtimeRequestTimeout',
    'nodeStatusUpdateFrequency',
    'eventedPLEG',
    'plegOnDemandRelist',
    'configFile',
    'sandboxStatusCalls',
    'podWorkerLatency',
    ...PACE,
    'registered',
  ]);
  if (fields === undefined) return DEFAULT_KUBELET;
  const timeout = fields.duration('runtimeRequestTimeout', DEFAULT_KUBELET.runtimeRequestTimeout);
  if (timeout <= 0) checker.report(fields.path('runtimeRequestTimeout'), 'must be longer than 0');
  const frequency = fields.duration('nodeStatusUpdateFrequency', DEFAULT_KUBELET.nodeStatusUpdateFrequency);
  if (frequency <= 0) checker.report(fields.path('nodeStatusUpdateFrequency'), 'must be longer than 0');
  const onDemand = fields.has('plegOnDemandRelist')
    ? { plegOnDemandRelist: fields.flag('plegOnDemandRelist', true) }
    : {};
  return {
    pid: fields.integer('pid', DEFAULT_KUBELET.pid, 2, 4_194_304),
    startup: fields.span('startup', DEFAULT_KUBELET.startup),
    restartAfter: fields.duration('restartAfter', DEFAULT_KUBELET.restartAfter),
    runtimeRequestTimeout: timeout,
    nodeStatusUpdateFrequency: frequency,
    eventedPleg: fields.flag('eventedPLEG', false),
    ...onDemand,
    configFile: fields.flag('configFile', false),
    sandboxStatusCalls: fields.integer('sandboxStatusCalls', DEFAULT_KUBELET.sandboxStatusCalls, 1, 10),
    podWorkerLatency: fields.duration('podWorkerLatency', DEFAULT_KUBELET.podWorkerLatency),
    pace: readPace(fields),
    registered: fields.flag('registered', false),
  };
}

const DEFAULT_KUBELET: KubeletScenario = {
  pid: 1817,
  startup: fromSeconds(1.2),
  restartAfter: fromSeconds(10),
  runtimeRequestTimeout: fromDuration(DEFAULT_RUNTIME_REQUEST_TIMEOUT),
  nodeStatusUpdateFrequency: fromDuration(DEFAULT_NODE_STATUS_UPDATE_FREQUENCY),
  eventedPleg: false,
  configFile: false,
  sandboxStatusCalls: 1,
  podWorkerLatency: ZERO,
  pace: DEFAULT_PACE,
  registered: false,
};

/** The problems as lines: `pods[2].name: …`. */
export function problemLines(problems: readonly ScenarioProblem[]): string[] {
  return problems.map(({ path, text }) => (path === '' ? text : `${path}: ${text}`));
}
