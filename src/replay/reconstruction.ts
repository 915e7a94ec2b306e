import type { LineReference, ProvenHistory } from '../inference/history.ts';
import type { Duration, Instant } from '../kubelet/time.ts';

/** A skip that the model predicts and the log does not have. */
export interface MissingSkip {
  readonly process: string;
  readonly episode?: string;
  /** When the model says it was printed. */
  readonly time: Instant;
}

/** How well the replay explains one episode. */
export interface EpisodeCheck {
  readonly episode: string;
  readonly explained: number;
  readonly unexplained: readonly LineReference[];
  readonly missing: number;
}

/** The wall clock was set inside a run of skips: its spacing and the relist it names shifted by the same amount. */
export interface ClockStep {
  readonly process: string;
  /** The first skip after it. */
  readonly at: LineReference;
  readonly time: Instant;
  /** Negative: set back. */
  readonly by: Duration;
}

export interface ReplayCheck {
  readonly explainedSkips: number;
  /** Skips in the log that the replay cannot explain. */
  readonly unexplainedSkips: readonly LineReference[];
  readonly missingSkips: readonly MissingSkip[];
  readonly episodes: readonly EpisodeCheck[];
  /** Facts that the inputs were fitted on (excluded from what counts as predicted). */
  readonly fitted: readonly LineReference[];
  readonly clockSteps: readonly ClockStep[];
}

/** What the model says between the proven points, for charts: likely, not proven. */
export interface StalenessPoint {
  readonly time: Instant;
  /** Time since the start of the last listed relist; absent before the first one. */
  readonly staleness?: Duration;
  /** Bounds where less is known than the likely value. */
  readonly min?: Duration;
  readonly max?: Duration;
  readonly proven: boolean;
}

/** State of the loop over time, as the replay sees it. */
export interface LoopSpan {
  readonly process: string;
  readonly from: Instant;
  readonly to: Instant;
  readonly state: 'working' | 'blocked' | 'skipping' | 'unknown';
  readonly proven: boolean;
}

/** One relist of the replay, between or on the proven ones: likely. */
export interface LikelyRelist {
  readonly process: string;
  readonly start: Instant;
  readonly listed?: Instant;
  readonly end?: Instant;
  readonly failed: boolean;
}

/** Proven history plus what the embedded kubelet makes of it. */
export interface Reconstruction {
  readonly history: ProvenHistory;
  readonly check: ReplayCheck;
  /** Per process id. */
  readonly staleness: ReadonlyMap<string, readonly StalenessPoint[]>;
  readonly loop: readonly LoopSpan[];
  readonly likelyRelists: readonly LikelyRelist[];
}
