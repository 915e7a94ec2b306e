import { type Duration, exactly } from '../../../src/kubelet/time.ts';
import { describe, expect, it } from 'vitest';
import { isHostToPage } from '../../../src/protocol/protocol.ts';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { markAt } from '../../../src/timeline/marks.ts';
import { type Lane, MARK_STYLES, type TimelineDocument } from '../../../src/timeline/timelineDocument.ts';
import { placeOf } from '../../../src/timeline/lanes/factText.ts';
import type { Fact } from '../../../src/messages/fact.ts';
import type { Analysis } from '../../../src/analysis/analysis.ts';
import { printable } from '../../../src/kubelet/printable.ts';
import { at, hangAnalysis } from './hangAnalysis.ts';

const timeline = buildTimeline(hangAnalysis(), 'kubelet.log');

function laneOf(document: TimelineDocument, id: string): Lane {
  const lane = document.lanes.find((candidate) => candidate.id === id);
  if (lane === undefined) throw new Error(`no lane ${id}`);
  return lane;
}

/** `style from-to` of each item, in seconds, `?` for likely ones. */
function picture(lane: Lane): string[] {
  return [...lane.start].map((start, index) => {
    const from = (start / 1e6).toFixed(1);
    const to = ((lane.end[index] ?? 0) / 1e6).toFixed(1);
    return `${MARK_STYLES[lane.style[index] ?? 0]} ${from === to ? from : `${from}-${to}`}${lane.proven[index] === 1 ? '' : '?'}`;
  });
}

/** An analysis whose history is changed. */
function withHistory(
  change: (history: Analysis['reconstruction']['history']) => Partial<Analysis['reconstruction']['history']>,
): Analysis {
  const analysis = hangAnalysis();
  return {
    ...analysis,
    reconstruction: {
      ...analysis.reconstruction,
      history: { ...analysis.reconstruction.history, ...change(analysis.reconstruction.history) },
    },
  };
}

