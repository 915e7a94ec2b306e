import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KERNEL_SOURCE } from '../../../src/journal/batch/kernel/kernelBytes.ts';
import { LineKernel } from '../../../src/journal/batch/kernel/lineKernel.ts';
import type { LinePattern } from '../../../src/journal/batch/kernel/linePattern.ts';
import type { RunSink } from '../../../src/journal/batch/plainLine.ts';
import { PlainReader } from '../../../src/journal/batch/plainReader.ts';
import { PlainRun } from '../../../src/journal/batch/plainRun.ts';
import { createSourceReader } from '../../../src/journal/sourceReader.ts';
import type { Fact } from '../../../src/messages/fact.ts';
import { LinePatterns } from '../../../src/messages/plans/linePatterns.ts';
import { ReadRecord } from '../../../src/journal/klog/readRecord.ts';
import { createMessageReader } from '../../../src/messages/messageReader.ts';
import { atLeast, rounds } from '../../support/effort.ts';

const SEVERITIES = ['I', 'W', 'E'];

interface Delivery {
  /** What came out, one entry a line or record, in order. */
  readonly seen: readonly string[];
  readonly marks: readonly string[];
  readonly warnings: readonly string[];
  readonly summary: unknown;
  /** Lines that came by `takeAll`. */
  readonly inRuns: number;
}

const MEANT: ReadonlySet<string> = new Set(['pods-sync', 'pod-config', 'probe', 'housekeeping']);

function isTurn(fact: Fact): boolean {
  return (
    fact.kind === 'pods-sync' ||
    fact.kind === 'pod-config' ||
    (fact.kind === 'probe' && fact.byLoop) ||
    (fact.kind === 'housekeeping' && fact.phase !== 'end')
  );
}

/** Whether lines of the pattern have no rows. */
function countsOnly({ stated }: LinePattern): boolean {
  return stated !== undefined && stated.by === undefined;
}

/** Reads with a plain lane; with a `life`, lines that mean what a record meant come in runs. A line of the sync loop's start begins another life. */
function deliver(bytes: Uint8Array, chunkSize: number, withRuns: boolean): Delivery {
  const seen: string[] = [];
  const marks: string[] = [];
  const warnings: string[] = [];
  let inRuns = 0;
  let life = {};
  const messages = createMessageReader();
  const patterns = new LinePatterns();
  const run = new PlainRun();
  const plain: RunSink = {
    readerOf: (parts) => new PlainReader(parts, run),
    callers: run.callers,
    processRun: () => (withRuns ? life : undefined),
    takes: () => true,
    takeAll({ firstLine, count, times, stamps, kinds }) {
      inRuns += count;
      for (let i = 0; i < count; i++)
        seen.push(
          `${firstLine + i} ${times[i]} ${stamps[i]} ${SEVERITIES[(kinds[i] ?? 0) & 3]} ${((kinds[i] ?? 0) & 4) !== 0}`,
        );
    },
  };
  const reader = createSourceReader(
    0,
    'node.log',
    { year: 2026 },
    {
      record(record) {
        const facts = messages.facts(record);
        if (facts.some((fact) => fact.kind === 'sync-loop-started')) life = {};
        const pattern = record instanceof ReadRecord ? patterns.of(record, facts, life) : undefined;
        // What stands in rows is looked at elsewhere.
        if (record instanceof ReadRecord && pattern !== undefined && countsOnly(pattern))
          run.learn(record, pattern, life);
        const [fact] = facts;
        const said = `${record.time} ${record.journal?.time ?? Number.NaN} ${record.klog?.severity}`;
        // A line that was forgotten comes as a record again: it says the same.
        if (
          record.lines === 1 &&
          record.klog !== undefined &&
          record.klog.severity !== 'F' &&
          (fact === undefined || MEANT.has(fact.kind))
        )
          seen.push(`${record.line} ${said} ${fact !== undefined && isTurn(fact)}`);
        else seen.push(`${record.line}+${record.lines} ${said} ${record.message} ${JSON.stringify(record.pairs)}`);
      },
      warning: (warning) => {
        warnings.push(`${warning.line} ${warning.text}`);
      },
      lineMark: (newlines, offset) => {
        marks.push(`${newlines} ${offset}`);
      },
      plain,
    },
  );
  for (let at = 0; at < bytes.length; at += chunkSize) reader.push(bytes.slice(at, at + chunkSize));
  reader.end();
  return { seen, marks, warnings, summary: reader.summary(), inRuns };
}

