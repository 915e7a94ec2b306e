/** One line to write: a row of the catalogue with its fields. */
import { onceFor } from '../../kubelet/oncePer.ts';
import { CATALOGUE } from '../../messages/catalogue/index.ts';
import type { MessageRow } from '../../messages/contract.ts';
import type { FieldValues } from '../../messages/write.ts';

export interface Line {
  readonly row: MessageRow;
  readonly fields: FieldValues;
  /** Lowest `-v` that prints it, where it differs from the row's. */
  readonly verbosity?: number;
  /** The caller, where it differs from the row's. */
  readonly file?: string;
  readonly fileLine?: number;
  /** Keys that only the JSON form has, behind the others. */
  readonly jsonOnly?: Readonly<Record<string, string>>;
}

const rowsOfFamily = new Map<string, readonly MessageRow[]>();

/**
 * The row that writes a message in a version: `name` is what the ids of its rows have in common (`syncloop.skip`), or one id.
 * `undefined` where the version does not write the message. Of several rows that fit, the first counts.
 */
export function rowFor(name: string, minor: number): MessageRow | undefined {
  const rows = onceFor(rowsOfFamily, name, () =>
    CATALOGUE.filter(
      ({ id }) => id === name || (id.startsWith(`${name}.`) && !id.slice(name.length + 1).includes('.')),
    ),
  );
  if (rows.length === 0) throw new Error(`no row of the catalogue is called ${name}`);
  return rows.find((row) => minorOf(row.since, 0) <= minor && minor <= minorOf(row.until, Number.POSITIVE_INFINITY));
}

function minorOf(version: string | undefined, missing: number): number {
  return version === undefined ? missing : Number(version.slice(version.indexOf('.') + 1));
}
