import { expect, it } from 'vitest';
import { EvidenceText } from '../../../src/analysis/outputs/evidenceText.ts';
import { HISTORY_BOUNDS } from '../../../src/inference/store/folded.ts';
import type { LogRecord } from '../../../src/journal/record.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import type { Fact } from '../../../src/messages/fact.ts';

const base = { source: 0, line: 1, time: 0 as Instant, message: 'x' };
const crowds: readonly Fact[] = [
  { ...base, kind: 'pod-sync-error', pod: {}, error: { text: 'no' } },
  { ...base, kind: 'eviction', text: 'no' },
  { ...base, kind: 'container-finished', pod: {}, containerId: 'c', exitCode: 1 },
  { ...base, kind: 'runtime-call-failed', method: 'ListContainers', pod: {}, error: { text: 'no' } },
];

it('keeps the line of a skip behind any number of errors of pods, exits and failed calls', () => {
  const evidence = new EvidenceText();
  const record = (line: number): LogRecord =>
    ({ source: 0, line, lines: 1, message: `line ${line}` }) as unknown as LogRecord;
  let line = 0;
  for (let round = 0; round < HISTORY_BOUNDS.texts; round += 1)
    for (const fact of crowds) {
      line += 1;
      if (evidence.wants([fact])) evidence.keep(record(line));
    }
  expect(evidence.wants([{ ...base, kind: 'skip', reasons: [] } as unknown as Fact])).toBe(true);
  evidence.keep(record(line + 1));
  expect(evidence.textOf({ source: 0, line: line + 1 })).toBe(`line ${line + 1}`);
  // The first of each crowd are kept as well.
  for (const first of [1, 2, 3, 4]) expect(evidence.textOf({ source: 0, line: first })).toBe(`line ${first}`);
});
