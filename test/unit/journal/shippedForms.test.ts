import { describe, expect, it } from 'vitest';
import type { LogRecord } from '../../../src/journal/record.ts';
import { contentOf, iso, readLog } from './readLog.ts';

const at = (second: string): string => `2024-03-04T08:20:${second}Z`;
const LINES = [
  { time: at('08.900'), text: 'Started kubelet.service - kubelet: The Kubernetes Node Agent.' },
  { time: at('09.100'), text: 'I0304 08:20:09.000000    4242 flags.go:64] FLAG: --address="0.0.0.0"' },
  {
    time: at('14.100'),
    text: 'E0304 08:20:14.000000    4242 kubelet.go:2447] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m4.5s ago; threshold is 3m0s"',
  },
  {
    time: at('19.100'),
    text: 'E0304 08:20:19.000000    4242 pod_workers.go:1300] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"web\\", it\'s gone" pod="default/web-1" podUID="a1"',
  },
] as const;
const KLOG = LINES.slice(1);
const [SERVICE] = LINES;
type Line = { readonly time: string; readonly text: string };

const doubled = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const cloudWatch = ({ text }: Line): object => ({ hostname: 'n1', systemd_unit: 'kubelet.service', message: text });
const journal = ({ text }: Line): object => ({ MESSAGE: text, _HOSTNAME: 'n1', SYSLOG_IDENTIFIER: 'kubelet' });
const seconds = ({ time }: Line): string => (Date.parse(time) / 1000).toFixed(6);
const printed = (document: object): string => JSON.stringify(document, undefined, 2);
const ruby = ({ text }: Line): string => `"_HOSTNAME"=>"n1", "SYSLOG_IDENTIFIER"=>"kubelet", "MESSAGE"=>"${text}"`;

