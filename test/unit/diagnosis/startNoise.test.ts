/** What every kubelet says in its first seconds is one finding that says it is normal, and none that alarms. */
import { describe, expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const line = (second: number, severity: string, text: string): string =>
  `Nov 21 10:00:${String(second).padStart(2, '0')} n1 kubelet[811]: ${severity}1121 10:00:${String(second).padStart(2, '0')}.000000     811 ${text}`;
const START = line(0, 'I', 'server.go:487] "Kubelet version" kubeletVersion="v1.29.9"');
const LOOP = line(1, 'I', 'kubelet.go:2311] "Starting kubelet main sync loop"');
const SKIP = line(
  1,
  'E',
  'kubelet.go:2337] "Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"',
);
const NO_NODE = line(
  2,
  'E',
  'kubelet_node_status.go:96] "Unable to register node with API server" err="Post \\"https://10.0.0.1:6443/api/v1/nodes\\": dial tcp 10.0.0.1:6443: connect: connection refused" node="n1"',
);
const WORKS = Array.from({ length: 40 }, (_, at) =>
  line(
    10 + at,
    'I',
    'kubelet.go:2457] "SyncLoop (PLEG): event for pod" pod="shop/web-1" event={"ID":"0a67324e-69fe-4f79-aa3e-15517a142271","Type":"ContainerStarted","Data":"1ab2"}',
  ),
);
const REGISTERED = line(9, 'I', 'kubelet_node_status.go:79] "Successfully registered node" node="n1"');
const ids = (lines: readonly string[]): readonly string[] =>
  diagnoseText(lines.join('\n')).findings.map(({ id }) => id);

describe('errors of the first seconds', () => {
  it('are told with the skips of the start, with their lines', () => {
    const { findings } = diagnoseText([START, LOOP, SKIP, NO_NODE, REGISTERED, ...WORKS].join('\n'));
    expect(findings.map(({ id }) => id)).toEqual(['startup-normal']);
    expect(findings[0]?.explanation).toContain('an API server that did not answer yet');
    expect(findings[0]?.evidence.map(({ line: at }) => at)).toContain(4);
  });

  it('are named in the title beside the skips', () => {
    const { findings } = diagnoseText([START, LOOP, SKIP, NO_NODE, REGISTERED, ...WORKS].join('\n'));
    expect(findings[0]?.title).toBe('The skips and errors at the start of the kubelet are normal');
    expect(diagnoseText([START, LOOP, SKIP, REGISTERED, ...WORKS].join('\n')).findings[0]?.title).toBe(
      'The skips at the start of the kubelet are normal',
    );
  });

  it('are only those of the first minutes, where a harmless one goes on', () => {
    const score = (clock: string): string =>
      line(
        2,
        'W',
        'container_manager_linux.go:880] [ContainerManager] Failed to ensure state of "/": failed to find pid namespace of init process',
      ).replaceAll('10:00:02', clock);
    const begun = diagnoseText(
      [START, LOOP, score('10:00:02'), ...WORKS, score('10:05:02'), score('10:06:02')].join('\n'),
    );
    expect(begun.findings[0]?.evidence.map(({ line: at }) => at)).toEqual([3]);
    expect(ids([...WORKS, score('10:05:02'), score('10:06:02')])).toEqual([]);
  });

  it('are told by themselves where no skip is in the log', () => {
    const { findings } = diagnoseText([START, LOOP, NO_NODE, REGISTERED, ...WORKS].join('\n'));
    expect(findings).toMatchObject([
      { id: 'startup-normal', title: 'The errors at the start of the kubelet are normal' },
    ]);
  });

  it('are trouble where the log ends with them', () => {
    expect(ids([START, LOOP, SKIP, NO_NODE])).toContain('api-unreachable');
  });

  it('are trouble later', () => {
    const later = NO_NODE.replaceAll('10:00:02', '10:00:49');
    expect(ids([START, LOOP, SKIP, REGISTERED, ...WORKS, later, later])).toContain('api-unreachable');
  });

  it('are not called normal where the kubelet cannot put its Node object together', () => {
    const unmade = line(
      3,
      'E',
      'kubelet_node_status.go:94] "Unable to construct v1.Node object for kubelet" err="failed to get instance metadata: failed to get instance ID from cloud provider: instance not found"',
    );
    const lost = line(4, 'E', 'kubelet.go:2448] "Error getting node" err="node \\"n1\\" not found"');
    expect(ids([START, unmade, lost])).toEqual(['config-invalid']);
  });

  it('are not called normal where the kubelet ends for them', () => {
    const failed = line(
      2,
      'E',
      'csi_plugin.go:303] Failed to initialize CSINode: error updating CSINode annotation: timed out waiting for the condition; caused by: Get "https://10.0.0.10:6443/apis/storage.k8s.io/v1/csinodes/n1": dial tcp 10.0.0.10:6443: i/o timeout',
    );
    const ended = line(
      50,
      'F',
      'csi_plugin.go:308] Failed to initialize CSINode after retrying: timed out waiting for the condition',
    );
    const { findings } = diagnoseText([START, failed, ended].join('\n'));
    expect(findings.map(({ id }) => id)).toEqual(['api-unreachable']);
    expect(findings[0]?.confidence).toBe('high');
    expect(findings[0]?.explanation).not.toContain('It was over');
    // Without the attempts nothing tells what it wanted.
    expect(ids([START, ended])).toContain('kubelet-fatal');
    const refused = failed.replace(
      /caused by: .*/,
      'caused by: csinodes.storage.k8s.io \\"n1\\" is forbidden: User \\"system:anonymous\\" cannot get resource',
    );
    expect(ids([START, refused, ended])).toContain('api-refuses');
  });

  it('are told of a kubelet of old, which counts the runtime as down until it has asked it once', () => {
    const old = (second: string, severity: string, text: string): string =>
      `${severity}0430 11:07:${second}    5738 ${text}`;
    const listed = old(
      '59.775414',
      'E',
      'reflector.go:188] pkg/kubelet/config/apiserver.go:44: Failed to list *api.Pod: Get https://10.0.0.1:6443/api/v1/pods?resourceVersion=0: dial tcp 10.0.0.1:6443: getsockopt: connection refused',
    );
    const log = [
      old('58.972619', 'I', 'server.go:770] Started kubelet v1.5.7'),
      old('58.973046', 'E', 'kubelet.go:1145] Image garbage collection failed: unable to find data for container /'),
      old(
        '59.023399',
        'E',
        'kubelet.go:1634] Failed to check if disk space is available for the runtime: failed to get fs info for "runtime": unable to find data for container /',
      ),
      old('59.044044', 'I', 'kubelet.go:1714] Starting kubelet main sync loop.'),
      old('59.044081', 'I', 'kubelet.go:1725] skipping pod synchronization - [container runtime is down]'),
      listed,
      ...[10, 20, 30, 40, 50].map((second) => listed.replace('11:07:59', `11:08:${second}`)),
    ];
    const { findings } = diagnoseText(log.join('\n'));
    expect(findings.map(({ id }) => id)).toEqual(['api-unreachable', 'startup-normal']);
    // Docker was its only runtime.
    expect(findings[0]?.nextSteps.join('\n')).toContain('`docker ps -a --filter name=k8s_kube-apiserver`');
    // Also where the line is cut.
    const cut = log.map((line) => line.replace(/container \/$/, 'cont'));
    expect(diagnoseText(cut.join('\n')).findings.map(({ id }) => id)).toEqual(['api-unreachable', 'startup-normal']);
    // Half a minute after the start it is what has had no answer since.
    const skip = log[4] ?? '';
    const later = log.toSpliced(4, 1).toSpliced(7, 0, skip.replace('11:07:59', '11:08:35'));
    expect(diagnoseText(later.join('\n')).findings.map(({ id }) => id)).toContain('runtime-status-failing');
  });
});

describe('a kubelet of up to 1.12 that reports its node NotReady as it starts', () => {
  const at = (time: string, text: string): string => `I0211 ${time}    4410 ${text}`;
  const STARTED = at('06:30:01.101200', 'server.go:770] Started kubelet v1.7.16');
  const NOT_READY = at(
    '06:30:01.160411',
    'kubelet_node_status.go:709] Node became not ready: {Type:Ready Status:False LastHeartbeatTime:2019-02-11 06:30:01.160371 +0000 UTC LastTransitionTime:2019-02-11 06:30:01.160371 +0000 UTC Reason:KubeletNotReady Message:container runtime is down}',
  );
  const READY = (time: string): string =>
    at(time, 'kubelet_node_status.go:443] Recording NodeReady event message for node n1');
  const idsOf = (...lines: readonly string[]): readonly string[] =>
    diagnoseText(`${lines.join('\n')}\n`).findings.map(({ id }) => id);

  it('has not asked its runtime yet, which is no fault of that', () => {
    expect(idsOf(STARTED, NOT_READY)).not.toContain('runtime-status-failing');
    expect(idsOf(STARTED, NOT_READY, READY('06:30:11.220133'))).not.toContain('runtime-status-failing');
  });

  it('is not the same where half a minute has passed', () => {
    const late = NOT_READY.replace('06:30:01.160411', '06:30:41.160411');
    expect(idsOf(STARTED, late)).toContain('runtime-status-failing');
    expect(idsOf(NOT_READY)).toContain('runtime-status-failing');
  });
});