describe('buildTimeline', () => {
  it('makes a document that the guard of the protocol lets through', () => {
    expect(isHostToPage({ type: 'document', document: timeline })).toBe(true);
  });

  it('names the episode that the answer describes', () => {
    expect(timeline.episodes.find(({ id }) => id === timeline.answered)?.label).toMatch(/^PLEG unhealthy /);
  });

  it('orders the lanes as the panel shows them, pods last with their containers below', () => {
    expect(timeline.lanes.map((lane) => lane.kind)).toEqual([
      'sync-loop',
      'relists',
      'node-ready',
      'processes',
      'runtime-errors',
      'runtime-errors',
      'runtime-errors',
      'runtime-errors',
      'housekeeping',
      'neighbours',
      'neighbours',
      'other',
      'findings',
      'findings',
      'findings',
      'namespace',
      'pod',
      'container',
      'container',
      'container',
      'pod',
      'container',
      'pod',
      'container',
      'namespace',
      'pod',
      'container',
      'namespace',
      'pod',
      'container',
    ]);
    for (const lane of timeline.lanes)
      if (lane.parent !== undefined)
        expect(
          timeline.lanes.some(
            (parent) => parent.id === lane.parent && (parent.parent === undefined || lane.kind === 'container'),
          ),
        ).toBe(true);
  });

  it('puts the pod that the episode is about first, its sandbox last', () => {
    const labels = timeline.lanes
      .filter((lane) => lane.kind === 'pod' || lane.kind === 'container')
      .map((lane) => lane.label);
    expect(labels.slice(0, 4)).toEqual(['default/web-1', 'nginx', 'sidecar', 'sandbox']);
  });

  it('draws the loop as spans with its skips on it, each leading to its line', () => {
    const loop = laneOf(timeline, 'sync-loop');
    expect(picture(loop).filter((item) => !item.startsWith('skip ') && !item.startsWith('startup '))).toEqual([
      'skipping 0.5-0.8',
      'working 0.8-68.5',
      'blocked 68.5-188.5',
      'working 188.5-188.6?',
      'blocked 188.6-308.6',
      'skipping 308.6-380.0',
      'working 380.0-460.0',
    ]);
    expect(picture(loop).filter((item) => item.startsWith('skip '))).toHaveLength(19);
    expect(picture(loop).filter((item) => item.startsWith('startup '))).toHaveLength(2);
    const blocked = markAt(timeline, loop.mark[[...loop.style].indexOf(MARK_STYLES.indexOf('blocked'))] ?? -1);
    expect(blocked).toMatchObject({ what: 'Sync loop blocked by housekeeping for 2m', line: 388, lane: 'sync-loop' });
  });

  it('draws hung relists as bars, likely ones hollow and never over proven ones', () => {
    const lane = laneOf(timeline, 'relists');
    const proven = picture(lane).filter((item) => !item.endsWith('?'));
    expect(proven).toEqual([
      'relist 66.4-66.8',
      'relist-hung 67.4-187.4',
      'relist-hung 188.4-308.4',
      'relist-hung 309.4-376.9',
      'relist-pod 379.1-379.3',
    ]);
    const likely = [...lane.start].filter((_, index) => lane.proven[index] === 0);
    expect(likely.length).toBeGreaterThan(100);
    expect(likely.filter((start) => start > 66.9e6 && start < 376e6)).toEqual([]);
  });

  it('says where a relist hung', () => {
    const texts = timeline.strings;
    expect(texts).toContain('Relist hung in ListPodSandbox for 2m');
    expect(texts).toContain('Relist took 1m7.5s while listing');
    const pod = [...laneOf(timeline, 'relists').mark]
      .map((mark) => markAt(timeline, mark))
      .find((mark) => mark?.pod !== undefined);
    expect(pod).toMatchObject({ what: 'Relist of one pod', pod: 'default/web-1' });
  });

  it('draws Ready from report to report', () => {
    expect(picture(laneOf(timeline, 'node-ready'))).toEqual([
      'ready 1.5-256.5',
      'not-ready 256.5-379.1',
      'ready 379.1-460.0',
    ]);
  });

  it('gives each method of a runtime error its lane and all of them one above', () => {
    const all = laneOf(timeline, 'runtime-errors');
    expect(all.mark).toHaveLength(6);
    expect(
      timeline.lanes.filter((lane) => lane.parent === 'runtime-errors').map((lane) => [lane.label, lane.mark.length]),
    ).toEqual([
      ['ListPodSandbox', 3],
      ['relist', 2],
      ['ContainerStatus', 1],
    ]);
    expect([...laneOf(timeline, 'runtime-errors/ContainerStatus').mark]).toEqual([[...all.mark].at(-1)]);
  });

  it('draws a slow housekeeping as the time it took, ending at its line', () => {
    expect(picture(laneOf(timeline, 'housekeeping'))).toEqual(['housekeeping 68.5-188.5', 'housekeeping 188.5-308.6']);
  });

  it('draws containers from state to state, restarts on one lane, what bounds leave open as likely', () => {
    expect(picture(laneOf(timeline, 'pod/uid-web-1/nginx'))).toEqual([
      'running 5.2-66.4',
      'running 66.4-376.9?',
      'exited-error 376.9-440.0',
      'held-back 376.9-380.0',
      'exited-error 376.9',
      'running 380.0-460.0',
    ]);
  });

  it('shows the state that an event line proves under that line once, not twice', () => {
    const line441 = [...timeline.marks.line].filter((line) => line === 441);
    const line443 = [...timeline.marks.line].filter((line) => line === 443);
    expect(line441).toHaveLength(1);
    expect(line443).toHaveLength(2); // the event, and the relist of one pod that rests on the same line
  });

  it('sorts marks by time within the log, items of a lane pointing at marks that begin no later', () => {
    expect([...timeline.marks.time]).toEqual([...timeline.marks.time].sort((a, b) => a - b));
    for (const lane of timeline.lanes) {
      lane.mark.forEach((mark, index) => {
        if (mark < 0) return;
        expect(timeline.marks.time[mark]).toBeGreaterThanOrEqual(0);
        expect(timeline.marks.time[mark]).toBeLessThanOrEqual(lane.start[index] ?? 0);
        expect(timeline.marks.line[mark]).toBeGreaterThan(0);
      });
    }
  });

  it('gives the staleness of each process with threshold, bounds and NaN where nothing is known', () => {
    const series = timeline.staleness[0];
    expect(series).toMatchObject({ process: 'process-1', threshold: 180 });
    expect(Math.max(...(series?.seconds ?? []))).toBeCloseTo(308.6, 1);
    expect(
      [...(series?.bandMax ?? [])].filter((value) => !Number.isNaN(value)).map((value) => Math.round(value)),
    ).toEqual([2, 2, 311, 2, 2]);
    expect([...(series?.healthy.from ?? [])]).toEqual([0.645e6, 376.9e6]);
    expect([...(series?.healthy.anchor ?? [])]).toEqual([66.387e6, 376.9e6]);
    expect(series).toMatchObject({
      node: 'worker-2',
      starts: Float64Array.of(66.387e6, 67.4e6, 188.41e6, 309.41e6),
      healthy: { period: 1e6, duration: 0.2e6 },
    });
  });

  it('puts each skip at its time and elapsed', () => {
    expect(timeline.skips.time).toHaveLength(21);
    expect(timeline.skips.seconds[0]).toBeNaN();
    expect(timeline.skips.seconds[2]).toBeCloseTo(242.166, 3);
    expect(markAt(timeline, timeline.skips.mark[2] ?? -1)).toMatchObject({
      what: 'Skipping pod synchronization',
      line: 407,
      level: 2,
    });
    expect(markAt(timeline, timeline.skips.mark[0] ?? -1)).toMatchObject({
      what: 'Skip at start-up',
      line: 217,
      level: 1,
    });
  });

  it('names episodes with estimates', () => {
    expect(timeline.episodes.map((episode) => [episode.label, episode.state, episode.startup])).toEqual([
      ['Start-up about 600ms', 'recovered', true],
      ['PLEG unhealthy about 2m10s', 'recovered', false],
    ]);
  });

  it('carries answer and findings with their lines', () => {
    expect(timeline.answer[0]?.find((span) => span.text === '00:30:43')).toEqual({
      text: '00:30:43',
      source: 0,
      line: 383,
    });
    expect(timeline.findings[0]).toMatchObject({ id: 'list-calls-hang', confidence: 'high' });
    expect(timeline.summary).toEqual({
      node: 'worker-2',
      version: 'v1.36.2',
      lines: 473,
      skips: 21,
      explained: 21,
      missing: 0,
    });
  });

  it('gives a single node without a name none, so that the name of the log stands for it', () => {
    expect(
      buildTimeline(
        withHistory((history) => ({ nodes: history.nodes.map((node) => ({ ...node, names: [] })) })),
        'kubelet.log',
      ).summary.node,
    ).toBe('');
  });

  it('tells words that name commands of ours from those that may quote the log', () => {
    const analysis = hangAnalysis();
    const [first = []] = analysis.answer.paragraphs;
    const answer = {
      ...analysis.answer,
      paragraphs: [
        [
          ...first,
          { kind: 'next-step', text: printable('Next: `uptime`.') },
          { kind: 'given-reason', text: printable('the kubelet says "`rm -rf /`"') },
        ],
      ],
    } satisfies Analysis['answer'];
    expect(buildTimeline({ ...analysis, answer }, 'kubelet.log').answer[0]?.slice(-2)).toEqual([
      { text: 'Next: `uptime`.', commands: true },
      { text: 'the kubelet says "`rm -rf /`"' },
    ]);
  });

  it('shows a fact of a kind that this version does not know among the others', () => {
    const unknown = {
      kind: 'pod-level-checkpoint',
      source: 0,
      line: 77,
      lines: 1,
      time: at(100),
      message: 'x',
    } as unknown as Fact;
    expect(placeOf(unknown)).toBe('other');
    const document = buildTimeline(
      withHistory((history) => ({ facts: [...history.facts, { fact: unknown }] })),
      'log',
    );
    expect([...laneOf(document, 'other').mark].map((mark) => markAt(document, mark)?.what)).toContain(
      'pod level checkpoint',
    );
  });

  it('names restarts, ids and the uid of a pod, for the search and beside the name', () => {
    expect(laneOf(timeline, 'pod/uid-web-1/nginx')).toMatchObject({
      restarts: 1,
      ids: ['ef99'.repeat(16), '3900'.repeat(16)],
    });
    expect(laneOf(timeline, 'pod/uid-web-1')).toMatchObject({ uid: 'uid-web-1', parent: 'namespace/default' });
    expect(laneOf(timeline, 'pod/uid-db-0/nginx').restarts).toBeUndefined();
  });

  it('shows containers without a name that ran one after the other on one lane, each mark under its own id', () => {
    const evidence = [{ source: 0, line: 10 }];
    const ids = [1, 2, 3].map((digit) => String(digit).repeat(64));
    const analysis = withHistory((history) => ({
      pods: history.pods.map((pod) =>
        pod.uid !== 'uid-db-0'
          ? pod
          : {
              ...pod,
              containers: ids.map((id, index) => ({
                id,
                kind: 'container' as const,
                states: [
                  {
                    state: 'running' as const,
                    from: exactly(at(100 + 20 * index)),
                    to: exactly(at(105 + 20 * index)),
                    evidence,
                  },
                  { state: 'exited' as const, from: exactly(at(105 + 20 * index)), evidence },
                ],
              })),
            },
      ),
    }));
    const document = buildTimeline(analysis, 'kubelet.log');
    const lane = laneOf(document, `pod/uid-db-0/${'1'.repeat(12)}`);
    expect(lane).toMatchObject({ ids, inTurn: 3 });
    expect(lane.restarts).toBeUndefined();
    expect([...lane.mark].map((mark) => markAt(document, mark)?.container)).toEqual(
      expect.arrayContaining(ids.map((id) => id.slice(0, 12))),
    );
  });

  it('marks where the clock was set, on the life of the kubelet', () => {
    const analysis = hangAnalysis();
    const check = {
      ...analysis.reconstruction.check,
      clockSteps: [{ process: 'process-1', at: { source: 0, line: 410 }, time: at(320), by: -2e6 as Duration }],
    };
    const document = buildTimeline({ ...analysis, reconstruction: { ...analysis.reconstruction, check } }, 'step');
    expect([...laneOf(document, 'processes').mark].map((mark) => markAt(document, mark))).toContainEqual(
      expect.objectContaining({ what: 'The wall clock was set back by 2s', line: 410, time: 320e6, level: 1 }),
    );
  });

  it('shows probes on a lane of their own and on their pod, as one mark', () => {
    const probe = {
      kind: 'probe',
      source: 0,
      line: 91,
      lines: 1,
      time: at(100),
      message: 'x',
      probe: 'readiness',
      result: 'not ready',
      byLoop: true,
      pod: { uid: 'uid-web-1' },
    } as const;
    const document = buildTimeline(
      withHistory((history) => ({ facts: [...history.facts, { process: 'process-1', fact: probe }] })),
      'probes',
    );
    const lane = laneOf(document, 'probes');
    expect([...lane.mark].map((mark) => markAt(document, mark)?.what)).toEqual(['readiness probe: not ready']);
    expect([...laneOf(document, 'pod/uid-web-1').mark]).toContain(lane.mark[0]);
  });

  it('keeps two nodes apart', () => {
    const document = buildTimeline(
      withHistory((history) => {
        const [first] = history.processes;
        return first === undefined
          ? {}
          : {
              nodes: [...history.nodes, { id: 'node-2', names: ['worker-3'], evidence: [] }],
              processes: [first, { ...first, id: 'process-2', node: 'node-2', pid: 99 }],
            };
      }),
      'two',
    );
    expect(document.lanes.filter((lane) => lane.kind === 'processes').map((lane) => lane.label)).toEqual([
      'kubelet',
      'kubelet',
    ]);
    expect(document.lanes.filter((lane) => lane.kind === 'node').map((lane) => lane.label)).toEqual([
      'worker-2',
      'worker-3',
    ]);
    expect(document.lanes.filter((lane) => lane.kind === 'processes').map((lane) => [lane.node, lane.parent])).toEqual([
      ['worker-2', 'node/node-1'],
      ['worker-3', 'node/node-2'],
    ]);
    expect(document.episodes.map((episode) => episode.label)).toEqual([
      expect.stringContaining(' · worker-2'),
      expect.stringContaining(' · worker-2'),
    ]);
    expect(new Set(document.lanes.map((lane) => lane.id)).size).toBe(document.lanes.length);
    expect(document.summary.node).toBe('worker-2, worker-3');
  });

  it('knows nothing of a node after the last line of its own kubelet', () => {
    const document = buildTimeline(
      withHistory((history) => {
        const [first] = history.processes;
        return first === undefined
          ? {}
          : {
              nodes: [...history.nodes, { id: 'node-2', names: ['worker-3'], evidence: [] }],
              processes: [first, { ...first, id: 'process-2', node: 'node-2', pid: 99, to: at(100) }],
              nodeReady: [
                ...history.nodeReady,
                { source: 0, line: 5, time: at(2), node: 'node-2', process: 'process-2', ready: true },
              ],
            };
      }),
      'two',
    );
    const ready = document.lanes.filter(({ kind }) => kind === 'node-ready');
    expect(ready.map((lane) => [lane.node, picture(lane).at(-1)])).toEqual([
      ['worker-2', 'ready 379.1-460.0'],
      ['worker-3', 'ready 2.0-100.0'],
    ]);
  });

  it('leads from each of two stalls, one upon the other, to its own line', () => {
    const analysis = hangAnalysis();
    const { history } = analysis.reconstruction;
    const [first, second] = history.stalls;
    if (first === undefined || second === undefined) throw new Error('no stalls');
    // The end of the one is bounded by a line that stands behind the begin of the other.
    const stalls = [{ ...first, to: { min: first.to.min, max: second.from.max } }, second];
    const timeline = buildTimeline(
      { ...analysis, reconstruction: { ...analysis.reconstruction, history: { ...history, stalls } } },
      'kubelet.log',
    );
    const texts = [...timeline.marks.what].map((what) => timeline.strings[what]);
    const lines = [...timeline.marks.line].filter((_, mark) => texts[mark]?.startsWith('Sync loop blocked'));
    expect(lines).toEqual([388, 406]);
  });

  it('says of a blocked loop whose begin is not known how long it was at least', () => {
    const document = buildTimeline(
      withHistory((history) => ({
        stalls: history.stalls.map((stall, index) =>
          index === 0 ? { ...stall, by: 'unknown' as const, from: { min: at(1), max: stall.from.max } } : stall,
        ),
      })),
      'late',
    );
    const loop = laneOf(document, 'sync-loop');
    const texts = [...loop.mark]
      .map((mark) => markAt(document, mark)?.what)
      .filter((what) => what?.startsWith('Sync loop blocked'));
    expect(texts).toEqual(['Sync loop blocked for at least 2m', 'Sync loop blocked by housekeeping for 2m']);
  });

  it('gives a pod to the node whose kubelet tells of it, though both journals are mixed', () => {
    const document = buildTimeline(
      withHistory((history) => {
        const [first] = history.processes;
        return first === undefined
          ? {}
          : {
              nodes: [...history.nodes, { id: 'node-2', names: ['worker-3'], evidence: [] }],
              processes: [first, { ...first, id: 'process-2', node: 'node-2', pid: 99 }],
              plegEvents: history.plegEvents.map((event) =>
                event.pod.uid === 'uid-db-0' ? { ...event, process: 'process-2' } : event,
              ),
            };
      }),
      'mixed',
    );
    expect(document.lanes.filter((lane) => lane.kind === 'pod').map((lane) => [lane.label, lane.node])).toEqual(
      expect.arrayContaining([
        ['default/web-1', 'worker-2'],
        ['prod/db-0', 'worker-3'],
      ]),
    );
    expect(document.lanes.filter((lane) => lane.uid === 'uid-db-0')).toHaveLength(1);
  });

  it('ends an episode with the process that a restart ended, not with the log', () => {
    const document = buildTimeline(
      withHistory((history) => ({
        processes: history.processes.map((process) => ({ ...process, to: at(300), endedBy: 'replaced' as const })),
        episodes: history.episodes.map((episode) => {
          const { end: _end, ...rest } = episode;
          return episode.startup ? episode : { ...rest, endedBy: 'restart' as const };
        }),
      })),
      'restarted',
    );
    expect(document.episodes[1]).toMatchObject({
      label: 'PLEG unhealthy at least 53.6s',
      state: 'restart',
      end: 300e6,
      endMax: 300e6,
    });
  });

  it('says how long an episode lasted at least, where nothing bounds its begin', () => {
    const document = buildTimeline(
      withHistory((history) => ({
        episodes: history.episodes.map((episode) =>
          episode.startup ? episode : { ...episode, beginOpen: true as const },
        ),
      })),
      'open',
    );
    expect(document.episodes[1]?.label).toMatch(/^PLEG unhealthy at least \d+m[\d.]+s$/);
  });

  it('puts the pod whose calls got no answer first, though there is no episode, and names it where the line does not', () => {
    const call = {
      kind: 'runtime-call-failed',
      source: 0,
      line: 90,
      lines: 1,
      time: at(100),
      message: 'x',
      method: 'PodSandboxStatus',
      pod: {},
      error: { text: 'deadline', code: 'DeadlineExceeded' },
    } as const;
    const document = buildTimeline(
      withHistory((history) => ({
        episodes: [],
        relists: [],
        facts: [{ fact: { ...call, containerId: history.pods[4]?.containers[0]?.id ?? '' } }],
      })),
      'one pod',
    );
    expect(document.lanes.find((lane) => lane.kind === 'pod')?.label).toBe('prod/db-0');
    expect(markAt(document, laneOf(document, 'runtime-errors').mark[0] ?? -1)).toMatchObject({
      what: 'PodSandboxStatus failed: DeadlineExceeded',
      pod: 'prod/db-0',
      container: 'nginx',
    });
  });

  it('folds the pods that nothing happened to when there are many', () => {
    const document = buildTimeline(
      withHistory((history) => ({
        pods: [
          ...history.pods,
          ...Array.from({ length: 40 }, (_, index) => ({
            uid: `quiet-${index}`,
            namespace: 'default',
            name: `quiet-${index}`,
            first: { source: 0, line: 1 },
            containers: [
              {
                id: `q${index}`,
                kind: 'container' as const,
                states: [{ state: 'running' as const, from: { min: at(1), max: at(1) }, evidence: [] }],
              },
            ],
          })),
        ],
      })),
      'many',
    );
    expect(laneOf(document, 'pod/quiet-3').folded).toBe(true);
    expect(laneOf(document, 'pod/uid-web-1').folded).toBeUndefined();
  });

  it('counts what the relist tells that ends an episode to that episode', () => {
    const pod = (index: number, second: number) => ({
      uid: `late-${index}`,
      namespace: 'default',
      name: `late-${index}`,
      first: { source: 0, line: 1 },
      containers: [
        {
          id: `l${index}`,
          kind: 'container' as const,
          states: [
            { state: 'exited' as const, from: exactly(at(second)), exitCode: 1, evidence: [{ source: 0, line: 1 }] },
          ],
        },
      ],
    });
    const document = buildTimeline(
      withHistory((history) => ({
        pods: [...history.pods, ...Array.from({ length: 40 }, (_, index) => pod(index, index === 7 ? 377.4 : 420))],
      })),
      'many',
    );
    expect(laneOf(document, 'pod/late-7').folded).toBeUndefined();
    expect(laneOf(document, 'pod/late-8').folded).toBe(true);
  });

  it('says how many lines journald dropped', () => {
    const lost = (line: number, count: number) => ({
      fact: {
        kind: 'journal-loss',
        source: 0,
        line,
        lines: 1,
        time: at(100),
        message: 'x',
        lost: count,
      } as unknown as Fact,
    });
    const document = buildTimeline(
      withHistory((history) => ({ facts: [...history.facts, lost(77, 1), lost(78, 1204)] })),
      'log',
    );
    expect([...laneOf(document, 'other').mark].map((mark) => markAt(document, mark)?.what)).toEqual(
      expect.arrayContaining(['1 line was dropped here', '1,204 lines were dropped here']),
    );
  });

  it('orders pods of equal interest by the numbers in their names', () => {
    const pod = (index: number) => ({
      uid: `quiet-${index}`,
      namespace: 'default',
      name: `quiet-${index}`,
      first: { source: 0, line: 1 },
      containers: [
        {
          id: `q${index}`,
          kind: 'container' as const,
          states: [{ state: 'running' as const, from: { min: at(1), max: at(1) }, evidence: [] }],
        },
      ],
    });
    const document = buildTimeline(
      withHistory(() => ({ pods: [11, 100, 3, 15].map(pod) })),
      'many',
    );
    expect(document.lanes.filter(({ label }) => label.startsWith('default/quiet')).map(({ label }) => label)).toEqual(
      [3, 11, 15, 100].map((index) => `default/quiet-${index}`),
    );
  });

  it('says how long a gap is, but not where the log was cut: nobody knows what is gone', () => {
    const document = buildTimeline(
      withHistory(() => ({
        gaps: (['truncated-start', 'suppressed', 'truncated-end'] as const).map((why, index) => ({
          from: at(index * 20),
          to: at(index * 20 + 5),
          why,
          evidence: [{ source: 0, line: index + 1 }],
        })),
      })),
      'cut',
    );
    const texts = [...laneOf(document, 'other').mark].map((mark) => markAt(document, mark)?.what);
    expect(texts).toEqual(
      expect.arrayContaining([
        'The log begins with the kubelet already running',
        'Lines were dropped here (5s)',
        'The log breaks off',
      ]),
    );
  });

  it('shows a stretch in which lines are missing once, whoever tells of it', () => {
    const said = {
      kind: 'journal-loss' as const,
      source: 0,
      line: 8,
      time: at(40),
      message: 'x',
      lost: 1204,
      text: 'Suppressed 1204 messages from kubelet.service',
    };
    const gap = (why: 'suppressed' | 'gap', from: number, to: number, line: number) => ({
      why,
      from: at(from),
      to: at(to),
      evidence: [{ source: 0, line }],
    });
    const document = buildTimeline(
      withHistory(() => ({
        facts: [{ fact: said }],
        gaps: [
          gap('gap', 20, 35, 7),
          gap('suppressed', 20, 40, 8),
          gap('gap', 60, 70, 9),
          gap('suppressed', 80, 90, 10),
        ],
      })),
      'lost',
    );
    const lane = laneOf(document, 'other');
    expect(
      [...lane.mark].map((mark) => markAt(document, mark)).map((mark) => [mark?.what, mark?.detail, mark?.line]),
    ).toEqual([
      [
        '1,204 lines were dropped here (20s)',
        'Suppressed 1204 messages from kubelet.service · Skips are missing for 15s of it.',
        8,
      ],
      ['The log has a gap here (10s)', undefined, 9],
      ['Lines were dropped here (10s)', undefined, 10],
    ]);
    expect([...lane.start].slice(1).every((start, index) => start >= (lane.end[index] ?? 0))).toBe(true);
  });

  it('counts a stretch in which skips are missing to one loss, where two lines of journald lie in it', () => {
    const gap = (why: 'suppressed' | 'gap', from: number, to: number, line: number) => ({
      why,
      from: at(from),
      to: at(to),
      evidence: [{ source: 0, line }],
    });
    const document = buildTimeline(
      withHistory(() => ({
        facts: [],
        gaps: [gap('gap', 20, 50, 7), gap('suppressed', 20, 30, 8), gap('suppressed', 40, 50, 9)],
      })),
      'lost',
    );
    const marks = [...laneOf(document, 'other').mark].map((mark) => markAt(document, mark));
    expect(marks.map((mark) => [mark?.what, mark?.detail])).toEqual([
      ['Lines were dropped here (30s)', 'Skips are missing for 30s of it.'],
      ['Lines were dropped here (10s)', undefined],
    ]);
  });

  it('makes a valid document of an analysis that holds nothing', () => {
    const analysis = hangAnalysis();
    const { span: _span, rate: _rate, ...history } = analysis.reconstruction.history;
    const empty = {
      ...history,
      sources: [],
      nodes: [],
      processes: [],
      skips: [],
      plegEvents: [],
      relists: [],
      episodes: [],
      pods: [],
      nodeReady: [],
      stalls: [],
      gaps: [],
      facts: [],
      warnings: [],
    };
    const document = buildTimeline(
      {
        ...analysis,
        findings: [],
        reconstruction: {
          ...analysis.reconstruction,
          history: empty,
          loop: [],
          likelyRelists: [],
          staleness: new Map(),
        },
      },
      '',
    );
    expect(isHostToPage({ type: 'document', document })).toBe(true);
    expect(document.marks.count).toBe(0);
    expect(document.length).toBe(0);
  });
});
