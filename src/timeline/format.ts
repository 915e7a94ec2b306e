/** Times and durations as people read them, for labels. Exact values stay numbers until here. */
import { dayText } from '../kubelet/time.ts';

/** Seconds as the kubelet's people write them: `8.6s`, `2m8.6s`, `1h4m`, `350ms`; at most `digits` digits after the point, below ten minutes. */
export function formatSeconds(seconds: number, digits = 1): string {
  if (!Number.isFinite(seconds)) return '?';
  const sign = seconds < 0 ? '-' : '';
  const value = Math.abs(seconds);
  if (value === 0) return '0s';
  if (value < 0.001) return `${sign}${trimmed(value * 1e6, 0)}µs`;
  if (value < 0.9995) return `${sign}${trimmed(value * 1e3, value < 0.01 ? 2 : 0)}ms`;
  const scale = value < 600 ? 10 ** digits : 1;
  const rounded = Math.round(value * scale) / scale;
  if (rounded < 60) return `${sign}${trimmed(rounded, digits)}s`;
  const minutes = Math.floor(rounded / 60);
  const rest = trimmed(rounded - minutes * 60, value < 600 ? digits : 0);
  if (minutes < 60) return `${sign}${minutes}m${rest === '0' ? '' : `${rest}s`}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${sign}${hours}h${minutes % 60 === 0 ? '' : `${minutes % 60}m`}`;
  const days = Math.floor(hours / 24);
  return `${sign}${days}d${hours % 24 === 0 ? '' : `${hours % 24}h`}`;
}

/** A number and what is counted: `1 more pod`, `1,200 more pods`. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}

/** A duration known within bounds: `2m8.6s–2m10.5s`, or one value when they read the same. */
export function formatSecondsRange(min: number, max: number): string {
  const low = formatSeconds(min);
  const high = formatSeconds(max);
  return low === high ? low : `${low}–${high}`;
}

/** A number with at most so many digits behind the point, and no zeros at its end. */
export function trimmed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  if (digits === 0) return text;
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** The parts of a moment (its date without a year that is not known), in the zone that is `offset` minutes east of UTC. */
export interface ClockParts {
  readonly date: string;
  readonly time: string;
  /** Six digits. */
  readonly microseconds: string;
}

/** Microseconds since the epoch as `2026-11-21` (`11-21` where no year is known), `00:31:42` and `387000`. */
export function clockParts(time: number, offset = 0): ClockParts {
  const shifted = Math.floor(time + offset * 60_000_000);
  const wholeSeconds = Math.floor(shifted / 1_000_000);
  const date = new Date(wholeSeconds * 1000);
  if (Number.isNaN(date.getTime())) return { date: '?', time: '?', microseconds: '000000' };
  const iso = date.toISOString();
  return {
    date: dayText(iso.slice(0, iso.indexOf('T'))),
    time: iso.slice(iso.indexOf('T') + 1, iso.indexOf('T') + 9),
    microseconds: String(shifted - wholeSeconds * 1_000_000).padStart(6, '0'),
  };
}
