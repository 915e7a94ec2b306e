import { describe, expect, it } from 'vitest';
import type { Analysis } from '../../../src/analysis/analysis.ts';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { printableFinding } from '../../../src/diagnosis/printableFinding.ts';
import type { ApiCall, Fact } from '../../../src/messages/fact.ts';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { lanesOfNodes, type NodeLanes } from '../../../src/timeline/lanes/nodeLanes.ts';
import { draftLane } from '../../../src/timeline/context.ts';
import { type Lane, MARK_STYLES, type TimelineDocument } from '../../../src/timeline/timelineDocument.ts';
import { chartText } from '../../../src/report/picture/chartText.ts';
import { timelineOf } from '../../../src/timeline/timelineOf.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';
import { at, hangAnalysis } from './hangAnalysis.ts';

/** The analysis with these failed calls to the API server too. */
function withCalls(calls: readonly (readonly [second: number, call: ApiCall, failure: string])[]): Analysis {
  const analysis = hangAnalysis();
  const { history } = analysis.reconstruction;
  const facts = calls.map(([second, call, failure], index) => ({
    process: 'process-1',
    fact: {
      kind: 'api-error',
      call,
      failure,
      error: { text: failure },
      source: 0,
      line: 900 + index,
      lines: 1,
      time: at(second),
      message: 'test',
    } as unknown as Fact,
  }));
  return {
    ...analysis,
    reconstruction: { ...analysis.reconstruction, history: { ...history, facts: [...history.facts, ...facts] } },
  };
}

const lanesOf = (document: TimelineDocument, kind: Lane['kind']): readonly Lane[] =>
  document.lanes.filter((lane) => lane.kind === kind);

function items(document: TimelineDocument, lane: Lane | undefined): string[] {
  return [...(lane?.start ?? [])].map(
    (start, index) =>
      `${MARK_STYLES[lane?.style[index] ?? 0]} ${start / 1e6}–${(lane?.end[index] ?? 0) / 1e6} ${lane?.level[index]}: ${document.strings[document.marks.what[lane?.mark[index] ?? -1] ?? 0]}`,
  );
}

describe('the lanes of the API server', () => {
  it('are not there while nothing failed', () => {
    const document = buildTimeline(hangAnalysis(), 'kubelet.log');
    expect([...lanesOf(document, 'lease'), ...lanesOf(document, 'api-errors')]).toEqual([]);
  });

  it('show how long the lease was not renewed, an error from the grace period of the control plane on', () => {
    const document = buildTimeline(
      withCalls([
        [100, 'lease', 'connection-refused'],
        [107, 'lease', 'connection-refused'],
        [114, 'lease', 'timeout'],
        [300, 'lease', 'timeout'],
        [307, 'lease', 'timeout'],
        [314, 'lease', 'timeout'],
        [350, 'lease', 'timeout'],
      ]),
      'kubelet.log',
    );
    const [lease] = lanesOf(document, 'lease');
    expect(items(document, lease)).toEqual([
      'lease-missed 100–114 1: Lease not renewed for 14s',
      'lease-missed 300–350 2: Lease not renewed for 50s',
    ]);
    expect(document.lanes.findIndex(({ kind }) => kind === 'lease')).toBe(
      document.lanes.findIndex(({ kind }) => kind === 'node-ready') + 1,
    );
  });

  it('show failed calls once, and folded below them by the way in which they failed', () => {
    const document = buildTimeline(
      withCalls([
        [100, 'list-watch', 'connection-refused'],
        [101, 'event', 'connection-refused'],
        [120, 'node-status', 'timeout'],
      ]),
      'kubelet.log',
    );
    const [all, ...kinds] = lanesOf(document, 'api-errors');
    expect([all?.label, all?.folded, all?.start.length]).toEqual(['API errors', true, 3]);
    expect(kinds.map(({ label, parent, start }) => [label, parent, start.length])).toEqual([
      ['connection refused', all?.id, 2],
      ['timeout', all?.id, 1],
    ]);
    expect([...(kinds[0]?.mark ?? [])]).toEqual([...(all?.mark ?? [])].slice(0, 2));
  });
});

