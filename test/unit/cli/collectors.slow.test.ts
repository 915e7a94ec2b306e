/** Bundles as the collectors of the field lay them out, each packed as it comes: the same answer as of the lone log, each line counted once, the node by its name. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tarOf, zipOf } from '../../support/archives.ts';
import { builtProgram } from '../../support/builtProgram.ts';
import { journalOf } from '../../support/journalFiles.ts';
import { projectRoot } from '../../support/shared.ts';

const text = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
const log = Buffer.from(text);
const lines = text.trimEnd().split('\n');
/** The kubelet's own lines, as containers and Talos write them. */
const raw = Buffer.from(lines.map((line) => line.replace(/^.*? kubelet\[\d+\]: /, '')).join('\n'));
const sshd = 'Nov 21 00:27:32 worker-2 sshd[12]: Accepted publickey for core from 10.0.0.1\n'.repeat(40);
const other = Buffer.from(sshd);
/** The whole system's log: others write between the kubelet's lines. */
const system = Buffer.from(
  lines.flatMap((line, at) => (at % 20 === 0 ? [sshd.split('\n')[0], line] : [line])).join('\n'),
);
/** The same where the kubelet is a part of another program. */
const k3s = Buffer.from(text.replaceAll(/ kubelet\[/g, ' k3s['));
const kubelite = Buffer.from(text.replaceAll(/ kubelet\[/g, ' microk8s.daemon-kubelite['));
const containerd = Buffer.from(
  'Nov 21 00:27:33 worker-2 containerd[811]: time="2026-11-21T00:27:33Z" level=info msg="StartContainer"\n'.repeat(20),
);
const binary = (): Buffer =>
  journalOf(
    lines.flatMap((line) => {
      const match = /^\w{3} +\d+ (\d\d):(\d\d):(\d\d) (\S+) ([^[:]+)(?:\[(\d+)\])?: (.*)$/.exec(line);
      if (match === null) return [];
      const [, hours, minutes, seconds, host = '', program = '', pid = '1', MESSAGE = ''] = match;
      return {
        time: Date.UTC(2026, 10, 21, Number(hours), Number(minutes), Number(seconds)) * 1000,
        fields: {
          _HOSTNAME: host,
          SYSLOG_IDENTIFIER: program,
          _SYSTEMD_UNIT: `${program}.service`,
          _PID: pid,
          MESSAGE,
        },
      };
    }),
  );

interface Answer {
  readonly sources: readonly { readonly name: string }[];
  readonly nodes: readonly { readonly names: readonly string[] }[];
  readonly counts: { readonly skips: number };
  readonly episodes: readonly { readonly startup: boolean }[];
  readonly findings: readonly { readonly id: string }[];
}

let folder = '';
let program = '';
let lone: Answer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kubelet-timeline-collectors-'));
  program = await builtProgram();
  lone = analysed('lone.log', log);
});
afterAll(() => rmSync(folder, { recursive: true }));

function analysed(name: string, bytes: Uint8Array): Answer {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'analyze', path, '--year', '2026', '--format', 'json'],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Answer;
}

