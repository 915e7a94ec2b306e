/** Reads one or several inputs into a session: looks at their heads, names their nodes, merges them by time. Knows no files; inputs are opened by whoever gives them. */
import { zoneRule } from '../../journal/time/zones.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { AnalysisSession } from '../session.ts';
import type { BegunSource } from './begunSource.ts';
import { besideOthers, overTheYear } from './headYears.ts';
import { headOf, spanOf } from './inputHeads.ts';
import {
  type LogInput,
  readerOptions,
  readingOf,
  type ReadingHooks,
  type ReadingOptions,
  type ReadingProblem,
} from './logInput.ts';
import { readMerged } from './mergedReading.ts';
import type { SourceHead } from './sourceHead.ts';
import { nodeNamesOf } from './sourceNodes.ts';
import { needsSpan, resolveWindow } from './timeWindow.ts';

/**
 * Reads all inputs. The session's sources are numbered by the time at which they begin; `inputs` are given back in that order. Rejects when an input cannot be read.
 */
export async function readSources(
  session: AnalysisSession,
  given: readonly LogInput[],
  options: ReadingOptions,
  hooks: ReadingHooks = {},
): Promise<readonly LogInput[] | ReadingProblem> {
  const wantsSpan = needsSpan(options.since) || needsSpan(options.until);
  const only = given.length === 1 ? given[0] : undefined;
  if (only !== undefined && !wantsSpan && only.node === undefined) {
    const problem = narrow(session, options, undefined);
    return problem ?? readOne(session, only, options, hooks);
  }
  const judged: SourceHead[] = [];
  const begun = new Map<LogInput, BegunSource>();
  try {
    for (const input of given) {
      if (session.cancelled) return given;
      judged.push(await headOf(input, options, wantsSpan, (source) => begun.set(input, source)));
    }
    return await readJudged(session, given, judged, begun, options, hooks);
  } finally {
    for (const { rest } of begun.values()) await rest.return?.(undefined);
  }
}

async function readJudged(
  session: AnalysisSession,
  given: readonly LogInput[],
  judged: readonly SourceHead[],
  begun: ReadonlyMap<LogInput, BegunSource>,
  options: ReadingOptions,
  hooks: ReadingHooks,
): Promise<readonly LogInput[] | ReadingProblem> {
  const heads = options.year === undefined ? besideOthers(judged) : overTheYear(judged);
  const problem = narrow(
    session,
    options,
    needsSpan(options.since) || needsSpan(options.until) ? spanOf(heads) : undefined,
  );
  if (problem !== undefined) return problem;
  const names = nodeNamesOf(given, heads);
  const order = given
    .map((input, index) => ({ input, head: heads[index], node: names[index] }))
    .sort((a, b) => (a.head?.earliest ?? Number.NEGATIVE_INFINITY) - (b.head?.earliest ?? Number.NEGATIVE_INFINITY));
  await readMerged(session, order, begun, options, hooks);
  return order.map(({ input }) => input);
}

function narrow(
  session: AnalysisSession,
  options: ReadingOptions,
  span: { readonly from: Instant; readonly to: Instant } | undefined,
): ReadingProblem | undefined {
  if (options.since === undefined && options.until === undefined) return undefined;
  const window = resolveWindow(options, span, options.timeZone === undefined ? undefined : zoneRule(options.timeZone));
  if ('why' in window) return window;
  session.only(window);
  return undefined;
}

async function readOne(
  session: AnalysisSession,
  input: LogInput,
  options: ReadingOptions,
  hooks: ReadingHooks,
): Promise<readonly LogInput[]> {
  const opened = await input.open(0, () => session.room);
  const { chunks, modified } = opened;
  session.open(input.name, readerOptions(options, modified));
  let bytes = 0;
  for await (const chunk of chunks) {
    session.push(chunk);
    bytes += chunk.length;
    if ((await hooks.onChunk?.(bytes)) === false || session.cancelled || !session.isWorthReading(0, readingOf(opened)))
      break;
  }
  session.end();
  return [input];
}
