import { describe, expect, it } from 'vitest';
import type { LogRecord } from '../../../src/journal/record.ts';
import type { Fact, FactKind } from '../../../src/messages/fact.ts';
import { createMessageReader } from '../../../src/messages/messageReader.ts';
import { journalRecord, recordOf } from './records.ts';

const reader = createMessageReader();
const BASE_FIELDS = new Set(['source', 'line', 'time', 'message']);
const factsOf = (line: string): readonly Fact[] => reader.facts(recordOf(line));

/** The fields of the only fact of a line, without where it stands. */
function only(line: string): Record<string, unknown> {
  const facts = factsOf(line);
  expect(facts.length, line).toBe(1);
  return own(facts[0]);
}

function own(fact: Fact | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fact ?? {}).filter(([key]) => !BASE_FIELDS.has(key)));
}

const UID = 'be2f0ffd-5557-4677-99dc-d3f10141af31';
const ID = '202832791a1d7b7c6f1f48241fc7b3e2c71644e77b87db3b46d6d0c34e91e5fe';
const at = (severity: string, caller: string, text: string): string =>
  `${severity}1121 00:31:44.596435   20594 ${caller}] ${text}`;

it('takes a list that is streamed and fails for a call to the API server that failed', () => {
  const line = at(
    'I',
    'reflector.go:724',
    String.raw`"watch-list failed - backing off" reflector="k8s.io/client-go/informers/factory.go:161" type="*v1.CSIDriver" err="Get \"https://10.0.10.1:6443/apis/storage.k8s.io/v1/csidrivers?sendInitialEvents=true\": dial tcp 10.0.10.1:6443: connect: connection refused"`,
  );
  expect(only(line)).toMatchObject({
    kind: 'api-error',
    call: 'list-watch',
    failure: 'refused',
    server: '10.0.10.1:6443',
  });
});

it('takes notes of processors that do not fit the policy for a start that failed, and no other fault of the CPU manager', () => {
  const line = (why: string): string =>
    at('E', 'container_manager_linux.go:329', `failed to initialize cpu manager: ${why}`);
  const notes =
    'could not initialize checkpoint manager: could not restore state from checkpoint: configured policy "static" differs from state checkpoint policy "none"';
  expect(only(line(notes))).toMatchObject({ kind: 'startup-failed', cause: 'container-manager' });
  expect(factsOf(line('unknown policy: "best"'))).toMatchObject([{ kind: 'other-error' }]);
});

