/** The look that costs nothing says no only where the reader would say no. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { looksLikeKubeletLog } from '../../../src/journal/detect.ts';
import { hintsAtKubelet } from '../../../src/kubelet/hints.ts';
import { projectRoot } from '../../support/shared.ts';

const logs = readdirSync(join(projectRoot, 'test/fixtures'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:log|txt|json)$/.test(name),
);

describe('a hint at a kubelet', () => {
  it('is in the head of each log that is taken for a kubelet log', () => {
    let taken = 0;
    const missed: string[] = [];
    for (const name of logs) {
      const head = readFileSync(join(projectRoot, 'test/fixtures', name), 'utf8').slice(0, 4096);
      if (!looksLikeKubeletLog(head)) continue;
      taken += 1;
      if (!hintsAtKubelet(head)) missed.push(name);
    }
    expect(taken).toBeGreaterThan(100);
    expect(missed).toEqual([]);
  });

  it('is there where a line was wrapped, and where it has neither name nor place', () => {
    expect(hintsAtKubelet('Mar  4 08:20:00 alpha kube\n    let[4242]: x')).toBe(true);
    expect(hintsAtKubelet('skipping pod synchronization - [container runtime is down]')).toBe(true);
    expect(hintsAtKubelet('E1121 00:32:44.553642 7 generic.go:205] x')).toBe(true);
  });

  it('is not in the texts of other programs', () => {
    expect(hintsAtKubelet('')).toBe(false);
    expect(hintsAtKubelet('Aug 28 09:46:32 a nginx[2707]: GET / 200\n'.repeat(80))).toBe(false);
    expect(hintsAtKubelet('Dear all,\nthe meeting is on Monday.\n')).toBe(false);
  });
});
