import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../../../src/journal/bytes/bytes.ts';
import { textOf } from '../../../src/messages/texts/errorTexts.ts';
import { briefOutput, briefOutputOf } from '../../../src/messages/texts/probeOutput.ts';
import { rounds } from '../../support/effort.ts';

const pieces = fc.constantFrom(
  'connection refused',
  'connection reset',
  'EOF',
  'no route to host',
  'timeout',
  'imed out',
  'timed out',
  'i/o timeout',
  'is not running',
  'ot found',
  'not found',
  'statuscode: 503',
  'statuscode:404',
  'statuscode: 5033',
  'statuscode: 50',
  'statuscode: 500_',
  'statuscode: 500-',
  '\\n',
  '\\t',
  '\\\\',
  '\\"',
  '\\r',
  '\\x',
  '\\u0074',
  '\\',
  'ä',
  '\u{1F600}',
  ' ',
  'x',
  'T',
  '7',
  'HTTP probe failed with ',
  'x'.repeat(400),
  '\t',
  'Client.',
  'connection ',
);

/** What the builder of facts makes of the value. */
function asText(bytes: Uint8Array, escaped: boolean): string {
  return briefOutput(textOf(bytes, 0, bytes.length, escaped));
}

describe('what the output of a probe comes to', () => {
  it.each([
    [
      'Get \\"http://10.1.2.3:8080/healthz\\": dial tcp 10.1.2.3:8080: connect: connection refused',
      'connection refused',
    ],
    ['HTTP probe failed with statuscode: 503', 'HTTP status 503'],
    ['no, connection refused, statuscode: 50', 'connection refused'],
    ['my own words', 'its own output'],
    ['', 'its own output'],
    ['command timed out', 'no answer in time'],
  ])('is told without making it a text: %s', (output, what) => {
    const bytes = encodeText(output);
    expect(briefOutputOf(bytes, 0, bytes.length, true)).toBe(what);
    expect(asText(bytes, true)).toBe(what);
  });

  it('is the same by bytes as by the text, wherever the bytes tell it', () => {
    let told = 0;
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 9 }), fc.boolean(), fc.nat(3), (parts, escaped, before) => {
        const bytes = encodeText(`${'"'.repeat(before)}${parts.join('')}`);
        const own = bytes.subarray(before);
        const brief = briefOutputOf(bytes, before, bytes.length, escaped);
        if (brief === undefined) return;
        told += 1;
        expect(brief).toBe(asText(own, escaped));
      }),
      { numRuns: rounds(3000), seed: 11 },
    );
    expect(told).toBeGreaterThan(rounds(3000) * 0.75);
  });

  it('has to be read where it is long, or where escapes may make words', () => {
    for (const output of ['x'.repeat(2001), 'a \\x74imeout', '\\u0074imeout', 'ends with \\']) {
      const bytes = encodeText(output);
      expect(briefOutputOf(bytes, 0, bytes.length, true)).toBeUndefined();
    }
  });
});
