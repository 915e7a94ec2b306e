import { describe, expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const at = (second: string, text: string): string => `Apr 14 23:53:${second} n1 kubelet[31732]: ${text}`;

/** What the kubelet prints when it cannot write its log, right behind a line that it could write. */
function ending(error: string): string {
  return [
    at('07', 'I0414 23:53:07.156431   31732 kubelet_node_status.go:273] Setting node annotation to enable attach'),
    at('08', `log: exiting because of error: write /data/log/kubelet.INFO.20190413-093251.31732: ${error}`),
    'Apr 14 23:53:08 n1 systemd[1]: kubelet.service: main process exited, code=exited, status=2/INVALIDARGUMENT',
  ].join('\n');
}

describe('a kubelet that cannot write its own log file', () => {
  it.each([
    ['input/output error', 'A disk or file system fails, so the kubelet ends'],
    ['no space left on device', 'A disk is full, so the kubelet ends'],
  ])('says so without a header: %s', (error, title) => {
    const { findings, answer } = diagnoseText(ending(error));
    expect(findings[0]).toMatchObject({ id: 'disk-io', confidence: 'high', title });
    expect(findings[0]?.evidence.map(({ line }) => line)).toContain(2);
    expect(JSON.stringify(answer)).toContain('exit code 2');
  });
});

describe('a file that the kubelet cannot open', () => {
  const stepFor = (file: string): string =>
    diagnoseText(
      at(
        '08',
        `F0422 23:53:08.716693   31732 server.go:218] unable to load client CA file ${file}: open ${file}: no such file or directory`,
      ),
    )
      .findings.flatMap(({ nextSteps }) => nextSteps)
      .find((step) => step.startsWith('Look at the file')) ?? '';

  it('is named in what to do, and not another one', () => {
    expect(stepFor('/etc/kubernetes/pki/ca.crt')).toContain('`ls -l /etc/kubernetes/pki/ca.crt`');
    expect(stepFor('/etc/kubernetes/pki/ca.crt')).not.toContain('config.yaml');
    expect(stepFor('/opt/ca.crt')).toBe('Look at the file that the error names: `ls -l /opt/ca.crt`.');
    expect(stepFor('/var/lib/kubelet/config.yaml')).toContain('(made anew by `kubeadm init phase kubelet-start`');
  });
});

describe('an error that an old kubelet prints without a header', () => {
  it('is the reason why it ended, not a part of the line above', () => {
    const { findings } = diagnoseText(
      [
        at('08', 'I0414 23:53:08.301144   31732 feature_gate.go:156] feature gates: map[]'),
        at('08', 'error: unable to load client CA file /etc/k/ca.crt: open /etc/k/ca.crt: no such file or directory'),
        'Apr 14 23:53:08 n1 systemd[1]: kubelet.service: main process exited, code=exited, status=1/FAILURE',
      ].join('\n'),
    );
    expect(findings.map(({ id }) => id)).toEqual(['config-invalid']);
    expect(findings[0]?.title).toContain('/etc/k/ca.crt');
  });
});
