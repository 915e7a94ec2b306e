/** Why a container cannot be started is read from the text of the runtime, and the next step fits it. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from './diagnoseLog.ts';

const crashing = (kind: string, reason: string): Finding | undefined =>
  diagnoseText(
    [0, 1, 2, 3]
      .map(
        (minute) =>
          `E1124 10:0${minute}:10.100000    1200 pod_workers.go:1300] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"web\\" with ${kind}: \\"${reason}\\"" pod="shop/web-1" podUID="3f1de1c5-2f0d-4c40-8c9f-6a31c8a8a111"`,
      )
      .join('\n'),
  ).findings.find(({ id }) => id === 'pods-crashing');

const OCI = 'failed to create containerd task: failed to create shim task: OCI runtime create failed: ';
const NODE = 'other pods of this node can fail in the same way';
const POD = 'other pods are not hurt by it';

describe('a pod whose devices are not made ready', () => {
  it('is named, with the driver that it waits for', () => {
    const { findings } = diagnoseText(
      'E0207 10:22:39.849100    1400 kuberuntime_manager.go:1323] "Failed to prepare dynamic resources" err="prepare dynamic resources: DRA driver nic.example.com is not registered" pod="ml/train-0"',
    );
    expect(findings[0]?.title).toBe('Containers of ml/train-0 cannot be started');
    expect(findings[0]?.explanation).toContain('DRA driver nic.example.com is not registered');
    expect(findings[0]?.explanation).toContain(NODE);
    expect(findings[0]?.nextSteps[0]).toContain('`kubectl -n ml get resourceclaims`');
  });
});

describe('a container that cannot be started', () => {
  it.each([
    [
      'RunContainerError',
      `${OCI}runc create failed: unable to start container process: unable to apply cgroup configuration: unable to start unit: Timeout waiting for systemd to create cri-containerd-9f2b.scope: unknown`,
      'systemd did not answer over D-Bus',
      'systemctl daemon-reexec',
      NODE,
    ],
    [
      'RunContainerError',
      "OCI runtime create failed: container_linux.go:344: starting container process caused process_linux.go:297: getting the final child's pid from pipe caused EOF: unknown",
      'runc ended while it made the namespaces',
      '/proc/buddyinfo',
      NODE,
    ],
    [
      'RunContainerError',
      'unable to apply cgroup configuration: unable to start unit: dbus: connection closed by user: unknown',
      'systemd did not answer over D-Bus',
      'systemctl restart kubelet',
      NODE,
    ],
    [
      'RunContainerError',
      `${OCI}error mounting \\\\\\"/run/dbus\\\\\\" to rootfs at \\\\\\"/run/dbus\\\\\\": stat /run/dbus: no such file or directory: unknown`,
      'something that it mounts',
      'has to be there on the node',
      POD,
    ],
    [
      'CreateContainerError',
      'failed to create containerd container: get apparmor_parser version: exec: \\\\\\"apparmor_parser\\\\\\": executable file not found in $PATH',
      'apparmor_parser, is not there or failed',
      'command -v apparmor_parser',
      NODE,
    ],
    [
      'RunContainerError',
      `${OCI}exec: \\\\\\"/app\\\\\\": exec format error: unknown`,
      'another kind of processor',
      'uname -m',
      POD,
    ],
    [
      'RunContainerError',
      `${OCI}exec: \\\\\\"/app\\\\\\": permission denied: unknown`,
      'may not be executed',
      'chmod +x',
      POD,
    ],
    [
      'RunContainerError',
      `${OCI}exec: \\\\\\"gunicorn\\\\\\": executable file not found in $PATH: unknown`,
      'is not in the image',
      'Compare `.command`',
      POD,
    ],
    [
      'RunContainerError',
      `${OCI}unable to retrieve OCI runtime error (open /run/aa/log.json: no such file or directory): exec: \\\\\\"nvidia-container-runtime\\\\\\": executable file not found in $PATH: unknown`,
      'what the runtime class names) is not there',
      'command -v runc',
      NODE,
    ],
    [
      'RunContainerError',
      `${OCI}unable to start init: fork/exec /proc/self/exe: resource temporarily unavailable: unknown`,
      'no more processes or threads',
      'kernel.pid_max',
      NODE,
    ],
    [
      'RunContainerError',
      `${OCI}pipe2: too many open files: unknown`,
      'as many open files as it may',
      'LimitNOFILE',
      NODE,
    ],
    [
      'RunContainerError',
      `${OCI}error mounting \\\\\\"/var/lib/kubelet/pods/3f/volume-subpaths/a\\\\\\" to rootfs at \\\\\\"/etc/app.conf\\\\\\": mount: not a directory: unknown: Are you trying to mount a directory onto a file (or vice-versa)?`,
      'mounts a file where a folder is',
      'subPath',
      POD,
    ],
    [
      'RunContainerError',
      `${OCI}error mounting \\\\\\"/dev/fuse\\\\\\" to rootfs at \\\\\\"/data\\\\\\": mount /data: permission denied: unknown`,
      'could not be mounted',
      'ausearch',
      POD,
    ],
    [
      'CreateContainerError',
      'failed to create containerd container: failed to prepare snapshot: parent snapshot sha256:aa does not exist: not found',
      'not whole in the store of the runtime',
      'crictl rmi',
      NODE,
    ],
    [
      'RunContainerError',
      `${OCI}container init was OOM-killed (memory limit too low?): unknown`,
      'memory limit is so low',
      'resources',
      POD,
    ],
    [
      'RunContainerError',
      `${OCI}error running hook #0: stderr: nvidia-container-cli: initialization error: nvml error: driver not loaded: unknown`,
      'graphics card',
      'nvidia-smi',
      NODE,
    ],
    [
      'CreateContainerConfigError',
      'secret \\\\\\"db-password\\\\\\" not found',
      'secret from which it takes its settings',
      'get configmap,secret',
      POD,
    ],
    [
      'CreateContainerConfigError',
      "couldn't find key url in ConfigMap shop/web-config",
      'or a key in it, is not there',
      'get configmap,secret',
      POD,
    ],
    [
      'CreateContainerConfigError',
      'container has runAsNonRoot and image will run as root (pod: \\\\\\"web-1_shop\\\\\\", container: web)',
      'must not run as root',
      'runAsUser',
      POD,
    ],
    [
      'CreateContainerError',
      'failed to apply AppArmor profile: apparmor profile not found k8s-web',
      'AppArmor profile',
      'aa-status',
      POD,
    ],
  ])('%s: %s', (kind, reason, words, step, meaning) => {
    const finding = crashing(kind, reason);
    expect(finding?.explanation).toContain(words);
    expect(finding?.explanation).toContain(meaning);
    expect(finding?.nextSteps[0]).toContain(step);
  });

  it('is quoted with both ends of its text, and explained by none where no reason is known', () => {
    const finding = crashing('RunContainerError', `${OCI}${'x'.repeat(400)}: something else: unknown`);
    expect(finding?.explanation).toMatch(
      /The text: "failed to create containerd task.{20,300}something else: unknown"/,
    );
    expect(finding?.nextSteps[0]).toMatch(/^See what the start needs/);
  });
});
