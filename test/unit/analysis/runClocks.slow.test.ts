import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { SourceCounts } from '../../../src/journal/sourceCounts.ts';
import { byLane, byRecords, everything } from './bothWays.ts';
import { analysisOf } from './analyse.ts';
import { atLeast, rounds } from '../../support/effort.ts';

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
const clockOf = (seconds: number): string => `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
/** A time of day in microseconds, as klog or journal spell it. */
const precise = (micros: number): string =>
  `${clockOf(Math.floor(micros / 1e6))}.${String(micros % 1_000_000).padStart(6, '0')}`;

/** How far a stretch of lines goes in each step, and how much later the journal got them. */
interface Stretch {
  readonly lines: number;
  readonly first: number;
  readonly step: number;
  readonly delay: number;
}
const stretch: fc.Arbitrary<Stretch> = fc.record({
  lines: fc.integer({ min: 5, max: 300 }),
  first: fc.constantFrom(0, 0, -3_000_000, -500_000, 120_000_000, 700_000_000, 4_000_000_000),
  step: fc.constantFrom(0, 30_000, 200_000),
  delay: fc.constantFrom(0, 0, 0, 400_000, 12_000_000, 40_000_000),
});

/** What stands before the klog header, for a line that arrived then. */
const MODES: readonly ((arrived: number) => string)[] = [
  (arrived) => `Nov 21 ${clockOf(Math.floor(arrived / 1e6))} n kubelet[2100]: `,
  (arrived) => `2026-11-21T${precise(arrived)}+00:00 n kubelet[2100]: `,
  (arrived) => `2026-11-21T${precise(arrived + 7_200_000_000)}+02:00 n kubelet[2100]: `,
  // The journal in the zone of the reader, klog in the one of the node.
  (arrived) => `Nov 21 ${clockOf(Math.floor(arrived / 1e6) + 3600)} n kubelet[2100]: `,
  () => '',
];

/** A log that goes on by these stretches. */
function logOf(stretches: readonly Stretch[], mode: (arrived: number) => string): Uint8Array {
  let time = 20_000 * 1e6;
  const lines: string[] = [];
  const add = (text: string, delay: number): void => {
    lines.push(`${mode(time + delay)}I1121 ${precise(time)}    2100 ${text}`);
  };
  add('server.go:487] "Kubelet version" kubeletVersion="v1.30.4"', 0);
  for (let index = 0; index < 400; index += 1)
    add('status_manager.go:809] "Pod status updated" pod="shop/web-1" statusVersion=1', 0);
  for (const { lines: count, first, step, delay } of stretches) {
    time += first;
    for (let index = 0; index < count; index += 1) {
      time += step;
      const skips = index % 150 === 149 || index === count - 1;
      add(
        skips
          ? 'kubelet.go:2361] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m1.5s ago; threshold is 3m0s"'
          : index % 7 === 0
            ? 'kubelet.go:2480] "SyncLoop (housekeeping)"'
            : 'status_manager.go:809] "Pod status updated" pod="shop/web-1" statusVersion=2',
        delay,
      );
    }
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

describe('the clocks of lines in runs', () => {
  it('show the same steps, silences and late arrivals as those of records', () => {
    const taken = vi.spyOn(SourceCounts.prototype, 'plain');
    let odd = 0;
    let inRuns = 0;
    fc.assert(
      fc.property(
        fc.array(stretch, { minLength: 3, maxLength: 20 }),
        fc.constantFrom(...MODES),
        fc.integer({ min: 5000, max: 200_000 }),
        (stretches, mode, chunk) => {
          const bytes = logOf(stretches, mode);
          const session = byLane(bytes, chunk);
          for (const [, count] of taken.mock.calls.splice(0)) inRuns += count;
          expect(everything(session) === everything(byRecords(bytes))).toBe(true);
          odd += analysisOf(session).reconstruction.history.gaps.length;
        },
      ),
      { numRuns: rounds(60), seed: 4 },
    );
    taken.mockRestore();
    expect(inRuns).toBeGreaterThan(atLeast(20_000));
    expect(odd).toBeGreaterThan(atLeast(100));
  });

  it('show no step back to a time that a line of the same run had before', () => {
    const steady = { first: 0, step: 0, delay: 0 };
    const bytes = logOf(
      [
        { ...steady, lines: 151 },
        { ...steady, lines: 15, step: 200_000 },
        { ...steady, lines: 5, first: -3_000_000, step: 200_000 },
        { ...steady, lines: 5 },
        { ...steady, lines: 5, first: 4_000_000_000 },
        { ...steady, lines: 5 },
      ],
      MODES[0] ?? String,
    );
    expect(everything(byLane(bytes, 5000))).toBe(everything(byRecords(bytes)));
  });
});