describe('skip lines', () => {
  it.each([
    [
      '1.1 to 1.5',
      at('I', 'kubelet.go:1735', 'Skipping pod synchronization, container runtime is not up.'),
      'container runtime is not up.',
      [],
    ],
    [
      '1.8, one reason',
      at(
        'I',
        'kubelet.go:1779',
        'skipping pod synchronization - [PLEG is not healthy: pleg was last seen active 3m5.5s ago; threshold is 3m0s]',
      ),
      undefined,
      ['pleg-stale'],
    ],
    [
      '1.13, two reasons',
      at(
        'I',
        'kubelet.go:1846',
        'skipping pod synchronization - [container runtime is down PLEG is not healthy: pleg has yet to be successful]',
      ),
      undefined,
      ['runtime-down', 'pleg-never'],
    ],
    [
      '1.14, dots',
      at(
        'I',
        'kubelet.go:1823',
        'skipping pod synchronization - [container runtime is down., PLEG is not healthy: pleg was last seen active 3m5.5s ago; threshold is 3m0s.]',
      ),
      undefined,
      ['runtime-down', 'pleg-stale'],
    ],
    [
      '1.20',
      at('E', 'kubelet.go:1823', 'skipping pod synchronization - container runtime is down'),
      'container runtime is down',
      ['runtime-down'],
    ],
    [
      '1.36',
      at(
        'E',
        'kubelet.go:2661',
        '"Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"',
      ),
      undefined,
      ['runtime-status-unknown', 'pleg-never'],
    ],
    [
      '1.36 JSON',
      '{"ts":1795221178639.1675,"caller":"kubelet/kubelet.go:2661","msg":"Skipping pod synchronization","err":"PLEG is not healthy: pleg was last seen active 4m0.664133019s ago; threshold is 3m0s","errCauses":[{"error":"x"}]}',
      undefined,
      ['pleg-stale'],
    ],
  ])('are read in the form of %s', (_, line, text, kinds) => {
    const fact = only(line);
    expect(fact['kind']).toBe('skip');
    if (text !== undefined) expect(fact['text']).toBe(text);
    if (kinds.length > 0) expect((fact['reasons'] as { kind: string }[]).map((reason) => reason.kind)).toEqual(kinds);
  });

  it('keep the elapsed time exactly', () => {
    const fact = only(
      at(
        'E',
        'kubelet.go:2661',
        '"Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 4m2.166611941s ago; threshold is 3m0s"',
      ),
    );
    expect(fact['reasons']).toMatchObject([{ elapsed: 242_166_611.941, threshold: 180_000_000 }]);
  });

  it('are counted when their end was cut away', () => {
    expect(only(at('E', 'kubelet.go:1823', 'skipping pod synchronization - PLEG is not hea'))['kind']).toBe('skip');
  });

  it.each([
    [
      'a pod that could not be synced',
      at(
        'E',
        'pod_workers.go:1324',
        '"Error syncing pod, skipping" err="PLEG is not healthy" pod="default/crasher-1" podUID="x"',
      ),
    ],
    [
      'the same before 1.21',
      at(
        'E',
        'pod_workers.go:191',
        `Error syncing pod ${UID} ("crasher-1_default(${UID})"), skipping: PLEG is not healthy`,
      ),
    ],
    [
      'a node condition',
      at(
        'I',
        'setters.go:577',
        'Node became not ready: {Type:Ready Status:False LastHeartbeatTime:x LastTransitionTime:x Reason:KubeletNotReady Message:PLEG is not healthy: pleg was last seen active 3m4s ago; threshold is 3m0s}',
      ),
    ],
    [
      'kubectl describe',
      '  Ready            False   Tue, 21 Nov 2026   KubeletNotReady   PLEG is not healthy: pleg was last seen active 3m4s ago; threshold is 3m0s',
    ],
    ['a map of feature gates', at('I', 'server.go:600', '"Golang settings" GOGC="" featureGates="EventedPLEG:false"')],
    ['prose', 'the kubelet says skipping pod synchronization - PLEG is not healthy'],
  ])('are not taken from %s', (_, line) => {
    expect(factsOf(line).map((fact) => fact.kind)).not.toContain('skip');
  });
});

describe('PLEG events', () => {
  it.each([
    [
      '1.20',
      at(
        'I',
        'kubelet.go:1923',
        `SyncLoop (PLEG): "crasher-1_default(${UID})", event: &pleg.PodLifecycleEvent{ID:"${UID}", Type:"ContainerDied", Data:"${ID}"}`,
      ),
    ],
    [
      '1.27',
      at(
        'I',
        'kubelet.go:2231',
        `"SyncLoop (PLEG): event for pod" pod="default/crasher-1" event=&{ID:${UID} Type:ContainerDied Data:${ID}}`,
      ),
    ],
    [
      '1.36',
      at(
        'I',
        'kubelet.go:2752',
        `"SyncLoop (PLEG): event for pod" pod="default/crasher-1" event={"ID":"${UID}","Type":"ContainerDied","Data":"${ID}"}`,
      ),
    ],
    [
      '1.36 JSON',
      `{"ts":1795220870985.1277,"caller":"kubelet/kubelet.go:2752","msg":"SyncLoop (PLEG): event for pod","v":2,"pod":{"name":"crasher-1","namespace":"default"},"event":{"ID":"${UID}","Type":"ContainerDied","Data":"${ID}"}}`,
    ],
  ])('are read in the form of %s', (_, line) => {
    expect(only(line)).toEqual({
      kind: 'pleg-event',
      type: 'ContainerDied',
      pod: { namespace: 'default', name: 'crasher-1', uid: UID },
      containerId: ID,
    });
  });

  it('count when their type was cut away', () => {
    expect(
      only(
        at(
          'I',
          'kubelet.go:1929',
          `SyncLoop (PLEG): "web_default(${UID})", event: &pleg.PodLifecycleEvent{ID:"${UID}", Ty`,
        ),
      ),
    ).toMatchObject({ kind: 'pleg-event', type: 'unknown', pod: { name: 'web', uid: UID } });
    expect(
      only(at('I', 'kubelet.go:1929', 'SyncLoop (PLEG): "webapp-8544985cc7-nnffw_default(a2bfda0f-36f0-40f8-b7e')),
    ).toMatchObject({ kind: 'pleg-event', type: 'unknown', pod: { name: 'webapp-8544985cc7-nnffw' } });
  });

  it('that are ignored are a kind of their own', () => {
    expect(
      only(
        at(
          'I',
          'kubelet.go:2756',
          `"SyncLoop (PLEG): pod does not exist, ignore irrelevant event" event={"ID":"${UID}","Type":"ContainerDied","Data":"${ID}"}`,
        ),
      ),
    ).toEqual({ kind: 'pleg-event-ignored', type: 'ContainerDied', pod: { uid: UID }, containerId: ID });
    expect(
      only(
        at(
          'I',
          'kubelet.go:1927',
          `SyncLoop (PLEG): ignore irrelevant event: &pleg.PodLifecycleEvent{ID:"${UID}", Type:"ContainerDied", Data:"${ID}"}`,
        ),
      )['kind'],
    ).toBe('pleg-event-ignored');
  });
});

