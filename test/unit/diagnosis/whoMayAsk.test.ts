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
    expect(findings[0]?.nextSteps[0]).toContain('below `exec:`');
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

it('takes settings of the kernel that are read-only for a container, not for a broken disk', () => {
  const ends = (file: string): readonly string[] =>
    diagnoseText(
      at(0, `kubelet.go:1511] "Failed to start ContainerManager" err="[open ${file}: read-only file system]"`),
    ).findings.map(({ id }) => id);
  expect(ends('/proc/sys/vm/overcommit_memory')[0]).toBe('kernel-setting');
  expect(ends('/var/lib/kubelet/cpu_manager_state')[0]).toBe('disk-io');
});
