import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArguments } from '../../../src/cli/arguments.ts';
import { runCommandLine } from '../../../src/cli/run.ts';
import { projectRoot } from '../../support/shared.ts';
import { textOfPiece } from '../../support/pieces.ts';

const log = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'));

async function run(
  ...args: string[]
): Promise<{ readonly code: number; readonly out: string; readonly errors: string }> {
  let out = '';
  let errors = '';
  const code = await runCommandLine(['state', 'k.log', ...args], {
    version: () => '9.9.9',
    openInput: async (file) => ({
      name: file,
      chunks: (async function* () {
        yield await Promise.resolve(new Uint8Array(log));
      })(),
    }),
    describeInputError: () => undefined,
    write: async (text) => {
      out += textOfPiece(text);
    },
    writeError: (text) => {
      errors += text;
    },
    writeFile: async () => undefined,
  });
  return { code, out, errors };
}

interface Row {
  readonly time: string;
  readonly pid: number;
  readonly staleness: { readonly likely: number | null; readonly min: number | null; readonly max: number | null };
  readonly relistRunning: { readonly likely: boolean | null; readonly proven: boolean };
  readonly healthy: { readonly likely: boolean | null; readonly proven: boolean };
  readonly loop: { readonly likely: string | null; readonly proven: boolean };
}

const rowsOf = (out: string): Row[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

describe('state', () => {
  it('tells one moment in words, each with how it is known', async () => {
    const { code, out, errors } = await run('--at', '00:31:00', '--year', '2026');
    expect([code, errors]).toEqual([0, '']);
    expect(out).toContain(
      '2026-11-21 00:31:00  kubelet 20595 on worker-2 v1.36.2\nThe sync loop is blocked by housekeeping since 00:30:44.547',
    );
    expect(out).toMatch(/PLEG staleness {2,30}2m17\.6s {2}\(proven, line \d{3}\)/);
  });

  it('tells each second of the process in order, and of a window only its own', async () => {
    const all = rowsOf((await run('--every', '1s', '--year', '2026', '--format', 'ndjson')).out);
    expect(all.length).toBeGreaterThan(400);
    expect(new Set(all.map(({ pid }) => pid))).toEqual(new Set([20595]));
    for (let index = 1; index < all.length; index += 1)
      expect(Date.parse(all[index]?.time ?? '') - Date.parse(all[index - 1]?.time ?? '')).toBe(1000);
    const window = rowsOf(
      (
        await run(
          '--every',
          '30s',
          '--since',
          '00:31:00',
          '--until',
          '00:32:00',
          '--year',
          '2026',
          '--format',
          'ndjson',
        )
      ).out,
    );
    expect(window.map(({ time }) => time.slice(11, 19))).toEqual(['00:31:00', '00:31:30', '00:32:00']);
    // The same as when all are asked for: the whole log is read for a window too.
    expect(window).toEqual(all.filter(({ time }) => window.some((one) => one.time === time)));
  });

  it('has the likely staleness between proven bounds, and rises by a second a second or jumps down', async () => {
    const rows = rowsOf((await run('--every', '1s', '--year', '2026', '--format', 'ndjson')).out);
    let last: number | null = null;
    for (const {
      staleness: { likely, min, max },
    } of rows) {
      if (likely !== null)
        expect([likely >= (min ?? 0) - 1e-6, likely <= (max ?? likely) + 1e-6]).toEqual([true, true]);
      if (likely !== null && last !== null && likely > 2.5) expect(likely - last).toBeLessThan(1.01);
      last = likely;
    }
    const hung = rows.find(({ time }) => time.startsWith('2026-11-21T00:33:00'));
    expect(hung).toMatchObject({
      healthy: { likely: false, proven: true },
      relistRunning: { likely: true },
      loop: { likely: 'skipping', proven: true },
    });
    expect(hung?.staleness.likely).toBeCloseTo(257.613, 2);
  });

  it('claims no relist before the sync loop starts', async () => {
    const [first] = rowsOf(
      (await run('--every', '1s', '--year', '2026', '--format', 'ndjson', '--until', '00:27:36')).out,
    );
    expect(first).toMatchObject({
      time: '2026-11-21T00:27:34.000000Z',
      relistRunning: { likely: null, proven: false },
      staleness: { likely: null },
    });
  });

  it('is the same at a moment alone as among many', async () => {
    const [alone] = rowsOf((await run('--at', '00:34:10', '--year', '2026', '--format', 'ndjson')).out);
    const many = rowsOf((await run('--every', '1s', '--year', '2026', '--format', 'ndjson')).out);
    expect(many.find(({ time }) => time === alone?.time)).toEqual(alone);
  });

  it.each([
    [['state', 'a'], 'state needs --at TIME or --every D'],
    [['state', 'a', '--at', '00:31:00', '--every', '1s'], 'one of the two'],
    [['state', 'a', '--every', 'often'], '--every often: give a duration'],
    [['state', 'a', '--every', '0s'], '--every 0s: give a duration'],
    [['state', 'a', '--every', '1s', '--format', 'json'], '--format json: choose one of text, ndjson'],
    [['state', '--every', '1s'], 'state needs a FILE'],
    [['analyze', 'a', '--every', '1s'], '--every belongs to the command state'],
  ])('says what is wrong with %j', (args, why) => {
    const command = parseArguments(args);
    expect(command.kind === 'wrong-usage' ? command.why : '').toContain(why);
  });

  it('reads the options of analyze', () => {
    expect(
      parseArguments([
        'state',
        'a.log',
        '--every=500ms',
        '--format',
        'ndjson',
        '--year',
        '2026',
        '--time-zone',
        'UTC',
        '--node',
        'w=b.log',
      ]),
    ).toEqual({
      kind: 'state',
      files: ['a.log', 'b.log'],
      format: 'ndjson',
      every: 500_000,
      year: 2026,
      timeZone: 'UTC',
      nodes: [{ node: 'w', file: 'b.log' }],
    });
  });
});
