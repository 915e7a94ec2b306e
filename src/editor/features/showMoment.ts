/** Shows the moment of a line in the timeline: from the editor's menu, from a lens, from a hover. */
import * as vscode from 'vscode';
import { logLineOf, loneReturns } from '../editorLines.ts';
import { COMMANDS } from '../ids.ts';
import type { LogAnalyses } from '../logAnalyses.ts';
import { logShownBy } from '../logUri.ts';
import type { TimelinePanels } from '../panel/panelHost.ts';
import { timelineColumn } from '../showTimelineCommand.ts';

/** Registers the command. Its arguments are a document's address and a line of it, 1-based; without them the cursor of the active editor is meant. */
export function registerShowMoment(panels: TimelinePanels, analyses: LogAnalyses): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.showMoment, async (given: unknown, givenLine: unknown) => {
    const editor = vscode.window.activeTextEditor;
    const uri = typeof given === 'string' ? vscode.Uri.parse(given, true) : editor?.document.uri;
    const line =
      typeof givenLine === 'number' && Number.isInteger(givenLine)
        ? givenLine
        : editor === undefined
          ? undefined
          : editor.selection.active.line + 1;
    if (uri === undefined || line === undefined || line < 1) return;
    const { log, source, firstLine, isExcerpt } = logShownBy(uri);
    const panel = panels.show(log, timelineColumn(log, panels.column));
    const client = analyses.of(log);
    await client.settled();
    const own = isExcerpt ? line + firstLine - 1 : logLineOf(line, await loneReturns(client, client.ownSource));
    await panel.goToLine(source ?? client.ownSource, own);
  });
}
