/** The injected fault is the first finding, whatever the kubelet's version, its verbosity, and whether it writes text or JSON. */
import { describe, expect, it } from 'vitest';
import { inTurn } from '../../support/effort.ts';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const PODS = [
  { name: 'kube-proxy', namespace: 'kube-system', source: 'file' },
  { name: 'web', count: 4, added: '5s', every: '200ms', containers: [{ name: 'nginx' }, { name: 'sidecar' }] },
  { name: 'crasher', added: '8s', containers: [{ name: 'app', exits: { after: '9s', code: 1 } }] },
];
const LISTS = ['ListPodSandbox', 'ListContainers'];
const WINDOW = { from: '120s', to: '460s' };
const error = (text: string, ...methods: readonly string[]): object => ({
  ...WINDOW,
  effect: 'error',
  error: text,
  ...(methods.length === 0 ? {} : { methods }),
});

const CASES: readonly (readonly [expected: string, scenario: object])[] = [
  ['startup-normal', { pods: PODS.slice(0, 2) }],
  ['list-calls-hang', { faults: [{ ...WINDOW, effect: 'hang', methods: LISTS }] }],
  ['list-calls-slow', { faults: [{ ...WINDOW, to: '600s', effect: 'slow', by: '100s', methods: LISTS }] }],
  ['list-calls-fail', { faults: [error('rpc error: code = Unknown desc = database is locked', 'ListPodSandbox')] }],
  [
    'list-calls-fail',
    {
      faults: [
        error(
          'rpc error: code = Internal desc = failed to read metadata of container 4f1c: input/output error',
          'ListContainers',
        ),
      ],
    },
  ],
  ['list-calls-fail', { faults: [error('rpc error: code = Unknown desc = server is not initialized yet')] }],
  [
    'list-too-large',
    {
      faults: [
        error(
          'rpc error: code = ResourceExhausted desc = grpc: received message larger than max (16777300 vs. 16777216)',
          'ListContainers',
        ),
      ],
    },
  ],
  [
    'inspect-calls-hang',
    {
      faults: [{ ...WINDOW, to: '560s', effect: 'hang', methods: ['PodSandboxStatus'], pods: 'default/web-1' }],
      actions: [{ at: '125s', do: 'exit', pod: 'default/web-1', container: 'nginx', code: 1 }],
    },
  ],
  ['runtime-unresponsive', { faults: [{ ...WINDOW, effect: 'hang' }] }],
  ['runtime-unreachable', { faults: [{ ...WINDOW, effect: 'refuse' }] }],
  ['runtime-status-failing', { faults: [{ ...WINDOW, effect: 'hang', methods: ['Status'] }] }],
  [
    'list-calls-hang',
    {
      faults: [{ ...WINDOW, to: '600s', effect: 'hang', methods: LISTS }],
      actions: [{ at: '430s', do: 'restart-kubelet', signal: 'kill', after: '2s' }],
    },
  ],
  ['kubelet-restart', { actions: [{ at: '200s', do: 'restart-kubelet', signal: 'kill', after: '2s' }] }],
];
const VERSIONS = [
  '1.8.0',
  '1.10.3',
  '1.13.5',
  '1.15.5',
  '1.18.2',
  '1.20.0',
  '1.22.4',
  '1.25.3',
  '1.28.4',
  '1.31.2',
  '1.34.1',
  '1.36.2',
];
const VERBOSITIES = [0, 2, 4, 5];
const KUBELETS = VERSIONS.map((version, index) => [version, VERBOSITIES[index % VERBOSITIES.length]] as const);

describe.each(CASES.map(([expected, scenario], row) => ({ expected, scenario, row })))(
  '$expected',
  ({ expected, scenario, row }) => {
    it.each(inTurn(KUBELETS, row, 3))('of kubelet %s at -v=%i', (version, verbosity) => {
      const { log } = simulated({
        version,
        start: '2026-03-14T09:00:00Z',
        duration: '12m',
        node: 'worker-1',
        verbosity,
        pods: PODS,
        ...scenario,
      });
      expect(diagnoseText(log).findings[0]).toMatchObject({ id: expected, confidence: 'high' });
    });
  },
);

it('calls a loop that stood still for more than a minute impaired, though no health check failed', () => {
  const { log } = simulated({
    version: '1.25.3',
    start: '2026-03-14T09:00:00Z',
    duration: '12m',
    node: 'worker-1',
    pods: PODS,
    faults: [{ ...WINDOW, effect: 'slow', by: '20s' }],
  });
  const { findings, answer } = diagnoseText(log);
  expect(findings[0]).toMatchObject({ id: 'loop-blocked', confidence: 'high' });
  expect([answer.state, answer.headline]).toEqual(['impaired', 'The sync loop stood still for up to 1m20s']);
  expect(plain(answer)).not.toContain('first skip says');
});

it('says of list calls that fail what the runtime said, and not that nothing failed', () => {
  const { log } = simulated({
    version: '1.28.4',
    start: '2026-03-14T09:00:00Z',
    duration: '12m',
    node: 'worker-1',
    pods: PODS,
    faults: [error('rpc error: code = Unknown desc = database is locked', 'ListPodSandbox')],
  });
  const { findings, answer } = diagnoseText(log);
  expect(findings[0]?.explanation).toContain('database is locked');
  expect(findings[0]?.evidence[0]?.text).toContain('database is locked');
  expect(plain(answer)).toContain('then the runtime answered the list calls with an error, first at 09:02:0');
  expect(plain(answer)).not.toMatch(/took long|no failed call/);
});
