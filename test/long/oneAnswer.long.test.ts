import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bytesOf, mutatedLines, pickedLines } from '../fuzz/batch.ts';
import { seedLogs } from '../fuzz/seeds.ts';
import { shrinkLines } from '../fuzz/shrink.ts';
import { answerInPieces, answerOfHalves, answerOfPipe, shown } from '../support/oneAnswer.ts';
import { hasProgram, pack, PACKINGS } from '../support/packers.ts';
import { projectRoot } from '../support/shared.ts';

const shared = join(projectRoot, '../shared');
const folders = [join(projectRoot, 'test/fixtures'), join(shared, 'corpus'), join(shared, 'runs')].filter(existsSync);
const seeds = seedLogs(folders);
/** Mutated lines in all; npm run test:long has half an hour. */
const MUTATED_LINES = Number(process.env['ONE_ANSWER_LINES'] ?? 300_000);
const LINES_OF_A_LOG = 40;
/** Larger logs take long in pieces of a byte. */
const MOST_BYTES = 600_000;

/** Complete logs, as files lie in the reference data where a checkout has it. */
function wholeLogs(): readonly { readonly name: string; readonly bytes: Uint8Array }[] {
  const fixtures = seeds.map(({ name, lines }) => ({ name, bytes: bytesOf(lines) }));
  const wild = join(shared, 'wild/logs');
  const found = existsSync(wild)
    ? readdirSync(wild).map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(wild, name))) }))
    : [];
  return [
    ...fixtures,
    ...found.map(({ name, bytes }) => ({
      name,
      bytes: name.endsWith('.gz') ? new Uint8Array(gunzipSync(bytes)) : bytes,
    })),
  ].map(({ name, bytes }) => ({ name, bytes: bytes.subarray(0, MOST_BYTES) }));
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('one answer, however a log is read', () => {
  const logs = wholeLogs();
  const answers = new Map(logs.map(({ name, bytes }) => [name, answerInPieces(bytes)]));
  const different = async (
    way: (bytes: Uint8Array, index: number) => string | Promise<string>,
  ): Promise<readonly string[]> => {
    const names: string[] = [];
    for (const [index, { name, bytes }] of logs.entries())
      if ((await way(bytes, index)) !== answers.get(name)) names.push(name);
    return names;
  };

  it('in small pieces', async () => {
    expect(await different((bytes, index) => answerInPieces(bytes, 1 + (index % 7)))).toEqual([]);
    expect(await different((bytes) => answerInPieces(bytes, 4093))).toEqual([]);
  });

  it('from a pipe, and packed each way', async () => {
    expect(await different((bytes) => answerOfPipe(bytes, 65_536))).toEqual([]);
    expect(await different((bytes) => answerOfPipe(gzipSync(bytes), 997))).toEqual([]);
    for (const packing of PACKINGS.filter(hasProgram))
      expect(await different((bytes) => answerOfPipe(pack(packing, bytes), 4093))).toEqual([]);
  });

  const refuses = vi.fn<() => void>(function refuses() {
    throw new Error('a module with SIMD');
  });
  it.each([
    ['WebAssembly', undefined],
    ['SIMD', { Module: refuses }],
  ])('without %s', async (_what, engine) => {
    vi.stubGlobal('WebAssembly', engine);
    vi.resetModules();
    const without = await import('../support/oneAnswer.ts');
    expect(await different((bytes) => without.answerInPieces(bytes))).toEqual([]);
  });

  // Of captures the second half has lost the headings of its sections; half of a log that is newest first does not always show that it is.
  it('from two halves, where nothing but the order ties them', async () => {
    const problems: string[] = [];
    const runs = wholeLogs().filter(
      ({ name, bytes }) => /\bruns\b/.test(name) && !/reverse/.test(name) && bytes.length < MOST_BYTES,
    );
    expect(runs.length).toBeGreaterThan(0);
    for (const { name, bytes } of runs)
      if (shown(await answerOfHalves(bytes)) !== shown(answerInPieces(bytes))) problems.push(name);
    expect(problems).toEqual([]);
  });

  it(`and ${MUTATED_LINES} mutated lines`, () => {
    const problems: string[] = [];
    for (let seed = 1; seed <= MUTATED_LINES / LINES_OF_A_LOG; seed += 1) {
      const lines = seed % 3 === 0 ? pickedLines(seed, 12, seeds) : mutatedLines(seed, LINES_OF_A_LOG, seeds);
      const size = 1 + (seed % 7);
      const differs = (some: readonly Uint8Array[]): boolean =>
        answerInPieces(bytesOf(some), size) !== answerInPieces(bytesOf(some));
      if (!differs(lines)) continue;
      const left = shrinkLines(lines, differs).map((line) =>
        JSON.stringify(Buffer.from(line).toString('latin1')).slice(0, 300),
      );
      problems.push([`seed ${seed}, pieces of ${size}:`, ...left].join('\n'));
    }
    expect(problems).toEqual([]);
  }, 1_800_000);
});
