import { describe, expect, it } from 'vitest';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { latestEnds, thinLane, type ThinnedLane } from '../../../src/timeline/series/thinning.ts';
import { type Lane, MARK_STYLES } from '../../../src/timeline/timelineDocument.ts';
import { drawLabels } from '../../../webview/lanes/laneLabels.ts';
import { hangAnalysis } from '../timeline/hangAnalysis.ts';

const WIDTH = 400;
const LETTER = 6;
const document = buildTimeline(hangAnalysis(), 'kubelet.log');

/** Errors of the runtime at these columns, all of them the first mark of the document. */
function errorsAt(columns: readonly number[]): { readonly lane: Lane; readonly thinned: ThinnedLane } {
  const count = columns.length;
  const at = Float64Array.from(columns);
  const lane: Lane = {
    id: 'errors',
    kind: 'runtime-errors',
    label: 'runtime errors',
    start: at,
    end: at,
    style: new Uint8Array(count).fill(MARK_STYLES.indexOf('runtime-error')),
    level: new Uint8Array(count).fill(2),
    proven: new Uint8Array(count).fill(1),
    mark: new Int32Array(count),
  };
  return { lane, thinned: thinLane(lane, latestEnds(lane), { from: 0, to: WIDTH, columns: WIDTH }) };
}

/** From where to where names stand when only these columns get them and others are drawn as well. */
function named(
  columns: readonly number[],
  others: readonly number[] = [],
): readonly (readonly [from: number, to: number])[] {
  const out: (readonly [number, number])[] = [];
  const { lane, thinned } = errorsAt(columns);
  const painter = {
    width: (text: string) => text.length * LETTER,
    text: (text: string, x: number, _middle: number, room: number, { before }: { readonly before?: boolean } = {}) => {
      const taken = Math.min(room, text.length * LETTER);
      out.push(before === true ? [x - taken, x] : [x, x + taken]);
      return taken;
    },
  };
  drawLabels(
    painter,
    lane,
    thinned,
    11,
    WIDTH,
    { document },
    false,
    others.length === 0 ? undefined : errorsAt([...columns, ...others].sort((a, b) => a - b)).thinned,
  );
  return out;
}

describe('names of instants', () => {
  it('stand behind them, and before the last one where there is more room', () => {
    expect(named([20])[0]?.[0]).toBeGreaterThan(20);
    expect(named([350])[0]?.[1]).toBeLessThan(350);
  });

  it('leave free what a search has dimmed, on both sides', () => {
    expect(named([20], [110])[0]?.[1]).toBeLessThan(110);
    expect(named([20], [60])).toEqual([]);
    expect(named([350], [320])).toEqual([]);
    expect(named([350], [40])[0]?.[0]).toBeGreaterThan(40);
  });

  it('do not cover the one that stands a pixel before the last, nor its name', () => {
    const names = named([200, 379, 380]);
    expect(names).toHaveLength(1);
    expect(names[0]?.[0]).toBeGreaterThan(200);
    expect(names[0]?.[1]).toBeLessThan(379);
  });

  it('do not mind that a lit one is among all that is drawn', () => {
    expect(named([20], [390])).toEqual(named([20]));
  });
});

describe('names of bars', () => {
  /** Names of the bars of a lane of processes (start, end), with instants at these columns; `room` letters wide at most. */
  function namesOf(
    bars: readonly (readonly [number, number])[],
    instants: readonly number[],
    kind: Lane['kind'],
    what: string,
  ): readonly string[] {
    const items = [
      ...bars.map(([start, end]) => ({ start, end, style: 'relist-hung' as const })),
      ...instants.map((start) => ({ start, end: start, style: 'runtime-error' as const })),
    ].toSorted((a, b) => a.start - b.start);
    const lane: Lane = {
      id: 'lane',
      kind,
      label: 'lane',
      start: Float64Array.from(items, ({ start }) => start),
      end: Float64Array.from(items, ({ end }) => end),
      style: Uint8Array.from(items, ({ style }) => MARK_STYLES.indexOf(style)),
      level: new Uint8Array(items.length).fill(2),
      proven: new Uint8Array(items.length).fill(1),
      mark: new Int32Array(items.length),
    };
    const names: string[] = [];
    const painter = {
      width: (text: string) => text.length * LETTER,
      text: (text: string, _x: number, _middle: number, room: number) => {
        names.push(text.slice(0, Math.floor(room / LETTER)));
        return Math.min(room, text.length * LETTER);
      },
    };
    const strings = document.strings.with(document.marks.what[0] ?? 0, what);
    drawLabels(
      painter,
      lane,
      thinLane(lane, latestEnds(lane), { from: 0, to: WIDTH, columns: WIDTH }),
      11,
      WIDTH,
      { document: { ...document, strings } },
      false,
    );
    return names;
  }
  const HUNG = 'Relist hung in ListPodSandbox for 2m';

  it('are whole where there is room, else without what the lane says, else only what tells it from others', () => {
    expect(namesOf([[0, 300]], [], 'relists', HUNG)).toEqual([HUNG]);
    expect(namesOf([[0, 150]], [], 'relists', HUNG)).toEqual(['ListPodSandbox 2m']);
    expect(namesOf([[0, 150]], [], 'events', HUNG)[0]).toMatch(/^Relist hung/);
  });

  it('end before the next mark on the bar, or are left out', () => {
    expect(namesOf([[0, 300]], [150], 'relists', HUNG)).toContain('ListPodSandbox 2m');
    expect(namesOf([[0, 300]], [20], 'relists', HUNG).filter((name) => name.includes('Sandbox 2m'))).toEqual([]);
  });
});
