/** What shippers, consoles and tools make of each line on its way to a reader: what stands before it, the document that it becomes, the row of a table. */
import { type Entry, inMode, klogTime } from './journalDresses.ts';
import { arrivals } from './textDresses.ts';
import {
  inJournal,
  isNearHalfAMinute,
  isOfOneForm,
  isReadInOrder,
  textOf,
  type Wearing,
  type Worn,
} from './wearing.ts';

const POD = 'node-logger-8m2kz';
const CONTAINER = 'reader';
/** Three lines may be alike by chance. */
const LEAST_PREFIXED = 4;

const stamp = (time: number): string => {
  const whole = Math.floor(time);
  return `${new Date(Math.floor(whole / 1000)).toISOString().slice(0, 19)}.${String(whole % 1_000_000).padStart(6, '0')}Z`;
};
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const table = (names: readonly string[], rows: readonly (readonly string[])[]): string =>
  textOf([names, ...rows].map((row) => row.map(cell).join(',')));
/** `Nov 21, 2026 @ 00:30:01.123`, as pages show it. */
function shownAt(time: number): string {
  const at = stamp(time);
  const month = new Date(time / 1000).toLocaleString('en-US', { month: 'short', timeZone: 'UTC' });
  return `${month} ${Number(at.slice(8, 10))}, ${at.slice(0, 4)} @ ${at.slice(11, 23)}`;
}

/** Something before each line. */
const behind =
  (prefix: (log: Worn) => string, as: 'words' | 'facts' = 'words'): Wearing =>
  (log) =>
    isOfOneForm(log) && log.lines.length >= LEAST_PREFIXED
      ? {
          plain: [textOf(log.lines)],
          other: [textOf(log.lines.map((line) => `${prefix(log)}${line}`))],
          as,
        }
      : undefined;
/** Each line as a document that tells the node, too. */
const wrapped =
  (wrap: (line: string, at: string, node: string) => string, head = ''): Wearing =>
  (log) => {
    if (!isOfOneForm(log) || !isReadInOrder(log) || isNearHalfAMinute(log) || log.told.nodes.length > 1)
      return undefined;
    const times = arrivals(log.lines, log.year);
    const node = log.told.nodes[0]?.split(' ')[0] ?? 'node-x';
    return {
      plain: [textOf(log.lines)],
      other: [head + textOf(log.lines.map((line, row) => wrap(line, times[row] ?? '', node || 'node-x')))],
      as: 'of nobody',
    };
  };
/** Entries of the journal, of which the shipper knows time, host, program and pid. */
const entered = (write: (entries: readonly Entry[]) => string): Wearing =>
  inJournal((entries, { lines }) => ({ plain: [textOf(lines)], other: [write(entries)], as: 'facts' }));
/** Without a pid of what has no header of klog. */
const pidless = (write: (entries: readonly Entry[]) => string): Wearing =>
  inJournal((entries, { lines }) =>
    entries.every(({ identifier, message }) => identifier !== 'kubelet' || klogTime(message, 2026) !== undefined) &&
    entries.some(({ identifier }) => identifier === 'kubelet')
      ? { plain: [textOf(lines)], other: [write(entries)], as: 'facts' }
      : undefined,
  );
const documents = (write: (entry: Entry) => object): Wearing =>
  entered((entries) => textOf(entries.map((entry) => JSON.stringify(write(entry)))));
const pidlessDocuments = (write: (entry: Entry) => object): Wearing =>
  pidless((entries) => textOf(entries.map((entry) => JSON.stringify(write(entry)))));

const unitOf = ({ identifier }: Entry): string =>
  identifier === 'kernel' ? '' : identifier === 'systemd' ? 'init.scope' : `${identifier}.service`;
const withPid = (name: string, { pid }: Entry): object => (pid === undefined ? {} : { [name]: String(pid) });