const BODIES = [
  'kubelet.go:2472] "SyncLoop (SYNC) pods" total=1 pods=["shop/web-1"]',
  'kubelet.go:2472] "SyncLoop (SYNC) pods" total=1 pods=["shop/web-2"]',
  'kubelet.go:2480] "SyncLoop (housekeeping)"',
  'prober.go:107] "Probe failed" probeType="Readiness" pod="shop/web-1" podUID="u" containerName="app" probeResult="failure" output="HTTP 500"',
  'prober.go:107] "Probe failed" probeType="Readiness" pod="shop/web-1" podUID="u" containerName="app" probeResult="failure" output="HTTP 503"',
  'status_manager.go:809] "Pod status updated" pod="shop/web-1" statusVersion=1',
  'status_manager.go:809] "Pod status updated" pod="shop/web-1" statusVersion=2',
  'httplog.go:132] "HTTP" verb="GET" URI="/metrics"',
  'prober.go:107] "Probe failed" probeType="Liveness" pod="shop/web-1" output=<',
  'reflector.go:150] object-"shop"/"settings": watch ended',
  'a.go:1]',
  'a.go:1] x',
  'vendor/k8s.io/b.go:77] "x"',
];

/** The second of the line in the journal's and klog's spelling. */
const clockOf = (second: number): string =>
  [second / 3600, (second / 60) % 60, second % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');

const klogLine = fc.record({
  step: fc.constantFrom(0, 0, 0, 0, 1, 7),
  micros: fc.integer({ min: 0, max: 999_999 }),
  severity: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom('I', 'I', 'W', 'E') },
    { weight: 1, arbitrary: fc.constant('F') },
  ),
  body: fc.oneof(
    { weight: 120, arbitrary: fc.constantFrom(...BODIES) },
    { weight: 1, arbitrary: fc.constant('kubelet.go:2100] "Starting kubelet main sync loop"') },
  ),
  pid: fc.oneof({ weight: 60, arbitrary: fc.constant(2100) }, { weight: 1, arbitrary: fc.constant(77) }),
});
const otherLine = fc.constantFrom(
  '',
  ' a line of its own',
  ' >',
  'Apr 26 00:00:00 n systemd[1]: Started kubelet.',
  'I0426',
  'x\r',
  '\u00e9\u00e9',
  '\u0000',
  '\u001b[0m',
);
/** Lines in the envelope of the others, by who writes them. */
const sideLine = fc
  .tuple(
    fc.constantFrom('containerd[811]', 'containerd[811]', 'systemd[1]', 'kubelet[2100]', 'kubelet[77]'),
    fc.constantFrom(
      'time="x" level=info msg=y',
      'Started it.',
      '\tone',
      ' >',
      'more words',
      'I0426 11:06:40.000001    2100 a.go:1] x',
    ),
  )
  .map(([writer, text]) => `@${writer}@${text}`);
const line = fc.oneof(
  { weight: 60, arbitrary: klogLine },
  { weight: 1, arbitrary: otherLine },
  { weight: 4, arbitrary: sideLine },
);

/** What the envelope of a line tells: its second is one of 2026-04-26 or the day after, its digits are behind it. */
interface Stamp {
  readonly day: number;
  readonly clock: string;
  readonly epoch: number;
  readonly micros: string;
  /** Between one and nine digits, the same microseconds first. */
  readonly nanos: string;
  readonly pid: number;
}

