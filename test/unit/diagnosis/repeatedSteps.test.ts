/** What two findings of one answer tell a reader to do. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { TOOLS } from '../../../src/diagnosis/tools/distributionTools.ts';
import { withoutRepeatedSteps } from '../../../src/diagnosis/tools/repeatedSteps.ts';
import { diagnoseText } from './diagnoseLog.ts';

const finding = (...nextSteps: readonly string[]): { finding: Finding } => ({
  finding: {
    id: 'out-of-memory',
    confidence: 'high',
    title: 'Title',
    explanation: 'Explanation.',
    nextSteps,
    evidence: [],
  },
});
const stepsOf = (...found: readonly { finding: Finding }[]): readonly (readonly string[])[] =>
  withoutRepeatedSteps(found).map(({ finding: { nextSteps } }) => nextSteps);

describe('next steps of an answer', () => {
  it('stand once, but the first of a finding always', () => {
    expect(stepsOf(finding('See `a`.', 'See `b`.'), finding('See `c`.', 'See `b`.', 'See `d`.'))).toEqual([
      ['See `a`.', 'See `b`.'],
      ['See `c`.', 'See `d`.'],
    ]);
    expect(stepsOf(finding('See `a`.', 'See `b`.'), finding('See `b`.', 'See `a`.'))).toEqual([
      ['See `a`.', 'See `b`.'],
      ['See `b`.'],
    ]);
  });

  it('say once how the node is reached', () => {
    const reach = TOOLS.openshift?.first?.step ?? '';
    expect(stepsOf(finding(reach, 'See `a`.'), finding(reach, 'See `b`.'))).toEqual([
      [reach, 'See `a`.'],
      ['See `b`.'],
    ]);
  });

  it('are not said twice where an inspection and other calls hang', () => {
    const late = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';
    const id = '7f375a77bb311b99f25074f99058bdbb6f5b44ece39378c15d92503bc36bc49e';
    const { findings } = diagnoseText(
      [
        `E0411 22:04:11.113781   14277 remote_runtime.go:415] "ContainerStatus from runtime service failed" err="${late}" containerID="${id}"`,
        `E0411 22:04:11.113844   14277 kuberuntime_manager.go:1092] "getPodContainerStatuses for pod failed" err="${late}" pod="default/web-1"`,
        `E0411 22:05:08.213844   14277 remote_runtime.go:222] "StopPodSandbox from runtime service failed" err="${late}" podSandboxID="${id}"`,
      ].join('\n'),
    );
    expect(findings.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['inspect-calls-hang', 'runtime-calls-time-out']),
    );
    const later = findings.slice(1).flatMap(({ nextSteps }) => nextSteps.slice(1));
    const first = new Set(findings[0]?.nextSteps.map(String));
    expect(later.filter((step) => first.has(step))).toEqual([]);
  });
});
