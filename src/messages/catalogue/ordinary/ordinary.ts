/** How messages of which nothing follows are written down: lines of a kubelet that is well, which the hover explains. */
import { type CatalogueRow, family, keyed, text } from '../../recognise/row.ts';
import { UNIQUE_PREFIX } from '../../recognise/template.ts';

/** A printf message with `{name}` fields, or a structured one with its keys. */
type Spelling = string | readonly [message: string, ...keys: readonly string[]];

/** The part of the kubelet that writes it, and its source file. */
type Writer = readonly [component: string, file: string];

/**
 * The rows of one message: `ID.u`, `ID.u2` … for printf texts, `ID.s` … for structured ones. No versions are given: these texts say nothing of the kubelet's version,
 * and nothing is to be concluded from them.
 */
export function ordinary(
  id: string,
  [component, file]: Writer,
  meaning: string,
  ...spellings: readonly Spelling[]
): CatalogueRow[] {
  const count = { u: 0, s: 0 };
  const idOf = (form: 'u' | 's'): string => {
    count[form] += 1;
    return `${id}.${form}${count[form] === 1 ? '' : count[form]}`;
  };
  return family(
    { component, file, meaning },
    ...spellings.map((spelling) => {
      if (typeof spelling === 'string') return text(idOf('u'), spelling, { severity: 'I' });
      const [message, ...keys] = spelling;
      return keyed(idOf('s'), message, keys, { severity: 'I' });
    }),
  ).map((row) => (row.template.length < UNIQUE_PREFIX ? { ...row, isOfItsFile: true } : row));
}

/** A message that some versions write as it is, and others in quotes with the pod behind it. */
export function quotedToo(rows: readonly CatalogueRow[]): CatalogueRow[] {
  return rows.map((row) => ({ ...row, isQuotedToo: true }));
}
