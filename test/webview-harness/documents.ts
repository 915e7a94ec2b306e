/** Documents for looking at the page: an incident, a healthy log, strangers' texts, very many pods. */
import { createAnalysisSession } from '../../src/analysis/session.ts';
import { buildTimeline } from '../../src/timeline/buildTimeline.ts';
import { MarkCollector, type LaneDraft } from '../../src/timeline/marks.ts';
import { MARK_STYLES, type MarkStyle, type TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import type { Analysis } from '../../src/analysis/analysis.ts';
import type { ProvenHistory } from '../../src/inference/history.ts';
import { instant, seconds } from '../../src/kubelet/time.ts';
import type { StalenessPoint } from '../../src/replay/reconstruction.ts';
import { at, hangAnalysis } from '../unit/timeline/hangAnalysis.ts';

export const HOSTILE = '<img src=x onerror="window.harness.hacked=1"><script>window.harness.hacked=1</script>\u202Egnp.\u0007\u001b[31m`$(id)` &lt;b&gt; javascript:alert(1)';

export function incident(): TimelineDocument {
  return buildTimeline(hangAnalysis(), 'kubelet.log');
}

export function healthy(): TimelineDocument {
  const analysis = hangAnalysis();
  const { reconstruction } = analysis;
  const whole = reconstruction.history.span ?? { from: at(0), to: at(1) };
  return buildTimeline({
    answer: { headline: 'No unhealthy episode', state: 'healthy', paragraphs: [[{ text: 'PLEG was healthy in all of this log: the longest time between two relists was 1.0 s.' }]] },
    findings: [],
    reconstruction: {
      ...reconstruction, loop: reconstruction.loop.filter((span) => span.state === 'working').slice(0, 1).map((span) => ({ ...span, to: whole.to })),
      staleness: new Map([...reconstruction.staleness.keys()].map((process) => [process, [whole.from, whole.to].map((time) => ({ time, staleness: seconds(0.5), min: seconds(0), max: seconds(1), proven: false }))])),
      likelyRelists: Array.from({ length: 455 }, (_, index) => ({ process: 'process-1', start: at(0.7 + index * 1.0076), listed: at(0.704 + index * 1.0076), end: at(0.7076 + index * 1.0076), failed: false })),
      history: { ...reconstruction.history, skips: [], episodes: [], facts: [], relists: [], gaps: [], warnings: [], nodeReady: reconstruction.history.nodeReady.slice(0, 1), counts: { ...reconstruction.history.counts, skips: 0 } },
    },
  }, 'kubelet.log');
}

/** What the whole pipeline makes of log texts: one source each, so several nodes when their names say so. */
export function analysed(logs: readonly { readonly name: string; readonly text: string }[]): TimelineDocument {
  const session = createAnalysisSession();
  for (const { name, text } of logs) {
    session.open(name);
    session.push(new TextEncoder().encode(text));
    session.end();
  }
  const result = session.result();
  if (!result.ok) throw new Error(result.problem.kind);
  return buildTimeline(result.analysis, logs.map(({ name }) => name).join(', '));
}

/** A log without a single record that says something. */
export function empty(): TimelineDocument {
  const analysis = hangAnalysis();
  const { rate: _rate, ...history } = analysis.reconstruction.history;
  return buildTimeline({
    answer: { headline: 'Nothing about PLEG in this log', state: 'unknown', paragraphs: [[{ text: 'The log holds records of a kubelet, but none that tells of relists, skips or pods.' }]] }, findings: [],
    reconstruction: {
      ...analysis.reconstruction, loop: [], likelyRelists: [], staleness: new Map(),
      history: { ...history, skips: [], episodes: [], facts: [], relists: [], gaps: [], warnings: [], nodeReady: [], pods: [], plegEvents: [], stalls: [], processes: [], counts: { ...history.counts, skips: 0 } },
    },
  }, 'kubelet.log');
}

/** A log that begins in the middle of an episode, misses lines, and ends before it is over. */
export function partial(): TimelineDocument {
  const analysis = hangAnalysis();
  const { history } = analysis.reconstruction;
  const episodes = history.episodes.filter((episode) => !episode.startup).map(({ end: _end, resumed: _resumed, ...episode }) => ({ ...episode, begin: { min: at(0), max: at(0) }, beginsBeforeLog: true, endedBy: 'end-of-log' as const }));
  return buildTimeline({
    ...analysis,
    answer: { headline: 'PLEG unhealthy for at least 7m40s, not over at the end of the log', state: 'unhealthy-at-end', paragraphs: [[{ text: 'PLEG was already unhealthy when the log begins, and still is when it ends.', strong: true }, { text: ' Lines are missing in between.' }]] },
    reconstruction: { ...analysis.reconstruction, history: {
      ...history, episodes, nodeReady: history.nodeReady.slice(1, 2), processes: history.processes.map((process) => ({ ...process, startedInLog: false })),
      gaps: [{ from: at(0), to: at(1), why: 'truncated-start', evidence: [{ source: 0, line: 1 }] }, { from: at(90), to: at(150), why: 'suppressed', evidence: [{ source: 0, line: 380 }] }, { from: at(459), to: at(460), why: 'truncated-end', evidence: [{ source: 0, line: 473 }] }],
      warnings: [{ text: 'The log begins in the middle: what happened before is not known.', at: { source: 0, line: 1 } }, { text: 'journald dropped 1,204 lines.', at: { source: 0, line: 380 } }],
    } },
  }, 'kubelet.log');
}

/** The incident again and again, `count` times, ten minutes apart. */
export function manyEpisodes(count = 14): TimelineDocument {
  const parts = Array.from({ length: count }, (_, index) => moved(hangAnalysis(), index * 600, { episode: `-${index}`, process: 'process-1', node: 'node-1' }));
  return buildTimeline(joined(parts, `${count} episodes, the longest of 2m8.6s–2m10.5s`), 'kubelet.log');
}

/** Three nodes with the same incident, some seconds apart. */
export function severalNodes(): TimelineDocument {
  const parts = ['worker-1', 'worker-2', 'worker-3'].map((name, index) => moved(hangAnalysis(), index * 17, { episode: `-${index}`, process: `process-${index + 1}`, node: `node-${index + 1}`, name }));
  return buildTimeline(joined(parts, 'Three nodes were unhealthy at once'), 'three nodes');
}

/** Sixty pods, most of which nothing happened to. */
export function manyPods(): TimelineDocument {
  const analysis = hangAnalysis();
  const { history } = analysis.reconstruction;
  const more = Array.from({ length: 60 }, (_, index) => ({
    uid: `uid-more-${index}`, namespace: ['shop', 'kube-system', 'observability', 'a-team-with-a-very-long-namespace-name'][index % 4] ?? 'shop', name: `service-with-a-long-name-${index}-7d9f8b6c5d-x${index}`, first: { source: 0, line: 300 },
    containers: ['app', 'proxy', 'exporter'].map((name) => ({ id: `${name}${index}`.padEnd(64, '0'), name, kind: 'container' as const, states: [{ state: 'running' as const, from: { min: at(2 + index / 20), max: at(2 + index / 20) }, evidence: [{ source: 0, line: 320 }] }] })),
  }));
  return buildTimeline({ ...analysis, reconstruction: { ...analysis.reconstruction, history: { ...history, pods: [...history.pods, ...more] } } }, 'kubelet.log');
}

interface Names { readonly episode: string; readonly process: string; readonly node: string; readonly name?: string }

/** The same analysis later, on another node or in another process. */
function moved(analysis: Analysis, seconds: number, names: Names): Analysis {
  const shift = <T>(value: T): T => move(value, seconds * 1e6, names) as T;
  const { reconstruction } = analysis;
  const history = shift(reconstruction.history);
  return {
    ...analysis,
    reconstruction: {
      ...reconstruction, loop: shift(reconstruction.loop), likelyRelists: [],
      staleness: new Map([[names.process, shift([...reconstruction.staleness.values()].flat())]]),
      history: { ...history, processes: history.processes.map((process) => ({ ...process, settings: new Map() })), nodes: history.nodes.map((node) => ({ ...node, id: names.node, names: [names.name ?? 'worker-2'] })) },
    },
  };
}

const START = hangAnalysis().reconstruction.history.span?.from ?? 0;

/** Every time later, every name another one. */
function move(value: unknown, by: number, names: Names, key = ''): unknown {
  if (typeof value === 'number') return value >= START && value < START + 86_400e6 ? value + by : value;
  if (typeof value === 'string') return key === 'process' || (key === 'id' && value.startsWith('process-')) ? names.process : key === 'node' ? names.node : value.startsWith('episode-') ? `${value}${names.episode}` : value;
  if (Array.isArray(value)) return value.map((item) => move(item, by, names));
  if (typeof value !== 'object' || value === null || value instanceof Map) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, move(item, by, names, name)]));
}

