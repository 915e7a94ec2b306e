/** Set `go-duration`: Go's duration text, both ways. */
import {
  formatGoDuration,
  goDurationToMicroseconds,
  parseGoDuration,
  roundGoDuration,
} from '../../src/kubelet/goDuration.ts';
import { difference, type Judge } from './vectors.ts';

/** `Duration.Truncate`: towards zero, to a multiple of `unit`. */
function truncateGoDuration(nanoseconds: bigint, unit: bigint): bigint {
  return unit <= 0n ? nanoseconds : nanoseconds - (nanoseconds % unit);
}

/** `Duration.Seconds`: a double, with Go's rounding. */
function goDurationSeconds(nanoseconds: bigint): number {
  return Number(nanoseconds / 1_000_000_000n) + Number(nanoseconds % 1_000_000_000n) / 1e9;
}

interface FormatVector {
  readonly kind: 'format';
  readonly ns: string;
  readonly string: string;
  readonly parsed_ns: string;
  readonly round_ms: string;
  readonly trunc_s: string;
  readonly seconds: number;
}

interface ParseVector {
  readonly kind: 'parse';
  readonly string: string;
  readonly parsed_ns?: string;
  readonly parse_error?: string;
}

export const judgeGoDuration: Judge = (vector) => {
  const given = vector as FormatVector | ParseVector;
  const parsed = parseGoDuration(given.string);
  if (given.kind === 'parse') {
    const actual = parsed.ok ? { parsed_ns: parsed.nanoseconds.toString() } : { parse_error: parsed.error };
    const expected =
      given.parse_error === undefined ? { parsed_ns: given.parsed_ns } : { parse_error: given.parse_error };
    return difference(expected, actual);
  }
  const nanoseconds = BigInt(given.ns);
  const { string, parsed_ns, round_ms, trunc_s, seconds } = given;
  const wrong = difference(
    { string, parsed_ns, round_ms, trunc_s, seconds },
    {
      string: formatGoDuration(nanoseconds),
      parsed_ns: parsed.ok ? parsed.nanoseconds.toString() : parsed.error,
      round_ms: formatGoDuration(roundGoDuration(nanoseconds, 1_000_000n)),
      trunc_s: formatGoDuration(truncateGoDuration(nanoseconds, 1_000_000_000n)),
      seconds: goDurationSeconds(nanoseconds),
    },
  );
  if (wrong !== undefined) return wrong;
  // The fast path for log lines must agree as far as a double can hold nanoseconds.
  const fast = goDurationToMicroseconds(given.string);
  const exact = Number(nanoseconds) / 1000;
  return fast !== undefined && Math.abs(fast - exact) <= Math.abs(exact) * 1e-15
    ? undefined
    : `fast path: expected ${exact}, got ${String(fast)}`;
};
