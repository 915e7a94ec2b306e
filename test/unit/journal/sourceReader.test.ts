import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogRecord } from '../../../src/journal/record.ts';
import { createSourceReader } from '../../../src/journal/sourceReader.ts';
import { processorTime } from '../../support/processorTime.ts';
import { contentOf, fixture, iso, readLog, wholeOf } from './readLog.ts';

const encoder = new TextEncoder();
const klog = (second: number, body: string) =>
  `E1121 00:31:${String(second).padStart(2, '0')}.000000   20595 kubelet.go:2661] ${body}`;
const journal = (second: number, body: string, who = 'kubelet[20595]') =>
  `Nov 21 00:31:${String(second).padStart(2, '0')} worker-2 ${who}: ${body}`;
const SKIP =
  '"Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m0.5s ago; threshold is 3m0s"';
const messages = (log: string) => readLog(log).records.map((record) => record.message);

describe('records of several lines', () => {
  const block = ['"Probe failed" output=<', '\tone', '\t >', ' > pod="ns/p"'];
  const pairs = [
    { key: 'output', value: 'one\n >', quoted: true },
    { key: 'pod', value: 'ns/p', quoted: true },
  ];

  it('joins a block in a raw file', () => {
    const { records } = readLog([klog(1, block[0] ?? ''), ...block.slice(1), klog(2, '"next"')].join('\n'));
    expect(records.map((record) => [record.line, record.lines, record.message])).toEqual([
      [1, 4, 'Probe failed'],
      [5, 1, 'next'],
    ]);
    expect(records[0]?.pairs).toEqual(pairs);
  });

  it('joins a block whose lines are journal entries with blanks for tabs', () => {
    const { records } = readLog(
      [klog(1, block[0] ?? ''), ...block.slice(1).map((line) => line.replace('\t', '        '))]
        .map((line) => journal(1, line))
        .join('\n'),
    );
    expect(records.map((record) => record.lines)).toEqual([4]);
    expect(records[0]?.pairs).toEqual(pairs);
  });

  it.each([
    ["docker's stamp", (second: number) => `2026-11-21T00:31:0${second}.000123456Z `],
    ['a CRI stamp', (second: number) => `2026-11-21T00:31:0${second}.0001234+00:00 stderr F `],
    ['RFC 5424', (second: number) => `<30>1 2026-11-21T00:31:0${second}.000123Z worker-2 kubelet 20595 - - `],
    ['an address', () => '192.0.2.9: '],
    ['a host and an identifier', () => 'worker-2 kubelet[20595]: '],
    ["a node's name", (second: number) => `node-1 ${journal(second, '')}`],
    ['seconds since the epoch', (second: number) => `179522106${second}.000123 worker-2 kubelet[20595]: `],
    ['seconds since the boot', (second: number) => `[    ${second}.000123] worker-2 kubelet[20595]: `],
  ])('joins blocks behind %s, whose lines may look like an origin', (_what, before) => {
    const lines = [
      klog(1, '"Probe failed" output=<'),
      '\t[-]poststarthook/start failed: reason withheld',
      '\tTrace[1]: x',
      ' >',
      klog(2, '"next"'),
      klog(3, '"Probe failed" output=<'),
      '\tone two: three',
      ' >',
      klog(4, '"last"'),
    ];
    const { records, summary } = readLog(lines.map((line, index) => `${before(1 + (index >> 1))}${line}\n`).join(''));
    expect(records.map(contentOf)).toEqual(readLog(lines.join('\n')).records.map(contentOf));
    expect(records.map((record) => [record.line, record.lines])).toEqual([
      [1, 4],
      [5, 1],
      [6, 3],
      [9, 1],
    ]);
    expect(new Set(records.map((record) => record.journal?.identifier)).size).toBe(1);
    expect(summary.unparsedLines).toBe(0);
  });

  it('joins a block in reversed output', () => {
    const lines = [klog(1, block[0] ?? ''), ...block.slice(1)].map((line) => journal(1, line));
    const { records } = readLog(
      [journal(2, klog(2, '"later"')), ...lines.reverse(), journal(0, klog(0, '"earlier"'))].join('\n'),
    );
    expect(records.map((record) => [record.line, record.lines, record.message])).toEqual([
      [1, 1, 'later'],
      [2, 4, 'Probe failed'],
      [6, 1, 'earlier'],
    ]);
    expect(records[1]?.pairs).toEqual(pairs);
  });

  it('keeps the order when another unit writes into a block', () => {
    const [head = '', ...rest] = [klog(1, block[0] ?? ''), ...block.slice(1)].map((line) => journal(1, line));
    const { records } = readLog(
      [head, journal(1, 'started', 'containerd[9]'), ...rest, journal(2, klog(2, '"next"'))].join('\n'),
    );
    expect(records.map((record) => record.message)).toEqual(['Probe failed', 'started', 'next']);
    expect(records[0]?.pairs).toEqual(pairs);
  });

  it('ends a block that was cut at the next header', () => {
    const { records } = readLog([klog(1, block[0] ?? ''), '\tone', klog(2, '"next"')].join('\n'));
    expect(records.map((record) => record.pairs[0]?.value)).toEqual(['one', undefined]);
  });

  it('takes a content line that looks like a header for content', () => {
    const { records } = readLog([klog(1, '"m" d=<'), `\t${klog(2, '"nested"')}`, ' >'].join('\n'));
    expect(records.map((record) => record.message)).toEqual(['m']);
    expect(records[0]?.pairs[0]?.value).toBe(klog(2, '"nested"'));
  });

  it('keeps a Go panic together and apart from the record above', () => {
    const { records } = readLog(
      [
        klog(1, '"last words"'),
        'panic: runtime error: index out of range',
        '',
        'goroutine 1 [running]:',
        'main.main()',
        '\t/go/main.go:1 +0x1',
      ].join('\n'),
    );
    expect(records.map((record) => record.message)).toEqual([
      'last words',
      'panic: runtime error: index out of range\ngoroutine 1 [running]:\nmain.main()\n\t/go/main.go:1 +0x1',
    ]);
  });

  it('goes on with printf text', () => {
    expect(
      messages(
        [klog(1, 'Trace[1]: "List" (total time: 654ms):'), 'Trace[1]: ---"done" 654ms', klog(2, 'x')].join('\n'),
      ),
    ).toEqual(['Trace[1]: "List" (total time: 654ms):\nTrace[1]: ---"done" 654ms', 'x']);
  });

  it('does not give the lines of cat output to the record above', () => {
    expect(
      messages(
        [klog(1, 'Shutting down'), 'kubelet.service: Deactivated successfully.', 'Stopped kubelet.service.'].join('\n'),
      ),
    ).toEqual(['Shutting down', 'kubelet.service: Deactivated successfully.', 'Stopped kubelet.service.']);
  });
});

