import { describe, expect, it } from 'vitest';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { nextError, stepInLane, stepInTime } from '../../../webview/navigation.ts';
import { initiallyFolded, visibleRows } from '../../../webview/rows.ts';
import { tableRows, type TableQuery } from '../../../webview/tableModel.ts';
import { hangAnalysis } from '../timeline/hangAnalysis.ts';

const timeline = buildTimeline(hangAnalysis(), 'kubelet.log');
const { lanes, marks, strings } = timeline;

function names(folded: readonly string[], filter: string): string[] {
  return visibleRows(lanes, new Set(folded), filter).map((row) => `${'  '.repeat(row.depth)}${row.folded === undefined ? '' : row.folded ? '+' : '-'}${lanes[row.lane]?.label ?? ''}`);
}

describe('visibleRows', () => {
  it('shows children below an unfolded parent only', () => {
    expect(names([], '').slice(12, 17)).toEqual(['-default/web-1', '  nginx', '  sidecar', '  sandbox', '-default/crasher-1']);
    expect(names(['pod/uid-web-1'], '').slice(12, 14)).toEqual(['+default/web-1', '-default/crasher-1']);
  });

  it('filters pods by their name and by those of their containers; the lanes of the kubelet stay', () => {
    const all = names([], 'WEB-1');
    expect(all.slice(0, 4)).toEqual(['sync loop', 'relists', 'node Ready', 'kubelet']);
    expect(all.slice(12)).toEqual(['-default/web-1', '  nginx', '  sidecar', '  sandbox']);
    expect(names([], 'sidecar').slice(12)).toEqual(['-default/web-1', '  sidecar']);
    expect(names(['pod/uid-web-1'], 'sidecar').slice(12)).toEqual(['-default/web-1', '  sidecar']);
    expect(names([], 'no such pod')).toHaveLength(12);
  });

  it('folds at first what the document says', () => {
    expect(initiallyFolded(lanes)).toEqual(new Set());
    expect(initiallyFolded(lanes.map((lane) => ({ ...lane, folded: lane.id === 'pod/uid-web-2' })))).toEqual(new Set(['pod/uid-web-2']));
  });
});

describe('tableRows', () => {
  const query: TableQuery = { filter: '', errorsOnly: false, sort: 'time', descending: false };
  const whats = (changed: Partial<TableQuery>): string[] => [...tableRows(timeline, { ...query, ...changed })].map((mark) => strings[marks.what[mark] ?? 0] ?? '');

  it('shows every mark once', () => {
    expect([...tableRows(timeline, query)]).toEqual(Array.from({ length: marks.count }, (_, index) => index));
    expect(new Set(tableRows(timeline, { ...query, sort: 'pod', descending: true })).size).toBe(marks.count);
  });

  it('filters by any text of a mark, without regard to case, and by line', () => {
    expect(new Set(whats({ filter: 'listpodsandbox FAILED' }))).toEqual(new Set(['ListPodSandbox failed: DeadlineExceeded']));
    expect(whats({ filter: '433' })).toEqual(['Node Ready']);
    expect(whats({ filter: '  ' })).toHaveLength(marks.count);
  });

  it('keeps errors only when asked', () => {
    const rows = [...tableRows(timeline, { ...query, errorsOnly: true })];
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.every((mark) => marks.level[mark] === 2)).toBe(true);
  });

  it('keeps what touches a stretch of time, bars that only reach into it too', () => {
    const inside = whats({ within: { from: 300e6, to: 301e6 } });
    expect(inside).toContain('Relist hung in ListPodSandbox for 2m');
    expect(inside).not.toContain('Skipping pod synchronization');
  });

  it('sorts by text with absent ones last, and equal rows by time', () => {
    const rows = [...tableRows(timeline, { ...query, sort: 'pod' })];
    const pods = rows.map((mark) => strings[marks.pod[mark] ?? 0] ?? '');
    const named = pods.filter((pod) => pod !== '');
    expect(named).toEqual([...named].sort());
    expect(pods.slice(named.length).every((pod) => pod === '')).toBe(true);
    const first = rows.filter((mark) => strings[marks.pod[mark] ?? 0] === 'default/web-1');
    expect(first).toEqual([...first].sort((a, b) => a - b));
  });

  it('sorts by line', () => {
    const lines = [...tableRows(timeline, { ...query, sort: 'line', descending: true })].map((mark) => marks.line[mark] ?? 0);
    expect(lines).toEqual([...lines].sort((a, b) => b - a));
  });
});

describe('navigation', () => {
  it('steps through the marks of a lane in both directions and stops at its ends', () => {
    const lane = lanes.find((candidate) => candidate.id === 'node-ready');
    if (lane === undefined) throw new Error('no lane');
    const [first = -1, second = -1, third = -1] = lane.mark;
    expect(stepInLane(lane, marks, -1, 0, 1)).toBe(first);
    expect(stepInLane(lane, marks, first, 0, 1)).toBe(second);
    expect(stepInLane(lane, marks, third, 0, 1)).toBe(-1);
    expect(stepInLane(lane, marks, third, 0, -1)).toBe(second);
    expect(stepInLane(lane, marks, -1, 300e6, -1)).toBe(second);
  });

  it('visits every error once before it begins anew', () => {
    const errors = [...marks.level].filter((level) => level === 2).length;
    const seen = new Set<number>();
    let at = nextError(marks, -1, 0);
    while (!seen.has(at)) {
      expect(marks.level[at]).toBe(2);
      seen.add(at);
      at = nextError(marks, at, 0);
    }
    expect(seen.size).toBe(errors);
    expect(nextError({ ...marks, level: new Uint8Array(marks.count) }, -1, 0)).toBe(-1);
  });

  it('steps in time over all lanes', () => {
    expect(stepInTime(marks, 4, 0, 1)).toBe(5);
    expect(stepInTime(marks, 0, 0, -1)).toBe(-1);
    expect(marks.time[stepInTime(marks, -1, 187e6, 1)]).toBeGreaterThanOrEqual(187e6);
    expect(marks.time[stepInTime(marks, -1, 187e6, -1)]).toBeLessThanOrEqual(187e6);
  });
});
