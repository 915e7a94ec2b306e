/** A sync loop that ends no turn: the kubelet's own health check says so, or its lines of turns stop. PLEG may be well all the while. */
import { describe, expect, it } from 'vitest';
import type { Instant } from '../../../src/kubelet/time.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';

const BEGIN = Date.parse('2026-03-30T15:30:00Z');
const PID = 4130;
/** A line so many seconds after the begin. */
const at = (second: number, text: string, severity = 'I'): readonly [number, string] => {
  const stamp = new Date(BEGIN + second * 1000).toISOString();
  return [
    second,
    `Mar 30 ${stamp.slice(11, 19)} n1 kubelet[${PID}]: ${severity}0330 ${stamp.slice(11, 23)}000    ${PID} ${text}`,
  ];
};
const START = [
  at(0, 'server.go:416] Version: v1.18.4'),
  at(1, 'kubelet.go:1868] Starting kubelet main sync loop.'),
  at(5, 'kubelet_node_status.go:486] Recording NodeReady event message for node n1'),
];
const every = (step: number, from: number, to: number, text: string): readonly (readonly [number, string])[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => at(from + index * step, text));
const turns = (from: number, to: number) => every(2, from, to, 'kubelet.go:2012] SyncLoop (housekeeping)');
/** What others of the kubelet's threads write. */
const others = (to: number) => every(10, 10, to, 'setters.go:73] Using node IP: "10.0.0.5"');
const check = (second: number): readonly [number, string] =>
  at(second, 'healthz.go:200] syncloop check failed: healthz');
/** One of an outage of which the first skip comes at once. */
const skip = (second: number, first: number): readonly [number, string] => {
  const seen = second - first + 180.2;
  return at(
    second,
    `kubelet.go:1823] skipping pod synchronization - [PLEG is not healthy: pleg was last seen active ${Math.floor(seen / 60)}m${(seen % 60).toFixed(1)}s ago; threshold is 3m0s]`,
    'E',
  );
};

const analysed = (...lines: readonly (readonly [number, string])[]) => {
  const text = lines
    .toSorted(([a], [b]) => a - b)
    .map(([, line]) => line)
    .join('\n');
  const { findings, answer, reconstruction } = analysisOf(sessionOf(`${text}\n`));
  const second = (time: Instant): number => Math.round((time / 1e6 - BEGIN / 1000) * 10) / 10;
  return {
    title: findings.find(({ id }) => id === 'loop-blocked')?.title,
    explanation: findings.find(({ id }) => id === 'loop-blocked')?.explanation,
    steps: findings.find(({ id }) => id === 'loop-blocked')?.nextSteps.join('\n'),
    headline: answer.headline,
    stalls: reconstruction.history.stalls.map(({ from, to }) => [from.min, from.max, to.min, to.max].map(second)),
  };
};

describe('a loop that ends no turn', () => {
  it.each([
    ['Healthz check syncloop failed: Sync Loop took longer than expected.', 'E'],
    ['healthz check syncloop failed: sync Loop took longer than expected', 'I'],
    ['syncloop check failed: healthz', 'I'],
    [
      '"Do not notify watchdog this iteration as the kubelet is reportedly not healthy" err="sync Loop took longer than expected"',
      'E',
    ],
  ])('is told by: %s', (text, severity) => {
    const late = [2100, 2160, 2400].map((second) => at(second, `healthz.go:200] ${text}`, severity));
    const { title, stalls, explanation, steps } = analysed(...START, ...others(2500), ...late);
    expect(title).toBe('The sync loop stood still for at least 10m');
    expect(stalls).toEqual([[3.9, 1800, 2400, 2490]]);
    expect(explanation).toContain('its own health check failed');
    expect(explanation).not.toContain('although no health check failed');
    expect(steps).toContain('kill -QUIT');
    expect(steps).not.toContain('when the loop resumed');
  });

  it('is not told by another check of the watchdog', () => {
    const other = at(
      2100,
      'watchdog_linux.go:127] "Do not notify watchdog this iteration as the kubelet is reportedly not healthy" err="logging blocked"',
      'E',
    );
    expect(analysed(...START, ...others(2500), other).stalls).toEqual([]);
  });

  it('is over with the next turn, and begins anew after it', () => {
    const turn = at(2200, 'kubelet.go:1966] SyncLoop (ADD, "api"): "web-1_default(2c69ba04)"');
    const { title, stalls, steps } = analysed(...START, ...others(3000), check(2100), turn, check(2900));
    expect(stalls).toEqual([
      [3.9, 1800, 2100, 2200],
      [2198.9, 2600, 2900, 2990],
    ]);
    expect(title).toBe('The sync loop stood still for at least 5m');
    expect(steps).toContain('when the loop resumed');
  });

  it('does not stand still where it skips, which is no end of a turn either', () => {
    const skips = Array.from({ length: 120 }, (_, index) => skip(1500 + index * 5, 1500));
    expect(analysed(...START, ...others(2200), ...skips, check(2050)).stalls).toEqual([]);
  });
});

