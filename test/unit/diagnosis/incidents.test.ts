import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FINDING_IDS, type FindingId } from '../../../src/diagnosis/finding.ts';
import { projectRoot } from '../../support/shared.ts';
import { diagnoseText, incidentNames, incidentText, plain, runText } from './diagnoseLog.ts';

/** Reported incidents (shapes, not texts): the finding that must come first among those above low confidence, and others that must be there. */
const EXPECTED: Readonly<Record<string, { readonly first: FindingId | 'none'; readonly also?: readonly FindingId[] }>> =
  {
    'bad-setting-crash-loop-1.30': { first: 'config-invalid', also: ['kubelet-crash-loop', 'kubelet-restart'] },
    'benign-start-1.25': { first: 'none', also: ['startup-normal'] },
    'cgroup-driver-differs-1.21': { first: 'cgroup-driver', also: ['kubelet-crash-loop'] },
    'channel-full-while-status-fails-1.32': { first: 'runtime-status-failing', also: ['event-channel-full'] },
    'clock-step-in-episode-1.24': { first: 'list-calls-hang', also: ['clock-step'] },
    'containerd-stopped-1.27': { first: 'runtime-unreachable' },
    'disk-errors-under-runtime-1.25': { first: 'disk-io', also: ['list-calls-hang'] },
    'disk-pressure-evictions-1.24': { first: 'disk-pressure' },
    'docker-stopped-1.9': { first: 'runtime-unreachable' },
    'dockerd-blocked-in-kernel-1.19': { first: 'kernel-hung-task', also: ['list-calls-hang'] },
    'drowned-node-both-reasons-1.22': { first: 'runtime-unresponsive' },
    'every-call-slow-1.31': { first: 'runtime-slow', also: ['loop-blocked'] },
    'evented-stream-breaks-1.29': { first: 'evented-pleg-fallback' },
    'exited-containers-after-restart-1.20': { first: 'exited-containers-after-restart' },
    'healthy-with-everyday-noise-1.27': { first: 'none', also: ['startup-normal'] },
    'hundreds-of-pods-at-once-1.17': { first: 'serial-inspection-slow' },
    'inspect-lock-no-error-1.13': { first: 'inspect-calls-slow' },
    'journal-suppressed-1.22': { first: 'list-calls-hang', also: ['journal-loss'] },
    'list-containers-hang-after-exits-1.26': { first: 'list-calls-hang' },
    'memory-cgroup-not-mounted-1.22': {
      first: 'kernel-setting',
      also: ['container-manager', 'kubelet-crash-loop', 'startup-normal'],
    },
    'network-plugin-not-initialized-1.28': { first: 'network-not-ready' },
    'nfs-server-gone-1.16': { first: 'storage-hang', also: ['inspect-calls-hang'] },
    'node-reboot-1.27': { first: 'node-reboot', also: ['kubelet-restart', 'startup-normal'] },
    'one-pod-cannot-be-inspected-1.34': { first: 'inspect-calls-hang' },
    'one-sandbox-every-four-minutes-1.12': { first: 'inspect-calls-hang' },
    'oom-killed-runc-1.18': { first: 'out-of-memory', also: ['list-calls-hang'] },
    'paste-from-the-middle-1.26': { first: 'none' },
    'relist-deadlock-mass-delete-1.11': { first: 'relist-deadlock' },
    'restart-in-the-middle-1.23': { first: 'list-calls-hang', also: ['kubelet-restart'] },
    'runc-deadlock-after-upgrade-1.20': { first: 'inspect-calls-hang' },
    'runtime-database-locked-1.28': { first: 'list-calls-fail' },
    'runtime-down-after-restart-1.12': { first: 'runtime-status-failing' },
    'silent-hang-in-housekeeping-1.29': { first: 'list-calls-hang', also: ['loop-blocked'] },
    'slow-network-teardown-1.18': { first: 'cni-failing' },
    'status-times-out-small-node-1.23': { first: 'runtime-status-failing' },
    'systemd-bus-does-not-answer-1.16': { first: 'systemd-dbus', also: ['runtime-unresponsive'] },
    'three-nodes-after-kernel-change-1.21': { first: 'list-calls-hang', also: ['many-nodes-at-once'] },
    'too-many-sandboxes-1.30': { first: 'list-too-large' },
  };

it('has an expectation for every incident', () => {
  expect(Object.keys(EXPECTED).sort()).toEqual(incidentNames);
});

describe.each(incidentNames)('%s', (name) => {
  const { findings, answer } = diagnoseText(incidentText(name));
  const expected = EXPECTED[name];

  it('is diagnosed', () => {
    const serious = findings
      .filter((finding) => finding.confidence !== 'low' && finding.id !== 'startup-normal')
      .map((finding) => finding.id);
    expect(serious[0] ?? 'none').toBe(expected?.first);
    expect(findings.map((finding) => finding.id)).toEqual(expect.arrayContaining([...(expected?.also ?? [])]));
  });

  it('shows evidence and next steps for each finding, and each id once', () => {
    const lines = incidentText(name).split('\n').length;
    expect(new Set(findings.map((finding) => finding.id)).size).toBe(findings.length);
    for (const finding of findings) {
      expect(finding.evidence.length, finding.id).toBeGreaterThan(0);
      expect(finding.nextSteps.length, finding.id).toBeGreaterThan(0);
      for (const line of finding.evidence) expect(line.line, finding.id).toBeLessThanOrEqual(lines);
      expect(`${finding.title} ${finding.explanation} ${finding.nextSteps.join(' ')}`, finding.id).not.toMatch(
        /undefined|NaN|Infinity|\[object|  /,
      );
    }
  });

  it('is answered in plain words without holes', () => {
    const text = `${answer.headline}\n${plain(answer)}`;
    expect(text).not.toMatch(/undefined|NaN|Infinity|\[object|  |\.\.|unknown time/);
    expect(text.length).toBeLessThan(2400);
    for (const part of answer.paragraphs.flat()) if (part.at !== undefined) expect(part.at.line).toBeGreaterThan(0);
  });
});

it('has a log for every finding there is', () => {
  const shown = new Set<string>();
  for (const name of incidentNames)
    for (const finding of diagnoseText(incidentText(name)).findings) shown.add(finding.id);
  // Each with logs of its own, which findings.test.ts reads.
  for (const name of readdirSync(join(projectRoot, 'test/fixtures/findings'))) shown.add(name);
  for (const name of ['v1.36.2-c-slow-list'])
    for (const finding of diagnoseText(runText(name)).findings) shown.add(finding.id);
  expect(FINDING_IDS.filter((id) => !shown.has(id))).toEqual([]);
});
