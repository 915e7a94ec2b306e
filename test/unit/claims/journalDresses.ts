/** A journal or a file of klog written in another way: as other modes of journalctl print it, with klog in JSON, without its stamps or with such. What it tells of a node stays. */
import { createEnvelopeWriter, type WrittenMode } from '../../../src/journal/envelope/writeEnvelope.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import { folderOf } from '../../../src/simulator/wording/callerFolders.ts';

export interface Entry {
  /** When the journal took it, in microseconds. */
  readonly time: number;
  readonly host: string;
  readonly identifier: string;
  readonly pid: number | undefined;
  readonly message: string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const SHORT = /^([A-Z][a-z]{2}) +(\d+) (\d\d:\d\d:\d\d)(\.\d{6})? (\S+) ([\w.@:+-]+?)(?:\[(\d+)\])?: (.*)$/;
const ISO = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{6})?(?:\+00:?00|Z) (\S+) ([\w.@:+-]+?)(?:\[(\d+)\])?: (.*)$/;
const KLOG = /^([IWEF])(\d\d)(\d\d) (\d\d:\d\d:\d\d)(\.\d{6}) +(\d+) ([\w.-]+):(\d+)\] (.*)$/;
const DAY = 86_400e6;

const microseconds = (iso: string, part = '.0'): number =>
  Date.parse(`${iso}Z`) * 1000 + Math.round(Number(part) * 1e6);

/** The entries of a journal that was printed in one of the plain modes, in UTC; `undefined`: some line is none. */
export function entriesOf(lines: readonly string[], year: number): readonly Entry[] | undefined {
  const entries: Entry[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    if (line === '') continue;
    const entry = entryOf(line, year);
    if (entry === undefined) return undefined;
    // Whoever prints whole seconds, or moves to another year, leaves the order of the lines to tell more.
    last = entry.time < last && last - entry.time < 1e6 ? last : entry.time;
    entries.push({ ...entry, time: last });
  }
  return entries.length === 0 ? undefined : entries;
}