export const SHIPPED_DRESSES = {
  stern: behind(() => `${POD} ${CONTAINER} `),
  kubetail: behind(() => `[${POD}] `),
  kail: behind(() => `kube-system/${POD}[${CONTAINER}]: `, 'facts'),
  compose: behind(() => 'node-log-1  | '),
  // What other programs say of the year is not looked for behind a node.
  'oc adm node-logs': behind(({ told }) => `${told.nodes[0]?.split(' ')[0] || 'node-x'} `, 'facts'),
  'stern in JSON': wrapped((message, _at, nodeName) =>
    JSON.stringify({ message, nodeName, namespace: 'kube-system', podName: POD, containerName: CONTAINER }),
  ),
  'Fluent Bit of a container': wrapped((line, time, host) =>
    JSON.stringify({
      log: `${line}\n`,
      stream: 'stdout',
      time,
      kubernetes: { pod_name: POD, namespace_name: 'kube-system', host, container_name: CONTAINER },
    }),
  ),
  'Vector of a file': wrapped((message, timestamp, host) =>
    JSON.stringify({ file: '/var/log/syslog', host, message, source_type: 'file', timestamp }),
  ),
  'logcli of a file': wrapped(
    (line, at) => `${at.slice(0, 19)}Z {filename="/var/log/messages", job="varlogs"} ${line}`,
  ),
  'CloudWatch Insights': wrapped(
    (line, at) => [at.slice(0, 23).replace('T', ' '), line].map(cell).join(','),
    '@timestamp,@message\n',
  ),
  'aws logs tail': wrapped((line, at, node) => `${at.slice(0, 26)}+00:00 ${node} ${line}`),
  'Splunk of a file': wrapped(
    (line, at, node) => [line, `${at.slice(0, 23)}+0000`, node, '/var/log/messages', 'syslog'].map(cell).join(','),
    '"_raw","_time",host,source,sourcetype\n',
  ),
  'Splunk in JSON': wrapped((_raw, at, host) =>
    JSON.stringify({ preview: false, result: { _raw, _time: `${at.slice(0, 23)}+0000`, host } }),
  ),
  'GitHub Actions': wrapped((line, at) => `${at.slice(0, 27)}Z ${line}`),
  ts: wrapped((line, at) => `${at.slice(0, 19).replace('T', ' ')} ${line}`),
  'Fluent Bit of the journal': documents((entry) => ({
    date: Number((entry.time / 1e6).toFixed(6)),
    _HOSTNAME: entry.host,
    SYSLOG_IDENTIFIER: entry.identifier,
    ...withPid('_PID', entry),
    MESSAGE: entry.message,
  })),
  'Vector of the journal': documents((entry) => ({
    PRIORITY: '6',
    SYSLOG_IDENTIFIER: entry.identifier,
    ...withPid('_PID', entry),
    _SYSTEMD_UNIT: unitOf(entry),
    host: entry.host,
    message: entry.message,
    source_type: 'journald',
    timestamp: stamp(entry.time),
  })),
  'Filebeat of the journal': pidlessDocuments((entry) => ({
    '@timestamp': `${stamp(entry.time).slice(0, 23)}Z`,
    host: { hostname: entry.host },
    log: { syslog: { appname: entry.identifier, priority: 6 } },
    ...(entry.pid === undefined ? {} : { process: { pid: entry.pid } }),
    systemd: { unit: unitOf(entry) },
    message: entry.message,
    agent: { type: 'filebeat', hostname: entry.host },
  })),
  'logcli in JSON': pidlessDocuments((entry) => ({
    labels: {
      job: 'systemd-journal',
      nodename: entry.host,
      syslog_identifier: entry.identifier,
      unit: unitOf(entry),
    },
    line: entry.message,
    timestamp: stamp(entry.time),
  })),
  'logcli of the journal': pidless((entries) =>
    textOf(
      entries.map(
        (entry) =>
          `${stamp(entry.time).slice(0, 19)}Z {job="systemd-journal", nodename="${entry.host}", syslog_identifier="${entry.identifier}", unit="${unitOf(entry)}"} ${entry.message}`,
      ),
    ),
  ),
  'a download of Grafana': pidless((entries) =>
    JSON.stringify(
      entries.map((entry) => ({
        line: entry.message,
        timestamp: `${Math.floor(entry.time)}000`,
        date: `${stamp(entry.time).slice(0, 23)}Z`,
        fields: { nodename: entry.host, syslog_identifier: entry.identifier, unit: unitOf(entry) },
      })),
    ),
  ),
  'Elasticsearch of Filebeat': pidless((entries) =>
    JSON.stringify(
      {
        took: 3,
        hits: {
          total: { value: entries.length },
          hits: entries.map((entry, row) => ({
            _id: String(row),
            _source: {
              '@timestamp': `${stamp(entry.time).slice(0, 23)}Z`,
              host: { name: entry.host },
              syslog: { identifier: entry.identifier },
              message: entry.message,
            },
          })),
        },
      },
      undefined,
      1,
    ),
  ),
  Datadog: pidless((entries) =>
    table(
      ['Date', 'Host', 'Service', 'Message'],
      entries.map(({ time, host, identifier, message }) => [`${stamp(time).slice(0, 23)}Z`, host, identifier, message]),
    ),
  ),
  Kibana: pidless((entries) =>
    table(
      ['@timestamp', 'host.name', 'syslog.identifier', 'message'],
      entries.map(({ time, host, identifier, message }) => [shownAt(time), host, identifier, message]),
    ),
  ),
  'Azure Monitor': entered((entries) =>
    table(
      ['TimeGenerated [UTC]', 'Computer', 'ProcessName', 'ProcessID', 'SyslogMessage'],
      entries.map(({ time, host, identifier, pid, message }) => [
        `${stamp(time).slice(0, 23)}Z`,
        host,
        identifier,
        pid === undefined ? '' : String(pid),
        message,
      ]),
    ),
  ),
  'Cloud Logging': documents((entry) => ({
    insertId: 'x1',
    jsonPayload: {
      MESSAGE: entry.message,
      SYSLOG_IDENTIFIER: entry.identifier,
      _HOSTNAME: entry.host,
      ...withPid('_PID', entry),
    },
    resource: { type: 'k8s_node', labels: { node_name: entry.host } },
    timestamp: stamp(entry.time),
    logName: 'projects/p/logs/kubelet',
  })),
  'RFC 5424 with structured data': entered((entries) =>
    textOf(
      entries.map(
        ({ time, host, identifier, pid, message }) =>
          `<30>1 ${stamp(time)} ${host} ${identifier} ${pid ?? '-'} ID47 [exampleSDID@32473 iut="3" eventSource="node \\"a\\" [1\\]"][meta sequenceId="4"] ${message}`,
      ),
    ),
  ),
  'the files of rsyslog': entered((entries) =>
    textOf(
      entries.map(
        ({ time, host, identifier, pid, message }) =>
          `${stamp(time).replace('Z', '+00:00')} ${host} ${identifier}${pid === undefined ? '' : `[${pid}]`}: ${message}`,
      ),
    ),
  ),
  'as json-seq': entered((entries) => inMode(entries, 'json-seq')),
  'as json-sse': entered((entries) => inMode(entries, 'json-sse')),
  // Only klog tells of what day it is, and no more closely when neighbours wrote.
  'as short-monotonic': inJournal((entries, { lines }) =>
    entries.every(({ identifier, message }) => identifier === 'kubelet' && klogTime(message, 2026) !== undefined)
      ? { plain: [textOf(lines)], other: [inMode(entries, 'short-monotonic')], as: 'facts' }
      : undefined,
  ),
} as const satisfies Readonly<Record<string, Wearing>>;
