/**
 * Wilder scenarios than `anyScenario`: faults that overlap, settings and restarts of every kind, a busy host. What an analysis says of them may be little, but
 * never untrue. Left out, because the analysis does claim untrue things there: timers that fire more than 200 ms late (193 ms was the most in real runs; a
 * resumption is bounded to 0.3 s), and Evented PLEG of which no line is left. A Status that is answered late writes no line, so that two kubelets can write the
 * same lines of which one was unhealthy earlier (see `threshold-passed` in docs/inference.md); it is rare enough to be in.
 */
import fc from 'fast-check';
import { seconds, VERSIONS } from './scenarios.ts';

const METHODS = ['Status', 'ListPodSandbox', 'ListContainers', 'PodSandboxStatus', 'ContainerStatus'] as const;
const ERRORS = [
  'rpc error: code = Unknown desc = failed to load runtime state: database is locked',
  'rpc error: code = ResourceExhausted desc = grpc: received message larger than max (17829057 vs. 16777216)',
  'rpc error: code = Unknown desc = operation timeout: context deadline exceeded',
  'rpc error: code = Internal desc = transport is closing',
  'rpc error: code = DeadlineExceeded desc = context deadline exceeded',
  'rpc error: code = DeadlineExceeded desc = failed to get the state of the shim: context deadline exceeded',
];
const TIMEOUTS = ['2m', '2m', '2m', '7s', '15s', '30s', '45s', '1m', '3m', '4m', '10m'];
/** Seconds in which all of it happens. */
const BEGIN = 20;
const END = 900;

const window = (longest: number): fc.Arbitrary<{ readonly from: number; readonly to: number }> =>
  fc
    .tuple(seconds(BEGIN, END - 100), fc.oneof(seconds(1, 40), seconds(40, longest)))
    .map(([from, length]) => ({ from, to: from + length }));

const effect = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ effect: 'hang' }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(seconds(1, 100), seconds(0, 60))
      .map(([from, more]) => ({ effect: 'slow', by: { from, to: from + more } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...ERRORS), fc.oneof(fc.constant(0), seconds(0.1, 30)))
      .map(([error, after]) => ({ effect: 'error', error, after })),
  },
  { weight: 1, arbitrary: fc.constant({ effect: 'refuse' }) },
);

const fault = fc
  .record({
    window: window(500),
    effect,
    methods: fc.option(fc.uniqueArray(fc.constantFrom(...METHODS), { minLength: 1, maxLength: 3 }), {
      nil: undefined,
      freq: 4,
    }),
    callers: fc.option(
      fc.uniqueArray(fc.constantFrom('relist', 'housekeeping', 'runtime-status', 'garbage-collection', 'pod-relist'), {
        minLength: 1,
        maxLength: 2,
      }),
      { nil: undefined, freq: 2 },
    ),
    pods: fc.option(
      fc.uniqueArray(
        fc.integer({ min: 1, max: 4 }).map((number) => `web-${number}`),
        { minLength: 1, maxLength: 2 },
      ),
      { nil: undefined, freq: 2 },
    ),
  })
  .map(({ window: { from, to }, effect: what, methods, callers, pods }) => ({
    from,
    to,
    ...what,
    ...(what.effect === 'refuse' || methods === undefined ? {} : { methods }),
    // Both at once would mostly mean no call at all.
    ...(what.effect === 'refuse' ? {} : pods !== undefined ? { pods } : callers === undefined ? {} : { callers }),
  }));

/** The runtime gives up a call itself, in the words of the kubelet's client, and hangs right after it: the first of two time-outs did not hang as the second did. */
const givesUpAndHangs = fc
  .record({
    from: seconds(BEGIN, END - 200),
    asked: seconds(1, 15),
    after: seconds(0.1, 130),
    hangs: seconds(20, 400),
    methods: fc.constantFrom(
      undefined,
      undefined,
      ['Status'],
      ['ListPodSandbox'],
      ['ListContainers'],
      ['PodSandboxStatus'],
    ),
  })
  .map(({ from, asked, after, hangs, methods }) => [
    {
      from,
      to: from + asked,
      effect: 'error',
      error: 'rpc error: code = DeadlineExceeded desc = context deadline exceeded',
      after,
      ...(methods === undefined ? {} : { methods }),
    },
    { from: from + asked, to: from + asked + hangs, effect: 'hang', ...(methods === undefined ? {} : { methods }) },
  ]);

