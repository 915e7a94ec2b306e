/** What several nodes had at several times is told apart; what they had at one time is one finding. */
import { describe, expect, it } from 'vitest';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

/** A kubelet of a node that does not reach the API server for a minute from `hour` on, and then writes on where it is `back`. */
const outage = (node: string, hour: string, server = '10.1.0.10', back = false): readonly string[] =>
  [
    `I0312 ${hour}:00:00.100000     700 server.go:467] "Kubelet version" kubeletVersion="v1.28.4"`,
    ...[10, 20, 30, 40, 50].map(
      (second) =>
        `E0312 ${hour}:05:${second}.100000     700 controller.go:195] "Failed to update lease" err="Put \\"https://${server}:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${node}?timeout=10s\\": dial tcp ${server}:6443: connect: connection refused"`,
    ),
    ...(back
      ? [10, 20, 30, 40, 50].map(
          (minute) =>
            `I0312 ${hour}:${minute}:00.100000     700 kubelet.go:2421] "SyncLoop ADD" source="api" pods=["a/b-${minute}"]`,
        )
      : []),
  ].map((text) => `Mar 12 ${text.slice(6, 14)} ${node} kubelet[700]: ${text}`);
const log = (...nodes: readonly (readonly string[])[]): string => nodes.flat().join('\n');
const titles = (text: string): readonly string[] =>
  diagnoseText(text)
    .findings.filter(({ id }) => id === 'api-unreachable')
    .map(({ title }) => title);

describe('what nobody but the kernel says of one of two nodes', () => {
  const steady = Array.from(
    { length: 8 },
    (_, minute) =>
      `Mar 12 06:0${minute}:00 b kubelet[701]: I0312 06:0${minute}:00.200000     701 kubelet.go:2421] "SyncLoop ADD" source="api" pods=["a/b-${minute}"]`,
  );
  const killed =
    'Mar 12 06:05:59 a kernel: Out of memory: Killed process 4711 (java) total-vm:2048000kB, anon-rss:1000000kB, file-rss:0kB, shmem-rss:0kB, UID:0 pgtables:2000kB oom_score_adj:-999';

  it('is told of that one', () => {
    const found = diagnoseText(log(outage('a', '06'), [killed], steady)).findings;
    expect(found.find(({ id }) => id === 'out-of-memory')?.title).toBe(
      'On node a: the node ran out of memory, and the kernel killed java',
    );
  });
});

