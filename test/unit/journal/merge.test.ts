import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordMerge } from '../../../src/journal/order/merge.ts';
import { RecordOrder } from '../../../src/journal/order/reversed.ts';
import type { LogRecord } from '../../../src/journal/record.ts';
import { instant } from '../../../src/kubelet/time.ts';

const NOON = 1_795_262_400_000_000;

function record(
  source: number,
  line: number,
  second: number | undefined,
  text = `${source}:${line}`,
  more: Partial<LogRecord> = {},
): LogRecord {
  const time = second === undefined ? undefined : instant(NOON + Math.round(second * 1_000_000));
  return {
    source,
    line,
    lines: 1,
    time,
    message: text,
    pairs: [],
    ...(time === undefined ? {} : { klog: { severity: 'I', time, pid: 7, file: 'kubelet.go', fileLine: 1 } }),
    ...more,
  };
}

/** Runs the driver's loop over records that come in chunks. */
function merged(
  sources: readonly (readonly LogRecord[])[],
  options: { chunk?: number; begins?: boolean; nodes?: readonly string[] } = {},
): { records: LogRecord[]; merge: RecordMerge; asked: number[] } {
  const records: LogRecord[] = [];
  const asked: number[] = [];
  const merge = new RecordMerge((one) => records.push(one));
  sources.forEach((list, source) =>
    merge.add(source, options.begins === true ? list[0]?.time : undefined, options.nodes?.[source]),
  );
  const at = sources.map(() => 0);
  for (let source = merge.advance(); source !== undefined; source = merge.advance()) {
    asked.push(source);
    const list = sources[source] ?? [];
    const from = at[source] ?? 0;
    if (from >= list.length) {
      merge.end(source);
      continue;
    }
    merge.opened(source);
    const to = from + (options.chunk ?? 2);
    for (const one of list.slice(from, to)) merge.take(one);
    at[source] = to;
  }
  return { records, merge, asked };
}

describe('a merge', () => {
  it('goes on with a source that begins within the second in which another ends', () => {
    const one = [record(0, 1, 46.9), record(0, 2, 47.231)];
    const two = [record(1, 1, 47), record(1, 2, 47), record(1, 3, 48.5)];
    for (const begins of [false, true])
      expect(merged([one, two], { begins }).records.map(({ message }) => message)).toEqual([
        '0:1',
        '0:2',
        '1:1',
        '1:2',
        '1:3',
      ]);
  });

  it('takes the earliest head of all sources', () => {
    const { records } = merged([
      [record(0, 1, 1), record(0, 2, 4)],
      [record(1, 1, 2), record(1, 2, 3)],
    ]);
    expect(records.map((one) => one.message)).toEqual(['0:1', '1:1', '1:2', '0:2']);
  });

  it('hands records on at once where those before them are known', () => {
    const given: string[] = [];
    const merge = new RecordMerge((one) => given.push(one.message));
    merge.add(0, record(0, 1, 1).time);
    merge.add(1, record(1, 1, 100).time);
    merge.opened(0);
    for (const second of [1, 2, 96]) merge.take(record(0, second, second));
    expect(given).toEqual(['0:1', '0:2']);
    merge.end(0);
    merge.opened(1);
    merge.take(record(1, 1, 100));
    expect(given).toEqual(['0:1', '0:2', '0:96', '1:1']);
  });

  it('lets what waits go on in a copy of its chunk, one for all, and what it remembers in its own bytes', () => {
    const chunk = new Uint8Array([1, 2, 3]);
    const copies: (Uint8Array | undefined)[] = [];
    const detachable = (source: number, line: number, second: number): LogRecord =>
      record(source, line, second, 'a', { detach: (copyOf) => copies.push(copyOf?.(chunk)) });
    const merge = new RecordMerge(() => undefined);
    merge.add(0);
    merge.add(1);
    merge.opened(0);
    merge.opened(1);
    for (const line of [1, 2]) merge.take(detachable(0, line, line));
    expect(copies).toEqual([]);
    merge.detach(0);
    expect(copies).toEqual([chunk, chunk]);
    expect(copies[0]).toBe(copies[1]);
    expect(copies[0]).not.toBe(chunk);
    merge.end(0);
    merge.take(detachable(1, 1, 3));
    expect(copies.slice(2)).toEqual([undefined]);
  });

  it('keeps the order within each source, steps of the clock and lines without a time included', () => {
    const stepped = [record(0, 1, 100), record(0, 2, 40), record(0, 3, undefined), record(0, 4, 101)];
    const { records } = merged([stepped, [record(1, 1, 50), record(1, 2, 102)]]);
    expect(records.filter((one) => one.source === 0).map((one) => one.line)).toEqual([1, 2, 3, 4]);
  });

  it('has each record forget what was read out of it once it was handed on', () => {
    const steps: string[] = [];
    const one = (source: number, line: number, second: number): LogRecord =>
      record(source, line, second, `${source}:${line}`, { forget: () => steps.push(`forgot ${source}:${line}`) });
    const merge = new RecordMerge(({ message }) => steps.push(message));
    merge.add(0);
    merge.add(1);
    for (const source of [0, 1]) merge.opened(source);
    merge.take(one(0, 1, 1));
    merge.take(one(1, 1, 2));
    merge.end(0);
    merge.end(1);
    expect(merge.advance()).toBeUndefined();
    expect(steps).toEqual(['0:1', 'forgot 0:1', '1:1', 'forgot 1:1']);
  });

  it('opens a source only when its time comes', () => {
    const { asked } = merged(
      [
        [record(0, 1, 0), record(0, 2, 10)],
        [record(1, 1, 1000), record(1, 2, 1010)],
      ],
      { begins: true, chunk: 1 },
    );
    expect(asked.indexOf(1)).toBe(asked.lastIndexOf(0) + 1);
  });

  it('never holds more than a chunk of each source', () => {
    const long = (source: number): LogRecord[] =>
      Array.from({ length: 5000 }, (_, i) => record(source, i + 1, i * 2 + source));
    const waiting: number[] = [0, 0];
    let most = 0;
    const merge = new RecordMerge((one) => {
      waiting[one.source] = (waiting[one.source] ?? 0) - 1;
    });
    const sources = [long(0), long(1)];
    sources.forEach((_, source) => merge.add(source));
    const at = [0, 0];
    for (let source = merge.advance(); source !== undefined; source = merge.advance()) {
      const chunk = (sources[source] ?? []).slice(at[source], (at[source] ?? 0) + 100);
      at[source] = (at[source] ?? 0) + 100;
      if (chunk.length === 0) merge.end(source);
      merge.opened(source);
      waiting[source] = (waiting[source] ?? 0) + chunk.length;
      for (const one of chunk) merge.take(one);
      most = Math.max(most, ...waiting);
    }
    expect(most).toBeLessThanOrEqual(101);
    expect(waiting).toEqual([0, 0]);
  });

  it('gives every record once and in order of time, whatever the chunks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.nat(1000), { maxLength: 40 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (lists, chunk, begins) => {
          const sources = lists.map((times, source) =>
            times.toSorted((a, b) => a - b).map((second, index) => record(source, index + 1, second)),
          );
          const { records } = merged(sources, { chunk, begins });
          expect(records).toHaveLength(sources.flat().length);
          expect(records.map((one) => one.time)).toEqual(
            records.map((one) => one.time).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
          );
        },
      ),
    );
  });
});

