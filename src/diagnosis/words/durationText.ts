/** Lengths of time as people read them; Go's own form (`3m0.416753742s`) is in `src/kubelet/goDuration.ts`. */
import { type Duration, inSeconds, milliseconds } from '../../kubelet/time.ts';

export const UNKNOWN_TIME = 'an unknown time';

/** Bounds nearer than this read as one time, the later: of a relist that skips name, the latest naming is never after the truth by more. */
export const AS_ONE: Duration = milliseconds(10);

/**
 * Writes a duration in at most two neighbouring units with the digits that matter: `600µs`, `51ms`, `4.2s`, `2m8.6s`, `10m`, `1h3m`, `2d4h`.
 * Seconds carry one digit below ten minutes, none above; a negative duration has a leading minus.
 */
export function durationText(value: Duration): string {
  if (!Number.isFinite(value)) return UNKNOWN_TIME;
  if (value < 0) return `-${durationText(-value as Duration)}`;
  const total = inSeconds(value);
  if (total === 0) return '0s';
  if (total < 0.0009995) return `${Math.round(total * 1e6)}µs`;
  if (total < 0.9995) return `${Math.round(total * 1000)}ms`;
  if (total < 59.95) return `${oneDigit(total)}s`;
  if (total < 599.95) {
    const tenths = Math.round(total * 10);
    const rest = (tenths % 600) / 10;
    return rest === 0 ? `${Math.floor(tenths / 600)}m` : `${Math.floor(tenths / 600)}m${oneDigit(rest)}s`;
  }
  const whole = Math.round(total);
  if (whole < 3600) return pair(Math.floor(whole / 60), 'm', whole % 60, 's');
  const minutes = Math.round(total / 60);
  if (minutes < 60 * 24) return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'm');
  const hours = Math.round(total / 3600);
  return pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/** A duration known within bounds: `2m8.6s–2m10.5s`, or one value when both read the same. From ten minutes on, where a digit is a second and more, bounds are rounded outwards: what is true lies within them. */
export function durationRangeText(min: Duration, max: Duration): string {
  if (durationText(min) === durationText(max)) return durationText(min);
  const grains = [grainOf(min), grainOf(max)] as const;
  const low = durationText((Math.floor(min / grains[0]) * grains[0]) as Duration);
  const high = durationText((Math.ceil(max / grains[1]) * grains[1]) as Duration);
  return low === high ? low : `${low}–${high}`;
}

/** What the last digit of a long duration stands for, in microseconds; 1 for a short one, whose last digit is a tenth of a second. */
function grainOf(value: Duration): number {
  const total = inSeconds(value);
  if (!Number.isFinite(total) || total < 599.95) return 1;
  return total < 3599.5 ? 1e6 : total < 86_370 ? 60e6 : 3600e6;
}

/** An estimate with its bounds behind it: `about 2m10s (2m8.6s–2m10.5s)`; the value alone where the bounds read the same, and the bounds alone where they are too far apart for one. */
export function estimateText(likely: Duration, min: Duration, max: Duration): string {
  const range = durationRangeText(min, max);
  return isExact(min, max) || isOpen(min, max) ? range : `about ${roughText(likely, min, max)} (${range})`;
}

/** The estimate alone: `about 2m10s`; without `about` where the bounds read the same. */
export function shortEstimateText(likely: Duration, min: Duration, max: Duration): string {
  return isExact(min, max) || isOpen(min, max) ? durationRangeText(min, max) : `about ${roughText(likely, min, max)}`;
}

/** Between a minute and an hour no value is a good one. */
function isOpen(min: Duration, max: Duration): boolean {
  return max > min * 3 && max - min > FAR_APART;
}

const FAR_APART = 600e6;

const EXACT = 100_000;

function isExact(min: Duration, max: Duration): boolean {
  return max - min < EXACT || durationText(min) === durationText(max);
}

/** No finer than the bounds are wide, and never outside of them. */
function roughText(likely: Duration, min: Duration, max: Duration): string {
  const grain = max - min < 1e6 ? 1e5 : max - min < 60e6 || likely < 300e6 ? 1e6 : 10e6;
  const rounded = Math.round(likely / grain) * grain;
  return durationText((rounded >= min && rounded <= max ? rounded : Math.min(Math.max(likely, min), max)) as Duration);
}

function oneDigit(value: number): string {
  const text = value.toFixed(1);
  return text.endsWith('.0') ? text.slice(0, -2) : text;
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}
