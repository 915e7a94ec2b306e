/**
 * A session over a file, as a module for the benchmark: bundled twice, once as it is and once with `readerOnly.ts` in the place of inference, line
 * index and evidence. `run` gives what was found, `undefined` for the reader alone.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { createAnalysisSession } from '../../src/analysis/session.ts';
import type { AnalysisResult } from '../../src/analysis/analysis.ts';

/** Reads the file from begin to end. With `whole`, also infers, replays and diagnoses. */
export function run(file: string, whole: boolean): AnalysisResult | undefined {
  const session = createAnalysisSession();
  session.open(file, { year: 2026 });
  const descriptor = openSync(file, 'r');
  // One buffer for all chunks, as the command line reads files.
  const chunk = Buffer.allocUnsafeSlow(1 << 20);
  for (;;) {
    const length = readSync(descriptor, chunk);
    if (length === 0) break;
    session.push(chunk.subarray(0, length));
  }
  closeSync(descriptor);
  session.end();
  return whole ? session.result() : undefined;
}
