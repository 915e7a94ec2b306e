import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { analysisJson, analysisJsonPieces } from '../../../src/analysis/outputs/formatJson.ts';
import type { Analysis } from '../../../src/analysis/analysis.ts';
import { MOST_SHOWN_PODS } from '../../../src/inference/containers/shownPods.ts';
import { MOST_FOLLOWED_PODS, MOST_OF_POD } from '../../../src/replay/innerState/followedPods.ts';
import { MOST_WAITING_FACTS } from '../../../src/inference/streams/candidates.ts';
import { type BoundedKind, foldedOf, HISTORY_BOUNDS, type HistoryBounds } from '../../../src/inference/store/folded.ts';
import { analysed, clock, historyOf, klog, LARGE, raw, skip, stale, started, unit, worked } from './foldedLogs.ts';

const SMALL: HistoryBounds = {
  processes: 20,
  skips: 40,
  episodes: 8,
  neighbours: 12,
  pids: 3,
  gaps: 4,
  relists: 5,
  constraints: 9,
  endSigns: 2,
  texts: 30,
  troubles: 3,
  subjects: 2,
};
const answerOf = ({ answer }: Analysis): string =>
  answer.paragraphs
    .flat()
    .map(({ text }) => text)
    .join('');

/** A kubelet that ends right after each start. */
const lives = (count: number): string[] =>
  Array.from({ length: count }, (_, life) => [
    ...started(life * 10, 1000 + life),
    skip(life * 10 + 0.5, 1000 + life, 'PLEG is not healthy: pleg has yet to be successful'),
    klog(life * 10 + 1, 1000 + life, 'E', 'run.go:74] "command failed" err="failed to run Kubelet"'),
    unit(life * 10 + 2, 'kubelet.service: Main process exited, code=exited, status=1/FAILURE'),
    unit(life * 10 + 2, "kubelet.service: Failed with result 'exit-code'."),
  ]).flat();
/** When the skips of one stretch come, in seconds from the first. */
const backOff = (at: number): number =>
  Array.from({ length: at }, (_, step) => Math.min(5, 0.1 * 2 ** step)).reduce((sum, sleep) => sum + sleep, 0);
/** Skips of one long hang. */
const hang = (count: number): string[] => [
  ...started(0, 7),
  worked(1, 7),
  ...Array.from({ length: count }, (_, at) => skip(200 + backOff(at), 7, stale(190 + backOff(at)))),
  worked(200 + backOff(count), 7),
];
/** Unhealthy times of two skips each, and one of twenty in their middle. */
const episodes = (count: number): string[] => [
  ...started(0, 7),
  ...Array.from({ length: count }, (_, at) => {
    const begin = 10 + at * 400;
    const more =
      at === Math.floor(count / 2)
        ? Array.from({ length: 18 }, (_unused, step) => skip(begin + 195 + step * 5, 7, stale(195 + step * 5)))
        : [];
    return [
      worked(begin, 7),
      skip(begin + 190, 7, stale(190)),
      skip(begin + 190.1, 7, stale(190.1)),
      ...more,
      worked(begin + 290, 7),
    ];
  }).flat(),
];

