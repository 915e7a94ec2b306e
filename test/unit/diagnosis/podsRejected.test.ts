/** What is said of a pod that the kubelet turned away fits whose it is, and what it asks for. */
import { expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from './diagnoseLog.ts';

const denied = (uid: string, reason: string, message: string): Finding | undefined =>
  diagnoseText(
    `I0310 08:10:10.100001    2101 kubelet.go:2400] "Pod admission denied" podUID="${uid}" pod="kube-system/etcd-cp-1" reason="${reason}" message="${message}"\n`,
  ).findings.find(({ id }) => id === 'pods-rejected');

const SHORT = "Node didn't have enough resource: cpu, requested: 400, used: 3800, capacity: 4000";

it('says of a static pod that nothing makes it anew', () => {
  const found = denied('5b41ef2c18ecabe4427de6a54f0d1a77', 'OutOfcpu', SHORT);
  expect(found).toMatchObject({ confidence: 'high', title: 'The kubelet turned 1 static pod away' });
  expect(found?.explanation).toContain('not tried again until the kubelet is restarted');
  expect(found?.explanation).not.toMatch(/scheduler|what owns it|not hurt/);
  expect(found?.nextSteps.join()).toContain('`systemctl restart kubelet`');
});

it('says of another that its owner makes a new one', () => {
  const found = denied('3b1f2c5e-7d10-4c1b-9a53-0c7b4f0a1101', 'OutOfcpu', SHORT);
  expect(found).toMatchObject({ confidence: 'medium', title: 'The kubelet turned 1 pod away' });
  expect(found?.explanation).toMatch(/scheduler.*what owns it makes a new one/);
});

it.each([
  [
    'not enough free physical CPUs: available physical CPUs = 1, requested CPUs = 2, CPUs per core = 2',
    /fewer .* free/,
  ],
  ['requested 3 cpus not multiple cpus per core = 2', /a part of one/],
])('tells whole cores that are not free from a part of one: %s', (message, said) => {
  const found = denied('3b1f2c5e-7d10-4c1b-9a53-0c7b4f0a1101', 'SMTAlignmentError', `SMT Alignment Error: ${message}`);
  expect(found?.explanation).toMatch(said);
});
