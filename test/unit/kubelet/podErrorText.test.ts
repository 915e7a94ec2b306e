import { describe, expect, it } from 'vitest';
import { readPodActions } from '../../../src/kubelet/podErrorText.ts';

describe('what the error of a pod is made of', () => {
  it('is the action, its target, its reason and its text', () => {
    expect(
      readPodActions('failed to "StartContainer" for "web" with CrashLoopBackOff: "back-off 10s restarting"'),
    ).toEqual([
      { action: 'StartContainer', target: 'web', reason: 'CrashLoopBackOff', text: '"back-off 10s restarting"' },
    ]);
  });

  it('has no reason where the error itself stands in its place', () => {
    expect(
      readPodActions('failed to "StartContainer" for "web" with rpc error: code = 2 desc = failed to create: "Start"'),
    ).toEqual([
      {
        action: 'StartContainer',
        target: 'web',
        reason: '',
        text: 'rpc error: code = 2 desc = failed to create: "Start"',
      },
    ]);
  });
});
