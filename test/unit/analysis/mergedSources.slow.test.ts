import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { analysisJson } from '../../../src/analysis/outputs/formatJson.ts';
import { type AnalysisSession, createAnalysisSession } from '../../../src/analysis/session.ts';
import { readSources } from '../../../src/analysis/sources/sources.ts';
import { LineIntake } from '../../../src/analysis/intake/lineIntake.ts';
import { RowIntake } from '../../../src/analysis/intake/rowIntake.ts';
import { LineKernel } from '../../../src/journal/batch/kernel/lineKernel.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import { bytesOf, logOfLives, merged, stretchOf } from './bothWays.ts';
import { atLeast, rounds } from '../../support/effort.ts';
import { inPieces } from '../../support/packers.ts';

const MESSAGES = Array.from({ length: 12 }, (_, index) => [
  [
    `kubelet.go:2453] "SyncLoop (PLEG): event for pod" pod="shop/web-${index % 3}" event={"ID":"0a67324e-69fe-4f79-aa3e-15517a14227${index % 3}","Type":"ContainerDied","Data":"${index.toString(16).padStart(64, '0')}"}`,
    `pod_workers.go:1300] "Error syncing pod, skipping" err="back-off 5m0s restarting failed container=app pod=web-1_shop(0a67324e-69fe-4f79-aa3e-15517a142271)" pod="shop/web-1" podUID="0a67324e-69fe-4f79-aa3e-15517a142271"`,
    `prober.go:107] "Probe failed" probeType="Liveness" pod="shop/web-${index % 3}" podUID="0a67324e-69fe-4f79-aa3e-15517a14227${index % 3}" containerName="app" probeResult="failure" output="timeout"`,
    `kubelet.go:2472] "SyncLoop (SYNC) pods" total=1 pods=["shop/web-${index % 3}"]`,
    'httplog.go:132] "HTTP" verb="GET" URI="/metrics"',
    'kubelet.go:2340] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m5s ago; threshold is 3m0s"',
  ][index % 6] ?? '',
]);
const LOG = logOfLives(MESSAGES, 40, false);
const TEXT = new TextDecoder().decode(LOG);
const LINES = TEXT.split('\n').slice(0, -1);
/** The time of a line's header. */
const timeOf = (line: string): Instant => {
  const [, hours, minutes, seconds, micros] = /I1121 (\d+):(\d+):(\d+)\.(\d+)/.exec(line) ?? [];
  return (Date.UTC(2026, 10, 21, Number(hours), Number(minutes), Number(seconds)) * 1000 + Number(micros)) as Instant;
};

function told(session: AnalysisSession): string {
  const result = session.result();
  return JSON.stringify(result.ok ? analysisJson(result.analysis, session.lineText) : result);
}

describe('the fast way', () => {
  it('tells the same of sources that are merged, one after the other or side by side', () => {
    const runs = vi.spyOn(RowIntake.prototype, 'take');
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: LINES.length }), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: -300, max: 300 }),
        fc.constantFrom('parts', 'overlapping', 'another node'),
        fc.boolean(),
        fc.integer({ min: 3000, max: 200_000 }),
        (cuts, overlap, how, beginsAreKnown, piece) => {
          const places = [0, ...cuts.toSorted((a, b) => a - b), LINES.length];
          const logs = places.slice(1).map((end, index) => {
            const start = Math.max(0, (places[index] ?? 0) + (how === 'overlapping' && index > 0 ? overlap : 0));
            const lines = LINES.slice(Math.min(start, end), end).map((line) =>
              how === 'another node' && index % 2 === 1 ? line.replace('worker-2', 'worker-3') : line,
            );
            const [first] = lines;
            return { lines, ...(beginsAreKnown && first !== undefined ? { begins: timeOf(first) } : {}) };
          });
          expect(told(merged(logs, piece, true)) === told(merged(logs, piece, false))).toBe(true);
        },
      ),
      { numRuns: rounds(40), seed: 3 },
    );
    expect(runs.mock.calls.length).toBeGreaterThan(atLeast(100));
    runs.mockRestore();
  });

  it('goes on in the next part of a rotated log with what it has learned', async () => {
    const kernels = vi.spyOn(LineKernel, 'create');
    const records = vi.spyOn(LineIntake.prototype, 'record');
    const third = LINES.length / 3;
    const inputs = [0, 1, 2].map((part) => {
      const bytes = bytesOf(LINES.slice(part * third, (part + 1) * third));
      return {
        name: `kubelet.log.${part}`,
        open: async () => ({ totalBytes: bytes.length, packed: false, chunks: inPieces(bytes, 50_000) }),
      };
    });
    await readSources(createAnalysisSession(), inputs, { year: 2026 });
    expect(kernels).toHaveBeenCalledTimes(1);
    expect(records.mock.calls.filter(([{ source }]) => source === 2).length).toBeLessThan(third / 5);
    kernels.mockRestore();
    records.mockRestore();
  });

  it('tells the same of a stretch of time', () => {
    const runs = vi.spyOn(RowIntake.prototype, 'take');
    const [start, end] = [timeOf(LINES[0] ?? ''), timeOf(LINES.at(-1) ?? '')];
    fc.assert(
      fc.property(
        fc.double({ min: -0.1, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1.1, noNaN: true }),
        fc.integer({ min: 3000, max: 200_000 }),
        fc.constantFrom(undefined, 'Europe/Berlin'),
        (since, length, piece, timeZone) => {
          const from = (start + since * (end - start)) as Instant;
          const to = (from + length * (end - start)) as Instant;
          const read = (quick: boolean): AnalysisSession => stretchOf(LOG, { from, to }, piece, quick, timeZone);
          expect(told(read(true)) === told(read(false))).toBe(true);
        },
      ),
      { numRuns: rounds(40, 4), seed: 5 },
    );
    expect(runs.mock.calls.length).toBeGreaterThan(atLeast(30));
    runs.mockRestore();
  });
});
