import type { Answer, PrintableFinding } from '../diagnosis/finding.ts';
import type { Folded } from '../inference/store/folded.ts';
import type { Reconstruction } from '../replay/reconstruction.ts';
import type { Likeness } from './sources/looksLike.ts';

/** Everything known about a log. The JSON contract (`kubelet-timeline/analysis@1`) is a projection of it. */
export interface Analysis {
  readonly reconstruction: Reconstruction;
  readonly findings: readonly PrintableFinding[];
  readonly answer: Answer;
  /** What is counted only, in the history and in the diagnosis; empty where everything is kept. */
  readonly folded: readonly Folded[];
}

export interface AnalysisProgress {
  readonly bytes: number;
  readonly totalBytes?: number;
  readonly lines: number;
  readonly phase: 'reading' | 'replaying';
  /** What a first look at the file found, long before all of it is read. Provisional. */
  readonly headline?: string;
}

/** Expected failures of an analysis, as results: what is wrong with the input and what to do. */
export type InputProblem =
  | { readonly kind: 'empty' }
  /** Packed data that is cut or damaged, or a source that was given up; `why` is said as it stands. `mayBeWhole`: it is only packed in a way that is not read, and `why` says how to unpack it. */
  | { readonly kind: 'unreadable'; readonly why: string; readonly mayBeWhole?: true }
  | { readonly kind: 'binary' }
  | { readonly kind: 'no-kubelet-records'; readonly lines: number; readonly looksLike?: Likeness }
  | { readonly kind: 'nothing-in-window'; readonly records: number }
  | { readonly kind: 'cancelled' };

export type AnalysisResult =
  | { readonly ok: true; readonly analysis: Analysis }
  | { readonly ok: false; readonly problem: InputProblem };