const iso = ({ day, clock }: Stamp): string => `2026-04-${day}T${clock}`;

/** What stands before the klog header, by mode; and how much of the stamp's time that keeps: seconds, microseconds, or there is none. */
const MODES: Readonly<
  Record<string, { readonly before: (stamp: Stamp) => string; readonly keeps?: 'seconds' | 'microseconds' }>
> = {
  short: { before: ({ day, clock, pid }) => `Apr ${day} ${clock} n kubelet[${pid}]: `, keeps: 'seconds' },
  'short-iso-precise': {
    before: (stamp) => `${iso(stamp)}.${stamp.micros}+00:00 n kubelet[${stamp.pid}]: `,
    keeps: 'microseconds',
  },
  'no envelope': { before: () => '' },
  'RFC 3164': { before: ({ day, clock, pid }) => `<30>Apr ${day} ${clock} n kubelet[${pid}]: `, keeps: 'seconds' },
  'RFC 5424': {
    before: (stamp) => `<30>1 ${iso(stamp)}.${stamp.micros}Z n kubelet ${stamp.pid} - - `,
    keeps: 'microseconds',
  },
  'short-full': {
    before: ({ day, clock, pid }) => `${day === 26 ? 'Sun' : 'Mon'} 2026-04-${day} ${clock} UTC n kubelet[${pid}]: `,
    keeps: 'seconds',
  },
  'short-unix': { before: ({ epoch, micros, pid }) => `${epoch}.${micros} n kubelet[${pid}]: `, keeps: 'microseconds' },
  'short-monotonic': {
    before: ({ epoch, micros, pid }) =>
      `[${String(epoch - Date.UTC(2026, 3, 26) / 1000 - 39_990).padStart(5)}.${micros}] n kubelet[${pid}]: `,
  },
  docker: { before: (stamp) => `${iso(stamp)}.${stamp.nanos.padEnd(9, '0')}Z `, keeps: 'microseconds' },
  CRI: { before: (stamp) => `${iso(stamp)}.${stamp.nanos}Z stderr F `, keeps: 'microseconds' },
  "behind a node's name": {
    before: ({ day, clock, pid }) => `node-7 Apr ${day} ${clock} n kubelet[${pid}]: `,
    keeps: 'seconds',
  },
  'behind an address': { before: () => '10.0.0.2: ' },
};
const MODE_NAMES = Object.keys(MODES);

/** The line as an entry of `journalctl -o json`; some have a field more, or come from another program. */
function entryOf(message: string, second: number, micros: string, pid: number, index: number): string {
  return JSON.stringify({
    __CURSOR: `s=1;i=${index.toString(16)}`,
    __REALTIME_TIMESTAMP: `${Date.UTC(2026, 3, 26) / 1000 + second}${micros}`,
    ...(index % 41 === 40 ? { _CMDLINE: 'kubelet --v="4"' } : {}),
    PRIORITY: message.startsWith('E') ? '3' : '6',
    SYSLOG_IDENTIFIER: index % 53 === 52 ? 'systemd' : 'kubelet',
    _PID: String(pid),
    MESSAGE: message,
    _HOSTNAME: 'n',
  });
}

/** The line in a document of docker's json-file; now and then on another stream, on another day, or cut in two. */
function dockerOf(message: string, second: number, micros: string, index: number): string {
  const { length } = message;
  return JSON.stringify({
    log: index % 37 === 36 ? message.slice(0, length >> 1) : `${message}\n`,
    stream: index % 29 === 28 ? 'stdout' : 'stderr',
    time: `${new Date(Date.UTC(2026, 3, 26) + second * 1000).toISOString().slice(0, 19)}${micros === '000000' && index % 3 === 0 ? '' : `.${micros}${index % 7 === 0 ? '789' : ''}`}Z`,
  }).replace(/[<>&]/g, (mark) => (index % 2 === 0 ? mark : `\\u00${mark.charCodeAt(0).toString(16)}`));
}

