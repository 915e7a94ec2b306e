import { describe, expect, it } from 'vitest';
import { latestEnds, thinLane, type ThinnedLane } from '../../../src/timeline/series/thinning.ts';
import { type Lane, MARK_STYLES, type MarkStyle } from '../../../src/timeline/timelineDocument.ts';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { itemAt, selectionOf } from '../../../webview/lanes/laneHit.ts';
import { frameOf } from '../../../webview/lanes/laneSelection.ts';
import type { Model } from '../../../webview/page/model.ts';
import { hangAnalysis } from '../timeline/hangAnalysis.ts';

/** What was drawn: `[left, right, index]` each. */
function drawn(items: readonly (readonly [number, number, number])[]): ThinnedLane {
  return {
    count: items.length,
    wide: items.length,
    left: Float64Array.from(items, ([left]) => left),
    right: Float64Array.from(items, ([, right]) => right),
    index: Int32Array.from(items, ([, , index]) => index),
    merged: new Uint32Array(items.length).fill(1),
  };
}

/** A lane of such bars and instants, a column to a microsecond. */
function laneOf(items: readonly (readonly [start: number, end: number, style: MarkStyle])[]): Lane {
  return {
    id: 'lane',
    kind: 'container',
    label: 'lane',
    start: Float64Array.from(items, ([start]) => start),
    end: Float64Array.from(items, ([, end]) => end),
    style: Uint8Array.from(items, ([, , style]) => MARK_STYLES.indexOf(style)),
    level: new Uint8Array(items.length),
    proven: new Uint8Array(items.length).fill(1),
    mark: new Int32Array(items.length).fill(-1),
  };
}

const rowOf = (one: Lane): Pick<Model, 'document' | 'rows' | 'search'> => ({
  document: { lanes: Array.from({ length: 5 }, () => one) } as unknown as Model['document'],
  rows: [{ lane: 4, depth: 0 }],
  search: { query: [], error: undefined, result: undefined } as unknown as Model['search'],
});
const quiet = rowOf(
  laneOf([
    [0, 200, 'running'],
    [100, 160, 'running'],
    [150, 150, 'running'],
  ]),
);
const lane = drawn([
  [0, 200, 0],
  [100, 160, 1],
  [150, 150, 2],
]);
const at = (x: number): number => itemAt(quiet, 0, x, lane, undefined)?.index ?? -1;

describe('what is under the pointer', () => {
  it('is an instant within reach, else the shortest bar', () => {
    expect([10, 99, 110, 143, 145, 156, 157, 170, 203].map(at)).toEqual([0, 0, 1, 1, 2, 2, 1, 0, -1]);
  });

  it('is nothing in a row that is not there or was not drawn', () => {
    expect(itemAt(quiet, 1, 10, lane, undefined)).toBeUndefined();
    expect(itemAt(quiet, 0, 10, undefined, undefined)).toBeUndefined();
  });

  it('is first what a search found, by its index in the lane', () => {
    const lit = { 4: { index: Int32Array.from([2]), lane: laneOf([[150, 150, 'running']]) } };
    const searching = { ...quiet, search: { result: { lit } } as unknown as Model['search'] };
    const found = drawn([[150, 150, 0]]);
    expect(itemAt(searching, 0, 148, lane, found)).toEqual({ lane: 4, index: 2 });
    expect(itemAt(searching, 0, 110, lane, found)).toEqual({ lane: 4, index: 1 });
  });

  it('is of a trace only what is drawn of it: it ends where the next container begins', () => {
    const restarted = laneOf([
      [10, 40, 'running'],
      [40, 180, 'exited-error'],
      [60, 170, 'running'],
    ]);
    const thinned = thinLane(restarted, latestEnds(restarted), { from: 0, to: 200, columns: 200 });
    const hit = (x: number): number => itemAt(rowOf(restarted), 0, x, thinned, undefined)?.index ?? -1;
    expect([20, 50, 65, 169, 175].map(hit)).toEqual([0, 1, 2, 2, -1]);
    const model = { ...rowOf(restarted), view: { from: 0, to: 200 } } as unknown as Model;
    const frame = frameOf(model, { lane: 4, index: 1 }, 0, 200, thinned);
    expect((frame?.left ?? 0) + (frame?.width ?? 0)).toBe(62);
  });

  it('is selected by its mark, or as a bar that has none', () => {
    const document = buildTimeline(hangAnalysis(), 'kubelet.log');
    const place = document.lanes.findIndex(({ mark }) => mark.some((one) => one >= 0));
    const index = document.lanes[place]?.mark.findIndex((one) => one >= 0) ?? -1;
    expect(selectionOf({ document }, { lane: place, index })).toEqual({
      kind: 'mark',
      mark: document.lanes[place]?.mark[index],
    });
    const bar = document.lanes.findIndex(({ mark }) => mark.includes(-1));
    expect(bar).toBeGreaterThanOrEqual(0);
    const without = document.lanes[bar]?.mark.indexOf(-1) ?? -1;
    expect(selectionOf({ document }, { lane: bar, index: without })).toEqual({
      kind: 'bar',
      lane: bar,
      index: without,
    });
  });
});