const restart = fc
  .record({
    at: seconds(BEGIN, END),
    signal: fc.constantFrom('kill', 'term'),
    after: seconds(0.3, 12),
    verbosity: fc.option(fc.constantFrom(0, 2, 4), { nil: undefined, freq: 2 }),
  })
  .map(({ at, signal, after, verbosity }) => ({
    at,
    do: 'restart-kubelet',
    signal,
    after,
    ...(verbosity === undefined ? {} : { verbosity }),
  }));

const notReady = fc
  .record({ window: window(300), runtime: fc.boolean(), network: fc.boolean() })
  .map(({ window: { from, to }, runtime, network }) => [
    {
      at: from,
      ...(runtime ? { runtimeReady: { ready: false, reason: 'Starting', message: 'the runtime starts' } } : {}),
      ...(network
        ? { networkReady: { ready: false, reason: 'NetworkPluginNotReady', message: 'cni config uninitialized' } }
        : {}),
    },
    { at: to },
  ]);

/** A quarter of an hour of a node on which several things go wrong at once. */
export const wildScenario: fc.Arbitrary<Record<string, unknown>> = fc
  .record({
    version: fc.constantFrom(...VERSIONS),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    verbosity: fc.constantFrom(0, 2, 2, 2, 3, 4, 5),
    envelope: fc.constantFrom('short', 'short-precise', 'json'),
    settings: fc.record({
      startup: seconds(0.4, 8),
      timeout: fc.constantFrom(...TIMEOUTS),
      configFile: fc.boolean(),
      evented: fc.constantFrom(false, false, true),
      frequency: fc.constantFrom('10s', '10s', '4s', '1m'),
      registered: fc.boolean(),
      sandboxStatusCalls: fc.integer({ min: 1, max: 2 }),
    }),
    faults: fc
      .array(fc.oneof({ weight: 9, arbitrary: fault.map((one) => [one]) }, { weight: 1, arbitrary: givesUpAndHangs }), {
        minLength: 1,
        maxLength: 4,
      })
      .map((some) => some.flat()),
    conditions: fc.option(notReady, { nil: undefined, freq: 3 }),
    busy: fc.option(fc.record({ window: window(200), lateness: seconds(0, 0.2), work: seconds(0, 0.2) }), {
      nil: undefined,
      freq: 3,
    }),
    deaths: fc.array(
      fc.record({ at: seconds(15, END), pod: fc.integer({ min: 1, max: 4 }), code: fc.constantFrom(0, 1, 137) }),
      { maxLength: 5 },
    ),
    leaves: fc.option(seconds(60, END), { nil: undefined, freq: 2 }),
    crashes: fc.option(fc.tuple(seconds(3, 60), seconds(1, 60)), { nil: undefined, freq: 2 }),
    restarts: fc.array(restart, { maxLength: 3 }),
  })
  .map(
    ({
      version,
      seed,
      verbosity,
      envelope,
      settings,
      faults,
      conditions,
      busy,
      deaths,
      leaves,
      crashes,
      restarts,
    }) => ({
      version,
      seed,
      verbosity,
      envelope,
      duration: END + 120,
      node: 'worker-7',
      kubelet: {
        startup: settings.startup,
        runtimeRequestTimeout: settings.timeout,
        configFile: settings.configFile,
        nodeStatusUpdateFrequency: settings.frequency,
        registered: settings.registered,
        sandboxStatusCalls: settings.sandboxStatusCalls,
        eventedPLEG: settings.evented && Number(version.split('.')[1]) >= 26,
      },
      faults,
      ...(conditions === undefined ? {} : { conditions }),
      ...(busy === undefined ? {} : { busy: [{ ...busy.window, timerLateness: busy.lateness, callWork: busy.work }] }),
      pods: [
        { name: 'web', count: 4, every: '150ms', added: 4.5, containers: [{ name: 'nginx' }, { name: 'sidecar' }] },
        ...(leaves === undefined
          ? []
          : [{ name: 'batch-1', added: 30, deleted: leaves, containers: [{ name: 'job' }] }]),
        ...(crashes === undefined
          ? []
          : [
              {
                name: 'crasher-1',
                added: 5,
                containers: [
                  { name: 'app', exits: { after: { from: crashes[0], to: crashes[0] + crashes[1] }, code: 1 } },
                ],
              },
            ]),
      ],
      actions: [
        ...deaths.map(({ at, pod, code }) => ({ at, do: 'exit', pod: `default/web-${pod}`, container: 'nginx', code })),
        ...restarts,
      ],
    }),
  );
