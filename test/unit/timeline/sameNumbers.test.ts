/** Hover, answer, JSON, chart and state say the same numbers at the same moments. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { analysisJson } from '../../../src/analysis/outputs/formatJson.ts';
import { buildInsightIndex } from '../../../src/analysis/insight/insightIndex.ts';
import { formatClock, parseRfc3339 } from '../../../src/analysis/outputs/instantText.ts';
import { insightText, lineInsight } from '../../../src/analysis/insight/lineInsight.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import { timelineOf } from '../../../src/timeline/timelineOf.ts';
import { recordedLogs } from '../../support/recordedLogs.ts';
import { stalenessAt } from '../../../webview/charts/stalenessData.ts';

const SECOND = 1e6;
/** So many skips of a log are looked at. */
const SKIPS = 60;
/** So many pieces of its curve. */
const PIECES = 12;

function read(file: string) {
  const bytes = readFileSync(file);
  const session = createAnalysisSession({ lineIndex: true });
  session.open('test.log', { year: 2026 });
  session.push(file.endsWith('.gz') ? gunzipSync(bytes) : bytes);
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error(result.problem.kind);
  return { analysis: result.analysis, index: session.lineIndex(0) };
}

/** A time of the JSON, whose microseconds are whole. */
const timeOf = (text: string | undefined): number => parseRfc3339(text ?? '') ?? Number.NaN;

describe.each(recordedLogs())('%s', (file) => {
  const { analysis, index } = read(file);
  const { reconstruction, answer } = analysis;
  const { history } = reconstruction;
  const json = analysisJson(analysis, () => '');
  const moments = createMoments(reconstruction);
  const document = timelineOf(analysis, 'test');
  const insights = buildInsightIndex(analysis);
  const origin = history.span?.from ?? 0;

  it('says of a skip everywhere when the relist that it names began', () => {
    const skips = history.skips
      .map((skip, at) => ({ skip, told: json.skips[at] }))
      .filter(({ skip }) => skip.lastRelist !== undefined);
    for (const { skip, told } of skips.filter((_, at) => at % Math.ceil(skips.length / SKIPS) === 0)) {
      const reason = told?.reasons.find(({ elapsedSeconds }) => elapsedSeconds !== undefined);
      const elapsed = reason?.elapsedSeconds ?? Number.NaN;
      const began = timeOf(reason?.lastRelist);
      expect(Math.abs(skip.time - began - elapsed * SECOND)).toBeLessThan(1000);
      const moment = moments.summary(skip.time, skip.process);
      expect([
        moment?.staleness.known,
        moment?.health.healthy,
        Math.abs((moment?.staleness.seconds ?? Number.NaN) - elapsed) < 0.05,
      ]).toEqual(['proven', false, true]);
      const series = document.staleness.find(({ process }) => process === skip.process);
      const drawn = series === undefined ? undefined : stalenessAt(series, skip.time - 1000 - origin);
      if (drawn !== undefined) expect(Math.abs(drawn.seconds - elapsed)).toBeLessThan(0.1);
      const record = index?.recordAt(skip.line);
      if (record === undefined) throw new Error(`no record at line ${skip.line}`);
      const said = insightText(lineInsight(record, 0, insights));
      expect(said).toMatch(/PLEG's last successful relist began at (\d\d:\d\d:\d\d\.\d{3});/);
      const hovered = /began at (\d\d:\d\d:\d\d\.\d{3});/.exec(said)?.[1] ?? '';
      expect([
        formatClock(began as Instant),
        formatClock((began - 500) as Instant),
        formatClock((began + 500) as Instant),
      ]).toContain(hovered);
    }
  });

  it('says of an unhealthy time everywhere when it began, when it was over, and which relist was the last', () => {
    const text = answer.paragraphs.map((parts) => parts.map((part) => part.text).join('')).join('\n');
    for (const [at, episode] of history.episodes.entries()) {
      const told = json.episodes[at];
      if (episode.startup || episode.beginOpen === true) continue;
      expect([timeOf(told?.begin.min), timeOf(told?.begin.max)]).toEqual(
        [episode.begin.min, episode.begin.max].map((time) => Math.round(time)),
      );
      // A log that is cut in the middle has moments of the process alone.
      const process = history.processes.find(({ id }) => id === episode.process);
      const after = Math.max(episode.begin.max + SECOND, process?.loopStarted ?? 0);
      if (process !== undefined && after < Math.min(episode.end?.min ?? process.to, process.to)) {
        const moment = moments.summary(after as Instant, episode.process);
        if (moment?.health.known === 'proven') expect(moment.health.healthy).toBe(false);
      }
      if (episode.id !== answer.episode) continue;
      expect(text).toContain(formatClock(episode.begin.max));
      if (episode.lastRelist !== undefined && text.includes('The last relist'))
        expect(text).toContain(formatClock(episode.lastRelist.max));
      if (episode.end !== undefined) expect(text).toContain(formatClock(episode.end.max));
    }
  });

  it('draws the bounds of the staleness that the state tells, wherever a likely line has some', () => {
    for (const { process, time, bandMin, bandMax, seconds } of document.staleness) {
      const pieces = Array.from({ length: Math.max(0, time.length - 1) }, (_, at) => at).filter(
        (at) =>
          (time[at + 1] ?? 0) - (time[at] ?? 0) > 2 * SECOND &&
          seconds[at] !== seconds[at + 1] && // a level stretch stands for relists that no line names
          !Number.isNaN(bandMax[at] ?? Number.NaN) &&
          !Number.isNaN(bandMax[at + 1] ?? Number.NaN),
      );
      const step = Math.ceil(pieces.length / PIECES);
      for (const at of pieces.filter((_, place) => place % step === 0)) {
        const [from, to] = [time[at] ?? 0, time[at + 1] ?? 0];
        for (const part of [0.2, 0.8]) {
          const told = moments.summary((origin + from + (to - from) * part) as Instant, process)?.staleness;
          if (told?.min === undefined || told.max === undefined) continue;
          const drawn = (band: Float64Array): number => (band[at] ?? 0) * (1 - part) + (band[at + 1] ?? 0) * part;
          expect(Math.abs(drawn(bandMax) - told.max)).toBeLessThan(1.5);
          expect(Math.abs(drawn(bandMin) - told.min)).toBeLessThan(1.5);
        }
      }
    }
  });
});