/** The same as fluentd writes it, with the node in an object that does not change, or does. */
function fluentdOf(message: string, second: number, micros: string, index: number): string {
  return JSON.stringify({
    stream: 'stderr',
    message: index % 43 === 42 ? `${message}\\\n` : message,
    kubernetes: { host: index % 47 === 46 ? 'other' : 'n' },
    '@timestamp': `${new Date(Date.UTC(2026, 3, 26) + second * 1000).toISOString().slice(0, 19)}.${micros}${index % 23 === 22 ? '+00:00' : 'Z'}`,
  });
}

/** The line as a document. */
const DOCUMENTS: Readonly<
  Record<string, (message: string, second: number, micros: string, pid: number, index: number) => string>
> = {
  json: entryOf,
  docker: (message, second, micros, _pid, index) => dockerOf(message, second, micros, index),
  fluentd: (message, second, micros, _pid, index) => fluentdOf(message, second, micros, index),
};

function logOf(
  lines: readonly (string | { step: number; micros: number; severity: string; body: string; pid: number })[],
  mode: string,
  newline: string,
  repeats: number,
): Uint8Array {
  let second = 40_000;
  const texts: string[] = [];
  const document = DOCUMENTS[mode];
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const item of lines) {
      const day = 26 + Math.floor(second / 86_400);
      if (typeof item === 'string') {
        const [, writer, text] = item.split('@');
        const [identifier, pid] = (writer ?? '').split(/[[\]]/);
        const stamp = {
          day,
          clock: clockOf(second % 86_400),
          epoch: Date.UTC(2026, 3, 26) / 1000 + second,
          micros: '500000',
          nanos: '5',
          pid: Number(pid),
        };
        if (text === undefined) texts.push(item);
        else if (document !== undefined)
          texts.push(
            document(text, second, '500000', Number(pid), texts.length).replace('"kubelet"', `"${identifier}"`),
          );
        else texts.push(`${MODES[mode]?.before(stamp).replace('kubelet', identifier ?? '')}${text}`);
        continue;
      }
      second += item.step;
      const clock = clockOf(second % 86_400);
      const micros = String(item.micros).padStart(6, '0');
      const klog = `${item.severity}04${day} ${clock}.${micros}    ${item.pid} ${item.body}`;
      const stamp = {
        day,
        clock,
        epoch: Date.UTC(2026, 3, 26) / 1000 + second,
        micros,
        nanos: `${micros}${texts.length % 7 === 0 ? '007' : ''}`.replace(/0+$/, '') || '0',
        pid: item.pid,
      };
      texts.push(
        document !== undefined
          ? document(klog, second, micros, item.pid, texts.length)
          : `${MODES[mode]?.before(stamp)}${klog}`,
      );
    }
  }
  return new TextEncoder().encode(texts.join(newline) + newline);
}