type Rate = NonNullable<ProvenHistory['rate']>;

/** The records of all of them, in the buckets of the first one up to `to`. */
function summed(rates: readonly Rate[], first: Rate, to: number): Rate {
  const sum = (name: 'info' | 'warning' | 'error'): number[] => {
    const total = Array.from({ length: Math.ceil((to - first.from) / first.bucket) }, () => 0);
    for (const rate of rates) rate[name].forEach((records, index) => {
      const place = Math.floor((rate.from + index * rate.bucket - first.from) / first.bucket);
      if (place < total.length) total[place] = (total[place] ?? 0) + records;
    });
    return total;
  };
  return { ...first, info: sum('info'), warning: sum('warning'), error: sum('error') };
}

/** Several analyses as one. */
function joined(parts: readonly Analysis[], headline: string): Analysis {
  const [first] = parts;
  if (first === undefined) throw new Error('nothing to join');
  const histories = parts.map((part) => part.reconstruction.history);
  const all = <K extends keyof ProvenHistory>(name: K): ProvenHistory[K] => histories.flatMap((history) => history[name] as never) as unknown as ProvenHistory[K];
  const processes = new Map(all('processes').map((process) => [process.id, process]));
  for (const process of all('processes').toReversed()) processes.set(process.id, process);
  const to = instant(Math.max(...histories.map((history) => history.span?.to ?? 0)));
  const staleness = new Map<string, StalenessPoint[]>();
  for (const part of parts) for (const [process, points] of part.reconstruction.staleness) staleness.set(process, [...staleness.get(process) ?? [], ...points]);
  const { rate, ...history } = first.reconstruction.history;
  return {
    ...first, findings: first.findings.slice(0, 1), answer: { headline, state: 'recovered', paragraphs: first.answer.paragraphs },
    reconstruction: {
      ...first.reconstruction, loop: parts.flatMap((part) => part.reconstruction.loop), staleness,
      history: {
        ...history, ...(rate === undefined ? {} : { rate: summed(histories.flatMap((one) => one.rate ?? []), rate, to) }), span: { from: instant(START), to }, nodes: [...new Map(all('nodes').map((node) => [node.id, node])).values()], processes: [...processes.values()].map((process) => ({ ...process, to })),
        skips: all('skips'), plegEvents: processes.size === 1 ? all('plegEvents') : histories.flatMap(({ plegEvents }, index) => plegEvents.map((event) => ({ ...event, pod: { ...event.pod, uid: `${event.pod.uid ?? ''}-${index}` } }))), relists: all('relists'), episodes: all('episodes'), nodeReady: all('nodeReady'), stalls: all('stalls'), facts: all('facts'), counts: { ...history.counts, skips: 21 * parts.length },
        pods: processes.size === 1 ? first.reconstruction.history.pods : histories.flatMap(({ pods }, index) => pods.map((pod) => ({ ...pod, uid: `${pod.uid}-${index}` }))),
      },
    },
  };
}

