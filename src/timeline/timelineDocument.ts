/**
 * The document that the page draws. All times are microseconds since `origin` in Float64Arrays, so that messages stay small and
 * no precision is lost. Arrays of one lane have equal length and are sorted by start. Plain numbers are always finite: the message
 * channel writes them as JSON, where NaN does not survive; only typed arrays carry NaN.
 */

/** `node` and `namespace` only group what lies under them. */
export const LANE_KINDS = [
  'node',
  'sync-loop',
  'relists',
  'node-ready',
  'lease',
  'processes',
  'api-errors',
  'runtime-errors',
  'housekeeping',
  'probes',
  'neighbours',
  'events',
  'findings',
  'namespace',
  'pod',
  'container',
  'other',
] as const;
export type LaneKind = (typeof LANE_KINDS)[number];

/** Level of a mark; thinning never drops an error. */
export type MarkLevel = 0 | 1 | 2; // normal, warning, error

/** One row of the chart. A bar has `end > start`; an instant has `end === start`; an open bar ends at `openEnd` with `open` set. */
export interface Lane {
  readonly id: string;
  readonly kind: LaneKind;
  readonly label: string;
  /** Id of the lane it belongs under: a container under its pod, a pod under its namespace, all of a node under the node where there are several. */
  readonly parent?: string;
  /** Name of the node, where the log holds several. */
  readonly node?: string;
  /** Of a pod's lane. */
  readonly uid?: string;
  /** Ids of the containers that a container's lane shows: a restart has a new one. */
  readonly ids?: readonly string[];
  /** How often its container was started again. */
  readonly restarts?: number;
  /** So many containers without a name that it shows, each of which began when the one before had ended. */
  readonly inTurn?: number;
  /** Shown folded at first: a pod that nothing happened to. */
  readonly folded?: boolean;
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** Index into `styles`. */
  readonly style: Uint8Array;
  readonly level: Uint8Array;
  /** 1 when proven, 0 when likely. */
  readonly proven: Uint8Array;
  /** Index into the document's `marks`, -1 when a bar has no line (likely ones). */
  readonly mark: Int32Array;
}

/** Looks of a bar: a key of the legend; the page maps it to theme colour, pattern and shape. */
export const MARK_STYLES = [
  'working',
  'blocked',
  'skipping',
  'unknown',
  'relist',
  'relist-hung',
  'relist-failed',
  'relist-pod',
  'ready',
  'not-ready',
  'process',
  'process-start',
  'runtime-error',
  'housekeeping',
  'neighbour',
  'neighbour-start',
  'neighbour-error',
  'running',
  'exited',
  'exited-error',
  'removed',
  'state-unknown',
  'skip',
  'pleg-event',
  'finding',
  'gap',
  'startup',
  'pod-error',
  'pod-event',
  'other',
  'held-back',
  'relist-none',
  'api-error',
  'lease-missed',
] as const;
export type MarkStyle = (typeof MARK_STYLES)[number];

/**
 * All marks, sorted by time, as columns: a million of them must cross to the page and stay small there. `markAt` (marks.ts) gives one as
 * a `Mark`. Texts are indexes into the document's `strings`, where index 0 is the empty text: absent.
 */
export interface MarkColumns {
  readonly count: number;
  readonly time: Float64Array;
  /** NaN for an instant. */
  readonly end: Float64Array;
  /** NaN where the time is exact. */
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly what: Uint32Array;
  readonly detail: Uint32Array;
  readonly pod: Uint32Array;
  readonly container: Uint32Array;
  readonly source: Uint16Array;
  readonly line: Uint32Array;
  readonly level: Uint8Array;
  /** Index into `lanes`. */
  readonly lane: Uint32Array;
  readonly proven: Uint8Array;
}

/** One mark: what the details and the table say of it. */
export interface Mark {
  readonly time: number;
  readonly end?: number;
  /** Bounds where the time is not exact, microseconds since origin. */
  readonly min?: number;
  readonly max?: number;
  readonly what: string;
  readonly detail?: string;
  readonly pod?: string;
  readonly container?: string;
  readonly source: number;
  /** 1-based; 0 when no single line says it. */
  readonly line: number;
  readonly level: MarkLevel;
  /** Id of the lane that shows it. */
  readonly lane: string;
  readonly proven: boolean;
}

