/** Every finding's next steps on every system: none has a word of another one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CAUSES } from '../../../src/diagnosis/causes/index.ts';
import type { RuntimeName } from '../../../src/diagnosis/tools/runtimeName.ts';
import { type Distribution, DISTRIBUTIONS } from '../../../src/diagnosis/tools/distribution.ts';
import { TOOLS } from '../../../src/diagnosis/tools/distributionTools.ts';
import { stepsOn } from '../../../src/diagnosis/tools/nodeTools.ts';
import { viewOf } from '../../../src/diagnosis/view.ts';
import { projectRoot } from '../../support/shared.ts';
import { replayOf } from '../replay/readLog.ts';
import { diagnoseText, incidentNames, incidentText } from './diagnoseLog.ts';

const FINDINGS = join(projectRoot, 'test/fixtures/findings');

/** The steps of each finding as its cause writes them, over all fixtures that have it. */
function stepsByFinding(): ReadonlyMap<string, ReadonlySet<string>> {
  const steps = new Map<string, Set<string>>();
  const logs = [
    ...readdirSync(FINDINGS, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) =>
        readdirSync(join(FINDINGS, name))
          .filter((file) => file.startsWith('found-'))
          .map((file) => readFileSync(join(FINDINGS, name, file), 'utf8')),
      ),
    ...incidentNames.map(incidentText),
  ];
  for (const log of logs) {
    const view = viewOf(replayOf(log), String);
    for (const { finding } of CAUSES.flatMap((cause) => cause.find(view))) {
      let known = steps.get(finding.id);
      if (known === undefined) steps.set(finding.id, (known = new Set<string>()));
      // What rke2 tells of its kubelet has steps of rke2's own.
      for (const step of finding.nextSteps) if (!/\/(?:var\/lib|etc)\/rancher/.test(step)) known.add(step);
    }
  }
  return steps;
}

