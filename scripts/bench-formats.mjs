// npm run bench:formats [-- SIZE [ROUNDS]]: what one generated log (default: 32m) costs in other formats and in the words of older kubelets, beside the one it is generated in. CPU seconds on one
// core, medians of rounds (default: 3) in which the formats take turns. Build first: npm run build.
import { createWriteStream, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { benchFolder, builtCommandLine, generatedLog, measure, median } from './lib/measure.mjs';

const size = process.argv[2] ?? '32m';
const rounds = Number(process.argv[3] ?? 3);
const cli = builtCommandLine();

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/**
 * One line of the generated log. `micros`: since the epoch; `day`: `2024-04-26`; `clock`: `00:00:01`; `digits`: six of the fraction.
 * @typedef {{ host: string, identifier: string, pid: string, message: string, micros: number, day: string, stamp: string, clock: string, digits: string, number: number }} Line
 */

/** @param {Line} line */
const fieldsOf = ({ host, identifier, pid, message, micros, number }) => ({
  __CURSOR: `s=5d6f0f5d;i=${number.toString(16)};b=0a1b`,
  __REALTIME_TIMESTAMP: String(micros),
  __MONOTONIC_TIMESTAMP: String(micros % 1e11),
  _BOOT_ID: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  _TRANSPORT: 'stdout',
  PRIORITY: '6',
  SYSLOG_FACILITY: '3',
  SYSLOG_IDENTIFIER: identifier,
  _PID: pid,
  _UID: '0',
  _GID: '0',
  _COMM: identifier,
  _EXE: '/usr/bin/kubelet',
  _SYSTEMD_UNIT: 'kubelet.service',
  _MACHINE_ID: 'f00d',
  _HOSTNAME: host,
  MESSAGE: message,
});
/** @param {Line} line */
const iso = ({ day, clock, digits }) => `${day}T${clock}.${digits}`;

/** Text of a line in each format; none for lines that it cannot have (others than the kubelet's, where it has no origin). @type {Record<string, (line: Line) => string | undefined>} */
const FORMATS = {
  short: ({ stamp, clock, host, identifier, pid, message }) =>
    `${stamp} ${clock} ${host} ${identifier}[${pid}]: ${message}\n`,
  'short-precise': ({ stamp, clock, digits, host, identifier, pid, message }) =>
    `${stamp} ${clock}.${digits} ${host} ${identifier}[${pid}]: ${message}\n`,
  'short-iso-precise': (line) => `${iso(line)}+0000 ${line.host} ${line.identifier}[${line.pid}]: ${line.message}\n`,
  'short-full': ({ micros, day, clock, host, identifier, pid, message }) =>
    `${DAYS[new Date(micros / 1000).getUTCDay()]} ${day} ${clock} UTC ${host} ${identifier}[${pid}]: ${message}\n`,
  'short-unix': ({ micros, digits, host, identifier, pid, message }) =>
    `${Math.floor(micros / 1e6)}.${digits} ${host} ${identifier}[${pid}]: ${message}\n`,
  'short-monotonic': ({ micros, digits, host, identifier, pid, message }) =>
    `[${String(Math.floor(micros / 1e6) % 1e6).padStart(5)}.${digits}] ${host} ${identifier}[${pid}]: ${message}\n`,
  'raw klog': ({ identifier, message }) => (identifier === 'kubelet' ? `${message}\n` : undefined),
  'syslog, RFC 5424': (line) => `<30>1 ${iso(line)}Z ${line.host} ${line.identifier} ${line.pid} - - ${line.message}\n`,
  CRI: (line) => (line.identifier === 'kubelet' ? `${iso(line)}789Z stderr F ${line.message}\n` : undefined),
  'docker logs -t': (line) => (line.identifier === 'kubelet' ? `${iso(line)}789Z ${line.message}\n` : undefined),
  'node-logs': ({ stamp, clock, digits, host, identifier, pid, message }) =>
    `${host}.example ${stamp} ${clock}.${digits} ${host} ${identifier}[${pid}]: ${message}\n`,
  Talos: ({ identifier, message }) => (identifier === 'kubelet' ? `10.0.0.2: ${message}\n` : undefined),
  'kubelet 1.21 to 1.27': (line) => FORMATS.short?.({ ...line, message: asBefore128(line.message) }),
  // Which had no line at the end of housekeeping.
  'kubelet to 1.20': (line) =>
    line.message.includes('(housekeeping) end')
      ? undefined
      : FORMATS.short?.({ ...line, message: asBefore121(line.message) }),
  'whole journal': (line) => `${FORMATS.short?.(line)}${neighbourOf(line)}`,
  json: (line) => `${JSON.stringify(fieldsOf(line))}\n`,
  'json-seq': (line) => `\u001e${JSON.stringify(fieldsOf(line))}\n`,
  export: (line) =>
    `${Object.entries(fieldsOf(line))
      .map(([name, value]) => `${name}=${value}\n`)
      .join('')}\n`,
  verbose: (line) =>
    `${DAYS[new Date(line.micros / 1000).getUTCDay()]} ${line.day} ${line.clock}.${line.digits} UTC [s=5d6f0f5d;i=${line.number.toString(16)}]\n${Object.entries(
      fieldsOf(line),
    )
      .slice(3)
      .map(([name, value]) => `    ${name}=${value}\n`)
      .join('')}`,
  'json-pretty': (line) => `${JSON.stringify(fieldsOf(line), undefined, '\t')}\n`,
  "docker's json-file": (line) =>
    line.identifier === 'kubelet'
      ? `${JSON.stringify({ log: `${line.message}\n`, stream: 'stderr', time: `${iso(line)}789Z` })}\n`
      : undefined,
  fluentd: (line) =>
    line.identifier === 'kubelet'
      ? `${JSON.stringify({ stream: 'stderr', message: line.message, kubernetes: { host: line.host }, '@timestamp': `${iso(line)}Z` })}\n`
      : undefined,
  'filebeat, journal inside': (line) =>
    `${JSON.stringify({ '@timestamp': `${iso(line)}Z`, message: FORMATS.short?.(line)?.trimEnd(), host: { name: line.host }, log: { offset: line.number } })}\n`,
};

/** What containerd and the kernel write in between, after every third and every seventh line. @param {Line} line */
function neighbourOf({ stamp, clock, digits, day, host, number }) {
  const runtime =
    number % 3 === 0
      ? `${stamp} ${clock} ${host} containerd[811]: time="${day}T${clock}.${digits}123Z" level=info msg="RemoveContainer for \\"${number.toString(16)}\\" returns successfully"\n`
      : '';
  return number % 7 === 0
    ? `${runtime}${stamp} ${clock} ${host} kernel: cbr0: port 3(veth${(number % 50).toString(16)}) entered blocking state\n`
    : runtime;
}

/** As 1.21 to 1.27 print: `%+v` where it is JSON today, uids without quotes. @param {string} message */
function asBefore128(message) {
  return message
    .replace(/ event=\{"ID":"([^"]*)","Type":"([^"]*)","Data":"([^"]*)"\}/, ' event=&{ID:$1 Type:$2 Data:$3}')
    .replace(/ pods=\[((?:"[^"]*",?)*)\]/, (_, pods) => ` pods=[${pods.replaceAll('"', '').replaceAll(',', ' ')}]`)
    .replace(/ (podUID|podID|probeResult)="([^" ]*)"/g, ' $1=$2');
}

/** As kubelets up to 1.20 print, the most frequent messages; others without quotes and keys. @param {string} message */
function asBefore121(message) {
  /** @param {string} pod */
  const spelt = (pod, uid = pod.replace(/\W/g, '').slice(-8)) =>
    `${pod.slice(pod.indexOf('/') + 1)}_${pod.slice(0, pod.indexOf('/'))}(${uid})`;
  /** @param {string} list */
  const pods = (list) =>
    list
      .split(',')
      .filter(Boolean)
      .map((pod) => spelt(pod.replaceAll('"', '')))
      .join(', ');
  return message
    .replace(
      /"SyncLoop \(PLEG\): event for pod" pod="([^"]*)" event=\{"ID":"([^"]*)","Type":"([^"]*)","Data":"([^"]*)"\}/,
      (_, pod, uid, type, data) =>
        `SyncLoop (PLEG): "${spelt(pod, uid)}", event: &pleg.PodLifecycleEvent{ID:"${uid}", Type:"${type}", Data:"${data}"}`,
    )
    .replace(
      /"SyncLoop \(SYNC\) pods" total=(\d+) pods=\[(.*)\]/,
      (_, total, list) => `SyncLoop (SYNC): ${total} pods; ${pods(list)}`,
    )
    .replace(
      /"SyncLoop ([A-Z]+)" source="(.*?)" pods=\[(.*)\]/,
      (_, what, source, list) => `SyncLoop (${what}, "${source}"): "${pods(list)}"`,
    )
    .replace(
      /"Probe (failed|succeeded)" probeType="(\w+)" pod="([^"]*)" podUID="([^"]*)" containerName="([^"]*)"(?: probeResult="(\w+)" output=(.*))?/,
      (_, what, type, pod, uid, container, result, output) =>
        `${type} probe for "${spelt(pod, uid)}:${container}" ${what}${result === undefined ? '' : ` (${result}): ${output}`}`,
    )
    .replace(
      /"Error syncing pod, skipping" err="(.*)" pod="([^"]*)" podUID="([^"]*)"/,
      (_, error, pod, uid) => `Error syncing pod ${uid} ("${spelt(pod, uid)}"), skipping: ${error}`,
    )
    .replace(/"Skipping pod synchronization" err="(.*)"/, 'skipping pod synchronization - [$1]')
    .replace(
      /"Container not found in pod's containers" containerID="(.*)"/,
      'Container "$1" not found in pod\'s containers',
    )
    .replace(/"RemoveContainer" containerID="(.*)"/, '[topologymanager] RemoveContainer - Container ID: $1')
    .replace(
      /"ContainerStatus from runtime service failed" err="(.*)" containerID="(.*)"/,
      'ContainerStatus "$2" from runtime service failed: $1',
    )
    .replace(/^(\w\d+ \S+ +\d+ \S+\] )"((?:[^"\\]|\\.)*)"/, '$1$2');
}

