/** Does what a page asks VS Code for: lines, the clipboard, files, commands. What it asks of the log is for `panelQuestions.ts`. */
import * as vscode from 'vscode';
import type { PageToHost } from '../../protocol/protocol.ts';
import { loneReturns } from '../editorLines.ts';
import { askForReport, redactsReports } from '../features/reports.ts';
import { saveTable } from '../features/saveTable.ts';
import { COMMANDS } from '../ids.ts';
import { logName, logShownBy } from '../logUri.ts';
import { t } from '../said.ts';
import type { PanelServices } from './panelServices.ts';
import type { PanelSources } from './panelSources.ts';

/** Requests about the page itself, and those that the worker answers, are the panel's own. */
export type RequestOfEditor = Exclude<
  PageToHost,
  { readonly type: 'ready' | 'picture' | 'momentRequest' | 'whatIfRequest' | 'whatIfCancel' }
>;

interface Asking {
  readonly uri: vscode.Uri;
  readonly sources: PanelSources;
  /** Where the panel stands: lines open beside it. */
  readonly column: vscode.ViewColumn | undefined;
  /** Who holds the analysis. */
  readonly holder: object;
}

/** How long a word in the status bar stays, in milliseconds. */
const SAID_MS = 3000;

export async function obeyPage(
  message: RequestOfEditor,
  { analyses, navigation, log }: PanelServices,
  { uri, sources, column, holder }: Asking,
): Promise<void> {
  switch (message.type) {
    case 'openLine':
      return navigation.openLine(sources.uriOf(message.source), message.line, {
        beside: message.beside,
        entry: sources.entryOf(message.source),
        panelColumn: column,
        loneReturns: () => loneReturns(analyses.find(uri), message.source),
      });
    case 'cancel':
      analyses.find(uri)?.cancel();
      return;
    case 'retry':
      analyses.of(uri, holder);
      analyses.restart(uri);
      return;
    case 'copyAnswer': {
      const redact = redactsReports(uri);
      const answer = await askForReport(analyses, uri, 'answerMarkdown', { redact, question: undefined });
      return answer === undefined ? undefined : copy(answer, t('The answer is on the clipboard.'));
    }
    case 'copyCommand':
      return copy(message.command, t('The command is on the clipboard.'));
    case 'gettingLogs':
    case 'openSample':
    case 'saveReport':
      await vscode.commands.executeCommand(COMMANDS[message.type]);
      return;
    case 'guide':
      await vscode.commands.executeCommand(COMMANDS.showFinding, message.finding);
      return;
    case 'saveTable':
      return saveTable(logShownBy(uri).log, message.csv);
    case 'pageError':
      log.error(`page of ${logName(uri)}: ${message.text}`);
  }
}

async function copy(text: string, said: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(said, SAID_MS);
}
