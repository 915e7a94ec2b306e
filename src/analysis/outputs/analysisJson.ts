/**
 * The shape of `"schema": "kubelet-timeline/analysis@1"`, as `analyze --format json` prints it. Times are RFC 3339 with microseconds in UTC
 * (as logged when `timeZone` is `unknown`), durations are seconds, lines are 1-based. Fields are only ever added.
 */

/** A time within bounds, both inclusive; equal when it is exact. */
export interface JsonBounds {
  readonly min: string;
  readonly max: string;
}

/** A line that proves something. `source` (index into `sources`) is there only when several logs were read together. */
export interface JsonEvidence {
  readonly line: number;
  readonly source?: number;
  /** Shortened; absent when the line is no longer at hand. */
  readonly text?: string;
}

export interface JsonSource {
  readonly name: string;
  readonly bytes: number;
  readonly lines: number;
  readonly records: number;
  readonly unparsedLines: number;
  readonly journal: string;
  readonly klog: string;
  readonly timeZone: 'known' | 'unknown';
  /** The year of its first time; absent where nothing gives one: times count from 2000 then. */
  readonly year?: number;
  /** What gave the year. `other-log` (one that was read with it), `file-date` and `now` are assumptions. */
  readonly yearFrom: 'log' | 'option' | 'other-log' | 'file-date' | 'now' | 'unknown';
  /** It is no log: scrapes of a kubelet's metrics. */
  readonly metrics?: true;
}

export interface JsonNode {
  readonly id: string;
  readonly names: readonly string[];
  readonly evidence: readonly JsonEvidence[];
}

export interface JsonSetting {
  readonly value: string;
  /** The line that says or shows it, or `assumed`: the default of the version. */
  readonly evidence: JsonEvidence | 'assumed';
  /** No line says it: the wait that ended at this line shows it, as one of a runtime that gives up in that time itself would. */
  readonly shownByWait?: true;
}

export interface JsonProcess {
  readonly id: string;
  readonly node: string;
  readonly pid?: number;
  readonly from: string;
  readonly to: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly source?: number;
  readonly version?: string;
  readonly versionKnown: 'line' | 'forms' | 'caller-lines' | 'unknown';
  /** For people: `v1.28.4`, `about v1.28 (kubelet.go:2327)`. */
  readonly versionText?: string;
  readonly versionRange?: { readonly min?: string; readonly max?: string };
  readonly versionEvidence?: JsonEvidence;
  readonly verbosity?: number;
  readonly settings: { readonly [name: string]: JsonSetting };
  readonly evented?: { readonly until?: string };
  readonly startedInLog: boolean;
  readonly loopStarted?: string;
  readonly endedBy: string;
  /** How it ended; absent where no line tells it. */
  readonly ending?: JsonEnding;
}

export interface JsonEnding {
  readonly how:
    | 'stopped'
    | 'killed'
    | 'exited'
    | 'fatal'
    | 'panic'
    | 'out-of-memory'
    | 'watchdog'
    | 'health-monitor'
    | 'reboot';
  readonly code?: number;
  /** Number of the signal. */
  readonly signal?: number;
  readonly at: JsonBounds;
  readonly evidence: readonly JsonEvidence[];
}

export interface JsonCounts {
  readonly lines: number;
  readonly records: number;
  readonly unparsedLines: number;
  readonly skips: number;
  readonly plegEvents: number;
  /** Events that the sync loop left: of a pod that is gone, or that tell nothing. */
  readonly plegEventsIgnored?: number;
  readonly relistErrors: number;
  readonly statusErrors: number;
  readonly runtimeCallErrors: number;
}

export interface JsonReason {
  readonly kind: string;
  readonly text: string;
  readonly elapsedSeconds?: number;
  readonly thresholdSeconds?: number;
  readonly lastRelist?: string;
}

export interface JsonSkip {
  readonly line: number;
  readonly source?: number;
  readonly time: string;
  readonly process: string;
  readonly reasons: readonly JsonReason[];
  readonly episode?: string;
  /** So many skips between the one before and this one are not listed. */
  readonly foldedBefore?: number;
}

/** What the log has too much of to be listed one by one: the least interesting are only counted. */
export interface JsonFolded {
  readonly what:
    | 'processes'
    | 'skips'
    | 'episodes'
    | 'neighbours'
    | 'facts'
    | 'pids'
    | 'gaps'
    | 'relists'
    | 'constraints'
    | 'endSigns'
    | 'texts'
    | 'troubles'
    | 'subjects';
  readonly count: number;
  readonly from: string;
  readonly to: string;
}

export interface JsonPlegEvent {
  readonly line: number;
  readonly source?: number;
  readonly time: string;
  readonly process: string;
  readonly type: string;
  readonly podUid?: string;
  /** `namespace/name`. */
  readonly pod?: string;
  readonly containerId?: string;
}

export interface JsonRelist {
  readonly process: string;
  readonly scope: 'all' | 'pod';
  readonly podUid?: string;
  readonly start: JsonBounds;
  /** Nothing bounds the start from below. */
  readonly startOpen?: true;
  readonly listed?: JsonBounds;
  readonly end?: JsonBounds;
  readonly phase?: string;
  readonly call?: string;
  readonly pod?: string;
  readonly outcome: string;
  readonly evidence: readonly JsonEvidence[];
}

