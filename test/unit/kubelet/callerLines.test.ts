import { describe, expect, it } from 'vitest';
import { commonMessages, minorsOf, moduleText, sourceText, TABLE_FILE } from '../../../scripts/caller-lines.mjs';
import { callerLinesOf, distanceToMinor } from '../../../src/kubelet/callerLines.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../support/shared.ts';

describe('callerLinesOf', () => {
  const skip = callerLinesOf('syncloop.skip.s') ?? [];

  it('knows where each version writes the skip', () => {
    expect(skip).toContainEqual({ line: 2327, first: 28, last: 28 });
    expect(skip).toContainEqual({ line: 1877, first: 21, last: 21 });
    expect(callerLinesOf('no.such.message')).toBeUndefined();
  });

  it('measures how far a line is from a version', () => {
    expect(distanceToMinor(skip, 2327, 28)).toEqual({ distance: 0, between: false });
    expect(distanceToMinor(skip, 2336, 28)).toEqual({ distance: 9, between: true });
    expect(distanceToMinor(skip, 2346, 28)).toEqual({ distance: 1, between: false });
    expect(distanceToMinor(skip, 1877, 20)).toBeUndefined();
  });
});

describe('the table of caller lines', () => {
  it('takes a sample for the minor versions that it can be', () => {
    expect(minorsOf('v1.28.4')).toEqual([28]);
    expect(minorsOf('v1.20.0-alpha.1')).toEqual([19, 20]);
    expect(minorsOf('v1.17-release-79569e22b5')).toEqual([17]);
    expect(minorsOf('v1.19.x')).toEqual([19]);
    expect(minorsOf('EKS 1.23')).toEqual([]);
    expect(minorsOf('v1.32.0 or 1.32.1')).toEqual([]);
  });

  it('merges lines that hold for several versions', () => {
    const source =
      '{"file":"generic.go","message":"pleg.a","lines":{"205":["v1.24.0","v1.25.0","v1.27.0"],"36":["v1.36.2"]}}\n{"file":"generic.go","message":"pleg.b","lines":{"1":["v1.24.0"]}}';
    expect(moduleText(source, (message) => message === 'pleg.a')).toContain('`\npleg.a ss10 gh4p jj0\n`');
  });

  const source = sourceText();
  it.skipIf(source === undefined)('is up to date with its source', async () => {
    expect(readFileSync(join(projectRoot, TABLE_FILE), 'utf8')).toBe(moduleText(source ?? '', await commonMessages()));
  });
});
