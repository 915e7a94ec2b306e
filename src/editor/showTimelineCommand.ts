/** Show Kubelet Timeline, from the title bar, the palette and the explorer. */
import * as vscode from 'vscode';
import { COMMANDS } from './ids.ts';
import { logShownBy } from './logUri.ts';
import type { TimelinePanels } from './panel/panelHost.ts';
import { t } from './said.ts';

/** Registers the command, and the same with a title that says more, for menus. These hand over the file they were opened on; the palette means the active editor. */
export function registerShowTimeline(panels: TimelinePanels): vscode.Disposable {
  const show = async (given: unknown, selected: unknown): Promise<void> => {
    const picked = Array.isArray(selected) ? selected.filter((one) => one instanceof vscode.Uri) : [];
    const uri = given instanceof vscode.Uri ? given : (activeLog() ?? panels.active ?? (await askForLog()));
    // The explorer hands over all that is selected there: each log has a timeline of its own, a folder one for all that is in it.
    const isPicked = picked.some((one) => one.toString() === uri?.toString());
    for (const log of isPicked ? picked : [uri])
      if (log !== undefined) panels.show(logShownBy(log).log, timelineColumn(log, panels.column));
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(COMMANDS.showTimeline, show),
    vscode.commands.registerCommand(COMMANDS.showTimelineOfFile, show),
  );
}

/** The log in the active editor. A file above 50 MB has a tab, but no text editor that extensions see. */
export function activeLog(): vscode.Uri | undefined {
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active !== undefined && active.scheme !== 'output') return active;
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

async function askForLog(): Promise<vscode.Uri | undefined> {
  const picked = await vscode.window.showOpenDialog({
    canSelectMany: false,
    openLabel: t('Show Kubelet Timeline'),
    title: t('Choose a kubelet log'),
  });
  return picked?.[0];
}

/** Where other timelines are (`timelines`), unless that would hide the log; of the first timeline beside the log when it is open in an editor in sight, else where the user is. */
export function timelineColumn(uri: vscode.Uri, timelines: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const key = uri.toString();
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === key);
  if (timelines !== undefined && timelines !== shown?.viewColumn) return timelines;
  return shown === undefined ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
}
