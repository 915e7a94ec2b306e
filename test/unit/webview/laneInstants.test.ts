import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latestEnds, thinLane } from '../../../src/timeline/series/thinning.ts';
import { type Lane, MARK_STYLES, type MarkStyle } from '../../../src/timeline/timelineDocument.ts';
import type { Ink } from '../../../webview/lanes/laneInk.ts';
import { inkInstants } from '../../../webview/lanes/laneInstants.ts';
import { LOOKS } from '../../../webview/charts/looks.ts';
import { MarkRaster, pack } from '../../../webview/lanes/markRaster.ts';

const WIDTH = 120;
const MIDDLE = 8;
const MILD = pack(0, 0, 255, 255);
const ERROR = pack(255, 0, 0, 255);
const FAINT = pack(0, 0, 99, 255);

/** Errors are red, all else is blue; shapes are full squares. */
function inkOf(scale: number): Ink {
  const colourOf = (style: number): number =>
    MARK_STYLES[style] === 'runtime-error' || MARK_STYLES[style] === 'exited-error' ? ERROR : MILD;
  return {
    scale,
    stroke: Math.round(1.5 * scale),
    of: (style) => ({
      look: LOOKS[MARK_STYLES[style] ?? 'other'],
      colour: colourOf(style),
      faint: FAINT,
      shades: [colourOf(style)],
    }),
    shape: (style) =>
      LOOKS[MARK_STYLES[style] ?? 'other'].shape === 'tick'
        ? undefined
        : {
            width: 9 * scale,
            height: 9 * scale,
            fromMiddle: { x: -4.5 * scale, y: -4.5 * scale },
            pixels: new Int32Array(81 * scale * scale).fill(colourOf(style)),
          },
  };
}

interface Item {
  readonly start: number;
  readonly end: number;
  readonly style: MarkStyle;
  readonly level: 0 | 1 | 2;
  readonly proven?: boolean;
}

function laneOf(items: readonly Item[], kind: Lane['kind'] = 'pod'): Lane {
  const sorted = items.toSorted((a, b) => a.start - b.start || b.end - a.end);
  return {
    id: 'lane',
    kind,
    label: 'lane',
    start: Float64Array.from(sorted, ({ start }) => start),
    end: Float64Array.from(sorted, ({ end }) => end),
    style: Uint8Array.from(sorted, ({ style }) => MARK_STYLES.indexOf(style)),
    level: Uint8Array.from(sorted, ({ level }) => level),
    proven: Uint8Array.from(sorted, ({ proven }) => (proven === false ? 0 : 1)),
    mark: Int32Array.from(sorted, (_, index) => index),
  };
}

function inked(lane: Lane, scale = 1): { readonly raster: MarkRaster; at(x: number, y: number): number } {
  const raster = new MarkRaster();
  raster.begin(WIDTH * scale, 16 * scale, 1);
  inkInstants(
    raster,
    0,
    inkOf(scale),
    lane,
    thinLane(lane, latestEnds(lane), { from: 0, to: WIDTH, columns: WIDTH }),
    MIDDLE,
  );
  return { raster, at: (x, y) => raster.pixels[y * raster.width + x] ?? 0 };
}

const instant = (start: number, style: MarkStyle, level: 0 | 1 | 2 = 0): Item => ({ start, end: start, style, level });