/** Every text of the incident replaced by one that tries to be markup. */
export function hostile(): TimelineDocument {
  const document = incident();
  return {
    ...document, title: HOSTILE, sources: [HOSTILE], headline: HOSTILE, strings: document.strings.map((text, index) => (index === 0 ? '' : `${HOSTILE} ${text}`)),
    summary: { ...document.summary, node: HOSTILE, version: HOSTILE },
    lanes: document.lanes.map((lane) => ({ ...lane, label: `${HOSTILE} ${lane.label}` })),
    answer: [[{ text: HOSTILE, source: 0, line: 3 }, { text: HOSTILE, strong: true }]],
    findings: document.findings.map((finding) => ({ ...finding, title: HOSTILE, explanation: HOSTILE, nextSteps: [HOSTILE], evidence: [{ source: 0, line: 1, text: HOSTILE + 'x'.repeat(1_000_000) }] })),
    episodes: document.episodes.map((episode) => ({ ...episode, label: HOSTILE, reasons: [HOSTILE] })),
    warnings: [{ text: HOSTILE }],
  };
}

/** `pods` pods with four containers each in twelve namespaces, about `events` marks, `skips` skips: what a big node leaves in a week. */
export function large(pods = 250, events = 1_000_000, skips = 10_000): TimelineDocument {
  const base = incident();
  const collector = new MarkCollector();
  const length = 7 * 24 * 3600 * 1e6;
  let seed = 42;
  const random = (): number => {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const drafts: LaneDraft[] = base.lanes.filter((lane) => lane.parent === undefined && lane.kind !== 'namespace').map((lane) => ({ id: lane.id, kind: lane.kind, label: lane.label, items: [] }));
  const loop = drafts.find((lane) => lane.kind === 'sync-loop');
  for (let team = 0; team < Math.min(12, pods); team += 1) {
    const namespace: LaneDraft = { id: `namespace/team-${team}`, kind: 'namespace', label: `team-${team}`, items: [] };
    drafts.push(namespace);
    for (let pod = team; pod < pods; pod += 12) {
      const lane: LaneDraft = { id: `pod/${pod}`, kind: 'pod', label: `team-${team}/service-${pod}-7d9f8b6c5d-x${pod}`, parent: namespace.id, uid: `uid-${pod}`, folded: pod > 40, items: [] };
      drafts.push(lane);
      for (let container = 0; container < 4; container += 1) drafts.push({ id: `pod/${pod}/${container}`, kind: 'container', label: `container-${container}`, parent: lane.id, ids: [`${pod}c${container}`], items: [] });
    }
  }
  const style = (name: MarkStyle): number => MARK_STYLES.indexOf(name);
  for (let event = 0; event < events; event += 1) {
    const draft = drafts[Math.floor(random() * drafts.length)];
    if (draft === undefined || draft.kind === 'namespace') continue;
    const start = random() * length;
    const isBar = draft.kind === 'container' && random() < 0.3;
    const end = isBar ? Math.min(length, start + random() * 6e8) : start;
    const level = random() < 0.001 ? 2 : random() < 0.02 ? 1 : 0;
    const mark = collector.add(draft, { time: start, ...(isBar ? { end } : {}), what: isBar ? 'container running' : level === 2 ? 'ContainerStatus failed: DeadlineExceeded' : 'PLEG: ContainerStarted', ...(draft.kind === 'pod' ? { pod: draft.label } : {}), source: 0, line: event + 1, level, proven: true });
    draft.items.push({ start, end, style: style(isBar ? 'running' : level === 2 ? 'runtime-error' : 'pleg-event'), level, proven: true, mark });
  }
  // A hundred episodes with a hundred skips each, five seconds apart, and the staleness that they print.
  const rows: { time: number; seconds: number; mark: number }[] = [];
  const points: { time: number; seconds: number; proven: number }[] = [];
  const episodes = Math.ceil(skips / 100);
  const healthy: { from: number; to: number }[] = [];
  for (let episode = 0; episode < episodes; episode += 1) {
    const begin = (length / episodes) * (episode + 0.4);
    healthy.push({ from: begin - (length / episodes) * 0.4 + 700e6, to: begin });
    points.push({ time: begin, seconds: 0, proven: 1 });
    for (let skip = 0; skip < 100 && loop !== undefined; skip += 1) {
      const time = begin + 180e6 + skip * 5e6;
      const mark = collector.add(loop, { time, what: 'Skipping pod synchronization', source: 0, line: events + episode * 100 + skip + 1, level: 2, proven: true });
      loop.items.push({ start: time, end: time, style: style('skip'), level: 2, proven: true, mark });
      rows.push({ time, seconds: 180 + skip * 5, mark });
      points.push({ time, seconds: 180 + skip * 5, proven: 1 });
    }
    points.push({ time: begin + 690e6, seconds: 0.5, proven: 0 });
  }
  const { marks, strings, lanes, final } = collector.finish(drafts);
  const none = new Float64Array(points.length).fill(Number.NaN);
  return {
    ...base, title: 'a very large log', length, lanes, marks, strings, episodes: [],
    summary: { ...base.summary, lines: events * 2, skips, explained: skips },
    skips: { time: Float64Array.from(rows, (row) => row.time), seconds: Float64Array.from(rows, (row) => row.seconds), mark: Int32Array.from(rows, (row) => final[row.mark] ?? -1) },
    staleness: [{
      process: 'process-1', node: 'worker-2', threshold: 180, starts: Float64Array.from(healthy, ({ to }) => to),
      healthy: { from: Float64Array.from(healthy, ({ from }) => from), to: Float64Array.from(healthy, ({ to }) => to), anchor: Float64Array.from(healthy, ({ to }) => to), period: 1e6, duration: 20_000 },
      time: Float64Array.from(points, (point) => point.time), seconds: Float64Array.from(points, (point) => point.seconds), proven: Uint8Array.from(points, (point) => point.proven), bandMin: none, bandMax: none,
    }],
  };
}
