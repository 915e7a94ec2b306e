import { describe, expect, it } from 'vitest';
import { formatCrashLoop, readCrashLoop } from '../../../src/kubelet/crashLoopText.ts';

const POD = { name: 'web-1', namespace: 'default', uid: '1-2' };

describe('the error of a container that is not started again yet', () => {
  it('is written as kubelets write it', () => {
    expect(formatCrashLoop('app', '2m40s', POD)).toBe(
      'failed to "StartContainer" for "app" with CrashLoopBackOff: "back-off 2m40s restarting failed container=app pod=web-1_default(1-2)"',
    );
  });

  it('names the containers and the longest wait', () => {
    expect(readCrashLoop(formatCrashLoop('app', '2m40s', POD))).toEqual({ containers: ['app'], wait: 160_000_000 });
    expect(
      readCrashLoop(`[${formatCrashLoop('app', '10s', POD)}, ${formatCrashLoop('sidecar', '5m0s', POD)}]`),
    ).toEqual({ containers: ['app', 'sidecar'], wait: 300_000_000 });
    expect(readCrashLoop(formatCrashLoop('app', '10s', POD).replace('back-off', 'Back-off'))?.containers).toEqual([
      'app',
    ]);
  });

  it('is read as far as a terminal left it', () => {
    const whole = formatCrashLoop('etcd', '2m40s', POD);
    const upTo = (words: string, mark = ''): string => `${whole.slice(0, whole.indexOf(words) + words.length)}${mark}`;
    expect(readCrashLoop(upTo('restarting failed cont', '>'))).toEqual({ containers: ['etcd'], wait: 160_000_000 });
    for (const cut of [upTo('CrashLoopBackOff'), upTo('Cra', '…'), upTo('back-off 2m')])
      expect(readCrashLoop(cut)).toEqual({ containers: ['etcd'], wait: 0 });
    expect(readCrashLoop(upTo('with C'))).toBeUndefined();
    expect(readCrashLoop('failed to "StartContainer" for "etcd" with CraneError: "no"')).toBeUndefined();
  });

  it('is told from other errors', () => {
    expect(
      readCrashLoop('failed to "StartContainer" for "app" with ImagePullBackOff: "Back-off pulling image \\"x\\""'),
    ).toBeUndefined();
    expect(readCrashLoop('')).toBeUndefined();
  });
});
