import { describe, expect, it } from 'vitest';
import { whyHopeless } from '../../../src/analysis/sources/hopeless.ts';

const reading = { name: 'k.log', packedBytes: undefined, once: false, isBinary: true };

describe('a source without a kubelet line', () => {
  it('is read on while it is small, whatever it is', () => {
    expect(whyHopeless({ ...reading, bytes: 250e6, packedBytes: 700, once: true })).toBeUndefined();
  });

  it('is given up when it unpacks without end, does not end, or is no text of a device', () => {
    expect(whyHopeless({ ...reading, bytes: 300e6, packedBytes: 785 })).toMatch(
      /^k\.log unpacks to more than 1,000 times its size \(300 MB out of 785 bytes so far\)/,
    );
    expect(whyHopeless({ ...reading, bytes: 300e6, packedBytes: 10e6 })).toBeUndefined();
    expect(whyHopeless({ ...reading, bytes: 300e6, once: true })).toMatch(/gives bytes that are no text/);
    expect(whyHopeless({ ...reading, bytes: 300e6, once: true, isBinary: false })).toBeUndefined();
    expect(whyHopeless({ ...reading, bytes: 300e6 })).toBeUndefined();
    expect(whyHopeless({ ...reading, bytes: 51e9 })).toMatch(/in its first 50 GB/);
  });
});