describe('wrapped lines', () => {
  it('joins a quoted value that a terminal cut inside a word', () => {
    const line = journal(
      1,
      klog(
        1,
        '"StopPodSandbox failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" id="1"',
      ),
    );
    const cut = line.indexOf('DeadlineExcee') + 13;
    const { records, summary } = readLog(`${line.slice(0, cut)}\n${line.slice(cut)}\n${journal(2, klog(2, 'x'))}`);
    expect(records[0]?.pairs.map((pair) => pair.value)).toEqual([
      'rpc error: code = DeadlineExceeded desc = context deadline exceeded',
      '1',
    ]);
    expect(records).toHaveLength(2);
    expect(summary.unparsedLines).toBe(0);
  });

  it('joins an id that was split by a newline and tabs', () => {
    const [record] = readLog(
      `${journal(1, klog(1, 'SyncLoop (PLEG): "a_b(eff68f7e-e0a7-11e7-9d36-5254'))}\n\t\tb24cbf5e)", event: &pleg.PodLifecycleEvent{ID:"1"}`,
    ).records;
    expect(record?.message).toBe(
      'SyncLoop (PLEG): "a_b(eff68f7e-e0a7-11e7-9d36-5254b24cbf5e)", event: &pleg.PodLifecycleEvent{ID:"1"}',
    );
  });

  it('joins lines broken between words with a blank', () => {
    const [record] = readLog(
      'E kubelet.go:2646] "Skipping pod synchronization"\n  err="[container runtime is down, PLEG is not healthy: pleg was last seen\n       active 7m29s ago]"',
    ).records;
    expect(record?.message).toBe('Skipping pod synchronization');
    expect(record?.pairs).toEqual([
      {
        key: 'err',
        value: '[container runtime is down, PLEG is not healthy: pleg was last seen active 7m29s ago]',
        quoted: true,
      },
    ]);
  });

  it('joins an error that was broken off before its name, or in the middle of that, from a line as long as an edge', () => {
    const first = journal(1, klog(1, '"Failed to create sandbox for pod"'));
    const second = 'err="plugin type=\\"calico\\" failed (add): Unauthorized" pods=["a/b"]';
    const pairs = [
      ['err', 'plugin type="calico" failed (add): Unauthorized'],
      ['pods', '["a/b"]'],
    ];
    expect(first.length).toBeGreaterThanOrEqual(80);
    for (const text of [
      `${first}\n${second}`,
      `${first}\n      ${second}`,
      `${first}\n${second.replace(' pods', '\npods')}`,
      `${first} e\n${second.slice(1)}`,
    ])
      expect(readLog(text).records[0]?.pairs.map(({ key, value }) => [key, value])).toEqual(pairs);
  });

  const json = (ts: string): string =>
    `{"ts":${ts},"caller":"kubelet/kubelet.go:2406","msg":"Skipping pod synchronization","err":"[container runtime status check may not have completed yet, a ${String.raw`\"b\\\"`}, PLEG is not healthy: pleg has yet to be successful]","errCauses":[{"error":"PLEG is not healthy"}]}`;
  const compact = (record: LogRecord | undefined): string =>
    JSON.stringify(
      record === undefined ? undefined : [record.klog, record.message, record.pairs, record.form],
    ).replaceAll(' ', '');

  it('joins a record of klog JSON that a terminal cut, wherever', () => {
    for (const before of ['', '10.200.1.5: ', 'Nov 21 00:31:01 worker-2 kubelet[20595]: ']) {
      const line = before + json('1753141980841.5');
      const [whole] = readLog(line).records;
      expect(whole?.pairs[0]?.value).toContain('a "b\\", PLEG');
      for (let width = 80; width < line.length; width += 1) {
        const pieces = Array.from({ length: Math.ceil(line.length / width) }, (_, piece) =>
          line.slice(piece * width, (piece + 1) * width),
        );
        const { records, summary } = readLog([...pieces, before + json('1753141985841.5')].join('\n'));
        expect(
          records.map(({ line: at, lines }) => [at, lines]),
          pieces.join('\n'),
        ).toEqual([
          [1, pieces.length],
          [pieces.length + 1, 1],
        ]);
        expect(compact(records[0]), pieces.join('\n')).toBe(compact(whole));
        if (!pieces.some((piece) => piece.endsWith(' '))) expect(records[0]?.pairs).toEqual(whole?.pairs);
        expect(summary.unparsedLines).toBe(0);
      }
    }
  });

  it('reads of a record of klog JSON that was cut for good what is left', () => {
    const line = json('1753141980841.5');
    for (let cut = line.indexOf('"msg"') + 8; cut < line.length; cut += 1) {
      const { records } = readLog(`${line.slice(0, cut)}\n${json('1753141985841.5')}`);
      expect(records).toHaveLength(2);
      const [record] = records;
      expect(record?.klog).toMatchObject({ time: 1753141980841500, file: 'kubelet.go', fileLine: 2406 });
      expect('Skipping pod synchronization'.startsWith(record?.message ?? '?')).toBe(true);
      const error = record?.pairs[0]?.value ?? '';
      expect(readLog(line).records[0]?.pairs[0]?.value.startsWith(error)).toBe(true);
    }
  });

  it.each([
    '...',
    '......',
    '。。。。。。',
    '```',
    '[...]',
    'Then the node became NotReady.',
    '$ systemctl restart kubelet',
  ])('leaves %j between records alone', (prose) => {
    const { records, summary } = readLog(
      [
        journal(1, klog(1, 'skipping pod synchronization - [container runtime is down]')),
        prose,
        journal(6, klog(6, 'x')),
      ].join('\n'),
    );
    expect(records[0]?.message).toBe('skipping pod synchronization - [container runtime is down]');
    expect(summary.unparsedLines).toBe(1);
  });

  it.each(['```', '~~~~', '    ~~~~'])('leaves the fence %j behind a record alone that has no envelope', (fence) => {
    const message = 'skipping pod synchronization - [container runtime is down]';
    const { records } = readLog([klog(1, message), fence, klog(6, 'x')].join('\n'));
    expect(records[0]?.message).toBe(message);
  });
});

