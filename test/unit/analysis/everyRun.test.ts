import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, sharedFolder } from '../../support/shared.ts';
import { PASTES, type Told, told, WRAPS } from './captureWays.ts';

const folder = join(projectRoot, 'test/fixtures/incidents');
const shared = sharedFolder();
const runs: readonly (readonly [string, string])[] = [
  ...readdirSync(folder).filter((name) => name.endsWith('.log')).map((name) => [name, join(folder, name)] as const),
  ...(shared === undefined ? [] : ['v1.15.5/b-hang/kubelet.raw.log', 'v1.20.0/e-cold-start/kubelet.raw.log', 'v1.36.2/m-status-only/kubelet.raw.log'].map((name) => [name, join(shared, 'runs', name)] as const)),
];
/** Longer ones would only take longer. */
const MOST_LINES = 900;

/** Wider or between words a short log may have too few cuts to show its width; `captures.test.ts` has those. */
const NARROW = WRAPS.filter(([way]) => /^at (?:72|80) columns/.test(way));

/** Without the nodes: other programs of a capture name none. */
const core = ({ processes, skips, plegEvents, episodes }: Told): unknown => ({ processes, skips, plegEvents, episodes });

describe.each(runs)('%s', (_name, path) => {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(0, MOST_LINES);

  it('tells the same however it was pasted or wrapped', () => {
    const expected = core(told(lines.join('\n')));
    for (const [way, paste] of [...PASTES, ...NARROW]) expect(core(told(paste(lines))), way).toEqual(expected);
  }, 120_000);
});
