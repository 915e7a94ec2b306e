import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from '../../../src/journal/bytes/bytes.ts';
import { RepeatedText } from '../../../src/journal/bytes/repeatedText.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';

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
    (lines) => told.push(lines),
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
  it('is given once where it was pasted twice, or three times', () => {
    expect(read(LOG + LOG, length)).toEqual({ out: LOG + blank(LOG), told: [{ first: 13, count: 12 }] });
    expect(read(LOG + LOG + LOG, length).out).toBe(LOG + blank(LOG + LOG));
  });
  it('is given once where it ends in the middle of the second time', () => {
    const rest = LOG.slice(0, -30);
    expect(read(LOG + rest, length)).toEqual({ out: LOG + blank(rest), told: [{ first: 13, count: 11 }] });
  });
  it('goes on with what is new, behind it or within it', () => {
    const other = LINES.slice(0, 9).join('\n') + '\n' + line(40) + '\n' + LINES.slice(9).join('\n') + '\n';
    const copy = LINES.slice(0, 9).join('\n') + '\n';
    expect(read(LOG + other, length).out).toBe(LOG + blank(copy) + other.slice(copy.length));
    expect(read(`${LOG}${LOG}${line(41)}\n`, length).out).toBe(`${LOG}${blank(LOG)}${line(41)}\n`);
    expect(read(`${LOG}some words\n${LOG}`, length).out).toBe(`${LOG}some words\n${blank(LOG)}`);
  });
  it('keeps a few lines that came again, and lines without parts of a second', () => {
    const few = `${LINES.slice(0, 7).join('\n')}\n`;
    expect(read(LOG + few, length)).toEqual({ out: LOG + few, told: [] });
    const start = `${Array.from({ length: 12 }, (_, index) => `Flag --flag-${index} has been deprecated`).join('\n')}\n`;
    const starts = `${start}${line(1)}\n${start}${line(2)}\n`;
    expect(read(starts, length)).toEqual({ out: starts, told: [] });
  });
});

it('is looked for behind a few equal lines, and no more where a text begins again everywhere', () => {
  const equal = (count: number): string => 'Mar 10 08:00:10 n1 cron: run\n'.repeat(count);
  const few = equal(20) + LOG;
  expect(read(few + few, 1000).out).toBe(few + blank(few));
  const many = equal(20_000) + LOG;
  expect(read(many + many, 100_000)).toEqual({ out: many + many, told: [] });
});

it('counts the lines of a log that was pasted twice once, and says so', () => {
  const once = analysisOf(sessionOf(LOG));
  const twice = analysisOf(sessionOf(LOG + LOG));
  const { history } = twice.reconstruction;
  expect([history.counts.lines, history.counts.records]).toEqual([24, 12]);
  expect(twice.answer).toEqual(once.answer);
  expect(history.warnings.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('12 lines from here on stand at the beginning of the log, too'),
  );
});