describe('what stands before a record', () => {
  it('reads the node and other programs behind the time of a stamp whose date was cut, over midnight', () => {
    const skip = klog(1, SKIP).replace(/^E\d{4} \d\d:\d\d/, 'E1123 23:59');
    const log = [
      `23:59:01 node-3 kubelet[17]: ${skip}`,
      '23:59:03 node-3 systemd[1]: kubelet.service: Main process exited, code=exited, status=255/EXCEPTION',
      '00:00:13 node-3 systemd[1]: Started kubelet: The Kubernetes Node Agent.',
    ];
    const { records } = readLog(`${log.join('\n')}\n`);
    expect(records.map(({ journal }) => [journal?.host, journal?.identifier])).toEqual([
      ['node-3', 'kubelet'],
      ['node-3', 'systemd'],
      ['node-3', 'systemd'],
    ]);
    const [first, ...others] = records.map(({ time }) => time ?? Number.NaN);
    const midnight = Math.ceil((first ?? 0) / 86_400e6) * 86_400e6;
    expect(others).toEqual([midnight - 57e6, midnight + 13e6]);
  });

  it('takes no date of a note or of YAML for a line of a log', () => {
    const dates = [
      'date: 2026-12-08T03:38:37Z',
      'lastmod: 2026-12-09 03:38:37 +0800',
      '  creationTimestamp: 2026-12-08T03:38:37Z',
    ];
    const { records, summary } = readLog(`${dates.join('\n')}\n${klog(1, SKIP)}\n`);
    expect(records.map(({ time }) => time !== undefined)).toEqual([false, false, false, true]);
    expect(summary.unparsedLines).toBe(3);
    // A line with something behind its time is one, under a node's name too.
    const { records: ofNode } = readLog('node-1: 2026-12-08T03:38:37Z kubelet[17]: x\n');
    expect(ofNode.map(({ time }) => time)).toEqual([Date.parse('2026-12-08T03:38:37Z') * 1000]);
  });

  it.each([
    ['blanks', '           '],
    ['a tab', '\t'],
    ['a hash', '# '],
    ['a quote mark', '> '],
    ['dots', '..'],
    ["an editor's line number", '46950 '],
    ['grep -n', '12:'],
    ['a bullet', '* '],
    ['the time of a stamp whose date was cut', '10:00:01 '],
    ['nothing', ''],
  ])('%s', (_what, prefix) => {
    for (const line of [klog(1, SKIP), journal(1, klog(1, SKIP))]) {
      const { records, summary } = readLog(prefix + line);
      expect(records.map(contentOf)).toEqual(readLog(klog(1, SKIP)).records.map(contentOf));
      expect(summary.unparsedLines).toBe(0);
    }
  });

  it.each([
    ['a component word', `kubelet ${klog(1, 'x')}`],
    ['an unknown component', `??? ${klog(1, 'x')}`],
    ['a node name', `node-1.example.com ${journal(1, klog(1, 'x'), 'kubenswrapper[20595]')}`],
    ["docker's stamp", `2026-11-21T00:31:01.000123456Z ${klog(1, 'x')}`],
    ['a CRI stamp', `2026-11-21T00:31:01.000123456+00:00 stderr F ${klog(1, 'x')}`],
    ['the backtick of a quotation', `\`${klog(1, 'x')}`],
    ["kubectl's prefix", `[pod/a/b] ${klog(1, 'x')}`],
    ["compose's column", `kubelet_1  | ${klog(1, 'x')}`],
    ["a table's column", `2026-11-21 00:31:01.000 | ${klog(1, 'x')}`],
    ["grep's file name", `var/log/kubelet.log:${klog(1, 'x')}`],
    ['RFC 5424', `<30>1 2026-11-21T00:31:01.000123Z worker-2 kubelet 20595 - - ${klog(1, 'x')}`],
    [
      "RFC 5424 with the blank of a relay's message",
      `<30>1 2026-11-21T00:31:01Z worker-2 kubelet 20595 - -  ${klog(1, 'x')}`,
    ],
    ['the fields of RFC 5424 alone', `2026-11-21T00:31:01.000123+00:00 worker-2 kubelet 20595 - -  ${klog(1, 'x')}`],
    [
      'RFC 5424 with data',
      `<30>1 2026-11-21T00:31:01Z worker-2 kubelet 20595 id [a@1 b="c \\" ] d"][e@2] ${klog(1, 'x')}`,
    ],
    ['RFC 3164 with priority', `<30>${journal(1, klog(1, 'x'))}`],
    ['no host and date', `kubelet[20595]: ${klog(1, 'x')}`],
    ['two blanks for the host', `Nov 21 00:31:01  kubelet[20595]: ${klog(1, 'x')}`],
    ['a day of one digit', klog(1, 'x')],
  ])('%s', (_what, line) => {
    const { records, summary } = readLog(line);
    expect(records.map(contentOf)).toEqual(readLog(klog(1, 'x')).records.map(contentOf));
    expect(summary.unparsedLines).toBe(0);
  });

  it.each([
    ["docker's stamp", '2026-11-21T00:31:01.000123456Z '],
    ["docker's stamp with zeros", '2026-11-21T00:31:01.000000000Z '],
    ['a CRI stamp', '2026-11-21T00:31:01.0001234+00:00 stderr F '],
    ['a CRI stamp without a fraction', '2026-11-21T00:31:01Z stdout F '],
    ['milliseconds', '2026-11-21T00:31:01.123Z worker-2 kubelet[20595]: '],
    ['milliseconds after a comma', '2026-11-21T00:31:01,123+0000 worker-2 kubelet[20595]: '],
    ['RFC 5424', '<30>1 2026-11-21T00:31:01.000123Z worker-2 kubelet 20595 - - '],
    ['the fields of RFC 5424 alone', '2026-11-21T00:31:01.000123+00:00 worker-2 kubelet 20595 - - '],
    ['the fields of RFC 5424 alone, with data', '2026-11-21T00:31:01Z worker-2 kubelet 20595 id [a@1 b="c"] '],
    ['RFC 5424 with data', '<30>1 2026-11-21T00:31:01Z worker-2 kubelet 20595 id [a@1 b="c \\" ] d"][e@2] '],
    ['RFC 3164 with priority', `<30>${journal(1, '')}`],
    ['a node name', `node-1.example.com ${journal(1, '', 'kubenswrapper[20595]')}`],
    ['seconds since the epoch', '1795221061.000123 worker-2 kubelet[20595]: '],
    ['seconds since the boot', '[ 2765.650308] worker-2 kubelet[20595]: '],
    ['seconds since the boot and the last line', '[ 2765.650308 <    1.016231 >] worker-2 kubelet[20595]: '],
    ['an address', '192.0.2.9: '],
    ['an identifier alone', 'kubelet[20595]: '],
    ['an identifier behind a host', 'worker-2 kubelet[20595]: '],
  ])('reads further lines behind %s as the first one', (_what, before) => {
    const lines = [klog(1, '"a"'), klog(1, '"b"'), klog(2, '"c"'), klog(2, '"d"')];
    const { records } = readLog(lines.map((line) => `${before}${line}\n`).join(''));
    const single = lines.map((line) => readLog(before + line).records[0]);
    expect(records.map(contentOf)).toEqual(readLog(lines.join('\n')).records.map(contentOf));
    // The clock learns where the boot lies from all lines.
    if (!before.startsWith('['))
      expect(records.map(({ journal: stamped }) => stamped)).toEqual(single.map((record) => record?.journal));
    expect(
      new Set(
        records.map(
          (record) =>
            `${record.journal?.host} ${record.journal?.identifier} ${record.journal?.pid} ${before.startsWith('[') ? '' : record.journal?.time}`,
        ),
      ).size,
    ).toBe(1);
  });

  it('takes no other number for seconds since the epoch, nor for a fraction', () => {
    const stamped = (stamp: string): string => `${stamp} worker-2 kubelet[20595]: ${klog(1, '"a"')}`;
    for (const stamp of ['17952210.000123', '179522106100.000123', '1795221061.', '1795221061,000123']) {
      const alone = readLog(stamped(stamp)).records[0];
      const { records } = readLog(
        `${[stamped('1795221061.000123'), stamped('1795221061.000124'), stamped('1795221061.000125'), stamped(stamp)].join('\n')}\n`,
      );
      expect([stamp, records[3]?.message, records[3]?.journal]).toEqual([stamp, alone?.message, alone?.journal]);
    }
  });

  it('reads Talos: an address before JSON', () => {
    const [record] = readLog(
      '192.0.2.9: {"ts":1700000190222.5,"caller":"kubelet/kubelet.go:2406","msg":"Skipping pod synchronization","err":"PLEG is not healthy"}',
    ).records;
    expect([record?.journal?.host, iso(record?.time), record?.form, record?.pairs[0]?.value]).toEqual([
      '192.0.2.9',
      '2023-11-14T22:16:30.222500Z',
      'json',
      'PLEG is not healthy',
    ]);
  });

  it.each([
    [
      'filebeat',
      JSON.stringify({
        '@timestamp': '2026-11-21T00:31:01.500Z',
        message: journal(1, klog(1, 'say "x"')),
        host: { name: 'w' },
      }),
    ],
    ['fluentd', JSON.stringify({ log: `${klog(1, 'say "x"')}\n`, time: '2026-11-21T00:31:01Z' })],
    [
      "docker's json-file",
      JSON.stringify({ log: `${klog(1, 'say "x"')}\n`, stream: 'stderr', time: '2026-11-21T00:31:01.123456789Z' }),
    ],
    [
      "a cloud's export",
      JSON.stringify({
        jsonPayload: { MESSAGE: klog(1, 'say "x"'), _HOSTNAME: 'w' },
        timestamp: '2026-11-21T00:31:01Z',
      }),
    ],
    ['an array of documents', `${JSON.stringify({ _source: { message: klog(1, 'say "x"') } })},`],
  ])('finds the line inside of %s', (_what, line) => {
    expect(readLog(line).records.map(contentOf)).toEqual(readLog(klog(1, 'say "x"')).records.map(contentOf));
  });

  it('joins the parts of a CRI line', () => {
    const whole = klog(1, SKIP);
    const { records } = readLog(
      [
        `2026-11-21T00:31:01Z stderr P ${whole.slice(0, 60)}`,
        `2026-11-21T00:31:01Z stderr P ${whole.slice(60, 90)}`,
        `2026-11-21T00:31:01Z stderr F ${whole.slice(90)}`,
      ].join('\n'),
    );
    expect(records.map((record) => [record.line, record.lines, record.pairs[0]?.value])).toEqual([
      [1, 3, 'PLEG is not healthy: pleg was last seen active 3m0.5s ago; threshold is 3m0s'],
    ]);
  });

  it('keeps the parts of a CRI line whose end is missing, and takes no other line for it', () => {
    const part = `2026-11-21T00:31:01Z stderr P ${klog(1, 'cut')}`;
    expect(readLog(part).records.map((record) => [record.line, record.lines, record.message])).toEqual([[1, 1, 'cut']]);
    const { records } = readLog(
      [part, journal(2, klog(2, 'y')), `2026-11-21T00:31:03Z stderr F ${klog(3, 'z')}`].join('\n'),
    );
    expect(records.map((record) => [record.line, record.lines, record.message])).toEqual([
      [1, 1, 'cut'],
      [2, 1, 'y'],
      [3, 1, 'z'],
    ]);
  });

  it("names minikube's sections", () => {
    const { records } = readLog(
      [
        '==> kube-apiserver [0a1b] <==',
        klog(1, 'x'),
        '==> kubelet <==',
        '-- Logs begin at Mon 2026-11-16 10:00:00 UTC, end at Sat 2026-11-21 01:00:00 UTC. --',
        journal(2, klog(2, 'y')),
      ].join('\n'),
    );
    expect(records.map((record) => record.journal?.identifier)).toEqual(['kube-apiserver', 'kubelet']);
  });
});

