/** What a reader has to know of scrapes that stand beside a log, or alone. */
import type { HistoryWarning } from '../../inference/history.ts';
import type { SourceSummary } from '../../journal/record.ts';
import type { MetricsStory } from '../../metrics/story.ts';

/** What a reader has to know of the scrapes. */
export function metricsWarnings(
  summaries: readonly SourceSummary[],
  story: MetricsStory | undefined,
): readonly HistoryWarning[] {
  const texts: string[] = [];
  for (const { name, metrics, unparsedLines } of summaries)
    if (metrics === true && unparsedLines > 0)
      texts.push(
        `${name}: ${unparsedLines} ${unparsedLines === 1 ? 'line is' : 'lines are'} neither metrics nor a date, and left out.`,
      );
  if (story === undefined) return texts.map((text) => ({ text }));
  const untimed = story.scrapes.filter(({ timeFrom }) => timeFrom !== 'written').length;
  if (untimed > 0)
    texts.push(
      `${untimed === story.scrapes.length ? 'The metrics do' : `${untimed} of ${story.scrapes.length} scrapes of metrics do`} not say when they were taken; they stand where they can have been taken at the earliest. Write the date before each: \`date -u +%FT%TZ\`.`,
    );
  if (story.leftOut > 0)
    texts.push(`${story.leftOut} more scrapes of metrics were left out: ${story.scrapes.length} are looked at.`);
  if (summaries.some(({ metrics, records, timeZone }) => metrics !== true && records > 0 && timeZone === 'unknown'))
    texts.push(
      'The metrics count in UTC, and the log has no time zone: if the clock of the node shows another zone, give --time-zone, or the two do not fit together.',
    );
  return texts.map((text) => ({ text }));
}
