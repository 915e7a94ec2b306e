/** Times of a scenario as instants and as text. */
import type { Instant } from '../../kubelet/time.ts';
import type { Nanoseconds } from '../../model/nanoseconds.ts';

/** A time of the scenario as microseconds since the epoch, rounded down. */
export function instantOf(start: Instant, at: Nanoseconds): Instant {
  return (start + Math.floor(at / 1000)) as Instant;
}

/** UTC with nanoseconds, as the truth has it: `2026-11-21T00:27:36.538452077Z`. */
export function formatNanoseconds(start: Instant, at: Nanoseconds): string {
  const micro = instantOf(start, at);
  const second = Math.floor(micro / 1_000_000);
  const fraction =
    String(micro - second * 1_000_000).padStart(6, '0') + String(((at % 1000) + 1000) % 1000).padStart(3, '0');
  return `${new Date(second * 1000).toISOString().slice(0, 19)}.${fraction}Z`;
}

/** `2026-11-21T00:31:52Z`. */
export function formatSeconds(start: Instant, at: Nanoseconds): string {
  return `${new Date(Math.floor(instantOf(start, at) / 1000)).toISOString().slice(0, 19)}Z`;
}

/** As Go prints a `time.Time` that was read from the clock: with its monotonic part, seconds since the process began. */
export function formatGoTime(start: Instant, at: Nanoseconds, processStart: Nanoseconds): string {
  const text = formatNanoseconds(start, at);
  const since = at - processStart;
  return `${text.slice(0, 10)} ${text.slice(11, -1).replace(/0{1,9}$/, '')} +0000 UTC m=+${Math.floor(since / 1e9)}.${String(Math.floor(since % 1e9)).padStart(9, '0')}`;
}
