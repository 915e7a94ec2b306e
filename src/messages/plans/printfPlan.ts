/** Plans of printf messages: the bytes between the values are the literals of the row's template. */
import type { Severity } from '../../journal/record.ts';
import { fieldType } from '../recognise/fieldType.ts';
import { plegEvent } from '../facts/pleg.ts';
import { EVENT_KEYS, eventValues } from './eventValues.ts';
import { LinePlan, MOST_KEYS, type PlannedValue } from './linePlan.ts';
import { type Found, isFoundFirst } from '../recognise/recognise.ts';

/** A beginning that the lines of a plan share is no longer. */
const LONGEST_BEGINNING = 120;
const ASCII = /^[\u0020-\u007e]*$/;

/**
 * The plan of lines like the one that was found, which a place in `file` wrote with a severity; `undefined` where a line that the plan matches may be of
 * another row. A message that begins with a value has a plan for each such value (`Liveness probe for …`).
 */
export function printfPlanOf(
  number: number,
  { row, template, values }: Found,
  severity: Severity,
  file: string,
): LinePlan | undefined {
  if (
    template === undefined ||
    values === undefined ||
    row.file !== file ||
    row.severity !== severity ||
    template.names.length >= MOST_KEYS
  )
    return undefined;
  const { literals, names, quoted } = template;
  const first = literals[0] === '' ? values[0] : '';
  if (
    first === undefined ||
    first.length > LONGEST_BEGINNING ||
    ![first, ...literals].every((text) => ASCII.test(text))
  )
    return undefined;
  const isShared = first !== '';
  if (isShared && (quoted[0] === true || fieldType(row.id, names[0] ?? '') !== 'text')) return undefined;
  const from = isShared ? 1 : 0;
  const own = names.slice(from);
  if (own.length === 0 && (isShared || literals[0] === '')) return undefined;
  const pieces = own.map((_, index): PlannedValue => {
    const isQuoted = quoted[from + index] === true;
    return { before: `${literals[from + index] ?? ''}${isQuoted ? '"' : ''}`, form: isQuoted ? 'quoted' : 'text' };
  });
  // The quote of the first value belongs to the beginning, for it tells rows apart.
  const beginning = `${first}${pieces[0]?.before ?? literals[0] ?? ''}`;
  const behind = own.length === 0 ? '' : (literals.at(-1) ?? '');
  const planned = [
    ...pieces.map((piece, index) => (index === 0 ? { ...piece, before: '' } : piece)),
    ...(behind === '' ? [] : [{ before: behind, form: 'end' as const }]),
  ];
  if (!isFoundFirst(row, beginning)) return undefined;
  const event = row.facts === plegEvent ? eventValues(literals.at(-2) ?? '', values.at(-1) ?? '') : undefined;
  if (event !== undefined) {
    own.splice(-1, 1, ...EVENT_KEYS);
    planned.splice(-1, 1, ...event);
  }
  const shared = new Map(isShared ? [[names[0] ?? '', first]] : []);
  return new LinePlan(number, row, severity, beginning, own, beginning, planned, shared);
}
