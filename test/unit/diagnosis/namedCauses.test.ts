/** What the kubelet's or the runtime's words name stands in the finding: the flag, the cgroup driver, the reason that most lines give. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const klog = (time: string, rest: string): string => rest.replace('%', `0704 ${time}    2204`);
const logOf = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

const UID = '1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01';
const sync = (time: string, pod: string, what: string, error: string): string =>
  klog(
    time,
    `E% pod_workers.go:1298] "Error syncing pod, skipping" err="${what.replace('%', error)}" pod="shop/${pod}" podUID="${UID}"`,
  );
const SANDBOX = `failed to \\"CreatePodSandbox\\" for \\"web_shop(${UID})\\" with CreatePodSandboxError: \\"Failed to create sandbox for pod \\\\\\"web_shop(${UID})\\\\\\": rpc error: code = Unknown desc = %\\"`;

describe('a flag that the kubelet does not know', () => {
  const end = (text: string): string =>
    logOf(klog('06:12:01.120000', `E% run.go:74] "command failed" err="failed to parse kubelet flag: ${text}"`));

  it('is named, with the version that removed it', () => {
    const [finding] = diagnoseText(end('unknown flag: --network-plugin')).findings;
    expect(finding?.title).toBe('The kubelet does not know its flag --network-plugin, so it does not start');
    expect(finding?.explanation).toContain('Kubernetes 1.24 removed this flag.');
    expect(finding?.nextSteps[0]).toContain('Take --network-plugin out where it stands');
  });

  it('is no part of a command where it is cut off or of other characters', () => {
    for (const flag of ['--netw…', '--a$(reboot)', '--x;id']) {
      const [finding] = diagnoseText(end(`unknown flag: ${flag}`)).findings;
      expect(finding?.nextSteps.join(' ')).not.toContain('--netw');
      expect(finding?.nextSteps.join(' ')).not.toContain('reboot');
      expect(finding?.nextSteps.join(' ')).not.toContain(';id');
    }
  });

  it('may be a feature gate', () => {
    const text =
      'failed to set feature gates from initial flags-based config: unrecognized feature gate: DynamicKubeletConfig';
    const [finding] = diagnoseText(
      logOf(klog('06:12:01.120000', `E% run.go:74] "command failed" err="${text}"`)),
    ).findings;
    expect(finding?.title).toBe(
      'The kubelet does not know its feature gate DynamicKubeletConfig, so it does not start',
    );
  });
});

describe('a runtime that was given a control group of the other driver', () => {
  it.each([
    'cri-o configured with systemd cgroup manager, but did not receive slice as parent: /kubepods/burstable/pod7a1',
    'cri-o configured with cgroupfs cgroup manager, but received systemd slice as parent: kubepods.slice',
    'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: expected cgroupsPath to be of format \\"slice:prefix:name\\" for systemd cgroups, got \\"/kubepods/burstable/pod7a1/22\\" instead: unknown',
  ])('says so: %s', (words) => {
    const [finding] = diagnoseText(
      logOf(
        klog('06:12:01.120000', `E% kubelet.go:2448] "Error getting node" err="node \\"cp-1\\" not found"`),
        klog(
          '06:12:01.220000',
          `E% remote_runtime.go:176] "RunPodSandbox from runtime service failed" err="rpc error: code = Unknown desc = ${words}"`,
        ),
        klog('06:12:01.320000', `E% kubelet.go:2448] "Error getting node" err="node \\"cp-1\\" not found"`),
      ),
    ).findings;
    expect(finding).toMatchObject({ id: 'cgroup-driver', confidence: 'high' });
    expect(finding?.explanation).toContain('No pod can be started until both are set to the same');
  });
});

describe('a network plug-in whose program is not there', () => {
  it('is named, with the folder', () => {
    const error =
      'failed to setup network for sandbox \\\\\\"7f\\\\\\": plugin type=\\\\\\"flannel\\\\\\" failed (add): failed to find plugin \\\\\\"flannel\\\\\\" in path [/opt/cni/bin]';
    const { findings } = diagnoseText(
      logOf(sync('06:12:01.000000', 'web', SANDBOX, error), sync('06:12:15.000000', 'web', SANDBOX, error)),
    );
    const finding = findings.find(({ id }) => id === 'cni-failing');
    expect(finding?.title).toBe('The network plug-in flannel is not installed on this node');
    expect(finding?.nextSteps[0]).toContain('`ls -l /opt/cni/bin`');
    expect(finding?.nextSteps[1]).toContain('Put flannel back');
  });
});