/**
 * Stretches in which relists followed each other unremarked, one period apart: no line names them, so their teeth are made for what is visible
 * (sawtooth.ts), not kept. All times microseconds since origin; the arrays have equal length.
 */
export interface HealthyRelists {
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Start of a relist in the stretch or at its edge; the others are counted from it. */
  readonly anchor: Float64Array;
  /** From the end of one relist to the start of the next. */
  readonly period: number;
  /** Likely length of a relist. */
  readonly duration: number;
}

/** The staleness chart: a polyline of seconds over time, split where nothing is known (NaN). */
export interface StalenessSeries {
  readonly process: string;
  /** Name of its node. */
  readonly node: string;
  /** Starts of relists that lines prove, ascending. */
  readonly starts: Float64Array;
  readonly healthy: HealthyRelists;
  readonly time: Float64Array;
  /** Seconds; NaN breaks the line. */
  readonly seconds: Float64Array;
  readonly bandMin: Float64Array;
  readonly bandMax: Float64Array;
  readonly proven: Uint8Array;
  /** Seconds. */
  readonly threshold: number;
  /** Evented PLEG was in use until this time (microseconds since origin), and then gave up: another threshold held before. */
  readonly evented?: { readonly until: number; readonly threshold: number };
}

export interface SkipMarks {
  readonly time: Float64Array;
  /** Seconds of elapsed, NaN for skips without. */
  readonly seconds: Float64Array;
  readonly mark: Int32Array;
}

export interface RateSeries {
  readonly start: number;
  readonly bucket: number;
  readonly info: Float64Array;
  readonly warning: Float64Array;
  readonly error: Float64Array;
}

export interface EpisodeChip {
  readonly id: string;
  /** Name of its node. */
  readonly node?: string;
  readonly label: string;
  /** Microseconds since origin. */
  readonly begin: number;
  readonly beginMax: number;
  /** Its earliest end; absent where the log shows none. */
  readonly end?: number;
  /** Its latest end; of one without an end, until when the log shows its node. */
  readonly endMax: number;
  readonly startup: boolean;
  readonly state: 'recovered' | 'restart' | 'gap' | 'end-of-log';
  readonly skips: number;
  readonly missing: number;
  /** Kinds of reason in order of appearance, in plain words. */
  readonly reasons: readonly string[];
}

export interface AnswerSpan {
  readonly text: string;
  readonly strong?: boolean;
  /** Words of ours: what stands between their backticks is a command. Others may quote the log. */
  readonly commands?: boolean;
  readonly source?: number;
  readonly line?: number;
}

export interface FindingCard {
  readonly id: string;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly title: string;
  readonly explanation: string;
  readonly nextSteps: readonly string[];
  readonly evidence: readonly { readonly source: number; readonly line: number; readonly text: string }[];
}

export interface TimelineDocument {
  readonly title: string;
  readonly sources: readonly string[];
  /** Microseconds since the epoch; all other times count from here. */
  readonly origin: number;
  /** Length in microseconds. */
  readonly length: number;
  readonly timeZoneKnown: boolean;
  /** Minutes east of UTC that the log's own stamps are written in, where known and fixed. */
  readonly zoneOffset?: number;
  readonly summary: {
    readonly node: string;
    readonly version: string;
    readonly lines: number;
    readonly skips: number;
    readonly explained: number;
    readonly missing: number;
  };
  readonly state: 'healthy' | 'impaired' | 'recovered' | 'unhealthy-at-end' | 'unknown';
  /** True where findings are sure enough to look into, whatever PLEG does. */
  readonly worthALook: boolean;
  readonly headline: string;
  readonly answer: readonly (readonly AnswerSpan[])[];
  /** Id of the episode that the answer describes. */
  readonly answered?: string;
  readonly findings: readonly FindingCard[];
  readonly episodes: readonly EpisodeChip[];
  readonly staleness: readonly StalenessSeries[];
  readonly skips: SkipMarks;
  readonly lanes: readonly Lane[];
  readonly marks: MarkColumns;
  /** The texts of the marks, each once; the first is empty. */
  readonly strings: readonly string[];
  readonly rate?: RateSeries;
  readonly warnings: readonly { readonly text: string; readonly source?: number; readonly line?: number }[];
}
