/** Why sources that were read give no analysis. */
import type { InputProblem } from '../analysis.ts';
import type { LineIntake } from '../intake/lineIntake.ts';
import { looksLike } from './looksLike.ts';
import type { OpenSource } from './openSource.ts';

interface WhatCame {
  readonly sources: readonly OpenSource[];
  readonly intake: LineIntake;
  readonly hasMetrics: boolean;
  /** Why a source could not be read, where that is so. */
  readonly unreadable: Extract<InputProblem, { readonly kind: 'unreadable' }> | undefined;
}

/** `undefined`: they hold something of a kubelet. */
export function inputProblem({ sources, intake, hasMetrics, unreadable }: WhatCame): InputProblem | undefined {
  const { leftOut } = intake.stretch;
  if (unreadable !== undefined && !intake.holdsKubelet && leftOut === 0) return unreadable;
  if (sources.every((source) => source.sniffer.isBlank)) return { kind: 'empty' };
  if (intake.holdsKubelet || hasMetrics) return undefined;
  if (leftOut > 0) return { kind: 'nothing-in-window', records: leftOut };
  if (sources.some((source) => source.sniffer.isBinary)) return { kind: 'binary' };
  const likeness = sources.map(({ sniffer }) => looksLike(sniffer.head)).find((found) => found !== undefined);
  return {
    kind: 'no-kubelet-records',
    lines: sources.reduce((lines, source) => lines + source.reader.summary().lines, 0),
    ...(likeness === undefined ? {} : { looksLike: likeness }),
  };
}
