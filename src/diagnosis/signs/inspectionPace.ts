/** The pace of a slow inspection, read from the only lines it leaves at the default verbosity: finished containers and PLEG events of one pass, pod by pod. */
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { ContainerFinishedFact } from '../../messages/fact.ts';
import type { DiagnosisView, EpisodeView } from '../view.ts';

export interface InspectionPace {
  /** Median time from pod to pod. */
  readonly each: Duration;
  readonly facts: readonly ContainerFinishedFact[];
}

/** From this many pods in one pass on, and with this little time for each, the number is the trouble and not the single call. */
const MANY = 40;
const QUICK: Duration = seconds(3);

/** The pace inside an episode: gaps between lines of different pods; `undefined` with fewer than four of them or when they are uneven. */
export function inspectionPace(view: DiagnosisView, episode: EpisodeView): InspectionPace | undefined {
  const facts = view.facts.between(episode.process.id, 'container-finished', episode.from, episode.to);
  const gaps: number[] = [];
  let last: ContainerFinishedFact | undefined;
  for (const fact of facts) {
    if (last !== undefined && last.pod.uid !== fact.pod.uid) gaps.push(fact.time - last.time);
    last = fact;
  }
  if (gaps.length < 4) return undefined;
  gaps.sort((a, b) => a - b);
  const median = gaps[gaps.length >> 1] ?? 0;
  const near = gaps.filter((gap) => Math.abs(gap - median) <= Math.max(median * 0.1, 20_000)).length;
  return near >= gaps.length / 2 ? { each: median as Duration, facts } : undefined;
}

/** True if one pass dealt with very many pods: their events come together when the loop resumes. */
export function manyPods(view: DiagnosisView, episode: EpisodeView): boolean {
  const end = episode.episode.resumed?.max ?? episode.to;
  const pods = view.queries.podsBetween(episode.process.id, episode.from, (end + seconds(10)) as Instant);
  return pods >= MANY && (episode.to - episode.from) / pods < QUICK;
}

/** True if the last listed relist is the first of a new process: it has to look at every container that exists. */
export function isFirstPass({ process, episode, verdict, signs }: EpisodeView): boolean {
  const start = process.loopStarted ?? (process.startedInLog ? process.from : undefined);
  const quiet = verdict.kind === 'inspect-calls-slow' || verdict.kind === 'unknown';
  return (
    quiet &&
    start !== undefined &&
    episode.lastRelist !== undefined &&
    episode.lastRelist.min - start <= seconds(10) &&
    signs.skipsWith.stale > 0
  );
}