describe('a header glued to what a plug-in wrote', () => {
  const config = '{"cniVersion":"0.3.1","ipam":{"type":"host-local"},"name":"cbr0","type":"bridge"}';

  it('begins a record of the kubelet', () => {
    const { records } = readLog([journal(1, klog(1, '"one"')), journal(2, config + klog(2, SKIP))].join('\n'));
    expect(records.map(({ message, time }) => [message, iso(time)?.slice(11, 19)])).toEqual([
      ['one', '00:31:01'],
      ['Skipping pod synchronization', '00:31:02'],
    ]);
    expect(records[1]?.pairs.map(({ key }) => key)).toEqual(['err']);
  });

  it('is none in the text of a document, nor of another program', () => {
    const quoted = JSON.stringify({ name: klog(2, 'x') });
    expect(messages(journal(2, quoted))).toEqual([quoted]);
    const other = config + klog(2, SKIP);
    expect(messages(journal(2, other, 'containerd[900]'))).toEqual([other]);
  });
});

describe('a header in a column of a table without names', () => {
  it.each([
    [
      'of an archive of Papertrail',
      '700000\t2026-11-21T00:31:02Z\t2026-11-21T00:31:02Z\t5001\tworker-2\t10.0.0.1\tDaemon\tInfo\tkubelet\t',
    ],
    ['behind time, node and program', '2026-11-21T00:31:02Z\tworker-2\tkubelet\t'],
  ])('begins a record: %s', (_what, before) => {
    const [record] = readLog(before + klog(2, SKIP)).records;
    expect(record?.message).toBe('Skipping pod synchronization');
    expect([record?.time, record?.form].map((one) => one !== undefined)).toEqual([true, true]);
  });
});

