/** Documents for looking at the page: an incident, a healthy log, strangers' texts, very many pods. */
import { createAnalysisSession } from '../../src/analysis/session.ts';
import { buildTimeline } from '../../src/timeline/buildTimeline.ts';
import { MarkCollector, type LaneDraft } from '../../src/timeline/marks.ts';
import type { TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import { hangAnalysis } from '../unit/timeline/hangAnalysis.ts';

export const HOSTILE = '<img src=x onerror="window.harness.hacked=1"><script>window.harness.hacked=1</script>\u202Egnp.\u0007\u001b[31m`$(id)` &lt;b&gt; javascript:alert(1)';

export function incident(): TimelineDocument {
  return buildTimeline(hangAnalysis(), 'kubelet.log');
}

export function healthy(): TimelineDocument {
  const analysis = hangAnalysis();
  const { reconstruction } = analysis;
  return buildTimeline({
    answer: { headline: 'No unhealthy episode', state: 'healthy', paragraphs: [[{ text: 'PLEG was healthy in all of this log: the longest time between two relists was 1.0 s.' }]] },
    findings: [],
    reconstruction: {
      ...reconstruction, loop: reconstruction.loop.filter((span) => span.state === 'working'),
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

/** `pods` pods with four containers each, about `events` marks: what a big node leaves in a week. */
export function large(pods = 250, events = 1_000_000): TimelineDocument {
  const base = incident();
  const collector = new MarkCollector();
  const length = 7 * 24 * 3600 * 1e6;
  let seed = 42;
  const random = (): number => {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const drafts: LaneDraft[] = base.lanes.filter((lane) => lane.kind !== 'pod' && lane.kind !== 'container').map((lane) => ({ id: lane.id, kind: lane.kind, label: lane.label, items: [] }));
  for (let pod = 0; pod < pods; pod += 1) {
    const name = `team-${pod % 12}/service-${pod}-7d9f8b6c5d-x${pod}`;
    const lane: LaneDraft = { id: `pod/${pod}`, kind: 'pod', label: name, folded: pod > 40, items: [] };
    drafts.push(lane);
    for (let container = 0; container < 4; container += 1) drafts.push({ id: `pod/${pod}/${container}`, kind: 'container', label: `container-${container}`, parent: lane.id, items: [] });
  }
  for (let event = 0; event < events; event += 1) {
    const draft = drafts[Math.floor(random() * drafts.length)];
    if (draft === undefined) continue;
    const start = random() * length;
    const isBar = draft.kind === 'container' && random() < 0.3;
    const end = isBar ? Math.min(length, start + random() * 6e8) : start;
    const level = random() < 0.001 ? 2 : random() < 0.02 ? 1 : 0;
    const mark = collector.add(draft, { time: start, ...(isBar ? { end } : {}), what: isBar ? 'container running' : level === 2 ? 'ContainerStatus failed: DeadlineExceeded' : 'PLEG: ContainerStarted', ...(draft.kind === 'pod' ? { pod: draft.label } : {}), source: 0, line: event + 1, level, proven: true });
    draft.items.push({ start, end, style: isBar ? 15 : level === 2 ? 12 : 21, level, proven: true, mark });
  }
  const { marks, strings, lanes } = collector.finish(drafts);
  const points = 400_000;
  const time = Float64Array.from({ length: points }, (_, index) => (index / points) * length);
  const seconds = Float64Array.from({ length: points }, (_, index) => (index % 2 === 0 ? 0 : 1 + (index % 50_000 < 2 ? 240 : random())));
  return {
    ...base, title: 'a very large log', length, lanes, marks, strings, episodes: [],
    skips: { time: new Float64Array(), seconds: new Float64Array(), mark: new Int32Array() },
    staleness: [{ process: 'process-1', node: 'worker-2', starts: new Float64Array(), healthy: { from: new Float64Array(), to: new Float64Array(), anchor: new Float64Array(), period: 1e6, duration: 0 }, time, seconds, bandMin: new Float64Array(points).fill(Number.NaN), bandMax: new Float64Array(points).fill(Number.NaN), proven: new Uint8Array(points).fill(1), threshold: 180 }],
  };
}
