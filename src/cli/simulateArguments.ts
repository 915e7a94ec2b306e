/** `simulate` as data: what is asked for, or what is wrong with it. */
import { ENVELOPES, type WrittenMode } from '../journal/envelope/writeEnvelope.ts';
import type { Usage } from './usage/readUsage.ts';

export interface SimulateCommand {
  readonly kind: 'simulate';
  /** Path of the scenario; `-` is standard input. */
  readonly scenario: string;
  readonly out?: string;
  readonly truth?: string;
  /** Instead of the scenario's own envelope. */
  readonly envelope?: WrittenMode;
}

/** Reads what stands behind `simulate`. Of the two outputs only the log may go to standard output (`--out -`). */
export function readSimulate({ operands, values }: Usage): SimulateCommand | { readonly why: string } {
  const [scenario, more] = operands;
  if (scenario === undefined) return { why: 'simulate needs a SCENARIO.json, or - for standard input' };
  if (more !== undefined) return { why: `simulate takes one scenario, not ${more} too` };
  const [out, truth, format] = ['out', 'truth', 'format'].map((name) => values.get(name)?.at(-1));
  const envelope = ENVELOPES.find((mode) => mode === format);
  if (truth === '-') return { why: '--truth -: the log goes to standard output; give a file' };
  return {
    kind: 'simulate',
    scenario,
    ...(out === undefined || out === '-' ? {} : { out }),
    ...(truth === undefined ? {} : { truth }),
    ...(envelope === undefined ? {} : { envelope }),
  };
}
