import { describe, expect, it } from 'vitest';
import { ForeignDocuments } from '../../../src/journal/entries/foreignDocument.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';
import { readLog } from './readLog.ts';

const START = '2024-03-04T08:16:00Z';
const SKIP =
  'E0304 08:20:09.000000    4242 kubelet.go:2447] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m4.5s ago; threshold is 3m0s"';
const LATER = SKIP.replace('08:20:09', '08:20:14').replace('3m4.5s', '3m9.5s');
const SYSTEMD = 'systemd[1]: Stopped kubelet.service - kubelet: The Kubernetes Node Agent.';

const told = (text: string): unknown => {
  const { nodes, skips } = analysisOf(sessionOf(text)).reconstruction.history;
  return [nodes.map(({ names }) => names), skips.map(({ line }) => line)];
};

const openTelemetry = (lines: readonly string[]): object => ({
  resourceLogs: [
    {
      resource: { attributes: [{ key: 'host.name', value: { stringValue: 'n1' } }] },
      scopeLogs: [
        {
          scope: { name: 'filelog' },
          logRecords: lines.map((line, second) => ({
            timeUnixNano: String(1_709_540_409_000_000_000n + BigInt(second * 5) * 1_000_000_000n),
            severityText: 'ERROR',
            body: { stringValue: line },
            attributes: [{ key: 'log.file.name', value: { stringValue: 'kubelet.log' } }],
          })),
        },
      ],
    },
  ],
});

describe('a document of which nobody told us the names', () => {
  it('gives the line of klog in it, however deep, with its node', () => {
    const text = [SKIP, LATER]
      .map((line) => JSON.stringify({ zeit: START, inhalt: { teile: [{ text: line }] }, kubernetes: { host: 'n1' } }))
      .join('\n');
    expect(told(text)).toEqual([[['n1']], [1, 2]]);
  });

  it('gives a line of another program that stands under the same names', () => {
    const lines = [`Mar 04 08:20:09 n1 kubelet[4242]: ${SKIP}`, `Mar 04 08:20:15 n1 ${SYSTEMD}`];
    const text = lines.map((line) => JSON.stringify({ inhalt: { text: line } })).join('\n');
    expect(readLog(text).records.map(({ journal, message }) => [journal?.identifier, message.slice(0, 15)])).toEqual([
      ['kubelet', 'Skipping pod sy'],
      ['systemd', 'Stopped kubelet'],
    ]);
  });

  it('gives each line of one that holds many', () => {
    const text = JSON.stringify({ paket: [{ inhalt: { zeile: SKIP } }, { inhalt: { zeile: LATER } }] });
    expect(told(text)).toEqual([[[]], [1, 2]]);
  });

  it('is none where no line of klog begins a string', () => {
    const text = JSON.stringify({ a: { b: `he wrote that ${SKIP}` } });
    expect(readLog(text).records.map(({ journal }) => journal?.host)).toEqual([undefined]);
    expect(new ForeignDocuments().flat(text)).toBeUndefined();
  });
});

/** What pipelines leave of the line in the member that shows it to people. */
const SHORT = 'Skipping pod synchronization';
const secondOf = (line: string): string => `2024-03-04${line === SKIP ? 'T08:20:09.1Z' : 'T08:20:14.1Z'}`;

