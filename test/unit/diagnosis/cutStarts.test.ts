/** A log that begins, or ends, in the middle of a kubelet's start: what is a normal start, and what has lasted for too long. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const STATUS = 'container runtime status check may not have completed yet';
/** Skips at times in seconds after 10:00, of kubelet 1.31 as Talos writes them. */
const skips = (...at: readonly number[]): string =>
  at
    .map(
      (second) =>
        `10.5.0.2: {"ts":${1_753_178_400_000 + second * 1000}.5,"caller":"kubelet/kubelet.go:2406","msg":"Skipping pod synchronization","err":"${STATUS}","errCauses":[{"error":"${STATUS}"}]}`,
    )
    .join('\n');

describe('a log that begins while the loop skips for want of an answer about the runtime', () => {
  it('shows a fault where the skips are as far apart as they get', () => {
    const { answer, findings } = diagnoseText(skips(0, 5, 10));
    expect(findings.map(({ id }) => id)).not.toContain('startup-normal');
    expect(answer.state).toBe('unhealthy-at-end');
    expect(plain(answer)).toMatch(
      /already got no good answer about the state of the container runtime when this log begins/,
    );
    expect(plain(answer)).toMatch(
      /the question for the state of the runtime \(the Status call\), which has had no good answer since the start of the kubelet\./,
    );
  });

  it('shows the start of a kubelet where they still drift apart', () => {
    const { answer, findings } = diagnoseText(skips(0, 0.1, 0.3, 0.7));
    expect(findings.map(({ id }) => id)).toContain('startup-normal');
    expect(answer.headline).toBe('Too little to tell');
  });

  it('shows a fault in a lone skip, but the start of a kubelet that registers its node then', () => {
    const registered = `10.5.0.2: {"ts":1753178401000.5,"caller":"kubelet/kubelet_node_status.go:75","msg":"Successfully registered node","v":0,"node":"n"}`;
    const listed = `10.5.0.2: {"ts":1753178407000.5,"caller":"kubelet/kubelet.go:2465","msg":"SyncLoop (PLEG): event for pod","v":2,"pod":{"name":"a","namespace":"b"},"event":{"ID":"5da5612b-9738-493c-af51-a213072997f6","Type":"ContainerStarted","Data":"c65a36d4090569f70b6badb5b6127ad773ebd7e5ce18d3872b8e93ee4fb52cab"}}`;
    const found = (...lines: readonly string[]) =>
      diagnoseText([skips(0), ...lines, listed].join('\n')).findings.map(({ id }) => id);
    expect(found(registered)).toContain('startup-normal');
    expect(found()).not.toContain('startup-normal');
  });
});

it('begins for a later process where its lines do, not where the log does', () => {
  const skip = (time: string, pid: number, elapsed: string): string =>
    `I1110 ${time}.756699    ${pid} kubelet.go:1809] skipping pod synchronization - [PLEG is not healthy: pleg was last seen active ${elapsed}.4s ago; threshold is 3m0s]`;
  const text = (...lines: readonly string[]): string => plain(diagnoseText(lines.join('\n')).answer);
  const later = [skip('17:52:31', 2891, '13m5'), skip('17:52:36', 2891, '13m10')];
  expect(text(...later)).toContain('PLEG was already unhealthy when this log begins');
  const both = text(skip('15:52:31', 1891, '3m5'), skip('15:52:36', 1891, '3m10'), ...later);
  expect(both).toContain('PLEG was already unhealthy when the lines of this kubelet begin');
  expect(both).not.toContain('when this log begins');
});

it('counts the records of a log that is too short to tell, without other text between them', () => {
  const status = [
    '● kubelet.service - kubelet: The Kubernetes Node Agent',
    '   Main PID: 2902 (kubelet)',
    '      Tasks: 10 (limit: 3478)',
    'Jun 20 10:27:34 n2 kubelet[2902]: I0620 10:27:34.896076    2902 scope.go:117] "RemoveContainer" containerID="fcf54299"',
    'Jun 20 10:27:38 n2 kubelet[2902]: I0620 10:27:38.704936    2902 scope.go:117] "RemoveContainer" containerID="de452a32"',
  ];
  expect(plain(diagnoseText(status.join('\n')).answer)).toContain('It covers 3.8s with 2 records, ');
});

