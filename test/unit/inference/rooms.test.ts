import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KIND_OTHER } from '../../../src/journal/batch/kernel/layout.ts';
import { RunSpan } from '../../../src/journal/batch/kernel/runSpan.ts';
import { LogRateCounter } from '../../../src/inference/streams/logRate.ts';
import { intersectProofs } from '../../../src/inference/proof.ts';
import { TimeColumn } from '../../../src/inference/store/timeColumn.ts';
import { packLine, unpackLine } from '../../../src/inference/store/lines.ts';
import type { Severity } from '../../../src/journal/record.ts';
import { at, HandMadeLog, secondsOf, stale } from '../../support/facts.ts';
import { isQuick } from '../../support/effort.ts';

describe('a column of times', () => {
  const line = (number: number) => ({ source: 1, line: number });

  it('finds neighbours, and sorts what came out of order', () => {
    const column = new TimeColumn(0);
    column.push(at(3), line(1));
    column.push(at(1), line(2));
    column.push(at(2), line(3), 'pod');
    expect(column.lastBefore(at(2))?.at).toEqual(line(2));
    expect(column.firstAfter(at(2))?.at).toEqual(line(1));
    expect(column.between(at(1), at(3), 10).map((entry) => entry.label)).toEqual(['pod', undefined]);
    expect(column.lastBefore(at(1))).toBeUndefined();
  });

  it('leaves out what is nearer than its grain, unless another label', () => {
    const column = new TimeColumn(50_000);
    for (let count = 0; count < 100; count += 1) column.push(at(count / 1000), line(count), count < 50 ? 'a' : 'b');
    expect(column.size).toBe(2);
  });

  it('packs places of any source and line', () => {
    for (const place of [
      { source: 0, line: 1 },
      { source: 7, line: 5_000_000 },
      { source: 300, line: 4_000_000_000 },
    ])
      expect(unpackLine(packLine(place))).toEqual(place);
  });
});

describe('intersected proofs', () => {
  it('keep the narrowest bounds', () => {
    const { bounds, warnings } = intersectProofs('begin', [
      { max: at(10), rule: 'a', lines: [] },
      { min: at(2), max: at(12), rule: 'b', lines: [] },
      { min: at(4), rule: 'c', lines: [] },
    ]);
    expect([secondsOf(bounds.min), secondsOf(bounds.max)]).toEqual([4, 10]);
    expect(warnings).toEqual([]);
  });

  it('that contradict each other warn, and the first ones stand', () => {
    const { bounds, warnings, constraints } = intersectProofs('begin', [
      { min: at(4), max: at(10), rule: 'sure', lines: [] },
      { min: at(11), rule: 'doubtful', lines: [{ source: 0, line: 5 }] },
    ]);
    expect([secondsOf(bounds.min), secondsOf(bounds.max)]).toEqual([4, 10]);
    expect(warnings[0]?.at).toEqual({ source: 0, line: 5 });
    expect(warnings[0]?.text).toContain('doubtful');
    expect(constraints).toHaveLength(2);
  });
});

describe('the log rate', () => {
  it('counts by severity, and widens its buckets for a long log', () => {
    const counter = new LogRateCounter();
    expect(counter.rate()).toBeUndefined();
    for (let second = 0; second < 10_000; second += 1) counter.count(at(second), second % 10 === 0 ? 'E' : 'I');
    const rate = counter.rate();
    expect(rate?.info.length).toBeLessThanOrEqual(1200);
    expect(rate?.info.reduce((sum, count) => sum + count, 0)).toBe(9000);
    expect(rate?.error.reduce((sum, count) => sum + count, 0)).toBe(1000);
    expect((rate?.bucket ?? 0) / 1_000_000).toBe(16);
  });

  it('takes records from before the first, and one far away', () => {
    const counter = new LogRateCounter();
    counter.count(at(100), 'W');
    counter.count(at(-5), 'F');
    counter.count(at(86_400 * 400), undefined);
    const rate = counter.rate();
    expect(rate?.from).toBeLessThanOrEqual(at(-5));
    expect(
      [rate?.info, rate?.warning, rate?.error].map((counts) => counts?.reduce((sum, count) => sum + count, 0)),
    ).toEqual([1, 1, 1]);
  });
});

describe('a log without errors', () => {
  const isWithoutErrors = (severities: string): boolean => {
    const counter = new LogRateCounter();
    [...severities].forEach((severity, index) =>
      counter.count(at(index), severity === ' ' ? undefined : (severity as Severity)),
    );
    return counter.isWithoutErrors;
  };

  it.each([
    ['IIIIIIII', true],
    ['IWIIIWII', true],
    ['IIIIIII', false],
    ['        ', false],
    ['IIIIIIIIE', false],
    ['IIIIFIIII', false],
  ])('is one with the severities %s: %s', (severities, is) => expect(isWithoutErrors(severities)).toBe(is));

  it.each([
    [[0, 1, 0, 0], true],
    [[0, 2, 0, 0], false],
    [[3, 3, 3, 3], false],
  ])('is one with three runs of plain lines of the kinds %s: %s', (kinds, is) => {
    const counter = new LogRateCounter();
    const times = Float64Array.from(kinds, (_, index) => at(index));
    const span = new RunSpan(new Float64Array(12));
    span.retime(times, times, Uint8Array.from(kinds), kinds.length);
    for (let run = 0; run < 3; run += 1)
      counter.countAll({ times: times.map((time) => time + run * 7e6), kinds: Uint8Array.from(kinds), count: 4, span });
    expect(counter.isWithoutErrors).toBe(is);
  });
});

