import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from '../../../src/journal/bytes/bytes.ts';
import { RepeatedText } from '../../../src/journal/bytes/repeatedText.ts';
import { countedLine } from '../../../src/analysis/insight/copiedLine.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';
import { isQuick } from '../../support/effort.ts';
import { readLog } from './readLog.ts';

const line = (index: number): string =>
  `I0310 08:00:${String(10 + index)}.100001    2101 kubelet.go:2407] "SyncLoop ADD" source="api" pods=["shop/web-${index}"]`;
const LINES = Array.from({ length: 12 }, (_, index) => line(index));
const LOG = `${LINES.join('\n')}\n`;
const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** What is passed on of a text that comes in pieces of this length, and what was told. */
function read(text: string, length: number): { readonly out: string; readonly told: readonly unknown[] } {
  const told: unknown[] = [];
  let out = '';
  const repeated = new RepeatedText(
    (chunk) => {
      out += decodeText(chunk, 0, chunk.length);
    },
    ({ first, count }) => told.push({ first, count }),
  );
  const bytes = encodeText(text);
  for (let at = 0; at < bytes.length; at += length) {
    const chunk = bytes.slice(at, at + length);
    repeated.push(chunk);
    chunk.fill(0);
  }
  repeated.end();
  return { out, told };
}

describe.each([1, 7, 100, 1000, 100_000])('a text in pieces of %i', (length) => {
  it('is left as it is where nothing stands twice in it', () =>
    expect(read(LOG, length)).toEqual({ out: LOG, told: [] }));
  it('is left as it is where lines stand twice in it whose stamps tell the second only', () => {
    const text = `${LOG}2018-05-20 15:34:06.000 | : exit status 1\n${line(13)}\n2018-05-20 15:34:06.000 | : exit status 1\n`;
    expect(read(text, length)).toEqual({ out: text, told: [] });
  });
  it('is given once where it was pasted twice, or three times', () => {
    expect(read(LOG + LOG, length)).toEqual({ out: LOG + blank(LOG), told: [{ first: 13, count: 12 }] });
    expect(read(LOG + LOG + LOG, length).out).toBe(LOG + blank(LOG + LOG));
  });
  it('is given once where it ends in the middle of the second time', () => {
    const rest = LOG.slice(0, -30);
    expect(read(LOG + rest, length)).toEqual({ out: LOG + blank(rest), told: [{ first: 13, count: 11 }] });
  });
  it('goes on with what is new, behind it or within it', () => {
    const [copy, rest] = [LINES.slice(0, 9), LINES.slice(9)].map((lines) => `${lines.join('\n')}\n`);
    const other = `${line(40)}\n`;
    expect(read(`${LOG}${copy}${other}${rest}`, length).out).toBe(
      `${LOG}${blank(copy ?? '')}${other}${blank(rest ?? '')}`,
    );
    expect(read(`${LOG}${LOG}${line(41)}\n`, length).out).toBe(`${LOG}${blank(LOG)}${line(41)}\n`);
    expect(read(`${LOG}some words\n${LOG}`, length).out).toBe(`${LOG}some words\n${blank(LOG)}`);
  });
  it.each([
    [0, 12],
    [3, 12],
    [5, 8],
    [7, 8],
  ])('is given once where its lines %i to %i stand behind it, too', (from, to) => {
    const part = `${LINES.slice(from, to).join('\n')}\n`;
    expect(read(LOG + part, length)).toEqual({ out: LOG + blank(part), told: [{ first: 13, count: to - from }] });
  });
  it.each([
    [1, 12],
    [3, 7],
    [11, 12],
  ])('is given in order where its lines %i to %i stand before it, too', (from, to) => {
    const part = `${LINES.slice(from, to).join('\n')}\n`;
    const out = `${blank(part)}\n${LOG}`;
    expect(read(`${part}\n${LOG}`, length)).toEqual({ out, told: [{ first: 1, count: to - from }] });
  });
  it('is given in order where some of its lines stand before it, one here and one there', () => {
    const excerpt = [2, 5, 6, 9].map((index) => `${LINES[index]}\n`).join('');
    expect(read(`${excerpt}all:\n${LOG}`, length).out).toBe(`${blank(excerpt)}all:\n${LOG}`);
  });
  it('is given once where each line was sent twice', () =>
    expect(read(LINES.map((text) => `${text}\n${text}\n`).join(''), length).out).toBe(
      LINES.map((text) => `${text}\n${blank(text)}\n`).join(''),
    ));
  it('is given once with its lines without a stamp, in front of a copy and within it', () => {
    const log = `Mar 10 08:00:09 n1 systemd[1]: Started kubelet.\n${LINES[0]}\n\tat a place\n${LINES[1]}\n`;
    expect(read(`${log}${log}`, length)).toEqual({ out: log + blank(log), told: [{ first: 5, count: 4 }] });
    const other = log.replace('Started', 'Stopped');
    expect(read(`${log}${other}`, length).out).toBe(log + other.slice(0, 48) + blank(other.slice(48)));
  });
  it('is given once without a line in front of the copy that only ends as the earlier one', () => {
    const [log, other] = ['words\n', 'rds\n'].map((words) => `${LINES[0]}\n${words}${LINES[1]}\n`);
    const after = (other ?? '').replace(LINES[0] ?? '', line(40));
    expect(read(`${log}${after}`, length).out).toBe(`${log}${line(40)}\nrds\n${blank(LINES[1] ?? '')}\n`);
  });
  it('is given once where its parts do not stand in order of time', () => {
    const log = [...LINES.slice(6), ...LINES.slice(0, 6)].map((text) => `${text}\n`).join('');
    expect(read(log + log, length).out).toBe(log + blank(log));
  });
  it.skipIf(isQuick && length === 1)('is given once where a line is long', () => {
    const log = `${LINES[0]}\n${'x'.repeat(70_000)}\nwords\n${LINES[1]}\n`;
    expect(read(log + log, length).out).toBe(log + blank(log));
  });
  it('keeps lines without parts of a second', () => {
    const start = `${Array.from({ length: 12 }, (_, index) => `Flag --flag-${index} has been deprecated on 10.244.128.1`).join('\n')}\n`;
    const starts = `${start}${line(1)}\n${start}${line(2)}\n`;
    expect(read(starts, length)).toEqual({ out: starts, told: [] });
  });
  it('is given once where its stamps are seconds since 1970', () => {
    const log = LINES.map((text, index) => `{"ts":17415936${10 + index}.128,"msg":"${text.slice(60)}"}\n`).join('');
    expect(read(log + log, length).out).toBe(log + blank(log));
  });
});

