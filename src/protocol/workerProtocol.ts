/**
 * The conversation between the extension and the worker that holds one analysis. The extension opens one log per worker, then asks;
 * the worker reports progress, says when it is done, and answers. Both ends are ours, so the types are the whole check.
 */
import type { AnalysisProgress } from '../analysis/analysis.ts';
import type { LineInsight } from '../analysis/insight/lineInsight.ts';
import type { LogIdentity } from '../analysis/insight/identity.ts';
import type { SourceLink } from '../analysis/insight/sourceLink.ts';
import type { ValueInsight } from '../analysis/insight/valueInsight.ts';
import type { ProblemText } from '../analysis/outputs/problemText.ts';
import type { Words } from '../language/language.ts';
import type { MomentDocument } from '../timeline/moment/moment.ts';
import type { LogOutline } from '../timeline/outline/logOutline.ts';
import type { Printable } from '../kubelet/printable.ts';
import type { TimelineDocument } from '../timeline/timelineDocument.ts';
import type { ChangeName } from '../whatIf/changeTable.ts';
import type { WhatIfAnswer } from '../whatIf/whatIfDocument.ts';

/**
 * Where the log comes from: a file that the worker reads itself, text of a document that the extension sends, or the bytes of a file that only VS Code can read, as
 * they are. `modified`: when the file behind it was written, milliseconds since the epoch; absent for text that was never a file.
 */
export type WorkerSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'sent' | 'bytes'; readonly modified?: number };

export interface WorkerOptions {
  readonly year?: number;
  readonly timeZone?: string;
  /** Pseudonyms instead of the names in the log: for a report that is passed on. */
  readonly redact?: true;
  /** The language of what is said of the log, and its sentences; absent: English. */
  readonly language?: { readonly tag: string; readonly sentences: Words };
  /** What the reader of the timeline is to know of these options. */
  readonly warnings?: readonly string[];
}

export interface OpenRequest {
  readonly type: 'open';
  readonly name: string;
  readonly source: WorkerSource;
  readonly options: WorkerOptions;
}
/** The next piece of a `sent` source (text) or of `bytes`; an empty piece with `last` ends it. */
export interface SendRequest {
  readonly type: 'send';
  readonly piece: string | Uint8Array;
  readonly last: boolean;
}
export interface CancelRequest {
  readonly type: 'cancel';
}
/** Reads on what is written to the file (as it does from the begin), or stops doing so. */
export interface FollowRequest {
  readonly type: 'follow';
  readonly on: boolean;
}
export interface AskRequest<Kind extends QuestionKind = QuestionKind> {
  readonly type: 'ask';
  readonly id: number;
  readonly kind: Kind;
  readonly question: Questions[Kind]['question'];
}
/** Nobody waits for the answer to a question any more: it is given up, and none comes. */
export interface StopRequest {
  readonly type: 'stop';
  readonly id: number;
}
export type WorkerRequest =
  | OpenRequest
  | SendRequest
  | CancelRequest
  | FollowRequest
  | StopRequest
  | { readonly [Kind in QuestionKind]: AskRequest<Kind> }[QuestionKind];

/** What a message is, by the catalogue alone. */
export interface MessageText {
  readonly title: string;
  readonly meaning: string;
  /** Parts of the line with a meaning of their own: the reasons of a skip. */
  readonly parts?: readonly { readonly text: string; readonly meaning: string }[];
  readonly whatToDo?: string;
  /** e.g. `generic.go · since 1.21 · E`. */
  readonly origin?: string;
  /** It is about PLEG or the sync loop. */
  readonly isOfPleg?: true;
}

/** Whether the analysis can say more than the catalogue: not yet, yes, or never. */
export type AnalysisState = 'reading' | 'done' | 'failed';

export interface HoverAnswer {
  readonly message?: MessageText;
  readonly insight?: LineInsight;
  /** Of the value at the column that was asked for. */
  readonly value?: ValueInsight;
  readonly source?: SourceLink;
  readonly state: AnalysisState;
}

