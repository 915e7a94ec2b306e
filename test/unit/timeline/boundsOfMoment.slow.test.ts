/** What "State at this moment" says of health just beyond the bounds of an unhealthy time: what the answer says of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Instant } from '../../../src/kubelet/time.ts';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import { projectRoot } from '../../support/shared.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';

const FOLDERS = ['incidents', 'inference'].map((name) => join(projectRoot, 'test/fixtures', name));
const logs = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => [name, join(folder, name)] as const),
);

it.each(logs)('is one story with the answer: %s', (_name, file) => {
  const { reconstruction } = analysisOf(sessionOf(readFileSync(file, 'utf8')));
  const { processes, episodes } = reconstruction.history;
  const moments = createMoments(reconstruction);
  const told: string[] = [];
  for (const { id, process: of, startup, begin, end, endedBy } of episodes) {
    const process = processes.find((one) => one.id === of);
    if (process === undefined || startup || end === undefined || end.min <= begin.max) continue;
    const says = (where: string, time: number, healthy: boolean): void => {
      if (time < process.from || time > process.to) return;
      const other = episodes.some(
        (one) => one.id !== id && one.process === of && one.begin.min <= time && time <= (one.end?.max ?? Infinity),
      );
      const { health } = moments.summary(time as Instant, of) ?? {};
      if (!other && health?.healthy === !healthy) told.push(`${id} ${where}: ${health.known}`);
    };
    says('after its begin', begin.max + 1, false);
    says('before its end', end.min - 1, false);
    if (endedBy === 'recovered') says('after its end', end.max + 1, true);
  }
  expect(told).toEqual([]);
});
