/** A line that tells when the scrape below it was taken, as `date` writes it: RFC 3339, or seconds since the epoch; alone on the line or in a comment. */
import { instant, type Instant } from '../kubelet/time.ts';

const RFC_3339 =
  /^(?:#[# \t]{0,8}(?:[A-Za-z][A-Za-z ]{0,39})?[:=]?[ \t]{0,4})?(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?[ ]?(Z|UTC|[+-]\d\d:?\d\d)?$/;
const EPOCH = /^(?:#[ \t]{0,8}(?:[A-Za-z ]{0,40}[:=]?[ \t]{0,4})?|@)?(\d{10}(?:\.\d{1,9})?)$/;
const LONGEST = 100;

/** The time that a line gives, and nothing else; `undefined` for every other line. Without a zone it is read as UTC. */
export function timeOfDateLine(line: string): Instant | undefined {
  if (line.length > LONGEST) return undefined;
  const text = line.trim();
  const epoch = EPOCH.exec(text)?.[1];
  if (epoch !== undefined) return instant(Math.round(Number(epoch) * 1e6));
  const [, day, clock, fraction = '0', zone = 'Z'] = RFC_3339.exec(text) ?? [];
  if (day === undefined || clock === undefined) return undefined;
  const offset = zone === 'UTC' ? 'Z' : zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const milliseconds = Date.parse(`${day}T${clock}${offset}`);
  return Number.isNaN(milliseconds)
    ? undefined
    : instant(milliseconds * 1000 + Math.round(Number(`0.${fraction}`) * 1e6));
}