describe('lives', () => {
  test('are kept at the begin and the end of the log, and counted between', () => {
    const history = historyOf(lives(60), { ...SMALL, episodes: 100 });
    const folded = foldedOf(history, 'processes');
    expect(history.processes.length).toBeLessThanOrEqual(SMALL.processes);
    expect(history.processes.length + (folded?.count ?? 0)).toBe(60);
    expect([history.processes[0]?.id, history.processes.at(-1)?.id]).toEqual(['process-1', 'process-60']);
    expect(history.counts.skips).toBe(60);
    expect(history.skips.length).toBe(history.processes.length);
    const kept = new Set(history.processes.map(({ id }) => id));
    expect(history.facts.every(({ process }) => process === undefined || kept.has(process))).toBe(true);
    expect(history.facts.some(({ fact }) => fact.kind === 'kubelet-exit')).toBe(true);
  });

  test('are kept where they tell more than others', () => {
    const odd = [...started(302, 77), worked(302.5, 77), skip(303, 77, 'container runtime is down')];
    const before = lives(30);
    const history = historyOf([...before, ...odd, ...lives(60).slice(before.length + 6)], SMALL);
    expect(history.processes.some(({ pid }) => pid === 77)).toBe(true);
    expect(history.episodes.some(({ reasons }) => reasons.includes('runtime-down'))).toBe(true);
  });

  test('are told with those that are counted only', () => {
    const analysis = analysed(lives(60), SMALL);
    const kept = analysis.reconstruction.history.processes.length;
    expect(analysis.findings.find(({ id }) => id === 'kubelet-crash-loop')?.title).toMatch(
      /^The kubelet ended more than \d+ times$/,
    );
    expect(answerOf(analysis)).toContain(`${60 - kept} kubelet processes from`);
    expect(analysisJson(analysis, () => undefined).folded?.find(({ what }) => what === 'processes')?.count).toBe(
      60 - kept,
    );
  });

  test('that go on are no new ones', () => {
    const beside = lives(60).flatMap((line, at) => (at % 6 === 0 ? [line, worked((at / 6) * 10 + 3, 5)] : [line]));
    const history = historyOf([...started(0, 5), ...beside], SMALL);
    expect(history.processes.filter(({ pid }) => pid === 5)).toHaveLength(1);
  });
});

describe('skips', () => {
  test('of a steady hang stay one unhealthy time with the exact number of skips', () => {
    const [all, some] = [historyOf(hang(100), LARGE), historyOf(hang(100), SMALL)];
    const without = (history: typeof all): unknown =>
      history.episodes.map(({ evidence: _evidence, ...episode }) => episode);
    expect(some.skips.length).toBeLessThanOrEqual(SMALL.skips);
    expect(without(some)).toEqual(without(all));
    expect(some.episodes[0]?.skips).toEqual({ observed: 100, missing: 0 });
    expect(some.counts.skips).toBe(100);
    expect(some.skips.length + some.skips.reduce((sum, { foldedBefore = 0 }) => sum + foldedBefore, 0)).toBe(100);
    expect(foldedOf(some, 'skips')?.count).toBe(100 - some.skips.length);
  });

  test('are explained by the replay as far as they are kept, and the loop is drawn as skipping all the time', () => {
    const [all, some] = [analysed(hang(100), LARGE).reconstruction, analysed(hang(100), SMALL).reconstruction];
    expect(some.check.unexplainedSkips).toEqual([]);
    expect(some.check.missingSkips).toEqual([]);
    expect(some.check.explainedSkips).toBe(some.history.skips.length);
    expect(some.loop).toEqual(all.loop);
  });

  test('of which none is like the one before are left out in the middle, and what was there is not known', () => {
    const history = historyOf(episodes(40), { ...SMALL, episodes: 100 });
    expect(history.skips.length).toBeLessThanOrEqual(SMALL.skips);
    expect(history.counts.skips).toBe(98);
    const before = history.episodes.findIndex(({ endedBy }) => endedBy === 'gap');
    const after = history.skips.find(({ foldedBefore }) => foldedBefore !== undefined);
    expect(history.skips.length + (after?.foldedBefore ?? 0)).toBe(98);
    expect(after?.episode).toBe(history.episodes[before + 1]?.id);
  });
});

describe('episodes', () => {
  test('are kept at the begin, at the end and where they are long', () => {
    const analysis = analysed(episodes(40), { ...SMALL, skips: 1000 });
    const { history } = analysis.reconstruction;
    const folded = foldedOf(history, 'episodes');
    expect(history.episodes).toHaveLength(SMALL.episodes);
    expect(folded?.count).toBe(32);
    expect(Math.max(...history.episodes.map(({ skips }) => skips.observed))).toBe(20);
    expect(history.counts.skips).toBe(98);
    expect(new Set(history.skips.map(({ episode }) => episode)).size).toBe(SMALL.episodes);
    expect(history.relists.length).toBeLessThanOrEqual(SMALL.episodes + 1);
    expect(analysis.answer.headline).toContain('more than 8 times');
    expect(answerOf(analysis)).toContain('32 unhealthy times and starts from');
  });

  test('that are kept are as they would be beside the others', () => {
    const [all, some] = [historyOf(episodes(40), LARGE), historyOf(episodes(40), { ...LARGE, episodes: 8 })];
    const byBegin = new Map(all.episodes.map((episode) => [episode.begin.max, episode]));
    for (const episode of some.episodes)
      expect({ ...episode, id: '' }).toEqual({ ...byBegin.get(episode.begin.max), id: '' });
  });
});

