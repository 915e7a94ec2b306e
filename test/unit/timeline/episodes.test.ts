import { expect, it } from 'vitest';
import type { Instant } from '../../../src/kubelet/time.ts';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
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

it('shows an episode that lines are missing after as sure only up to its last skip, and one of unknown length without any', () => {
  const log = (elapsed: string): string =>
    [
      `E1121 11:20:59.245243    4711 kubelet.go:1823] skipping pod synchronization - PLEG is not healthy: pleg was last seen active ${elapsed}`,
      '...',
      'W1121 11:21:50.993186    4711 dns.go:1] Nameserver limits exceeded',
      '',
    ].join('\n');
  const [episode, cut] = ['3m57.1s ago; threshold is 3m0s', '3m57.13889'].map(
    (elapsed) => buildTimeline(analysisOf(sessionOf(log(elapsed))), 'cut.log').episodes[0],
  );
  expect([episode?.label, episode?.end, episode?.endMax]).toEqual(['PLEG unhealthy at least 57.1s', 0, 51_747_943]);
  expect([cut?.label, cut?.end]).toEqual(['PLEG unhealthy', 0]);
});

it('knows only the least of the sleep after a skip that stands alone at the begin of a log', () => {
  const analysis = analysisOf(
    sessionOf(
      'E1121 11:20:59.245243    4711 kubelet.go:1823] skipping pod synchronization - PLEG is not healthy: pleg was last seen active 3m57.1s ago; threshold is 3m0s\n' +
        'W1121 11:21:50.993186    4711 dns.go:1] Nameserver limits exceeded\n',
    ),
  );
  expect(buildTimeline(analysis, 'cut.log').strings).toContain('Sync loop skipping for at least 100ms');
  const [skip] = analysis.reconstruction.history.skips;
  const { loop, fields } = createMoments(analysis.reconstruction).at(((skip?.time ?? 0) + 50_000) as Instant) ?? {};
  expect([loop?.state, loop?.known, loop?.until]).toEqual(['skipping', 'proven', undefined]);
  expect(fields?.map(({ id }) => id)).not.toContain('next-check');
});

it('names an episode as the answer does: how long PLEG was unhealthy is not how long the runtime was down', () => {
  const line =
    'I0311 11:05:06.003000     546 kubelet.go:1794] skipping pod synchronization - [container runtime is down PLEG is not healthy: pleg was last seen active ';
  const labels = (age: string): readonly string[] =>
    buildTimeline(analysisOf(sessionOf(`${line}${age} ago; threshold is 3m0s]\n`)), 'one.log').episodes.map(
      ({ label }) => label,
    );
  expect(labels('21m19.2s')).toEqual(['Runtime down and PLEG unhealthy at least 18m19s']);
  expect(labels('3m0.4s')).toEqual(['Runtime down and PLEG unhealthy']);
});
