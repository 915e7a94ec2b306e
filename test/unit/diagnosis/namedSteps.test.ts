/** Names of the log in commands: where they are known, and never more than a name. */
import { describe, expect, it } from 'vitest';
import { namedSteps } from '../../../src/diagnosis/tools/namedSteps.ts';
import { diagnoseText } from './diagnoseLog.ts';

const LOGS = '`kubectl -n <namespace> logs <pod> -c <container>`';

describe('names in the steps', () => {
  it('are filled in where they are known', () => {
    expect(namedSteps([LOGS], { pod: 'shop/web-1', container: 'nginx' })).toEqual([
      '`kubectl -n shop logs web-1 -c nginx`',
    ]);
    expect(namedSteps([LOGS], { pod: 'shop/web-1' })).toEqual(['`kubectl -n shop logs web-1 -c <container>`']);
    expect(namedSteps(['`kubectl describe node <node>`, `oc debug node/<node>`'], { node: 'worker-b' })).toEqual([
      '`kubectl describe node worker-b`, `oc debug node/<node>`',
    ]);
  });

  it.each([
    'web',
    'shop/',
    '/web',
    'shop/web/1',
    'shop/$(id)',
    'shop/-rf',
    'shop/a`b',
    'sh op/web',
    'unknown pod',
    'shop/web-7d...',
    'shop/web-',
    'sho.../web',
  ])('do not take %j for a pod', (pod) => {
    expect(namedSteps([LOGS], { pod, container: 'nginx' })).toEqual([LOGS]);
  });

  it.each(['a b', '-x', 'a;id', 'a$(id)', 'a`', 'registry.exa...', 'shop/web:'])(
    'do not take %j for an image',
    (image) => {
      expect(namedSteps(['`crictl pull <image>`'], { image })).toEqual(['`crictl pull <image>`']);
    },
  );

  it.each([
    ['`grep <volume> /proc/*/mountinfo`', { volume: 'pvc-1' }, '`grep pvc-1 /proc/*/mountinfo`'],
    ['`ip route get <address>`', { address: '10.0.0.8' }, '`ip route get 10.0.0.8`'],
    ['`ip route get <address>`', { address: 'fd00::8' }, '`ip route get fd00::8`'],
    ['`ip route get <address>`', { address: 'api.example.com' }, '`ip route get <address>`'],
    ['`ip route get <address>`', { address: 'cafe' }, '`ip route get <address>`'],
    [
      '`kubectl apply -f <file>`',
      { file: '/etc/kubernetes/manifests/a.yaml' },
      '`kubectl apply -f /etc/kubernetes/manifests/a.yaml`',
    ],
    ['`kubectl apply -f <file>`', { file: '/etc/a b' }, '`kubectl apply -f <file>`'],
    ['`kubectl apply -f <file>`', { file: 'a.yaml' }, '`kubectl apply -f <file>`'],
    ['`kubectl apply -f <file>`', { file: '/etc/kube...' }, '`kubectl apply -f <file>`'],
    ['`getent hosts <registry>`', { registry: 'quay.exa...' }, '`getent hosts <registry>`'],
    ['`getent hosts <registry>`', { registry: 'r.example:5000' }, '`getent hosts r.example`'],
    [
      '`openssl s_client -connect <registry>:443`',
      { registry: 'r.example:5000' },
      '`openssl s_client -connect r.example:5000`',
    ],
    ['`openssl s_client -connect <registry>:443`', { registry: 'quay.io' }, '`openssl s_client -connect quay.io:443`'],
    ['`curl -v https://<registry>/v2/`', { registry: 'docker.io' }, '`curl -v https://registry-1.docker.io/v2/`'],
    ['`/etc/containerd/certs.d/<registry>/`', { registry: 'docker.io' }, '`/etc/containerd/certs.d/docker.io/`'],
    ['`curl -v https://<registry>/v2/`', { registry: 'a;b' }, '`curl -v https://<registry>/v2/`'],
  ])('%s with %j', (step, names, filled) => {
    expect(namedSteps([step], names)).toEqual([filled]);
  });

  it.each([
    [
      'the registry of the image',
      'E0311 09:14:01.221940    3120 pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with ErrImagePull: \\"failed to pull image \\\\\\"reg.example:5000/app:1\\\\\\": dial tcp 10.0.0.5:5000: i/o timeout\\"" pod="shop/web-1" podUID="a1"',
      'curl -v https://reg.example:5000/v2/',
    ],
    [
      'Docker Hub for an image without one',
      'E0311 09:14:01.221940    3120 pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with ErrImagePull: \\"failed to pull image \\\\\\"traefik/traefik:v3\\\\\\": dial tcp 10.0.0.5:5000: i/o timeout\\"" pod="shop/web-1" podUID="a1"',
      'curl -v https://registry-1.docker.io/v2/',
    ],
    [
      'no registry for one word, which a redacted log has for a name',
      'E0311 09:14:01.221940    3120 pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with ErrImagePull: \\"failed to pull image \\\\\\"image-1\\\\\\": dial tcp 10.0.0.5:5000: i/o timeout\\"" pod="shop/web-1" podUID="a1"',
      'curl -v https://<registry>/v2/',
    ],
    [
      'the address of the API server',
      'E0311 09:14:01.221940    3120 controller.go:145] "Failed to ensure lease exists, will retry" err="Get \\"https://10.0.0.8:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n1?timeout=10s\\": dial tcp 10.0.0.8:6443: connect: no route to host" interval="7s"',
      'ip route get 10.0.0.8',
    ],
    [
      'no address of this machine',
      'E0311 09:14:01.221940    3120 controller.go:145] "Failed to ensure lease exists, will retry" err="Get \\"https://127.0.0.1:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n1?timeout=10s\\": dial tcp 127.0.0.1:6443: connect: no route to host" interval="7s"',
      'ip route get <address>',
    ],
    [
      'the manifest',
      'E0311 09:14:01.221940    3120 file.go:187] "Could not process manifest file" err="invalid pod: [spec.containers[0].volumeMounts[1].name: Not found: \\"etcd-cert\\"]" path="/etc/kubernetes/manifests/kube-apiserver.yaml"',
      'kubectl apply --dry-run=client -f /etc/kubernetes/manifests/kube-apiserver.yaml',
    ],
    [
      'the manifest in a line of the watcher',
      'E0311 09:14:01.221940    3120 file.go:108] Unable to process watch event: can\'t process config file "/etc/kubernetes/manifests/etcd.yaml": /etc/kubernetes/manifests/etcd.yaml: couldn\'t parse as pod(yaml: line 4), please check config file',
      'kubectl apply --dry-run=client -f /etc/kubernetes/manifests/etcd.yaml',
    ],
    [
      'who asks the kubelet',
      'Mar 11 09:14:01 n1 kubelet[3120]: I0311 09:14:01.221940    3120 log.go:245] http: TLS handshake error from 10.0.0.9:38170: no serving certificate available for the kubelet',
      'grep 10.0.0.9',
    ],
  ])('are those of the log: %s', (_, line, words) => {
    expect(diagnoseText(`${line}\n`).findings[0]?.nextSteps.join('\n')).toContain(words);
  });

  it('name the manifest in the title, where it is one', () => {
    const line = (file: string): string =>
      `E0311 09:14:01.221940    3120 file.go:187] "Could not process manifest file" err="invalid pod: []" path="/etc/kubernetes/manifests/${file}"`;
    expect(diagnoseText(`${line('etcd.yaml')}\n`).findings[0]?.title).toBe(
      'The manifest etcd.yaml of a static pod cannot be used',
    );
    expect(diagnoseText(`${line('etcd.yaml')}\n${line('a.yaml')}\n`).findings[0]?.title).toBe(
      'A manifest of a static pod cannot be used',
    );
  });

  it('are those of the log', () => {
    const line = (second: number, image: string): string =>
      `E0311 09:14:0${second}.221940    3120 pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with ImagePullBackOff: \\"Back-off pulling image \\\\\\"${image}\\\\\\"\\"" pod="shop/web-1" podUID="1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01"`;
    const steps = diagnoseText(`${[1, 3, 5].map((second) => line(second, 'reg.example/app:1')).join('\n')}\n`)
      .findings.find(({ id }) => id === 'image-pull-failing')
      ?.nextSteps.join('\n');
    expect(steps).toContain('crictl pull reg.example/app:1');
    expect(steps).toContain('kubectl -n shop describe pod web-1');
  });
});
