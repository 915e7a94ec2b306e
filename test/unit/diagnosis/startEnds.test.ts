/** What kubelets say when they do not start, in the words of their source: whose fault it is, and whose it is not. */
import { describe, expect, it } from 'vitest';
import type { FindingId } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from './diagnoseLog.ts';

const STARTS = 'I0312 06:00:00.000467    3301 server.go:467] "Kubelet version" kubeletVersion="v1.30.4"';

/** A start that ends with one line: its severity, place and text. */
function startThat(end: string) {
  const header = end.replace(/^([EF]) /, '$10312 06:00:01.050333    3301 ');
  return diagnoseText(`${STARTS}\n${header}\n`);
}

/** From 1.24 on the parent of the kubelet's command says why it ends. */
function failed(error: string) {
  return startThat(`E run.go:74] "command failed" err="${error.replaceAll('"', String.raw`\"`)}"`);
}

const idsOf = ({ findings }: ReturnType<typeof failed>): readonly FindingId[] => findings.map(({ id }) => id);

const FILE = '/var/lib/kubelet/config.yaml';
const LOAD = `failed to load kubelet config file, path: ${FILE}, error: failed to load Kubelet config file ${FILE}, error `;

describe('a fault of the configuration', () => {
  it('is no other cgroup driver of the runtime where its words quote that field', () => {
    for (const error of [
      'failed to decode, error: v1beta1.KubeletConfiguration.ReadObject: found unknown field: cgroupDrivers, error found in #10 byte of ...|Drivers":"systemd","k|...',
      'failed to decode: strict decoding error: unknown field "cgroupDrive"',
    ])
      expect(idsOf(failed(`${LOAD}${error}`))).toEqual(['config-invalid']);
    expect(
      idsOf(
        startThat(
          `F server.go:198] failed to load Kubelet config file ${FILE}, error: found unknown field: cgroupDrivers`,
        ),
      ),
    ).toEqual(['config-invalid']);
    expect(
      idsOf(
        failed(
          'failed to run Kubelet: misconfiguration: kubelet cgroup driver: "systemd" is different from docker cgroup driver: "cgroupfs"',
        ),
      ),
    ).toEqual(['cgroup-driver']);
  });
});

describe('lines that end a kubelet', () => {
  it.each<[string, FindingId]>([
    ['E server.go:171] "Unknown command" command="/run/containerd/containerd.sock"', 'config-invalid'],
    [
      'E server.go:215] "Failed to create listener for podResources endpoint" err="listen unix /var/lib/kubelet/pod-resources/kubelet.sock: bind: permission denied"',
      'kubelet-fatal',
    ],
  ])('%s', (line, id) => {
    expect(idsOf(startThat(line))).toEqual([id]);
  });

  it('about a socket of the kubelet itself blame no runtime', () => {
    const ids = idsOf(
      startThat(
        'E kubelet.go:1542] "Failed to start ContainerManager" err="listen unix /var/lib/kubelet/device-plugins/kubelet.sock: bind: permission denied"',
      ),
    );
    expect(ids).toEqual(['container-manager']);
  });
});

const MISSING = 'cgroup ["kubepods"] has some missing controllers: cpuset, hugetlb';

describe('a control group', () => {
  it('of all pods that lacks controllers is told of as that group, not as a setting of the kernel', () => {
    for (const lacks of [MISSING, 'cgroup ["kubepods"] has some missing paths: /sys/fs/cgroup/pids/kubepods.slice']) {
      const { findings } = startThat(
        `E kubelet.go:1703] "Failed to start ContainerManager" err="failed to initialize top level QOS containers: error validating root container [kubepods] : ${lacks.replaceAll('"', String.raw`\"`)}"`,
      );
      expect(findings.map(({ id }) => id)).toEqual(['container-manager']);
      expect(findings[0]?.explanation).toContain('The kubelet made kubepods, the control group of all pods');
    }
  });

  it('that the configuration names and that lacks controllers is to be given them', () => {
    const { findings } = failed(`failed to run Kubelet: invalid configuration: ${MISSING}`);
    expect(findings.map(({ id }) => id)).toEqual(['kernel-setting']);
    expect(findings[0]?.nextSteps[0]).toContain('`echo "+<controller>" > /sys/fs/cgroup/cgroup.subtree_control`');
  });

  it('that cannot be read is not there', () => {
    const error =
      'failed to run Kubelet: invalid configuration: could not read controllers for cgroup ["custom"]: open /sys/fs/cgroup/custom/cgroup.controllers: no such file or directory';
    expect(failed(error).findings.map(({ title }) => title)).toEqual([
      'The control group that the kubelet is told to use is not there, so it exits',
    ]);
  });

  it('that is not told is a fault of the configuration alone', () => {
    const error =
      'failed to run Kubelet: invalid configuration: cgroups-per-qos was specified and cgroup-root was not specified. To enable the QoS cgroup hierarchy you need to specify a valid cgroup-root';
    expect(idsOf(failed(error))).toEqual(['config-invalid']);
  });
});

