/**
 * What is asked of an analysis, on a log that is built to hurt: the state at moments spread over the log, its timeline, and what a hover needs, each in seconds of the processor
 * (user and system, of all threads of the program), and the most memory that all of it took.
 *   npm run bench:moments -- FILE        (or a folder of small files, which are merged)
 */
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildInsightIndex } from '../../src/analysis/insight/insightIndex.ts';
import { createAnalysisSession } from '../../src/analysis/session.ts';
import type { Instant } from '../../src/kubelet/time.ts';
import { createMoments } from '../../src/timeline/moment/buildMoment.ts';
import { timelineOf } from '../../src/timeline/timelineOf.ts';

const MOMENTS = 6;
const CHUNK = 1 << 20;

function timed<Result>(work: () => Result): { readonly seconds: number; readonly result: Result } {
  const from = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(from);
  return { seconds: (user + system) / 1e6, result };
}

const [file = ''] = process.argv.slice(2);
const session = createAnalysisSession();
const options = { fallbackYearFrom: 1_777_000_000_000_000 as Instant };

function readFolder(): void {
  const names = readdirSync(file).sort();
  const feed = session.openMerged(names.map((name) => ({ name, options })));
  for (let wanted = feed.wanted(); wanted !== undefined; wanted = feed.wanted()) {
    feed.push(wanted, readFileSync(join(file, names[wanted] ?? '')));
    feed.end(wanted);
  }
}

function readFile(): void {
  session.open(file, options);
  const descriptor = openSync(file, 'r');
  for (;;) {
    const chunk = Buffer.allocUnsafeSlow(CHUNK);
    const length = readSync(descriptor, chunk, 0, CHUNK, null);
    if (length === 0) break;
    session.push(chunk.subarray(0, length));
  }
  closeSync(descriptor);
  session.end();
}

const read = timed(() => (statSync(file).isDirectory() ? readFolder() : readFile()));
const analysed = timed(() => session.result());
if (!analysed.result.ok) throw new Error('the log was not analysed');
const { analysis } = analysed.result;
const { span } = analysis.reconstruction.history;
if (span === undefined) throw new Error('the log has no times');
const moments = createMoments(analysis.reconstruction);
const states: string[] = [];
for (let at = 0; at < MOMENTS; at += 1) {
  const time = (span.from + Math.floor(((span.to - span.from) * (at + 0.5)) / MOMENTS)) as Instant;
  const { seconds, result } = timed(() => moments.at(time));
  states.push(`${seconds.toFixed(2)} (${result?.podRecords.length ?? 0} of ${result?.pods ?? 0} pods)`);
}
const atMoments = process.resourceUsage().maxRSS / 1024;
const timeline = timed(() => timelineOf(analysis, 'log'));
const afterTimeline = process.resourceUsage().maxRSS / 1024;
const hover = timed(() => buildInsightIndex(analysis));
console.log(
  [
    `read ${read.seconds.toFixed(1)} s, analysed ${analysed.seconds.toFixed(1)} s`,
    `moments ${states.join(', ')} s`,
    `timeline ${timeline.seconds.toFixed(2)} s, ${timeline.result.lanes.length} lanes`,
    `hover ${hover.seconds.toFixed(2)} s`,
    `peak ${atMoments.toFixed(0)} MiB with moments, ${afterTimeline.toFixed(0)} with the timeline, ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} with hovers`,
  ].join('; '),
);
