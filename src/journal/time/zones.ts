/** Zone names as `short-full`, `with-unit` and `verbose` print them, and numeric offsets. */

const MINUTE = 60_000_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Minutes east of UTC of abbreviations that mean one thing. `CST`, `IST` and `BST` mean several and are left out:
 * a stamp with such a name counts as local.
 */
const NAMED: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  WEST: 60,
  CET: 60,
  CEST: 120,
  MEZ: 60,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  SAST: 120,
  EAT: 180,
  WAT: 60,
  CAT: 120,
  PKT: 300,
  WIB: 420,
  WITA: 480,
  WIT: 540,
  HKT: 480,
  PHT: 480,
  SGT: 480,
  JST: 540,
  KST: 540,
  AWST: 480,
  ACST: 570,
  ACDT: 630,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  NST: -210,
  NDT: -150,
  AST: -240,
  ADT: -180,
  EST: -300,
  EDT: -240,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  AKST: -540,
  AKDT: -480,
  HST: -600,
  BRT: -180,
  ART: -180,
};

/** Microseconds east of UTC of `+0200`, `+02:00`, `-03`, `Z`, `UTC`, `CEST`; `undefined` for names that are unknown or ambiguous. */
export function zoneOffset(zone: string): number | undefined {
  const sign = zone.charCodeAt(0) === 43 ? 1 : zone.charCodeAt(0) === 45 || zone.charCodeAt(0) === 8722 ? -1 : 0;
  if (sign === 0) {
    const minutes = Object.hasOwn(NAMED, zone) ? NAMED[zone] : undefined;
    return minutes === undefined ? undefined : minutes * MINUTE;
  }
  const digits = zone.slice(1).replace(':', '');
  if (!/^\d{2}(?:\d{2})?$/.test(digits)) return undefined;
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || '0');
  return minutes > 15 * 60 ? undefined : sign * minutes * MINUTE;
}

export type ZoneRule = (local: number, isSecond?: (first: number, second: number) => boolean) => number;

/**
 * A function from local microseconds (as if UTC) to microseconds east of UTC for an option value: `UTC`, an offset or an IANA name;
 * `undefined` when the name is unknown. In the hour that the end of daylight saving repeats, the earlier reading is taken, unless `isSecond` takes
 * the later of the two (both in UTC).
 */
export function zoneRule(zone: string): ZoneRule | undefined {
  const fixed = zoneOffset(zone);
  if (fixed !== undefined) return () => fixed;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
  const offsetAt = (utc: number): number => {
    const fields = new Map(format.formatToParts(utc / 1000).map((part) => [part.type, Number(part.value)]));
    const field = (name: Intl.DateTimeFormatPartTypes): number => fields.get(name) ?? 0;
    const local = Date.UTC(
      field('year'),
      field('month') - 1,
      field('day'),
      field('hour'),
      field('minute'),
      field('second'),
    );
    return local * 1000 - Math.floor(utc / 1_000_000) * 1_000_000;
  };
  let quarter = Number.NaN;
  let offset = 0;
  /** Where the hour comes twice, what holds the second time. */
  let second = 0;
  return (local, isSecond) => {
    const thisQuarter = Math.floor(local / (15 * MINUTE));
    if (thisQuarter !== quarter) {
      quarter = thisQuarter;
      const before = offsetAt(local - DAY);
      offset = offsetAt(local - before);
      if (offset !== before && offsetAt(local - offset) !== offset) offset = before;
      const after = offsetAt(local + DAY);
      second = after !== offset && offsetAt(local - after) === after ? after : offset;
    }
    return second !== offset && isSecond?.(local - offset, local - second) === true ? second : offset;
  };
}
