import { describe, expect, it } from 'vitest';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { markAt } from '../../../src/timeline/marks.ts';
import { parseQuery } from '../../../src/timeline/search/query.ts';
import { matchMarks } from '../../../src/timeline/search/queryMatch.ts';
import type { Mark } from '../../../src/timeline/timelineDocument.ts';
import { hangAnalysis } from './hangAnalysis.ts';

const timeline = buildTimeline(hangAnalysis(), 'kubelet.log');
const all = Array.from({ length: timeline.marks.count }, (_, index) => markAt(timeline, index)).filter(
  (mark) => mark !== undefined,
);
const clock = { origin: timeline.origin, offset: 0, reference: 246.387e6 };

function found(query: string, offset = 0): Mark[] {
  const parsed = parseQuery(query);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const hit = matchMarks(timeline, parsed.terms, { ...clock, offset });
  return all.filter((_, index) => hit[index] === 1);
}

describe('what a query finds', () => {
  it('is everything when it has no terms', () => {
    expect(found('')).toHaveLength(all.length);
  });

  it.each<[string, (mark: Mark) => boolean]>([
    ['deadline', (mark) => `${mark.what} ${mark.detail ?? ''}`.toLowerCase().includes('deadline')],
    ['399', (mark) => mark.line === 399],
    ['pod:web', (mark) => mark.pod?.slice(mark.pod.indexOf('/')).includes('web') === true],
    ['pod:default/web-1', (mark) => mark.pod === 'default/web-1'],
    ['ns:kube', (mark) => mark.pod?.startsWith('kube-system/') === true],
    ['ns:default pod:crasher', (mark) => mark.pod === 'default/crasher-1'],
    ['uid:uid-web-1', (mark) => mark.pod === 'default/web-1'],
    ['container:sidecar', (mark) => mark.container === 'sidecar'],
    ['container:ef99ef', (mark) => mark.pod === 'default/web-1' && mark.container === 'nginx'],
    ['severity:error', (mark) => mark.level === 2],
    ['-severity:error,warning', (mark) => mark.level === 0],
    ['kind:relist', (mark) => mark.lane === 'relists' || mark.what.startsWith('Relist')],
    ['kind:sync-loop -kind:skip', (mark) => mark.lane === 'sync-loop' && !mark.what.startsWith('Skipping')],
    ['time:00:31..00:32', (mark) => mark.time <= 264e6 && (mark.end ?? mark.time) >= 204e6],
    ['time:2026-11-21T00:32..', (mark) => (mark.end ?? mark.time) >= 264e6],
    ['time:-30s..+30s', (mark) => mark.time <= 276.387e6 && (mark.end ?? mark.time) >= 216.387e6],
    ['time:2026-11-20', () => false],
  ])('%s', (query, expected) => {
    expect(found(query).map((mark) => mark.line)).toEqual(all.filter(expected).map((mark) => mark.line));
    if (query !== 'time:2026-11-20') expect(found(query).length).toBeGreaterThan(0);
  });

  it('turns round with a minus: both together are everything', () => {
    for (const term of ['deadline', 'pod:web', 'severity:error', 'kind:skip', 'time:00:31..00:33'])
      expect(found(term).length + found(`-${term}`).length).toBe(all.length);
  });

  it('reads clock times in the clock that is shown, on every day, over midnight too', () => {
    expect(found('time:02:31..02:32', 120)).toEqual(found('time:00:31..00:32'));
    expect(found('time:23:00..00:28').length).toBe(found('time:..00:28').length);
  });
});
