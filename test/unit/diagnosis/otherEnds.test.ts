/** Ends and troubles that nobody but the node's own circumstances explain, as captures of other nodes showed them: a machine that goes down, a server that answers again, a runtime of another interface. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { projectRoot } from '../../support/shared.ts';
import { replayOf } from '../replay/readLog.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const at = (time: string, rest: string): string =>
  `May 12 ${time.slice(0, 8)} rack-7 kubelet[4410]: ${rest.replace('%', `0512 ${time}    4410`)}`;
const found = (...lines: readonly string[]): readonly Finding[] => diagnoseText(`${lines.join('\n')}\n`).findings;

describe('a machine that goes down', () => {
  const NOT_READY = at(
    '22:40:03.118204',
    'I% setters.go:552] "Node became not ready" node="rack-7" condition={"type":"Ready","status":"False","lastHeartbeatTime":"2026-05-12T22:40:03Z","lastTransitionTime":"2026-05-12T22:40:03Z","reason":"KubeletNotReady","message":"node is shutting down"}',
  );

  it('is why the node is NotReady, and the first thing said', () => {
    const { answer, findings } = diagnoseText(`${NOT_READY}\n`);
    expect(findings[0]).toMatchObject({ id: 'node-shutdown', confidence: 'high' });
    expect(findings[0]?.explanation).toContain('At 22:40:03.118 systemd told the kubelet');
    expect(answer.headline).toContain('The node was shut down');
  });

  const event = (value: string): string =>
    at(
      '22:40:03.101733',
      `I% nodeshutdown_manager_linux.go:262] "Shutdown manager detected new shutdown event, isNodeShuttingDownNow" event=${value}`,
    );

  it('is told by the shutdown manager alone, too', () => {
    expect(found(event('true'))[0]?.id).toBe('node-shutdown');
  });

  it('goes down once, however many lines say so', () => {
    const done = at(
      '22:40:34.890638',
      'I% nodeshutdown_manager_linux.go:324] "Shutdown manager completed processing shutdown event, node will shutdown shortly"',
    );
    expect(found(event('true'), NOT_READY, done)[0]?.title).toBe('The node was shut down');
  });

  it('is off where nothing says that it came back, and then only', () => {
    const stateOf = (...lines: readonly string[]): string => diagnoseText(`${lines.join('\n')}\n`).answer.state;
    const later = at('22:41:30.118204', 'I% kubelet.go:2424] "SyncLoop ADD" source="api" pods=["prod/web-1"]');
    const ready = at(
      '22:41:30.118204',
      'I% kubelet_node_status.go:696] "Recording event message for node" node="rack-7" event="NodeReady"',
    );
    const before = ready.replaceAll('22:41:30', '22:39:30');
    const isBack = later.replaceAll('4410', '1101').replaceAll('22:41:30', '22:40:50');
    const logind = 'May 12 22:40:03 rack-7 systemd-logind[666]: Power key pressed.';
    const begins = at('22:40:50.118204', 'I% server.go:491] "Kubelet version" kubeletVersion="v1.28.3"');
    expect(stateOf(event('true'))).toBe('unhealthy-at-end');
    expect(stateOf(logind, event('true'))).toBe('unhealthy-at-end');
    expect(stateOf(logind, event('true'), begins.replaceAll('4410', '1101'))).toBe('recovered');
    expect(stateOf(before, event('true'))).toBe('unhealthy-at-end');
    expect(stateOf(event('true'), NOT_READY, later)).toBe('unhealthy-at-end');
    expect(stateOf(event('true'), later)).toBe('recovered');
    expect(stateOf(event('true'), NOT_READY, ready)).toBe('recovered');
    expect(stateOf(event('true'), isBack)).toBe('recovered');
  });

  it('is not one whose shutdown was called off', () => {
    expect(found(event('false'))).toEqual([]);
  });
});

describe('an API server that answers again', () => {
  const failed = at(
    '22:40:03.118204',
    'E% controller.go:251] "Failed to update lease" err="etcdserver: request timed out"',
  );
  const changed = at(
    '22:40:05.118204',
    'E% controller.go:251] "Failed to update lease" err="Operation cannot be fulfilled on leases.coordination.k8s.io \\"rack-7\\": the object has been modified; please apply your changes to the latest version and try again"',
  );

  it('was out of reach no longer when it said that an object was changed', () => {
    expect(found(failed)[0]?.explanation).toContain('The log ends with it.');
    const [finding] = found(failed, changed);
    expect(finding).toMatchObject({ id: 'api-unreachable', confidence: 'low' });
    expect(finding?.explanation).toContain('It was over before the log ends.');
  });

  it('says so in a line whose middle was cut away, too', () => {
    const cut = changed.replace(/ct has been modified.*latest ve/, '…');
    expect(cut).toContain('the obje…rsion and try again');
    expect(found(failed, cut)[0]?.explanation).toContain('It was over before the log ends.');
  });
});

describe('a start that fails', () => {
  it('for the interface of the runtime is not answered by starting the runtime', () => {
    const [finding] = found(
      at(
        '22:40:03.118204',
        'F% server.go:274] failed to run Kubelet: failed to create kubelet: get remote runtime typed version failed: rpc error: code = Unimplemented desc = unknown service runtime.v1alpha2.RuntimeService',
      ),
    );
    expect(finding?.id).toBe('runtime-unreachable');
    expect(finding?.nextSteps[0]).toContain('crictl version');
    expect(finding?.explanation).not.toContain('to notice that the runtime is back');
  });

  it('for the driver of control groups says nothing of skips that are not there, and names the tools of a runtime whose name was cut', () => {
    const [finding] = found(
      at(
        '22:40:03.118204',
        'E% server.go:294] "Failed to run kubelet" err="failed to run Kubelet: misconfiguration: kubelet cgroup driver: \\"systemd\\" is different from docke',
      ),
    );
    expect(finding?.id).toBe('cgroup-driver');
    expect(finding?.explanation).not.toContain('skips');
    expect(finding?.nextSteps.join(' ')).toContain('systemctl restart docker kubelet');
    expect(finding?.nextSteps.join(' ')).not.toContain('containerd');
  });
});

describe('kubelets that ended alike', () => {
  it('are told of once', () => {
    const life = (pid: number, second: number): string =>
      [
        `May 12 22:40:${second} rack-7 kubelet[${pid}]: I0512 22:40:${second}.018204    ${pid} server.go:440] "Kubelet version" kubeletVersion="v1.22.0"`,
        `May 12 22:40:${second} rack-7 kubelet[${pid}]: E0512 22:40:${second}.118204    ${pid} run.go:74] "command failed" err="failed to load kubelet config file, path: /var/lib/kubelet/config.yaml"`,
        `May 12 22:40:${second} rack-7 systemd[1]: kubelet.service: Main process exited, code=exited, status=1/FAILURE`,
      ].join('\n');
    const restart = found(life(4410, 10), life(4455, 20), life(4501, 30), life(4560, 40)).find(
      ({ id }) => id === 'kubelet-restart',
    );
    expect(restart?.explanation).toContain('Each of the earlier ones ended with exit code 1.');
  });
});

describe('a panic that was caught and thrown anew', () => {
  const log = readFileSync(join(projectRoot, 'test/fixtures/findings/panic/found-caught-and-thrown-anew.log'), 'utf8');

  it('ended the kubelet, and nothing else did', () => {
    const { findings } = diagnoseText(log);
    const found = findings.find(({ id }) => id === 'panic');
    expect(found?.title).toBe('The kubelet ended with a panic or fatal error of Go');
    expect(found?.explanation).not.toContain('the kubelet went on');
    expect(findings.map(({ id }) => id)).not.toContain('kubelet-fatal');
  });

  it('is of the program that has the kubelet in it, where that is k3s: what panicked may be its API server', () => {
    const line =
      'Jul 22 18:55:59 n1 k3s[1697]: E0722 18:55:59.543714    1697 runtime.go:76] Observed a panic: F0722 18:55:59.543496    1697 controller.go:170] Unable to perform initial IP allocation check';
    const title = (text: string): string | undefined => diagnoseText(text).findings[0]?.title;
    expect(title(line)).toBe('A part of the program that runs the kubelet panicked');
    expect(title(line.replace('k3s[', 'kubelet['))).toBe('A part of the kubelet panicked');
  });

  it('did not, where the kubelet ended with another status', () => {
    const found = diagnoseText(log.replace('status=2/INVALIDARGUMENT', 'status=1/FAILURE')).findings;
    expect(found.find(({ id }) => id === 'panic')?.explanation).toContain('do not show whether the panic was caught');
  });

  it('is known not to be thrown anew only where the same kubelet says something later', () => {
    const line = (second: string, pid: number, rest: string): string =>
      `Oct 21 06:03:${second} n1 kubelet[${pid}]: E1021 06:03:${second}.580766    ${pid} ${rest}\n`;
    const panics = line(
      '51',
      1530,
      'runtime.go:78] Observed a panic: "invalid memory address or nil pointer dereference"',
    );
    const later = (pid: number): string =>
      line('58', pid, 'evented.go:356] "Evented PLEG: Get cache" err="a" podID="b"');
    const meaning = (text: string): string | undefined =>
      diagnoseText(text).findings.find(({ id }) => id === 'panic')?.explanation;
    expect(meaning(panics)).toContain('do not show whether the panic was caught');
    expect(meaning(panics + later(1881))).toContain('do not show whether the panic was caught');
    expect(meaning(panics + later(1530))).toContain('The panic was caught, so the kubelet went on');
  });
});

describe('a k0s worker', () => {
  it('is known by a single line of its kubelet', () => {
    const { history } = replayOf(
      'May 12 22:40:03 rack-7 k0s[900]: time="2026-05-12 22:40:03" level=info msg="E0512 22:40:03.803219    4410 controller.go:187] failed to update lease, error: Operation cannot be fulfilled on leases.coordination.k8s.io \\"rack-7\\": the object has been modified" component=kubelet\n',
    );
    expect(history.processes.map(({ pid }) => pid)).toEqual([4410]);
  });
});

describe('a relist that nothing explains', () => {
  const stale = at(
    '22:49:17.171114',
    'I% setters.go:548] "Node became not ready" node="rack-7" condition={Type:Ready Status:False LastHeartbeatTime:2026-05-12 22:49:17.170974959 +0000 UTC m=+1962.581166852 LastTransitionTime:2026-05-12 22:49:17.170974959 +0000 UTC m=+1962.581166852 Reason:KubeletNotReady Message:PLEG is not healthy: pleg was last seen active 3m1.104514415s ago; threshold is 3m0s}',
  );

  it('has a call beside it that got no answer, where there is one', () => {
    const call = at(
      '22:48:13.187571',
      'E% remote_runtime.go:326] "StartContainer from runtime service failed" err="rpc error: code = Unknown desc = failed to start container \\"0c1d\\": operation timeout: context deadline exceeded" containerID="0c1d"',
    );
    const said = plain(diagnoseText(`${call}\n${stale}\n`).answer);
    expect(said).toContain('others got no answer at that time');
    expect(said).toContain('StartContainer');
    expect(said).not.toContain('no failed call');
  });

  it('says that no call of PLEG failed, where none did', () => {
    expect(plain(diagnoseText(`${stale}\n`).answer)).toContain('it has no failed call of PLEG');
  });
});

describe('a kubelet with the certificate of another node', () => {
  it.each([
    'leases.coordination.k8s.io \\"rack-7\\" is forbidden: User \\"system:node:spare-2\\" cannot get resource \\"leases\\" in API group \\"coordination.k8s.io\\" in the namespace \\"kube-node-lease\\": can only access node lease with the same name as the requesting node',
    'nodes \\"rack-7\\" is forbidden: node \\"spare-2\\" is not allowed to modify node \\"rack-7\\"',
    'nodes \\"rack-7\\" is forbidden: node \\"spare-2\\" cannot modify node \\"rack-7\\"',
  ])('is told as whom it asks: %s', (text) => {
    const [finding] = found(
      at(
        '22:40:03.118204',
        `E% kubelet_node_status.go:113] "Unable to register node with API server" err="${text}" node="rack-7"`,
      ),
    );
    expect(finding?.id).toBe('api-refuses');
    expect(finding?.explanation).toContain('It takes the kubelet for that of spare-2');
  });
});

it('says no time of a panic whose lines have none, beside a line of systemd that has one', () => {
  const { answer } = diagnoseText(
    [
      'panic: runtime error: invalid memory address or nil pointer dereference',
      'goroutine 1 [running]:',
      'k8s.io/kubernetes/cmd/kubelet/app.run(0xc000a6c000)',
      'Oct 29 17:26:31 mk systemd[1]: kubelet.service: Main process exited, code=exited, status=2/INVALIDARGUMENT',
    ].join('\n'),
  );
  expect(plain(answer)).toContain('ended with a panic');
  expect(plain(answer)).not.toContain('Seen at');
});

describe('a kubelet that was started again', () => {
  const START = 'May 12 22:40:50 rack-7 systemd[1]: Started kubelet.service - kubelet: The Kubernetes Node Agent.';
  const DIED = at(
    '22:40:50.480602',
    'E% run.go:72] "command failed" err="failed to run Kubelet: validate service connection: connection refused"',
  );
  const answerOf = (...lines: readonly string[]): string => plain(diagnoseText(`${lines.join('\n')}\n`).answer);

  it('is told of, though it wrote nothing', () => {
    const answer = answerOf(START, DIED, START.replace('22:40:50', '22:41:04'));
    expect(answer).toContain('; systemd started it again at 22:41:04, but no line of that one is in this log.');
    expect(answer).not.toContain('no later one');
    // So it is where the newest line stands first, and of a start before its lines nothing is said.
    expect(answerOf(START.replace('22:40:50', '22:41:04'), DIED, START.replace('22:40:50', '22:40:40'))).toContain(
      '; systemd started it again at 22:41:04,',
    );
  });

  it('is none where the line is of its own start, in the same second', () =>
    expect(answerOf(START, DIED)).toContain('; no later one is in this log.'));
});

describe('the API server that is one program with the kubelet', () => {
  it('ended, and was not out of reach', () => {
    const line = (text: string): string => `Aug 18 11:11:24 n1 microk8s.daemon-kubelite[1838]: ${text}`;
    const { findings } = diagnoseText(
      [
        line('I0818 11:11:23.951295    1838 daemon.go:65] Starting API Server'),
        line('F0818 11:11:24.624965    1838 daemon.go:67] API Server exited context deadline exceeded'),
      ].join('\n'),
    );
    expect(findings.map(({ id }) => id)).toEqual(['kubelet-fatal']);
  });

  it('has files of its own, which are no configuration of the kubelet', () => {
    const { findings } = diagnoseText(
      'Sep 03 07:50:12 n1 microk8s.daemon-kubelite[902]: F0903 07:50:12.118402     902 daemon.go:67] API Server exited open info.yaml: error converting YAML to JSON: yaml: line 4: mapping values are not allowed in this context\n',
    );
    expect(findings.map(({ id }) => id)).toEqual(['kubelet-fatal']);
    expect(findings[0]?.explanation).toContain('yaml: line 4');
  });
});

describe('the other components that are one program with the kubelet', () => {
  const refused = (user: string): string =>
    `Oct 05 13:20:44 n1 k3s[771]: E1005 13:20:44.602808     771 reflector.go:138] k8s.io/client-go/informers/factory.go:134: Failed to watch *v1.Service: failed to list *v1.Service: services is forbidden: User "${user}" cannot list resource "services" in API group "" at the cluster scope\n`;

  it('may be refused something without the kubelet', () => {
    for (const user of ['system:k3s-controller', 'system:rke2-controller', 'system:kube-scheduler'])
      expect(diagnoseText(refused(user)).findings).toEqual([]);
    expect(diagnoseText(refused('system:node:n1')).findings.map(({ id }) => id)).toEqual(['api-refuses']);
  });

  it('end over a server that has not read what it looks at, and nobody is refused', () => {
    const { answer, findings } = diagnoseText(
      'time="2024-11-12T01:45:18Z" level=fatal msg="flannel exited: failed to acquire lease: nodes \\"n1\\" is forbidden: not yet ready to handle request"\n',
    );
    expect(findings.map(({ id }) => id)).not.toContain('api-refuses');
    expect(plain(answer)).not.toContain('credentials');
  });
});

it('gives the end of a kubelet of which only systemd tells no time that no line has', () => {
  const { answer } = diagnoseText(
    'Feb 09 18:30:07 rack-7 kubelet[612]: I0209 18:30:07.931204     612 server.go:663] "Some note" why="none"\nFeb 09 18:30:07 rack-7 systemd[1]: kubelet.service: Main process exited, code=exited, status=1/FAILURE\n',
  );
  expect(plain(answer)).not.toContain('18:30:07.999');
  expect(plain(answer)).toContain('18:30:07.931');
});

it('says of rke2 that rke2 ended, whose kubelet may never have run', () => {
  const line = (time: string, said: string): string =>
    `May 20 ${time} quince-7 rke2[40122]: time="2025-05-20T${time}Z" ${said}\n`;
  const { answer, findings } = diagnoseText(
    line('03:12:06', 'level=info msg="Starting rke2 agent v1.30.6+rke2r1 (1f2a3b)"') +
      line('03:14:41', 'level=fatal msg="failed to extract runtime image: unexpected EOF"'),
  );
  expect(findings[0]?.title).toBe('rke2 exited with an error, and no kubelet runs without it');
  expect(findings[0]?.nextSteps.join(' ')).not.toContain('kubelet.log');
  expect(plain(answer)).not.toMatch(/The kubelet (?:exited|ended)/);
});
