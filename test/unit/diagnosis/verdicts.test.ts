/** Which call is blamed where several failed, or none did. */
import { describe, expect, it } from 'vitest';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText, plain, runText } from './diagnoseLog.ts';

const PODS = [
  { name: 'kube-proxy', namespace: 'kube-system', source: 'file' },
  { name: 'web', count: 4, added: '5s', every: '200ms', containers: [{ name: 'nginx' }, { name: 'sidecar' }] },
];
const LISTS = ['ListPodSandbox', 'ListContainers'];
const diagnosed = (version: string, duration: string, rest: object) =>
  diagnoseText(
    simulated({ version, start: '2026-03-14T09:00:00Z', duration, node: 'worker-1', pods: PODS, ...rest }).log,
  );

describe('a runtime that is restarted because its list calls hang', () => {
  const faults = [
    { from: '100s', to: '500s', effect: 'hang', methods: LISTS },
    { from: '500s', to: '540s', effect: 'refuse' },
  ];

  it.each(['1.20.0', '1.24.14', '1.31.2', '1.36.2'])(
    'is not called unreachable for the lines of its restart (%s)',
    (version) => {
      const { findings, answer } = diagnosed(version, '1200s', { faults });
      expect(findings[0]).toMatchObject({ id: 'list-calls-hang', confidence: 'high' });
      expect(findings.map(({ id }) => id)).not.toContain('runtime-unreachable');
      expect(plain(answer)).toMatch(
        /began at 09:01:3\d\.\d+; the next list call got no answer and was given up after 2m at 09:03:4\d/,
      );
      expect(plain(answer)).toMatch(
        /From 09:08:2\d\.\d+ on the connection to the runtime failed: it had ended or was being restarted\./,
      );
    },
  );

  it('is called unreachable where the socket was gone first', () => {
    const { findings } = diagnosed('1.31.2', '1500s', {
      faults: [
        { from: '100s', to: '300s', effect: 'refuse' },
        { from: '300s', to: '800s', effect: 'hang', methods: LISTS },
      ],
    });
    expect(findings[0]).toMatchObject({ id: 'runtime-unreachable', confidence: 'high' });
  });
});

describe('a runtime whose list calls hang and that says meanwhile that it is not ready', () => {
  const conditions = [
    { at: '300s', runtimeReady: { ready: false, reason: 'Updating', message: 'being updated' } },
    { at: '350s', runtimeReady: { ready: true } },
  ];

  it.each(['1.20.0', '1.26.13', '1.36.2'])('did answer one call (%s)', (version) => {
    const { findings, answer } = diagnosed(version, '900s', {
      faults: [{ from: '100s', to: '500s', effect: 'hang', methods: LISTS }],
      conditions,
    });
    expect(findings[0]).toMatchObject({ id: 'list-calls-hang', confidence: 'high' });
    expect(findings.map(({ id }) => id)).not.toContain('runtime-unresponsive');
    // The first skip names both reasons: it does not say which came first.
    expect(plain(answer)).toMatch(/^worker-1: the container runtime was considered down and PLEG unhealthy for /);
  });
});

describe('a kubelet that is restarted while Status hangs', () => {
  const { findings, answer } = diagnosed('1.36.2', '1200s', {
    faults: [{ from: '100s', to: '700s', effect: 'hang', methods: ['Status'] }],
    actions: [{ at: '400s', do: 'restart-kubelet', signal: 'term', after: '2s' }],
  });

  it('lists from its start on, so PLEG is not blamed for what its first skip says', () => {
    expect(findings.map(({ id }) => id)).not.toContain('runtime-unresponsive');
    expect(findings[0]).toMatchObject({ id: 'runtime-status-failing', confidence: 'high' });
    expect(answer.headline).toMatch(/^Runtime unhealthy for about 9m3\ds through 1 restart, /);
    expect(plain(answer)).toContain(
      'After the first moments no skip names PLEG as a reason, so containers were still listed',
    );
    expect(plain(answer)).not.toMatch(/not been able to list|no listing was answered/);
  });
});