it('blames no container that is left where the runtime does not answer the container manager', () => {
  const { findings } = startThat(
    'E kubelet.go:1542] "Failed to start ContainerManager" err="failed to build map of initial containers from runtime: rpc error: code = DeadlineExceeded desc = context deadline exceeded"',
  );
  expect(findings[0]?.explanation).toContain('context deadline exceeded');
  expect(findings[0]?.explanation).not.toContain('A container is left');
});

describe('a socket of the runtime', () => {
  const dialled = (why: string) =>
    failed(
      `failed to run Kubelet: validate service connection: validate CRI v1 runtime API for endpoint "unix:///run/containerd/containerd.sock": rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: ${why}"`,
    ).findings[0];

  it('that the kubelet may not use is no runtime to be started', () => {
    const finding = dialled('permission denied');
    expect(finding).toMatchObject({
      id: 'runtime-unreachable',
      title: 'The kubelet may not use the socket of the container runtime',
    });
    expect(finding?.nextSteps[0]).toContain('`ls -lZ /run/containerd/containerd.sock`');
    expect(finding?.nextSteps.join(' ')).not.toContain('systemctl start');
  });

  it('on which nobody listens is', () => {
    const finding = dialled('connection refused');
    expect(finding?.title).toBe("The container runtime's socket was not reachable");
    expect(finding?.nextSteps.join(' ')).toContain('systemctl start containerd');
  });
});

describe('a setting that the kubelet does not start with', () => {
  it.each([
    '--kube-reserved value failed to parse: failed to parse quantity "1GiB" for "memory" resource: unable to parse quantity\'s suffix',
    'cannot reserve "hugepages-2Mi" resource',
    'unsupported eviction signal memory.availabel',
    'failed to create kubelet: grace period must be specified for the soft eviction threshold memory.available',
    'swap feature is enabled and LimitedSwap but it is only supported with cgroupv2',
    'CPU Manager Policy Alpha-level Options not enabled, but option "align-by-socket" provided',
    'bad --node-ip "10.0.0.1,fd00::1": dual-stack not supported in this configuration',
    'no client provided, cannot use webhook authentication',
    'failed to create kubelet: cloud provider "aws" was specified, but built-in cloud providers are disabled. Please set --cloud-provider=external and migrate to an external cloud provider',
    'failed to create kubelet: failed to initialize container log manager: invalid MaxFiles 1, must be > 1',
    'failed to create kubelet: the sysctls "fs.inotify.max_user_instances" are not known to be namespaced',
    'failed to create kubelet: failed to initialize file based certificate manager: tls: private key does not match public key',
  ])('%s', (error) => {
    expect(idsOf(failed(`failed to run Kubelet: ${error}`))).toEqual(['config-invalid']);
  });

  it('is a feature gate that is a key up to 1.10', () => {
    expect(idsOf(startThat('F server.go:145] unrecognized key: PodPriorities'))).toEqual(['config-invalid']);
  });
});

