/** What the search of `mutatedRuns.slow.test.ts` is worth: each of these faults, put into the fast way, shows in it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { isDepth } from '../../support/effort.ts';
import type { MutatedLog } from './mutatedLog.ts';
import type { firstDifference as FirstDifference } from './mutatedSearch.ts';

const FEW: MutatedLog = { messages: 12, lines: 2000, pods: 0 };
const MANY: MutatedLog = { messages: 12, lines: 2000, pods: 20_000 };
/** Errors of one length by the hundred. */
const ERRORS: MutatedLog = { messages: 3, lines: 6000, pods: 20_000, version: 'v1.30.4' };
/** Values without quotes stand there, too. */
const PRINTF: MutatedLog = { messages: 40, lines: 4000, pods: 0, version: 'v1.19.3' };

interface Fault {
  readonly what: string;
  readonly file: string;
  readonly right: string;
  readonly wrong: string;
  readonly shape: MutatedLog;
  /** The first log that shows it, asked first: another one does where the catalogue has changed since, and to look for that takes half a minute. */
  readonly seed: number;
}

const FAULTS: readonly Fault[] = [
  {
    what: 'the words of a value that count are left out',
    file: 'src/messages/plans/plannedLine.ts',
    right: 'return brief.wordsOf(line.bytes, start, end, escaped[index] === 1);',
    wrong: "return '';",
    shape: FEW,
    seed: 8,
  },
  {
    what: 'a quoted value is taken for the same bytes without quotes',
    file: 'src/messages/plans/knownSpans.ts',
    right: 'const form = escaped ? ~length : length;',
    wrong: 'const form = length;',
    shape: PRINTF,
    seed: 6,
  },
  {
    what: 'an event of a container is taken for one of the container before',
    file: 'src/inference/store/eventTable.ts',
    right: 'ids[own + word] = words[at + word] ?? 0;',
    wrong: 'ids[own + word] = words[(at % 48) + word] ?? 0;',
    shape: FEW,
    seed: 8,
  },
  {
    what: 'a pod keeps the uid of another',
    file: 'src/messages/plans/knownSpans.ts',
    right: 'this.#whole === undefined || this.#uid !== uid',
    wrong: 'this.#whole === undefined',
    shape: FEW,
    seed: 4,
  },
  {
    what: 'an error is taken for one that says something else before the pod',
    file: 'src/messages/texts/errorTexts.ts',
    right: 'this.#stands(known, HEAD_BYTES + 2, view, start, podStart) &&',
    wrong: '',
    shape: ERRORS,
    seed: 8,
  },
  {
    what: 'an error is taken for one that says something else behind the pod',
    file: 'src/messages/texts/errorTexts.ts',
    right: 'this.#standsEach(known, HEAD_BYTES + 2 + before, view, podEnd, end)',
    wrong: 'true',
    shape: MANY,
    seed: 5,
  },
  {
    what: 'lines of a place are taken for known whatever pods they name',
    file: 'src/messages/plans/statedLine.ts',
    right: '{ by: { first, last, leftOut: -1 }, again: flags',
    wrong: '{ by: undefined, again: flags',
    shape: FEW,
    seed: 36,
  },
  {
    what: 'an event is taken for one of another type',
    file: 'src/messages/plans/statedLine.ts',
    right: ': EVENT_DATA);',
    wrong: ": 'event.Type');",
    shape: FEW,
    seed: 4,
  },
  {
    what: 'a turn of the sync loop is not counted where its line tells nothing new',
    file: 'src/messages/plans/statedLine.ts',
    right: 'const flags = beginsTurn(fact);',
    wrong: "const flags = again === 'kept-with-id';",
    shape: FEW,
    seed: 40,
  },
  {
    what: 'turns of the sync loop come behind that of a line that stands behind them',
    file: 'src/inference/inference.ts',
    right: 'turn = takeTurns(lines, turn, index, ledger) + 1;',
    wrong: '',
    shape: FEW,
    seed: 4,
  },
];

interface Search {
  readonly firstDifference: typeof FirstDifference;
}

/** The search, compiled with a fault. */
async function searchWith({ file, right, wrong }: Fault, to: string): Promise<Search> {
  const source = readFileSync(file, 'utf8');
  expect(source.split(right)).toHaveLength(2);
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, 'mutatedSearch.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    plugins: [
      {
        name: 'fault',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, ({ path }) =>
            path === resolve(file) ? { contents: source.replace(right, wrong), loader: 'ts' } : undefined,
          ),
      },
    ],
  });
  writeFileSync(to, outputFiles[0]?.text ?? '');
  return (await import(pathToFileURL(to).href)) as Search;
}

describe.runIf(isDepth)('a fault in the fast way is noticed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(FAULTS.map((fault, number) => [fault.what, fault, number] as const))('%s', async (_what, fault, number) => {
    const { firstDifference } = await searchWith(fault, join(folder, `${number}.mjs`));
    const seeds = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(firstDifference([fault.seed, ...seeds], fault.shape)).toBeDefined();
  });
});
