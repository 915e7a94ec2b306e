// npm run bench [-- SIZE…]: what a generated log costs on the command line, beside plain ways to read the same bytes (default: 64m; full: 64m 256m 1g).
// CPU seconds on one core, medians of five runs that take turns; ratios are of one run. Build first: npm run build.
import { statSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { benchFolder, builtCommandLine, generatedLog, measure, median } from './lib/measure.mjs';
import { bundle } from './lib/benchBundles.mjs';
import { findOnPath } from './lib/run.mjs';

const RUNS = 5;
const sizes = process.argv.slice(2);
if (sizes.length === 0) sizes.push('64m');
const cli = builtCommandLine();
const firstAnswer = join(benchFolder, 'firstAnswer.cjs');
const hoverCost = join(benchFolder, 'hoverCost.cjs');
for (const [entry, outfile] of [
  ['test/bench/firstAnswer.ts', firstAnswer],
  ['test/bench/hoverCost.ts', hoverCost],
])
  await bundle(entry ?? '', outfile ?? '');

const PATTERNS = ['SyncLoop (PLEG)', 'Skipping pod synchronization', 'DeadlineExceeded', 'Unable to retrieve pods'];
const HEADERS =
  '{ i = index($0, "]: "); if (i) { m = substr($0, i + 3); s = substr(m, 1, 1); t = substr(m, 7, 15); j = index(m, "] "); if (j) { h = substr(m, 1, j); n = split(h, a, " "); c[a[4]]++; p[a[3]]++; v[s]++ } } } END { for (k in v) print k, v[k] }';

/** @typedef {{ name: string, command: (log: string) => string[], format?: string, saysItself?: boolean }} Contender `saysItself`: its last line is the CPU time that counts */
/** @type {Contender[]} */
const contenders = [
  {
    name: 'full pass',
    command: (log) => [
      process.execPath,
      cli,
      'analyze',
      log,
      '--format',
      'json',
      '--year',
      '2024',
      '--out',
      // portable: measures are taken on Linux
      '/dev/null',
    ],
  },
  { name: 'first answer', command: (log) => [process.execPath, firstAnswer, log, '2024'] },
  // In the editor the worker runs already: then only this part is waited for.
  {
    name: 'first answer, Node running',
    command: (log) => [process.execPath, firstAnswer, log, '2024'],
    saysItself: true,
  },
  { name: 'node alone', command: () => [process.execPath, '-e', '0'] },
  { name: 'wc -l', command: (log) => ['wc', '-l', log] },
];
if (findOnPath('rg'))
  contenders.push({
    name: 'rg -c, 4 patterns',
    command: (log) => ['rg', '-c', '-F', ...PATTERNS.flatMap((pattern) => ['-e', pattern]), log],
  });
if (findOnPath('mawk')) contenders.push({ name: 'mawk, every header', command: (log) => ['mawk', HEADERS, log] });
if (findOnPath('lnav'))
  contenders.push({
    name: 'lnav, count',
    command: (log) => ['lnav', '-n', '-c', ';select count(*) from all_logs', log],
  });
contenders.push({
  name: 'full pass, journal JSON',
  format: 'json',
  // portable: measures are taken on Linux
  command: (log) => [process.execPath, cli, 'analyze', log, '--format', 'json', '--out', '/dev/null'],
});
if (findOnPath('jq'))
  contenders.push({
    name: 'jq contains',
    format: 'json',
    command: (log) => ['jq', '-c', 'select(.MESSAGE | contains("Skipping pod synchronization")) | .MESSAGE', log],
  });

console.log(
  `node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown CPU'}; CPU seconds, median of ${RUNS}`,
);
console.log(
  `${'size'.padEnd(6)}${'what'.padEnd(28)}${'CPU s'.padStart(8)}${'MB/s'.padStart(8)}${'× rg'.padStart(8)}${'× mawk'.padStart(8)}${'× lnav'.padStart(8)}${'× jq'.padStart(8)}${'peak MiB'.padStart(10)}`,
);
for (const size of sizes) {
  /** @type {Map<string, { cpu: number[], peak: number, bytes: number }>} */
  const results = new Map();
  for (let run = 0; run <= RUNS; run++) {
    for (const { name, command, format = 'short', saysItself } of contenders) {
      const log = await generatedLog(size, format);
      const { cpu: whole, peak, output } = measure(command(log));
      const cpu = saysItself === true ? Number(output.trim().split('\n').at(-1)) : whole;
      const result = results.get(name) ?? { cpu: [], peak: 0, bytes: statSync(log).size };
      // The first round brings the file into the page cache.
      if (run > 0) result.cpu.push(cpu);
      result.peak = Math.max(result.peak, peak);
      results.set(name, result);
    }
  }
  /** @param {string} name */
  const cpuOf = (name) => median(results.get(name)?.cpu ?? []);
  for (const [name, { cpu, peak, bytes }] of results) {
    const own = median(cpu);
    const json = name.includes('JSON') || name.startsWith('jq');
    /** @param {string} other @param {boolean} applies */
    const ratio = (other, applies) =>
      (applies && results.has(other) ? (own / cpuOf(other)).toFixed(2) : '').padStart(8);
    console.log(
      `${size.padEnd(6)}${name.padEnd(28)}${own.toFixed(3).padStart(8)}${(bytes / own / 1e6).toFixed(0).padStart(8)}${ratio('rg -c, 4 patterns', !json)}${ratio('mawk, every header', !json)}${ratio('lnav, count', !json)}${ratio('jq contains', json)}${(peak > 0 ? peak.toFixed(0) : '').padStart(10)}`,
    );
  }
}
console.log(
  `hover, 40m: ${measure([process.execPath, hoverCost, await generatedLog('40m', 'short'), '2024']).output.trim()}`,
);