/** All questions with their answers. Those that need a finished analysis wait for it; `hover` answers at once with what there is. `source`: 0 if it is absent. */
export interface Questions {
  /** `lines` is the text around the line, from `firstLine` on, as the editor shows it; `column` is that of the mouse, 0-based. */
  readonly hover: {
    readonly question: {
      readonly source?: number;
      readonly line: number;
      readonly firstLine: number;
      readonly lines: readonly string[];
      readonly column?: number;
    };
    readonly answer: HoverAnswer;
  };
  readonly timeline: { readonly question: undefined; readonly answer: TimelineDocument | undefined };
  /**
   * Text that was added at the end of a `sent` one, which ends with a line. It is read on and a new `done` comes before the answer; `false`: it may belong to what stands before it, or
   * there is no finished analysis, and all has to be read anew.
   */
  readonly grow: { readonly question: { readonly text: string }; readonly answer: boolean };
  /** What an editor shows around the lines of a source. */
  readonly outline: { readonly question: { readonly source: number }; readonly answer: LogOutline | undefined };
  /** What the name at a column of a line's text stands for (without a column: the first pod in it), as far as the log is read. */
  readonly identity: {
    readonly question: { readonly text: string; readonly column?: number };
    readonly answer: LogIdentity | undefined;
  };
  /** The lines of a source that tell of events of a pod, ascending. */
  readonly podLines: {
    readonly question: { readonly source: number; readonly pod: NonNullable<LogIdentity['pod']> };
    readonly answer: Uint32Array;
  };
  /** The written answer for the clipboard. */
  readonly answerMarkdown: { readonly question: undefined; readonly answer: string | undefined };
  /** The whole report as Markdown, with the file that its picture is going to be; the answer has what that file holds, where there is something to draw. */
  readonly reportMarkdown: {
    readonly question: { readonly picture: string };
    readonly answer: { readonly text: Printable; readonly picture?: Printable } | undefined;
  };
  /** The log's parts of the report as HTML; the template is the extension's. */
  readonly reportParts: { readonly question: undefined; readonly answer: ReportParts | undefined };
  /** Small JSON for an assistant; `undefined` where there is no such line. */
  readonly assistant: { readonly question: AssistantQuestion; readonly answer: Printable | undefined };
  /** The time of a line of a source in microseconds since the epoch. */
  readonly lineTime: {
    readonly question: { readonly source: number; readonly line: number };
    readonly answer: number | undefined;
  };
  /** The inner state of the kubelet at a time, microseconds since the epoch; of the process that is named, else of the one that runs then. Nothing is computed before the first question. */
  readonly moment: {
    readonly question: { readonly time: number; readonly process?: string };
    readonly answer: MomentDocument | undefined;
  };
  /** What would have happened with changes, as typed. Tells `advanced` while it runs. */
  readonly whatIf: {
    readonly question: { readonly changes: readonly (readonly [ChangeName, string])[] };
    readonly answer: WhatIfAnswer | undefined;
  };
  /** The line of each lone carriage return in a source, ascending: there the editor's line numbers part from the log's. */
  readonly loneReturns: { readonly question: { readonly source: number }; readonly answer: Uint32Array };
  /** Whether a text of 4 KB is the begin of a kubelet log; asked of a worker without a log. */
  readonly isKubeletLog: { readonly question: { readonly head: string }; readonly answer: boolean };
  /** The text of lines, both inclusive, from the file itself; at most 20,000 lines, long ones cut. */
  readonly lines: {
    readonly question: { readonly source?: number; readonly from: number; readonly to: number };
    readonly answer: readonly string[];
  };
}
/** What an assistant asks of a log; `full`: not only 4 KB of it. */
export type AssistantQuestion =
  | { readonly tool: 'analyze'; readonly full?: true }
  | { readonly tool: 'findings'; readonly full?: true }
  | { readonly tool: 'explain'; readonly line: number; readonly source?: number; readonly full?: true };
/** What of an HTML report is the log's (`src/report`). */
export type ReportParts = Readonly<Record<'title' | 'before' | 'behind' | 'document', Printable>>;
export type QuestionKind = keyof Questions;

/** The file of a source; `inside`: its name in the archive that the file is; `asText`: the file is a binary journal, and the source is the text that is made of it. */
export interface SourceFile {
  readonly path: string;
  readonly inside?: string;
  readonly asText?: boolean;
}

/** What is known once the analysis is done, small enough to keep in the extension. */
export interface AnalysisSummary {
  readonly headline: string;
  readonly state: 'healthy' | 'impaired' | 'recovered' | 'unhealthy-at-end' | 'unknown';
  readonly lines: number;
  readonly skips: number;
  readonly episodes: number;
  /** The sources, in their order, where they are not the one file that was opened: the logs of a folder or an archive. */
  readonly files?: readonly SourceFile[];
  /** The file is looked at for what is appended (or was, until that was stopped); absent: it is not. Each time something was, another `done` comes. */
  readonly follows?: 'on' | 'stopped';
}

/** Why there is no analysis, in words for people. */
export interface WorkerProblem extends ProblemText {
  readonly kind: 'input' | 'not-kubelet' | 'cancelled' | 'internal';
}

export interface ProgressEvent {
  readonly type: 'progress';
  readonly progress: AnalysisProgress;
}
export interface DoneEvent {
  readonly type: 'done';
  readonly summary: AnalysisSummary;
}
export interface FailedEvent {
  readonly type: 'failed';
  readonly problem: WorkerProblem;
  readonly detail?: string;
}
export interface AnswerEvent {
  readonly type: 'answer';
  readonly id: number;
  readonly answer: unknown;
}
/** How much of the work for an answer is done, from 0 to 1. */
export interface AdvancedEvent {
  readonly type: 'advanced';
  readonly id: number;
  readonly share: number;
}
/** A question that could not be answered, for the log channel. */
export interface RefusedEvent {
  readonly type: 'refused';
  readonly id: number;
  readonly why: string;
}
/** The file holds another log now, or one that has to be read anew as a whole. */
export interface OutdatedEvent {
  readonly type: 'outdated';
}
export type WorkerEvent =
  | ProgressEvent
  | DoneEvent
  | FailedEvent
  | AnswerEvent
  | AdvancedEvent
  | RefusedEvent
  | OutdatedEvent;
