/** Where a file about a log is offered to be saved. */
import * as vscode from 'vscode';
import { documentOf } from '../documents.ts';
import { isOnDisk } from '../logUri.ts';

/** Beside the log where that is a file, else in the workspace. */
export function folderFor(log: vscode.Uri): vscode.Uri {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (isOnDisk(log) || documentOf(log) === undefined) return vscode.Uri.joinPath(log, '..');
  return workspace ?? vscode.Uri.file('/');
}