test('lines of neighbours are kept at the begin and the end', () => {
  const history = historyOf(lives(15), SMALL);
  const lines = history.facts.filter(({ fact }) => fact.kind === 'neighbour').map(({ fact }) => fact.line);
  expect(lines.length).toBeLessThanOrEqual(SMALL.neighbours);
  expect(lines.length + (foldedOf(history, 'neighbours')?.count ?? 0)).toBe(30);
  expect([lines[0], lines.at(-1)]).toEqual([5, 90]);
});

test('a log below the bounds says nothing of them, and both ways of writing give the same', () => {
  const small = analysed(lives(3), SMALL);
  expect('folded' in small.reconstruction.history).toBe(false);
  expect('folded' in analysisJson(small, () => undefined)).toBe(false);
  const folded = analysed(lives(60), SMALL);
  const text = [...analysisJsonPieces(folded, () => undefined)]
    .map((piece) => (typeof piece === 'string' ? piece : new TextDecoder().decode(piece)))
    .join('');
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(analysisJson(folded, () => undefined))));
});

/** A container that does not stay up, as the worker of its pod says it. */
const crashes = (seconds: number, pod: number, container: number): string =>
  klog(
    seconds,
    7,
    'E',
    `pod_workers.go:1298] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app-${container}\\" with CrashLoopBackOff: \\"back-off 10s restarting failed container=app-${container} pod=web-${pod}_shop(0f6c1b9e-0000-4000-8000-${String(pod).padStart(12, '0')})\\"" pod="shop/web-${pod}" podUID="0f6c1b9e-0000-4000-8000-${String(pod).padStart(12, '0')}"`,
  );

/** A log for each bound of a history, with more of that kind than SMALL keeps. */
const ABOVE: Readonly<Record<BoundedKind, readonly string[]>> = {
  processes: lives(60),
  skips: [...started(0, 7), ...Array.from({ length: 200 }, (_, at) => skip(300 + at * 5, 7, stale(200 + at * 5)))],
  episodes: [
    ...started(0, 7),
    ...Array.from({ length: 30 }, (_, at) => [
      worked(10 + at * 400, 7),
      skip(at * 400 + 200, 7, stale(190)),
      worked(at * 400 + 206, 7),
    ]).flat(),
  ],
  neighbours: [
    ...started(0, 7),
    ...Array.from(
      { length: 60 },
      (_, at) =>
        `Apr 26 ${clock(10 + at).slice(0, 8)} worker-7 kernel: INFO: task x:${at} blocked for more than 122 seconds.`,
    ),
    worked(100, 7),
  ],
  pids: [
    ...started(0, 7),
    ...Array.from({ length: 9 }, (_, at) => raw(10 + at, 100 + at, 'I', 'main.go:12] "Hello"')),
    worked(100, 7),
  ],
  gaps: [
    ...started(0, 7),
    ...Array.from({ length: 12 }, (_, at) => [
      worked(10 + at * 60, 7),
      `Apr 26 ${clock(20 + at * 60).slice(0, 8)} worker-7 systemd-journald[400]: Suppressed 900 messages from kubelet.service`,
    ]).flat(),
    worked(1000, 7),
  ],
  relists: [
    ...started(0, 7),
    ...Array.from({ length: 20 }, (_, at) => klog(10 + at, 7, 'I', 'generic.go:224] "GenericPLEG: Relisting"')),
  ],
  constraints: [
    ...started(0, 7),
    ...Array.from({ length: 20 }, (_, at) =>
      klog(
        10 + at,
        7,
        'E',
        'generic.go:238] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = Unavailable"',
      ),
    ),
  ],
  endSigns: [
    ...started(0, 7),
    worked(10, 7),
    ...Array.from({ length: 6 }, () => unit(20, 'kubelet.service: Main process exited, code=exited, status=1/FAILURE')),
    ...started(30, 8),
    worked(40, 8),
  ],
  texts: hang(60),
  troubles: [...started(0, 7), ...Array.from({ length: 9 }, (_, at) => crashes(10 + at, at, 0)), worked(100, 7)],
  subjects: [...started(0, 7), ...Array.from({ length: 9 }, (_, at) => crashes(10 + at, 0, at)), worked(100, 7)],
};

