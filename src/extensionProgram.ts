/** The extension on Node, behind its entry (`extension.ts`). */
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { saveFetched } from './adapters/nodeLog/fetchedLog.ts';
import { runJournalctl } from './adapters/nodeLog/journalProgram.ts';
import { listNames } from './adapters/nodeLog/listNames.ts';
import { isNodeName } from './adapters/nodeLog/nodeWays.ts';
import { readNode } from './adapters/nodeLog/readNode.ts';
import { ungzip } from './adapters/ungzip.ts';
import { startWorkerThread } from './adapters/workerThread.ts';
import { OPEN_VARIABLE } from './editor/openVariable.ts';
import type { RunningExtension } from './editor/standIns.ts';
import { startExtension } from './editor/startExtension.ts';

export { looksLikeKubeletLog } from './journal/detect.ts';

/** Starts all of the extension. */
export function start(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): RunningExtension {
  const workerFile = join(context.extensionPath, 'dist', 'worker.js');
  const codeFolder = context.globalStorageUri.scheme === 'file' ? context.globalStorageUri.fsPath : undefined;
  return startExtension(context, log, {
    startWorker: () => startWorkerThread(workerFile, { codeFolder }),
    ungzip,
    readsFolders: true,
    nodePrograms: { journal: runJournalctl, list: listNames, fetchNode: readNode, isNodeName, save: saveFetched },
    fileToOpen: process.env[OPEN_VARIABLE],
  });
}
