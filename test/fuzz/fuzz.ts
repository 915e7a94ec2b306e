import { bytesOf, mutatedLines } from './batch.ts';
import type { SeedLog } from './seeds.ts';
import { shrinkLines } from './shrink.ts';

/** Processor time that one line may take, and on average each line of a batch. */
const SLOWEST_LINE_MS = 50;
const SLOWEST_MEAN_MS = 2;

export interface FuzzOptions {
  /** The first batch's seed; the next ones follow by one. */
  readonly seed: number;
  /** Lines in all, and in each batch (one batch is one log). */
  readonly lines: number;
  readonly batch: number;
  readonly logs: readonly SeedLog[];
  /** Asked before each batch: false ends the run early. */
  readonly goesOn?: () => boolean;
  /** Makes the lines of a batch from its seed; else consecutive lines of a log, mutated. */
  readonly make?: (seed: number) => readonly Uint8Array[];
  /** What the log goes through; it fails by throwing. */
  readonly run: (bytes: Uint8Array) => unknown;
  readonly onProgress?: (lines: number) => void;
  /** Processor time that one line may take; 50 ms if nothing else is said. */
  readonly slowestLineMs?: number;
}

export interface FuzzFailure {
  /** Of the batch: with it, `lines: 1` and the same `batch` and logs it fails again. */
  readonly seed: number;
  readonly why: string;
  /** The fewest lines that still fail. */
  readonly lines: readonly Uint8Array[];
}

export interface FuzzOutcome {
  readonly lines: number;
  readonly bytes: number;
  /** Processor time of the runs, without making the lines. */
  readonly milliseconds: number;
  readonly slowestBatchMs: number;
  readonly failure?: FuzzFailure;
}

/** Runs batches of mutated lines until all are done or one fails: by an exception, or by a line that takes too long. */
export function fuzz({
  seed,
  lines,
  batch,
  logs,
  run,
  onProgress,
  goesOn = () => true,
  make = (of) => mutatedLines(of, batch, logs),
  slowestLineMs = SLOWEST_LINE_MS,
}: FuzzOptions): FuzzOutcome {
  let done = 0;
  let bytes = 0;
  let milliseconds = 0;
  let slowestBatchMs = 0;
  for (let next = seed; done < lines && goesOn(); next += 1) {
    const made = make(next);
    const log = bytesOf(made);
    const { why, took } = attempt(run, log);
    done += batch;
    bytes += log.length;
    milliseconds += took;
    slowestBatchMs = Math.max(slowestBatchMs, took);
    const failure =
      why === undefined
        ? slowness(run, made, took, slowestLineMs)
        : { why, lines: shrinkLines(made, (left) => attempt(run, bytesOf(left)).why !== undefined) };
    if (failure !== undefined)
      return { lines: done, bytes, milliseconds, slowestBatchMs, failure: { seed: next, ...failure } };
    onProgress?.(done);
  }
  return { lines: done, bytes, milliseconds, slowestBatchMs };
}

function attempt(run: FuzzOptions['run'], log: Uint8Array): { readonly why?: string; readonly took: number } {
  const before = process.cpuUsage();
  const took = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  try {
    run(log);
    return { took: took() };
  } catch (error) {
    return { why: error instanceof Error ? (error.stack ?? error.message) : String(error), took: took() };
  }
}

/** Looks for the line that made a batch slow. A slow moment of the machine is not repeated; a line that breaks when it is alone is told as that. */
function slowness(
  run: FuzzOptions['run'],
  lines: readonly Uint8Array[],
  took: number,
  slowest: number,
): { readonly why: string; readonly lines: readonly Uint8Array[] } | undefined {
  if (took <= slowest + lines.length / 10) return undefined;
  const time = (some: readonly Uint8Array[]): number =>
    Math.min(...[1, 2, 3].map(() => attempt(run, bytesOf(some)).took));
  for (const line of lines) {
    const { why, took: alone } = attempt(run, bytesOf([line]));
    if (why !== undefined) return { why, lines: [line] };
    if (alone > slowest && time([line]) > slowest)
      return { why: `this line takes ${alone.toFixed(0)} ms`, lines: [line] };
  }
  const again = time(lines);
  return again <= slowest + lines.length * SLOWEST_MEAN_MS
    ? undefined
    : { why: `${lines.length} lines take ${again.toFixed(0)} ms`, lines };
}

/** A failure for people: its seed, why, and its lines with everything unprintable escaped. */
export function failureText({ seed, why, lines }: FuzzFailure): string {
  const shown = lines
    .slice(0, 10)
    .map(
      (line) =>
        `  ${JSON.stringify(Buffer.from(line.subarray(0, 2000)).toString('latin1'))}${line.length > 2000 ? ` … ${line.length} bytes` : ''}`,
    );
  return [`seed ${seed}: ${why}`, `${lines.length} line(s), as latin1:`, ...shown].join('\n');
}
