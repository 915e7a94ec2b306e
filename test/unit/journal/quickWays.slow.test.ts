import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KIND_OTHER } from '../../../src/journal/batch/kernel/layout.ts';
import type { RunSink } from '../../../src/journal/batch/plainLine.ts';
import { PlainReader } from '../../../src/journal/batch/plainReader.ts';
import { PlainRun } from '../../../src/journal/batch/plainRun.ts';
import { ReadRecord } from '../../../src/journal/klog/readRecord.ts';
import type { Severity } from '../../../src/journal/record.ts';
import { NothingPattern } from '../../../src/messages/plans/nothingPattern.ts';
import { createSourceReader } from '../../../src/journal/sourceReader.ts';
import { atLeast, rounds } from '../../support/effort.ts';
import { readLog, wholeOf } from './readLog.ts';

/** Its presence sends all lines of a chunk the long way: each is cleaned, and nothing of the line before is repeated. */
const ESCAPE = '\u001b[0m';

interface Stamp {
  readonly second: number;
  readonly day: number;
  readonly digits: string;
}

const clockOf = ({ second }: Stamp): string =>
  `00:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
const epochOf = ({ second, day }: Stamp): number => Date.UTC(2026, 10, day) / 1000 + second;
const iso = (stamp: Stamp): string => `2026-11-${stamp.day}T${clockOf(stamp)}.${stamp.digits}`;

const ENVELOPES: Readonly<Record<string, (stamp: Stamp, writer: string) => string>> = {
  short: (stamp, writer) => `Nov ${stamp.day} ${clockOf(stamp)} worker-2 ${writer}: `,
  'short-iso': (stamp, writer) => `2026-11-${stamp.day}T${clockOf(stamp)}+0100 worker-2 ${writer}: `,
  'short-iso-precise': (stamp, writer) => `${iso(stamp)}+00:00 worker-2 ${writer}: `,
  'short-unix': (stamp, writer) => `${epochOf(stamp)}.${stamp.digits} worker-2 ${writer}: `,
  'short-monotonic': (stamp, writer) =>
    `[${String(epochOf(stamp) - 1_795_000_000).padStart(9)}.${stamp.digits.padEnd(6, '0')}] worker-2 ${writer}: `,
  'RFC 3164': (stamp, writer) => `<30>Nov ${stamp.day} ${clockOf(stamp)} worker-2 ${writer}: `,
  'RFC 5424': (stamp, writer) =>
    `<30>1 ${iso(stamp)}Z worker-2 ${writer.replace(/\[(\d+)\]/, ' $1')}${writer.includes('[') ? '' : ' -'} - - `,
  'behind a name': (stamp, writer) => `node-7 Nov ${stamp.day} ${clockOf(stamp)} worker-2 ${writer}: `,
  docker: (stamp) => `${iso(stamp)}789Z `,
  CRI: (stamp) => `${iso(stamp)}Z stderr F `,
};

const WRITERS = [
  'kubelet[20595]',
  'kubelet[20595]',
  'kubelet[20595]',
  'kubelet[77]',
  'containerd[811]',
  'kernel',
  'systemd[1]',
];
const klog =
  (pid: number) =>
  (stamp: Stamp): string =>
    `I11${stamp.day} ${clockOf(stamp)}.${stamp.digits.slice(0, 6).padEnd(6, '0')}   ${pid} `;
const BODIES: readonly ((stamp: Stamp) => string)[] = [
  ...[20_595, 20_595, 20_595, 77].flatMap((pid) =>
    ['kubelet.go:1] "a"', 'prober.go:107] "Probe failed" output=<', 'a.go:7] printf text'].map(
      (body) => (stamp: Stamp) => `${klog(pid)(stamp)}${body}`,
    ),
  ),
  () => '\tone two: three',
  () => ' >',
  () => 'time="2026-11-21T00:00:01Z" level=info msg="x"',
  () => 'panic: x',
  () => '{"ts":1795221061000.5,"caller":"a/b.go:1","msg":"m"}',
  () => '',
  () => 'Trace[1]: x',
];

const line = fc.record({
  step: fc.constantFrom(0, 0, 0, 1, 59),
  night: fc.oneof({ weight: 40, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) }),
  digits: fc.constantFrom('0', '123', '000123', '999999'),
  writer: fc.nat(WRITERS.length - 1),
  body: fc.nat(BODIES.length - 1),
});
/** Most lines are the kubelet's own, some with one of a neighbour behind them. */
const usual = line.map((one) => ({
  ...one,
  writer: one.writer % 5 === 4 ? 4 : 0,
  body: one.writer % 5 === 4 ? 13 : one.body % 2 === 0 ? 0 : 2,
}));

/** A line of klog beside the member that shippers use for it. */
const ORIGINAL = JSON.stringify('E1120 00:00:02.000000   20595 a.go:7] original');
/** Members of a document beside its line: those of one log mostly keep their order, and some vary. */
const MEMBERS: readonly fc.Arbitrary<readonly [string, readonly string[]]>[] = [
  fc.constant(['stream', ['"stderr"']]),
  fc.constant(['stream', ['"stderr"', '"stdout"']]),
  fc.constant(['offset', ['1', '22', '333', 'null', '"7"', 'true']]),
  fc.constant(['host', ['"a"', '"a"', '"b"', '""', '{"name":"a"}']]),
  fc.constant(['host', ['{"name":"a"}', '{"name":"a"}', '5']]),
  fc.constant(['kubernetes', ['{"a":"}\\\\\\"x","b":[1,{"c":"d"}]}', '{}', '[1,"]"]']]),
  fc.constant(['pid', ['"20595"', '"20595"', '"x"', '7']]),
  fc.constant(['ident', ['"kubelet"']]),
  fc.constant(['message', ['""', '"other words"', 'null', '3']]),
  fc.constant(['@timestamp', ['"2026-11-20T00:00:09Z"', '""', '12']]),
  fc.constant(['fields', ['{"message":"inner"}']]),
  fc.constant(['a\\u0062', ['"x"']]),
  fc.constant(['text', ['"more"']]),
  fc.constant(['level', ['"info"', ' "info" ']]),
  fc.constant(['event', [`{"original":${ORIGINAL}}`, '{"original":"words"}', '{}', `{"original":${ORIGINAL}}`]]),
  fc.constant(['full_message', [ORIGINAL, '"words"', ORIGINAL, '""']]),
];
const TIMES = [
  '2026-11-20T00:00:01Z',
  '2026-11-20T00:00:01.5Z',
  '2026-11-20T00:00:02.123456789Z',
  '2026-11-20T00:00:03.1234567Z',
  '2026-11-20T23:59:60Z',
  '2026-11-21T00:00:01.000001Z',
  '2026-02-31T00:00:01Z',
  '2026-11-20T00:00:01.Z',
  '2026-11-20T00:00:01+01:00',
  '1795132801000123',
  'soon',
  '',
  '2026-11-20 00:00:01Z',
  '2026-11-20T00:00:01.5xZ',
  '2026-11-20T00:00:01.5',
];
const LINES = [
  'I1120 00:00:01.000000   20595 kubelet.go:1] "a" x=<',
  'I1120 00:00:01.000001   20595 kubelet.go:1] "say \\"b\\"" k="\u00e9 & <c>"\n',
  'E1120 00:00:02.000000   20595 a.go:7] printf\ttext\\',
  'E1120 00:00:02.000000   20595 a.go:7] back\\n',
  'I1120 00:00:03.000000      77 a.go:7] other pid\n',
  'E1120 00:00:02.000000   20595 a.go:7] back\\',
  'I1120 00:00:01.000000   20595 kubelet.go:1] two\nlines\n',
  '\n',
  '',
  'words',
  'I1120 00:00:01.000000   20595 a.go:1] \u0001',
  'Nov 20 00:00:01 worker-2 kubelet[20595]: I1120 00:00:01.000000   20595 a.go:1] inner',
  '\tblock',
  ' >',
  'I1120 00:00:01.000000   20595 a.go:1] "m" output=<\n',
];
/** As Go's JSON does: `<`, `>` and `&` as escapes. */
const goJson = (text: string): string =>
  JSON.stringify(text).replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);

const shippedLog = fc
  .tuple(
    fc.uniqueArray(fc.oneof(...MEMBERS), { maxLength: 4, selector: ([name]) => name }),
    fc.constantFrom('log', 'message', 'msg', 'line'),
    fc.constantFrom('time', '@timestamp', 'ts', 'date'),
    fc.nat(5),
    fc.boolean(),
    fc.constantFrom('', '', 'short', 'short-iso-precise', 'short-unix', 'behind a name', 'docker'),
    fc.array(
      fc.record({
        text: fc.oneof({ weight: 8, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(LINES.length - 1) }),
        time: fc.oneof({ weight: 8, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(TIMES.length - 1) }),
        pick: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(9) }),
        escaped: fc.constantFrom('as usual', 'as usual', 'by Go', 'badly'),
      }),
      { minLength: 3, maxLength: 50, size: 'max' },
    ),
  )
  .map(([members, line, time, place, spaced, inner, documents]) =>
    documents.map(({ text: number, time: at, pick, escaped }, index) => {
      const written = (LINES[number] ?? '').replace(/\.\d{6} /, `.${String(index).padStart(6, '0')} `);
      const text = `${ENVELOPES[inner]?.({ second: at, day: 20, digits: pick > 4 ? '123' : '000123' }, WRITERS[pick === 9 ? 4 : 0] ?? '') ?? ''}${written}`;
      const own: [string, string][] = members
        .filter(([name]) => name !== line && name !== time)
        .map(([name, values]) => [name, values[pick % values.length] ?? '']);
      own.splice(place % (own.length + 1), 0, [
        line,
        escaped === 'by Go'
          ? goJson(text)
          : escaped === 'badly'
            ? JSON.stringify(text).replace('\\t', '\t')
            : JSON.stringify(text),
      ]);
      own.splice((place * 7) % (own.length + 1), 0, [time, JSON.stringify(TIMES[at])]);
      return `{${own.map(([name, value]) => `"${name}":${spaced ? ' ' : ''}${value}`).join(spaced ? ', ' : ',')}}`;
    }),
  );

/** Line, number of lines and times of what is told, with runs of all lines of places that wrote before. */
function readWithLane(chunks: readonly Uint8Array[]): { readonly told: readonly string[]; readonly taken: number } {
  const told: string[] = [];
  let taken = 0;
  const life = {};
  const patterns = new Map<string, NothingPattern>();
  const patternOf = ({ bytes, bodyStart, caller }: ReadRecord, severity: Severity): NothingPattern => {
    const key = `${caller.file}:${caller.fileLine} ${severity} ${bytes[bodyStart]}`;
    const known = patterns.get(key) ?? new NothingPattern(severity, bytes.slice(bodyStart, bodyStart + 1), undefined);
    patterns.set(key, known);
    return known;
  };
  const run = new PlainRun();
  const plain: RunSink = {
    readerOf: (parts) => new PlainReader(parts, run),
    callers: run.callers,
    processRun: () => life,
    takes: () => true,
    takeAll: ({ firstLine, count, times, stamps, kinds }) => {
      taken += count;
      for (let index = 0; index < count; index += 1)
        told.push(
          `${firstLine + index}+1 ${times[index]} ${kinds[index] === KIND_OTHER ? times[index] : (stamps[index] ?? Number.NaN)}`,
        );
    },
  };
  const reader = createSourceReader(
    0,
    'node.log',
    { year: 2026 },
    {
      record: (record) => {
        told.push(`${record.line}+${record.lines} ${record.time} ${record.journal?.time ?? Number.NaN}`);
        if (record instanceof ReadRecord && record.klog !== undefined && record.moreLines === 0)
          run.learn(record, patternOf(record, record.klog.severity), life);
      },
      warning: () => undefined,
      plain,
    },
  );
  for (const chunk of chunks) reader.push(chunk.slice());
  reader.end();
  return { told, taken };
}

/** Reads a log (its last line without newline) in chunks of so many bytes by the quick ways, and whole the long way: both tell the same. Returns how many lines a lane took. */
function takenOfSame(text: string, chunk: number): number {
  const bytes = new TextEncoder().encode(`${text}\n`);
  const pieces = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, piece) =>
    bytes.subarray(piece * chunk, (piece + 1) * chunk),
  );
  const long = readLog(`${text}${ESCAPE}\n`);
  const quick = readLog(pieces);
  expect(quick.records.map(wholeOf)).toEqual(long.records.map(wholeOf));
  expect(quick.warnings).toEqual(long.warnings);
  expect({ ...quick.summary, bytes: 0 }).toEqual({ ...long.summary, bytes: 0 });
  const lane = readWithLane(pieces);
  expect(lane.told).toEqual(
    long.records.map((record) => `${record.line}+${record.lines} ${record.time} ${record.journal?.time ?? Number.NaN}`),
  );
  return lane.taken;
}

describe('the quick ways of the reader', () => {
  it.each(Object.keys(ENVELOPES))('read what the long way reads, whoever writes in between: %s', (name) => {
    const envelope = ENVELOPES[name];
    if (envelope === undefined) throw new Error(name);
    let taken = 0;
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: line }), {
          minLength: 3,
          maxLength: 80,
          size: 'max',
        }),
        fc.integer({ min: 100, max: 20_000 }),
        (lines, chunk) => {
          let second = 0;
          let day = 20;
          const texts = lines.map(({ step, night, digits: drawn, writer, body }, index) => {
            second = Math.min(3599, second + step);
            day += night;
            // A line that came before with the very stamp is left out.
            const digits = drawn.length === 6 ? `${drawn.slice(0, 3)}${String(index).padStart(3, '0')}` : drawn;
            const stamp = { second, day, digits };
            return `${envelope(stamp, WRITERS[writer] ?? '')}${BODIES[body]?.(stamp)}\n`;
          });
          const text = [
            ...texts,
            `${envelope({ second, day, digits: '5' }, 'kubelet[20595]')}${klog(20_595)({ second, day, digits: '5' })}kubelet.go:1] "end"`,
          ].join('');
          taken += takenOfSame(text, chunk);
        },
      ),
      { numRuns: rounds(300), seed: 11 },
    );
    expect(taken).toBeGreaterThan(atLeast(2000));
  });

  it('read documents of log shippers as the long way does, whatever their members', () => {
    let lines = 0;
    let taken = 0;
    fc.assert(
      fc.property(shippedLog, fc.integer({ min: 200, max: 20_000 }), (documents, chunk) => {
        const text = `${documents.join('\n')}\n`;
        const end = `{"log":"I1120 00:59:59.000000   20595 kubelet.go:1] \\"end\\"","time":"2026-11-20T00:59:59Z"}`;
        lines += documents.length;
        taken += takenOfSame(`${text}${end}`, chunk);
      }),
      { numRuns: rounds(750), seed: 11 },
    );
    expect(lines).toBeGreaterThan(atLeast(12_000));
    expect(taken).toBeGreaterThan(atLeast(135));
  });
});
