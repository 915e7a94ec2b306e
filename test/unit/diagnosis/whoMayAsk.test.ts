/** Credentials that are not the kubelet's certificate: of a program that gives them, and of who asks the kubelet. And settings that nobody may change. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const at = (second: number, text: string): string =>
  `E1103 11:00:${String(second).padStart(2, '0')}.201000    1500 ${text}`;

describe('a program that gives the kubelet its credentials', () => {
  const failed = [0, 10, 20].map((second) =>
    at(
      second,
      'controller.go:195] "Failed to update lease" err="Put \\"https://abc.gr7.eu-west-1.eks.amazonaws.com/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n1?timeout=10s\\": getting credentials: exec: executable aws-iam-authenticator failed with exit code 1"',
    ),
  );

  it('is named where it fails, and no line is called cut', () => {
    const { answer, findings } = diagnoseText(failed.join('\n'));
    expect(findings[0]?.title).toBe(
      'Calls to the API server abc.gr7.eu-west-1.eks.amazonaws.com failed, for aws-iam-authenticator, which gives the kubelet its credentials, failed',
    );
    expect(findings[0]?.nextSteps[1]).toContain('below `exec:`');
    expect(plain(answer)).not.toContain('cut off');
  });

  it('is not named where a line is cut before the reason', () => {
    const cut = failed.map((line) => line.slice(0, line.indexOf(': getting')));
    expect(diagnoseText(cut.join('\n')).findings[0]?.title).toMatch(/and why is cut off$/);
  });
});

describe('a client whose certificate the kubelet does not accept', () => {
  const refused = (why: string): string =>
    `Nov 03 11:00:00 w9 kubelet[1500]: ${at(0, `server.go:310] "Unable to authenticate the request due to an error" err="${why}"`)}`;
  const over =
    'x509: certificate has expired or is not yet valid: current time 2026-11-03T11:00:00Z is after 2026-11-01T00:00:00Z';

  it('has one that is out of its time, and not the kubelet', () => {
    const [finding] = diagnoseText(refused(over)).findings;
    expect(finding).toMatchObject({
      id: 'certificate-expired',
      confidence: 'medium',
      title: 'The certificate of who asks the kubelet has expired',
    });
    expect(finding?.nextSteps[0]).toContain('apiserver-kubelet-client');
  });

  it('is not told of for a token that is not valid', () => {
    expect(diagnoseText(refused('invalid bearer token')).findings).toEqual([]);
  });
});

describe('a client whom the API server of k3s does not accept', () => {
  const k3s = (second: number, text: string): string =>
    `Nov 03 11:00:${String(second).padStart(2, '0')} s1 k3s[812]: ${at(second, text).replace('1500', ' 812')}`;
  const refused = (second: number, why: string): string =>
    k3s(second, `authentication.go:73] "Unable to authenticate the request" err="${why}"`);
  const over =
    'verifying certificate SN=56, SKID=, AKID=AA:BB failed: x509: certificate has expired or is not yet valid: current time 2026-11-03T11:00:00Z is after 2026-11-01T00:00:00Z';
  const ready = k3s(0, 'kubelet_node_status.go:74] "Successfully registered node" node="s1"');

  it('is not told of for the token of a pod', () => {
    const token = '[invalid bearer token, service account token has expired]';
    expect(diagnoseText([ready, refused(3, token), refused(13, token)].join('\n')).findings).toEqual([]);
  });

  it('can be anybody, while no call of the kubelet is refused', () => {
    const [finding] = diagnoseText([ready, refused(3, over), refused(13, over)].join('\n')).findings;
    expect(finding).toMatchObject({
      id: 'certificate-expired',
      confidence: 'medium',
      title: 'The certificate of a client of the API server has expired',
    });
    expect(finding?.explanation).toContain('No line shows that the calls of this kubelet are refused.');
  });

  it('is the kubelet where the API server does not know it any more', () => {
    const unauthorized = [5, 15].map((second) =>
      k3s(
        second,
        'kubelet_node_status.go:540] "Error updating node status, will retry" err="error getting node \\"s1\\": Unauthorized"',
      ),
    );
    const [finding] = diagnoseText([ready, refused(3, over), ...unauthorized].join('\n')).findings;
    expect(finding).toMatchObject({ confidence: 'high', title: "The kubelet's certificate has expired" });
  });
});

it('takes settings of the kernel that are read-only for a container, not for a broken disk', () => {
  const ends = (file: string): readonly string[] =>
    diagnoseText(
      at(0, `kubelet.go:1511] "Failed to start ContainerManager" err="[open ${file}: read-only file system]"`),
    ).findings.map(({ id }) => id);
  expect(ends('/proc/sys/vm/overcommit_memory')[0]).toBe('kernel-setting');
  expect(ends('/var/lib/kubelet/cpu_manager_state')[0]).toBe('disk-io');
});