function entryOf(line: string, year: number): Entry | undefined {
  const [, month = '', day = '', clock = '', part, host = '', identifier = '', pid, message = ''] =
    SHORT.exec(line) ?? [];
  if (host !== '') {
    const date = `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
    return withinSecond(microseconds(`${date}T${clock}`, part), part !== undefined, host, identifier, pid, message);
  }
  const [, stamp = '', fine, where = '', who = '', its, text = ''] = ISO.exec(line) ?? [];
  return where === '' ? undefined : withinSecond(microseconds(stamp, fine), fine !== undefined, where, who, its, text);
}

/** A stamp of whole seconds is made finer by what klog says beside it. */
function withinSecond(
  time: number,
  isFine: boolean,
  host: string,
  identifier: string,
  pid: string | undefined,
  message: string,
): Entry | undefined {
  if (Number.isNaN(time)) return undefined;
  const written = isFine ? undefined : klogTime(message, new Date(time / 1000).getUTCFullYear());
  const own = written !== undefined && written >= time && written < time + 1e6 - 80 ? written + 70 : time;
  return { time: own, host, identifier, pid: pid === undefined ? undefined : Number(pid), message };
}

export function klogTime(message: string, year: number): number | undefined {
  const [, , month = '', day = '', clock = '', part] = KLOG.exec(message) ?? [];
  return clock === '' ? undefined : microseconds(`${year}-${month}-${day}T${clock}`, part);
}

/** What the writer makes of an entry without a pid. */
const NO_PID = /\[0\](?=: )|"_PID" ?: ?"0",\s?|\n {0,4}_PID=0(?=\n)/;

/** Entries as a mode of journalctl prints them. */
export function inMode(entries: readonly Entry[], mode: WrittenMode): string {
  const write = createEnvelopeWriter(mode, ((entries[0]?.time ?? 0) - DAY) as Instant);
  return entries
    .map(({ time, host, identifier, pid, message }) => {
      const isKernel = identifier === 'kernel';
      const unit = isKernel || identifier === 'systemd' ? identifier : `${identifier}.service`;
      const entry = { time: time as Instant, host, identifier, pid: pid ?? 0, unit, priority: 6, message };
      const text = write(entry);
      return pid === undefined ? text.replace(NO_PID, '').replace(`${unit}: `, `${identifier}: `) : text;
    })
    .join('');
}

/** `<30>1 2026-11-21T00:00:01.000070+00:00 host app pid - - message`. */
export function asSyslog5424(entries: readonly Entry[]): string {
  return entries
    .map(({ time, host, identifier, pid, message }) => {
      const at = new Date(Math.floor(time / 1000)).toISOString().replace('Z', '');
      const fine = `${at}${String(Math.floor(time) % 1000).padStart(3, '0')}+00:00`;
      return `<30>1 ${fine} ${host} ${identifier} ${pid ?? '-'} - - ${message}\n`;
    })
    .join('');
}

/** The journal of a file of klog: each line arrives as it is written. `undefined`: not every line is one of klog. */
export function journalOfKlog(lines: readonly string[], year: number, host: string): readonly Entry[] | undefined {
  const entries: Entry[] = [];
  for (const message of lines) {
    const time = klogTime(message, year);
    const pid = KLOG.exec(message)?.[6];
    if (time === undefined || pid === undefined) return undefined;
    entries.push({ time: time + 70, host, identifier: 'kubelet', pid: Number(pid), message });
  }
  return entries;
}

/** A line of klog as `--logging-format=json` writes it; `undefined` where its text does not tell what was given. */
export function klogAsJson(message: string, year: number): string | undefined {
  const [, severity = '', , , , , , file = '', fileLine = '', text = ''] = KLOG.exec(message) ?? [];
  const time = klogTime(message, year);
  if (time === undefined) return undefined;
  const members = [
    `"ts":${(time / 1000).toFixed(4)}`,
    `"caller":${JSON.stringify(`${folderOf(file)}/${file}:${fileLine}`)}`,
  ];
  const [own, pairs] = text.startsWith('"') ? structured(text) : [text, []];
  if (own === undefined || pairs === undefined) return undefined;
  members.push(`"msg":${JSON.stringify(own)}`);
  if (severity !== 'E') members.push('"v":0');
  return `{${[...members, ...pairs].join(',')}}`;
}

const QUOTED = /^"((?:[^"\\]|\\.)*)"/;
const PAIR = /^ ([\w.-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s"[{<]\S*)|(\[[^\]]*\]))(?= |$)/;

function structured(text: string): readonly [string | undefined, readonly string[] | undefined] {
  const quoted = QUOTED.exec(text);
  if (quoted === null) return [undefined, undefined];
  const pairs: string[] = [];
  let rest = text.slice(quoted[0].length);
  while (rest !== '') {
    const [whole = '', key = '', inQuotes, bare, list] = PAIR.exec(rest) ?? [];
    if (whole === '') return [undefined, undefined];
    const value =
      inQuotes === undefined ? (bare === undefined ? listValue(list ?? '') : bareValue(bare)) : unquoted(inQuotes);
    if (value === undefined) return [undefined, undefined];
    pairs.push(`${JSON.stringify(key)}:${objectOf(key, value)}`);
    rest = rest.slice(whole.length);
  }
  return [JSON.parse(`"${quoted[1] ?? ''}"`) as string, pairs];
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(`"${text}"`));
  } catch {
    return undefined;
  }
}

function bareValue(text: string): string {
  return /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(text) ? text : text === '<nil>' ? 'null' : JSON.stringify(text);
}

/** `["a/b","c/d"]` of Go's JSON; other lists are not told from their text. */
function listValue(text: string): string | undefined {
  try {
    const list = JSON.parse(text) as unknown;
    return Array.isArray(list)
      ? `[${list.map((one) => (typeof one === 'string' ? referenceOf(one) : JSON.stringify(one))).join(',')}]`
      : undefined;
  } catch {
    return undefined;
  }
}

/** Pods are references (klog's `KObj`): objects in JSON. */
function objectOf(key: string, value: string): string {
  return key === 'pod' && value.startsWith('"') ? referenceOf(JSON.parse(value) as string) : value;
}

function referenceOf(text: string): string {
  const [, namespace, name] = /^([a-z0-9-]+)\/([a-z0-9.-]+)$/.exec(text) ?? [];
  return name === undefined ? JSON.stringify(text) : JSON.stringify({ name, namespace });
}