describe('a log of several nodes', () => {
  it('tells by itself what each of them had at another time, the last one first, and where', () => {
    const text = log(outage('a', '06'), outage('b', '14', '10.9.0.9'));
    expect(titles(text)).toEqual([
      'The API server 10.9.0.9:6443 could not be reached on node b',
      'The API server 10.1.0.10:6443 could not be reached on node a',
    ]);
    const { findings, answer } = diagnoseText(text);
    const [last, first] = findings.filter(({ id }) => id === 'api-unreachable');
    expect(first?.explanation).toContain('5 lines from 06:05:10.100 to 06:05:50.100');
    expect(first?.evidence.every(({ line }) => line <= 6)).toBe(true);
    expect(last?.evidence.every(({ line }) => line > 6)).toBe(true);
    expect(plain(answer)).toContain(
      'The API server 10.9.0.9:6443 could not be reached on node b. Seen from 14:05:10.100 to the end of its log.',
    );
  });

  it('says on which nodes something was found that has no time of its own', () => {
    const slow = (node: string, second: number): string =>
      `Mar 12 06:00:${second} ${node} kubelet[700]: E0312 06:00:${second}.100000     700 kubelet.go:2477] "Housekeeping took longer than expected" err="housekeeping took too long" expected="1s" actual="9.2s"`;
    const titleBeside = (all: readonly string[], nodes: readonly string[]): string | undefined =>
      diagnoseText(
        all
          .flatMap((node) => outage(node, '05', '10.1.0.10', true))
          .concat(nodes.flatMap((node) => [slow(node, 10), slow(node, 20)]))
          .join('\n'),
      ).findings.find(({ id }) => id === 'housekeeping-slow')?.title;
    expect(titleBeside(['a', 'b'], ['a'])).toBe('On node a: housekeeping was slow, up to 9.2s');
    expect(titleBeside(['a', 'b'], ['a', 'b'])).toBe('Housekeeping was slow, up to 9.2s');
    // Of many nodes none is asked by itself.
    expect(titleBeside([...'abcdefghi'], ['a'])).toBe('Housekeeping was slow, up to 9.2s');
  });

  describe('with reports of nodes', () => {
    const report = (node: string, second: number, event: string): string =>
      `Mar 12 06:08:${second} ${node} kubelet[700]: I0312 06:08:${second}.100000     700 kubelet_node_status.go:696] "Recording event message for node" node="${node}" event="${event}"`;
    const said = (...reports: readonly string[]): string => {
      const each = ['a', 'b'].map((node) => outage(node, '06', '', true));
      const lines = [...each.flatMap((one) => one.slice(0, 1)), ...reports, ...each.flatMap((one) => one.slice(7))];
      return plain(diagnoseText(lines.join('\n')).answer);
    };

    it('names the node of which they are, and takes no report of another for its end', () => {
      const text = said(report('a', 10, 'NodeNotReady'), report('a', 20, 'NodeReady'), report('b', 30, 'NodeReady'));
      expect(text).toContain('On node a: the node was reported NotReady at 06:08:10.100 and Ready at 06:08:20.100.');
    });

    it('says which one is still NotReady, though another was reported Ready later', () => {
      const text = said(report('a', 10, 'NodeNotReady'), report('b', 20, 'NodeReady'));
      expect(text).toMatch(/^a: no unhealthy time in this log, but the node was reported NotReady at 06:08:10\.100;/);
      expect(text).toContain('On node a: the node was reported NotReady at 06:08:10.100.');
    });
  });

  it('tells each its own length where the lines of one finding are of several', () => {
    const still = (node: string, took: string): string =>
      `Mar 12 05:00:10 ${node} kubelet[700]: E0312 05:00:10.100000     700 kubelet.go:2477] "Housekeeping took longer than expected" err="housekeeping took too long" expected="1s" actual="${took}"`;
    const text = [...log(outage('a', '05'), outage('b', '05')).split('\n'), still('a', '31s'), still('b', '42s')];
    const found = diagnoseText(text.join('\n')).findings.filter(({ id }) => id === 'loop-blocked');
    expect(found.map(({ title, evidence }) => [title, evidence.map(({ line }) => line)])).toEqual([
      ['The sync loop stood still for up to 31s on node a', [13]],
      ['The sync loop stood still for up to 42s on node b', [14]],
    ]);
  });

  it('says where before a title that ends in a clause', () => {
    const text = log(outage('a', '06'), outage('b', '14', '10.9.0.9')).replaceAll(
      /dial tcp 10\.9\.0\.9:6443: connect: connection refused/g,
      'dial tcp: address 64430000: invalid port',
    );
    expect(titles(text)).toEqual([
      'On node b: the API server 10.9.0.9:6443 could not be reached, for no port has such a number',
      'The API server 10.1.0.10:6443 could not be reached on node a',
    ]);
  });

  it('asks the nodes that it was on how it ended, not those whose logs go on', () => {
    const goesOn = diagnoseText(log(outage('a', '06', '10.1.0.10', true), outage('b', '14')));
    expect(goesOn.answer.state).toBe('impaired');
    const isOver = diagnoseText(log(outage('a', '06'), outage('b', '14', '10.1.0.10', true)));
    expect(isOver.answer.state).toBe('recovered');
    expect(plain(isOver.answer)).toContain('Seen from 14:05:10.100 to 14:05:50.100, and not after that.');
  });

  describe('in which another node goes on', () => {
    const well = outage('c', '19', '', true);
    const quiet = [...well.slice(0, 1), ...well.slice(6)];

    it('takes the log of a node to end where that does', () => {
      const said = plain(diagnoseText(log(outage('a', '06'), outage('b', '14'), quiet)).answer);
      expect(said).toContain('could not be reached on node b. Seen from 14:05:10.100 to the end of its log.');
    });

    it('says of the node that recovered which kubelet stayed', () => {
      const ended = (node: string, hour: string): readonly string[] => [
        `Mar 12 ${hour}:00:01 ${node} kubelet[600]: E0312 ${hour}:00:01.100000     600 run.go:74] "command failed" err="failed to parse kubelet flag: unknown flag: --x-${node}"`,
        `Mar 12 ${hour}:00:01 ${node} systemd[1]: kubelet.service: Main process exited, code=exited, status=1/FAILURE`,
      ];
      const later = outage('b', '15', '', true);
      const { answer } = diagnoseText(
        log(ended('a', '06'), ended('b', '14'), [...later.slice(0, 1), ...later.slice(6)], quiet),
      );
      expect(answer.state).toBe('recovered');
      expect(plain(answer)).toContain('started at 15:00:00.100 was still at work when the log ends at 15:50:00.100');
    });

    it('says when a node had what is worth a look', () => {
      const pulls = (node: string, hour: string): readonly string[] =>
        [10, 20, 30].map(
          (second) =>
            `Mar 12 ${hour}:05:${second} ${node} kubelet[700]: E0312 ${hour}:05:${second}.100000     700 pod_workers.go:1298] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with ErrImagePull: \\"rpc error: code = NotFound desc = failed to pull and unpack image \\\\\\"docker.io/a/b:1\\\\\\": not found\\"" pod="a/web-${node}" podUID="u-${node}"`,
        );
      const said = plain(
        diagnoseText(
          log(
            [...outage('a', '06').slice(0, 1), ...pulls('a', '06')],
            [...outage('b', '14').slice(0, 1), ...pulls('b', '14')],
            quiet,
          ),
        ).answer,
      );
      expect(said).toMatch(
        /Worth a look: .{1,200} on node b \(\w+ confidence\); .{1,200} on node a\. Seen from 14:05:10\.100 to the end of its log\./,
      );
    });
  });

  it('keeps together what nodes had at one time, of which several are named', () => {
    expect(titles(log(outage('a', '06'), outage('b', '06')))).toEqual([
      'The API server 10.1.0.10:6443 could not be reached',
    ]);
    const text = log(outage('a', '06'), outage('b', '06'), outage('c', '14'));
    expect(titles(text)).toEqual([
      'The API server 10.1.0.10:6443 could not be reached on node c',
      'The API server 10.1.0.10:6443 could not be reached on nodes a and b',
    ]);
    const many = ['a', 'b', 'd', 'e', 'f'].map((node) => outage(node, '06'));
    expect(titles(log(...many, outage('c', '14')))[1]).toMatch(/ on nodes a, b, d and 2 more$/);
    expect(plain(diagnoseText(log(outage('c', '05'), outage('a', '06'), outage('b', '06'))).answer)).toContain(
      'Seen from 06:05:10.100 to the end of their logs.',
    );
  });

  /** A kubelet that starts at six, gets no answer from its own API server for a moment, and works. */
  const start = (node: string): readonly string[] =>
    [
      `I0312 06:04:59.100000     900 server.go:467] "Kubelet version" kubeletVersion="v1.28.4"`,
      ...[10, 11, 12, 13, 14, 15, 16, 17].map(
        (second) =>
          `E0312 06:05:${second}.100000     900 reflector.go:147] vendor/k8s.io/client-go/informers/factory.go:150: Failed to watch *v1.Service: failed to list *v1.Service: Get "https://127.0.0.1:6443/api/v1/services": dial tcp 127.0.0.1:6443: connect: connection refused`,
      ),
      `I0312 06:05:20.100000     900 kubelet_node_status.go:108] "Successfully registered node" node="${node}"`,
      ...[21, 31, 41, 51].map(
        (second) =>
          `I0312 06:05:${second}.100000     900 kubelet.go:2421] "SyncLoop ADD" source="api" pods=["a/b-${second}"]`,
      ),
    ].map((text) => `Mar 12 ${text.slice(6, 14)} ${node} kubelet[900]: ${text}`);

  it('tells what one had for a minute apart from what a start of another had for a moment', () => {
    const [title, ...others] = titles(log(outage('a', '06'), start('b')));
    expect(title).toBe('The API server 10.1.0.10:6443 could not be reached on node a');
    expect(others).toEqual([]);
  });

  it('asks the one that it was on whether it was at a start', () => {
    const notReady = [10, 20, 30].map(
      (second) =>
        `Mar 12 06:05:${second} a kubelet[700]: E0312 06:05:${second}.100000     700 kubelet.go:2902] "Container runtime network not ready" networkReady="NetworkReady=false reason:NetworkPluginNotReady message:cni plugin not initialized"`,
    );
    const found = (text: string) => diagnoseText(text).findings.find(({ id }) => id === 'network-not-ready');
    expect(found(log(notReady))?.confidence).toBe('high');
    expect(found(log(notReady, start('b')))).toMatchObject({
      confidence: 'high',
      title: "The node's network was not ready on node a",
    });
  });

  it('names once what each kubelet says in its first seconds', () => {
    const start = (node: string, hour: string): readonly string[] => [
      ...outage(node, hour).slice(0, 1),
      `Mar 12 ${hour}:00:02 ${node} kubelet[700]: E0312 ${hour}:00:02.221940     700 kubelet.go:2461] "Error getting node" err="node \\"${node}\\" not found"`,
      ...outage(node, hour, '', true).slice(6),
    ];
    const [only, ...more] = diagnoseText(log(start('a', '06'), start('b', '14'))).findings;
    expect(more).toEqual([]);
    expect(only?.explanation).toBe(
      'In its first seconds the kubelet logged errors about a Node object that was not there yet. A healthy kubelet begins like this.',
    );
  });

  it('names the pod of which one after the other had a container that does not stay up', () => {
    const crashing = (node: string, uid: string): readonly string[] => [
      ...outage(node, '06').slice(0, 1),
      ...[10, 20, 30].map(
        (second) =>
          `Mar 12 06:05:${second} ${node} kubelet[700]: E0312 06:05:${second}.100000     700 pod_workers.go:1298] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with CrashLoopBackOff: \\"back-off 20s restarting failed container=app pod=db-0_prod(${uid})\\"" pod="prod/db-0" podUID="${uid}"`,
      ),
    ];
    const { findings } = diagnoseText(log(crashing('a', 'u-1'), crashing('b', 'u-2')));
    expect(findings.map(({ title }) => title)).toContain('Containers of prod/db-0 do not stay up');
  });

  it('tells together what came at so many times that nobody would read each', () => {
    const nodes = Array.from({ length: 9 }, (_, at) => outage(`n${at}`, String(at * 2 + 1).padStart(2, '0')));
    expect(titles(log(...nodes.slice(1)))).toHaveLength(8);
    expect(titles(log(...nodes))).toEqual(['The API server 10.1.0.10:6443 could not be reached']);
  });

  it('names the one that had it, until its own log ends', () => {
    const text = log(outage('a', '06'), outage('b', '14').slice(0, 1));
    expect(titles(text)).toEqual(['The API server 10.1.0.10:6443 could not be reached on node a']);
    expect(plain(diagnoseText(text).answer)).toMatch(
      /^The API server 10\.1\.0\.10:6443 could not be reached on node a\. Seen from 06:05:10\.100 to the end of its log\./,
    );
  });

  describe('that were unhealthy', () => {
    const unhealthy = (node: string, hour: string, effect: string): string =>
      simulated({
        version: '1.28.4',
        start: `2026-03-14T${hour}:00:00Z`,
        duration: '500s',
        node,
        pods: [
          { name: 'kube-proxy', namespace: 'kube-system', source: 'file' },
          { name: 'web', added: '5s', containers: [{ name: 'nginx' }] },
        ],
        faults: [
          effect === 'hang'
            ? { from: '100s', to: '360s', effect, methods: ['ListPodSandbox', 'ListContainers'] }
            : { from: '100s', to: '360s', effect },
        ],
        actions: [{ at: '40s', do: 'exit', pod: 'default/web', container: 'nginx', code: 1 }],
      }).log;
    const causes = (text: string): readonly string[] =>
      diagnoseText(text)
        .findings.filter(({ id }) => id === 'list-calls-hang' || id === 'runtime-unreachable')
        .map(({ title }) => title);

    it('do not hide what befell the runtime of one that was not', () => {
      const refused = [
        'Mar 14 06:00:00 b systemd[1]: containerd.service: Main process exited, code=killed, status=9/KILL',
        'Mar 14 06:00:01 b kubelet[1543]: E0314 06:00:01.000233    1543 log.go:32] "Status from runtime service failed" err="rpc error: code = Unavailable desc = connection error: desc = \\"transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: connection refused\\""',
        'Mar 14 06:00:05 b systemd[1]: Started containerd.service - containerd container runtime.',
        '',
      ].join('\n');
      const own = 'The container runtime crashed, and its socket was not reachable';
      expect(causes(refused)).toEqual([own]);
      expect(causes(unhealthy('a', '06', 'hang') + refused)).toEqual([
        "The container runtime's list calls hung on node a",
        `On node b: ${own[0]?.toLowerCase()}${own.slice(1)}`,
      ]);
    });

    it('are named with what each had at its time', () => {
      const text = unhealthy('a', '06', 'hang') + unhealthy('b', '14', 'hang');
      expect(causes(text)).toEqual([
        "The container runtime's list calls hung on node b",
        "The container runtime's list calls hung on node a",
      ]);
      const { findings, answer } = diagnoseText(text);
      const [last, first] = findings.filter(({ id }) => id === 'list-calls-hang');
      const lines = text.split('\n');
      for (const [finding, node] of [
        [last, ' b '],
        [first, ' a '],
      ] as const) {
        expect(finding?.evidence.length).toBeGreaterThan(0);
        expect(finding?.evidence.every(({ line }) => lines[line - 1]?.includes(node))).toBe(true);
        expect(finding?.explanation).not.toContain('This fits 2 unhealthy times');
      }
      expect(plain(answer)).toMatch(
        /Their causes: for the one from 06:0\d:\d\d\.\d+: the container runtime's list calls hung on node a \(high confidence\); for the one from 14:0\d:\d\d\.\d+: the container runtime's list calls hung on node b \(high confidence\)\./,
      );
    });

    it('each have their own cause', () => {
      const text = unhealthy('a', '06', 'hang') + unhealthy('b', '14', 'refuse');
      expect(new Set(causes(text))).toEqual(
        new Set([
          "The container runtime's list calls hung on node a",
          "The container runtime's socket was not reachable on node b",
        ]),
      );
      expect(plain(diagnoseText(text).answer)).toContain('Their causes differ: ');
    });

    it('are named where others were not', () => {
      expect(causes(unhealthy('a', '06', 'hang') + log(outage('b', '14').slice(0, 1)))).toEqual([
        "The container runtime's list calls hung on node a",
      ]);
    });

    it('can each have what the kernel of a host says that no kubelet names', () => {
      const hung = (hour: string, host: string): string =>
        `Mar 14 ${hour}:03:00 ${host} kernel: INFO: task containerd:1234 blocked for more than 120 seconds.\n`;
      const well = log(outage('c', '20', '', true).slice(0, 1), outage('c', '20', '', true).slice(6));
      const text = [
        unhealthy('a', '06', 'refuse') + hung('06', 'localhost'),
        unhealthy('b', '14', 'refuse') + hung('14', 'localhost'),
        well.replaceAll('Mar 12', 'Mar 14').replaceAll('0312', '0314') + '\n' + hung('20', 'c'),
      ].join('');
      const kernel = diagnoseText(text).findings.filter(({ id }) => id === 'kernel-hung-task');
      expect(kernel.map(({ title }) => title)).toEqual([expect.stringMatching(/ on nodes a and b$/)]);
    });

    it('are one where they were so at one time', () => {
      expect(causes(unhealthy('a', '06', 'hang') + unhealthy('b', '06', 'hang'))).toEqual([
        "The container runtime's list calls hung",
      ]);
    });
  });
});