describe('lines that are counted in runs', () => {
  const SEVERITIES = ['I', 'W', 'E'] as const;

  it.skipIf(isQuick)('are counted as one by one, wherever their times go', () => {
    const line = fc.record({
      kind: fc.integer({ min: 0, max: 3 }),
      after: fc.oneof(fc.integer({ min: 0, max: 900_000 }), fc.integer({ min: -5_000_000, max: 4_000_000_000 })),
    });
    fc.assert(
      fc.property(fc.array(fc.array(line, { maxLength: 20 }), { maxLength: 12 }), (runs) => {
        const inRuns = new LogRateCounter();
        const single = new LogRateCounter();
        let time = at(1000);
        for (const run of runs) {
          const times = Float64Array.from(run, ({ after }) => (time = (time + after) as typeof time));
          const numbers = new Float64Array(12);
          const kinds = Uint8Array.from(run, ({ kind }) => (kind === KIND_OTHER ? kind : kind | 4));
          const span = new RunSpan(numbers);
          span.retime(times, times, kinds, run.length);
          numbers.set(
            [run.length, run.filter(({ kind }) => kind === 1).length, run.filter(({ kind }) => kind === 2).length],
            6,
          );
          if (run.length > 0) inRuns.countAll({ times, kinds, count: run.length, span });
          run.forEach(({ kind }, index) => single.count(times[index] as typeof time, SEVERITIES[kind]));
        }
        expect(inRuns.rate()).toEqual(single.rate());
      }),
      { numRuns: 1000 },
    );
  });
});

describe('node Ready', () => {
  it('is one change when event and condition say the same', () => {
    const log = new HandMadeLog()
      .start()
      .add(1, { kind: 'node-event', event: 'NodeReady' })
      .add(252.9, { kind: 'node-event', event: 'NodeNotReady' })
      .condition(252.9001, stale(184))
      .add(300, { kind: 'node-event', event: 'NodeReady' });
    expect(log.history().nodeReady.map((change) => [change.ready, change.reason])).toEqual([
      [true, undefined],
      [false, 'KubeletNotReady'],
      [true, undefined],
    ]);
  });

  it('is one change when two lines in a row say the same, as at a start', () => {
    const log = new HandMadeLog()
      .start()
      .add(1, { kind: 'node-event', event: 'NodeReady' })
      .add(1.0001, { kind: 'node-event', event: 'NodeReady' })
      .add(9, { kind: 'node-event', event: 'NodeReady' });
    expect(log.history().nodeReady.map(({ ready }) => ready)).toEqual([true, true]);
  });
});

describe('stalls of the loop', () => {
  it('are as long as the slow housekeeping took', () => {
    const [stall] = new HandMadeLog()
      .start()
      .add(193, { kind: 'housekeeping-slow', took: 120_001_000 as never })
      .history().stalls;
    expect([stall?.by, secondsOf(stall?.from.max as never), secondsOf(stall?.to.max as never)]).toEqual([
      'housekeeping',
      73.004,
      193,
    ]);
  });

  it('show in a late first skip where no line tells them (before 1.22)', () => {
    const [stall] = new HandMadeLog()
      .start(0, 'v1.20.0')
      .turn(72)
      .relistFailed(190)
      .relistFailed(311)
      .skips(311.1, 12, { relist: 69 })
      .history().stalls;
    expect([stall?.by, secondsOf(stall?.to.max as never)]).toEqual(['unknown', 311.1]);
    expect(secondsOf(stall?.from.max as never)).toBeLessThan(251);
  });
});

describe('gaps', () => {
  it('are told by journald, by missing skips, and by the clock', () => {
    const log = new HandMadeLog()
      .start()
      .add(20, { kind: 'journal-loss', lost: 5, text: 'Suppressed 5 messages' }, { plain: true })
      .add(40)
      .add(30);
    expect(log.history().gaps.map((gap) => gap.why)).toEqual(['suppressed', 'clock-step']);
    const skips = new HandMadeLog().start();
    for (const seconds of [200, 200.1, 200.3, 200.7, 201.5, 203.1, 206.3, 211.3, 221.3, 226.3])
      skips.skip(seconds, stale(seconds - 19));
    expect(skips.history().gaps.map((gap) => gap.why)).toContain('gap');
    expect(skips.faults()[0]?.skips.missing).toBe(1);
  });

  it('are late arrivals of records in the journal', () => {
    const log = new HandMadeLog().start(0, 'v1.29.0', { host: 'a' });
    const time = at(10);
    log.inference.append(
      {
        source: 0,
        line: 9,
        lines: 1,
        time,
        message: '',
        pairs: [],
        journal: { time: at(130), host: 'a' },
        klog: { severity: 'I', time, pid: 1234, file: 'kubelet.go', fileLine: 1 },
      },
      [],
    );
    expect(log.history().gaps.map((gap) => gap.why)).toEqual(['late-flush']);
  });
});
