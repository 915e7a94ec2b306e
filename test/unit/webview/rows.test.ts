import { describe, expect, it } from 'vitest';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import type { TimeScale } from '../../../webview/charts/axis.ts';
import {
  firstMarkOf,
  nextError,
  stepEpisode,
  stepInLane,
  stepInTime,
  stepKindOf,
} from '../../../webview/keys/navigation.ts';
import { initiallyFolded, rowLabel, visibleRows } from '../../../webview/lanes/rows.ts';
import { runSearch } from '../../../webview/search/runSearch.ts';
import { placeOfFound, stepFound } from '../../../webview/search/search.ts';
import { placeOfMark, rowsText, tableRows, type TableQuery } from '../../../webview/dock/tableModel.ts';
import { hangAnalysis } from '../timeline/hangAnalysis.ts';

const timeline = buildTimeline(hangAnalysis(), 'kubelet.log');
const { lanes, marks, strings } = timeline;

const scale: TimeScale = { format: 'logged', origin: timeline.origin, loggedOffset: 0, localOffset: 0, reference: 0 };

function names(folded: readonly string[], text = ''): string[] {
  const { result } = runSearch(timeline, text, scale);
  return visibleRows(
    lanes,
    new Set(['findings', ...folded]),
    result === undefined ? undefined : (lane) => result.lit[lane] !== undefined,
  ).map((row) => {
    const lane = lanes[row.lane];
    return `${'  '.repeat(row.depth)}${row.folded === undefined ? '' : row.folded ? '+' : '-'}${lane === undefined ? '' : rowLabel(lane, row.depth)}`;
  });
}

describe('visibleRows', () => {
  it('shows children below an unfolded parent only, at any depth', () => {
    expect(names([]).slice(4, 9)).toEqual([
      '-runtime errors',
      '  ListPodSandbox',
      '  relist',
      '  ContainerStatus',
      'housekeeping',
    ]);
    expect(names([]).slice(13, 19)).toEqual([
      '-default',
      '  -web-1',
      '    nginx',
      '    sidecar',
      '    sandbox',
      '  -crasher-1',
    ]);
    expect(names(['pod/uid-web-1']).slice(13, 16)).toEqual(['-default', '  +web-1', '  -crasher-1']);
    expect(names(['namespace/default', 'runtime-errors']).slice(4)).toEqual([
      '+runtime errors',
      'housekeeping',
      'kernel',
      'runtime',
      'other events',
      '+findings',
      '+default',
      '-kube-system',
      '  -kube-proxy-worker-2',
      '    nginx',
      '-prod',
      '  -db-0',
      '    nginx',
    ]);
  });

  it('leaves out namespaces, pods and containers without a match; the lanes of the kubelet stay', () => {
    const all = names([], 'pod:WEB-1');
    expect(all.slice(0, 4)).toEqual(['sync loop', 'relists', 'node Ready', 'kubelet']);
    expect(all.slice(13)).toEqual(['-default', '  -web-1', '    nginx', '    sidecar', '    sandbox']);
    expect(names([], 'container:sidecar').slice(13)).toEqual(['-default', '  -web-1', '    sidecar']);
    expect(names([], 'nosuchpod')).toHaveLength(13);
  });

  it('unfolds what hides a match, not what holds nothing but matches', () => {
    expect(names(['pod/uid-web-1', 'namespace/default'], 'container:sidecar').slice(13)).toEqual([
      '-default',
      '  -web-1',
      '    sidecar',
    ]);
    expect(names(['pod/uid-web-1'], 'ns:default').slice(13, 15)).toEqual(['-default', '  +web-1']);
  });

  it('shows a lane whose parent is missing at the top rather than nowhere', () => {
    const orphan = lanes.map((lane) => (lane.id === 'pod/uid-web-1' ? { ...lane, parent: 'gone' } : lane));
    expect(visibleRows(orphan, new Set()).find((row) => orphan[row.lane]?.id === 'pod/uid-web-1')).toMatchObject({
      depth: 0,
    });
  });

  it('folds at first what the document says', () => {
    // Of the pods only the one that the episode is about is unfolded.
    expect(initiallyFolded(lanes)).toEqual(
      new Set([
        'runtime-errors',
        'findings',
        ...lanes.flatMap(({ kind, id }) => (kind === 'pod' && id !== 'pod/uid-web-1' ? [id] : [])),
      ]),
    );
    expect(initiallyFolded(lanes.map((lane) => ({ ...lane, folded: lane.id === 'pod/uid-web-2' })))).toEqual(
      new Set(['pod/uid-web-2']),
    );
  });
});

