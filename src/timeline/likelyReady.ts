/** When a node that was reported NotReady was most likely Ready again, where no line says so: only `-v=2` writes that it is. */
import type { NodeReadyChange, ProvenHistory } from '../inference/history.ts';
import { lookupsOf } from '../inference/lookups.ts';
import { firstAfter } from '../kubelet/ordered.ts';
import { after, type Instant, seconds } from '../kubelet/time.ts';

/** The kubelet reports its node at least so often (`nodeStatusUpdateFrequency`), with some time for the report. */
const REPORTED = seconds(15);

interface LikelyReady {
  readonly from: Instant;
  /** The next unhealthy time begins. */
  readonly to?: Instant;
}

/**
 * The times after a report of NotReady in which the unhealthy time that it came with is over, and no other one runs. None where the next report is that the node is Ready: a
 * kubelet that writes it there would have written it before; and none where the reason is one that the state of the sync loop does not tell.
 */
export function likelyReady(history: ProvenHistory, change: NodeReadyChange): readonly LikelyReady[] {
  const { ready, text, time, process } = change;
  if (ready || text === undefined || /network|shutting down/i.test(text)) return [];
  const lookups = lookupsOf(history);
  const reports = lookups.reportsOf(process);
  const next = reports[firstAfter(reports, time, (report) => report.time)];
  if (next?.ready === true) return [];
  const episodes = lookups.episodesOf(process);
  const times: LikelyReady[] = [];
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
