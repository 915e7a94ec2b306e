/** The metrics in the JSON contract: what each scrape says and what happened between two. Durations are seconds. */
import type { MetricsStory, OperationsBetween } from '../../metrics/story.ts';
import { type Distribution, beyondBuckets, meanOf, quantileBounds } from '../../metrics/distribution.ts';
import type { JsonDistribution, JsonMetrics } from './analysisJson.ts';
import { formatRfc3339 } from './instantText.ts';
import { optional } from './optional.ts';

/** The projection of the story. */
export function metricsJson({ scrapes, stretches, staleness, leftOut }: MetricsStory): JsonMetrics {
  const ages = new Map(staleness.map((scraped) => [scraped.scrape, scraped]));
  return {
    scrapes: scrapes.map((scrape) => {
      const number = (name: Parameters<typeof scrape.numbers.get>[0]): number | undefined =>
        scrape.numbers.get(name)?.value;
      const age = ages.get(scrape);
      return {
        source: scrape.source,
        line: scrape.line,
        time: formatRfc3339(scrape.time),
        timeFrom: scrape.timeFrom,
        ...optional('lastRelistSecondsAgo', age?.seconds),
        ...optional('runningPods', number('runningPods')),
        ...optional('runningContainers', number('runningContainers')),
      };
    }),
    stretches: stretches.map((stretch) => ({
      from: formatRfc3339(stretch.from),
      to: formatRfc3339(stretch.to),
      sinceStart: stretch.sinceStart,
      ...optional('relists', distributionJson(stretch.relists)),
      ...optional('intervals', distributionJson(stretch.intervals)),
      ...optional('podRelists', distributionJson(stretch.podRelists)),
      ...optional('discardedEvents', stretch.discarded),
      ...optional('eventedConnectionErrors', stretch.eventedErrors),
      ...optional('eventedConnections', stretch.eventedConnections),
      ...optional('eventedLatency', distributionJson(stretch.eventedLatency)),
      operations: stretch.operations.map(operationJson),
    })),
    ...(leftOut === 0 ? {} : { leftOut }),
  };
}

function operationJson({
  type,
  calls,
  errors,
  mean,
}: OperationsBetween): JsonMetrics['stretches'][number]['operations'][number] {
  return { type, calls, errors, ...optional('meanSeconds', mean) };
}

function distributionJson(scraped: Distribution | undefined): JsonDistribution | undefined {
  if (scraped === undefined) return undefined;
  const beyond = beyondBuckets(scraped);
  return {
    count: scraped.count,
    seconds: scraped.sum,
    ...optional('meanSeconds', meanOf(scraped)),
    ...optional('p50', upTo(scraped, 0.5)),
    ...optional('p99', upTo(scraped, 0.99)),
    ...optional('beyondBuckets', beyond?.count),
  };
}

/** The upper bound of the bucket; absent in the last, which has none. A summary has its own. */
function upTo(scraped: Distribution, quantile: number): number | undefined {
  const own = scraped.quantiles.find((one) => one.quantile === quantile)?.seconds;
  if (own !== undefined) return Number.isFinite(own) ? own : undefined;
  const bound = quantileBounds(scraped, quantile)?.max;
  return bound === undefined || !Number.isFinite(bound) ? undefined : bound;
}
