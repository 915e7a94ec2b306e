/** Notes that people keep: pieces of a log from before and after they did something, with little of each. */
import { describe, expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const line = (time: string, pid: number, text: string): string =>
  `May 15 ${time} n1 kubelet[${pid}]: ${text.replace('%', `0515 ${time}.100000     ${pid}`)}`;
const exits = (time: string): string =>
  `May 15 ${time} n1 systemd[1]: kubelet.service: Main process exited, code=exited, status=1/FAILURE`;
const noCa = line(
  '10:00:00',
  100,
  'E% run.go:72] "command failed" err="failed to construct kubelet dependencies: unable to load client CA file /etc/kubernetes/pki/ca.pem: open /etc/kubernetes/pki/ca.pem: no such file or directory"',
);
const status = (time: string, pid: number, server: string, why: string): string =>
  line(
    time,
    pid,
    `E% kubelet_node_status.go:540] "Error updating node status, will retry" err="error getting node \\"n1\\": Get \\"https://${server}/api/v1/nodes/n1?timeout=10s\\": dial tcp ${server}: connect: ${why}"`,
  );
const explained = (...lines: readonly string[]): string =>
  diagnoseText(lines.join('\n')).findings[0]?.explanation ?? '';

describe('an API server whose address was changed', () => {
  const BEFORE = status('10:00:00', 100, '10.0.0.5:6443', 'no route to host');

  it('is not said to be the first of two, and both are named', () => {
    const { findings } = diagnoseText(
      [BEFORE, status('10:09:00', 200, '10.0.0.201:6443', 'connection refused')].join('\n'),
    );
    expect(findings[0]).toMatchObject({ id: 'api-unreachable', title: 'The API server could not be reached' });
    expect(findings[0]?.explanation).toContain('They went to 10.0.0.5:6443 (1 line) and 10.0.0.201:6443 (1).');
    expect(findings[0]?.nextSteps.join('\n')).toContain('https://10.0.0.201:6443/healthz');
  });

  it('is named where nearly all calls went to it', () => {
    const lines = ['10:00:01', '10:00:02', '10:00:03'].map((time) =>
      status(time, 100, '10.0.0.5:6443', 'no route to host'),
    );
    const { findings } = diagnoseText(
      [BEFORE, ...lines, status('10:00:04', 100, '10.0.0.201:6443', 'connection refused')].join('\n'),
    );
    expect(findings[0]?.title).toBe('The API server 10.0.0.5:6443 could not be reached');
    expect(explained(BEFORE, ...lines)).not.toContain('They went to');
  });
});
