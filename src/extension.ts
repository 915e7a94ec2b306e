/**
 * The extension's entry, small because every window with a text runs it: looks whether there is a kubelet log and loads the rest (`extensionProgram.ts`) once there is, or once one of
 * our commands is used. Says so visibly when that fails.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isKubeletLog } from './editor/documents.ts';
import { LanguageDetection } from './editor/languageDetection.ts';
import { OPEN_VARIABLE } from './editor/openVariable.ts';
import { registerStandIns, type RunningExtension } from './editor/standIns.ts';
import { hintsAtKubelet } from './kubelet/hints.ts';
import type * as ExtensionProgram from './extensionProgram.ts';

/** Called by VS Code once. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Kubelet Timeline', { log: true });
  context.subscriptions.push(log);
  const load = createRequire(__filename);
  const program = (): typeof ExtensionProgram =>
    load(join(__dirname, 'extension-program.js')) as typeof ExtensionProgram;
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
  const standIns: vscode.Disposable = registerStandIns(start);
  const detection = new LanguageDetection(log, (head) => hintsAtKubelet(head) && program().looksLikeKubeletLog(head));
  context.subscriptions.push(standIns, detection, vscode.workspace.onDidOpenTextDocument(startFor));
  detection.lookAtAll();
  if ((process.env[OPEN_VARIABLE] ?? '') !== '' || vscode.workspace.textDocuments.some(isKubeletLog)) start();
}