const STEPS = stepsByFinding();
const ALL_IN_ONE = /systemctl \w+ (?:containerd|kubelet)\b|journalctl -u (?:containerd|kubelet)\b/;
/** Where the kubelet has flags and no file with its configuration. */
const CONFIGURATION = /(?<!ls -l )\/var\/lib\/kubelet\/config\.yaml/;
/** Where API server and etcd are no static pods. */
const STATIC_PODS = /--name (?:kube-apiserver|etcd)|etcdctl endpoint/;
/** Words that do not belong there. */
const FOREIGN: Readonly<Record<Distribution, RegExp | undefined>> = {
  k3s: new RegExp(
    `${ALL_IN_ONE.source}|${STATIC_PODS.source}|kubeadm|/etc/kubernetes/|(?<!agent)/etc/containerd/|(?<!k3s )\\bcrictl |\\bsnap |k0s|rke2|${CONFIGURATION.source}`,
  ),
  rke2: new RegExp(
    `${ALL_IN_ONE.source}|${CONFIGURATION.source}|kubeadm|/etc/kubernetes/|(?<!agent)/etc/containerd/|\\bsnap |k0s|k3s (?:crictl|ctr)`,
  ),
  rke: /kubeadm|k3s|k0s|rke2|\bsnap |systemctl \w+ (?:docker )?kubelet|journalctl -u kubelet|\/etc\/kubernetes\/(?:pki|kubelet\.conf)|name=k8s_kube-apiserver|(?<!ls -l )\/var\/lib\/kubelet\/config\.yaml/,
  microk8s: new RegExp(
    `${ALL_IN_ONE.source}|${STATIC_PODS.source}|kubeadm|/etc/kubernetes/|(?<!agent)/etc/containerd/|k0s|k3s|rke2`,
  ),
  k0s: new RegExp(
    `${ALL_IN_ONE.source}|${STATIC_PODS.source}|kubeadm|/etc/kubernetes/|(?<!agent)/etc/containerd/|/var/lib/kubelet\\b|\\bsnap |k3s|rke2`,
  ),
  openshift:
    /kubeadm|k3s|k0s|rke2|\bsnap |\/etc\/kubernetes\/pki\/|\/opt\/cni|\/etc\/cni|kube-system get pods|\/var\/lib\/kubelet\/config\.yaml/,
  talos: /kubeadm|k3s|k0s|rke2|\bsnap /,
  eks: /kubeadm|k3s|k0s|rke2|\bsnap |\/etc\/kubernetes\/kubelet\.conf|gcloud/,
  gke: /kubeadm|k3s|k0s|rke2|\bsnap |\/etc\/kubernetes\/kubelet\.conf|aws /,
  aks: /kubeadm|k3s|k0s|rke2|\bsnap |\/etc\/kubernetes\/kubelet\.conf|aws |gcloud/,
  'docker-desktop': /systemctl|journalctl|kubeadm|crictl|k3s|k0s|rke2|\bsnap |minikube/,
  minikube: /kubeadm|k3s|k0s|rke2|\bsnap |\/etc\/kubernetes\/pki\//,
  k3d: new RegExp(
    `systemctl|journalctl|${STATIC_PODS.source}|kubeadm|/etc/kubernetes/|(?<!agent)/etc/containerd/|(?<!k3s )\\bcrictl |\\bsnap |k0s|rke2|${CONFIGURATION.source}`,
  ),
  kind: /k3s|k0s|rke2|\bsnap |minikube/,
  windows:
    /systemctl|journalctl|kubeadm (?:certs|init|upgrade|reset)|`[^`]*(?:\bgrep\b|\bawk\b|\/(?:var|etc|proc|sys|run|opt)\/)|dmesg|k3s|k0s|rke2|\bsnap /,
  unknown: undefined,
};
const FOREIGN_TO: Readonly<Record<RuntimeName, RegExp | undefined>> = {
  docker: /crictl|systemctl \w+ (?:containerd|crio)|journalctl -u (?:containerd|crio)|`ctr /,
  'cri-o': /systemctl \w+ (?:containerd|docker)\b|journalctl -u (?:containerd|docker)\b|`docker |`ctr /,
  isulad:
    /systemctl \w+ (?:containerd|crio|docker)\b|journalctl -u (?:containerd|crio|docker)\b|`ctr |`docker |\/run\/(?:containerd|crio)\//,
  containerd: /systemctl \w+ (?:crio|docker)\b|journalctl -u (?:crio|docker)\b/,
  unknown: undefined,
};
/** What kubectl and kubeadm do not have before this minor version of Kubernetes 1, and what was elsewhere. */
const NOT_BEFORE: readonly (readonly [minor: number, words: RegExp])[] = [
  [20, /`kubeadm (?:certs|kubeconfig)|kubectl debug/],
  [18, /--dry-run=client/],
  [16, /kubectl top [^`]*--sort-by/],
  [15, /check-expiration/],
  [14, /kubectl (?:-n \S+ )?(?:get|top|describe) [^`|]*-A\b(?! ?\d)/],
  [13, /kubeadm (?:alpha )?(?:certs|kubeconfig)|kubeadm init phase/],
  [11, /kubeadm-flags\.env|\/var\/lib\/kubelet\/config\.yaml/],
  [9, /--print-join-command/],
  [8, /kubeadm alpha phase|kubelet-client/],
  [6, /pki\/ca\.crt/],
];
/** A manifest that the log itself names. */
const OF_LOG = /--dry-run=client -f \/[\w./-]+/;
/** Steps that compare or mend what is different for each runtime name all of them. */
const NAMES_SEVERAL = (step: string): boolean => /docker: `|CRI-O: `/.test(step);

