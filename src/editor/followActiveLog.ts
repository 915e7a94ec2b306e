/** The timeline follows the log that is active, unless a setting keeps them apart. */
import * as vscode from 'vscode';
import { isKubeletLog } from './documents.ts';
import { SETTINGS } from './ids.ts';
import { logShownBy } from './logUri.ts';
import type { TimelinePanels } from './panel/panelHost.ts';

/** Who steps through tabs passes many logs; only one that stays active for so long is followed. */
const REST_MS = 150;

/** Watches which log is active. Nothing happens while no timeline is in sight. */
export function followActiveLog(panels: TimelinePanels): vscode.Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const subscription = vscode.window.onDidChangeActiveTextEditor((active) => {
    clearTimeout(timer);
    if (active === undefined || !isKubeletLog(active.document) || !isWanted()) return;
    timer = setTimeout(() => {
      if (vscode.window.activeTextEditor === active) panels.follow(logShownBy(active.document.uri).log);
    }, REST_MS);
  });
  return new vscode.Disposable(() => {
    clearTimeout(timer);
    subscription.dispose();
  });
}

function isWanted(): boolean {
  return vscode.workspace.getConfiguration().get<unknown>(SETTINGS.followActiveLog) !== false;
}