describe('beside an unhealthy time', () => {
  const skips = (from: number, first: number) =>
    Array.from({ length: 120 }, (_, index) => skip(from + index * 5, first));

  it('the check that fails as the loop skips is not said to be one without a skip', () => {
    const { title, explanation, steps } = analysed(...START, ...others(2300), ...skips(1560, 1500), check(2000));
    expect(title).toBe('The sync loop stood still for at least 58.9s');
    expect(explanation).not.toContain('health check');
    expect(explanation).toContain('the trouble began earlier than the first skip says');
    expect(steps).toContain('Take the time of its begin from the answer above');
  });

  it('a turn that ended long before is not said to have put off its first skip', () => {
    const turn = at(2200, 'kubelet.go:1966] SyncLoop (ADD, "api"): "web-1_default(2c69ba04)"');
    const { explanation, steps } = analysed(...START, ...others(4900), check(2100), turn, ...skips(4000, 4000));
    expect(explanation).toContain('its own health check failed');
    expect(explanation).toContain('new and changed pods had to wait');
    expect(explanation).not.toContain('earlier than the first skip says');
    expect(steps).not.toContain('Take the time of its begin');
  });

  it('a turn that ends with its first skip has put that off', () => {
    const { explanation } = analysed(...START, ...others(4900), check(2100), ...skips(2200, 2000));
    expect(explanation).toContain('its own health check failed');
    expect(explanation).toContain('the trouble began earlier than the first skip says');
  });
});

describe('at -v=4, where each housekeeping has a line', () => {
  it('is told by those that stop while the kubelet writes others', () => {
    const { headline, title, stalls, explanation } = analysed(...START, ...turns(6, 1700), ...others(4000));
    expect(stalls).toEqual([[1698, 1698, 3990, 3990]]);
    expect(title).toBe('The sync loop stood still for at least 38m12s');
    expect(headline).toContain('sync loop');
    expect(explanation).toContain('No line of this kubelet says how long that took');
  });

  it('is over with the next one', () => {
    expect(analysed(...START, ...turns(6, 1700), ...others(4000), ...turns(2000, 4000)).stalls).toEqual([
      [1698, 1698, 2000, 2000],
    ]);
  });

  it('is told by the line of a slow housekeeping alone where one ends it', () => {
    const slow = at(
      1820,
      'kubelet.go:2447] "Housekeeping took longer than expected" err="housekeeping took too long" expected="1s" actual="2m0s"',
      'E',
    );
    const { stalls } = analysed(...START, ...turns(6, 1700), ...others(4000), slow, ...turns(1822, 4000));
    expect(stalls).toEqual([[1700, 1700, 1820, 1820]]);
  });

  it.each([
    [
      'lines are suppressed meanwhile',
      [
        ...START,
        ...turns(6, 1700),
        ...others(4000),
        [1800, 'Mar 30 16:00:00 n1 systemd-journald[1]: Suppressed 7 messages from kubelet.service'] as const,
        ...turns(2000, 4000),
      ],
    ],
    ['the kubelet writes nothing else', [...START, ...turns(6, 1700), ...turns(2000, 4000)]],
    [
      'there never were many',
      [...START, ...every(30, 6, 1700, 'kubelet.go:2012] SyncLoop (housekeeping)'), ...others(4000)],
    ],
    ['it skips', [...START, ...turns(6, 1500), ...others(1700), skip(1600, 1600)]],
    ['the log ends soon', [...START, ...turns(6, 1700), ...others(1740)]],
  ])('is not told where %s', (_, lines) => {
    expect(analysed(...lines).stalls).toEqual([]);
  });
});
