import type { CatalogueRow } from '../src/messages/recognise/row.ts';

export const GRAMMAR_FILE: string;
export function grammarText(catalogue: {
  readonly rows: readonly CatalogueRow[];
  readonly eventTypes: readonly string[];
}): string;