describe('kubelets of several nodes that were stopped for good', () => {
  const line = (at: string, node: string, text: string): string => `Mar 12 ${at} ${node} ${text}`;
  const node = (name: string, stoppedAt: string): readonly string[] => [
    line(
      '06:00:00',
      name,
      'kubelet[700]: I0312 06:00:00.100000     700 server.go:467] "Kubelet version" kubeletVersion="v1.28.4"',
    ),
    line(stoppedAt, name, 'systemd[1]: Stopping kubelet: The Kubernetes Node Agent...'),
    line(stoppedAt, name, 'systemd[1]: Stopped kubelet: The Kubernetes Node Agent.'),
    line('07:00:00', name, 'sshd[9]: Accepted publickey for core'),
  ];
  const gone = (lines: readonly string[]): readonly string[] =>
    diagnoseText(lines.join('\n')).findings.flatMap(({ id, title }) => (id === 'kubelet-gone' ? [title] : []));

  it('are told by node, and never "no unhealthy time"', () => {
    const lines = [...node('a', '06:20:00'), ...node('b', '06:30:00')];
    expect(gone(lines)).toEqual([
      'No kubelet ran in the last 39m59s of the log on node a',
      'No kubelet ran in the last 29m59s of the log on node b',
    ]);
    const { answer } = diagnoseText(lines.join('\n'));
    expect(answer).toMatchObject({ state: 'unhealthy-at-end' });
    expect(plain(answer)).toMatch(/^No kubelet ran in the last 39m59s of the log on node a: the last one was stopped/);
  });

  it('are told of the one node where the other has one', () => {
    const again = line('06:31:00', 'b', 'systemd[1]: Started kubelet: The Kubernetes Node Agent.');
    expect(gone([...node('a', '06:20:00'), ...node('b', '06:30:00'), again])).toEqual([
      'No kubelet ran in the last 39m59s of the log on node a',
    ]);
  });
});

