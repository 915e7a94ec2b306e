/** Wraps messages as journalctl prints them: the pair of `envelope.ts`. All times are written in UTC. */
import type { Instant } from '../../kubelet/time.ts';

/** Output modes that can be written; `none` leaves the messages bare (a kubelet that logs into a file). */
export const ENVELOPES = [
  'none',
  'short',
  'short-precise',
  'short-iso',
  'short-iso-precise',
  'short-full',
  'short-unix',
  'short-monotonic',
  'with-unit',
  'verbose',
  'cat',
  'json',
  'json-pretty',
  'json-seq',
  'json-sse',
  'export',
  'syslog',
] as const;
export type WrittenMode = (typeof ENVELOPES)[number];

/** One message on its way into the journal. It may hold newlines: the journal makes an entry of each line. */
interface EntryToWrite {
  /** Time of arrival. */
  readonly time: Instant;
  readonly host: string;
  /** `kubelet`, `systemd`. */
  readonly identifier: string;
  readonly pid: number;
  readonly unit: string;
  /** Syslog priority: 6 for what a service prints. */
  readonly priority: number;
  readonly message: string;
}

/** Writes one message, with the newline at its end. `sequence` counts the entries of the journal (cursors are made of it). */
export type EnvelopeWriter = (entry: EntryToWrite) => string;

/** A writer for a mode. `bootTime` is where the monotonic clock counts from. */
export function createEnvelopeWriter(mode: WrittenMode, bootTime: Instant): EnvelopeWriter {
  let sequence = 0;
  return (entry) => {
    if (mode === 'none') return entry.identifier === 'kubelet' ? `${entry.message}\n` : '';
    let text = '';
    for (const message of entry.message.split('\n')) {
      sequence += 1;
      text += writeOne(mode, { ...entry, message }, bootTime, sequence);
    }
    return text;
  };
}

function writeOne(
  mode: Exclude<WrittenMode, 'none'>,
  entry: EntryToWrite,
  bootTime: Instant,
  sequence: number,
): string {
  switch (mode) {
    case 'cat':
      return `${entry.message}\n`;
    case 'json':
      return `${JSON.stringify(fieldsOf(entry, bootTime, sequence))}\n`;
    case 'json-pretty':
      return `${JSON.stringify(fieldsOf(entry, bootTime, sequence), undefined, '\t').replaceAll('": "', '" : "')}\n`;
    case 'json-seq':
      return `\u001e${JSON.stringify(fieldsOf(entry, bootTime, sequence))}\n`;
    case 'json-sse':
      return `data: ${JSON.stringify(fieldsOf(entry, bootTime, sequence))}\n\n`;
    case 'export':
      return `${Object.entries(fieldsOf(entry, bootTime, sequence))
        .map(([name, value]) => `${name}=${value}\n`)
        .join('')}\n`;
    case 'verbose': {
      const {
        __CURSOR: cursor,
        __REALTIME_TIMESTAMP: _time,
        __MONOTONIC_TIMESTAMP: _since,
        ...fields
      } = fieldsOf(entry, bootTime, sequence);
      const head = `${weekday(entry.time)} ${isoDay(entry.time)} ${clock(entry.time)}.${micros(entry.time)} UTC [${cursor}]\n`;
      return (
        head +
        Object.entries(fields)
          .map(([name, value]) => `    ${name}=${value}\n`)
          .join('')
      );
    }
    default:
      // journalctl prints a tab as eight blanks in the short modes.
      return `${stamp(mode, entry.time, bootTime)} ${entry.host} ${mode === 'with-unit' ? unitOf(entry) : entry.identifier}[${entry.pid}]: ${entry.message.replaceAll('\t', '        ')}\n`;
  }
}

/** The unit that a process belongs to: systemd is its own. */
function unitOf({ identifier, unit }: EntryToWrite): string {
  return identifier === 'systemd' ? 'init.scope' : unit;
}

type ShortMode =
  | 'short'
  | 'short-precise'
  | 'short-iso'
  | 'short-iso-precise'
  | 'short-full'
  | 'short-unix'
  | 'short-monotonic'
  | 'with-unit'
  | 'syslog';

function stamp(mode: ShortMode, time: Instant, bootTime: Instant): string {
  switch (mode) {
    case 'short':
    case 'syslog':
      return `${monthDay(time)} ${clock(time)}`;
    case 'short-precise':
      return `${monthDay(time)} ${clock(time)}.${micros(time)}`;
    case 'short-iso':
      return `${isoDay(time)}T${clock(time)}+0000`;
    case 'short-iso-precise':
      return `${isoDay(time)}T${clock(time)}.${micros(time)}+0000`;
    case 'short-full':
    case 'with-unit':
      return `${weekday(time)} ${isoDay(time)} ${clock(time)} UTC`;
    case 'short-unix':
      return `${Math.floor(time / 1_000_000)}.${micros(time)}`;
    case 'short-monotonic': {
      const since = Math.max(0, time - bootTime);
      return `[${`${Math.floor(since / 1_000_000)}.${String(Math.floor(since % 1_000_000)).padStart(6, '0')}`.padStart(12)}]`;
    }
  }
}

function fieldsOf(entry: EntryToWrite, bootTime: Instant, sequence: number): Record<string, string> {
  const ofSystemd = entry.identifier === 'systemd';
  const [time, since] = [String(Math.floor(entry.time)), String(Math.max(0, Math.floor(entry.time - bootTime)))];
  return {
    __CURSOR: `s=5d6f0f5d4e7b4ca9a6c39e2f8f0b7a11;i=${sequence.toString(16)};b=0a1b2c3d4e5f60718293a4b5c6d7e8f9;m=${Number(since).toString(16)};t=${Number(time).toString(16)};x=${(sequence * 2_654_435_761).toString(16)}`,
    __REALTIME_TIMESTAMP: time,
    __MONOTONIC_TIMESTAMP: since,
    _BOOT_ID: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    _TRANSPORT: ofSystemd ? 'journal' : 'stdout',
    PRIORITY: String(entry.priority),
    SYSLOG_FACILITY: '3',
    SYSLOG_IDENTIFIER: entry.identifier,
    _PID: String(entry.pid),
    _COMM: entry.identifier,
    _SYSTEMD_UNIT: unitOf(entry),
    ...(ofSystemd ? { UNIT: entry.unit } : {}),
    _HOSTNAME: entry.host,
    MESSAGE: entry.message,
  };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function dateOf(time: Instant): Date {
  return new Date(Math.floor(time / 1000));
}

function monthDay(time: Instant): string {
  const date = dateOf(time);
  return `${MONTHS[date.getUTCMonth()] ?? ''} ${String(date.getUTCDate()).padStart(2, '0')}`;
}

function isoDay(time: Instant): string {
  return dateOf(time).toISOString().slice(0, 10);
}

function weekday(time: Instant): string {
  return DAYS[dateOf(time).getUTCDay()] ?? '';
}

function clock(time: Instant): string {
  return dateOf(time).toISOString().slice(11, 19);
}

function micros(time: Instant): string {
  return String(Math.floor(time) % 1_000_000).padStart(6, '0');
}