it('begins anywhere behind equal lines', () => {
  const equal = (count: number): string => 'Mar 10 08:00:10 n1 cron: run\n'.repeat(count);
  for (const count of [20, 20_000]) {
    const log = equal(count) + LOG;
    const { out, told } = read(log + log, 100_000);
    expect(out.slice(log.length).trimEnd()).not.toContain('SyncLoop');
    expect(told).toHaveLength(1);
  }
});

describe('each run of lines that are left out', () => {
  const copiesOf = (text: string): unknown => readLog(text).summary.copies;

  it('is told with the lines that count', () => {
    const [two, three] = [LINES.slice(1, 3), LINES.slice(6, 9)].map((lines) => `${lines.join('\n')}\n`);
    expect(copiesOf(LOG)).toBeUndefined();
    expect(copiesOf(`${LOG}${two}---\n${three}`)).toEqual([
      { first: 13, count: 2, same: 2 },
      { first: 16, count: 3, same: 7 },
    ]);
    // An excerpt in front of its log.
    expect(copiesOf(`${three}\n${LOG}`)).toEqual([{ first: 1, count: 3, same: 11 }]);
  });

  it('is found by its lines', () => {
    const { summary } = readLog(`${LOG}${LINES.slice(6, 9).join('\n')}\n`);
    expect([6, 7, 12, 13, 15, 16].map((at) => countedLine(summary, at))).toEqual([6, 7, 12, 7, 9, 16]);
    expect(countedLine(undefined, 13)).toBe(13);
  });

  it('is told as one, however the text comes', () => {
    const once = Array.from({ length: 3000 }, (_, at) => `${line(10).replace('100001', String(100_000 + at))}\n`);
    const again = [...once.slice(100, 2000), ...once.slice(2500)].join('');
    const bytes = encodeText(once.join('') + again);
    const toldIn = (length: number): unknown => {
      const told: unknown[] = [];
      const repeated = new RepeatedText(
        () => undefined,
        (lines) => told.push(lines),
      );
      for (let at = 0; at < bytes.length; at += length) repeated.push(bytes.slice(at, at + length));
      repeated.end();
      return told;
    };
    const copies = [
      { first: 3001, count: 1900, same: 101 },
      { first: 4901, count: 500, same: 2501 },
    ];
    for (const length of [997, 5000, 64 * 1024, bytes.length])
      expect(toldIn(length)).toEqual([{ first: 3001, count: 2400, copies }]);
  });

  it('is told of fifty at most', () => {
    const text = LINES.map((one) => `${one}\n---\n${one}\n---\n`).join('');
    const many = Array.from({ length: 10 }, (_, index) => text.replaceAll('I0310 08:', `I0310 1${index}:`)).join('');
    expect(copiesOf(many)).toHaveLength(50);
  });
});

