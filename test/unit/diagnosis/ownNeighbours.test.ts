/** Two nodes in one log: what the kernel of one says explains nothing on the other. */
import { describe, expect, it } from 'vitest';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText } from './diagnoseLog.ts';

const PODS = [
  { name: 'web', count: 2, added: '5s', containers: [{ name: 'nginx' }] },
  { name: 'late', added: '800s' },
];
const logOf = (node: string, seed: number, faults: readonly object[]): readonly string[] =>
  simulated({
    version: '1.31.2',
    start: '2026-03-14T09:00:00Z',
    duration: '900s',
    node,
    seed,
    kubelet: { pid: 1000 + seed },
    pods: PODS,
    faults,
  })
    .log.split('\n')
    .filter((line) => line !== '');
const kernelOf = (node: string): string =>
  `Mar 14 09:03:00 ${node} kernel: INFO: task containerd:1234 blocked for more than 120 seconds.`;
const inOrder = (...logs: readonly (readonly string[])[]): string =>
  logs
    .flat()
    .map((line, at) => ({ line, at }))
    .sort((a, b) => a.line.slice(7, 15).localeCompare(b.line.slice(7, 15)) || a.at - b.at)
    .map(({ line }) => line)
    .join('\n');

const well = logOf('node-a', 1, []);
const ill = logOf('node-b', 2, [{ from: '200s', to: '700s', effect: 'refuse' }]);

describe('a kernel that reports a hanging task', () => {
  it('on the same node is the cause', () => {
    expect(diagnoseText(inOrder(well, ill, [kernelOf('node-b')])).findings[0]).toMatchObject({
      id: 'kernel-hung-task',
      confidence: 'high',
    });
  });

  it('on another node is none', () => {
    const { findings } = diagnoseText(inOrder(well, ill, [kernelOf('node-a')]));
    expect(findings[0]).toMatchObject({ id: 'runtime-unreachable', confidence: 'high' });
    const kernel = findings.find(({ id }) => id === 'kernel-hung-task');
    expect(kernel).toMatchObject({ confidence: 'low' });
    expect(kernel?.explanation).toContain('no unhealthy time of that node is near');
  });

  it('on a node that no kubelet of the log has may be of any', () => {
    expect(diagnoseText(inOrder(well, ill, [kernelOf('localhost')])).findings[0]).toMatchObject({
      id: 'kernel-hung-task',
    });
  });
});

describe('a kernel that reported a hanging task hours before the lines of a kubelet', () => {
  const of = (pid: number, time: string, text: string): string =>
    `Mar 14 ${time.slice(0, 8)} node-a kubelet[${pid}]: E0314 ${time}.000000    ${pid} ${text}`;
  const findings = (kernel: string): ReturnType<typeof diagnoseText>['findings'] =>
    diagnoseText(
      [
        of(
          2103,
          '01:00:00',
          'kubelet_volumes.go:154] orphaned pod "a" found, but volume paths are still present on disk',
        ),
        `Mar 14 ${kernel} node-a kernel: INFO: task dockerd:1234 blocked for more than 120 seconds.`,
        of(
          9575,
          '11:20:59',
          'kubelet.go:1823] skipping pod synchronization - PLEG is not healthy: pleg was last seen active 3m57.1s ago; threshold is 3m0s',
        ),
        of(
          9575,
          '11:21:02',
          'remote_runtime.go:321] ContainerStatus "052b011f5fcc54536223afb2d544344c58e62b96bc836a64140c5e36af004ceb" from runtime service failed: rpc error: code = DeadlineExceeded desc = context deadline exceeded',
        ),
      ].join('\n'),
    ).findings;

  it('is not the cause, and no step reads from then on', () => {
    const [first] = findings('03:00:00');
    expect(first?.id).toBe('inspect-calls-hang');
    expect(first?.nextSteps.join(' ')).toContain('-03-14 11:13:50"');
  });

  it('is the cause where it says so then', () => {
    expect(findings('11:18:00')[0]?.id).toBe('kernel-hung-task');
  });
});
