/**
 * Recorded kubelets beside their simulation: what was injected there is in `test/fixtures/scenarios`, what those kubelets did stands here (seconds after the start of the first
 * process) and in `test/fixtures/recordedEvents.json` (the sequences of PLEG's events, container by container). `npm run compare-runs` compares more, where the records themselves are at hand.
 * The events are held where they are equal for every seed (docs/model.md says why not elsewhere) and not hundreds.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventSequences } from '../../../scripts/compare-runs/events.ts';
import { readTruth } from '../../../scripts/compare-runs/truth.ts';
import { projectRoot } from '../../support/shared.ts';
import { simulated } from './scenarios.ts';
import { timeOf } from './truth.ts';

/** Some records are large, and the machine that runs the tests may have much else to do. */
const LONG = 60_000;

type Recorded = readonly [name: string, skips: number, firstSkips: readonly number[], lengths: readonly number[]];

/** Number of skips; per run of skips that is no normal start: its first skip, and the time to its last. */
const RECORDED: readonly Recorded[] = [
  ['v1.15.5/a-healthy', 1, [], []],
  ['v1.15.5/b-hang', 20, [310.99], [66.31]],
  ['v1.15.5/n-list-too-large', 30, [240.21], [116.33]],
  ['v1.20.0/a-healthy', 2, [], []],
  ['v1.20.0/b-hang', 21, [310.11], [66.32]],
  ['v1.20.0/c2-slow-inspect', 61, [297.2, 683.2], [201.4, 36.31]],
  ['v1.20.0/e-cold-start', 65, [25.87], [296.42]],
  ['v1.20.0/k-one-pod-inspect-hang', 52, [362.4, 603.68, 844.4], [56.31, 56.46, 56.31]],
  ['v1.36.2/a-healthy', 2, [], []],
  ['v1.36.2/b-hang', 21, [311.68], [66.41]],
  ['v1.36.2/b2-hang-all', 49, [190.34], [206.39]],
  ['v1.36.2/c-slow-list', 69, [415.69], [306.57]],
  ['v1.36.2/c2-slow-inspect', 72, [240.86, 570.84], [146.41, 146.49]],
  ['v1.36.2/d-runtime-down', 63, [89.94], [271.57]],
  ['v1.36.2/e-cold-start', 30, [44.86], [121.38]],
  ['v1.36.2/f-killed-restarted', 54, [300.96, 424.47], [116.38, 91.35]],
  ['v1.36.2/g-evented', 2, [], []],
  ['v1.36.2/h-many-pods', 2, [], []],
  ['v1.36.2/i-json-hang', 21, [310.27], [66.33]],
  ['v1.36.2/k-one-pod-inspect-hang', 1, [], []],
  ['v1.36.2/k3-three-pods-inspect-hang', 83, [241.82, 602.83], [176.39, 176.37]],
  ['v1.36.2/l-flapping', 11, [260.0, 790.77], [0.0, 16.31]],
  ['v1.36.2/m-status-only', 61, [86.73], [271.36]],
  ['v1.36.2/n-list-too-large', 30, [239.97], [116.33]],
  ['v1.36.2/o-channel-full', 26, [400.74, 516.78], [16.31, 51.5]],
  ['v1.36.2/p-slow-growing', 69, [489.9, 826.9], [151.66, 131.33]],
];

interface Run {
  readonly first: number;
  last: number;
  readonly text: string;
  count: number;
}

function scenarioFile(name: string): Record<string, unknown> {
  return JSON.parse(
    readFileSync(join(projectRoot, `test/fixtures/scenarios/${name}.kubelet-scenario.json`), 'utf8'),
  ) as Record<string, unknown>;
}

function runsOf(name: string): { readonly skips: number; readonly faulty: readonly Run[] } {
  const { truth } = simulated(scenarioFile(name));
  const start = timeOf(truth.find(({ ev }) => ev === 'kubelet_start')?.t);
  const runs: Run[] = [];
  let open: Run | undefined;
  let skips = 0;
  for (const record of truth) {
    if (record.ev === 'kubelet_start' || record.ev === 'sync_iter') open = undefined;
    if (record.ev !== 'sync_skip') continue;
    skips += 1;
    const at = (timeOf(record.t) - start) / 1e6;
    if (open === undefined) runs.push((open = { first: at, last: at, text: String(record['err']), count: 1 }));
    else {
      open.last = at;
      open.count += 1;
    }
  }
  return {
    skips,
    faulty: runs.filter(({ text, count }) => text.includes('last seen active') || !text.includes('yet') || count > 4),
  };
}

describe('the simulation of a recorded kubelet', () => {
  it.each(RECORDED)(
    '%s skips as often and when it did',
    (name, skips, firstSkips, lengths) => {
      const { skips: ours, faulty } = runsOf(name);
      expect(Math.abs(ours - skips)).toBeLessThanOrEqual(2);
      expect(faulty).toHaveLength(firstSkips.length);
      faulty.forEach(({ first, last }, index) => {
        expect(Math.abs(first - (firstSkips[index] ?? 0))).toBeLessThanOrEqual(1);
        // One sleep more or less at the end, and the spacing within 2 %.
        const length = lengths[index] ?? 0;
        expect(Math.abs(last - first - length)).toBeLessThanOrEqual(5 + 0.02 * length);
      });
    },
    LONG,
  );

  const events = JSON.parse(readFileSync(join(projectRoot, 'test/fixtures/recordedEvents.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;

  it.each(Object.keys(events))(
    '%s sends the events that it sent, container by container',
    (name) => {
      for (const seed of [1, 2]) {
        const { truth } = simulated({ ...scenarioFile(name), seed });
        const sequences = eventSequences(readTruth(truth.map((record) => JSON.stringify(record))));
        expect(Object.fromEntries(sequences)).toEqual(events[name]);
      }
    },
    LONG,
  );
});
