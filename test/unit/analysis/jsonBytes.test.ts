import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRfc3339 } from '../../../src/analysis/outputs/instantText.ts';
import { JsonBytes, jsonText } from '../../../src/analysis/outputs/jsonBytes.ts';
import { BulkWriter } from '../../../src/analysis/outputs/bulkWriter.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { isQuick } from '../../support/effort.ts';

const decoder = new TextDecoder();
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({ minLength: 20_000, maxLength: 90_000, unit: fc.constantFrom('a', 'b') }),
  fc.constantFrom('"', '\\', '\u007f', '\u001f', '\ud800', 'a\n'),
);
const number = fc.oneof(
  fc.nat(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.constantFrom(
    0,
    -0,
    9,
    10,
    99,
    100,
    999_999_999_999,
    Number.MAX_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER - 1,
    -1,
    0.5,
    Number.NaN,
    1e300,
  ),
);
const time = fc.oneof(
  fc.integer({ min: 0, max: 4_102_444_800 }).map((second) => second * 1_000_000),
  fc.integer({ min: 1_700_000_000_000_000, max: 1_700_000_002_000_000 }),
  fc.integer({ min: -2_000_000, max: 2_000_000 }),
  fc.double({ min: 0, max: 4e15, noNaN: true }),
);
/** `again`: the time that was written last. */
const item = fc.oneof(
  text.map((value) => ({ kind: 'string' as const, value })),
  number.map((value) => ({ kind: 'number' as const, value })),
  time.map((value) => ({ kind: 'time' as const, value })),
  fc.constant({ kind: 'again' as const }),
);

describe('JSON as bytes', () => {
  it.skipIf(isQuick)('is the text that JSON and the times have elsewhere, however it is taken', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (items, each) => {
        const out = new JsonBytes();
        let written = '';
        let expected = '';
        let last = instant(0);
        items.forEach((one, index) => {
          if (one.kind === 'time') last = instant(one.value);
          if (one.kind === 'string') out.string(one.value);
          else if (one.kind === 'number') out.number(one.value);
          else out.time(last);
          out.raw(new TextEncoder().encode('ä,'.repeat(index)));
          expected += `${one.kind === 'time' || one.kind === 'again' ? `"${formatRfc3339(last)}"` : jsonText(one.value)}${'ä,'.repeat(index)}`;
          if (index % each === 0) written += decoder.decode(out.take());
        });
        written += decoder.decode(out.take());
        expect(out.length).toBe(0);
        expect(written === expected, `${written}\n${expected}`).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});

describe('events as text', () => {
  it('is told of the process of each, whether they come in a row or in turns', () => {
    const out = new JsonBytes();
    const writer = new BulkWriter(true, out);
    const processes = ['a/1', 'a/1', 'b"\u202e/2', 'a/1', 'a/1', 'a/1', 'b"\u202e/2', 'b"\u202e/2'];
    const types = ['ContainerStarted', 'ContainerDied', 'ContainerDied'] as const;
    const events = processes.map((process, index) => ({
      line: index,
      source: index % 2,
      time: instant(1_795_221_091_000_000 + index),
      process,
      type: types[index % 3] ?? 'ContainerStarted',
      pod: { uid: 'u' },
    }));
    for (const event of events) writer.event(event);
    const written: unknown = JSON.parse(`[${decoder.decode(out.take()).replaceAll('}{', '},{')}]`);
    expect(written).toEqual(
      events.map(({ time: at, pod, ...event }) => ({ ...event, time: formatRfc3339(at), podUid: pod.uid })),
    );
  });
});
