/** Random scenarios for the way there and back, and single ones in short. */
import fc from 'fast-check';
import { checkScenario } from '../../../src/simulator/scenario/readScenario.ts';
import type { Scenario } from '../../../src/simulator/scenario/scenario.ts';
import { simulate } from '../../../src/simulator/simulate.ts';
import type { TruthRecord } from '../../../src/simulator/wording/truth.ts';

export interface Simulated {
  readonly log: string;
  readonly truth: readonly TruthRecord[];
}

/** The scenario of parsed JSON; throws what is wrong with it. */
export function scenarioOf(value: unknown): Scenario {
  const checked = checkScenario(value);
  if (checked.ok) return checked.scenario;
  throw new Error(checked.problems.map(({ path, text }) => `${path}: ${text}`).join('\n'));
}

export function simulated(value: unknown): Simulated {
  const pieces: string[] = [];
  const truth: TruthRecord[] = [];
  simulate(scenarioOf(value), { log: (text) => pieces.push(text), truth: (record) => truth.push(record) });
  return { log: pieces.join(''), truth };
}

/** Evented PLEG turned off: of a log of which the begin is cut off, or lines are left out, mostly no line shows that it is on. */
export function withoutEvented(scenario: Record<string, unknown>): Record<string, unknown> {
  return { ...scenario, kubelet: { ...(scenario['kubelet'] as object), eventedPLEG: false } };
}

const LISTS = ['ListPodSandbox', 'ListContainers'];
const REFUSED =
  'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: connection refused"';
export const VERSIONS = [
  '1.8.0',
  '1.9.0',
  '1.10.13',
  '1.11.0',
  '1.12.3',
  '1.13.0',
  '1.14.0',
  '1.15.11',
  '1.16.0',
  '1.17.0',
  '1.18.0',
  '1.19.0',
  '1.20.0',
  '1.21.0',
  '1.22.0',
  '1.23.0',
  '1.24.14',
  '1.25.12',
  '1.26.13',
  '1.27.16',
  '1.28.14',
  '1.29.9',
  '1.30.14',
  '1.31.13',
  '1.32.8',
  '1.33.3',
  '1.34.8',
  '1.35.5',
  '1.36.2',
];

/** Seconds with milliseconds; whole numbers, because doubles would mostly be tiny. */
export const seconds = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map((value) => value / 1000);

const fault = (from: number): fc.Arbitrary<{ readonly faults: readonly object[]; readonly length: number }> =>
  fc
    .tuple(
      fc.constantFrom(
        'lists',
        'list',
        'all',
        'status',
        'refused',
        'too-large',
        'inspect',
        'slow-lists',
        'slow-inspect',
        'status-error',
      ),
      fc.oneof(seconds(5, 120), seconds(120, 600)),
    )
    .map(([kind, length]) => {
      const window = { from, to: from + length };
      const faults: Readonly<Record<typeof kind, object>> = {
        lists: { ...window, effect: 'hang', methods: LISTS },
        list: { ...window, effect: 'hang', methods: ['ListContainers'] },
        all: { ...window, effect: 'hang' },
        status: { ...window, effect: 'hang', methods: ['Status'] },
        'status-error': {
          ...window,
          effect: 'error',
          methods: ['Status'],
          error: 'rpc error: code = Unknown desc = failed to load runtime state: database is locked',
        },
        refused: { ...window, effect: 'error', error: REFUSED },
        'too-large': {
          ...window,
          effect: 'error',
          methods: ['ListPodSandbox'],
          error:
            'rpc error: code = ResourceExhausted desc = grpc: received message larger than max (17829057 vs. 16777216)',
        },
        inspect: { ...window, effect: 'hang', methods: ['PodSandboxStatus'], pods: ['default/web-1'] },
        'slow-lists': { ...window, effect: 'slow', methods: LISTS, by: { from: '2s', to: '40s' } },
        'slow-inspect': { ...window, effect: 'slow', methods: ['PodSandboxStatus'], by: { from: '5s', to: '50s' } },
      };
      return { faults: [faults[kind]], length };
    });

/** A node with some pods, up to two faults, some deaths, and now and then a restart. */
export const anyScenario: fc.Arbitrary<Record<string, unknown>> = fc
  .record({
    version: fc.constantFrom(...VERSIONS),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    verbosity: fc.constantFrom(0, 1, 2, 2, 2, 3, 4, 5),
    json: fc.boolean(),
    envelope: fc.constantFrom('short', 'short-iso-precise', 'short-precise', 'none', 'json', 'with-unit'),
    startup: seconds(0.4, 4),
    // The default as often as all others together, these mostly from the configuration file, where no line says them.
    settings: fc.record({
      timeout: fc.constantFrom('2m', '2m', '2m', '2m', '2m', '15s', '30s', '1m', '5m', '10m'),
      configFile: fc.constantFrom(true, true, false),
      evented: fc.constantFrom(false, false, false, true),
    }),
    pods: fc.integer({ min: 1, max: 5 }),
    crasher: fc.boolean(),
    first: seconds(30, 90).chain((from) => fault(from).map((one) => ({ ...one, from }))),
    second: fc.option(
      seconds(20, 150).chain((gap) => fault(0).map((one) => ({ ...one, gap }))),
      { nil: undefined },
    ),
    deaths: fc.array(
      fc.record({ at: seconds(15, 700), pod: fc.integer({ min: 1, max: 5 }), code: fc.constantFrom(0, 1, 137) }),
      { maxLength: 4 },
    ),
    restart: fc.option(
      fc.record({ at: seconds(20, 700), signal: fc.constantFrom('kill', 'term'), after: seconds(0.3, 12) }),
      { nil: undefined, freq: 3 },
    ),
    tail: seconds(30, 120),
  })
  .map(
    ({
      version,
      seed,
      verbosity,
      json,
      envelope,
      startup,
      settings,
      pods,
      crasher,
      first,
      second,
      deaths,
      restart,
      tail,
    }) => {
      const faults: object[] = [...first.faults];
      let end = first.from + first.length;
      if (second !== undefined) {
        const from = end + second.gap;
        faults.push(...second.faults.map((one) => ({ ...one, from, to: from + second.length })));
        end = from + second.length;
      }
      return {
        version,
        seed,
        verbosity,
        // klog's JSON has no pid: without a journal around it, processes could not be told apart.
        ...(json && envelope !== 'none' && Number(version.split('.')[1]) >= 19 ? { format: 'json' } : {}),
        envelope,
        duration: end + tail,
        node: 'worker-7',
        kubelet: {
          startup,
          runtimeRequestTimeout: settings.timeout,
          configFile: settings.configFile,
          eventedPLEG: settings.evented && Number(version.split('.')[1]) >= 26,
        },
        pods: [
          {
            name: 'web',
            count: pods,
            every: '150ms',
            added: 4.5,
            containers: [{ name: 'nginx' }, { name: 'sidecar' }],
          },
          ...(crasher
            ? [{ name: 'crasher-1', added: 5, containers: [{ name: 'app', exits: { after: '7s', code: 1 } }] }]
            : []),
        ],
        faults,
        actions: [
          ...deaths.map(({ at, pod, code }) => ({
            at,
            do: 'exit',
            pod: `default/web-${Math.min(pod, pods)}`,
            container: 'nginx',
            code,
          })),
          ...(restart === undefined
            ? []
            : [{ at: restart.at, do: 'restart-kubelet', signal: restart.signal, after: restart.after }]),
        ],
      };
    },
  );
