import { expect, it } from 'vitest';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { analysisOf, fixture, HANG, sessionOf } from '../analysis/analyse.ts';

it('does not lengthen the start-up of a raw log by the minute before its first line', () => {
  const raw = new TextDecoder()
    .decode(fixture(HANG))
    .split('\n')
    .flatMap((line) => / kubelet\[\d+\]: (.*)$/.exec(line)?.[1] ?? [])
    .slice(0, 330)
    .join('\n');
  const { episodes } = buildTimeline(analysisOf(sessionOf(`${raw}\n`)), 'raw.log');
  expect(episodes.map((episode) => [episode.startup, episode.label])).toEqual([[true, 'Start-up about 3.3s']]);
});
