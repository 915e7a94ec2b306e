/**
 * Opens a log with its timeline when the extension starts, for `npm start`: the environment variable KUBELET_TIMELINE_OPEN holds an absolute path.
 * Only the first window that starts the extension obeys; nothing happens in ordinary use, where the variable is not set.
 */
import * as vscode from 'vscode';
import { isPacked } from './logUri.ts';
import type { TimelinePanels } from './panel/panelHost.ts';

/** Opens the log that the variable names, if it does. */
export async function openAtStart(path: string | undefined, panels: TimelinePanels): Promise<void> {
  if (path === undefined || path === '') return;
  const uri = vscode.Uri.file(path);
  if (!isPacked(uri)) await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One, preview: false });
  panels.show(uri, vscode.ViewColumn.Beside);
}
