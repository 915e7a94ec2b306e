/** The shape of what an editor shows around a log: lines (1-based, of one source) and words. */
import type { Printable } from '../../kubelet/printable.ts';

/** Lines from one to another, both inclusive. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

export type OutlineKind = 'process' | 'episode' | 'startup' | 'error' | 'warning' | 'event';

/** An entry of the outline. What lies in it lies in its lines. */
export interface OutlineItem extends LineSpan {
  readonly kind: OutlineKind;
  readonly name: Printable;
  readonly detail: Printable;
  readonly children: readonly OutlineItem[];
}

/** An unhealthy time as lines: from the first line of it to the last. */
export interface EpisodeSpan extends LineSpan {
  /** `episode-2`. */
  readonly id: string;
  /** Id of the process that was unhealthy. */
  readonly process: string;
  /** The normal skips of a start: nothing to be pointed at. */
  readonly startup: boolean;
  /** `PLEG unhealthy about 2m10s`. */
  readonly title: Printable;
  /** What is said above its first line. */
  readonly beginText: Printable;
  /** The line above which its end is shown, and what is said there. */
  readonly endLine: number;
  readonly endText: Printable;
}

interface ProblemLine {
  readonly line: number;
  readonly text: Printable;
}

/** A finding at the first line that proves it. */
export interface OutlineProblem {
  readonly line: number;
  readonly severity: 'warning' | 'information';
  /** Id of the finding: `list-calls-hang`. */
  readonly code: string;
  readonly message: Printable;
  /** The other lines that prove it. */
  readonly related: readonly ProblemLine[];
}

/** All of it for one source. */
export interface LogOutline {
  readonly items: readonly OutlineItem[];
  /** By their first line. */
  readonly episodes: readonly EpisodeSpan[];
  readonly problems: readonly OutlineProblem[];
  /** What can be folded: first and last lines in turn. */
  readonly folds: Uint32Array;
}