/** Each with whether it tells the node. */
const WAYS: readonly (readonly [string, boolean, (lines: readonly Line[]) => string])[] = [
  [
    'aws logs tail',
    true,
    (lines) => lines.map((line) => `${line.time} n1.kubelet ${JSON.stringify(cloudWatch(line))}`).join('\n'),
  ],
  [
    'aws logs tail --format short',
    true,
    (lines) => lines.map((line) => `${line.time.slice(0, -5)}Z ${JSON.stringify(cloudWatch(line))}`).join('\n'),
  ],
  [
    'the console of CloudWatch',
    true,
    (lines) => lines.map((line) => `${line.time}\n${printed(cloudWatch(line))}`).join('\n'),
  ],
  [
    'jq of the journal',
    true,
    (lines) =>
      lines
        .map((line) => printed({ ...journal(line), __REALTIME_TIMESTAMP: seconds(line).replace('.', '') }))
        .join('\n'),
  ],
  [
    'jq of documents',
    true,
    (lines) => lines.map((line) => printed({ '@timestamp': line.time, ...cloudWatch(line) })).join('\n'),
  ],
  [
    'the files of fluentd',
    true,
    (lines) => lines.map((line) => `${line.time}\tkubelet.service\t${JSON.stringify(journal(line))}`).join('\n'),
  ],
  [
    'what fluentd prints',
    true,
    (lines) =>
      lines
        .map(
          (line) =>
            `${line.time.replace('T', ' ').replace('Z', '000000 +0000')} kubelet: ${JSON.stringify(journal(line))}`,
        )
        .join('\n'),
  ],
  [
    'what fluent-bit prints',
    true,
    (lines) =>
      lines.map((line, i) => `[${String(i)}] systemd.kubelet: [[${seconds(line)}000, {}], {${ruby(line)}}]`).join('\n'),
  ],
  [
    'what older fluent-bits print',
    true,
    (lines) => lines.map((line) => `[0] systemd.kubelet: [${seconds(line)}000, {${ruby(line)}}]`).join('\n'),
  ],
  [
    'fluent-bit with its own time',
    true,
    (lines) => lines.map((line) => JSON.stringify({ date: Number(seconds(line)), ...journal(line) })).join('\n'),
  ],
  [
    'tabs between columns',
    true,
    (lines) =>
      ['timestamp\thost\tmessage', ...lines.map((line) => `${line.time}\tn1\t${doubled(line.text)}`)].join('\n'),
  ],
  [
    'semicolons between columns',
    true,
    (lines) => ['timestamp;host;message', ...lines.map((line) => `${line.time};n1;${doubled(line.text)}`)].join('\n'),
  ],
  [
    'columns without names',
    false,
    (lines) => lines.map((line) => [line.time, 'n1', line.text].map(doubled).join(',')).join('\n'),
  ],
  [
    'columns with names that nobody told',
    false,
    (lines) => ['when,what', ...lines.map((line) => [line.time, line.text].map(doubled).join(','))].join('\n'),
  ],
  [
    'Sumo Logic',
    true,
    (lines) =>
      [
        '"_messagetime","_sourcehost","_raw"',
        ...lines.map((line) => [String(Date.parse(line.time)), 'n1', line.text].map(doubled).join(',')),
      ].join('\n'),
  ],
  [
    'LogScale',
    true,
    (lines) =>
      [
        '"@timestamp","host","@rawstring"',
        ...lines.map((line) => [String(Date.parse(line.time)), 'n1', line.text].map(doubled).join(',')),
      ].join('\n'),
  ],
  [
    'VictoriaLogs',
    true,
    (lines) => lines.map((line) => JSON.stringify({ _time: line.time, _msg: line.text, hostname: 'n1' })).join('\n'),
  ],
  [
    'Mezmo',
    true,
    (lines) =>
      lines
        .map((line) => JSON.stringify({ _host: 'n1', _app: 'kubelet', _line: line.text, _ts: Date.parse(line.time) }))
        .join('\n'),
  ],
  [
    'results of Splunk',
    true,
    (lines) =>
      lines
        .map((line) =>
          JSON.stringify({
            preview: false,
            result: { _raw: line.text, _time: line.time.replace('Z', '+0000'), host: 'n1' },
          }),
        )
        .join('\n'),
  ],
  [
    'Graylog',
    true,
    (lines) =>
      [
        '"timestamp","source","message"',
        ...lines.map((line) => [line.time, 'n1', `n1 kubelet[4242]: ${line.text}`].map(doubled).join(',')),
      ].join('\n'),
  ],
  [
    'a file of Grafana',
    false,
    (lines) => lines.map((line) => `${String(Date.parse(line.time))}\t${line.time}\t${line.text}`).join('\n'),
  ],
  ['gcloud --format=value', false, (lines) => lines.map((line) => `${line.time}\t${line.text}`).join('\n')],
  [
    "a shipper's own output in a file of the runtime",
    true,
    (lines) => lines.map((line) => `${line.time} stdout F ${JSON.stringify(journal(line))}`).join('\n'),
  ],
  [
    'objects right after one another',
    true,
    (lines) => lines.map((line) => JSON.stringify({ '@timestamp': line.time, ...cloudWatch(line) })).join(''),
  ],
  [
    'deliveries of CloudWatch right after one another',
    true,
    (lines) =>
      [lines.slice(0, 2), lines.slice(2)]
        .map((events) =>
          JSON.stringify({
            messageType: 'DATA_MESSAGE',
            owner: '1',
            logStream: 'x',
            logEvents: events.map((line) => ({
              id: '1',
              timestamp: Date.parse(line.time),
              message: JSON.stringify(cloudWatch(line)),
            })),
          }),
        )
        .join(''),
  ],
  [
    'gcloud logging read',
    true,
    (lines) =>
      lines
        .map(
          ({ time, text }) =>
            `---\ninsertId: abc\njsonPayload:\n  MESSAGE: ${folded(`'${text.replaceAll("'", "''")}'`)}\n  PRIORITY: '6'\nlabels:\n  gke.googleapis.com/log_type: system\nresource:\n  labels:\n    node_name: n1\n  type: k8s_node\ntimestamp: '${time}'`,
        )
        .join('\n'),
  ],
  [
    'aws logs filter-log-events --output text',
    false,
    (lines) =>
      lines
        .map(
          ({ time, text }) =>
            `EVENTS\t${'3'.repeat(56)}\t1709540409200\tn1.kubelet\t${text}\t${String(Date.parse(time))}`,
        )
        .join('\n'),
  ],
  [
    'aws logs get-log-events --output text',
    false,
    (lines) => lines.map(({ time, text }) => `EVENTS\t1709540409200\t${text}\t${String(Date.parse(time))}`).join('\n'),
  ],
  [
    'the collector of OpenTelemetry',
    false,
    (lines) =>
      lines
        .map(
          ({ time, text }, i) =>
            `LogRecord #${String(i)}\nObservedTimestamp: 1970-01-01 00:00:00 +0000 UTC\nTimestamp: ${time.replace('T', ' ').replace('Z', '')} +0000 UTC\nSeverityText: \nBody: Str(${text})\nTrace ID:\nFlags: 0`,
        )
        .join('\n'),
  ],
  [
    'a table of a page',
    false,
    (lines) =>
      `<table><tbody>\n${lines.map(({ time, text }) => `<tr class="log"><td>${time}</td><td><code>${text.replaceAll('"', '&quot;')}</code></td></tr>`).join('\n')}\n</tbody></table>`,
  ],
];
/** As printers of YAML break long values, at single blanks. */
const folded = (text: string): string => text.replaceAll(/(\S[^\n]{60,80}?\S) (?=\S)/g, '$1\n    ');
const hosts = (records: readonly LogRecord[]): unknown => [...new Set(records.map(({ journal: from }) => from?.host))];