describe('other facts', () => {
  const rpc = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';
  const error = { text: rpc, code: 'DeadlineExceeded' };
  it.each<[string, string, Record<string, unknown>]>([
    [
      'a failed relist',
      at('E', 'generic.go:312', `"GenericPLEG: Unable to retrieve pods" err="${rpc}"`),
      { kind: 'relist-failed', scope: 'all', pod: {}, error },
    ],
    [
      'a failed relist of 1.15',
      at('E', 'generic.go:205', `GenericPLEG: Unable to retrieve pods: ${rpc}`),
      { kind: 'relist-failed', scope: 'all', pod: {}, error },
    ],
    [
      'a failed relist of one pod',
      at('E', 'generic.go:436', `"GenericPLEG: Unable to retrieve pod" err="${rpc}" podUID="${UID}"`),
      { kind: 'relist-failed', scope: 'pod', pod: { uid: UID }, error },
    ],
    [
      'a relist at -v=5',
      at('I', 'generic.go:298', '"GenericPLEG: Relisting"'),
      { kind: 'relist-started', scope: 'all', pod: {} },
    ],
    [
      'a finished container',
      at('I', 'generic.go:413', `"Generic (PLEG): container finished" podID="${UID}" containerID="${ID}" exitCode=137`),
      { kind: 'container-finished', pod: { uid: UID }, containerId: ID, exitCode: 137 },
    ],
    [
      'a finished container of 1.26',
      at('I', 'generic.go:332', `"Generic (PLEG): container finished" podID=${UID} containerID="${ID}" exitCode=0`),
      { kind: 'container-finished', pod: { uid: UID }, containerId: ID, exitCode: 0 },
    ],
    [
      'a change of state',
      at('I', 'generic.go:155', `GenericPLEG: ${UID}/${ID}: running -> exited`),
      { kind: 'state-change', pod: { uid: UID }, containerId: ID, oldState: 'running', newState: 'exited' },
    ],
    [
      'a call with its wrapper as caller',
      at('E', 'log.go:32', `"Status from runtime service failed" err="${rpc}"`),
      { kind: 'runtime-call-failed', method: 'Status', error, pod: {} },
    ],
    [
      'a list call for one pod',
      at(
        'E',
        'remote_runtime.go:347',
        `"ListPodSandbox with filter from runtime service failed" err="${rpc}" filter="label_selector:{key:\\"io.kubernetes.pod.uid\\"  value:\\"${UID}\\"}"`,
      ),
      { kind: 'runtime-call-failed', method: 'ListPodSandbox', error, pod: { uid: UID } },
    ],
    [
      'an old call',
      at('E', 'remote_runtime.go:295', `ContainerStatus "${ID}" from runtime service failed: ${rpc}`),
      { kind: 'runtime-call-failed', method: 'ContainerStatus', error, pod: {}, containerId: ID },
    ],
    [
      'a failed sanity check',
      at('E', 'kubelet.go:2149', `Container runtime sanity check failed: ${rpc}`),
      { kind: 'status-failed', error },
    ],
    [
      'a runtime that is not ready',
      at('I', 'kubelet.go:3270', '"Container runtime not ready" runtimeReady="RuntimeReady=false reason:x message:y"'),
      { kind: 'runtime-not-ready', text: 'RuntimeReady=false reason:x message:y' },
    ],
    [
      'a network that is not ready',
      at(
        'E',
        'kubelet.go:2866',
        '"Container runtime network not ready" networkReady="NetworkReady=false reason:x message:y"',
      ),
      { kind: 'network-not-ready', text: 'NetworkReady=false reason:x message:y' },
    ],
    [
      'a network that is not ready, in the whole answer of the runtime',
      at(
        'I',
        'kubelet.go:2916',
        '"Container runtime status" status="Runtime Conditions: RuntimeReady=true reason: message:, NetworkReady=false reason:x message:a, b, ContainerdHasNoDeprecationWarnings=true reason: message:; Handlers: , Features: nil"',
      ),
      { kind: 'network-not-ready', text: 'NetworkReady=false reason:x message:a, b', ofStatus: true },
    ],
    [
      'slow housekeeping',
      at(
        'E',
        'kubelet.go:2824',
        '"Housekeeping took longer than expected" err="housekeeping took too long" expected="1s" actual="2m0.001s"',
      ),
      { kind: 'housekeeping-slow', took: 120_001_000 },
    ],
    [
      'slow housekeeping of 1.24',
      at('E', 'kubelet.go:2060', '"Housekeeping took longer than 15s" err="housekeeping took too long" seconds=16.25'),
      { kind: 'housekeeping-slow', took: 16_250_000 },
    ],
    [
      'housekeeping with an error',
      at('E', 'kubelet.go:1970', `Failed cleaning pods: ${rpc}`),
      { kind: 'housekeeping-failed', error },
    ],
    [
      'the end of housekeeping',
      at('I', 'kubelet.go:2826', '"SyncLoop (housekeeping) end" duration="3ms"'),
      { kind: 'housekeeping', phase: 'end', took: 3000 },
    ],
    [
      'a node event',
      at('I', 'kubelet_node_status.go:531', 'Recording NodeNotReady event message for node worker-22'),
      { kind: 'node-event', event: 'NodeNotReady', node: 'worker-22' },
    ],
    ['the version', at('I', 'server.go:416', 'Version: v1.20.0'), { kind: 'kubelet-version', version: 'v1.20.0' }],
    ['a version cut', at('I', 'server.go:416', 'Version: v1.20.1>'), { kind: 'kubelet-version', version: 'v1.20' }],
    [
      'the runtime',
      at(
        'I',
        'kuberuntime_manager.go:262',
        '"Container runtime initialized" containerRuntime="containerd" version="1.7.27" apiVersion="v1"',
      ),
      { kind: 'runtime-version', runtime: 'containerd', version: '1.7.27' },
    ],
    [
      'the runtime, in older words',
      at(
        'I',
        'kuberuntime_manager.go:205',
        'Container runtime docker initialized, version: 18.09.7, apiVersion: 1.39.0',
      ),
      { kind: 'runtime-version', runtime: 'docker', version: '18.09.7' },
    ],
    [
      'a flag',
      at('I', 'flags.go:64', 'FLAG: --runtime-request-timeout="2m0s"'),
      { kind: 'flag', name: 'runtime-request-timeout', value: '2m0s' },
    ],
    [
      'a flag with quotes in it',
      at('I', 'flags.go:64', 'FLAG: --node-labels="a=\\"b\\""'),
      { kind: 'flag', name: 'node-labels', value: 'a="b"' },
    ],
    [
      'the gates that are set',
      at('I', 'feature_gate.go:249', 'feature gates: &{map[EventedPLEG:true]}'),
      { kind: 'flag', name: 'feature-gates', value: '&{map[EventedPLEG:true]}' },
    ],
    [
      'the gates that are set, of 1.36',
      at('I', 'feature_gate.go:476', '"Updated" featureGates={"EventedPLEG":true}'),
      { kind: 'flag', name: 'feature-gates', value: '{"EventedPLEG":true}' },
    ],
    [
      'the start of the loop',
      at('I', 'kubelet.go:1799', 'Starting kubelet main sync loop.'),
      { kind: 'sync-loop-started' },
    ],
    [
      'new pods of 1.20',
      at('I', 'kubelet.go:1885', `SyncLoop (ADD, "api"): "a_ns(${UID}), b_ns(${UID})"`),
      {
        kind: 'pod-config',
        operation: 'ADD',
        from: 'api',
        pods: [
          { namespace: 'ns', name: 'a', uid: UID },
          { namespace: 'ns', name: 'b', uid: UID },
        ],
      },
    ],
    [
      'new pods of 1.25',
      at('I', 'kubelet.go:2100', '"SyncLoop ADD" source="api" pods=[ns/a ns/b]'),
      {
        kind: 'pod-config',
        operation: 'ADD',
        from: 'api',
        pods: [
          { namespace: 'ns', name: 'a' },
          { namespace: 'ns', name: 'b' },
        ],
      },
    ],
    [
      'no pods',
      at('I', 'kubelet.go:1885', 'SyncLoop (ADD, "api"): ""'),
      { kind: 'pod-config', operation: 'ADD', from: 'api', pods: [] },
    ],
    [
      'an updated pod with a deletion time',
      at('I', 'kubelet.go:1888', `SyncLoop (UPDATE, "api"): "a_ns(${UID}):DeletionTimestamp=2026-11-21T00:00:00Z"`),
      { kind: 'pod-config', operation: 'UPDATE', from: 'api', pods: [{ namespace: 'ns', name: 'a', uid: UID }] },
    ],
    [
      'a held back event of 1.13, name first',
      at('E', 'generic.go:247', `PLEG: Ignoring events for pod web-1/default: ${rpc}`),
      { kind: 'events-held-back', pod: { namespace: 'default', name: 'web-1' }, error },
    ],
    [
      'a failed inspection of 1.13, name first',
      at('E', 'generic.go:271', `PLEG: pod web-1/default failed reinspection: ${rpc}`),
      { kind: 'inspect-failed', pod: { namespace: 'default', name: 'web-1' }, error },
    ],
    [
      'a written status with an error',
      at('E', 'generic.go:537', `"PLEG: Write status" err="${rpc}" pod="default/web-1"`),
      { kind: 'inspect-failed', pod: { namespace: 'default', name: 'web-1' }, error },
    ],
    [
      'statuses that could not be read',
      at('E', 'kuberuntime_manager.go:969', `getPodContainerStatuses for pod "web-1_default(${UID})" failed: ${rpc}`),
      { kind: 'inspect-failed', pod: { namespace: 'default', name: 'web-1', uid: UID }, error },
    ],
    [
      'a full channel',
      at('E', 'generic.go:288', 'event channel is full, discard this relist() cycle event'),
      { kind: 'event-channel-full' },
    ],
    [
      'a killed container',
      at('I', 'kuberuntime_container.go:581', `Killing container "docker://${ID}" with 30 second grace period`),
      { kind: 'container-named', pod: {}, what: 'killing', containerId: ID },
    ],
    [
      'a probe of the prober',
      at(
        'I',
        'prober.go:107',
        `"Probe failed" probeType="Liveness" pod="nginx/bus" podUID=${UID} containerName="nginx" probeResult=failure output="x"`,
      ),
      {
        kind: 'pod-trouble',
        what: 'probe',
        subject: 'liveness',
        pod: { namespace: 'nginx', name: 'bus', uid: UID },
        container: 'nginx',
        error: { text: 'its own output' },
      },
    ],
    [
      'a probe of the prober to 1.20',
      at('I', 'prober.go:112', `Liveness probe for "bus_nginx(${UID}):web" failed (failure): dial tcp: "x):y"`),
      {
        kind: 'pod-trouble',
        what: 'probe',
        subject: 'liveness',
        pod: { namespace: 'nginx', name: 'bus', uid: UID },
        container: 'web',
        error: { text: 'its own output' },
      },
    ],
    [
      'a probe in the loop',
      at('I', 'kubelet.go:2780', '"SyncLoop (probe)" probe="readiness" status="ready" pod="ns/a"'),
      { kind: 'probe', probe: 'readiness', result: 'ready', pod: { namespace: 'ns', name: 'a' }, byLoop: true },
    ],
    [
      'a pod that cannot be synced',
      at('E', 'pod_workers.go:191', `Error syncing pod ${UID} ("a_ns(${UID})"), skipping: x`),
      { kind: 'pod-sync-error', pod: { namespace: 'ns', name: 'a', uid: UID }, error: { text: 'x' } },
    ],
    [
      'a broken network',
      at(
        'E',
        'kuberuntime_manager.go:800',
        '"CreatePodSandbox for pod failed" err="rpc error: code = Unknown desc = failed to setup network for sandbox \\"x\\": no route" pod="ns/a"',
      ),
      {
        kind: 'cni-failed',
        pod: { namespace: 'ns', name: 'a' },
        error: {
          text: 'rpc error: code = Unknown desc = failed to setup network for sandbox "x": no route',
          code: 'Unknown',
        },
      },
    ],
    [
      'an F line that no row knows',
      at('F', 'csi_plugin.go:416', 'Failed to initialize CSINode after retrying: timed out waiting for the condition'),
      {
        kind: 'kubelet-exit',
        text: 'Failed to initialize CSINode after retrying: timed out waiting for the condition',
        fatal: true,
        by: 'fatal',
      },
    ],
    [
      'the fall-back of Evented PLEG',
      at('I', 'evented.go:194', '"Fall back to Generic PLEG relisting since Evented PLEG is not working"'),
      { kind: 'evented', what: 'fall-back', pod: {} },
    ],
  ])('%s', (_, line, fact) => {
    expect(only(line)).toEqual(fact);
  });

  it('a written status without an error is no fact, whatever its severity', () => {
    expect(factsOf(at('E', 'generic.go:411', '"PLEG: Write status" pod="default/web-1"'))).toEqual([]);
    expect(
      factsOf(
        at('I', 'generic.go:386', 'PLEG: Write status for web-1/default: &container.PodStatus{ID:"x"} (err: <nil>)'),
      ),
    ).toEqual([]);
  });

  it('a failed PodSandboxStatus is a failed call and a failed inspection', () => {
    const facts = factsOf(
      at(
        'E',
        'kuberuntime_manager.go:2044',
        `"PodSandboxStatus of sandbox for pod" err="${rpc}" pod="web-1_default(${UID})" podSandboxID="${ID}"`,
      ),
    );
    const pod = { namespace: 'default', name: 'web-1', uid: UID };
    expect(facts.map(own)).toEqual([
      { kind: 'runtime-call-failed', method: 'PodSandboxStatus', error, pod, sandboxId: ID },
      { kind: 'inspect-failed', pod, error, sandboxId: ID },
    ]);
  });

  it('the end of a kubelet says why', () => {
    const kinds = (line: string): FactKind[] => factsOf(line).map((fact) => fact.kind);
    const driver = at(
      'F',
      'server.go:269',
      'failed to run Kubelet: misconfiguration: kubelet cgroup driver: "cgroupfs" is different from docker cgroup driver: "systemd"',
    );
    expect(kinds(driver)).toEqual(['startup-failed', 'kubelet-exit']);
    expect(factsOf(driver)[0]).toMatchObject({ cause: 'cgroup-driver' });
    expect(factsOf(at('E', 'kubelet.go:1500', '"Failed to start ContainerManager" err="x"'))[0]).toMatchObject({
      kind: 'startup-failed',
      cause: 'container-manager',
      text: 'Failed to start ContainerManager: x',
    });
    expect(reader.facts(journalRecord('kubelet', 'panic: runtime error: invalid memory address'))).toMatchObject([
      { kind: 'kubelet-exit', fatal: true },
    ]);
  });

  it('node conditions in their three forms', () => {
    const message = 'PLEG is not healthy: pleg was last seen active 3m10.114621889s ago; threshold is 3m0s';
    for (const line of [
      at(
        'I',
        'setters.go:577',
        `Node became not ready: {Type:Ready Status:False LastHeartbeatTime:2026-11-21 00:43:12.3 +0000 UTC m=+253.0 LastTransitionTime:2026-11-21 00:43:12.3 +0000 UTC m=+253.0 Reason:KubeletNotReady Message:${message}}`,
      ),
      at(
        'I',
        'setters.go:579',
        `"Node became not ready" node="worker-2" condition={Type:Ready Status:False LastHeartbeatTime:2026-11-21 00:43:12.3 +0000 UTC m=+253.0 LastTransitionTime:2026-11-21 00:43:12.3 +0000 UTC m=+253.0 Reason:KubeletNotReady Message:${message}}`,
      ),
      at(
        'I',
        'setters.go:547',
        `"Node became not ready" node="worker-2" condition={"type":"Ready","status":"False","lastHeartbeatTime":"2026-11-21T00:31:52Z","lastTransitionTime":"2026-11-21T00:31:52Z","reason":"KubeletNotReady","message":"${message}"}`,
      ),
      `{"ts":1795221125918.9211,"caller":"nodestatus/setters.go:547","msg":"Node became not ready","v":0,"node":{"name":"worker-10"},"condition":{"type":"Ready","status":"False","reason":"KubeletNotReady","message":"${message}"}}`,
    ])
      expect(only(line)).toMatchObject({
        kind: 'node-condition',
        ready: false,
        reason: 'KubeletNotReady',
        text: message,
        reasons: [{ kind: 'pleg-stale', elapsed: 190_114_621.889 }],
      });
  });

  it('carries time and place of the record', () => {
    expect(
      reader.facts(recordOf(at('I', 'kubelet.go:2637', '"Starting kubelet main sync loop"'), 12))[0],
    ).toMatchObject({
      source: 0,
      line: 12,
      time: Date.UTC(2026, 10, 21, 0, 31, 44) * 1000 + 596_435,
      message: 'syncloop.start.s',
    });
  });

  it('a record that lost its time counts, with the time of the one before', () => {
    const own = createMessageReader();
    own.facts(recordOf(at('I', 'kubelet.go:2637', '"Starting kubelet main sync loop"')));
    expect(
      own.facts({
        source: 0,
        line: 2,
        lines: 1,
        message: '  skipping pod synchronization - container runtime is down',
        pairs: [],
      }),
    ).toMatchObject([{ kind: 'skip', timeUnknown: true, time: Date.UTC(2026, 10, 21, 0, 31, 44) * 1000 + 596_435 }]);
  });
});

