import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSourceReader } from '../../../src/journal/sourceReader.ts';
import type { LogRecord } from '../../../src/journal/record.ts';
import { ownerOfFile } from '../../../src/kubelet/callerFiles.ts';
import { KUBELET_ROWS } from '../../../src/messages/catalogue/index.ts';
import { findRow } from '../../../src/messages/recognise/recognise.ts';
import { sharedFolder } from '../../support/shared.ts';
import { isQuick } from '../../support/effort.ts';

/**
 * Errors, warnings and fatal lines of a kubelet that state no fact, and why not: everything else of that severity must give one, so that no trouble is known to the
 * hover and unknown to the answer. A name stands for all rows of that message.
 */
const WITHOUT_FACT: readonly (readonly [why: string, messages: readonly string[]])[] = [
  [
    'the call that failed has a line of its own, by the CRI client or the worker of the pod',
    [
      'eviction.evict-failed',
      'gc.image-status',
      'gc.list-images',
      'gc.remove-image',
      'kuberuntime.gc-remove-container',
      'kuberuntime.gc-stop-sandbox',
      'kuberuntime.kill-pod-failed',
      'kuberuntime.list-failed',
      'kuberuntime.list-sandboxes-failed',
      'kuberuntime.sandbox-status-failed',
      'kuberuntime.version-failed',
      'pod.container-delete',
      'pod.data-dirs',
      'pod.error-killing',
      'pod.killpod-failed',
      'resources.allocate',
      'resources.reconcile',
      'resources.remove',
      'resources.stale-failed',
      'syncloop.listing-failed',
      'volume.attached-check',
      'volume.csi',
      'logs.rotate-failed',
      'plugin.operation',
      'api.watch-list',
    ],
  ],
  [
    'what it tells of is told by the condition of the node or its next turn',
    ['network.cni-update', 'node.startup-not-ready', 'status.aborted'],
  ],
  [
    'a start or a machine without something says so, and nothing is wrong',
    [
      'cgroup.cpu-acct',
      'cgroup.find-failed',
      'cgroup.kubelet-cgroup',
      'cgroup.oom-score',
      'network.iptables',
      'network.iptables-rule',
      'resources.no-checkpoint',
      'shutdown.not-started',
      'shutdown.state-load',
      'shutdown.watch-failed',
      'startup.no-api',
      'start.flexvolume',
      'start.gate',
      'start.hairpin',
      'start.instant-cpu',
      'start.no-conntrack',
      'start.no-credentials',
      'start.no-file-watch',
      'start.no-iptables',
      'start.oom-parser',
      'start.oom-score',
      'start.perf-event',
      'start.process-time',
      'start.rlimit',
      'start.topology',
      'start.uid',
      'oom.stopped',
      'shutdown.state-store',
      'shutdown.watch-ended',
    ],
  ],
  [
    'a measurement is missing for a while',
    [
      'cadvisor.cpu-usage',
      'cadvisor.image-fs',
      'cadvisor.log-stats',
      'cadvisor.perf-counter',
      'eviction.no-observation',
      'eviction.sync-failed',
    ],
  ],
  [
    'an error in name only: things that went in the meantime, or came twice',
    [
      'csi.unregister',
      'pleg.request-full',
      'plugin.event',
      'plugin.watch',
      'pod.container-gone',
      'probe.exists',
      'probe.no-ref',
      'resources.reconcile-skip',
      'resources.stale',
      'status.readiness-before-sync',
      'syncloop.invalid-op',
      'syncloop.set',
      'volume.quota',
      'volume.reconstruct',
      'event.construct',
      'event.dropped',
      'event.reference',
      'event.shut-down',
      'api.watch-ended',
      'kuberuntime.no-reference',
    ],
  ],
];

/** The message that a row is a form of: `pleg.relisting.u2` is one of `pleg.relisting`. */
const messageOf = (id: string): string => id.replace(/\.[us]\d{0,2}$/, '');
const allowed = new Set(WITHOUT_FACT.flatMap(([, messages]) => messages));

describe('errors, warnings and fatal lines of the kubelet', () => {
  const serious = KUBELET_ROWS.filter(
    ({ severity, form }) => form !== 'error-text' && severity !== undefined && severity !== 'I',
  );

  it('are more than four hundred', () => {
    expect(serious.length).toBeGreaterThan(400);
  });

  it('state a fact, or it is said here why not', () => {
    const silent = new Set(serious.filter(({ facts }) => facts === undefined).map(({ id }) => messageOf(id)));
    expect([...silent].filter((message) => !allowed.has(message))).toEqual([]);
    expect([...allowed].filter((message) => !silent.has(message))).toEqual([]);
  });

  const shared = sharedFolder();

  it.skipIf(shared === undefined || isQuick)('are known in all but a few lines of the logs of the reference', () => {
    const folder = join(shared ?? '', 'wild', 'logs');
    let known = 0;
    const unknown: string[] = [];
    for (const name of readdirSync(folder)) {
      const look = (record: LogRecord): void => {
        const { klog } = record;
        if (klog === undefined || klog.severity === 'I' || ownerOfFile(klog.file) !== 'kubelet') return;
        if (findRow(record) === undefined) unknown.push(`${name}: ${klog.file} ${record.message.slice(0, 80)}`);
        else known += 1;
      };
      const reader = createSourceReader(0, name, {}, { record: look, warning: () => undefined });
      reader.push(new Uint8Array(readFileSync(join(folder, name))));
      reader.end();
    }
    expect(known).toBeGreaterThan(1000);
    // Two in a hundred: those left over are of dockershim on Windows and of pages that somebody typed.
    expect(unknown.length, unknown.join('\n')).toBeLessThan(known / 50);
  });
});
