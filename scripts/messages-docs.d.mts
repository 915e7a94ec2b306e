import type { RowSource } from '../src/messages/catalogue/sources/source.ts';
import type { CatalogueRow } from '../src/messages/recognise/row.ts';

export const DOCS_FILE: string;
export function docsText(catalogue: {
  readonly rows: readonly CatalogueRow[];
  readonly titles: Readonly<Record<string, string>>;
  readonly sources: ReadonlyMap<string, RowSource>;
}): string;
