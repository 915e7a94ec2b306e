import { describe, expect, it } from 'vitest';
import { chanceOfMore, chanceTogether } from '../../../src/fleet/statistics.ts';

describe('Fisher’s exact test', () => {
  it.each([
    // The lady who tastes tea: 3 of 4 right, all 4 right.
    [3, 4, 1, 4, 17 / 70],
    [4, 4, 0, 4, 1 / 70],
    [3, 3, 0, 3, 1 / 20],
    [0, 5, 0, 5, 1],
    [5, 5, 5, 5, 1],
  ])('%i of %i against %i of %i', (a, many, b, others, chance) => {
    expect(chanceOfMore(a, many, b, others)).toBeCloseTo(chance, 10);
  });

  it('is tiny, and a number, for a whole fleet', () => {
    const chance = chanceOfMore(60, 60, 0, 240);
    expect(chance).toBeGreaterThan(0);
    expect(chance).toBeLessThan(1e-50);
    expect(chanceOfMore(2500, 5000, 2500, 5000)).toBeGreaterThan(0.4);
  });
});

describe('moments within a window', () => {
  it('are more than chance brings only where they are', () => {
    expect(chanceTogether(60, 60, 0.1)).toBeLessThan(1e-40);
    // Three of four within a minute of eight happen often.
    expect(chanceTogether(3, 4, 1 / 8)).toBeGreaterThan(0.01);
    expect(chanceTogether(1, 5, 0.01)).toBe(1);
    expect(chanceTogether(5, 5, 1)).toBe(1);
    expect(chanceTogether(3, 5, 0)).toBe(0);
  });

  it('never less often than counted', () => {
    let seed = 1;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (const [together, many, share] of [
      [3, 5, 0.05],
      [4, 6, 0.1],
    ] as const) {
      let seen = 0;
      const rounds = 20_000;
      for (let round = 0; round < rounds; round += 1) {
        const moments = Array.from({ length: many }, random).sort((x, y) => x - y);
        if (moments.some((one, at) => (moments[at + together - 1] ?? Number.POSITIVE_INFINITY) - one <= share))
          seen += 1;
      }
      expect(chanceTogether(together, many, share)).toBeGreaterThan(0.9 * (seen / rounds));
    }
  });
});
