import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTurn } from '../../support/effort.ts';
import { projectRoot, sharedFolder } from '../../support/shared.ts';
import { analysisOf, sessionOf } from './analyse.ts';
import { PASTES, type Told, told, WRAPS } from './captureWays.ts';

const folder = join(projectRoot, 'test/fixtures/incidents');
const shared = sharedFolder();
const runs: readonly (readonly [string, string])[] = [
  ...readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => [name, join(folder, name)] as const),
  ...(shared === undefined
    ? []
    : [
        'v1.15.5/b-hang/kubelet.raw.log',
        'v1.20.0/e-cold-start/kubelet.raw.log',
        'v1.36.2/m-status-only/kubelet.raw.log',
      ].map((name) => [name, join(shared, 'runs', name)] as const)),
];
/** Longer ones would only take longer. */
const MOST_LINES = 900;
/** So many lines are left out behind an ellipsis. */
const CUT_LENGTHS = [3, 30];

/** Wider or between words a short log may have too few cuts to show its width; `captures.test.ts` has those. */
const NARROW = WRAPS.filter(([way]) => /^at (?:72|80) columns/.test(way));

/** Without the nodes: other programs of a capture name none. */
const core = ({ processes, skips, plegEvents, episodes }: Told): unknown => ({
  processes,
  skips,
  plegEvents,
  episodes,
});

/** The klog lines of a kubelet, as the journal and as Cloud Logging have them. */
function exported(lines: readonly string[]): { readonly plain: string; readonly entries: string } {
  const known = lines.flatMap((line) => {
    const [, host = 'node-a', message = '', month = '', day = '', time = '', pid = ''] =
      /^(?:\S+ +\d+ \S+ (\S+) kubelet\[\d+\]: )?([IWEF](\d\d)(\d\d) (\S+) +(\d+) .*)$/.exec(line) ?? [];
    return message === ''
      ? []
      : [{ line: `${host} kubelet[${pid}]: ${message}`, stamp: `2026-${month}-${day}T${time}`, host, message, pid }];
  });
  return {
    plain: known.map(({ stamp, line }) => `${stamp}+0000 ${line}`).join('\n'),
    entries: known
      .map(({ stamp, host, message, pid }) =>
        JSON.stringify({
          insertId: 'x',
          jsonPayload: { MESSAGE: message, SYSLOG_IDENTIFIER: 'kubelet', _HOSTNAME: host, _PID: pid },
          timestamp: `${stamp}Z`,
          logName: 'projects/p/logs/kubelet',
        }),
      )
      .join('\n'),
  };
}

describe.each(runs.map(([name, path], row) => ({ name, path, row })))('$name', ({ path, row }) => {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(0, MOST_LINES);

  it('tells the same however it was pasted or wrapped', () => {
    const expected = core(told(lines.join('\n')));
    for (const [way, paste] of inTurn([...PASTES, ...NARROW], row, 4, 2))
      expect(core(told(paste(lines))), way).toEqual(expected);
  });

  it('tells the same exported from Cloud Logging', () => {
    const { plain, entries } = exported(lines);
    expect(plain).not.toBe('');
    expect(core(told(entries))).toEqual(core(told(plain)));
  });

  it('tells with an ellipsis what is left, and nothing across it', () => {
    const whole = analysisOf(sessionOf(lines.join('\n'))).reconstruction.history;
    const cuts = [0.2, 0.4, 0.6, 0.8]
      .flatMap((share) => CUT_LENGTHS.map((length) => ({ from: Math.floor(lines.length * share), length })))
      .filter(({ from, length }) => from > 0 && from + length < lines.length);
    for (const { from, length } of cuts) {
      const at = `${from}+${length}`;
      const { skips, episodes } = analysisOf(
        sessionOf([...lines.slice(0, from), '...', ...lines.slice(from + length)].join('\n')),
      ).reconstruction.history;
      expect(
        skips.map(({ time }) => time),
        at,
      ).toEqual(whole.skips.filter(({ line }) => line <= from || line > from + length).map(({ time }) => time));
      for (const episode of episodes)
        expect(
          whole.episodes.some(
            ({ begin, end }) =>
              episode.begin.min <= (end?.max ?? Infinity) && (episode.end?.max ?? Infinity) >= begin.min,
          ),
          at,
        ).toBe(true);
    }
  });
});
