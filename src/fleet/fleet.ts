/** The answer about many nodes. Its JSON (`kubelet-timeline/fleet@1`, `outputs/fleetJson.ts`) is a projection of it. */
import type { Instant, TimeBounds } from '../kubelet/time.ts';
import type { FleetNode } from './fleetNode.ts';
import type { Refusal } from './readSummary.ts';

/** What nodes are compared by. */
export interface Feature {
  readonly kind: 'kubelet' | 'kubelet-minor' | 'runtime' | 'runtime-name' | 'kernel' | 'label';
  /** Of a label. */
  readonly label?: string;
  readonly value: string;
}

/** So many of those of which it is known. */
export interface Counted {
  readonly with: number;
  readonly known: number;
}

/**
 * Something that affected nodes have more often than healthy ones, as chance would do in less than one of a hundred such comparisons (all that were made taken together).
 * `nearly-all`: at least nine of ten affected and at most one of ten healthy nodes have it; `more-often`: not as clear.
 */
export interface InCommon extends Feature {
  readonly affected: Counted;
  readonly healthy: Counted;
  readonly chance: number;
  readonly strength: 'nearly-all' | 'more-often';
  /** Those with the same number have it on the same nodes: the comparison cannot tell them apart. */
  readonly alike: number;
}

/** Why nothing is said of something. */
export interface NoClaim {
  readonly kind: Feature['kind'];
  readonly label?: string;
  /** `too-few`: known on fewer than three nodes of one side; `same`: all have the same value (`value`); `no-difference`: what differs may be chance. */
  readonly why: 'too-few' | 'same' | 'no-difference';
  readonly value?: string;
  readonly affectedKnown: number;
  readonly healthyKnown: number;
}

/** A stretch of a minute in which more nodes began to be in trouble than chance would bring together. */
export interface Together extends TimeBounds {
  readonly nodes: number;
  readonly of: number;
  readonly chance: number;
}

/** Which node was the first. */
export interface First {
  /** One that certainly was; several where their bounds do not tell, in order of the latest time at which their trouble had begun. */
  readonly nodes: readonly FleetNode[];
  /** When the trouble of the first had begun. */
  readonly at: TimeBounds;
  /** It may have begun before the logs do. */
  readonly isOpen: boolean;
  /** From then to the next node's, where there is one and one was certainly the first. */
  readonly next?: { readonly node: FleetNode; readonly at: TimeBounds };
}

/** Nodes whose trouble has the same cause. */
export interface TroubleGroup {
  /** Id of the finding; absent: no cause is known. */
  readonly cause?: string;
  readonly title: string;
  readonly confidence: { readonly high: number; readonly medium: number };
  /** In order of their first trouble. */
  readonly nodes: readonly FleetNode[];
  readonly first?: First;
  readonly together?: Together;
  /** Still in trouble at the end of their logs. */
  readonly unhealthyAtEnd: number;
  /** Healthy nodes whose logs reach the time in which this trouble began: those it is compared with. */
  readonly comparedWith: number;
  /** Healthy nodes whose logs do not. */
  readonly notSeen: number;
  readonly inCommon: readonly InCommon[];
  readonly noClaims: readonly NoClaim[];
}

/** What was not taken. */
export interface LeftOut {
  readonly files: number;
  /** Summaries of a node of which there is a newer one. */
  readonly older: number;
  /** Beyond what is kept. */
  readonly tooMany: number;
  readonly refused: readonly {
    readonly file: string;
    readonly line?: number;
    readonly why: Refusal | 'no-summary' | 'unreadable';
    readonly text?: string;
  }[];
  readonly refusedCount: number;
}

export interface Fleet {
  readonly nodes: readonly FleetNode[];
  /** In order of their first trouble; those without a time last. */
  readonly affected: readonly FleetNode[];
  readonly healthy: number;
  readonly undecided: number;
  /** Most nodes first. */
  readonly groups: readonly TroubleGroup[];
  readonly first?: First;
  readonly span?: { readonly from: Instant; readonly to: Instant };
  readonly leftOut: LeftOut;
  /** What makes comparing of times unsure. */
  readonly caveats: { readonly zoneUnknown: number; readonly yearAssumed: number; readonly redacted: number };
}