describe('tableRows', () => {
  const query: TableQuery = { errorsOnly: false, sort: 'time', descending: false };
  const whats = (changed: Partial<TableQuery>): string[] =>
    [...tableRows(timeline, { ...query, ...changed })].map((mark) => strings[marks.what[mark] ?? 0] ?? '');

  it('shows every mark once', () => {
    expect([...tableRows(timeline, query)]).toEqual(Array.from({ length: marks.count }, (_, index) => index));
    expect(new Set(tableRows(timeline, { ...query, sort: 'pod', descending: true })).size).toBe(marks.count);
  });

  it('shows only what the search found', () => {
    const hits = Uint8Array.from({ length: marks.count }, (_, mark) => (marks.line[mark] === 433 ? 1 : 0));
    expect(whats({ hits })).toEqual(['Node Ready']);
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

  it('are copied with a head, tabs between and one line each, whatever they hold', () => {
    const strange = { ...timeline, strings: strings.map((text, index) => (index === 0 ? '' : `${text}\ta\nb\u202e`)) };
    const text = rowsText(strange, [0, 5], (time) => String(time));
    const lines = text.split('\n');
    expect(lines).toHaveLength(4);
    expect(lines.map((line) => line.split('\t').length)).toEqual([9, 9, 9, 1]);
    expect(lines[0]?.split('\t').slice(0, 3)).toEqual(['Time', 'Severity', 'What']);
    expect(lines[2]?.split('\t').at(-1)).toBe(String(marks.line[5]));
    expect(text).not.toContain('\u202e');
  });

  it('are saved as CSV with quotes where a cell needs them', () => {
    const strange = { ...timeline, strings: strings.map((text, index) => (index === 0 ? '' : `${text}, "a"\nb`)) };
    const text = rowsText(strange, [0, 5], (time) => String(time), 'csv');
    expect(text.startsWith('\ufeffTime,Severity,What,')).toBe(true);
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(4);
    // Each cell as RFC 4180 reads it.
    const cells = [...(lines[2] ?? '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
    );
    expect(cells).toHaveLength(9);
    expect(cells[2]).toMatch(/, "a" b$/);
    const [, formula = ''] = rowsText(
      { ...timeline, strings: strings.map(() => '=1,2') },
      [0],
      (time) => String(time),
      'csv',
    ).split('\r\n');
    expect(formula).toContain('"\'=1,2"');
  });

  it('begin no formula in a spreadsheet', () => {
    for (const formula of ["=cmd|' /C calc'!A0", '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\uff1d1']) {
      const [, row = ''] = rowsText({ ...timeline, strings: strings.map(() => formula) }, [0], (time) =>
        String(time),
      ).split('\n');
      expect(row.split('\t').slice(2, 6), formula).toEqual(
        Array.from({ length: 4 }, () => `'${formula.replace(/[\t\r]/, ' ')}`),
      );
    }
  });

  it('are copied with their node where there are several', () => {
    const lanes = timeline.lanes.map((lane, index) => ({ ...lane, node: `worker-${index % 2}` }));
    const [head = '', first = ''] = rowsText({ ...timeline, lanes }, [5], (time) => String(time))
      .split('\n')
      .map((line) => line.split('\t'));
    expect(head.length).toBe(10);
    expect(first[head.indexOf('Node')]).toBe(`worker-${(marks.lane[5] ?? 0) % 2}`);
    expect(first[head.indexOf('Line')]).toBe(String(marks.line[5]));
  });

  it('sorts by line', () => {
    const lines = [...tableRows(timeline, { ...query, sort: 'line', descending: true })].map(
      (mark) => marks.line[mark] ?? 0,
    );
    expect(lines).toEqual([...lines].sort((a, b) => b - a));
  });
});

describe('placeOfMark', () => {
  it('finds a mark among rows in any order, and says when it is not there', () => {
    const rows = Uint32Array.from([2, 3, 7, 20]);
    for (const mark of [0, 2, 3, 5, 7, 20, 21]) {
      expect(placeOfMark(rows, mark, true)).toBe(rows.indexOf(mark));
      expect(placeOfMark(rows.toReversed(), mark, false)).toBe(rows.toReversed().indexOf(mark));
    }
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

  it('is by episodes on the sync loop, by errors among errors, else by events', () => {
    expect(
      (['sync-loop', 'node', 'runtime-errors', 'namespace', 'pod', 'relists', undefined] as const).map(stepKindOf),
    ).toEqual(['episode', 'episode', 'error', 'error', 'event', 'event', 'event']);
    const [first, second] = timeline.episodes;
    expect(stepEpisode(timeline.episodes, -1, 1)).toBe(first);
    expect(stepEpisode(timeline.episodes, first?.begin ?? 0, 1)).toBe(second);
    expect(stepEpisode(timeline.episodes, second?.begin ?? 0, -1)).toBe(first);
    expect(stepEpisode(timeline.episodes, second?.begin ?? 0, 1)).toBeUndefined();
    const loop = lanes.find((lane) => lane.kind === 'sync-loop');
    const mark = loop === undefined || second === undefined ? -1 : firstMarkOf(loop, second);
    expect(strings[marks.what[mark] ?? 0]).toContain('Sync loop blocked');
  });

  it('leaves out what is not bad enough', () => {
    const lane = lanes.find((candidate) => candidate.id === 'pod/uid-web-1');
    if (lane === undefined) throw new Error('no lane');
    const seen: number[] = [];
    for (let mark = stepInLane(lane, marks, -1, 0, 1, 2); mark >= 0; mark = stepInLane(lane, marks, mark, 0, 1, 2))
      seen.push(marks.level[mark] ?? 0);
    expect(seen).toEqual([2]);
  });
});

describe('the search', () => {
  it('lights of each lane what it found, keeps what stands before an error, and nothing when it is empty', () => {
    const search = runSearch(timeline, 'severity:error', scale);
    expect([...(search.result?.found ?? [])]).toEqual(
      [...marks.level].flatMap((level, mark) => (level === 2 ? [mark] : [])),
    );
    search.result?.lit.forEach((lit, place) =>
      lit?.index.forEach((index, own) => {
        expect(lit.lane.mark[own]).toBe(lanes[place]?.mark[index]);
        expect(marks.level[lit.lane.mark[own] ?? -1]).toBe(2);
      }),
    );
    const partly = runSearch(timeline, 'severity:error kind:zebra', scale);
    expect(partly.error).toMatchObject({ at: 20, length: 5 });
    expect(partly.result).toEqual(search.result);
    const unread = runSearch(timeline, 'severity:eror', scale);
    expect(unread.error).toMatchObject({ at: 9, length: 4 });
    expect(unread.result).toBeUndefined();
    expect(runSearch(timeline, ' ', scale)).toEqual({});
  });

  it('goes round its matches in both directions, from the selection or from the view', () => {
    const { result } = runSearch(timeline, 'node ready', scale);
    if (result === undefined) throw new Error('nothing found');
    const found = [...result.found];
    expect(found.length).toBeGreaterThan(1);
    const forward: number[] = [];
    for (let at = -1, step = 0; step <= found.length; step += 1)
      forward.push((at = stepFound(result, timeline, at, 0, 1)));
    expect(forward).toEqual([...found, found[0]]);
    expect(stepFound(result, timeline, found[0] ?? 0, 0, -1)).toBe(found.at(-1));
    expect(found.map((mark) => placeOfFound(result, mark))).toEqual(found.map((_, place) => place + 1));
    expect(placeOfFound(result, -1)).toBe(0);
  });
});