describe('records in two sources', () => {
  const rows = Array.from({ length: 30 }, (_, i) => i);
  const piece = (source: number, from: number, to: number, more: Partial<LogRecord> = {}): LogRecord[] =>
    rows.slice(from, to).map((row) => record(source, row - from + 1, row, `row ${row}`, more));

  it('count once, and the overlap is told', () => {
    const { records, merge } = merged([piece(0, 0, 20), piece(1, 15, 30)], { begins: true, chunk: 7 });
    expect(records.map((one) => one.message)).toEqual(rows.map((row) => `row ${row}`));
    expect(merge.overlaps()).toEqual([{ source: 0, other: 1, count: 5, firstLine: 1, lastLine: 5 }]);
  });

  it('count once when the whole file was given twice, and when its clock steps back', () => {
    const stepped = (source: number): LogRecord[] =>
      rows.map((row) => record(source, row + 1, row < 15 ? row : row - 300, `row ${row}`));
    const { records } = merged([stepped(0), stepped(1)]);
    expect(records.map((one) => one.message)).toEqual(rows.map((row) => `row ${row}`));
  });

  it('count as often as the source that has them most often', () => {
    const { records } = merged([
      [record(0, 1, 1, 'x'), record(0, 2, 1, 'x'), record(0, 3, 1, 'x')],
      [record(1, 1, 1, 'x'), record(1, 2, 1, 'x')],
    ]);
    expect(records).toHaveLength(3);
  });

  it('are two when anything of them differs, or they are of different nodes', () => {
    const host = (name: string): Partial<LogRecord> => ({ journal: { host: name, identifier: 'kubelet', pid: 7 } });
    expect(
      merged([piece(0, 0, 5), piece(1, 0, 5).map((one) => ({ ...one, message: `${one.message}!` }))]).records,
    ).toHaveLength(10);
    expect(
      merged(
        [piece(0, 0, 5), piece(1, 0, 5)].map((list, s) =>
          list.map((one) => ({ ...one, pairs: [{ key: 'k', value: String(s), quoted: true }] })),
        ),
      ).records,
    ).toHaveLength(10);
    expect(merged([piece(0, 0, 5, host('a')), piece(1, 0, 5, host('b'))]).records).toHaveLength(10);
    expect(merged([piece(0, 0, 5), piece(1, 0, 5)], { nodes: ['a', 'b'] }).records).toHaveLength(10);
    expect(merged([piece(0, 0, 5, host('a')), piece(1, 0, 5)]).records).toHaveLength(5);
  });

  it('are recognised for neighbours although one of the modes cuts their stamps to the second', () => {
    const neighbour = (source: number, second: number): LogRecord => ({
      source,
      line: 1,
      lines: 1,
      time: instant(NOON + second * 1_000_000),
      message: 'task dockerd blocked',
      pairs: [],
      journal: { host: 'a', identifier: 'kernel' },
    });
    expect(merged([[neighbour(0, 5)], [neighbour(1, 5.4)]]).records).toHaveLength(1);
  });
});

