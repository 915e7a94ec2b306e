/**
 * npm run check:growth: whether something grows faster than the log. Each shape of `growthShapes.mjs` is analysed at a size and at four times that, in turns and in one process, with
 * everything that is asked of an analysis (JSON, state at a moment, timeline, hovers), and the processor's time is compared: four times the log takes about four times as long, a search
 * of all for each of all sixteen times. What looks too steep is measured again, and fails when it stays so: a ratio of one run says the same on a slow or busy machine.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHAPES } from '../../scripts/lib/growthShapes.mjs';
import { buildInsightIndex } from '../../src/analysis/insight/insightIndex.ts';
import { analysisJsonPieces } from '../../src/analysis/outputs/formatJson.ts';
import { createAnalysisSession } from '../../src/analysis/session.ts';
import type { Instant } from '../../src/kubelet/time.ts';
import { createMoments } from '../../src/timeline/moment/buildMoment.ts';
import { timelineOf } from '../../src/timeline/timelineOf.ts';

const CHUNK = 1 << 20;
const TIMES = 4;
/** What grows with the log takes about 4 times as long, what grows with its square 16 times; a part that does shows less. */
const MOST = 7;
/** One measure may have met a collection of garbage or a compiler. */
const TRIES = 6;
/** What takes less than this (seconds) is measured more often: the first runs are those of code that is not compiled yet. */
const ENOUGH = 1;
const options = { fallbackYearFrom: 1_777_000_000_000_000 as Instant };

/** Sizes at which a shape takes some tenths of a second, below the bounds at which the rest is only counted. */
const SIZES: Readonly<Record<string, number>> = {
  lives: 900,
  'crash loop under systemd': 900,
  'hosts and pids per line': 1_500,
  skips: 10_000,
  episodes: 900,
  pods: 4_000,
  'containers of one pod': 4_000,
  'overlapping files': 120,
  'keys of a line': 13_000,
  images: 4_000,
  'images of one pod': 8_000,
  'texts of errors': 10_000,
  'crashing containers': 4_000,
  'failed probes': 4_000,
  volumes: 8_000,
  'exits in unhealthy times': 1_000,
};

type Log = readonly { readonly name: string; readonly bytes: Uint8Array }[];

function logOf(make: (path: string, size: number) => void, size: number): Log {
  const folder = mkdtempSync(join(tmpdir(), 'kubelet-timeline-growth-'));
  const path = join(folder, 'log');
  make(path, size);
  const files = statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path];
  const log = files.map((name) => ({ name, bytes: new Uint8Array(readFileSync(name)) }));
  rmSync(folder, { recursive: true });
  return log;
}

function analyse(log: Log): void {
  const session = createAnalysisSession();
  const feed = session.openMerged(log.map(({ name }) => ({ name, options })));
  const read = log.map(() => 0);
  for (let wanted = feed.wanted(); wanted !== undefined; wanted = feed.wanted()) {
    const { bytes } = log[wanted] ?? { bytes: new Uint8Array(0) };
    const at = read[wanted] ?? 0;
    read[wanted] = at + CHUNK;
    if (at < bytes.length) feed.push(wanted, bytes.subarray(at, at + CHUNK));
    else feed.end(wanted);
  }
  const result = session.result();
  if (!result.ok) throw new Error(`not analysed: ${result.problem.kind}`);
  const { analysis } = result;
  let length = 0;
  for (const piece of analysisJsonPieces(analysis, session.lineText)) length += piece.length;
  const { span } = analysis.reconstruction.history;
  if (span === undefined || length === 0) throw new Error('the log has no times');
  createMoments(analysis.reconstruction).at(((span.from + span.to) / 2) as Instant);
  timelineOf(analysis, 'log');
  buildInsightIndex(analysis);
}

/** Seconds of the processor. */
function secondsOf(log: Log): number {
  const from = process.cpuUsage();
  analyse(log);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
}

const wished = process.argv.slice(2);
const chosen = SHAPES.filter(({ name }) => name in SIZES && (wished.length === 0 || wished.includes(name)));
let tooSteep = 0;
for (const { name, make } of chosen) {
  const size = SIZES[name] ?? 0;
  const [small, large] = [logOf(make, size), logOf(make, size * TIMES)];
  analyse(small);
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let spent = 0;
  for (
    let tried = 0;
    tried === 0 || (spent < ENOUGH && tried < TRIES) || (most / least > MOST && tried < TRIES);
    tried += 1
  ) {
    const [one, other] = [secondsOf(small), secondsOf(large)];
    spent += one + other;
    [least, most] = [Math.min(least, one), Math.min(most, other)];
  }
  const ratio = most / least;
  if (ratio > MOST) tooSteep += 1;
  console.log(
    `${ratio > MOST ? 'FAIL' : 'ok  '}  ${name}: ${size} ${least.toFixed(2)} s, ${size * TIMES} ${most.toFixed(2)} s, × ${ratio.toFixed(1)}`,
  );
}
console.log(`${chosen.length - tooSteep} passed, ${tooSteep} failed`);
process.exitCode = tooSteep === 0 && chosen.length > 0 ? 0 : 1;