describe('a certificate', () => {
  it('that the kubelet shows to its clients is none for the API server', () => {
    expect(
      idsOf(
        startThat('E server.go:179] "Failed to listen and serve" err="tls: private key does not match public key"'),
      ),
    ).toEqual(['config-invalid']);
  });

  it('of the kubelet for the API server that is not there is missing, whatever is said around it', () => {
    const pem = '/var/lib/kubelet/pki/kubelet-client-current.pem';
    const error = `failed to run Kubelet: unable to load kubeconfig: invalid configuration: [unable to read client-cert ${pem} for default-auth due to open ${pem}: no such file or directory]`;
    expect(idsOf(failed(error))).toEqual(['certificate-expired']);
  });
});

describe('a title quotes the error', () => {
  const titleOf = (error: string): string | undefined => failed(error).findings[0]?.title.replace(/^[^"]*/, '');

  it.each([
    ['failed to run Kubelet: empty hostname is invalid', '"empty hostname is invalid"'],
    [
      'failed to validate kubelet configuration, error: [invalid configuration: nodeLeaseDurationSeconds must be greater than 0], path: &TypeMeta{Kind:,APIVersion:,}',
      '"nodeLeaseDurationSeconds must be greater than 0"',
    ],
    [
      `${LOAD}failed to decode: couldn't get version/kind; json parse error: error converting YAML to JSON: yaml: line 12: mapping values are not allowed in this context`,
      '"couldn\'t get version/kind; json parse … yaml: line 12: mapping values are not allowed in this context"',
    ],
    [
      'failed to parse kubelet flag: invalid argument "110x" for "--max-pods" flag: strconv.ParseInt: parsing "110x": invalid syntax',
      '"invalid argument "110x" for "--max-pods" flag: strconv.ParseInt: parsing "110x": invalid syntax"',
    ],
    [
      'failed to run Kubelet: [cpumanager] unable to reserve the required amount of CPUs (size of 0-1 did not equal 4)',
      '"[cpumanager] unable to reserve the required amount of CPUs (size of 0-1 did not equal 4)"',
    ],
  ])('%s', (error, quoted) => {
    expect(titleOf(error)).toBe(quoted);
  });

  it('with both of its ends where it is long', () => {
    const title = titleOf(
      'failed to validate kubelet configuration, error: invalid configuration: topologyManagerPolicy (--topology-manager-policy) "numa" must be one of: ["none" "best-effort" "restricted" "single-numa-node"], path: &TypeMeta{Kind:,APIVersion:,}',
    );
    expect(title).toMatch(/^"topologyManagerPolicy .{10,100} "single-numa-node"\]"$/);
  });

  it('and is one fault where the same is said anew', () => {
    const ended = (second: number, file: string): string =>
      `E0312 06:00:0${second}.050333    330${second} run.go:74] "command failed" err="failed to run Kubelet: cannot reserve \\"${file}\\" resource"\n`;
    const { findings } = diagnoseText(ended(1, 'a') + ended(2, 'b'));
    expect(findings.filter(({ id }) => id === 'config-invalid')).toHaveLength(1);
  });
});

it('takes what k3s says of the kubelet in its own process for the last words of that', () => {
  const said = (level: string, text: string): string =>
    `Mar 12 06:00:01 edge-1 k3s[771]: time="2026-03-12T06:00:01Z" level=${level} msg="${text}"\n`;
  const ended = (error: string) =>
    diagnoseText(said('info', 'Starting k3s agent v1.30.4+k3s1 (98262b5d)') + said('fatal', `kubelet exited: ${error}`))
      .findings[0];
  expect(ended('failed to run Kubelet: empty hostname is invalid')?.title).toBe(
    'The kubelet exited with an error: "empty hostname is invalid"',
  );
  expect(ended('exit status 1')?.title).toBe('The kubelet ended, says the program that runs it');
});