describe('the order of one source', () => {
  function ordered(
    records: readonly LogRecord[],
    most?: number,
  ): { out: number[]; reversed: boolean; tooLong: number } {
    const out: number[] = [];
    let tooLong = 0;
    let reversed = false;
    const order = new RecordOrder(
      {
        record: (one) => out.push(one.line),
        reversed: () => {
          reversed = true;
        },
        tooLong: () => {
          tooLong += 1;
        },
      },
      most,
    );
    for (const one of records) order.take(one);
    order.end();
    return { out, reversed, tooLong };
  }
  const lines = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

  it('is turned when the source runs backwards', () => {
    expect(ordered(lines(500).map((line) => record(0, line, -line)))).toEqual({
      out: lines(500).toReversed(),
      reversed: true,
      tooLong: 0,
    });
    expect(ordered(lines(3).map((line) => record(0, line, -line))).out).toEqual([3, 2, 1]);
    expect(ordered([record(0, 1, 5), record(0, 2, 0)]).out).toEqual([2, 1]);
    const words = record(0, 2, undefined, 'and in January:');
    expect(ordered([record(0, 1, 30 * 86_400), words, record(0, 3, 0)]).out, 'two notes').toEqual([1, 2, 3]);
    expect(ordered([words, record(0, 3, 5), record(0, 4, 0), words]).out, 'a heading').toEqual([2, 4, 3, 2]);
    expect(ordered([record(0, 1, 0.5), record(0, 2, 0)]).out).toEqual([1, 2]);
  });

  it('is turned within a second, where nothing goes forward', () => {
    const within = (...seconds: readonly number[]): boolean =>
      ordered(seconds.map((second, index) => record(0, index + 1, second))).reversed;
    expect(within(9.4, 9.3, 9.2, 9.1)).toBe(true);
    expect(within(9.4, 9.3, 9.2)).toBe(false);
    expect(within(9.4, 9.3, 9.2, 9.1, 9.15)).toBe(false);
    // Threads that write at once.
    expect(within(9.0004, 9.0003, 9.0002, 9.0001)).toBe(false);
    // Stamps that are cut to the second tell nothing within it.
    expect(within(9, 9.2, 9.1, 9, 8, 8)).toBe(true);
    expect(within(8, 8.2, 8, 9, 9.2, 9)).toBe(false);
    expect(within(9, 8.2, 8)).toBe(false);
  });

  it('is turned although some stamps are equal, missing, or jitter', () => {
    const times = lines(100).map((line) =>
      line % 7 === 0 ? undefined : -Math.floor(line / 3) + (line % 10 === 0 ? 0.2 : 0),
    );
    expect(ordered(times.map((second, index) => record(0, index + 1, second))).reversed).toBe(true);
  });

  it('stays when the source runs forward, with steps of the clock, jitter and a second paste behind the first', () => {
    expect(ordered(lines(500).map((line) => record(0, line, line))).out).toEqual(lines(500));
    expect(ordered(lines(40).map((line) => record(0, line, line < 20 ? line : line - 3600))).out).toEqual(lines(40));
    expect(ordered(lines(10).map((line) => record(0, line, undefined))).out).toEqual(lines(10));
  });

  it('hands a forward source on at once after its first records', () => {
    let seen = 0;
    const order = new RecordOrder({
      record: () => {
        seen += 1;
      },
      reversed: () => undefined,
      tooLong: () => undefined,
    });
    for (const line of lines(64)) order.take(record(0, line, line));
    expect(seen).toBe(64);
    order.take(record(0, 65, 65));
    expect(seen).toBe(65);
  });

  it('keeps its memory bounded when a reversed source is too long', () => {
    const { out, tooLong } = ordered(
      lines(1000).map((line) => record(0, line, -line)),
      400,
    );
    expect(tooLong).toBe(1);
    expect(out.toSorted((a, b) => a - b)).toEqual(lines(1000));
    expect(out.slice(0, 3)).toEqual([400, 399, 398]);
  });
});
