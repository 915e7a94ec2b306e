/** How long a hover takes, asked of the worker's own service without its thread, as a program of its own for the benchmark: hoverCost FILE YEAR. Prints milliseconds: median, 99th percentile, most. */
import { readFileSync } from 'node:fs';
import { describeInputError } from '../../src/adapters/inputError.ts';
import { openBytes, openPieces } from '../../src/adapters/openBytes.ts';
import { instant } from '../../src/kubelet/time.ts';
import type { Questions, WorkerEvent } from '../../src/protocol/workerProtocol.ts';
import { createAnalysisService } from '../../src/worker/service.ts';

const QUESTIONS = 2000;
/** As the editor sends them (`src/editor/hoverProvider.ts`). */
const LINES_BEFORE = 40;
const LINES_AFTER = 80;

const [file, year] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: hoverCost FILE [YEAR]');
const lines = readFileSync(file, 'utf8').split('\n');
let take: (event: WorkerEvent) => void = () => undefined;
const service = createAnalysisService({
  post: (event) => take(event),
  openFile: openBytes,
  openPieces,
  describeError: describeInputError,
  pause: () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    }),
  now: () => instant(Date.now() * 1000),
});

/** The answer to what is posted, or the end of the reading. */
const heard = (post: () => void): Promise<WorkerEvent> =>
  new Promise((resolve) => {
    take = (event) => {
      if (event.type !== 'progress') resolve(event);
    };
    post();
  });

async function main(path: string): Promise<void> {
  const options = year === undefined ? {} : { year: Number(year) };
  await heard(() => service.take({ type: 'open', name: 'bench.log', source: { kind: 'file', path }, options }));
  const times: number[] = [];
  let chosen = 12_345;
  for (let id = 0; id < QUESTIONS; id += 1) {
    chosen = (chosen * 1_103_515_245 + 12_345) % 2_147_483_648;
    const line = 1 + (chosen % (lines.length - 1));
    const first = Math.max(1, line - LINES_BEFORE);
    const question: Questions['hover']['question'] = {
      line,
      firstLine: first,
      lines: lines.slice(first - 1, line + LINES_AFTER),
      column: chosen % 120,
    };
    const began = performance.now();
    const answer = await heard(() => service.take({ type: 'ask', id, kind: 'hover', question }));
    if (answer.type !== 'answer') throw new Error(JSON.stringify(answer));
    times.push(performance.now() - began);
  }
  // The first of them makes what the others look into.
  const first = times.shift() ?? Number.NaN;
  times.sort((a, b) => a - b);
  const at = (part: number): string => (times[Math.floor(part * (times.length - 1))] ?? Number.NaN).toFixed(2);
  process.stdout.write(
    `median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms, most ${at(1)} ms, the first ${first.toFixed(0)} ms\n`,
  );
}

void main(file);