it('does not hold back a long text without stamps', () => {
  let passed = 0;
  const repeated = new RepeatedText(
    (chunk) => (passed += chunk.length),
    () => undefined,
  );
  for (let count = 0; count < 600; count += 1) repeated.push(encodeText(`${'words '.repeat(100)}\n`));
  expect(passed).toBeGreaterThan(100_000);
});

it('is an excerpt only as long as the beginning of the text waits', () => {
  const long = Array.from({ length: 6000 }, (_, index) => `${line(10).replace('100001', String(100_000 + index))}\n`);
  const [first, second] = [long.slice(3000).join(''), long.join('')];
  const { out } = read(first + second, 64 * 1024);
  expect(out).toBe(first + long.slice(0, 3000).join('') + blank(first));
});

it('keeps what comes behind so much text as it looks at, in memory that is written over while it is passed on', () => {
  const text = Array.from(
    { length: 50_000 },
    (_, index) => `${line(10).replace('100001', String(100_000 + index))}\n`,
  ).join('');
  const room = new Uint8Array(150_000);
  let out = '';
  const repeated = new RepeatedText(
    (chunk) => {
      out += decodeText(chunk, 0, chunk.length);
      room.fill(0);
    },
    () => undefined,
  );
  const bytes = encodeText(text);
  for (let at = 0; at < bytes.length; at += room.length) {
    const part = bytes.subarray(at, at + room.length);
    room.set(part);
    repeated.push(room.subarray(0, part.length));
  }
  repeated.end();
  expect(bytes.length).toBeGreaterThan(4 * 1024 * 1024);
  expect(out === text).toBe(true);
});

it('gives the same for pieces of any length', () => {
  const part = fc.tuple(fc.nat(11), fc.nat(11), fc.constantFrom('', '\n', 'words\n', 'no end'));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.integer({ min: 1, max: 400 }), (parts, length) => {
      const text = parts.map(([from, to, words]) => `${LINES.slice(from, to).join('\n')}\n${words}`).join('');
      expect(read(text, length)).toEqual(read(text, 100_000));
      const { out } = read(text, length);
      const lines = out.split('\n');
      for (const wanted of LINES)
        expect(lines.filter((kept) => kept === wanted)).toHaveLength(text.split('\n').includes(wanted) ? 1 : 0);
    }),
    { numRuns: 200 },
  );
});

it('counts the lines of a log that was pasted twice once, and says so', () => {
  const once = analysisOf(sessionOf(LOG));
  const twice = analysisOf(sessionOf(LOG + LOG));
  const { history } = twice.reconstruction;
  expect([history.counts.lines, history.counts.records]).toEqual([24, 12]);
  expect(twice.answer).toEqual(once.answer);
  expect(history.warnings.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('12 lines, this one the first of them, stand in the log twice'),
  );
  const last = `${LINES.at(-1)}\n`;
  expect(analysisOf(sessionOf(LOG + last)).reconstruction.history.warnings.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/^This line stands in the log twice, .* it counts once\.$/),
  );
});
