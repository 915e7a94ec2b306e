/** Two troubles with different causes in one log: each unhealthy time gets its own, and nothing is summed up beyond what is known. */
import { describe, expect, it } from 'vitest';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const PODS = [
  { name: 'kube-proxy', namespace: 'kube-system', source: 'file' },
  { name: 'web', count: 4, added: '5s', every: '200ms', containers: [{ name: 'nginx' }, { name: 'sidecar' }] },
];
const LISTS = ['ListPodSandbox', 'ListContainers'];
const log = (version: string, duration: string, rest: object): string =>
  simulated({ version, start: '2026-03-14T09:00:00Z', duration, node: 'worker-1', pods: PODS, ...rest }).log;
const deaths = ['web-1', 'web-2', 'web-3', 'web-4'].map((name) => ({
  at: '105s',
  do: 'exit',
  pod: `default/${name}`,
  container: 'nginx',
  code: 1,
}));

describe('two faults after one another', () => {
  it('gives the described time its own cause, not the surest of the log', () => {
    const text = log('1.28.4', '2000s', {
      faults: [
        { from: '100s', to: '700s', effect: 'slow', by: '80s', methods: ['PodSandboxStatus'] },
        { from: '1000s', to: '1260s', effect: 'hang', methods: LISTS },
      ],
      actions: deaths,
    });
    const { answer, findings } = diagnoseText(text);
    expect(findings.map(({ id, confidence }) => [id, confidence]).slice(0, 2)).toEqual([
      ['list-calls-hang', 'high'],
      ['inspect-calls-slow', 'medium'],
    ]);
    const [first, summary, longest] = plain(answer).split('\n');
    expect(longest).toContain('that same relist then took long to inspect the changed pods');
    expect(first).toContain('Likely cause of the longest (medium confidence): inspecting changed pods took too long.');
    expect(longest).not.toContain('list calls hung');
    expect(summary).toMatch(
      /Their causes differ: for 2 of them, the first from 09:04:4\d\.\d+: inspecting changed pods took too long \(medium confidence\); for the one from 09:19:3\d\.\d+: the container runtime's list calls hung \(high confidence\)\.$/,
    );
  });

  it('does not say that the log has no failed call, where only the longest is without one', () => {
    const line = (second: number, rest: string): string =>
      `E1121 10:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.000000    100 ${rest}`;
    const unhealthy = (from: number, count: number): string[] =>
      Array.from({ length: count }, (_, at) =>
        line(
          from + 5 * at,
          `kubelet.go:2412] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m${1 + 5 * at}s ago; threshold is 3m0s"`,
        ),
      );
    const works = (second: number): string =>
      line(second, 'kubelet.go:2437] "SyncLoop UPDATE" source="api" pods=["shop/web-0"]').replace('E', 'I');
    const text = [
      works(0),
      ...unhealthy(300, 12),
      works(361),
      line(
        1440,
        'generic.go:238] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"',
      ),
      ...unhealthy(1501, 4),
      works(1522),
    ];
    const [first, summary] = plain(diagnoseText(text.join('\n')).answer).split('\n');
    expect(first).toContain('The log does not show why each time.');
    expect(first).not.toContain('no failed call');
    expect(summary).toMatch(/10:04:59: the log does not show why; for the one from 10:25:00: the container runtime's/);
  });

  it('names what all of them have in common, where only one was of the runtime too', () => {
    const { answer } = diagnoseText(
      log('1.24.14', '1800s', {
        faults: [
          { from: '100s', to: '330s', effect: 'hang', methods: LISTS },
          { from: '700s', to: '1300s', effect: 'refuse' },
        ],
      }),
    );
    expect(answer.headline).toMatch(/^PLEG or runtime unhealthy twice, longest (?:about )?9m/);
    expect(plain(answer)).toMatch(
      /^worker-1: PLEG or the container runtime was unhealthy twice, about 10m\d+s \(9m\d[\d.]*s–10m\d+s\) in total, /,
    );
    expect(plain(answer)).toContain('The longest of them: the container runtime was considered down for');
  });

  it('does not blame a socket that refused for a while, where a listing waited before and after', () => {
    const faults = [
      { from: '60s', to: '420s', effect: 'hang', methods: LISTS },
      { from: '150s', to: '190s', effect: 'refuse' },
    ];
    const { answer, findings } = diagnoseText(
      log('1.28.4', '600s', { kubelet: { runtimeRequestTimeout: '10m', configFile: true }, faults }),
    );
    expect(findings.map(({ id }) => id)).not.toContain('runtime-unreachable');
    expect(plain(answer)).toMatch(
      /Likely cause(?: of the \w+)? \(medium confidence\): the container runtime's list calls were slow\./,
    );
  });

  it('does not blame a network that is not ready for skips', () => {
    const line = (clock: string, rest: string): string => `E1121 ${clock}.000000    100 kubelet.go:${rest}`;
    const text = [
      line(
        '10:00:10',
        '2661] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m15.1s ago; threshold is 3m0s"',
      ),
      ...['10:00:11', '10:00:16'].map((clock) =>
        line(
          clock,
          '2855] "Container runtime network not ready" networkReady="NetworkReady=false reason:NetworkPluginNotReady message:cni plugin not initialized"',
        ),
      ),
    ].join('\n');
    const { answer, findings } = diagnoseText(text);
    expect(findings.map(({ id }) => id)).toContain('network-not-ready');
    expect(plain(answer)).toContain('The log does not show why');
  });
});

it('names both causes of one unhealthy time that began with Status and went on with the listings', () => {
  const text = log('1.36.2', '1500s', {
    faults: [
      {
        from: '100s',
        to: '500s',
        effect: 'error',
        methods: ['Status'],
        error: 'rpc error: code = Unknown desc = database is locked',
      },
      { from: '300s', to: '900s', effect: 'hang', methods: LISTS },
    ],
  });
  const { answer, findings } = diagnoseText(text);
  expect(findings.slice(0, 2).map(({ id, confidence }) => [id, confidence])).toEqual([
    ['list-calls-hang', 'high'],
    ['runtime-status-failing', 'high'],
  ]);
  expect(findings[0]?.explanation).not.toContain('kept answering');
  expect(findings[1]?.explanation).toContain('It began with this; listing failed only later.');
  expect(plain(answer)).toContain(
    "Likely cause (high confidence): first the container runtime's Status call failed; then the container runtime's list calls hung.",
  );
});

it('says "at most" of a time of which only one moment is proven', () => {
  const text = log('1.18.2', '1500s', {
    faults: [{ from: '200s', to: '1000s', effect: 'slow', by: { from: '10s', to: '40s' } }],
  });
  const { answer } = diagnoseText(text);
  expect(plain(answer)).not.toMatch(/\b0s–/);
  expect(answer.headline).toMatch(/, one of them at most \d/);
  expect(plain(answer)).toMatch(/\nOne of them: /);
  expect(plain(answer)).toMatch(/ times, at least 4\.\ds in total, /);
});

describe('calls that got no answer from the API server and from the runtime alike', () => {
  const RUNTIME =
    'remote_runtime.go:262] ListContainers with filter &ContainerFilter{} from runtime service failed: rpc error: code = DeadlineExceeded desc = context deadline exceeded';
  const api = (why: string): string =>
    `kubelet_node_status.go:391] Error updating node status, will retry: error getting node "n": Get https://10.0.0.1:8443/api/v1/nodes/n?timeout=10s: ${why}`;
  const LATE = 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)';
  const log = (...lines: readonly (readonly [time: string, rest: string])[]): string =>
    lines.map(([time, rest]) => `E0824 ${time}.501857    1415 ${rest}\n`).join('');

  it('are of the node: the runtime comes first', () => {
    const { findings } = diagnoseText(
      log(
        ['11:40:56', RUNTIME],
        ['11:41:36', RUNTIME],
        ['11:41:44', api(LATE)],
        ['11:42:24', api(LATE)],
        ['11:42:30', RUNTIME],
      ),
    );
    expect(findings.map(({ id }) => id)).toEqual(['list-calls-hang', 'api-unreachable']);
    expect(findings[1]?.explanation).toContain('list calls of the runtime, over a socket of the node itself');
  });

  it.each([
    ['was refused by the API server', log(...lists('11:40'), ['11:41:44', api('connection refused')])],
    ['goes on long after the runtime', log(...lists('11:40'), ...every(api(LATE)))],
    ['began long before', log(...every(api(LATE)), ...lists('11:53'))],
  ])('are not where it %s', (_, text) => {
    const { findings } = diagnoseText(text);
    expect(findings.map(({ id }) => id)).toContain('list-calls-hang');
    expect(findings.find(({ id }) => id === 'api-unreachable')?.explanation).not.toContain('look at the node first');
  });

  function lists(minute: string): readonly (readonly [string, string])[] {
    return ['05', '25', '45'].map((second) => [`${minute}:${second}`, RUNTIME] as const);
  }

  function every(rest: string): readonly (readonly [string, string])[] {
    return Array.from({ length: 10 }, (_unused, at) => [`11:${41 + at}:44`, rest] as const);
  }
});
