import { describe, expect, it } from 'vitest';
import { type Lane, MARK_STYLES, type MarkStyle } from '../../../src/timeline/timelineDocument.ts';
import { FoldedPods } from '../../../webview/lanes/foldedPods.ts';

type Bar = readonly [from: number, to: number, style: MarkStyle, proven: 0 | 1];

function lane(id: string, kind: Lane['kind'], parent: string | undefined, bars: readonly Bar[]): Lane {
  return {
    id,
    kind,
    label: id,
    ...(parent === undefined ? {} : { parent }),
    start: Float64Array.from(bars, ([from]) => from),
    end: Float64Array.from(bars, ([, to]) => to),
    style: Uint8Array.from(bars, ([, , style]) => MARK_STYLES.indexOf(style)),
    level: new Uint8Array(bars.length),
    proven: Uint8Array.from(bars, ([, , , proven]) => proven),
    mark: new Int32Array(bars.length).fill(-1),
  };
}

const pod = lane('pod', 'pod', undefined, []);
const stretches = (...containers: readonly Lane[]): unknown => {
  const made = new FoldedPods([pod, ...containers]).of(pod).lane;
  return [...made.start].map((from, index) => [from, made.end[index], made.proven[index]]);
};

describe('the row of a folded pod', () => {
  it('shows when any of its containers ran, as one bar where they overlap or touch', () => {
    expect(
      stretches(
        lane('a', 'container', 'pod', [
          [10, 20, 'running', 1],
          [40, 50, 'running', 1],
        ]),
        lane('b', 'container', 'pod', [
          [15, 30, 'running', 1],
          [50, 60, 'running', 1],
        ]),
      ),
    ).toEqual([
      [10, 30, 1],
      [40, 60, 1],
    ]);
  });

  it('keeps a short run within a long one from ending it', () => {
    expect(
      stretches(
        lane('a', 'container', 'pod', [[0, 100, 'running', 1]]),
        lane('b', 'container', 'pod', [
          [10, 20, 'running', 1],
          [90, 110, 'running', 1],
        ]),
      ),
    ).toEqual([[0, 110, 1]]);
  });

  it('is proven where a part of it is, else likely', () => {
    expect(
      stretches(
        lane('a', 'container', 'pod', [
          [0, 10, 'running', 0],
          [5, 20, 'running', 1],
          [30, 40, 'running', 0],
        ]),
      ),
    ).toEqual([
      [0, 20, 1],
      [30, 40, 0],
    ]);
  });

  it('leaves out what did not run, moments, and the containers of other pods', () => {
    expect(
      stretches(
        lane('a', 'container', 'pod', [
          [0, 10, 'exited', 1],
          [5, 5, 'running', 1],
        ]),
        lane('b', 'container', 'other', [[0, 10, 'running', 1]]),
      ),
    ).toEqual([]);
  });

  it('has the style of what runs and no marks, so that nothing is counted twice', () => {
    const { lane: made, ends } = new FoldedPods([pod, lane('a', 'container', 'pod', [[1, 2, 'running', 1]])]).of(pod);
    expect([...made.style].map((style) => MARK_STYLES[style])).toEqual(['running']);
    expect([...made.mark]).toEqual([-1]);
    expect([...ends]).toEqual([2]);
  });
});