describe('the unit of a kubelet beside a kubelet of another node that is well', () => {
  const well = [...outage('c', '05').slice(0, 1), ...outage('c', '19', '', true).slice(6)];
  const systemd = (node: string, ...texts: readonly string[]): readonly string[] =>
    texts.map((text, at) => `Mar 12 06:20:1${at} ${node} systemd[1]: ${text}`);
  const fatal = (...lines: readonly (readonly string[])[]): readonly (readonly [string, string])[] =>
    diagnoseText(log(...lines)).findings.flatMap(({ id, title, confidence }) =>
      id === 'kubelet-fatal' ? [[title, confidence] as const] : [],
    );
  const EXECUTES = 'kubelet.service: Main process exited, code=exited, status=203/EXEC';

  it('failed, as systemd says', () => {
    expect(
      fatal(well, outage('a', '06').slice(0, 1), systemd('a', "kubelet.service: Failed with result 'exit-code'.")),
    ).toEqual([['On node a: the unit of the kubelet failed: exit-code', 'medium']]);
  });

  it('cannot be executed, though the other kubelet writes on', () => {
    expect(fatal(outage('a', '06').slice(0, 1), systemd('a', EXECUTES), well)).toEqual([
      ["systemd cannot execute the kubelet's program on node a", 'high'],
    ]);
  });

  it('does not count where nothing ties its lines to a node', () => {
    const ofNobody = systemd('a', "kubelet.service: Failed with result 'exit-code'.").map((line) =>
      line.replace(' a ', ' '),
    );
    expect(fatal(well, outage('a', '06').slice(0, 1), ofNobody)).toEqual([]);
  });

  it('is of a machine of which no kubelet wrote: the other did not end', () => {
    const only = log(well, systemd('b', 'Started kubelet.', EXECUTES));
    const { findings, answer } = diagnoseText(only);
    expect(findings[0]?.title).toBe("systemd cannot execute the kubelet's program on node b");
    expect(plain(answer)).toMatch(/^systemd cannot execute the kubelet's program on node b\./);
    expect(plain(answer)).not.toContain('ended with');
  });
});

describe('kubelets of several nodes that end again and again', () => {
  const loop = (node: string, hour: string): readonly string[] =>
    [0, 1, 2, 3].flatMap((minute) =>
      [
        `I0312 ${hour}:0${minute}:00.100000     70${minute} server.go:467] "Kubelet version" kubeletVersion="v1.28.4"`,
        `E0312 ${hour}:0${minute}:01.100000     70${minute} run.go:74] "command failed" err="failed to run Kubelet: odd"`,
      ].map((text) => `Mar 12 ${text.slice(6, 14)} ${node} kubelet[70${minute}]: ${text}`),
    );

  it('are counted by node', () => {
    const { findings, answer } = diagnoseText(log(loop('a', '06'), loop('b', '14')));
    const loops = findings.filter(({ id }) => id === 'kubelet-crash-loop');
    expect(loops.map(({ title }) => title)).toEqual([
      'The kubelet ended 4 times on node a',
      'The kubelet ended 4 times on node b',
    ]);
    expect(loops[1]?.nextSteps[0]).toContain('--since "2026-03-12 13:5');
    expect(plain(answer)).toMatch(/^The kubelet ended 4 times on node a\./);
  });
});

describe('kubelets that end on many nodes', () => {
  const NODES = Array.from({ length: 9 }, (_, at) => `n${at}`);
  const ends = (node: string, times: number): readonly string[] =>
    Array.from({ length: times }, (_, at) => {
      const pid = 700 + at;
      return [
        `I0312 06:0${at}:00.100000     ${pid} server.go:467] "Kubelet version" kubeletVersion="v1.28.4"`,
        `E0312 06:0${at}:01.100000     ${pid} run.go:74] "command failed" err="failed to run Kubelet: no such file"`,
      ].map((text) => `Mar 12 ${text.slice(6, 14)} ${node} kubelet[${pid}]: ${text}`);
    }).flat();
  const loops = (nodes: readonly string[]): ReturnType<typeof diagnoseText>['findings'] =>
    diagnoseText(log(...nodes.map((node, at) => ends(node, 3 + (at % 3))))).findings.filter(
      ({ id }) => id === 'kubelet-crash-loop',
    );

  it('are told node by node of a few', () => {
    expect(loops(NODES.slice(1)).map(({ title }) => title)).toHaveLength(8);
  });

  it('are one finding of more, with one of them as the example', () => {
    const [one, ...more] = loops(NODES);
    expect(more).toEqual([]);
    expect(one?.title).toBe('The kubelet ended again and again on nodes n0, n1, n2 and 6 more');
    expect(one?.explanation).toMatch(/^For example: the kubelet ended 3 times on node n0\. 3 kubelet processes /);
    expect(one?.evidence).toHaveLength(8);
  });
});

describe('steps for one of several nodes', () => {
  const withDocker = [
    'Mar 12 06:00:00 a dockerd[900]: time="2026-03-12T06:00:00Z" level=info msg="Starting up"',
    'Mar 12 06:00:00 a kubelet[701]: I0312 06:00:00.100000     701 server.go:416] Version: v1.20.15',
    ...Array.from(
      { length: 5 },
      (_, minute) =>
        `Mar 12 06:0${minute}:30 a kubelet[701]: I0312 06:0${minute}:30.200000     701 kubelet.go:1888] SyncLoop (ADD, "api"): "web-${minute}_default(0f6f7f8e-0000-4000-8000-00000000000${minute})"`,
    ),
  ];
  const withoutNetwork = Array.from(
    { length: 40 },
    (_, at) =>
      `Mar 12 06:0${Math.floor(at / 12) + 1}:${String((at % 12) * 5).padStart(2, '0')} b kubelet[702]: E0312 06:0${Math.floor(at / 12) + 1}:${String((at % 12) * 5).padStart(2, '0')}.300000     702 kubelet.go:2916] "Container runtime network not ready" networkReady="NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized"`,
  );
  const stepsOf = (...nodes: readonly (readonly string[])[]): readonly string[] =>
    diagnoseText(log(...nodes)).findings.find(({ id }) => id === 'network-not-ready')?.nextSteps ?? [];

  it('are those for its own runtime, whatever another node has', () => {
    const own = stepsOf(withoutNetwork);
    expect(own.join(' ')).toContain('crictl');
    expect(stepsOf(withDocker, withoutNetwork)).toEqual(own);
    expect(stepsOf(withoutNetwork, withDocker)).toEqual(own);
  });
});
