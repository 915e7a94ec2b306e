/**
 * What stands in for the commands and the timelines until somebody needs one: the code behind them is loaded then, and not in a window that shows no kubelet log.
 */
import * as vscode from 'vscode';
import { COMMANDS, PANEL_VIEW_TYPE } from './ids.ts';
import type { ToolInput } from './modelTools.ts';

/** The extension, once all of it is loaded. */
export interface RunningExtension {
  /** Gives a timeline that VS Code has kept over a restart its log again. */
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
  /** What VS Code says and asks before a model's call of one of our tools. */
  prepareTool(input: ToolInput): Promise<vscode.PreparedToolInvocation>;
  /** Answers a model's call of the tool `name`. Rejects with words for the model. */
  callTool(name: string, input: ToolInput, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult>;
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