const targz = async (files: Readonly<Record<string, Uint8Array>>): Promise<Buffer> => gzipSync(await tarOf(files));
const INSIGHTS = 'must-gather.local.512/quay-io-openshift-release-dev-sha256-abc';
const SOS = 'sosreport-worker-2-2026-11-21-abcdefg';
const BUNDLES: readonly (readonly [string, string, () => Buffer | Promise<Buffer>, readonly string[]])[] = [
  [
    'must-gather of OpenShift',
    'must-gather.tar.gz',
    async () =>
      targz({
        'must-gather.local.512/timestamp': Buffer.from('2026-11-21\n'),
        [`${INSIGHTS}/cluster-scoped-resources/core/nodes/worker-2.yaml`]: Buffer.from('kind: Node\n'),
        [`${INSIGHTS}/host_service_logs/masters/kubelet_service.log`]: other,
        [`${INSIGHTS}/nodes/worker-2/worker-2_logs_kubelet.gz`]: gzipSync(log),
        [`${INSIGHTS}/nodes/worker-2/lscpu`]: Buffer.from('CPU(s): 4\n'),
      }),
    [`${INSIGHTS}/nodes/worker-2/worker-2_logs_kubelet.gz`],
  ],
  [
    'sosreport, with the same lines three times: a command’s, the system’s and the journal’s',
    'sosreport.tar.gz',
    async () =>
      targz({
        [`${SOS}/sos_commands/kubernetes/journalctl_--no-pager_--unit_kubelet`]: log,
        [`${SOS}/sos_commands/logs/journalctl_--no-pager`]: system,
        [`${SOS}/etc/hostname`]: Buffer.from('worker-2\n'),
        [`${SOS}/var/log/journal/0123456789abcdef0123456789abcdef/system.journal`]: binary(),
      }),
    [
      `${SOS}/sos_commands/kubernetes/journalctl_--no-pager_--unit_kubelet`,
      `${SOS}/sos_commands/logs/journalctl_--no-pager`,
      `${SOS}/var/log/journal/0123456789abcdef0123456789abcdef/system.journal`,
    ],
  ],
  [
    'collector of EKS',
    'eks_i-0123456789_2026-11-21_0040-UTC_0.7.8.tar.gz',
    async () =>
      targz({
        './containerd/containerd-log.txt': containerd,
        './kubelet/kubelet.log': log,
        './kubelet/kubelet_service.txt': Buffer.from('[Unit]\nDescription=Kubernetes Kubelet\n'),
        './kubelet/kubeconfig.yaml': Buffer.from('apiVersion: v1\n'),
        './kubelet/svc.log': Buffer.from('NAME TYPE\n'),
        './kernel/dmesg.current': Buffer.from('[    0.000000] Linux version 6.1.0\n'),
        './var_log/messages': system,
      }),
    ['kubelet/kubelet.log', 'var_log/messages'],
  ],
  [
    'collector of AKS, which takes the system’s log',
    'aks_logs.zip',
    () =>
      zipOf({
        'collect/systemctl-status.txt': other,
        'collect/crictl_ps.json': Buffer.from('{"containers":[]}\n'),
        'etc/default/kubelet': Buffer.from('KUBELET_FLAGS=--v=2\n'),
        'var/log/azure-vnet.log': other,
        'var/log/syslog': system,
        'var/log/syslog.1': other,
      }),
    ['var/log/syslog'],
  ],
  [
    'talosctl support',
    'support.zip',
    () =>
      zipOf({
        'worker-2/dmesg.log': Buffer.from('[    0.000000] Linux version 6.1.0-talos\n'),
        'worker-2/service-logs/apid.log': other,
        'worker-2/service-logs/kubelet.log': raw,
        'worker-2/service-logs/kubelet.state': Buffer.from('NODE worker-2\nSTATE Running\n'),
        'worker-2/kubernetes-logs/kube-system/kube-proxy.log': other,
        'cluster/kubernetesResources/nodes.yaml': Buffer.from('kind: NodeList\n'),
      }),
    ['worker-2/service-logs/kubelet.log'],
  ],
  [
    'support bundle of troubleshoot.sh',
    'support-bundle-2026-11-21T00_40_00.tar.gz',
    async () =>
      targz({
        'support-bundle-2026-11-21T00_40_00/version.yaml': Buffer.from('kind: SupportBundle\n'),
        'support-bundle-2026-11-21T00_40_00/analysis.json': Buffer.from('[]\n'),
        'support-bundle-2026-11-21T00_40_00/host-collectors/run-host/journalctl-kubelet.txt': log,
        'support-bundle-2026-11-21T00_40_00/host-collectors/run-host/journalctl-kubelet-info.json':
          Buffer.from('{"command":"journalctl"}\n'),
        'support-bundle-2026-11-21T00_40_00/cluster-resources/nodes.json': Buffer.from('{"kind":"NodeList"}\n'),
      }),
    ['support-bundle-2026-11-21T00_40_00/host-collectors/run-host/journalctl-kubelet.txt'],
  ],
  [
    'kind export logs, with the lines in the journal again',
    'kind.tar.gz',
    async () =>
      targz({
        'kind-version.txt': Buffer.from('kind v0.29.0\n'),
        'docker-info.txt': other,
        'worker-2/alternatives.log': Buffer.from('update-alternatives run\n'),
        'worker-2/containerd.log': containerd,
        'worker-2/journal.log': system,
        'worker-2/kubelet.log': log,
        'worker-2/kubernetes-version.txt': Buffer.from('v1.36.2\n'),
        'worker-2/pods/kube-system_kube-proxy-abc/kube-proxy/0.log': other,
      }),
    ['worker-2/journal.log', 'worker-2/kubelet.log'],
  ],
  [
    'minikube logs --file, packed',
    'minikube-logs.zip',
    () =>
      zipOf({
        'logs.txt': Buffer.concat([
          Buffer.from('\n==> Audit <==\n|---------|------|\n\n==> containerd <==\n'),
          containerd,
          Buffer.from('\n==> kubelet <==\n'),
          log,
          Buffer.from('\n==> kernel <==\n[    0.000000] Linux version 6.1.0\n'),
        ]),
      }),
    ['logs.txt'],
  ],
  [
    'logdog of Bottlerocket',
    'bottlerocket-logs.tar.gz',
    async () =>
      targz({
        'bottlerocket-logs/os-release': Buffer.from('NAME=Bottlerocket\n'),
        'bottlerocket-logs/journalctl-list-boots': Buffer.from(
          ' 0 0123456789abcdef0123456789abcdef Sat 2026-11-21 00:00:00 UTC—Sat 2026-11-21 01:00:00 UTC\n',
        ),
        'bottlerocket-logs/journalctl.errors': other,
        'bottlerocket-logs/journalctl.log': system,
        'bottlerocket-logs/kube-status': Buffer.from('● kubelet.service - Kubelet\n   Active: active (running)\n'),
      }),
    ['bottlerocket-logs/journalctl.log'],
  ],
  [
    'collector of Rancher on rke2',
    'worker-2-2026-11-21_00_40_00.tar.gz',
    async () =>
      targz({
        'worker-2-2026-11-21_00_40_00/systeminfo/hostname': Buffer.from('worker-2\n'),
        'worker-2-2026-11-21_00_40_00/journald/rke2-agent': other,
        'worker-2-2026-11-21_00_40_00/rke2/agent-logs/containerd.log': containerd,
        'worker-2-2026-11-21_00_40_00/rke2/agent-logs/kubelet.log': raw,
        'worker-2-2026-11-21_00_40_00/rke2/kubectl/nodes': Buffer.from('NAME STATUS\nworker-2 Ready\n'),
      }),
    ['worker-2-2026-11-21_00_40_00/rke2/agent-logs/kubelet.log'],
  ],
  [
    'collector of Rancher on k3s, in whose unit the kubelet writes',
    'worker-2-2026-11-21_00_41_00.tar.gz',
    async () =>
      targz({
        'worker-2-2026-11-21_00_41_00/systeminfo/hostname': Buffer.from('worker-2\n'),
        'worker-2-2026-11-21_00_41_00/journald/k3s': k3s,
        'worker-2-2026-11-21_00_41_00/k3s/crictl/psa': Buffer.from('CONTAINER IMAGE\n'),
      }),
    ['worker-2-2026-11-21_00_41_00/journald/k3s'],
  ],
  [
    'microk8s inspect',
    'inspection-report-20261121_004000.tar.gz',
    async () =>
      targz({
        'inspection-report/snap.microk8s.daemon-containerd/journal.log': containerd,
        'inspection-report/snap.microk8s.daemon-kubelite/journal.log': kubelite,
        'inspection-report/snap.microk8s.daemon-kubelite/systemctl.log': Buffer.from(
          '● snap.microk8s.daemon-kubelite.service\n',
        ),
        'inspection-report/sys/uname': Buffer.from('Linux worker-2 6.8.0\n'),
      }),
    ['inspection-report/snap.microk8s.daemon-kubelite/journal.log'],
  ],
];

describe('the bundle of', () => {
  it.each(BUNDLES)('%s', async (_name, file, made, places) => {
    const bundle = analysed(file, await made());
    expect(bundle.sources.map(({ name }) => name.slice(name.indexOf(file) + file.length + 1)).sort()).toEqual(
      [...places].sort(),
    );
    expect(bundle.nodes.map(({ names }) => names[0])).toEqual(['worker-2']);
    expect([lone.counts.skips, bundle.counts.skips]).toEqual([21, 21]);
    expect(bundle.episodes.map(({ startup }) => startup)).toEqual(lone.episodes.map(({ startup }) => startup));
    expect(bundle.findings.map(({ id }) => id)).toEqual(expect.arrayContaining(['list-calls-hang']));
  });
});
