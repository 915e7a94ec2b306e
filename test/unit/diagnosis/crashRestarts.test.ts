/** A kubelet that ends seven times, each time in another way, and is stopped cleanly at last: what is said of each end, and of all of them. */
import { describe, expect, it } from 'vitest';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText, incidentText, plain } from './diagnoseLog.ts';

const kill = (at: string): object => ({ at, do: 'restart-kubelet', signal: 'kill', after: '10s' });
const { log } = simulated({
  version: '1.31.2',
  start: '2026-03-14T09:00:00Z',
  duration: '2000s',
  node: 'worker-7',
  pods: [{ name: 'web', count: 4, added: '5s', every: '200ms', containers: [{ name: 'nginx' }] }],
  actions: [
    ...['300s', '600s', '640s', '690s', '1000s', '1300s', '1600s'].map(kill),
    { at: '1990s', do: 'restart-kubelet', signal: 'term', after: '100s' },
  ],
});

const DUMP = [
  'SIGABRT: abort',
  'PC=0x47b8e1 m=0 sigcode=0',
  '',
  'goroutine 0 gp=0x5f3e2c0 m=0 mp=0x5f40a60 [idle]:',
  'runtime.futex(0x5f40bb0, 0x80, 0x0, 0x0, 0x0, 0x0)',
  '\t/usr/local/go/src/runtime/sys_linux_amd64.s:557 +0x21 fp=0x7ffd1c sp=0x7ffd18 pc=0x47b8e1',
  '',
  'rax    0xca',
  'rbx    0x0',
  'rcx    0x47b8e3',
  'rdx    0x0',
  'rip    0x47b8e1',
  'rflags 0x286',
  'cs     0x33',
  'fs     0x0',
  'gs     0x0',
];

/** How each life but the last ends instead of by SIGKILL: the kubelet's own words, what systemd says before them, and how its main process exited. */
const ENDS: readonly {
  readonly words?: readonly string[];
  readonly before?: readonly string[];
  readonly exit: string;
  readonly result: string;
}[] = [
  {
    words: [
      'E0314 09:05:00.000100    1716 run.go:72] "command failed" err="failed to run Kubelet: listen tcp 0.0.0.0:10250: bind: address already in use"',
    ],
    exit: 'code=exited, status=1/FAILURE',
    result: 'exit-code',
  },
  { exit: 'code=killed, status=9/KILL', result: 'signal' },
  {
    words: [
      'panic: runtime error: invalid memory address or nil pointer dereference',
      '[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x1c3a2f0]',
      '',
      'goroutine 613 [running]:',
      'k8s.io/kubernetes/pkg/kubelet.(*Kubelet).syncLoop(0xc000c62000)',
    ],
    exit: 'code=exited, status=2/INVALIDARGUMENT',
    result: 'exit-code',
  },
  { exit: 'code=killed, status=9/KILL', result: 'signal' },
  { exit: 'code=killed, status=11/SEGV', result: 'signal' },
  {
    before: [
      'kubelet.service: Watchdog timeout (limit 10s)!',
      'kubelet.service: Killing process 1716 (kubelet) with signal SIGABRT.',
    ],
    words: DUMP,
    exit: 'code=exited, status=2/INVALIDARGUMENT',
    result: 'watchdog',
  },
  { exit: 'code=killed, status=9/KILL', result: 'signal' },
];

function withEnds(
  text: string,
  endOf: (life: number) => (typeof ENDS)[number] | undefined = (life) => ENDS[life],
): string {
  let life = 0;
  let pid = '';
  return text
    .split('\n')
    .flatMap((line) => {
      pid = /kubelet\[(\d+)\]/.exec(line)?.[1] ?? pid;
      const end = endOf(life);
      if (end === undefined || life >= ENDS.length) return [line];
      const head = line.slice(0, line.indexOf('systemd[1]'));
      if (line.includes('Main process exited')) {
        const systemd = (said: string): string => `${head}systemd[1]: ${said.replace('1716', pid)}`;
        return [
          ...(end.before ?? []).map(systemd),
          ...(end.words ?? []).map((said) => `${head}kubelet[${pid}]: ${said.replace('1716', pid)}`),
          systemd(`kubelet.service: Main process exited, ${end.exit}`),
        ];
      }
      if (!line.includes('Failed with result')) return [line];
      life += 1;
      return [line.replace("'signal'", `'${end.result}'`)];
    })
    .join('\n');
}