describe('instants in pixels', () => {
  it('stamps a shape where there is room, at its moment and in the middle of the row', () => {
    const { at } = inked(laneOf([instant(50, 'pleg-event')]));
    expect([at(50, 8), at(46, 4), at(54, 12)]).toEqual([MILD, MILD, MILD]);
    expect([at(45, 8), at(56, 8), at(50, 2), at(50, 14)]).toEqual([0, 0, 0, 0]);
  });

  it('makes strokes of instants that crowd, so that they stay apart', () => {
    const { at } = inked(laneOf([instant(50, 'pleg-event'), instant(54, 'pleg-event'), instant(58, 'pleg-event')]));
    // The one in the middle has neighbours on both sides.
    expect([at(53, 14), at(54, 13), at(54, 1)]).toEqual([0, MILD, 0]);
    expect(at(54, 2)).toBe(MILD);
  });

  it('tells by height and shade how many lie over each other, and leaves a single one in sight', () => {
    const many = Array.from({ length: 40 }, (_, at) => instant(20 + at * 0.1, 'runtime-error', 2));
    const { at } = inked(
      laneOf([
        ...many,
        instant(40, 'runtime-error', 2),
        instant(45, 'runtime-error', 2),
        instant(50, 'runtime-error', 2),
      ]),
    );
    const height = (x: number): number =>
      Array.from({ length: 16 }, (_, y) => at(x, y)).filter((pixel) => pixel !== 0).length;
    expect(height(22)).toBe(12);
    expect(height(45)).toBeGreaterThanOrEqual(3);
    expect(height(45)).toBeLessThan(height(22) / 2);
  });

  it('puts strokes of the sync loop at its foot', () => {
    const { at } = inked(laneOf([instant(50, 'skip', 2)], 'sync-loop'));
    expect([at(50, 8), at(50, 12)]).toEqual([0, MILD]);
  });

  it('inks short bars over their whole height, thin ones lower, likely ones faint', () => {
    const { at } = inked(
      laneOf([
        { start: 10, end: 12, style: 'relist', level: 0 },
        { start: 30, end: 32, style: 'running', level: 0 },
        { start: 60, end: 62, style: 'relist', level: 0, proven: false },
        { start: 80, end: 82, style: 'exited', level: 0 },
      ]),
    );
    expect([at(10, 1), at(11, 14), at(12, 8)]).toEqual([MILD, MILD, 0]);
    expect([at(30, 1), at(30, 8), at(30, 14)]).toEqual([0, MILD, 0]);
    expect(at(60, 8)).toBe(FAINT);
    expect([at(80, 7), at(80, 8), at(80, 9)]).toEqual([0, FAINT, 0]);
  });

  it('leaves wide bars to the canvas', () => {
    const { raster } = inked(laneOf([{ start: 10, end: 40, style: 'running', level: 0 }]));
    expect(raster.pixels.every((pixel) => pixel === 0)).toBe(true);
  });

  it('paints warnings over what only informs, and errors over warnings', () => {
    // A shape is nine pixels wide, so each covers the one before to the half.
    const { at } = inked(
      laneOf([instant(50, 'runtime-error', 2), instant(54, 'pleg-event', 1), instant(58, 'pleg-event')]),
    );
    expect(at(52, 8)).toBe(ERROR);
    const levels = inked(laneOf([instant(50, 'runtime-error', 1), instant(55, 'pleg-event')]));
    expect([levels.at(53, 8), levels.at(58, 8)]).toEqual([ERROR, MILD]);
  });

  it.each([1, 2])('never paints something milder over an error, at %i pixels for one', (scale) => {
    const item = fc.record({
      start: fc.integer({ min: 0, max: WIDTH - 1 }),
      length: fc.constantFrom(0, 0, 0, 1, 2),
      isError: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 60 }), (items) => {
        const lane = laneOf(
          items.map(({ start, length, isError }) => ({
            start,
            end: start + length,
            style: isError ? 'runtime-error' : 'pleg-event',
            level: isError ? 2 : 0,
          })),
        );
        const { at } = inked(lane, scale);
        for (const { start, isError } of items) {
          const x = Math.min(WIDTH * scale - 1, Math.max(0, start * scale));
          if (isError) expect(at(x, MIDDLE * scale), `error at ${start}`).toBe(ERROR);
          else expect(at(x, MIDDLE * scale), `mark at ${start}`).not.toBe(0);
        }
      }),
    );
  });
});

