/** The report of a log, with its names or with pseudonyms: what *Copy* and *Save Report…* give away. */
import * as vscode from 'vscode';
import type { QuestionKind, Questions } from '../../protocol/workerProtocol.ts';
import type { AnalysisClient } from '../analysisClient.ts';
import { SETTINGS } from '../ids.ts';
import type { LogAnalyses } from '../logAnalyses.ts';
import { t } from '../said.ts';
import { notice } from '../notice.ts';

/** What can be asked for a report. */
export type ReportQuestion = Extract<QuestionKind, 'answerMarkdown' | 'reportMarkdown' | 'reportParts' | 'timeline'>;

/** Whether the user wants pseudonyms in what is passed on. */
export function redactsReports(log: vscode.Uri): boolean {
  return vscode.workspace.getConfiguration(undefined, log).get<unknown>(SETTINGS.redactReports) === true;
}

/**
 * Asks for a report, with progress. `undefined` where the log could not be read (the user is told), or when it was given up.
 * @param log what is analysed: a log, a folder or an archive
 */
export async function askForReport<Kind extends ReportQuestion>(
  analyses: LogAnalyses,
  log: vscode.Uri,
  kind: Kind,
  { redact, question }: { readonly redact: boolean; readonly question: Questions[Kind]['question'] },
): Promise<NonNullable<Questions[Kind]['answer']> | undefined> {
  return vscode.window.withProgress(
    {
      location: redact ? vscode.ProgressLocation.Notification : vscode.ProgressLocation.Window,
      title: t(redact ? 'Kubelet Timeline replaces the names in the log' : 'Kubelet Timeline reads the log'),
      cancellable: redact,
    },
    async (_progress, token) => {
      const asked = (client: AnalysisClient): Promise<Questions[Kind]['answer']> => client.ask(kind, question);
      const answer = await (redact ? analyses.askRedacted(log, asked, token) : analyses.ask(log, asked));
      if (answer === undefined && !token.isCancellationRequested) tellThatThereIsNone(analyses, log);
      return answer ?? undefined;
    },
  );
}

function tellThatThereIsNone(analyses: LogAnalyses, log: vscode.Uri): void {
  const status = analyses.find(log)?.status;
  const why = status?.kind === 'failed' ? `${status.problem.title} ${status.problem.whatToDo}` : '';
  void vscode.window.showWarningMessage(notice('There is no report of this log. {0}', why).trim());
}
