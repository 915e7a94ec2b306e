/** `scenario` and `what-if` as data: what is asked for, or what is wrong with it. */
import { CHANGES, type ChangeName } from '../whatIf/changeTable.ts';
import { type Changes, readChanges } from '../whatIf/changes.ts';
import type { ReadCommand } from './arguments.ts';
import { WHAT_IF_FORMATS } from './usage/commands.ts';
import type { Usage } from './usage/readUsage.ts';

export interface ScenarioCommand extends ReadCommand {
  readonly kind: 'scenario';
}

export interface WhatIfCommand extends ReadCommand {
  readonly kind: 'what-if';
  readonly format: (typeof WHAT_IF_FORMATS)[number];
  readonly changes: Changes;
}

/** Reads what is changed. `read`: what of the log is read. */
export function readWhatIf({ values }: Usage, read: ReadCommand): WhatIfCommand | { readonly why: string } {
  const texts = new Map<ChangeName, string>();
  for (const { name, option } of CHANGES) {
    const text = values.get(option)?.at(-1);
    if (text !== undefined) texts.set(name, text);
  }
  if (texts.size === 0)
    return { why: `what-if needs at least one change: ${CHANGES.map(({ option }) => `--${option}`).join(', ')}` };
  const result = readChanges(texts);
  if (!result.ok) {
    const row = CHANGES.find(({ name }) => name === result.name);
    return { why: `--${row?.option ?? ''} ${result.why}` };
  }
  const format = WHAT_IF_FORMATS.find((known) => known === values.get('format')?.at(-1)) ?? 'text';
  return { kind: 'what-if', ...read, format, changes: result.changes };
}
