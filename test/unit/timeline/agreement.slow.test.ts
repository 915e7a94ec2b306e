import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Analysis } from '../../../src/analysis/analysis.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import { timelineOf } from '../../../src/timeline/timelineOf.ts';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import { MARK_STYLES, type TimelineDocument } from '../../../src/timeline/timelineDocument.ts';
import { recordedLogs } from '../../support/recordedLogs.ts';
import { projectRoot } from '../../support/shared.ts';
import { simulated } from '../simulator/scenarios.ts';
import { stalenessAt } from '../../../webview/charts/stalenessData.ts';

function analysed(file: string): Analysis {
  const bytes = readFileSync(file);
  return analysedBytes(file.endsWith('.gz') ? gunzipSync(bytes) : bytes);
}

function analysedText(text: string): Analysis {
  return analysedBytes(new TextEncoder().encode(`${text}\n`));
}

function analysedBytes(bytes: Uint8Array): Analysis {
  const session = createAnalysisSession({ lineIndex: false });
  session.open('test.log', { year: 2026 });
  session.push(bytes);
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error(result.problem.kind);
  return result.analysis;
}

/** Bars of a lane as spans in microseconds since origin. */
function barsOf(
  { lanes }: TimelineDocument,
  kind: string,
): { readonly from: number; readonly to: number; readonly style: string }[] {
  return lanes
    .filter((lane) => lane.kind === kind)
    .flatMap((lane) =>
      Array.from(lane.start, (from, index) => ({
        from,
        to: lane.end[index] ?? 0,
        style: MARK_STYLES[lane.style[index] ?? 0] ?? '',
      })),
    )
    .filter(({ from, to }) => to > from);
}

const SAMPLES = 400;
/** What stands for relists every second is one level. */
const ONE_TOOTH = 2.6;
const EDGE = 400_000;

interface Disagreements {
  readonly samples: number;
  readonly found: Record<string, string[]>;
}

/** Samples moments of each process, and compares what each view says of them. */
function disagreements(analysis: Analysis): Disagreements {
  const document = timelineOf(analysis, 'test');
  const moments = createMoments(analysis.reconstruction);
  const { history } = analysis.reconstruction;
  const origin = history.span?.from ?? 0;
  const found: Record<string, string[]> = {};
  let samples = 0;
  const loops = barsOf(document, 'sync-loop');
  const relists = barsOf(document, 'relists');
  for (const series of document.staleness) {
    const process = history.processes.find(({ id }) => id === series.process);
    if (process === undefined || history.nodes.length > 1) continue;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const time = Math.round(process.from + ((process.to - process.from) * (sample + 0.37)) / SAMPLES);
      const moment = moments.summary(time as Instant, process.id);
      if (moment === undefined || moment.time !== time) continue;
      samples += 1;
      const note = (what: string, text: string): void =>
        void (found[what] ??= []).push(`${new Date(time / 1000).toISOString().slice(11, 23)} ${text}`);
      const at = time - origin;
      const drawn = stalenessAt(series, at);
      const { seconds, min, max, known, never } = moment.staleness;
      if (drawn !== undefined) {
        if (seconds === undefined) note(never === true ? 'chart of never' : 'chart of unknown', String(drawn.seconds));
        else if (Math.abs(drawn.seconds - seconds) > Math.max(ONE_TOOTH, 0.02 * seconds))
          note('chart', `${drawn.seconds} but ${seconds}`);
        if (drawn.proven && known !== 'proven') note('chart proven', `${drawn.seconds}`);
        if (drawn.seconds < (min ?? 0) - ONE_TOOTH || drawn.seconds > (max ?? drawn.seconds) + ONE_TOOTH)
          note('chart outside bounds', `${drawn.seconds}: ${min}–${max}`);
      } else if (seconds !== undefined && known !== 'unknown') note('chart missing', `${seconds}`);
      const state = moment.loop.state;
      // The edges of what is likely only are not known to the moment.
      const near = loops.filter(({ from, to }) => from - EDGE <= at && at < to + EDGE).map(({ style }) => style);
      const agrees =
        near.length === 0 ||
        near.some((loop) =>
          loop === 'skipping'
            ? state === 'skipping'
            : loop === 'blocked'
              ? state === 'blocked' || state === 'housekeeping'
              : loop === 'working'
                ? state !== 'skipping' && state !== 'blocked'
                : true,
        );
      if (!agrees && moment.loop.known !== 'unknown')
        note('loop', `${near.join()} but ${state} (${moment.loop.known})`);
      // A relist of one pod is none of all pods.
      const ofOnePod = history.relists.some(
        ({ scope, process: of, start, end }) =>
          scope === 'pod' && of === process.id && start.min <= time && (end?.max ?? process.to) >= time,
      );
      const bar = ofOnePod
        ? undefined
        : relists.find(
            ({ from, to, style }) => from <= at && at < to && style !== 'relist-none' && style !== 'relist-pod',
          );
      if (bar !== undefined && bar.to - bar.from > 2e6 && moment.relist.running === false)
        note('relist lane', bar.style);
      if (
        bar === undefined &&
        !ofOnePod &&
        moment.relist.running === true &&
        moment.relist.known !== 'unknown' &&
        (seconds ?? 0) > 15 &&
        !relists.some(
          ({ from, to, style }) => from <= at && at < to && (style === 'relist-none' || style === 'relist-pod'),
        )
      )
        note('relist missing', moment.relist.known);
    }
  }
  return { samples, found };
}

