/** Whose call it was that asked for the state of a container. */
import { describe, expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const ID = '7f375a77bb311b99f25074f99058bdbb6f5b44ece39378c15d92503bc36bc49e';
const LATE = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';
const CALL = `E0411 22:06:11.113781   14277 remote_runtime.go:415] "ContainerStatus from runtime service failed" err="${LATE}" containerID="${ID}"`;
const OTHER_CALL = CALL.replaceAll(ID, ID.replace('7f', 'a0')).replace('22:06:11', '22:08:11');

const ids = (...lines: readonly string[]): readonly string[] =>
  diagnoseText(lines.join('\n')).findings.map(({ id }) => id);

describe('a call for the state of a container that got no answer', () => {
  it.each([
    `E0411 22:06:11.113844   14277 container_log_manager.go:235] "Failed to get container status" err="${LATE}" containerID="${ID}"`,
    `E0411 22:06:11.113844   14277 container_log_manager.go:267] "Failed to get container status" err="${LATE}" worker=1 containerID="${ID}"`,
    `E0411 22:06:11.113844   14277 container_log_manager.go:208] Failed to get container status for "${ID}": ${LATE}`,
  ])('is no inspection of PLEG where the rotation of logs says that it asked: %s', (line) => {
    expect(ids(CALL, line)).not.toContain('inspect-calls-hang');
    expect(ids(CALL, line)).toContain('runtime-calls-time-out');
    expect(ids(CALL, line, OTHER_CALL)).toContain('inspect-calls-hang');
  });

  it('is one where PLEG says that it could not inspect the pod, and where nobody says who asked', () => {
    const pod = `E0411 22:06:11.113844   14277 kuberuntime_manager.go:1092] "getPodContainerStatuses for pod failed" err="${LATE}" pod="default/web-7f9c"`;
    expect(ids(CALL, pod)).toContain('inspect-calls-hang');
    const other = 'I0411 22:06:12.000100   14277 kubelet.go:2414] "SyncLoop ADD" source="api" pods=["default/web-1"]';
    expect(ids(CALL, other)).toContain('inspect-calls-hang');
  });
});

describe('how sure it is that PLEG asked', () => {
  const sure = (...lines: readonly string[]): string | undefined =>
    diagnoseText(lines.join('\n')).findings.find(({ id }) => id === 'inspect-calls-hang')?.confidence;
  const pod = `E0411 22:06:11.113844   14277 kuberuntime_manager.go:1092] "getPodContainerStatuses for pod failed" err="${LATE}" pod="default/web-7f9c"`;

  const other = 'I0411 22:06:12.000100   14277 kubelet.go:2414] "SyncLoop ADD" source="api" pods=["default/web-1"]';

  it('is less where no line says who did', () => {
    expect(sure(CALL, other)).toBe('medium');
    expect(sure(CALL, other, OTHER_CALL)).toBe('medium');
    expect(sure(CALL, pod)).toBe('medium');
    expect(sure(CALL, pod, OTHER_CALL)).toBe('high');
  });
});

describe('calls that hang while listing works', () => {
  const firstStep = (...lines: readonly string[]): string | undefined =>
    diagnoseText(lines.join('\n')).findings.find(({ id }) => id === 'runtime-calls-time-out')?.nextSteps[0];
  const rotation = `E0411 22:06:11.113844   14277 container_log_manager.go:235] "Failed to get container status" err="${LATE}" containerID="${ID}"`;
  const stop = `E0411 22:07:11.113844   14277 remote_runtime.go:222] "StopPodSandbox from runtime service failed" err="${LATE}" podSandboxID="${ID}"`;
  const list = `E0411 22:09:11.113844   14277 remote_runtime.go:205] "ListPodSandbox with filter from runtime service failed" err="${LATE}" filter="nil"`;

  it('lead to what they are about', () => {
    expect(firstStep(CALL, rotation)).toContain('`crictl --timeout 20s inspect 7f375a77bb311`');
    expect(firstStep(stop, rotation)).toMatch(/^Look for plug-in processes that hang/);
    expect(firstStep(stop, rotation, list)).toMatch(/^Try the same calls by hand/);
  });
});
