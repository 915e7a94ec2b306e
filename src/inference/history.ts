import type { MetricsStory } from '../metrics/story.ts';
import type { SourceSummary } from '../journal/record.ts';
import type { SkipReason } from '../kubelet/skipReason.ts';
import type { Duration, Instant, TimeBounds } from '../kubelet/time.ts';
import type { KubeletVersion } from '../kubelet/version.ts';
import type { Fact, PlegEventType, PodReference } from '../messages/fact.ts';
import type { Folded } from './store/folded.ts';

export type { Folded };

/** A place in the log. */
export interface LineReference {
  readonly source: number;
  /** 1-based. */
  readonly line: number;
}

/** What a rule says of a quantity, with the lines that prove it. Several constraints on one quantity are intersected. */
export interface Constraint {
  /** e.g. `episode-1.begin`, `relist@1795220922387000.end`. */
  readonly quantity: string;
  readonly bounds: TimeBounds;
  /** Id of the rule, e.g. `skip-names-relist`. */
  readonly rule: string;
  readonly lines: readonly LineReference[];
}

/** A setting of a process and how we know it. */
export interface Setting {
  readonly value: string;
  /** `logged` with the line that says it; `shown` with one whose wait shows it, of a call that timed out: a runtime that gives up in that time itself shows the same; or `assumed`: the default of the version. */
  readonly known: 'logged' | 'shown' | 'assumed';
  readonly evidence?: LineReference;
}

export type ProcessEnd = 'replaced' | 'exit' | 'end-of-log';

/**
 * How a process ended. `stopped`: systemd was told to stop it; `killed`: by a signal; `exited`: by itself, with or without an error; `fatal`: with an F line; `panic`: of the Go program;
 * `out-of-memory`: the kernel killed it; `watchdog`: systemd did, because it did not say in time that it is alive; `health-monitor`: a script of the node did, because it did not answer; `reboot`: with the machine.
 */
export type EndingHow =
  | 'stopped'
  | 'killed'
  | 'exited'
  | 'fatal'
  | 'panic'
  | 'out-of-memory'
  | 'watchdog'
  | 'health-monitor'
  | 'reboot';

/** The end of a process, as systemd, the kernel, the boot marks of the journal and its own last words tell it. */
export interface ProcessEnding {
  readonly how: EndingHow;
  /** Exit status, where a line tells it. */
  readonly code?: number;
  /** Number of the signal that ended it, where a line tells it. */
  readonly signal?: number;
  /** When the process was gone. */
  readonly at: TimeBounds;
  readonly evidence: readonly LineReference[];
}

/** One process of a kubelet. */
export interface KubeletProcess {
  /** `process-1`, … in order of appearance. */
  readonly id: string;
  /** Id of the node, `node-1`, … */
  readonly node: string;
  readonly pid?: number;
  /** Under which it logs, in the envelope of its first line: `kubelet`, `k3s`, `kubenswrapper`. */
  readonly identifier?: string;
  /** Its first line is klog JSON. */
  readonly isJson?: boolean;
  /** One of its first lines is from a source file that only exists for Windows. */
  readonly isOnWindows?: boolean;
  readonly from: Instant;
  readonly to: Instant;
  /** None of its lines has a time: it has the first one of the log. */
  readonly isUndated?: true;
  /** So often the clock had been set back between kubelets before it began: later ones have earlier times than those of a period before. Absent where never. */
  readonly clockPeriod?: number;
  readonly first: LineReference;
  readonly last: LineReference;
  readonly records: number;
  readonly version?: KubeletVersion;
  /** How the version is known: `line` says it exactly, `forms` bounds it by the shape of messages, `caller-lines` tells it by the lines of the source files that klog names. */
  readonly versionKnown: 'line' | 'forms' | 'caller-lines' | 'unknown';
  readonly versionRange?: { readonly min?: KubeletVersion; readonly max?: KubeletVersion };
  /** The line that says it, or the one that tells most. */
  readonly versionEvidence?: LineReference;
  /** What rules and replay take for the version: the line's, else the best guess within the range. */
  readonly assumedVersion?: KubeletVersion;
  /** For people: `v1.28.4`, `about v1.28 (kubelet.go:2327)`, `v1.21 or later`. */
  readonly versionText?: string;
  /** Effective `-v`, or the least that the lines prove. */
  readonly verbosity?: number;
  readonly settings: ReadonlyMap<string, Setting>;
  /** What its `FLAG:` dump says of its files and its labels, by the names of the flags. */
  readonly places?: ReadonlyMap<string, string>;
  /** Evented PLEG in use (then 300 s / 10 min), until `until` when it fell back. */
  readonly evented?: { readonly until?: Instant };
  /** The start is in the log (else the log begins in the middle of this process). */
  readonly startedInLog: boolean;
  /** When the sync loop started. */
  readonly loopStarted?: Instant;
  readonly endedBy: ProcessEnd;
  /** How it ended; absent where no line tells it. */
  readonly ending?: ProcessEnding;
  /** The longest stretch between two of its lines; absent where none is of two minutes. */
  readonly quietest?: Duration;
  /** A stretch of ten minutes and more without a line of it, unlike any other: it was paused, or lines are missing. */
  readonly silence?: {
    readonly from: Instant;
    readonly to: Instant;
    readonly before: LineReference;
    readonly after: LineReference;
  };
}