export interface JsonEpisode {
  readonly id: string;
  readonly process: string;
  readonly startup: boolean;
  readonly reasons: readonly string[];
  readonly begin: JsonBounds;
  /** Nothing bounds the begin from below. */
  readonly beginOpen?: true;
  /** When it was healthy again, or its process ended as lines tell; `endedBy` says which. */
  readonly end?: JsonBounds;
  readonly resumed?: JsonBounds;
  readonly endedBy: string;
  readonly beginsBeforeLog: boolean;
  readonly firstSkip?: number;
  readonly lastSkip?: number;
  readonly skips: { readonly observed: number; readonly missing: number };
  readonly lastRelist?: JsonBounds;
  readonly longestElapsedSeconds?: number;
  /** Missing for the normal skips of a start. */
  readonly impact?: JsonImpact;
  readonly evidence: readonly JsonEvidence[];
}

/** Containers only, never sandboxes. */
export interface JsonImpact {
  /** Seen running when the episode began. */
  readonly containersSeen: number;
  /** Of these, how many certainly ran when it began. */
  readonly containersRunning: number;
  /** Of these, how many certainly ran on until it was over. */
  readonly containersKept: number;
  readonly exited: readonly JsonContainerExit[];
}

export interface JsonContainerExit {
  readonly id: string;
  readonly pod: string;
  /** Its name, or the begin of its id where no line tells the name. */
  readonly container: string;
  readonly exitCode?: number;
  readonly at: JsonBounds;
  /** PLEG's own line of the exit. */
  readonly noticed?: string;
  /** The sync loop's line of it. */
  readonly handled?: string;
}

export interface JsonState {
  readonly state: string;
  readonly from: JsonBounds;
  readonly fromOpen?: true;
  readonly to?: JsonBounds;
  readonly exitCode?: number;
}

export interface JsonPod {
  readonly uid: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly containers: readonly {
    readonly id: string;
    readonly name?: string;
    readonly kind: string;
    readonly states: readonly JsonState[];
  }[];
}

export interface JsonNodeReady {
  readonly line: number;
  readonly source?: number;
  readonly time: string;
  readonly node: string;
  readonly process: string;
  readonly ready: boolean;
  readonly reason?: string;
  readonly message?: string;
}

export interface JsonReplay {
  readonly explainedSkips: number;
  readonly unexplainedSkips: readonly number[];
  readonly missingSkips: number;
  readonly missing: readonly { readonly time: string; readonly process: string; readonly episode?: string }[];
  readonly episodes: readonly {
    readonly episode: string;
    readonly explained: number;
    readonly unexplained: readonly number[];
    readonly missing: number;
  }[];
}

export interface JsonFinding {
  readonly id: string;
  readonly episode?: string;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly title: string;
  readonly explanation: string;
  readonly nextSteps: readonly string[];
  readonly evidence: readonly JsonEvidence[];
}

export interface JsonWarning {
  readonly text: string;
  readonly line?: number;
  readonly source?: number;
}

/** How long something took, as a metric tells. */
export interface JsonDistribution {
  readonly count: number;
  /** All together. */
  readonly seconds: number;
  readonly meanSeconds?: number;
  /** So much at most, in seconds: the bound of a bucket; absent where the last bucket, which has none, holds it. */
  readonly p50?: number;
  readonly p99?: number;
  /** How many took longer than the last bound. */
  readonly beyondBuckets?: number;
}

export interface JsonMetrics {
  readonly scrapes: readonly {
    readonly source: number;
    readonly line: number;
    readonly time: string;
    readonly timeFrom: 'written' | 'floor' | 'file-date';
    /** Where `timeFrom` is `floor`, at least. */
    readonly lastRelistSecondsAgo?: number;
    readonly runningPods?: number;
    readonly runningContainers?: number;
  }[];
  /** From one scrape to the next; `sinceStart`: from the start of the kubelet to its first scrape. */
  readonly stretches: readonly {
    readonly from: string;
    readonly to: string;
    readonly sinceStart: boolean;
    readonly relists?: JsonDistribution;
    readonly intervals?: JsonDistribution;
    readonly podRelists?: JsonDistribution;
    readonly discardedEvents?: number;
    /** Connections of Evented PLEG that failed, that were made, and how old its events were when they came. */
    readonly eventedConnectionErrors?: number;
    readonly eventedConnections?: number;
    readonly eventedLatency?: JsonDistribution;
    readonly operations: readonly {
      readonly type: string;
      readonly calls: number;
      readonly errors: number;
      readonly meanSeconds?: number;
    }[];
  }[];
  /** So many more scrapes are not listed. */
  readonly leftOut?: number;
}

export interface AnalysisJson {
  readonly schema: 'kubelet-timeline/analysis@1';
  readonly timeZone: 'known' | 'unknown';
  readonly headline: string;
  readonly state: string;
  /** The written answer, one string a paragraph. */
  readonly answer: readonly string[];
  readonly sources: readonly JsonSource[];
  readonly span?: { readonly from: string; readonly to: string };
  readonly nodes: readonly JsonNode[];
  readonly processes: readonly JsonProcess[];
  readonly counts: JsonCounts;
  readonly skips: readonly JsonSkip[];
  readonly plegEvents: readonly JsonPlegEvent[];
  readonly relists: readonly JsonRelist[];
  readonly episodes: readonly JsonEpisode[];
  readonly pods: readonly JsonPod[];
  readonly nodeReady: readonly JsonNodeReady[];
  readonly replay: JsonReplay;
  readonly findings: readonly JsonFinding[];
  readonly warnings: readonly JsonWarning[];
  /** Absent where all is listed. */
  readonly folded?: readonly JsonFolded[];
  /** Absent where no metrics were read. */
  readonly metrics?: JsonMetrics;
}
