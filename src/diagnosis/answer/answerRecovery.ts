/** How the answer says that the last unhealthy time is over, and that listings fail anew where they do: of a runtime that crashes in a loop both are so. */
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { Fact } from '../../messages/fact.ts';
import { isListMethod } from '../signs/runtimeErrors.ts';
import type { DiagnosisView, EpisodeView } from '../view.ts';
import { boundLine } from '../words/episodeText.ts';
import type { Paragraph } from './paragraph.ts';

/** A relist comes a second after the one before, and one that works leaves no line: a failure that is older may be over. */
const JUST_NOW: Duration = seconds(1.2);

/** Says that it has recovered. `of`: the last unhealthy time of the log. */
export function sayRecovered(view: DiagnosisView, of: EpisodeView, paragraph: Paragraph): void {
  paragraph.sentence('recovered').strong('It has recovered.', boundLine(view, of, 'end'));
  const again = lastFailureAnew(view, of);
  if (again !== undefined)
    paragraph.sentence('fails-again').strong('The log ends with list calls that fail again.', again);
}

/** The last listing that failed, where it did so after the unhealthy time and as the log ends. */
function lastFailureAnew(
  { facts, history, queries }: DiagnosisView,
  { episode, process: { id, to } }: EpisodeView,
): Fact | undefined {
  const since = episode.end?.max;
  const logEnd = history.span?.to;
  if (since === undefined || logEnd === undefined) return undefined;
  const from = Math.max(since + 1, logEnd - JUST_NOW) as Instant;
  const [last] = [
    ...facts.between(id, 'runtime-call-failed', from, logEnd).filter(({ method }) => isListMethod(method)),
    ...facts.between(id, 'relist-failed', from, logEnd),
  ].toSorted((a, b) => b.time - a.time);
  if (last === undefined) return undefined;
  return queries.eventsBetween(id, (last.time + 1) as Instant, to).length === 0 ? last : undefined;
}