it('names the calls that failed in a log that is too short to tell', () => {
  const failed = (ts: number, message: string): string =>
    `10.200.1.3: {"ts":${ts},"caller":"internal/log.go:32","msg":"${message} from runtime service failed","err":"rpc error: code = Unavailable desc = error reading from server: read unix @->/run/containerd/containerd.sock: read: connection reset by peer"}`;
  const text = plain(
    diagnoseText(
      `${failed(1_753_121_321_287, 'ListContainerStats with filter')}\n${failed(1_753_121_321_289, 'RunPodSandbox')}\n10.200.1.3: {"ts":1753121332054.5,"caller":"kubelet/kubelet.go:446","msg":"Attempting to sync node with API server","v":0}`,
    ).answer,
  );
  expect(text).toMatch(
    /2 lines from 18:08:41\.287 to 18:08:41\.289 show calls to the runtime that failed .*: "rpc error: code = Unavailable .* connection reset by peer"\./,
  );
  expect(text).toContain('and none of them shows PLEG unhealthy beyond a start. A relist may take');
  expect(text).not.toContain('or the runtime');
});

describe('a lone skip of an old kubelet whose log begins in the middle of its start', () => {
  const line = (second: string, severity: string, text: string): string =>
    `${severity}1121 10:00:${second}    2101 ${text}`;
  const DOWN = line('01.600001', 'I', 'kubelet.go:1860] skipping pod synchronization - [container runtime is down]');
  const REFUSED = 'Post https://10.0.0.1:6443/api/v1/nodes: dial tcp 10.0.0.1:6443: connect: connection refused';
  const registers = line(
    '02.500001',
    'E',
    `kubelet_node_status.go:94] Unable to register node "cp-1" with API server: ${REFUSED}`,
  );
  const lists = line(
    '09.500001',
    'E',
    `reflector.go:125] k8s.io/client-go/informers/factory.go:133: Failed to list *v1.Service: ${REFUSED}`,
  );

  it('is of the start where the kubelet registers its node', () => {
    const { findings, answer } = diagnoseText([DOWN, registers, lists].join('\n'));
    expect(findings.map(({ id }) => id)).toEqual(['api-unreachable', 'startup-normal']);
    expect(answer.headline).toContain('could not be reached');
  });

  it('is of the start where the kubelet ends for what it does only then', () => {
    const ends = line('01.612001', 'F', 'kubelet.go:1354] Kubelet failed to get node info: instance not found');
    const { findings, answer } = diagnoseText([DOWN, ends].join('\n'));
    expect(findings.map(({ id }) => id)).toEqual(['kubelet-fatal', 'startup-normal']);
    expect(answer.headline).toBe(
      'The kubelet exited with an error: "Kubelet failed to get node info: instance not found"',
    );
  });

  it('may be a fault where it does not', () => {
    expect(diagnoseText([DOWN, lists].join('\n')).findings.map(({ id }) => id)).toContain('runtime-status-failing');
  });
});

describe('a lone skip for want of an answer about the runtime, without the lines before it', () => {
  const line = (time: string, text: string): string => `${text.charAt(0)}1103 ${time}     900 ${text.slice(1)}`;
  const skip = line(
    '11:00:00.301000',
    'Ekubelet.go:2412] "Skipping pod synchronization" err="container runtime status check may not have completed yet"',
  );
  const works = (time: string): string =>
    line(time, 'Ikubelet.go:2439] "SyncLoop ADD" source="file" pods=["kube-system/kube-apiserver-b1"]');

  it('is of a start where the loop worked within its longest sleep', () => {
    const { answer, findings } = diagnoseText([skip, works('11:00:00.501000')].join('\n'));
    expect(findings.map(({ id }) => id)).toContain('startup-normal');
    expect(answer.state).not.toBe('recovered');
  });

  it('may be the end of a fault where it worked only after it', () => {
    const { findings } = diagnoseText([skip, works('11:00:05.501000')].join('\n'));
    expect(findings.map(({ id }) => id)).not.toContain('startup-normal');
  });
});