/** @param {string} text @param {number} number @returns {Line | undefined} */
function lineOf(text, number) {
  const parts = /^(\w{3}) ( ?\d+) (\d\d:\d\d:\d\d) (\S+) ([^\s[]+)\[(\d+)\]: (.*)$/s.exec(text);
  if (parts === null) return undefined;
  const [, month = '', date = '', clock = '', host = '', identifier = '', pid = '', message = ''] = parts;
  const day = `2024-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${date.trim().padStart(2, '0')}`;
  const digits = /^[IWEF]\d{4} [\d:]{8}\.(\d{6})/.exec(message)?.[1] ?? '000000';
  return {
    host,
    identifier,
    pid,
    message,
    micros: Date.parse(`${day}T${clock}Z`) * 1000 + Number(digits),
    day,
    stamp: `${month} ${date}`,
    clock,
    digits,
    number,
  };
}

/** Writes the log in a format, once. @param {string} format */
async function logIn(format) {
  const log = join(benchFolder, `${size}-${format.replaceAll(/\W+/g, '-')}.formats.log`);
  if (existsSync(log)) return log;
  const out = createWriteStream(`${log}.part`);
  let number = 0;
  for (const text of readFileSync(await generatedLog(size, 'short'), 'utf8').split('\n')) {
    const line = lineOf(text, number++);
    const written = line === undefined ? undefined : FORMATS[format]?.(line);
    if (written !== undefined && !out.write(written)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  renameSync(`${log}.part`, log);
  return log;
}

const result = join(benchFolder, 'analysis.json');
/** @type {Map<string, number[]>} */
const times = new Map();
/** @type {Map<string, { bytes: number, skips: number }>} */
const told = new Map();
for (let round = 0; round <= rounds; round++) {
  for (const format of Object.keys(FORMATS)) {
    const log = await logIn(format);
    const { cpu } = measure([
      process.execPath,
      cli,
      'analyze',
      log,
      '--format',
      'json',
      '--year',
      '2024',
      '--out',
      result,
    ]);
    // The first round makes the logs and brings them into the page cache.
    if (round > 0) times.set(format, [...(times.get(format) ?? []), cpu]);
    told.set(format, { bytes: statSync(log).size, skips: JSON.parse(readFileSync(result, 'utf8')).counts.skips });
  }
}
const expected = told.get('short')?.skips;
const base = median(times.get('short') ?? []);
console.log(
  `node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown CPU'}; CPU seconds, median of ${rounds}; ${expected} skips in each`,
);
console.log(
  `${'format'.padEnd(26)}${'MB'.padStart(8)}${'CPU s'.padStart(8)}${'MB/s'.padStart(8)}${'× short'.padStart(9)}`,
);
for (const [format, { bytes, skips }] of told) {
  if (skips !== expected) throw new Error(`${format}: ${skips} skips, not ${expected}`);
  const cpu = median(times.get(format) ?? []);
  console.log(
    `${format.padEnd(26)}${(bytes / 1e6).toFixed(1).padStart(8)}${cpu.toFixed(2).padStart(8)}${(bytes / 1e6 / cpu).toFixed(0).padStart(8)}${(cpu / base).toFixed(2).padStart(9)}`,
  );
}
