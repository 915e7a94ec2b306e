/** Opens a log from anywhere: a file with its text, or a folder, with the timeline. */
import * as vscode from 'vscode';
import { COMMANDS } from '../ids.ts';
import { isPacked, isVirtualWorkspace } from '../logUri.ts';
import type { TimelinePanels } from '../panel/panelHost.ts';
import { t } from '../said.ts';

const KINDS = [
  { icon: '$(file)', label: 'File…', description: 'a kubelet log, packed or not', isFolder: false },
  { icon: '$(folder)', label: 'Folder…', description: 'all kubelet logs in it, as one timeline', isFolder: true },
] as const;

/** Registers the command. A dialog chooses either files or folders, so it is asked first which is meant, where folders can be read. */
export function registerOpenLog(panels: TimelinePanels, readsFolders: boolean): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.openLog, async () => {
    const kind =
      readsFolders && !isVirtualWorkspace()
        ? await vscode.window.showQuickPick(
            KINDS.map(({ icon, label, description, isFolder }) => ({
              label: `${icon} ${t(label)}`,
              description: t(description),
              isFolder,
            })),
            { title: t('Open a kubelet log') },
          )
        : { isFolder: false };
    if (kind === undefined) return;
    const picked = await vscode.window.showOpenDialog({
      canSelectFiles: !kind.isFolder,
      canSelectFolders: kind.isFolder,
      canSelectMany: false,
      title: t(kind.isFolder ? 'Choose a folder with kubelet logs' : 'Choose a kubelet log'),
      openLabel: t('Open Log'),
    });
    const log = picked?.[0];
    if (log === undefined) return;
    await showWithTimeline(log, kind.isFolder, panels);
  });
}

/** A log's text, where an editor can show it, and its timeline beside it. */
export async function showWithTimeline(log: vscode.Uri, isFolder: boolean, panels: TimelinePanels): Promise<void> {
  let isText = false;
  if (!isFolder && !isPacked(log)) {
    try {
      await vscode.window.showTextDocument(log, { viewColumn: vscode.ViewColumn.One, preview: false });
      isText = true;
    } catch {
      // Too large for an editor, or binary: the timeline can show it all the same.
    }
  }
  panels.show(log, isText ? (panels.column ?? vscode.ViewColumn.Beside) : vscode.ViewColumn.Active);
}
