/** That explanations and next steps speak of what the line is about, and of nothing else. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const first = (...lines: string[]): string => plain(diagnoseText(lines.join('\n')).answer).split('\n')[0] ?? '';

describe('a refusal seen once', () => {
  const refused = (what: string): string =>
    first(
      `E0604 08:15:30.104511    4410 reflector.go:125] k8s.io/kubernetes/pkg/kubelet/kubelet.go:453: Failed to list ${what}`,
    );

  it('of somebody without a name has nothing to do with pods', () => {
    expect(
      refused(
        '*v1.Node: nodes "edge-7" is forbidden: User "system:anonymous" cannot list resource "nodes" in API group "" at the cluster scope',
      ),
    ).toContain('For some seconds at a start this is normal.');
  });

  it('is of no start where the kubelet says that it has no certificate any more', () => {
    // It says so only after five minutes without one (pkg/kubelet/certificate/transport.go).
    const lines = [
      'E0827 06:51:57.734731 1562807 transport.go:123] "No valid client certificate is found but the server is not responsive. A restart may be necessary to retrieve new initial credentials." lastCertificateAvailabilityTime="2024-08-27 05:50:01.73440836 +0000 UTC m=+0.036890907" shutdownThreshold="5m0s"',
      'I0827 06:51:57.766598 1562807 csi_plugin.go:880] Failed to contact API server when waiting for CSINode publishing: csinodes.storage.k8s.io "worker2" is forbidden: User "system:anonymous" cannot get resource "csinodes" in API group "storage.k8s.io" at the cluster scope',
    ];
    const told = (text: string) => diagnoseText(text).findings.find(({ id }) => id === 'api-refuses');
    const beside = told(lines.join('\n'));
    expect(beside?.explanation).toContain('It takes the kubelet for nobody (system:anonymous)');
    expect(beside?.nextSteps.join('\n')).not.toContain('Nothing to do');
    expect(told(lines[1] ?? '')?.nextSteps[0]).toContain('Nothing to do, unless it goes on for minutes');
  });
});

describe('a loop that stood still', () => {
  it('asks for what the runtime said while it did, not since the log begins', () => {
    const slow = (time: string, took: string): string =>
      `Sep  6 ${time} worker-1 kubelet[1022]: E0906 ${time}.020310    1022 kubelet.go:2327] "Housekeeping took longer than expected" err="housekeeping took too long" expected="1s" actual="${took}"`;
    const log = [slow('00:10:04', '5.402s'), slow('06:22:40', '35.916s'), slow('06:26:44', '48.895s')].join('\n');
    const steps = diagnoseText(log)
      .findings.find(({ id }) => id === 'loop-blocked')
      ?.nextSteps.join('\n');
    expect(steps).toMatch(/--since "[^"]+-09-06 06:21:50" --until "[^"]+-09-06 06:27:00"/);
  });
});

describe('last words of a kubelet', () => {
  it('about its CSINode are its own, without a name of the program', () => {
    expect(
      first('F0604 08:15:30.104511    4410 csi_plugin.go:281] Failed to initialize CSINodeInfo after retrying'),
    ).toContain('The kubelet');
  });

  it('about a controller that is missing speak of no other', () => {
    const steps = (controller: string): string =>
      diagnoseText(
        `F0604 08:15:30.104511    4410 kubelet.go:1359] Failed to start ContainerManager failed to initialize top level QOS containers: failed to update top level Burstable QOS cgroup : failed to set supported cgroup subsystems for cgroup [kubepods burstable]: Failed to find subsystem mount for required subsystem: ${controller}`,
      )
        .findings.find(({ id }) => id === 'container-manager')
        ?.nextSteps.join('\n') ?? '';
    expect(steps('memory')).toContain('memory must be on');
    expect(steps('pids')).toContain('See which controllers exist');
    expect(steps('pids')).not.toContain('memory must be on');
  });

  it('about a reserved control group of which no name is set do not say that it does not exist', () => {
    const found = (group: string, reason: string) =>
      diagnoseText(
        `F0604 08:15:30.104511    4410 kubelet.go:1303] Failed to start ContainerManager Failed to enforce System Reserved Cgroup Limits on "${group}": ${reason}`,
      ).findings.find(({ id }) => id === 'container-manager');
    const unnamed = found('', '[] cgroup is not config properly');
    expect(unnamed?.explanation).toContain('and names none.');
    expect(unnamed?.nextSteps.join('\n')).not.toContain('Make the group');
    const missing = found('/system.slice', '["system"] cgroup does not exist');
    expect(missing?.explanation).toContain('that group does not exist');
    expect(missing?.nextSteps.join('\n')).toContain('Make the group');
  });

  it('about a file of cpu that a control group does not have say nothing of memory', () => {
    const found = diagnoseText(
      'E0604 08:15:30.104511    4410 kubelet.go:1511] "Failed to start ContainerManager" err="failed to initialize top level QOS containers: error validating root container [kubepods] : cgroup manager.Set failed: openat2 /sys/fs/cgroup/kubepods.slice/cpu.weight: no such file or directory"',
    ).findings.find(({ id }) => id === 'kernel-setting');
    expect(found?.nextSteps).toEqual([expect.stringContaining('cgroup.subtree_control')]);
  });

  it('about cgroup drivers in k0s lead to a restart of k0s', () => {
    const { findings } = diagnoseText(
      'time="2021-06-04 08:15:30" level=info msg="F0604 08:15:30.104511    4410 server.go:269] failed to run Kubelet: misconfiguration: kubelet cgroup driver: \\"cgroupfs\\" is different from docker cgroup driver: \\"systemd\\"" component=kubelet',
    );
    const found = findings.find(({ id }) => id === 'cgroup-driver');
    expect(found?.nextSteps.join('\n')).toContain('systemctl restart docker k0s');
    expect(found?.explanation).not.toContain('systemd starts it');
  });
});
