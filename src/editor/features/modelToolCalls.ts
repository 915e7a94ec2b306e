/** Answers the calls of language models from the analysis of a log: the same answers as the command line's `mcp`. */
import * as vscode from 'vscode';
import { readToolCall } from '../../assistant/tools.ts';
import { printable } from '../../kubelet/printable.ts';
import type { AnalysisClient } from '../analysisClient.ts';
import type { LogAnalyses } from '../logAnalyses.ts';
import { logName } from '../logUri.ts';
import type { ToolInput } from '../modelTools.ts';
import { redactsReports } from './reports.ts';
import { t } from '../said.ts';
import { notice } from '../notice.ts';

/** Reads a log that the workspace does not hold only when the user agrees: a model chose it. */
export async function prepareTool(input: ToolInput): Promise<vscode.PreparedToolInvocation> {
  const { file } = input;
  if (typeof file !== 'string' || file === '') return {};
  const log = await uriOf(file);
  const invocationMessage = notice('Reading the kubelet log {0}', logName(log));
  if (vscode.workspace.getWorkspaceFolder(log) !== undefined) return { invocationMessage };
  return {
    invocationMessage,
    confirmationMessages: {
      title: t('Read a log outside of the workspace?'),
      message: printable(log.fsPath),
    },
  };
}

/**
 * Answers one call: small JSON with the lines that prove it, with pseudonyms where the user wants them in what is passed on.
 * Rejects with words for the model when there is no answer.
 */
export async function callTool(
  analyses: LogAnalyses,
  name: string,
  input: ToolInput,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  const call = readToolCall(name, input);
  if ('why' in call) throw new Error(call.why);
  const log = await uriOf(call.file);
  const asked = async (client: AnalysisClient): Promise<string> => {
    const answer = await client.ask('assistant', call.question);
    if (answer === undefined) throw new Error('There is no such line in this log.');
    return answer;
  };
  const answer = await (redactsReports(log)
    ? analyses.askRedacted(log, asked, token)
    : analyses.ask(log, asked, () => token.isCancellationRequested));
  if (answer !== undefined) return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(answer)]);
  const status = analyses.find(log)?.status;
  throw new Error(
    status?.kind === 'failed' ? `${status.problem.title} ${status.problem.whatToDo}` : 'The log could not be read.',
  );
}

/** The file that a model means: an absolute path, or one below a folder of the workspace, the first that has it. */
async function uriOf(file: string): Promise<vscode.Uri> {
  if (!/^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(file)) {
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
      const below = vscode.Uri.joinPath(uri, file);
      try {
        await vscode.workspace.fs.stat(below);
        return below;
      } catch {
        // In another folder, perhaps.
      }
    }
  }
  return vscode.Uri.file(file);
}
