import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FactPart, HandMadeLog, RUNTIME_DOWN, stale, START_REASONS } from '../../support/facts.ts';
import { parseSkipReasons } from '../../../src/kubelet/skipReason.ts';

const error = { text: 'rpc error: code = DeadlineExceeded', code: 'DeadlineExceeded' };
const skipOf = (text: string): FactPart => ({ kind: 'skip', text, reasons: parseSkipReasons(text) });
const elapsed = fc.double({ min: 0, max: 1e6, noNaN: true });

const anyFact: fc.Arbitrary<FactPart> = fc.oneof(
  elapsed.map((seconds) => skipOf(stale(seconds))),
  fc.constantFrom(START_REASONS, RUNTIME_DOWN, '', 'x').map(skipOf),
  elapsed.map((seconds): FactPart => ({
    kind: 'node-condition',
    ready: false,
    reasons: parseSkipReasons(stale(seconds)),
  })),
  fc.constantFrom<FactPart>(
    { kind: 'relist-failed', scope: 'all', pod: {}, error },
    { kind: 'relist-failed', scope: 'pod', pod: { uid: 'a' }, error: { text: '' } },
    { kind: 'status-failed', error },
    { kind: 'inspect-failed', pod: { uid: 'a', name: 'x' }, error },
    { kind: 'sync-loop-started' },
    { kind: 'kubelet-version', version: 'v1.9.0' },
    { kind: 'kubelet-version', version: 'nonsense' },
    { kind: 'boot' },
    { kind: 'journal-loss', text: '' },
    { kind: 'event-channel-full' },
    { kind: 'pleg-event', type: 'ContainerDied', pod: {}, containerId: 'c' },
    { kind: 'pleg-event', type: 'unknown', pod: { uid: '' } },
    { kind: 'container-finished', pod: { uid: 'a' }, containerId: 'c' },
    { kind: 'evented', what: 'stream-failed', pod: {} },
    { kind: 'node-event', event: 'NodeReady' },
    { kind: 'kubelet-exit', text: '', fatal: true },
    { kind: 'flag', name: 'runtime-request-timeout', value: 'nonsense' },
  ),
  elapsed.map((seconds): FactPart => ({ kind: 'housekeeping-slow', took: (seconds * 1e6) as never })),
);

describe('any facts in any order at any time', () => {
  it('give a history with ordered bounds, and never an exception', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.double({ min: -1e6, max: 1e8, noNaN: true }), anyFact, fc.constantFrom(1, 2, 3), fc.boolean()),
          { maxLength: 60 },
        ),
        (lines) => {
          const log = new HandMadeLog();
          for (const [seconds, fact, pid, plain] of lines) log.add(seconds, fact, { pid, plain });
          const history = log.history();
          for (const episode of history.episodes) {
            for (const bounds of [episode.begin, episode.end, episode.resumed]) {
              if (bounds === undefined) continue;
              expect(bounds.min).toBeLessThanOrEqual(bounds.max);
              expect(Number.isFinite(bounds.min) && Number.isFinite(bounds.max)).toBe(true);
            }
          }
          for (const relist of history.relists) {
            for (const bounds of [relist.start, relist.listed, relist.end])
              if (bounds !== undefined) expect(bounds.min).toBeLessThanOrEqual(bounds.max);
          }
          expect(history.skips).toHaveLength(history.counts.skips);
        },
      ),
      { numRuns: 150, seed: 3 },
    );
  });
});
