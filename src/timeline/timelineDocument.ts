/**
 * The document that the page draws. All times are microseconds since `origin` in Float64Arrays, so that messages stay small and
 * no precision is lost. Arrays of one lane have equal length and are sorted by start.
 */

export type LaneKind = 'sync-loop' | 'relists' | 'node-ready' | 'processes' | 'runtime-errors' | 'housekeeping' | 'neighbours' | 'events' | 'pod' | 'container' | 'other';

/** Level of a mark; thinning never drops an error. */
export type MarkLevel = 0 | 1 | 2; // normal, warning, error

/** One row of the chart. A bar has `end > start`; an instant has `end === start`; an open bar ends at `openEnd` with `open` set. */
export interface Lane {
  readonly id: string;
  readonly kind: LaneKind;
  readonly label: string;
  /** Id of the lane it belongs under (a container under its pod). */
  readonly parent?: string;
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
  'working', 'blocked', 'skipping', 'unknown', 'relist', 'relist-hung', 'relist-failed', 'relist-pod', 'ready', 'not-ready', 'process', 'process-start',
  'runtime-error', 'housekeeping', 'neighbour', 'running', 'exited', 'exited-error', 'removed', 'state-unknown', 'skip', 'pleg-event', 'finding', 'gap', 'startup',
] as const;
export type MarkStyle = (typeof MARK_STYLES)[number];

/** What a mark says in the details and the table. */
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
  readonly lane: string;
  readonly proven: boolean;
}

/** The staleness chart: a polyline of seconds over time, split where nothing is known (NaN). */
export interface StalenessSeries {
  readonly process: string;
  readonly time: Float64Array;
  /** Seconds; NaN breaks the line. */
  readonly seconds: Float64Array;
  readonly bandMin: Float64Array;
  readonly bandMax: Float64Array;
  readonly proven: Uint8Array;
  /** Seconds. */
  readonly threshold: number;
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
  readonly label: string;
  /** Microseconds since origin. */
  readonly begin: number;
  readonly beginMax: number;
  readonly end?: number;
  readonly endMax?: number;
  readonly startup: boolean;
  readonly state: 'recovered' | 'restart' | 'gap' | 'end-of-log';
  readonly skips: number;
  readonly missing: number;
}

export interface AnswerSpan {
  readonly text: string;
  readonly strong?: boolean;
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
  readonly episode?: string;
}

export interface TimelineDocument {
  readonly title: string;
  readonly sources: readonly string[];
  /** Microseconds since the epoch; all other times count from here. */
  readonly origin: number;
  /** Length in microseconds. */
  readonly length: number;
  readonly timeZoneKnown: boolean;
  readonly summary: { readonly node: string; readonly version: string; readonly lines: number; readonly skips: number; readonly explained: number; readonly unexplained: number; readonly missing: number };
  readonly state: 'healthy' | 'recovered' | 'unhealthy-at-end' | 'unknown';
  readonly headline: string;
  readonly answer: readonly (readonly AnswerSpan[])[];
  readonly findings: readonly FindingCard[];
  readonly episodes: readonly EpisodeChip[];
  readonly staleness: readonly StalenessSeries[];
  readonly skips: SkipMarks;
  readonly lanes: readonly Lane[];
  readonly marks: readonly Mark[];
  readonly rate?: RateSeries;
  readonly warnings: readonly { readonly text: string; readonly source?: number; readonly line?: number }[];
}