export interface NodeHistory {
  readonly id: string;
  readonly names: readonly string[];
  /** The name of its Node object, as the kubelet's own lines have it: where a cloud gives it, another than that of the host. */
  readonly objectName?: string;
  readonly evidence: readonly LineReference[];
}

/** One skip line. */
export interface Skip extends LineReference {
  readonly time: Instant;
  readonly process: string;
  readonly reasons: readonly SkipReason[];
  /** Start of the last listed relist that this line names (`time − elapsed`), for pleg-stale. */
  readonly lastRelist?: Instant;
  /** Episode that holds it. */
  readonly episode?: string;
  /** So many skips of the same process between the one before and this one are not kept. */
  readonly foldedBefore?: number;
}

/** A logged `event for pod`. */
export interface PlegEvent extends LineReference {
  readonly time: Instant;
  readonly process: string;
  readonly type: PlegEventType;
  readonly pod: PodReference;
  readonly containerId?: string;
}

type RelistPhase = 'listing' | 'inspecting' | 'unknown';
type RelistOutcome = 'ok' | 'list-failed' | 'open' | 'unknown';

/** One pass of PLEG over the runtime, as far as the lines bound it. */
export interface Relist {
  readonly process: string;
  readonly scope: 'all' | 'pod';
  readonly podUid?: string;
  readonly start: TimeBounds;
  /** Nothing bounds the start from below: its `min` is the begin of the process in the log, or its `max` where that is earlier. */
  readonly startOpen?: true;
  /** The list calls had succeeded: stamps `start` as last seen active. */
  readonly listed?: TimeBounds;
  readonly end?: TimeBounds;
  /** Where no line bounds its end: up to then lines prove it. */
  readonly seenUntil?: Instant;
  /** Where it hung, when it took long. */
  readonly phase?: RelistPhase;
  /** CRI method that failed or hung, where a line names it. */
  readonly call?: string;
  readonly pod?: PodReference;
  readonly outcome: RelistOutcome;
  readonly evidence: readonly LineReference[];
}

export type EpisodeEnd = 'recovered' | 'restart' | 'gap' | 'end-of-log';

/** A stretch of time in which the runtime state of one process is unhealthy. */
export interface Episode {
  /** `episode-1`, … by begin. */
  readonly id: string;
  readonly process: string;
  /** True for the normal skips of a start. */
  readonly startup: boolean;
  /** They look like those of a start, but the log shows only a piece of it. */
  readonly cutStart?: true;
  /** Distinct kinds of reason in order of first appearance. */
  readonly reasons: readonly SkipReason['kind'][];
  readonly begin: TimeBounds;
  /** Nothing bounds the begin from below: its `min` is the begin of the log, or its `max` where that is earlier. */
  readonly beginOpen?: true;
  /** Where no end is proven, and its process ended or no further line is of it: up to then lines prove it. */
  readonly seenUntil?: Instant;
  readonly end?: TimeBounds;
  /** First working turn of the loop afterwards. */
  readonly resumed?: TimeBounds;
  readonly endedBy: EpisodeEnd;
  readonly beginsBeforeLog: boolean;
  readonly firstSkip?: LineReference;
  /** The sleep after the first skip is longer than that after the first of a run: skips before it, or right after it, are missing. */
  readonly firstSkipLost?: true;
  readonly lastSkip?: LineReference;
  readonly skips: { readonly observed: number; readonly missing: number };
  /** So much of the time between two of its skips is a silence unlike any other of the process, and no elapsed tells how much of it passed: the clock can have been set. */
  readonly silent?: Duration;
  /** A relist failed shortly before its last skip, or in the sleep after it. */
  readonly relistFailed?: true;
  /** Start of the last listed relist before (or at) the begin. */
  readonly lastRelist?: TimeBounds;
  readonly longestElapsed?: Duration;
  readonly evidence: readonly LineReference[];
}

