/** A what-if as the panel shows it: plain data, times in microseconds since the epoch. */
import type { ChangeName } from './changeTable.ts';

/** What is compared, as observed, in the run of the unchanged scenario, and with the change. */
export interface WhatIfFigure {
  readonly what: string;
  readonly observed: string;
  readonly unchanged: string;
  readonly predicted: string;
}

/** One value of the scenario and how it is known, with the first of its lines. */
export interface WhatIfKnown {
  readonly is: 'inferred' | 'assumed';
  readonly text: string;
  readonly lines: readonly { readonly source: number; readonly line: number }[];
}

interface WhatIfStretch {
  readonly from: number;
  readonly to: number;
}

export interface WhatIfDocument {
  readonly sentence: string;
  /** Something is changed; else it is the scenario as it was inferred. */
  readonly isChanged: boolean;
  readonly resemblance: string;
  readonly figures: readonly WhatIfFigure[];
  readonly known: readonly WhatIfKnown[];
  /** What each value is before it is changed. */
  readonly values: Readonly<Record<ChangeName, string>>;
  /** The predicted staleness: break points of a curve; not a number in `seconds` where no relist was listed yet. */
  readonly times: Float64Array;
  readonly seconds: Float64Array;
  /** In seconds. */
  readonly threshold: number;
  readonly skips: Float64Array;
  readonly notReady: readonly WhatIfStretch[];
  readonly unhealthy: readonly WhatIfStretch[];
}

/** A document, or why there is none. */
export type WhatIfAnswer = { readonly document: WhatIfDocument } | { readonly why: string; readonly name?: ChangeName };