describe('lost headers', () => {
  it.each([
    ['28317 kubelet.go:1873] "m" err="e"', 28317],
    ['1365   28317 kubelet.go:1873] "m" err="e"', 28317],
    ['[kubelet.go:1873] "m" err="e"', undefined],
    ['kubelet.go:2412 "m" err="e"', undefined],
    ['E ... kubelet.go:2646] "m" err="e"', undefined],
    ['E0827 kubelet.go:2646] "m" err="e"', undefined],
    ['kubelet[7082]: E0827 kubelet.go:2646] "m" err="e"', 7082],
    ['kubelet.go:1] "m" err="e"', undefined],
    ['node-1 kubelet[7082]: I 7082 kubelet.go:341] "m" err="e"', 7082],
    ['kubelet[7082]: kubelet.go:341] "m" err="e"', 7082],
  ])('reads %j', (line, pid) => {
    const [record] = readLog(line).records;
    expect([record?.klog, record?.form, record?.message, record?.pairs[0]?.value, record?.journal?.pid]).toEqual([
      undefined,
      'structured',
      'm',
      'e',
      pid,
    ]);
  });

  it('takes the time of the stamp before a header of which only the caller is left, of a kubelet alone', () => {
    const stamp = 'Nov 21 00:30:07 worker-2';
    for (const rest of ['E1121 kubelet.go:2646] ', 'kubelet.go:2646] ', '7082 kubelet.go:2646] ']) {
      const [record] = readLog(`${stamp} kubelet[7082]: ${rest}${SKIP}`).records;
      expect([record?.message, record?.journal?.pid, iso(record?.time ?? Number.NaN)]).toEqual([
        'Skipping pod synchronization',
        7082,
        expect.stringMatching(/^2026-11-21T00:30:07/),
      ]);
      expect(readLog(`${stamp} flanneld[9]: ${rest}${SKIP}`).records[0]?.message).toContain('kubelet.go');
    }
    expect(readLog(`${stamp} kubelet[7082]: panic.go:884 +0x1d4`).records[0]?.message).toBe('panic.go:884 +0x1d4');
  });

  it('takes the time of a line of logrus, in the year and on the clock of the headers beside it', () => {
    const log = [
      'time="2024-07-19T10:31:04+08:00" level=info msg="Starting k3s agent v1.29.6+k3s2 (b4b156d9)"',
      'time="2024-07-19T10:31:15.250000000+08:00" level=info msg="containerd is now running"',
      'I0719 10:31:20.000000    2345 server.go:156] "Kubelet version" kubeletVersion="v1.29.6+k3s2"',
      'time="2024-07-19" level=info msg="no time"',
    ].join('\n');
    expect(readLog(log, {}).records.map(({ time }) => time)).toEqual(
      ['10:31:04', '10:31:15.250', '10:31:20', undefined].map((clock) =>
        clock === undefined ? clock : Date.parse(`2024-07-19T${clock}Z`) * 1000,
      ),
    );
  });

  it('reads the spelled severity of a modified glog', () => {
    const [record] = readLog(journal(1, 'INFO:1121 00:31:01.031112    2973 kubelet.go:1912] x')).records;
    expect([record?.klog?.severity, record?.klog?.pid, record?.message]).toEqual(['I', 2973, 'x']);
  });
});

