import { expect, it } from 'vitest';
import { followRotations } from '../support/followedCount.ts';

it.each(['rename', 'copytruncate'] as const)(
  'over 20 rotations by %s, under writes of 5 MB/s, each line is read once',
  async (how) => {
    const { written, lines, files, gaps } = await followRotations(how, {
      rotations: 20,
      bytes: 4_000_000,
      rate: 5_000_000,
    });
    console.log(`${how}: ${written.lines} lines, ${written.bytes} bytes in ${written.seconds.toFixed(1)} s`);
    expect(gaps).toEqual([]);
    expect(lines).toBe(written.lines);
    expect(files).toBe(21);
    expect(written.bytes).toBeGreaterThanOrEqual(80_000_000);
  },
);
