// Reads mutated logs until something breaks: npm run fuzz [-- --lines 10000000 --seed 1 --only reader|analysis|journals|cuts|sizes]
// Ends with `N passed, N failed`; a failure names its seed and the fewest lines that still fail.
import { randomFillSync } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { openBytes } from '../../src/adapters/openBytes.ts';
import { createAnalysisSession } from '../../src/analysis/session.ts';
import { bytesOf, pickedLines } from './batch.ts';
import { failureText, fuzz } from './fuzz.ts';
import { fuzzJournals } from './journals.ts';
import { repeatedLines } from './repeat.ts';
import { seedLogs } from './seeds.ts';
import { analyseAll, askAll, readAll, SLOWEST_ASKING_MS } from './stages.ts';
import { truncationProblems } from './truncate.ts';
import { projectRoot } from '../support/shared.ts';

const root = projectRoot;
const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '10000000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const fixtures = seedLogs([join(root, 'test/fixtures')]);
const all = [
  ...fixtures,
  ...seedLogs([join(root, '../shared/corpus'), join(root, '../shared/runs')].filter((folder) => existsSync(folder))),
];
let passed = 0;
let failed = 0;

/** One check; it fails by the text that it gives. */
async function check(
  part: string,
  name: string,
  work: () => string | undefined | Promise<string | undefined>,
): Promise<void> {
  if (values.only !== undefined && values.only !== part) return;
  const since = Date.now();
  const problem = await work();
  if (problem === undefined) passed += 1;
  else failed += 1;
  console.log(
    `${problem === undefined ? 'ok  ' : 'FAIL'}  ${name} (${((Date.now() - since) / 1000).toFixed(1)} s)${problem === undefined ? '' : `\n${problem}`}`,
  );
}

function fuzzed(
  lines: number,
  batch: number,
  run: (bytes: Uint8Array) => unknown,
  make?: (seed: number) => readonly Uint8Array[],
  slowestLineMs?: number,
): string | undefined {
  let told = 0;
  const outcome = fuzz({
    seed: Number(values.seed),
    lines,
    batch,
    logs: all,
    run,
    ...(make === undefined ? {} : { make }),
    ...(slowestLineMs === undefined ? {} : { slowestLineMs }),
    onProgress: (done) => {
      if (done - told < lines / 10) return;
      told = done;
      console.log(`      ${done} lines`);
    },
  });
  const seconds = outcome.milliseconds / 1000;
  console.log(
    `      ${outcome.lines} lines, ${(outcome.bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s of processor time: ${Math.round(outcome.lines / seconds)} lines/s, slowest batch of ${batch}: ${outcome.slowestBatchMs.toFixed(0)} ms`,
  );
  return outcome.failure === undefined ? undefined : failureText(outcome.failure);
}

const lines = Number(values.lines);
await check('reader', `reader, ${lines} mutated lines`, () => fuzzed(lines, 500, readAll));
await check('reader', `reader, ${lines / 250} lines that repeat one text up to 100 kB`, () =>
  fuzzed(lines / 250, 1, readAll, (seed) => repeatedLines(seed, 100_000, all)),
);
await check('analysis', `whole analysis, ${lines / 2500} lines that repeat one text up to 40 kB`, () =>
  fuzzed(lines / 2500, 1, analyseAll, (seed) => repeatedLines(seed, 40_000, all)),
);
await check('analysis', `whole analysis, hovers and inner state, ${lines / 500} logs of one to twelve lines`, () =>
  fuzzed(lines / 500, 1, askAll, (seed) => pickedLines(seed, 12, all), SLOWEST_ASKING_MS),
);
await check('analysis', `whole analysis, ${lines / 20} mutated lines in logs of 500`, () =>
  fuzzed(lines / 20, 500, analyseAll),
);
await check('analysis', `whole analysis, ${lines / 50} mutated lines in logs of 20000`, () =>
  fuzzed(lines / 50, 20_000, analyseAll),
);

