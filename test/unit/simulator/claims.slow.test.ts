/** What the analysis promises of real logs holds for the logs of the scenarios that come with the extension. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReplayCheck } from '../../../src/replay/reconstruction.ts';
import { projectRoot } from '../../support/shared.ts';
import { later, moveElapsed, skipLines, withLine, withLineAfter, without } from '../replay/mutate.ts';
import { analysed, differences } from './roundTrip.ts';
import { simulated } from './scenarios.ts';

const folder = join(projectRoot, 'media/scenarios');
const scenarios = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    name: file.split('.')[0] ?? file,
    scenario: JSON.parse(readFileSync(join(folder, file), 'utf8')) as { readonly start?: string },
  }));

describe.each(scenarios)('$name', ({ scenario }) => {
  const year = Number(scenario.start?.slice(0, 4) ?? 2026);
  const run = simulated({ ...scenario, envelope: 'none' });
  const { history, check } = analysed(run.log, year);

  it('is told as it happened', () => {
    expect(differences(run, year)).toEqual([]);
    expect(check.explainedSkips).toBe(history.skips.length);
  });

  it('begins within a second where the first skip names a relist', () => {
    const named = new Set(history.skips.filter((skip) => skip.lastRelist !== undefined).map((skip) => skip.line));
    const wide = history.episodes.filter(
      ({ startup, firstSkip, begin }) => !startup && named.has(firstSkip?.line ?? 0) && begin.max - begin.min > 1e6,
    );
    expect(wide).toEqual([]);
  });

  const lines = run.log.split('\n');
  const naming = skipLines(lines, true);
  const inner = naming.filter((_line, index) => index >= 9 && index < naming.length - 3);
  const [first, , third, , fifth] = inner;
  // Without a long run of skips there is nothing to change.
  if (first === undefined || third === undefined || fifth === undefined) return;
  it('shows what was changed in it', () => {
    const checked = (text: string): ReplayCheck => analysed(text, year).check;
    expect(checked(without(lines, [first, third])).missingSkips.length).toBe(check.missingSkips.length + 2);
    expect(
      checked(withLineAfter(lines, first, later(lines[first] ?? '', 1.7))).unexplainedSkips.map(({ line }) => line),
    ).toEqual([first + 2]);
    expect(
      checked(withLine(lines, fifth, moveElapsed(lines[fifth] ?? '', 2))).unexplainedSkips.map(({ line }) => line),
    ).toEqual([fifth + 1]);
  });
});

describe.each([
  { version: '1.13.0', verbosity: 0 },
  { version: '1.29.9', verbosity: 2 },
])('40 hangs of all calls in $version at -v=$verbosity', ({ version, verbosity }) => {
  const faults: object[] = [];
  let time = 120;
  for (let count = 0; count < 40; count += 1) {
    const to = time + 260 + count * 3;
    faults.push({ from: time, to, effect: 'hang' });
    time = to + 150 + ((count * 37) % 60);
  }
  const run = simulated({
    version,
    verbosity,
    seed: 7,
    duration: time + 100,
    node: 'worker-7',
    pods: [{ name: 'web', count: 3, added: 4.5, containers: [{ name: 'nginx' }] }],
    faults,
    actions: [],
  });

  it('are 40 episodes', () => {
    const { history, check } = analysed(run.log);
    expect(history.episodes.filter((episode) => !episode.startup).length).toBe(40);
    expect(check.explainedSkips).toBe(history.skips.length);
    expect(differences(run)).toEqual([]);
  });
});
