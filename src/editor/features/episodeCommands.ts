/** Next and previous unhealthy time of the log in the active editor; after the last comes the first. */
import * as vscode from 'vscode';
import { COMMANDS } from '../ids.ts';
import type { LogOutlines } from './logOutlines.ts';
import { t } from '../said.ts';

/** Registers both commands. */
export function registerEpisodeCommands(outlines: LogOutlines): vscode.Disposable {
  const go = async (forward: boolean): Promise<void> => {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return;
    const outline = await outlines.of(editor.document);
    const lines = (outline?.episodes ?? []).filter(({ startup }) => !startup).map(({ first }) => first);
    const line = lineAfter(lines, editor.selection.active.line + 1, forward);
    if (line === undefined) {
      vscode.window.setStatusBarMessage(t('No unhealthy time is known in this log.'), 4000);
      return;
    }
    goTo(editor, line);
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(COMMANDS.nextEpisode, () => go(true)),
    vscode.commands.registerCommand(COMMANDS.previousEpisode, () => go(false)),
  );
}

/** The next of ascending lines from a line on, or the one before it; beyond the ends it goes round. */
export function lineAfter(lines: readonly number[], from: number, forward: boolean): number | undefined {
  return forward
    ? (lines.find((line) => line > from) ?? lines[0])
    : (lines.findLast((line) => line < from) ?? lines.at(-1));
}

/** Puts the cursor on a line, 1-based, and shows it. */
export function goTo(editor: vscode.TextEditor, line: number): void {
  const position = new vscode.Position(Math.min(line, editor.document.lineCount) - 1, 0);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(new vscode.Range(position, position), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
