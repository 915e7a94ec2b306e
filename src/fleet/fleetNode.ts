/** What is kept of a summary: enough to compare five thousand nodes in memory. The summary itself stays in its file. */
import type { NodeState, SummaryLabel, SummaryLine } from '../analysis/outputs/summary/summaryJson.ts';
import type { Instant, TimeBounds } from '../kubelet/time.ts';

/** Where a summary stands: a file, and the line of it, 1-based. */
export interface SummaryPlace {
  readonly file: string;
  readonly line: number;
}

/** What most likely made a node unhealthy. */
export interface NodeCause {
  readonly id: string;
  readonly title: string;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly lines: readonly SummaryLine[];
}

/** When trouble began. `isOpen`: it may have been sooner, as the log begins later, or nothing bounds it from below. */
export interface Onset extends TimeBounds {
  readonly isOpen: boolean;
}

export interface FleetNode extends SummaryPlace {
  /** As it is shown; of a summary without a name (or with a pseudonym, which another node may have too) with its file. */
  readonly name: string;
  /** What tells the same node in another summary; absent where nothing does. */
  readonly key?: string;
  readonly names: readonly string[];
  readonly redacted: boolean;
  readonly state: NodeState;
  readonly headline: string;
  readonly timeZone: 'known' | 'unknown';
  readonly isYearSure: boolean;
  readonly span?: { readonly from: Instant; readonly to: Instant };
  /** Of what it ran when its trouble began; of a healthy one at the end of its log. */
  readonly kubelet?: string;
  readonly runtime?: { readonly name: string; readonly version: string };
  readonly kernel?: string;
  readonly labels: readonly SummaryLabel[];
  /** Absent: none is known of. */
  readonly trouble?: Onset;
  /** The last unhealthy time was over then. */
  readonly over?: TimeBounds;
  readonly unhealthyTimes: number;
  readonly cause?: NodeCause;
  /** The longest relist, seconds. */
  readonly slowestRelist?: number;
}

/** In trouble; well; or too little is known of it to say either. */
export type NodeKind = 'affected' | 'healthy' | 'undecided';

/** What a node counts as. */
export function kindOf({ trouble, state, unhealthyTimes }: FleetNode): NodeKind {
  if (
    trouble !== undefined ||
    unhealthyTimes > 0 ||
    state === 'impaired' ||
    state === 'recovered' ||
    state === 'unhealthy-at-end'
  )
    return 'affected';
  return state === 'healthy' ? 'healthy' : 'undecided';
}
