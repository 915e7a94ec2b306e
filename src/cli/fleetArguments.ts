/** `fleet` as data: what is asked for, or what is wrong with it. */
import type { ColourWish } from './arguments.ts';
import { FLEET_FORMATS } from './usage/commands.ts';
import type { Usage } from './usage/readUsage.ts';

export interface FleetCommand {
  readonly kind: 'fleet';
  /** Files with summaries, folders of them, or `-` for standard input; at least one. */
  readonly files: readonly string[];
  readonly format: (typeof FLEET_FORMATS)[number];
  readonly out?: string;
  readonly color?: ColourWish;
  /** Pseudonyms instead of names. */
  readonly redact?: true;
}

/** Reads what stands behind `fleet`. */
export function readFleet({ operands, values }: Usage): FleetCommand | { readonly why: string } {
  if (operands.length === 0)
    return { why: 'fleet needs a FILE with summaries, or a folder of them, or - for standard input' };
  if (operands.filter((file) => file === '-').length > 1) return { why: 'standard input (-) can be read only once' };
  const [format, out, color] = ['format', 'out', 'color'].map((name) => values.get(name)?.at(-1));
  return {
    kind: 'fleet',
    files: operands,
    format: FLEET_FORMATS.find((known) => known === format) ?? 'text',
    ...(out === undefined || out === '-' ? {} : { out }),
    ...(color === 'always' || color === 'never' || color === 'auto' ? { color } : {}),
    ...(values.has('redact') ? { redact: true } : {}),
  };
}
