import { describe, expect, it } from 'vitest';
import type { Lane, LaneKind } from '../../../src/timeline/timelineDocument.ts';
import { laneWindow, pinnedRows, scrollTo } from '../../../webview/lanes/laneWindow.ts';
import type { Row } from '../../../webview/lanes/rows.ts';

/** Rows by their kinds and depths. */
function rowsOf(...kinds: readonly (readonly [LaneKind, number, 'overview'?])[]): {
  readonly rows: Row[];
  readonly lanes: Lane[];
} {
  return {
    rows: kinds.map(([, depth, overview], lane) => ({
      lane,
      depth,
      ...(overview === undefined ? {} : { overview: true as const }),
    })),
    lanes: kinds.map(([kind], at) => ({
      id: String(at),
      kind,
      label: '',
      start: new Float64Array(),
      end: new Float64Array(),
      style: new Uint8Array(),
      level: new Uint8Array(),
      proven: new Uint8Array(),
      mark: new Int32Array(),
    })),
  };
}

/** 0–2 of the kubelet, 3 a namespace, 4 a pod with 5–8, 9 a pod with 10–12. */
const one = rowsOf(
  ['sync-loop', 0],
  ['relists', 0],
  ['node-ready', 0],
  ['namespace', 0],
  ['pod', 1],
  ['container', 2],
  ['container', 2],
  ['container', 2],
  ['container', 2],
  ['pod', 1],
  ['container', 2],
  ['container', 2],
  ['container', 2],
);
/** 0–1 the overview, 2 a node with 3, a pod 4 and 5–8, 9 a node. */
const two = rowsOf(
  ['node', 0, 'overview'],
  ['node', 0, 'overview'],
  ['node', 0],
  ['sync-loop', 1],
  ['pod', 1],
  ['container', 2],
  ['container', 2],
  ['container', 2],
  ['container', 2],
  ['node', 0],
);

describe('laneWindow', () => {
  const places = (count: number, scrolled: number, { rows, lanes } = one): readonly number[] =>
    laneWindow(rows, lanes, count, scrolled).places;

  it('shows all rows where there is room for them, and then nothing stays', () => {
    expect(laneWindow(one.rows, one.lanes, 20, 0)).toEqual({ places: one.rows.map((_, place) => place), pinned: 0 });
  });

  it('keeps the lanes of the kubelet at the top while pods scroll', () => {
    expect(places(7, 0)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(places(7, 1)).toEqual([0, 1, 2, 4, 5, 6, 7]);
    expect(pinnedRows(one.rows, one.lanes, 7)).toBe(3);
  });

  it('keeps the name of a pod above its containers, and gives way to the next pod', () => {
    expect(places(7, 3)).toEqual([0, 1, 2, 4, 7, 8, 9]);
    expect(places(7, 5)).toEqual([0, 1, 2, 4, 9, 10, 11]);
    expect(places(7, 6)).toEqual([0, 1, 2, 9, 10, 11, 12]);
    expect(places(7, 99)).toEqual(places(7, 6));
  });

  it('leaves a part to scroll where the kubelet has more lanes than there is room for', () => {
    expect(pinnedRows(one.rows, one.lanes, 4)).toBe(2);
    expect(places(4, 9)).toEqual([0, 1, 9, 12]);
  });

  it('keeps what stays when there is less room, while nobody scrolls', () => {
    expect(laneWindow(one.rows, one.lanes, 4, 6, 3)).toEqual({ places: [0, 1, 2, 9], pinned: 3 });
    expect(laneWindow(one.rows, one.lanes, 3, 6, 3).pinned).toBe(2);
  });

  it('keeps of several nodes one row each, and the name of the node', () => {
    expect(places(6, 0, two)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(places(6, 3, two)).toEqual([0, 1, 2, 4, 7, 8]);
    expect(places(6, 4, two)).toEqual([0, 1, 2, 4, 8, 9]);
  });
});

describe('scrollTo', () => {
  const { rows, lanes } = one;

  it('brings every row into sight, whatever was scrolled, and leaves what is in sight', () => {
    for (let scrolled = 0; scrolled <= 6; scrolled += 1) {
      for (let place = 0; place < rows.length; place += 1) {
        const to = scrollTo(rows, lanes, 7, scrolled, place);
        const shown = laneWindow(rows, lanes, 7, to ?? scrolled).places;
        expect(shown, `row ${place}, ${scrolled} above`).toContain(place);
      }
    }
    expect(scrollTo(rows, lanes, 7, 0, 5)).toBeUndefined();
    expect(scrollTo(rows, lanes, 7, 3, 1)).toBeUndefined();
  });
});