export type ContainerHistoryState = 'running' | 'exited' | 'removed' | 'unknown';

export interface ContainerStateInterval {
  readonly state: ContainerHistoryState;
  readonly from: TimeBounds;
  /** It may have begun before the log, and the state before it have ended there: nothing bounds that from below, and `from.min` is the begin of the log. */
  readonly fromOpen?: true;
  readonly to?: TimeBounds;
  readonly exitCode?: number;
  readonly evidence: readonly LineReference[];
}

export interface ContainerHistory {
  readonly id: string;
  readonly name?: string;
  readonly kind: 'container' | 'sandbox' | 'unknown';
  readonly states: readonly ContainerStateInterval[];
}

export interface PodHistory {
  /** As the log gives it: API uid or 32 hex digits of a static pod; `name_namespace` when no uid is known. */
  readonly uid: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly containers: readonly ContainerHistory[];
  readonly first: LineReference;
}

/** The node's Ready condition as the kubelet reported it. */
export interface NodeReadyChange extends LineReference {
  readonly time: Instant;
  readonly node: string;
  readonly process: string;
  readonly ready: boolean;
  readonly reason?: string;
  readonly text?: string;
}

/** Time in which the sync loop could not turn, by what. */
export interface LoopStall {
  readonly process: string;
  readonly from: TimeBounds;
  readonly to: TimeBounds;
  readonly by: 'housekeeping' | 'unknown';
  readonly evidence: readonly LineReference[];
}

/** A stretch of the log that misses lines, or may miss some. */
export interface LogGap {
  readonly from: Instant;
  readonly to: Instant;
  readonly why: 'suppressed' | 'gap' | 'late-flush' | 'clock-step' | 'truncated-start' | 'truncated-end';
  readonly evidence: readonly LineReference[];
  /** Whose lines show it, where that is one. */
  readonly process?: string;
}

/** Counts of records by severity in equal buckets of time, for the overview. */
export interface LogRate {
  readonly from: Instant;
  readonly bucket: Duration;
  readonly info: readonly number[];
  readonly warning: readonly number[];
  readonly error: readonly number[];
}

interface HistoryCounts {
  readonly lines: number;
  readonly records: number;
  readonly unparsedLines: number;
  /** Of the records those outside the stretch of time that was asked for. */
  readonly leftOut?: number;
  readonly skips: number;
  readonly plegEvents: number;
  /** Events of PLEG that the sync loop saw and left, as their pod was gone or they tell nothing. */
  readonly plegEventsIgnored?: number;
  readonly relistErrors: number;
  readonly statusErrors: number;
  readonly runtimeCallErrors: number;
}

/** All that the facts prove, before the model is asked. */
export interface ProvenHistory {
  readonly sources: readonly SourceSummary[];
  readonly span?: { readonly from: Instant; readonly to: Instant };
  readonly nodes: readonly NodeHistory[];
  readonly processes: readonly KubeletProcess[];
  readonly counts: HistoryCounts;
  readonly skips: readonly Skip[];
  readonly plegEvents: readonly PlegEvent[];
  readonly relists: readonly Relist[];
  readonly episodes: readonly Episode[];
  readonly pods: readonly PodHistory[];
  readonly nodeReady: readonly NodeReadyChange[];
  readonly stalls: readonly LoopStall[];
  readonly gaps: readonly LogGap[];
  readonly rate?: LogRate;
  /** Facts that diagnosis and charts need again, in order of time within each process: errors, housekeeping, conditions, neighbours; not those of which a log has most (events, config, probes are in fields of their own). */
  readonly facts: readonly AttributedFact[];
  readonly constraints: readonly Constraint[];
  readonly warnings: readonly HistoryWarning[];
  /** What the log has too much of to be kept one by one; absent where all is kept. */
  readonly folded?: readonly Folded[];
  /** The word that every line has, as if the log had been searched for it. */
  readonly commonWord?: string;
  /** No line is of severity E, as if those had been left out. */
  readonly isWithoutErrors?: true;
  /** What the kubelet's own metrics tell, where scrapes were read; the log's facts do not rest on them. */
  readonly metrics?: MetricsStory;
}

/** A fact and the process it belongs to; neighbours belong to none. */
export interface AttributedFact {
  readonly fact: Fact;
  readonly process?: string;
}

export interface HistoryWarning {
  readonly text: string;
  readonly at?: LineReference;
}
