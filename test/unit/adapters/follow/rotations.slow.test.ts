import { expect, it } from 'vitest';
import { followRotations } from '../../../support/followedCount.ts';

it.each(['rename', 'copytruncate'] as const)(
  'rotations by %s lose no line while another process writes',
  async (how) => {
    const { written, lines, files, gaps } = await followRotations(how, {
      rotations: 4,
      bytes: 200_000,
      rate: 2_000_000,
    });
    expect(gaps).toEqual([]);
    expect(lines).toBe(written.lines);
    expect(files).toBe(5);
  },
);