describe('the lanes of findings', () => {
  const finding = (parts: Partial<Finding>): Finding => ({
    id: 'swap-on',
    confidence: 'high',
    title: 'Swap is on',
    explanation: 'It is.',
    nextSteps: [],
    evidence: [],
    ...parts,
  });
  const documentOf = (findings: readonly Finding[]): TimelineDocument =>
    buildTimeline(
      {
        ...withCalls([
          [100, 'event', 'timeout'],
          [160, 'event', 'timeout'],
        ]),
        findings: findings.map((finding) => printableFinding(finding, new Set())),
      },
      'kubelet.log',
    );

  it('shade what their lines span, or the unhealthy time that they explain', () => {
    const evidence = [901, 900].map((line) => ({ source: 0, line, text: '' }));
    const document = documentOf([
      finding({ evidence }),
      finding({ id: 'list-calls-hang', title: 'List calls hung', episode: 'episode-2', confidence: 'medium' }),
      finding({ id: 'startup-normal', title: 'Normal', evidence }),
    ]);
    const [all, ...each] = lanesOf(document, 'findings');
    expect([all?.label, all?.folded]).toEqual(['findings', true]);
    expect(each.map(({ label }) => label)).toEqual(['Swap is on', 'List calls hung']);
    expect(items(document, each[0])).toEqual(['finding 100–160 0: Swap is on']);
    const episode = document.episodes.find(({ id }) => id === 'episode-2');
    expect([each[1]?.start[0], each[1]?.end[0], each[1]?.proven[0]]).toEqual([episode?.begin, episode?.endMax, 0]);
  });

  it('are left out where nothing tells the time, and are one where one is told', () => {
    expect(
      lanesOf(
        documentOf([finding({ evidence: [{ source: 0, line: 5000, text: '' }] }), finding({ episode: 'nowhere' })]),
        'findings',
      ),
    ).toEqual([]);
    expect(lanesOf(documentOf([finding({ evidence: [{ source: 0, line: 900, text: '' }] })]), 'findings')).toHaveLength(
      1,
    );
  });
});

describe('the lanes of several nodes', () => {
  const node = (id: string, parts: Partial<NodeLanes>): NodeLanes => ({
    id,
    name: id,
    lanes: [draftLane('sync-loop', 'sync-loop', 'sync loop')],
    episodes: [],
    ...parts,
  });
  const [episode] = hangAnalysis().reconstruction.history.episodes.filter(({ startup }) => !startup);

  it('come with trouble first, the others folded; a normal start is no trouble', () => {
    if (episode === undefined) throw new Error('there is an episode');
    const { end: _, ...open } = episode;
    const errors = draftLane('other', 'other', 'other events');
    errors.items.push({ start: 0, end: 0, style: 0, level: 2, proven: true, mark: -1 });
    const lanes = lanesOfNodes([
      node('quiet', { episodes: [{ ...episode, startup: true }] }),
      node('noisy', { lanes: [errors] }),
      node('recovered', { episodes: [episode] }),
      node('ill', { episodes: [open] }),
    ]);
    expect(lanes.filter(({ kind }) => kind === 'node').map(({ label, folded }) => [label, folded === true])).toEqual([
      ['ill', false],
      ['recovered', false],
      ['noisy', true],
      ['quiet', true],
    ]);
    expect(lanes.find(({ kind, node: name }) => kind === 'sync-loop' && name === 'ill')?.parent).toBe('node/ill');
  });

  it('are all unfolded where none had trouble', () => {
    expect(lanesOfNodes([node('a', {}), node('b', {})]).some(({ folded }) => folded === true)).toBe(false);
  });
});

it('count the node as NotReady from the lease that is missed to the end of a log whose kubelet never came back', () => {
  const said = (time: string, text: string): string =>
    `Nov 21 ${time} worker-1 kubelet[801]: I1121 ${time}.000000     801 ${text}\n`;
  const log = [
    said('00:27:29', 'flags.go:64] FLAG: --v="2"'),
    said('00:28:00', 'kubelet_node_status.go:7] "Recording event message for node" node="worker-1" event="NodeReady"'),
    'Nov 21 00:32:50 worker-1 systemd[1]: kubelet.service: Main process exited, code=killed, status=9/KILL\n',
    'Nov 21 02:50:00 worker-1 kernel: nothing\n',
  ].join('');
  const document = timelineOf(analysisOf(sessionOf(new TextEncoder().encode(log))), 'kubelet.log');
  const lane = document.lanes.find(({ kind }) => kind === 'node-ready');
  const NOT_READY = MARK_STYLES.indexOf('not-ready');
  const bars = [...(lane?.start ?? [])].flatMap((start, index) =>
    lane?.style[index] === NOT_READY
      ? [[start, lane.end[index] ?? 0, lane.proven[index] ?? 1].map((value) => Math.round(value / 1e6) || value)]
      : [],
  );
  const at = (time: string): number => (Date.parse(`2026-11-21T${time}Z`) * 1000 - document.origin) / 1e6;
  expect(bars).toHaveLength(1);
  expect(Math.abs((bars[0]?.[0] ?? 0) - at('00:33:30'))).toBeLessThan(3);
  expect(bars[0]?.slice(1)).toEqual([Math.round(document.length / 1e6), 0]);
  expect(chartText(document).join('\n')).toMatch(/NotReady.*░/);
});