describe('a document that has something else in the member that shippers use for the line', () => {
  const shapes: readonly (readonly [string, (line: string) => object])[] = [
    [
      "event.original of Elastic's pipelines",
      (line) => ({ '@timestamp': secondOf(line), message: SHORT, event: { original: line }, host: { name: 'n1' } }),
    ],
    [
      'event.original under its name with a dot',
      (line) => ({ '@timestamp': secondOf(line), message: SHORT, 'event.original': line, 'host.name': 'n1' }),
    ],
    [
      'log.original with an envelope of its own',
      (line) => ({
        '@timestamp': secondOf(line),
        message: SHORT,
        log: { original: `<30>1 2024-03-04T08:20:09.000001Z n1 kubelet 4242 - - ${line}`, level: 'error' },
      }),
    ],
    [
      'event.original as a container runtime wrote it',
      (line) => ({ message: SHORT, host: 'n1', event: { original: `${secondOf(line)} stderr F ${line}` } }),
    ],
    [
      'message as a container runtime wrote it',
      (line) => ({ message: `${secondOf(line)} stderr F ${line}`, host: 'n1', '@timestamp': secondOf(line) }),
    ],
    [
      'full_message of GELF',
      (line) => ({ version: '1.1', host: 'n1', short_message: SHORT, full_message: line, timestamp: 1709540409.1 }),
    ],
    [
      'full_message beside message',
      (line) => ({ hostname: 'n1', message: SHORT, full_message: line, timestamp: secondOf(line) }),
    ],
    [
      'attributes of Datadog',
      (line) => ({
        id: 'AAAAAY',
        attributes: { timestamp: secondOf(line), host: 'n1', message: SHORT, attributes: { log: { original: line } } },
      }),
    ],
    [
      '_raw of Splunk beside a message that it extracted',
      (line) => ({ preview: false, result: { _time: secondOf(line), host: 'n1', message: SHORT, _raw: line } }),
    ],
    [
      'an entry of the journal as the text of a line',
      (line) => ({
        line: JSON.stringify({ MESSAGE: line, _HOSTNAME: 'n1', SYSLOG_IDENTIFIER: 'kubelet' }),
        timestamp: secondOf(line),
        fields: {},
      }),
    ],
    [
      'a document as the text of a line',
      (line) => ({ log: `${JSON.stringify({ message: SHORT, original: line, host: 'n1' })}\n`, time: secondOf(line) }),
    ],
    ['log beside message', (line) => ({ message: SHORT, log: line, kubernetes: { host: 'n1' }, '@timestamp': START })],
  ];

  it.each(shapes)('is read by %s', (_, document) => {
    const documents = [SKIP, LATER].map(document);
    expect(told(documents.map((one) => JSON.stringify(one)).join('\n'))).toEqual([[['n1']], [1, 2]]);
    expect(told(JSON.stringify(documents, undefined, 2))).toMatchObject([[['n1']], { length: 2 }]);
  });

  it('gives the lines of Loki that are documents, with the node of their stream', () => {
    const values = [SKIP, LATER].map((line, index) => [
      `${String(1_709_540_409 + index * 5)}100000000`,
      JSON.stringify({ MESSAGE: line }),
    ]);
    const text = JSON.stringify({ data: { result: [{ stream: { nodename: 'n1' }, values }] } });
    expect(told(text)).toMatchObject([[['n1']], { length: 2 }]);
  });

  it('gives the column of a table that holds the line', () => {
    const rows = [SKIP, LATER].map((line) => `${secondOf(line)},n1,${SHORT},"${line.replaceAll('"', '""')}"`);
    expect(told(`@timestamp,host.name,message,event.original\n${rows.join('\n')}\n`)).toEqual([[['n1']], [2, 3]]);
  });

  it('gives what another program wrote under the same name, with its time and its writer', () => {
    const documents = [
      { message: SHORT, event: { original: SKIP }, host: 'n1', '@timestamp': secondOf(SKIP), pid: 4242 },
      {
        message: 'Stopped',
        event: { original: `Mar 04 08:20:15 n1 ${SYSTEMD}` },
        host: 'n1',
        '@timestamp': secondOf(LATER),
        pid: 1,
      },
    ];
    const { records } = readLog(documents.map((one) => JSON.stringify(one)).join('\n'));
    expect(records.map(({ journal, message }) => [journal?.host, journal?.pid, message.slice(0, 15)])).toEqual([
      ['n1', 4242, 'Skipping pod sy'],
      ['n1', 1, 'Stopped kubelet'],
    ]);
  });

  it('is read by the known member where that holds the line, whatever others repeat of it', () => {
    const quoted = { message: LATER, event: { original: SKIP }, host: 'n1', '@timestamp': secondOf(LATER) };
    const lines = { message: `several lines:\n${LATER}`, other: SKIP, host: 'n1', '@timestamp': secondOf(LATER) };
    for (const document of [quoted, lines]) {
      const { history } = analysisOf(sessionOf(JSON.stringify(document))).reconstruction;
      expect(history.skips.map(({ reasons }) => reasons[0]?.text)).toEqual([expect.stringContaining('3m9.5s')]);
    }
  });
});

describe("what OpenTelemetry's collector exports", () => {
  it.each([
    ['in one line', JSON.stringify(openTelemetry([SKIP, LATER]))],
    ['in a line for each batch', [SKIP, LATER].map((line) => JSON.stringify(openTelemetry([line]))).join('\n')],
    ['indented', JSON.stringify(openTelemetry([SKIP, LATER]), undefined, 2)],
  ])('is read %s', (_, text) => {
    const { nodes, skips } = analysisOf(sessionOf(text)).reconstruction.history;
    expect([nodes.map(({ names }) => names), skips.map(({ time }) => time)]).toEqual([
      [['n1']],
      [1_709_540_409_000_000, 1_709_540_414_000_000],
    ]);
  });
});

describe("the fields of the journal in the body of OpenTelemetry's records", () => {
  const fields = (identifier: string, message: string): object => ({
    PRIORITY: '6',
    _HOSTNAME: 'n1',
    MESSAGE: message,
    SYSLOG_IDENTIFIER: identifier,
  });
  const entries = [
    fields('kubelet', SKIP),
    fields('systemd', 'Stopping kubelet.service - kubelet: The Kubernetes Node Agent...'),
  ];
  const valuesOf = (object: object): object[] =>
    Object.entries(object).map(([key, value]: [string, unknown]) => ({ key, value: { stringValue: value } }));

  it.each<[string, object[]]>([
    ['as the protocol writes them', entries.map((entry) => ({ body: { kvlistValue: { values: valuesOf(entry) } } }))],
    ['as members of a body', entries.map((entry) => ({ body: entry }))],
    ['as members of a Body', entries.map((entry) => ({ Body: entry }))],
  ])('tell node and writer, %s', (_, records) => {
    const text = records.map((record) => JSON.stringify({ timeUnixNano: '1709540409000000000', ...record })).join('\n');
    expect(
      readLog(text).records.map(({ journal, message }) => [journal?.host, journal?.identifier, message.slice(0, 8)]),
    ).toEqual([
      ['n1', 'kubelet', 'Skipping'],
      ['n1', 'systemd', 'Stopping'],
    ]);
  });
});

describe('a line of klog in a quoted text', () => {
  it.each([
    ['a member of an indented document', (line: string) => `  "zeile": ${JSON.stringify(line)},`],
    [
      'a pair of a line in logfmt',
      (line: string) => `ts=2024-03-04T08:20:09Z unit=kubelet out=${JSON.stringify(line)} n=1`,
    ],
  ])('is read with its pairs: %s', (_, wrap) => {
    expect(told([SKIP, LATER].map(wrap).join('\n'))).toEqual([[[]], [1, 2]]);
  });
});
