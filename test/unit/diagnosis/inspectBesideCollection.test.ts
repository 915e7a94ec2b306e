/** The garbage collection lists all containers and takes some down: whether it failed by itself tells one pod from a runtime that answers nothing. */
import { expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const LATE = 'err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"';
const line = (time: string, text: string): string =>
  `Apr 11 ${time} n1 kubelet[900]: E0411 ${time}.100000     900 ${text}`;
const COLLECTION = line('22:04:11', `kubelet.go:1371] "Container garbage collection failed" ${LATE}`);
const STATUS = line(
  '22:06:11',
  `remote_runtime.go:415] "ContainerStatus from runtime service failed" ${LATE} containerID="7f375a77bb311b99"`,
);
const STOP = line(
  '22:04:11',
  `remote_runtime.go:144] "StopPodSandbox from runtime service failed" ${LATE} podSandboxID="30d52e4fb7a0ec8f"`,
);

const idsOf = (...lines: readonly string[]): readonly string[] =>
  diagnoseText(lines.join('\n')).findings.map(({ id }) => id);

it('blames no pod where the collection got no list either', () => {
  expect(idsOf(COLLECTION, STATUS)).toEqual(['runtime-calls-time-out']);
});

it('blames a pod where the collection failed for a call of its own', () => {
  expect(idsOf(STOP, COLLECTION, STATUS)[0]).toBe('inspect-calls-hang');
});

it('is not sure of a pod that was looked at once', () => {
  expect(diagnoseText(STATUS).findings[0]).toMatchObject({ id: 'inspect-calls-hang', confidence: 'medium' });
});

it('takes a call and the line of who made it for one pod, and another pod for another', () => {
  const call = (id: string, at: string): string =>
    `E0729 11:21:02.${at}    9575 remote_runtime.go:321] ContainerStatus "${id}" from runtime service failed: rpc error: code = DeadlineExceeded desc = context deadline exceeded`;
  const caller = (at: string): string =>
    `E0729 11:21:02.${at}    9575 kuberuntime_manager.go:917] getPodContainerStatuses for pod "tools-9nvlk_p000(472cb4d7-caf0-11ea-ab9d-ac1f6ba4811c)" failed: rpc error: code = DeadlineExceeded desc = context deadline exceeded`;
  const titleOf = (...lines: readonly string[]): string | undefined =>
    diagnoseText(lines.join('\n')).findings[0]?.title;
  expect(titleOf(call('052b011f5fcc54536223afb2', '178079'), caller('178130'))).toBe(
    'The runtime could not inspect p000/tools-9nvlk',
  );
  expect(titleOf(call('052b011f5fcc54536223afb2', '178079'), caller('278130'))).toContain('container 052b011f5fcc5');
});
