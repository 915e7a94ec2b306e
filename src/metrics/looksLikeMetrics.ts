/** Tells the text of a scrape from a log, by its first lines. */
import { timeOfDateLine } from './dateLine.ts';
import { readSample } from './sampleLine.ts';

/** So much is looked at while nothing tells. */
export const MOST_LOOKED_AT = 4096;

/** What the complete lines so far tell: a scrape, something else, or `undefined`: nothing yet. Blank lines, comments, dates and commands tell nothing. */
export function looksLikeMetrics(head: string, isWhole: boolean): boolean | undefined {
  const lines = head.split('\n');
  if (!isWhole) lines.pop();
  for (const raw of lines) {
    const line = raw.trimEnd();
    if (/^# (?:HELP|TYPE|UNIT) [a-zA-Z_:]/.test(line)) return true;
    if (line === '' || line.startsWith('#') || line.startsWith('$ ') || timeOfDateLine(line) !== undefined) continue;
    const sample = readSample(line);
    // `kubelet 12` is a sample, too: a metric has an underscore.
    return sample !== undefined && sample.name.includes('_') && /^[\x20-\x7e\t]*$/.test(line);
  }
  return isWhole ? false : undefined;
}
