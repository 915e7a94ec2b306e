/**
 * What an entry of the extension does, small because every window with a text runs it: looks whether there is a kubelet log and starts the rest (`startExtension.ts`)
 * once there is, or once one of our commands is used. Says so visibly when that fails.
 */
import * as vscode from 'vscode';
import { hintsAtKubelet } from '../kubelet/hints.ts';
import { isKubeletLog } from './documents.ts';
import { largeLogInFront } from './largeFiles.ts';
import { LanguageDetection } from './languageDetection.ts';
import { registerModelTools } from './modelTools.ts';
import { registerStandIns, type RunningExtension } from './standIns.ts';

/** The rest of the extension. */
export interface ExtensionProgram {
  start(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): RunningExtension;
  /** Whether a text of 4 KB is the begin of a kubelet log. */
  looksLikeKubeletLog(head: string): Promise<boolean>;
}

/**
 * Activates the extension.
 * @param program gives the rest of it; loads it where it is not there yet
 * @param startsAtOnce a log is to be opened at the start
 */
export function activateExtension(
  context: vscode.ExtensionContext,
  program: () => ExtensionProgram,
  startsAtOnce: boolean,
): void {
  const log = vscode.window.createOutputChannel('Kubelet Timeline', { log: true });
  context.subscriptions.push(log);
  let running: RunningExtension | undefined;
  const start = (): RunningExtension => {
    if (running !== undefined) return running;
    try {
      standIns.dispose();
      running = program().start(context, log);
      return running;
    } catch (error) {
      log.error(error instanceof Error ? error : String(error));
      const show = 'Show Log';
      void vscode.window.showErrorMessage('Kubelet Timeline could not start.', show).then((choice) => {
        if (choice === show) log.show();
      });
      throw error;
    }
  };
  const startFor = (document: vscode.TextDocument): void => {
    if (running === undefined && isKubeletLog(document)) start();
  };
  const startForLarge = async (): Promise<void> => {
    if (running === undefined && (await largeLogInFront(() => false)) !== undefined) start();
  };
  const standIns: vscode.Disposable = registerStandIns(start);
  const detection = new LanguageDetection(
    log,
    async (head) => hintsAtKubelet(head) && (await program().looksLikeKubeletLog(head)),
  );
  context.subscriptions.push(
    standIns,
    registerModelTools(start),
    detection,
    vscode.workspace.onDidOpenTextDocument(startFor),
    vscode.window.tabGroups.onDidChangeTabs(() => void startForLarge()),
    // The tab of a large file comes before its text, and until then the editor before it is the active one.
    vscode.window.onDidChangeActiveTextEditor(() => void startForLarge()),
  );
  detection.lookAtAll();
  if (startsAtOnce || vscode.workspace.textDocuments.some(isKubeletLog)) start();
  else void startForLarge();
}