describe('neighbours', () => {
  it.each<[string, string, Record<string, unknown>]>([
    [
      'kernel',
      '[12345.678901] INFO: task dockerd:1234 blocked for more than 120 seconds.',
      { kind: 'neighbour', what: 'kernel-hung-task', unit: 'kernel' },
    ],
    ['kernel', 'Out of memory: Killed process 4242 (java) total-vm:1kB', { kind: 'neighbour', what: 'out-of-memory' }],
    ['kernel', 'nfs: server 10.0.0.9 not responding, still trying', { kind: 'neighbour', what: 'nfs' }],
    ['kernel', 'blk_update_request: I/O error, dev sda, sector 12345', { kind: 'neighbour', what: 'io-error' }],
    [
      'systemd',
      'Started kubelet: The Kubernetes Node Agent.',
      { kind: 'neighbour', what: 'unit-started', unit: 'kubelet: The Kubernetes Node Agent' },
    ],
    [
      'systemd',
      'Stopping containerd.service - containerd container runtime...',
      { kind: 'neighbour', what: 'unit-stopped', unit: 'containerd.service' },
    ],
    [
      'systemd',
      "kubelet.service: Failed with result 'exit-code'.",
      { kind: 'neighbour', what: 'unit-failed', unit: 'kubelet.service' },
    ],
    [
      'systemd',
      'kubelet.service: Main process exited, code=exited, status=1/FAILURE',
      { kind: 'neighbour', what: 'unit-failed', unit: 'kubelet.service' },
    ],
    [
      'systemd',
      'kubelet.service: Watchdog timeout (limit 2min)!',
      { kind: 'neighbour', what: 'watchdog', unit: 'kubelet.service' },
    ],
    [
      'containerd',
      'time="2026-11-21T00:00:00Z" level=info msg="containerd successfully booted in 0.1s"',
      { kind: 'neighbour', what: 'runtime-started' },
    ],
    [
      'containerd',
      'time="2026-11-21T00:00:00Z" level=error msg="StopPodSandbox for \\"abc\\" failed" error="context deadline exceeded"',
      { kind: 'neighbour', what: 'runtime-error' },
    ],
    [
      'dockerd',
      'time="x" level=info msg="Container abc failed to exit within 30 seconds of signal 15 - using the force"',
      { kind: 'neighbour', what: 'runtime-error' },
    ],
    ['systemd-journald', 'Suppressed 1234 messages from kubelet.service', { kind: 'journal-loss', lost: 1234 }],
  ])('%s: %s', (identifier, text, fact) => {
    expect(reader.facts(journalRecord(identifier, text))).toMatchObject([fact]);
  });

  it('marks of a new boot', () => {
    expect(reader.facts(journalRecord(undefined, '-- Reboot --')).map((fact) => fact.kind)).toEqual(['boot']);
    expect(
      reader.facts(journalRecord(undefined, '-- Boot 0123456789abcdef0123456789abcdef --')).map((fact) => fact.kind),
    ).toEqual(['boot']);
  });

  it('are no troubles when all is well again', () => {
    expect(reader.facts(journalRecord('kernel', 'nfs: server 10.0.0.9 OK'))).toEqual([]);
  });

  it.each([
    (unit: string) => `${unit}: Scheduled restart job, restart counter is at 3.`,
    (unit: string) => `${unit}: Service hold-off time over, scheduling restart.`,
    (unit: string) => `${unit} holdoff time over, scheduling restart.`,
    (unit: string) => `${unit}: Service RestartSec=10s expired, scheduling restart.`,
  ])('keep what systemd says of the restart of a kubelet, and of no other unit', (words) => {
    expect(reader.facts(journalRecord('systemd', words('kubelet.service')))).toMatchObject([
      { kind: 'neighbour', what: 'unit-restarts' },
    ]);
    expect(reader.facts(journalRecord('systemd', words('cron.service')))).toEqual([]);
  });

  it("leaves out the units that each pod brings, and a kubelet's words in other mouths", () => {
    expect(
      reader.facts(
        journalRecord(
          'systemd',
          'Started libcontainer container ee86fb8be61987b83e1da1338b09fc0a83dcd12f9754455e668b16dc98f20f48.',
        ),
      ),
    ).toEqual([]);
    expect(
      reader.facts(journalRecord('systemd', 'run-containerd-runc-k8s.io-b4de1fa4.mount: Deactivated successfully.')),
    ).toEqual([]);
    expect(reader.facts(journalRecord('containerd', 'skipping pod synchronization - PLEG is not healthy'))).toEqual([]);
  });
});

