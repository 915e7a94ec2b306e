import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarkRaster, over, pack } from '../../../webview/lanes/markRaster.ts';

const RED = pack(255, 0, 0, 255);
const BLUE = pack(0, 0, 255, 255);

function rows(raster: MarkRaster, strip = 0): string[] {
  const names = new Map([
    [0, '.'],
    [RED, 'r'],
    [BLUE, 'b'],
  ]);
  return Array.from({ length: raster.height }, (_, y) =>
    Array.from(
      { length: raster.width },
      (__, x) => names.get(raster.pixels[(strip * raster.height + y) * raster.width + x] ?? 0) ?? '?',
    ).join(''),
  );
}

describe('the raster of marks', () => {
  it('fills rectangles and cuts off what lies outside of the strip', () => {
    const raster = new MarkRaster();
    raster.begin(6, 3, 2);
    raster.rect(1, -2, 1, 2, 9, RED);
    raster.rect(1, 5, -4, 99, 2, BLUE);
    expect(rows(raster, 1)).toEqual(['.....b', 'rr...b', 'rr....']);
    expect(rows(raster, 0)).toEqual(['......', '......', '......']);
  });

  it('copies sprites over what is there, but not their empty pixels', () => {
    const raster = new MarkRaster();
    raster.begin(5, 3, 1);
    raster.rect(0, 0, 0, 5, 3, BLUE);
    const sprite = {
      width: 3,
      height: 3,
      fromMiddle: { x: 0, y: 0 },
      pixels: Int32Array.from([0, RED, 0, RED, RED, RED, 0, RED, 0]),
    };
    raster.stamp(0, sprite, 1, 0);
    expect(rows(raster)).toEqual(['bbrbb', 'brrrb', 'bbrbb']);
    raster.stamp(0, sprite, -2, 1);
    raster.stamp(0, sprite, 3, -2);
    expect(rows(raster)).toEqual(['bbrbr', 'brrrb', 'rbrbb']);
  });

  it('copies a sprite around its middle', () => {
    const raster = new MarkRaster();
    raster.begin(6, 3, 1);
    raster.stamp(
      0,
      { width: 2, height: 1, fromMiddle: { x: -1.5, y: -0.5 }, pixels: Int32Array.from([RED, BLUE]) },
      3.5,
      1.5,
    );
    expect(rows(raster)).toEqual(['......', '..rb..', '......']);
  });

  it('begins empty, also when it is used again', () => {
    const raster = new MarkRaster();
    raster.begin(4, 2, 2);
    raster.rect(1, 0, 0, 4, 2, RED);
    raster.begin(4, 2, 2);
    expect([...raster.pixels]).toEqual(Array.from({ length: 16 }, () => 0));
    const { pixels } = raster;
    raster.begin(4, 2, 1);
    expect(raster.pixels).toBe(pixels);
    raster.begin(8, 2, 1);
    expect(raster.pixels).toHaveLength(16);
  });

  it('mixes colours as canvases do', () => {
    expect(over(RED, BLUE)).toBe(RED);
    expect(over(0, BLUE)).toBe(BLUE);
    expect(over(pack(255, 0, 0, 128), BLUE)).toBe(pack(128, 0, 127, 255));
    const half = pack(200, 100, 0, 128);
    expect(over(half, 0)).toBe(half);
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (front, back) => {
        const mixed = over(front, back);
        const alphas = [front >>> 24, back >>> 24];
        expect(mixed >>> 24).toBeGreaterThanOrEqual(Math.max(...alphas) - 1);
        if (alphas[0] === 0 || alphas[1] === 0) return;
        for (const shift of [0, 8, 16]) {
          const [a, b, c] = [front, back, mixed].map((colour) => (colour >>> shift) & 255) as [number, number, number];
          expect(c).toBeGreaterThanOrEqual(Math.min(a, b) - 1);
          expect(c).toBeLessThanOrEqual(Math.max(a, b) + 1);
        }
      }),
    );
  });

  it('never writes outside of the strip', () => {
    const small = fc.integer({ min: -20, max: 20 });
    fc.assert(
      fc.property(small, small, small, small, fc.integer({ min: 1, max: 12 }), (left, top, right, bottom, side) => {
        const raster = new MarkRaster();
        raster.begin(8, 8, 3);
        raster.rect(1, left, top, right, bottom, RED);
        raster.stamp(
          1,
          {
            width: side,
            height: side,
            fromMiddle: { x: -side / 2, y: 0 },
            pixels: new Int32Array(side * side).fill(BLUE),
          },
          left,
          top,
        );
        const inside = raster.pixels.subarray(64, 128);
        expect(raster.pixels.reduce((sum, pixel) => sum + (pixel === 0 ? 0 : 1), 0)).toBe(
          inside.reduce((sum, pixel) => sum + (pixel === 0 ? 0 : 1), 0),
        );
      }),
    );
  });
});