describe('what shippers and their tools print', () => {
  it.each(WAYS)('%s: the records, their times and the node', (_who, tellsNode, print) => {
    const bare = readLog(KLOG.map(({ text }) => text).join('\n'), { year: 2024 });
    const { records, summary } = readLog(print(LINES), {});
    expect(records.filter(({ klog }) => klog !== undefined).map(contentOf)).toEqual(bare.records.map(contentOf));
    expect(summary).toMatchObject({ year: 2024, timeZone: 'known' });
    expect(hosts(records)).toEqual([tellsNode ? 'n1' : undefined]);
    const service = records.find(({ message }) => message.startsWith('Started kubelet'));
    expect(iso(service?.time)?.slice(0, 19)).toBe(SERVICE.time.slice(0, 19));
  });
});

describe('a line in quotation marks that are told in no other way', () => {
  it.each<[string, (text: string) => string]>([
    ['escaped', (text) => `ok: [n1] => {"msg": ${JSON.stringify(text)}}`],
    ['doubled', (text) => `seen ${doubled(text)}`],
    ['as they are', (text) => `seen {"msg"=>"${text}"}`],
    ['of logfmt', (text) => `seen msg=${JSON.stringify(text)} host=n1`],
  ])('%s', (_how, print) => {
    const bare = readLog(KLOG.map(({ text }) => text).join('\n'));
    const { records } = readLog(['first', ...KLOG.map(({ text }) => print(text))].join('\n'));
    expect(records.filter(({ klog }) => klog !== undefined).map((record) => record.message)).toEqual(
      bare.records.map((record) => record.message),
    );
    expect(records.at(-1)?.pairs).toEqual(bare.records.at(-1)?.pairs);
  });
});

describe('the strings of a list of YAML', () => {
  it('are lines', () => {
    const { records } = readLog(KLOG.map(({ text }) => `  - '${text.replaceAll("'", "''")}'`).join('\n'));
    expect(records.map(contentOf)).toEqual(readLog(KLOG.map(({ text }) => text).join('\n')).records.map(contentOf));
  });
});

describe('a table of two columns', () => {
  it('has its rows, though a probe in one of them printed a line of klog', () => {
    const probed = `I0304 08:20:20.000000    4242 prober.go:107] "Probe failed" output="E0304 08:20:19.900000 12 check.go:51] \\"no answer\\"\\n"`;
    const lines = [...KLOG, { time: at('20.100'), text: probed }];
    const { records } = readLog(
      ['@timestamp,@message', ...lines.map(({ time, text }) => `${doubled(time)},${doubled(text)}`)].join('\n'),
    );
    expect(records.map(contentOf)).toEqual(
      readLog(lines.map(({ text }) => text).join('\n'), { year: 2024 }).records.map(contentOf),
    );
  });
});

describe('a table with several columns', () => {
  it('has the line in one of them', () => {
    const { records } = readLog(KLOG.map(({ time, text }) => `| ${time} | n1 | INFO | ${text} |`).join('\n'));
    expect(records.map(contentOf)).toEqual(
      readLog(KLOG.map(({ text }) => text).join('\n'), { year: 2024 }).records.map(contentOf),
    );
  });
});

describe('the output of a command that a cloud ran on the node', () => {
  const output = KLOG.map(({ text }) => `Mar 04 ${text.slice(6, 14)} n1 kubelet[4242]: ${text}`).join('\n');
  it.each([
    ['az vmss run-command', { value: [{ code: 'x', message: `Enable succeeded: \n[stdout]\n${output}\n[stderr]\n` }] }],
    ['aws ssm get-command-invocation', { CommandId: 'x', StandardOutputContent: output, StandardErrorContent: '' }],
  ])('%s', (_who, document) => {
    const { records } = readLog(printed(document), { year: 2024 });
    const bare = readLog(output, { year: 2024 }).records;
    const ofKubelet = records.filter(({ klog }) => klog !== undefined);
    expect(ofKubelet.map(contentOf)).toEqual(bare.map(contentOf));
    expect(hosts(ofKubelet)).toEqual(['n1']);
  });
});

describe('what `aws logs tail` prints of a stream', () => {
  it('is the journal that the stream has', () => {
    const lines = KLOG.map(({ text }) => `Mar 04 ${text.slice(6, 14)} n1 kubelet[4242]: ${text}`);
    lines.push('Mar 04 08:20:20 n1 systemd[1]: kubelet.service: Main process exited, code=killed, status=9/KILL');
    const shipped = lines.map((line) => `2024-03-04T08:20:21.000000+00:00 i-0abc/var/log/messages ${line}`);
    const { records } = readLog(shipped.join('\n'));
    expect(records.map(contentOf)).toEqual(readLog(lines.join('\n'), { year: 2024 }).records.map(contentOf));
    expect(iso(records.at(-1)?.time)?.slice(0, 19)).toBe('2024-03-04T08:20:20');
  });
});

