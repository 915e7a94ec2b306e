/** How near the begin of an episode is bounded in logs of which lines are missing. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Episode, ProvenHistory } from '../../../src/inference/history.ts';
import { analysed, untrueBounds } from './roundTrip.ts';
import { anyScenario, simulated } from './scenarios.ts';
import { unhealthyWindows } from './truth.ts';

const rounds = Number(process.env['KUBELET_TIMELINE_ROUNDS'] ?? 25);
const seed = Number(process.env['KUBELET_TIMELINE_SEED'] ?? 20_261_121);
const THRESHOLD = 180e6;
/** `time − elapsed` may lie this much after the start. */
const LAG = 2_000;

/** PLEG's own lines: whatever wrote one after the start of a relist, this relist had been listed. */
const OF_PLEG =
  /Generic \(PLEG\): container finished|GenericPLEG: Relisting|GenericPLEG: [-\w]+\/\w+: [-\w]+ -> |Event channel is full/;
const HEADER = /[IWEF]\d{4} (\d\d):(\d\d):(\d\d)\.(\d{6}) +(\d+) /;

/** Microseconds of the day and the process of a line with a klog header. */
function headOf(line: string): { readonly time: number; readonly pid: number } | undefined {
  const found = HEADER.exec(line);
  if (found === null) return undefined;
  const [, hours, minutes, seconds, micros, pid] = found.map(Number);
  return { time: (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1e6 + (micros ?? 0), pid: pid ?? 0 };
}

/** Whether a line that is left tells that the last relist before an episode was listed before it was too old. */
function toldInTime(
  lines: readonly string[],
  { processes, skips }: ProvenHistory,
  { id, process, lastRelist }: Episode,
): boolean {
  const start = lastRelist?.max ?? 0;
  const naming = skips.filter(
    (skip) => skip.episode === id && skip.lastRelist !== undefined && Math.abs(skip.lastRelist - start) <= 2 * LAG,
  );
  const [first, last] = [naming[0], naming.at(-1)];
  // Where one check alone names it, what blocked the loop can have ended in that moment; where they soon end, the relist itself can have been listed then.
  if (first === undefined || last === undefined || last.time - first.time < 50_000) return false;
  if (first.time <= start + THRESHOLD + 1_300_000 && last.time > start + THRESHOLD + 4_000_000) return true;
  const pid = processes.find((candidate) => candidate.id === process)?.pid;
  return lines.some((line) => {
    const head = OF_PLEG.test(line) ? headOf(line) : undefined;
    const after = head === undefined || head.pid !== pid ? -1 : head.time - (start % 86_400e6);
    return after > 600_000 && after < THRESHOLD;
  });
}

/** A scenario whose list calls hang, or whose inspections do, for longer than the threshold. */
const unhealthy = fc
  .tuple(
    anyScenario,
    fc.integer({ min: 30, max: 90 }),
    fc.integer({ min: 200, max: 500 }),
    fc.constantFrom('ListPodSandbox', 'ListContainers', 'PodSandboxStatus'),
    fc.constantFrom(2, 4, 5),
  )
  .map(([scenario, from, length, method, verbosity]) => ({
    ...scenario,
    format: 'text',
    envelope: 'none',
    verbosity,
    duration: from + length + 60,
    faults: [{ from, to: from + length, effect: 'hang', methods: [method] }],
    actions: [{ at: from + 1, do: 'exit', pod: 'default/web-1', container: 'nginx', code: 1 }],
  }));

it(
  `begins no episode before the last good relist was too old, where a line left of ${rounds} logs tells it`,
  () => {
    let told = 0;
    fc.assert(
      fc.property(
        unhealthy,
        fc.integer({ min: 1, max: 2 ** 31 - 2 }),
        fc.constantFrom(0.1, 0.5, 0.9, 1),
        (scenario, start, share) => {
          const { log, truth } = simulated(scenario);
          let state = start;
          const chance = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
          const left = log
            .split('\n')
            .filter(
              (line) => /kipping pod synchronization/.test(line) || chance() > (OF_PLEG.test(line) ? 0.5 : share),
            );
          const { history } = analysed(`${left.join('\n')}\n`);
          expect(untrueBounds(history, truth)).toEqual([]);
          for (const episode of history.episodes) {
            const { begin, lastRelist, beginsBeforeLog } = episode;
            // Another cause can have come first.
            const passed = (lastRelist?.min ?? 0) + THRESHOLD;
            if (
              lastRelist === undefined ||
              beginsBeforeLog ||
              Math.abs(begin.max - passed) > 2 * LAG ||
              !toldInTime(left, history, episode)
            )
              continue;
            told += 1;
            expect(begin.min).toBeGreaterThanOrEqual(passed - LAG);
          }
        },
      ),
      { numRuns: rounds, seed, endOnFailure: true, unbiased: true },
    );
    expect(told).toBeGreaterThan(rounds / 5);
  },
  30_000 + rounds * 3000,
);

it('leaves the begin open where the listing of that relist was itself slower than the threshold', () => {
  const { log, truth } = simulated({
    version: '1.28.4',
    start: '2026-03-14T09:00:00Z',
    duration: '20m',
    node: 'worker-1',
    verbosity: 2,
    envelope: 'none',
    pods: [{ name: 'web', added: '5s', containers: [{ name: 'nginx' }] }],
    faults: [{ from: '60s', to: '900s', effect: 'slow', by: '100s', methods: ['ListPodSandbox', 'ListContainers'] }],
  });
  const episode = (text: string): Episode | undefined =>
    analysed(text).history.episodes.find(({ reasons }) => reasons.includes('pleg-stale'));
  const truly = unhealthyWindows(truth)[1]?.from ?? 0;
  const whole = episode(log);
  expect(truly).toBeLessThan((whole?.lastRelist?.min ?? 0) + THRESHOLD - 500_000);
  expect(whole?.begin.min).toBeLessThan(truly);
  expect(whole?.begin.max).toBeGreaterThan(truly);
  // Without the skips that name the first relist, the second is all that is known: the begin was three minutes before its threshold.
  let skips = 0;
  const later = log
    .split('\n')
    .filter((line) => !/Housekeeping took/.test(line) && (!/last seen active/.test(line) || (skips += 1) > 40))
    .join('\n');
  const cut = episode(later);
  expect(truly).toBeLessThan((cut?.lastRelist?.min ?? 0) + THRESHOLD - 180e6);
  expect(cut?.begin.min).toBeLessThan(truly);
});