/** Where a doubt begins or ends views differ by the seconds of its edge; a lane draws no relist that is shorter than a second. */
const FEW = 0.02;
const SOME = 0.08;

describe('chart, lanes and state tell one story', () => {
  it.each(recordedLogs())('in %s', (file) => {
    const { samples, found } = disagreements(analysed(file));
    expect(samples).toBeGreaterThan(10);
    for (const what of ['chart proven', 'chart outside bounds', 'chart of unknown', 'loop'] as const)
      expect([what, found[what] ?? []]).toEqual([what, []]);
    for (const what of ['chart', 'chart of never', 'chart missing', 'relist lane'] as const)
      expect([what, (found[what] ?? []).length <= FEW * samples || found[what]]).toEqual([what, true]);
    expect((found['relist missing'] ?? []).length <= SOME * samples || found['relist missing']).toBe(true);
  });
});

/** Moments within the unhealthy times that the answer tells of, at which the state is said to be healthy. */
function healthyWithin(analysis: Analysis): { readonly samples: number; readonly found: readonly string[] } {
  const moments = createMoments(analysis.reconstruction);
  const found: string[] = [];
  let samples = 0;
  for (const { id, from: begin, to: last } of analysis.reconstruction.history.processes) {
    const episodes = analysis.reconstruction.history.episodes
      .filter(({ process, startup }) => process === id && !startup)
      .toSorted((a, b) => a.begin.min - b.begin.min);
    episodes.forEach((episode, place) => {
      const from = Math.max(episode.begin.max, begin);
      const to = episode.end?.min ?? episodes[place + 1]?.begin.min ?? last;
      for (let sample = 0; sample < 20 && to - from > EDGE; sample += 1) {
        const time = Math.round(from + ((to - from) * (sample + 0.5)) / 20);
        const moment = moments.summary(time as Instant, id);
        if (moment?.time !== time) continue;
        samples += 1;
        if (moment.health.healthy === true) found.push(`${episode.id} ${new Date(time / 1000).toISOString()}`);
      }
    });
  }
  return { samples, found };
}