describe('marks', () => {
  it('hands on boot marks and leaves catalog text out', () => {
    const { records, summary } = readLog(
      [
        '-- Logs begin at Mon 2026-11-16 10:00:00 UTC, end at Sat 2026-11-21 01:00:00 UTC. --',
        journal(1, klog(1, 'x')),
        '-- Subject: Unit kubelet.service has finished start-up',
        '-- Defined-By: systemd',
        '--',
        '░░ Subject: A start job has finished',
        '-- Boot 0123456789abcdef0123456789abcdef --',
        '-- Reboot --',
        journal(2, 'Suppressed 12 messages from kubelet.service', 'systemd-journald[300]'),
      ].join('\n'),
      {},
    );
    expect(records.map((record) => record.message)).toEqual([
      'x',
      '-- Boot 0123456789abcdef0123456789abcdef --',
      '-- Reboot --',
      'Suppressed 12 messages from kubelet.service',
    ]);
    expect(iso(records[0]?.time)).toBe('2026-11-21T00:31:01.000000Z');
    expect(summary.unparsedLines).toBe(0);
  });

  it('tells what grep puts between groups of lines from an empty line of the catalog', () => {
    const { records } = readLog(
      [
        journal(1, klog(1, 'x')),
        '--',
        journal(2, klog(2, 'y')),
        '-- Subject: Unit kubelet.service has finished start-up',
        '--',
        '-- Support: https://lists.freedesktop.org/mailman/listinfo/systemd-devel',
        '--',
        journal(3, klog(3, 'z')),
      ].join('\n'),
      {},
    );
    expect(records.map(({ message }) => message)).toEqual(['x', '--', 'y', 'z']);
  });
});

