/** Rows of the table on the clipboard, and what is said about it. */
import { formatDate, formatTime } from '../charts/axis.ts';
import type { Model } from '../page/model.ts';
import { MOST_COPIED, rowsText, type RowsForm } from './tableModel.ts';
import { t } from '../page/words.ts';

/** Answers the browser's `copy`, unless text is marked: who marks text with the mouse wants that. */
export function copyInto(event: ClipboardEvent, model: Model, rows: Uint32Array, say: (text: string) => void): void {
  if ((window.getSelection()?.toString() ?? '') !== '') return;
  event.preventDefault();
  event.clipboardData?.setData('text/plain', textOf(rows, model));
  say(copiedText(rows.length));
}

/** Copies without a gesture of the browser's own; it may refuse. */
export function copyToClipboard(model: Model, rows: Uint32Array, say: (text: string) => void): void {
  navigator.clipboard.writeText(textOf(rows, model)).then(
    () => say(copiedText(rows.length)),
    () => say(t('Cannot reach the clipboard; press Ctrl/Cmd+C in the table instead.')),
  );
}

/** The rows as a file for spreadsheets; says what is left out. */
export function rowsAsCsv(model: Model, rows: Uint32Array, say: (text: string) => void): string {
  if (rows.length > MOST_COPIED)
    say(t('The first {0} of {1} rows are saved.', MOST_COPIED.toLocaleString('en'), rows.length.toLocaleString('en')));
  return textOf(rows, model, 'csv');
}

function textOf(rows: Uint32Array, model: Model, form: RowsForm = 'tabs'): string {
  return rowsText(
    model.document,
    rows,
    (time) =>
      `${model.scale.format === 'relative' ? '' : `${formatDate(time, model.scale)} `}${formatTime(time, model.scale)}`,
    form,
  );
}

function copiedText(count: number): string {
  if (count > MOST_COPIED)
    return t('The first {0} of {1} rows copied.', MOST_COPIED.toLocaleString('en'), count.toLocaleString('en'));
  return count === 1 ? t('1 row copied.') : t('{0} rows copied.', count.toLocaleString('en'));
}