describe('the next steps of every finding', () => {
  it('are known for most findings', () => {
    expect(STEPS.size).toBeGreaterThan(40);
  });

  for (const distribution of DISTRIBUTIONS) {
    it(`have no word of another system on ${distribution}`, () => {
      const foreign = FOREIGN[distribution];
      const wrong: string[] = [];
      for (const [id, steps] of STEPS) {
        const here = stepsOn([...steps], {
          runtime: distribution === 'openshift' ? 'cri-o' : distribution === 'rke' ? 'docker' : 'containerd',
          tools: TOOLS[distribution],
          node: 'n1',
        });
        expect(here.length, id).toBeGreaterThan(0);
        for (const step of here) if (foreign?.test(step.replace(OF_LOG, '')) === true) wrong.push(`${id}: ${step}`);
      }
      expect(wrong).toEqual([]);
    });
  }

  for (const version of [19, 17, 15, 14, 13, 12, 10, 8, 7, 5]) {
    it(`have no word of a later version on 1.${version}`, () => {
      const later = NOT_BEFORE.filter(([minor]) => version < minor);
      const wrong: string[] = [];
      for (const tools of [undefined, TOOLS.eks, TOOLS.aks])
        for (const [id, steps] of STEPS)
          for (const step of stepsOn([...steps], {
            runtime: 'docker',
            tools,
            node: 'n1',
            version: { major: 1, minor: version },
          }))
            for (const [minor, words] of later) if (words.test(step)) wrong.push(`${id}, ${minor}: ${step}`);
      expect(wrong).toEqual([]);
    });
  }

  for (const runtime of ['docker', 'cri-o', 'containerd'] as const) {
    it(`have no word of another runtime with ${runtime}`, () => {
      const wrong: string[] = [];
      for (const [id, steps] of STEPS) {
        // What a cause says of the runtime that it found in the log is of that log.
        const usual = [...steps].filter(
          (step) => !FOREIGN_TO.containerd?.test(step) && !/\bdocker |\bcrio\b/.test(step) && !NAMES_SEVERAL(step),
        );
        for (const step of stepsOn(usual, { runtime, tools: undefined, node: 'n1' }))
          if (FOREIGN_TO[runtime]?.test(step) === true) wrong.push(`${id}: ${step}`);
      }
      expect(wrong).toEqual([]);
    });
  }
});

