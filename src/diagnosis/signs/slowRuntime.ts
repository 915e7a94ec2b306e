/** One slow runtime can show in two ways: in one unhealthy time Status came too late, in the next only the listings did. Together they are one trouble. */
import type { DiagnosisView, EpisodeView } from '../view.ts';

/** True if a runtime that answered everything late explains the episode: Status came late in it, or in another of the same kubelet process while its own listings did. */
export function isSlowAltogether(view: DiagnosisView, episode: EpisodeView): boolean {
  const { kind } = episode.verdict;
  return (
    kind === 'runtime-slow' ||
    (kind === 'list-calls-slow' &&
      view.episodes.some((other) => other.process === episode.process && other.verdict.kind === 'runtime-slow'))
  );
}
