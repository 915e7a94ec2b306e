/** Commands over the time in question: steps are written with a stand-in, which the times of the log replace. */
import { type Instant, isYearKnown, seconds } from '../../kubelet/time.ts';
import type { Finding } from '../finding.ts';
import { endOfKubelets } from '../signs/endOfKubelets.ts';
import type { DiagnosisView, EpisodeView } from '../view.ts';

/** The stand-in: options of journalctl that also do where no time is known. */
export const AT_THAT_TIME = '--since "-1h"';

/** The beginning of the step that reads the runtime's own words. */
export const WHAT_THE_RUNTIME_SAID = 'Read what the runtime said at that time';

/** The step that reads why a kubelet ended. */
export const WHY_IT_ENDED = `Read why it ended: \`journalctl -u kubelet ${AT_THAT_TIME} | grep -E "^.*(F[0-9]{4}|command failed|panic)" | tail\`.`;

const BEFORE = seconds(10);
const AFTER = seconds(15);
const GRAIN = seconds(10);

/**
 * The options of journalctl for the time of these episodes, without one for when lines show the finding (`shows`), else of the whole log: from shortly before the last relist that worked until shortly after the end; without an end where it
 * goes on. Stamps of a log of unknown zone are the node's own, as journalctl reads them; else UTC is said.
 */
export function atThatTime(view: DiagnosisView, episodes: readonly EpisodeView[], shows?: Finding['shows']): string {
  const { span, sources } = view.history;
  if (span === undefined) return AT_THAT_TIME;
  // A kubelet of which no line has a time ends before all of them.
  const whole = { from: span.from, to: Math.max(span.from, endOfKubelets(view.history) ?? span.to) };
  const from = episodes.length === 0 ? (shows ?? whole).from : Math.min(...episodes.map((episode) => episode.from));
  const goesOn = episodes.some(({ episode }) => episode.endedBy === 'end-of-log' && episode.end === undefined);
  const to =
    episodes.length === 0
      ? (shows ?? whole).to
      : Math.max(...episodes.map(({ episode, seenTo }) => episode.end?.max ?? seenTo));
  const zone = sources.every((source) => source.timeZone === 'known') ? ' UTC' : '';
  const since = stampOf((Math.floor((from - BEFORE) / GRAIN) * GRAIN) as Instant);
  const until = stampOf((Math.ceil((to + AFTER) / GRAIN) * GRAIN) as Instant);
  if (since === undefined || until === undefined) return AT_THAT_TIME;
  return `--since "${since}${zone}"${goesOn ? '' : ` --until "${until}${zone}"`}`;
}

/** `2026-11-21 00:28:30`. */
function stampOf(time: Instant): string | undefined {
  const milliseconds = time / 1000;
  if (!(Math.abs(milliseconds) < 8.64e15)) return undefined;
  const text = new Date(milliseconds).toISOString();
  // journalctl needs a year; the reader has to say it where the log does not.
  return `${isYearKnown(text) ? text.slice(0, 4) : 'YYYY'}${text.slice(text.indexOf('-', 1), text.indexOf('-', 1) + 6)} ${text.slice(text.indexOf('T') + 1, text.indexOf('T') + 9)}`;
}
