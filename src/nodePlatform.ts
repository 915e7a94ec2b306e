/** What the extension is given on Node: the worker as a thread, files, and the programs that fetch logs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { saveFetched } from './adapters/nodeLog/fetchedLog.ts';
import { runJournalctl } from './adapters/nodeLog/journalProgram.ts';
import { listNames } from './adapters/nodeLog/listNames.ts';
import { isNodeName } from './adapters/nodeLog/nodeWays.ts';
import { readNode } from './adapters/nodeLog/readNode.ts';
import { ungzip } from './adapters/packed/ungzip.ts';
import { startWorkerThread } from './adapters/workerThread.ts';
import { OPEN_VARIABLE } from './editor/openVariable.ts';
import type { Platform } from './editor/platform.ts';
import { wantedLanguage } from './editor/readerLanguage.ts';
import type { ReaderLanguage } from './editor/said.ts';
import { readLanguageFile } from './language/packed.ts';

/** The platform of an extension whose files are those of `context`. */
export function nodePlatform(context: Pick<vscode.ExtensionContext, 'extensionPath' | 'globalStorageUri'>): Platform {
  const workerFile = join(context.extensionPath, 'dist', 'worker.js');
  const codeFolder = context.globalStorageUri.scheme === 'file' ? context.globalStorageUri.fsPath : undefined;
  return {
    startWorker: () => startWorkerThread(workerFile, { codeFolder }),
    ungzip,
    readsFolders: true,
    nodePrograms: { journal: runJournalctl, list: listNames, fetchNode: readNode, isNodeName, save: saveFetched },
    language: languageOf(context.extensionPath),
    fileToOpen: process.env[OPEN_VARIABLE],
  };
}

/** The words of the user's language, from the package; English where there are none. */
function languageOf(extensionPath: string): ReaderLanguage | undefined {
  const wanted = wantedLanguage();
  if (wanted === undefined) return undefined;
  const file = readLanguageFile(readFileSync(join(extensionPath, 'l10n', wanted.file), 'utf8'));
  return { ...file, tag: wanted.tag };
}
