/**
 * The shape of `"schema": "kubelet-timeline/summary@1"`, as `analyze --format summary` prints it: one node on one line. `schemas/summary.schema.json` says the same for other programs.
 * Times are RFC 3339 with microseconds in UTC (as logged when `timeZone` is `unknown`), durations are seconds, lines are 1-based. Fields are only ever added.
 */
import type { JsonBounds } from '../analysisJson.ts';

export const SUMMARY_SCHEMA = 'kubelet-timeline/summary@1';

/** A summary with the end of its line has at most so many bytes. */
export const SUMMARY_BYTES = 64_000;

/** So many lines prove a finding to a reader of a summary. */
export const LINES_OF_FINDING = 3;

/** Most of each, before it is made to fit: what is left out is counted in `leftOut`. */
export const MOST_EPISODES = 100;
export const MOST_FINDINGS = 24;
export const MOST_READY = 60;
export const MOST_BUCKETS = 240;
export const MOST_NAMES = 8;
export const MOST_VERSIONS = 8;
export const MOST_WARNINGS = 6;
/** Labels are refused beyond this, not left out: whoever compares by them must know. */
export const MOST_LABELS = 16;
export const LONGEST_LABEL_NAME = 63;
export const LONGEST_LABEL = 253;

export type NodeState = 'healthy' | 'impaired' | 'recovered' | 'unhealthy-at-end' | 'unknown';

/** Something of the node that a reader may compare nodes by: `pool=blue`. */
export interface SummaryLabel {
  readonly name: string;
  readonly value: string;
}

/** A version and since when lines say it. */
export interface SummaryVersion {
  readonly from: string;
  readonly version: string;
}

export interface SummaryRuntime extends SummaryVersion {
  readonly name: string;
}

export interface SummaryEpisode {
  readonly id: string;
  readonly begin: JsonBounds;
  /** Nothing bounds the begin from below. */
  readonly beginOpen?: true;
  readonly beginsBeforeLog?: true;
  readonly end?: JsonBounds;
  readonly endedBy: string;
  readonly reasons: readonly string[];
  /** True for the normal skips of a start, which are no trouble. */
  readonly startup: boolean;
  readonly skips: { readonly observed: number; readonly missing: number };
  readonly longestElapsedSeconds?: number;
}

export interface SummaryLine {
  readonly line: number;
  /** Name of the log, where several were read together. */
  readonly source?: string;
  readonly time?: string;
  readonly text: string;
}

export interface SummaryFinding {
  readonly id: string;
  readonly episode?: string;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly title: string;
  /** The earliest time of its lines. */
  readonly from?: string;
  readonly lines: readonly SummaryLine[];
}

/** Relists that began in a stretch of time. `longest`: the longest of them; without `max` where nothing bounds it from above, as it had not ended where the log does. */
export interface SummaryRelists {
  readonly from: string;
  readonly count: number;
  readonly longest: { readonly min: number; readonly max?: number };
}

export interface NodeSummary {
  readonly schema: typeof SUMMARY_SCHEMA;
  /** Version of the program that wrote it. */
  readonly program: string;
  readonly node: {
    readonly names: readonly string[];
    /** Names are pseudonyms: two nodes may have the same. */ readonly redacted?: true;
  };
  readonly labels: readonly SummaryLabel[];
  readonly timeZone: 'known' | 'unknown';
  /** Where the log does not say the year itself: what it is taken from. */
  readonly yearFrom: 'log' | 'option' | 'other-log' | 'file-date' | 'now' | 'unknown';
  readonly span?: { readonly from: string; readonly to: string };
  /** Of all that was read, where it holds several nodes. */
  readonly log: { readonly sources: number; readonly bytes: number; readonly lines: number; readonly records: number };
  readonly kubelet: { readonly versions: readonly SummaryVersion[]; readonly processes: number };
  readonly runtimes: readonly SummaryRuntime[];
  readonly kernels: readonly SummaryVersion[];
  readonly state: NodeState;
  readonly headline: string;
  /** The first paragraph of the written answer. */
  readonly answer: string;
  readonly counts: {
    readonly skips: number;
    readonly relistErrors: number;
    readonly statusErrors: number;
    readonly runtimeCallErrors: number;
  };
  readonly episodes: readonly SummaryEpisode[];
  readonly ready: readonly { readonly time: string; readonly ready: boolean; readonly reason?: string }[];
  readonly findings: readonly SummaryFinding[];
  readonly relists: { readonly bucketSeconds: number; readonly buckets: readonly SummaryRelists[] };
  readonly warnings: readonly string[];
  /** How many of each are not listed. */
  readonly leftOut: {
    readonly episodes: number;
    readonly findings: number;
    readonly ready: number;
    readonly warnings: number;
  };
}
