/** What the settings say about reading a log. One that makes no sense is not used, and the timeline says so. Knows no `vscode`. */
import { zoneRule } from '../journal/time/zones.ts';
import type { WorkerOptions } from '../protocol/workerProtocol.ts';
import { SETTINGS } from './ids.ts';
import { t } from './said.ts';

/** As the manifest bounds the setting. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2200;

/** The options of the worker for the values of the settings, as they were typed. */
export function readingOptions(year: unknown, timeZone: unknown): WorkerOptions {
  const warnings: string[] = [];
  const isYear = typeof year === 'number' && Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR;
  if (!isYear && year !== null && year !== undefined)
    warnings.push(
      t(
        'The setting {0} is {1}, which is no year from {2} to {3}: it was not used.',
        SETTINGS.year,
        JSON.stringify(year),
        FIRST_YEAR,
        LAST_YEAR,
      ),
    );
  const zone = typeof timeZone === 'string' ? timeZone.trim() : '';
  const isZone = zone !== '' && zoneRule(zone) !== undefined;
  if (!isZone && zone !== '')
    warnings.push(
      t(
        'The setting {0} is {1}, which is no time zone (UTC, an offset such as +02:00, or a name such as Europe/Berlin): it was not used.',
        SETTINGS.timeZone,
        JSON.stringify(zone),
      ),
    );
  return {
    ...(isYear ? { year } : {}),
    ...(isZone ? { timeZone: zone } : {}),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}