it('does not take a call that an ending kubelet gave up for an answer of the runtime', () => {
  const given = (file: string, what: string): string =>
    `E1121 00:34:45.246151   31228 ${file}] "${what}" err="rpc error: code = Canceled desc = context canceled"`;
  const lines = runText('v1.36.2-f-killed-restarted').split('\n');
  lines.splice(
    lines.findLastIndex((line) => line.includes(' 31228 ')) + 1,
    0,
    given('remote_runtime.go:347', 'ListPodSandbox with filter from runtime service failed'),
    given('generic.go:312', 'GenericPLEG: Unable to retrieve pods'),
  );
  const text = lines.join('\n');
  const { findings, answer } = diagnoseText(text);
  expect(findings.map(({ id }) => id)).not.toContain('list-calls-fail');
  expect(findings[0]).toMatchObject({ id: 'list-calls-hang', confidence: 'high' });
  expect(plain(answer)).not.toContain('answered the list calls with an error');
  expect(plain(answer)).toMatch(
    /its list call had no answer yet when the kubelet ended and gave it up, at 00:34:45\.246/,
  );
});

describe('a runtime of which every call is slow', () => {
  const faults = [{ from: '200s', to: '1000s', effect: 'slow', by: { from: '10s', to: '40s' } }];

  it.each(['1.27.16', '1.31.2', '1.34.8'])('is called slow, not silent, and never without a line (%s)', (version) => {
    const { findings } = diagnosed(version, '1500s', { faults });
    expect(findings[0]).toMatchObject({ id: 'runtime-slow', confidence: 'medium' });
    expect(findings.map(({ id }) => id)).not.toContain('runtime-unresponsive');
    expect(findings[0]?.evidence.map(({ text }) => text).join('\n')).toMatch(/[Hh]ousekeeping/);
    for (const finding of findings) expect(finding.evidence.length, finding.id).toBeGreaterThan(0);
  });

  it('shows the report of the node where no other line names it (1.18)', () => {
    const { findings } = diagnosed('1.18.2', '1500s', { faults });
    const status = findings.find(({ id }) => id === 'runtime-status-failing');
    expect(status?.title).toBe("The container runtime's Status call was not answered in time");
    expect(status?.evidence[0]?.text).toContain('Node became not ready');
    expect(status?.explanation).not.toContain('listing pods kept working');
  });
});

it('does not say that listing went on where it could not have noticed', () => {
  const { findings, answer } = diagnosed('1.20.0', '600s', { faults: [{ from: '200s', to: '300s', effect: 'hang' }] });
  expect(findings[0]?.id).toBe('runtime-status-failing');
  expect(findings[0]?.explanation).toContain('PLEG would say so only three minutes after its last good relist');
  expect(plain(answer)).toContain('(it would do so only 3m after the last good relist)');
});

describe('a first check of the runtime that is still open while PLEG is stale', () => {
  const skip = (second: number, before: string): string =>
    `E0714 08:12:${String(second).padStart(2, '0')}.100100    2211 kubelet.go:2412] "Skipping pod synchronization" err="[${before}PLEG is not healthy: pleg was last seen active 7m${10 + second}.311s ago; threshold is 3m0s]"`;
  const unknown = 'container runtime status check may not have completed yet, ';
  const other =
    'E0714 08:12:12.000000    2211 kubelet_node_status.go:540] "Error updating node status, will retry" err="x"';
  const found = (before: string, ...more: readonly string[]) =>
    diagnoseText([...[1, 6, 11].map((second) => skip(second, before)), ...more].join('\n')).findings.find(
      ({ id }) => id === 'runtime-unresponsive',
    );

  it('tells that the runtime answers nothing, less surely in a log that was searched', () => {
    expect(found(unknown, other)).toMatchObject({ confidence: 'medium' });
    expect(found(unknown, other)?.explanation).toContain('its first check of the runtime has not come to an end');
    expect(found(unknown)).toMatchObject({ confidence: 'low' });
  });

  it('is not told of PLEG alone', () => {
    expect(found('', other)).toBeUndefined();
  });
});

describe('an unhealthy PLEG of which the log has no error', () => {
  // The list calls were answered after 179 s: the next relist began as the threshold passed once more.
  const { log } = simulated({
    version: '1.8.0',
    start: '2026-03-14T09:00:00Z',
    duration: '407.398s',
    node: 'worker-1',
    seed: 1,
    verbosity: 0,
    kubelet: { startup: '400ms', runtimeRequestTimeout: '10m' },
    pods: [{ name: 'web', every: '150ms', added: '4.5s', containers: [{ name: 'nginx' }] }],
    faults: [
      { from: '90s', to: '95s', effect: 'hang', methods: LISTS },
      { from: '198.079s', to: '377.398s', effect: 'hang', methods: LISTS },
    ],
  });

  it('has no cause where it ends with the first skip', () => {
    const { findings, answer } = diagnoseText(log);
    expect(plain(answer)).toContain('PLEG was unhealthy');
    expect(findings.map(({ id }) => id)).not.toContain('inspect-calls-slow');
    expect(plain(answer)).not.toContain('took long to inspect');
  });
});
