import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampView,
  fitView,
  fullView,
  isWithin,
  panBy,
  positionOf,
  revealIn,
  SHORTEST_VIEW,
  timeAt,
  type View,
  zoomAt,
} from '../../../webview/charts/viewport.ts';

const limits = fullView(460e6);
const views = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0.0001, max: 1, noNaN: true }))
  .map(([from, size]): View => clampView({ from: from * 460e6, to: from * 460e6 + size * 460e6 }, limits));

function isInside(view: View): boolean {
  return view.from >= limits.from - 1e-3 && view.to <= limits.to + 1e-3 && view.to - view.from >= SHORTEST_VIEW * 0.999;
}

describe('zoomAt', () => {
  it('holds the moment under the pointer, unless an edge of the log forbids it', () => {
    fc.assert(
      fc.property(
        views,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0.1, max: 4, noNaN: true }),
        (view, part, factor) => {
          const held = view.from + part * (view.to - view.from);
          const zoomed = zoomAt(view, limits, factor, held);
          expect(isInside(zoomed)).toBe(true);
          const atEdge = Math.abs(zoomed.from - limits.from) < 1 || Math.abs(zoomed.to - limits.to) < 1;
          if (!atEdge) expect((held - zoomed.from) / (zoomed.to - zoomed.from)).toBeCloseTo(part, 5);
        },
      ),
    );
  });

  it('comes back after zooming in and out', () => {
    const view = { from: 100e6, to: 200e6 };
    const back = zoomAt(zoomAt(view, limits, 1 / 1.6, 130e6), limits, 1.6, 130e6);
    expect(back.from).toBeCloseTo(view.from, 3);
    expect(back.to).toBeCloseTo(view.to, 3);
  });

  it('stops at a millisecond and at the whole log', () => {
    let view: View = limits;
    for (let step = 0; step < 100; step += 1) view = zoomAt(view, limits, 0.5, 1e6);
    expect(view.to - view.from).toBeCloseTo(SHORTEST_VIEW, 6);
    for (let step = 0; step < 100; step += 1) view = zoomAt(view, limits, 2, 1e6);
    expect(view).toEqual(limits);
  });
});

describe('panBy', () => {
  it('keeps the span and stays within the log', () => {
    fc.assert(
      fc.property(views, fc.double({ min: -5, max: 5, noNaN: true }), (view, part) => {
        const moved = panBy(view, limits, part);
        expect(isInside(moved)).toBe(true);
        expect(moved.to - moved.from).toBeCloseTo(view.to - view.from, 2);
      }),
    );
  });
});

describe('fitView', () => {
  it('shows the stretch with room on both sides', () => {
    expect(fitView(limits, 100e6, 200e6, limits)).toEqual({ from: 85e6, to: 215e6 });
  });

  it('gives an instant some seconds of room and never shows less than a millisecond', () => {
    const shown = fitView(limits, 50e6, 50e6, limits);
    expect([50e6 - shown.from, shown.to - 50e6]).toEqual([5e6, 5e6]);
    expect(isInside(fitView(limits, 50e6, 50e6, { from: 50e6, to: 50e6 + SHORTEST_VIEW }))).toBe(true);
  });
});

describe('revealIn', () => {
  it('does not move what is in sight', () => {
    const view = { from: 100e6, to: 200e6 };
    expect(revealIn(view, limits, 150e6)).toBe(view);
  });

  it('moves just so far that the moment is in sight', () => {
    expect(revealIn({ from: 100e6, to: 200e6 }, limits, 300e6)).toEqual({ from: 210e6, to: 310e6 });
    expect(revealIn({ from: 100e6, to: 200e6 }, limits, 50e6)).toEqual({ from: 40e6, to: 140e6 });
  });
});

describe('positions', () => {
  it('are the inverse of times', () => {
    fc.assert(
      fc.property(views, fc.double({ min: 0, max: 1200, noNaN: true }), (view, x) => {
        expect(positionOf(view, timeAt(view, x, 1200), 1200)).toBeCloseTo(x, 4);
      }),
    );
  });

  it('say which labels would be cut at the right edge', () => {
    expect(isWithin(1190, 1200, '00:35')).toBe(false);
    expect(isWithin(1100, 1200, '00:35')).toBe(true);
  });

  it('make room for a log of no length', () => {
    expect(fullView(0).to - fullView(0).from).toBeGreaterThan(1e6);
  });
});
