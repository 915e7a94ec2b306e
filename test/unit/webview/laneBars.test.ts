import { describe, expect, it } from 'vitest';
import { latestEnds, thinLane } from '../../../src/timeline/series/thinning.ts';
import { type Lane, MARK_STYLES, type MarkStyle } from '../../../src/timeline/timelineDocument.ts';
import { drawBars } from '../../../webview/lanes/laneBars.ts';

const WIDTH = 200;

type Bar = readonly [start: number, end: number, style: MarkStyle];

/** The bars of a container as they are drawn, one column to a microsecond: from, to and label. */
function drawn(bars: readonly Bar[]): unknown[] {
  const lane: Lane = {
    id: 'lane',
    kind: 'container',
    label: 'lane',
    start: Float64Array.from(bars, ([start]) => start),
    end: Float64Array.from(bars, ([, end]) => end),
    style: Uint8Array.from(bars, ([, , style]) => MARK_STYLES.indexOf(style)),
    level: new Uint8Array(bars.length),
    proven: new Uint8Array(bars.length).fill(1),
    mark: new Int32Array(bars.length).fill(-1),
  };
  const out: unknown[] = [];
  drawBars(
    { bar: (look, left, right) => out.push([left, right, look.label]) },
    lane,
    thinLane(lane, latestEnds(lane), { from: 0, to: WIDTH, columns: WIDTH }),
    11,
    WIDTH,
  );
  return out;
}

describe('bars of a lane', () => {
  it('end the trace of an exit where the next container of the row begins', () => {
    expect(
      drawn([
        [10, 40, 'running'],
        [40, 180, 'exited-error'],
        [60, 180, 'running'],
      ]),
    ).toEqual([
      [10, 40, 'running'],
      [40, 60, 'exited with an error'],
      [60, 180, 'running'],
    ]);
  });

  it('leave a trace whole with no bar after it, and bars that overlap as they are', () => {
    expect(
      drawn([
        [10, 180, 'exited'],
        [60, 60, 'running'],
      ]),
    ).toEqual([[10, 180, 'exited']]);
    expect(
      drawn([
        [10, 180, 'running'],
        [60, 90, 'running'],
      ]),
    ).toEqual([
      [10, 180, 'running'],
      [60, 90, 'running'],
    ]);
  });
});
