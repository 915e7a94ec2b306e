import { describe, expect, it } from 'vitest';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';
import { iso, readLog } from './readLog.ts';

const TIME = '2024-03-04T08:20:09.100Z';
const LINE =
  'E0304 08:20:09.000000    4242 kubelet.go:2447] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m4.5s ago; threshold is 3m0s"';
const at = (second: number, line = LINE): string => line.replace('08:20:09', `08:20:${String(second)}`);

const told = (text: string): unknown => {
  const { nodes, skips } = analysisOf(sessionOf(text)).reconstruction.history;
  return [nodes.map(({ names }) => names), skips.length];
};

describe('the node that a shipper names', () => {
  it.each<[string, object]>([
    [
      'host.name',
      {
        '@timestamp': TIME,
        message: LINE,
        host: { name: 'n1', os: { family: 'debian' } },
        systemd: { unit: 'kubelet.service' },
      },
    ],
    [
      'host.hostname',
      { '@timestamp': TIME, message: LINE, host: { hostname: 'n1' }, syslog: { identifier: 'kubelet' } },
    ],
    [
      'resource.labels.node_name',
      {
        textPayload: LINE,
        resource: { type: 'k8s_node', labels: { node_name: 'n1', cluster_name: 'c' } },
        timestamp: TIME,
      },
    ],
    [
      'resource.labels.node_name of an entry in fields',
      {
        jsonPayload: { MESSAGE: LINE, SYSLOG_IDENTIFIER: 'kubelet' },
        resource: { labels: { node_name: 'n1' } },
        timestamp: TIME,
      },
    ],
    ['kubernetes.host', { message: LINE, kubernetes: { host: 'n1', namespace_name: 'x' }, '@timestamp': TIME }],
    ['kubernetes.node_name', { _source: { message: LINE, kubernetes: { node_name: 'n1' }, '@timestamp': TIME } }],
    [
      'kubernetes.node.name before its shipper',
      {
        _source: {
          message: LINE,
          kubernetes: { node: { name: 'n1' } },
          agent: { hostname: 'filebeat-x' },
          '@timestamp': TIME,
        },
      },
    ],
    ['fields.hostname', { line: LINE, timestamp: TIME, fields: { hostname: 'n1', unit: 'kubelet.service' } }],
    ['a name with dots', { message: LINE, 'host.name': 'n1', '@timestamp': TIME }],
    ['k8s.node.name', { body: LINE, timestamp: TIME, resource: { attributes: { 'k8s.node.name': 'n1' } } }],
    [
      'system.syslog.hostname',
      { '@timestamp': TIME, system: { syslog: { hostname: 'n1', program: 'kubelet', message: LINE } } },
    ],
    ['beat.hostname', { message: LINE, '@timestamp': TIME, beat: { hostname: 'n1' } }],
    ['Computer', { Computer: 'n1', ProcessName: 'kubelet', SyslogMessage: LINE, TimeGenerated: TIME }],
    [
      'Hostname of NXLog',
      { EventTime: '2024-03-04 08:20:09', Hostname: 'n1', SourceName: 'kubelet', ProcessID: '4242', Message: LINE },
    ],
    ['Computer of a container log of Azure Monitor', { TimeGenerated: TIME, Computer: 'n1', LogMessage: LINE }],
    ['Computer of one of its older table', { TimeGenerated: TIME, Computer: 'n1', LogEntry: LINE }],
    ['Resource of OpenTelemetry', { Timestamp: TIME, Body: LINE, Resource: { 'host.name': 'n1' } }],
    ['the common host of GELF', { version: '1.1', host: 'n1', short_message: LINE, timestamp: 1709540409.1 }],
  ])('%s', (_what, document) => {
    const text = JSON.stringify(document);
    expect(told([text, at(14, text), at(19, text)].join('\n'))).toEqual([[['n1']], 3]);
  });

  it('may be another one in each line, deeper inside too', () => {
    const line = (host: string, second: number): string =>
      JSON.stringify({ message: at(second), kubernetes: { host }, '@timestamp': at(second, TIME) });
    const { nodes } = analysisOf(
      sessionOf([line('n1', 10), line('n1', 15), line('n2', 17), line('n1', 20), line('n2', 22)].join('\n')),
    ).reconstruction.history;
    expect(nodes.flatMap(({ names }) => names).sort()).toEqual(['n1', 'n2']);
  });

  it.each<[string, object]>([
    ['process.name', { process: { name: 'kernel' } }],
    ['process.program', { process: { program: 'kernel', pid: 0 } }],
    ['process.name, its dots included', { 'process.name': 'kernel' }],
  ])('stands beside the program that wrote the line: %s', (_what, program) => {
    const line = { message: 'nf_conntrack: nf_conntrack: table full, dropping packet', host: { hostname: 'n1' } };
    const [record] = readLog(JSON.stringify({ '@timestamp': TIME, ...line, ...program })).records;
    expect(record?.journal).toMatchObject({ host: 'n1', identifier: 'kernel' });
  });

  it('is found in labels that the command line of Loki prints', () => {
    const line = (host: string, second: number): string =>
      `${at(second, TIME)} {hostname="${host}", job="journal", unit="kubelet.service"} ${at(second)}`;
    const { nodes } = analysisOf(
      sessionOf([line('n1', 10), line('n1', 15), line('n2', 17), line('n1', 20), line('n2', 22)].join('\n')),
    ).reconstruction.history;
    expect(nodes.flatMap(({ names }) => names).sort()).toEqual(['n1', 'n2']);
  });

  it('is found in labels of Loki and in rows of CloudWatch and of tables', () => {
    expect(
      told(
        JSON.stringify({
          streams: [
            {
              stream: { nodename: 'n1', unit: 'kubelet.service' },
              values: [
                ['1709540409100000000', LINE],
                ['1709540414100000000', at(14)],
              ],
            },
          ],
        }),
      ),
    ).toEqual([[['n1']], 2]);
    const cells = (line: string): object[] => [
      { field: '@timestamp', value: '2024-03-04 08:20:09.100' },
      { field: '@message', value: line },
      { field: 'hostname', value: 'n1' },
    ];
    expect(told(JSON.stringify({ results: [cells(LINE), cells(at(14))] }))).toEqual([[['n1']], 2]);
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    expect(
      told(
        `"TimeGenerated [UTC]",Computer,ProcessName,ProcessID,SyslogMessage\n${[
          ['3/4/2024, 8:20:09.100 AM', LINE],
          ['3/4/2024, 8:20:14.100 AM', at(14)],
        ]
          .map(([time = '', line = '']) => [time, 'n1', 'kubelet', '4242', line].map(cell).join(','))
          .join('\n')}\n`,
      ),
    ).toEqual([[['n1']], 2]);
  });
});

describe('a date as a page shows it', () => {
  it('is of no zone, whatever the zone of the machine', () => {
    const rows = [
      '"@timestamp","host.name",message',
      ...[14, 9].map(
        (second) =>
          `"Mar 4, 2024 @ 10:20:${String(second).padStart(2, '0')}.100",n1,"${at(second).replace('08:20:9', '08:20:09').replaceAll('"', '""')}"`,
      ),
    ];
    const { records, summary } = readLog(rows.join('\n'));
    expect([summary.timeZone, summary.year]).toEqual(['unknown', 2024]);
    expect(records.map(({ time }) => iso(time)?.slice(11, 19))).toEqual(['08:20:14', '08:20:09']);
  });
});