describe('what minikube found in the journal of its kubelet', () => {
  const journalLine = (text: string): string => `Mar 04 ${text.slice(6, 14)} mk kubelet[4242]: ${text}`;
  const found = KLOG.map(
    ({ text }) => `W0304 12:55:01.204310   77120 logs.go:138] Found kubelet problem: ${journalLine(text)}`,
  ).join('\n');

  it('is read behind its own header', () => {
    const { records } = readLog(`* Preparing Kubernetes v1.31.0 ...\n${found}`, { year: 2024 });
    const bare = readLog(KLOG.map(({ text }) => journalLine(text)).join('\n'), { year: 2024 }).records;
    const ofKubelet = records.filter(({ klog }) => klog !== undefined);
    expect(ofKubelet.map(contentOf)).toEqual(bare.map(contentOf));
    expect(ofKubelet[0]?.line).toBe(2);
    expect(hosts(ofKubelet)).toEqual(['mk']);
  });

  it('is left as it is where the journal itself stands in the same file', () => {
    const { records } = readLog(`==> Last Start <==\n${found}\n==> kubelet <==\n${journalLine(KLOG[0]?.text ?? '')}`);
    expect(records.filter(({ message }) => message === KLOG[0]?.text.split('] ')[1])).toHaveLength(1);
  });
});

describe('what talosctl dmesg prints', () => {
  it.each([
    ['k8s-c', 'k8s-c: '],
    ['', ''],
  ])('is the kernel of %j', (node, prefix) => {
    const { records } = readLog(
      `${prefix}kern:     err: [2026-07-10T20:30:01.212345678Z]: I/O error, dev nvme0n1, sector 131890232\n${prefix}kern: warning: [2026-07-10T20:30:02Z]: nvme nvme0: Abort status: 0x0`,
    );
    expect(records.map(({ message, journal: from }) => [message, from?.identifier, from?.host ?? ''])).toEqual([
      ['I/O error, dev nvme0n1, sector 131890232', 'kernel', node],
      ['nvme nvme0: Abort status: 0x0', 'kernel', node],
    ]);
    expect(records[0]?.time).toBe(Date.parse('2026-07-10T20:30:01.212Z') * 1000 + 345);
  });
});

describe('objects over several lines', () => {
  it('leave what stands between them as it is, and the numbers of lines', () => {
    const text = [
      '$ jq . kubelet.json',
      ...KLOG.map((line) => printed(journal(line))),
      KLOG[0]?.text ?? '',
      '{',
      '  open',
    ].join('\n');
    const { records } = readLog(text);
    expect(records.filter(({ klog }) => klog !== undefined).map(({ line }) => line)).toEqual([6, 11, 16, 17]);
  });

  it('that hold no line of a log are not touched', () => {
    const object = printed({ apiVersion: 'v1', kind: 'Event', message: 'Readiness probe failed' });
    const { records } = readLog([object, KLOG[1]?.text ?? ''].join('\n'));
    expect(records.filter(({ klog }) => klog !== undefined).map(({ line }) => line)).toEqual([6]);
  });
});

describe('a document behind something', () => {
  it('of a program beside the kubelet is no line of a log by itself', () => {
    const { records } = readLog(`${at('09.100')} app {"level":"info","message":"hello"}\n${KLOG[1]?.text ?? ''}`);
    expect(records.map(({ message }) => message)).toContain('app {"level":"info","message":"hello"}');
  });
});

describe('a heading of a tool that was shipped like its lines', () => {
  it('names the program of the lines below', () => {
    const texts = [
      '==> kubelet <==',
      KLOG[1]?.text ?? '',
      '==> containerd <==',
      'panic: runtime error',
      '-- No entries --',
    ];
    const { records } = readLog(texts.map((message) => JSON.stringify({ message })).join('\n'));
    expect(records.map(({ journal }) => journal?.identifier)).toEqual(['kubelet', 'containerd']);
  });
});

describe('a line of a forwarder that writes no colon behind the program', () => {
  it.each(['-', 'n1', 'ip-10-0-0-1.ec2.internal'])('is read behind the names of node (%s) and program', (host) => {
    const { records } = readLog(KLOG.map(({ time, text }) => `${time} ${host} kubelet ${text}\n`).join(''));
    expect(records.map(({ klog, message }) => [klog?.pid, message])).toEqual(
      readLog(KLOG.map(({ text }) => `${text}\n`).join('')).records.map(({ klog, message }) => [klog?.pid, message]),
    );
  });

  it('is a line as it stands where no header follows', () => {
    const [record] = readLog('2024-03-04T08:20:09Z n1 kubelet Error was told\n').records;
    expect(record?.message).toContain('n1 kubelet Error was told');
  });
});
