import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLogs } from '../../../src/adapters/findLogs.ts';
import { findLogsIn } from '../../../src/adapters/findLogsIn.ts';
import { projectRoot } from '../../support/shared.ts';

const kubelet = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'));
const other = Buffer.from('Nov 21 00:27:32 worker-2 sshd[12]: Accepted publickey for core from 10.0.0.1\n'.repeat(400));

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'folder-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(files: Record<string, Uint8Array>): void {
  for (const [place, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, place)), { recursive: true });
    writeFileSync(join(root, place), content);
  }
}
const places = async (): Promise<string[]> => (await findLogs(root)).logs.map((log) => log.place);

describe('the kubelet logs in a folder', () => {
  it('are those of an export of kind', async () => {
    put({
      'kind-worker/kubelet.log': kubelet,
      'kind-worker2/kubelet.log': kubelet,
      'kind-worker/containerd.log': other,
      'kind-worker/kubernetes-version.txt': Buffer.from('v1.36.2\n'),
      'docker-info.txt': other,
    });
    expect(await places()).toEqual(['kind-worker/kubelet.log', 'kind-worker2/kubelet.log']);
  });

  it('are those of a must-gather, packed too', async () => {
    put({
      'quay-io-x/host_service_logs/masters/kubelet_service.log': kubelet,
      'quay-io-x/host_service_logs/masters/crio_service.log': other,
      'quay-io-x/nodes/a/kubelet_service.log.gz': gzipSync(kubelet),
      'quay-io-x/cluster-scoped-resources/kubelet.yaml': kubelet,
    });
    expect(await places()).toEqual([
      'quay-io-x/host_service_logs/masters/kubelet_service.log',
      'quay-io-x/nodes/a/kubelet_service.log.gz',
    ]);
  });

  it('are those of a sosreport and of /var/log: a syslog counts when a kubelet writes to it, further down as well', async () => {
    put({
      'sos_commands/kubernetes/journalctl_--no-pager_--unit_kubelet': kubelet,
      'sos_commands/logs/journalctl_--no-pager_--unit_sshd': other,
      'var/log/messages': Buffer.concat([other, kubelet]),
      'var/log/messages-20261114': other,
      'var/log/syslog.1': Buffer.concat([other, kubelet]),
      'etc/kubernetes/kubelet.conf': kubelet,
    });
    expect(await places()).toEqual([
      'sos_commands/kubernetes/journalctl_--no-pager_--unit_kubelet',
      'var/log/messages',
      'var/log/syslog.1',
    ]);
  });

  it('have scrapes of the same kubelet beside them where these stand in the folder itself', async () => {
    const scrape = Buffer.from(
      `# HELP apiserver_x Of others.\n# TYPE apiserver_x counter\napiserver_x 1\n# TYPE kubelet_pleg_relist_duration_seconds histogram\nkubelet_pleg_relist_duration_seconds_sum 3\n`,
    );
    put({
      'kubelet.log': kubelet,
      'metrics.txt': scrape,
      'node.prom.gz': gzipSync(scrape),
      'metrics-of-etcd.txt': Buffer.from('# TYPE etcd_x counter\netcd_x 1\n'),
      'metrics-notes.txt': other,
      'node-b/metrics.txt': scrape,
    });
    expect(await places()).toEqual(['kubelet.log', 'metrics.txt', 'node.prom.gz']);
  });

  it('may have any name when no name says kubelet', async () => {
    put({ 'node1.txt': kubelet, export: kubelet, 'notes.md': kubelet, 'sshd.log': other });
    expect(await places()).toEqual(['export', 'node1.txt']);
  });

  it('are none in a folder of other logs, and it is said how many were looked at', async () => {
    put({ 'sshd.log': other, 'kubelet-wrapper.log': other });
    expect(await findLogs(root)).toEqual({ logs: [], lookedAt: 2, cutShort: false });
  });
});

describe('the walk', () => {
  it('goes round no loop of links, and takes a file once', async () => {
    put({ 'a/kubelet.log': kubelet });
    symlinkSync(root, join(root, 'a/again'));
    symlinkSync(join(root, 'a/kubelet.log'), join(root, 'kubelet-current.log'));
    symlinkSync(join(root, 'nowhere'), join(root, 'kubelet-broken.log'));
    expect(await places()).toHaveLength(1);
  });

  it('is bounded, and says so', async () => {
    put(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`d${i}/kubelet.log`, kubelet.subarray(0, 4096)])));
    expect(await findLogs(root, { entries: 10, depth: 20, named: 100, guesses: 10, logs: 500 })).toMatchObject({
      cutShort: true,
    });
    expect(await findLogs(root, { entries: 1000, depth: 20, named: 100, guesses: 10, logs: 5 })).toMatchObject({
      cutShort: true,
      logs: { length: 5 },
    });
    expect(await findLogs(root, { entries: 1000, depth: 20, named: 7, guesses: 10, logs: 500 })).toMatchObject({
      cutShort: true,
      lookedAt: 7,
      logs: { length: 7 },
    });
    put({ [`${'deep/'.repeat(25)}kubelet.log`]: kubelet });
    expect(await findLogs(root)).toMatchObject({ cutShort: true, logs: { length: 30 } });
  });

  it('is not made in what is no folder', async () => {
    put({ 'kubelet.log': kubelet });
    expect(await findLogsIn(join(root, 'kubelet.log'))).toBeUndefined();
    expect(await findLogsIn(join(root, 'gone'))).toBeUndefined();
    expect(await findLogsIn(root)).toMatchObject({ logs: { length: 1 } });
  });
});
