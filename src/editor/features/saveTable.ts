/** *Save CSV…* of the table: asks for the file and writes the rows that the page gives. */
import * as vscode from 'vscode';
import { saveWhole } from '../saveWhole.ts';
import { folderFor } from './folderFor.ts';
import { t } from '../said.ts';
import { notice } from '../notice.ts';

/** Offers a file beside the log. */
export async function saveTable(log: vscode.Uri, csv: string): Promise<void> {
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folderFor(log), 'kubelet-timeline.csv'),
    filters: { [t('Comma-separated values')]: ['csv'] },
    title: t('Save Table'),
  });
  if (target === undefined) return;
  if (target.toString() === log.toString()) {
    void vscode.window.showErrorMessage(t('The table would overwrite the log. Give it another name.'));
    return;
  }
  try {
    await saveWhole(target, new TextEncoder().encode(csv));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(notice('The table could not be saved: {0}', why));
    return;
  }
  const open = t('Open');
  const choice = await vscode.window.showInformationMessage(t('The table is saved.'), open);
  if (choice === open) await vscode.commands.executeCommand('vscode.open', target);
}
