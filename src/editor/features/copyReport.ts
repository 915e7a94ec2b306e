/** Copies what *Copy* in the timeline copies: of the timeline in front, else of the log in the active editor. */
import * as vscode from 'vscode';
import { COMMANDS } from '../ids.ts';
import type { LogAnalyses } from '../logAnalyses.ts';
import type { TimelinePanels } from '../panel/panelHost.ts';
import { activeLog } from '../showTimelineCommand.ts';
import { logShownBy } from '../logUri.ts';
import { askForReport, redactsReports } from './reports.ts';
import { t } from '../said.ts';

/** Registers the command. */
export function registerCopyReport(panels: TimelinePanels, analyses: LogAnalyses): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.copyReport, async () => {
    const active = panels.active ?? activeLog();
    if (active === undefined) return;
    const { log } = logShownBy(active);
    const answer = await askForReport(analyses, log, 'answerMarkdown', {
      redact: redactsReports(log),
      question: undefined,
    });
    if (answer === undefined) return;
    await vscode.env.clipboard.writeText(answer);
    vscode.window.setStatusBarMessage(t('The incident report is on the clipboard.'), 4000);
  });
}
