/** What the errors of pods tell of the node: the pod of the network plug-in, the storage of the runtime, a registry, the network. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from './diagnoseLog.ts';

const line = (second: string, text: string): string =>
  `Sep 12 07:01:${second} n-1 kubelet[3011]: E0912 07:01:${second}.110211    3011 ${text}`;
const POD = 'podUID="0aa7b9c2-8a4b-4b60-8bd9-1e7d5a5dd001"';
const sync = (second: string, pod: string, error: string): string =>
  line(second, `pod_workers.go:965] "Error syncing pod, skipping" err="${error}" pod="${pod}" ${POD}`);
const NO_NETWORK = ['10', '15', '20'].map((second) =>
  line(
    second,
    'kubelet.go:2475] "Container runtime network not ready" networkReady="NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized"',
  ),
);
const finding = (lines: readonly string[], id: string): Finding | undefined =>
  diagnoseText(lines.join('\n')).findings.find((one) => one.id === id);
const PULL =
  'failed to \\"StartContainer\\" for \\"aws-node\\" with ErrImagePull: \\"failed to resolve reference \\\\\\"602401143452.dkr.ecr.us-east-1.amazonaws.com/cni:v1\\\\\\": failed to do request: Head \\\\\\"https://602401143452.dkr.ecr.us-east-1.amazonaws.com/v2/cni/manifests/v1\\\\\\": dial tcp 52.46.140.1:443: i/o timeout\\"';

describe('a network that is not ready', () => {
  it('is not ready for the pod of its plug-in, where that does not run', () => {
    const found = finding([...NO_NETWORK, sync('21', 'kube-system/aws-node-7k2lp', PULL)], 'network-not-ready');
    expect(found?.title).toBe("The node's network was not ready, because the pod of its network plug-in does not run");
    expect(found?.explanation).toContain('kube-system/aws-node-7k2lp, and its image could not be pulled on this node');
    expect(found?.nextSteps[0]).toContain('`kubectl -n kube-system describe pod aws-node-7k2lp`');
    expect(found?.evidence.map((one) => one.line)).toContain(4);
  });

  it('is of the pods of rke2 in its own kubelet.log, which names no writer', () => {
    const log = [
      ...NO_NETWORK,
      sync(
        '21',
        'kube-system/rke2-canal-x7k2p',
        'failed to \\"StartContainer\\" for \\"kube-flannel\\" with CrashLoopBackOff: \\"back-off 5m0s restarting failed container=kube-flannel pod=rke2-canal-x7k2p_kube-system(0aa7b9c2-8a4b-4b60-8bd9-1e7d5a5dd001)\\"',
      ),
    ].map((text) => text.slice(text.indexOf('E0912')));
    const found = finding(log, 'network-not-ready');
    expect(found?.title).toContain('because the pod of its network plug-in does not run');
    expect(found?.nextSteps[0]).toContain('/var/lib/rancher/rke2/bin');
    expect(finding(log, 'pods-crashing')?.explanation).toContain('other pods of this node have their network from it');
  });

  it.each(['kube-system/web-aws-node-7k2lp', 'kube-system/cilium-operator-5d4f-abcde', 'shop/app-1'])(
    'is not ready for whatever reason where %s does not run',
    (pod) => {
      expect(finding([...NO_NETWORK, sync('21', pod, PULL)], 'network-not-ready')?.title).toBe(
        "The node's network was not ready",
      );
    },
  );
});

describe('a pull that fails', () => {
  it('has no status of HTTP in the number of an account', () =>
    expect(finding([sync('21', 'kube-system/aws-node-7k2lp', PULL)], 'image-pull-failing')?.explanation).toContain(
      'the registry cannot be reached from this node',
    ));

  it('has one where it stands alone', () =>
    expect(
      finding(
        [
          sync(
            '21',
            'kube-system/aws-node-7k2lp',
            PULL.replace('dial tcp 52.46.140.1:443: i/o timeout', 'unexpected status: 401'),
          ),
        ],
        'image-pull-failing',
      )?.explanation,
    ).toContain('the credentials are missing or wrong'));
});

describe('a storage of CRI-O that is damaged', () => {
  it('is told of a sandbox, with the tools of CRI-O', () => {
    const found = finding(
      [
        sync(
          '21',
          'shop/app-1',
          'failed to \\"CreatePodSandbox\\" for \\"app-1_shop(0aa7)\\" with CreatePodSandboxError: \\"error creating pod sandbox with name \\\\\\"k8s_app-1_shop_0aa7_2\\\\\\": error creating read-write layer with ID \\\\\\"5e10\\\\\\": symlink ../5e10/diff /var/lib/containers/storage/overlay/l/QYU2: no such file or directory\\"',
        ),
      ],
      'pod-sandbox-broken',
    );
    expect(found?.explanation).toContain('the storage of the runtime is damaged');
    expect(found?.explanation).toContain('Other pods of this node can fail in the same way.');
    expect(found?.nextSteps.join('\n')).toContain('`journalctl -u crio ');
    expect(found?.nextSteps[0]).toContain('`crio wipe -f`');
  });

  it('is told of a container', () =>
    expect(
      finding(
        [
          sync(
            '21',
            'shop/app-1',
            'failed to \\"StartContainer\\" for \\"app\\" with CreateContainerError: \\"layer not known\\"',
          ),
        ],
        'pods-crashing',
      )?.explanation,
    ).toContain('That is no fault of the container'));
});

describe('a sandbox whose layers cannot be mounted', () => {
  it('tells of the node, not of the pod', () =>
    expect(
      finding(
        [
          sync(
            '21',
            'shop/app-1',
            'failed to \\"CreatePodSandbox\\" for \\"app-1_shop(0aa7)\\" with CreatePodSandboxError: \\"rpc error: code = Unknown desc = failed to start sandbox: failed to create shim task: failed to mount rootfs component: err: invalid argument\\"',
          ),
        ],
        'pod-sandbox-broken',
      )?.explanation,
    ).toContain('Other pods of this node can fail in the same way.'));
});

describe('a sandbox whose name is taken in CRI-O', () => {
  it('hurts no other pod, and has the journal of CRI-O', () => {
    const found = finding(
      [
        sync(
          '21',
          'shop/app-1',
          'failed to \\"CreatePodSandbox\\" for \\"app-1_shop(0aa7)\\" with CreatePodSandboxError: \\"CreatePodSandbox for pod failed: rpc error: code = Unknown desc = pod sandbox with name \\\\\\"k8s_app-1_shop_0aa7_0\\\\\\" already exists\\"',
        ),
      ],
      'pod-sandbox-broken',
    );
    expect(found?.explanation).toContain('Other pods are not hurt.');
    expect(found?.nextSteps.join('\n')).toContain('`journalctl -u crio ');
  });
});

describe('a sandbox that Windows does not make', () => {
  it('fails for its host compute service, not for runc', () =>
    expect(
      finding(
        [
          sync(
            '21',
            'ci/build-1',
            'failed to \\"CreatePodSandbox\\" for \\"build-1_ci(0aa7)\\" with CreatePodSandboxError: \\"Error response from daemon: hcsshim::PrepareLayer - failed failed in Win32: The device is not ready. (0x15)\\"',
          ),
        ],
        'pod-sandbox-broken',
      )?.explanation,
    ).toContain('the host compute service of Windows failed'));
});

describe('a network plug-in that fails', () => {
  const network = (error: string): Finding | undefined =>
    finding(
      [
        sync(
          '21',
          'shop/app-1',
          `failed to \\"CreatePodSandbox\\" for \\"app-1_shop(0aa7)\\" with CreatePodSandboxError: \\"failed to setup network for sandbox \\\\\\"4e5a\\\\\\": plugin type=\\\\\\"multus\\\\\\" failed (add): ${error}\\"`,
        ),
      ],
      'cni-failing',
    );

  it('has no address left, says Whereabouts', () => {
    const found = network('error at storage engine: Could not allocate IP in range: ip: 172.24.1.120 / - 172.24.1.123');
    expect(found?.title).toBe('The network plug-in has no address left for pods');
    expect(found?.nextSteps[0]).toContain('ippools.whereabouts.cni.cncf.io');
  });

  it('is answered by OVN that a card was not connected in time', () =>
    expect(
      network('CNI request failed with status 400: timed out waiting for OVS port binding (ovn-installed) for 0a:58')
        ?.title,
    ).toBe('OVN did not connect the network cards of pods in time'));
});
