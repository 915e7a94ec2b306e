import { describe, expect, it } from 'vitest';
import { NameBook } from '../../../src/redaction/nameBook.ts';
import { learnText, redactText } from '../../../src/redaction/redactText.ts';
import { redactJson } from '../../../src/redaction/redactJson.ts';

/** The lines redacted together. */
function redacted(...lines: string[]): string[] {
  const book = new NameBook();
  for (const line of lines) learnText(line, book);
  return lines.map((line) => redactText(line, book));
}

const HEADER = 'E1121 00:27:41.645597   20928 kubelet_node_status.go:446]';

describe('a redacted line', () => {
  it('keeps what the kubelet itself writes', () => {
    const lines = [
      `${HEADER} "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 5m27.140223305s ago; threshold is 3m0s"`,
      'Nov 21 00:35:03 host-a systemd[1]: kubelet.service: Deactivated successfully.',
      `${HEADER} GenericPLEG: Unable to retrieve pods: rpc error: code = DeadlineExceeded desc = context deadline exceeded`,
      `${HEADER} "Starting" reflector="k8s.io/client-go/informers/factory.go:177" address="127.0.0.1:10248"`,
    ];
    expect(redacted(...lines)).toEqual(lines.map((line) => line.replace('host-a', 'node-1')));
  });

  it('names pods, containers and namespaces in all spellings alike', () => {
    expect(
      redacted(
        `${HEADER} "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"shop\\" with CrashLoopBackOff: \\"back-off 10s restarting failed container=shop pod=cart-0_prod(01509453-71c9-4668-ae56-038f15911cce)\\"" pod="prod/cart-0" podUID="01509453-71c9-4668-ae56-038f15911cce"`,
        `${HEADER} SyncLoop (PLEG): "cart-0_prod(01509453-71c9-4668-ae56-038f15911cce)", event: &pleg.PodLifecycleEvent{ID:"01509453-71c9-4668-ae56-038f15911cce", Type:"ContainerDied", Data:"3ba57bfd5f60d57125d6e2d1d951157da057e3456d72763644811716fee08592"}`,
        `${HEADER} "SyncLoop ADD" source="api" pods=["prod/cart-0","prod/cart-1"]`,
      ),
    ).toEqual([
      `${HEADER} "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"container-1\\" with CrashLoopBackOff: \\"back-off 10s restarting failed container=container-1 pod=pod-1_namespace-1(00000001-0000-0000-0000-000000000000)\\"" pod="namespace-1/pod-1" podUID="00000001-0000-0000-0000-000000000000"`,
      `${HEADER} SyncLoop (PLEG): "pod-1_namespace-1(00000001-0000-0000-0000-000000000000)", event: &pleg.PodLifecycleEvent{ID:"00000001-0000-0000-0000-000000000000", Type:"ContainerDied", Data:"${'c00000000001'.padEnd(64, '0')}"}`,
      `${HEADER} "SyncLoop ADD" source="api" pods=["namespace-1/pod-1","namespace-1/pod-2"]`,
    ]);
  });

  it('names what a field selector selects, whatever the name looks like', () => {
    const selects = (node: string): string =>
      `${HEADER} failed to list *v1.Node: Get "https://10.0.0.1:6443/api/v1/nodes?fieldSelector=metadata.name%3D${node}&limit=500": EOF`;
    const known = `${HEADER} "Unable to register node with API server" err="EOF" node="master"`;
    expect(redacted(selects('master'), known)[0]).toBe(selects('node-1').replace('10.0.0.1', 'address-1'));
    expect(redacted(selects('master'))[0]).not.toContain('master');
  });

  it('names the pod where its name stands before its namespace', () => {
    expect(
      redacted(
        `${HEADER} PLEG: Ignoring events for pod cart-0/prod: rpc error: code = Unknown`,
        `${HEADER} PLEG: pod cart-0/prod failed reinspection: rpc error: code = Unknown`,
        `${HEADER} "SyncLoop ADD" source="api" pods=["prod/cart-0"]`,
      ),
    ).toEqual([
      `${HEADER} PLEG: Ignoring events for pod pod-1/namespace-1: rpc error: code = Unknown`,
      `${HEADER} PLEG: pod pod-1/namespace-1 failed reinspection: rpc error: code = Unknown`,
      `${HEADER} "SyncLoop ADD" source="api" pods=["namespace-1/pod-1"]`,
    ]);
  });

  it('replaces a name also in lines before the one that tells that it is a name, and within longer words', () => {
    expect(
      redacted(
        `${HEADER} something of etcd-worker-62 and worker-62.corp.example.com`,
        `${HEADER} "Error getting the current node from lister" err="node \\"worker-62\\" not found"`,
      )[0],
    ).toBe(`${HEADER} something of etcd-node-1 and node-1.domain-1`);
  });

  it('leaves words of the kubelet that are also names outside of places that tell names', () => {
    expect(redacted(`${HEADER} "The default node runtime" pod="default/runtime" containerName="runtime"`)).toEqual([
      `${HEADER} "The default node runtime" pod="namespace-1/pod-1" containerName="container-1"`,
    ]);
  });

  it('replaces addresses, images, ids and hosts of addresses by their form', () => {
    expect(
      redacted(
        `${HEADER} Get "https://api.shop.example.com:6443/api/v1/namespaces/prod/pods/cart-0?timeout=10s": dial tcp 10.1.2.3:6443: connect: connection refused`,
        `${HEADER} "Pulling image" image="registry.shop.example/team/cart:1.2@sha256:${'ab12'.repeat(16)}" from fd00:10::2a on ip-10-0-3-4.ec2.internal`,
      ),
    ).toEqual([
      `${HEADER} Get "https://host-1.domain-1:6443/api/v1/namespaces/namespace-1/pods/pod-1?timeout=10s": dial tcp address-1:6443: connect: connection refused`,
      `${HEADER} "Pulling image" image="image-1" from address-2 on node-1.domain-2`,
    ]);
  });

  it('replaces an image without a tag where docker names it', () => {
    expect(redacted(`${HEADER} pull access denied for registry.local/team/cart, repository does not exist`)).toEqual([
      `${HEADER} pull access denied for image-1, repository does not exist`,
    ]);
  });

  it('gives no pseudonym that is a name of the log', () => {
    expect(
      redacted('Nov 21 00:27:41 node-2 kubelet[1]: a', 'Nov 21 00:27:41 node-1 kubelet[1]: b').map(
        (line) => line.split(' ')[3],
      ),
    ).toEqual(['node-3', 'node-4']);
  });

  it('redacts JSON by its keys', () => {
    const book = new NameBook();
    expect(
      redactJson(
        '{"_HOSTNAME":"edge-7","SYSLOG_IDENTIFIER":"kubelet","MESSAGE":[112,111,100,61,34,97,47,98,34],"pod":{"name":"cart-0","namespace":"prod"}}',
        book,
      ),
    ).toBe(
      '{"_HOSTNAME":"node-1","SYSLOG_IDENTIFIER":"kubelet","MESSAGE":"pod=\\"namespace-1/pod-1\\"","pod":{"name":"pod-2","namespace":"namespace-2"}}',
    );
  });
});
