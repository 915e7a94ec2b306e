/** What a refusal means and what to do depends on for whom the API server takes the kubelet; and a Node that the kubelet does not know was refused by nobody. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from './diagnoseLog.ts';

const at = (time: string, rest: string): string => `E0311 ${time}    3120 ${rest}`;
const only = (...lines: readonly string[]): Finding | undefined => diagnoseText(`${lines.join('\n')}\n`).findings[0];
const registration = (time: string, user: string): string =>
  at(
    time,
    `kubelet_node_status.go:92] "Unable to register node with API server" err="nodes is forbidden: User \\"${user}\\" cannot create resource \\"nodes\\" in API group \\"\\" at the cluster scope" node="worker-b"`,
  );
const unknown = (time: string): string =>
  at(time, 'kubelet.go:2461] "Error getting node" err="node \\"worker-b\\" not found"');

describe('a namespace that the API server does not have', () => {
  const lease = (clock: string): string =>
    at(
      `${clock}.221940`,
      'controller.go:146] "Failed to ensure lease exists, will retry" err="namespaces \\"kube-node-lease\\" not found" interval="7s"',
    );
  const title = 'The API server has no namespace for what the kubelet writes';

  it('is no Node object that is not there', () => {
    const finding = only(
      ...['10:00', '10:07', '10:14', '10:21', '11:21', '12:21'].map((clock) => lease(`09:${clock}`)),
    );
    expect(finding).toMatchObject({ id: 'api-refuses', title, confidence: 'high' });
    expect(finding?.nextSteps.join(' ')).toContain('kubectl get namespaces');
  });

  it('is worth little for some seconds at a start, as in a new cluster', () => {
    const start = 'I0311 09:10:00.100000    3120 server.go:412] "Kubelet version" kubeletVersion="v1.28.2"';
    const later = at('09:20:00.000000', 'kubelet.go:2421] "SyncLoop ADD" source="api" pods=["default/web-1"]');
    const { findings } = diagnoseText(`${[start, lease('09:10:03'), lease('09:10:04'), later].join('\n')}\n`);
    expect(findings.find((finding) => finding.title === title)?.confidence ?? 'low').toBe('low');
  });
});

describe('a Node object that is not there yet', () => {
  const start = 'I0311 09:14:00.100000    3120 server.go:412] "Kubelet version" kubeletVersion="v1.28.2"';
  const first = (steps: readonly string[] | undefined): string => steps?.[0] ?? '';

  it('asks for nothing to be done for some seconds at a start', () => {
    const finding = only(start, unknown('09:14:02.221940'), unknown('09:14:03.221940'), unknown('09:14:04.221940'));
    expect(first(finding?.nextSteps)).toMatch(/^Nothing to do/);
  });

  it('was of a moment where the kubelet wrote errors for minutes after it, in a log of errors alone', () => {
    const missing = at(
      '09:14:02.221940',
      'controller.go:204] failed to get node "worker-b" when trying to set owner ref to the node lease: nodes "worker-b" not found',
    );
    const error = (time: string): string =>
      at(
        time,
        'pod_workers.go:190] Error syncing pod 05bfa325-5286-450b-a034-f07b40c3f28a ("a_b(05bfa325-5286-450b-a034-f07b40c3f28a)"), skipping: failed',
      );
    const after = diagnoseText([missing, error('09:14:30.000000'), error('09:18:30.000000')].join('\n')).findings;
    expect(after.find(({ id }) => id === 'api-refuses')?.confidence ?? 'low').toBe('low');
    const atTheEnd = diagnoseText([missing, error('09:14:30.000000')].join('\n')).findings;
    expect(atTheEnd.find(({ id }) => id === 'api-refuses')?.confidence).toBe('medium');
  });

  it('is to be looked into when it goes on for minutes', () => {
    const lines = Array.from({ length: 30 }, (_, at) => unknown(`09:${18 + at}:02.221940`));
    expect(first(only(start, ...lines)?.nextSteps)).toContain('journalctl');
  });
});

describe('a kubelet that the API server takes for nobody', () => {
  const lines = (name: string, version: string): string =>
    [
      `I0311 09:14:00.100000    3120 server.go:412] "Kubelet version" kubeletVersion="${version}"`,
      registration('09:14:02.221940', 'system:anonymous'),
      registration('09:14:09.221940', 'system:anonymous'),
    ]
      .map((line) => `Mar 11 09:14:00 worker-b ${name}[3120]: ${line}\n`)
      .join('');

  it('is asked first whether its request for a certificate waits', () => {
    const [finding] = diagnoseText(lines('kubelet', 'v1.28.2')).findings;
    expect(finding?.title).toBe('The API server takes the kubelet for nobody (system:anonymous)');
    expect(finding?.nextSteps[0]).toMatch(
      /waits for approval: `kubectl get csr`, then `kubectl certificate approve <name>`/,
    );
  });

  it("with OpenShift's own tool on its nodes", () => {
    const steps = diagnoseText(lines('kubenswrapper', 'v1.27.4+aabbcc1')).findings[0]?.nextSteps.join('\n');
    expect(steps).toMatch(/`oc get csr`, then `oc adm certificate approve <name>`/);
    expect(steps).not.toContain('kubectl');
  });
});

it('of an expired certificate on OpenShift no two steps ask for the same', () => {
  const steps =
    diagnoseText(
      `Mar 11 09:14:02 worker-b kubenswrapper[3120]: ${at('09:14:02.221940', 'bootstrap.go:265] part of the existing bootstrap client certificate in /etc/kubernetes/kubeconfig is expired: 2024-01-09 10:00:00 +0000 UTC')}\n`,
    ).findings[0]?.nextSteps ?? [];
  expect(steps.filter((step) => step.includes('oc get csr'))).toHaveLength(1);
});

describe('an API server that refuses', () => {
  const lease = (error: string): Finding | undefined =>
    only(
      'I0311 09:04:00.100000    3120 kubelet.go:2453] "SyncLoop (housekeeping)"',
      ...['02', '12', '22', '32'].map((second) =>
        at(`09:14:${second}.221940`, `controller.go:195] "Failed to update lease" err="${error}"`),
      ),
    );

  it.each([
    [
      'Internal error occurred: failed calling webhook \\"policy.example.io\\": failed to call webhook: Post \\"https://opa.opa.svc:443/?timeout=3s\\": no endpoints available for service \\"opa\\"',
      'which did not answer',
    ],
    [
      'Internal error occurred: failed calling webhook \\"policy.example.io\\": failed to call webhook: Post \\"https://opa.opa.svc:443/?timeout=3s\\": dial tcp 10.96.3.1:443: connect: connection refused',
      'which did not answer',
    ],
    [
      'Internal error occurred: failed calling webhook \\"policy.example.io\\": failed to call webhook: Post \\"https://opa.opa.svc:443/?timeout=3s\\": x509: certificate has expired or is not yet valid',
      'which did not answer',
    ],
    ['admission webhook \\"policy.example.io\\" denied the request: no owner', 'which said no'],
  ])('names the webhook that it asks before, and not the address of that: %s', (error, words) => {
    const finding = lease(error);
    expect(finding).toMatchObject({
      id: 'api-refuses',
      confidence: 'high',
      title: 'A webhook keeps the API server from taking what the kubelet writes',
    });
    expect(finding?.explanation).toContain(`an admission webhook of the cluster (policy.example.io), ${words}`);
    expect(finding?.explanation).not.toContain('API server opa.opa.svc');
    expect(finding?.nextSteps[0]).toContain('validatingwebhookconfiguration');
  });

  it('hurts no node where a webhook lets no mirror of a static pod in', () => {
    const mirror = (time: string): string =>
      at(
        time,
        'kubelet.go:1690] Failed creating a mirror pod for "web-worker-b_default(18df3f29b7ba9816f25786dcb540583a)": admission webhook "policy.example.io" denied the request: no owner',
      );
    const finding = only(mirror('09:14:02.221940'), mirror('09:14:19.221940'), mirror('09:15:02.221940'));
    expect(finding?.explanation).toContain('an admission webhook of the cluster (policy.example.io), which said no.');
    expect(finding?.explanation).toContain('the node itself reports as before');
    expect(finding?.explanation).not.toContain('no node can report');
    expect(finding?.nextSteps.join(' ')).not.toContain('Let the nodes report');
  });

  it('says of a Node that is too large what makes it so, and speaks of no slow disk', () => {
    const finding = only(
      ...['02', '12', '22'].map((second) =>
        at(
          `09:14:${second}.221940`,
          'kubelet_node_status.go:540] "Error updating node status, will retry" err="failed to patch status \\"{}\\" for node \\"worker-b\\": etcdserver: request is too large"',
        ),
      ),
    );
    expect(finding?.id).toBe('api-refuses');
    expect(finding?.explanation).toContain('larger than the API server or etcd takes');
    expect(finding?.nextSteps.join(' ')).toContain('nodeStatusMaxImages');
    expect(finding?.nextSteps.join(' ')).not.toContain('iostat');
  });

  it('says of an etcd whose database is full how it is made smaller', () => {
    const finding = lease('etcdserver: mvcc: database space exceeded');
    expect(finding).toMatchObject({
      id: 'api-unreachable',
      title: 'The API server cannot write, as the database of its etcd is full',
    });
    expect(finding?.nextSteps[0]).toContain('etcdctl alarm list');
    expect(finding?.nextSteps.join(' ')).not.toContain('iostat');
  });

  it('says of labels that a node may not give itself where to take them out', () => {
    const finding = only(
      ...['02', '09'].map((second) =>
        at(
          `09:14:${second}.221940`,
          'kubelet_node_status.go:92] "Unable to register node with API server" err="nodes \\"worker-b\\" is forbidden: node \\"worker-b\\" is not allowed to set the following metadata labels: node-role.kubernetes.io/worker" node="worker-b"',
        ),
      ),
    );
    expect(finding).toMatchObject({ id: 'api-refuses' });
    expect(finding?.explanation).toContain('may not give its node these labels');
    expect(finding?.explanation).not.toContain('certificate');
    expect(finding?.nextSteps[0]).toContain('`--node-labels`');
  });

  it('says of nobody that no certificate came that it trusts', () => {
    const finding = only(
      registration('09:14:02.221940', 'system:anonymous'),
      registration('09:14:03.221940', 'system:anonymous'),
    );
    expect(finding).toMatchObject({ id: 'api-refuses' });
    expect(finding?.explanation).toContain('takes the kubelet for nobody');
    expect(finding?.explanation).not.toContain('another node');
    expect(finding?.nextSteps[1]).toContain('openssl verify');
  });

  it('says of a bootstrap token which right it lacks', () => {
    const finding = only(
      'F0311 09:14:02.221940    3120 server.go:233] failed to run Kubelet: cannot create certificate signing request: certificatesigningrequests.certificates.k8s.io is forbidden: User "system:bootstrap:ab12cd" cannot create certificatesigningrequests.certificates.k8s.io at the cluster scope',
    );
    expect(finding?.explanation).toContain('system:bootstrappers');
    expect(finding?.nextSteps[0]).toContain('system:node-bootstrapper');
  });

  it('says of another user that it is no node', () => {
    const finding = only(registration('09:14:02.221940', 'kubernetes'), registration('09:14:03.221940', 'kubernetes'));
    expect(finding?.explanation).toContain('a user that is no node');
  });

  it('says of a Node that it does not have that it is gone, and nothing of credentials', () => {
    const line = (time: string): string =>
      at(
        time,
        'kubelet_node_status.go:540] "Error updating node status, will retry" err="error getting node \\"worker-b\\": nodes \\"worker-b\\" not found"',
      );
    const finding = only(line('09:14:02.221940'), line('09:14:12.221940'), line('09:14:22.221940'));
    expect(finding?.explanation).toContain('was deleted');
    expect(finding?.explanation).not.toContain('credentials');
  });
});

describe("a Node that is not in the kubelet's own copy", () => {
  const lines = ['09:14:02.221940', '09:14:02.321940', '09:14:02.421940', '09:14:02.521940'].map(unknown);

  it('is nothing that the API server said: mostly nothing was read', () => {
    const finding = only(...lines);
    expect(finding?.title).toBe('The kubelet does not find its own Node object');
    expect(finding?.explanation).not.toContain('the API server gave');
    expect(finding?.nextSteps[0]).toContain('Unable to register');
  });

  it('does not call it a start where none is seen', () => {
    expect(only(...lines.slice(0, 2))?.title).toBe('The kubelet did not know its Node object yet');
  });

  it('comes behind what keeps the pods of the manifests from being started', () => {
    const sandbox = (time: string): string =>
      at(
        time,
        'kuberuntime_sandbox.go:71] "Failed to create sandbox for pod" err="rpc error: code = Unknown desc = failed to get sandbox image \\"k8s.gcr.io/pause:3.6\\": i/o timeout" pod="kube-system/etcd-worker-b"',
      );
    const made = ['09:14:02.471940', '09:14:16.471940'].map(sandbox);
    const { findings } = diagnoseText(`${[...lines, ...made].join('\n')}\n`);
    expect(findings.map(({ id }) => id)).toEqual(['pod-sandbox-broken', 'api-refuses']);
    expect(findings[1]?.explanation).toContain('those of its own manifests');
  });

  it('comes behind the API server that cannot be reached', () => {
    const finding = only(
      ...lines,
      at(
        '09:14:02.621940',
        'kubelet_node_status.go:92] "Unable to register node with API server" err="Post \\"https://10.0.0.1:6443/api/v1/nodes\\": dial tcp 10.0.0.1:6443: connect: connection refused" node="worker-b"',
      ),
    );
    expect(finding?.id).toBe('api-unreachable');
  });
});

describe('a certificate of another name', () => {
  const refused = (asking: string): string | undefined =>
    only(
      ...['02', '12', '22'].map((second) =>
        at(
          `09:14:${second}.221940`,
          `kubelet_node_status.go:106] Unable to register node "worker-b" with API server: nodes "worker-b" is forbidden: node ${asking} cannot modify node worker-b`,
        ),
      ),
    )?.explanation;

  it('is told with and without quotes, and where it differs in capitals only', () => {
    expect(refused('"worker-1"')).toMatch(/that of worker-1, /);
    expect(refused('worker-1')).toMatch(/that of worker-1, /);
    expect(refused('worker-1')).not.toMatch(/capitals/);
    expect(refused('Worker-B')).toMatch(/that of Worker-B, .*differ in capitals only/);
  });
});

it('tells what the last try met, not that the time for trying is over', () => {
  const gaveUp = (cause: string): Finding | undefined =>
    only(
      ...['02', '42'].map((second) =>
        at(
          `09:14:${second}.221940`,
          `csi_plugin.go:297] Failed to initialize CSINode: error updating CSINode annotation: timed out waiting for the condition; caused by: ${cause}`,
        ),
      ),
    );
  expect(gaveUp('nodes "worker-b" not found')?.id).toBe('api-refuses');
  expect(gaveUp('Get "https://10.0.0.1:6443/api/v1/nodes/worker-b": dial tcp 10.0.0.1:6443: i/o timeout')?.id).toBe(
    'api-unreachable',
  );
});

it('does not take the time for trying that is over for a server that does not answer, where what the last try met is cut away', () => {
  for (const end of ['timed out waitin', 'timed out waiting for the condition; caused by: '])
    expect(
      only(
        ...['02', '42'].map((second) =>
          at(
            `09:14:${second}.221940`,
            `csi_plugin.go:297] Failed to initialize CSINode: error updating CSINode annotation: ${end}`,
          ),
        ),
      )?.title,
    ).toBe('Calls to the API server failed, and why is cut off');
});

it('takes a registration whose error is cut within its addresses for one that failed, and names no piece of them', () => {
  const { findings } = diagnoseText(
    [
      ...['50.456928', '50.557177', '50.857907'].map(
        (time) => `Jul 14 12:47:50 m1 kubelet[14758]: E0714 12:47:${time}   14758 kubelet.go:2263] node "m1" not found`,
      ),
      'Jul 14 12:47:50 m1 kubelet[14758]: E0714 12:47:50.902245   14758 kubelet_node_status.go:92] Unable to register node "m1" with API server: Post **example:6443/api/v1/nodes: read tcp 192.0.2.14:38666->192.0.2.',
    ].join('\n'),
  );
  expect(findings[0]?.id).toBe('api-unreachable');
  expect(findings[0]?.title).toBe('Calls to the API server failed, and why is cut off');
});

it('says why calls failed in the words of the first line that a pager did not cut before them', () => {
  const call = 'Get "https://192.0.2.21:6443/apis/';
  const { findings } = diagnoseText(
    [
      `Mar 06 07:04:49 m1 kubelet[2772694]: E0306 07:04:49.984496 2772694 reflector.go:138] k8s.io/client-go/informers/factory.go:134: Failed to watch *v1.RuntimeClass: failed to list *v1.RuntimeClass: ${call}node.k8s.io/v1/runtimeclasses?limit=500&resourceVersion=0": di`,
      `Mar 06 07:04:50 m1 kubelet[2772694]: E0306 07:04:50.094657 2772694 controller.go:144] failed to ensure lease exists, will retry in 400ms, error: ${call}coordination.k8s.io/v1/namespaces/kube-node-lease/leases/m1?timeout=10s": dial tcp 192.0.2.21:6443: connect: connection refused`,
    ].join('\n'),
  );
  const said = findings.map(({ title, explanation }) => `${title}. ${explanation}`).join(' ');
  expect(said).toContain('connect: connection refused');
  expect(said).not.toContain('why is cut off');
});

it.each([
  ['nodes is forbidden: User "system:node:10.0.77.17" cannot create nodes at the cluster scope', true],
  [
    'nodes "w-1" is forbidden: User "system:node:w-1" cannot get resource "nodes" in API group "" at the cluster scope',
    true,
  ],
  [
    'nodes "w-1" is forbidden: User "system:node:w-2" cannot get resource "nodes" in API group "" at the cluster scope: node \'w-2\' cannot read \'w-1\', only its own Node object',
    false,
  ],
  ['nodes "w-1" is forbidden: node "w-2" is not allowed to modify node "w-1"', false],
])("tells a node without the rights of nodes from one that asks for what is another's: %s", (said, without) => {
  const finding = only(
    `E0223 11:10:09.530660    3451 kubelet_node_status.go:106] Unable to register node "w-1" with API server: ${said}`,
  );
  expect(finding?.explanation.includes('none of the rights that each node has')).toBe(without);
  expect(finding?.explanation.includes('touch only what is its own')).toBe(!without);
  expect(finding?.nextSteps[0]?.includes('--authorization-mode=Node,RBAC')).toBe(without);
});

describe('a user of another name that may not ask for the first certificate', () => {
  const end = (said: string): Finding | undefined =>
    only(
      `Mar 11 09:14:02 worker-b kubelet[3120]: error: failed to run Kubelet: cannot create certificate signing request: ${said}`,
    );

  it.each([
    'User "kubelet-bootstrap" cannot create certificatesigningrequests.certificates.k8s.io at the cluster scope. (post certificatesigningrequests.certificates.k8s.io)',
    'certificatesigningrequests.certificates.k8s.io is forbidden: User "kubelet-bootstrap" cannot create certificatesigningrequests.certificates.k8s.io at the cluster scope',
  ])('is given the right to, and not sent to the name of the node: %s', (said) => {
    const finding = end(said);
    expect(finding?.id).toBe('api-refuses');
    expect(finding?.explanation).toContain('the right to ask for a certificate');
    expect(finding?.nextSteps[0]).toContain('--clusterrole=system:node-bootstrapper --user=kubelet-bootstrap');
  });

  it('is named in no command where its name is not plain', () => {
    const finding = end('User "x; reboot" cannot create certificatesigningrequests.certificates.k8s.io');
    expect(finding?.nextSteps[0]).toContain('--user=<user>`');
    expect(finding?.nextSteps.join(' ')).not.toContain('reboot');
  });

  it('has no certificate that is old, where a pager cut its name', () => {
    const finding = end('User "kubelet-boo');
    expect(finding?.id).toBe('api-refuses');
    expect(finding?.nextSteps[0]).toContain('--clusterrole=system:node-bootstrapper');
  });
});

describe('an API server of the same capture that says whose certificate it does not take', () => {
  const lease = (second: string): string =>
    `Mar 12 06:00:${second} cp-1 kubelet[1201]: E0312 06:00:${second}.000000    1201 controller.go:145] "Failed to ensure lease exists, will retry" err="Unauthorized" interval="7s"`;
  const refuses = (second: string, host = 'cp-1', err = '[x509: certificate has expired]'): string =>
    `Mar 12 06:00:${second} ${host} kube-apiserver[77]: E0312 06:00:${second}.200000      77 authentication.go:63] "Unable to authenticate the request" err="${err}"`;
  const KUBELET_OF_ANOTHER =
    'Mar 12 06:00:01 cp-2 kubelet[901]: I0312 06:00:01.000000     901 kubelet.go:2424] "SyncLoop ADD" source="api" pods=["prod/web-1"]';
  const told = (...lines: readonly string[]): Finding | undefined =>
    diagnoseText([lease('10'), lease('17'), ...lines, lease('24'), lease('58')].join('\n')).findings.find(
      ({ id }) => id === 'api-refuses',
    );

  it('is quoted where it said so meanwhile', () => {
    const finding = told(refuses('17'));
    expect(finding?.explanation).toContain(
      'Meanwhile the API server of this node says of a client: "Unable to authenticate the request: [x509: certificate has expired]".',
    );
    expect(finding?.evidence.map(({ line }) => line)).toContain(3);
  });

  it.each([
    ['long before', [refuses('02')]],
    ['on a machine without a kubelet', [refuses('17', 'cp-9')]],
    ['on another node', [KUBELET_OF_ANOTHER, refuses('17', 'cp-2')]],
    ['of a token', [refuses('17', 'cp-1', '[invalid bearer token]')]],
  ])('is not, where it said so %s', (_, lines) => {
    expect(told(...lines)?.explanation).not.toContain('says of a client');
  });
});
