/** How each node of a log ended up: of one node the answer says it, of several each has its own. */
import type { Analysis } from '../../analysis.ts';
import { overAt } from '../../../inference/episodes/episodeOver.ts';
import type { Episode, ProvenHistory } from '../../../inference/history.ts';
import { asWritten, type Printable, printable } from '../../../kubelet/printable.ts';
import { formatBegin, formatClockBounds } from '../instantText.ts';
import { reasonWords } from '../report.ts';
import type { NodeState } from './summaryJson.ts';
import { plural } from '../../../diagnosis/cause.ts';

export interface NodeVerdict {
  readonly state: NodeState;
  readonly headline: Printable;
  /** The first paragraph. */
  readonly answer: Printable;
}

/** The verdict on a node, of which these are the unhealthy times (without those of a start). `hasFinding`: there is something else to report. */
export function nodeVerdict(
  { answer, reconstruction: { history } }: Analysis,
  episodes: readonly Episode[],
  hasFinding: boolean,
): NodeVerdict {
  if (history.nodes.length < 2)
    return {
      state: answer.state,
      headline: answer.headline,
      answer: asWritten((answer.paragraphs[0] ?? []).map(({ text }) => text).join('')),
    };
  const last = episodes.at(-1);
  if (last === undefined) {
    const headline = asWritten('No unhealthy time');
    return { state: hasFinding ? 'impaired' : 'healthy', headline, answer: headline };
  }
  const state =
    last.endedBy === 'recovered' ? 'recovered' : last.endedBy === 'end-of-log' ? 'unhealthy-at-end' : 'unknown';
  const headline = printable(
    `${episodes.length === 1 ? 'Unhealthy once' : `Unhealthy ${episodes.length} times`}: ${reasonWords([...new Set(episodes.flatMap(({ reasons }) => reasons))])}${state === 'recovered' ? ', recovered' : ''}`,
  );
  return { state, headline, answer: printable(`${headline}. ${timesText(history, episodes)}`) };
}

function timesText(history: ProvenHistory, episodes: readonly Episode[]): string {
  const [first] = episodes;
  if (first === undefined) return '';
  const over = overAt(history, first);
  const more = episodes.length - 1;
  return `From ${formatBegin(first)}${over === undefined ? ', with no end in the log' : ` until ${formatClockBounds(over)}`}${more === 0 ? '' : `, and ${plural(more, 'more time')}`}.`;
}
