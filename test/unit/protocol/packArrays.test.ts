import { describe, expect, it } from 'vitest';
import { packArrays } from '../../../src/protocol/packArrays.ts';

const message = {
  type: 'document',
  lanes: Array.from({ length: 100 }, (_, i) => ({
    id: `lane-${i}`,
    start: new Float64Array([i, i + 0.5]),
    style: new Uint8Array([i, 1, 2]),
    mark: new Int32Array([-1, i]),
  })),
  marks: { line: new Uint32Array([4_000_000_000]), source: new Uint16Array([65_535]), none: new Uint8Array(0) },
  rate: undefined,
  text: 'PLEG',
  known: true,
};

function buffersOf(value: unknown, into = new Set<ArrayBufferLike>()): Set<ArrayBufferLike> {
  if (ArrayBuffer.isView(value)) into.add(value.buffer);
  else if (typeof value === 'object' && value !== null)
    for (const element of Object.values(value)) buffersOf(element, into);
  return into;
}

describe('packArrays', () => {
  it('changes nothing that can be read', () => {
    expect(packArrays(message)).toEqual(message);
  });

  it('leaves one buffer', () => {
    expect(buffersOf(message).size).toBe(303);
    expect(buffersOf(packArrays(message)).size).toBe(1);
  });

  it('does not touch what it was given', () => {
    const packed = packArrays(message);
    packed.lanes[0]?.start.fill(7);
    expect(message.lanes[0]?.start).toEqual(new Float64Array([0, 0.5]));
  });
});