describe('the state at a moment tells what the answer tells', () => {
  it.each(recordedLogs())('of the unhealthy times of %s', (file) => {
    expect(healthyWithin(analysed(file)).found).toEqual([]);
  });

  // Lines that were picked out of a journal: skips after this one may be missing.
  const picked = `
E0102 06:32:23.862407  2501 remote_runtime.go:434] Status from runtime service failed: rpc error: code = DeadlineExceeded desc = context deadline exceeded
I0102 06:42:00.569834  2501 kubelet.go:1771] skipping pod synchronization - [container runtime is down PLEG is not healthy: pleg was last seen active 66h20m49.039936615s ago; threshold is 3m0s]
E0102 06:43:18.110305  2501 remote_runtime.go:169] ListPodSandbox with filter nil from runtime service failed: rpc error: code = DeadlineExceeded desc = context deadline exceeded
E0102 06:43:59.285805  2501 kubelet_network.go:106] Failed to ensure marking rule for KUBE-MARK-DROP: timed out while checking rules
W0102 06:48:09.771347  2501 container.go:507] Failed to update stats for container "/system.slice/cron.service": no such device, continuing to push stats`;

  it('where lines are missing after the last skip: neither knows of an end', () => {
    const analysis = analysedText(picked.trim());
    expect(analysis.reconstruction.history.episodes).toMatchObject([{ endedBy: 'gap' }]);
    expect(analysis.reconstruction.history.episodes[0]?.end).toBeUndefined();
    expect(healthyWithin(analysis)).toEqual({ samples: 20, found: [] });
    const document = timelineOf(analysis, 'test');
    expect(barsOf(document, 'sync-loop').map(({ style }) => style)).not.toContain('working');
    expect(barsOf(document, 'relists').filter(({ from }) => from > 600e6)).toEqual([]);
    expect(disagreements(analysis).found).toEqual({});
  });
});

describe('a log that is cut', () => {
  const whole = readFileSync(
    join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'),
    'utf8',
  ).split('\n');
  const cuts = Array.from({ length: 12 }, (_, index) => Math.floor((whole.length * (index + 4)) / 17));

  it.each(cuts)('after %d lines tells one story too', (lines) => {
    const { found } = disagreements(analysedText(whole.slice(0, lines).join('\n')));
    for (const what of ['chart proven', 'chart outside bounds', 'chart of unknown', 'loop'] as const)
      expect([what, found[what] ?? []]).toEqual([what, []]);
    expect((found['chart'] ?? []).length).toBeLessThan(9);
  });
});

describe('a life with more trouble than the model is run over', () => {
  const { log } = simulated({
    version: '1.31.2',
    start: '2026-03-14T00:00:00Z',
    duration: '30000s',
    node: 'n',
    pods: [{ name: 'web', count: 3, added: '5s', containers: [{ name: 'nginx' }] }],
    faults: [
      { from: '600s', to: '14000s', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] },
      { from: '18000s', to: '28000s', effect: 'slow', methods: ['ListPodSandbox'], by: '240s' },
    ],
  });
  const analysis = analysedText(log);

  it('is drawn by the model as far as it is run, and by proven lines behind that', () => {
    const { samples, found } = disagreements(analysis);
    expect(samples).toBeGreaterThan(300);
    for (const what of [
      'chart proven',
      'chart outside bounds',
      'chart of unknown',
      'loop',
      'chart',
      'chart of never',
      'relist lane',
    ] as const)
      expect([what, found[what] ?? []]).toEqual([what, []]);
    // What neither the model is run over nor a line proves is left open.
    expect((found['chart missing'] ?? []).length / samples).toBeLessThan(0.1);
  });

  it('shows the second trouble as the skips of it name its relists', () => {
    const [series] = timelineOf(analysis, 'test').staleness;
    const { history } = analysis.reconstruction;
    // Of the very last one nothing more is known from that moment on.
    const skips = history.skips.filter(({ lastRelist }) => lastRelist !== undefined).slice(-201, -1);
    expect(skips.length).toBe(200);
    for (const skip of skips) {
      const drawn = series === undefined ? undefined : stalenessAt(series, skip.time - (history.span?.from ?? 0));
      expect(Math.abs((drawn?.seconds ?? -1) - (skip.time - (skip.lastRelist ?? 0)) / 1e6)).toBeLessThan(1);
    }
  });
});