await check('journals', `${lines / 2500} damaged binary journals`, async () => {
  const { journals, slowestMs, failure } = await fuzzJournals(Number(values.seed), lines / 2500, all);
  console.log(`      ${journals} journals, the slowest in ${slowestMs.toFixed(0)} ms`);
  return failure;
});

await check('cuts', `${fixtures.length} logs cut at 200 places`, () => {
  const problems = fixtures.flatMap((log) => truncationProblems(log, bytesOf(log.lines), 200));
  return problems.length === 0 ? undefined : `${problems.length} problems\n${problems.slice(0, 20).join('\n')}`;
});

await check('cuts', 'gzip cut at 100 places', async () => {
  const folder = join(root, 'out/fuzz');
  mkdirSync(folder, { recursive: true });
  const log = all.find(({ name }) => name.endsWith('v1.36.2-b-hang.log')) ?? all[0];
  const packed = gzipSync(bytesOf(log?.lines ?? []));
  for (let place = 0; place <= 100; place += 1) {
    const file = join(folder, 'cut.log.gz');
    writeFileSync(file, packed.subarray(0, Math.floor((packed.length * place) / 100)));
    const warnings: string[] = [];
    const input = await openBytes(file, { onWarning: (text) => warnings.push(text) });
    const session = createAnalysisSession();
    session.open(input.name);
    for await (const chunk of input.chunks) session.push(chunk);
    session.end();
    session.result();
    if (place > 1 && place < 100 && warnings.length === 0) return `cut at ${place} %: no warning`;
  }
  return undefined;
});

const MEGABYTE = 1 << 20;

/** Feeds chunks and tells how far memory grew above what the chunks need. */
async function feed(megabytes: number, chunkOf: (index: number) => Uint8Array): Promise<string | undefined> {
  const session = createAnalysisSession();
  session.open('large');
  globalThis.gc?.();
  const before = process.memoryUsage();
  let peak = 0;
  for (let index = 0; index < megabytes; index += 1) {
    session.push(chunkOf(index));
    if (index % 8 !== 0) continue;
    await new Promise((resume) => setImmediate(resume));
    const now = process.memoryUsage();
    peak = Math.max(peak, now.heapUsed + now.external - before.heapUsed - before.external);
  }
  session.end();
  session.result();
  console.log(`      peak ${(peak / 1e6).toFixed(0)} MB above the start`);
  return peak < 150e6 ? undefined : `memory grew by ${(peak / 1e6).toFixed(0)} MB`;
}

const letters = (text: string): Uint8Array => new Uint8Array(Buffer.alloc(MEGABYTE, text));
await check('sizes', 'one line of 200 MB', () => feed(200, () => letters('x')));
await check('sizes', 'one record of 200 MB', () =>
  feed(200, (index) =>
    index === 0
      ? new Uint8Array(
          Buffer.from('E1121 00:27:36.538432   20595 kubelet.go:2661] "Skipping pod synchronization" err="'),
        )
      : letters('[container runtime is down, '),
  ),
);
await check('sizes', 'one JSON object of 200 MB', () =>
  feed(200, (index) => (index === 0 ? new Uint8Array(Buffer.from('{"MESSAGE":"')) : letters('{\\"a\\":['))),
);
await check('sizes', 'one wrapped record of 200 MB in lines', () =>
  feed(200, (index) =>
    index === 0
      ? new Uint8Array(Buffer.from('E1121 00:27:36.538432   20595 kubelet.go:2661] "x" err=<\n'))
      : letters('\tpanic at the disco and so on\n'),
  ),
);
await check('sizes', '200 MB of line feeds', () => feed(200, () => letters('\n')));
await check('sizes', '200 MB of random bytes', () => feed(200, () => randomFillSync(new Uint8Array(MEGABYTE))));
await check('sizes', '64 MB of opening brackets in lines', () =>
  feed(64, () => letters(`${'['.repeat(5000)}${'{"a":'.repeat(3000)}\n`)),
);

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
