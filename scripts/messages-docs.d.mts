import type { CatalogueRow } from '../src/messages/row.ts';

export const DOCS_FILE: string;
export function docsText(catalogue: {
  readonly rows: readonly CatalogueRow[];
  readonly titles: Readonly<Record<string, string>>;
}): string;
