/** Failed listings in a log without an unhealthy time: they are told of, and not more than that. */
import { describe, expect, it } from 'vitest';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const PODS = [
  { name: 'kube-proxy', namespace: 'kube-system', source: 'file' },
  { name: 'web', count: 2, added: '5s', containers: [{ name: 'nginx' }] },
  { name: 'late', added: '650s' },
];
const logOf = (fault: object): string =>
  simulated({
    version: '1.28.4',
    start: '2026-03-14T09:00:00Z',
    duration: '700s',
    node: 'worker-1',
    pods: PODS,
    faults: [fault],
  }).log;
/** What somebody pastes who saw the error: from its first line on, so many seconds. */
const pasted = (log: string, word: string, count: number): string => {
  const lines = log.split('\n');
  const first = lines.findIndex((line) => line.includes(word));
  return lines.slice(first, first + count).join('\n');
};
const error = (text: string): object => ({
  from: '200s',
  to: '600s',
  effect: 'error',
  methods: ['ListPodSandbox'],
  error: text,
});

describe('a few pasted lines of a failure', () => {
  it.each([
    ['runtime-unreachable', { from: '200s', to: '600s', effect: 'refuse' }, 'Unable to retrieve pods'],
    [
      'list-calls-hang',
      { from: '200s', to: '600s', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] },
      'Unable to retrieve pods',
    ],
    ['list-calls-fail', error('rpc error: code = Unknown desc = database is locked'), 'Unable to retrieve pods'],
    [
      'list-too-large',
      error(
        'rpc error: code = ResourceExhausted desc = grpc: received message larger than max (17829057 vs. 16777216)',
      ),
      'Unable to retrieve pods',
    ],
  ] as const)('are told of: %s', (id, fault, word) => {
    const { findings, answer } = diagnoseText(pasted(logOf(fault), word, 4));
    expect(findings[0]).toMatchObject({ id, confidence: 'medium' });
    expect(findings[0]?.evidence.length).toBeGreaterThan(0);
    expect(findings[0]?.explanation).toContain('The log ends with it, so how it went on is not known');
    expect(answer.headline).toBe(findings[0]?.title);
    expect(answer.state).toBe('impaired');
    expect(plain(answer)).not.toMatch(/[Nn]othing shows|No unhealthy time/);
  });

  it('are not called the end of a log in which another kubelet follows', () => {
    const lines = pasted(logOf({ from: '200s', to: '600s', effect: 'refuse' }), 'Unable to retrieve pods', 4);
    const explanationOf = (text: string): string | undefined => diagnoseText(text).findings[0]?.explanation;
    const next = (time: string): string => `I0314 ${time} 4711 kubelet.go:2021] "Starting kubelet main sync loop"`;
    expect(explanationOf(`${lines}\n${next('09:03:40.000000')}`)).toContain('The log ends with it, so how');
    expect(explanationOf(`${lines}\n${next('09:08:20.000000')}`)).toContain(
      'That kubelet has no lines after it, so how it went on is not known',
    );
  });
});

it('says of a failure that was soon over that it did not count', () => {
  const { findings, answer } = diagnoseText(logOf({ from: '200s', to: '215s', effect: 'refuse' }));
  expect(findings[0]).toMatchObject({ id: 'runtime-unreachable', confidence: 'medium' });
  expect(findings[0]?.explanation).toContain('It did not last long enough to count');
  expect(answer.state).toBe('recovered');
});

it('takes a next kubelet that the runtime answers for the end of it, however soon the log ends', () => {
  const lines = pasted(logOf({ from: '200s', to: '600s', effect: 'refuse' }), 'Unable to retrieve pods', 4);
  const next = (time: string, text: string): string => `I0314 ${time} 4711 kubelet.go:${text}`;
  const { findings } = diagnoseText(
    [
      lines,
      next('09:03:40.000000', '2021] "Starting kubelet main sync loop"'),
      next(
        '09:03:40.100000',
        '2045] "Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"',
      ),
      next('09:03:41.000000', '2120] "SyncLoop ADD" source="api" pods=["kube-system/kube-proxy"]'),
    ].join('\n'),
  );
  expect(findings.find(({ id }) => id === 'runtime-unreachable')?.explanation).toContain(
    'It did not last long enough to count',
  );
});

it('makes no story of one failed call', () => {
  const lines = logOf({ from: '200s', to: '201s', effect: 'refuse' }).split('\n');
  const failed = lines.findIndex((line) => line.includes('Unable to retrieve pods'));
  const one = lines
    .filter((line, at) => at <= failed || !/Unable to retrieve|runtime service failed|Failed to list/.test(line))
    .filter((line, at, all) => !/runtime service failed/.test(line) || all[at + 1]?.includes('Unable') === true);
  const { findings, answer } = diagnoseText(one.join('\n'));
  expect(findings.find(({ id }) => id === 'runtime-unreachable')?.confidence ?? 'low').toBe('low');
  expect([answer.headline, answer.state]).toEqual(['No unhealthy time', 'healthy']);
});

describe('listings whose errors are cut away', () => {
  const lines = (rest: string): string =>
    ['01', '02', '03']
      .map(
        (second) =>
          `Mar 12 07:14:${second} n3 kubelet[2201]: E0312 07:14:${second}.104218    2201 remote_runtime.go:287] ListPodSandbox with filter nil from runtime service failed: ${rest}\n`,
      )
      .join('');

  it('are not called answered', () => {
    const { findings } = diagnoseText(lines('rpc error: code = Un'));
    expect(findings.map(({ id, title }) => [id, title])).toEqual([
      ['list-calls-fail', 'List calls of the container runtime failed, and why is cut away'],
    ]);
  });

  it('are told of by the beginning of a code that only one has', () => {
    expect(diagnoseText(lines('rpc error: code = Dea')).findings.map(({ id }) => id)).toEqual(['list-calls-hang']);
  });
});

it('is told of the last kubelet that goes on with it, whatever an earlier one said', () => {
  const line = (time: string, pid: number): string =>
    `Apr 10 ${time} n1 kubelet[${pid}]: E0410 ${time}.552725   ${pid} generic.go:236] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = Unavailable desc = connection error: desc = \\"transport: Error while dialing dial unix /run/containerd/containerd.sock: connect: connection refused\\""`;
  const { findings, answer } = diagnoseText(
    [line('11:00:24', 6420), line('11:00:25', 6420), line('11:00:26', 7420), line('16:14:50', 9039), ''].join('\n'),
  );
  expect(findings[0]?.id).toBe('runtime-unreachable');
  expect(findings[0]?.explanation).toContain('1 line (at 16:14:50.552) shows this.');
  expect(findings[0]?.explanation).toContain(
    ' So do 3 lines of 2 other kubelets (from 11:00:24.552 to 11:00:26.552). ',
  );
  expect(plain(answer)).not.toContain('not after that');
});

it('does not say that containers outlive docker', () => {
  const error =
    'rpc error: code = Unknown desc = Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?';
  const lines = ['22', '23', '24'].map(
    (second) => `E0416 13:02:${second}.003311    1301 generic.go:205] GenericPLEG: Unable to retrieve pods: ${error}`,
  );
  const said = diagnoseText(lines.join('\n')).findings.find(({ id }) => id === 'runtime-unreachable')?.explanation;
  expect(said).toContain('containers keep running only where live-restore is on');
  expect(said).not.toContain('usually keep running');
});