describe('encodings and dirt', () => {
  const plain = `${journal(1, klog(1, '"é" a="漢字"'))}\n${journal(2, klog(2, SKIP))}\n`;
  const wanted = readLog(plain).records.map(contentOf);
  const utf16 = (bigEndian: boolean) => {
    const bytes = new Uint8Array(plain.length * 2 + 2);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, 0xfeff, !bigEndian);
    for (let i = 0; i < plain.length; i++) view.setUint16(2 + i * 2, plain.charCodeAt(i), !bigEndian);
    return bytes;
  };
  const bytewise = (bytes: Uint8Array) => Array.from(bytes, (byte) => Uint8Array.of(byte));

  it.each<[string, Uint8Array]>([
    ['UTF-8 with a mark', encoder.encode(`\ufeff${plain}`)],
    ['UTF-16 little-endian', utf16(false)],
    ['UTF-16 big-endian', utf16(true)],
    ['carriage returns', encoder.encode(plain.replaceAll('\n', '\r\n'))],
    ['colours', encoder.encode(plain.replaceAll(': E', ': \u001b[0;1;31mE').replaceAll('\n', '\u001b[0m\n'))],
    ['NUL bytes before a line', encoder.encode(`\0\0\0\0${plain}`)],
    ['no last newline', encoder.encode(plain.trimEnd())],
  ])('%s', (_what, bytes) => {
    expect(readLog(bytes).records.map(contentOf)).toEqual(wanted);
    expect(readLog(bytewise(bytes)).records.map(contentOf)).toEqual(wanted);
  });

  it('counts a binary line and says so once', () => {
    const { records, warnings, summary } = readLog(
      encoder.encode(`${plain}\0\x01\x02\x03\0\n\x05\x06\x07\x0e\x0f\n${plain.replaceAll('.', '.9')}`),
    );
    expect(records).toHaveLength(4);
    expect(summary.unparsedLines).toBe(2);
    expect(warnings).toHaveLength(1);
  });

  it('cuts a line of 3 MB, warns, and goes on', () => {
    const { records, warnings, summary } = readLog([
      encoder.encode(klog(1, 'x')),
      ...Array.from({ length: 3 }, () => new Uint8Array(1024 * 1024).fill(97)),
      encoder.encode(`\n${klog(2, 'y')}\n`),
    ]);
    expect(records.map((record) => record.message.length)).toEqual([1024 * 1024 - klog(1, '').length, 1]);
    expect(warnings.map((warning) => warning.line)).toEqual([1]);
    expect(summary.lines).toBe(2);
  });

  it('reads a block of 5,000 lines and 20,000 lines behind an open quote in reasonable time', () => {
    const log = [
      klog(1, '"m" d=<'),
      ...Array.from({ length: 5000 }, (_unused, i) => `\tline ${i}`),
      ' >',
      klog(2, '"m" e="never closed'),
      ...Array.from({ length: 20_000 }, (_unused, i) => `stray ${i}`),
    ].join('\n');
    let records: readonly LogRecord[] = [];
    const took = processorTime(() => {
      ({ records } = readLog(log));
    });
    expect(records[0]?.pairs[0]?.value.split('\n')).toHaveLength(5000);
    expect(took).toBeLessThan(2);
  });
});

