import type { MomentDocument } from '../timeline/moment/moment.ts';
import type { TimelineDocument } from '../timeline/timelineDocument.ts';
import type { ChangeName } from '../whatIf/changeTable.ts';
import type { WhatIfAnswer } from '../whatIf/whatIfDocument.ts';

/** The page is loaded and listens. Nothing is posted to it before. */
export interface ReadyMessage {
  readonly type: 'ready';
}
/** The user asked for a log line; `beside` opens it in another column. */
export interface OpenLineMessage {
  readonly type: 'openLine';
  readonly source: number;
  readonly line: number;
  readonly beside: boolean;
}
/** The user pressed Cancel while the analysis runs. */
export interface CancelMessage {
  readonly type: 'cancel';
}
/** The user asked to read the log again (after an error, or after a cancel). */
export interface RetryMessage {
  readonly type: 'retry';
}
/** The user asked how to get a kubelet's log. */
export interface GettingLogsMessage {
  readonly type: 'gettingLogs';
}
/** The user asked for the sample incident: what was to be read has no kubelet log. */
export interface OpenSampleMessage {
  readonly type: 'openSample';
}
/** The user asked what the user guide says of a finding. */
export interface GuideMessage {
  readonly type: 'guide';
  readonly finding: string;
}
/** The user asked for the written answer as Markdown on the clipboard. */
export interface CopyAnswerMessage {
  readonly type: 'copyAnswer';
}
/** The user asked for the report as a file. */
export interface SaveReportMessage {
  readonly type: 'saveReport';
}
/** The user asked for a command of the answer, of a finding or of a problem on the clipboard. */
export interface CopyCommandMessage {
  readonly type: 'copyCommand';
  readonly command: string;
}
/** The user asked for rows of the table as a file: `csv` is its content. */
export interface SaveTableMessage {
  readonly type: 'saveTable';
  readonly csv: string;
}
/** The user asked for the inner state of the kubelet at this time (microseconds since the epoch); `process` where several live at it. The answer to the newest request is a `moment`. */
export interface MomentRequestMessage {
  readonly type: 'momentRequest';
  readonly time: number;
  readonly process?: string;
}
/** The user asked what would have happened with these changes, as typed; the answer to the newest request is a `whatIf`. */
export interface WhatIfRequestMessage {
  readonly type: 'whatIfRequest';
  readonly changes: readonly (readonly [ChangeName, string])[];
}
/** Nobody waits for that answer any more. */
export interface WhatIfCancelMessage {
  readonly type: 'whatIfCancel';
}
/** The picture that was asked for, as a PNG; nothing where it could not be made. */
export interface PictureMessage {
  readonly type: 'picture';
  readonly png?: Uint8Array;
}
/** Something failed in the page; for the log channel. */
export interface PageErrorMessage {
  readonly type: 'pageError';
  readonly text: string;
}

export interface ProgressMessage {
  readonly type: 'progress';
  readonly title: string;
  readonly bytes: number;
  readonly totalBytes?: number;
  readonly lines: number;
  readonly phase: 'reading' | 'replaying';
  readonly headline?: string;
}
export interface DocumentMessage {
  readonly type: 'document';
  readonly document: TimelineDocument;
}
export interface ProblemMessage {
  readonly type: 'problem';
  readonly title: string;
  readonly whatToDo: string;
  readonly canRetry: boolean;
  /** It is not the log of a kubelet: how to get one can be shown. */
  readonly isOther?: boolean;
}
/** The editor's cursor stands on this line: move the crosshair there. `time` is microseconds since the epoch. */
export interface CursorMessage {
  readonly type: 'cursor';
  readonly source: number;
  readonly line: number;
  readonly time: number;
}
/** The inner state at the time that was asked for (`document.time`). */
export interface MomentMessage {
  readonly type: 'moment';
  readonly document: MomentDocument;
}

/** How much of the work for a what-if is done, from 0 to 1. */
export interface WhatIfProgressMessage {
  readonly type: 'whatIfProgress';
  readonly share: number;
}
/** What would have happened. */
export interface WhatIfMessage {
  readonly type: 'whatIf';
  readonly answer: WhatIfAnswer;
}

/** The user asked for the what-if: the page brings its tab into sight. */
export interface OpenWhatIfMessage {
  readonly type: 'openWhatIf';
}
/** The user asked for a picture of what is in sight; `document`: the same log without its names, which is drawn in its stead. */
export interface PictureRequestMessage {
  readonly type: 'pictureRequest';
  readonly document?: TimelineDocument;
}

export type PageToHost =
  | ReadyMessage
  | OpenLineMessage
  | CancelMessage
  | RetryMessage
  | CopyAnswerMessage
  | GettingLogsMessage
  | OpenSampleMessage
  | GuideMessage
  | SaveReportMessage
  | CopyCommandMessage
  | SaveTableMessage
  | MomentRequestMessage
  | WhatIfRequestMessage
  | WhatIfCancelMessage
  | PictureMessage
  | PageErrorMessage;
export type HostToPage =
  | ProgressMessage
  | DocumentMessage
  | ProblemMessage
  | CursorMessage
  | MomentMessage
  | WhatIfProgressMessage
  | WhatIfMessage
  | OpenWhatIfMessage
  | PictureRequestMessage;

export { isHostToPage, isPageToHost } from './guards.ts';
