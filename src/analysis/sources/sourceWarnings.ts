/** What has to be said of sources as a whole. */
import type { HistoryWarning } from '../../inference/history.ts';
import type { Overlap } from '../../journal/order/mergeOverlap.ts';
import type { SourceSummary, YearFrom } from '../../journal/record.ts';

/** Records that stand in two sources. */
export function overlapWarnings(
  overlaps: readonly Overlap[],
  nameOf: (source: number) => string,
): readonly HistoryWarning[] {
  return overlaps.map(({ source, other, count, firstLine, lastLine }) => ({
    text: `${count} ${count === 1 ? 'record' : 'records'} of ${nameOf(other)} (lines ${firstLine} to ${lastLine}) stand in ${nameOf(source)} too; they were counted once.`,
    at: { source: other, line: firstLine },
  }));
}

/** A stretch of time that leaves so many records out begins or ends the log for the analysis, but not for the reader. */
export function leftOutWarning(before: number, after: number): readonly HistoryWarning[] {
  const told = (count: number, side: string, end: string): readonly HistoryWarning[] =>
    count === 0
      ? []
      : [
          {
            text: `${count} ${count === 1 ? 'record' : 'records'} ${side} the stretch of time asked for ${count === 1 ? 'was' : 'were'} left out: where the log or its ${end} is spoken of, it is that stretch.`,
          },
        ];
  return [...told(before, 'before', 'begin'), ...told(after, 'after', 'end')];
}

/** Sources with times in a zone beside some without. */
export function mixedZones(summaries: readonly SourceSummary[]): readonly HistoryWarning[] {
  const withRecords = summaries.filter(({ records }) => records > 0);
  const unknown = withRecords.filter(({ timeZone }) => timeZone === 'unknown');
  if (unknown.length === 0 || unknown.length === withRecords.length) return [];
  return [
    {
      text: `${unknown.map(({ name }) => name).join(', ')}: the times have no zone, those of other sources have one. They were merged as if in UTC; if the node's clock shows another zone, give --time-zone.`,
    },
  ];
}

/** What a year was guessed from, by what gave it; none where it was not guessed. */
export const YEAR_ASSUMED: { readonly [from in YearFrom]?: string } = {
  now: 'the present one',
  'file-date': 'from the date of the file',
  'other-log': 'from the other logs',
};

/** Sources whose year had to be guessed. */
export function assumedYears(summaries: readonly SourceSummary[]): readonly HistoryWarning[] {
  return summaries.flatMap(({ name, year, yearFrom }) => {
    const from = YEAR_ASSUMED[yearFrom];
    if (year === undefined || from === undefined) return [];
    return [
      {
        text: `${name} does not say of which year it is: ${year} is assumed, ${from}. If it is another, give it by --year, or in the settings.`,
      },
    ];
  });
}