describe('the system of a node', () => {
  const lease = (error: string): string =>
    `E1121 10:00:03.000001    2101 controller.go:195] "Failed to update lease" err="${error}"`;
  const log = (version: string, error = 'dial tcp 10.0.0.1:443: connect: connection refused'): string =>
    [
      `I1121 10:00:00.000001    2101 server.go:467] "Kubelet version" kubeletVersion="${version}"`,
      ...Array.from({ length: 9 }, (_, at) => lease(error).replace('10:00:03', `10:0${at}:03`)),
    ].join('\n');
  const steps = (text: string, cause = 'api-unreachable'): string =>
    diagnoseText(text)
      .findings.find(({ id }) => id === cause)
      ?.nextSteps.join('\n') ?? '';

  it('is told by the version of its kubelet', () => {
    expect(steps(log('v1.28.5-eks-5e0fdde'))).toContain('aws ssm start-session');
    expect(steps(log('v1.27.8-gke.1067004'))).toContain('gcloud compute ssh');
    expect(steps(log('v1.28.5'))).toContain('/etc/kubernetes/kubelet.conf');
    expect(steps(log('v1.28.5-eks-5e0fdde'))).toContain('/var/lib/kubelet/kubeconfig');
  });

  it.each([
    ['k3s', 'k3s-agent', /systemctl [a-z-]+ (?:--now )?k3s\b(?!-)|on a worker|-u k3s -u/],
    ['rke2-server', 'rke2-agent', /systemctl [a-z-]+ (?:--now )?rke2-server|on a worker/],
  ])('%s names the service of a worker where systemd does', (server, agent, ofServer) => {
    const program = agent.replace('-agent', '');
    const line = (unit: string): string =>
      `Nov 21 10:30:00 n1 systemd[1]: ${unit}.service: Main process exited, code=exited, status=1/FAILURE`;
    const kubelet = log('v1.28.5').replaceAll(/^(.1121 (\S+)\.\d{6})/gm, `Nov 21 $2 n1 ${program}[2101]: $1`);
    const said = (units: readonly string[]): string => {
      const { findings, answer } = diagnoseText([kubelet, ...units.map(line)].join('\n'));
      return [...findings.flatMap(({ nextSteps }) => nextSteps), JSON.stringify(answer)].join('\n');
    };
    expect(said([agent])).toContain(agent);
    expect(said([agent])).not.toMatch(ofServer);
    expect(said([server])).toMatch(ofServer);
    expect(said([agent, server])).toMatch(ofServer);
  });

  it("is a developer's own machine by the name of the node or of its API server", () => {
    const desktop = steps(
      log(
        'v1.28.5',
        'Get \\"https://kubernetes.docker.internal:6443/x\\": dial tcp 192.168.65.3:6443: connect: connection refused',
      ),
    );
    expect(desktop).toContain('kubectl --context docker-desktop get --raw /healthz');
    expect(desktop).not.toMatch(/From another node|\/etc\/kubernetes/);
    const minikube = steps(
      log('v1.28.5').replaceAll(/^(E1121 (\S+)\.\d{6})/gm, 'Nov 21 $2 minikube kubelet[2101]: $1'),
    );
    expect(minikube).toContain('`minikube ssh -n minikube`');
    expect(minikube).not.toContain('From another node');
    // What deletes everything is the last resort.
    expect(desktop.split('\n').at(-1)).toContain('reset the cluster');
    expect(minikube.split('\n').at(-1)).toContain('`minikube delete`');
  });

  it.each([
    ['what makes its containers', 'hcs::CreateComputeSystem abc: The requested operation failed', 'a/b'],
    ['its own kube-proxy', 'failed to do a thing', 'kube-system/kube-proxy-windows-x2xzz'],
  ])('is Windows by %s', (_name, error, pod) => {
    const line = `E1121 10:00:09.000001    2101 pod_workers.go:1294] "Error syncing pod, skipping" err="failed to \\"CreatePodSandbox\\" for \\"x\\" with CreatePodSandboxError: \\"${error}\\"" pod="${pod}"`;
    const { findings } = diagnoseText([line, line.replace('10:00:09', '10:00:19')].join('\n'));
    expect(findings[0]?.id).toBe('pod-sandbox-broken');
    expect(findings[0]?.nextSteps.join()).not.toMatch(/journalctl|systemctl/);
  });

  it('is RKE by its files, with the kubelet in a container of docker', () => {
    const job =
      'E1121 10:00:09.000001    2101 pod_workers.go:191] Error syncing pod 2f0c5a4f-7a61-4d3c-8f3a-2b8f0a6a1c11 ("rke-network-plugin-deploy-job-x2x4z_kube-system(2f0c5a4f-7a61-4d3c-8f3a-2b8f0a6a1c11)"), skipping: network is not ready';
    const rke = steps(`${log('v1.20.9', 'dial tcp 127.0.0.1:6443: connect: connection refused')}\n${job}`);
    expect(rke).toContain('docker logs --tail 200 kube-apiserver');
    expect(rke).toContain('grep server: /etc/kubernetes/ssl/kubecfg-kube-node.yaml');
    expect(rke).not.toMatch(/journalctl -u kubelet|crictl ps -a`|kubelet\.conf/);
  });

  it('is not reached by the name of a minikube that is called otherwise', () => {
    const error =
      'Get \\"https://control-plane.minikube.internal:8443/x\\": dial tcp 192.168.49.2:8443: connect: connection refused';
    const named = (host: string): string =>
      steps(log('v1.28.5', error).replaceAll(/^([IE]1121 (\S+)\.\d{6})/gm, `Nov 21 $2 ${host} kubelet[2101]: $1`));
    expect(named('minikube')).toContain('`minikube ssh -n minikube`');
    expect(named('laptop')).toContain('with the driver "none"');
    expect(named('laptop')).not.toContain('ssh -n');
  });

  it('has the files of OpenShift 3 where its node logs', () => {
    const origin = steps(log('v1.10.0').replaceAll(/^([IE]1121 (\S+)\.\d{6})/gm, 'Nov 21 $2 m1 origin-node[2101]: $1'));
    expect(origin).toContain('/etc/origin/node/node.kubeconfig');
    expect(origin).toContain('master-logs api api');
  });

  it('is Windows by the calls of its network', () => {
    const windows = steps(
      log('v1.28.5', 'dial tcp 10.0.0.1:443: connectex: A socket operation was attempted to an unreachable network.'),
    );
    expect(windows).toContain('Find-NetRoute');
    expect(windows).not.toContain('grep ');
  });

  it('is asked by tools of Windows for a name that was not resolved', () => {
    const windows = steps(
      'E0614 03:12:15.113412    5120 kubelet_node_status.go:540] "Error updating node status, will retry" err="error getting node \\"akswin000002\\": Get \\"https://c-1.hcp.westeurope.azmk8s.io:443/api/v1/nodes/akswin000002?timeout=10s\\": dial tcp: lookup c-1.hcp.westeurope.azmk8s.io: no such host"',
    );
    expect(windows).toContain('Resolve-DnsName c-1.hcp');
    expect(windows).toContain('Get-DnsClientServerAddress');
  });

  it('is Windows by what it says of a port in use', () => {
    const windows = steps(
      'E0112 20:09:44.441595   16368 server.go:203] "Failed to listen and serve" err="listen tcp 127.0.0.1:10350: bind: Only one usage of each socket address (protocol/network address/port) is normally permitted."',
      'port-in-use',
    );
    expect(windows).toContain('Get-NetTCPConnection');
    expect(windows).not.toContain('grep ');
  });

  it('is of a cloud by the name of its API server', () => {
    const refused = (server: string): string =>
      steps(log('v1.28.5', `Get \\"https://${server}/x\\": dial tcp 10.0.0.1:443: connect: connection refused`));
    expect(refused('0a1b.gr7.eu-west-1.eks.amazonaws.com')).toContain('aws eks describe-cluster');
    expect(refused('prod-dns-1a2b.hcp.westeurope.azmk8s.io:443')).toContain('az aks show');
    expect(refused('eks.amazonaws.com.example.org')).not.toContain('aws eks');
  });

  it('asks for the role of the node where the cloud does not know it', () => {
    const eks = steps(log('v1.28.5-eks-5e0fdde', 'Unauthorized'), 'api-refuses');
    expect(eks).toContain('aws eks list-access-entries');
    expect(eks).toContain('grep -A12 "exec:" /var/lib/kubelet/kubeconfig');
    expect(eks).not.toMatch(/kubeadm|kubelet-client-current/);
    const gke = steps(log('v1.27.8-gke.1067004', 'Unauthorized'), 'api-refuses');
    expect(gke).toContain('user: replace the node.');
    expect(gke).not.toContain('aws');
  });

  it('has an API server that the cloud runs', () => {
    const eks = steps(log('v1.28.5-eks-5e0fdde'));
    expect(eks).toContain('aws eks describe-cluster');
    expect(eks).not.toContain('kube-apiserver');
  });

  it('is Windows by what its network says', () => {
    const windows = steps(
      log(
        'v1.28.5',
        'dial tcp 10.0.0.1:443: connectex: No connection could be made because the target machine actively refused it.',
      ),
    );
    expect(windows).toContain('`curl.exe -k --max-time 10');
    expect(windows).not.toMatch(/systemctl|journalctl|\/etc\//);
  });
});

describe('a runtime without the interface that the kubelet wants', () => {
  const next = (endpoint: string): string =>
    diagnoseText(
      `E0903 15:54:42.118101   25959 run.go:74] "command failed" err="failed to run Kubelet: validate service connection: validate CRI v1 runtime API for endpoint \\"unix://${endpoint}\\": rpc error: code = Unimplemented desc = unknown service runtime.v1.RuntimeService"`,
    ).findings[0]?.nextSteps[0] ?? '';

  it('has a plug-in of that name in containerd alone', () => {
    expect(next('/run/containerd/containerd.sock')).toContain('`disabled_plugins`');
    expect(next('/var/run/crio/crio.sock')).toMatch(
      /^See which interface it has: `crictl version`; its version must fit/,
    );
    expect(next('/var/run/cri-dockerd.sock')).toContain('`cri-dockerd --version`');
  });
});
