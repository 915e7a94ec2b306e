/** An episode in a few words: what was unhealthy, and for how long. */
import type { Duration } from '../kubelet/time.ts';
import { durationRangeText, durationText } from './durationText.ts';
import type { EpisodeView } from './view.ts';

/** What was unhealthy, as the subject of a sentence. */
export function subjectOf(episode: EpisodeView): { readonly long: string; readonly short: string; readonly pleg: boolean } {
  const { reasons } = episode.episode;
  const has = (kind: (typeof reasons)[number]): boolean => reasons.includes(kind);
  if (has('pleg-stale') || has('pleg-never')) return { long: 'PLEG was unhealthy', short: 'PLEG unhealthy', pleg: true };
  if (has('runtime-down') || has('runtime-status-unknown')) return { long: 'The kubelet counted the container runtime as down', short: 'Runtime down', pleg: false };
  if (has('runtime-not-ready')) return { long: 'The container runtime said that it was not ready', short: 'Runtime not ready', pleg: false };
  if (has('container-manager')) return { long: "The kubelet's container manager had not started", short: 'Container manager not started', pleg: false };
  return { long: 'The kubelet was unhealthy', short: 'Kubelet unhealthy', pleg: false };
}

/** Length of an unhealthy time with what is known of its bounds. */
export function lengthText(episode: EpisodeView): string {
  const { begin, end } = episode.episode;
  if (end === undefined) return `at least ${durationText(Math.max(0, episode.process.to - begin.max) as Duration)}`;
  return durationRangeText(Math.max(0, end.min - begin.max) as Duration, Math.max(0, end.max - begin.min) as Duration);
}