describe('chunks', () => {
  const samples = [
    'modes/short.log',
    'modes/json.log',
    'modes/export.log',
    'modes/verbose.log',
    'modes/json-pretty.log',
    'modes/raw.log',
    'modes/short-iso.shanghai.log',
  ].map(fixture);

  it('gives the same records for any chunking', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 12 }),
        (bytes, cuts) => {
          const at = [...new Set([0, ...cuts.map((cut) => cut % bytes.length), bytes.length])].sort((a, b) => a - b);
          const chunks = at.slice(1).map((end, i) => bytes.subarray(at[i], end));
          expect(readLog(chunks).records.map(wholeOf)).toEqual(readLog(bytes).records.map(wholeOf));
          expect(readLog(chunks).summary).toEqual(readLog(bytes).summary);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('gives the same records when a file grows by whole records', () => {
    const bytes = fixture('modes/short-iso-precise.log');
    const ends = [...bytes.entries()].filter(([, byte]) => byte === 10).map(([i]) => i + 1);
    fc.assert(
      fc.property(fc.subarray(ends), (cuts) => {
        const records: LogRecord[] = [];
        const reader = createSourceReader(
          0,
          'kubelet.log',
          { year: 2026 },
          { record: (record) => records.push(record), warning: () => {} },
        );
        for (const [i, end] of [...cuts, bytes.length].entries()) {
          reader.push(bytes.subarray(cuts[i - 1] ?? 0, end));
          reader.end();
        }
        expect(records.map(wholeOf)).toEqual(readLog(bytes).records.map(wholeOf));
      }),
      { numRuns: 40 },
    );
  });

  it('copies the bytes of what waits for the zone, for the chunk may be overwritten', () => {
    const bytes = encoder.encode([1, 2, 3, 4].map((second) => `${klog(second, `"line ${second}"`)}\n`).join(''));
    const records: LogRecord[] = [];
    const reader = createSourceReader(
      0,
      'kubelet.log',
      { year: 2026 },
      { record: (record) => records.push(record), warning: () => {} },
    );
    reader.push(bytes);
    bytes.fill(0);
    reader.end();
    expect(records.map(({ message }) => message)).toEqual(['line 1', 'line 2', 'line 3', 'line 4']);
  });

  it('reads anew what a record forgot, but keeps what its bytes do not have', () => {
    const json = `{"ts":1795221091000.5,"caller":"kubelet/kubelet.go:2661","msg":"Skipping pod synchronization","v":0,"err":"x"}`;
    for (const line of [klog(1, SKIP), klog(1, 'a printf message'), json]) {
      const [record] = readLog(line).records;
      const before = record === undefined ? undefined : wholeOf(record);
      record?.forget?.();
      expect(record === undefined ? undefined : wholeOf(record)).toEqual(before);
      expect(before).toBeDefined();
    }
  });

  it('warns when a line goes on after it was read', () => {
    const warnings: string[] = [];
    const records: LogRecord[] = [];
    const reader = createSourceReader(
      0,
      'kubelet.log',
      {},
      { record: (record) => records.push(record), warning: ({ text }) => warnings.push(text) },
    );
    reader.push(encoder.encode(klog(1, 'half a')));
    reader.end();
    reader.push(encoder.encode(` line\n${klog(2, 'y')}\n`));
    reader.end();
    expect(records.map((record) => [record.line, record.message])).toEqual([
      [1, 'half a'],
      [2, 'y'],
    ]);
    expect(warnings).toHaveLength(1);
  });

  it('never throws and never loses count, whatever the bytes', () => {
    const dirt = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .string({ unit: fc.constantFrom(...'{}[]"\\<>=-: \t\n0123456789EINov.go'), maxLength: 200 })
        .map((text) => encoder.encode(text)),
      fc
        .tuple(fc.constantFrom(...samples), fc.nat(4000), fc.nat(400))
        .map(([bytes, from, length]) => bytes.subarray(from, from + length)),
    );
    fc.assert(
      fc.property(fc.array(dirt, { maxLength: 6 }), (chunks) => {
        const { records, summary } = readLog(chunks);
        for (const record of records) wholeOf(record);
        expect(summary.records).toBe(records.length);
        expect(summary.bytes).toBe(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
        for (const record of records) expect(record.line).toBeLessThanOrEqual(summary.lines);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the fields of RFC 5424 without priority and version', () => {
  const originOf = (line: string) => readLog(`${line}\n`).records[0]?.journal;

  it('tell host, program and pid', () => {
    expect(originOf('2026-11-21T00:31:01.000123+00:00 worker-2 containerd 811 - - level=info')).toMatchObject({
      host: 'worker-2',
      identifier: 'containerd',
      pid: 811,
    });
  });

  it.each([
    ['a program without a pid', '2026-11-21T00:31:01Z worker-2 kubelet - - - text'],
    ['a text with a number', '2026-11-21T00:31:01Z found about 3 pods - done'],
    ['a number at the end', '2026-11-21T00:31:01Z a b 20595'],
  ])('are not seen in %s', (_what, line) => {
    expect(originOf(line)?.identifier).toBeUndefined();
  });
});

describe('a message of syslog that another syslog took up as text', () => {
  it.each([
    ['as RFC 5424 has it', '<30>1 2026-11-21T00:31:01Z worker-b kubelet 4242 - - '],
    ['without a host', '<11>1 2026-11-21T00:31:01Z [] 4242 - - '],
    ['as RFC 3164 has it', '<30>Nov 21 00:31:01 worker-b kubelet[4242]: '],
  ])('gives the record behind its head, %s', (_what, head) => {
    const { records } = readLog(
      `Nov 21 00:31:01 10.0.0.7 logger: ${head}E1121 00:31:01.000001    4242 kubelet.go:1779] skipping pod synchronization - [container runtime is down]\n`,
    );
    expect(records[0]?.klog).toMatchObject({ severity: 'E', pid: 4242, file: 'kubelet.go', fileLine: 1779 });
    expect(records[0]?.message).toBe('skipping pod synchronization - [container runtime is down]');
  });

  it('is no head where no klog header follows', () => {
    expect(
      readLog(
        'Nov 21 00:31:01 10.0.0.7 logger: <30>1 2026-11-21T00:31:01Z worker-b app 7 - - Exit 1121 of the program\n',
      ).records[0]?.klog,
    ).toBeUndefined();
  });
});
