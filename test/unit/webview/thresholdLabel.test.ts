import { describe, expect, it } from 'vitest';
import { Strip } from '../../../webview/charts/thresholdLabel.ts';

/** 400 pixels long, from 100 on, between the heights 50 and 66. */
const strip = (): Strip => new Strip(100, 400, 50, 66);

describe('room beside the threshold', () => {
  it('is at the left end when nothing is drawn there', () => {
    const room = strip();
    room.line(100, 10, 500, 40);
    room.line(100, 70, 500, 90);
    room.mark(300, 40, 5);
    expect(room.room(80)).toBe(100);
  });

  it('is at the right end when a curve crosses the left one', () => {
    const room = strip();
    room.line(90, 100, 150, 0);
    expect(room.room(80)).toBe(420);
  });

  it('is between curves when both ends are taken', () => {
    const room = strip();
    room.line(110, 100, 130, 0);
    room.mark(480, 60, 5);
    const at = room.room(80) ?? 0;
    // The curve leaves the strip at 120: it crosses the height 50 there.
    expect(at).toBeGreaterThanOrEqual(120);
    expect(at).toBeLessThanOrEqual(128);
  });

  it('is nowhere when a level line runs through all of it, and where the gaps are too narrow', () => {
    const level = strip();
    level.line(0, 60, 600, 60);
    expect(level.room(10)).toBeUndefined();
    const teeth = strip();
    for (let x = 100; x <= 500; x += 50) teeth.line(x, 0, x, 200);
    expect(teeth.room(60)).toBeUndefined();
    expect(teeth.room(30)).toBeDefined();
    expect(new Strip(0, 40, 0, 10).room(60)).toBeUndefined();
  });

  it('is not lessened by lines that end before the strip, pass above it or are not known', () => {
    const room = strip();
    room.line(100, 100, 500, 67);
    room.line(100, 49, 500, 49);
    room.line(100, Number.NaN, 500, 60);
    room.line(100, 60, 500, Number.NaN);
    expect(room.room(400)).toBe(100);
  });
});
