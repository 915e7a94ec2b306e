/** When a node was most likely not what it was last reported to be: Ready again, which only `-v=2` writes, or NotReady, which a log of which lines are left out does not say. */
import type { NodeReadyChange, ProvenHistory } from '../inference/history.ts';
import { lookupsOf } from '../inference/lookups.ts';
import { firstAfter } from '../kubelet/ordered.ts';
import { after, type Instant, seconds } from '../kubelet/time.ts';

/** The kubelet reports its node at least so often (`nodeStatusUpdateFrequency`), with some time for the report. */
const REPORTED = seconds(15);

interface Stretch {
  readonly from: Instant;
  /** The next unhealthy time begins, or this one is over. */
  readonly to?: Instant;
}

/** When the node was most likely not what this report says, up to the next one. */
export function likelyOtherwise(history: ProvenHistory, change: NodeReadyChange): readonly Stretch[] {
  return change.ready ? likelyNotReady(history, change) : likelyReady(history, change);
}

/** The unhealthy times after a report of Ready: the kubelet makes the one of the other. */
function likelyNotReady(history: ProvenHistory, { time, process }: NodeReadyChange): readonly Stretch[] {
  const lookups = lookupsOf(history);
  const reports = lookups.reportsOf(process);
  const next = reports[firstAfter(reports, time, (report) => report.time)]?.time;
  return lookups.episodesOf(process).flatMap(({ begin, end }) => {
    const from = after(begin.max, REPORTED);
    const isSeen = begin.max > time && (next === undefined || from < next);
    return isSeen && (end === undefined || end.min > from)
      ? [{ from, ...(end === undefined ? {} : { to: end.max }) }]
      : [];
  });
}

/**
 * The times after a report of NotReady in which the unhealthy time that it came with is over, and no other one runs. None where the next report is that the node is Ready: a
 * kubelet that writes it there would have written it before; and none where the reason is one that the state of the sync loop does not tell.
 */
function likelyReady(history: ProvenHistory, change: NodeReadyChange): readonly Stretch[] {
  const { text, time, process } = change;
  if (text === undefined || /network|shutting down/i.test(text)) return [];
  const lookups = lookupsOf(history);
  const reports = lookups.reportsOf(process);
  const next = reports[firstAfter(reports, time, (report) => report.time)];
  if (next?.ready === true) return [];
  const episodes = lookups.episodesOf(process);
  const times: Stretch[] = [];
  let from: Instant | undefined;
  for (let i = firstAfter(episodes, time, ({ begin }) => begin.min) - 1; i < episodes.length; i += 1) {
    const episode = episodes[i];
    if (episode === undefined || (next !== undefined && episode.begin.min > next.time)) break;
    const { begin, end } = episode;
    if (from === undefined && end !== undefined && end.max < time) return [];
    if (from !== undefined && begin.min > from) times.push({ from, to: begin.min });
    if (end === undefined) return times;
    const over = after(end.max, REPORTED);
    from = from === undefined || over > from ? over : from;
  }
  return from === undefined ? times : [...times, { from }];
}
