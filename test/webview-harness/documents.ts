/** Documents for looking at the page: what the product makes of logs (logs.ts), strangers' texts, and a very large one. */
import type { Analysis } from '../../src/analysis/analysis.ts';
import { createAnalysisSession } from '../../src/analysis/session.ts';
import { inLanguage } from '../../src/analysis/inLanguage.ts';
import { languageOf } from '../../src/language/language.ts';
import { documentInLanguage } from '../../src/timeline/inLanguage.ts';
import chinese from '../../l10n/zh-cn.json';
import { instant } from '../../src/kubelet/time.ts';
import { buildTimeline } from '../../src/timeline/buildTimeline.ts';
import { timelineOf } from '../../src/timeline/timelineOf.ts';
import { LaneItems } from '../../src/timeline/laneItems.ts';
import { MarkCollector, type LaneDraft } from '../../src/timeline/marks.ts';
import { MARK_STYLES, type MarkStyle, type TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import {
  emptyLog,
  healthyLog,
  incidentLog,
  manyEpisodesLog,
  manyPodsLog,
  metricsLog,
  type NamedLog,
  neighboursLog,
  partialLog,
  restartsLog,
  severalNodesLog,
} from './logs.ts';

export const HOSTILE =
  '<img src=x onerror="window.harness.hacked=1"><script>window.harness.hacked=1</script>\u202Egnp.\u0007\u001b[31m`$(id)` &lt;b&gt; javascript:alert(1)';

/** When the logs were saved: their stamps have no year. */
const SAVED = instant(Date.UTC(2026, 11, 1) * 1000);

/** What the whole pipeline makes of log texts: one source each, so several nodes when their names say so. */
export function analysisOf(logs: readonly NamedLog[]): Analysis {
  const session = createAnalysisSession();
  for (const { name, text } of logs) {
    session.open(name, { fallbackYearFrom: SAVED });
    session.push(new TextEncoder().encode(text));
    session.end();
  }
  const result = session.result();
  if (!result.ok) throw new Error(result.problem.kind);
  return result.analysis;
}

export const CHINESE = languageOf('zh-CN', chinese);

/** An incident in Chinese, as the worker gives it to a reader of that language. */
export function inChinese(name: LogName): TimelineDocument {
  const { analysis, document } = shownLog(name);
  return documentInLanguage(timelineOf(inLanguage(analysis, CHINESE), document.title), CHINESE);
}

/** The same as the page gets it. */
export function analysed(logs: readonly NamedLog[]): TimelineDocument {
  return shown(logs).document;
}

/** An analysis and its document. */
export interface Shown {
  readonly analysis: Analysis;
  readonly document: TimelineDocument;
}

function shown(logs: readonly NamedLog[]): Shown {
  const analysis = analysisOf(logs);
  return { analysis, document: timelineOf(analysis, logs.map(({ name }) => name).join(', ')) };
}

const LOGS = {
  incident: incidentLog,
  healthy: healthyLog,
  empty: emptyLog,
  partial: partialLog,
  neighbours: neighboursLog,
  restarts: restartsLog,
  manyEpisodes: manyEpisodesLog,
  manyPods: manyPodsLog,
  metrics: metricsLog,
  severalNodes: severalNodesLog,
};
export type LogName = keyof typeof LOGS;

export const isLogName = (name: string): name is LogName => name in LOGS;

const made = new Map<LogName, Shown>();

/** A state by its name: simulated and analysed once. */
export function shownLog(name: LogName): Shown {
  const known = made.get(name) ?? shown(LOGS[name]());
  made.set(name, known);
  return known;
}

/** No log is known that gives a document without any mark; the page is ready for one. */
export function withoutMarks(): TimelineDocument {
  const { analysis } = shownLog('empty');
  const { history } = analysis.reconstruction;
  return buildTimeline(
    { ...analysis, reconstruction: { ...analysis.reconstruction, history: { ...history, processes: [], gaps: [] } } },
    'kubelet.log',
  );
}

export const incident = (): TimelineDocument => shownLog('incident').document;

/** Every text of the incident replaced by one that tries to be markup. */
export function hostile(): TimelineDocument {
  const document = incident();
  return {
    ...document,
    title: HOSTILE,
    sources: [HOSTILE],
    headline: HOSTILE,
    strings: document.strings.map((text, index) => (index === 0 ? '' : `${HOSTILE} ${text}`)),
    summary: { ...document.summary, node: HOSTILE, version: HOSTILE },
    lanes: document.lanes.map((lane) => ({ ...lane, label: `${HOSTILE} ${lane.label}` })),
    answer: [
      [
        { text: HOSTILE, source: 0, line: 3 },
        { text: HOSTILE, strong: true },
      ],
    ],
    findings: document.findings.map((finding) => ({
      ...finding,
      title: HOSTILE,
      explanation: HOSTILE,
      nextSteps: [HOSTILE],
      evidence: [{ source: 0, line: 1, text: HOSTILE + 'x'.repeat(1_000_000) }],
    })),
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
  const drafts: LaneDraft[] = base.lanes
    .filter((lane) => lane.parent === undefined && lane.kind !== 'namespace')
    .map((lane) => ({ id: lane.id, kind: lane.kind, label: lane.label, items: new LaneItems() }));
  const loop = drafts.find((lane) => lane.kind === 'sync-loop');
  for (let team = 0; team < Math.min(12, pods); team += 1) {
    const namespace: LaneDraft = {
      id: `namespace/team-${team}`,
      kind: 'namespace',
      label: `team-${team}`,
      items: new LaneItems(),
    };
    drafts.push(namespace);
    for (let pod = team; pod < pods; pod += 12) {
      const lane: LaneDraft = {
        id: `pod/${pod}`,
        kind: 'pod',
        label: `team-${team}/service-${pod}-7d9f8b6c5d-x${pod}`,
        parent: namespace.id,
        uid: `uid-${pod}`,
        folded: pod > 40,
        items: new LaneItems(),
      };
      drafts.push(lane);
      for (let container = 0; container < 4; container += 1)
        drafts.push({
          id: `pod/${pod}/${container}`,
          kind: 'container',
          label: `container-${container}`,
          parent: lane.id,
          ids: [`${pod}c${container}`],
          ...(container === 0 ? { restarts: 1 + (pod % 5) } : {}),
          items: new LaneItems(),
        });
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
    const mark = collector.add(draft, {
      time: start,
      ...(isBar ? { end } : {}),
      what: isBar
        ? 'container running'
        : level === 2
          ? 'ContainerStatus failed: DeadlineExceeded'
          : 'PLEG: ContainerStarted',
      ...(draft.kind === 'pod' ? { pod: draft.label } : {}),
      source: 0,
      line: event + 1,
      level,
      proven: true,
    });
    draft.items.push({
      start,
      end,
      style: style(isBar ? 'running' : level === 2 ? 'runtime-error' : 'pleg-event'),
      level,
      proven: true,
      mark,
    });
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
      const mark = collector.add(loop, {
        time,
        what: 'Skipping pod synchronization',
        source: 0,
        line: events + episode * 100 + skip + 1,
        level: 2,
        proven: true,
      });
      loop.items.push({ start: time, end: time, style: style('skip'), level: 2, proven: true, mark });
      rows.push({ time, seconds: 180 + skip * 5, mark });
      points.push({ time, seconds: 180 + skip * 5, proven: 1 });
    }
    points.push({ time: begin + 690e6, seconds: 0.5, proven: 0 });
  }
  const { marks, strings, lanes, final } = collector.finish(drafts);
  const none = new Float64Array(points.length).fill(Number.NaN);
  return {
    ...base,
    title: 'a very large log',
    length,
    lanes,
    marks,
    strings,
    episodes: [],
    summary: { ...base.summary, lines: events * 2, skips, explained: skips },
    skips: {
      time: Float64Array.from(rows, (row) => row.time),
      seconds: Float64Array.from(rows, (row) => row.seconds),
      mark: Int32Array.from(rows, (row) => final[row.mark] ?? -1),
    },
    staleness: [
      {
        process: 'process-1',
        node: 'worker-2',
        threshold: 180,
        starts: Float64Array.from(healthy, ({ to }) => to),
        healthy: {
          from: Float64Array.from(healthy, ({ from }) => from),
          to: Float64Array.from(healthy, ({ to }) => to),
          anchor: Float64Array.from(healthy, ({ to }) => to),
          period: 1e6,
          duration: 20_000,
        },
        time: Float64Array.from(points, (point) => point.time),
        seconds: Float64Array.from(points, (point) => point.seconds),
        proven: Uint8Array.from(points, (point) => point.proven),
        bandMin: none,
        bandMax: none,
      },
    ],
  };
}