describe('a kubelet that ended seven times and was stopped then', () => {
  const { answer, findings } = diagnoseText(withEnds(log));
  const text = plain(answer);

  it('counts the lives that were short by their ends, not by their last lines', () => {
    expect(findings[0]?.id).toBe('kubelet-crash-loop');
    expect(findings[0]?.explanation).toContain(
      "7 kubelet processes of this node ended without being told to: 1 ended with exit code 1, 3 were killed by SIGKILL, 1 ended with a panic (exit code 2), 1 was killed by SIGSEGV and 1 was killed by systemd's watchdog; 2 of them within two minutes of their start.",
    );
  });

  it('quotes nobody for a dump that a signal asked for', () => {
    const all = `${text} ${findings.map(({ title, explanation }) => `${title} ${explanation}`).join(' ')}`;
    expect(all).not.toMatch(/SIGABRT|rax|goroutine|PC=/);
    expect(findings.find(({ id }) => id === 'panic')?.explanation).toContain(
      'The kubelet exited at 09:10:40: "panic: runtime error: invalid memory address or nil pointer dereference". ',
    );
    expect(findings[0]?.explanation).toContain(
      'The last one to say why said: "panic: runtime error: invalid memory address or nil pointer dereference".',
    );
  });

  it('is well again after it, and says who stayed', () => {
    expect(answer.state).toBe('recovered');
    expect(text).toMatch(
      /^worker-7: the kubelet ended 7 times\. The kubelet that started at 09:26:5\d\.\d+ stayed until it was stopped by systemd at about 09:33:10\. Next: read why it ended: `journalctl -u kubelet --since "2026-03-14 08:59:50" --until "2026-03-14 09:33:30" \|/,
    );
  });

  it('is told of each end, the last by itself', () => {
    expect(text).toContain(
      'Of 8 kubelet processes, 3 were killed by SIGKILL, at about 09:10:00, about 09:11:30 and about 09:26:40; one ended with exit code 1 at about 09:05:00 (it said: "command failed: failed to run Kubelet: listen tcp 0.0.0.0:10250: bind: address already in use"); one ended with a panic',
    );
    expect(text).toContain(
      "one was killed by SIGSEGV at about 09:16:40; one was killed by systemd's watchdog at about 09:21:40; the last was stopped by systemd at about 09:33:10.",
    );
  });

  it('is no cause what one of seven said at its end', () => {
    expect(findings.map(({ id }) => id).slice(0, 3)).toEqual(['kubelet-crash-loop', 'port-in-use', 'panic']);
    // Where each one says it, it is.
    const all = diagnoseText(withEnds(log, () => ENDS[0])).findings;
    expect(all.slice(0, 2).map(({ id }) => id)).toEqual(['port-in-use', 'kubelet-crash-loop']);
  });
});

it('is unhealthy at the end where the last one ended, too', () => {
  const lines = withEnds(log).split('\n');
  expect(
    diagnoseText(lines.slice(0, lines.findLastIndex((line) => line.includes("'signal'")) + 1).join('\n')).answer.state,
  ).toBe('unhealthy-at-end');
});

it('are said to be all where all ended alike', () => {
  const { answer, findings } = diagnoseText(incidentText('bad-setting-crash-loop-1.30'));
  expect(plain(answer)).toContain('All 5 kubelet processes ended with exit code 1 between');
  expect(findings.find(({ id }) => id === 'kubelet-crash-loop')?.explanation).toContain(
    '5 kubelet processes of this node ended without being told to: each ended with exit code 1; all of them within',
  );
});

it('are not said to end twice where lines tell no more than that', () => {
  const exit = (second: number): string =>
    `May 08 14:50:${second} n1 kubelet[707${second}]: E0508 14:50:${second}.639233   707${second} kubelet.go:1423] "Failed to start ContainerManager" err="failed to get rootfs info"`;
  const { findings } = diagnoseText([12, 13, 14].map(exit).join('\n'));
  expect(findings.find(({ id }) => id === 'kubelet-crash-loop')?.explanation).toMatch(
    /^3 kubelet processes of this node ended without being told to\. /,
  );
});

it('are not said to be all where there are two', () => {
  const run = (pid: number, minute: string): string =>
    [
      `Nov 24 05:${minute}:01 n1 kubelet[${pid}]: I1124 05:${minute}:01.100000   ${pid} server.go:440] "Kubelet version" kubeletVersion="v1.28.0"`,
      `Nov 24 05:${minute}:10 n1 systemd[1]: kubelet.service: Main process exited, code=exited, status=1/FAILURE`,
    ].join('\n');
  expect(plain(diagnoseText(`${run(100, '22')}\n${run(200, '24')}\n`).answer)).toContain(
    'Of the kubelet processes, 2 ended with exit code 1 between',
  );
});
