/** What is cut away from a line, or stands before the first line of a log, is not made up, and not passed over. */
import { describe, expect, it } from 'vitest';
import { fixture, HANG } from '../analysis/analyse.ts';
import { historyOf } from '../replay/readLog.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const exit = (said: string): string =>
  `E0903 15:54:42.118101   25959 run.go:74] "command failed" err="failed to run Kubelet: validate service connection: ${said}\n`;
const UNIMPLEMENTED =
  'validate CRI v1 runtime API for endpoint \\"unix:///run/containerd/containerd.sock\\": rpc error: code = Unimplemented desc = unknown service runtime.v1.RuntimeService"';

describe("a kubelet's first call of the runtime", () => {
  const titleOf = (log: string): string | undefined =>
    diagnoseText(log).findings.find(({ id }) => id === 'runtime-unreachable')?.title;

  it.each([
    'validate CRI v1 runtime API for >',
    'validate CRI v1 runtime API for endpoint \\"unix:///run/containerd/containerd.sock\\": rpc error: code = Un>',
    'CRI v1 runtime API is not implemented for endpoint \\"unix:///run/cont>',
  ])('is not said to have been answered where the code is cut away: %s', (said) => {
    expect(titleOf(exit(said))).toBe('The kubelet cannot use the container runtime, so it exits, and why is cut off');
  });

  it('is not said to have found no socket where it got no answer in time', () => {
    const silent = `validate CRI v1 runtime API for endpoint \\"unix:///run/containerd/containerd.sock\\": rpc error: code = DeadlineExceeded desc = context deadline exceeded"`;
    const [finding] = diagnoseText(exit(silent)).findings;
    expect(finding?.title).toBe('The kubelet cannot use the container runtime, so it exits');
    expect(finding?.explanation).not.toMatch(/could not connect|The runtime answers/);
    const refused = silent.replace(/code = .*"/, 'code = Unavailable desc = connection error"');
    expect(titleOf(exit(silent) + exit(refused).replace('42.', '52.').replace('25959', '25969'))).toContain(
      'socket was not reachable',
    );
  });

  it('is known from the line that has it whole', () => {
    expect(
      titleOf(
        exit(UNIMPLEMENTED) + exit('validate CRI v1 runtime API for >').replace('42.', '52.').replace('25959', '25969'),
      ),
    ).toContain('does not have the interface');
  });
});

describe('the end of a kubelet of which no line is in the log', () => {
  const line = (at: string, text: string): string => `Nov 24 05:22:${at} n1 ${text}\n`;
  const next =
    line('58', 'systemd[1]: Started kubelet: The Kubernetes Node Agent.') +
    line(
      '59',
      'kubelet[22224]: I1124 05:22:59.111323   22224 server.go:440] "Kubelet version" kubeletVersion="v1.28.0"',
    );
  const found = (log: string) => diagnoseText(log).findings.find(({ id }) => id === 'kubelet-fatal');

  it.each([
    ['exited, status=1/FAILURE', 'An earlier kubelet ended with status 1'],
    ['killed, status=9/KILL', 'An earlier kubelet was killed'],
  ])('is told: %s', (code, title) => {
    const finding = found(line('48', `systemd[1]: kubelet.service: Main process exited, code=${code}`) + next);
    expect(finding).toMatchObject({ title, confidence: 'medium' });
    expect(finding?.evidence.map(({ line: number }) => number)).toContain(1);
  });

  it.each([
    ['without an error', 'systemd[1]: kubelet.service: Main process exited, code=exited, status=0/SUCCESS'],
    ['of another unit', 'systemd[1]: sshd.service: Main process exited, code=exited, status=1/FAILURE'],
    [
      'of a unit beside it',
      'systemd[1]: kubelet-auto-node-size.service: Main process exited, code=exited, status=1/FAILURE',
    ],
  ])('is none where it is %s', (_what, text) => {
    expect(found(line('48', text) + next)).toBeUndefined();
  });

  it('is none where somebody stopped it', () => {
    expect(
      found(
        line('40', 'systemd[1]: Stopping kubelet: The Kubernetes Node Agent...') +
          line('48', 'systemd[1]: kubelet.service: Main process exited, code=killed, status=15/TERM') +
          next,
      ),
    ).toBeUndefined();
  });

  it('is none where a unit beside it ends', () => {
    const beside = 'systemd[1]: kubelet-auto-node-size.service: Main process exited, code=exited, status=1/FAILURE';
    const log = next + `Nov 24 05:23:10 n1 ${beside}\n`;
    expect(found(log)).toBeUndefined();
    expect(diagnoseText(log).answer.state).not.toBe('unhealthy-at-end');
  });
});

describe('a time before the first kubelet of a log, in which systemd tells that none ran', () => {
  const line = (at: string, text: string): string => `Nov 24 05:${at} n1 ${text}\n`;
  const UNIT = 'kubelet: The Kubernetes Node Agent';
  const stopped = line('20:05', `systemd[1]: Stopped ${UNIT}.`);
  const gaveUp = line('21:05', 'systemd[1]: kubelet.service: Start request repeated too quickly.');
  const started = line('32:58', `systemd[1]: Started ${UNIT}.`);
  const first = line(
    '32:59',
    'kubelet[222]: I1124 05:32:59.111323     222 server.go:440] "Kubelet version" kubeletVersion="v1.28.0"',
  );
  const says = (text: string): string =>
    line('33:05', `kubelet[222]: I1124 05:33:05.111323     222 kubelet_node_status.go:76] "${text}" node="n1"`);
  const registered = says('Successfully registered node');
  const titleOf = (log: string) => diagnoseText(log).findings.find(({ id }) => id === 'kubelet-restart')?.title;

  it.each([
    ['by a stop', stopped + started + first, '12m53s'],
    [
      'of a node that was there before',
      stopped + started + first + says('Node was previously registered') + registered,
      '12m53s',
    ],
    ['by its giving up', stopped + gaveUp + started + first, '11m53s'],
    [
      'until it was told to start again',
      line('19:00', `systemd[1]: Started ${UNIT}.`) + stopped + started + first,
      '12m53s',
    ],
  ])('is told: %s', (_name, log, length) => {
    expect(titleOf(log)).toBe(`No kubelet ran for ${length} before the first one of this log`);
    expect(diagnoseText(log).answer.headline).toContain(length);
  });

  it.each([
    ['where the first kubelet made the node', stopped + started + first + registered],
    ['of a restart', line('32:58', `systemd[1]: Stopped ${UNIT}.`) + started + first],
    ['where a start stands between', stopped + line('21:06', `systemd[1]: Started ${UNIT}.`) + first],
    ['where none tells of the start', stopped + first],
    ['of another unit', line('20:05', 'systemd[1]: Stopped OpenSSH server.') + started + first],
    [
      'where the kubelet of the log runs on',
      stopped + started + first.replace('"Kubelet version" kubeletVersion="v1.28.0"', '"Pod status" a="b"'),
    ],
    [
      'where lines are missing between',
      stopped + line('25:00', 'systemd-journald[9]: Suppressed 523 messages from kubelet.service') + started + first,
    ],
  ])('is not told: %s', (_name, log) => {
    expect(titleOf(log)).toBeUndefined();
  });
});

describe('the request for a certificate that a line is cut in', () => {
  const findingOf = (said: string) =>
    diagnoseText(
      `E0903 15:54:42.118101   25959 run.go:74] "command failed" err="failed to run Kubelet: cannot create certificate signing request: ${said}\n`,
    ).findings[0];

  it.each([
    ['the call', 'Post \\">', 'api-unreachable'],
    ['what may not be made', 'certifi>', 'api-refuses'],
    ['nothing', '>', 'kubelet-fatal'],
    [
      'the certificate of the API server',
      'Post \\"https://10.0.0.1:6443/apis\\": x509: certificate has exp>',
      'certificate-expired',
    ],
  ])('is put down to what is left of its error, not to a certificate that is old: %s', (_left, said, id) => {
    expect(findingOf(said)?.id).toBe(id);
    expect(findingOf(said)?.explanation).not.toContain('mostly the old one expired');
  });
});

it('a kubelet that ends for a certificate which the API server shows has none of its own to renew', () => {
  const [finding] = diagnoseText(
    `E0903 15:54:42.118101   25959 run.go:74] "command failed" err="failed to run Kubelet: cannot create certificate signing request: Post \\"https://10.0.0.1:6443/apis/certificates.k8s.io/v1/certificatesigningrequests\\": x509: certificate has expired or is not yet valid: current time 2022-09-03T15:54:42Z is after 2022-08-01T00:00:00Z"\n`,
  ).findings;
  expect(finding?.title).toBe('The certificate of the API server has expired');
  expect(finding?.nextSteps.join(' ')).toContain('openssl s_client -connect 10.0.0.1:6443 ');
  expect(finding?.nextSteps.join(' ')).not.toContain('kubelet-client');
});

it('cAdvisor is not said to measure nothing where its line ends before the error', () => {
  const [finding] = diagnoseText(
    'F0312 06:00:03.025141    3301 kubelet.go:1384] Failed to start cAdvisor inotify_add_watch /sys/fs/cgroup/cpu,>\n',
  ).findings;
  expect(finding).toMatchObject({ id: 'cadvisor-failed', title: 'cAdvisor did not start, so the kubelet ends' });
  expect(finding?.explanation).toContain('Why is cut off in its line');
});

describe('the error of a pod that is cut in its reason', () => {
  const idsOf = (said: string) =>
    diagnoseText(
      `E0310 08:00:05.100201    2101 pod_workers.go:1298] "Error syncing pod, skipping" err="failed to ${said}\n`,
    ).findings.map(({ id }) => id);

  it.each([
    ['\\"CreatePodSandbox\\" for \\"web\\" with Cr>', 'pod-sandbox-broken'],
    ['\\"StartContainer\\" for \\"tool\\" with ErrImageNeverPul...', 'image-pull-failing'],
    ['\\"StartContainer\\" for \\"tool\\" with ErrIma>', 'image-pull-failing'],
    ['\\"StartContainer\\" for \\"tool\\" with Im>', 'image-pull-failing'],
  ])('is of what was to be done: %s', (said, id) => {
    expect(idsOf(said)).toEqual([id]);
  });
});

it('a pod whose namespace is cut off has none', () => {
  const [finding] = diagnoseText(
    'E0310 08:11:10.100101    2101 kuberuntime_sandbox.go:68] CreatePodSandbox for pod "api-1_>\n',
  ).findings;
  expect(finding?.title).toBe('The sandbox of api-1 could not be made');
});

it('skips that are cut behind PLEG are not said to name no PLEG', () => {
  const skip = (at: string): string =>
    `I0618 04:40:${at}.402317    6120 kubelet.go:1823] skipping pod synchronization - [container runtime is down, PLEG >\n`;
  const { findings, answer } = diagnoseText(skip('12') + skip('17'));
  expect(plain(answer)).not.toContain('No skip names PLEG');
  expect(findings[0]?.explanation).not.toContain('No reason names PLEG');
});

it('nor are those that are cut behind the runtime', () => {
  const log =
    'I0925 11:05:06.003645     546 kubelet.go:1794] skipping pod synchronization - [container runtime is down>\n';
  const { findings, answer } = diagnoseText(log);
  expect(plain(answer)).not.toContain('No skip names PLEG');
  expect(findings[0]?.explanation).not.toContain('No reason names PLEG');
});

describe('a listing whose line is cut before it says how it failed', () => {
  const skip =
    'E1008 16:37:11.985620    1636 kubelet.go:1846] skipping pod synchronization - PLEG is not healthy: pleg was last seen active 3m1.2s ago; threshold is 3m0s\n';

  it.each(['rpc error:>', 'rpc error: co...', 'canno>'])('was not answered with an error: %s', (left) => {
    const { findings, answer } = diagnoseText(
      `E1008 16:37:11.530216    1636 generic.go:205] GenericPLEG: Unable to retrieve pods: ${left}\n${skip}`,
    );
    expect(findings.map(({ title }) => title)).not.toContain(
      'The container runtime answered its list calls with an error',
    );
    expect(plain(answer)).toContain('a call of PLEG failed, and its line ends before it says how');
    expect(plain(answer)).not.toContain('no failed call of PLEG');
  });

  it('got no answer where what is left of the code says so', () => {
    const { findings } = diagnoseText(
      `E1008 16:37:11.530216    1636 generic.go:205] GenericPLEG: Unable to retrieve pods: rpc error: code = Dead>\n${skip}`,
    );
    expect(findings[0]?.id).toBe('list-calls-hang');
  });
});

it('a skip of which nothing is left but its name is not one of a start', () => {
  const { findings } = diagnoseText(
    'Nov 28 14:02:06 node01 kubelet[308309]: E1128 14:02:06.631719  308309 kubelet.go:1870] "Skipping pod synchron>\n',
  );
  expect(findings.map(({ id }) => id)).not.toContain('startup-normal');
});

it('a skip right behind the begin of the loop is one of a start, also where it is cut behind PLEG', () => {
  const { findings } = diagnoseText(
    `I0721 23:41:18.471773    8533 kubelet.go:2113] "Starting kubelet main sync loop"
E0721 23:41:18.471817    8533 kubelet.go:2137] "Skipping pod synchronization" err="PLEG is not healthy:>
I0721 23:41:18.472844    8533 kubelet_network.go:61] "Updating Pod CIDR" originalPodCIDR="" newPodCIDR="10.42.0.0/24"\n`,
  );
  expect(findings.map(({ id }) => id)).toEqual(['startup-normal']);
});

it('a priority class that is not there yet is no wrong name of the node, also where its name is cut', () => {
  const { findings } = diagnoseText(
    `E0321 14:51:25.037201     287 kubelet.go:3195] "Failed creating a mirror pod for" err="pods \\"kube-apiserver-a\\" is forbidden: no Priorit>\n`,
  );
  expect(findings.map(({ id }) => id)).not.toContain('api-refuses');
});

it('an operation on a volume that is cut in its first word is no mount', () => {
  const [finding] = diagnoseText(
    'E0917 09:12:42.228536    2334 nestedpendingoperations.go:348] Operati>\n'.repeat(2) +
      'I0917 09:12:43.228536    2334 kubelet.go:2113] "Starting kubelet main sync loop"\n',
  ).findings;
  expect(finding?.title).toBe('Volumes could not be mounted or unmounted');
});

it('a watch on manifests that could not be made is no manifest that cannot be used, also where its error is cut', () => {
  const line = (at: string): string =>
    `E0312 06:00:${at}.015899    3301 file_linux.go:61] "Unable to read config path" err="unable to create inotify: too>\n`;
  expect(diagnoseText(line('02') + line('22')).findings[0]?.id).toBe('inotify-limit');
});

describe('a line that a screen cut', () => {
  it.each(['v1.3…', 'v1.3', 'v1.>', 'v1.28...'])('tells no version where that is cut in its minor: %s', (version) => {
    const log = `I0903 15:54:42.118101   25959 server.go:467] "Kubelet version" kubeletVersion="${version}\n`;
    expect(
      diagnoseText(log)
        .answer.paragraphs.flat()
        .map(({ text }) => text)
        .join(''),
    ).not.toContain('1.3');
    expect(historyOf(log).processes.map((process) => process.version)).toEqual([undefined]);
  });

  it('names the shortage by the first letters of its resource', () => {
    const evict = (second: number, text: string): string =>
      `I0903 15:54:${second}.118101   25959 eviction_manager.go:351] eviction manager: ${text}\n`;
    const shortage = (second: number, resource: string): string =>
      evict(second, `attempting to reclaim ${resource}`) +
      evict(second, 'must evict pod(s) to reclaim…') +
      evict(second + 1, `pod batch-${second}_default(6…`) +
      evict(second + 2, `pods batch-${second}_default(6…`);
    const { findings } = diagnoseText(shortage(10, 'memory') + shortage(20, 'epheme…') + shortage(30, 'epheme…'));
    expect(findings.find(({ id }) => id === 'evicting')?.title).toBe(
      'The kubelet evicted pods for lack of memory and disk (ephemeral-storage)',
    );
  });

  it('says of dead containers nothing where the runtime was away when they were to be removed', () => {
    const line = (minute: number): string =>
      `E0903 15:${minute}:42.118101   25959 kubelet.go:1588] "Container garbage collection failed" err="rpc error: code = Unavailable desc = connection...\n`;
    expect(diagnoseText(line(10) + line(11) + line(12)).findings.map(({ id }) => id)).not.toContain('image-gc-failing');
  });

  it('does not blame an inspection where a list call failed, and why is cut away', () => {
    const whole = new TextDecoder().decode(fixture(HANG)).split('\n');
    const { findings } = diagnoseText(whole.map((line) => line.slice(0, 132)).join('\n'));
    expect(findings.map(({ id, title }) => [id, title])).toContainEqual([
      'list-calls-fail',
      'List calls of the container runtime failed, and why is cut away',
    ]);
  });

  it.each(['$', '...'])('has the reasons of a start where an editor shows %s for the rest', (mark) => {
    const skip = (at: string, text: string): string =>
      `E0903 15:54:${at}   25959 kubelet.go:1823] skipping pod synchronization - [${text}\n`;
    const log = `I0903 15:54:00.100000   25959 server.go:408] Version: v1.20.3
I0903 15:54:01.500000   25959 kubelet.go:1803] Starting kubelet main sync loop.
${skip('01.600000', `container runtime status check may not hav${mark}`)}${skip('01.700000', `container runtime status check may not hav${mark}`)}`;
    expect(historyOf(log).episodes.map(({ startup }) => startup)).toEqual([true]);
  });

  it.each(['err=>', 'err="pat…', 'err="path does not ex$'])(
    'blames no manifest where many nodes have no folder: %s',
    (rest) => {
      const line = `E0903 15:54:42.118101   25959 file_linux.go:61] "Unable to read config path" ${rest}\n`;
      expect(diagnoseText(line.repeat(3)).findings.map(({ id }) => id)).not.toContain('static-pod-failing');
    },
  );

  it('blames no container where it is cut before the runtime is told from it', () => {
    const line = String.raw`E0903 15:54:42.118101   25959 pod_workers.go:918] "Error syncing pod, skipping" err="failed to \"StartContainer\" for \"app\" with RunContainerError: \"rpc err>`;
    expect(diagnoseText(`${line}\n`.repeat(3)).findings.map(({ id }) => id)).not.toContain('pods-crashing');
  });
});

describe('a failed listing that was cut in its message', () => {
  const line = (second: number, severity: string, text: string): string => {
    const time = new Date(second * 1000).toISOString().slice(14, 19);
    return `Nov 24 10:${time} n1 kubelet[1200]: ${severity}1124 10:${time}.100000    1200 ${text}\n`;
  };
  const skips = Array.from({ length: 20 }, (_, row) =>
    line(
      245 + row * 5,
      'E',
      `kubelet.go:2412] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m${row * 5}.1s ago; threshold is 3m0s"`,
    ),
  ).join('');
  const removed = line(10, 'I', 'scope.go:117] "RemoveContainer" containerID="0f1e2d3c4b5a"');
  const failed = line(180, 'E', 'generic.go:238] "GenericPLEG: Unable to retr>');

  it('is one all the same, of all pods or of one', () => {
    const text = (log: string): string => plain(diagnoseText(log).answer);
    expect(text(removed + failed + skips)).toContain('a call of PLEG failed, and its line ends before it says how');
    expect(text(removed + failed + skips)).not.toContain('no failed call');
    expect(text(removed + skips)).toContain('it has no failed call of PLEG');
  });
});

describe('a kubelet whose lines were cut within their headers', () => {
  const log = (pid: number): string =>
    [
      'Mar 14 09:00:00 n1 kubelet[1500]: I0314 09:00:00.000000    1500 server.go:410] "Kubelet version" kubeletVersion="v1.27.3"',
      'Mar 14 09:00:50 n1 kubelet[1500]: I0314 09:00:50.000000    1500 scope.go:117] "RemoveContainer" containerID="0f1e2d3c4b5a"',
      '-- Boot 8d2b7c1f00e54c0b9d6f1a2b3c4d5e6f --',
      'Mar 14 09:08:20 n1 kernel: Linux version 6.1.0-21-amd64 (builder@example) #1 SMP',
      `Mar 14 09:08:40 n1 kubelet[1101]: I0314 09:08:40.000000    ${pid} server.…ion" kubeletVersion="v1.27.3"`,
      `Mar 14 09:08:40 n1 kubelet[1101]: I0314 09:08:40.500000    ${pid} kubelet…rting kubelet main sync loop"`,
    ].join('\n');

  it('is one that runs, and is not said to be gone', () => {
    expect(plain(diagnoseText(log(1101)).answer)).not.toContain('no kubelet ran');
    expect(historyOf(log(1101)).processes).toHaveLength(2);
    expect(historyOf(log(77)).processes).toHaveLength(1);
  });
});

describe('lines that were cut at one column, without a mark', () => {
  const WIDTHS = [96, 100, 108, 112, 118];
  const cutAt = (name: string, width: number): string =>
    new TextDecoder()
      .decode(fixture(`incidents/${name}.log`))
      .split('\n')
      .map((line) => line.slice(0, width))
      .join('\n');

  it.each(WIDTHS)('still tell of an unhealthy time: %s columns', (width) => {
    const { answer } = diagnoseText(cutAt('list-containers-hang-after-exits-1.26', width));
    expect(answer.state).toBe('recovered');
    expect(answer.headline).toMatch(/^Kubelet unhealthy for 46\.3s–18m13s, recovered/);
  });

  it.each(WIDTHS)('tell no unhealthy time of a normal start: %s columns', (width) => {
    const { answer } = diagnoseText(cutAt('benign-start-1.25', width));
    expect(answer.state).toBe('healthy');
    expect(answer.headline).toBe('No unhealthy time');
  });

  it.each([
    ['silent-hang-in-housekeeping-1.29', 100],
    ['containerd-stopped-1.27', 80],
    ['docker-stopped-1.9', 80],
    ['list-containers-hang-after-exits-1.26', 80],
  ])('do not call a node healthy whose errors are cut: %s, %s columns', (name, width) => {
    const { answer } = diagnoseText(cutAt(name, width));
    expect(answer.state).toBe('unknown');
    expect(plain(answer)).toContain('no unhealthy time in this log, whose lines are cut.');
  });

  const titleOf = (line: string): string | undefined =>
    diagnoseText(`E0314 09:00:00.500000    2211 ${line}\n`).findings[0]?.title;

  it.each([
    'memory_manager.go:198] "Could not initialize checkpoint manager, please drain node and remove policy state file" err="could',
    'memory_manager.go:198] "Could not initialize checkpoint manager, please drain node and remove policy state file"',
    'cpu_manager.go:198] "Could not initialize checkpoint manager, please drain node and remove policy state file" err="c',
  ])('do not say whose note it is where its path is cut away: %s', (line) => {
    expect(titleOf(line)).toBe('The kubelet cannot use what it has noted on disk, so it does not start');
  });

  it.each(['err="', 'err="open /run/syst', 'err="open /run/systemd/resolve/resolv.conf: no such file'])(
    'say that resolv.conf cannot be read whatever is left of the error: %s',
    (error) => {
      expect(titleOf(`dns.go:269] "Could not open resolv conf file." ${error}`)).toBe(
        'The resolv.conf for pods cannot be read',
      );
    },
  );

  it('are not those whose error is <nil>', () => {
    const line = (minute: number, text: string): string =>
      `E0314 09:0${minute}:00.500000    2211 kubelet.go:2373] ${text}\n`;
    const said = (text: string): string =>
      plain(diagnoseText([1, 2, 5, 9].map((at) => line(at, text)).join('')).answer);
    expect(said('"Unknown trouble" err="<nil>"')).not.toContain('whose lines are cut');
    expect(said('"Unknown trouble" err="no such>')).toContain('whose lines are cut');
  });

  it('quote a message as cut, with how to see it whole', () => {
    const { answer } = diagnoseText(cutAt('silent-hang-in-housekeeping-1.29', 100));
    expect(plain(answer)).toContain('"ListPodS…". See the lines whole:');
  });

  it.each([100, 104, 108])(
    'do not blame the inspection where what the listing took, and since when, is cut away: %s columns',
    (width) => {
      const lines = [
        '"Kubelet version" kubeletVersion="v1.31.2"',
        '"Housekeeping took longer than expected" err="housekeeping took too long" expected="1s" actual="1m40.2s"',
        ...[0, 1, 2, 4, 9, 14, 19].map(
          () =>
            '"Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 4m20.1s ago; threshold is 3m0s"',
        ),
        '"SyncLoop (PLEG): event for pod" pod="default/web-1" event={"ID":"5a","Type":"ContainerDied","Data":"0e"}',
      ].map((text, at) =>
        `${at === 0 || at > 8 ? 'I' : 'E'}0314 09:${10 + at}:0${at % 6}.500000    2211 kubelet.go:2373] ${text}`.slice(
          0,
          width,
        ),
      );
      const { findings } = diagnoseText(lines.join('\n'));
      expect(findings.map(({ id }) => id)).not.toContain('inspect-calls-slow');
    },
  );

  it.each([140, 170, 200])('say that an inspection failed where its error is cut away: %s columns', (width) => {
    const { answer, findings } = diagnoseText(
      new TextDecoder()
        .decode(fixture('inference/v1.20.0-k-one-pod-inspect-hang.log'))
        .split('\n')
        .map((line) => line.replace(/^.*kubelet\[\d+\]: /, '').slice(0, width))
        .join('\n'),
    );
    expect(findings.map(({ id }) => id)).not.toContain('inspect-calls-slow');
    expect(plain(answer)).toContain('a call of PLEG failed, and its line ends before it says how');
    expect(plain(answer)).not.toContain('no failed call of PLEG');
  });

  it('are not taken for cut where the message has its end', () => {
    const whole = 'E0314 09:00:00.500000    2211 kubelet.go:2373] "Skipping pod s"\n';
    expect(historyOf(whole).skips).toEqual([]);
    expect(historyOf(whole.replace('s"', 's')).skips).toHaveLength(1);
  });

  it('name no node by a part of its name', () => {
    const event =
      'I0314 09:00:00.500000    2211 kubelet_node_status.go:689] "Recording event message for node" node="w';
    const registered =
      'I0314 09:00:01.500000    2211 kubelet_node_status.go:78] "Successfully registered node" node="w';
    const flag = 'I0314 09:00:00.100000    2211 flags.go:64] FLAG: --hostname-override="worker-3"';
    const namesOf = (...lines: readonly string[]): readonly string[] =>
      historyOf(`${lines.join('\n')}\n`).nodes.flatMap(({ names }) => names);
    expect(namesOf(event, event)).toEqual([]);
    expect(namesOf(flag, event, registered)).toEqual(['worker-3']);
    expect(namesOf(`${event}orker-3" event="NodeReady"`)).toEqual(['worker-3']);
  });

  it.each([
    'setters.go:547] "Node became not ready" node="work',
    'setters.go:547] "Node became not ready" node="work…',
    'kubelet_node_status.go:81] "Successfully registered node" node="work',
    'kubelet_node_status.go:81] "Successfully registered node" node="work>',
  ])('name no node by what is left of it: %s', (line) => {
    expect(historyOf(`I0314 09:00:00.500000    2211 ${line}\n`).nodes.flatMap(({ names }) => names)).toEqual([]);
  });

  it.each([
    ['"command failed" err="failed to run Kubelet: running with swa', '"running with swa…"'],
    ['"Failed to start ContainerManager" err="Failed to enforce System Res', '"Failed to enforce System Res…"'],
    ['"command failed" err="failed to run Kubelet: could not restor', '"could not restor…"'],
  ])('are quoted as cut: %s', (line, quoted) => {
    const [finding] = diagnoseText(`E0314 09:00:00.500000    2211 run.go:74] ${line}\n`).findings;
    expect(`${finding?.title} ${finding?.explanation}`).toContain(quoted);
  });

  const UNREAD = 'E0314 09:00:00.500000    2211 file_linux.go:61] ';
  it.each([
    'E0314 09:00:00.500000    2211 file.go:187] "Could not process manifest file" err="/etc/kubernetes/mani',
    'E0314 09:00:00.500000    2211 file_linux.go:114] can\'t process config file "/etc/kubernetes/manifests/et',
    'E0314 09:00:00.500000    2211 file.go:187] "Could not process manifest file" err="x" path="/etc/kubernetes/manifests/et',
  ])('name no manifest by a part of its path: %s', (line) => {
    expect(diagnoseText(`${line}\n`).findings.map(({ title }) => title)).toEqual([
      'A manifest of a static pod cannot be used',
    ]);
  });

  it.each([
    `${UNREAD}Unable to read config path "/etc/kubernetes/manif`,
    `${UNREAD}Unable to read config path "/etc/kubernetes/manifests": error while processing event (&inotify.Event{Ma`,
    `${UNREAD}"Unable to read config path" err="path does not exi`,
  ])('blame no manifest where what is wrong with the folder is cut away: %s', (line) => {
    expect(diagnoseText(`${line}\n`).findings).toEqual([]);
  });

  it('name a pod, an image and a type of probe only where they are whole', () => {
    const titlesOf = (line: string): readonly string[] =>
      diagnoseText([1, 2, 3].map((second) => `E0314 09:00:0${second}.500000    2211 ${line}\n`).join('')).findings.map(
        ({ title }) => title,
      );
    expect(titlesOf('kuberuntime_image.go:55] "Failed to pull image" err="not found" image="')).toEqual([
      'Images could not be pulled',
    ]);
    expect(titlesOf('prober.go:107] "Probe failed" probeType="Readiness')).toEqual([
      'Readiness probes of unknown pod fail',
    ]);
    expect(titlesOf('pod_workers.go:1301] "Error syncing pod, skipping" err="x" pod="default/we').join()).not.toContain(
      'default/we ',
    );
  });
});
