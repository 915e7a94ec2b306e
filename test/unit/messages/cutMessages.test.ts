import { describe, expect, it } from 'vitest';
import { findRow } from '../../../src/messages/recognise/recognise.ts';
import { createMessageReader } from '../../../src/messages/messageReader.ts';
import { recordOf } from './records.ts';

const line = (caller: string, text: string, severity = 'E'): string =>
  `${severity}0307 19:04:16.239779   15465 ${caller}] ${text}`;
const rowOf = (...parts: Parameters<typeof line>): string | undefined => findRow(recordOf(line(...parts)))?.row.id;

describe('an error that the edge of a screen cut within its message', () => {
  it('is the one of its file that begins so', () => {
    expect(rowOf('kuberuntime_manager.go:1119', '"CreatePodSandbox for>')).toBe('kuberuntime.create-sandbox-failed.s2');
    expect(rowOf('remote_runtime.go:193', '"RunPodSandbox from runtime>')).toBe('cri.run-sandbox.s');
    expect(rowOf('pod_workers.go:1300', '"Error syncing pod, skipping">')).toBe('podworker.error-syncing.s');
    expect(rowOf('kubelet.go:1550', '"Failed to start ContainerManager" >')).toBe('startup.cm-failed.s');
    expect(rowOf('kubelet.go:1550', '"Failed to start ContainerManager" er>')).toBe('startup.cm-failed.s');
    expect(rowOf('kuberuntime_sandbox.go:72', '"Failed to create sandb…ult/web-0"')).toBe(
      'kuberuntime.create-sandbox-failed.s',
    );
  });

  it('is so where the middle is left out, in any of the ways to mark that', () => {
    expect(rowOf('kubelet.go:2412', '"Skipping pod synchroni...d is 3m0s"')).toBe('syncloop.skip.s');
    expect(rowOf('kubelet.go:2412', '"Skipping pod synchroni$')).toBe('syncloop.skip.s');
    for (const mark of ['…', '...'])
      expect(rowOf('kubelet.go:1823', `skipping pod synchronizat${mark}d is 3m0s`)).toBe('syncloop.skip.u2');
  });

  it('says that it failed, without a reason', () => {
    expect(
      createMessageReader().facts(recordOf(line('kuberuntime_manager.go:1119', '"CreatePodSandbox for>'))),
    ).toMatchObject([{ kind: 'pod-trouble', what: 'sandbox' }]);
  });

  it('is none where several begin so, where another file says it, where it is whole, and where it was no error', () => {
    expect(rowOf('kuberuntime_manager.go:1119', '"Failed to>')).toBeUndefined();
    expect(rowOf('remote_runtime.go:193', '"RunPodS>')).toBeUndefined();
    expect(rowOf('other.go:1119', '"CreatePodSandbox for>')).toBeUndefined();
    expect(rowOf('kuberuntime_manager.go:1119', '"CreatePodSandbox for"')).toBeUndefined();
    expect(rowOf('kuberuntime_manager.go:1119', '"CreatePodSandbox for>', 'I')).toBeUndefined();
  });

  it('is no line of a step that begins so and was no error', () => {
    const step = 'operationExecutor.VerifyControllerAttachedVolume started fo>';
    expect(rowOf('reconciler_common.go:258', `"${step}`, 'I')).toBeUndefined();
    expect(rowOf('reconciler.go:258', step, 'I')).toBeUndefined();
    const failed = 'operationExecutor.VerifyControllerAttachedVolume failed (contr>';
    expect(rowOf('reconciler.go:258', failed)).toBe('volume.executor-failed.u');
  });

  it('is no line of what begins so and is no error', () => {
    // Rows of errors go on in two ways; the one of containers that change is information.
    expect(rowOf('generic.go:197', 'GenericPLEG: Unable to retr>')).toBeUndefined();
    expect(rowOf('generic.go:197', 'GenericPLEG: 0a67a8f2-1d>', 'I')).toBe('pleg.state-change.u');
  });
});