describe('volumes that are attached', () => {
  const failed = (operation: string): string =>
    at(
      'E',
      'nestedpendingoperations.go:348',
      `Operation for "{volumeName:csi/x^vol-07 podName: nodeName:node-a}" failed. No retries permitted until 2026-03-10 08:00:09.6 +0000 UTC m=+9.1 (durationBeforeRetry 500ms). Error: ${operation} failed for volume "pvc-77" (UniqueName: "csi/x^vol-07") from node "node-a" : rpc error: code = Aborted`,
    );

  it('are a trouble that does not tell who wrote it', () => {
    expect(only(failed('AttachVolume.Attach'))).toMatchObject({
      kind: 'node-trouble',
      what: 'attach',
      subject: 'pvc-77',
    });
    expect(only(failed('MountVolume.MountDevice'))).toMatchObject({ kind: 'volume-failed' });
    expect(factsOf(failed('DetachVolume.Detach'))).toEqual([]);
  });
});

describe('what was noted of processors and memory', () => {
  it('keeps the container manager from starting when it does not fit', () => {
    expect(
      only(
        at(
          'E',
          'cpu_manager.go:223',
          '"Could not initialize checkpoint manager, please drain node and remove policy state file" err="could not restore state from checkpoint"',
        ),
      ),
    ).toMatchObject({ kind: 'startup-failed', cause: 'container-manager' });
    expect(
      factsOf(at('E', 'cpu_manager.go:395', '"RemoveStaleState: removing container" podUID="x" containerName="web"')),
    ).toEqual([]);
  });
});

