/** What the answer says of kubelets that ended while they were unhealthy, and of those that came after. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText, plain, runText } from './diagnoseLog.ts';

const PODS = [{ name: 'web', count: 4, added: '5s', every: '200ms', containers: [{ name: 'nginx' }] }];
const scenario = { version: '1.24.14', start: '2026-03-14T09:00:00Z', duration: '1200s', node: 'worker-1', pods: PODS };
const restart = (at: string): object => ({ at, do: 'restart-kubelet', signal: 'term', after: '2s' });

describe('a kubelet that ended in the middle of an unhealthy time', () => {
  const { log } = simulated({
    ...scenario,
    faults: [{ from: '100s', to: '700s', effect: 'refuse' }],
    actions: [restart('400s')],
  });

  it('is followed by the one that was well, with its time', () => {
    const { answer } = diagnoseText(log);
    expect(answer.state).toBe('recovered');
    expect(plain(answer)).toMatch(
      /then the kubelet was stopped by systemd at about 09:06:\d+\.[^]*A new kubelet process does not mend the runtime\. The kubelet that started at 09:11:4\d\.\d+ was healthy, from 09:11:\d+\.\d+–09:11:\d+\.\d+ on\./,
    );
  });

  it('is not said to be followed by one that was well where lines of that one are missing', () => {
    const lines = log.trimEnd().split('\n');
    const mark = lines
      .at(-1)
      ?.replace(/kubelet\[.*/, 'systemd-journald[311]: Suppressed 6 messages from kubelet.service');
    const said = plain(diagnoseText([...lines.slice(0, -1), mark, ...lines.slice(-1)].join('\n')).answer);

    expect(said).toMatch(/does not mend the runtime\.(?! The kubelet that started)/);
  });

  it('is the last one where the log has no other', () => {
    const lines = log.split('\n');
    const { answer } = diagnoseText(
      lines.slice(0, lines.findLastIndex((line) => line.includes('kubelet[1817]')) + 1).join('\n'),
    );
    expect(plain(answer)).not.toContain('was well');
  });

  it('is counted for each restart that cut an unhealthy time', () => {
    const cuts = (text: string): string | undefined =>
      diagnoseText(text).findings.find(({ id }) => id === 'kubelet-restart')?.explanation;
    expect(cuts(runText('v1.36.2-f-killed-restarted'))).toContain(
      '2 new kubelet processes took the place of earlier ones. Both came in the middle of an unhealthy time: a new process',
    );
    const once = {
      ...scenario,
      faults: [{ from: '100s', to: '600s', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
    };
    expect(cuts(simulated({ ...once, actions: [restart('400s')] }).log)).toContain(
      'It came in the middle of an unhealthy time',
    );
    expect(cuts(simulated({ ...once, actions: [restart('400s'), restart('900s')] }).log)).toContain(
      'One came in the middle of an unhealthy time',
    );
    expect(cuts(simulated({ ...once, actions: [restart('900s')] }).log)).not.toContain('in the middle');
  });
});

it('does not say that a restart came in an unhealthy time, minutes after the last line of it', () => {
  const skip = (second: string, elapsed: string): string =>
    `Jul 03 ${second} worker-4 kubelet[1946]: E0703 ${second}.090000    1946 kubelet.go:1879] skipping pod synchronization - PLEG is not healthy: pleg was last seen active ${elapsed} ago; threshold is 3m0s`;
  const start = (time: string): string =>
    `Jul 03 ${time} worker-4 kubelet[4653]: I0703 ${time}.289245    4653 kubelet.go:1855] Starting kubelet main sync loop.`;
  const restarted = (time: string): string | undefined =>
    diagnoseText(
      [skip('20:06:28', '3m1.2s'), skip('20:06:30', '3m3.2s'), skip('20:06:35', '3m8.2s'), start(time)].join('\n'),
    ).findings.find(({ id }) => id === 'kubelet-restart')?.explanation;
  expect(restarted('20:06:38')).toContain('It came in the middle of an unhealthy time: ');
  expect(restarted('20:10:48')).toContain('It came after the begin of an unhealthy time whose end no line shows: ');
});

