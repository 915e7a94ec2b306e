/** How whatever is made of a log is saved: beside the log at first, never over it, with an offer to open it. Words come in the reader's language. */
import * as vscode from 'vscode';
import type { Printable } from '../../kubelet/printable.ts';
import { saveWhole } from '../saveWhole.ts';
import { t } from '../said.ts';
import { folderFor } from './folderFor.ts';

/** Asks where. `undefined`: nowhere; `overwrites` is said where it would be the log itself. */
export async function askBesideLog(
  log: vscode.Uri,
  {
    name,
    filters,
    title,
    overwrites,
  }: Readonly<Record<'name' | 'title' | 'overwrites', string>> & { readonly filters: Record<string, string[]> },
): Promise<vscode.Uri | undefined> {
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folderFor(log), name),
    filters,
    title,
  });
  if (target?.toString() !== log.toString()) return target;
  void vscode.window.showErrorMessage(overwrites);
  return undefined;
}

export interface SavedFile {
  readonly uri: vscode.Uri;
  readonly content: Uint8Array;
}

/** Writes the files, and offers to open the target: a web page in the browser, anything else in the editor. */
export async function saveAndOffer(
  target: vscode.Uri,
  files: readonly SavedFile[],
  says: { readonly saved: string; readonly failed: (why: string) => Printable; readonly isWebPage?: boolean },
): Promise<void> {
  try {
    for (const { uri, content } of files) await saveWhole(uri, content);
  } catch (error) {
    void vscode.window.showErrorMessage(says.failed(error instanceof Error ? error.message : String(error)));
    return;
  }
  const open = t('Open');
  const choice = await vscode.window.showInformationMessage(says.saved, open);
  if (choice !== open) return;
  if (says.isWebPage === true) await vscode.env.openExternal(target);
  else await vscode.commands.executeCommand('vscode.open', target);
}
