/** Commands of kubectl ask for the Node object, whose name a cloud may have made longer than that of the host. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const line = (time: string, text: string): string => `2026-11-21T${time}Z ip-10-0-1-2 kubelet[3210]: ${text}`;
const VERSION = line(
  '01:27:56.597000',
  'I1121 01:27:56.597000    3210 server.go:467] "Kubelet version" kubeletVersion="v1.29.0-eks-5e0fdde"',
);
const REGISTERED = line(
  '01:28:10.000000',
  'I1121 01:28:10.000000    3210 kubelet_node_status.go:76] "Successfully registered node" node="ip-10-0-1-2.ec2.internal"',
);
const LEASE = line(
  '01:40:20.000000',
  'E1121 01:40:20.000000    3210 controller.go:195] "Failed to update lease" err="Put \\"https://10.0.0.1:443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/ip-10-0-1-2.ec2.internal?timeout=10s\\": context deadline exceeded"',
);
const SKIP = line(
  '01:40:10.000000',
  'E1121 01:40:10.000000    3210 kubelet.go:2355] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m4.5s ago; threshold is 3m0s"',
);

const debugged = (...lines: readonly string[]): readonly (string | undefined)[] => [
  ...new Set(
    diagnoseText(lines.join('\n')).findings.flatMap(({ nextSteps }) =>
      nextSteps.flatMap((step) => /debug node\/(\S+)/.exec(step)?.[1] ?? []),
    ),
  ),
];

it('the name of a node ends where a line of another begins that was joined to it', () => {
  const event = (time: string): string =>
    `I1121 ${time}    3210 kubelet_node_status.go:486] Recording NodeNotReady event message for node n1`;
  const { answer } = diagnoseText(
    [event('01:28:10.000000'), 'runc invoked oom-killer: order=0', event('01:38:10.000000')].join('\n'),
  );
  expect(plain(answer)).toMatch(/^n1: /);
});

describe('the node that kubectl is asked for', () => {
  it('has the name under which it registered', () => {
    expect(debugged(VERSION, REGISTERED, SKIP)).toEqual(['ip-10-0-1-2.ec2.internal']);
  });

  it('has the name of its lease', () => {
    expect(debugged(VERSION, SKIP, LEASE)).toEqual(['ip-10-0-1-2.ec2.internal']);
  });

  it('has the name of its host where no line says another', () => {
    expect(debugged(VERSION, SKIP)).toEqual(['ip-10-0-1-2']);
  });

  it('has the name that it cannot register', () => {
    const line =
      'E0408 11:34:02.905583   14977 kubelet_node_status.go:94] Unable to register node "worker1" with API server: Post https://10.0.0.1:6443/api/v1/nodes: dial tcp 10.0.0.1:6443: connect: connection refused';
    expect(plain(diagnoseText(line).answer)).toMatch(/^worker1: /);
  });
});
