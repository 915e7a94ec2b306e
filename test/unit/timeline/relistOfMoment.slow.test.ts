/** What "State at this moment" says of the relist: no call that the log does not name, and no line of an earlier one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Instant } from '../../../src/kubelet/time.ts';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { MARK_STYLES } from '../../../src/timeline/timelineDocument.ts';
import { projectRoot } from '../../support/shared.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';

const FOLDER = join(projectRoot, 'test/fixtures/incidents');

it('names no call where the lane leaves open which relist hung, and no line tells of one that failed', () => {
  let bars = 0;
  const told: string[] = [];
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.log'))) {
    const analysis = analysisOf(sessionOf(readFileSync(join(FOLDER, name), 'utf8')));
    const { origin, lanes, marks, strings } = buildTimeline(analysis, name);
    const moments = createMoments(analysis.reconstruction);
    const { relists } = analysis.reconstruction.history;
    const isFailing = (began: number): boolean =>
      relists.some(({ outcome, start }) => outcome === 'list-failed' && start.min <= began && began <= start.max);
    for (const { kind, style, start, end, mark } of lanes) {
      if (kind !== 'relists') continue;
      start.forEach((from, bar) => {
        const detail = strings[marks.detail[mark[bar] ?? -1] ?? 0] ?? '';
        if (MARK_STYLES[style[bar] ?? -1] !== 'relist-none' || detail !== 'At least this long.') return;
        bars += 1;
        for (const part of [0.3, 0.6, 0.9]) {
          const time = (origin + from + part * ((end[bar] ?? from) - from)) as Instant;
          const { callPath } = moments.at(time) ?? {};
          const began = callPath?.steps[0]?.began;
          // The named relist itself can be taken for the one that lists slowly.
          if (callPath?.running !== true || callPath.known === 'unknown' || began === undefined) continue;
          if (isFailing(began)) continue;
          if (began > origin + from + 500_000) told.push(`${name} ${part}: ${callPath.steps.at(-1)?.call}`);
        }
      });
    }
  }
  expect(told).toEqual([]);
  expect(bars).toBeGreaterThan(5);
});

it('rests on no line of an earlier relist once nothing hangs any more', () => {
  const name = 'every-call-slow-1.31.log';
  const { reconstruction } = analysisOf(sessionOf(readFileSync(join(FOLDER, name), 'utf8')));
  const [process] = reconstruction.history.processes;
  const relist = createMoments(reconstruction)
    .at(process?.to ?? (0 as Instant))
    ?.fields.find(({ id }) => id === 'relist');
  expect([relist?.value, relist?.line]).toEqual(['none running; the last one ended well', undefined]);
});

it('does not say that none runs where in short it says that one does', () => {
  const told: string[] = [];
  let running = 0;
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.log'))) {
    const { reconstruction } = analysisOf(sessionOf(readFileSync(join(FOLDER, name), 'utf8')));
    const moments = createMoments(reconstruction);
    for (const { id, from, to } of reconstruction.history.processes)
      for (const part of [0.15, 0.3, 0.45, 0.6, 0.75, 0.9]) {
        const time = (from + Math.round(part * (to - from))) as Instant;
        if (moments.summary(time, id)?.relist.running !== true) continue;
        running += 1;
        const { callPath } = moments.at(time, id) ?? {};
        if (callPath?.running === false && callPath.known !== 'unknown') told.push(`${name} ${part}`);
      }
  }
  expect(told).toEqual([]);
  expect(running).toBeGreaterThan(50);
});

it('names the inspection that hangs as its error does, whatever the model has of the pod', () => {
  const { reconstruction } = analysisOf(sessionOf(readFileSync(join(FOLDER, 'nfs-server-gone-1.16.log'), 'utf8')));
  const [process] = reconstruction.history.processes;
  const moment = createMoments(reconstruction).at(((process?.from ?? 0) + 300_000_000) as Instant);
  const relist = moment?.fields.find(({ id }) => id === 'relist');
  expect([relist?.value, relist?.known, relist?.line]).toEqual([
    'hangs in ContainerStatus of web/media-0 since 09:03:20.300',
    'proven',
    8,
  ]);
});
