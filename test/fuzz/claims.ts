import type { Analysis } from '../../src/analysis/analysis.ts';

const TIMES: ReadonlySet<string> = new Set(['time', 'from', 'min', 'lastRelist', 'loopStarted', 'until']);

/**
 * What an analysis says of a time after the last record, e.g. `episodes.0.end.min`. Upper bounds (`max`, `to`) may lie there: something goes on. Settings and
 * facts are the log's own words.
 */
export function claimsBeyondEnd({ reconstruction: { history } }: Analysis): readonly string[] {
  const end = history.span?.to;
  if (end === undefined) return [];
  const found: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'number') {
        if (TIMES.has(key) && inner > end) found.push(`${path}.${key} is ${inner - end} µs after the last record`);
      } else if (key !== 'settings' && key !== 'facts') walk(inner, `${path}.${key}`);
    }
  };
  for (const [key, value] of Object.entries({
    skips: history.skips,
    relists: history.relists,
    episodes: history.episodes,
    pods: history.pods,
    nodeReady: history.nodeReady,
    stalls: history.stalls,
    processes: history.processes,
    plegEvents: history.plegEvents,
    gaps: history.gaps,
  }))
    walk(value, key);
  return found;
}