test.each(Object.entries(ABOVE) as [BoundedKind, readonly string[]][])(
  'of too many %s the answer and the JSON say how many are counted only, and below the bound nothing',
  (kind, lines) => {
    const analysis = analysed(lines, SMALL);
    const folded = foldedOf(analysis, kind);
    expect(folded?.count).toBeGreaterThan(0);
    expect(folded?.from).toBeLessThanOrEqual(folded?.to ?? 0);
    expect(analysisJson(analysis, () => undefined).folded?.find(({ what }) => what === kind)?.count).toBe(
      folded?.count,
    );
    expect(answerOf(analysis)).toMatch(new RegExp(`more than can be told one by one: .*\\b${folded?.count} \\w`));
    expect(analysed(lines, LARGE).folded).toEqual([]);
  },
);

test('what lines of folded lives say of errors is counted too', () => {
  const { history } = analysed(lives(60), SMALL).reconstruction;
  expect(foldedOf(history, 'facts')?.count).toBeGreaterThanOrEqual(foldedOf(history, 'processes')?.count ?? 0);
});

test('where more holes come than are kept nothing is concluded from what is not said behind them', () => {
  const { gaps } = analysed(ABOVE.gaps, SMALL).reconstruction.history;
  const ends = (of: readonly { readonly why: string; readonly to: number }[]): number[] =>
    of.filter(({ why }) => why === 'suppressed').map(({ to }) => to);
  const all = ends(analysed(ABOVE.gaps, LARGE).reconstruction.history.gaps);
  expect(ends(gaps)).toHaveLength(SMALL.gaps);
  expect(Math.max(...ends(gaps))).toBe(Math.max(...all));
});

test('a reboot ends the signs of an end, however many came before it', () => {
  const { processes } = historyOf(
    [
      ...started(0, 7),
      worked(10, 7),
      ...Array.from({ length: 6 }, () => unit(20, 'Stopping kubelet: The Kubernetes Node Agent...')),
      '-- Boot 0123456789abcdef0123456789abcdef --',
      ...started(30, 8),
      worked(70, 8),
    ],
    SMALL,
  );
  expect(processes[0]?.ending?.how).toBe('reboot');
});

describe('docs/limits.md', async () => {
  const root = new URL('../../../', import.meta.url);
  const limits = await readFile(new URL('docs/limits.md', root), 'utf8');
  const rows = limits
    .split('\n')
    .filter((line) => /^\| (?!what \||---)/.test(line))
    .map((line) => line.slice(2, -2).split(' | '));

  test('states the bounds of the code', () => {
    for (const bound of [
      ...Object.values(HISTORY_BOUNDS),
      MOST_WAITING_FACTS,
      MOST_SHOWN_PODS,
      MOST_FOLLOWED_PODS,
      MOST_OF_POD,
    ])
      expect(limits).toContain(bound.toLocaleString('en-US'));
  });

  test.each(rows)('says of %s where it is said, and names files that there are', (...row) => {
    expect(row).toHaveLength(5);
    const [, , , said = '', where = ''] = row;
    expect(said).toMatch(/^(?:`folded`: `\w+`(?:, `\w+`)*|warning|message|answer|there|nothing is lost|comfort)$/);
    const files = [...where.matchAll(/`((?:src|webview)\/[\w/.-]+)`/g)].map(([, file = '']) => file);
    for (const file of files) expect(existsSync(new URL(file, root)), file).toBe(true);
    expect(where).not.toBe('');
  });

  test('has a row for all that `folded` may count, and for nothing else', () => {
    const told = rows.flatMap(([, , , said = '']) =>
      said.startsWith('`folded`') ? [...said.slice(9).matchAll(/`(\w+)`/g)].map(([, kind]) => kind) : [],
    );
    expect(new Set(told)).toEqual(new Set([...Object.keys(HISTORY_BOUNDS), 'facts']));
  });
});
