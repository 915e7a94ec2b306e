import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LineIndex } from '../../../src/analysis/insight/lineIndex.ts';
import { SourceCounts } from '../../../src/journal/sourceCounts.ts';
import { analysisOf } from './analyse.ts';
import { byLane, byRecords, everything } from './bothWays.ts';
import { atLeast, isQuick, rounds } from '../../support/effort.ts';

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
const clockOf = (seconds: number): string => `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
const precise = (micros: number): string =>
  `${clockOf(Math.floor(micros / 1e6))}.${String(micros % 1_000_000).padStart(6, '0')}`;

/** What stands before a message that arrived then, in the modes that tell who wrote it. */
const MODES: readonly ((arrived: number, writer: string) => string)[] = [
  (arrived, writer) => `Nov 21 ${clockOf(Math.floor(arrived / 1e6))} n ${writer}: `,
  (arrived, writer) => `2026-11-21T${precise(arrived)}+00:00 n ${writer}: `,
  (arrived, writer) => `2026-11-21T${precise(arrived + 7_200_000_000)}+02:00 n ${writer}: `,
  // The journal in the zone of the reader, klog in the one of the node.
  (arrived, writer) => `Nov 21 ${clockOf(Math.floor(arrived / 1e6) + 3600)} n ${writer}: `,
  (arrived, writer) => `${(Date.UTC(2026, 10, 21) / 1000 + arrived / 1e6).toFixed(6)} n ${writer}: `,
  (arrived, writer) =>
    `<30>1 2026-11-21T${precise(arrived)}Z n ${writer.replace(/\[(\d+)\]/, ' $1')}${writer.includes('[') ? '' : ' -'} - - `,
  (arrived, writer) => `<30>Nov 21 ${clockOf(Math.floor(arrived / 1e6))} n ${writer}: `,
  (arrived, writer) => `[${(arrived / 1e6 - 9000).toFixed(6).padStart(12)}] n ${writer}: `,
];

/** What others write that tells nothing, mostly, and what looks like it. */
const QUIET: readonly (readonly [string, string])[] = [
  ['containerd[811]', 'time="2026-11-21T05:33:20Z" level=info msg="RemoveContainer for \\"a1\\" returns successfully"'],
  ['kernel', 'cbr0: port 3(veth1) entered blocking state'],
  ['systemd[1]', 'run-containerd-a1.mount: Consumed 1s CPU'],
  ['crio[900]', 'a short one'],
  ['sshd[77]', 'session opened for user root'],
  ['audit[1]', 'abc'],
  ['audit[1]', 'abcd'],
  ['CRON[1]', 'xW11'],
  ['other kernel', 'cbr0: port 3(veth1) entered blocking state'],
];
const ODD: readonly (readonly [string, string])[] = [
  ['kernel', 'INFO: task containerd:811 blocked for more than 120 seconds.'],
  [
    'kernel',
    'Out of memory: Killed process 811 (java) total-vm:1kB, anon-rss:1kB, file-rss:0kB, shmem-rss:0kB, UID:0 pgtables:1kB oom_score_adj:1',
  ],
  ['systemd[1]', 'containerd.service: Main process exited, code=killed, status=9/KILL'],
  ['systemd[1]', 'Stopped containerd.service - containerd container runtime.'],
  ['systemd[1]', 'Started containerd.service - containerd container runtime.'],
  [
    'containerd[811]',
    'time="2026-11-21T05:33:20Z" level=error msg="ExecSync for \\"a1\\" failed" error="context deadline exceeded"',
  ],
  ['kube-proxy[12]', 'I1121 05:33:20.000001      12 proxier.go:7] "x"'],
  [
    'kube-proxy[12]',
    'I1121 05:33:20.000001    2100 kubelet.go:2361] "Skipping pod synchronization" err="container runtime is down"',
  ],
  ['kubelet[44]', 'words of another kubelet'],
  ['kubelet[44]', 'I1121 05:33:20.000001      44 kubelet.go:2480] "SyncLoop (housekeeping)"'],
  [
    'sshd[77]',
    'E1121 05:33:20.000001    2100 kubelet.go:2361] "Skipping pod synchronization" err="container runtime is down"',
  ],
  [
    'sshd[77]',
    'words E1121 05:33:20.000001    2100 kubelet.go:2361] "Skipping pod synchronization" err="container runtime is down"',
  ],
  [
    'sshd[77]',
    'WARNING:1121 05:33:20.000001    2100 kubelet.go:1912] skipping pod synchronization - [container runtime is down]',
  ],
  [
    'sshd[77]',
    '{"ts":1795239200000.5,"caller":"kubelet/kubelet.go:2361","msg":"Skipping pod synchronization","err":"container runtime is down"}',
  ],
  ['sshd[77]', 'skipping pod synchronization - [container runtime is down]'],
  ['sshd[77]', 'Failed to start ContainerManager failed to initialize'],
  ['audit[1]', 'panic: runtime error: invalid memory address'],
  ['audit[1]', 'goroutine 7 [running]:'],
  ['audit[1]', 'main.main()'],
  ['audit[1]', '"Skipping pod synchronization" err="x"'],
  ['audit[1]', '"an open text'],
  ['audit[1]', '\tx'],
  ['audit[1]', ' >'],
  ['audit[1]', '        eight'],
  ['audit[1]', ''],
  ['audit[1]', 'é'],
  ['audit[1]', 'ab'],
  ['audit[1]', '\u3000GenericPLEG: Unable to retrieve pods: rpc error: code = Unknown desc = x'],
  ['journal', 'Suppressed 7 messages from kubelet.service'],
  ['systemd-journald[1]', 'Suppressed 7 messages from kubelet.service'],
];

const OWN = [
  'kubelet.go:2480] "SyncLoop (housekeeping)"',
  'status_manager.go:809] "Pod status updated" pod="shop/web-1" statusVersion=2',
  'status_manager.go:809] "Pod status updated" pod="shop/web-1" statusVersion=2',
  'reconciler.go:7] printf text that goes on',
  'prober.go:107] "Probe failed" probeType="Readiness" pod="shop/web-1" podUID="0a67324e-69fe-4f79-aa3e-15517a142271" containerName="app" probeResult="failure" output="x"',
  'kubelet.go:2361] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m1.5s ago; threshold is 3m0s"',
  `kubelet.go:2457] "SyncLoop (PLEG): event for pod" pod="shop/web-1" event={"ID":"0a67324e-69fe-4f79-aa3e-15517a142271","Type":"ContainerDied","Data":"${'ab'.repeat(32)}"}`,
  'pod_workers.go:1300] "Error syncing pod, skipping" err="failed to start the container of the pod" pod="shop/web-1" podUID="0a67324e-69fe-4f79-aa3e-15517a142271"',
];

/** Lines of an open value, whose beginning is not there. */
const ORPHANS: readonly (readonly [string, string])[] = [
  ['audit[1]', '\tx'],
  ['audit[1]', '        y'],
  ['audit[1]', ' >'],
];
/** `other` is a host. */
const foreign = (line: string): string => line.replace(' n other ', ' other ');

const other = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...QUIET) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD) },
  { weight: 1, arbitrary: fc.nat(40).map((pid) => [`sshd[${pid}]`, 'session closed'] as const) },
);
const stretch = fc.record({
  lines: fc.array(
    fc.record({
      own: fc.nat(OWN.length - 1),
      others: fc.oneof(
        { weight: 20, arbitrary: fc.array(other, { maxLength: 3 }) },
        { weight: 1, arbitrary: fc.array(fc.constantFrom(...ORPHANS), { minLength: 2, maxLength: 4 }) },
      ),
      goesOn: fc.oneof({ weight: 60, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    }),
    { minLength: 1, maxLength: 60, size: 'max' },
  ),
  first: fc.constantFrom(0, 0, 0, -3_000_000, 120_000_000, 700_000_000),
  step: fc.constantFrom(0, 30_000, 200_000),
  delay: fc.constantFrom(0, 0, 0, 400_000, 12_000_000),
});

describe('lines of others between those of a kubelet', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.skipIf(isQuick)(
    'tell the same in runs as by records',
    () => {
      const taken = vi.spyOn(SourceCounts.prototype, 'plain');
      let beside = 0;
      let told = 0;
      fc.assert(
        fc.property(
          fc.array(stretch, { minLength: 1, maxLength: 12 }),
          fc.constantFrom(...MODES),
          fc.constantFrom('\n', '\n', '\r\n'),
          fc.integer({ min: 5000, max: 200_000 }),
          (stretches, mode, newline, chunk) => {
            let time = 20_000 * 1e6;
            const lines: string[] = [];
            const add = (text: string, delay: number): void => {
              time += 1;
              lines.push(`${mode(time + delay, 'kubelet[2100]')}I1121 ${precise(time)}    2100 ${text}`);
            };
            add('server.go:487] "Kubelet version" kubeletVersion="v1.30.4"', 0);
            for (let index = 0; index < 400; index += 1)
              add('status_manager.go:809] "Pod status updated" pod="shop/web-1" statusVersion=1', 0);
            // Everything is met once more than it takes to be known.
            for (let round = 0; round < 2; round += 1)
              for (const text of OWN)
                for (const [writer, quiet] of QUIET) {
                  add(text, 0);
                  lines.push(foreign(`${mode(time, writer)}${quiet}`));
                }
            for (const { lines: own, first, step, delay } of stretches) {
              time += first;
              for (const { own: number, others, goesOn } of own) {
                time += step;
                add(OWN[number] ?? '', delay);
                if (goesOn) lines.push(`${mode(time + delay, 'kubelet[2100]')}and here it goes on`);
                for (const [writer, text] of others) lines.push(foreign(`${mode(time + delay, writer)}${text}`));
              }
            }
            const bytes = new TextEncoder().encode(`${lines.join(newline)}${newline}`);
            const session = byLane(bytes, chunk);
            for (const [, , , , others] of taken.mock.calls.splice(0)) beside += others;
            const quick = linesOf(session.lineIndex(0), lines.length);
            const records = byRecords(bytes);
            expect(everything(session) === everything(records)).toBe(true);
            expect(quick).toEqual(linesOf(records.lineIndex(0), lines.length));
            told += analysisOf(session).reconstruction.history.facts.length;
          },
        ),
        { numRuns: rounds(80), seed: 21 },
      );
      expect(beside).toBeGreaterThan(atLeast(10_000));
      expect(told).toBeGreaterThan(atLeast(1000));
    },
    60_000,
  );

  it.each([...ODD, ...ORPHANS, ['other kernel', 'cbr0: port 3(veth1) entered blocking state'] as const])(
    'tell what they tell after others of the writer told nothing: %s: %s',
    (writer, text) => {
      let micros = 0;
      const own = (second: number): string =>
        `Nov 21 05:33:${two(second)} n kubelet[2100]: I1121 ${precise((20_000 - 20 + second) * 1e6 + micros++)}    2100 status_manager.go:809] "Pod status updated"`;
      const beside = (words: string): string => foreign(`Nov 21 05:33:20 n ${writer}: ${words}`);
      const lines = [
        'Nov 21 05:33:20 n kubelet[2100]: I1121 05:33:20.000000    2100 server.go:487] "Kubelet version" kubeletVersion="v1.30.4"',
        ...Array.from({ length: 410 }, () => own(20)),
        beside('words of no meaning'),
        own(20),
        beside('words of no meaning'),
        own(20),
      ];
      for (let second = 21; second < 24; second += 1)
        lines.push(
          own(second),
          beside(text),
          beside('main.main()'),
          own(second),
          beside(text),
          beside(text),
          own(second),
        );
      const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
      const taken = vi.spyOn(SourceCounts.prototype, 'plain');
      const session = byLane(bytes, 50_000);
      // Another kubelet, another host and what rsyslog calls `journal` are read line by line.
      expect(taken.mock.calls.some(([, , , , others]) => others > 0)).toBe(!/^(?:kubelet|other|journal)/.test(writer));
      const records = byRecords(bytes);
      expect(everything(session)).toBe(everything(records));
      expect(linesOf(session.lineIndex(0), lines.length)).toEqual(linesOf(records.lineIndex(0), lines.length));
    },
  );

  it('are beside the life whose line came last, whatever is asked about others', () => {
    const own = (pid: number, text: string): string =>
      `Nov 21 05:33:20 n kubelet[${pid}]: I1121 05:33:20.000000 ${String(pid).padStart(7)} ${text}`;
    const lines = [
      own(2100, 'server.go:487] "Kubelet version" kubeletVersion="v1.30.4"'),
      ...Array.from({ length: 410 }, (_, index) => own(2100, `reconciler.go:7] printf text ${index}`)),
      own(44, 'kubelet.go:2480] "SyncLoop (housekeeping)"').replace('20.000000', '19.000000'),
      'Nov 21 05:33:25 n journal: Suppressed 7 messages from kubelet.service',
      own(2100, 'reconciler.go:7] printf text'),
    ];
    const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
    expect(everything(byLane(bytes, 50_000))).toBe(everything(byRecords(bytes)));
  });

  it.each([-8, 5])('have the time of their stamps where their headers are of a zone %i hours off', (hours) => {
    const at = (second: number, zone = 0): string => precise((20_000 + zone * 3600 + second) * 1e6 + second);
    const lines = Array.from({ length: 1800 }, (_, second) => [
      ...(second <= 600 || second > 1500
        ? [
            `Nov 21 ${at(second).slice(0, 8)} n kubelet[2100]: I1121 ${at(second)}    2100 status_manager.go:809] "Pod status updated"`,
          ]
        : []),
      // Now and then, and many in a row.
      ...(second % 7 === 3 || second > 600
        ? [
            `Nov 21 ${at(second).slice(0, 8)} n journal: I1121 ${at(second, hours)}       1 kubelet.go:2480] "SyncLoop (housekeeping)"`,
          ]
        : []),
    ]).flat();
    const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
    const session = byLane(bytes, 50_000);
    expect(everything(session)).toBe(everything(byRecords(bytes)));
    const { span } = analysisOf(session).reconstruction.history;
    expect((span?.to ?? 0) - (span?.from ?? 0)).toBe(1_799_001_799);
  });

  it('do not end a line that goes on, where they have no writer at all', () => {
    const lines = [
      'server.go:487] "Kubelet version" kubeletVersion="v1.30.4"',
      ...Array.from({ length: 415 }, (_, index) => `reconciler.go:7] printf text ${index}`),
    ].map((text) => `[11000.000000] n kubelet[2100]: I1121 05:33:20.000000    2100 ${text}`);
    lines.push(
      ...['[11000.000000] usb 1-1: new device', ...lines.splice(-5)],
      '[11000.000000] n kubelet[2100]: that goes on',
    );
    const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
    const { sources } = analysisOf(byLane(bytes, 50_000)).reconstruction.history;
    expect([sources[0]?.lines, sources[0]?.records]).toEqual([lines.length, lines.length - 1]);
  });

  it('are of so many writers that a kubelet could be forgotten, and it is not', () => {
    const own = (index: number): string =>
      `Nov 21 05:33:20 n kubelet[2100]: I1121 05:33:20.000000    2100 reconciler.go:7] printf text ${index}`;
    const logins = Array.from({ length: 300 }, (_, pid) => [
      `Nov 21 05:33:20 n sshd[${pid}]: session opened`,
      own(pid),
    ]).flat();
    const lines = [
      'Nov 21 05:33:20 n kubelet[2100]: I1121 05:33:20.000000    2100 server.go:487] "Kubelet version" kubeletVersion="v1.30.4"',
      ...Array.from({ length: 410 }, (_, index) => own(1000 + index)),
      ...logins,
      'Nov 21 05:33:20 n kubelet[2100]: that goes on',
    ];
    const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
    for (const session of [byLane(bytes, 50_000), byRecords(bytes)])
      expect(analysisOf(session).reconstruction.history.sources[0]?.records).toBe(lines.length - 1);
  });
});

/** What the index says of each line. */
function linesOf(index: LineIndex | undefined, count: number): readonly unknown[] {
  return Array.from({ length: count }, (_, line) => index?.recordAt(line + 1));
}