describe('a lane of 34 hours', () => {
  const HOURS = 34;
  const COLUMNS = 900;
  const SHADES = Array.from({ length: 5 }, (_, step) => pack(255, 160 - step * 40, 0, 255));
  const ink: Ink = { ...inkOf(1), of: (style) => ({ ...inkOf(1).of(style), colour: SHADES[4] ?? 0, shades: SHADES }) };
  /** Errors of a node in trouble: one every few minutes all the time, and six bursts of thousands. */
  const errors: readonly Item[] = [
    ...Array.from({ length: HOURS * 20 }, (_, at) => instant(at * 180 + (at % 7) * 11, 'api-error', 2)),
    ...Array.from({ length: 6 * 2000 }, (_, at) =>
      instant((2 + Math.floor(at / 2000) * 5.5) * 3600 + (at % 2000) * 0.7, 'api-error', 2),
    ),
  ];
  const alone = instant(33.9 * 3600, 'api-error', 2);

  /** How high and in which shade each column is inked. */
  function columnsOf(
    items: readonly Item[],
    kind: Lane['kind'],
  ): { readonly height: readonly number[]; readonly shade: readonly number[] } {
    const lane = laneOf(items, kind);
    const raster = new MarkRaster();
    raster.begin(COLUMNS, 16, 1);
    inkInstants(
      raster,
      0,
      ink,
      lane,
      thinLane(lane, latestEnds(lane), { from: 0, to: HOURS * 3600, columns: COLUMNS }),
      MIDDLE,
    );
    const column = (x: number): number[] =>
      Array.from({ length: 16 }, (_, y) => raster.pixels[y * COLUMNS + x] ?? 0).filter((pixel) => pixel !== 0);
    const all = Array.from({ length: COLUMNS }, (_, x) => column(x));
    return {
      height: all.map(({ length }) => length),
      shade: all.map((pixels) => pixels.reduce((worst, pixel) => Math.max(worst, SHADES.indexOf(pixel)), -1)),
    };
  }

  it('is not one solid block: bursts stand out in height and shade from what goes on all the time', () => {
    const { height, shade } = columnsOf(errors, 'api-errors');
    const at = (hour: number): number => Math.round((hour / HOURS) * COLUMNS);
    for (const burst of [2.1, 7.6, 13.1]) {
      expect(height[at(burst)]).toBe(12);
      expect(shade[at(burst)]).toBe(4);
    }
    for (const quiet of [1, 5, 11]) {
      expect(Math.max(...height.slice(at(quiet) - 3, at(quiet) + 3))).toBeLessThanOrEqual(8);
      expect(Math.max(...shade.slice(at(quiet) - 3, at(quiet) + 3))).toBeLessThanOrEqual(2);
    }
    expect(new Set(height.filter((pixels) => pixels > 0)).size).toBeGreaterThanOrEqual(3);
  });

  it.each(['api-errors', 'runtime-errors', 'relists', 'sync-loop'] as const)(
    'loses no error among them: %s',
    (kind) => {
      const { height } = columnsOf([...errors.filter(({ start }) => start < 33 * 3600), alone], kind);
      for (const { start } of [...errors.filter(({ start: time }) => time < 33 * 3600), alone]) {
        const x = Math.floor((start / (HOURS * 3600)) * COLUMNS);
        expect(
          Math.max(height[x - 1] ?? 0, height[x] ?? 0, height[x + 1] ?? 0),
          `the error at ${start} s`,
        ).toBeGreaterThan(0);
      }
    },
  );

  it('is no solid block either where the same goes on all the time', () => {
    const always = Array.from({ length: HOURS * 60 }, (_, at) => instant(at * 60, 'runtime-error', 2));
    const { height } = columnsOf(always, 'runtime-errors');
    const { height: some } = columnsOf(always.slice(0, HOURS * 3), 'runtime-errors');
    expect(Math.max(...height.slice(20, 880))).toBeLessThanOrEqual(8);
    expect(Math.min(...height.slice(20, 880))).toBeGreaterThan(0);
    // Where few steps are as dense nothing has to be spared.
    expect(Math.max(...some)).toBe(12);
  });

  it('tells in short bars, too, where many lie over each other', () => {
    const hung = Array.from({ length: 400 }, (_, at): Item => ({
      start: 36_000 + at * 40,
      end: 36_000 + at * 40 + 30,
      style: 'relist-hung',
      level: 2,
    }));
    const rare = Array.from({ length: 5 }, (_, at): Item => ({
      start: 80_000 + at * 3000,
      end: 80_000 + at * 3000 + 120,
      style: 'relist-hung',
      level: 2,
    }));
    const { height } = columnsOf([...hung, ...rare], 'relists');
    const inRare = height.slice(Math.floor((80_000 / (HOURS * 3600)) * COLUMNS));
    expect(Math.max(...inRare)).toBeLessThan(Math.max(...height));
    expect(Math.max(...inRare)).toBeGreaterThan(0);
  });
});