it('takes the report of Ready for the end, where a quiet kubelet wrote nothing more until it was restarted', () => {
  const { log } = simulated({
    ...scenario,
    faults: [{ from: '100s', to: '600s', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
    actions: [restart('400s'), restart('900s')],
  });
  const text = plain(diagnoseText(log).answer);
  expect(text).toMatch(/through 1 restart of the kubelet until 09:\d\d:\d\d\.\d+–09:10:03\.\d+\. It has recovered\./);
  expect(text).not.toMatch(/not recovered|still unhealthy/);
});

it('does not say that the log ends where only the process did', () => {
  const { log } = simulated({
    ...scenario,
    faults: [{ from: '100s', to: '700s', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
    actions: [restart('400s'), restart('500s')],
  });
  const lines = log.split('\n');
  const pidOf = (line: string): string | undefined => /kubelet\[(\d+)\]/.exec(line)?.[1];
  const [, , third] = [...new Set(lines.map(pidOf).filter((pid) => pid !== undefined))];
  const text = plain(
    diagnoseText(lines.slice(0, lines.findIndex((line) => pidOf(line) === third) + 1).join('\n')).answer,
  );
  expect(text).toMatch(
    /through 1 restart of the kubelet; then the kubelet was stopped by systemd at about 09:08:\d\d\./,
  );
  expect(text).not.toContain('when the log ends');
});

it('does not say that pods kept running where most of them ended', () => {
  const jobs = [
    ...PODS,
    {
      name: 'job',
      count: 12,
      added: '8s',
      every: '100ms',
      restartPolicy: 'Never',
      containers: [{ name: 'work', exits: { after: '130s', code: 0 } }],
    },
  ];
  const text = plain(
    diagnoseText(
      simulated({
        ...scenario,
        pods: jobs,
        faults: [{ from: '100s', to: '400s', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
      }).log,
    ).answer,
  );
  expect(text).toMatch(
    / Of the \d+ containers seen running before, \d+ kept running and 12 exited\. 12 containers exited in the meantime /,
  );
  expect(text).not.toContain('Pods kept running');
});

it('takes the stop of the kubelet itself for no word about the runtime', () => {
  const { log } = simulated({
    ...scenario,
    faults: [{ from: '150s', to: '400s', effect: 'refuse' }],
    actions: [restart('100s')],
  });
  expect(log).toContain('Stopping kubelet.service');
  const said = (text: string): string | undefined =>
    diagnoseText(text).findings.find(({ id }) => id === 'runtime-unreachable')?.explanation;
  expect(said(log)).toContain('the runtime was stopped, restarting, or its socket was gone');
  expect(said(log)).not.toContain('The journal says when');
  expect(
    said(
      log.replace(
        'Stopping kubelet.service - kubelet: The Kubernetes Node Agent...',
        'Stopping containerd.service - containerd container runtime...',
      ),
    ),
  ).toContain('The journal says when: "Stopping containerd.service');
});

describe('a kubelet that came long after the last line of the one before', () => {
  const log = (end = '', from = '01:48:12'): string =>
    [
      'I0812 23:02:23.080314    4488 kubelet.go:1932] "SyncLoop ADD" source="api" pods=[default/job-1]',
      'I0812 23:02:33.080314    4488 kubelet.go:1932] "SyncLoop ADD" source="api" pods=[default/job-2]',
      ...(end === '' ? [] : [`E0812 23:02:34.080314    4488 run.go:74] "command failed" err="${end}"`]),
      `I0813 ${from}.180314    2204 server.go:440] "Kubelet version" kubeletVersion="v1.21.2"`,
      `I0813 ${from}.280314    2204 server.go:851] "Client rotation is on, will bootstrap in background"`,
    ].join('\n');
  const found = (text: string) => diagnoseText(text).findings.find(({ id }) => id === 'kubelet-restart');

  it('is told with how long nothing tells of any, and from when to when', () => {
    const finding = found(log());
    expect(finding?.title).toBe('The kubelet was restarted, 2h46m after the last line of the one before');
    expect(finding?.explanation).toMatch(
      /From \S+ 23:02:33\.080 until \S+ 01:48:12\.180 no line tells whether a kubelet ran/,
    );
  });

  it('is told by how that one ended where a line says so', () => {
    expect(found(log('gone'))?.explanation).not.toContain('no line tells whether');
  });

  it('is nothing but a restart after less than five minutes', () => {
    expect(found(log('', '23:06:12').replaceAll('I0813', 'I0812'))?.title).toBe('The kubelet was restarted');
  });
});

describe('of several restarts those that nobody asked for', () => {
  const { log } = simulated({ ...scenario, actions: [restart('300s'), restart('600s'), restart('900s')] });
  const stopped =
    /^.*systemd\[1\]: (?:Stopping kubelet|Stopped kubelet|kubelet\.service: (?:Deactivated|Succeeded)).*\n/gm;
  /** The log in which so many of the first ends are the kernel's work. */
  const killed = (count: number): string => {
    let at = 0;
    return log.replace(stopped, (line) => {
      if (line.includes('Stopping')) at += 1;
      if (at > count) return line;
      return line.includes('Stopping')
        ? line.replace(/: Stopping.*/, ": kubelet.service: Failed with result 'oom-kill'.")
        : '';
    });
  };
  const found = (text: string): Finding | undefined =>
    diagnoseText(text).findings.find(({ id }) => id === 'kubelet-restart');

  it('are told in the title, and what to do about them first', () => {
    const once = found(killed(1));
    expect(once?.title).toBe('The kubelet was restarted 3 times, once after it ended for lack of memory');
    expect(once?.nextSteps[0]).toMatch(/journalctl --since .*grep -EiA30 "out of memory\|oomd"/);
    expect(found(killed(2))?.title).toContain('3 times, twice after it ended for lack of');
    expect(found(log)?.title).toBe('The kubelet was restarted 3 times');
  });
});

describe('another pid behind the lines of a kubelet, without a line of its start', () => {
  const error = (time: string, pid: number, before: string): string =>
    `${before.replace('%', `${time} elm-1`).replace('#', `${pid}`)}E0312 ${time}.114532    ${pid} kubelet.go:2349] "Container runtime network not ready" networkReady="NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized"`;
  const restartsOf = (before: string): readonly string[] =>
    diagnoseText(
      [
        ['10:04:10', 731],
        ['10:04:15', 731],
        ['10:06:20', 991],
        ['10:06:25', 991],
      ]
        .map(([time, pid]) => error(time as string, pid as number, before))
        .join('\n'),
    )
      .findings.filter(({ id }) => id === 'kubelet-restart')
      .map(({ title }) => title);

  it('is a restart where the journal names the host', () => {
    expect(restartsOf('Mar 12 % kubelet[#]: ')).toEqual(['The kubelet was restarted']);
  });

  it.each(['', 'Mar 12 % k3s[#]: ', 'Mar 12 % hyperkube[#]: '])(
    'is said to be none where it may be of another host, or of another part of the program: %s',
    (before) => {
      expect(restartsOf(before)).toEqual([]);
    },
  );
});

describe('a kubelet whose lines have no time', () => {
  const SWAP =
    'Error: failed to run Kubelet: Running with swap on is not supported, please disable swap! or set --fail-swap-on flag to false. /proc/swaps contained: [Filename]';
  const next = (time: string): string => `I0410 ${time}   39842 server.go:182] Version: v1.9.4`;

  it.each([
    ['at its start', [SWAP, next('08:58:54.847081')]],
    ['behind a blank line', ['', SWAP, '', next('08:58:54.847081')]],
    ['before two that have', [SWAP, next('08:58:54.847081'), SWAP, next('09:01:00.000001').replace('39842', '40001')]],
  ])('has those of the log, not the year 1970: %s', (_where, lines) => {
    const { findings, answer } = diagnoseText(lines.join('\n'));
    expect(
      [plain(answer), ...findings.map(({ title, explanation }) => `${title} ${explanation}`)].join('\n'),
    ).not.toMatch(/\d{4,}d|01-01|00:00:00/);
  });
});

describe('a machine that was rebooted in the middle of an unhealthy time', () => {
  const BOOT = 'kernel: Linux version 5.15.0-91-generic (buildd@lcy02) #101-Ubuntu SMP';

  /** A kubelet that ends unhealthy and the next one; `between`: what is said between them. */
  function log(between?: string, ...later: readonly object[]): string {
    const lines = simulated({
      ...scenario,
      faults: [{ from: '100s', to: '401s', effect: 'refuse' }, ...later],
      actions: [restart('400s')],
    }).log.split('\n');
    const begun = lines.findIndex((line) => line.includes('Kubelet version') && !line.includes('kubelet[1817]'));
    const before = lines.slice(0, begun).filter((line) => line.includes('kubelet[1817]'));
    const said = between === undefined ? [] : [(lines[begun] ?? '').replace(/kubelet\[.*/, between)];
    return [...before, ...said, ...lines.slice(begun)].join('\n');
  }

  it('has a new runtime with its new kubelet', () => {
    const { answer, findings } = diagnoseText(log(BOOT));
    expect(plain(answer)).toContain('ended with a reboot of the node');
    expect(plain(answer)).not.toContain('does not mend the runtime');
    const found = findings.find(({ id }) => id === 'kubelet-restart');
    expect(found?.explanation).toContain('The machine started anew, so all containers ended with it');
    expect(found?.explanation).not.toContain('pleg has yet to be successful');
    expect(found?.nextSteps.join('\n')).not.toContain('look at the runtime');
  });

  it('says nothing of the runtime where the next one was unhealthy, too', () => {
    const methods = ['ListPodSandbox', 'ListContainers'];
    const { answer } = diagnoseText(log(BOOT, { from: '900s', to: '1120s', effect: 'hang', methods }));
    expect(plain(answer)).toContain('twice');
    expect(plain(answer)).toContain('ended with a reboot of the node');
    expect(plain(answer)).not.toContain('  ');
  });

  it('is told from a kubelet alone that was started anew', () => {
    const { answer, findings } = diagnoseText(log());
    expect(plain(answer)).toContain('does not mend the runtime');
    expect(findings.find(({ id }) => id === 'kubelet-restart')?.nextSteps.join('\n')).toContain('look at the runtime');
  });
});