describe('the line kernel', () => {
  it('is compiled from its source as it stands', () => {
    const hash = createHash('sha256');
    for (const file of ['tools/line-kernel/lineKernel.as.ts', 'src/journal/batch/kernel/layout.ts'])
      hash.update(readFileSync(file, 'utf8'));
    expect(hash.digest('hex')).toBe(KERNEL_SOURCE);
  });

  it('runs in this engine', () => {
    expect(LineKernel.create()).toBeDefined();
  });

  it.each([...MODE_NAMES, ...Object.keys(DOCUMENTS)])(
    'changes nothing in what is delivered, whatever the lines and the chunks: %s',
    (mode) => {
      let inRuns = 0;
      fc.assert(
        fc.property(
          fc.array(line, { minLength: 1, maxLength: 60, size: 'max' }),
          fc.constantFrom('\n', '\n', '\r\n'),
          fc.integer({ min: 2, max: 25 }),
          fc.integer({ min: 50, max: 60_000 }),
          (lines, newline, repeats, chunkSize) => {
            const bytes = logOf(lines, mode, newline, repeats);
            const expected = deliver(bytes, chunkSize, false);
            const actual = deliver(bytes, chunkSize, true);
            inRuns += actual.inRuns;
            expect(actual.seen).toEqual(expected.seen);
            expect(actual.marks).toEqual(expected.marks);
            expect(actual.warnings).toEqual(expected.warnings);
            expect(actual.summary).toEqual(expected.summary);
          },
        ),
        { numRuns: rounds(60), seed: 3 },
      );
      expect(inRuns).toBeGreaterThan(atLeast(1000));
    },
    60_000,
  );

  it.each(MODE_NAMES.flatMap((mode) => (MODES[mode]?.keeps === undefined ? [] : [[mode, MODES[mode].keeps] as const])))(
    'tells times and stamps of lines in runs as they are printed: %s',
    (mode, keeps) => {
      const micros = [0, 1, 10, 123_456, 999_999, 120_000, 500_000, 7];
      const lines = micros.map((digits, index) => ({
        step: index % 3 === 0 ? 1 : 0,
        micros: digits,
        severity: 'I',
        body: BODIES[5] ?? '',
        pid: 2100,
      }));
      const { seen, inRuns } = deliver(logOf(lines, mode, '\n', 40), 5000, true);
      expect(inRuns).toBeGreaterThan(200);
      let second = Date.UTC(2026, 3, 26) / 1000 + 40_000;
      const expected = Array.from({ length: 40 }, () => lines)
        .flat()
        .map(({ step, micros: digits }, index) => {
          second += step;
          return `${index + 1} ${second * 1e6 + digits} ${second * 1e6 + (keeps === 'seconds' ? 0 : digits)} I`;
        });
      // The first line of the place comes as a record.
      expect(seen.map((text) => text.split(' ').slice(0, 4).join(' '))).toEqual(expected);
    },
  );

  it.each(['short', 'docker', 'CRI', 'short-unix', 'short-monotonic'])(
    'changes nothing when bytes are damaged: %s',
    (mode) => {
      const lines = BODIES.slice(0, 8).flatMap((body, index) => [
        { step: index % 2, micros: index * 1000, severity: 'I', body, pid: 2100 },
      ]);
      const whole = logOf(lines, mode, '\n', 20);
      fc.assert(
        fc.property(
          fc.array(
            fc.record({
              at: fc.nat(),
              byte: fc.constantFrom(0x20, 0x2c, 0x2e, 0x30, 0x39, 0x3a, 0x5d, 0x22, 0x49, 0x0a, 0x41, 0xc3),
            }),
            { minLength: 1, maxLength: 24 },
          ),
          (damages) => {
            const bytes = whole.slice();
            for (const { at, byte } of damages) bytes[at % bytes.length] = byte;
            expect(deliver(bytes, bytes.length, true).seen).toEqual(deliver(bytes, bytes.length, false).seen);
          },
        ),
        { numRuns: rounds(100) },
      );
    },
    60_000,
  );

  it('takes the hour of a header from its stamp where its neighbours came on time, as records do', () => {
    const lines = BODIES.slice(0, 4).map((body, micros) => ({ step: 0, micros, severity: 'I', body, pid: 2100 }));
    const whole = logOf(lines, 'short', '\n', 300);
    const wanted = deliver(whole, whole.length, true);
    expect(wanted.inRuns).toBeGreaterThan(200);
    const text = new TextDecoder().decode(whole).split('\n');
    for (const at of [900, 901, 902, 903]) {
      const odd = text[at]?.replace(
        / I(\d{4}) (\d\d)/,
        (_, date: string, hour: string) => ` I${date} ${hour === '01' ? '04' : '01'}`,
      );
      expect(odd).not.toBe(text[at]);
      const bytes = new TextEncoder().encode(text.with(at, odd ?? '').join('\n'));
      expect(deliver(bytes, bytes.length, true).seen).toEqual(wanted.seen);
      expect(deliver(bytes, bytes.length, false).seen).toEqual(wanted.seen);
    }
    // Two headers that are ahead by the same, and others between them that came on time, are no other zone.
    const twice = text.map((line, at) => (at === 300 || at === 900 ? line.replace(/ I(\d{4}) \d\d/, ' I$1 13') : line));
    const bytes = new TextEncoder().encode(twice.join('\n'));
    expect(deliver(bytes, bytes.length, true)).toMatchObject({ seen: wanted.seen, warnings: [] });
    expect(deliver(bytes, bytes.length, false)).toMatchObject({ seen: wanted.seen, warnings: [] });
  });

  it.each([
    ['docker', /\.\d+Z/, ['.1234567890Z', '.Z', '.1Z', 'Z']],
    ['CRI', /\.\d+Z/, ['.1234567890Z', '.Z', ',123Z', 'Z']],
    ['short-unix', /^\d+/, ['12345678', '179522106100', '', ' 1777161600']],
    ['short-monotonic', /\[ *\d+/, ['[12345678901', '[', '[1', '[       1']],
  ] as const)('leaves stamps of another length alone, as the reader does: %s', (mode, what, stamps) => {
    const lines = BODIES.slice(0, 6).map((body, index) => ({
      step: index === 0 ? 1 : 0,
      micros: index,
      severity: 'I',
      body,
      pid: 2100,
    }));
    const whole = new TextDecoder().decode(logOf(lines, mode, '\n', 30)).split('\n');
    for (const stamp of stamps) {
      const bytes = new TextEncoder().encode(
        whole.map((text, index) => (index % 50 === 49 ? text.replace(what, stamp) : text)).join('\n'),
      );
      const { seen, inRuns } = deliver(bytes, bytes.length, true);
      expect(seen).toEqual(deliver(bytes, bytes.length, false).seen);
      expect(inRuns).toBeGreaterThan(50);
    }
  });

  it('takes nobody for a neighbour of himself: a kubelet that took over', () => {
    const of = (
      pid: number,
      from: number,
      count: number,
    ): { step: number; micros: number; severity: string; body: string; pid: number }[] =>
      Array.from({ length: count }, (_, index) => ({
        step: pid === 2100 && from + index === 0 ? 1 : 0,
        micros: from + index,
        severity: 'I',
        body: 'cpu_assignment.go:150] words that state nothing, at their end: ended',
        pid,
      }));
    const bytes = logOf(
      [
        ...[...of(2100, 0, 30), ...of(77, 0, 1), ...of(2100, 30, 30), ...of(77, 1, 30)],
        '@kubelet[77]@more words',
        ...of(77, 31, 30),
      ],
      'short',
      '\n',
      2,
    );
    const runs = deliver(bytes, bytes.length, true);
    expect(runs.seen).toEqual(deliver(bytes, bytes.length, false).seen);
    expect(runs.seen.filter((text) => text.includes('ended\nmore words'))).toHaveLength(2);
    expect(runs.inRuns).toBeGreaterThan(100);
  });

  it('takes chunks longer than its memory', () => {
    const lines = BODIES.slice(5, 8).map((body, index) => ({
      step: index === 0 ? 1 : 0,
      micros: index,
      severity: 'I',
      body: `${body} ${'x'.repeat(3000)}`,
      pid: 2100,
    }));
    const bytes = logOf(lines, 'short', '\n', 500);
    expect(bytes.length).toBeGreaterThan(4_000_000);
    const runs = deliver(bytes, bytes.length, true);
    expect(runs.seen).toEqual(deliver(bytes, bytes.length, false).seen);
    expect(runs.inRuns).toBeGreaterThan(1000);
  });
});
