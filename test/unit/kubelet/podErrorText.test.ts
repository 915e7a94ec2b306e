import { describe, expect, it } from 'vitest';
import { podOfError, readPodActions, troubleOfReason } from '../../../src/kubelet/podErrorText.ts';

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

describe('an error that was cut at a reason', () => {
  it('has the only reason that begins so, and no text', () => {
    const reasonsOf = (error: string): readonly object[] =>
      readPodActions(error).map(({ reason, text }) => ({ reason, text }));
    expect(reasonsOf('failed to "StartContainer" for "web" with ImagePu>')).toEqual([
      { reason: 'ImagePullBackOff', text: '' },
    ]);
    expect(reasonsOf('failed to "StartContainer" for "web" with Create')).toEqual([{ reason: 'Create', text: '' }]);
    expect(reasonsOf('failed to "StartContainer" for "web" with Crash: "x"')).toEqual([
      { reason: 'Crash', text: '"x"' },
    ]);
    expect(reasonsOf('failed to "CreatePodSandbox" for "web" with …')).toEqual([
      { reason: 'CreatePodSandboxError', text: '' },
    ]);
  });

  it.each(['>', '$', '...', '…', ''])('is none where reasons of several troubles begin so: %s', (mark) => {
    expect(readPodActions(`failed to "StartContainer" for "web" with C${mark}`)).toEqual([]);
    expect(readPodActions(`failed to "StartContainer" for "web" with ${mark}`)).toEqual([]);
    expect(readPodActions('failed to "StartContainer" for "web" with ErrImageP...53-0c7b4f0a1101"')).toEqual([
      { action: 'StartContainer', target: 'web', reason: 'ErrImagePull', text: '' },
    ]);
    expect(readPodActions(`failed to "StartContainer" for "web" with Image${mark}`)).toEqual([
      { action: 'StartContainer', target: 'web', reason: 'Image', text: '' },
    ]);
    expect(troubleOfReason('Image')).toBe('image');
  });
});

describe('the pod that an error names', () => {
  it('is that of a sandbox or of a container that is put off, without the uid where that is cut', () => {
    expect(
      podOfError('failed to "CreatePodSandbox" for "web-1_shop(32a78a7f4b016e3715c0097719578050)" with X'),
    ).toEqual({
      name: 'web-1',
      namespace: 'shop',
      uid: '32a78a7f4b016e3715c0097719578050',
    });
    expect(podOfError('back-off 5m0s restarting failed container=web pod=web-1_shop(b2547')).toEqual({
      name: 'web-1',
      namespace: 'shop',
    });
    expect(podOfError('failed to "StartContainer" for "web_shop(1)" with X')).toBeUndefined();
  });
});
