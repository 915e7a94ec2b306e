import { describe, expect, it } from 'vitest';
import { HandMadeLog, secondsOf } from '../../support/facts.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';

const ids = (log: HandMadeLog): readonly (readonly [number | undefined, string])[] =>
  log.history().processes.map((process) => [process.pid, process.endedBy]);

describe('lives of kubelets', () => {
  it('begin with a new pid on a line of the kubelet', () => {
    const log = new HandMadeLog()
      .start(0, 'v1.29.0', { pid: 100 })
      .add(50, [], { pid: 100 })
      .start(60, 'v1.29.1', { pid: 200 });
    expect(ids(log)).toEqual([
      [100, 'replaced'],
      [200, 'end-of-log'],
    ]);
    expect(log.history().processes.map((process) => process.version?.patch)).toEqual([0, 1]);
  });

  it('do not begin with a line of crictl', () => {
    const log = new HandMadeLog()
      .start(0, 'v1.29.0', { pid: 100 })
      .add(5, [], { pid: 777, file: 'remote_runtime.go' })
      .add(6, [], { pid: 777, file: 'util_unix.go' })
      .add(10, [], { pid: 100 });
    expect(ids(log)).toEqual([[100, 'end-of-log']]);
    expect(log.history().processes[0]?.records).toBe(3);
  });

  it('do not begin with lines of kubeadm, which has a file of the same name', () => {
    const kubelet =
      'May 20 18:00:56 n1 kubelet[7970]: I0520 18:00:56.547147    7970 kubelet.go:2382] "Starting kubelet main sync loop"\n';
    const kubeadm =
      'I0520 18:04:25.989526    8122 kubelet.go:196] the value of KubeletConfiguration.cgroupDriver is empty; setting it to "systemd"\n';
    const { processes } = analysisOf(sessionOf(kubelet + kubeadm)).reconstruction.history;
    expect(processes.map(({ pid }) => pid)).toEqual([7970]);
  });

  it('do not begin with lines of a kube-proxy, whose files are called as some of the kubelet', () => {
    const log = new HandMadeLog()
      .start(0, 'v1.29.0', { pid: 100 })
      .add(5, [], { pid: 777, file: 'server.go' })
      .add(6, [], { pid: 777, file: 'config.go' })
      .add(7, { kind: 'kubelet-exit', text: 'command failed: no endpoints', fatal: true }, { pid: 777, file: 'run.go' })
      .add(10, [], { pid: 100 });
    expect(ids(log)).toEqual([[100, 'end-of-log']]);
    const failed = new HandMadeLog()
      .start(0, 'v1.29.0', { pid: 100 })
      .add(
        7,
        { kind: 'kubelet-exit', text: 'command failed: failed to load kubelet config file', fatal: true },
        { pid: 777, file: 'run.go' },
      );
    expect(ids(failed)).toEqual([
      [100, 'replaced'],
      [777, 'exit'],
    ]);
  });

  it('do not begin with another component of one program for all, but with its kubelet', () => {
    const line = (pid: number, text: string): string =>
      `Mar 08 12:54:34 node-1 hyperkube[${pid}]: I0308 12:54:34.406576   ${pid} ${text}`;
    const other = [
      line(300, 'taint_controller.go:198] Sending events to api server.'),
      line(
        300,
        'actual_state_of_world.go:461] Failed to set statusUpdateNeeded to needed true because nodeName="node-1" does not exist',
      ),
    ];
    const processes = (lines: readonly string[]): unknown[] =>
      analysisOf(sessionOf(lines.join('\n'))).reconstruction.history.processes.map(({ pid, first }) => [
        pid,
        first.line,
      ]);
    expect(processes([...other, line(400, 'reflector.go:153] Starting reflector *v1.Node')])).toEqual([[400, 3]]);
    expect(processes([...other, line(300, 'kubelet.go:1775] Starting kubelet main sync loop.')])).toHaveLength(1);
  });

  it('do not begin with a network plug-in that logs where the kubelet does, under its name and with a pid of its own', () => {
    const line = (second: number, pid: number, text: string): string =>
      `Mar 10 08:00:${second} w1 kubelet[${pid}]: ${text.replace('%', `0310 08:00:${second}.100101    ${pid}`)}`;
    const pids = (...lines: readonly string[]): unknown[] =>
      analysisOf(sessionOf(lines.join('\n'))).reconstruction.history.processes.map(({ pid, records }) => [
        pid,
        records,
      ]);
    const skip =
      'E% kubelet.go:2347] skipping pod synchronization - [PLEG is not healthy: pleg was last seen active 3m5s ago; threshold is 3m0s]';
    const plugin = [
      line(31, 9120, '2026-03-10 08:00:31.206 [INFO][9120] plugin.go 503: Extracted identifiers ContainerID="abc0"'),
      line(32, 9121, 'time="2026-03-10T08:00:32Z" level=info msg="Extracted identifiers" ContainerID=abc0'),
      line(33, 9122, 'I% plugin_main.go:42] adding a route for pod default/web-0'),
      line(34, 9123, 'I% cni.go:42] adding pod default/web-0'),
    ];
    expect(pids(line(30, 2101, skip), ...plugin, line(35, 2101, skip))).toEqual([[2101, 2]]);
    const start = [line(40, 3000, 'I% reflector.go:153] Starting reflector *v1.Node'), line(41, 3000, skip)];
    expect(pids(line(30, 2101, skip), ...start)).toEqual([
      [2101, 1],
      [3000, 2],
    ]);
    // What has ended runs no plug-in any more: whoever writes next under that name is the next kubelet.
    const end = 'Mar 10 08:00:31 w1 systemd[1]: kubelet.service: main process exited, code=exited, status=1/FAILURE';
    const next = line(42, 3001, 'I% server.go:197] "Warning: For remote container runtime, …"');
    expect(pids(line(30, 2101, skip), end, next)).toEqual([
      [2101, 1],
      [3001, 1],
    ]);
  });

  it('do not begin with a network plug-in in a syslog that names no pid, where that of klog is all that tells it from the kubelet', () => {
    const line = (second: number, pid: number, text: string): string =>
      `Mar 10 08:00:${second} w1 kubelet: ${text.replace('%', `0310 08:00:${second}.100101    ${pid}`)}`;
    const pids = (...lines: readonly string[]): unknown[] =>
      analysisOf(sessionOf(lines.join('\n'))).reconstruction.history.processes.map(({ pid, records }) => [
        pid,
        records,
      ]);
    const failed =
      'E% kuberuntime_sandbox.go:68] CreatePodSandbox for pod "web-0_default(0cf2)" failed: rpc error: code = 2';
    const main = 'I% main.go:190] start plugin...';
    expect(pids(line(30, 9120, main), line(31, 2101, failed), line(32, 9121, main), line(33, 2101, failed))).toEqual([
      [2101, 2],
    ]);
    expect(
      pids(line(31, 2101, failed), line(32, 9121, 'I% cmdadd.go:42] adding web-0'), line(33, 2101, failed)),
    ).toEqual([[2101, 2]]);
    // A kubelet of which a line from an unknown file is the first has it with the rest.
    expect(pids(line(31, 2101, failed), line(32, 3000, 'I% newfile.go:42] on'), line(33, 3000, failed))).toEqual([
      [2101, 1],
      [3000, 2],
    ]);
    expect(pids(line(32, 3000, 'I% newfile.go:42] on'), line(33, 3000, failed))).toEqual([[3000, 2]]);
  });

  it('count the lines that came before the pid proved to be a kubelet', () => {
    const log = new HandMadeLog()
      .add(0, [], { pid: 100, file: 'flags.go' })
      .add(0.1, { kind: 'flag', name: 'v', value: '4' }, { pid: 100, file: 'flags.go' })
      .start(1, 'v1.29.0', { pid: 100 });
    const [process] = log.history().processes;
    expect([process?.records, process?.verbosity, process?.first.line]).toEqual([4, 4, 1]);
    expect(secondsOf(process?.from as never)).toBe(0);
  });

  it('begin anew under the same pid: a kubelet in a container is always pid 1', () => {
    const log = new HandMadeLog()
      .start(0, 'v1.29.0', { pid: 1 })
      .add(50, [], { pid: 1 })
      .start(60, 'v1.29.0', { pid: 1 });
    expect(ids(log)).toEqual([
      [1, 'replaced'],
      [1, 'end-of-log'],
    ]);
  });

  it('do not begin anew with the version of a kube-proxy in the same process, where no envelope names the program', () => {
    const version = (second: string, fileLine: string, value = 'v1.13.5-k3s.1'): string =>
      `I0404 23:09:${second}.657994    3318 server.go:${fileLine}] Version: ${value}\n`;
    const loop = (second: string): string =>
      `I0404 23:09:${second}.891153    3318 kubelet.go:1741] Starting kubelet main sync loop.\n`;
    const lives = (text: string): number => analysisOf(sessionOf(text)).reconstruction.history.processes.length;
    expect(lives(version('50', '393') + loop('50') + version('52', '483'))).toBe(1);
    expect(lives(version('50', '393') + loop('50') + version('52', '393') + loop('53'))).toBe(2);
    expect(lives(version('50', '393') + loop('50') + version('52', '483', 'v1.14.1'))).toBe(2);
  });

  it('are one for a start of a program under whose journal pid the kubelet logs with a pid of its own', () => {
    const line = (second: string, pid: number, text: string): string =>
      `Feb 03 10:04:${second} n1 k3s[${String(pid)}]: ${text}`;
    const before = [
      line('50', 2971, 'time="2020-02-03T10:04:50Z" level=info msg="Running kubelet --address=0.0.0.0"'),
      line('51', 2971, 'I0203 10:04:51.000000    3046 kubelet.go:1848] Starting kubelet main sync loop.'),
    ];
    const end = line('55', 2971, 'time="2020-02-03T10:04:55Z" level=fatal msg="child died: exit status 255"');
    const again = [
      line('58', 3071, 'time="2020-02-03T10:04:58Z" level=info msg="Running kubelet --address=0.0.0.0"'),
      line('59', 3071, 'I0203 10:04:59.000000    3146 kubelet.go:1848] Starting kubelet main sync loop.'),
    ];
    const lives = (lines: readonly string[]): readonly unknown[] =>
      analysisOf(sessionOf(lines.join('\n'))).reconstruction.history.processes.map(({ pid, records }) => [
        pid,
        records,
      ]);
    expect(lives([...before, end, ...again])).toEqual([
      [2971, 3],
      [3071, 2],
    ]);
    expect(lives([...before.slice(1), end, ...again.slice(1)])).toEqual([
      [3046, 2],
      [3146, 1],
    ]);
  });

  it('end at a boot mark', () => {
    const log = new HandMadeLog()
      .start(0, 'v1.29.0', { pid: 100 })
      .add(10, { kind: 'boot' }, { plain: true })
      .add(20, [], { pid: 100 });
    expect(log.history().processes).toHaveLength(2);
  });

  it('end by an exit when the kubelet or systemd says so', () => {
    expect(
      ids(new HandMadeLog().start().add(5, { kind: 'kubelet-exit', text: 'command failed', fatal: true })),
    ).toEqual([[1234, 'exit']]);
    expect(
      ids(
        new HandMadeLog()
          .start()
          .add(
            5,
            { kind: 'neighbour', what: 'unit-failed', unit: 'kubelet.service', text: 'Main process exited' },
            { plain: true },
          ),
      ),
    ).toEqual([[1234, 'exit']]);
  });

  it('stay one node when the host name changes in the middle', () => {
    const log = new HandMadeLog()
      .start(0, 'v1.29.0', { pid: 100, host: 'localhost' })
      .add(5, [], { pid: 100, host: 'worker-1' })
      .start(60, 'v1.29.0', { pid: 200, host: 'worker-1' });
    expect(log.history().nodes.map((node) => node.names)).toEqual([['localhost', 'worker-1']]);
    expect(log.history().processes.map((process) => process.node)).toEqual(['node-1', 'node-1']);
  });

  it('that take turns under two hosts are two nodes', () => {
    const log = new HandMadeLog()
      .start(0, 'v1.29.0', { pid: 100, host: 'a' })
      .start(1, 'v1.29.0', { pid: 200, host: 'b' })
      .add(5, [], { pid: 100, host: 'a' })
      .add(6, [], { pid: 200, host: 'b' });
    expect(log.history().nodes.map((node) => node.names)).toEqual([['a'], ['b']]);
    expect(ids(log)).toEqual([
      [100, 'end-of-log'],
      [200, 'end-of-log'],
    ]);
  });

  it('are one without a name where no line has a header', () => {
    const log = new HandMadeLog()
      .add(5, { kind: 'skip', text: '', reasons: [] }, { plain: true })
      .add(6, { kind: 'sync-loop-started' }, { plain: true });
    expect(log.history().processes.map((process) => [process.id, secondsOf(process.from)])).toEqual([['process-1', 5]]);
    expect(log.history().skips).toHaveLength(1);
  });

  it('began in the log where they print their flags, even if nothing else is said of the start', () => {
    const flag = { kind: 'flag', name: 'v', value: '0' } as const;
    expect(
      new HandMadeLog()
        .add(0, flag)
        .add(1)
        .history()
        .processes.map(({ startedInLog }) => startedInLog),
    ).toEqual([true]);
    expect(
      new HandMadeLog()
        .add(0)
        .add(1)
        .history()
        .processes.map(({ startedInLog }) => startedInLog),
    ).toEqual([false]);
  });

  it('know their settings from flags, else by default', () => {
    const [process] = new HandMadeLog()
      .add(0, { kind: 'flag', name: 'runtime-request-timeout', value: '5m0s' })
      .start(1)
      .history().processes;
    expect(process?.settings.get('runtimeRequestTimeout')).toEqual({
      value: '5m0s',
      known: 'logged',
      evidence: { source: 0, line: 1 },
    });
    expect(process?.settings.get('nodeStatusUpdateFrequency')).toEqual({ value: '10s', known: 'assumed' });
  });

  it('have a version bounded by the forms of their lines when no line says it', () => {
    const log = new HandMadeLog()
      .skip(1, 'container runtime is down')
      .add(2, { kind: 'housekeeping-slow', took: 20_000_000 as never, message: 'syncloop.housekeeping-slow.s2' });
    const [process] = log.history().processes;
    expect([process?.versionKnown, process?.versionRange?.min?.minor, process?.startedInLog]).toEqual([
      'forms',
      27,
      false,
    ]);
  });

  it('begin with lines that have a time and no header, as those of k3s before its kubelet writes', () => {
    const lines = [
      'time="2026-07-19T10:31:16Z" level=error msg="Failed to connect to proxy. Empty dialer response" error="dial tcp 10.0.2.15:6443: connect: connection refused"',
      'I0719 10:31:20.000000    2345 server.go:156] "Kubelet version" kubeletVersion="v1.29.6+k3s2"',
      'I0719 10:31:40.000000    2345 server.go:157] "Golang settings" GOGC="" GOMAXPROCS="" GOTRACEBACK=""',
    ];
    expect(
      analysisOf(sessionOf(lines.join('\n'))).reconstruction.history.processes.map(({ pid, first }) => [
        pid,
        first.line,
      ]),
    ).toEqual([[2345, 1]]);
  });

  it('begin with the words of rke2, whose child the kubelet is, once for each child', () => {
    const line = (second: number, pid: number, text: string): string =>
      `Aug 07 00:11:${second} n1 rke2[${pid}]: ${text}`;
    const own = 'time="2023-08-07T00:11:11Z" level=info msg="Connecting to proxy" url="wss://10.0.0.1:9345/v1-rke2"';
    const flag = 'Flag --containerd has been deprecated, This is a cadvisor flag';
    const klog = (pid: number): string =>
      `I0807 00:11:30.000000    ${pid} server.go:446] "Kubelet version" kubeletVersion="v1.24.9"`;
    const pidsOf = (...lines: readonly string[]): readonly unknown[] =>
      analysisOf(sessionOf(`${lines.join('\n')}\n`)).reconstruction.history.processes.map(({ pid }) => pid);
    const start = [line(10, 100, own), line(11, 200, flag), line(12, 100, own)];
    expect(pidsOf(...start, line(30, 200, klog(200)))).toEqual([200]);
    expect(pidsOf(line(10, 100, own), line(30, 200, klog(200)), line(40, 300, klog(300)))).toEqual([200, 300]);
    expect(pidsOf(...start, line(40, 400, own), line(41, 500, flag))).toEqual([200, 500]);
  });

  it('without a host have the name that their own lines give the node', () => {
    const named = new HandMadeLog()
      .start(0)
      .add(5, { kind: 'node-event', event: 'NodeHasSufficientMemory', node: 'worker-2' });
    expect(named.history().nodes.map((node) => node.names)).toEqual([['worker-2']]);
    const flagged = new HandMadeLog().add(0, { kind: 'flag', name: 'hostname-override', value: 'worker-3' }).start(1);
    expect(flagged.history().nodes.map((node) => node.names)).toEqual([['worker-3']]);
    expect(
      new HandMadeLog()
        .add(0, { kind: 'flag', name: 'hostname-override', value: '' })
        .start(1)
        .history()
        .nodes.map((node) => node.names),
    ).toEqual([[]]);
  });
});
