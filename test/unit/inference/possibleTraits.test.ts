import { describe, expect, it } from 'vitest';
import { possibleTraits } from '../../../src/inference/episodes/possibleTraits.ts';
import { analysed } from '../simulator/roundTrip.ts';
import { simulated } from '../simulator/scenarios.ts';

const v = (minor: number): { readonly major: number; readonly minor: number } => ({ major: 1, minor });
const traits = (from: number, to: number): ReturnType<typeof possibleTraits> =>
  possibleTraits({ min: v(from), max: v(to) });

describe('what holds in all versions that are possible', () => {
  it('is what one version has, where it is known', () => {
    expect(traits(9, 9)).toMatchObject({
      schedule: { kind: 'fixed' },
      podRelists: false,
      inspectsOnce: false,
      inspectsTwice: true,
      writesFailures: 'never',
      nodeLeases: false,
    });
    expect(traits(36, 36)).toMatchObject({
      schedule: { kind: 'exponential' },
      podRelists: true,
      inspectsOnce: true,
      inspectsTwice: false,
      writesFailures: 'always',
      nodeLeases: true,
    });
  });

  it('is nothing where they differ', () => {
    for (const range of [{}, { max: v(18) }, { min: v(9) }])
      expect(possibleTraits(range)).toMatchObject({ schedule: undefined, nodeLeases: false });
    expect(possibleTraits({})).toMatchObject({
      podRelists: true,
      inspectsOnce: false,
      inspectsTwice: false,
      writesFailures: 'sometimes',
    });
    expect([traits(13, 14).nodeLeases, traits(14, 15).nodeLeases]).toEqual([false, true]);
    expect([traits(31, 32).inspectsOnce, traits(31, 32).inspectsTwice, traits(23, 24).writesFailures]).toEqual([
      false,
      false,
      'sometimes',
    ]);
  });
});

describe('a version that the lines of source files tell', () => {
  /** How long after its last skip the loop of a 1.9 can have resumed, in seconds: it sleeps five. */
  const widths = (keep: (line: string) => boolean): readonly number[] => {
    const { log } = simulated({
      version: '1.9.0',
      verbosity: 4,
      envelope: 'none',
      duration: 60,
      kubelet: { startup: 1 },
      pods: [{ name: 'web', count: 2, added: 9, containers: [{ name: 'nginx' }] }],
    });
    const { history } = analysed(
      log
        .split('\n')
        .filter((line) => !line.includes('Version: ') && keep(line))
        .join('\n'),
    );
    return history.episodes.map(({ resumed }) =>
      resumed === undefined ? Number.NaN : Math.round((resumed.max - resumed.min) / 100_000) / 10,
    );
  };

  it('counts where many of them agree', () => {
    expect(widths(() => true)).toEqual([0.3]);
  });

  it('proves nothing where one stands alone', () => {
    let others = 0;
    expect(
      widths(
        (line) =>
          line.includes('skipping pod synchronization') ||
          (line.includes('housekeeping') && (others += 1) > 3 && others < 8),
      ),
    ).toEqual([5.2]);
  });
});
