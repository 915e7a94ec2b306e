/**
 * What stands in for the commands and the timelines until somebody needs one: the code behind them is loaded then, and not in a window that shows no kubelet log.
 */
import * as vscode from 'vscode';
import { COMMANDS, PANEL_VIEW_TYPE } from './ids.ts';

/** The extension, once all of it is loaded. */
export interface RunningExtension {
  /** Gives a timeline that VS Code has kept over a restart its log again. */
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}

/**
 * Registers the stand-ins; they are to be disposed of before the real ones are registered.
 * @param start loads and starts the extension, once
 */
export function registerStandIns(start: () => RunningExtension): vscode.Disposable {
  const standIns = Object.values(COMMANDS).map((id) =>
    vscode.commands.registerCommand(id, async (...given: unknown[]) => {
      start();
      return vscode.commands.executeCommand(id, ...given);
    }),
  );
  return vscode.Disposable.from(
    ...standIns,
    vscode.window.registerWebviewPanelSerializer(PANEL_VIEW_TYPE, {
      deserializeWebviewPanel: (panel, state: unknown) => start().restore(panel, state),
    }),
  );
}
