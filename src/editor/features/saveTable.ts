/** *Save CSV…* of the table: asks for the file and writes the rows that the page gives. */
import type * as vscode from 'vscode';
import { askBesideLog, saveAndOffer } from './saveBesideLog.ts';
import { t } from '../said.ts';
import { notice } from '../notice.ts';

/** Offers a file beside the log. */
export async function saveTable(log: vscode.Uri, csv: string): Promise<void> {
  const target = await askBesideLog(log, {
    name: 'kubelet-timeline.csv',
    filters: { [t('Comma-separated values')]: ['csv'] },
    title: t('Save Table'),
    overwrites: t('The table would overwrite the log. Give it another name.'),
  });
  if (target === undefined) return;
  await saveAndOffer(target, [{ uri: target, content: new TextEncoder().encode(csv) }], {
    saved: t('The table is saved.'),
    failed: (why) => notice('The table could not be saved: {0}', why),
  });
}