describe('leases', () => {
  it.each([
    ['kube-node-lease/leases/n1', 'lease'],
    ['kube-system/leases/apiserver-wcuw6wcdu6', 'client'],
  ])('of %s are renewed by the kubelet, or by who runs beside it', (lease, call) => {
    const url = `https://10.0.0.1:6443/apis/coordination.k8s.io/v1/namespaces/${lease}`;
    expect(
      only(
        at(
          'E',
          'controller.go:146',
          `"Failed to ensure lease exists, will retry" err="Put \\"${url}\\": context canceled"`,
        ),
      ),
    ).toMatchObject({ kind: 'api-error', call });
  });

  it.each([
    ['kube-node-lease', 'lease'],
    ['kube-system', 'client'],
  ])('in %s, before that is there, are of the kubelet, or of who runs beside it', (namespace, call) => {
    const text = `"Failed to ensure lease exists, will retry" err="namespaces \\"${namespace}\\" not found" interval="200ms"`;
    expect(only(at('E', 'controller.go:146', text))).toMatchObject({ kind: 'api-error', call });
  });
});

describe('errors that no row knows', () => {
  const errorsOf = (records: readonly LogRecord[]): readonly string[] => {
    const reader = createMessageReader();
    return records.flatMap((record) =>
      reader.facts(record).flatMap((fact) => (fact.kind === 'other-error' ? [fact.text] : [])),
    );
  };

  it('are kept of so many places of a source, however many write them', () => {
    const lines = Array.from({ length: 100 }, (_, place) =>
      recordOf(at('E', `widget.go:${place + 1}`, `Widget ${place} broke`)),
    );
    expect(errorsOf([...lines, ...lines])).toEqual(Array.from({ length: 64 }, (_, place) => `Widget ${place} broke`));
  });

  it('are not those of another program that writes like k3s', () => {
    const said = (writer: string): LogRecord =>
      journalRecord(writer, 'time="2026-11-21T00:00:01Z" level=error msg="The widget broke"');
    expect(errorsOf([said('containerd')])).toEqual([]);
    expect(errorsOf([said('rke2')])).toEqual(['The widget broke']);
  });
});
