/** What happened when, as rows of a table: the turns of the story, each with how exactly its time is proven and the line that says it. */
import { nodeNameOf } from '../../inference/nodeName.ts';
import { endingText } from '../../diagnosis/words/endingText.ts';
import { absencesOf } from '../../inference/episodes/absences.ts';
import { goneForGood } from '../../inference/episodes/goneForGood.ts';
import { overAt } from '../../inference/episodes/episodeOver.ts';
import type { LineReference, ProcessEnding, ProvenHistory } from '../../inference/history.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import { queriesOf } from '../../inference/queries.ts';
import { type Printable, printable } from '../../kubelet/printable.ts';
import { type Instant, milliseconds, type TimeBounds } from '../../kubelet/time.ts';
import { formatClock, formatClockBounds, formatDay } from './instantText.ts';
import { reasonWords } from './report.ts';
import { ONE_SHUTDOWN } from '../../diagnosis/causes/node/nodeShutdown.ts';
import { isOfShutdown } from '../../messages/shutdownLines.ts';

/** One row. */
export interface Happening {
  readonly when: Printable;
  readonly what: Printable;
  /** `exact`: a line says the time; `bounded`: lines prove it to lie between two times. */
  readonly known: 'exact' | 'bounded';
  readonly at?: LineReference;
}

/** A ticket is read, not searched: of more rows the first ones are given. */
const MOST_ROWS = 40;
/** Closer bounds are as good as exact. */
const EXACT = milliseconds(10);

/** The rows in order of time, and how many more there are. */
export function happeningsOf(history: ProvenHistory): { readonly rows: readonly Happening[]; readonly more: number } {
  const found: { readonly time: TimeBounds; readonly what: string; readonly at?: LineReference }[] = [];
  const several = history.nodes.length > 1;
  const nodeName = (id: string): string => (several ? ` (${nodeNameOf(history, id) ?? id})` : '');
  const lookups = lookupsOf(history);
  const backAt = new Map(absencesOf(history).map(({ ending, to }) => [ending, to]));
  const unseen = goneForGood(history);
  for (const process of history.processes) {
    const kubelet = `kubelet${process.pid === undefined ? '' : ` ${process.pid}`}`;
    const where = nodeName(process.node);
    if (process.startedInLog)
      found.push({ time: exactly(process.from), what: `${kubelet} started${where}`, at: process.first });
    if (process.ending !== undefined)
      found.push({
        time: process.ending.at,
        what: `${kubelet} ${endingText(process.ending)}${where}${unseenText(process.ending, backAt.get(process.ending), process === unseen?.process)}`,
        ...(process.ending.evidence[0] === undefined ? {} : { at: process.ending.evidence[0] }),
      });
  }
  for (const episode of history.episodes.filter(({ startup }) => !startup)) {
    const where = nodeName(lookups.process(episode.process)?.node ?? '');
    const { lastRelist, firstSkip, begin, resumed } = episode;
    if (lastRelist !== undefined)
      found.push({ time: lastRelist, what: `the last relist that listed the containers began${where}` });
    found.push({
      time: begin,
      what: `unhealthy${episode.beginOpen === true ? ' at the latest' : ''}: ${reasonWords(episode.reasons)}${where}`,
    });
    const skip = firstSkip === undefined ? undefined : lookups.skipsOf(episode.id)[0];
    if (skip !== undefined)
      found.push({
        time: exactly(skip.time),
        what: `${episode.skips.observed === 1 ? 'the only skip' : `first of ${episode.skips.observed} skips`}${where}`,
        at: skip,
      });
    const over = overAt(history, episode);
    if (over !== undefined && episode.endedBy === 'recovered')
      found.push({ time: over, what: `healthy again${where}` });
    if (resumed !== undefined) found.push({ time: resumed, what: `the sync loop resumed${where}` });
  }
  for (const { time, at } of shutdownsOf(history))
    found.push({ time: exactly(time), what: 'the machine began to shut down', at });
  for (const change of history.nodeReady)
    found.push({
      time: exactly(change.time),
      what: `node reported ${change.ready ? 'Ready' : 'NotReady'}${nodeName(change.node)}`,
      at: change,
    });
  found.sort((a, b) => a.time.max - b.time.max);
  const day = history.span === undefined ? '' : formatDay(history.span.from);
  const rows = found.slice(0, MOST_ROWS).map(({ time, what, at }): Happening => {
    const known = time.max - time.min <= EXACT ? 'exact' : 'bounded';
    const clock = known === 'exact' ? formatClock(time.max) : formatClockBounds(time);
    const own = formatDay(time.max);
    return {
      when: printable(own === day ? clock : `${own} ${clock}`),
      what: printable(what),
      known,
      ...(at === undefined ? {} : { at }),
    };
  });
  return { rows, more: found.length - rows.length };
}

/** Until when no kubelet ran, where that was for longer than a lease may be late. */
function unseenText({ at }: ProcessEnding, back: Instant | undefined, isLast: boolean): string {
  if (back !== undefined) {
    const day = formatDay(back);
    return `; no kubelet ran until ${day === formatDay(at.max) ? '' : `${day} `}${formatClock(back)}`;
  }
  return isLast ? '; no later one is in this log' : '';
}

/** Where systemd told the kubelet that the machine shuts down: the first line of each time. */
function shutdownsOf(history: ProvenHistory): { readonly time: Instant; readonly at: LineReference }[] {
  const announced = [...queriesOf(history).passingFacts((kind) => kind === 'kubelet-exit')]
    .flatMap(({ fact }) => (fact.kind === 'kubelet-exit' && isOfShutdown(fact) ? [fact] : []))
    .toSorted((a, b) => a.time - b.time);
  return announced
    .filter(({ time }, index) => index === 0 || time - (announced[index - 1]?.time ?? 0) > ONE_SHUTDOWN)
    .map((fact) => ({ time: fact.time, at: fact }));
}

function exactly(time: TimeBounds['min']): TimeBounds {
  return { min: time, max: time };
}
